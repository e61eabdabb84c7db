"""Kinds of decisions that games share: a few words, yes or no, ready, cards drawn by chance."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import pytest

from umpire.games.base import (
    CHANCE,
    Answers,
    Decision,
    DecisionKind,
    NotAllowed,
    NotUnderstood,
    Tell,
)
from umpire.games.kinds import (
    DrawKind,
    Permission,
    ReadyKind,
    Silence,
    WordsKind,
    YesNoKind,
    secret_group,
)
from umpire.games.randomness import Shuffler

State = tuple[str, ...]
"""The cards that are there."""


class OfTheTests(DecisionKind[State, Any]):
    """What a kind must have and these tests do not ask for."""

    name = "test"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return ()

    def ask(self, view: State, decision: Decision) -> str:
        return "?"

    def apply(self, state: State, answers: Answers[Any], tell: Tell) -> State:
        return state


class Order(OfTheTests, WordsKind[State, str]):
    """Buy as many as there are cards, sell, or pass."""

    spellings: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "buy": ("(?:b|buy) ?N", "N more"),
        "sell": ("s", "get rid of it"),
        "pass": (),
    }
    hint = "Buy or pass. Example: {example}."
    silence = "pass"

    def may(self, state: State, decision: Decision) -> Mapping[str, Permission]:
        buys = range(1, len(state) + 1) if state else "Nothing is left."
        return {"buy": buys, "sell": "You have nothing to sell.", "pass": True}

    def answer(self, word: str, number: int) -> str:
        return f"{word} {number}" if number else word


class Duel(OfTheTests, YesNoKind[State]):
    yes = ("fight", "yes", "y")
    hint = "Fight or not?"
    likely = 0.25


class Look(OfTheTests, ReadyKind[State]):
    hint = "Write ready."


class Draw(OfTheTests, DrawKind[State, str]):
    def deck(self, state: State) -> State:
        return state

    def count(self, state: State) -> int:
        return 2

    def read_cards(self, state: State, text: str) -> tuple[str, ...]:
        return tuple(text.split())


class Shuffle(Draw):
    face_up = True

    def count(self, state: State) -> int:
        return DrawKind.count(self, state)


FIVE: State = ("a", "b", "b", "c", "d")
TURN = Decision("turn 1", "Ana", Order())
DEAL = Decision("deal", CHANCE, Draw())


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("pass", "pass"),
        (" PASS ", "pass"),
        ("buy 3", "buy 3"),
        ("b3", "buy 3"),
        ("3 more", "buy 3"),
        ("b +3", "buy 3"),
        ("buy 003", "buy 3"),
        ("Ｂ３", "buy 3"),
    ],
)
def test_a_word_is_read_in_each_of_its_spellings(text: str, answer: str) -> None:
    assert Order().read(FIVE, TURN, text) == answer


@pytest.mark.parametrize("text", ["", "passed", "buy", "buy 3 4", "sell 1", "buy -1", "N more"])
def test_any_other_text_is_refused_with_an_answer_that_is_offered(text: str) -> None:
    with pytest.raises(NotUnderstood, match=r"\. Buy or pass\. Example: buy 1\.$"):
        Order().read(FIVE, TURN, text)


@pytest.mark.parametrize(
    ("state", "text", "why"),
    [
        (FIVE, "s", "You have nothing to sell."),
        (FIVE, "get rid of it", "You have nothing to sell."),
        (FIVE, "buy 0", "Name a number from 1 to 5."),
        (FIVE, "buy 6", "Name a number from 1 to 5."),
        (FIVE, f"buy {'9' * 9999}", "Name a number from 1 to 5."),
        ((), "buy 1", "Nothing is left."),
    ],
)
def test_a_word_that_may_not_be_said_now_is_refused_with_the_reason(
    state: State, text: str, why: str
) -> None:
    with pytest.raises(NotAllowed) as refusal:
        Order().read(state, TURN, text)
    assert str(refusal.value) == why


@pytest.mark.parametrize(
    ("state", "offered"),
    [(FIVE, ("buy 1", "buy 2", "buy 3", "buy 5", "pass")), ((), ("pass",))],
)
def test_what_may_be_said_is_offered(state: State, offered: tuple[str, ...]) -> None:
    assert Order().suggest(state, TURN) == offered
    assert Order().form(state, TURN, {}) == {"choice": offered}
    assert [Order().read(state, TURN, text) for text in offered] == [*offered]


def test_silence_is_one_of_the_words() -> None:
    assert Order().default_answer(FIVE, TURN) == "pass"
    assert Look().default_answer(FIVE, TURN) == "ready"
    assert Duel().default_answer(FIVE, TURN) is False


@pytest.mark.parametrize(
    ("text", "answer"), [("fight", True), ("Y", True), ("yes", True), ("no", False), ("n", False)]
)
def test_yes_and_no_may_have_words_of_their_own(text: str, answer: bool) -> None:
    assert Duel().read(FIVE, TURN, text) is answer
    assert Duel().format(answer) == ("fight" if answer else "no")
    assert Duel().suggest(FIVE, TURN) == ("fight", "no")


@pytest.mark.parametrize(("kind", "hint"), [(Duel(), "Fight or not?"), (Look(), "Write ready.")])
def test_what_is_neither_is_refused(kind: WordsKind[State, Any], hint: str) -> None:
    with pytest.raises(NotUnderstood) as refusal:
        kind.read(FIVE, TURN, "maybe")
    assert str(refusal.value) == f'"maybe" is not understood. {hint}'


def test_a_random_player_says_yes_as_often_as_is_likely() -> None:
    random = Random(1)
    times = sum(Duel().random_choice(FIVE, TURN, random) for _ in range(1000))
    assert 200 < times < 300


@pytest.mark.parametrize(
    ("text", "refused", "why"),
    [
        ("a", NotUnderstood, "Name 2 cards, not 1."),
        ("a b c", NotUnderstood, "Name 2 cards, not 3."),
        ("a e", NotAllowed, "e is not there, or not that many times."),
        ("c c", NotAllowed, "c is not there, or not that many times."),
    ],
)
def test_chance_draws_cards_of_the_deck(text: str, refused: type[Exception], why: str) -> None:
    with pytest.raises(refused) as refusal:
        Draw().read(FIVE, DEAL, text)
    assert str(refusal.value) == why


def test_a_card_may_be_drawn_as_often_as_it_is_in_the_deck() -> None:
    assert Draw().read(FIVE, DEAL, "b b") == ("b", "b")


def test_dice_draw_cards_that_can_be_read() -> None:
    for seed in range(20):
        text = Draw().draw(FIVE, DEAL, Shuffler(Random(seed)))
        assert Draw().format(Draw().read(FIVE, DEAL, text)) == text
    shuffled = Shuffle().draw(FIVE, DEAL, Shuffler(Random(1)))
    assert sorted(shuffled.split()) == sorted(FIVE)


def test_cards_are_hidden_unless_they_are_drawn_face_up() -> None:
    assert not Draw().is_open(("a", "b"))
    assert Shuffle().is_open(FIVE)


def test_a_group_answers_at_once_and_in_secret() -> None:
    ana, bo = secret_group(Order(), "bid 1", ("Ana", "Bo"), 60)
    assert [ana.id, bo.id] == ["bid 1 Ana", "bid 1 Bo"]
    assert [ana.group, bo.group] == ["bid 1", "bid 1"]
    assert ana.is_secret
    assert (ana.limit, ana.rule, ana.reserve, ana.fatal) == (60, "first", False, False)


def test_who_has_the_match_at_stake_spends_the_reserve_and_loses_without_it() -> None:
    ana, bo = secret_group(Order(), "bid 1", ("Ana", "Bo"), 60, at_stake=("Bo",), member=str.lower)
    assert [ana.id, bo.id] == ["bid 1 ana", "bid 1 bo"]
    assert [ana.reserve, ana.fatal] == [False, False]
    assert [bo.reserve, bo.fatal] == [True, True]


def test_silence_can_be_an_answer_of_its_own() -> None:
    assert str(Silence("out of time")) == "out of time"
    assert Silence("out of time") == Silence("out of time")
