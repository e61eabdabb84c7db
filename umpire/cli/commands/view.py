"""`umpire view`: show what one viewer may know at the end of a script."""

from collections.abc import Sequence

import click

from umpire.errors import UsageError


@click.command("view")
@click.argument("script")
@click.option(
    "--as", "viewer", required=True, metavar="NAME", help="A player's name, or public for everyone."
)
def command(script: str, viewer: str) -> None:
    """Show what one viewer may know at the end of a SCRIPT (- is standard input).

    Prints the report without anything that the viewer may not know.

    \b
    Examples:
      umpire view match.jsonl --as Ana
      umpire view match.jsonl --as public
    """
    from umpire.catalogue import games
    from umpire.cli.output import print_json
    from umpire.cli.scripts import explain_bad_header, read_script
    from umpire.match import begin, judge, read_header, read_line, view

    lines = read_script(script)
    with explain_bad_header("script"):
        header = read_header(next(lines, b""), games())
    match = begin(header, games()[header.game]).match
    player = _player(viewer, header.players)
    for line in lines:
        match = judge(match, read_line(line)).match
    print_json(view(match, player))


def _player(name: str, players: Sequence[str]) -> str | None:
    """Return the player of this name, None for `public`. Raises UsageError."""
    from umpire.games.base import PUBLIC
    from umpire.games.names import find_names
    from umpire.games.text import printable

    if name == PUBLIC:
        return None
    meant = find_names(name, players)
    if len(meant) != 1:
        raise UsageError(
            f"--as {printable(name)} does not name one viewer: write public or one of "
            f"{', '.join(players)}."
        )
    return meant[0]
