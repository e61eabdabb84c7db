"""The check of a spreadsheet's contents: names, input cells, colours, protection, room."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from umpire.checkup.findings import REPAIR, Finding, Level
from umpire.games.text import few
from umpire.projections.spreadsheets import Spreadsheet
from umpire.sheets.changes import Change
from umpire.sheets.diff import Blocks, find_misfits, one_cell_texts
from umpire.sheets.grid import Place, Rect, read_grid_range
from umpire.sheets.growth import LEAST_FREE, crowding_sentence, is_crowded, plan_growth
from umpire.sheets.inputs import INPUTS, input_areas
from umpire.sheets.reconcile import PLAY, TargetState, plan_repair
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata, TabAssignment
from umpire.sheets.tabs import Area

_LEVELS: Mapping[str, Level] = {
    "locale": "warning",
    "time zone": "warning",
    "colours": "warning",
    PLAY: "warning",
}
"""The levels of deviations that are not simply wrong."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The actual and the target state of one spreadsheet.

    `screen` is what it should show, `rows_used` the number of used rows of each score sheet (by
    seat, from 1), and `owner` the account that owns the file. Its findings are of this `group`.
    """

    group: str
    spreadsheet: Spreadsheet
    actual: SpreadsheetMetadata
    screen: Blocks
    rows_used: Mapping[int, int]
    owner: str | None

    def findings(self) -> Iterator[Finding]:
        """Compare the two states."""
        actual = self.actual
        target = self.spreadsheet.target(one_cell_texts(self.screen), self.owner)
        changes = plan_repair(target, actual).changes
        assignments = [
            assignment for assignment in actual.assign_tabs(target.pages) if not assignment.is_new
        ]
        yield from self._compare(changes, "locale", f"{target.template.locale}.")
        yield from self._compare(changes, "time zone", f"{target.template.time_zone}.")
        yield from self._check_names(assignments)
        yield from self._check_inputs(changes, target)
        writes = any(assignment.page.tab.written_by_player() for assignment in assignments)
        sentence = "Players may change only the cells that they fill in."
        nobody = "Only the umpire may change anything."
        yield from self._compare(changes, "protection", sentence if writes else nobody)
        rules = sum(len(actual.rules[assignment.sheet]) for assignment in assignments)
        yield from self._compare(changes, "colours", f"{rules} rules that colour by text.")
        yield from self._compare(changes, PLAY, None)
        yield from self._check_room(target)

    def _compare(
        self, changes: Sequence[Change], about: str, fine: str | None
    ) -> Iterator[Finding]:
        """Yield the problems with one subject, or the sentence `fine` if there are none."""
        problems = [
            change.problem for change in changes if change.subject == about and change.problem
        ]
        for problem in problems:
            yield Finding(self.group, about, _LEVELS.get(about, "wrong"), problem, REPAIR)
        if fine and not problems:
            yield self._ok(about, fine)

    def _check_names(self, assignments: Sequence[TabAssignment]) -> Iterator[Finding]:
        actual = self.actual
        places = actual.effective_places(self.spreadsheet.pages)
        entries: Blocks = {
            page.name(name): (("",),)
            if page.name(name) in places
            else (("",) * page.names[page.name(name)].width,) * page.names[page.name(name)].height
            for page in self.spreadsheet.pages
            for name in page.tab.written_by_player()
        }
        blocks = {**self.screen, **entries}
        faults = [
            self._name_fault(sentence) for sentence in find_misfits(blocks, actual.named_places)
        ]
        misplaced = {
            name for name, place in places.items() if place != actual.named_places.get(name)
        }
        if moved_names := sorted(misplaced & actual.name_ids.keys()):
            sentence = f"Somebody moved {few(moved_names)}."
            faults.append(Finding(self.group, "names", "warning", sentence, REPAIR))
        decoration = sorted(self.spreadsheet.names - blocks.keys() - actual.named_places.keys())
        if decoration:
            sentence = f"Named ranges that the colours need are missing: {few(decoration)}."
            faults.append(Finding(self.group, "names", "warning", sentence, REPAIR))
        faults += self._check_tabs(assignments)
        yield from faults
        if not faults:
            yield self._ok(
                "names", f"{len(self.spreadsheet.names)} named ranges, all large enough."
            )

    def _name_fault(self, misfit: str) -> Finding:
        sentence, _, by_hand = misfit.partition(": ")
        todo = f"Run it again with --repair, or by hand: {by_hand}"
        return self._wrong("names", f"{sentence}.", todo)

    def _check_tabs(self, assignments: Sequence[TabAssignment]) -> Iterator[Finding]:
        """Yield the names that are on another tab than the rest of their page."""
        named_places = self.actual.named_places
        for page, sheet in ((assignment.page, assignment.sheet) for assignment in assignments):
            away = [
                name
                for name in page.names
                if name in named_places and named_places[name].sheet != sheet
            ]
            if away:
                sentence = (
                    f"{few(away)} {'lies' if len(away) == 1 else 'lie'} on another tab than the"
                )
                todo = f"Move it to the tab {self.actual.titles[sheet]}."
                yield self._wrong("names", f"{sentence} rest of {page.title}.", todo)

    def _check_inputs(self, changes: Sequence[Change], target: TargetState) -> Iterator[Finding]:
        places = self.actual.effective_places(target.pages)
        areas = {
            name: area
            for page in target.pages
            for name, area in input_areas(page)
            if name in places
        }
        merges = [
            finding
            for name, area in areas.items()
            for finding in self._check_merges(name, area, places[name])
        ]
        number = sum(area.check_box for area in areas.values())
        ranges = len(areas) - number
        sentence = (
            f"{ranges} range{'' if ranges == 1 else 's'} of plain text, merged as they should be"
        )
        more = f", and {number} check box{'' if number == 1 else 'es'}" if number else ""
        yield from self._compare(
            changes, INPUTS, None if merges or not areas else f"{sentence}{more}."
        )
        yield from merges

    def _check_merges(self, name: str, area: Area, place: Place) -> Iterator[Finding]:
        """Yield merged cells that hide more of a field than in the template."""
        for merge in self.actual.tabs[place.sheet].get("merges", []):
            merged = read_grid_range(merge, self.actual.sizes)
            if merged.rect.overlaps(place.rect) and not _is_as_in_template(
                area, place.rect, merged.rect
            ):
                yield self._wrong(
                    INPUTS,
                    f"Cells of {name} are merged ({self.actual.describe(merged)}), so only the "
                    "first can be read.",
                    "Unmerge them (Format, Merge cells, Unmerge).",
                )

    def _check_room(self, target: TargetState) -> Iterator[Finding]:
        actual = self.actual
        if is_crowded(actual):
            why, _, todo = crowding_sentence(actual).partition(": ")
            sentence = f"It cannot grow any more, because {why}."
            yield Finding(self.group, "room", "warning", sentence, f"{todo[:1].upper()}{todo[1:]}")
        places = actual.effective_places(target.pages)
        for seat in self.spreadsheet.seats:
            place = places.get(self.spreadsheet.entry(seat))
            if place is None:
                continue
            player = (
                "The umpire"
                if self.spreadsheet.is_console
                else self.spreadsheet.context.players[seat]
            )
            left = place.rect.height - self.rows_used[seat + 1]
            if left >= LEAST_FREE:
                yield self._ok("room", f"{player} has {left} free rows.")
                continue
            sentence = f"{player} has only {max(left, 0)} free rows left."
            todo = "'umpire watch' adds rows by itself."
            cannot = plan_growth(target, actual, {seat + 1: self.rows_used[seat + 1]}).findings
            if not cannot:
                yield Finding(self.group, "room", "warning", sentence, todo)
            else:
                why, _, by_hand = cannot[0].partition(": ")
                yield self._wrong("room", f"{sentence} {why}.", f"By hand: {by_hand}")

    def _ok(self, about: str, sentence: str) -> Finding:
        return Finding(self.group, about, "ok", sentence)

    def _wrong(self, about: str, sentence: str, todo: str) -> Finding:
        return Finding(self.group, about, "wrong", sentence, todo)


def _is_as_in_template(area: Area, field: Rect, merged: Rect) -> bool:
    """Return whether a field is merged as in its template, as a whole or row by row."""
    if area.merge == "rows":
        return (merged.left, merged.right, merged.height) == (field.left, field.right, 1)
    return area.merge == "whole" and merged == field
