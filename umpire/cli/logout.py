"""`umpire logout`: take a person's sign-in to Google back."""

from pathlib import Path

import click

from umpire.cli.live import credentials_option, google_base

_BY_HAND = "https://myaccount.google.com/permissions"
_WHY = {
    "unreachable": "Google cannot be reached",
    "unknown": "the file was damaged",
}


@click.command("logout")
@click.option("--as", "name", metavar="NAME", help="Sign out the further account of this name.")
@credentials_option
def command(name: str | None, credentials: Path | None) -> None:
    """Sign out of Google: take umpire's access back and delete its file.

    Spreadsheets that were made stay where they are. The key of a service account is left alone;
    with --as the copy of it that 'umpire login --as' made is deleted.

    \b
    Examples:
      umpire logout
      umpire logout --as second
    """
    from umpire.sheets import google, signin

    first = credentials or google.signed_in_file()
    file = first if name is None else google.further_file(first, name)
    if not file.exists():
        click.echo(f"Nobody is signed in: there is no {file}.")
        return
    outcome = signin.sign_out(file, google_base(), further=name is not None)
    if outcome == "a key":
        click.echo(f"{file} is deleted; the key is good until you delete it in Google's console.")
    elif outcome == "revoked":
        click.echo(f"You are signed out: umpire's access is taken back, and {file} is deleted.")
    else:
        click.echo(
            f"{file} is deleted, but {_WHY[outcome]}, so umpire's access was not taken back: do "
            f"that at {_BY_HAND}."
        )
    if name is not None:
        click.echo(
            "Matches still let it in: 'umpire doctor MATCH' tells where, and you take that away "
            "under Share."
        )
