"""One spreadsheet of a live match: from what a read shows to what the next write must say.

Nothing here sends a request: the driver does, when the planner says so.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from umpire.errors import UmpireError
from umpire.games.base import UMPIRE, Screen
from umpire.json_types import JsonObject
from umpire.match import asking
from umpire.sheets.client import Block, Typed
from umpire.sheets.diff import Rows, diff_screen, keep_plain_text, offer, one_cell_texts
from umpire.sheets.grid import Place, Rect, cell_name, read_place, sheet_ids
from umpire.sheets.ranges import LEASE, PAUSE
from umpire.sheets.tabs import placeholders
from umpire.sheets.upkeep import grow, keep
from umpire.watch.confirming import Cell, Confirming, by_cell, column_of, ranges
from umpire.watch.console import HELP, offers
from umpire.watch.countdowns import Kept, countdowns
from umpire.watch.form_cells import Forms, Work
from umpire.watch.forms import Shown
from umpire.watch.live_match import LiveMatch
from umpire.watch.pause_box import PauseBox
from umpire.watch.planner import SheetStatus
from umpire.watch.scoresheet import new_rows, used
from umpire.watch.screens import wanted
from umpire.watch.spreadsheets import Spreadsheet

PUT_BACK = "was changed by hand and is put back"
_NAMED = 5


class TakenOver(UmpireError):
    """Another daemon, from another store, writes to this spreadsheet now."""


@dataclass(frozen=True, slots=True)
class Batch:
    """One write: its requests, and what is known once they are carried out.

    `shown` is what every block shows then, `offered` the drop-down of each seat, `forms` what
    becomes of entry forms, `countdowns` what is kept of them if it changes. `upkeep` tells whether
    formats, protection or names change with it.
    """

    requests: tuple[JsonObject, ...] = ()
    shown: Screen = field(default_factory=dict)
    offered: Mapping[int, object] = field(default_factory=dict)
    forms: Work = field(default_factory=Work)
    countdowns: str | None = None
    upkeep: bool = False
    findings: tuple[str, ...] = ()


@dataclass(slots=True)
class Health:
    """How the requests to a spreadsheet went.

    `read_well` is when, and `clock_then` what the match clock showed when, its last good read
    began; `unwritten_since` is when the first of the writes failed that have not worked since, and
    `owed_since` when somebody who writes here was first seen to owe an answer, None while nobody
    does. `trouble` is a sentence on what is wrong.
    """

    status: SheetStatus
    read_well: float
    clock_then: float
    unwritten_since: float | None = None
    owed_since: float | None = None
    trouble: str | None = None


class LiveSheet:
    """A spreadsheet of a live match and what is known of it.

    `findings` are sentences for the umpire on what the spreadsheet should have and has not.
    `rereads` tells that the last read had to be confirmed only to find what was known already: a
    formula stands there that shows something else each time, or might have been typed over.
    `remarks` are sentences for the umpire on all of the match, to be shown if this is the console.
    """

    health: Health
    """Kept by the connection that asks for it."""

    def __init__(
        self, live: LiveMatch, spreadsheet: Spreadsheet, spreadsheet_id: str, owner: str
    ) -> None:
        self.spreadsheet = spreadsheet
        self.id = spreadsheet_id
        self.findings: tuple[str, ...] = ()
        self.rereads = False
        self.remarks: tuple[str, ...] = ()
        self._live = live
        self._owner = owner
        self._metadata: JsonObject | None = None
        self._holder: str | None = None
        self._tabs: dict[str, int] = {}
        self._stands: dict[str, Rows] = {}
        self._painted: Screen | None = None
        self._confirming = Confirming()
        self._ranges: dict[str, str] = {}
        self._places: dict[str, Place] = {}
        self._offered: Mapping[int, object] = {}
        self._forms = Forms(live, spreadsheet)
        self._box = PauseBox(live, spreadsheet)
        self._countdowns = Kept()
        self._gone: frozenset[str] = frozenset()
        self._wanted: tuple[object, object, Screen] | None = None
        self._colour_words = _colour_words(spreadsheet)
        self._kept: tuple[tuple[JsonObject, dict[str, str | None]], list[JsonObject]] | None = None
        self._batch: tuple[tuple[object, ...], Batch] | None = None

    @property
    def names(self) -> list[str]:
        """The names of all ranges that a read asks for."""
        entries = map(self.spreadsheet.entry, self.seats)
        boxes = (name for name in self._box.names if name not in self._gone)
        return [*self.wanted, *entries, *self._forms.names, *boxes]

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose score sheets are there; a console is of use without one."""
        return tuple(
            seat
            for seat in self.spreadsheet.seats
            if self.spreadsheet.entry(seat) not in self._gone
        )

    @property
    def wanted(self) -> Screen:
        """What the spreadsheet is to show."""
        record, live = self._live.record, self._live
        about = self._forms.notes(), self.remarks
        if self._wanted is None or self._wanted[0] is not record or self._wanted[1] != about:
            screen = wanted(record, self.spreadsheet, live.row.commitment, live.seed, *about)
            gone = self._forms.dropped | self._gone
            there = {name: rows for name, rows in screen.items() if name not in gone}
            self._wanted = record, about, there
        return self._wanted[2]

    @property
    def unknown(self) -> bool:
        """Whether its metadata must be read before anything else."""
        return self._metadata is None

    @property
    def was_read(self) -> bool:
        """Whether it has been read at all."""
        return bool(self._stands)

    @property
    def is_done_without(self) -> bool:
        """Whether the match goes on although something is wrong with it."""
        return not self.spreadsheet.is_played_in and self.health.trouble is not None

    @property
    def is_shown(self) -> bool:
        """Whether the spreadsheet is known to show all that it should."""
        return self._painted == self.wanted and not self.batch().requests

    def let_in(self, spreadsheet: Spreadsheet) -> None:
        """Take it that other accounts may write in it now: its protection is looked at again."""
        self.spreadsheet = spreadsheet
        self._kept = None
        self.forget_metadata()

    def forget_metadata(self) -> None:
        """Have the metadata read again."""
        self._metadata = None

    def see_metadata(self, metadata: JsonObject) -> str | None:
        """Take in a look at tabs, names, formats and protection.

        Gives a sentence if names are missing. Raises TakenOver if another daemon has taken the
        spreadsheet's lease from this one.
        """
        ids = {named["name"]: named["namedRangeId"] for named in metadata.get("namedRanges", [])}
        if self._forms.find(ids):
            self._wanted = None
        if not self.spreadsheet.is_played_in:
            self._see_gone(ids)
        missing = [name for name in self.names or sorted(self._gone) if name not in ids]
        if missing:
            return (
                f"{self.spreadsheet.name} lacks what was named {some(missing)}: name it again and "
                "the match goes on"
            )
        token, holder = self._live.token, ids.get(LEASE)
        if self._holder == token and holder not in (None, token):
            raise TakenOver(
                f"Another umpire has taken over {self.spreadsheet.name} of {self._live.row.id}: "
                "this one stops."
            )
        self._metadata, self._holder = metadata, holder
        self._countdowns = Kept.found_in(metadata)
        self._tabs = sheet_ids(metadata)
        return None

    def order(self) -> tuple[str, str | None] | None:
        """Return what the umpire has ordered with the box since it was last seen, and its cell."""
        said = self._box.order(self._stands)
        return None if said is None else (said, self._ranges.get(PAUSE))

    def doubts(self, blocks: Mapping[str, Block]) -> list[str]:
        """Return the ranges in which a read must be confirmed before it is taken in.

        Raises ValueError if they cannot be told.
        """
        return ranges(self._doubtful(_rows(blocks)), blocks)

    def see(
        self, blocks: Mapping[str, Block], typed: Mapping[str, Typed] | None = None
    ) -> list[str]:
        """Take in a read; return the names of blocks that somebody else wrote to meanwhile.

        `typed` is what was typed in the ranges that had to be confirmed.
        """
        self._place(blocks)
        polled = _rows(blocks)
        confirmed = by_cell(typed, blocks, self._doubtful(polled)) if typed else {}
        self._stand(self._confirming.see(polled, confirmed))
        self.rereads = bool(confirmed) and not self._has_news()
        return self._changed_by_hand()

    def column(self, seat: int) -> Sequence[Any]:
        """Return what stands in a score sheet."""
        return column_of(self._stands.get(self.spreadsheet.entry(seat), ()))

    def form(self, seat: int) -> Shown | None:
        """Return what stands in a seat's entry form; None where there is none."""
        return self._forms.shown(seat)

    def cell(self, seat: int, row: int) -> str | None:
        """Name a cell of a score sheet, such as `Ana!B12`."""
        name = self.spreadsheet.entry(seat)
        if name not in self._places:
            return None
        tab, _, _ = self._ranges[name].rpartition("!")
        rect = self._places[name].rect
        return f"{tab}!{cell_name(rect.top + row, rect.left)}"

    def batch(self) -> Batch:
        """Return the one write that brings the spreadsheet up to date; empty if it is."""
        made_of = (
            self._live.record,
            self._stands,
            self._metadata,
            self._holder,
            self._offered,
            self.remarks,
        )
        known = self._batch
        if known is None or any(a is not b for a, b in zip(known[0], made_of, strict=True)):
            self._batch = made_of, self._make_batch()
        assert self._batch is not None
        self.findings = self._batch[1].findings
        return self._batch[1]

    def see_written(self, batch: Batch) -> None:
        """Note that a batch was carried out."""
        self._painted = batch.shown
        self._stand({**self._stands, **batch.shown, **batch.forms.stands})
        self._offered, self._forms.offered = batch.offered, batch.forms.offered
        self._box.see_written(batch.forms)
        self._holder = self._live.token
        if batch.countdowns is not None:
            self._countdowns = self._countdowns.written(batch.countdowns)
        if batch.upkeep:
            self._metadata = None

    def see_unwritten(self) -> None:
        """Note that nobody knows whether a batch was carried out: what stands will be seen."""
        self._painted = None
        self._offered, self._forms.offered = {}, {}
        if self._batch is not None:
            self._box.see_unwritten(self._batch[1].forms)
        if self._countdowns.id is None:
            self.forget_metadata()
        self._countdowns = self._countdowns.in_doubt()

    def _see_gone(self, there: Collection[str]) -> None:
        """Take in which names a console has; what is lacking it does without."""
        gone = frozenset(self.spreadsheet.names.difference(there))
        if gone != self._gone:
            self._gone, self._wanted, self._batch = gone, None, None

    def _lacks(self) -> list[str]:
        """Return a sentence for the umpire on what a console does without."""
        if not self._gone:
            return []
        return [f"It lacks what was named {some(sorted(self._gone))}: name it again to have it."]

    def _doubtful(self, polled: Mapping[str, Rows]) -> list[Cell]:
        """Return the cells of which a poll does not tell enough."""
        record = self._live.record
        rows = [
            (name, row)
            for seat in self.seats
            for name in (self.spreadsheet.entry(seat),)
            for row in self._confirming.doubtful_rows(
                name, polled, record.sheets[seat], record.asked_at(seat)
            )
        ]
        ticked = self._forms.newly_ticked(self._confirming.known(polled))
        return [*rows, *((name, 0) for name in ticked)]

    def _has_news(self) -> bool:
        sheets = self._live.record.sheets
        return bool(self._forms.newly_ticked(self._stands)) or any(
            new_rows(sheets[seat], self.column(seat), None) for seat in self.seats
        )

    def _stand(self, stands: dict[str, Rows]) -> None:
        self._stands = stands
        self._forms.see(stands, self._ranges)

    def _place(self, blocks: Mapping[str, Block]) -> None:
        self._ranges = {name: block.range for name, block in blocks.items()}
        try:
            self._places = {
                name: read_place(block.range, self._tabs) for name, block in blocks.items()
            }
        except ValueError:
            self._places = {}
            self.forget_metadata()  # a tab was renamed

    def _changed_by_hand(self) -> list[str]:
        standing = self._painted if self._painted is not None else self.wanted
        changed = [
            name
            for name, rows in standing.items()
            if not _reads_as(self._stands.get(name, ()), rows)
        ]
        if self._painted is None:
            self._painted = None if changed else self.wanted
            return []
        return changed

    def _make_batch(self) -> Batch:
        if not self._places:
            return Batch()
        seats = self.seats
        entries = [self._places[self.spreadsheet.entry(seat)] for seat in seats]
        form_cells = [self._places[name] for name in self._forms.names if name in self._places]
        update = diff_screen(self._stands, self.wanted, self._places, [*entries, *form_cells])
        upkeep, findings = self._upkeep()
        offered = {seat: self._choices(seat) for seat in seats}
        offers = [
            request
            for seat, (row, choices, ask) in offered.items()
            if self._offered.get(seat) != offered[seat]
            for request in offer(self._places[self.spreadsheet.entry(seat)], row, choices, ask)
        ]
        forms = self._forms.work(self._places, entries)
        self._box.add(forms, self._places, self._stands)
        findings = (*update.findings, *findings, *self._forms.findings, *self._lacks())
        due = [*upkeep, *update.requests, *offers, *forms.requests]
        if not due and self._holder == self._live.token:
            return Batch(findings=findings)
        shown = countdowns(self._live.record, self.spreadsheet)
        kept = self._countdowns.keep(shown)
        return Batch(
            (*self._fence(), *due, *kept, *keep_plain_text(entries), *forms.kinds),
            self.wanted,
            offered,
            forms,
            shown if kept else None,
            bool(upkeep),
            findings,
        )

    def _upkeep(self) -> tuple[list[JsonObject], tuple[str, ...]]:
        """Return what puts formats and protection back and makes score sheets longer."""
        if self._metadata is None:
            return [], ()
        texts = one_cell_texts(self.wanted)
        about = (self.spreadsheet.template, self.spreadsheet.context, self._metadata, texts)
        used = {
            self.spreadsheet.seat_of_pages(seat): self._used(seat)
            for seat in self.spreadsheet.seats
        }
        growing = grow(*about, used, self._owner)
        if growing.requests:
            return [*growing.requests], growing.findings
        # What is to be kept is the same until the metadata or a text that colours wait for changes.
        made_of = (self._metadata, {word: texts.get(word) for word in self._colour_words})
        if self._kept is None or self._kept[0][0] is not made_of[0] or self._kept[0] != made_of:
            self._kept = made_of, keep(*about, self._owner)
        return self._kept[1], growing.findings

    def _fence(self) -> list[JsonObject]:
        """Return the requests that refuse the whole write to whoever has not the lease."""
        token = self._live.token
        named: JsonObject = {"namedRangeId": token, "name": LEASE}
        if self._holder == token:
            return [{"updateNamedRange": {"namedRange": named, "fields": "name"}}]
        place = next(iter(self._places.values()))
        corner = Rect(place.rect.top, place.rect.left, place.rect.top + 1, place.rect.left + 1)
        named["range"] = Place(place.sheet, corner).grid_range()
        take: JsonObject = {"addNamedRange": {"namedRange": named}}
        if self._holder is None:
            return [take]
        return [{"deleteNamedRange": {"namedRangeId": self._holder}}, take]

    def _choices(self, seat: int) -> tuple[int, tuple[str, ...], str]:
        """Return the row of a score sheet that offers answers, the answers and their help."""
        match = self._live.record.match
        if self.spreadsheet.is_console:
            return self._used(seat), offers(match), HELP
        owed = match.owed_by(match.header.players[seat])
        if owed is None or match.paused:
            return 0, (), ""
        return self._used(seat), asking.suggest(match, owed), asking.ask(match, owed)

    def _used(self, seat: int) -> int:
        return max(used(self.column(seat)), self._live.record.rows_used(seat))


def noted_already(live: LiveMatch) -> bool:
    """Return whether vandalism was noted since the last step: once is enough."""
    for judged in reversed(live.record.judged):
        line = judged.line
        if line.by != UMPIRE:
            return False
        if line.say is not None and line.say.endswith(PUT_BACK):
            return True
    return False


def some(names: Sequence[str]) -> str:
    """Return the first few of several names for a sentence."""
    shown = ", ".join(names[:_NAMED])
    return f"{shown} and {len(names) - _NAMED} more" if len(names) > _NAMED else shown


def _colour_words(spreadsheet: Spreadsheet) -> frozenset[str]:
    """Return the words in braces that the template's conditional formats wait for."""
    return frozenset(
        word
        for page in spreadsheet.pages()
        for colour in page.tab.colours
        for text in colour.equals
        for word in placeholders(text)
    )


def _rows(blocks: Mapping[str, Block]) -> dict[str, Rows]:
    return {name: block.rows for name, block in blocks.items()}


def _reads_as(stands: Rows, wanted: Rows) -> bool:
    """Return whether a block shows these texts as far as it has room, and nothing beside them."""
    clipped = [line[: len(shown)] for line, shown in zip(wanted, stands, strict=False)]
    return _cells(stands) == _cells(clipped)


def _cells(rows: Rows) -> dict[tuple[int, int], object]:
    return {
        (row, column): value
        for row, line in enumerate(rows)
        for column, value in enumerate(line)
        if value not in ("", None)
    }
