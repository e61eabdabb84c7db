"""Each game of `examples/by-hand` is played through, as its umpire is told to."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from directed import Directed

EXAMPLES = Path(__file__).parents[3] / "examples" / "by-hand"
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus")


def options(name: str) -> dict[str, Any]:
    return tomllib.loads((EXAMPLES / f"{name}.toml").read_text("utf-8"))


def test_there_are_three_examples() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.toml")} == {"auction", "minority", "werewolf"}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_an_example_is_titled_as_its_file(path: Path) -> None:
    assert Directed(players=NAMES, **options(path.stem)).state["title"].casefold() == path.stem


def test_an_auction_from_the_first_lot_to_the_last() -> None:
    table = Directed(players=("Ana", "Bo"), **options("auction"))
    assert table.state["headline"] == "Twelve lots, 40 chips each"
    for number in range(12):
        table.say("do lot")
        (lot,) = table.state["piles"]["lot"]["cards"]
        assert table.seen(None)["piles"]["lot"]["cards"] == [lot]
        assert table.code("41", by="Ana") == "illegal", "nobody bids more than they have"
        if number == 0:
            table.answer(Ana="3", Bo="3").say("do again Ana,Bo").answer(Ana="4")
            table.wait(41)  # Bo is silent, and bids 0
            assert table.question["silent"] == ["Bo"]
            table.say("do sell Ana 4")
        elif number == 1:
            table.answer(Ana="0", Bo="0").say("do unsold")
        else:
            table.answer(Ana="1", Bo="2").say("do sell Bo 2")
    assert table.state["counters"]["chips"] == {"Ana": 36, "Bo": 20}
    assert table.code("do lot") is None, "it may be said, but its first step is refused"
    table.say("do count", "show Ana to all", "show Bo to all", "end Bo: the most points")
    assert [len(hand) for hand in table.state["hands"].values()] == [1, 10]
    assert table.outcome == ("Bo", "umpire")


def test_a_minority_of_five_questions() -> None:
    table = Directed(players=("Ana", "Bo", "Cy"), **options("minority"))
    for number in range(5):
        table.say(f'do vote "Is {number} even?"')
        assert table.state["headline"] == f"Is {number} even?"
        table.answer(Ana="yes", Bo="n")
        assert table.answers == {"Ana": None, "Bo": None, "Cy": None}
        if number == 4:
            table.wait(46)
            assert table.state["told"][-1]["text"] == "All have answered."
            table.say("do nobody", "do fine Cy")
        else:
            table.answer(Cy="yes").say("do score Bo")
    assert table.state["counters"]["points"] == {"Ana": 0, "Bo": 8, "Cy": -1}
    assert table.state["board"]["B2"] == "nobody"
    assert table.say("end Bo: 8 points").outcome == ("Bo", "umpire")


def test_a_village_that_finds_both_wolves() -> None:
    table = Directed(players=NAMES, **options("werewolf"))
    hands = {name: hand[0] for name, hand in table.state["hands"].items()}
    wolves = [name for name, role in hands.items() if role == "wolf"]
    (seer,) = [name for name, role in hands.items() if role == "seer"]
    victim, other, *_ = [name for name, role in hands.items() if role == "villager"]
    table.say(f"tell {wolves[0]}, {wolves[1]}: You two are the wolves.")
    table.say(f"do night 1 {wolves[0]},{seer}")
    assert table.pending(other) == ["umpire"], "the others do not know that anybody is asked"
    table.answer(**{wolves[0]: victim, seer: wolves[1]})
    assert table.state["headline"] == "Night 1 is over"
    table.say(f"show {wolves[1]} to {seer}", f"do dies {victim}")
    assert table.seen(seer)["shown"][0]["cards"] == ["wolf"]
    for day, wolf in enumerate(wolves, 1):
        table.say(f"do day {day}")
        playing = [name for name in NAMES if name not in table.state["out"]]
        table.answer(**dict.fromkeys(playing, wolf)).say(f"do dies {wolf}")
    assert table.seen(None)["shown"] == [
        {"to": None, "place": name, "cards": [hands[name]]} for name in (victim, *wolves)
    ]
    table.say("back all", f"end others {', '.join(wolves)}: The village is safe")
    assert table.outcome == (None, "shared")
    assert table.state["winners"] == [name for name in NAMES if name not in wolves]
