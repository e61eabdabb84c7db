"""The entry form and what is suggested: what they offer, and that all of it can be said."""

from typing import Any, ClassVar

import pytest
from boxes import BETS, DEAL, Table, board, box_at, card_list, in_round_1, trying

from umpire.games.box_within_a_box.movements import movements


def cells(table: Table, player: str, **filled: str) -> dict[str, tuple[str, ...]]:
    pending = table.match.pending_of(player)
    assert pending is not None
    return dict(pending.decision.kind.form(table.match.state, pending.decision, filled))


def line(table: Table, player: str, **filled: str) -> str:
    pending = table.match.pending_of(player)
    assert pending is not None
    return pending.decision.kind.form_line(table.match.state, pending.decision, filled)


def suggested(table: Table, player: str) -> tuple[str, ...]:
    pending = table.match.pending_of(player)
    assert pending is not None
    return pending.decision.kind.suggest(table.match.state, pending.decision)


class TestBets:
    def test_three_bets_have_four_cells_each(self) -> None:
        asked = cells(Table().deal(DEAL), "Ana")
        assert list(asked) == [
            f"{cell}_{number}"
            for number in (1, 2, 3)
            for cell in ("stake", "trait", "joint", "other")
        ]
        assert asked["stake_1"] == ("1", "2", "3", "5", "8", "12", "18")
        assert asked["trait_2"] == ("black", "white", *"0123456789")
        assert asked["joint_3"] == ("and", "or")
        assert asked["other_1"] == asked["trait_1"]

    def test_no_stake_is_offered_that_leaves_too_little_for_the_other_bets(self) -> None:
        asked = cells(Table().deal(DEAL), "Ana", stake_1="12", stake_2=" two ")
        assert asked["stake_1"] == ("1", "2", "3", "5", "8", "12", "18")
        assert asked["stake_2"] == asked["stake_3"] == ("1", "2", "3", "5", "7")
        spent = cells(Table().deal(DEAL), "Ana", stake_1="99")
        assert (spent["stake_1"][-1], spent["stake_2"]) == ("18", ())

    def test_the_second_trait_is_another_than_the_first(self) -> None:
        asked = cells(Table().deal(DEAL), "Ana", trait_1="Black ", trait_3="7")
        assert asked["other_1"] == ("white", *"0123456789")
        assert "7" not in asked["other_3"]
        assert "7" in asked["other_2"]

    FILLED: ClassVar = {
        "stake_1": "3",
        "trait_1": "black",
        "joint_1": "and",
        "other_1": "2",
        "stake_2": "1",
        "trait_2": "6",
        "stake_3": " 5",
        "trait_3": "7",
        "joint_3": "or",
        "other_3": "9",
    }

    def test_what_is_filled_in_is_one_line(self) -> None:
        table = Table().deal(DEAL)
        text = line(table, "Ana", **self.FILLED)
        assert text == "3 on black and 2; 1 on 6; 5 on 7 or 9"
        assert table.understood("Ana", text) == text

    @pytest.mark.parametrize(
        ("missing", "code"),
        [
            (["stake_1"], "syntax"),
            (["trait_1"], "syntax"),
            (["joint_1"], "syntax"),
            (["other_1"], "syntax"),
            (["stake_1", "trait_1", "joint_1", "other_1"], "illegal"),
            (["joint_1", "other_1"], None),
        ],
    )
    def test_what_is_missing_is_told_and_not_guessed(
        self, missing: list[str], code: str | None
    ) -> None:
        table = Table().deal(DEAL)
        filled = self.FILLED | dict.fromkeys(missing, "")
        assert table.code("Ana", line(table, "Ana", **filled)) == code


class TestPlays:
    def test_the_cards_that_can_move_the_box_and_no_ways_before_one_is_chosen(self) -> None:
        table = in_round_1("3 3 7 9 10 18 33 35")
        assert cells(table, "Ana") == {
            "card": ("3 LUNGE", "7 MARCH", "9 PACE", "10 DOGLEG", "18 KNIGHTWISE"),
            "way": (),
        }

    @pytest.mark.parametrize("card", ["3 LUNGE", "3 lunge", "3", "#3", "lunge", "L"])
    def test_the_ways_of_the_chosen_card(self, card: str) -> None:
        table = in_round_1()
        assert cells(table, "Ana", card=card)["way"] == ("D7", "D1", "A4", "G4")

    @pytest.mark.parametrize("card", ["", "x", "11", "none", "11 GLIDE", "K up H4"])
    def test_no_ways_of_what_is_no_card_of_the_pool(self, card: str) -> None:
        assert cells(in_round_1(), "Ana", card=card)["way"] == ()

    def test_ways_are_as_short_as_they_are_clear(self) -> None:
        ways = cells(in_round_1(), "Ana", card="9 PACE")["way"]
        assert ways[:4] == ("D6", "D5-D4", "D5-C5", "D5-E5")
        assert "D5-D6-E6" in cells(in_round_1(), "Ana", card="18 KNIGHTWISE")["way"]
        strolls = cells(in_round_1("5 6 7 9 10 18 19 21"), "Ana", card="5 STROLL")["way"]
        assert "D7" in strolls
        assert "D5-D6-D5" in strolls
        table = trying([3, 3], ["orthogonal", "turn"], type="A+")
        assert cells(table, "Ana", card="1 TEST")["way"][:2] == ("D7-A7", "D7-G7")

    def test_a_card_and_a_way_are_the_line(self) -> None:
        table = in_round_1()
        assert line(table, "Ana", card="3 LUNGE", way="D7") == "LUNGE D7"
        assert line(table, "Ana", card="lun", way="up") == "lun up"
        assert line(table, "Ana", card="3 LUNGE") == "LUNGE"
        assert line(table, "Ana", way="D7") == "D7"
        assert line(table, "Ana", card="lunge up") == "lunge up"

    def test_none_is_offered_where_nothing_can_move(self) -> None:
        stuck: list[dict[str, Any]] = [
            {"number": n, "type": "B", "numbers": [6], "displacement": "up", "special": None}
            for n in range(1, 9)
        ]
        table = in_round_1("1 2 3 4 5 6 7 8", cards=card_list(*stuck))
        assert cells(table, "Ana") == {"card": ("none",), "way": ()}
        assert line(table, "Ana", card="none") == "none"
        assert suggested(table, "Ana") == ("none",)

    def test_every_way_offered_means_one_movement_and_all_are_there(self) -> None:
        table = in_round_1("5 14 15 16 17 26 27 32")
        for start in ("D4", "A1", "B6"):
            table = box_at(start, table)
            for card in cells(table, "Ana")["card"]:
                ways = cells(table, "Ana", card=card)["way"]
                meant = [
                    table.understood("Ana", line(table, "Ana", card=card, way=way)) for way in ways
                ]
                assert len(set(meant)) == len(ways)
                kind = table.match.state.terms.cards.card_numbered(int(card.split()[0]))
                state = table.match.state
                every = movements(kind, state.boxes[1], state.boards[1]).all
                assert len(every) == len(ways)

    def test_no_more_ways_are_offered_than_a_drop_down_takes(self) -> None:
        table = trying([1, 1, 1, 1], "any")
        ways = cells(table, "Ana", card="1 TEST")["way"]
        assert len(ways) == 500


def test_suggestions_are_bounded() -> None:
    table = Table().deal(DEAL)
    assert 3 <= len(suggested(table, "Ana")) <= 12
    table.both(BETS, BETS)
    plays = suggested(table, "Bo")
    assert "LUNGE D7" in plays
    assert 8 <= len(plays) <= 64
    assert suggested(Table(seconds_examine_boards=1), "Ana") == ("ready",)


def test_bets_are_suggested_on_what_lies_around_the_own_box_first_half_of_the_points() -> None:
    table = Table(board=board(C4="b7", B4="w9", A4="b9")).deal(DEAL)
    assert suggested(table, "Ana")[0] == "10 on black; 2 on 2; 2 on 7 or 9"
    assert suggested(table, "Ana")[1] == "4 on black; 1 on 2; 1 on 7 or 9"


def play_suggested(table: Table) -> Table:
    """What is suggested first to both."""
    return table.both(suggested(table, "Ana")[0], suggested(table, "Bo")[0])


def test_no_two_colours_are_suggested_in_one_bout() -> None:
    table = in_round_1()
    for _ in range(4):
        table = play_suggested(table)
    for bets in suggested(table.deal("1 2 4 5 8 11 12 13"), "Ana")[:3]:
        assert bets.count("black") + bets.count("white") == 1


def test_the_own_box_is_moved_first_to_where_most_is_paid() -> None:
    table = in_round_1("1 3 4 5 6 7 8 9", ana="9 on 7; 1 on 0; 1 on 1", board=board(A6="b7"))
    table = play_suggested(table.both("3 left", "3 left"))
    assert "A6 b7" in table.state["rounds"][1]["A"]["landed"]


def test_the_other_box_is_moved_first_to_where_it_lands_least() -> None:
    table = in_round_1("3 7 9 10 18 19 21 26")
    assert suggested(table, "Ana")[0].split()[0] == "LUNGE", "a card of type A lands once"
