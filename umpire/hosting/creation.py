"""Make a new match: make, fill and share its spreadsheets, then begin its log.

Each step first checks whether it was done before. A step that must not be repeated is recorded
before and after. So if anything is interrupted, requesting the same match again finishes it.
"""

import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

import umpire
from umpire.errors import UsageError
from umpire.hosting.accounts import Warn, ignore
from umpire.hosting.handmade import HandmadeCheck, check_handmade
from umpire.hosting.match_links import links_to_tabs, new_links
from umpire.hosting.parallel import WorkContext, work_in_parallel
from umpire.hosting.plan import MatchPlan, MatchRequest
from umpire.hosting.retry import Attempt, Attempts, ShowStep, try_once, without_retries
from umpire.hosting.sharing import guests_of, manual_sharing_note, set_guests
from umpire.json_types import JsonObject
from umpire.match import commitment
from umpire.projections.match_history import MatchHistory
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import Spreadsheet
from umpire.projections.sums import first_workings, named_columns, sums_screen
from umpire.sheets.account import Account
from umpire.sheets.client import Share, SheetsClient
from umpire.sheets.diff import Blocks, diff_screen, one_cell_texts
from umpire.sheets.errors import Forbidden, Gone, Refused, SheetsError, Unreachable
from umpire.sheets.folding import fold_requests, plan_folds
from umpire.sheets.grid import Place
from umpire.sheets.names import column_name_requests
from umpire.sheets.ranges import DATA, DIRECTIONS, LABELS
from umpire.sheets.reconcile import plan_setup
from umpire.sheets.spreadsheet_metadata import REPAIR_FIELDS, SpreadsheetMetadata
from umpire.store import Hosting, Link, MatchRow, PendingMatch, Store
from umpire.store.records import log_header
from umpire.store.worldtime import rfc3339

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CreatedMatch:
    """A match that was made, with warnings for its umpire."""

    row: MatchRow
    hosting: Hosting
    warnings: tuple[str, ...]


def create_match(
    store: Store,
    account: Account,
    request: MatchRequest,
    now: float,
    *,
    anew: bool = False,
    is_shown: bool = True,
    attempts: Attempts = without_retries,
    show_step: ShowStep = ignore,
    say: Warn = ignore,
) -> CreatedMatch:
    """Make a match, or finish it if it is half made; with `anew` give that up and begin again.

    `account` makes the spreadsheets, several at once. `attempts` returns a function that takes each
    step. `show_step` receives the current step, `say` a sentence about a match that was half made.
    Unless the match `is_shown`, `Store.pending_matches.unshown` returns it until it is dropped.
    `now` is in seconds since 1970. Raises UsageError for an impossible request, before anything is
    made, and UmpireError if a step fails; the next try goes on from there.
    """
    previous = next(
        (pending for pending in store.pending_matches.all() if request.is_begun_in(pending)), None
    )
    if previous is not None:
        fate = "it is given up, and a new one is made" if anew else "finished"
        say(f"{previous.id} was only half made{': ' if anew else ' and is now '}{fate}.")
    plan = MatchPlan.of(request, account.email)
    creation = _Creation(store, account, plan, attempts, show_step, previous)
    creation.begin(now, anew=anew)
    return creation.finish(now, is_shown=is_shown)


def check_matches(
    sheets: SheetsClient,
    account: str,
    requests: Sequence[MatchRequest],
    attempt: Attempt = try_once,
) -> None:
    """Check that an account can make these matches; make nothing.

    Raises UsageError if a match cannot be made, and UmpireError if the server does not answer.
    """
    for request in requests:
        MatchPlan.of(request, account).check()
    attempt(sheets.me)


@dataclass(slots=True)
class _Creation:
    """A match in the making: its plan, and the parts that are made so far.

    `previous` is the half-made match from an earlier try, and `former_links` are its links.
    `new_shares` are the permissions of new spreadsheets that are not shared yet, by role. Several
    threads work on a match, each on another spreadsheet; a thread holds `pending_lock` while it
    changes `pending`.
    """

    store: Store
    account: Account
    plan: MatchPlan
    attempts: Attempts
    show_step: ShowStep
    previous: PendingMatch | None
    former_links: Sequence[Link] = ()
    warnings: list[str] = field(default_factory=list)
    places: dict[str, Mapping[str, Place]] = field(default_factory=dict)
    new_shares: dict[str, tuple[Share, ...]] = field(default_factory=dict)
    pending: PendingMatch = field(init=False)
    pending_lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def request(self) -> MatchRequest:
        """The request for the match."""
        return self.plan.request

    def begin(self, now: float, *, anew: bool) -> None:
        """Record that the match is begun; with `anew` first delete what was made before.

        Raises UsageError for an impossible request, UmpireError if the server does not answer.
        """
        request, resumed = self.request, None if anew else self.previous
        self.plan.check()
        with closing(self.account.open()) as sheets:
            self.attempts(self.show_step, time.sleep)(sheets.me)
        umpires = self._check_handmade(is_begun=resumed is not None)
        if self.plan.game.private and request.on_google:
            own = {account.casefold() for account in (umpires, *request.further)}
            self.warnings += [
                f"{player} has the umpire's own address, and so can see everything."
                for player, email in request.emails.items()
                if email in own
            ]
        if resumed is not None:
            self.former_links = resumed.hosting.links
        elif self.previous is not None:
            self._give_up(self.previous)
        pending = resumed or PendingMatch(
            id=self._free_id() if self.previous is None else self.previous.id,
            game=request.header.game,
            players=request.header.players,
            options=request.header.options,
            seed=new_seed(),
            started=rfc3339(now),
            hosting=Hosting(request.server, dict(request.handmade), (), request.folder),
            handmade=tuple(request.handmade),
            fixture=request.fixture,
            bots=request.bots,
        )
        links = new_links(request, umpires, self.former_links or request.links)
        self._save(replace(pending, hosting=replace(pending.hosting, links=links)))

    def finish(self, now: float, *, is_shown: bool) -> CreatedMatch:
        """Make the missing spreadsheets, fill and share all of them, and begin the log."""
        pending, started = self.pending, rfc3339(now)
        spreadsheets = self.plan.with_addresses(pending.id, pending.hosting.links)
        completed = self._in_parallel(spreadsheets, self._complete)
        for spreadsheet, (places, warnings) in zip(spreadsheets, completed, strict=True):
            self.places[spreadsheet.role] = places
            self.warnings += warnings
        links = links_to_tabs(self.pending.hosting.links, spreadsheets, self.places)
        hosting = replace(self.pending.hosting, links=links)
        header = log_header(
            self.request.header,
            pending.id,
            umpire.__version__,
            started,
            self._commitment(pending),
        )
        self.store.create(
            pending.id,
            header,
            pending.seed,
            engine=umpire.__version__,
            started=started,
            hosting=hosting,
            is_shown=is_shown,
            fixture=pending.fixture,
            bots=pending.bots,
        )
        every_warning = tuple(dict.fromkeys(self.warnings))
        return CreatedMatch(self.store.find(pending.id), hosting, every_warning)

    def _commitment(self, pending: PendingMatch) -> str:
        return commitment(self.request.header, pending.seed)

    def _tag(self, pending: PendingMatch, spreadsheet: Spreadsheet) -> str:
        """Return the tag of the spreadsheet's file; from the commitment nobody learns the seed."""
        return f"{self._commitment(pending)[:32]}/{spreadsheet.role}"

    def _in_parallel(
        self, spreadsheets: Sequence[Spreadsheet], work: Callable[[Spreadsheet, WorkContext], T]
    ) -> list[T]:
        """Do the same work on several spreadsheets; return the results in the same order."""
        works = {spreadsheet.name: partial(work, spreadsheet) for spreadsheet in spreadsheets}
        return work_in_parallel(works, self.account.open, self.attempts, self.show_step)

    def _check_handmade(self, *, is_begun: bool) -> str:
        """Check the spreadsheets made by hand; return the umpire's account, which owns them."""
        handmade, account, emails = self.request.handmade, self.account.email, self.request.emails
        spreadsheets = self.plan.spreadsheets if handmade else ()
        ids = [(spreadsheet, handmade[spreadsheet.role]) for spreadsheet in spreadsheets]
        _check_free(self.store, self.previous, ids)

        def look(spreadsheet: Spreadsheet, context: WorkContext) -> HandmadeCheck:
            spreadsheet_id = handmade[spreadsheet.role]
            return check_handmade(
                context, spreadsheet, spreadsheet_id, account, emails, is_begun=is_begun
            )

        results = self._in_parallel(spreadsheets, look)
        self.warnings += [warning for result in results for warning in result.warnings]
        return next((result.owner for result in results if result.owner), account)

    def _give_up(self, previous: PendingMatch) -> None:
        """Delete the spreadsheets that umpire made for a match; their tags identify them."""
        own_spreadsheets = [
            spreadsheet
            for spreadsheet in self.plan.spreadsheets
            if spreadsheet.role not in previous.handmade
        ]
        if not previous.is_empty:
            self._in_parallel(own_spreadsheets, partial(self._delete, previous))

    def _delete(
        self, previous: PendingMatch, spreadsheet: Spreadsheet, context: WorkContext
    ) -> None:
        tag = self._tag(previous, spreadsheet)

        def delete() -> None:
            while (spreadsheet_id := context.sheets.find(tag)) is not None:
                context.sheets.trash(spreadsheet_id)

        context.show_step("deleting")
        context.attempt(delete)

    def _free_id(self) -> str:
        """Return the id of an abandoned match of which nothing was made, else a new id."""
        game = self.plan.game.id
        for pending in self.store.pending_matches.all():
            if pending.game == game and pending.is_empty:
                return pending.id
        return self.store.new_id(game)

    def _save(self, pending: PendingMatch) -> None:
        self.pending = pending
        self.store.pending_matches.save(pending)

    def _complete(
        self, spreadsheet: Spreadsheet, context: WorkContext
    ) -> tuple[Mapping[str, Place], list[str]]:
        """Make, fill and share a spreadsheet; return the places of its names, and warnings."""
        context.show_step("making")
        context.attempt(partial(self._make, context.sheets, spreadsheet))
        context.show_step("filling")
        places = context.attempt(partial(self._fill, context.sheets, spreadsheet))
        context.show_step("sharing")
        warnings = context.attempt(partial(self._share, context.sheets, spreadsheet))
        return places, warnings

    def _make(self, sheets: SheetsClient, spreadsheet: Spreadsheet) -> None:
        """Make an empty spreadsheet; after an unanswered try, first look whether it exists."""
        role = spreadsheet.role
        if role in self.pending.hosting.spreadsheets:
            return
        tag = self._tag(self.pending, spreadsheet)
        spreadsheet_id = sheets.find(tag) if role in self.pending.requested else None
        if spreadsheet_id is None:
            self._record_try(role, is_tried=True)
            try:
                spreadsheet_id, self.new_shares[role] = sheets.create_shared(self.pending.id, tag)
            except SheetsError as error:
                if not isinstance(error, Unreachable):
                    self._record_try(role, is_tried=False)
                raise
        self._record_try(role, spreadsheet_id, is_tried=False)

    def _record_try(self, role: str, spreadsheet_id: str | None = None, *, is_tried: bool) -> None:
        """Record whether a spreadsheet may exist without an answer, and its id once it is known."""
        with self.pending_lock:
            pending = self.pending
            trying = tuple(other for other in pending.requested if other != role)
            ids = pending.hosting.spreadsheets
            if spreadsheet_id is not None:
                ids = {**ids, role: spreadsheet_id}
            self._save(
                replace(
                    pending,
                    hosting=replace(pending.hosting, spreadsheets=ids),
                    requested=(*trying, role) if is_tried else trying,
                )
            )

    def _fill(self, sheets: SheetsClient, spreadsheet: Spreadsheet) -> Mapping[str, Place]:
        """Set up an empty spreadsheet for the match, in one write; return its names' places."""
        fairness = Fairness(self._commitment(self.pending))
        history = self.plan.history
        screen = {
            **spreadsheet_screen(history, spreadsheet, fairness, {}),
            **sums_screen(history, spreadsheet),
        }
        spreadsheet_id = self.pending.hosting.spreadsheets[spreadsheet.role]
        try:
            return _fill_spreadsheet(
                sheets, spreadsheet, spreadsheet_id, screen, self.account.email, history
            )
        except Gone as error:
            if spreadsheet.role in self.pending.handmade:
                raise
            raise SheetsError(
                f"{spreadsheet.name} of {self.pending.id} was deleted before it was finished: "
                "add --anew."
            ) from error

    def _share(self, sheets: SheetsClient, spreadsheet: Spreadsheet) -> list[str]:
        """Share a spreadsheet with its guests, now that it holds only what they may see."""
        spreadsheet_id = self.pending.hosting.spreadsheets[spreadsheet.role]
        links, notify = self.pending.hosting.links, self.request.notify
        invited = guests_of(spreadsheet, links)
        if spreadsheet.role not in self.pending.handmade:
            shares = self.new_shares.pop(spreadsheet.role, None)  # not for a second try
            set_guests(sheets, spreadsheet_id, invited, shares=shares, notify=notify)
            return []
        former, warnings = guests_of(spreadsheet, self.former_links), []
        try:
            set_guests(sheets, spreadsheet_id, invited, former, notify=notify)
        except Forbidden:
            warnings.append(
                manual_sharing_note(spreadsheet, self.account.email, links, invitations=invited)
            )
        try:
            sheets.restrict_sharing(spreadsheet_id)
        except (Forbidden, Refused):
            warnings.append(
                f"Anyone who may write in {spreadsheet.name} can let others in: its owner can "
                "forbid that in its sharing settings."
            )
        return warnings


def new_seed() -> str:
    """Return a secret seed for a new match: 64 hex digits."""
    return secrets.token_hex(32)


def _fill_spreadsheet(
    sheets: SheetsClient,
    spreadsheet: Spreadsheet,
    spreadsheet_id: str,
    screen: Blocks,
    account: str,
    history: MatchHistory,
) -> Mapping[str, Place]:
    """Set up a spreadsheet for this part of a match, in one write; return its names' places.

    It may be empty, set up already, or made from the template by hand.
    """
    observed = SpreadsheetMetadata.read(sheets.metadata(spreadsheet_id, REPAIR_FIELDS))
    target = spreadsheet.target(one_cell_texts(screen), account)
    plan = plan_setup(target, observed)
    requests = [
        *plan.requests,
        *diff_screen({}, screen, plan.places).requests,
        *sums_requests(history, spreadsheet, plan.places, observed),
        *fold_requests(plan_folds(spreadsheet.pages, plan.places, screen, {})),
    ]
    if requests:
        sheets.write(spreadsheet_id, requests)
    return plan.places


def sums_requests(
    history: MatchHistory,
    spreadsheet: Spreadsheet,
    places: Mapping[str, Place],
    observed: SpreadsheetMetadata,
) -> list[JsonObject]:
    """Return the requests that name the columns of data, and fill the workings of a console.

    Where somebody has written workings already, they stay as they are.
    """
    columns = named_columns(history, places)
    further = {name: place for name, place in columns.items() if name not in places}
    requests = column_name_requests(further, observed, DATA, places)
    filled = [places[name] for name in (LABELS, DIRECTIONS) if name in places]
    if any(cell.get("userEnteredValue") for place in filled for cell in observed.cells(place)):
        return requests
    return [*requests, *first_workings(history, spreadsheet, places)]


def _check_free(
    store: Store, previous: PendingMatch | None, handmade: Sequence[tuple[Spreadsheet, str]]
) -> None:
    """Raise UsageError if a spreadsheet that was made by hand belongs to another match."""
    hostings = store.hostings([row.id for row in store.matches()]) if handmade else {}
    hostings |= {
        pending.id: pending.hosting
        for pending in store.pending_matches.all()
        if pending != previous
    }
    for spreadsheet, spreadsheet_id in handmade:
        for match_id, hosting in hostings.items():
            if spreadsheet_id in hosting.spreadsheets.values():
                raise UsageError(
                    f"the spreadsheet given for {spreadsheet.name} belongs to {match_id}: "
                    "give another."
                )
