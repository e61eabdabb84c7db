"""A report that follows from the types of a state's fields."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from umpire.games.cards import HIDDEN, HiddenCards
from umpire.games.reports import ByKey, ByName, Numbered, Reporter, Written, sides_of
from umpire.games.two_players import BySide, Side

PLAYERS = ("Ana", "Bo")
SIDES = sides_of(PLAYERS, PLAYERS)


class Action(NamedTuple):
    by: Side
    words: str


class Bid(NamedTuple):
    dice: int
    face: int | None

    def to_json(self) -> str:
        return f"{self.dice} x {self.face}"


@dataclass(frozen=True)
class Round:
    actions: tuple[Action, ...] = ()
    last: Bid | None = None

    @property
    def length(self) -> int:
        return len(self.actions)


@dataclass(frozen=True)
class State:
    players: tuple[str, str] = PLAYERS
    chips: BySide[int] = (3, 4)
    hands: BySide[tuple[str, ...]] = ((), ())
    starter: Side | None = None
    colours: frozenset[Literal["red", "green", "blue"]] = frozenset()
    rows: Annotated[tuple[int, ...], ByKey(("top", "bottom"))] = (0, 0)
    points: Annotated[int, Written(lambda halves: halves / 2)] = 0
    found: ByName[int] = ()
    rounds: Annotated[tuple[Round, ...], Numbered("round")] = ()
    current: Round | None = None
    extra: Any = None
    limits: Mapping[str, int] | None = None


def reported(keys: str, **state: Any) -> Any:
    """Return what is reported of a state, these keys of it."""
    return Reporter({State: keys, Round: "length actions"})(State(**state), SIDES)


def test_pairs_and_sides_are_reported_by_name() -> None:
    assert reported("starter chips", starter=1) == {"starter": "Bo", "chips": {"Ana": 3, "Bo": 4}}
    assert reported("starter") == {"starter": None}


def test_the_order_of_players_need_not_be_that_of_sides() -> None:
    report = Reporter({State: "chips starter"})(State(starter=0), sides_of(PLAYERS, ("Bo", "Ana")))
    assert list(report["chips"].items()) == [("Ana", 4), ("Bo", 3)]
    assert report["starter"] == "Bo"


def test_what_is_hidden_is_null_and_of_hidden_cards_their_number() -> None:
    hands = (("R1", HIDDEN), HiddenCards(("R2", "R3")))
    assert reported("hands", hands=hands) == {"hands": {"Ana": ["R1", None], "Bo": 2}}


def test_keys_have_the_order_and_names_that_are_declared() -> None:
    current = Round((Action(0, "raise"), Action(1, "call")))
    assert list(reported("points first=starter chips")) == ["points", "first", "chips"]
    assert reported("n=current.length later=", current=current) == {"n": 2, "later": None}
    assert reported("n=current.length") == {"n": None}
    assert reported("current", current=current) == {
        "current": {
            "length": 2,
            "actions": [{"by": "Ana", "words": "raise"}, {"by": "Bo", "words": "call"}],
        }
    }


def test_marked_types_are_written_in_their_own_way() -> None:
    assert reported("rows points", rows=(1, 2), points=3) == {
        "rows": {"top": 1, "bottom": 2},
        "points": 1.5,
    }
    assert reported("found", found=(("Bo", 1), ("Ana", 2))) == {"found": {"Bo": 1, "Ana": 2}}
    assert reported("rounds", rounds=(Round(), Round())) == {
        "rounds": [
            {"round": 1, "length": 0, "actions": []},
            {"round": 2, "length": 0, "actions": []},
        ]
    }
    assert reported("extra", extra=[Bid(1, 2), Bid(3, None)]) == {"extra": ["1 x 2", "3 x None"]}


def test_a_set_has_the_order_of_its_literals() -> None:
    assert reported("colours", colours=frozenset({"blue", "red"})) == {"colours": ["red", "blue"]}


def test_the_same_object_is_reported_as_the_same_object() -> None:
    reporter = Reporter()
    state = State(current=Round((Action(0, "raise"),)), limits={"bid": 30})
    one, other = reporter(state, SIDES), reporter(State(current=state.current), SIDES)
    assert one["current"] is other["current"]
    assert "players" not in one
    assert one["limits"] == {"bid": 30}


def test_the_objects_in_a_list_are_the_same_though_the_list_is_another() -> None:
    reporter, first = Reporter(), Round((Action(0, "raise"),))
    before = reporter(State(rounds=(first,)), SIDES)["rounds"]
    after = reporter(State(rounds=(first, Round())), SIDES)["rounds"]
    assert before is not after
    assert before[0] is after[0]
    assert reporter.write(first, SIDES) is not reporter.write(first, SIDES)
