"""Protected ranges: one for every whole tab, and one for each cell block that a player may fill in.

Anyone who may write in a spreadsheet may change its names, even names of cells that are protected.
But only its editors may change a protected range, which moves with its cells as a name does. So in
a spreadsheet where players write, each name has its own protected range, and its effective place is
there. A name into which a player writes counts only in the cells that the protection of the whole
tab leaves open.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from umpire.json_types import JsonObject
from umpire.sheets.context import Context, Page
from umpire.sheets.grid import Place, read_grid_range
from umpire.sheets.ranges import LEASE

_IDS_A_TAB = 100
_MOST_IDS = 4096  # enough for all names that a daemon shows
_KEEPERS = "kept by the umpire"


class Protection(NamedTuple):
    """A protected range: its place, the places that it leaves open, and its editors.

    The addresses of its `editors` are casefolded.
    """

    id: int
    description: str
    place: Place
    open_places: tuple[Place, ...]
    editors: frozenset[str]
    warning_only: bool

    @property
    def is_lease(self) -> bool:
        """Whether it is a daemon's lease."""
        return self.description.startswith(LEASE)


def read_protection(protection: JsonObject, sizes: Mapping[int, JsonObject]) -> Protection:
    """Read a ProtectedRange; `sizes` are the grids of the tabs."""
    users = protection.get("editors", {}).get("users", [])
    open_ranges = protection.get("unprotectedRanges", [])
    return Protection(
        protection.get("protectedRangeId", 0),
        protection.get("description", ""),
        read_grid_range(protection.get("range", {}), sizes),
        tuple(read_grid_range(open_range, sizes) for open_range in open_ranges),
        frozenset(user.casefold() for user in users),
        protection.get("warningOnly", False),
    )


@lru_cache(maxsize=_MOST_IDS)
def protection_id(text: str) -> int:
    """Return the id of the protected range of a name."""
    return int(sha256(text.encode()).hexdigest()[:7], 16) + 1


def tab_protections(page: Page, context: Context, places: Mapping[str, Place]) -> list[JsonObject]:
    """Return a tab's ProtectedRanges at the present places of its names, with our own ids.

    Only keepers may edit the tab as a whole. The ranges into which its player writes are left open
    there and protected once more, for the keepers and this player. In a spreadsheet where players
    write, all other names are protected too, for the keepers alone.
    """
    sheet = page.sheet_now(places)
    places_here = {name: places[name] for name in page.names if name in places}
    places_here = {name: place for name, place in places_here.items() if place.sheet == sheet}
    player_names = [page.name(name) for name in page.tab.written_by_player()]
    open_places = {name: places_here[name] for name in player_names if name in places_here}
    whole: JsonObject = {
        "protectedRangeId": tab_protection_id(page),
        "range": {"sheetId": sheet},
        "description": f"{page.title}: {_KEEPERS}",
        "editors": {"users": list(context.keepers)},
    }
    if open_places:
        whole["unprotectedRanges"] = [place.grid_range() for place in open_places.values()]
    account = context.accounts.get(page.player or "")
    editors = [*context.keepers, *([account] if account else [])]
    written_by = f"written by {page.player}"
    parts = [
        _name_protection(name, place, f"{page.title}: {name}, {written_by}", editors)
        for name, place in open_places.items()
    ]
    others = places_here.keys() - open_places.keys() if page.among_players else ()
    parts += [
        _name_protection(name, places_here[name], name, list(context.keepers))
        for name in sorted(others)
    ]
    return [whole, *parts]


def _name_protection(name: str, place: Place, description: str, editors: list[str]) -> JsonObject:
    return {
        "protectedRangeId": protection_id(name),
        "range": place.grid_range(),
        "description": description,
        "editors": {"users": editors},
    }


def tab_protection_id(page: Page) -> int:
    """Return the id of the protected range of a whole tab."""
    return page.sheet * _IDS_A_TAB


def restore_protections(
    target: list[JsonObject],
    present: Sequence[Protection],
    owner: str | None = None,
    sizes: Mapping[int, JsonObject] | None = None,
) -> list[JsonObject]:
    """Return the requests that restore a tab's protections; none if they are right.

    `present` are the tab's protected ranges as they are. All others are deleted except a daemon's
    lease, since a range that excludes the daemon would make Google refuse all its writes. The
    `owner` of the file is always an editor.
    """
    by_id = {protection.id: protection for protection in present}
    ours = {protection["protectedRangeId"] for protection in target}
    requests: list[JsonObject] = [
        {"deleteProtectedRange": {"protectedRangeId": its_id}}
        for its_id, current in by_id.items()
        if its_id not in ours and not current.is_lease
    ]
    for protection in target:
        current = by_id.get(protection["protectedRangeId"])
        if current is None:
            requests.append({"addProtectedRange": {"protectedRange": protection}})
        elif _essence(current, owner) != _essence(read_protection(protection, sizes or {}), owner):
            requests.append(
                {
                    "updateProtectedRange": {
                        "protectedRange": {"warningOnly": False, **protection},
                        "fields": "range,unprotectedRanges,editors,warningOnly",
                    }
                }
            )
    return requests


def _essence(protection: Protection, owner: str | None) -> object:
    return (
        protection.place,
        sorted(protection.open_places),
        protection.editors - {(owner or "").casefold()},
        protection.warning_only,
    )


def describe_damage(requests: Iterable[JsonObject]) -> str:
    """Describe the damage that these requests repair."""
    kinds = Counter(kind for request in requests for kind in request)
    words = {
        "addProtectedRange": "missing",
        "updateProtectedRange": "changed",
        "deleteProtectedRange": "nobody's",
    }
    return ", ".join(
        f"{kinds[kind]} protected {'range is' if kinds[kind] == 1 else 'ranges are'} {word}"
        for kind, word in words.items()
        if kinds[kind]
    )
