"""`umpire logout`: sign out of Google."""

from pathlib import Path

import click

from umpire.cli.live import google_base
from umpire.sheets import google, signin

_BY_HAND = "https://myaccount.google.com/permissions"
_WHY = {
    "unreachable": "Google cannot be reached",
    "unknown": "the file was damaged",
}


def run(name: str | None, credentials: Path | None) -> None:
    """Sign out of Google, or remove a further account."""
    first = credentials or google.signed_in_file()
    file = first if name is None else google.further_file(first, name)
    if not file.exists():
        click.echo(f"Nobody is signed in: there is no {file}.")
        return
    outcome = signin.sign_out(file, google_base(), further=name is not None)
    if outcome == "a key":
        click.echo(
            f"{file} is deleted. The key stays valid until you delete it in Google's console."
        )
    elif outcome == "revoked":
        click.echo(f"You are signed out: umpire's access is withdrawn, and {file} is deleted.")
    else:
        click.echo(
            f"{file} is deleted, but {_WHY[outcome]}, so umpire still has access: withdraw it at "
            f"{_BY_HAND}."
        )
    if name is not None:
        click.echo(
            "Matches still let it in: 'umpire doctor MATCH' says where, and Share in the "
            "spreadsheet removes it."
        )
