"""`umpire league`: make leagues, pair their rounds, and list them."""

from typing import Any

import click

from umpire.app_context import AppContext
from umpire.cli.choice import Choice
from umpire.cli.commands.defaults import DEFAULT_SERVER, TIE_BREAKS, USUAL_POINTS, USUAL_TIE_BREAKS
from umpire.cli.commands.parameters import (
    credentials_option,
    hosting_options,
    json_option,
    options_option,
    take_hosting,
    yes_option,
)
from umpire.cli.completion import complete_game, complete_league
from umpire.cli.groups import Group
from umpire.errors import UsageError


@click.group("league", cls=Group, invoke_without_command=True)
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Make a league, pair its rounds, and show its standings in a spreadsheet.

    Without a command it lists the leagues. A league's matches are like any other match. 'umpire
    standings' shows who leads.

    \b
    Examples:
      umpire league
      umpire league new winter --game devils-deal --players Ana,Bo,Cleo,Dan
      umpire league pair winter --dry-run
      umpire league pair winter
      umpire league leave winter Ana
    """
    if ctx.invoked_subcommand is None:
        from umpire.cli.league.listing import list_leagues

        list_leagues(ctx.obj, as_json=as_json)


@command.command("new")
@click.argument("name")
@click.option(
    "--game", required=True, shell_complete=complete_game, help="The game that the league plays."
)
@click.option(
    "--players",
    required=True,
    metavar="NAMES|FILE",
    help="The players, strongest first, separated by commas; or a file with one name per line.",
)
@click.option(
    "--pairing",
    type=Choice(["round-robin", "swiss"]),
    default="round-robin",
    show_default=True,
    help="Everyone against everyone, or in each round players with about equal points.",
)
@click.option("--double", is_flag=True, help="In a round robin, let each pair meet twice.")
@click.option(
    "--rounds",
    type=click.IntRange(1, 100),
    help="How many rounds a Swiss has (default: as many as it takes to find one winner).",
)
@click.option(
    "--points",
    default=USUAL_POINTS,
    show_default=True,
    metavar="WIN/DRAW/LOSS[/FORFEIT]",
    help="What a match is worth.",
)
@click.option(
    "--tie-breaks",
    default=",".join(USUAL_TIE_BREAKS),
    show_default=True,
    metavar="NAMES",
    help=f"What decides between equal points, in order. Choose from {', '.join(TIE_BREAKS)}.",
)
@options_option
@click.option("--title", help="The league's name as readers see it (default: the NAME).")
@json_option
@click.pass_obj
def new(app: AppContext, /, **given: Any) -> None:
    """Make a league, called NAME in every command. No match is made yet.

    Every match of the league is played with its --options. Pairing makes matches for two; make
    matches for more players with 'umpire new GAME --league NAME'.

    \b
    Examples:
      umpire league new winter --game devils-deal --players Ana,Bo,Cleo,Dan
      umpire league new open --game arcanoid --players players.txt --pairing swiss --rounds 5
      umpire league new cup --game devils-deal --players Ana,Bo --double --points 3/1/0/-1
    """
    if given["pairing"] == "swiss" and given["double"]:
        raise UsageError("--double is for a round robin: leave it out, or give --rounds.")
    if given["pairing"] == "round-robin" and given["rounds"] is not None:
        raise UsageError(
            "--rounds is for a Swiss: in a round robin each pair meets once, or twice with "
            "--double."
        )
    from umpire.cli.league.making import new as new_league

    new_league(app, **given)


@command.command("pair")
@click.argument("name", shell_complete=complete_league)
@click.option("--dry-run", is_flag=True, help="Show the pairs without making any match.")
@click.option(
    "--without",
    multiple=True,
    metavar="PLAYER",
    help="In a Swiss: leave out a player this round; repeat it for each.",
)
@hosting_options
@credentials_option
@json_option
@click.pass_obj
def pair(app: AppContext, /, **given: Any) -> None:
    """Pair the next round of the league NAME, and make its matches as 'umpire new' does.

    You can pair a round robin ahead, a Swiss only when every match of the last round is over. If
    something goes wrong half way, run the same command again: it keeps the pairs, makes nothing
    twice, and makes deleted matches again.

    \b
    Examples:
      umpire league pair winter --dry-run
      umpire league pair winter --no-clock
      umpire league pair open --on google --share Ana=ana@example.org --share Bo=bo@example.org
    """
    from umpire.cli.league.pairing import pair as pair_league

    hosting = take_hosting(given)
    pair_league(app, hosting=hosting, **given)


@command.command("join")
@click.argument("name", shell_complete=complete_league)
@click.argument("player")
@json_option
@click.pass_obj
def join(app: AppContext, /, **given: Any) -> None:
    """Let a PLAYER join the league NAME, or come back to it.

    The player is paired from the next round on. In a round robin they meet everyone who has not
    left, in more rounds if necessary. In a Swiss they have no points for the rounds missed.

    \b
    Examples:
      umpire league join winter Hugo
    """
    from umpire.cli.league.members import join as join_league

    join_league(app, **given)


@command.command("leave")
@click.argument("name", shell_complete=complete_league)
@click.argument("player")
@json_option
@click.pass_obj
def leave(app: AppContext, /, **given: Any) -> None:
    """Let a PLAYER leave the league NAME.

    What they have played counts, and a match in which somebody has entered anything goes on. Their
    other matches become void, which means that they count for nobody, and no more are paired. To
    give an opponent the win, run 'umpire forfeit' first. With 'umpire league join' the player comes
    back.

    \b
    Examples:
      umpire league leave winter Ana
    """
    from umpire.cli.league.members import leave as leave_league

    leave_league(app, **given)


@command.command("sheet")
@click.argument("name", shell_complete=complete_league)
@click.option(
    "--on",
    "host",
    type=Choice(["local", "google"]),
    help="Where to make the spreadsheet: on the local server or on Google (default: where its "
    "latest match is).",
)
@click.option(
    "--server",
    help=f"The local sheets server (default: its latest match's, else {DEFAULT_SERVER}).",
)
@click.option("--private", is_flag=True, help="On Google: do not open it to anyone with its link.")
@click.option("--anew", is_flag=True, help="Make a new one that replaces the one it has.")
@credentials_option
@json_option
@click.pass_obj
def sheet(app: AppContext, /, **given: Any) -> None:
    """Show the standings of the league NAME in a spreadsheet that everybody may read.

    The spreadsheet is made once. 'umpire watch' keeps it up to date within half a minute; nobody
    else can write there. If something goes wrong half way, run the same command again.

    \b
    Examples:
      umpire league sheet winter
      umpire league sheet winter --on google
    """
    from umpire.cli.league.sheet import sheet as sheet_league

    sheet_league(app, **given)


@command.command("delete")
@click.argument("name", shell_complete=complete_league)
@yes_option
@json_option
@click.pass_obj
def delete(app: AppContext, /, **given: Any) -> None:
    """Delete the league NAME with its rules and rounds. Its matches stay, outside any league.

    \b
    Examples:
      umpire league delete winter
    """
    if given["as_json"] and not given["yes"]:
        raise UsageError("--json does not ask: add --yes.")
    from umpire.cli.league.making import delete as delete_league

    delete_league(app, **given)
