"""Protected ranges: every tab but where a player writes, and that for this player alone.

Whoever may write in a spreadsheet may change the names in it, over cells that are protected from
them too; a protected range only its editors may change, and it follows its cells as a name does. So
where players write each name has a protected range of its own, and counts where that one lies. What
a player writes into counts only where the protection of the whole tab leaves cells open.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Self

from umpire.json_types import JsonObject
from umpire.sheets.context import Context, Page
from umpire.sheets.grid import Place, named_places, read_grid_range
from umpire.sheets.ranges import ENTRY, LEASE

FIELDS = "protectedRanges(protectedRangeId,range,unprotectedRanges,description)"
"""What of a tab tells where its names count, and who holds the lease."""

_IDS_A_TAB = 100
_KEEPERS = "kept by the umpire"


def protection_id(text: str) -> int:
    """Return the id of the protected range of a name."""
    return int(sha256(text.encode()).hexdigest()[:7], 16) + 1


_GATE = protection_id(LEASE)


def protections(page: Page, context: Context, places: Mapping[str, Place]) -> list[JsonObject]:
    """Return a tab's ProtectedRanges where its names lie now, with ids of our own.

    The tab as a whole is the keepers'; what its player writes into is left out of that and
    protected once more, for the keepers and this player. Where players write the other names have
    theirs as well, for the keepers alone.
    """
    sheet = page.sheet_now(places)
    here = {name: places[name] for name in page.names if name in places}
    here = {name: place for name, place in here.items() if place.sheet == sheet}
    written = [page.name(name) for name in page.tab.written_by_player()]
    open_places = {name: here[name] for name in written if name in here}
    whole: JsonObject = {
        "protectedRangeId": _whole(page),
        "range": {"sheetId": sheet},
        "description": f"{page.title}: {_KEEPERS}",
        "editors": {"users": list(context.keepers)},
    }
    if open_places:
        whole["unprotectedRanges"] = [place.grid_range() for place in open_places.values()]
    account = context.accounts.get(page.player or "")
    editors = [*context.keepers, *([account] if account else [])]
    written_by = f"written by {page.player}"
    made = [
        _of_name(name, place, f"{page.title}: {name}, {written_by}", editors)
        for name, place in open_places.items()
    ]
    others = here.keys() - open_places.keys() if page.among_players else ()
    made += [_of_name(name, here[name], name, list(context.keepers)) for name in sorted(others)]
    return [whole, *made]


def _of_name(name: str, place: Place, told: str, editors: list[str]) -> JsonObject:
    return {
        "protectedRangeId": protection_id(name),
        "range": place.grid_range(),
        "description": told,
        "editors": {"users": editors},
    }


@dataclass(frozen=True, slots=True)
class Protected:
    """Where protected ranges lie, by their ids, and what those of whole tabs leave open.

    A daemon's lease is none of them.
    """

    places: Mapping[int, Place] = field(default_factory=dict)
    opened: Mapping[int, tuple[Place, ...]] = field(default_factory=dict)

    @classmethod
    def found_in(cls, metadata: JsonObject) -> Self:
        """Read it from the metadata of a spreadsheet."""
        tabs = metadata.get("sheets", [])
        sizes = {
            tab["properties"].get("sheetId", 0): tab["properties"].get("gridProperties", {})
            for tab in tabs
        }
        there = {
            one.get("protectedRangeId", 0): one
            for tab in tabs
            for one in tab.get("protectedRanges", [])
            if not one.get("description", "").startswith(LEASE)
        }
        return cls(
            {its: read_grid_range(one.get("range", {}), sizes) for its, one in there.items()},
            {
                its: tuple(read_grid_range(given, sizes) for given in one["unprotectedRanges"])
                for its, one in there.items()
                if "unprotectedRanges" in one
            },
        )

    def on(self, tabs: Container[int]) -> Self:
        """Return those on some tabs."""
        places = {its: place for its, place in self.places.items() if place.sheet in tabs}
        opened = {its: left for its, left in self.opened.items() if its in places}
        return replace(self, places=places, opened=opened)

    def where(self, made: Iterable[Page], named: Mapping[str, Place]) -> dict[str, Place]:
        """Return where the names of a spreadsheet's pages count; `named` is where they lie.

        That is where their protected ranges lie; a name that has none counts where it lies.
        """
        places = dict(named)
        for page in made:
            ids = {name: protection_id(name) for name in page.names}
            own = {name: self.places[its] for name, its in ids.items() if its in self.places}
            if opened := self.opened.get(_whole(page), ()):
                written = [page.name(name) for name in page.tab.written_by_player()]
                left_open = _left_open([(name, own.pop(name, None)) for name in written], opened)
                for name in written:
                    places.pop(name, None)
                own |= left_open
            places |= own
        return places


def _left_open(
    written: Sequence[tuple[str, Place | None]], opened: Sequence[Place]
) -> dict[str, Place]:
    """Return which of the places that are left open is that of each name; some may be gone.

    Each comes with where its protected range lies, which whoever writes there may change: if these
    are not what is left open, each is the one of its number, or the tallest the entries'.
    """
    own = {name: place for name, place in written if place in opened and place is not None}
    if len(opened) == len(written):
        names = [name for name, _ in written]
        return own if {*own.values()} == {*opened} else dict(zip(names, opened, strict=True))
    entries = (name for name, _ in written if name.startswith(ENTRY) and name not in own)
    left = sorted({*opened} - {*own.values()}, key=lambda place: -place.rect.height)
    return {**own, **dict(zip(entries, left, strict=False))}


def counting_places(made: Iterable[Page], metadata: JsonObject) -> dict[str, Place]:
    """Return where the names of a spreadsheet's pages count, from its metadata."""
    return Protected.found_in(metadata).where(made, named_places(metadata))


def _whole(page: Page) -> int:
    """Return the id of the protected range of a whole tab."""
    return page.sheet * _IDS_A_TAB


def add_protections(wanted: list[JsonObject]) -> list[JsonObject]:
    """Return the requests that install protections on a tab that has none."""
    return [{"addProtectedRange": {"protectedRange": protection}} for protection in wanted]


def restore_protections(
    wanted: list[JsonObject],
    there: list[JsonObject],
    owner: str | None = None,
    sizes: Mapping[int, JsonObject] | None = None,
) -> list[JsonObject]:
    """Return the requests that make a tab's protections the wanted ones; none if they are already.

    `there` is the tab's `protectedRanges` in the spreadsheet's metadata. Others than the wanted go,
    but for a daemon's lease, for one that shuts the daemon out would have its every write refused.
    The `owner` of the file is always an editor.
    """
    known = {protection.get("protectedRangeId", 0): protection for protection in there}
    ours = {protection["protectedRangeId"] for protection in wanted}
    made: list[JsonObject] = [
        {"deleteProtectedRange": {"protectedRangeId": its_id}}
        for its_id, found in known.items()
        if its_id not in ours and not found.get("description", "").startswith(LEASE)
    ]
    for protection in wanted:
        found = known.get(protection["protectedRangeId"])
        if found is None:
            made.append({"addProtectedRange": {"protectedRange": protection}})
        elif _essence(found, owner, sizes or {}) != _essence(protection, owner, sizes or {}):
            made.append(
                {
                    "updateProtectedRange": {
                        "protectedRange": {"warningOnly": False, **protection},
                        "fields": "range,unprotectedRanges,editors,warningOnly",
                    }
                }
            )
    return made


def _essence(protection: JsonObject, owner: str | None, sizes: Mapping[int, JsonObject]) -> object:
    users = {user.casefold() for user in protection.get("editors", {}).get("users", [])}
    return (
        read_grid_range(protection.get("range", {}), sizes),
        sorted(read_grid_range(given, sizes) for given in protection.get("unprotectedRanges", [])),
        users - {(owner or "").casefold()},
        protection.get("warningOnly", False),
    )
