"""What whoever may write in a spreadsheet can change beside its cells, and what puts it back.

That is names, wherever they lie; the file's title, locale and time zone; and which tab comes first,
for anybody may add one in front.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from umpire.json_types import JsonObject
from umpire.sheets.context import Context, Page, title
from umpire.sheets.grid import Place, read_grid_range
from umpire.sheets.layout import name_id
from umpire.sheets.protection import Protected
from umpire.sheets.template import Template

FIELDS = (
    "properties(title,locale,timeZone),namedRanges,"
    "sheets.properties(sheetId,title,index,gridProperties)"
)
"""The field mask of it, but for the protected ranges."""

_CALLED = {"title": "title", "locale": "locale", "timeZone": "time zone"}
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Structure:
    """Names with their ids and what they mean, protected ranges, settings, the tabs' order.

    A name whose tab was not looked at is in `ids` alone. `order` holds the number of each tab from
    0, foreign ones counted.
    """

    ids: Mapping[str, str] = field(default_factory=dict)
    named: Mapping[str, Place] = field(default_factory=dict)
    protected: Protected = field(default_factory=Protected)
    settings: Mapping[str, str] = field(default_factory=dict)
    order: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def found_in(cls, metadata: JsonObject) -> Self:
        """Read it from the metadata of a spreadsheet."""
        about = [one["properties"] for one in metadata["sheets"]]
        tabs = {one.get("sheetId", 0): one for one in about}
        sizes = {tab: one.get("gridProperties", {}) for tab, one in tabs.items()}
        names = metadata.get("namedRanges", [])
        return cls(
            {named["name"]: named["namedRangeId"] for named in names},
            {
                named["name"]: read_grid_range(named["range"], sizes)
                for named in names
                if named.get("range") and named["range"].get("sheetId", 0) in tabs
            },
            Protected.found_in(metadata),
            metadata.get("properties", {}),
            {tab: one.get("index", 0) for tab, one in tabs.items()},
        )

    def is_part_of(self, whole: Self) -> bool:
        """Return whether it shows no other protected ranges than a wide look did before."""
        return self.protected == whole.protected.on(self.order)

    def counting(self, made: Sequence[Page]) -> dict[str, Place]:
        """Return where the names of a spreadsheet's pages count."""
        return self.protected.where(made, self.named)

    def astray(self, made: Sequence[Page]) -> dict[str, Place]:
        """Return the names that lie elsewhere than where they count, each with where that is."""
        places = self.counting(made)
        return {
            name: places[name]
            for page in made
            for name in page.names
            if name in places and places[name] != self.named.get(name)
        }


@dataclass(frozen=True, slots=True)
class Damage:
    """What was changed, in words, and what puts it back."""

    words: tuple[str, ...] = ()
    requests: tuple[JsonObject, ...] = ()


def damage(template: Template, context: Context, made: Sequence[Page], seen: Structure) -> Damage:
    """Return what is amiss in a spreadsheet that is made of these pages."""
    words: list[str] = []
    requests: list[JsonObject] = []
    if astray := seen.astray(made):
        words.append(f"names ({_some(sorted(astray))})")
        requests += named_again(astray, seen)
    wanted = {"locale": template.locale, "timeZone": template.time_zone}
    among_players = any(page.among_players for page in made)
    if among_players:
        wanted["title"] = title(template, context)
    changed = {key: one for key, one in wanted.items() if seen.settings.get(key, one) != one}
    if changed:
        words += [_CALLED[key] for key in changed]
        about = {"properties": changed, "fields": ",".join(changed)}
        requests.append({"updateSpreadsheetProperties": about})
    if among_players and (moved := list(_in_order(made, seen))):
        words.append("order of the tabs")
        requests += moved
    return Damage(tuple(words), tuple(requests))


def named_again(astray: Mapping[str, Place], seen: Structure) -> list[JsonObject]:
    """Return the requests after which names lie where they count, each under the id from us."""
    ids = {name: seen.ids[name] for name in astray if name in seen.ids}
    foreign = {its_id for name, its_id in ids.items() if its_id != name_id(name)}
    there = {*seen.ids.values()} - foreign
    gone = [{"deleteNamedRange": {"namedRangeId": its_id}} for its_id in sorted(foreign)]
    made: list[JsonObject] = []
    for name, place in astray.items():
        named = {"namedRangeId": name_id(name), "name": name, "range": place.grid_range()}
        if named["namedRangeId"] in there:
            fields = "range" if name in ids else "name,range"
            made.append({"updateNamedRange": {"namedRange": named, "fields": fields}})
        else:
            made.append({"addNamedRange": {"namedRange": named}})
    return [*gone, *sorted(made, key=lambda one: "addNamedRange" in one)]


def _in_order(made: Sequence[Page], seen: Structure) -> Iterator[JsonObject]:
    """Yield the requests after which the pages' tabs are the first ones, in their order."""
    places = seen.counting(made)
    tabs = [page.sheet_now(places) for page in made]
    there = [tab for tab in tabs if tab in seen.order]
    if [seen.order[tab] for tab in there] == [tabs.index(tab) for tab in there]:
        return
    for number, tab in enumerate(there):
        properties = {"sheetId": tab, "index": number}
        yield {"updateSheetProperties": {"properties": properties, "fields": "index"}}


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_SHOWN])
    return f"{shown} and {len(names) - _SHOWN} more" if len(names) > _SHOWN else shown
