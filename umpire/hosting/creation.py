"""Make a new match: make, fill and share its spreadsheets, then begin its log.

Each step first checks whether it was taken before, and steps that must not be repeated are recorded
before and after. So if anything is interrupted, asking for the same match again finishes it.
"""

import secrets
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import umpire
from umpire.catalogue import find_game
from umpire.errors import UsageError
from umpire.games.base import AnyGame, Screen
from umpire.games.names import close_matches
from umpire.games.text import listed
from umpire.hosting.adopting import Looked, look_at_given
from umpire.hosting.retry import Attempt, Attempts, Tell, once, only_once
from umpire.hosting.sharing import bring, by_hand, guests
from umpire.hosting.side_by_side import Means, side_by_side
from umpire.match import Header, commitment
from umpire.sheets.account import Account
from umpire.sheets.addresses import is_service
from umpire.sheets.client import Share, Sheets
from umpire.sheets.diff import check, diff_screen, one_cell_texts
from umpire.sheets.errors import Forbidden, Gone, Refused, SheetsError, Unreachable
from umpire.sheets.folding import fold_requests, folds_of
from umpire.sheets.grid import Place
from umpire.sheets.layout import laid_out
from umpire.sheets.observed import REPAIR_FIELDS, Observed
from umpire.sheets.ranges import HEADLINE, of_no_seat
from umpire.sheets.reconcile import made
from umpire.sheets.template import Template, check_tables, find_template
from umpire.showing.record import Record, first_record
from umpire.showing.screens import wanted
from umpire.showing.sentences import Fairness
from umpire.showing.spreadsheets import BOARD, CONSOLE, Spreadsheet, match_context, spreadsheets_of
from umpire.store import GOOGLE, Fixture, Hosting, Link, MatchRow, Store, Unfinished
from umpire.store.records import READER_LINK, UMPIRE_LINK, BotSeat, LinkOwner, log_header
from umpire.store.worldtime import rfc3339

T = TypeVar("T")
_SECRET_BYTES = 24
"""The ending of a name that exists once for each player."""


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """A request for a match: which, where, and on Google for whom.

    `template` is a folder with a template of one's own. `given` are spreadsheets that were made by
    hand, by role. `emails` are players' accounts, and `is_open` tells whether whoever has its link
    may read the board; with `notify` Google sends mails to those who are let in. `further` are the
    accounts that are to umpire it beside the one that makes it. `fixture` says of which league it
    is. `links` are those of a match of the same people on the local server, by their seats in this
    one, which they are to open too. `bots` are the seats that bots play.
    """

    header: Header
    server: str
    template: Path | None = None
    given: Mapping[str, str] = field(default_factory=dict)
    emails: Mapping[str, str] = field(default_factory=dict)
    is_open: bool = True
    notify: bool = False
    further: tuple[str, ...] = ()
    fixture: Fixture | None = None
    links: tuple[Link, ...] = ()
    bots: tuple[BotSeat, ...] = ()

    @property
    def on_google(self) -> bool:
        """Whether its spreadsheets are on Google."""
        return self.server == GOOGLE

    @property
    def folder(self) -> str | None:
        """The full path of the umpire's own template."""
        return None if self.template is None else str(self.template.resolve())

    def is_begun_in(self, one: Unfinished) -> bool:
        """Return whether this match is the half-made one, whoever that was to be shared with."""
        header = self.header
        return (one.game, one.players, one.options, one.fixture, one.bots) == (
            header.game,
            header.players,
            header.options,
            self.fixture,
            self.bots,
        ) and (one.hosting.server, one.hosting.template, one.given_spreadsheets) == (
            self.server,
            self.folder,
            self.given,
        )


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
    untold: bool = False,
    attempts: Attempts = only_once,
    tell: Tell = lambda _: None,
) -> CreatedMatch:
    """Make a match, or finish it if it is half made, or with `anew` give that up and begin again.

    `account` makes the spreadsheets, side by side. `attempts` returns what does each step, and
    `tell` is handed what is being done. One that is `untold` is found by `made_before` until
    `Store.unfinished.drop`. Raises UsageError before anything is made for a request that cannot be
    granted, and UmpireError where a step fails: what has been made stays for the next time.
    """
    making = _Creation(store, account, request, attempts, tell, half_made(store, request))
    making.begin(wall, anew=anew)
    return making.finish(wall, untold=untold)


def check_matches(
    sheets: Sheets, account: str, requests: Sequence[MatchRequest], attempt: Attempt = once
) -> None:
    """Check that these matches can be made by an account; nothing is made.

    Raises UsageError for one that cannot be, and UmpireError if the server does not answer.
    """
    for request in requests:
        _check(request, account)
    attempt(sheets.me)


def half_made(store: Store, request: MatchRequest) -> Unfinished | None:
    """Return the unfinished beginning of a match, if there is one."""
    return next((one for one in store.unfinished.all() if request.is_begun_in(one)), None)


def made_before(store: Store, request: MatchRequest) -> CreatedMatch | None:
    """Return the same match if it was made but perhaps never shown to the umpire, else None.

    One that has been watched was known of.
    """
    for one in store.unfinished.untold():
        if request.is_begun_in(one) and not store.lines(one.id):
            return CreatedMatch(store.find(one.id), store.hosting(one.id), ())
    return None


@dataclass(slots=True)
class _Creation:
    """A match in the making: first what is wanted, then what has been made.

    `half` is what was begun before, and `former` the links that it had then. `untouched` are the
    permissions of spreadsheets that are new and not shared yet, by role. Several threads work on
    it, each on another spreadsheet; `keeping` is held while one changes `one`.
    """

    store: Store
    account: Account
    request: MatchRequest
    attempts: Attempts
    tell: Tell
    half: Unfinished | None
    former: Sequence[Link] = ()
    warnings: list[str] = field(default_factory=list)
    places: dict[str, Mapping[str, Place]] = field(default_factory=dict)
    untouched: dict[str, tuple[Share, ...]] = field(default_factory=dict)
    game: AnyGame = field(init=False)
    template: Template = field(init=False)
    one: Unfinished = field(init=False)
    keeping: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.game = find_game(self.request.header.game)
        self.template = find_template(self.game.id, self.request.template)

    def begin(self, wall: float, *, anew: bool) -> None:
        """Record that the match is begun; with `anew` first give up what was made before.

        Raises UsageError if the request cannot be granted, UmpireError if nobody answers.
        """
        request, kept = self.request, None if anew else self.half
        with closing(self.account.open()) as sheets:
            attempt = self.attempts(self.tell, time.sleep)
            check_matches(sheets, self.account.email, [request], attempt)
        umpires = self._look_at_given(is_begun=kept is not None)
        if self.game.private and request.on_google:
            own = {one.casefold() for one in (umpires, *request.further)}
            self.warnings += [
                f"{player} has the umpire's own address, and so can see everything."
                for player, email in request.emails.items()
                if email in own
            ]
        if kept is not None:
            self.former = kept.hosting.links
        elif self.half is not None:
            self._give_up(self.half)
        one = kept or Unfinished(
            id=self._free_id() if self.half is None else self.half.id,
            game=self.game.id,
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
        self._keep(replace(one, hosting=replace(one.hosting, links=links)))

    def finish(self, wall: float, *, untold: bool) -> CreatedMatch:
        """Make what is missing, fill it, let everybody in, and begin the log."""
        one, started = self.one, rfc3339(wall)
        made_of = self._spreadsheets(one.id, one.hosting.links)
        header = log_header(
            self.request.header, one.id, umpire.__version__, started, self._commitment(one)
        )
        record = first_record(header, self.game)
        done = self._side_by_side(made_of, partial(self._complete, record))
        for spreadsheet, (places, warnings) in zip(made_of, done, strict=True):
            self.places[spreadsheet.role] = places
            self.warnings += warnings
        hosting = replace(self.one.hosting, links=self._opening_at(made_of))
        self.store.create(
            *(one.id, header, one.seed),
            engine=umpire.__version__,
            started=started,
            hosting=hosting,
            untold=untold,
            fixture=one.fixture,
            bots=one.bots,
        )
        return CreatedMatch(self.store.find(one.id), hosting, tuple(dict.fromkeys(self.warnings)))

    def _commitment(self, one: Unfinished) -> str:
        return commitment(self.request.header, one.seed)

    def _tag(self, one: Unfinished, spreadsheet: Spreadsheet) -> str:
        """Return what a file of ours is known by; it tells of the seed no more than the board."""
        return f"{self._commitment(one)[:32]}/{spreadsheet.role}"

    def _spreadsheets(self, match_id: str, links: Sequence[Link]) -> tuple[Spreadsheet, ...]:
        """Return the match's spreadsheets; given ones may lack the console."""
        return _spreadsheets(self.template, self.request, self.account.email, match_id, links)

    def _side_by_side(
        self, spreadsheets: Sequence[Spreadsheet], work: Callable[[Spreadsheet, Means], T]
    ) -> list[T]:
        """Do the same with several spreadsheets, and return the results in their order."""
        works = {one.name: partial(work, one) for one in spreadsheets}
        return side_by_side(works, self.account.open, self.attempts, self.tell)

    def _look_at_given(self, *, is_begun: bool) -> str:
        """Look whether given spreadsheets will do; the account of the umpire, who owns them."""
        given, account = self.request.given, self.account.email
        spreadsheets = self._spreadsheets("", ()) if given else ()
        _check_free(self.store, self.half, [(one, given[one.role]) for one in spreadsheets])

        def look(spreadsheet: Spreadsheet, means: Means) -> Looked:
            about = (spreadsheet, given[spreadsheet.role], account, self.request.emails)
            return look_at_given(means, *about, is_begun=is_begun)

        looked = self._side_by_side(spreadsheets, look)
        self.warnings += [warning for one in looked for warning in one.warnings]
        return next((one.owner for one in looked if one.owner), account)

    def _give_up(self, half: Unfinished) -> None:
        """Delete the spreadsheets that umpire made for a match, which it knows by their tags."""
        doomed = [one for one in self._spreadsheets(half.id, ()) if one.role not in half.given]
        if not half.is_nothing:
            self._side_by_side(doomed, partial(self._delete, half))

    def _delete(self, half: Unfinished, spreadsheet: Spreadsheet, means: Means) -> None:
        tag = self._tag(half, spreadsheet)

        def delete() -> None:
            while (spreadsheet_id := means.sheets.find(tag)) is not None:
                means.sheets.trash(spreadsheet_id)

        means.tell("deleting")
        means.attempt(delete)

    def _free_id(self) -> str:
        """Return the id of a match that came to nothing, else a new one."""
        for one in self.store.unfinished.all():
            if one.game == self.game.id and one.is_nothing:
                return one.id
        return self.store.new_id(self.game.id)

    def _keep(self, one: Unfinished) -> None:
        self.one = one
        self.store.unfinished.put(one)

    def _complete(
        self, record: Record, spreadsheet: Spreadsheet, means: Means
    ) -> tuple[Mapping[str, Place], list[str]]:
        """Make, fill and share a spreadsheet; return its names' places, and warnings."""
        means.tell("making")
        means.attempt(partial(self._make, means.sheets, spreadsheet))
        means.tell("filling")
        places = means.attempt(partial(self._fill, means.sheets, record, spreadsheet))
        means.tell("sharing")
        warnings = means.attempt(partial(self._share, means.sheets, spreadsheet))
        return places, warnings

    def _make(self, sheets: Sheets, spreadsheet: Spreadsheet) -> None:
        """Make an empty spreadsheet; after an unanswered try look whether there is one."""
        role = spreadsheet.role
        if role in self.one.hosting.spreadsheets:
            return
        tag = self._tag(self.one, spreadsheet)
        spreadsheet_id = sheets.find(tag) if role in self.one.trying else None
        if spreadsheet_id is None:
            self._note(role, is_tried=True)
            try:
                spreadsheet_id, self.untouched[role] = sheets.create_shared(self.one.id, tag)
            except SheetsError as error:
                if not isinstance(error, Unreachable):
                    self._note(role, is_tried=False)
                raise
        self._note(role, spreadsheet_id, is_tried=False)

    def _note(self, role: str, spreadsheet_id: str | None = None, *, is_tried: bool) -> None:
        """Record whether a spreadsheet may have been made unseen, and which it is if it is made."""
        with self.keeping:
            one = self.one
            trying = tuple(other for other in one.trying if other != role)
            made = one.hosting.spreadsheets
            if spreadsheet_id is not None:
                made = {**made, role: spreadsheet_id}
            self._keep(
                replace(
                    one,
                    hosting=replace(one.hosting, spreadsheets=made),
                    trying=(*trying, role) if is_tried else trying,
                )
            )

    def _fill(
        self, sheets: Sheets, record: Record, spreadsheet: Spreadsheet
    ) -> Mapping[str, Place]:
        """Turn an empty spreadsheet into one of the match's, all at once."""
        shown = wanted(record, spreadsheet, Fairness(self._commitment(self.one)), {})
        spreadsheet_id = self.one.hosting.spreadsheets[spreadsheet.role]
        try:
            return _filled(sheets, spreadsheet, spreadsheet_id, shown, self.account.email)
        except Gone as error:
            if spreadsheet.role in self.one.given:
                raise
            raise SheetsError(
                f"{spreadsheet.name} of {self.one.id} was deleted before it was finished: add "
                "--anew."
            ) from error

    def _share(self, sheets: Sheets, spreadsheet: Spreadsheet) -> list[str]:
        """Let in the people a spreadsheet is for, now that it holds only what they may see."""
        spreadsheet_id = self.one.hosting.spreadsheets[spreadsheet.role]
        links, notify = self.one.hosting.links, self.request.notify
        invited = guests(spreadsheet, links)
        if spreadsheet.role not in self.one.given:
            there = self.untouched.pop(spreadsheet.role, None)  # not for a second try
            bring(sheets, spreadsheet_id, invited, there=there, notify=notify)
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

    def _opening_at(self, made_of: Sequence[Spreadsheet]) -> tuple[Link, ...]:
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
            for spreadsheet in reversed(made_of)
            for page in reversed(spreadsheet.pages)
            if page.player is not None
        }
        tabs: dict[str, int | None] = {spreadsheet.role: None for spreadsheet in made_of}
        tabs[BOARD] = self._boards_tab(made_of[0])
        umpires = CONSOLE if CONSOLE in tabs else BOARD
        opened |= {UMPIRE_LINK: (umpires, None), READER_LINK: (BOARD, tabs[BOARD])}
        links = []
        for link in self.one.hosting.links:
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


def _check(request: MatchRequest, account: str) -> None:
    """Raise UsageError if an account cannot make a match as requested."""
    game = find_game(request.header.game)
    template = find_template(game.id, request.template)
    check_tables(template, game)
    header, plain = request.header, _spreadsheets(template, request, account, "", ())
    _check_request(request, plain, account)
    record = first_record(header, game)
    fairness = Fairness(commitment(header, ""))  # as long as that of a seed
    for spreadsheet in plain:
        _fits(game, spreadsheet, wanted(record, spreadsheet, fairness))


def _spreadsheets(
    template: Template,
    request: MatchRequest,
    account: str,
    match_id: str,
    links: Sequence[Link],
) -> tuple[Spreadsheet, ...]:
    """Return a match's spreadsheets; given ones may lack the console."""
    filled = match_context(match_id, request.header, links, (account, *request.further))
    given = request.given
    return tuple(
        spreadsheet
        for spreadsheet in spreadsheets_of(template, filled)
        if spreadsheet.role != CONSOLE or CONSOLE in given or not given
    )


def new_seed() -> str:
    """Return a secret seed for a new match: 64 hex digits."""
    return secrets.token_hex(32)


def _filled(
    sheets: Sheets, spreadsheet: Spreadsheet, spreadsheet_id: str, shown: Screen, account: str
) -> Mapping[str, Place]:
    """Turn a spreadsheet into this part of a match, in one write; return its names' places.

    It may be empty, filled already, or made from the template by hand.
    """
    observed = Observed.found_in(sheets.metadata(spreadsheet_id, REPAIR_FIELDS))
    wanted = spreadsheet.wanted(one_cell_texts(shown), account)
    due = made(wanted, observed)
    requests = [
        *due.requests,
        *diff_screen({}, shown, due.places).requests,
        *fold_requests(folds_of(spreadsheet.pages, due.places, shown, {})),
    ]
    if requests:
        sheets.write(spreadsheet_id, requests)
    return due.places


def _links(request: MatchRequest, umpires: str, known: Sequence[Link]) -> tuple[Link, ...]:
    """Return everybody's link to the board: on the local server with a secret, those known kept."""
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
    own = {link.owner: link.secret for link in known}
    return tuple(
        Link(owner, BOARD, own.get(owner) or secrets.token_urlsafe(_SECRET_BYTES))
        for owner in everybody
    )


def _check_request(request: MatchRequest, made_of: Sequence[Spreadsheet], account: str) -> None:
    """Raise UsageError for an impossible request."""
    names = {spreadsheet.role: spreadsheet.name for spreadsheet in made_of}
    given = request.given
    if given.keys() - names.keys():
        raise UsageError(
            "the game has no secrets, so everyone plays on the board: leave out --table."
        )
    if len(set(given.values())) < len(given):
        raise UsageError("the same spreadsheet is given twice: give a different one each time.")
    missing = [name for role, name in names.items() if given and role not in given]
    if missing:
        raise UsageError(
            f"there is no spreadsheet for {listed(missing)}: give all of them or none."
        )
    if request.on_google and not given and is_service(account):
        raise UsageError(
            "a service account has no storage for files: make empty spreadsheets for "
            f"{listed([*names.values()])}, share each with {account} as Editor, and give them with "
            "--board, --table and --console; or sign in with 'umpire login'."
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


def _fits(game: AnyGame, spreadsheet: Spreadsheet, shown: Screen) -> None:
    """Raise UsageError if a template lacks a name that the match needs."""
    entries = [spreadsheet.entry(seat) for seat in spreadsheet.seats]
    names = {**shown, **dict.fromkeys(entries, (("",),))}
    places, template = laid_out(spreadsheet.pages), spreadsheet.template
    for name in names:
        if name not in places:
            raise UsageError(_lacking(game, spreadsheet, name, places.keys() - names.keys()))
    if faults := check(names, places):
        raise UsageError(f"the template {template.folder} does not fit {game.title}: {faults[0]}")


def _lacking(game: AnyGame, spreadsheet: Spreadsheet, name: str, unused: Collection[str]) -> str:
    """Say which name a template lacks, which file it belongs in, and which is there instead."""
    own = find_template(game.id)
    files = (own.console if spreadsheet.is_console and own.console else own).files
    plain_name = of_no_seat(name)
    where = files.get(plain_name) or files.get(name) or "no file"
    there = [of_no_seat(one) for one in close_matches(name, sorted(unused))[:1]]
    instead = (
        f" Is it what {spreadsheet.template.files[there[0]]} calls {there[0]!r}?" if there else ""
    )
    return (
        f"the template {spreadsheet.template.folder} has no range named {plain_name!r}, which the "
        f"game's own has in {where}: define it again.{instead}"
    )
