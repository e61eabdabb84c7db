"""Compare a spreadsheet with its template, and plan the requests that repair the differences.

A new spreadsheet lacks everything. Another may have been uploaded as a workbook, copied, restyled
or damaged, and its players may change much beside their own cells. A repair never touches typed
text, nor labels and styles, which are the umpire's to change.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Self, TypeAlias

from umpire.json_types import JsonObject
from umpire.sheets.changes import Change, RepairPlan
from umpire.sheets.colouring import conditional_formats, restore_rules
from umpire.sheets.context import Context, Page, pages, title
from umpire.sheets.grid import Place
from umpire.sheets.inputs import restore_inputs
from umpire.sheets.layout import content_requests, grid_request, tab_request
from umpire.sheets.metadata import free_id, make_metadata, set_metadata
from umpire.sheets.names import PlacedNames, name_requests, score_columns
from umpire.sheets.play import PLAY_KEY
from umpire.sheets.protection import describe_damage, restore_protections, tab_protections
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata, TabAssignment
from umpire.sheets.template import Template

Kind: TypeAlias = Literal["empty", "ours", "template"]

PLAY = "play view"
"""The subject of changes to the metadata that the play page reads."""

_FIRST_METADATA = 66_000
"""The id of the metadata that umpire makes at a tab is this and the tab's id."""
_ENOUGH = 0.5
_TITLE = 26
_SHOWN = 3


@dataclass(frozen=True)
class TargetState:
    """The state that a spreadsheet should have.

    `texts` are those of one-cell blocks, on which conditional formats may depend (see
    `diff.one_cell_texts`). The file's `owner` may always edit protected cells.
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
        """Return the target state of a match's spreadsheet by its template."""
        return cls(template, context, pages(template, context), texts or {}, owner)

    @property
    def settings(self) -> dict[str, tuple[str, str]]:
        """The properties that the file should have, by key: the word for it, and the value."""
        return {
            "title": ("title", title(self.template, self.context)),
            "locale": ("locale", self.template.locale),
            "timeZone": ("time zone", self.template.time_zone),
        }


def kind_of(target: TargetState, actual: SpreadsheetMetadata) -> Kind | None:
    """Return what kind of spreadsheet this is, compared with the target; None if unknown.

    `empty` has one tab without names (the caller must check its cells), `ours` was set up before,
    and `template` has most of the template's names.
    """
    if actual.tabs.keys() == {page.sheet for page in target.pages}:
        return "ours"
    names = {name for page in target.pages for name in page.names}
    if actual.name_ids and len(names & actual.name_ids.keys()) >= _ENOUGH * len(names):
        return "template"
    return "empty" if not actual.name_ids and len(actual.tabs) == 1 else None


def setup_requests(
    template: Template,
    context: Context,
    default_sheet: int,
    texts: Mapping[str, str] | None = None,
) -> list[JsonObject]:
    """Return the requests that turn an empty spreadsheet into the match's.

    `default_sheet` is the id of the tab in the empty spreadsheet. `texts` are those of
    `TargetState`. All ids are the same at every call, so that a repeat after a lost answer is
    refused as a duplicate, not done twice.
    """
    empty = SpreadsheetMetadata(tabs={default_sheet: {}})
    return [*plan_setup(TargetState.of(template, context, texts), empty).requests]


def plan_setup(target: TargetState, actual: SpreadsheetMetadata) -> RepairPlan:
    """Plan all repairs. An empty spreadsheet also gets its title and loses its tab."""
    if kind_of(target, actual) != "empty":
        return plan_repair(target, actual)
    laid_out = plan_repair(target, SpreadsheetMetadata())
    settings = _settings_request({key: value for key, (_, value) in target.settings.items()})
    deletions = [{"deleteSheet": {"sheetId": sheet}} for sheet in actual.tabs]
    first, last = Change("settings", requests=(settings,)), Change("tabs", requests=(*deletions,))
    return replace(laid_out, changes=(first, *laid_out.changes, last))


def plan_repair(target: TargetState, actual: SpreadsheetMetadata) -> RepairPlan:
    """Plan all repairs of a spreadsheet, those of cells only if the metadata contains cells."""
    assignments = actual.assign_tabs(target.pages)
    names = PlacedNames(assignments, actual)
    places = names.places
    changes = (
        *_settings(target, actual),
        *_tabs(target, actual, assignments),
        *_room(actual, places),
        *_names(assignments, actual, names),
        *restore_inputs(
            (assignment.page for assignment in assignments if not assignment.is_new),
            actual,
            places,
        ),
        *_colours(target, actual, assignments, places),
        *_protection(target, actual, assignments, places),
        *_play_views(actual, assignments),
        *_spare_rows(assignments, actual, places),
    )
    return RepairPlan(changes, places)


def plan_upkeep(
    target: TargetState, actual: SpreadsheetMetadata, places: Mapping[str, Place] | None = None
) -> RepairPlan:
    """Plan the repairs of conditional formats and protection on the tabs that exist.

    `places` are the places that the names will have, by default their effective places now.
    """
    places = actual.effective_places(target.pages) if places is None else places
    assignments = _existing_tabs(target, actual)
    colours = _colours(target, actual, assignments, places)
    return RepairPlan((*colours, *_protection(target, actual, assignments, places)), places)


def plan_protection(target: TargetState, actual: SpreadsheetMetadata) -> RepairPlan:
    """Plan the repairs of protection."""
    places = actual.effective_places(target.pages)
    assignments = _existing_tabs(target, actual)
    return RepairPlan(tuple(_protection(target, actual, assignments, places)), places)


def plan_structure_repair(target: TargetState, actual: SpreadsheetMetadata) -> RepairPlan:
    """Plan the repairs of names, settings and the order of tabs, which need no full snapshot."""
    places = actual.effective_places(target.pages)
    requests_by_name = name_requests(places, actual)
    names = Change(
        f"names ({_first_names(sorted(requests_by_name))})", requests=(*requests_by_name.values(),)
    )
    others = (*_settings(target, actual), *_order(target, actual, places))
    return RepairPlan((names, *others) if requests_by_name else others, places)


def _existing_tabs(target: TargetState, actual: SpreadsheetMetadata) -> list[TabAssignment]:
    return [assignment for assignment in actual.assign_tabs(target.pages) if not assignment.is_new]


def _settings(target: TargetState, actual: SpreadsheetMetadata) -> Iterator[Change]:
    """Yield a change for each wrong property. The umpire may change a title where nobody plays."""
    among_players = any(page.among_players for page in target.pages)
    for key, (word, value) in target.settings.items():
        present = actual.settings.get(key, value)
        if present != value and (key != "title" or among_players):
            yield Change(
                word,
                f"The {word} was {present} and is {value} again.",
                f"It is {present} and should be {value}.",
                (_settings_request({key: value}),),
            )


def _settings_request(properties: JsonObject) -> JsonObject:
    body = {"properties": properties, "fields": ",".join(properties)}
    return {"updateSpreadsheetProperties": body}


def _order(
    target: TargetState, actual: SpreadsheetMetadata, places: Mapping[str, Place]
) -> Iterator[Change]:
    """Yield the change that puts the pages' tabs first, if players write there and may add tabs."""
    tabs = [page.sheet_now(places) for page in target.pages]
    present = [tab for tab in tabs if tab in actual.tab_order]
    in_order = [actual.tab_order[tab] for tab in present] == [tabs.index(tab) for tab in present]
    if in_order or not any(page.among_players for page in target.pages):
        return
    requests: list[JsonObject] = []
    for number, tab in enumerate(present):
        properties = {"sheetId": tab, "index": number}
        requests.append({"updateSheetProperties": {"properties": properties, "fields": "index"}})
    yield Change("order of the tabs", requests=tuple(requests))


def _tabs(
    target: TargetState, actual: SpreadsheetMetadata, assignments: Sequence[TabAssignment]
) -> Iterator[Change]:
    """Yield the changes that lay out missing tabs again."""
    palette, titles = target.template.palette, {*actual.titles.values()}
    for number, assignment in enumerate(assignments):
        if assignment.is_new:
            free = _free_title(assignment.page.title, {*titles, *actual.name_ids})
            page = replace(assignment.page, sheet=assignment.sheet, title=free)
            new_tab = tab_request(page, min(number, len(titles)), palette)
            sentence = f"The tab {free} was missing and has been laid out again."
            yield Change("tabs", sentence, requests=(new_tab, *content_requests(page, palette)))
            titles.add(free)


def _free_title(title: str, titles: Iterable[str]) -> str:
    folded = {other.casefold() for other in titles}
    number = 1
    free = title
    while free.casefold() in folded:
        number += 1
        free = f"{title[:_TITLE]} ({number})"
    return free


def _room(actual: SpreadsheetMetadata, places: Mapping[str, Place]) -> Iterator[Change]:
    """Yield the changes that enlarge tabs whose names reach beyond the end."""
    for sheet, size in actual.sizes.items():
        rects = [place.rect for place in places.values() if place.sheet == sheet]
        ends = {
            "rowCount": max((rect.bottom for rect in rects), default=0),
            "columnCount": max((rect.right for rect in rects), default=0),
        }
        larger = {key: end for key, end in ends.items() if end > size.get(key, 0)}
        if larger:
            yield Change("room", requests=(grid_request(sheet, larger),))


def _names(
    assignments: Sequence[TabAssignment], actual: SpreadsheetMetadata, names: PlacedNames
) -> Iterator[Change]:
    laid_out = {
        name for assignment in assignments if assignment.is_new for name in assignment.page.names
    }
    for name, request in name_requests(names.places, actual).items():
        yield Change(
            "names", "" if name in laid_out else names.describe_repair(name), requests=(request,)
        )
    for fault in names.faults:
        yield Change("names", fault)


def _colours(
    target: TargetState,
    actual: SpreadsheetMetadata,
    assignments: Sequence[TabAssignment],
    places: Mapping[str, Place],
) -> Iterator[Change]:
    for sheet, on_tab in _by_tab(assignments).items():
        palette = target.template.palette
        target_rules = [
            rule
            for assignment in on_tab
            for rule in conditional_formats(assignment.page, palette, places, target.texts)
        ]
        if requests := restore_rules(sheet, target_rules, actual.rules.get(sheet, ())):
            tab = actual.titles.get(sheet)
            yield Change(
                "colours",
                f"The colours of the tab {tab} had been changed and are back." if tab else "",
                f"The rules that colour by text were changed on {tab}." if tab else "",
                tuple(requests),
            )


def _protection(
    target: TargetState,
    actual: SpreadsheetMetadata,
    assignments: Sequence[TabAssignment],
    places: Mapping[str, Place],
) -> Iterator[Change]:
    by_tab = _by_tab(assignments)
    target_ranges = {
        sheet: _protected_ranges(target, on_tab, places) for sheet, on_tab in by_tab.items()
    }
    ids = {
        protection["protectedRangeId"] for of_tab in target_ranges.values() for protection in of_tab
    }
    for protection_id, place in actual.protected_places.items():
        if protection_id in ids and place.sheet not in target_ranges:
            deletion = {"deleteProtectedRange": {"protectedRangeId": protection_id}}
            yield Change("protection", requests=(deletion,))
    for sheet, of_tab in target_ranges.items():
        current = actual.protections.get(sheet, ())
        if requests := restore_protections(of_tab, current, target.owner, actual.sizes):
            tab = actual.titles.get(sheet)
            yield Change(
                "protection",
                f"The protection of the tab {tab} had been changed and is back." if tab else "",
                f"On the tab {tab} {describe_damage(requests)}." if tab else "",
                tuple(requests),
            )


def _by_tab(assignments: Iterable[TabAssignment]) -> dict[int, list[TabAssignment]]:
    """Return the assignments of each tab. Somebody may have moved two pages onto one."""
    by_tab: dict[int, list[TabAssignment]] = {}
    for assignment in assignments:
        by_tab.setdefault(assignment.sheet, []).append(assignment)
    return by_tab


def _protected_ranges(
    target: TargetState, assignments: Sequence[TabAssignment], places: Mapping[str, Place]
) -> list[JsonObject]:
    """Return the protections of one tab: one of the whole, and one of each named part."""
    by_page = [
        tab_protections(assignment.page, target.context, places) for assignment in assignments
    ]
    open_ranges = [part for whole, *_ in by_page for part in whole.get("unprotectedRanges", [])]
    whole = {**by_page[0][0], "range": {"sheetId": assignments[0].sheet}}
    if open_ranges:
        whole["unprotectedRanges"] = open_ranges
    return [whole, *(part for _, *parts in by_page for part in parts)]


def _play_views(
    actual: SpreadsheetMetadata, assignments: Sequence[TabAssignment]
) -> Iterator[Change]:
    """Yield the changes that give tabs the metadata for the play page if it is missing or old."""
    taken_ids = {*actual.metadata_ids}
    for sheet, on_tab in _by_tab(assignments).items():
        play = next((assignment.page.play for assignment in on_tab if assignment.page.play), None)
        current = actual.metadata(sheet, PLAY_KEY)
        if play is None or (current is not None and current.get("metadataValue") == play):
            continue
        if current is None:
            metadata_id = free_id(_FIRST_METADATA + sheet, taken_ids)
            taken_ids.add(metadata_id)
            request = make_metadata(metadata_id, PLAY_KEY, play, {"sheetId": sheet})
        else:
            request = set_metadata(current["metadataId"], play)
        title = actual.titles.get(sheet)
        back = f"The play view of the tab {title} was missing or out of date and is back."
        lacks = f"The tab {title} has no play view, or an old one."
        yield Change(PLAY, back if title else "", lacks if title else "", (request,))


def _spare_rows(
    assignments: Sequence[TabAssignment], actual: SpreadsheetMetadata, places: Mapping[str, Place]
) -> Iterator[Change]:
    """Yield the changes that delete empty rows below score sheets, which grow at the end."""
    for assignment in assignments:
        columns = score_columns(assignment.page)
        ends = [places[name].rect.bottom for name in columns if name in places]
        laid_out = [assignment.page.names[name].bottom for name in columns]
        if assignment.is_new or not ends or {*laid_out} != {assignment.page.tab.rows}:
            continue
        rows, end = actual.sizes[assignment.sheet].get("rowCount", 0), max(ends)
        all_places = {**actual.named_places, **places}.values()
        ends_of_use = [place.rect.bottom for place in all_places if place.sheet == assignment.sheet]
        ends_of_use += [row + 1 for row, _ in actual.filled_cells(assignment.sheet)]
        if rows > end >= max(ends_of_use):
            yield Change(
                "room",
                f"The tab {actual.titles[assignment.sheet]} had {rows - end} empty rows below "
                "its score sheet, which could not grow; they are deleted.",
                requests=(grid_request(assignment.sheet, {"rowCount": end}),),
            )


def _first_names(names: Sequence[str]) -> str:
    text = ", ".join(names[:_SHOWN])
    return f"{text} and {len(names) - _SHOWN} more" if len(names) > _SHOWN else text
