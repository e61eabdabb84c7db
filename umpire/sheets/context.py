"""A template filled for one match: its tabs with their own titles, ids and texts."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from umpire.games.names import with_short_names
from umpire.games.text import join_words
from umpire.sheets.addresses import is_local
from umpire.sheets.grid import Place, Rect, looks_like_a_cell
from umpire.sheets.ranges import LABEL
from umpire.sheets.tabs import Area, Tab, fill
from umpire.sheets.template import Template

_FIRST_SHEET = 1001
_TITLE_ENDS = 31
"""How many UTF-16 units fit into a tab's title in every spreadsheet program: Excel counts those."""
_NO_TITLE = re.compile(r"[\[\]:*?/\\!'\x00-\x1f]")


@dataclass(frozen=True, slots=True)
class Context:
    """A match's values for one spreadsheet of a template.

    `keepers` are the accounts that may edit everything, the daemon's and the umpire's; `accounts`
    holds each player's. `seat`, from 1, is the seat of a table's player, None for the board.
    `clock` says whether the match has clocks.
    """

    match: str
    game: str
    players: tuple[str, ...]
    keepers: tuple[str, ...] = ()
    accounts: Mapping[str, str] = field(default_factory=dict)
    seat: int | None = None
    clock: bool = True

    @property
    def is_local(self) -> bool:
        """Whether its spreadsheets are on the local server."""
        return any(map(is_local, self.keepers))

    def texts(self, seat: int | None = None) -> dict[str, str]:
        """Return the words that a template may have in braces, with their values.

        `seat` is the seat of the tab's or table's player, None if it is for everybody. Numbered
        names are shortened as on the screens, since rules compare them with the texts there.
        """
        seats = {
            f"player{number}": with_short_names(name, self.players)
            for number, name in enumerate(self.players, 1)
        }
        own = {} if seat is None else {"player": self.players[seat - 1], "seat": str(seat)}
        return {
            "match": self.match,
            "game": self.game,
            "players": join_words(self.players),
            **seats,
            **own,
        }


@dataclass(frozen=True)
class Page:
    """A tab of the filled template.

    `player` is its player, None if it is for everybody. `among_players` says whether players write
    in its spreadsheet, even if not on this tab.
    """

    sheet: int
    title: str
    tab: Tab
    texts: Mapping[str, str]
    player: str | None = None
    suffix: str = ""
    among_players: bool = False

    @cached_property
    def names(self) -> Mapping[str, Rect]:
        """The rectangle of each name as the template laid it out, names with suffixes."""
        return {self.name(name): rect for name, rect in self.tab.named_rects.items()}

    def named_areas(self) -> Iterator[tuple[str, Area]]:
        """Yield each name with its area."""
        for area in self.tab.areas:
            for spot in area.spots():
                if spot.name is not None:
                    yield self.name(spot.name), area

    def labels(self) -> Iterator[tuple[str, str]]:
        """Yield the subject of each label with a text (`entry` of `label_entry`), and the text."""
        for area in self.tab.areas:
            for spot in area.spots():
                if spot.name and spot.text and spot.name.startswith(LABEL):
                    yield spot.name.removeprefix(LABEL), self.fill(spot.text)

    def name(self, name: str) -> str:
        """Return a name of the template as it is on this page."""
        return name + self.suffix

    @cached_property
    def play(self) -> str:
        """The tab's metadata for the play page, as JSON; "" if there is none."""
        names = {name: self.name(name) for name in self.tab.named_rects}
        return self.tab.play.to_json(names) if self.tab.play else ""

    def fill(self, text: str) -> str:
        """Replace the words in braces by this page's texts."""
        return fill(text, self.texts)

    def sheet_now(self, places: Mapping[str, Place]) -> int:
        """Return the tab with most of its names now, or its own id if none is left."""
        sheets = [places[name].sheet for name in self.names if name in places]
        return max(set(sheets), key=sheets.count) if sheets else self.sheet


def title(template: Template, context: Context) -> str:
    """Return the title of the spreadsheet."""
    pattern = template.title if context.seat is None else template.table_title
    return fill(pattern, context.texts(context.seat))


def pages(template: Template, context: Context) -> tuple[Page, ...]:
    """Return the tabs of the spreadsheet in order, with the same titles and ids at every call.

    The board has a tab for each player; a table has only its own player's.
    """
    tabs = template.tabs if context.seat is None else template.tables
    seats = [seat for seat in range(1, len(context.players) + 1) if context.seat in (None, seat)]
    fillings: list[tuple[Tab, dict[str, str], str | None, str]] = []
    for tab in [tab.with_clocks(context.clock) for tab in tabs]:
        if tab.for_each is None:
            fillings.append((tab, context.texts(), None, ""))
        else:
            fillings += [
                (tab, context.texts(seat), context.players[seat - 1], f"_{seat}") for seat in seats
            ]
    names = {
        (name + suffix).casefold() for tab, _, _, suffix in fillings for name in tab.named_rects
    }
    fixed_titles = {tab.title.casefold() for tab in tabs if tab.for_each is None}
    among_players = any(tab.written_by_player() for tab, *_ in fillings)
    result: list[Page] = []
    for number, (tab, texts, player, suffix) in enumerate(fillings):
        used_names = (
            names | {page.title.casefold() for page in result} | (fixed_titles if player else set())
        )
        heading = _tab_title(fill(tab.title, texts), suffix, used_names)
        sheet = _FIRST_SHEET + number
        result.append(Page(sheet, heading, tab, texts, player, suffix, among_players))
    return tuple(result)


def _tab_title(text: str, suffix: str, used_names: set[str]) -> str:
    """Make a title that every spreadsheet program allows and that no tab or named range has."""
    clean = _truncate(_NO_TITLE.sub(" ", text).strip(), _TITLE_ENDS)
    if clean and clean.casefold() not in used_names and not looks_like_a_cell(clean):
        return clean
    mark = f" (player {suffix.removeprefix('_')})" if suffix else " (tab)"
    return f"{_truncate(clean, _TITLE_ENDS - len(mark))}{mark}".strip()


def _truncate(text: str, most: int) -> str:
    """Return as much of a text as has no more than so many UTF-16 units."""
    units = text.encode("utf-16-le", "surrogatepass")[: 2 * most]
    return units.decode("utf-16-le", "ignore").rstrip()
