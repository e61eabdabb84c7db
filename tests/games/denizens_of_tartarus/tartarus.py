"""What the tests of Denizens of Tartarus share: boards made up to fit, and a table to play at."""

import json
import re
from copy import deepcopy
from typing import Any

from at_a_table import AtATable

from umpire.games.base import ChanceKind, Decision, Dice, RandomSource
from umpire.games.denizens_of_tartarus import GAME
from umpire.games.denizens_of_tartarus.cards import CARDS, MODULES
from umpire.match import Header, asking, begin

PLAYERS = ("Ana", "Bo")
DEALS = (
    "R1 Y2 G3 | B1 P2 R3 | P5 G4 Y1 R5 B3 P1 G2 Y5 B4 R2 P3 G5 Y3 B2 P4 R4 G1 B5 Y4",
    "R1 B2 Y3 | P1 Y2 G3 | G1 R2 B3 P4 Y5 G4 R5 B1 P2 Y4 G5 R4 B5 P3 Y1 G2 R3 B4 P5",
    "G1 P2 B3 | Y1 R2 P3 | R1 Y2 G2 B1 P1 B2 R3 Y3 G3 R4 Y4 G4 B4 P4 R5 Y5 G5 B5 P5",
    "P1 G2 R3 | B1 Y2 P3 | R1 Y1 G1 R2 B2 P2 Y3 G3 B3 R4 Y4 G4 B4 P4 R5 Y5 G5 B5 P5",
)
"""Four deals by hand, for configurations A to D."""


def compact(field: str) -> str:
    """A path into the options as the tables of these tests write it: `cards[0].by`."""
    places = re.sub(r", entry (\d+)", lambda found: f"[{int(found[1]) - 1}]", field)
    return places.replace(", ", ".")


def in_order(cards: str) -> list[str]:
    """Cards as a hand is shown: by colour, then number."""
    return sorted(cards.split(), key=[str(card) for card in CARDS].index)


STARTS = [
    {"hands": [in_order(first), in_order(second)], "deck": deck.split()}
    for first, second, deck in (deal.split("|") for deal in DEALS)
]
"""The same as they are reported, and may be given as options."""

EXAMPLE: dict[str, Any] = json.loads("""
{
 "phase": "turn", "seats": ["Ana", "Bo"], "left": "Ana", "configurations": [], "bans": [],
 "configuration": null, "turn": 25, "to_move": "Ana",
 "hands": {"Ana": ["R1", "Y5", "B3"], "Bo": ["R4", "G1", "B5"]},
 "deck": ["Y1", "R5", "G2", "P2", "B1", "Y3", "G5", "P4", "R2", "Y2",
          "B4", "P5", "R3", "Y4", "G3", "P1", "B2", "G4", "P3"],
 "modules": {
  "Balance": {"won": null, "points": {"Ana": 1, "Bo": 0}, "weight": {"Ana": 4, "Bo": 7}},
  "Order": {"won": null, "points": {"Ana": 0, "Bo": 0},
   "color": "Blue", "lights": {"Ana": ["Red", "Green"], "Bo": ["Yellow"]}},
  "Matching": {"won": null, "points": {"Ana": 0, "Bo": 0}, "card": "Y2"},
  "Set": {"won": null, "points": {"Ana": 0, "Bo": 0},
   "cards": [{"by": "Ana", "card": "P4"}, {"by": "Bo", "card": "B2"}, {"by": "Ana", "card": "R3"}]},
  "Stones": {"won": "Bo", "points": {"Ana": 0, "Bo": 3},
   "stones": {"Red": 0, "Yellow": 2, "Green": 0, "Blue": 6, "Purple": 0}},
  "Pair": {"won": null, "points": {"Ana": 0, "Bo": 0}, "lights": {"Ana": [1], "Bo": [0, 2]}},
  "Shuffle": {"won": null, "points": {"Ana": 0, "Bo": 0}, "tokens": {"Ana": 3, "Bo": 1}}
 },
 "recent": {"Ana": "Balance", "Bo": "Pair"},
 "blocked": null,
 "blocks_made": {"Ana": ["Order"], "Bo": []},
 "spirits": {"Ana": {"normal": 0, "attuned": 1}, "Bo": {"normal": 1, "attuned": 0}},
 "closed": ["Balance", "Stones", "Pair"]
}
""")
"""The board of the game's own worked example, at turn 25."""


def example(**changes: Any) -> dict[str, Any]:
    """The worked example's board with changes, nested as deep as need be."""
    return changed(EXAMPLE, changes)


def changed(value: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A copy of an object in which the changes, objects in objects, are made."""
    copy = deepcopy(value)
    for key, change in changes.items():
        inside = isinstance(change, dict) and isinstance(copy.get(key), dict)
        copy[key] = changed(copy[key], change) if inside else deepcopy(change)
    return copy


def board(
    ana: str = "R1 Y2 G3",
    bo: str = "B1 P2 R4",
    top: str = "",
    bottom: str = "",
    turn: int = 3,
    recent: tuple[str | None, str | None] = ("Pair", "Order"),
    **changes: Any,
) -> dict[str, Any]:
    """An early board on which nothing lies yet, Ana to move; cards not named lie by colour."""
    hands = {"Ana": in_order(ana), "Bo": in_order(bo)}
    over, under = top.split(), bottom.split()
    placed = {*hands["Ana"], *hands["Bo"], *over, *under}
    deck = [*over, *(str(card) for card in CARDS if str(card) not in placed), *under]
    nobody = {"won": None, "points": {"Ana": 0, "Bo": 0}}
    modules = {
        "Balance": nobody | {"weight": {"Ana": 0, "Bo": 0}},
        "Order": nobody | {"color": "Red", "lights": {"Ana": [], "Bo": []}},
        "Matching": nobody | {"card": "P5"},
        "Set": nobody | {"cards": []},
        "Stones": nobody | {"stones": {"Red": 6, "Yellow": 6, "Green": 6, "Blue": 6, "Purple": 6}},
        "Pair": nobody | {"lights": {"Ana": [], "Bo": []}},
        "Shuffle": nobody | {"tokens": {"Ana": 0, "Bo": 0}},
    }
    plain = {
        "phase": "turn",
        "seats": ["Ana", "Bo"],
        "left": "Ana",
        "configurations": [],
        "bans": [],
        "configuration": None,
        "turn": turn,
        "to_move": "Ana" if turn % 2 else "Bo",
        "hands": hands,
        "deck": deck,
        "modules": modules,
        "recent": {"Ana": recent[0], "Bo": recent[1]},
        "blocked": None,
        "blocks_made": {"Ana": [], "Bo": []},
        "spirits": {"Ana": {"normal": 1, "attuned": 1}, "Bo": {"normal": 1, "attuned": 1}},
    }
    return changed(plain, changes)


NEED = {
    "Balance": 5,
    "Order": 2,
    "Matching": 3,
    "Set": 2,
    "Stones": 3,
    "Pair": 2,
    "Shuffle": 4,
}


def won(**by: str) -> dict[str, Any]:
    """Modules that are won, `won(Set="Ana")`, with as little else on them as there may be."""
    modules: dict[str, Any] = {}
    for name, player in by.items():
        modules[name] = {"won": player, "points": {player: NEED[name]}}
        if name == "Stones":
            modules[name]["stones"] = {"Red": 0, "Yellow": 0, "Green": 0}
    assert set(modules) <= set(MODULES)
    return modules


def laid(*cards: str) -> list[dict[str, str]]:
    """Cards on Set: `laid("Ana P4", "Bo B2")`."""
    return [dict(zip(("by", "card"), one.split(), strict=True)) for one in cards]


class Table(AtATable):
    """A match of Ana and Bo, told what is said by whoever owes a decision."""

    def __init__(self, **options: Any) -> None:
        self.match = begin(Header(GAME.id, PLAYERS, options), GAME).match
        self.events = ()

    @property
    def asked(self) -> Decision:
        return self.match.pending[0].decision

    @property
    def kind(self) -> str:
        """The kind of the decision that is asked, as reports name it."""
        return self.asked.kind.name

    def form(self, **filled: str) -> dict[str, tuple[str, ...]]:
        return dict(asking.form(self.match, self.match.pending[0], filled))

    def form_line(self, **filled: str) -> str:
        return asking.form_line(self.match, self.match.pending[0], filled)

    def random_answer(self, random: RandomSource) -> str:
        return asking.random_answer(self.match, self.match.pending[0], random)

    def deal(self, dice: Dice) -> str:
        """What is dealt with these dice."""
        kind = self.asked.kind
        assert isinstance(kind, ChanceKind)
        return kind.draw(self.match.state, self.asked, dice)

    def read(self, text: str) -> Any:
        """The answer that a text is."""
        return self.asked.kind.read(self.match.state, self.asked, text)

    def miss(self) -> "Table":
        """Let the limit of what is pending fall."""
        fall = self.match.pending[0].falls
        assert fall is not None, "no limit falls"
        return self.wait(fall + 0.5 - self.match.now)

    def error(self, text: str) -> str:
        """The sentence with which a text is rejected."""
        error = self.refused(text)[1]
        assert error is not None, f"{text!r} is taken"
        return error

    @property
    def sentences(self) -> list[str]:
        """What the last line has told."""
        return self.told(None)

    def module(self, name: str) -> dict[str, Any]:
        module: dict[str, Any] = self.state["modules"][name]
        return module

    def hand(self, player: str) -> str:
        return " ".join(self.state["hands"][player])

    @property
    def deck(self) -> str:
        return " ".join(self.state["deck"])


def at(position: dict[str, Any]) -> Table:
    """A table at a board."""
    return Table(position=position)
