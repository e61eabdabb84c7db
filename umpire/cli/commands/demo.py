"""`umpire demo`: run the local server, a match on it, and the daemon in one command."""

import click

from umpire.app_context import AppContext
from umpire.cli.commands.defaults import BOTS_PACE, LEVELS, USUAL_LEVEL, USUAL_PACE
from umpire.cli.commands.parameters import Seconds, options_option, port_option
from umpire.cli.completion import complete_game
from umpire.errors import UsageError


@click.command("demo")
@click.argument("game", default="denizens-of-tartarus", shell_complete=complete_game)
@click.option("--players", type=int, help="How many play (default: as few as the game allows).")
@click.option("--bots", is_flag=True, help="Let bots play all seats to the end.")
@click.option("--against-bots", is_flag=True, help="Play the first seat yourself, against bots.")
@click.option("--until-over", is_flag=True, help="End when the match is over instead of at Ctrl-C.")
@click.option("--no-browser", is_flag=True, help="Print the links without opening them.")
@port_option("Where the sheets server listens on this machine")
@options_option
@click.option(
    "--clock/--no-clock",
    default=None,
    help="Play with the game's time limits, or without (default: with them only if bots play every "
    "seat).",
)
@click.option(
    "--pace",
    type=Seconds(min=0),
    help=f"About how many seconds a bot thinks (default: {BOTS_PACE:g}, or {USUAL_PACE:g} "
    "against you).",
)
@click.option(
    "--level",
    type=click.IntRange(LEVELS[0], LEVELS[-1]),
    default=USUAL_LEVEL,
    show_default=True,
    help="How well bots play. 1 chooses at random; each level above 2 thinks twice as long as the "
    "one below.",
)
@click.pass_obj
def command(
    app: AppContext,
    game: str,
    players: int | None,
    bots: bool,
    against_bots: bool,
    until_over: bool,
    no_browser: bool,
    port: int,
    options: str,
    clock: bool | None,
    pace: float | None,
    level: int,
) -> None:
    """Host a match of a GAME in the browser, without any account.

    Runs the server and the daemon, and prints and opens everybody's links. You play every seat;
    with --against-bots only the first, and with --bots you watch. The sheets stay open until you
    press Ctrl-C; when a match is over, its page offers another one with the seats exchanged, which
    begins when you open it. The match is kept: go on with it by running 'umpire serve' and 'umpire
    watch'.

    \b
    Examples:
      umpire demo --bots
      umpire demo devils-deal --against-bots
      umpire demo devils-deal --against-bots --level 4
      umpire demo denizens-of-tartarus --clock --port 9000
      umpire demo arcanoid --players 4 --bots
      umpire demo box-within-a-box --bots --options '{"seconds_examine_boards": 0}'
    """
    if bots and against_bots:
        raise UsageError(
            "--bots leaves no seat for you, --against-bots does: give only one of them."
        )
    from umpire.cli.demo import run
    from umpire.hosting.demos import DemoOptions
    from umpire.hosting.options_file import read_options

    demo = DemoOptions.of(
        game,
        players,
        read_options(options),
        bots=bots,
        against_bots=against_bots,
        clock=clock,
        level=level,
        pace=pace,
    )
    run(app, demo, port, opens_links=not no_browser, until_over=until_over)
