"""What a page is told of each question, against examples computed from the rules by hand."""

import pytest
from asked import block, draft, draft_or_none, feeds, fields, lines, note, question
from devils_table import DEAL, SELECTION, Table, betting, choosing, dividing, started

from umpire.games.base import Event
from umpire.games.page import Question, Sum

POOLS = "B1 B5 G5 G6 R7 B4 B6 G1 R4 R5"
TWELVE = "B4 B5 G3 G4 G5 G8 R1 R5 R6 R7 R8 R9"
PILES = {"pile_1": "R9", "pile_2": "R8 R1", "pile_3": "G3 R6", "pile_4": "B4 G5", "aside": "G4 B5"}


def raised() -> Table:
    """Ana raised by 3, Bo called that and raised by 4; they have 15 and 14 chips left."""
    deal = "B1 B4 G5 G8 R6 B2 B3 R9 R1 R4"
    table = betting("G5 G8", "R9 R1", deal=deal, community="G6")
    return table.say("raise 3", "raise 4").with_chips(15, 14)


def dividing_well() -> Table:
    """Five piles of 9 can be made."""
    return dividing(POOLS, TWELVE)


def full() -> Table:
    """Ana has ten cards, and may take G1 (set aside) or R1 of Bo's refill."""
    table = dividing().say("R2 B3 R3 G6 | G5 B9 | B6 G8 | G2 B5 R7 * | discard: B1 R2 B4", "pass")
    return table.say("no", "yes", "G1 R1 B1 B2 B3 G2 G3 R2 R3 B4 G4 R4", "B1 | G1 *")


def told(table: Table, start: str) -> Event:
    """The event of the last line that begins so."""
    return next(event for event in table.events if event.text.startswith(start))


class TestQuestions:
    @pytest.mark.parametrize(
        ("table", "player", "expected"),
        [
            (
                Table().say(DEAL),
                "Ana",
                Question("Who starts?", "You have the DM Advantage.", "then you start"),
            ),
            (
                started(),
                "Ana",
                Question("Buy a refill for 5 chips?", otherwise="then you buy none"),
            ),
            (
                dividing(),
                "Ana",
                Question(
                    "Divide the twelve cards",
                    "Every pile needs the same sum.",
                    "or keep none",
                    final=False,
                ),
            ),
            (
                dividing().say("B5 | G5 *"),
                "Bo",
                Question("Take one of these cards, or pass?", otherwise="then you pass"),
            ),
            (
                full(),
                "Ana",
                Question(
                    "Take one of these cards, or pass?",
                    "You hold 10 cards, so discard one for it.",
                    "then you pass",
                ),
            ),
            (
                choosing(),
                "Bo",
                Question(
                    "Choose two cards for your hand",
                    "The first is shown after the first bets.",
                    "or lose the match",
                ),
            ),
            (
                betting(),
                "Ana",
                Question("Raise or fold?", "You have a high card.", "then you fold"),
            ),
            (
                raised(),
                "Ana",
                Question("Call, raise or fold?", "You have a flush.", "then you fold"),
            ),
            (
                betting().say("raise 28"),
                "Bo",
                Question("Call or fold?", "You have a pair of 4.", "then you fold"),
            ),
            (
                betting(break_seconds=1).say("fold"),
                "Ana",
                Question("Ready for the next round?", otherwise="then it begins"),
            ),
        ],
    )
    def test_a_question_is_short_and_says_what_silence_does(
        self, table: Table, player: str, expected: Question
    ) -> None:
        assert question(table.match, player) == expected

    def test_a_single_card_is_no_choice_of_cards(self) -> None:
        """Five of the pool and eleven kept: six must go, and only B9 is offered."""
        twelve = "B9 G9 R9 B8 B1 G8 G1 R8 R1 R2 G2 R5"
        piles = "B9 * | G9 | R9 | B8 B1 | G8 G1 | R8 R1 | R2 G2 R5"
        table = dividing(selection=twelve).say(f"{piles} | discard: B1 B4 B7 G7 R9 B8")
        assert question(table.match, "Bo").text == "Take this card, or pass?"


class TestBets:
    def test_what_each_action_costs(self) -> None:
        asked = fields(raised().match, "Ana")["choice"]
        assert asked.label == "Your bet"
        assert asked.says == {"call": "pay 4", "fold": "{Bo} takes 13"}
        assert (asked.least, asked.most, asked.prefix) == (1, 11, "raise ")
        assert asked.ends == ("1", "all in: 11")
        assert asked.hint == "on top of the 4"

    def test_a_raise_may_be_limited_by_what_the_other_has(self) -> None:
        """Ruling 28: no more than the opponent has in hand."""
        asked = fields(raised().with_chips(15, 6).match, "Ana")["choice"]
        assert (asked.most, asked.ends) == (6, ("1", "{Bo} has 6"))

    def test_where_nobody_may_raise_there_is_no_number(self) -> None:
        asked = fields(betting().say("raise 28").match, "Bo")["choice"]
        assert (asked.least, asked.most, asked.prefix) == (None, None, "")
        assert asked.says == {"call": "pay 28", "fold": "{Ana} takes 31"}

    @pytest.mark.parametrize(
        ("text", "say", "more", "missing"),
        [
            ("raise 6", "You pay 10 and keep 5.", "{Bo} has to add 6 to call.", ""),
            ("6R", "You pay 10 and keep 5.", "{Bo} has to add 6 to call.", ""),
            ("raise 11", "You pay 15, which is all you have.", "{Bo} has to add 11 to call.", ""),
            ("call", "You pay 4 and keep 11.", "The first cards are shown next.", ""),
            ("fold", "{Bo} takes the pot of 13.", "You keep your 15 chips.", ""),
            ("raise", "", "", "By how many chips: 1 to 11?"),
        ],
    )
    def test_what_an_action_leaves_and_what_follows(
        self, text: str, say: str, more: str, missing: str
    ) -> None:
        drafted = draft(raised().match, "Ana", choice=text)
        assert (drafted.say, drafted.missing) == (say, missing)
        assert drafted.more.endswith(more)

    def test_the_pot_is_counted_with_what_is_paid(self) -> None:
        """13 and the 10 that are paid."""
        assert draft(raised().match, "Ana", choice="raise 6").more.startswith("The pot is then 23.")

    def test_after_the_second_bets_the_second_cards_are_shown(self) -> None:
        table = betting().say("raise 1", "call", "raise 1")
        assert draft(table.match, "Bo", choice="call").more.endswith(
            "The second cards are shown next."
        )

    @pytest.mark.parametrize(
        ("chips", "more"),
        [
            (28, "A high card costs 2 more: you keep 26."),
            (2, "A high card costs 2 more: you keep 0."),
            (1, "A high card costs 2 more. You cannot pay, and lose the match."),
        ],
    )
    def test_a_folded_high_card_costs_a_penalty(self, chips: int, more: str) -> None:
        drafted = draft(betting().with_chips(chips, 28).match, "Ana", choice="fold")
        assert lines(drafted) == ("{Bo} takes the pot of 3.", more, "")

    @pytest.mark.parametrize("text", ["", "raise 12", "raise 0", "rise", "raise -1", "call me"])
    def test_of_what_is_refused_the_refusal_says_all(self, text: str) -> None:
        assert draft_or_none(raised().match, "Ana", choice=text) is None


class TestDivisions:
    def test_piles_are_numbered_and_begin_with_the_next_card(self) -> None:
        asked = fields(dividing_well().match, "Ana")
        assert [asked[f"pile_{number}"].label for number in (1, 6)] == ["Keep 1", "Keep 6"]
        assert asked["pile_2"].optional
        assert asked["pile_2"].hint == "the next card begins it"
        assert asked["aside"].label == "Set aside"

    def test_one_may_keep_none_until_a_pile_is_begun(self) -> None:
        match = dividing_well().match
        assert fields(match, "Ana")["aside"].says == {"keep none": "all twelve are offered"}
        assert fields(match, "Ana", pile_1="R9")["aside"].says == {}
        assert fields(match, "Ana", aside="R9")["aside"].says == {}
        assert draft(match, "Ana", aside="keep none").say == "You keep none of the twelve cards."

    @pytest.mark.parametrize(("piles", "discards"), [(3, 0), (4, 2), (2, 0)])
    def test_so_many_cards_go_as_are_too_many(self, piles: int, discards: int) -> None:
        """Five in the pool, and 1, 2, 2 and 2 of the piles: 10 may stay, 12 may not."""
        cells = dict(list(PILES.items())[:piles])
        asked = fields(dividing_well().match, "Ana", **cells)["discard"]
        assert (asked.at_most, asked.optional) == (discards, not discards)

    def test_five_piles_of_nine(self) -> None:
        drafted = draft(dividing_well().match, "Ana", **PILES, discard="B1")
        assert lines(drafted) == (
            "All five piles make 9.",
            "",
            "You keep 7 cards, discard 1 and have 11. Discard 1 more.",
        )
        assert drafted.sums == dict.fromkeys(PILES, Sum("9", ok=True))
        assert block(drafted, "Your pool after this") == [
            ("You have", "B1", "B5", "G5", "G6", "R7"),
            ("You keep", "R9", "R8", "R1", "G3", "R6", "B4", "G5"),
        ]
        assert feeds(drafted, "Your pool after this") == "discard"
        assert note(drafted, "Your pool after this") == "11 cards, at most 10: discard 1 more"
        offered = "{Bo} may take one of these"
        assert block(drafted, offered) == [("", "B5", "G4", "G8", "R5", "R7")]
        assert note(drafted, offered) == "Two are set aside, three are left over"

    def test_with_all_discards_nothing_is_missing(self) -> None:
        drafted = draft(dividing_well().match, "Ana", **PILES, discard="G5 R9")
        assert lines(drafted) == (
            "All five piles make 9.",
            "You keep 7 cards, discard 2 and have 10.",
            "",
        )
        assert note(drafted, "Your pool after this") == "10 cards, at most 10"

    @pytest.mark.parametrize(
        ("cells", "missing"),
        [
            ({}, "Nothing is divided yet."),
            ({"pile_1": "R9"}, "Set aside a pile of 9 too."),
            ({"pile_1": "R9", "pile_2": "R8 R1"}, "Set aside a pile of 9 too."),
            ({"pile_1": "R9", "pile_2": "R8"}, "Pile 1 makes 9, pile 2 makes 8."),
            ({"pile_1": "R9", "aside": "R8"}, "Pile 1 makes 9, the pile set aside makes 8."),
            ({"pile_1": "R9", "pile_2": "R8 R1", "pile_3": "R7"}, "Pile 3 makes 7, not 9."),
            ({"pile_2": "R9", "pile_4": "R8", "aside": "R1 G8"}, "Pile 4 makes 8, not 9."),
            (
                {"pile_1": "R9", "aside": "R9"},
                "R9 is named twice. Each card is in one pile or unused.",
            ),
            (PILES | {"discard": "B1 B5 R7"}, "Discard 2 cards, not 3."),
            (PILES | {"discard": "R2"}, "You do not have R2, or not that many times."),
            (
                {"pile_1": "R9", "aside": "R8 R1", "discard": "R9"},
                "You will have 6 cards, so there is nothing to discard.",
            ),
        ],
    )
    def test_what_is_missing(self, cells: dict[str, str], missing: str) -> None:
        assert draft(dividing_well().match, "Ana", **cells).missing == missing

    def test_a_pile_is_wrong_only_if_it_can_no_longer_come_right(self) -> None:
        cells = {"pile_1": "R9", "pile_2": "R8 R1", "pile_3": "R7", "pile_4": "G8 B5"}
        sums = draft(dividing_well().match, "Ana", **cells).sums
        assert [(sums[cell].text, sums[cell].ok) for cell in cells] == [
            ("9", True),
            ("9", True),
            ("7", None),
            ("13", False),
        ]

    @pytest.mark.parametrize(
        ("cells", "say", "more"),
        [
            (
                {"pile_1": "R9", "aside": "R8 R1"},
                "Both piles make 9.",
                "You keep 1 card and have 6.",
            ),
            ({"aside": "R8 R1"}, "You set R8 R1 aside and keep no cards.", ""),
            ({"aside": "none"}, "You keep none of the twelve cards.", ""),
            (
                {"pile_1": "R9 *", "pile_2": "R8 R1"},
                "Both piles make 9.",
                "You keep 2 cards and have 7.",
            ),
        ],
    )
    def test_what_a_division_does(self, cells: dict[str, str], say: str, more: str) -> None:
        assert lines(draft(dividing_well().match, "Ana", **cells)) == (say, more, "")

    def test_of_none_the_other_may_take_any_card(self) -> None:
        drafted = draft(dividing_well().match, "Ana", pile_1="none")
        assert block(drafted, "{Bo} may take one of these") == [("", *TWELVE.split())]

    def test_discards_alone_are_for_a_division_that_is_held(self) -> None:
        assert draft_or_none(dividing_well().match, "Ana", discard="B1") is None


class TestOtherAnswers:
    @pytest.mark.parametrize(
        ("text", "say"),
        [("Ana", "You start."), ("opponent", "{Bo} starts."), ("b", "{Bo} starts.")],
    )
    def test_who_starts(self, text: str, say: str) -> None:
        table = Table().say(DEAL)
        assert draft(table.match, "Ana", choice=text).say == say
        assert fields(table.match, "Ana")["choice"].says == {"Ana": "you", "Bo": "your opponent"}

    def test_a_refill_and_what_it_costs(self) -> None:
        match = started().match
        assert fields(match, "Ana")["choice"].says == {"yes": "pay 5, keep 25", "no": "keep 30"}
        assert draft(match, "Ana", choice="y").say == "You pay 5 and keep 25."
        assert draft(match, "Ana", choice="no").say == "You buy no refill."
        assert draft_or_none(match, "Ana", choice="maybe") is None

    def test_a_card_that_is_taken(self) -> None:
        match = dividing().say("B5 | G5 *").match
        drafted = draft(match, "Bo", choice="R7")
        assert lines(drafted) == ("You take R7.", "You hold 6 cards then.", "")
        after = [("", "B2", "G3", "G4", "R4", "R7", "R8")]
        assert block(drafted, "Your pool after this") == after
        assert draft(match, "Bo", choice="pass").say == "You take nothing."
        assert draft_or_none(match, "Bo", choice="B5") is None, "it is kept"

    def test_a_full_pool_discards_a_card_for_it(self) -> None:
        match = full().match
        assert lines(draft(match, "Ana", choice="G2")) == (
            "You take G2.",
            "",
            "Discard 1 card for it.",
        )
        drafted = draft(match, "Ana", choice="G2", discard="R9")
        assert lines(drafted) == ("You take G2 and discard R9.", "You hold 10 cards then.", "")
        assert note(drafted, "Your pool after this") == "10 cards, at most 10"
        assert feeds(drafted, "Your pool after this") == "discard"
        assert draft_or_none(match, "Ana", choice="G2", discard="B2") is None, "Ana has no B2"
        assert fields(match, "Ana")["discard"].at_most == 1

    @pytest.mark.parametrize(
        ("cards", "expected"),
        [
            ({}, ("", "", "No card is chosen yet.")),
            ({"card_1": "B4"}, ("", "", "Choose one more card.")),
            (
                {"card_1": "B4", "card_2": "R9"},
                (
                    "With R1 you have a high card.",
                    "{Bo} sees B4 after the first bets, R9 after the second.",
                    "",
                ),
            ),
            (
                {"card_1": "B1", "card_2": "R9"},
                (
                    "With R1 you have a pair of 1.",
                    "{Bo} sees B1 after the first bets, R9 after the second.",
                    "",
                ),
            ),
        ],
    )
    def test_two_cards_make_a_hand(
        self, cards: dict[str, str], expected: tuple[str, str, str]
    ) -> None:
        assert lines(draft(choosing().match, "Ana", **cards)) == expected

    def test_cards_that_nobody_may_choose(self) -> None:
        match = choosing().match
        for second in ("R1", "B4", "G3", "what"):
            assert draft_or_none(match, "Ana", card_1="B4", card_2=second) is None


class TestEvents:
    """`did` is right after `You` and after a name, and `end` says what came of it."""

    @pytest.mark.parametrize(
        ("table", "start", "by", "did", "end", "pieces"),
        [
            (started(), "Round 1", None, "Round 1", "{Ana} started", ()),
            (started().say("no"), "Ana buys", "Ana", "bought no refill", "", ()),
            (started().say("yes"), "Ana pays", "Ana", "paid 5 for a refill", "25 left", ()),
            (
                dividing(),
                "Ana's twelve",
                None,
                "{Ana's} twelve cards",
                "",
                tuple(SELECTION.split()),
            ),
            (
                dividing().say("R7 | B5 G2 *"),
                "Ana keeps",
                "Ana",
                "kept 1 of the twelve cards",
                "11 offered",
                ("R7",),
            ),
            (
                dividing().say("none"),
                "Ana keeps",
                "Ana",
                "kept none of the twelve cards",
                "12 offered",
                (),
            ),
            (dividing().say("none", "G1"), "Bo takes", "Bo", "took", "", ("G1",)),
            (choosing(), "The community", None, "The community card", "", ("R1",)),
            (betting(), "Your cards are B4", "Ana", "chose two cards", "", ("B4", "R9")),
            (betting(), "Both have", "Ana and Bo", "chose two cards", "", ()),
            (betting(), "Both pay", "Ana and Bo", "paid the ante of 2", "pot 3", ()),
            (betting().say("raise 3"), "Ana raises", "Ana", "raised by 3", "pot 6", ()),
            (raised(), "Bo calls", "Bo", "raised by 4", "pot 13", ()),
            (betting().say("raise 3", "call"), "Bo calls", "Bo", "called", "pot 9", ()),
            (
                betting().say("raise 3", "call"),
                "The first cards",
                None,
                "The first cards were shown",
                "",
                ("B4", "G4"),
            ),
            (betting().say("fold"), "Ana folds", "Ana", "folded", "pot 3", ()),
            (betting().say("fold"), "Bo wins", "Bo", "won the pot", "3 chips", ()),
            (
                betting().say("fold"),
                "Ana folded",
                "Ana",
                "paid {Bo} 2 chips for folding a high card",
                "",
                (),
            ),
            (
                betting().say("raise 3", "call", "raise 1", "call"),
                "Ana: high card",
                "Bo",
                "won with a pair of 4",
                "11 chips",
                ("G4", "R4", "R1"),
            ),
            (
                betting(break_seconds=1).say("fold", "ready"),
                "Ana is ready",
                "Ana",
                "got ready",
                "",
                (),
            ),
        ],
    )
    def test_what_was_done(
        self,
        table: Table,
        start: str,
        by: str | None,
        did: str,
        end: str,
        pieces: tuple[str, ...],
    ) -> None:
        event = told(table, start)
        assert (event.by, event.did, event.end, event.pieces) == (by, did, end, pieces)

    def test_a_round_begins_with_a_heading(self) -> None:
        assert told(started(), "Round 1").kind == "round"

    def test_who_has_lost_did_something_about_it(self) -> None:
        table = betting().with_chips(1, 28).say("fold")
        lost = told(table, "Ana cannot pay the penalty")
        assert (lost.by, lost.did, lost.end) == (
            "Ana",
            "could not pay the penalty",
            "lost the match",
        )


class TestNow:
    @pytest.mark.parametrize(
        ("table", "ana", "public"),
        [
            (Table(), (), ()),
            (Table().say(DEAL), ("step:start",), ("step:start",)),
            (started(), ("step:refill",), ("step:refill",)),
            (dividing(), ("step:divide",), ("step:divide",)),
            (dividing().say("none"), ("step:take",), ("step:take",)),
            (choosing(), ("step:private",), ("step:private",)),
            (betting(), ("step:bets", "hand:high card"), ("step:bets",)),
            (raised(), ("step:bets", "hand:flush"), ("step:bets",)),
        ],
    )
    def test_the_step_and_the_hand_that_the_viewer_knows(
        self, table: Table, ana: tuple[str, ...], public: tuple[str, ...]
    ) -> None:
        game, state = table.match.game, table.match.state
        assert game.now(game.seen_by(state, "Ana")) == ana
        assert game.now(game.seen_by(state, None)) == public
