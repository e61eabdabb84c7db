"""Named ranges that are missing or too small, and where they belong.

A name follows its cells, so where the others of its tab are now tells where a lost one was.
"""

from collections.abc import Iterator, Sequence

from umpire.json_types import JsonObject
from umpire.sheets.context import Page
from umpire.sheets.grid import Place, Rect, counted
from umpire.sheets.layout import name_id, name_request
from umpire.sheets.ranges import ENTRY
from umpire.sheets.snapshot import Snapshot, told
from umpire.sheets.structure import named_again
from umpire.sheets.tabs import Area

_Lines = tuple[int, int]
"""A run of rows or columns, its end exclusive."""


class Names:
    """The names of a template as a repair leaves them: `places` is what each means then.

    `requests` and `findings` are those of the repair. It is told of one page after another.
    """

    def __init__(self, made: Sequence[Page], snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._laid_out = {name: (page, rect) for page in made for name, rect in page.names.items()}
        self.places = {
            name: snapshot.places[name] for name in self._laid_out if name in snapshot.places
        }
        self.requests: list[JsonObject] = named_again(snapshot.astray, snapshot.structure)
        self.findings = [
            f"The named range {name} {_amiss(snapshot, name, place)}."
            for name, place in snapshot.astray.items()
        ]

    def lay_out(self, page: Page, sheet: int) -> None:
        """Name the ranges of a tab that is laid out."""
        for name, rect in page.names.items():
            self._name(name, Place(sheet, rect))

    def put_back(self, page: Page, home: int) -> None:
        """Name again what is missing of a page, and make larger what is too small."""
        for name in page.names:
            self._call_by_its_name(name)
        columns = score_columns(page)
        for name, (height, width) in _needs(page).items():
            if name in self.places:
                tallest = self._tallest(columns) if name in columns else height
                self._stretch(page, name, tallest, width, score_column=name in columns)
        for name in page.names:
            if name not in self.places:
                self._find(page, name, home)

    def _tallest(self, columns: Sequence[str]) -> int:
        return max(self.places[name].rect.height for name in columns if name in self.places)

    def _call_by_its_name(self, name: str) -> None:
        """Call a range that somebody has renamed by its name again: its id has stayed."""
        if name in self._snapshot.ids or name in self.places:
            return
        for other, its_id in self._snapshot.ids.items():
            if (
                its_id == name_id(name)
                and other not in self._laid_out
                and other in self._snapshot.places
            ):
                self.places[name] = self._snapshot.places[other]
                named = {"namedRangeId": its_id, "name": name}
                self.requests.append({"updateNamedRange": {"namedRange": named, "fields": "name"}})
                self.findings.append(
                    f"The named range {name} was called {other} and has its name back."
                )

    def _stretch(
        self, page: Page, name: str, height: int, width: int, *, score_column: bool
    ) -> None:
        place = self.places[name]
        was = place.rect
        if was.height >= height and was.width >= width:
            return
        now = Rect(
            was.top, was.left, max(was.bottom, was.top + height), max(was.right, was.left + width)
        )
        sure = score_column or self._nothing_moved(page, name)
        added = (cell for cell in now.cells() if not _holds(was, cell))
        taken = self._meets(name, Place(place.sheet, now), but=was)
        title = self._snapshot.title(place.sheet)
        if taken or not (sure or not self._snapshot.any_value(place.sheet, added)):
            self.findings.append(
                f"The named range {name} ({told(was, title)}) is too small for "
                f"{counted(height, width)} and has no room to grow: make room and define it again."
            )
            return
        self.places[name] = Place(place.sheet, now)
        self.requests.append(
            _again(self._snapshot.ids.get(name, name_id(name)), name, self.places[name])
        )
        self.findings.append(
            f"The named range {name} ({told(was, title)}) was too small and is {now} again."
        )

    def _nothing_moved(self, page: Page, name: str) -> bool:
        """Return whether a page's names lie to each other as in the template."""
        rects, sheet = page.names, self.places[name].sheet
        moves = {
            (place.rect.top - rects[one].top, place.rect.left - rects[one].left)
            for one, place in self.places.items()
            if one in rects and place.sheet == sheet
        }
        return len(moves) == 1

    def _find(self, page: Page, name: str, home: int) -> None:
        title = self._snapshot.title(home)
        for rect in self._guesses(page, name, home):
            place = Place(home, rect)
            if not self._meets(name, place):
                self._name(name, place)
                self.findings.append(
                    f"The named range {name} was missing and is put back at {told(rect, title)}."
                )
                return
        height, width = _needs(page)[name]
        self.findings.append(
            f"The named range {name} is missing, and where it was on the tab {title} others lie: "
            f"define it again ({counted(height, width)})."
        )

    def _guesses(self, page: Page, name: str, home: int) -> Iterator[Rect]:
        """Yield where a lost name may have been.

        As the names nearest to it lie now, as laid out.
        """
        rects = page.names
        rect = rects[name]
        now = {
            one: self.places[one].rect
            for one in rects
            if one in self.places and self.places[one].sheet == home
        }
        if now:
            rows = _as_neighbours(
                (rect.top, rect.bottom),
                [
                    (_rows(rects[one]), _rows(there), abs(rects[one].left - rect.left))
                    for one, there in now.items()
                ],
            )
            columns = _as_neighbours(
                (rect.left, rect.right),
                [
                    (_columns(rects[one]), _columns(there), abs(rects[one].top - rect.top))
                    for one, there in now.items()
                ],
            )
            if min(*rows, *columns) >= 0:
                yield Rect(rows[0], columns[0], rows[1], columns[1])
        yield rect

    def _meets(self, name: str, place: Place, but: Rect | None = None) -> bool:
        """Return whether a name would lie over others that the template keeps apart from it.

        Those that it lies over already where it is, `but`, do not count.
        """
        page, rect = self._laid_out[name]
        for other, there in self.places.items():
            if other == name or there.sheet != place.sheet or not there.rect.meets(place.rect):
                continue
            its_page, its_rect = self._laid_out[other]
            together = its_page is page and its_rect.meets(rect)
            if not together and not (but and there.rect.meets(but)):
                return True
        return False

    def _name(self, name: str, place: Place) -> None:
        self.places[name] = place
        if name in self._snapshot.ids:
            self.requests.append(_again(self._snapshot.ids[name], name, place))
            return
        request = name_request(name, place)
        if name_id(name) in self._snapshot.ids.values():
            del request["addNamedRange"]["namedRange"]["namedRangeId"]
        self.requests.append(request)


def _amiss(snapshot: Snapshot, name: str, place: Place) -> str:
    """Return what was amiss with a name that did not lie where it counts."""
    called = {its_id: other for other, its_id in snapshot.ids.items()}
    where, was = told(place.rect, snapshot.title(place.sheet)), snapshot.structure.named.get(name)
    if was is None and name_id(name) in called and name not in snapshot.ids:
        return f"was called {called[name_id(name)]} and has its name back"
    if was is None:
        return f"was missing and is put back at {where}"
    before = told(was.rect, snapshot.title(was.sheet))
    if was.sheet == place.sheet and place.rect.encloses(was.rect):
        return f"({before}) was too small and is {place.rect} again"
    return f"({before}) was moved and is put back at {where}"


def _again(its_id: str, name: str, place: Place) -> JsonObject:
    named = {"namedRangeId": its_id, "name": name, "range": place.grid_range()}
    return {"updateNamedRange": {"namedRange": named, "fields": "range"}}


def _needs(page: Page) -> dict[str, tuple[int, int]]:
    """Return how many rows and columns each name must have: merged cells hold one text."""
    return {
        page.name(spot.name): _need(area, spot.rect)
        for area in page.tab.areas
        for spot in area.spots()
        if spot.name is not None
    }


def _need(area: Area, rect: Rect) -> tuple[int, int]:
    match area.merge:
        case "whole":
            return 1, 1
        case "rows":
            return rect.height, 1
        case None:
            return rect.height, rect.width


def score_columns(page: Page) -> list[str]:
    """Return the names of a score sheet's columns, which are as long as one another."""
    rects = page.tab.named
    if ENTRY not in rects:
        return []
    rows = _rows(rects[ENTRY])
    return [page.name(name) for name, rect in rects.items() if _rows(rect) == rows]


def _rows(rect: Rect) -> _Lines:
    return rect.top, rect.bottom


def _columns(rect: Rect) -> _Lines:
    return rect.left, rect.right


def _as_neighbours(lines: _Lines, others: list[tuple[_Lines, _Lines, int]]) -> _Lines:
    """Return where lines are now, from others: where they were, where they are, how far aside.

    The same lines elsewhere have moved, and grown, with these; else the nearest have moved alike.
    """
    first, end = lines
    alike = [(aside, now) for was, now, aside in others if was == lines]
    if alike:
        _, now = min(alike)
        return now[0], max(now[1], now[0] + end - first)
    _, _, was, now = min((abs(was[0] - first), aside, was, now) for was, now, aside in others)
    moved = now[0] - was[0]
    return first + moved, end + moved


def _holds(rect: Rect, cell: tuple[int, int]) -> bool:
    row, column = cell
    return rect.top <= row < rect.bottom and rect.left <= column < rect.right
