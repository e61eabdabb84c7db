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
from umpire.sheets.observed import Home, Observed
from umpire.sheets.play import KEY
from umpire.sheets.protection import how_changed, protections, restore_protections
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


def kind_of(wanted: Wanted, observed: Observed) -> Kind | None:
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
    empty = Observed(tabs={default_sheet: {}})
    return [*made(Wanted.of(template, context, texts), empty).requests]


def made(wanted: Wanted, observed: Observed) -> Reconciled:
    """Return the repairs; an empty spreadsheet also gets its title and loses its tab."""
    if kind_of(wanted, observed) != "empty":
        return repair(wanted, observed)
    laid_out = repair(wanted, Observed())
    settings = _settings_request({key: value for key, (_, value) in wanted.settings.items()})
    gone = [{"deleteSheet": {"sheetId": sheet}} for sheet in observed.tabs]
    first, last = Change("settings", requests=(settings,)), Change("tabs", requests=(*gone,))
    return replace(laid_out, changes=(first, *laid_out.changes, last))


def repair(wanted: Wanted, observed: Observed) -> Reconciled:
    """Return all repairs of a spreadsheet, as far as its cells were seen."""
    homes = observed.homes(wanted.pages)
    names = PlacedNames(homes, observed)
    places = names.places
    changes = (
        *_settings(wanted, observed),
        *_tabs(wanted, observed, homes),
        *_room(observed, places),
        *_names(homes, observed, names),
        *restore_inputs((home.page for home in homes if not home.is_new), observed, places),
        *_colours(wanted, observed, homes, places),
        *_protection(wanted, observed, homes, places),
        *_play(observed, homes),
        *_spare_rows(homes, observed, places),
    )
    return Reconciled(changes, places)


def keep(
    wanted: Wanted, observed: Observed, places: Mapping[str, Place] | None = None
) -> Reconciled:
    """Return the repairs of conditional formats and protection on the tabs that exist.

    `places` are those of names, if they are not to be where they count now.
    """
    places = observed.counting(wanted.pages) if places is None else places
    homes = _there(wanted, observed)
    colours = _colours(wanted, observed, homes, places)
    return Reconciled((*colours, *_protection(wanted, observed, homes, places)), places)


def protect(wanted: Wanted, observed: Observed) -> Reconciled:
    """Return the requests that protect a spreadsheet."""
    places = observed.counting(wanted.pages)
    homes = _there(wanted, observed)
    return Reconciled(tuple(_protection(wanted, observed, homes, places)), places)


def damage(wanted: Wanted, observed: Observed) -> Reconciled:
    """Return the repairs of everything except cells that others may have changed."""
    places = observed.counting(wanted.pages)
    misplaced = name_requests(places, observed)
    names = Change(f"names ({_some(sorted(misplaced))})", requests=(*misplaced.values(),))
    others = (*_settings(wanted, observed), *_order(wanted, observed, places))
    return Reconciled((names, *others) if misplaced else others, places)


def _there(wanted: Wanted, observed: Observed) -> list[Home]:
    return [home for home in observed.homes(wanted.pages) if not home.is_new]


def _settings(wanted: Wanted, observed: Observed) -> Iterator[Change]:
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


def _order(wanted: Wanted, observed: Observed, places: Mapping[str, Place]) -> Iterator[Change]:
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


def _tabs(wanted: Wanted, observed: Observed, homes: Sequence[Home]) -> Iterator[Change]:
    """Yield the changes that lay out missing tabs again."""
    palette, titles = wanted.template.palette, {*observed.titles.values()}
    for number, home in enumerate(homes):
        if home.is_new:
            free = _free_title(home.page.title, {*titles, *observed.ids})
            page = replace(home.page, sheet=home.sheet, title=free)
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


def _room(observed: Observed, places: Mapping[str, Place]) -> Iterator[Change]:
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


def _names(homes: Sequence[Home], observed: Observed, names: PlacedNames) -> Iterator[Change]:
    laid_out = {name for home in homes if home.is_new for name in home.page.names}
    for name, request in name_requests(names.places, observed).items():
        yield Change("names", "" if name in laid_out else names.told(name), requests=(request,))
    for fault in names.faults:
        yield Change("names", fault)


def _colours(
    wanted: Wanted, observed: Observed, homes: Sequence[Home], places: Mapping[str, Place]
) -> Iterator[Change]:
    for sheet, here in _by_tab(homes).items():
        palette = wanted.template.palette
        made = [rule for home in here for rule in rules(home.page, palette, places, wanted.texts)]
        if requests := restore_rules(sheet, made, observed.rules.get(sheet, ())):
            tab = observed.titles.get(sheet)
            yield Change(
                "colours",
                f"The colours of the tab {tab} had been changed and are back." if tab else "",
                f"The rules that colour by text were changed on {tab}." if tab else "",
                tuple(requests),
            )


def _protection(
    wanted: Wanted, observed: Observed, homes: Sequence[Home], places: Mapping[str, Place]
) -> Iterator[Change]:
    by_tab = _by_tab(homes)
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


def _by_tab(homes: Iterable[Home]) -> dict[int, list[Home]]:
    """Return the pages that are on each tab: somebody may have moved two onto one."""
    found: dict[int, list[Home]] = {}
    for home in homes:
        found.setdefault(home.sheet, []).append(home)
    return found


def _protected(
    wanted: Wanted, homes: Sequence[Home], places: Mapping[str, Place]
) -> list[JsonObject]:
    """Return the protections of one tab: one of the whole, and one of each open part."""
    kept = [protections(home.page, wanted.context, places) for home in homes]
    open_places = [given for whole, *_ in kept for given in whole.get("unprotectedRanges", [])]
    whole = {**kept[0][0], "range": {"sheetId": homes[0].sheet}}
    if open_places:
        whole["unprotectedRanges"] = open_places
    return [whole, *(one for _, *others in kept for one in others)]


def _play(observed: Observed, homes: Sequence[Home]) -> Iterator[Change]:
    """Yield what tells a page how a tab is played on, if that is not there."""
    taken = {*observed.metadata_ids}
    for sheet, here in _by_tab(homes).items():
        told = next((home.page.play for home in here if home.page.play), None)
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
    homes: Sequence[Home], observed: Observed, places: Mapping[str, Place]
) -> Iterator[Change]:
    """Yield what cuts off empty rows below a score sheet: it grows only where its tab ends."""
    for home in homes:
        columns = score_columns(home.page)
        ends = [places[name].rect.bottom for name in columns if name in places]
        laid_out = [home.page.names[name].bottom for name in columns]
        if home.is_new or not ends or {*laid_out} != {home.page.tab.rows}:
            continue
        rows, end = observed.sizes[home.sheet].get("rowCount", 0), max(ends)
        named = {**observed.named, **places}.values()
        used = [place.rect.bottom for place in named if place.sheet == home.sheet]
        used += [row + 1 for row, _ in observed.written(home.sheet)]
        if rows > end >= max(used):
            yield Change(
                "room",
                f"The tab {observed.titles[home.sheet]} had {rows - end} empty rows below its "
                "score sheet, which could not grow; they are deleted.",
                requests=(grid_request(home.sheet, {"rowCount": end}),),
            )


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_SHOWN])
    return f"{shown} and {len(names) - _SHOWN} more" if len(names) > _SHOWN else shown
