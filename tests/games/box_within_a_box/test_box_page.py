"""What a page is told of bets and moves, against pays and landings computed by hand."""

import pytest
from asked import block, draft, draft_or_none, fields, lines, question
from boxes import DEAL, Table, board, card_list, in_round_1

from umpire.games.base import Event
from umpire.games.page import Question, Sum

ROWS = [
    "b7 b0 b4 b2 b1 w2 b6",
    "b9 b0 b6 w0 w6 w2 b8",
    "w7 w8 b5 w5 w1 w4 b3",
    "w7 b8 w9 b1 w5 w7 w5",
    "w3 w4 w0 w9 b2 b4 b7",
    "b8 w3 w8 w5 b4 b1 w2",
    "b9 w1 b0 b6 b3 w3 b6",
]
CARDS = "3 7 8 10 17 19 30 31"
ANA = "12 on white; 4 on 4 or 5; 2 on white and 3"
THREE = {
    "stake_1": "10",
    "trait_1": "white",
    "stake_2": "5",
    "trait_2": "4",
    "joint_2": "or",
    "other_2": "5",
    "stake_3": "2",
    "trait_3": "3",
    "joint_3": "and",
    "other_3": "white",
}


def betting(**options: object) -> Table:
    return Table(**options).deal(DEAL)


def moving() -> Table:
    """Round 2: both Boxes have moved once. Ana's landed twice on D5, which is white 5."""
    table = Table(board=ROWS).deal(CARDS).both(ANA, "1 on 1; 1 on 2; 1 on 3")
    return table.both("SOW up", "SPOTLIGHT up")


def without(*cells: str) -> dict[str, str]:
    return {cell: text for cell, text in THREE.items() if cell not in cells}


class TestQuestions:
    @pytest.mark.parametrize(
        ("table", "expected"),
        [
            (
                Table(seconds_examine_boards=1),
                Question("Are you ready?", "Look at both boards.", "then you are ready"),
            ),
            (
                Table(seconds_examine_cards=1).deal(DEAL),
                Question("Are you ready?", "Look at the eight cards.", "then you are ready"),
            ),
            (
                betting(),
                Question(
                    "Place three bets",
                    "on where your own Box will land",
                    "or lose the match",
                    final=False,
                ),
            ),
            (
                in_round_1(),
                Question("Move Bo's Box", otherwise="or lose the match", final=False),
            ),
            (moving(), Question("Move your own Box", otherwise="or lose the match", final=False)),
        ],
    )
    def test_a_question_is_short(self, table: Table, expected: Question) -> None:
        assert question(table.match, "Ana") == expected

    def test_a_box_that_no_card_can_move(self) -> None:
        up = {"type": "B", "numbers": [6], "displacement": "up", "special": None}
        cards = card_list(*[{"number": n, **up} for n in range(1, 9)])
        match = in_round_1("1 2 3 4 5 6 7 8", cards=cards).match
        asked = question(match, "Ana")
        assert (asked.text, asked.condition) == ("No card can move this Box", "Answer none.")
        assert asked.otherwise == "then none"
        assert draft(match, "Ana", card="none").say == "You play no card."


class TestBets:
    def test_a_stake_leaves_enough_for_the_other_bets(self) -> None:
        """20 points, and 1 at least for each of the other two."""
        asked = fields(betting().match, "Ana")["stake_1"]
        assert (asked.least, asked.most, asked.ends) == (1, 18, ("1", "18"))
        asked = fields(betting().match, "Ana", stake_1="12")["stake_2"]
        assert asked.most == 7
        assert fields(betting().match, "Ana", stake_1="99")["stake_2"].most == 1

    def test_traits_show_the_uses_left_after_this_form(self) -> None:
        asked = fields(betting().match, "Ana", **THREE)
        says = asked["trait_1"].says
        assert (says["white"], says["black"], says["4"], says["0"]) == ("○○", "●●", "●●○", "●●●")
        assert asked["other_3"].says == says
        assert [asked[f"{name}_3"].label for name in ("stake", "trait", "other")] == [
            "Points on bet 3",
            "Trait of bet 3",
            "Second trait of bet 3",
        ]

    def test_no_trait_is_offered_that_the_other_bets_have_used_up(self) -> None:
        table = betting()
        kind = table.match.pending[0].decision.kind
        decision, state = table.match.pending[0].decision, table.match.state
        form = kind.form(state, decision, THREE)
        assert "white" in form["trait_1"], "it is this bet's own"
        assert "white" in form["other_3"]
        assert "white" not in form["trait_2"], "twice in a match, and both are spent"
        assert "4" in form["trait_1"]

    def test_black_or_white_is_not_offered(self) -> None:
        table = betting()
        decision, state = table.match.pending[0].decision, table.match.state
        form = decision.kind.form
        assert (
            "white" not in form(state, decision, {"trait_1": "black", "joint_1": "or"})["other_1"]
        )
        assert "white" in form(state, decision, {"trait_1": "black", "joint_1": "and"})["other_1"]
        both = {"trait_1": "black", "other_1": "white"}
        assert form(state, decision, both)["joint_1"] == ("and",)

    def test_what_each_bet_pays(self) -> None:
        """10 times 2, 5 times 1.5, 2 times 4."""
        drafted = draft(betting().match, "Ana", **THREE)
        assert drafted.say == "You stake 17 of your 20 points and keep 3."
        assert (drafted.more, drafted.missing) == ("", "")
        assert drafted.sums == {
            "trait_1": Sum("times 2"),
            "stake_1": Sum("pays 20 a landing", ok=True),
            "trait_2": Sum("times 1.5, either one"),
            "stake_2": Sum("pays 7.5 a landing", ok=True),
            "trait_3": Sum("times 4, both at once"),
            "stake_3": Sum("pays 8 a landing", ok=True),
        }
        assert block(drafted, "Your bets") == [
            ("white", "10", "20"),
            ("4 or 5", "5", "7.5"),
            ("white and 3", "2", "8"),
        ]

    @pytest.mark.parametrize(
        ("filled", "staked", "missing"),
        [
            (without("other_3"), 17, "Bet 3 still needs its second trait."),
            (without("joint_3"), 17, 'Bet 3 still needs "and" or "or".'),
            (without("trait_3"), 17, "Bet 3 still needs its trait."),
            (without("stake_3"), 15, "Bet 3 still needs its points."),
            (
                without("stake_3", "trait_3", "joint_3", "other_3"),
                15,
                "1 more bet is needed.",
            ),
            ({"stake_2": "4", "trait_2": "7"}, 4, "2 more bets are needed."),
            (THREE | {"stake_1": "14"}, 21, "You have only 20 points. Stake less."),
            (
                THREE | {"trait_1": "x"},
                17,
                '"x" is not a trait. Name black, white or a number from 0 to 9.',
            ),
        ],
    )
    def test_what_the_bets_lack(self, filled: dict[str, str], staked: int, missing: str) -> None:
        drafted = draft(betting().match, "Ana", **filled)
        assert (drafted.say, drafted.missing) == (
            f"{staked} of your 20 points are staked.",
            missing,
        )

    def test_nothing_is_placed_yet(self) -> None:
        assert lines(draft(betting().match, "Ana")) == ("", "", "No bet is placed yet.")

    def test_a_bet_that_is_never_hit_is_warned_of(self) -> None:
        """Ruling 6."""
        filled = THREE | {"joint_2": "and"}
        more = "You cannot win on 4 and 5: no tile has both traits."
        assert draft(betting().match, "Ana", **filled).more == more

    def test_half_points_are_kept_too(self) -> None:
        table = betting()
        table.match = table.match.replace(state=table.match.state.replace(points=(45, 40)))
        assert draft(table.match, "Ana", **THREE).say == (
            "You stake 17 of your 22.5 points and keep 5.5."
        )


class TestMoves:
    def test_cards_and_ways_say_what_they_do(self) -> None:
        """D5 to F5 and F6: white 4 and white 2. 12 times 2 twice, and 4 times 1.5."""
        asked = fields(moving().match, "Ana", card="10 DOGLEG")
        assert asked["card"].says["8 SLASH"] == "2 diagonal"
        assert asked["card"].says["10 DOGLEG"] == "2 straight, then 1 to a side"
        assert asked["way"].says["F6"] == "pays 54, by E5 and F5"

    def test_on_the_other_board_nobody_knows_what_it_pays(self) -> None:
        assert fields(in_round_1().match, "Ana", card="3")["way"].says["D7"] == "by D5 and D6"

    def test_a_move_of_the_own_box_pays(self) -> None:
        drafted = draft(moving().match, "Ana", card="10 DOGLEG", way="F6")
        assert lines(drafted) == (
            "D5 to F6: pays you 54.",
            "Lands on F5 (white 4) and F6 (white 2).",
            "",
        )
        assert block(drafted, "Your bets") == [
            ("12 on white", "2", "48", "+48"),
            ("4 on 4 or 5", "2", "12", "+6"),
            ("2 on white and 3", "0", "0", "0"),
        ]
        rows = drafted.blocks[0].rows
        assert [row.good for row in rows] == [True, True, False]

    @pytest.mark.parametrize(
        ("card", "way", "say", "more"),
        [
            ("3 LUNGE", "D7", "D4 to D7.", "Lands on D7 (black 2)."),
            ("7 MARCH", "D6", "D4 to D6.", "Lands on D5 (black 2) and D6 (black 2)."),
            ("30 SPOTLIGHT", "D5", "D4 to D5.", "Lands on D5 (black 2, twice)."),
            (
                "31 BOOMERANG",
                "up",
                "D4 to D7 and back.",
                "Lands on D5 (black 2), D6 (black 2) and D7 (black 2).",
            ),
            ("11 GLIDE", "G4", "D4 to G4.", "Lands on E4 (black 2) and F4 (black 2)."),
        ],
    )
    def test_where_the_other_box_lands(self, card: str, way: str, say: str, more: str) -> None:
        match = in_round_1("3 7 8 10 11 19 30 31").match
        assert lines(draft(match, "Ana", card=card, way=way)) == (say, more, "")

    def test_a_move_without_a_landing(self) -> None:
        """Type C leaves out the last step, and there is no other."""
        step = {"number": 1, "type": "C"}
        match = in_round_1("1 3 6 7 9 10 18 19", cards=card_list(step)).match
        assert draft(match, "Ana", card="1 STEP", way="D5").more == "Lands on no tile."

    def test_what_is_missing(self) -> None:
        match = in_round_1().match
        assert draft(match, "Ana").missing == "No card is chosen yet."
        assert draft(match, "Ana", card="3 LUNGE").missing == "Where does the Box go?"

    @pytest.mark.parametrize(
        "filled", [{"card": "3", "way": "D6"}, {"card": "11"}, {"card": "x"}, {"card": "none"}]
    )
    def test_of_what_is_refused_the_refusal_says_all(self, filled: dict[str, str]) -> None:
        assert draft_or_none(in_round_1().match, "Ana", **filled) is None

    def test_a_card_with_one_way_needs_no_more(self) -> None:
        one_way = {"number": 1, "type": "A", "numbers": [1], "displacement": "up"}
        match = in_round_1("1 3 6 7 9 10 18 19", cards=card_list(one_way)).match
        assert draft(match, "Ana", card="1 STEP").say == "D4 to D5."


class TestEvents:
    def told(self, table: Table) -> list[tuple[str | None, str, str]]:
        return [(event.by, event.did, event.end) for event in table.events if event.did]

    def test_a_bout_begins_with_its_cards(self) -> None:
        (event,) = betting().events
        assert isinstance(event, Event)
        assert (event.kind, event.did, event.pieces[0]) == ("round", "Bout 1", "3 LUNGE")

    def test_the_board_is_dealt(self) -> None:
        table = Table(board=None, seconds_examine_boards=1)
        assert self.told(table.say("chance", " ".join(["b1 w2 b3 w4 b5 w6 b7"] * 7))) == [
            (None, "Rows 7 to 4 of the board were dealt", ""),
            (None, "Rows 3 to 1 of the board were dealt", ""),
        ]

    def test_who_is_ready(self) -> None:
        table = Table(seconds_examine_cards=1).deal(DEAL).say("Bo", "ready")
        assert self.told(table) == [("Bo", "got ready", "")]

    def test_bets_are_placed_in_secret(self) -> None:
        assert self.told(in_round_1()) == [("Ana and Bo", "placed bets", "in secret")]

    def test_moves_say_where_the_box_is(self) -> None:
        assert self.told(in_round_1().both("3 up", "7 up")) == [
            ("Bo", "moved {Ana's} Box to D6", ""),
            ("Ana", "moved {Bo's} Box to D7", ""),
        ]

    def test_of_many_landings_only_the_number_is_told(self) -> None:
        """ORBIT lands on all four tiles of its way."""
        table = in_round_1("3 6 7 9 10 18 19 25").both("25 left", "7 up")
        ana = next(event for event in table.events if event.by == "Ana")
        assert (ana.pieces, ana.end) == (("25 ORBIT",), "4 landings")
        assert table.state["rounds"][0]["B"]["to"] == "G4", (
            "three to the left, and one over the edge"
        )

    def test_a_settled_bout_says_what_was_paid(self) -> None:
        """The first example of the rules page: 74 for 9 staked, and 30 for 3."""
        bets = "3 on black and 2; 1 on 6; 5 on 7 or 9"
        table = in_round_1(ana=bets, board=board(D7="b6")).both("19 down", "3 up")
        table.both("7 left", "18 D2-D3-D4-E4").both("6 E5-G5", "10 B5-C5").both("9 C4-C5", "21 E7")
        assert self.told(table)[2:] == [
            ("Ana", "got 74 for 9 staked", "85 points"),
            ("Bo", "got 30 for 3 staked", "47 points"),
        ]

    def test_a_match_that_is_lost(self) -> None:
        table = Table(clock=True, reserve_periods=0).deal(DEAL).wait(200)
        assert self.told(table) == [("Ana", "ran out of time", "lost the match")]


@pytest.mark.parametrize(
    ("table", "keys"),
    [
        (Table(), ()),
        (Table(seconds_examine_cards=1).deal(DEAL), ("step:look",)),
        (betting(), ("step:bets",)),
        (in_round_1(), ("step:moves",)),
    ],
)
def test_the_rule_that_holds_now(table: Table, keys: tuple[str, ...]) -> None:
    game, state = table.match.game, table.match.state
    assert game.now(game.seen_by(state, "Ana")) == game.now(game.seen_by(state, None)) == keys
