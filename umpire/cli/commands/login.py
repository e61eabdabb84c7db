"""`umpire login`: sign in to Google."""

from pathlib import Path

import click

from umpire.cli.commands.parameters import credentials_option
from umpire.errors import UsageError

_FIRST = """\
You are signed in to Google as {account}. The sign-in is kept in {file}.
umpire sees only the spreadsheets that it makes itself.
Now make a match: umpire new GAME --on google --players Ana,Bo --share Ana=ana@example.org"""
_FURTHER = """\
{name} is {account}. Its credentials are kept in {file}.
New matches let it in.
Let it into running matches with 'umpire share --accounts', then restart 'umpire watch'."""


@click.command("login")
@click.option(
    "--client",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of your own OAuth client (default: credentials.json in gspread's folder, else "
    "the client of the last sign-in).",
)
@click.option("--no-browser", is_flag=True, help="Allow access in a browser on another computer.")
@click.option("--again", is_flag=True, help="Sign in again, or as somebody else.")
@click.option(
    "--as", "name", metavar="NAME", help="Add a further account under this name, to share the work."
)
@click.option(
    "--key",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="With --as: the file of a service account's key; umpire copies it.",
)
@credentials_option
def command(
    client: Path | None,
    no_browser: bool,
    again: bool,
    name: str | None,
    key: Path | None,
    credentials: Path | None,
) -> None:
    """Sign in to Google, to host matches there.

    Opens Google's page in the browser, where you allow your own OAuth client to see only the
    spreadsheets that umpire makes. The sign-in is kept where gspread keeps it
    (authorized_user.json), or in the file after --credentials. docs/google.md shows how to make a
    client.

    --as adds a further account that shares the work of the first, with its own quota: a service
    account by its key, or a person, who lets umpire see all their spreadsheets. Its file goes into
    the folder umpire-accounts beside the first sign-in, and every command uses it.

    \b
    Examples:
      umpire login --client ~/Downloads/client_secret.json
      umpire login --no-browser
      umpire login --again
      umpire login --as second --key umpire-key-2.json
      umpire login --as third
    """
    if key is not None and name is None:
        raise UsageError(
            "--key is for a further account: add --as NAME. To use the key as the first account, "
            "give it to the other commands with --credentials."
        )
    from umpire.cli.login import consent_elsewhere, consent_here
    from umpire.cli.output import warn
    from umpire.hosting.signing_in import SignIn

    sign_in = SignIn.of(credentials, name, warn)
    if key is not None:
        account = sign_in.copy_key(key, again=again)
    elif not again and (signed_in := sign_in.working_account()) is not None:
        click.echo(
            f"{signed_in} is signed in to Google already. To sign in again or as somebody else, "
            f"run '{sign_in.credentials.sign_in.login} --again'."
        )
        return
    else:
        ask_consent = consent_elsewhere if no_browser else consent_here
        account = sign_in.replace(client, ask_consent, again=again)
    sentences = _FIRST if name is None else _FURTHER
    click.echo(sentences.format(account=account, file=sign_in.file, name=name))
