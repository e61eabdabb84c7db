"""Protected ranges: every tab but where a player writes, and that for this player alone."""

from collections.abc import Mapping

from umpire.json_types import JsonObject
from umpire.sheets.context import Context, Page
from umpire.sheets.grid import Place, read_grid_range

_IDS_A_TAB = 100
_KEEPERS = "kept by the umpire"


def protections(page: Page, context: Context, places: Mapping[str, Place]) -> list[JsonObject]:
    """Return a tab's ProtectedRanges where its names lie now, with ids of our own.

    The tab as a whole is the keepers'; what its player writes into is left out of that and
    protected once more, for the keepers and this player.
    """
    sheet = page.sheet_now(places)
    first = page.sheet * _IDS_A_TAB
    open_places = [
        (name, places[name])
        for name in map(page.name, page.tab.written_by_player())
        if name in places and places[name].sheet == sheet
    ]
    whole: JsonObject = {
        "protectedRangeId": first,
        "range": {"sheetId": sheet},
        "description": f"{page.title}: {_KEEPERS}",
        "editors": {"users": list(context.keepers)},
    }
    if open_places:
        whole["unprotectedRanges"] = [place.grid_range() for _, place in open_places]
    account = context.accounts.get(page.player or "")
    editors = [*context.keepers, *([account] if account else [])]
    return [whole] + [
        {
            "protectedRangeId": first + number,
            "range": place.grid_range(),
            "description": f"{page.title}: {name}, written by {page.player}",
            "editors": {"users": editors},
        }
        for number, (name, place) in enumerate(open_places, 1)
    ]


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
    for one that shuts the daemon out would have its every write refused. The `owner` of the file
    is always an editor.
    """
    known = {protection.get("protectedRangeId", 0): protection for protection in there}
    made: list[JsonObject] = [
        {"deleteProtectedRange": {"protectedRangeId": foreign}}
        for foreign in known
        if foreign not in {protection["protectedRangeId"] for protection in wanted}
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
