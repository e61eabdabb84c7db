"""What the local page is given of a form: fields, second lines of choices, the draft."""

from typing import Any

from umpire.games.page import Draft, DraftBlock, DraftRow, Field, Question, Sum
from umpire.projections.form_data import form_data, question_data

FORM = {"bet": ("call", "fold", "raise 1", "raise 2"), "card": ("R9",), "other": ("R9",)}
CELLS = {"bet": "form_bet_1", "card": "form_card_1", "other": "form_other_1"}


def data_of(fields: dict[str, Field], draft: Draft | None = None) -> dict[str, Any]:
    return form_data(FORM, CELLS, fields, draft)


def test_a_question_says_whether_it_is_final_even_if_it_is_not() -> None:
    assert question_data(Question("Ready?", final=False)) == {"text": "Ready?", "final": False}
    asked = Question("Bets?", "At most three.", "then none")
    assert question_data(asked) == {
        "text": "Bets?",
        "condition": "At most three.",
        "otherwise": "then none",
        "final": True,
    }


def test_a_field_has_its_numbers_even_if_they_are_0() -> None:
    bet = Field("Your bet", least=0, most=0, ends=("", "all in"), prefix="raise ", at_most=0)
    assert data_of({"bet": bet, "gone": Field("Gone")}) == {
        "fields": {
            "form_bet_1": {
                "label": "Your bet",
                "ends": ("", "all in"),
                "prefix": "raise ",
                "least": 0,
                "most": 0,
                "at_most": 0,
            }
        }
    }


def test_choices_may_have_names_for_people() -> None:
    data = data_of({"bet": Field("Draw", calls={"top": "The top card"})})
    assert data["fields"]["form_bet_1"]["calls"] == {"top": "The top card"}


def test_second_lines_are_those_of_choices_that_there_are_now() -> None:
    says = {"call": "pay 4", "raise": "1 to 2", "pass": "not now", "fold": ""}
    data = data_of({"bet": Field(says=says, prefix="raise ")})
    assert data["says"] == [{"of": ["form_bet_1"], "texts": {"call": "pay 4", "raise": "1 to 2"}}]


def test_cells_with_the_same_second_lines_share_them() -> None:
    same = Field(says={"R9": "the highest"})
    data = data_of({"card": same, "bet": Field(says={"call": "pay 4"}), "other": same})
    assert data["says"] == [
        {"of": ["form_card_1", "form_other_1"], "texts": {"R9": "the highest"}},
        {"of": ["form_bet_1"], "texts": {"call": "pay 4"}},
    ]


def test_a_sum_says_that_it_is_wrong_and_nothing_of_what_nobody_knows() -> None:
    sums = {"bet": Sum("9", ok=False), "card": Sum("8"), "gone": Sum("7", ok=True)}
    assert data_of({}, Draft(sums=sums))["draft"]["sums"] == {
        "form_bet_1": {"text": "9", "ok": False},
        "form_card_1": {"text": "8"},
    }


def test_of_too_much_the_second_lines_go_first_and_then_the_blocks() -> None:
    fields = {"bet": Field("Your bet", says={"call": "x" * 6_000})}
    blocks = {
        number: (DraftBlock("x" * number, rows=(DraftRow("a"),)),) for number in (6_000, 12_000)
    }
    some = data_of(fields, Draft("You pay.", blocks=blocks[6_000]))
    assert "says" not in some
    assert some["draft"]["blocks"][0]["rows"] == [{"label": "a"}]
    few = data_of(fields, Draft("You pay.", blocks=blocks[12_000]))
    assert few == {
        "fields": {"form_bet_1": {"label": "Your bet"}},
        "draft": {"say": "You pay."},
    }
