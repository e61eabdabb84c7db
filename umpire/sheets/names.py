"""Repair named ranges that are missing or too small.

A name moves with its cells, so the present places of other names show where a lost one was.
"""

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from hashlib import sha256

from umpire.json_types import JsonObject
from umpire.sheets.context import Page
from umpire.sheets.grid import Place, Rect, size_in_words
from umpire.sheets.ranges import ENTRY
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata, TabAssignment

_Lines = tuple[int, int]
"""A run of rows or columns, its end exclusive."""

_Axis = Callable[[Rect], _Lines]


class PlacedNames:
    """The right places of a template's names.

    `faults` are sentences about names that cannot be restored.
    """

    def __init__(self, assignments: Sequence[TabAssignment], actual: SpreadsheetMetadata) -> None:
        self._actual = actual
        self._names_by_id = _names_by_id(actual)
        self._in_template = {
            name: (assignment.page, rect)
            for assignment in assignments
            for name, rect in assignment.page.names.items()
        }
        self.places = actual.effective_places([assignment.page for assignment in assignments])
        self.faults: list[str] = []
        for assignment in assignments:
            if assignment.is_new:
                laid_out = assignment.page.names.items()
                self.places |= {name: Place(assignment.sheet, rect) for name, rect in laid_out}
            else:
                self._restore(assignment.page, assignment.sheet)

    def describe_repair(self, name: str) -> str:
        """Return a sentence on the repair of a name."""
        place, present = self.places[name], self._actual.named_places.get(name)
        other, where = self._names_by_id.get(name_id(name), name), self._actual.describe(place)
        if present is None and name not in self._actual.name_ids and other not in self._in_template:
            return f"The named range {name} had been renamed {other} and has its name back."
        if present is None:
            return f"The named range {name} was missing and is back at {where}."
        before = f"The named range {name} ({self._actual.describe(present)}) was"
        if present.sheet == place.sheet and place.rect.encloses(present.rect):
            return f"{before} too small and is {place.rect} again."
        return f"{before} moved and is back at {where}."

    def _restore(self, page: Page, sheet: int) -> None:
        """Find a page's missing names, and enlarge those that are too small."""
        for name in page.names:
            other = self._names_by_id.get(name_id(name), name)
            if name in self._actual.name_ids or name in self.places or other in self._in_template:
                continue
            if other in self._actual.named_places:  # somebody has renamed it: its id has stayed
                self.places[name] = self._actual.named_places[other]
        columns = [name for name in score_columns(page) if name in self.places]
        tallest = max((self.places[name].rect.height for name in columns), default=0)
        for name, (height, width) in _needed_sizes(page).items():
            if name in self.places:
                is_column = name in columns
                self._stretch(
                    page, name, tallest if is_column else height, width, is_sure=is_column
                )
        for name in page.names:
            if name not in self.places:
                self._find(page, name, sheet)

    def _stretch(self, page: Page, name: str, height: int, width: int, *, is_sure: bool) -> None:
        sheet, rect = self.places[name].sheet, self.places[name].rect
        end = max(rect.bottom, rect.top + height), max(rect.right, rect.left + width)
        place = Place(sheet, Rect(rect.top, rect.left, *end))
        if place.rect == rect:
            return
        new_cells = {*place.rect.cells()} - {*rect.cells()}
        is_sure = is_sure or self._is_as_in_template(page, name)
        has_room = is_sure or self._actual.filled_cells(sheet).isdisjoint(new_cells)
        if has_room and not self._overlaps_others(name, place, present=rect):
            self.places[name] = place
            return
        self.faults.append(
            f"The named range {name} ({self._actual.describe(self.places[name])}) is too small "
            f"for {size_in_words(height, width)} and cannot grow: make room and define it again."
        )

    def _is_as_in_template(self, page: Page, name: str) -> bool:
        """Return whether a page's names are arranged as in the template."""
        rects, sheet = page.names, self.places[name].sheet
        moves = {
            (place.rect.top - rects[other].top, place.rect.left - rects[other].left)
            for other, place in self.places.items()
            if other in rects and place.sheet == sheet
        }
        return len(moves) == 1

    def _find(self, page: Page, name: str, sheet: int) -> None:
        for place in (Place(sheet, rect) for rect in self._candidates(page, name, sheet)):
            if not self._overlaps_others(name, place):
                self.places[name] = place
                return
        size = size_in_words(*_needed_sizes(page)[name])
        self.faults.append(
            f"The named range {name} is missing, and others take its place on the tab "
            f"{self._actual.titles[sheet]}: define it again ({size})."
        )

    def _candidates(self, page: Page, name: str, sheet: int) -> Iterator[Rect]:
        """Yield possible places of a lost name: beside its neighbours, and as in the template."""
        rects = page.names
        rect = rects[name]
        now = {
            other: self.places[other].rect
            for other in rects
            if other in self.places and self.places[other].sheet == sheet
        }
        if now:
            moves = [(rects[other], rect_now) for other, rect_now in now.items()]
            rows = _lines_beside(rect, moves, _rows, _columns)
            columns = _lines_beside(rect, moves, _columns, _rows)
            if min(*rows, *columns) >= 0:
                yield Rect(rows[0], columns[0], rows[1], columns[1])
        yield rect

    def _overlaps_others(self, name: str, place: Place, present: Rect | None = None) -> bool:
        """Return whether a name would cover others that do not overlap it in the template.

        Names that it covers at its `present` place do not count.
        """
        page, rect = self._in_template[name]
        for other, (sheet, other_rect) in self.places.items():
            if other == name or sheet != place.sheet or not other_rect.overlaps(place.rect):
                continue
            its_page, its_rect = self._in_template[other]
            together = its_page is page and its_rect.overlaps(rect)
            if not together and not (present and other_rect.overlaps(present)):
                return True
        return False


def name_id(name: str) -> str:
    """Return the id that umpire gives a named range."""
    return f"umpire{sha256(name.encode()).hexdigest()[:12]}"


def name_requests(
    places: Mapping[str, Place], actual: SpreadsheetMetadata
) -> dict[str, JsonObject]:
    """Return a request for each name that is missing or in a wrong place.

    A name keeps its id. A missing name gets our id, unless another of these names has it.
    """
    names_by_id = _names_by_id(actual)
    due = {name: place for name, place in places.items() if actual.named_places.get(name) != place}
    return {
        name: _name_request(
            name, place, actual.name_ids.get(name), names_by_id.get(name_id(name)), places
        )
        for name, place in due.items()
    }


def column_name_requests(
    places: Mapping[str, Place],
    actual: SpreadsheetMetadata,
    prefix: str,
    others: Collection[str] = (),
) -> list[JsonObject]:
    """Return the requests after which of all names that we give with this prefix just these exist.

    The `others` with the prefix are a template's. A name that somebody has given in another
    spelling, which is the same to a spreadsheet, stays theirs.
    """
    spellings = {name.casefold(): name for name in actual.name_ids}
    free = {
        name: place
        for name, place in places.items()
        if spellings.get(name.casefold(), name) == name
    }
    stale = [
        {"deleteNamedRange": {"namedRangeId": its_id}}
        for name, its_id in actual.name_ids.items()
        if name.startswith(prefix)
        and its_id == name_id(name)
        and name not in places
        and name not in others
    ]
    return [*stale, *name_requests(free, actual).values()]


def _name_request(
    name: str, place: Place, its_id: str | None, other: str | None, places: Container[str]
) -> JsonObject:
    """Return the request that names a place. The name has `its_id`, and `other` has our id."""
    named_range: JsonObject = {"name": name, "range": place.grid_range()}
    if its_id is not None:
        named_range["namedRangeId"] = its_id
        return {"updateNamedRange": {"namedRange": named_range, "fields": "range"}}
    if other in places:
        return {"addNamedRange": {"namedRange": named_range}}
    named_range["namedRangeId"] = name_id(name)
    if other is None:
        return {"addNamedRange": {"namedRange": named_range}}
    return {"updateNamedRange": {"namedRange": named_range, "fields": "name,range"}}


def _names_by_id(actual: SpreadsheetMetadata) -> dict[str, str]:
    return {its_id: name for name, its_id in actual.name_ids.items()}


def _needed_sizes(page: Page) -> dict[str, tuple[int, int]]:
    """Return the number of rows and columns that each name needs. Merged cells hold one text."""
    return {
        name: (
            1 if area.merge == "whole" else page.names[name].height,
            1 if area.merge else page.names[name].width,
        )
        for name, area in page.named_areas()
    }


def score_columns(page: Page) -> list[str]:
    """Return the names of a score sheet's columns, which all have the same rows."""
    rects = page.tab.named_rects
    if ENTRY not in rects:
        return []
    rows = _rows(rects[ENTRY])
    return [page.name(name) for name, rect in rects.items() if _rows(rect) == rows]


def _rows(rect: Rect) -> _Lines:
    return rect.top, rect.bottom


def _columns(rect: Rect) -> _Lines:
    return rect.left, rect.right


def _lines_beside(
    rect: Rect, moves: list[tuple[Rect, Rect]], along: _Axis, across: _Axis
) -> _Lines:
    """Return the rows or columns of a lost name, from the former and present lines of others.

    If another name had the same lines, they have moved and grown with it. Otherwise the nearest
    name shows how far they have moved.
    """
    first, end = along(rect)
    aside = across(rect)[0]
    others = [(along(old), along(new), abs(across(old)[0] - aside)) for old, new in moves]
    if alike := [(far, new) for old, new, far in others if old == (first, end)]:
        _, new = min(alike)
        return new[0], max(new[1], new[0] + end - first)
    _, _, old, new = min((abs(old[0] - first), far, old, new) for old, new, far in others)
    shift = new[0] - old[0]
    return first + shift, end + shift
