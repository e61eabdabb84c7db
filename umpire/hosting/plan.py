"""The plan for a requested match, before anything is made: its history, spreadsheets, checks."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from umpire.catalogue import find_game
from umpire.errors import UsageError
from umpire.games.base import AnyGame, Screen
from umpire.games.names import close_matches
from umpire.games.text import join_words
from umpire.match import Header, commitment
from umpire.projections.match_history import MatchHistory, first_history
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import CONSOLE, Spreadsheet, match_context, spreadsheets_of
from umpire.sheets.addresses import is_service
from umpire.sheets.diff import find_misfits
from umpire.sheets.layout import template_places
from umpire.sheets.ranges import of_no_seat
from umpire.sheets.template import Template, check_tables, find_template
from umpire.store import GOOGLE, Fixture, Link, PendingMatch
from umpire.store.records import BotSeat


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """A request for a match: the match, its server, and on Google the accounts for it.

    `template` is a folder with the umpire's own template. `handmade` are the ids of spreadsheets
    that were made by hand, by role. `emails` are the players' accounts. With `is_open` anyone with
    its link may read the board; with `notify` Google sends mails to those who are let in. `further`
    are the accounts that umpire the match beside the one that makes it. `fixture` is its league and
    round. `links` are former links on the local server, by the seats in this match: they open this
    match too. `bots` are the seats that bots play.
    """

    header: Header
    server: str
    template: Path | None = None
    handmade: Mapping[str, str] = field(default_factory=dict)
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

    def is_begun_in(self, pending: PendingMatch) -> bool:
        """Return whether the half-made match is this one; who has access may differ."""
        header, hosting = self.header, pending.hosting
        return (
            pending.game == header.game
            and pending.players == header.players
            and pending.options == header.options
            and pending.fixture == self.fixture
            and pending.bots == self.bots
            and hosting.server == self.server
            and hosting.template == self.folder
            and pending.handmade_spreadsheets == self.handmade
        )


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What follows from a request: the game, the template, the first history, the spreadsheets.

    The spreadsheets lack the match's id and the players' accounts until `with_addresses`. `account`
    makes them.
    """

    request: MatchRequest
    account: str
    game: AnyGame
    template: Template
    history: MatchHistory
    spreadsheets: tuple[Spreadsheet, ...]

    @classmethod
    def of(cls, request: MatchRequest, account: str) -> Self:
        """Plan a match; spreadsheets made by hand may lack the console. Raises UsageError."""
        header = request.header
        game = find_game(header.game)
        template = find_template(game.id, request.template)
        check_tables(template, game)
        context = match_context("", header, (), (account, *request.further))
        spreadsheets = tuple(
            spreadsheet
            for spreadsheet in spreadsheets_of(template, context)
            if spreadsheet.role != CONSOLE or CONSOLE in request.handmade or not request.handmade
        )
        history = first_history(header, game)
        return cls(request, account, game, template, history, spreadsheets)

    def with_addresses(self, match_id: str, links: Sequence[Link]) -> tuple[Spreadsheet, ...]:
        """Return the spreadsheets with the match's id and the accounts of its links."""
        own = self.account, *self.request.further
        context = match_context(match_id, self.request.header, links, own)
        return tuple(
            replace(spreadsheet, context=replace(context, seat=spreadsheet.context.seat))
            for spreadsheet in self.spreadsheets
        )

    def check(self) -> None:
        """Raise UsageError if the account cannot make the match as requested."""
        _check_request(self.request, self.spreadsheets, self.account)
        fairness = Fairness(commitment(self.request.header, ""))  # as long as that of a seed
        for spreadsheet in self.spreadsheets:
            _check_fit(
                self.game, spreadsheet, spreadsheet_screen(self.history, spreadsheet, fairness)
            )


def _check_request(
    request: MatchRequest, spreadsheets: Sequence[Spreadsheet], account: str
) -> None:
    """Raise UsageError for an impossible request."""
    names = {spreadsheet.role: spreadsheet.name for spreadsheet in spreadsheets}
    handmade = request.handmade
    if handmade.keys() - names.keys():
        raise UsageError(
            "the game has no secrets, so everyone plays on the board: leave out --table."
        )
    if len(set(handmade.values())) < len(handmade):
        raise UsageError("the same spreadsheet is given twice: give a different one each time.")
    missing = [name for role, name in names.items() if handmade and role not in handmade]
    if missing:
        raise UsageError(
            f"there is no spreadsheet for {join_words(missing)}: give all of them or none."
        )
    if request.on_google and not handmade and is_service(account):
        raise UsageError(
            "a service account has no storage for files: make empty spreadsheets for "
            f"{join_words([*names.values()])}, share each with {account} as Editor, and give them "
            "with --board, --table and --console; or sign in with 'umpire login'."
        )


def _check_fit(game: AnyGame, spreadsheet: Spreadsheet, screen: Screen) -> None:
    """Raise UsageError if a template lacks a name that the match needs."""
    entries = [spreadsheet.entry(seat) for seat in spreadsheet.seats]
    names = {**screen, **dict.fromkeys(entries, (("",),))}
    places, template = template_places(spreadsheet.pages), spreadsheet.template
    for name in names:
        if name not in places:
            raise UsageError(
                _missing_name_message(game, spreadsheet, name, places.keys() - names.keys())
            )
    if faults := find_misfits(names, places):
        raise UsageError(f"the template {template.folder} does not fit {game.title}: {faults[0]}")


def _missing_name_message(
    game: AnyGame, spreadsheet: Spreadsheet, name: str, unused: Collection[str]
) -> str:
    """Return which name a template lacks, and in which file; suggest a similar name that it has."""
    own = find_template(game.id)
    files = (own.console if spreadsheet.is_console and own.console else own).files
    plain_name = of_no_seat(name)
    where = files.get(plain_name) or files.get(name) or "no file"
    similar = [of_no_seat(match) for match in close_matches(name, sorted(unused))[:1]]
    instead = (
        f" Is it what {spreadsheet.template.files[similar[0]]} calls {similar[0]!r}?"
        if similar
        else ""
    )
    return (
        f"the template {spreadsheet.template.folder} has no range named {plain_name!r}, which the "
        f"game's own has in {where}: define it again.{instead}"
    )
