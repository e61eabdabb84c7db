"""Which cells of a tab may look different from before, so that only these are drawn anew."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Final, TypeAlias

from sheets_emulator.a1 import area_of
from sheets_emulator.bounds import spend
from sheets_emulator.conditions import anchor_of, formulas
from sheets_emulator.effective import EffectiveValues
from sheets_emulator.model import Cell, ConditionalRule, Formula, JsonObject, Sheet
from sheets_emulator.page_style import Edges
from sheets_emulator.references import axes, cells_named, rests_on_cells, shift_relative

_At: TypeAlias = tuple[int, int]

_MOST: Final = 5000  # places for which a rule is looked into; beyond them the tab is drawn anew


@dataclass(frozen=True, slots=True)
class Drawn:
    """A tab as it was drawn: `used` are the rows and columns that hold anything."""

    sheet: Sheet
    effective: EffectiveValues
    edges: Edges
    used: _At
    countdowns: Mapping[_At, object]
    """What counts down in its cells."""

    beside: tuple[object, ...]
    """All else on which the look of its cells depends: the locale, say."""

    is_alone: bool
    """Whether no cell depends on another one, but for rules that rest on those of its tab."""

    def shows(self, at: _At) -> bool:
        """Return whether a cell is drawn: beyond what is used the colour of a rule is not."""
        is_used = at[0] < self.used[0] and at[1] < self.used[1]
        return is_used or at in self.edges or at in self.countdowns

    def added_by(self, rule: ConditionalRule, at: _At) -> JsonObject:
        """Return what a conditional format adds to a cell."""
        return self.effective.added_by(rule, self.sheet, *at)


def is_alone(sheet: Sheet, before: Drawn | None) -> bool:
    """Return whether no cell of a tab depends on another one, but for rules that rest on its own.

    What is the same as `before` is not looked at again.
    """
    known = before.sheet if before is not None and before.is_alone else Sheet(0, "")
    known_rules = set(map(id, known.conditional_rules))
    rules = [rule for rule in sheet.conditional_rules if id(rule) not in known_rules]
    return all(map(_rests, rules)) and not any(map(_depends, sheet.changed_since(known).values()))


def redrawn(old: Drawn, new: Drawn) -> Set[_At] | None:
    """Return the cells that may look different now; None if all of them may.

    All may where something else than cells has changed, or where it does not show on which cells a
    cell depends.
    """
    one, other = old.sheet, new.sheet
    is_comparable = (
        old.used == new.used
        and old.beside == new.beside
        and one.merges == other.merges
        and (one.row_count, one.column_count) == (other.row_count, other.column_count)
        and len(one.conditional_rules) == len(other.conditional_rules)
        and all(a is b for a, b in zip(one.conditional_rules, other.conditional_rules, strict=True))
        and old.is_alone
        and new.is_alone
    )
    if not is_comparable:
        return None
    changed = {*other.changed_since(one), *(one.cells.keys() - other.cells.keys())}
    found = {*changed, *_differ(old.edges, new.edges), *_differ(old.countdowns, new.countdowns)}
    for rule in other.conditional_rules:
        touched = _touched(other, rule, changed)
        if touched is None:
            return None
        found.update(at for at in touched if old.added_by(rule, at) != new.added_by(rule, at))
    return found


def _differ(some: Mapping[_At, object], others: Mapping[_At, object]) -> Iterator[_At]:
    if some is not others:
        yield from (at for at in some.keys() | others.keys() if some.get(at) != others.get(at))


def _rests(rule: ConditionalRule) -> bool:
    """Return whether what a rule makes of cells rests on those of its tab alone."""
    boolean = rule.rule.get("booleanRule")
    return boolean is not None and all(map(rests_on_cells, formulas(boolean["condition"])))


def _depends(cell: Cell) -> bool:
    """Return whether what a cell shows may depend on other cells."""
    rule = cell.validation
    return isinstance(cell.value, Formula) or (
        rule is not None and any(True for _ in formulas(rule["condition"]))
    )


def _touched(sheet: Sheet, rule: ConditionalRule, changed: Set[_At]) -> Set[_At] | None:
    """Return the cells of a rule whose formulas read one that has changed; None of too many."""
    boxes = [sheet.box(area) for area in rule.areas]
    top, left = anchor_of(rule.areas[0])
    found: set[_At] = set()
    for formula in formulas(rule.rule["booleanRule"]["condition"]):
        by_row, by_column = axes(formula)
        rows = {row for box in boxes for row in box.rows} if by_row else {top}
        columns = {column for box in boxes for column in box.columns} if by_column else {left}
        named = list(cells_named(formula))
        if not named:
            continue
        if len(rows) * len(columns) * len(named) + sum(box.size for box in boxes) > _MOST:
            return None
        spend(len(rows) * len(columns) * len(named))
        for row in rows:
            for column in columns:
                if any(_is_in(one, row - top, column - left, sheet, changed) for one in named):
                    found.update(
                        at
                        for box in boxes
                        for at in box.cells()
                        if (not by_row or at[0] == row) and (not by_column or at[1] == column)
                    )
    return found


def _is_in(cells: str, down: int, right: int, sheet: Sheet, changed: Set[_At]) -> bool:
    """Return whether a cell that a reference means, moved so far, has changed."""
    moved = shift_relative(cells, down, right)
    area = None if moved is None else area_of(moved)
    if area is None:
        return False
    box = sheet.box(area)
    if box.size == 1:
        return (box.top, box.left) in changed
    return any(box.covers(*at) for at in changed)
