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
from umpire.hosting.adopting import Looked, look_at_given
from umpire.hosting.plan import MatchPlan, MatchRequest
from umpire.hosting.retry import Attempt, Attempts, Tell, once, only_once
from umpire.hosting.sharing import bring, by_hand, guests
from umpire.hosting.side_by_side import Means, side_by_side
from umpire.match import commitment
from umpire.sheets.account import Account
from umpire.sheets.client import Share, SheetsClient
from umpire.sheets.diff import diff_screen, one_cell_texts
from umpire.sheets.errors import Forbidden, Gone, Refused, SheetsError, Unreachable
from umpire.sheets.folding import fold_requests, folds_of
from umpire.sheets.grid import Place
from umpire.sheets.ranges import HEADLINE
from umpire.sheets.reconcile import plan_setup
from umpire.sheets.spreadsheet_metadata import REPAIR_FIELDS, SpreadsheetMetadata
from umpire.showing.screens import wanted
from umpire.showing.sentences import Fairness
from umpire.showing.spreadsheets import BOARD, CONSOLE, Spreadsheet
from umpire.store import Hosting, Link, MatchRow, Store, Unfinished
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
    Unless the match `is_shown`, it is among `Store.unfinished.unshown` until it is dropped there.
    Raises UsageError for a request that cannot be granted, before anything is made, and UmpireError
    if a step fails; the next try goes on from there.
    """
    half = next((one for one in store.unfinished.all() if request.is_begun_in(one)), None)
    if half is not None:
        fate = "it is given up, and a new one is made" if anew else "finished"
        say(f"{half.id} was only half made{': ' if anew else ' and is now '}{fate}.")
    plan = MatchPlan.of(request, account.email)
    creation = _Creation(store, account, plan, attempts, tell, half)
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

    `half` is the match that was begun before, and `former` its links then. `untouched` are the
    permissions of spreadsheets that are new and not shared yet, by role. Several threads work on
    it, each on another spreadsheet; `keeping` is held while a thread changes `unfinished`.
    """

    store: Store
    account: Account
    plan: MatchPlan
    attempts: Attempts
    tell: Tell
    half: Unfinished | None
    former: Sequence[Link] = ()
    warnings: list[str] = field(default_factory=list)
    places: dict[str, Mapping[str, Place]] = field(default_factory=dict)
    untouched: dict[str, tuple[Share, ...]] = field(default_factory=dict)
    unfinished: Unfinished = field(init=False)
    keeping: threading.Lock = field(default_factory=threading.Lock)

    @property
    def request(self) -> MatchRequest:
        """The request for the match."""
        return self.plan.request

    def begin(self, wall: float, *, anew: bool) -> None:
        """Record that the match is begun; with `anew` first give up what was made before.

        Raises UsageError if the request cannot be granted, UmpireError if nobody answers.
        """
        request, resumed = self.request, None if anew else self.half
        self.plan.check()
        with closing(self.account.open()) as sheets:
            self.attempts(self.tell, time.sleep)(sheets.me)
        umpires = self._look_at_given(is_begun=resumed is not None)
        if self.plan.game.private and request.on_google:
            own = {account.casefold() for account in (umpires, *request.further)}
            self.warnings += [
                f"{player} has the umpire's own address, and so can see everything."
                for player, email in request.emails.items()
                if email in own
            ]
        if resumed is not None:
            self.former = resumed.hosting.links
        elif self.half is not None:
            self._give_up(self.half)
        unfinished = resumed or Unfinished(
            id=self._free_id() if self.half is None else self.half.id,
            game=request.header.game,
            players=request.header.players,
            options=request.header.options,
            seed=new_seed(),
            started=rfc3339(wall),
            hosting=Hosting(request.server, dict(request.given), (), request.folder),
            given=tuple(request.given),
            fixture=request.fixture,
            bots=request.bots,
        )
        links = _links(request, umpires, self.former or request.links)
        self._save(replace(unfinished, hosting=replace(unfinished.hosting, links=links)))

    def finish(self, wall: float, *, is_shown: bool) -> CreatedMatch:
        """Make what is missing, fill it, let everybody in, and begin the log."""
        unfinished, started = self.unfinished, rfc3339(wall)
        spreadsheets = self.plan.addressed(unfinished.id, unfinished.hosting.links)
        completed = self._side_by_side(spreadsheets, self._complete)
        for spreadsheet, (places, warnings) in zip(spreadsheets, completed, strict=True):
            self.places[spreadsheet.role] = places
            self.warnings += warnings
        hosting = replace(self.unfinished.hosting, links=self._opening_at(spreadsheets))
        header = log_header(
            self.request.header,
            unfinished.id,
            umpire.__version__,
            started,
            self._commitment(unfinished),
        )
        self.store.create(
            unfinished.id,
            header,
            unfinished.seed,
            engine=umpire.__version__,
            started=started,
            hosting=hosting,
            is_shown=is_shown,
            fixture=unfinished.fixture,
            bots=unfinished.bots,
        )
        every_warning = tuple(dict.fromkeys(self.warnings))
        return CreatedMatch(self.store.find(unfinished.id), hosting, every_warning)

    def _commitment(self, unfinished: Unfinished) -> str:
        return commitment(self.request.header, unfinished.seed)

    def _tag(self, unfinished: Unfinished, spreadsheet: Spreadsheet) -> str:
        """Return the tag by which our file is found; it hides the seed as the board does."""
        return f"{self._commitment(unfinished)[:32]}/{spreadsheet.role}"

    def _side_by_side(
        self, spreadsheets: Sequence[Spreadsheet], work: Callable[[Spreadsheet, Means], T]
    ) -> list[T]:
        """Do the same with several spreadsheets, and return the results in their order."""
        works = {spreadsheet.name: partial(work, spreadsheet) for spreadsheet in spreadsheets}
        return side_by_side(works, self.account.open, self.attempts, self.tell)

    def _look_at_given(self, *, is_begun: bool) -> str:
        """Check the given spreadsheets, and return the account of the umpire, their owner."""
        given, account, emails = self.request.given, self.account.email, self.request.emails
        spreadsheets = self.plan.spreadsheets if given else ()
        ids = [(spreadsheet, given[spreadsheet.role]) for spreadsheet in spreadsheets]
        _check_free(self.store, self.half, ids)

        def look(spreadsheet: Spreadsheet, means: Means) -> Looked:
            spreadsheet_id = given[spreadsheet.role]
            return look_at_given(
                means, spreadsheet, spreadsheet_id, account, emails, is_begun=is_begun
            )

        results = self._side_by_side(spreadsheets, look)
        self.warnings += [warning for result in results for warning in result.warnings]
        return next((result.owner for result in results if result.owner), account)

    def _give_up(self, half: Unfinished) -> None:
        """Delete the spreadsheets that umpire made for a match, which it knows by their tags."""
        own = [each for each in self.plan.spreadsheets if each.role not in half.given]
        if not half.is_nothing:
            self._side_by_side(own, partial(self._delete, half))

    def _delete(self, half: Unfinished, spreadsheet: Spreadsheet, means: Means) -> None:
        tag = self._tag(half, spreadsheet)

        def delete() -> None:
            while (spreadsheet_id := means.sheets.find(tag)) is not None:
                means.sheets.trash(spreadsheet_id)

        means.tell("deleting")
        means.attempt(delete)

    def _free_id(self) -> str:
        """Return the id of a match that came to nothing, else a new one."""
        game = self.plan.game.id
        for unfinished in self.store.unfinished.all():
            if unfinished.game == game and unfinished.is_nothing:
                return unfinished.id
        return self.store.new_id(game)

    def _save(self, unfinished: Unfinished) -> None:
        self.unfinished = unfinished
        self.store.unfinished.put(unfinished)

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
        if role in self.unfinished.hosting.spreadsheets:
            return
        tag = self._tag(self.unfinished, spreadsheet)
        spreadsheet_id = sheets.find(tag) if role in self.unfinished.trying else None
        if spreadsheet_id is None:
            self._note(role, is_tried=True)
            try:
                spreadsheet_id, self.untouched[role] = sheets.create_shared(self.unfinished.id, tag)
            except SheetsError as error:
                if not isinstance(error, Unreachable):
                    self._note(role, is_tried=False)
                raise
        self._note(role, spreadsheet_id, is_tried=False)

    def _note(self, role: str, spreadsheet_id: str | None = None, *, is_tried: bool) -> None:
        """Record whether a spreadsheet may have been made unseen, and which it is if it is made."""
        with self.keeping:
            unfinished = self.unfinished
            trying = tuple(other for other in unfinished.trying if other != role)
            ids = unfinished.hosting.spreadsheets
            if spreadsheet_id is not None:
                ids = {**ids, role: spreadsheet_id}
            self._save(
                replace(
                    unfinished,
                    hosting=replace(unfinished.hosting, spreadsheets=ids),
                    trying=(*trying, role) if is_tried else trying,
                )
            )

    def _fill(self, sheets: SheetsClient, spreadsheet: Spreadsheet) -> Mapping[str, Place]:
        """Turn an empty spreadsheet into one of the match's, all at once."""
        fairness = Fairness(self._commitment(self.unfinished))
        shown = wanted(self.plan.record, spreadsheet, fairness, {})
        spreadsheet_id = self.unfinished.hosting.spreadsheets[spreadsheet.role]
        try:
            return _filled(sheets, spreadsheet, spreadsheet_id, shown, self.account.email)
        except Gone as error:
            if spreadsheet.role in self.unfinished.given:
                raise
            raise SheetsError(
                f"{spreadsheet.name} of {self.unfinished.id} was deleted before it was finished: "
                "add --anew."
            ) from error

    def _share(self, sheets: SheetsClient, spreadsheet: Spreadsheet) -> list[str]:
        """Let in the people a spreadsheet is for, now that it holds only what they may see."""
        spreadsheet_id = self.unfinished.hosting.spreadsheets[spreadsheet.role]
        links, notify = self.unfinished.hosting.links, self.request.notify
        invited = guests(spreadsheet, links)
        if spreadsheet.role not in self.unfinished.given:
            shares = self.untouched.pop(spreadsheet.role, None)  # not for a second try
            bring(sheets, spreadsheet_id, invited, shares=shares, notify=notify)
            return []
        former, warnings = guests(spreadsheet, self.former), []
        try:
            bring(sheets, spreadsheet_id, invited, former, notify=notify)
        except Forbidden:
            warnings.append(by_hand(spreadsheet, self.account.email, links, let_in=invited))
        try:
            sheets.keep_sharing_to_owner(spreadsheet_id)
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
        for link in self.unfinished.hosting.links:
            role, tab = opened.get(link.owner, (link.role, link.tab))
            links.append(replace(link, role=role, tab=tab))
        (first,) = (link for link in links if link.owner == UMPIRE_LINK)
        others = (replace(first, role=role, tab=tabs[role]) for role in tabs if role != umpires)
        return (*links, *others)

    def _boards_tab(self, board: Spreadsheet) -> int | None:
        """Return the tab that is for everybody, where players' own tabs come first."""
        first, *others = board.pages
        shared = [page for page in others if HEADLINE in page.tab.named and page.player is None]
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
    wanted = spreadsheet.wanted(one_cell_texts(shown), account)
    due = plan_setup(wanted, observed)
    requests = [
        *due.requests,
        *diff_screen({}, shown, due.places).requests,
        *fold_requests(folds_of(spreadsheet.pages, due.places, shown, {})),
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
    store: Store, half: Unfinished | None, given: Sequence[tuple[Spreadsheet, str]]
) -> None:
    """Raise UsageError if a given spreadsheet is another match's."""
    hostings = {row.id: store.hosting(row.id) for row in store.matches()} if given else {}
    hostings |= {one.id: one.hosting for one in store.unfinished.all() if one != half}
    for spreadsheet, spreadsheet_id in given:
        for match_id, hosting in hostings.items():
            if spreadsheet_id in hosting.spreadsheets.values():
                raise UsageError(
                    f"the spreadsheet given for {spreadsheet.name} belongs to {match_id}: "
                    "give another."
                )
