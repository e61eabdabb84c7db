"""Compare a spreadsheet with its template: names, cells to type in, colours, protection."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from umpire.checkup.findings import REPAIR, Finding, Level
from umpire.games.base import Screen
from umpire.games.text import few
from umpire.projections.spreadsheets import Spreadsheet
from umpire.sheets.changes import Change
from umpire.sheets.diff import check, one_cell_texts
from umpire.sheets.grid import Place, Rect, read_grid_range
from umpire.sheets.growth import LEAST_FREE, crowding, is_crowded, plan_growth
from umpire.sheets.inputs import INPUTS, input_areas
from umpire.sheets.reconcile import PLAY, Wanted, plan_repair
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata, TabAssignment
from umpire.sheets.tabs import Area

_LEVELS: Mapping[str, Level] = {
    "locale": "warning",
    "time zone": "warning",
    "colours": "warning",
    PLAY: "warning",
}
"""The level of a deviation that is not simply wrong."""


@dataclass(frozen=True, slots=True)
class Contents:
    """One spreadsheet as it is (`observed`) and as it should be.

    `screen` is what it is to show, `used` how many rows of each score sheet (by seat, from 1) are
    used, `owner` who owns the file. `group` is how findings call it.
    """

    group: str
    spreadsheet: Spreadsheet
    observed: SpreadsheetMetadata
    screen: Screen
    used: Mapping[int, int]
    owner: str | None

    def findings(self) -> Iterator[Finding]:
        """Compare all of it."""
        observed = self.observed
        wanted = self.spreadsheet.wanted(one_cell_texts(self.screen), self.owner)
        changes = plan_repair(wanted, observed).changes
        assignments = [
            assignment for assignment in observed.assign_tabs(wanted.pages) if not assignment.is_new
        ]
        yield from self._seen(changes, "locale", f"{wanted.template.locale}.")
        yield from self._seen(changes, "time zone", f"{wanted.template.time_zone}.")
        yield from self._names(assignments)
        yield from self._fields(changes, wanted)
        writes = any(assignment.page.tab.written_by_player() for assignment in assignments)
        found = "Players may change only the cells that they fill in."
        nobody = "Only the umpire may change anything."
        yield from self._seen(changes, "protection", found if writes else nobody)
        rules = sum(len(observed.rules[assignment.sheet]) for assignment in assignments)
        yield from self._seen(changes, "colours", f"{rules} rules that colour by text.")
        yield from self._seen(changes, PLAY, None)
        yield from self._room(wanted)

    def _seen(self, changes: Sequence[Change], about: str, well: str | None) -> Iterator[Finding]:
        """Yield the changes that one thing needs, or its state if it is fine."""
        problems = [
            change.problem for change in changes if change.about == about and change.problem
        ]
        for problem in problems:
            yield Finding(self.group, about, _LEVELS.get(about, "wrong"), problem, REPAIR)
        if well and not problems:
            yield self._ok(about, well)

    def _names(self, assignments: Sequence[TabAssignment]) -> Iterator[Finding]:
        observed = self.observed
        places = observed.effective_places(self.spreadsheet.pages)
        entries: Screen = {
            page.name(name): (("",),)
            if page.name(name) in places
            else (("",) * page.names[page.name(name)].width,) * page.names[page.name(name)].height
            for page in self.spreadsheet.pages
            for name in page.tab.written_by_player()
        }
        needed = {**self.screen, **entries}
        faults = [self._misnamed(sentence) for sentence in check(needed, observed.named)]
        misplaced = {name for name, place in places.items() if place != observed.named.get(name)}
        if moved := sorted(misplaced & observed.ids.keys()):
            found = f"Somebody moved {few(moved)}."
            faults.append(Finding(self.group, "names", "warning", found, REPAIR))
        decoration = sorted(self.spreadsheet.names - needed.keys() - observed.named.keys())
        if decoration:
            found = f"Named ranges that the colours need are missing: {few(decoration)}."
            faults.append(Finding(self.group, "names", "warning", found, REPAIR))
        faults += self._misplaced(assignments)
        yield from faults
        if not faults:
            yield self._ok(
                "names", f"{len(self.spreadsheet.names)} named ranges, all large enough."
            )

    def _misnamed(self, sentence: str) -> Finding:
        found, _, by_hand = sentence.partition(": ")
        todo = f"Run it again with --repair, or by hand: {by_hand}"
        return self._wrong("names", f"{found}.", todo)

    def _misplaced(self, assignments: Sequence[TabAssignment]) -> Iterator[Finding]:
        """Yield names that are on a different tab from the rest of their page."""
        named = self.observed.named
        for page, sheet in ((assignment.page, assignment.sheet) for assignment in assignments):
            away = [name for name in page.names if name in named and named[name].sheet != sheet]
            if away:
                found = f"{few(away)} {'lies' if len(away) == 1 else 'lie'} on another tab than the"
                todo = f"Move it to the tab {self.observed.titles[sheet]}."
                yield self._wrong("names", f"{found} rest of {page.title}.", todo)

    def _fields(self, changes: Sequence[Change], wanted: Wanted) -> Iterator[Finding]:
        places = self.observed.effective_places(wanted.pages)
        areas = {
            name: area
            for page in wanted.pages
            for name, area in input_areas(page)
            if name in places
        }
        merges = [
            finding
            for name, area in areas.items()
            for finding in self._merges(name, area, places[name])
        ]
        number = sum(area.check_box for area in areas.values())
        ranges = len(areas) - number
        found = (
            f"{ranges} range{'' if ranges == 1 else 's'} of plain text, merged as they should be"
        )
        more = f", and {number} check box{'' if number == 1 else 'es'}" if number else ""
        yield from self._seen(changes, INPUTS, None if merges or not areas else f"{found}{more}.")
        yield from merges

    def _merges(self, name: str, area: Area, place: Place) -> Iterator[Finding]:
        """Yield merged cells that leave less of a field to be read than the template does."""
        for merge in self.observed.tabs[place.sheet].get("merges", []):
            merged = read_grid_range(merge, self.observed.sizes)
            if merged.rect.meets(place.rect) and not _is_meant(area, place.rect, merged.rect):
                yield self._wrong(
                    INPUTS,
                    f"Cells of {name} are merged ({self.observed.describe(merged)}), so only the "
                    "first can be read.",
                    "Unmerge them (Format, Merge cells, Unmerge).",
                )

    def _room(self, wanted: Wanted) -> Iterator[Finding]:
        observed = self.observed
        if is_crowded(observed):
            why, _, todo = crowding(observed).partition(": ")
            found = f"It cannot grow any more, because {why}."
            yield Finding(self.group, "room", "warning", found, f"{todo[:1].upper()}{todo[1:]}")
        places = observed.effective_places(wanted.pages)
        for seat in self.spreadsheet.seats:
            place = places.get(self.spreadsheet.entry(seat))
            if place is None:
                continue
            player = (
                "The umpire"
                if self.spreadsheet.is_console
                else self.spreadsheet.context.players[seat]
            )
            left = place.rect.height - self.used[seat + 1]
            if left >= LEAST_FREE:
                yield self._ok("room", f"{player} has {left} free rows.")
                continue
            found = f"{player} has only {max(left, 0)} free rows left."
            todo = "'umpire watch' adds rows by itself."
            cannot = plan_growth(wanted, observed, {seat + 1: self.used[seat + 1]}).findings
            if not cannot:
                yield Finding(self.group, "room", "warning", found, todo)
            else:
                why, _, by_hand = cannot[0].partition(": ")
                yield self._wrong("room", f"{found} {why}.", f"By hand: {by_hand}")

    def _ok(self, about: str, found: str) -> Finding:
        return Finding(self.group, about, "ok", found)

    def _wrong(self, about: str, found: str, todo: str) -> Finding:
        return Finding(self.group, about, "wrong", found, todo)


def _is_meant(area: Area, field: Rect, merged: Rect) -> bool:
    """Return whether a field is merged as its template has it: as a whole, or row by row."""
    if area.merge == "rows":
        return (merged.left, merged.right, merged.height) == (field.left, field.right, 1)
    return area.merge == "whole" and merged == field
