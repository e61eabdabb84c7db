"""The report's state key by key, in every phase, and what of it each viewer is given."""

from collections.abc import Callable
from typing import Any

import pytest
from arcanoid_table import Table, dealt

STATE_KEYS = [
    *("phase", "variant", "gaza", "rounds", "round", "starter", "order", "turn", "asked"),
    *("deck", "closed", "discard", "aside", "justice", "temperance", "hermit", "devil", "seats"),
    *("closed_to_world", "attempt", "drawing", "wheel", "calls", "refill", "reveals", "results"),
    *("score", "out"),
]
SEAT_KEYS = [
    *("master", "hand", "size", "visible", "visible_size", "up", "chariot", "secret_used"),
    *("finished", "fields"),
]
FIELD_KEYS = ["kind", "cards", "value", "transmuted", "secret", "also", "number"]
SUITS = ["swords", "staves", "cups", "coins"]


def emptied() -> Table:
    table = dealt("", "")
    while table.kind != "refill":
        table.idle()
    return table


def pledging() -> Table:
    table = dealt("9", "8 C9", "", top="S1 0 S2 S3 S4 S5 S6").say("hermit", "pass", "justice")
    return table.say("commit cups C9")


PHASES: dict[str, Callable[[], Table]] = {
    "deal": lambda: Table(),
    "move": lambda: dealt("", ""),
    "call": lambda: dealt("18", "").say("moon S2"),
    "wheel": lambda: dealt("10", "").say("wheel"),
    "steal": lambda: dealt("C9", "", "").say("commit cups C9"),
    "pledge": pledging,
    "hermit": lambda: dealt("9", "").say("hermit"),
    "refill": emptied,
    "reshuffle": lambda: emptied().say("yes", "yes"),
    "over": lambda: dealt("", "").umpire("forfeit Bo"),
}
IN_EVERY_PHASE = pytest.mark.parametrize("phase", PHASES)


@IN_EVERY_PHASE
def test_all_keys_are_there_in_their_order(phase: str) -> None:
    table = PHASES[phase]()
    state = table.state
    assert state["phase"] == phase
    assert list(state) == STATE_KEYS
    assert list(state["seats"]) == state["order"]
    for seat in state["seats"].values():
        assert list(seat) == SEAT_KEYS
        assert list(seat["fields"]) == SUITS
        assert all(list(laid) == FIELD_KEYS for laid in seat["fields"].values() if laid)
    for viewer in (None, *table.match.header.players):
        assert list(table.seen(viewer)) == STATE_KEYS


def laid(**given: Any) -> dict[str, Any]:
    nothing = dict.fromkeys(FIELD_KEYS) | {"cards": []}
    return nothing | given


@pytest.mark.parametrize(
    ("hand", "text", "expected"),
    [
        ("C9 T2 1", "commit cups C9 T2 1", laid(
            kind="numeric", cards=["T2", "C9", "1"], value=11, transmuted="T2")),
        ("CJ", "commit cups CJ", laid(kind="knave", cards=["CJ"], value=14.5)),
        ("CN C1", "commit cups CN C1", laid(kind="knight", cards=["C1", "CN"], value=17.5)),
        ("CQ CK", "commit cups CK CQ", laid(kind="royal", cards=["CQ", "CK"], value=70)),
        ("CQ 6", "commit cups 6 CQ", laid(kind="illegitimate", cards=["CQ", "6"], value=69)),
        ("3 4", "commit cups+swords 3 4", laid(
            kind="imperial", cards=["3", "4"], value=100, also="swords")),
        ("21", "world cups", laid(kind="world", cards=["21"])),
        ("", "abdicate cups", laid(kind="abdication", number=1)),
        ("20", "judgment me cups", laid(kind="abdication", cards=["20"], number=1)),
    ],
)  # fmt: skip
def test_what_lies_on_a_field(hand: str, text: str, expected: dict[str, Any]) -> None:
    assert dealt(hand, "").turn(text).field("Ana", "cups") == expected


def test_whose_turn_it_is_and_of_whom_something_is_asked() -> None:
    table = dealt("9 C9", "", "").say("commit cups C9")
    assert table.state["turn"] == {"actor": "Ana", "extra": False}
    assert table.state["asked"] == ["Bo", "Cy"]
    assert table.by("Cy", "pass").ok
    assert table.state["asked"] == ["Bo", "Cy"], "until the group's last answer"
    assert table.owing == [("Bo", "steal")]
    table.say("pass", *[f"discard {table.hand('Bo').split()[0]}"]).until("Ana").say("hermit")
    assert table.state["turn"] == {"actor": "Ana", "extra": False}, "the last one's"


def test_attempt_wheel_calls_refill_and_hermit() -> None:
    assert PHASES["steal"]().state["attempt"] == {
        "by": "Ana", "field": "cups", "cards": ["C9"], "secret": False
    }  # fmt: skip
    assert PHASES["call"]().state["calls"] == ["S2"]
    assert PHASES["hermit"]().state["hermit"] == {"by": "Ana", "left": 3, "pledged": []}
    refill = PHASES["refill"]()
    drawer = refill.actor
    assert refill.state["refill"] == {"drawer": drawer, "yes": []}
    assert refill.say("yes").state["refill"] == {"drawer": drawer, "yes": [drawer]}
    reshuffle = PHASES["reshuffle"]().state
    assert (reshuffle["refill"], reshuffle["drawing"] is None) == (None, False)
