"""`umpire share` and `umpire unshare`: print who has access to a match."""

from collections.abc import Sequence

from umpire.cli.output import Output
from umpire.games.text import printable
from umpire.hosting.guests import accounts, guest_lines
from umpire.store import Hosting, MatchRow


def show_access(row: MatchRow, hosting: Hosting, warnings: Sequence[str], output: Output) -> None:
    """Print the accounts that have access, and the warnings."""
    document = {
        "id": row.id,
        "accounts": accounts(hosting, row.players),
        "warnings": list(warnings),
    }
    guests = guest_lines(row.id, dict(enumerate(row.players)), hosting)
    output.show(document, map(printable, (*guests, *warnings)))
