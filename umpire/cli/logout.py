"""`umpire logout`: take a person's sign-in to Google back."""

from pathlib import Path

import click

from umpire.cli.live import credentials_option, google_base

_BY_HAND = "https://myaccount.google.com/permissions"


@click.command("logout")
@credentials_option
def command(credentials: Path | None) -> None:
    """Sign out of Google: take umpire's access back and delete its file.

    Spreadsheets that were made stay where they are. The key of a service account is left alone.

    \b
    Examples:
      umpire logout
    """
    from umpire.sheets import google, signin

    file = credentials or google.signed_in_file()
    if not file.exists():
        click.echo(f"Nobody is signed in: there is no {file}.")
        return
    outcome = signin.sign_out(file, google_base())
    if outcome == "revoked":
        click.echo(f"You are signed out: umpire's access is taken back, and {file} is deleted.")
        return
    why = "Google cannot be reached" if outcome == "unreachable" else "the file was damaged"
    click.echo(
        f"{file} is deleted, but {why}, so umpire's access was not taken back: do that at "
        f"{_BY_HAND}."
    )
