"""What a page says of a move before it is sent: its worth, who leads, what a trump does."""

import pytest
from arcanoid_table import Table, dealt
from hypothesis import given
from hypothesis import strategies as st

from umpire.games.arcanoid import GAME
from umpire.games.page import Draft, Question, Sum


def question(table: Table) -> Question:
    decision = table.match.pending[0].decision
    return decision.kind.question(GAME.seen_by(table.match.state, decision.by), decision)


def draft(table: Table, **filled: str) -> Draft:
    decision = table.match.pending[0].decision
    view = GAME.seen_by(table.match.state, decision.by)
    made = decision.kind.draft(view, decision, filled)
    assert made is not None
    return made


def test_a_turn_names_the_fields_that_are_open() -> None:
    table = dealt("S4 C9", "")
    assert question(table) == Question(
        "Your turn", condition="Swords, staves, cups and coins are still open."
    )
    timed = dealt("S4 C9", "", move_seconds=30)
    assert question(timed).otherwise == "then you discard"


@pytest.mark.parametrize(
    ("filled", "missing"),
    [
        ({}, "Choose what you do."),
        ({"cards": "S8"}, "Choose what you do."),
        ({"choice": "commit"}, "Choose the cards."),
        ({"choice": "priestess"}, "Choose whom it is for."),
        ({"choice": "abdicate"}, "Choose the field."),
        ({"choice": "discard", "cards": "S4"}, "You cannot use S4."),
    ],
)
def test_what_a_move_lacks(filled: dict[str, str], missing: str) -> None:
    assert draft(dealt("S8 S9 2", ""), **filled) == Draft(missing=missing)


def test_the_first_on_a_field_is_told_so() -> None:
    made = draft(dealt("S10", ""), choice="commit", cards="S10")
    assert (made.say, made.more) == ("10 on swords.", "It is the first there.")


def test_a_commitment_says_its_worth_and_who_is_ahead() -> None:
    table = dealt("SN", "S8 S9 SK SQ").turn("commit SN")
    behind = draft(table, choice="commit", cards="S8 S9")
    assert behind.say == "8 + 9 = 17 on swords."
    assert behind.more == "Ana is ahead there: knight 17.5."
    assert behind.sums == {"cards": Sum("17")}
    ahead = draft(table, choice="commit", cards="SK SQ")
    assert (ahead.say, ahead.more) == ("Queen and king on swords.", "It is the best there so far.")


def test_the_rung_of_the_cards_stands_out() -> None:
    (ladder,) = draft(dealt("S8 S9", ""), choice="commit", cards="S8 S9").blocks
    assert [row.label for row in ladder.rows if row.good] == ["Numbers"]
    assert [row.columns for row in ladder.rows if row.good] == [("their sum; yours 17",)]


def test_what_is_committed_in_secret_is_not_told() -> None:
    table = dealt("S2 S3", "S8 S9", variant="KOBLENZ").turn("secret swords S2 S3")
    other = dealt("S5 S6", "S8 S9", variant="KOBLENZ").turn("secret swords S5 S6")
    for each in (table, other):
        made = draft(each, choice="commit", cards="S8 S9")
        assert made.more == "It is the first there. A secret commitment lies there too."


def test_a_trump_says_what_it_does() -> None:
    made = draft(dealt("9", ""), choice="hermit")
    assert made.say == "You play the Hermit."
    assert made.more.startswith("Three extra moves.")


def test_what_was_done_reads_alike_after_you_and_after_a_name() -> None:
    table = dealt("S8 S9 2", "T4")
    table.say("priestess Bo")
    looked, *_ = table.events
    assert (looked.by, looked.did) == ("Ana", "looked at the hand of {Bo}")
    table.say("commit S8 S9")
    committed, *_ = table.events
    assert (committed.did, committed.pieces) == ("committed on swords: numbers 17", ("S8", "S9"))


def test_what_a_daemon_does_its_master_did_by_it() -> None:
    table = dealt("15", "C9", top="S6 S8 C2 C3 C4 C5 C6").say("devil", "discard C9")
    table.say("commit swords S6 S8")
    committed = next(event for event in table.events if event.pieces == ("S6", "S8"))
    assert (committed.by, committed.did) == ("Ana", "committed on swords: numbers 14")
    assert committed.end == "by the daemon"


AT_THE_START = dealt("S4 S6 1 2 10 16", "C4")
CELLS = ("choice", "who", "field", "cards", "show")
WORDS = ("commit", "tower", "Bo", "swords", "S4 S6", "1 S4", "discard", "chariot", "world")


@given(
    st.dictionaries(st.sampled_from(CELLS), st.one_of(st.text(max_size=12), st.sampled_from(WORDS)))
)
def test_no_text_in_the_form_is_too_much(filled: dict[str, str]) -> None:
    made = draft(AT_THE_START, **filled)
    assert bool(made.say) is not bool(made.missing)
