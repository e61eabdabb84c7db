"""Make a new match: make, fill and share its spreadsheets, then begin its log.

Each step first checks whether it was taken before, and steps that must not be repeated are recorded
before and after. So if anything is interrupted, asking for the same match again finishes it.
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
from umpire.games.base import Screen
from umpire.hosting.accounts import ignore
from umpire.hosting.adopting import Looked, check_handmade
from umpire.hosting.plan import MatchPlan, MatchRequest
from umpire.hosting.retry import Attempt, Attempts, Tell, once, only_once
from umpire.hosting.sharing import bring, by_hand, guests
from umpire.hosting.side_by_side import Means, side_by_side
from umpire.match import commitment
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import BOARD, CONSOLE, Spreadsheet
from umpire.sheets.account import Account
from umpire.sheets.client import Share, SheetsClient
from umpire.sheets.diff import diff_screen, one_cell_texts
from umpire.sheets.errors import Forbidden, Gone, Refused, SheetsError, Unreachable
from umpire.sheets.folding import fold_requests, plan_folds
from umpire.sheets.grid import Place
from umpire.sheets.ranges import HEADLINE
from umpire.sheets.reconcile import plan_setup
from umpire.sheets.spreadsheet_metadata import REPAIR_FIELDS, SpreadsheetMetadata
from umpire.store import Hosting, Link, MatchRow, PendingMatch, Store
from umpire.store.records import READER_LINK, UMPIRE_LINK, LinkOwner, log_header
from umpire.store.worldtime import rfc3339

T = TypeVar("T")
_SECRET_BYTES = 24
"""The ending of a name that exists once for each player."""


@dataclass(frozen=True, slots=True)
class CreatedMatch:
    """A finished match, with warnings for its umpire."""

    row: MatchRow
    hosting: Hosting
    warnings: tuple[str, ...]


def create_match(
    store: Store,
    account: Account,
    request: MatchRequest,
    wall: float,
    *,
    anew: bool = False,
    is_shown: bool = True,
    attempts: Attempts = only_once,
    tell: Tell = ignore,
    say: Tell = ignore,
) -> CreatedMatch:
    """Make a match, or finish it if it is half made, or with `anew` give that up and begin again.

    `account` makes the spreadsheets, side by side. `attempts` returns a function that does each
    step. `tell` is handed the current step, and `say` a sentence about a match that was half made.
    Unless the match `is_shown`, `Store.pending_matches.unshown` returns it until it is dropped.
    Raises UsageError for a request that cannot be granted, before anything is made, and UmpireError
    if a step fails; the next try goes on from there.
    """
    previous = next((one for one in store.pending_matches.all() if request.is_begun_in(one)), None)
    if previous is not None:
        fate = "it is given up, and a new one is made" if anew else "finished"
        say(f"{previous.id} was only half made{': ' if anew else ' and is now '}{fate}.")
    plan = MatchPlan.of(request, account.email)
    creation = _Creation(store, account, plan, attempts, tell, previous)
    creation.begin(wall, anew=anew)
    return creation.finish(wall, is_shown=is_shown)


def check_matches(
    sheets: SheetsClient, account: str, requests: Sequence[MatchRequest], attempt: Attempt = once
) -> None:
    """Check that these matches can be made by an account; nothing is made.

    Raises UsageError for one that cannot be, and UmpireError if the server does not answer.
    """
    for request in requests:
        MatchPlan.of(request, account).check()
    attempt(sheets.me)


@dataclass(slots=True)
class _Creation:
    """A match in the making: its plan, and the parts that are made.

    `previous` is the match that was begun before, and `former` its links then. `untouched` are the
    permissions of spreadsheets that are new and not shared yet, by role. Several threads work on
    it, each on another spreadsheet; `keeping` is held while a thread changes `pending`.
    """

    store: Store
    account: Account
    plan: MatchPlan
    attempts: Attempts
    tell: Tell
    previous: PendingMatch | None
    former: Sequence[Link] = ()
    warnings: list[str] = field(default_factory=list)
    places: dict[str, Mapping[str, Place]] = field(default_factory=dict)
    untouched: dict[str, tuple[Share, ...]] = field(default_factory=dict)
    pending: PendingMatch = field(init=False)
    keeping: threading.Lock = field(default_factory=threading.Lock)

    @property
    def request(self) -> MatchRequest:
        """The request for the match."""
        return self.plan.request

    def begin(self, wall: float, *, anew: bool) -> None:
        """Record that the match is begun; with `anew` first give up what was made before.

        Raises UsageError if the request cannot be granted, UmpireError if nobody answers.
        """
        request, resumed = self.request, None if anew else self.previous
        self.plan.check()
        with closing(self.account.open()) as sheets:
            self.attempts(self.tell, time.sleep)(sheets.me)
        umpires = self._check_handmade(is_begun=resumed is not None)
        if self.plan.game.private and request.on_google:
            own = {account.casefold() for account in (umpires, *request.further)}
            self.warnings += [
                f"{player} has the umpire's own address, and so can see everything."
                for player, email in request.emails.items()
                if email in own
            ]
        if resumed is not None:
            self.former = resumed.hosting.links
        elif self.previous is not None:
            self._give_up(self.previous)
        pending = resumed or PendingMatch(
            id=self._free_id() if self.previous is None else self.previous.id,
            game=request.header.game,
            players=request.header.players,
            options=request.header.options,
            seed=new_seed(),
            started=rfc3339(wall),
            hosting=Hosting(request.server, dict(request.handmade), (), request.folder),
            handmade=tuple(request.handmade),
            fixture=request.fixture,
            bots=request.bots,
        )
        links = _links(request, umpires, self.former or request.links)
        self._save(replace(pending, hosting=replace(pending.hosting, links=links)))

    def finish(self, wall: float, *, is_shown: bool) -> CreatedMatch:
        """Make what is missing, fill it, let everybody in, and begin the log."""
        pending, started = self.pending, rfc3339(wall)
        spreadsheets = self.plan.addressed(pending.id, pending.hosting.links)
        completed = self._side_by_side(spreadsheets, self._complete)
        for spreadsheet, (places, warnings) in zip(spreadsheets, completed, strict=True):
            self.places[spreadsheet.role] = places
            self.warnings += warnings
        hosting = replace(self.pending.hosting, links=self._opening_at(spreadsheets))
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
        """Return the tag by which our file is found; it hides the seed as the board does."""
        return f"{self._commitment(pending)[:32]}/{spreadsheet.role}"

    def _side_by_side(
        self, spreadsheets: Sequence[Spreadsheet], work: Callable[[Spreadsheet, Means], T]
    ) -> list[T]:
        """Do the same with several spreadsheets, and return the results in their order."""
        works = {spreadsheet.name: partial(work, spreadsheet) for spreadsheet in spreadsheets}
        return side_by_side(works, self.account.open, self.attempts, self.tell)

    def _check_handmade(self, *, is_begun: bool) -> str:
        """Check the spreadsheets made by hand. Return the umpire's account, which owns them."""
        handmade, account, emails = self.request.handmade, self.account.email, self.request.emails
        spreadsheets = self.plan.spreadsheets if handmade else ()
        ids = [(spreadsheet, handmade[spreadsheet.role]) for spreadsheet in spreadsheets]
        _check_free(self.store, self.previous, ids)

        def look(spreadsheet: Spreadsheet, means: Means) -> Looked:
            spreadsheet_id = handmade[spreadsheet.role]
            return check_handmade(
                means, spreadsheet, spreadsheet_id, account, emails, is_begun=is_begun
            )

        results = self._side_by_side(spreadsheets, look)
        self.warnings += [warning for result in results for warning in result.warnings]
        return next((result.owner for result in results if result.owner), account)

    def _give_up(self, previous: PendingMatch) -> None:
        """Delete the spreadsheets that umpire made for a match, which it knows by their tags."""
        own = [each for each in self.plan.spreadsheets if each.role not in previous.handmade]
        if not previous.is_empty:
            self._side_by_side(own, partial(self._delete, previous))

    def _delete(self, previous: PendingMatch, spreadsheet: Spreadsheet, means: Means) -> None:
        tag = self._tag(previous, spreadsheet)

        def delete() -> None:
            while (spreadsheet_id := means.sheets.find(tag)) is not None:
                means.sheets.trash(spreadsheet_id)

        means.tell("deleting")
        means.attempt(delete)

    def _free_id(self) -> str:
        """Return the id of a match that came to nothing, else a new one."""
        game = self.plan.game.id
        for pending in self.store.pending_matches.all():
            if pending.game == game and pending.is_empty:
                return pending.id
        return self.store.new_id(game)

    def _save(self, pending: PendingMatch) -> None:
        self.pending = pending
        self.store.pending_matches.save(pending)

    def _complete(
        self, spreadsheet: Spreadsheet, means: Means
    ) -> tuple[Mapping[str, Place], list[str]]:
        """Make, fill and share a spreadsheet; return its names' places, and warnings."""
        means.tell("making")
        means.attempt(partial(self._make, means.sheets, spreadsheet))
        means.tell("filling")
        places = means.attempt(partial(self._fill, means.sheets, spreadsheet))
        means.tell("sharing")
        warnings = means.attempt(partial(self._share, means.sheets, spreadsheet))
        return places, warnings

    def _make(self, sheets: SheetsClient, spreadsheet: Spreadsheet) -> None:
        """Make an empty spreadsheet; after an unanswered try look whether there is one."""
        role = spreadsheet.role
        if role in self.pending.hosting.spreadsheets:
            return
        tag = self._tag(self.pending, spreadsheet)
        spreadsheet_id = sheets.find(tag) if role in self.pending.requested else None
        if spreadsheet_id is None:
            self._note(role, is_tried=True)
            try:
                spreadsheet_id, self.untouched[role] = sheets.create_shared(self.pending.id, tag)
            except SheetsError as error:
                if not isinstance(error, Unreachable):
                    self._note(role, is_tried=False)
                raise
        self._note(role, spreadsheet_id, is_tried=False)

    def _note(self, role: str, spreadsheet_id: str | None = None, *, is_tried: bool) -> None:
        """Record whether a spreadsheet may have been made unseen, and which it is if it is made."""
        with self.keeping:
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
        """Turn an empty spreadsheet into one of the match's, all at once."""
        fairness = Fairness(self._commitment(self.pending))
        shown = spreadsheet_screen(self.plan.record, spreadsheet, fairness, {})
        spreadsheet_id = self.pending.hosting.spreadsheets[spreadsheet.role]
        try:
            return _filled(sheets, spreadsheet, spreadsheet_id, shown, self.account.email)
        except Gone as error:
            if spreadsheet.role in self.pending.handmade:
                raise
            raise SheetsError(
                f"{spreadsheet.name} of {self.pending.id} was deleted before it was finished: "
                "add --anew."
            ) from error

    def _share(self, sheets: SheetsClient, spreadsheet: Spreadsheet) -> list[str]:
        """Let in the people a spreadsheet is for, now that it holds only what they may see."""
        spreadsheet_id = self.pending.hosting.spreadsheets[spreadsheet.role]
        links, notify = self.pending.hosting.links, self.request.notify
        invited = guests(spreadsheet, links)
        if spreadsheet.role not in self.pending.handmade:
            shares = self.untouched.pop(spreadsheet.role, None)  # not for a second try
            bring(sheets, spreadsheet_id, invited, shares=shares, notify=notify)
            return []
        former, warnings = guests(spreadsheet, self.former), []
        try:
            bring(sheets, spreadsheet_id, invited, former, notify=notify)
        except Forbidden:
            warnings.append(by_hand(spreadsheet, self.account.email, links, let_in=invited))
        try:
            sheets.restrict_sharing(spreadsheet_id)
        except (Forbidden, Refused):
            warnings.append(
                f"Anyone who may write in {spreadsheet.name} can let others in: its owner can "
                "forbid that in its sharing settings."
            )
        return warnings

    def _opening_at(self, spreadsheets: Sequence[Spreadsheet]) -> tuple[Link, ...]:
        """Let a player's link open the player's own tab; the umpire has one to each spreadsheet.

        The umpire's first is the console's. A reader's link, and everybody's who has no tab of
        their own, opens the board.
        """
        players = self.request.header.players
        opened: dict[LinkOwner, tuple[str, int | None]] = {
            players.index(page.player): (
                spreadsheet.role,
                page.sheet_now(self.places[spreadsheet.role]),
            )
            for spreadsheet in reversed(spreadsheets)
            for page in reversed(spreadsheet.pages)
            if page.player is not None
        }
        tabs: dict[str, int | None] = {spreadsheet.role: None for spreadsheet in spreadsheets}
        tabs[BOARD] = self._boards_tab(spreadsheets[0])
        umpires = CONSOLE if CONSOLE in tabs else BOARD
        opened |= {UMPIRE_LINK: (umpires, None), READER_LINK: (BOARD, tabs[BOARD])}
        links = []
        for link in self.pending.hosting.links:
            role, tab = opened.get(link.owner, (link.role, link.tab))
            links.append(replace(link, role=role, tab=tab))
        (first,) = (link for link in links if link.owner == UMPIRE_LINK)
        others = (replace(first, role=role, tab=tabs[role]) for role in tabs if role != umpires)
        return (*links, *others)

    def _boards_tab(self, board: Spreadsheet) -> int | None:
        """Return the tab that is for everybody, where players' own tabs come first."""
        first, *others = board.pages
        shared = [
            page for page in others if HEADLINE in page.tab.named_rects and page.player is None
        ]
        if first.player is None or not shared:
            return None
        return shared[0].sheet_now(self.places[board.role])


def new_seed() -> str:
    """Return a secret seed for a new match: 64 hex digits."""
    return secrets.token_hex(32)


def _filled(
    sheets: SheetsClient, spreadsheet: Spreadsheet, spreadsheet_id: str, shown: Screen, account: str
) -> Mapping[str, Place]:
    """Turn a spreadsheet into this part of a match, in one write; return its names' places.

    It may be empty, filled already, or made from the template by hand.
    """
    observed = SpreadsheetMetadata.read(sheets.metadata(spreadsheet_id, REPAIR_FIELDS))
    wanted = spreadsheet.target(one_cell_texts(shown), account)
    due = plan_setup(wanted, observed)
    requests = [
        *due.requests,
        *diff_screen({}, shown, due.places).requests,
        *fold_requests(plan_folds(spreadsheet.pages, due.places, shown, {})),
    ]
    if requests:
        sheets.write(spreadsheet_id, requests)
    return due.places


def _links(request: MatchRequest, umpires: str, former: Sequence[Link]) -> tuple[Link, ...]:
    """Return everybody's link to the board, on the local server with a secret: the former one."""
    players = request.header.players
    seats = range(len(players))
    readers: tuple[LinkOwner, ...] = (READER_LINK,) if request.is_open else ()
    everybody: tuple[LinkOwner, ...] = (*seats, UMPIRE_LINK, *readers)
    if request.on_google:
        emails: dict[LinkOwner, str | None] = {
            seat: request.emails.get(player) for seat, player in enumerate(players)
        }
        emails[UMPIRE_LINK] = umpires
        return tuple(Link(owner, BOARD, email=emails.get(owner)) for owner in everybody)
    own = {link.owner: link.secret for link in former}
    return tuple(
        Link(owner, BOARD, own.get(owner) or secrets.token_urlsafe(_SECRET_BYTES))
        for owner in everybody
    )


def _check_free(
    store: Store, previous: PendingMatch | None, handmade: Sequence[tuple[Spreadsheet, str]]
) -> None:
    """Raise UsageError if a spreadsheet that was made by hand is another match's."""
    hostings = {row.id: store.hosting(row.id) for row in store.matches()} if handmade else {}
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
