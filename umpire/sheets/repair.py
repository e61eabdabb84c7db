"""What a spreadsheet lacks of its template, put back in one batch.

It may have been uploaded as a workbook, copied, restyled or damaged. What somebody has typed is
never touched, nor are labels and looks, which are the umpire's to change.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from umpire.json_types import JsonObject
from umpire.sheets.colouring import restore_rules, rules
from umpire.sheets.context import Context, Page, pages
from umpire.sheets.diff import Update, drop_down, keep_plain_text, put
from umpire.sheets.grid import Place, Rect
from umpire.sheets.layout import check_box, dressing, is_installed, tab_request
from umpire.sheets.protection import protections, restore_protections
from umpire.sheets.ranges import ENTRY
from umpire.sheets.restore_names import Names, score_columns
from umpire.sheets.snapshot import FIELDS, Snapshot, read_snapshot, tabs_of, told
from umpire.sheets.tabs import Area
from umpire.sheets.template import Template

REPAIR_FIELDS = FIELDS
"""What the metadata given to `repair` must hold; it is enough for `adoptable`, too."""

Kind: TypeAlias = Literal["empty", "ours", "template"]

_ENOUGH = 0.5
_TITLE = 26


def adoptable(template: Template, context: Context, metadata: JsonObject) -> Kind | None:
    """Return what a spreadsheet is that was given by hand for a match; None if something else.

    `empty` is one tab without names (whether anything stands in it is for the caller to see),
    `ours` one that `install` has filled, `template` one that has most of the template's names.
    """
    if is_installed(template, context, metadata):
        return "ours"
    there = {named["name"] for named in metadata.get("namedRanges", [])}
    wanted = {name for page in pages(template, context) for name in page.names}
    if there and len(wanted & there) >= _ENOUGH * len(wanted):
        return "template"
    if not there and len(metadata.get("sheets", [])) == 1:
        return "empty"
    return None


def repair(
    template: Template,
    context: Context,
    metadata: JsonObject,
    texts: Mapping[str, str],
    owner: str | None = None,
) -> Update:
    """Return the requests of one batch that put back what is missing, and say what that is.

    `metadata` is fresh and has REPAIR_FIELDS; `texts` are those of one-cell blocks, for conditional
    formats that wait for them; `owner` is the file's owner. If all is well there are no requests.
    """
    snapshot = read_snapshot(metadata, pages(template, context))
    return _Repair(template, context, snapshot, texts, owner).update()


@dataclass(frozen=True, slots=True)
class _Home:
    """Where a page is: the tab's id, and whether it is yet to be made."""

    page: Page
    sheet: int
    is_new: bool


class _Repair:
    """One repair: what is due goes into requests and findings, in the order of the batch."""

    def __init__(
        self,
        template: Template,
        context: Context,
        snapshot: Snapshot,
        texts: Mapping[str, str],
        owner: str | None,
    ) -> None:
        self._template = template
        self._context = context
        self._snapshot = snapshot
        self._texts = texts
        self._owner = owner
        self._requests: list[JsonObject] = []
        self._findings: list[str] = []
        made = pages(template, context)
        self._homes = _homes(made, snapshot)
        self._names = Names(made, snapshot)

    def update(self) -> Update:
        """Return all of it."""
        self._settings()
        self._tabs()
        self._ranges()
        for home in self._homes:
            for area in home.page.tab.areas:
                self._cells(home, area)
        self._colours()
        self._protection()
        self._spare_rows()
        return Update(tuple(self._requests), tuple(self._findings))

    def _settings(self) -> None:
        there = self._snapshot.properties
        wanted = (
            ("locale", "locale", self._template.locale),
            ("timeZone", "time zone", self._template.time_zone),
        )
        changed = [one for one in wanted if there.get(one[0]) != one[2]]
        if changed:
            properties = {key: value for key, _, value in changed}
            body = {"properties": properties, "fields": ",".join(properties)}
            self._requests.append({"updateSpreadsheetProperties": body})
        self._findings += [
            f"The {word} was {there.get(key) or 'unknown'} and is {value} again."
            for key, word, value in changed
        ]

    def _tabs(self) -> None:
        """Lay out again what tabs are missing."""
        palette = self._template.palette
        titles = {*map(self._snapshot.title, self._snapshot.sheets)}
        for number, home in enumerate(self._homes):
            if home.is_new:
                title = _free_title(home.page.title, {*titles, *self._snapshot.ids})
                page = replace(home.page, sheet=home.sheet, title=title)
                self._requests.append(tab_request(page, min(number, len(titles)), palette))
                self._requests += dressing(page, palette)
                self._findings.append(f"The tab {title} was missing and is laid out again.")
                titles.add(title)

    def _ranges(self) -> None:
        for home in self._homes:
            if home.is_new:
                self._names.lay_out(home.page, home.sheet)
            else:
                self._names.put_back(home.page, home.sheet)
        self._make_room()
        self._requests += self._names.requests
        self._findings += self._names.findings

    def _make_room(self) -> None:
        """Make tabs larger at their end where names are to reach beyond it."""
        for sheet, size in self._snapshot.sizes().items():
            here = [place.rect for place in self._names.places.values() if place.sheet == sheet]
            ends = {
                "rowCount": max((rect.bottom for rect in here), default=0),
                "columnCount": max((rect.right for rect in here), default=0),
            }
            larger = {key: end for key, end in ends.items() if end > size.get(key, 0)}
            if larger:
                self._requests.append(_size_request(sheet, larger))

    def _cells(self, home: _Home, area: Area) -> None:
        """Put back what the named cells of an area are: plain text, check boxes, a drop-down."""
        for spot in area.spots():
            name = None if spot.name is None else home.page.name(spot.name)
            place = None if name is None else self._names.places.get(name)
            if name is None or place is None:
                continue
            help_text = home.page.filled(area.help) if area.help else ""
            if (area.player_writes or spot.name == ENTRY) and not area.check_box:
                self._plain_text(home, name, place)
            if area.check_box and not home.is_new:
                self._boxes(name, place, help_text)
            if area.choices and not home.is_new and not self._all(place, _has_validation):
                self._requests.append(drop_down(place, area.choices, help_text))
                self._findings.append(f"The drop-down of {name} was gone and is put back.")

    def _plain_text(self, home: _Home, name: str, place: Place) -> None:
        if not self._all(place, _is_plain_text):
            self._requests += keep_plain_text([place])
            if not home.is_new:
                self._findings.append(f"The cells of {name} were not all plain text and are again.")

    def _boxes(self, name: str, place: Place, help_text: str) -> None:
        """Make check boxes again. Of their values only a blank one is set, to that of no tick."""
        values = {
            at: self._snapshot.cell(place.sheet, at).get("userEnteredValue") for at in _at(place)
        }
        if not self._all(place, _is_check_box):
            self._requests.append(check_box(place, help_text or None))
            self._requests += [
                put(_one_cell(place.sheet, at), value=False)
                for at, value in values.items()
                if not value
            ]
            self._findings.append(f"The check box {name} was gone and is put back.")
        if any(value and "boolValue" not in value for value in values.values()):
            where = told(place.rect, self._snapshot.title(place.sheet))
            self._findings.append(
                f"The check box {name} ({where}) holds something else than a tick: empty the cell."
            )

    def _all(self, place: Place, is_so: Callable[[JsonObject], bool]) -> bool:
        return all(is_so(self._snapshot.cell(place.sheet, at)) for at in _at(place))

    def _colours(self) -> None:
        palette, places = self._template.palette, self._names.places
        for sheet, homes in self._by_tab().items():
            wanted = [
                rule for home in homes for rule in rules(home.page, palette, places, self._texts)
            ]
            there = self._snapshot.sheets.get(sheet, {}).get("conditionalFormats", [])
            requests = restore_rules(sheet, wanted, there)
            self._say(
                homes[0], "The colours of the tab {} were changed and are put back.", requests
            )
            self._requests += requests

    def _protection(self) -> None:
        """Put protection back, what is to go first: an id may have got to another tab."""
        wanted = {sheet: self._protections(homes) for sheet, homes in self._by_tab().items()}
        ids = {one["protectedRangeId"] for kept in wanted.values() for one in kept}
        requests = [
            {"deleteProtectedRange": {"protectedRangeId": one["protectedRangeId"]}}
            for sheet in self._snapshot.sheets.keys() - wanted.keys()
            for one in self._protected(sheet)
            if one["protectedRangeId"] in ids
        ]
        sizes = self._snapshot.sizes()
        for sheet, homes in self._by_tab().items():
            there = self._protected(sheet)
            made = restore_protections(wanted[sheet], there, self._owner, sizes)
            self._say(homes[0], "The protection of the tab {} was changed and is put back.", made)
            requests += made
        self._requests += sorted(requests, key=lambda one: "deleteProtectedRange" not in one)

    def _say(self, home: _Home, finding: str, requests: list[JsonObject]) -> None:
        """Note what requests put back on a tab that was there; of a new one it is noted already."""
        if requests and not home.is_new:
            self._findings.append(finding.format(self._snapshot.title(home.sheet)))

    def _by_tab(self) -> dict[int, list[_Home]]:
        """Return the pages that are on each tab: somebody may have moved two onto one."""
        found: dict[int, list[_Home]] = {}
        for home in self._homes:
            found.setdefault(home.sheet, []).append(home)
        return found

    def _protections(self, homes: Sequence[_Home]) -> list[JsonObject]:
        """Return what protects one tab: one protection of the whole, and those of what is open."""
        kept = [protections(home.page, self._context, self._names.places) for home in homes]
        open_places = [given for whole, *_ in kept for given in whole.get("unprotectedRanges", [])]
        whole = {**kept[0][0], "range": {"sheetId": homes[0].sheet}}
        if open_places:
            whole["unprotectedRanges"] = open_places
        return [whole, *(one for _, *others in kept for one in others)]

    def _protected(self, sheet: int) -> list[JsonObject]:
        there: list[JsonObject] = self._snapshot.sheets.get(sheet, {}).get("protectedRanges", [])
        return there

    def _spare_rows(self) -> None:
        """Cut off empty rows below a score sheet: it grows only where it ends with its tab."""
        for home in self._homes:
            columns = [
                self._names.places[name]
                for name in score_columns(home.page)
                if name in self._names.places
            ]
            if home.is_new or not columns or not _ends_its_tab(home.page):
                continue
            rows = self._snapshot.sizes()[home.sheet].get("rowCount", 0)
            end = max(place.rect.bottom for place in columns)
            if rows > end and self._nothing_below(home.sheet, end):
                self._requests.append(_size_request(home.sheet, {"rowCount": end}))
                self._findings.append(
                    f"The tab {self._snapshot.title(home.sheet)} had {rows - end} empty rows below "
                    "its score sheet, which could not grow; they are cut off."
                )

    def _nothing_below(self, sheet: int, end: int) -> bool:
        places = (*self._snapshot.places.values(), *self._names.places.values())
        low = max((place.rect.bottom for place in places if place.sheet == sheet), default=0)
        cells = self._snapshot.cells.get(sheet, {})
        return low <= end and not self._snapshot.any_value(
            sheet, (at for at in cells if at[0] >= end)
        )


def _homes(made: Sequence[Page], snapshot: Snapshot) -> list[_Home]:
    """Return for each page the tab on which it is; for one that is nowhere an id that is free."""
    found = tabs_of(made, snapshot)
    taken = {*snapshot.sheets}
    homes: list[_Home] = []
    for page, sheet in zip(made, found, strict=True):
        if sheet is not None:
            homes.append(_Home(page, sheet, is_new=False))
            continue
        free = page.sheet if page.sheet not in taken else max(taken) + 1
        taken.add(free)
        homes.append(_Home(page, free, is_new=True))
    return homes


def _free_title(title: str, taken: set[str]) -> str:
    known = {one.casefold() for one in taken}
    number = 1
    free = title
    while free.casefold() in known:
        number += 1
        free = f"{title[:_TITLE]} ({number})"
    return free


def _size_request(sheet: int, size: JsonObject) -> JsonObject:
    fields = ",".join(f"gridProperties.{key}" for key in size)
    properties = {"sheetId": sheet, "gridProperties": size}
    return {"updateSheetProperties": {"properties": properties, "fields": fields}}


def _ends_its_tab(page: Page) -> bool:
    rects = page.names
    return all(rects[name].bottom == page.tab.rows for name in score_columns(page))


def _at(place: Place) -> Iterator[tuple[int, int]]:
    return place.rect.cells()


def _one_cell(sheet: int, at: tuple[int, int]) -> Place:
    row, column = at
    return Place(sheet, Rect(row, column, row + 1, column + 1))


def _is_plain_text(cell: JsonObject) -> bool:
    kind: str | None = cell.get("userEnteredFormat", {}).get("numberFormat", {}).get("type")
    return kind == "TEXT"


def _is_check_box(cell: JsonObject) -> bool:
    return _validation(cell) == "BOOLEAN" and not _is_plain_text(cell)


def _has_validation(cell: JsonObject) -> bool:
    return _validation(cell) is not None


def _validation(cell: JsonObject) -> str | None:
    kind: str | None = cell.get("dataValidation", {}).get("condition", {}).get("type")
    return kind
