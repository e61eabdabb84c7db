"""What a page is told of each round, against strengths computed from the rules by hand."""

import pytest
from asked import block, draft, fields, lines, note, question
from diyu import LATER, SPREAD, Table, effects, hell, hells

from umpire.games.base import Event
from umpire.games.page import Question, Sum
from umpire.match import Judgement, judge

STEAM = {"field_2": "-1", "field_4": "1,-1", "field_6": "3", "field_7": "4"}
"""Five units, with the Hell of Steam: a One gains nothing, and on 6 and 7 each unit has 1 less."""
STRENGTH = "Strength so far"


def between(*bos: str) -> Table:
    """The source's bout between the rounds: Ana attempts the Hell of Four, Bo is in Purgatory."""
    bo = "3:1,-1,-1 5:2 6:0(4) 7:-1"
    return Table(1, None).play("2:-1 3:0(2) 4:-1 5:1,-1 6:4 | hells Four", *(bos or (bo,)))


def under(effect: str, **position: object) -> Table:
    """Ana is to attempt a hell of such effects."""
    return Table({"block": 1, **position}, None, hells=hells(hell(*effects(effect))))


def strengths(table: Table, **filled: str) -> tuple[str, ...]:
    """Ana's strength on each battlefield."""
    rows = block(draft(table.match, "Ana", **filled), STRENGTH)
    return next(row[1:] for row in rows if row[0] == "You")


class TestQuestions:
    @pytest.mark.parametrize(
        ("table", "text"),
        [
            (Table(), "Place six units"),
            (Table(1, None), "Place six units and attempt a hell"),
            (
                Table({"block": 1, "active": [{"spirit": "foresight", "wins": 1}]}, None),
                "Place 5 or 6 units and attempt a hell",
            ),
            (Table(5, None), "Place six units"),
            (Table().play(SPREAD, SPREAD), "Place your last three units"),
            (
                under("count round=2 add=-1").play(f"{SPREAD} | hells Test", SPREAD),
                "Place two of your three units",
            ),
        ],
    )
    def test_a_question_is_short(self, table: Table, text: str) -> None:
        expected = Question(text, otherwise="or lose the bout", final=False)
        assert question(table.match, "Ana") == expected


class TestFields:
    def test_hells_say_what_they_do(self) -> None:
        asked = fields(Table(1, None).match, "Ana")
        assert asked["hell_1"].says["Hell of Scissors"] == "Your Two destroys nothing."
        assert [*asked["hell_1"].says] == [*asked["hell_2"].says]
        assert (asked["hell_1"].optional, asked["hell_2"].optional) == (False, True)

    @pytest.mark.parametrize(
        ("uses", "hint"),
        [
            ({"normal": 1, "attuned": 1}, "1 normal and 1 attuned left"),
            ({"normal": 0, "attuned": 2}, "2 attuned left"),
            ({"normal": 0, "attuned": 0}, "none left"),
        ],
    )
    def test_a_spirit_is_optional_and_says_what_is_left(
        self, uses: dict[str, int], hint: str
    ) -> None:
        asked = fields(Table(spirits=[uses, uses]).match, "Ana")["spirit"]
        assert (asked.optional, asked.hint) == (True, hint)

    def test_spirits_say_what_they_do(self) -> None:
        says = fields(Table().match, "Ana")["spirit"].says
        assert says["strength 3"] == "1 more strength for your 3, until you have won a bout"
        assert says["foresight attuned"] == (
            "you may place one unit fewer in Round 1, until you have won two bouts"
        )

    def test_a_hell_that_forbids_spirits_leaves_nothing_to_say_of_them(self) -> None:
        table = under("no_spirit")
        assert fields(table.match, "Ana", hell_1="Hell of Test")["spirit"].says == {}


class TestStrength:
    def test_the_units_count_as_long_as_the_other_has_nothing_there(self) -> None:
        """2: -1 + 3; 4: 1 - 1 + 3; 6: 3 - 1; 7: 4 + 4 - 1."""
        table = Table(1, None)
        drafted = draft(table.match, "Ana", **STEAM, hell_1="Hell of Steam")
        assert block(drafted, STRENGTH) == [("You", "2", "0", "3", "0", "2", "7")]
        assert note(drafted, STRENGTH) == (
            "as long as {Bo} has nothing there, with the Hell of Steam"
        )
        assert drafted.sums == {
            "field_2": Sum("2"),
            "field_4": Sum("3"),
            "field_6": Sum("2"),
            "field_7": Sum("7"),
        }

    def test_without_a_hell(self) -> None:
        """On 4 the One gains nothing either: there is no unit of Bo's."""
        assert strengths(Table(1, None), **STEAM) == ("2", "0", "3", "0", "3", "8")

    def test_a_spirit_strengthens(self) -> None:
        drafted = draft(Table().match, "Ana", field_6="3", spirit="strength 3")
        assert block(drafted, STRENGTH) == [("You", "0", "0", "0", "0", "4", "0")]
        assert note(drafted, STRENGTH) == "as long as {Bo} has nothing there, with strength 3"

    def test_a_spirit_in_force_does_nothing_in_a_hell_that_forbids_it(self) -> None:
        active = [{"spirit": "strength", "unit": "3", "wins": 1}]
        table = under("no_spirit", active=active)
        assert strengths(table, field_6="3") == ("0", "0", "0", "0", "4", "0")
        assert strengths(table, field_6="3", hell_1="Test") == ("0", "0", "0", "0", "3", "0")

    def test_between_the_rounds_it_counts_against_what_is_shown(self) -> None:
        """Bo's Zero is shown as a Four, and counts as one.

        3: Bo's 1 - 1 - 1, 3 for more Negative Ones, 1 for Ana's Zero. 4: -1 - 1 + 3. 5: 1 - 1 + 2,
        3 and 1 for Bo's Two. 6: Ana's Four has base 0 and 4 for being alone. 7: Bo's -1 + 3.
        """
        drafted = draft(between().match, "Ana", field_4="-1", field_5="2", field_7="3")
        assert block(drafted, STRENGTH) == [
            ("{Bo}", "0", "3", "0", "2", "8", "2"),
            ("You", "2", "0", "1", "6", "4", "3"),
            ("Won by", "{Ana}", "{Bo}", "{Ana}", "{Ana}", "{Bo}", "{Ana}"),
        ]
        assert note(drafted, STRENGTH) == "as long as {Bo} adds nothing, with the Hell of Four"

    def test_a_two_destroys_what_is_placed_beside_it(self) -> None:
        """Ruling 14: the Two of Round 2 destroys the Three that comes with it."""
        assert strengths(between(), field_7="2 3")[5] == "2"

    def test_a_three_may_give_a_battlefield_away(self) -> None:
        """7: 3 and 2 of spirits against -1 + 3: 3 more, so the Three works against its owner."""
        active = [{"spirit": "strength", "unit": "3", "wins": 2}] * 2
        table = Table({"block": 1, "active": active}, None)
        table.play("2:-1 3:0 4:-1 5:1,-1 6:4 | hells Scissors", "3:1,-1,-1 5:2 6:0 7:-1")
        rows = block(draft(table.match, "Ana", field_7="3"), STRENGTH)
        assert [row[6] for row in rows] == ["2", "5", "{Bo}"]

    def test_of_hidden_units_only_the_number_counts(self) -> None:
        """Ana is blind on 5: a One of hers there still gains 1 for each unit of Bo's."""
        made = hells(hell(*effects("blind fields=[5]"), block=3))
        table = Table(3, None, hells=made)
        table.play("2:-1 3:0 4:-1 6:-1,-1 7:4 | hells Test", "5:-1,2,3 6:0 7:-1 2:-1")
        rows = block(draft(table.match, "Ana", field_5="1"), STRENGTH)
        assert [row[4] for row in rows] == ["?", "4", "?"]

    def test_a_hell_of_the_others_counts_only_if_it_is_announced(self) -> None:
        """Bo's Four has base 0: as long as nobody knows, it counts 4 and 4 for being alone."""
        for told, strength in ((";tell", "4"), ("", "8")):
            made = hells(hell(*effects(f'base unit="4" value=0{told}'), name="Quiet"))
            table = Table(None, 1, hells=made).play(SPREAD, f"{SPREAD} | hells Quiet")
            rows = block(draft(table.match, "Ana", field_2="0"), STRENGTH)
            assert rows[0][6] == strength

    def test_units_that_break_a_rule_of_their_battlefield_are_wrong(self) -> None:
        table = under("cap max=2;closed fields=[7] rounds=[1]")
        sums = draft(
            table.match, "Ana", field_2="-1", field_3="-1 -1 -1", field_7="4", hell_1="Test"
        ).sums
        assert [sums[f"field_{field}"].ok for field in "237"] == [None, False, False]


class TestDock:
    @pytest.mark.parametrize(
        ("filled", "expected"),
        [
            ({}, ("Nothing is placed yet.", "", "Six units and a hell are needed.")),
            (
                {"hell_1": "Hell of Steam"},
                ("Nothing is placed yet.", "", "Six units are needed."),
            ),
            (STEAM, ("", "", "Place 1 more unit and attempt a hell.")),
            (STEAM | {"hell_1": "Hell of Steam"}, ("", "", "Place 1 more unit.")),
            (STEAM | {"field_5": "-1"}, ("", "", "Attempt a hell.")),
            (
                STEAM | {"field_5": "-1", "hell_1": "Hell of Steam"},
                (
                    "You place six units and attempt the Hell of Steam.",
                    "In Round 2 you will place the other three.",
                    "",
                ),
            ),
            (
                STEAM | {"field_5": "-1", "hell_1": "Four", "spirit": "strength 3"},
                (
                    "You place six units, attempt the Hell of Four and invoke strength 3.",
                    "In Round 2 you will place the other three.",
                    "",
                ),
            ),
            (
                STEAM | {"hell_1": "Four", "spirit": "foresight"},
                (
                    "You place five units, attempt the Hell of Four and invoke foresight.",
                    "In Round 2 you will place the other four.",
                    "",
                ),
            ),
            ({"field_2": "4 4"}, ("", "", "You have only 1 of unit 4, not 2.")),
            (
                STEAM | {"field_5": "-1,-1", "hell_1": "Four"},
                ("", "", "Place 6 units in Round 1, not 7."),
            ),
            (
                STEAM | {"field_5": "0(1)", "hell_1": "Four"},
                (
                    "",
                    "",
                    "Your Zero cannot be shown as 1, because you play every 1 that you own. Show "
                    "it as a unit that stays in your hand.",
                ),
            ),
        ],
    )
    def test_round_1(self, filled: dict[str, str], expected: tuple[str, str, str]) -> None:
        assert lines(draft(Table(1, None).match, "Ana", **filled)) == expected

    def test_a_cell_that_is_not_understood_is_told_and_the_others_count(self) -> None:
        drafted = draft(Table().match, "Ana", field_2="x", field_3="1")
        assert drafted.missing.startswith('"x" is not understood.')
        assert block(drafted, STRENGTH) == [("You", "0", "1", "0", "0", "0", "0")]

    def test_a_hell_may_change_the_numbers(self) -> None:
        table = under("count round=1 add=1;count round=2 add=-1")
        seven = STEAM | {"field_5": "-1,-1", "hell_1": "Test"}
        assert lines(draft(table.match, "Ana", **STEAM, hell_1="Test"))[2] == "Place 2 more units."
        assert lines(draft(table.match, "Ana", **seven))[1] == (
            "In Round 2 you will place one of the other two."
        )

    def test_no_legal_round_2_is_told_in_time(self) -> None:
        table = Table(2, None)
        everywhere = dict.fromkeys(("field_2", "field_3", "field_4", "field_5"), "-1")
        filled = everywhere | {"field_6": "1", "field_7": "2", "hell_1": "Iron Trees"}
        drafted = draft(table.match, "Ana", **filled)
        assert drafted.missing == ""
        assert drafted.more == (
            "This leaves you no legal Round 2 under the Hell of Iron Trees: you would lose the "
            "bout."
        )

    @pytest.mark.parametrize(
        ("filled", "expected"),
        [
            ({}, ("Nothing is placed yet.", "", "Three units are needed.")),
            ({"field_4": "-1"}, ("", "", "Place 2 more units.")),
            (
                {"field_4": "-1", "field_5": "2", "field_7": "3"},
                ("You place your last three units.", "", ""),
            ),
            ({"field_4": "4"}, ("", "", "You have no 4 in your hand.")),
            (
                {"field_4": "0"},
                ("", "", "You have no 0 in your hand."),
            ),
        ],
    )
    def test_round_2(self, filled: dict[str, str], expected: tuple[str, str, str]) -> None:
        assert lines(draft(between().match, "Ana", **filled)) == expected

    def test_a_whole_board_counts_what_is_new_on_it(self) -> None:
        """Ruling 19."""
        whole = {"field_2": "-1", "field_3": "0(2)", "field_5": "1 -1 2", "field_6": "4"}
        drafted = draft(between().match, "Ana", **whole, field_4="-1 -1", field_7="3")
        assert drafted.say == "You place your last three units."


class TestForm:
    def test_what_a_chosen_hell_forbids_is_not_offered(self) -> None:
        table = under("no_spirit;no_disguise")
        kind = table.match.pending[0].decision.kind
        decision, state = table.match.pending[0].decision, table.match.state
        assert "0(2)" in kind.form(state, decision, {})["field_2"]
        assert "spirit" in kind.form(state, decision, {})
        asked = kind.form(state, decision, {"hell_1": "Hell of Test"})
        assert "0(2)" not in asked["field_2"]
        assert "spirit" not in asked

    def test_a_refusal_of_what_the_viewer_sees_needs_no_more_than_that(self) -> None:
        """Also where the own hell blinds: an example is made from the same view."""
        made = hells(hell(*effects("blind fields=[5,6,7]"), block=3))
        table = Table(3, None, hells=made).play(f"{SPREAD} | hells Test", SPREAD)
        drafted = draft(table.match, "Ana", field_5="-1 0 1 -1")
        assert drafted.missing.startswith("You have only 1 of unit -1")
        assert lines(draft(table.match, "Ana", field_5="-1 0 1"))[2] == ""


class TestEvents:
    def told(self, table: Table, by: str, line: str) -> list[Event]:
        judgement: Judgement = judge(table.match, {"t": table.t, "by": by, "say": line})
        assert judgement.ok, judgement.error
        return [event for event in judgement.events if event.did]

    def test_between_the_rounds(self) -> None:
        line = "2:-1 3:0 4:-1 5:1,-1 6:4 | hells Mirrors | spirit strength 3"
        table = Table(1, None).say("Ana", line)
        events = self.told(table, "Bo", SPREAD)
        assert [(event.by, event.did, event.end) for event in events] == [
            ("Ana", "placed", "round 1"),
            ("Ana", "invoked a spirit", ""),
            ("Ana", "attempted the Hell of Mirrors", ""),
            ("Bo", "placed", "round 1"),
        ]
        assert events[0].pieces == ("-1", "0", "-1", "-1", "1", "4")

    def test_a_round_1_that_nobody_answers_but_one(self) -> None:
        table = Table(clock=True).say("Ana", SPREAD)
        told = [event for event in judge(table.match, {"t": 91}).events if event.did]
        assert [(event.by, event.did, event.end) for event in told][:3] == [
            ("Bo", "lost bout 1 automatically", ""),
            ("Ana", "placed", "round 1"),
            (None, "{Ana} won 6 battlefields, {Bo} won 0", "27 to 0"),
        ]

    def test_all_of_a_bout_is_listed_under_its_name(self) -> None:
        """No event begins one: the first of it has its name, also where nobody has answered."""
        table = Table().say("Ana", SPREAD)
        assert {event.in_round for event in self.told(table, "Bo", SPREAD)} == {"Bout 1"}
        table = Table(clock=True).wait(0)
        told = [event for event in judge(table.match, {"t": 91}).events if event.did]
        assert [event.did for event in told][:2] == ["lost bout 1 automatically"] * 2
        assert [event.in_round for event in told][:2] == ["Bout 1", "Bout 1"]

    def test_after_the_bout(self) -> None:
        """The source's bout, with Bo in block 1: 12 to 13."""
        table = Table(None, 1)
        table.play("2:-1 3:0(2) 4:-1 5:1,-1 6:4", "3:1,-1,-1 5:2 6:0(4) 7:-1 | hells Four")
        table.say("Ana", "4:-1 5:2 7:3")
        events = self.told(table, "Bo", "2:-1 4:4 6:3")
        assert [event.pieces for event in events][:2] == [("-1", "2", "3"), ("-1", "4", "3")]
        assert [(event.by, event.did, event.end) for event in events] == [
            ("Ana", "placed", "round 2, Zero as 2"),
            ("Bo", "placed", "round 2, Zero as 4"),
            ("Bo", "attempted the Hell of Four", ""),
            (None, "{Ana} won 2 battlefields, {Bo} won 3", "12 to 13"),
            ("Bo", "won bout 1", "13 to 12"),
            ("Bo", "passed the Hell of Four", "1 of 17"),
        ]

    def test_a_tie_is_won_by_both_and_leaves_purgatory(self) -> None:
        table = Table().play(SPREAD, SPREAD, LATER)
        events = self.told(table, "Bo", LATER)
        assert [(event.by, event.did) for event in events][-3:] == [
            ("Ana and Bo", "won bout 1"),
            (None, "{Ana} went on to block 1"),
            (None, "{Bo} went on to block 1"),
        ]

    def test_the_public_is_not_told_the_score_of_a_private_bout(self) -> None:
        """Ruling 32."""
        table = Table(3, None).play(f"{SPREAD} | hells Cattle", SPREAD, LATER)
        public = [event for event in self.told(table, "Bo", LATER) if event.only is None]
        assert [(event.did, event.end) for event in public] == [
            ("won bout 1", ""),
            ("passed the Hell of Cattle", "10 of 17"),
            ("{Bo} went on to block 1", ""),
        ]

    def test_points_of_the_eighteenth_hell(self) -> None:
        table = Table({"block": 5, "points": 31}, {"block": 5, "points": 34.5})
        table.play(SPREAD, SPREAD, LATER)
        events = self.told(table, "Bo", LATER)
        assert ("gained 13.5 points", "48 points") in [(event.did, event.end) for event in events]
        assert (events[-1].by, events[-1].did) == ("Bo", "won the match")


@pytest.mark.parametrize(
    ("table", "ana", "public"),
    [
        (Table(), ("step:round1", "block:purgatory"), ("step:round1",)),
        (between(), ("step:round2", "block:hells"), ("step:round2",)),
        (Table(5, None), ("step:round1", "block:eighteenth"), ("step:round1",)),
    ],
)
def test_the_rules_that_hold_now(
    table: Table, ana: tuple[str, ...], public: tuple[str, ...]
) -> None:
    game, state = table.match.game, table.match.state
    assert game.now(game.seen_by(state, "Ana")) == ana
    assert game.now(game.seen_by(state, None)) == public
