"""The checks of Google: who is signed in, with which scopes, and whether it works."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from umpire.checkup import Finding, Level, error_finding
from umpire.errors import UmpireError
from umpire.games.text import pluralize
from umpire.live import planner
from umpire.live.rates import GOOGLE, RateLimit
from umpire.live.request_history import Priority, RequestHistory
from umpire.projections.spreadsheets import CONSOLE
from umpire.sheets import cells
from umpire.store import Hosting, MatchRow

if TYPE_CHECKING:
    from umpire.sheets.client import Answer, SheetsClient
    from umpire.sheets.google import CredentialsFile

GROUP = "Google"

_OK = 200
_SKEW, _TOO_MUCH = 5.0, 60.0
_SLOW = 2.0
_OFTEN = 10.0
SCRATCH_TITLE = "umpire doctor: scratch, may be deleted"
_WORD = "umpire"


@dataclass(frozen=True, slots=True)
class GoogleSignIn:
    """A sign-in: the credentials, and a connection with them."""

    credentials: "CredentialsFile"
    sheets: "SheetsClient"


class TimedAnswer(NamedTuple):
    """An answer, and the time of its arrival (seconds since 1970)."""

    answer: "Answer"
    at: float


def credentials_files(credentials: Path | None) -> list[Path]:
    """Return the possible files with the first account's credentials, in order."""
    from umpire.sheets.google import config_folder, signed_in_file

    if credentials is not None:
        return [credentials]
    try:
        return [signed_in_file(), config_folder() / "service_account.json"]
    except UmpireError:
        return []


def secret_files(credentials: Path | None) -> list[Path]:
    """Return all possible files with credentials."""
    return [*credentials_files(credentials), *_further_files(credentials)]


def _further_files(credentials: Path | None) -> list[Path]:
    from umpire.sheets.google import further_files

    files = credentials_files(credentials)
    return further_files(files[0]) if files else []


def check_sign_in(
    credentials_file: Path | None, base: str | None, *, is_needed: bool
) -> tuple[GoogleSignIn | None, list[Finding]]:
    """Find the credentials and check that they work; None if nobody is signed in.

    `is_needed` tells whether a match is hosted on Google.
    """
    from umpire.sheets.google import connect, find_credentials

    findings: list[Finding] = []
    files = credentials_files(credentials_file)
    try:
        if not any(file.exists() for file in files) and credentials_file is None:
            return None, [_nobody_is_signed_in(files, is_needed=is_needed)]
        credentials = find_credentials(credentials_file)
        findings += [_file_finding(file, credentials) for file in files]
    except UmpireError as error:
        return None, [error_finding(GROUP, "credentials", error)]
    except OSError as error:
        sentence = f"{error.filename} cannot be read ({error.strerror})."
        todo = "Make sure that the file is yours, or give --credentials FILE."
        return None, [Finding(GROUP, "credentials", "wrong", sentence, todo)]
    try:
        sheets = connect(credentials, base)
        account = sheets.me()
    except UmpireError as error:
        return None, [*findings, error_finding(GROUP, "signed in", error)]
    findings.append(_who_is_signed_in(credentials, account, base))
    return GoogleSignIn(credentials, sheets), findings


def further_accounts(first: "CredentialsFile") -> list[str]:
    """Return the addresses of the further accounts, if their files contain them."""
    from umpire.sheets.google import further_files, read_further

    addresses = []
    for file in further_files(first.path):
        with suppress(UmpireError):
            addresses.append(read_further(file).account_hint)
    return [address for address in addresses if address]


def check_further_accounts(credentials_file: Path | None, base: str | None) -> Iterator[Finding]:
    """Check that each further account works and can open what others made."""
    from umpire.sheets.google import read_further

    for file in _further_files(credentials_file):
        about = f"account {file.stem}"
        try:
            yield _check_further_account(read_further(file), about, base)
        except UmpireError as error:
            yield error_finding(GROUP, about, error)


def _check_further_account(credentials: "CredentialsFile", about: str, base: str | None) -> Finding:
    """Return a finding on one account. Raises UmpireError if it cannot be used."""
    from umpire.sheets.google import DRIVE, SPREADSHEETS, connect, granted_scopes

    with closing(connect(credentials, base)) as sheets:
        account = sheets.me()
        _check_sheets_api(sheets)
    if not granted_scopes(credentials, base) & {DRIVE, SPREADSHEETS}:
        todo = f"Run '{credentials.sign_in.login} --again' and allow everything it asks for."
        return Finding(GROUP, about, "wrong", f"{account} sees only what it made itself.", todo)
    kind = "The service account " if credentials.kind == "service" else ""
    return Finding(GROUP, about, "ok", f"{kind}{account} shares the work, with its own quota.")


def _nobody_is_signed_in(files: Sequence[Path], *, is_needed: bool) -> Finding:
    file_names = " and ".join(str(file) for file in files) or "gspread's folder"
    todo = "To host matches on Google, run 'umpire login' or give --credentials FILE."
    if is_needed:
        sentence = (
            f"Matches are hosted on Google, but nobody is signed in (looked for {file_names})."
        )
        return Finding(GROUP, "credentials", "wrong", sentence, todo)
    return Finding(
        GROUP, "credentials", "ok", f"Nobody is signed in (looked for {file_names}).", todo
    )


_KINDS = {"oauth": "a person's sign-in", "service": "a service account's key"}


def _file_finding(file: Path, credentials: "CredentialsFile") -> Finding:
    if file == credentials.path:
        return Finding(
            GROUP, "credentials", "ok", f"{file} is {_KINDS[credentials.kind]}, and is used."
        )
    state = "is there but not used" if file.exists() else "is not there"
    return Finding(GROUP, "credentials", "ok", f"{file} {state}.")


def _who_is_signed_in(credentials: "CredentialsFile", account: str, base: str | None) -> Finding:
    where = f" at {base}, which imitates Google" if base is not None else ""
    if credentials.kind == "service":
        todo = f"Share each spreadsheet of a match with {account} as Editor."
        return Finding(GROUP, "signed in", "ok", f"The service account {account}{where}.", todo)
    return Finding(GROUP, "signed in", "ok", f"{account}{where}.")


def check_scopes(sign_in: GoogleSignIn, base: str | None) -> Finding:
    """Check that the sign-in allows what umpire needs, and no more."""
    from umpire.sheets.google import DRIVE, DRIVE_FILE, SERVICE_SCOPES, granted_scopes

    try:
        granted = granted_scopes(sign_in.credentials, base)
    except UmpireError as error:
        return error_finding(GROUP, "scopes", error, "warning")
    names = ", ".join(sorted(scope.rpartition("/")[2] for scope in granted)) or "nothing"
    if sign_in.credentials.kind == "service":
        lacking = set(SERVICE_SCOPES) - granted
        if lacking:
            todo = "Ask the administrator what the service account may do."
            return Finding(GROUP, "scopes", "wrong", f"Only {names} is allowed.", todo)
        return Finding(GROUP, "scopes", "ok", f"{names}.")
    again = "Run 'umpire login --again' and allow everything it asks for."
    if not granted & {DRIVE_FILE, DRIVE}:
        return Finding(GROUP, "scopes", "wrong", f"umpire is only allowed {names}.", again)
    if _more_than_own_files(granted):
        sentence = f"umpire is allowed more than it needs: {names}. drive.file alone is enough."
        todo = "Run 'umpire login --again' for a sign-in that sees only umpire's own files."
        return Finding(GROUP, "scopes", "warning", sentence, todo)
    return Finding(GROUP, "scopes", "ok", f"{names}: only the files that umpire makes.")


def _more_than_own_files(granted: frozenset[str]) -> bool:
    apis = {scope.rpartition("/")[2] for scope in granted}
    return any(name.startswith(("drive", "spreadsheets")) for name in apis - {"drive.file"})


def try_spreadsheet(
    sign_in: GoogleSignIn, table: str | None, wall: Callable[[], float]
) -> Iterator[Finding]:
    """Try out a new spreadsheet, or open the given one.

    A service account cannot own files. Without a given one, only check that both APIs answer.
    """
    sheets = sign_in.sheets
    try:
        if table is not None:
            answers = _read(sheets, table, wall)
            yield Finding(GROUP, "a spreadsheet", "ok", "The given one can be opened.")
        elif sign_in.credentials.kind == "service":
            _check_sheets_api(sheets)
            answers = [
                _ask_timed(sheets, f"/v4/spreadsheets/{_NO_SPREADSHEET}", wall) for _ in range(3)
            ]
            sentence = (
                "Sheets and Drive answer. A service account cannot own files, so none was made."
            )
            todo = "To try out a spreadsheet that is shared with it, give --table URL."
            yield Finding(GROUP, "a spreadsheet", "ok", sentence, todo)
        else:
            answers = _try_new_spreadsheet(sheets, wall)
            sentence = "One was made, written, read and deleted."
            yield Finding(GROUP, "a spreadsheet", "ok", sentence)
    except UmpireError as error:
        yield error_finding(GROUP, "a spreadsheet", error)
    else:
        yield from check_clocks(answers)


def _try_new_spreadsheet(sheets: "SheetsClient", wall: Callable[[], float]) -> list[TimedAnswer]:
    spreadsheet = sheets.create(SCRATCH_TITLE, f"doctor-{secrets.token_hex(8)}")
    try:
        metadata = sheets.metadata(spreadsheet, "sheets.properties.sheetId")
        sheet = metadata["sheets"][0]["properties"].get("sheetId", 0)
        sheets.write(spreadsheet, cells.write_requests(sheet, {(0, 0): _WORD}))
        answers = _read(sheets, spreadsheet, wall)
        if answers[0].answer.body.get("values") != [[_WORD]]:
            raise UmpireError("what was read is not what was written: try again.")
    finally:
        sheets.trash(spreadsheet)
    return answers


def _read(sheets: "SheetsClient", spreadsheet: str, wall: Callable[[], float]) -> list[TimedAnswer]:
    answers = [
        _ask_timed(sheets, f"/v4/spreadsheets/{spreadsheet}/values/A1", wall) for _ in range(3)
    ]
    if any(answer.answer.status != _OK for answer in answers):
        sheets.metadata(spreadsheet, "spreadsheetId")  # says what a refusal means
        raise UmpireError(f"a read was refused (status {answers[0].answer.status}): try again.")
    return answers


_NO_SPREADSHEET = "umpire-doctor-asks-for-nothing"


def _check_sheets_api(sheets: "SheetsClient") -> None:
    """Check that the Sheets API answers. Raises UmpireError if it is not enabled."""
    from umpire.sheets.errors import Gone

    with suppress(Gone):
        sheets.metadata(_NO_SPREADSHEET, "spreadsheetId")


def _ask_timed(sheets: "SheetsClient", path: str, wall: Callable[[], float]) -> TimedAnswer:
    return TimedAnswer(sheets.request("get", path), wall())


def check_clocks(answers: Sequence[TimedAnswer]) -> Iterator[Finding]:
    """Check the time of answers, and the difference of the clocks by the answers' dates."""
    seconds = median(timed.answer.seconds for timed in answers)
    slow = seconds > _SLOW
    todo = "Players will get their answers late: check the network." if slow else ""
    sentence = f"A read takes {seconds:.2f} s (median of {len(answers)})."
    yield Finding(GROUP, "round trip", "warning" if slow else "ok", sentence, todo)
    differences = [apart for timed in answers if (apart := _clock_difference(timed)) is not None]
    if not differences:
        return
    ahead = median(differences)
    if abs(ahead) <= _SKEW:
        yield Finding(GROUP, "clock", "ok", "This computer's clock agrees with Google's.")
        return
    sentence = f"This computer's clock is {abs(ahead):.0f} s {'ahead' if ahead > 0 else 'behind'}."
    level: Level = "wrong" if abs(ahead) > _TOO_MUCH else "warning"
    todo = (
        "Set it from the network. Google refuses a service account's key when the clock is wrong."
    )
    yield Finding(GROUP, "clock", level, sentence, todo)


def _clock_difference(timed: TimedAnswer) -> float | None:
    """Return how far our clock is ahead of the server's, whose dates have whole seconds."""
    try:
        server_time = parsedate_to_datetime(timed.answer.headers.get("Date", "")).timestamp() + 0.5
    except ValueError:
        return None
    return timed.at - timed.answer.seconds / 2 - server_time


def check_quota(matches: Sequence[tuple[MatchRow, Hosting]], accounts: int = 1) -> Finding:
    """Check how often Google's quota allows the spreadsheets of these matches to be read.

    So many accounts share the work, all in one project.
    """
    rate = GOOGLE
    sheets: list[RequestHistory] = []
    for row, hosting in matches:
        written = {link.role for link in hosting.links if isinstance(link.owner, int)}
        for role in hosting.spreadsheets:
            alone: Priority = "console" if role == CONSOLE else "idle"
            priority: Priority = "pending" if role in written else alone
            sheets.append(RequestHistory(f"{row.id}/{role}", priority=priority))
    most = _most_tables(rate, accounts)
    per_account = f" for each of {accounts} accounts" if accounts > 1 else ""
    rule = (
        f"umpire uses at most {rate.reads} of the 60 reads and {rate.writes} of the 60 writes a "
        f"minute{per_account}, enough for {most} tables that are each read every {_OFTEN:.0f} s"
    )
    if not sheets:
        return Finding(GROUP, "quota", "ok", f"No match on Google is running; {rule}.")
    every = _slowest(sheets, rate, accounts)
    waiting = sum(sheet.priority == "pending" for sheet in sheets)
    sentence = (
        f"{len(matches)} running match{'' if len(matches) == 1 else 'es'} with "
        f"{pluralize(waiting, 'table')} to read, each every {every:.1f} s while all players think; "
        f"{rule}."
    )
    if every <= _OFTEN:
        return Finding(GROUP, "quota", "ok", sentence)
    todo = "Add accounts with 'umpire login --as', or ask for more quota in Google's console."
    return Finding(GROUP, "quota", "warning", sentence, todo)


def _most_tables(rate: RateLimit, accounts: int) -> int:
    """Return how many tables can be read often enough while each has a pending decision."""
    sheets: list[RequestHistory] = []
    while True:
        sheets.append(RequestHistory(str(len(sheets)), priority="pending"))
        if _slowest(sheets, rate, accounts) > _OFTEN:
            return len(sheets) - 1


def _slowest(sheets: Sequence[RequestHistory], rate: RateLimit, accounts: int) -> float:
    """Return about how many seconds lie between two reads of a table with a pending decision."""
    every = planner.intervals(sheets, rate, accounts)
    read = (every[sheet.id] for sheet in sheets if sheet.priority == "pending")
    return max((seconds for seconds in read if seconds is not None), default=rate.floor)
