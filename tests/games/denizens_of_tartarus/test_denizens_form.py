"""The entry form: what it asks and offers, and that every turn can be said by it."""

import random

import pytest
from tartarus import Table, board, example
from test_denizens_properties import random_match

from umpire.games.cards import names
from umpire.games.denizens_of_tartarus.modules import SAME_PILES
from umpire.games.denizens_of_tartarus.playing import Block, Turn
from umpire.games.denizens_of_tartarus.turn import format_turn, read_turn


def cells(table: Table, **filled: str) -> dict[str, tuple[str, ...]]:
    return table.form(**filled)


def line(table: Table, **filled: str) -> str:
    return table.form_line(**filled)


@pytest.fixture
def table() -> Table:
    """The worked example: Ana holds R1, Y5 and B3; Balance, Stones and Pair are closed to her."""
    return Table(position=example())


class TestBeforeTheTurns:
    def test_seats_bans_and_declaration_are_one_cell(self) -> None:
        table = Table(decider="Ana")
        seen = []
        while table.kind != "turn":
            if table.asked.by != "chance":
                seen.append((table.kind, *cells(table).items()))
            table.say(table.random_answer(random.Random(1)))
        kinds = [kind for kind, *_ in seen]
        assert kinds == ["seats", "ban", "ban", "ban", "declare"]
        assert [name for _, (name, _) in seen] == ["choice"] * 5
        offers = [offered for _, (_, offered) in seen]
        assert offers[0] == ("first left", "first right", "second left", "second right")
        assert offers[1] == ("A", "B", "C", "D")
        assert [len(offered) for offered in offers[1:4]] == [4, 3, 2]
        assert offers[4][-1] == "none"

    def test_what_is_chosen_is_the_line(self) -> None:
        table = Table(decider="Ana")
        assert line(table, choice="second left", card="Y5") == "second left"
        assert line(table) == ""


class TestATurn:
    def test_the_first_cells_offer_the_hand_and_what_is_open(self, table: Table) -> None:
        assert cells(table) == {
            "card": ("R1", "Y5", "B3"),
            "module": ("Order", "Matching", "Set", "Shuffle"),
            "draw": ("top", "module"),
            "spirit": ("none", "attuned block", "attuned mulligan"),
        }

    def test_the_card_says_which_modules_take_it(self, table: Table) -> None:
        assert "Set" not in cells(table, card="B3")["module"]
        assert "Set" in cells(table, card="yellow 5")["module"]
        assert "Set" in cells(table, card="nonsense")["module"]

    def test_piles_are_for_shuffle_alone(self, table: Table) -> None:
        assert cells(table, module="Shuffle")["piles"][0] == "TMB"
        assert "piles" not in cells(table, module="Set", piles="BTM")

    def test_matching_asks_which_of_the_topmost_cards(self, table: Table) -> None:
        drawn = {"module": "Matching", "draw": "module"}
        assert cells(table, card="B3", **drawn)["argument"] == ("1", "2", "3", "Y1", "R5", "G2")
        assert cells(table, **drawn)["argument"] == ("1", "2", "3", "4", "5")
        assert "argument" not in cells(table, card="B3", module="Matching", draw="top")

    def test_stones_ask_for_a_card_of_the_rest_of_the_hand(self) -> None:
        table = Table(position=board("R1 Y2 G3"))
        filled = {"card": "Y2", "module": "Stones", "draw": "module"}
        assert cells(table, **filled)["argument"] == ("R1", "G3")
        assert line(table, **filled, argument="G3") == "Y2 Stones, draw module G3"

    def test_a_draw_option_that_cannot_be_had_is_not_offered(self) -> None:
        hands = {"ana": "R1 R2 R3", "bo": "R4 R5 G1"}
        table = Table(position=board(**hands))
        assert cells(table, card="R1", module="Order")["draw"] == ("top",)
        assert cells(table, card="R1", module="Balance")["draw"] == ("top", "module")

    def test_an_invocation_that_is_spent_is_not_offered(self) -> None:
        none = {"normal": 0, "attuned": 0}
        table = Table(position=board(spirits={"Ana": none}))
        assert cells(table)["spirit"] == ("none",)

    def test_a_block_names_what_is_not_closed_anyway(self) -> None:
        table = Table(position=board("R1 Y2 G3", recent=("Pair", "Order")))
        turn = {"card": "R1", "module": "Balance", "spirit": "block"}
        assert cells(table, **turn)["target"] == ("Matching", "Set", "Stones", "Pair", "Shuffle")

    def test_a_mulligan_names_what_is_held_when_the_turn_ends(self) -> None:
        table = Table(position=board("R1 Y2 G3", top="P5 B4"))
        turn = {"card": "R1", "module": "Balance", "draw": "top"}
        assert cells(table, **turn, spirit="mulligan")["target"] == ("Y2", "G3", "P5")
        three = cells(table, **turn, spirit="attuned mulligan")["target"]
        assert len(three) == 3 + 6 + 6
        assert {"P5", "G3 P5", "P5 G3", "Y2 G3 P5"} <= set(three)

    @pytest.mark.parametrize(
        ("filled", "wanted"),
        [
            ({"card": "Y5", "module": "Set"}, "Y5 Set"),
            ({"card": "Y5", "module": "Set", "draw": "top", "spirit": "none"}, "Y5 Set"),
            ({"card": "Y5", "module": "Set", "draw": "module"}, "Y5 Set, draw module"),
            ({"card": "Y5", "module": "Set", "piles": "BTM", "target": "R1"}, "Y5 Set"),
            (
                {"card": "Y5", "module": "Set", "draw": "module", "argument": "2"},
                "Y5 Set, draw module",
            ),
            ({"card": "Y5", "module": "Shuffle", "piles": "BTM"}, "Y5 Shuffle BTM"),
            (
                {"card": "Y5", "module": "Shuffle", "piles": "BTM", "draw": "module"},
                "Y5 Shuffle, draw module BTM",
            ),
            (
                {"card": "Y5", "module": "Set", "spirit": "attuned mulligan", "target": "B3 R1"},
                "Y5 Set; attuned mulligan B3 R1",
            ),
            ({"card": "Y5", "module": "Set", "spirit": "attuned block"}, "Y5 Set; attuned block"),
            ({"card": "Y5"}, "Y5"),
            ({"module": "Set"}, "Set"),
            ({"card": "=1", "module": "nowhere", "draw": "all"}, "=1 nowhere, draw all"),
            ({}, ""),
        ],
    )
    def test_the_line(self, table: Table, filled: dict[str, str], wanted: str) -> None:
        assert line(table, **filled) == wanted


def as_form(turn: Turn) -> dict[str, str]:
    """A turn as somebody fills it into the form."""
    filled = {"card": str(turn.card), "module": turn.module}
    if turn.module == "Shuffle":
        filled["piles"] = turn.piles
    filled["draw"] = "module" if turn.option else "top"
    if turn.pick is not None:
        filled["argument"] = str(turn.pick)
    if turn.spirit is not None:
        attuned = "attuned " if turn.spirit.attuned else ""
        if isinstance(turn.spirit, Block):
            return filled | {"spirit": f"{attuned}block", "target": turn.spirit.module}
        return filled | {"spirit": f"{attuned}mulligan", "target": names(turn.spirit.cards)}
    return filled


@pytest.mark.parametrize("seed", range(12))
def test_every_turn_of_a_random_match_can_be_chosen_from_what_the_form_offers(seed: int) -> None:
    turns = 0
    for table, text in random_match(seed):
        if table.kind != "turn":
            continue
        turns += 1
        turn = table.read(text)
        filled: dict[str, str] = {}
        for name, value in as_form(turn).items():
            assert value in cells(table, **filled)[name], (text, name)
            filled[name] = value
        joined = line(table, **filled)
        assert read_turn(joined) == turn
        assert joined == format_turn(turn) or turn.piles == SAME_PILES
    assert turns
