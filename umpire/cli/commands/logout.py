"""`umpire logout`: sign out of Google."""

from pathlib import Path

import click

from umpire.cli.commands.parameters import credentials_option

_STILL_ALLOWED = (
    "{file} is deleted, but %s, so umpire still has access: withdraw it at "
    "https://myaccount.google.com/permissions."
)
_OUTCOMES = {
    "a key": "{file} is deleted. The key stays valid until you delete it in Google's console.",
    "revoked": "You are signed out: umpire's access is withdrawn, and {file} is deleted.",
    "unreachable": _STILL_ALLOWED % "Google cannot be reached",
    "unknown": _STILL_ALLOWED % "the file was damaged",
}


@click.command("logout")
@click.option("--as", "name", metavar="NAME", help="Sign out the further account of this name.")
@credentials_option
def command(name: str | None, credentials: Path | None) -> None:
    """Sign out of Google: withdraw umpire's access and delete the sign-in's file.

    Spreadsheets stay where they are. A service account's key is left alone; --as deletes the copy
    that 'umpire login --as' made.

    \b
    Examples:
      umpire logout
      umpire logout --as second
    """
    from umpire.hosting.accounts import google_base
    from umpire.sheets import google, signin

    first = credentials or google.signed_in_file()
    file = first if name is None else google.further_file(first, name)
    if not file.exists():
        click.echo(f"Nobody is signed in: there is no {file}.")
        return
    outcome = signin.sign_out(file, google_base(), further=name is not None)
    click.echo(_OUTCOMES[outcome].format(file=file))
    if name is not None:
        click.echo(
            "Matches still let it in: 'umpire doctor MATCH' says where, and Share in the "
            "spreadsheet removes it."
        )
