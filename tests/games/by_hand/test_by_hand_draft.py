"""What a page says of a question of the umpire's: the field, what an answer does, who reads it."""

from collections.abc import Mapping

import pytest
from directed import Directed
from hypothesis import given
from hypothesis import strategies as st

from umpire.games.base import CHOICE, Decision
from umpire.games.by_hand import GAME
from umpire.games.by_hand.state import State
from umpire.games.page import Draft, Field, Lot, LotPile, Question
from umpire.games.results import addressed
from umpire.match import notes

_EVERYBODY = "Everybody reads your answer."
COUNTERS = {"budget": {"start": 24, "seen": "own"}}
PILES = {"deck": "R1-R9", "lot": {"open": True, "cards": "G2 G3"}, "chest": {"each": True}}


@pytest.fixture
def table() -> Directed:
    directed = Directed(counters=COUNTERS, piles=PILES, big="lot", notes={"G2": "Counts two."})
    return directed.say("deal 2 from deck to all")


def asked(table: Directed, player: str) -> tuple[State, Decision]:
    """The view of a player who is asked something, and what is asked."""
    decision = next(each for each in GAME.pending(table.match.state) if each.by == player)
    return GAME.seen_by(table.match.state, player), decision


def question(table: Directed, player: str = "Ana") -> Question:
    view, decision = asked(table, player)
    return decision.kind.question(view, decision)


def field(table: Directed, player: str = "Ana") -> Field:
    view, decision = asked(table, player)
    fields: Mapping[str, Field] = decision.kind.fields(view, decision, {})
    return fields[CHOICE]


def draft(table: Directed, text: str, player: str = "Ana") -> Draft | None:
    view, decision = asked(table, player)
    return decision.kind.draft(view, decision, {CHOICE: text})


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        (": Bid? = number 0 to 9", Question("Bid?")),
        (" in 30: Bid? = number 0 to 9", Question("Bid?", otherwise="or no answer")),
        (" in 30: Bid? = number 0 to 9 else 3", Question("Bid?", otherwise="then 3 counts")),
        (": play = 1 card to lot", Question("Play", condition="The card goes onto lot.")),
        (": play = 2 cards to lot", Question("Play", condition="The cards go onto lot.")),
        (": hide = 1 card to chest", Question("Hide", condition="The card goes onto your chest.")),
    ],
)
def test_a_question_is_the_prompt_with_what_the_limit_brings(
    table: Directed, how: str, expected: Question
) -> None:
    assert question(table.say(f"ask Ana{how}")) == expected


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("number 0 to 9", Field("Your number", least=0, most=9, ends=("0", "9"))),
        (
            "number 1 to budget",
            Field("Budget", least=1, most=24, ends=("1", "all you have: 24")),
        ),
        ("yes or no", Field("Your answer", buttons=True)),
        ("one of R1, tea", Field("Your answer", buttons=True)),
        ("text", Field("Your answer", hint="in your own words")),
        ("name", Field("A player")),
        ("1 card", Field("A card of your hand", at_most=1)),
        ("2 cards to lot", Field("2 cards of your hand", at_most=2)),
    ],
)
def test_a_field_says_what_it_takes_as_its_player_knows_it(
    table: Directed, form: str, expected: Field
) -> None:
    assert field(table.say(f"ask Ana: Well? = {form}")) == expected


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        ("number 0 to 24", "7", Draft("You answer 7.", _EVERYBODY)),
        ("number 0 to budget", "7", Draft("You answer 7 of your 24 budget.", _EVERYBODY)),
        ("number 0 to 24", "25", Draft(missing="25 is too high: the highest number is 24.")),
        ("2 cards", "R1", Draft(missing="1 more card to choose.")),
        ("yes or no", " ", None),
    ],
)
def test_a_draft_says_what_the_answer_is_or_lacks(
    table: Directed, form: str, text: str, expected: Draft | None
) -> None:
    assert draft(table.say(f"ask Ana: Well? = {form}"), text) == expected


def test_a_draft_says_where_cards_go(table: Directed) -> None:
    first, second = table.cards("Ana").split()
    table.say("ask Ana: Play? = 2 cards to lot")
    assert draft(table, f"{second} {first}") == Draft(
        f"You put {second} {first} onto lot.", _EVERYBODY
    )


def test_a_draft_says_that_cards_go_onto_a_pile_of_ones_own(table: Directed) -> None:
    card = table.cards("Ana").split()[0]
    table.say("ask Ana in secret: Hide? = 1 card to chest")
    assert draft(table, card) == Draft(
        f"You put {card} onto your chest.", "Only the umpire reads your answer."
    )


@pytest.mark.parametrize(
    ("how", "who_reads"),
    [
        ("", _EVERYBODY),
        (" at once", "Nobody reads your answer before all answers are in."),
        (" in secret", "Only the umpire reads your answer."),
    ],
)
def test_a_draft_says_who_will_read_it(table: Directed, how: str, who_reads: str) -> None:
    made = draft(table.say(f"ask all{how}: Yes? = yes or no"), "yes")
    assert made == Draft("You answer yes.", who_reads)


@given(text=st.text(max_size=30))
@pytest.mark.parametrize("form", ["number -3 to 8", "number 0 to budget", "2 cards", "name"])
def test_no_text_in_the_field_is_too_much(form: str, text: str) -> None:
    directed = Directed(counters=COUNTERS).say(f"ask Ana: Well? = {form}")
    made = draft(directed, text)
    assert made is None if not text.strip() else bool(made and (made.say or made.missing))


def test_what_somebody_answered_reads_alike_after_you_and_after_a_name(table: Directed) -> None:
    table.say("ask all: Bid? = number 0 to 9").answer(Ana="4")
    assert [(event.by, event.did) for event in table.events] == [("Ana", "answered 4")]
    table.say("withdraw all", "ask Bo: Say? = text").answer(Bo="{Ana} is it")
    assert [(event.by, event.did) for event in table.events] == [("Bo", "")]


def test_the_answers_to_a_closed_question_are_its_result(table: Directed) -> None:
    table.say("ask all at once: bid? = number 0 to 9").answer(Ana="4")
    assert GAME.results(GAME.seen_by(table.match.state, None)) == ()
    table.answer(Bo="7", Cy="0")
    (result,) = GAME.results(GAME.seen_by(table.match.state, None))
    assert (result.name, result.title, result.won) == ("Question 1", "Bid?", None)
    assert [(row.by, row.makes) for row in result.rows] == [("Ana", "4"), ("Bo", "7"), ("Cy", "0")]


def test_braces_in_what_people_wrote_mention_nobody(table: Directed) -> None:
    table.say("ask Ana, Bo in 30: is {Ana} it? = one of {Bo}, no else {Bo}")
    made = draft(table, "{Bo}")
    assert made is not None
    texts = [question(table).text, question(table).otherwise, made.say]
    table.answer(Ana="{Bo}", Bo="no")
    (result,) = GAME.results(table.match.state)
    texts += [result.title, result.rows[0].makes]
    told = [addressed(text, ("Ana", "Bo"), "Ana") for text in texts]
    assert told == texts
    seen = ["Is {Ana} it?", "then {Bo} counts", "You answer {Bo}.", "Is {Ana} it?", "{Bo}"]
    assert [text.replace("\u2060", "") for text in told] == seen


def test_what_was_asked_later_and_ended_sooner_is_the_older_result() -> None:
    table = Directed(players=("Ana", "Bo", "Cy", "Dee"))
    table.say("ask Ana, Bo: First? = yes or no", "ask Cy, Dee: Second? = yes or no")
    table.answer(Ana="yes", Cy="yes", Dee="no")
    assert [result.title for result in GAME.results(table.match.state)] == ["Second?"]
    table.answer(Bo="no")
    assert [result.title for result in GAME.results(table.match.state)] == ["Second?", "First?"]


def test_a_question_ends_with_the_last_who_leaves(table: Directed) -> None:
    table.say("ask all: Well? = yes or no").answer(Ana="yes", Bo="no")
    assert GAME.results(table.match.state) == ()
    table.say("out Cy")
    (result,) = GAME.results(table.match.state)
    assert [row.by for row in result.rows] == ["Ana", "Bo"]


@pytest.mark.parametrize("how", [" in secret: Well? = yes or no", ": Well? = text"])
def test_secrets_and_own_words_are_no_result(table: Directed, how: str) -> None:
    table.say(f"ask all{how}").answer(Ana="yes", Bo="no", Cy="yes")
    assert GAME.results(GAME.seen_by(table.match.state, "Ana")) == ()


def test_the_top_card_of_the_big_pile_is_drawn_large(table: Directed) -> None:
    assert GAME.lot(GAME.seen_by(table.match.state, None)) == Lot(
        "G2", "Lot", "Counts two.", "1 card below", (LotPile("deck", 3),)
    )
    table.say("move all from lot to deck")
    assert GAME.lot(GAME.seen_by(table.match.state, None)) is None


def test_notes_go_by_cards_however_these_are_written() -> None:
    piles = {"deck": "ACE king", "lot": {"open": True, "cards": "ｱce Ace"}}
    table = Directed(piles=piles, big="lot", notes={"ace": "High.", "King": "Low."})
    table.say("deal 1 from deck to Ana", "move top 1 from lot to bottom of lot")
    lot = GAME.lot(GAME.seen_by(table.match.state, None))
    assert lot == Lot("Ace", "Lot", "High.", "1 card below", (LotPile("deck", 1),))
    of_ana = {note.piece: note.text for note in notes(table.match, "Ana")}
    assert of_ana == {"ace": "High.", "King": "Low.", "ACE": "High.", "Ace": "High."}
    assert "ACE" not in {note.piece for note in notes(table.match, "Bo")}, "it is Ana's"


def test_beside_the_big_pile_are_others_with_cards_and_only_what_is_seen_of_them() -> None:
    piles = {"lot": {"open": True, "cards": "G2"}, "deck": "R1-R9", "aside": {"open": True}}
    table = Directed(piles={**piles, "won": {"each": True, "cards": "B1"}}, big="lot")

    def beside() -> tuple[LotPile, ...]:
        lot = GAME.lot(GAME.seen_by(table.match.state, "Ana"))
        return lot.piles if lot else ()

    assert beside() == (LotPile("deck", 9),)
    table.say("move top 2 from deck to aside")
    assert beside() == (LotPile("deck", 7), LotPile("aside", 2, "R1"))


def test_of_a_big_pile_that_is_face_down_nothing_is_drawn() -> None:
    table = Directed(piles={"deck": "R1-R9"}, big="deck")
    assert GAME.lot(GAME.seen_by(table.match.state, "Ana")) is None
