"""`GameTests` finds what a page could not draw, and secrets in what it draws."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from cups import GAME, Claim, Cups, State, Take
from one_law import tried

from umpire.games.base import Decision, Form, Tell
from umpire.games.page import Draft, DraftBlock, DraftRow, Field, Question, Sum
from umpire.testing import GameTests as T

SHEETS = Path(__file__).parents[1] / "live" / "secret_sheets"


class Claiming(Claim):
    """A claim with a form, and with nothing wrong."""

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        return {"claim": ("1", "2"), "why": ()}

    def question(self, view: State, decision: Decision) -> Question:
        return Question("Claim more, or call?", otherwise="then you call")

    def fields(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Any:
        return {"claim": Field("Your claim", {"1": "one"}, least=0, most=12, at_most=1)}

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        rows = (DraftRow("{Ana}", columns=("1", "2")), DraftRow("In all", pieces=("3",)))
        sums = {"claim": Sum(filled.get("claim", "none"), ok=True)}
        block = DraftBlock("Claims", head=("first", "second"), rows=rows)
        return Draft(f"You claim {filled.get('claim')}.", sums=sums, blocks=(block,))


def cups(kind: type[Claim] | type[Take]) -> Cups:
    """The game with this kind in the place of its own."""
    made = kind()
    kinds = tuple(made if one.name == made.name else one for one in GAME.kinds)
    game: Cups = type(kind.__name__, (Cups,), {made.name: made, "kinds": kinds})()
    return game


class AsksAtLength(Claiming):
    def question(self, view: State, decision: Decision) -> Question:
        return Question("Will you claim a number, or will you call?")


class AsksNothing(Claiming):
    def question(self, view: State, decision: Decision) -> Question:
        return Question(" ")


class AsksAStranger(Claiming):
    def question(self, view: State, decision: Decision) -> Question:
        return Question("Ready?", otherwise="then {Zed} claims")


class CountsDown(Claiming):
    def fields(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Any:
        return {"claim": Field(least=6, most=1)}


class SaysToAStranger(Claiming):
    def fields(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Any:
        return {"claim": Field(says={"1": "as {Zed} did"})}


class AddsUpElsewhere(Claiming):
    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        return Draft(sums={"elsewhere": Sum("3")})


class LacksAColumn(Claiming):
    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        rows = (DraftRow(columns=("1",)),)
        return Draft(blocks=(DraftBlock("Claims", head=("first", "second"), rows=rows),))


class ReadsOnlyNumbers(Claiming):
    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        return Draft(f"You claim {int(filled.get('claim') or 0)}.")


class Remembers(Claiming):
    """A kind that keeps something of the whole state, which its owner may not know."""

    total = 0

    def pending(self, state: State) -> tuple[Decision, ...]:
        decisions = super().pending(state)
        if None in state.cups:
            return decisions
        knowing = type(self)()
        knowing.total = sum(sum(cup or ()) for cup in state.cups)
        return tuple(decision._replace(kind=knowing) for decision in decisions)


class DraftsWhatIsHidden(Remembers):
    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        return Draft(f"There are {self.total}.")


class BoundsByWhatIsHidden(Remembers):
    def fields(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Any:
        return {"claim": Field(most=self.total)}


class AsksOfWhatIsHidden(Remembers):
    def question(self, view: State, decision: Decision) -> Question:
        return Question(f"More than {self.total}?")


class TellsInOtherWords(Take):
    """The sentence says nothing to the others, and what a page draws of it does."""

    def apply(self, state: State, answers: Mapping[str, int], tell: Tell) -> State:
        ((by, which),) = answers.items()
        tell(f"{by} chooses.", by=by, kind="move", did=f"chose {which}")
        return super().apply(state, answers, tell)


class TellsSentences(Take):
    def apply(self, state: State, answers: Mapping[str, int], tell: Tell) -> State:
        tell("A die goes.", kind="move", did="went away", end="Gone.")
        return super().apply(state, answers, tell)


class TellsWhoTwice(Take):
    def apply(self, state: State, answers: Mapping[str, int], tell: Tell) -> State:
        (by,) = answers
        tell("A die goes.", by=by, kind="move", did=f"{by} chose")
        return super().apply(state, answers, tell)


class NamesNoRule(Cups):
    def now(self, view: State) -> tuple[str, ...]:
        return ("step:claim", "")


class NamesARuleTwice(Cups):
    def now(self, view: State) -> tuple[str, ...]:
        return ("step:claim", "step:claim")


class NamesWhatItMasks(Cups):
    total = 0

    def seen_by(self, state: State, viewer: str | None) -> State:
        NamesWhatItMasks.total = sum(sum(cup or ()) for cup in state.cups)
        return super().seen_by(state, viewer)

    def now(self, view: State) -> tuple[str, ...]:
        return (f"total:{NamesWhatItMasks.total}",)


FORM = T.test_a_page_can_draw_a_form_whatever_is_filled_in
FAULTS: list[tuple[Cups, Callable[..., None], str]] = [
    (cups(AsksAtLength), T.test_a_page_has_room_for_every_question, "has 42 characters"),
    (cups(AsksNothing), T.test_a_page_has_room_for_every_question, "'claim' has no text"),
    (cups(AsksAStranger), T.test_a_page_has_room_for_every_question, "'Zed', who is no player"),
    (cups(CountsDown), FORM, "'claim' of 'claim' is from 6 to 1"),
    (cups(SaysToAStranger), FORM, "'Zed', who is no player"),
    (cups(AddsUpElsewhere), FORM, "has sums of .'elsewhere'., which are no cells"),
    (cups(LacksAColumn), FORM, "has 1 columns in a row of 'Claims', which has 2 heads"),
    (cups(ReadsOnlyNumbers), FORM, r"`draft` .* fails with ValueError"),
    (cups(TellsSentences), T.test_a_page_can_draw_every_event, "'Gone.' of the event"),
    (cups(TellsWhoTwice), T.test_a_page_can_draw_every_event, "whom the page puts before it"),
    (NamesNoRule(), T.test_rules_that_hold_have_keys, "a key is a text"),
    (NamesARuleTwice(), T.test_rules_that_hold_have_keys, "a key twice"),
    (cups(DraftsWhatIsHidden), T.test_twins_are_shown_the_same, "A draft tells .*`draft` may"),
    (cups(BoundsByWhatIsHidden), T.test_twins_are_shown_the_same, "A field tells .*`fields` may"),
    (cups(AsksOfWhatIsHidden), T.test_twins_are_shown_the_same, "The question tells .*`question`"),
    (cups(TellsInOtherWords), T.test_twins_are_shown_the_same, "An event tells .*did chose"),
    (NamesWhatItMasks(), T.test_twins_are_shown_the_same, "A rule that holds tells .*`now` may"),
]


@pytest.mark.parametrize(
    ("game", "law", "sentence"), FAULTS, ids=[type(game).__name__ for game, *_ in FAULTS]
)
def test_what_an_author_gets_wrong_is_found_and_told(
    game: Cups, law: Callable[..., None], sentence: str
) -> None:
    with pytest.raises(AssertionError, match=sentence):
        tried(game, law, SHEETS)


@pytest.mark.parametrize(
    "law",
    [
        T.test_a_page_has_room_for_every_question,
        FORM,
        T.test_a_page_can_draw_every_event,
        T.test_rules_that_hold_have_keys,
        T.test_twins_are_shown_the_same,
    ],
)
def test_a_game_with_all_of_it_is_right(law: Callable[..., None]) -> None:
    tried(cups(Claiming), law, SHEETS)
