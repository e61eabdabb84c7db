"""What a game has by default."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from random import Random
from typing import Any, NamedTuple

import pytest
from pennies import GAME, Pennies, Show, State

from umpire import catalogue
from umpire.errors import UmpireError
from umpire.games import default_views
from umpire.games.base import ChoiceKind, Game, Outcome, Shuffler, tell_nobody
from umpire.games.cards import HiddenCards
from umpire.games.options import Options
from umpire.games.page import Question, question_of
from umpire.match import judge, report, screen
from umpire.projections.match_history import first_history
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import spreadsheets_of
from umpire.sheets.context import Context
from umpire.sheets.layout import template_places
from umpire.sheets.template import folder_of_templates, read_template
from umpire.testing import GameTests, opened


class TestPennies(GameTests):
    """A first version of a game, in the plain template."""

    game = GAME
    template = folder_of_templates() / "plain-private"


def test_a_game_of_several_kinds_waits_for_the_one_that_its_phase_names() -> None:
    @dataclass(frozen=True)
    class Phased(State):
        phase: str = "hide"

    class Hide(Show):
        name = "hide"

    class Two(Pennies):
        kinds = (Show(), Hide())

    state = Phased(("Ana", "Bo"), {})
    assert {one.kind.name for one in Two().pending(state)} == {"hide"}
    over = Phased(("Ana", "Bo"), {}, outcome=Outcome(None, "draw"))
    assert Two().pending(over) == ()
    with pytest.raises(NotImplementedError, match=r"phase 'hidden', .* name: show, hide"):
        Two().pending(Phased(("Ana", "Bo"), {}, phase="hidden"))


def test_what_a_game_says_of_itself_is_looked_at_when_it_is_loaded() -> None:
    class Nameless(Show):
        name = None

    for said, sentence in (
        ({"seats": (2, 5)}, r"Bad: `seats` must be a range: range\(2, 6\)"),
        ({"kinds": (Show(), Show())}, "Bad: two of its `kinds` have the name 'show'"),
        ({"kinds": (Nameless(),)}, "Bad: its kind Nameless needs a `name`"),
    ):
        with pytest.raises(TypeError, match=sentence):
            type("Bad", (Pennies,), said)


def test_a_kind_that_reads_nothing_is_told_so() -> None:
    class Answerless(Show):
        read = lambda self, state, decision, text: None  # noqa: E731

    match = opened(type("Bad", (Pennies,), {"kinds": (Answerless(),)})())
    with pytest.raises(AssertionError, match="`read` of 'show' must return an answer or raise"):
        judge(match, {"t": 0, "by": "Ana", "say": "heads"})


def test_a_kind_with_a_limit_must_say_what_silence_means() -> None:
    class Endless(Show):
        default_answer = ChoiceKind.default_answer

    [decision, _] = Endless().pending(State(("Ana", "Bo"), {}))
    with pytest.raises(NotImplementedError, match="'show' needs `default_answer`"):
        Endless().default_answer(State(("Ana", "Bo"), {}), decision)


def test_an_entry_point_that_names_a_class_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("pennies", "pennies:Pennies", catalogue.GROUP)
    monkeypatch.setattr(catalogue, "entry_points", lambda **_: [point])
    with pytest.raises(UmpireError, match=r"is a class, .* GAME = Pennies\(\)"):
        dict(catalogue.games.__wrapped__())


def test_a_game_is_loaded_without_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [EntryPoint(name, value, catalogue.GROUP) for name, value in (
        ("pennies", "pennies:GAME"), ("broken", "pennies:NOTHING"), ("other-name", "cups:GAME"),
    )]  # fmt: skip
    monkeypatch.setattr(catalogue, "entry_points", lambda **_: points)
    games = catalogue.games.__wrapped__()
    assert games["pennies"] is GAME
    for asked in (lambda: games["cups"], lambda: "nothing" in games, lambda: list(games)):
        with pytest.raises(UmpireError, match="'broken' of 'pennies:NOTHING' cannot be loaded"):
            asked()
    del points[1]
    games = catalogue.games.__wrapped__()
    assert "other-name" not in games
    assert [*games] == [games[found].id for found in games]
    assert len(games) == 2


@pytest.mark.parametrize(
    ("asked", "question"),
    [
        ("Call, raise or fold?", "Call, raise or fold?"),
        ("Take stones from a heap. Example: 3 from 2.", "Take stones from a heap."),
        ("Name a card. For example: Priest.", "Name a card."),
        ("Example: Priest.", "Example: Priest."),
    ],
)
def test_a_page_asks_without_the_example(asked: str, question: str) -> None:
    assert question_of(asked, is_final=True) == Question(question, final=True)


def test_a_kind_says_of_itself_whether_an_answer_is_final() -> None:
    state = State(("Ana", "Bo"), {})
    for rule, is_final in (("first", True), ("last", False)):
        (decision, *_) = GAME.pending(state)
        question = decision.kind.question(state, decision._replace(rule=rule))
        assert question.final is is_final


def test_of_two_players_the_other_wins_by_forfeit() -> None:
    judgement = judge(opened(GAME), {"t": 0, "by": "umpire", "say": "forfeit Ana"})
    assert judgement.match.outcome == Outcome("Bo", "forfeit")
    assert [event.text for event in judgement.events] == ["Ana forfeits: Bo wins."]


def test_a_game_for_more_must_say_what_becomes_of_a_forfeit() -> None:
    with pytest.raises(NotImplementedError, match="Pennies needs `forfeit`"):
        GAME.forfeit(State(("Ana", "Bo", "Cy"), {}), "Ana", tell_nobody)


def test_a_private_game_must_say_what_is_hidden() -> None:
    state = State(("Ana", "Bo"), {})
    with pytest.raises(NotImplementedError, match="Pennies needs `seen_by`"):
        Game.seen_by(GAME, state, None)

    with pytest.raises(TypeError, match="Secretive needs `seen_by`"):

        class Secretive(Pennies):
            seen_by = Game.seen_by

    class InTheOpen(Pennies):
        private = False
        seen_by = Game.seen_by

    assert InTheOpen().seen_by(state, None) is state


def test_a_kind_that_suggests_nothing_must_have_random_choices() -> None:
    class Silent(Show):
        suggest = ChoiceKind.suggest

    [decision, _] = Silent().pending(State(("Ana", "Bo"), {}))
    with pytest.raises(NotImplementedError, match="'show' needs `random_choice`"):
        Silent().random_choice(State(("Ana", "Bo"), {}), decision, Random(1))


class Bid(NamedTuple):
    dice: int
    face: int


@dataclass(frozen=True)
class Cup:
    player: str
    dice: tuple[int, ...]


@dataclass(frozen=True)
class Table:
    players: tuple[str, ...]
    options: Options
    cups: tuple[Cup, ...]
    hands: Mapping[str, tuple[str, ...]]
    bid: Bid | None
    outcome: Outcome | None = None
    is_last: bool = True


TABLE = Table(
    players=("Ana", "Bo"),
    options=Options(),
    cups=(Cup("Ana", (1, 2)), Cup("Bo", HiddenCards((3, 4)))),
    hands={"Ana": ("R1", "R2"), "Bo": HiddenCards(("R3", "R4", "R5"))},
    bid=Bid(3, 5),
)


def test_a_report_is_a_state_field_by_field() -> None:
    assert default_views.report(TABLE) == {
        "cups": [{"player": "Ana", "dice": [1, 2]}, {"player": "Bo", "dice": 2}],
        "hands": {"Ana": ["R1", "R2"], "Bo": 3},
        "bid": {"dice": 3, "face": 5},
        "is_last": True,
    }


def test_what_json_has_no_word_for_needs_a_report() -> None:
    @dataclass(frozen=True)
    class Odd:
        colours: frozenset[str]

    with pytest.raises(TypeError, match=r"frozenset\(\{'red'\}\): the game needs a `report`"):
        default_views.report(Odd(frozenset({"red"})))


def shown(**state: Any) -> dict[str, Any]:
    return default_views.screen(state, ("Ana", "Bo"), {"Bo": "bid"})


def test_a_plain_screen_has_a_table_of_what_is_each_players_and_a_list_of_all_else() -> None:
    blocks = shown(**default_views.report(TABLE))
    assert blocks["standing"][:3] == (
        ("", "hands", "", "", ""),
        ("Ana", "R1 R2", "", "", ""),
        ("Bo", "? ? ?", "", "", ""),
    )
    assert blocks["to_do"][:2] == (("",), ("bid",))
    facts = [(a, b) for (a,), (b,) in zip(blocks["fact_names"], blocks["facts"], strict=True) if a]
    assert facts == [
        ("cups", "player Ana, dice 1 2; player Bo, dice ? ?"),
        ("bid", "dice 3, face 5"),
        ("is last", "yes"),
    ]


def test_what_is_each_players_goes_on_in_the_list_where_the_table_is_full() -> None:
    blocks = shown(**{f"column {n}": {"Ana": n, "Bo": None} for n in range(5)})
    assert blocks["standing"][1] == ("Ana", "0", "1", "2", "3")
    assert blocks["facts"][0] == ("Ana 4, Bo ",)


def test_a_plain_screen_is_of_one_size() -> None:
    sizes = {name: (len(rows), len(rows[0])) for name, rows in shown().items()}
    full = shown(**{f"fact {n}": n for n in range(30)})
    assert {name: (len(rows), len(rows[0])) for name, rows in full.items()} == sizes


def test_hidden_numbers_are_numbers_wherever_they_are_written() -> None:
    match = opened(GAME)
    assert screen(match, "Ana")["standing"][1][:2] == ("Ana", "0")
    assert report(match)["state"]["shown"] == []
    assert default_views.HiddenNumber(3) == 3


def test_dice_are_rolled_with_replacement_and_drawn_without() -> None:
    dice = Shuffler(Random(7))
    assert sorted(dice.draw(6, "123456")) == [*"123456"]
    rolled = dice.roll(60, "123456")
    assert len(rolled) == 60
    assert {*rolled} == {*"123456"}


def test_in_one_spreadsheet_each_player_s_page_shows_what_the_board_does() -> None:
    class InTheOpen(Pennies):
        private = False

    match = opened(InTheOpen())
    template = read_template(folder_of_templates() / "plain")
    board, _console = spreadsheets_of(template, Context("m-1", "Pennies", match.header.players))
    shown = spreadsheet_screen(
        replace(first_history(match.header, match.game), has_begun=True), board, Fairness("")
    )
    blocks = screen(match, None)
    assert {name: shown[f"{name}_2"] for name in blocks} == blocks
    assert shown.keys() <= template_places(board.pages).keys()
