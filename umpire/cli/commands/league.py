"""`umpire league`: make leagues, pair their rounds, and list them."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from umpire.app_context import AppContext
from umpire.cli.choice import Choice
from umpire.cli.commands.defaults import DEFAULT_SERVER, TIE_BREAKS, USUAL_POINTS, USUAL_TIE_BREAKS
from umpire.cli.commands.parameters import (
    credentials_option,
    hosting_options,
    json_option,
    options_option,
    yes_option,
)
from umpire.cli.completion import complete_game, complete_league
from umpire.cli.groups import Group
from umpire.errors import UsageError

if TYPE_CHECKING:
    from umpire.leagues.results import Pairing


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
        from umpire.cli.league.listing import document, lines
        from umpire.cli.output import Output

        with ctx.obj.open_store() as store:
            leagues = [document(store, league) for league in store.leagues.all()]
        Output(as_json).show(leagues, lines(leagues))


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
def new(
    app: AppContext,
    name: str,
    game: str,
    players: str,
    pairing: "Pairing",
    double: bool,
    rounds: int | None,
    points: str,
    tie_breaks: str,
    options: str,
    title: str | None,
    as_json: bool,
) -> None:
    """Make a league, called NAME in every command. No match is made yet.

    Every match of the league is played with its --options. Pairing makes matches for two; make
    matches for more players with 'umpire new GAME --league NAME'.

    \b
    Examples:
      umpire league new winter --game devils-deal --players Ana,Bo,Cleo,Dan
      umpire league new open --game arcanoid --players players.txt --pairing swiss --rounds 5
      umpire league new cup --game devils-deal --players Ana,Bo --double --points 3/1/0/-1
    """
    if pairing == "swiss" and double:
        raise UsageError("--double is for a round robin: leave it out, or give --rounds.")
    if pairing == "round-robin" and rounds is not None:
        raise UsageError(
            "--rounds is for a Swiss: in a round robin each pair meets once, or twice with "
            "--double."
        )
    from umpire.cli.output import Output, warn
    from umpire.games.text import pluralize
    from umpire.hosting.look_alikes import warn_of_look_alikes
    from umpire.hosting.options_file import read_options
    from umpire.leagues.creation import plan_league, read_players
    from umpire.leagues.results import Rules, read_points, read_tie_breaks

    rules = Rules(read_points(points), read_tie_breaks(tie_breaks), pairing, double, rounds)
    names, game_options = read_players(players), read_options(options)
    league = plan_league(name, game, names, game_options, rules, title)
    warn_of_look_alikes(league.players, warn)
    with app.open_store() as store:
        store.leagues.add(league)
    size = (
        f"{pluralize(len(league.players), 'player')}, {pluralize(league.rules['rounds'], 'round')}"
    )
    Output(as_json).show(
        {"league": name, "players": list(league.players), "rules": league.rules},
        [f"{name} is made: {size}. 'umpire league pair {name}' makes the first round's matches."],
    )


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
def pair(
    app: AppContext,
    /,
    name: str,
    dry_run: bool,
    without: tuple[str, ...],
    credentials: Path | None,
    as_json: bool,
    **hosting: Any,
) -> None:
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
    from umpire.cli.league import pairing
    from umpire.cli.output import Output, progress, warn
    from umpire.hosting.accounts import connections
    from umpire.hosting.links import links_of
    from umpire.hosting.match_requests import HostingOptions
    from umpire.leagues.rounds import make_round, plan_round

    output = Output(as_json)
    with app.open_store() as store, store.lock_making():
        plan = plan_round(store, store.leagues.find(name), without)
        requests = plan.requests(HostingOptions(**hosting))
        matches = pairing.planned_matches(plan) if dry_run else []
        if not dry_run:
            connect = connections(app.folder(), credentials, warn)
            for created in make_round(store, plan, requests, connect, progress, output.say):
                links = links_of(created.hosting, app.folder())
                matches.append(pairing.match_document(created, links))
                output.say("\n".join(pairing.match_lines(created, links)))
    output.show(pairing.document(plan, matches), pairing.lines(plan))


@command.command("join")
@click.argument("name", shell_complete=complete_league)
@click.argument("player")
@json_option
@click.pass_obj
def join(app: AppContext, name: str, player: str, as_json: bool) -> None:
    """Let a PLAYER join the league NAME, or come back to it.

    The player is paired from the next round on. In a round robin they meet everyone who has not
    left, in more rounds if necessary. In a Swiss they have no points for the rounds missed.

    \b
    Examples:
      umpire league join winter Hugo
    """
    from umpire.cli.output import Output, warn
    from umpire.games.text import printable
    from umpire.hosting.look_alikes import warn_of_look_alikes
    from umpire.leagues import members

    with app.open_store() as store, store.lock_making():
        joining = members.join(store, store.leagues.find(name), player)
    league, first, total = joining.league, joining.first_round, joining.league.rules["rounds"]
    warn_of_look_alikes(league.players, warn)
    Output(as_json).show(
        {"league": league.name, "player": joining.player, "joined": first, "rounds": total},
        [f"{printable(joining.player)} plays in {league.name} from round {first} of {total} on."],
    )


@command.command("leave")
@click.argument("name", shell_complete=complete_league)
@click.argument("player")
@json_option
@click.pass_obj
def leave(app: AppContext, name: str, player: str, as_json: bool) -> None:
    """Let a PLAYER leave the league NAME.

    What they have played counts, and a match in which somebody has entered anything goes on. Their
    other matches become void, which means that they count for nobody, and no more are paired. To
    give an opponent the win, run 'umpire forfeit' first. With 'umpire league join' the player comes
    back.

    \b
    Examples:
      umpire league leave winter Ana
    """
    from umpire.cli.league import members
    from umpire.cli.output import Output

    with app.open_store() as store, store.lock_making():
        departure = members.leave(store, name, player)
    Output(as_json).show(members.document(departure), members.lines(departure))


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
def sheet(
    app: AppContext,
    name: str,
    host: str | None,
    server: str | None,
    private: bool,
    anew: bool,
    credentials: Path | None,
    as_json: bool,
) -> None:
    """Show the standings of the league NAME in a spreadsheet that everybody may read.

    The spreadsheet is made once. 'umpire watch' keeps it up to date within half a minute; nobody
    else can write there. If something goes wrong half way, run the same command again.

    \b
    Examples:
      umpire league sheet winter
      umpire league sheet winter --on google
    """
    from umpire.cli.league.sheet import document, labelled_links, lines
    from umpire.cli.output import Output, progress, warn
    from umpire.hosting.accounts import connections
    from umpire.leagues.names_file import read_names_file
    from umpire.leagues.publication import publish_standings, server_for_standings

    folder = app.folder()
    with app.open_store() as store, store.lock_making():
        league = store.leagues.find(name)
        address = server_for_standings(store, league, host, server)
        hosting = league.hosting
        if anew or hosting.server is None:
            names, connect = read_names_file(folder), connections(folder, credentials, warn)
            hosting = publish_standings(
                store, league, names, address, connect, progress, is_open=not private, anew=anew
            )
    links = labelled_links(hosting, folder)
    Output(as_json).show(document(league.name, links), lines(league.name, links))


@command.command("delete")
@click.argument("name", shell_complete=complete_league)
@yes_option
@json_option
@click.pass_obj
def delete(app: AppContext, name: str, yes: bool, as_json: bool) -> None:
    """Delete the league NAME with its rules and rounds. Its matches stay, outside any league.

    \b
    Examples:
      umpire league delete winter
    """
    if as_json and not yes:
        raise UsageError("--json does not ask: add --yes.")
    from umpire.cli.output import Output, confirm_deletion

    with app.open_store() as store:
        league = store.leagues.find(name)
        if not yes:
            confirm_deletion(f"Delete the league {league.name}?")
        store.leagues.delete(league.name)
    Output(as_json).show(
        {"league": league.name, "deleted": True},
        [f"{league.name} is deleted. Its matches stay, outside any league."],
    )
