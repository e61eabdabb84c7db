"""Compare what a spreadsheet should be with what it is, and repair the differences.

A new spreadsheet lacks everything. One may have been uploaded as a workbook, copied, restyled or
damaged, and whoever writes in it may change what stands beside their cells. What somebody has typed
is never touched, nor are labels and looks, which are the umpire's to change.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Self, TypeAlias

from umpire.json_types import JsonObject
from umpire.sheets.changes import Change, Reconciled
from umpire.sheets.colouring import restore_rules, rules
from umpire.sheets.context import Context, Page, pages, title
from umpire.sheets.grid import Place
from umpire.sheets.inputs import restore_inputs
from umpire.sheets.layout import dressing, grid_request, tab_request
from umpire.sheets.metadata import free_id, make_metadata, set_metadata
from umpire.sheets.names import PlacedNames, name_requests, score_columns
from umpire.sheets.play import KEY
from umpire.sheets.protection import how_changed, protections, restore_protections
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata, TabAssignment
from umpire.sheets.template import Template

Kind: TypeAlias = Literal["empty", "ours", "template"]

PLAY = "play view"
"""The subject of changes to what a page on which one plays reads."""

_FIRST_METADATA = 66_000
"""What the number of a tab is added to for the id of the metadata that we make there."""
_ENOUGH = 0.5
_TITLE = 26
_SHOWN = 3


@dataclass(frozen=True)
class Wanted:
    """What a spreadsheet should be.

    `texts` are those of one-cell blocks, for conditional formats that wait for them (see
    `diff.one_cell_texts`). The file's `owner` may always edit what is protected.
    """

    template: Template
    context: Context
    pages: tuple[Page, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    owner: str | None = None

    @classmethod
    def of(
        cls,
        template: Template,
        context: Context,
        texts: Mapping[str, str] | None = None,
        owner: str | None = None,
    ) -> Self:
        """Return what a template wants for a match."""
        return cls(template, context, pages(template, context), texts or {}, owner)

    @property
    def settings(self) -> dict[str, tuple[str, str]]:
        """What the file's properties should be, each with what it is called."""
        return {
            "title": ("title", title(self.template, self.context)),
            "locale": ("locale", self.template.locale),
            "timeZone": ("time zone", self.template.time_zone),
        }


def kind_of(wanted: Wanted, observed: SpreadsheetMetadata) -> Kind | None:
    """Return what kind of spreadsheet this is, compared with the wanted one; None if unknown.

    `empty` is one tab without names (whether anything stands in it is for the caller to see),
    `ours` one that was filled, `template` one that has most of the template's names.
    """
    if observed.tabs.keys() == {page.sheet for page in wanted.pages}:
        return "ours"
    names = {name for page in wanted.pages for name in page.names}
    if observed.ids and len(names & observed.ids.keys()) >= _ENOUGH * len(names):
        return "template"
    return "empty" if not observed.ids and len(observed.tabs) == 1 else None


def install(
    template: Template,
    context: Context,
    default_sheet: int,
    texts: Mapping[str, str] | None = None,
) -> list[JsonObject]:
    """Return the requests that turn an empty spreadsheet into the match's.

    `default_sheet` is the id of the tab that the empty spreadsheet has. `texts` are those of
    `Wanted`. All ids are the same at every call, so that a repeat after a lost answer is refused as
    a duplicate, not done twice.
    """
    empty = SpreadsheetMetadata(tabs={default_sheet: {}})
    return [*made(Wanted.of(template, context, texts), empty).requests]


def made(wanted: Wanted, observed: SpreadsheetMetadata) -> Reconciled:
    """Return the repairs; an empty spreadsheet also gets its title and loses its tab."""
    if kind_of(wanted, observed) != "empty":
        return repair(wanted, observed)
    laid_out = repair(wanted, SpreadsheetMetadata())
    settings = _settings_request({key: value for key, (_, value) in wanted.settings.items()})
    gone = [{"deleteSheet": {"sheetId": sheet}} for sheet in observed.tabs]
    first, last = Change("settings", requests=(settings,)), Change("tabs", requests=(*gone,))
    return replace(laid_out, changes=(first, *laid_out.changes, last))


def repair(wanted: Wanted, observed: SpreadsheetMetadata) -> Reconciled:
    """Return all repairs of a spreadsheet, as far as its cells were seen."""
    assignments = observed.assign_tabs(wanted.pages)
    names = PlacedNames(assignments, observed)
    places = names.places
    changes = (
        *_settings(wanted, observed),
        *_tabs(wanted, observed, assignments),
        *_room(observed, places),
        *_names(assignments, observed, names),
        *restore_inputs(
            (assignment.page for assignment in assignments if not assignment.is_new),
            observed,
            places,
        ),
        *_colours(wanted, observed, assignments, places),
        *_protection(wanted, observed, assignments, places),
        *_play(observed, assignments),
        *_spare_rows(assignments, observed, places),
    )
    return Reconciled(changes, places)


def keep(
    wanted: Wanted, observed: SpreadsheetMetadata, places: Mapping[str, Place] | None = None
) -> Reconciled:
    """Return the repairs of conditional formats and protection on the tabs that exist.

    `places` are those of names, if they are not to be where they count now.
    """
    places = observed.effective_places(wanted.pages) if places is None else places
    assignments = _there(wanted, observed)
    colours = _colours(wanted, observed, assignments, places)
    return Reconciled((*colours, *_protection(wanted, observed, assignments, places)), places)


def protect(wanted: Wanted, observed: SpreadsheetMetadata) -> Reconciled:
    """Return the requests that protect a spreadsheet."""
    places = observed.effective_places(wanted.pages)
    assignments = _there(wanted, observed)
    return Reconciled(tuple(_protection(wanted, observed, assignments, places)), places)


def damage(wanted: Wanted, observed: SpreadsheetMetadata) -> Reconciled:
    """Return the repairs of everything except cells that others may have changed."""
    places = observed.effective_places(wanted.pages)
    misplaced = name_requests(places, observed)
    names = Change(f"names ({_some(sorted(misplaced))})", requests=(*misplaced.values(),))
    others = (*_settings(wanted, observed), *_order(wanted, observed, places))
    return Reconciled((names, *others) if misplaced else others, places)


def _there(wanted: Wanted, observed: SpreadsheetMetadata) -> list[TabAssignment]:
    return [
        assignment for assignment in observed.assign_tabs(wanted.pages) if not assignment.is_new
    ]


def _settings(wanted: Wanted, observed: SpreadsheetMetadata) -> Iterator[Change]:
    """Yield wrong properties of the file; where nobody plays, its title is up to the umpire."""
    among_players = any(page.among_players for page in wanted.pages)
    for key, (word, value) in wanted.settings.items():
        was = observed.settings.get(key, value)
        if was != value and (key != "title" or among_players):
            yield Change(
                word,
                f"The {word} was {was} and is {value} again.",
                f"It is {was} and should be {value}.",
                (_settings_request({key: value}),),
            )


def _settings_request(properties: JsonObject) -> JsonObject:
    body = {"properties": properties, "fields": ",".join(properties)}
    return {"updateSpreadsheetProperties": body}


def _order(
    wanted: Wanted, observed: SpreadsheetMetadata, places: Mapping[str, Place]
) -> Iterator[Change]:
    """Yield the request that puts the pages' tabs first where players, who may add tabs, write."""
    tabs = [page.sheet_now(places) for page in wanted.pages]
    there = [tab for tab in tabs if tab in observed.order]
    in_order = [observed.order[tab] for tab in there] == [tabs.index(tab) for tab in there]
    if in_order or not any(page.among_players for page in wanted.pages):
        return
    moved: list[JsonObject] = []
    for number, tab in enumerate(there):
        properties = {"sheetId": tab, "index": number}
        moved.append({"updateSheetProperties": {"properties": properties, "fields": "index"}})
    yield Change("order of the tabs", requests=tuple(moved))


def _tabs(
    wanted: Wanted, observed: SpreadsheetMetadata, assignments: Sequence[TabAssignment]
) -> Iterator[Change]:
    """Yield the changes that lay out missing tabs again."""
    palette, titles = wanted.template.palette, {*observed.titles.values()}
    for number, assignment in enumerate(assignments):
        if assignment.is_new:
            free = _free_title(assignment.page.title, {*titles, *observed.ids})
            page = replace(assignment.page, sheet=assignment.sheet, title=free)
            made = tab_request(page, min(number, len(titles)), palette)
            told = f"The tab {free} was missing and has been laid out again."
            yield Change("tabs", told, requests=(made, *dressing(page, palette)))
            titles.add(free)


def _free_title(title: str, taken: Iterable[str]) -> str:
    known = {one.casefold() for one in taken}
    number = 1
    free = title
    while free.casefold() in known:
        number += 1
        free = f"{title[:_TITLE]} ({number})"
    return free


def _room(observed: SpreadsheetMetadata, places: Mapping[str, Place]) -> Iterator[Change]:
    """Yield the changes that enlarge tabs whose names reach beyond the end."""
    for sheet, size in observed.sizes.items():
        here = [place.rect for place in places.values() if place.sheet == sheet]
        ends = {
            "rowCount": max((rect.bottom for rect in here), default=0),
            "columnCount": max((rect.right for rect in here), default=0),
        }
        larger = {key: end for key, end in ends.items() if end > size.get(key, 0)}
        if larger:
            yield Change("room", requests=(grid_request(sheet, larger),))


def _names(
    assignments: Sequence[TabAssignment], observed: SpreadsheetMetadata, names: PlacedNames
) -> Iterator[Change]:
    laid_out = {
        name for assignment in assignments if assignment.is_new for name in assignment.page.names
    }
    for name, request in name_requests(names.places, observed).items():
        yield Change(
            "names", "" if name in laid_out else names.describe_repair(name), requests=(request,)
        )
    for fault in names.faults:
        yield Change("names", fault)


def _colours(
    wanted: Wanted,
    observed: SpreadsheetMetadata,
    assignments: Sequence[TabAssignment],
    places: Mapping[str, Place],
) -> Iterator[Change]:
    for sheet, here in _by_tab(assignments).items():
        palette = wanted.template.palette
        made = [
            rule
            for assignment in here
            for rule in rules(assignment.page, palette, places, wanted.texts)
        ]
        if requests := restore_rules(sheet, made, observed.rules.get(sheet, ())):
            tab = observed.titles.get(sheet)
            yield Change(
                "colours",
                f"The colours of the tab {tab} had been changed and are back." if tab else "",
                f"The rules that colour by text were changed on {tab}." if tab else "",
                tuple(requests),
            )


def _protection(
    wanted: Wanted,
    observed: SpreadsheetMetadata,
    assignments: Sequence[TabAssignment],
    places: Mapping[str, Place],
) -> Iterator[Change]:
    by_tab = _by_tab(assignments)
    kept = {sheet: _protected(wanted, here, places) for sheet, here in by_tab.items()}
    ids = {one["protectedRangeId"] for of_tab in kept.values() for one in of_tab}
    for its_id, place in observed.protected.items():
        if its_id in ids and place.sheet not in kept:
            gone = {"deleteProtectedRange": {"protectedRangeId": its_id}}
            yield Change("protection", requests=(gone,))
    for sheet, of_tab in kept.items():
        there = observed.protections.get(sheet, ())
        if requests := restore_protections(of_tab, there, wanted.owner, observed.sizes):
            tab = observed.titles.get(sheet)
            yield Change(
                "protection",
                f"The protection of the tab {tab} had been changed and is back." if tab else "",
                f"On the tab {tab} {how_changed(requests)}." if tab else "",
                tuple(requests),
            )


def _by_tab(assignments: Iterable[TabAssignment]) -> dict[int, list[TabAssignment]]:
    """Return the pages that are on each tab: somebody may have moved two onto one."""
    found: dict[int, list[TabAssignment]] = {}
    for assignment in assignments:
        found.setdefault(assignment.sheet, []).append(assignment)
    return found


def _protected(
    wanted: Wanted, assignments: Sequence[TabAssignment], places: Mapping[str, Place]
) -> list[JsonObject]:
    """Return the protections of one tab: one of the whole, and one of each open part."""
    kept = [protections(assignment.page, wanted.context, places) for assignment in assignments]
    open_places = [given for whole, *_ in kept for given in whole.get("unprotectedRanges", [])]
    whole = {**kept[0][0], "range": {"sheetId": assignments[0].sheet}}
    if open_places:
        whole["unprotectedRanges"] = open_places
    return [whole, *(one for _, *others in kept for one in others)]


def _play(observed: SpreadsheetMetadata, assignments: Sequence[TabAssignment]) -> Iterator[Change]:
    """Yield what tells a page how a tab is played on, if that is not there."""
    taken = {*observed.metadata_ids}
    for sheet, here in _by_tab(assignments).items():
        told = next((assignment.page.play for assignment in here if assignment.page.play), None)
        kept = observed.metadata(sheet, KEY)
        if told is None or (kept is not None and kept.get("metadataValue") == told):
            continue
        if kept is None:
            its_id = free_id(_FIRST_METADATA + sheet, taken)
            taken.add(its_id)
            request = make_metadata(its_id, KEY, told, {"sheetId": sheet})
        else:
            request = set_metadata(kept["metadataId"], told)
        title = observed.titles.get(sheet)
        back = f"The play view of the tab {title} was missing or out of date and is back."
        lacks = f"The tab {title} has no play view, or an old one."
        yield Change(PLAY, back if title else "", lacks if title else "", (request,))


def _spare_rows(
    assignments: Sequence[TabAssignment], observed: SpreadsheetMetadata, places: Mapping[str, Place]
) -> Iterator[Change]:
    """Yield what cuts off empty rows below a score sheet: it grows only where its tab ends."""
    for assignment in assignments:
        columns = score_columns(assignment.page)
        ends = [places[name].rect.bottom for name in columns if name in places]
        laid_out = [assignment.page.names[name].bottom for name in columns]
        if assignment.is_new or not ends or {*laid_out} != {assignment.page.tab.rows}:
            continue
        rows, end = observed.sizes[assignment.sheet].get("rowCount", 0), max(ends)
        named = {**observed.named, **places}.values()
        used = [place.rect.bottom for place in named if place.sheet == assignment.sheet]
        used += [row + 1 for row, _ in observed.filled_cells(assignment.sheet)]
        if rows > end >= max(used):
            yield Change(
                "room",
                f"The tab {observed.titles[assignment.sheet]} had {rows - end} empty rows below "
                "its score sheet, which could not grow; they are deleted.",
                requests=(grid_request(assignment.sheet, {"rowCount": end}),),
            )


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_SHOWN])
    return f"{shown} and {len(names) - _SHOWN} more" if len(names) > _SHOWN else shown
