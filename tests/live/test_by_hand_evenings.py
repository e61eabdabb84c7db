"""Each game of `examples/by-hand` is played to its end, with its sums done by the sheet."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evening_kit import Evening
from hosting_kit import House
from sums_kit import sums_house

pytestmark = [pytest.mark.end_to_end, pytest.mark.begun_first]

EXAMPLES = Path(__file__).parents[2] / "examples" / "by-hand"
NAMES = ("Ana", "Bo Lee", "Cy", "Dee", "Eli", "Fay")


def options(name: str) -> dict[str, Any]:
    return tomllib.loads((EXAMPLES / f"{name}.toml").read_text("utf-8"))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with sums_house(tmp_path) as house:
        yield house


def test_an_auction_from_the_first_lot_to_the_last(house: House) -> None:
    evening = Evening(house, NAMES[:3], options("auction"))
    bids = {"Ana": "5", "Bo Lee": "2", "Cy": "0"}
    for lot in range(12):
        assert evening.shows("Next") == "do lot"
        evening.tick("Next")
        assert evening.shows("Next") == "", "nobody has bid yet"
        (card,) = evening.state["piles"]["lot"]["cards"]
        if lot == 0:
            evening.answers(**{"Ana": "3", "Bo Lee": "3", "Cy": "1"})
            assert evening.shows("Next") == 'do again "Ana, Bo Lee"'
            evening.tick("Next")
            assert evening.asked == ["Ana", "Bo Lee"]
            evening.answers(**{"Ana": "3", "Bo Lee": "4"})
            assert evening.shows("Next") == f'do sold "Bo Lee" 4 {card[1]}'
            evening.tick("Next")
            assert evening.state["own"]["won"]["cards"]["Bo Lee"] == [card]
            assert evening.state["counters"]["coins"] == {"Ana": 40, "Bo Lee": 36, "Cy": 40}
        elif lot == 1:
            evening.answers(**dict.fromkeys(bids, "0"))
            assert evening.shows("Next") == "do unsold"
            evening.tick("Next")
            assert evening.state["piles"]["aside"]["cards"] == [card]
        else:
            left = evening.state["counters"]["coins"]["Ana"]
            evening.answers(**bids if left >= 5 else {**bids, "Ana": str(left)})
            evening.tick("Next")
    assert evening.shows("Next") == ""
    for player, cards in evening.state["own"]["won"]["cards"].items():
        points = sum(int(card[1:]) for card in cards)
        assert evening.state["counters"]["points"][player] == points
    for colour in ("red", "green", "blue"):
        cards = [
            sum(card[0] == colour[0].upper() for card in won)
            for won in evening.state["own"]["won"]["cards"].values()
        ]
        assert (evening.shows(f"All {colour}") != "") == (max(cards) == 4)
        if max(cards) == 4:
            evening.tick(f"All {colour}")
    best = max(evening.state["counters"]["points"].values())
    evening.tick("The end")
    points = evening.state["counters"]["points"]
    assert evening.state["winners"] == [name for name in points if points[name] == best]
    assert evening.state["verdict"] == f"{best} points"


def test_a_vote_in_which_the_spies_are_caught(house: House) -> None:
    evening = Evening(house, NAMES, options("vote"))
    spies = [name for name, hand in evening.state["hands"].items() if hand == ["spy"]]
    citizens = [name for name in NAMES if name not in spies]
    evening.tick("Team", "Tell")
    assert evening.state["teams"] == {"spies": spies}
    assert evening.state["told"][-1] == {
        "to": spies, "text": f"You are the spies: {', '.join(spies)}"
    }  # fmt: skip

    # two stand, and the vote is tied
    evening.tick("Name")
    names = [spies[0], spies[0], citizens[0], citizens[0], spies[0], citizens[1]]
    evening.answers(**dict(zip(NAMES, names, strict=True)))
    two = sorted([spies[0], citizens[0]], key=NAMES.index)
    assert evening.shows("Vote") == f'do vote "{", ".join(two)}"'
    evening.tick("Vote")
    assert evening.state["questions"][-1]["form"] == f"one of {', '.join(two)}"
    evening.answers(**dict(zip(NAMES, two * 3, strict=True)))
    assert evening.shows("Result") == "do nobody"
    evening.tick("Result")

    # all name one, who goes at once
    evening.tick("Name")
    evening.answers(**dict.fromkeys(NAMES, spies[0]))
    assert evening.shows("Vote") == ""
    evening.tick("Result")
    assert evening.state["out"] == [spies[0]]
    assert evening.shows("The end") == ""

    # three tie for the second place
    evening.tick("Name")
    playing = [name for name in NAMES if name != spies[0]]
    names = [spies[1], spies[1], *citizens[:3]]
    evening.answers(**dict(zip(playing, names, strict=True)))
    stand = sorted([spies[1], *citizens[:3]], key=NAMES.index)
    assert evening.shows("They stand") == ", ".join(stand)
    evening.tick("Vote")
    evening.answers(**dict.fromkeys(playing, spies[1]))
    evening.tick("Result")
    assert evening.shows("The end") == "do safe"
    evening.tick("The end")
    assert evening.state["winners"] == citizens


def test_a_vote_that_the_spies_win(house: House) -> None:
    evening = Evening(house, NAMES, options("vote"))
    spies = [name for name, hand in evening.state["hands"].items() if hand == ["spy"]]
    citizens = [name for name in NAMES if name not in spies]
    evening.tick("Team")
    for victim in citizens[:2]:
        assert evening.shows("The end") == ""
        evening.tick("Name")
        evening.answers(**dict.fromkeys(evening.asked, victim))
        evening.tick("Result")
    evening.tick("The end")
    assert evening.state["winners"] == spies


def test_a_minority_game_that_scores_itself(house: House) -> None:
    evening = Evening(house, NAMES[:3], options("minority"))
    rounds = (
        (("yes", "no", "no"), 'do score "Ana"'),
        (("yes", "yes", "no"), 'do score "Cy"'),
        (("no", "no", "no"), "do nobody"),
        (("no", "yes", "no"), 'do score "Bo Lee"'),
        (("yes", "no", "no"), 'do score "Ana"'),
    )
    for answers, judged in rounds:
        assert evening.shows("Next").startswith('do ask "')
        evening.tick("Next")
        assert evening.shows("Next") == ""
        evening.answers(**dict(zip(NAMES, answers, strict=False)))
        assert evening.shows("Next") == judged
        evening.tick("Next")
    assert evening.state["counters"]["points"] == {"Ana": 4, "Bo Lee": 2, "Cy": 2}
    assert evening.shows("Next") == "end Ana: 4 points"
    evening.tick("Next")
    assert evening.state["winners"] == ["Ana"]


def test_a_market_whose_news_make_the_richest(house: House) -> None:
    evening = Evening(house, NAMES[:3], options("market"))
    days = (
        (("12", "-10", "11"), ("Ana", "Bo Lee", 11)),
        (("0", "-15", "11"), None),
        (("-7", "-9", "8"), ("Cy", "Ana", 7)),
        (("20", "0", "-20"), ("Ana", "Cy", 20)),
        (("0", "0", "0"), None),
        (("-1", "13", "13"), ("Bo Lee", "Ana", 7)),
    )
    coins, shares = dict.fromkeys(NAMES[:3], 30), dict.fromkeys(NAMES[:3], 4)
    for orders, deal in days:
        evening.tick("Day")
        assert evening.shows("Deal") == ""
        evening.answers(**dict(zip(NAMES, orders, strict=False)))
        if deal is None:
            assert evening.shows("Deal") == "do none"
        else:
            buyer, seller, price = deal
            assert evening.shows("Deal") == f'do trade "{buyer}" "{seller}" {price}'
            coins[buyer], coins[seller] = coins[buyer] - price, coins[seller] + price
            shares[buyer], shares[seller] = shares[buyer] + 1, shares[seller] - 1
        evening.tick("Deal")
        assert evening.state["counters"]["coins"] == coins
        own = evening.state["own"]["shares"]["cards"]
        assert {name: len(cards) for name, cards in own.items()} == shares
    worth = sum(int(card[1:]) for (card,) in evening.state["hands"].values())
    assert evening.shows("A share's worth") == worth
    riches = {name: coins[name] + worth * shares[name] for name in coins}
    evening.tick("The end")
    best = [name for name in riches if riches[name] == max(riches.values())]
    assert evening.state["winners"] == best
    assert evening.state["verdict"] == f"{max(riches.values())} coins"


def test_duels_of_four_with_a_ranking(house: House) -> None:
    evening = Evening(house, NAMES[:4], options("duels"))
    points = dict.fromkeys(NAMES[:4], 0)
    beats = {("strike", "feint"), ("feint", "block"), ("block", "strike")}
    fights = [("strike", "feint"), ("block", "feint"), ("strike", "strike"), ("feint", "block")]
    moves = iter([*fights, ("block", "strike"), ("feint", "strike")])
    for _ in range(6):
        assert evening.shows("The end") == ""
        evening.tick("Next")
        assert evening.shows("Next") == ""
        first, second = evening.asked
        one, other = next(moves)
        evening.answers(**{first: one, second: other})
        if one == other:
            points[first] += 1
            points[second] += 1
        else:
            points[first if (one, other) in beats else second] += 2
        evening.tick("Next")
        evening.tick("Ranking")
        assert evening.state["counters"]["points"] == points
        ranking = evening.state["board"]["A1"].split(", ")
        assert [int(line.split()[-1]) for line in ranking] == sorted(points.values(), reverse=True)
    assert set(evening.state["counters"]["duels"].values()) == {3}
    evening.tick("The end")
    best = max(points.values())
    assert evening.state["winners"] == [name for name in points if points[name] == best]


def test_there_are_five_each_short_enough_to_be_read_aloud() -> None:
    files = sorted(EXAMPLES.glob("*.toml"))
    assert [file.stem for file in files] == ["auction", "duels", "market", "minority", "vote"]
    for file in files:
        assert options(file.stem)["title"].casefold() == file.stem
        assert len(file.read_text("utf-8").splitlines()) < 70
