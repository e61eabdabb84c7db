"""Who knows what, as the rules' table says it: a whole report with what is hidden taken out."""

from copy import deepcopy

from diyu import Json

PUBLIC = ("block", "passed", "open", "points")
OWN = ("spirits", "active", "hells", "spirit", "board")
INSIDE = ("told", "invoked")
RECORD_PUBLIC = ("bout", "private", "won")
RECORD_OWN = ("spirit", "strength")


def known(state: Json, viewer: str | None, hells: list[Json]) -> Json:
    """A report's state as a viewer may know it, in a match with these hells."""
    state = deepcopy(state)
    if state["round"] is None:
        return state
    for name, player in state["players"].items():
        hide_player(state, name, player, viewer, hells)
    for record in state["bouts"]:
        for key in set(record) - set(RECORD_PUBLIC):
            if key in RECORD_OWN:
                record[key] = only_own(record[key], viewer)
            elif viewer is None and record["private"]:
                record[key] = None
    return state


def only_own(entries: Json, viewer: str | None) -> Json | None:
    if viewer is None:
        return None
    return {name: entry if name == viewer else None for name, entry in entries.items()}


def hide_player(
    state: Json, name: str, player: Json, viewer: str | None, hells: list[Json]
) -> None:
    if name == viewer:
        return
    outside = viewer is None and state["private"]
    for key in OWN:
        player[key] = None
    player["hand"] = None if outside else len(player["hand"])
    for key in (*INSIDE, "shown"):
        if outside:
            player[key] = None
    if viewer is not None:
        attempted = state["players"][viewer]["hells"]
        for hell in hells:
            for effect in hell["effects"]:
                if hell["name"] in attempted and effect["type"] == "blind":
                    for field in effect.get("fields", (2, 3, 4, 5, 6, 7)):
                        lies = player["shown"][str(field)]
                        if isinstance(lies, list):
                            player["shown"][str(field)] = len(lies)
