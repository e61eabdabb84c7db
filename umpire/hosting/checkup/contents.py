"""What a spreadsheet holds, against its template: names, cells to type in, colours, protection."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from umpire.games.base import Screen
from umpire.games.notation import few
from umpire.hosting.checkup.findings import REPAIR, Finding
from umpire.json_types import JsonObject
from umpire.sheets.colouring import restore_rules, rules
from umpire.sheets.context import Page
from umpire.sheets.diff import check, one_cell_texts
from umpire.sheets.grid import read_grid_range
from umpire.sheets.protection import protections, restore_protections
from umpire.sheets.snapshot import FIELDS, Snapshot, read_snapshot, tabs_of, told
from umpire.sheets.upkeep import LEAST_FREE, grow
from umpire.showing.spreadsheets import Spreadsheet

MASK = f"{FIELDS},sheets.merges"
"""What the metadata given to these functions must hold."""

_FIELDS = "cells to fill in"


@dataclass(frozen=True, slots=True)
class Contents:
    """One spreadsheet as it is (`metadata`) and as it should be.

    `screen` is what it is to show, `used` how many rows of each score sheet (by seat, from 1) are
    used, `owner` who owns the file. `group` is how findings call it.
    """

    group: str
    spreadsheet: Spreadsheet
    metadata: JsonObject
    screen: Screen
    used: Mapping[int, int]
    owner: str | None

    def findings(self) -> Iterator[Finding]:
        """Compare all of it."""
        snapshot = read_snapshot(self.metadata, self.spreadsheet.pages)
        yield from self._settings(snapshot)
        yield from self._names(snapshot)
        pages = self._pages(snapshot)
        yield from self._cells(snapshot)
        yield from self._protection(snapshot, pages)
        yield from self._colours(snapshot, pages)
        yield from self._room(snapshot)

    def _pages(self, snapshot: Snapshot) -> list[tuple[Page, int]]:
        """Return the pages that are there, each with the tab on which it is."""
        pages = self.spreadsheet.pages
        found = zip(pages, tabs_of(pages, snapshot), strict=True)
        return [(page, sheet) for page, sheet in found if sheet is not None]

    def _settings(self, snapshot: Snapshot) -> Iterator[Finding]:
        template, there = self.spreadsheet.template, snapshot.properties
        for about, key, wanted in (
            ("locale", "locale", template.locale),
            ("time zone", "timeZone", template.time_zone),
        ):
            if there.get(key) == wanted:
                yield self._ok(about, f"{wanted}.")
            else:
                found = f"It is {there.get(key) or 'unknown'} and should be {wanted}."
                yield Finding(self.group, about, "warning", found, REPAIR)

    def _names(self, snapshot: Snapshot) -> Iterator[Finding]:
        entries: Screen = {
            page.name(name): (("",),)
            if page.name(name) in snapshot.places
            else (("",) * page.names[page.name(name)].width,) * page.names[page.name(name)].height
            for page in self.spreadsheet.pages
            for name in page.tab.written_by_player()
        }
        needed = {**self.screen, **entries}
        named = snapshot.structure.named
        faults = [self._misnamed(sentence) for sentence in check(needed, named)]
        if moved := sorted(snapshot.astray.keys() & snapshot.ids.keys()):
            found = f"{few(moved)} {'was' if len(moved) == 1 else 'were'} moved by somebody."
            faults.append(Finding(self.group, "names", "warning", found, REPAIR))
        decoration = sorted(self.spreadsheet.names - needed.keys() - named.keys())
        if decoration:
            found = f"Colours wait for the missing named ranges {few(decoration)}."
            faults.append(Finding(self.group, "names", "warning", found, REPAIR))
        faults += self._astray(snapshot)
        yield from faults
        if not faults:
            yield self._ok(
                "names", f"{len(self.spreadsheet.names)} named ranges, all large enough."
            )

    def _misnamed(self, sentence: str) -> Finding:
        found, _, by_hand = sentence.partition(": ")
        todo = f"Run it again with --repair, or by hand: {by_hand}"
        return self._wrong("names", f"{found}.", todo)

    def _astray(self, snapshot: Snapshot) -> Iterator[Finding]:
        """Yield which names lie on another tab than the rest of theirs."""
        named = snapshot.structure.named
        for page, home in self._pages(snapshot):
            away = [name for name in page.names if name in named and named[name].sheet != home]
            if away:
                yield Finding(
                    self.group,
                    "names",
                    "wrong",
                    f"{few(away)} {'lies' if len(away) == 1 else 'lie'} on another tab than the "
                    f"rest of {page.title}.",
                    f"Move what it names to the tab {snapshot.title(home)}.",
                )

    def fields(self) -> dict[str, bool]:
        """Return the names of all that somebody fills in, each with whether it is a check box."""
        areas = [
            (page.name(name), area)
            for page in self.spreadsheet.pages
            for area in page.tab.areas
            if area.player_writes or area.check_box
            for name in area.name
        ]
        entries = dict.fromkeys(map(self.spreadsheet.entry, self.spreadsheet.seats), False)
        return entries | {name: area.check_box for name, area in areas}

    def _cells(self, snapshot: Snapshot) -> Iterator[Finding]:
        fields = {name: box for name, box in self.fields().items() if name in snapshot.places}
        faults = [
            one for name, box in fields.items() for one in self._faults_of(snapshot, name, box)
        ]
        yield from faults
        if fields and not faults:
            boxes = sum(fields.values())
            ranges = len(fields) - boxes
            found = f"{ranges} range{_s(ranges)} of plain text, not merged"
            more = f", and {boxes} check box{'' if boxes == 1 else 'es'}" if boxes else ""
            yield self._ok(_FIELDS, f"{found}{more}.")

    def _faults_of(self, snapshot: Snapshot, name: str, is_box: bool) -> Iterator[Finding]:
        place = snapshot.places[name]
        where = told(place.rect, snapshot.title(place.sheet))
        is_right = _is_check_box if is_box else is_plain_text
        astray = sum(not is_right(snapshot.cell(place.sheet, at)) for at in place.rect.cells())
        if astray and is_box:
            yield self._wrong(_FIELDS, f"{name} ({where}) is no check box.", REPAIR)
        elif astray:
            found = (
                f"{astray} of the {place.rect.height * place.rect.width} cells of {name} ({where}) "
                "are not plain text: what is typed there may turn into a date or a number."
            )
            yield self._wrong(_FIELDS, found, REPAIR)
        sizes = snapshot.sizes()
        for merge in snapshot.sheets[place.sheet].get("merges", []):
            merged = read_grid_range(merge, sizes).rect
            if merged.meets(place.rect):
                cells = told(merged, snapshot.title(place.sheet))
                yield self._wrong(
                    _FIELDS,
                    f"Cells of {name} are merged ({cells}), and only the first can be read.",
                    "Take the merge apart (Format, then Merge cells, Unmerge).",
                )

    def _protection(self, snapshot: Snapshot, pages: list[tuple[Page, int]]) -> Iterator[Finding]:
        faults: list[Finding] = []
        for page, home in pages:
            there = snapshot.sheets[home].get("protectedRanges", [])
            kept = protections(page, self.spreadsheet.context, snapshot.places)
            requests = restore_protections(kept, there, self.owner, snapshot.sizes())
            if requests:
                found = f"On the tab {snapshot.title(home)} {_amiss(requests)}."
                faults.append(self._wrong("protection", found, REPAIR))
        yield from faults
        if not faults:
            found = "Players may change what they fill in, and nothing else."
            nobody = "Only the umpire may change anything."
            writes = any(page.tab.written_by_player() for page, _ in pages)
            yield self._ok("protection", found if writes else nobody)

    def _colours(self, snapshot: Snapshot, pages: list[tuple[Page, int]]) -> Iterator[Finding]:
        texts = one_cell_texts(self.screen)
        changed, count = [], 0
        for page, home in pages:
            there = snapshot.sheets[home].get("conditionalFormats", [])
            wanted = rules(page, self.spreadsheet.template.palette, snapshot.places, texts)
            count += len(wanted)
            if restore_rules(home, wanted, there):
                changed.append(snapshot.title(home))
        if changed:
            found = f"The rules that colour by text were changed on {few(changed)}."
            yield Finding(self.group, "colours", "warning", found, REPAIR)
        else:
            yield self._ok("colours", f"{count} rules that colour by text.")

    def _room(self, snapshot: Snapshot) -> Iterator[Finding]:
        for seat in self.spreadsheet.seats:
            place = snapshot.places.get(self.spreadsheet.entry(seat))
            if place is None:
                continue
            player = (
                "The umpire"
                if self.spreadsheet.is_console
                else self.spreadsheet.context.players[seat]
            )
            left = place.rect.height - self.used[seat + 1]
            if left >= LEAST_FREE:
                yield self._ok("room", f"{player} has {left} free rows to write in.")
                continue
            found = f"{player} has {max(left, 0)} free rows left to write in."
            todo = "'umpire watch' makes the score sheet longer by itself."
            cannot = self._cannot_grow(seat)
            if cannot is None:
                yield Finding(self.group, "room", "warning", found, todo)
            else:
                why, _, by_hand = cannot.partition(": ")
                yield self._wrong("room", f"{found} {why}.", f"By hand: {by_hand}")

    def _cannot_grow(self, seat: int) -> str | None:
        spreadsheet, texts = self.spreadsheet, one_cell_texts(self.screen)
        used = {seat + 1: self.used[seat + 1]}
        growing = grow(
            spreadsheet.template, spreadsheet.context, self.metadata, texts, used, self.owner
        )
        return next(iter(growing.findings), None)

    def _ok(self, about: str, found: str) -> Finding:
        return Finding(self.group, about, "ok", found)

    def _wrong(self, about: str, found: str, todo: str) -> Finding:
        return Finding(self.group, about, "wrong", found, todo)


def _amiss(requests: list[JsonObject]) -> str:
    """Return in words what putting protection back would do."""
    kinds = Counter(kind for request in requests for kind in request)
    told_of: list[tuple[str, Callable[[int], str]]] = [
        ("addProtectedRange", lambda n: f"{n} protected range{_s(n)} {_is(n)} missing"),
        ("updateProtectedRange", lambda n: f"{n} protected range{_s(n)} {_is(n)} changed"),
        ("deleteProtectedRange", lambda n: f"{n} protected range{_s(n)} {_is(n)} nobody's"),
    ]
    return ", ".join(say(kinds[kind]) for kind, say in told_of if kinds[kind])


def _s(number: int) -> str:
    return "" if number == 1 else "s"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def is_plain_text(cell: JsonObject) -> bool:
    """Return whether a cell keeps what is typed into it as a text."""
    return bool(cell.get("userEnteredFormat", {}).get("numberFormat", {}).get("type") == "TEXT")


def _is_check_box(cell: JsonObject) -> bool:
    kind = cell.get("dataValidation", {}).get("condition", {}).get("type")
    return kind == "BOOLEAN" and not is_plain_text(cell)
