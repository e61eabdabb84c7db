"""Every registered game's entry form: what it offers can be said, and some of it is legal."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import every_game, header, opened, random_match

from umpire.games.base import CHANCE, AnyGame, Decision, Form, NotUnderstood, Rejected
from umpire.match import Match
from umpire.sheets.ranges import BOXES, FORM, FORMED, LOCK, NOTE, SEND
from umpire.sheets.template import find_template

GAMES = pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
RANDOM = st.integers(0, 10_000).map(Random)

MOMENTS = 6
"""How many moments of a match are looked at."""
MATCHES = 8
TRIES = 150
"""Random fillings among which one is to be legal at some moment of some match."""


def asked_at(game: AnyGame, random: Random) -> Iterator[tuple[Match, Decision]]:
    """Some moments of a random match, with what is asked of a player there."""
    played = [one.before for one in random_match(opened(header(game)), random)]
    asked = [
        (match, owed.decision) for match in played for owed in match.pending if owed.by != CHANCE
    ]
    yield from random.sample(asked, min(MOMENTS, len(asked)))


def filled_in(
    game: AnyGame,
    match: Match,
    decision: Decision,
    random: Random,
    blank: float = 0.0,
    once: bool = False,
) -> tuple[dict[str, str], Form]:
    """A form filled in at random, cell by cell, from what it offers.

    `blank` is how often a cell is passed over, `once` tells not to choose the same twice.
    """
    filled: dict[str, str] = {}
    passed: set[str] = set()
    while True:
        form = decision.kind.form(match.state, decision, filled)
        left = [name for name in form if name not in passed]
        if not left:
            return filled, form
        name = left[0]
        passed.add(name)
        offered = [text for text in form[name] if not once or text not in filled.values()]
        if offered and random.random() >= blank:
            filled[name] = random.choice(offered)


def code(game: AnyGame, match: Match, decision: Decision, text: str) -> str | None:
    try:
        decision.kind.read(match.state, decision, text)
    except Rejected as rejected:
        return rejected.code
    return None


@GAMES
@given(random=RANDOM)
@settings(max_examples=5, deadline=None)
def test_its_cells_are_named_as_cells_are(game: AnyGame, random: Random) -> None:
    for match, decision in asked_at(game, random):
        form = decision.kind.form(match.state, decision, {})
        for name, offered in form.items():
            assert f"form_{name}".isidentifier()
            assert name not in (*BOXES, NOTE)
            assert all(text and text == text.strip() for text in offered)
            assert len(set(offered)) == len(offered)


@GAMES
@given(random=RANDOM)
@settings(max_examples=10, deadline=None)
def test_what_is_chosen_from_its_offers_parses(game: AnyGame, random: Random) -> None:
    for match, decision in asked_at(game, random):
        filled, form = filled_in(game, match, decision, random)
        if form and all(filled.get(name) for name in form):
            joined = decision.kind.form_line(match.state, decision, filled)
            assert code(game, match, decision, joined) != "syntax", (filled, joined)


@GAMES
def test_for_each_kind_of_decision_something_legal_can_be_chosen(game: AnyGame) -> None:
    """A kind that also asks for free text is for the game's own tests."""
    asked, legal = set(), set()
    for seed in range(MATCHES):
        random = Random(seed)
        for match, decision in asked_at(game, random):
            for _ in range(TRIES):
                blank, once = random.choice((0.0, 0.3)), random.random() < 0.5
                filled, form = filled_in(game, match, decision, random, blank, once)
                if form and all(form.values()):
                    asked.add(decision.kind.name)
                    text = decision.kind.form_line(match.state, decision, filled)
                    if code(game, match, decision, text) is None:
                        legal.add(decision.kind.name)
                        break
    assert legal == asked


@GAMES
@given(random=RANDOM, texts=st.lists(st.text(max_size=12), min_size=1, max_size=8))
@settings(max_examples=10, deadline=None)
def test_whatever_stands_in_it_makes_a_line(
    game: AnyGame, random: Random, texts: list[str]
) -> None:
    for match, decision in asked_at(game, random):
        filled: dict[str, str] = {}
        for _ in range(3):  # what is filled in may ask for more
            for name in decision.kind.form(match.state, decision, filled):
                filled.setdefault(name, random.choice(texts))
        joined = decision.kind.form_line(match.state, decision, filled)
        stale = {**filled, "somewhere_else": "x"}
        assert decision.kind.form_line(match.state, decision, stale) == joined, (
            "what is not asked is ignored"
        )
        code(game, match, decision, joined)


@GAMES
@given(random=RANDOM)
@settings(max_examples=5, deadline=None)
def test_an_empty_form_is_no_answer_that_was_not_meant(game: AnyGame, random: Random) -> None:
    for match, decision in asked_at(game, random):
        if decision.kind.form(match.state, decision, {}):
            joined = decision.kind.form_line(match.state, decision, {})
            with pytest.raises(NotUnderstood):
                decision.kind.read(match.state, decision, joined)


def laid_out(game: AnyGame) -> set[str]:
    """The names on a player's own tab, those of the form that only the player writes to."""
    template = find_template(game.id)
    tabs = [tab for tab in template.tables or template.tabs if tab.for_each]
    return {
        name
        for tab in tabs
        for name in tab.named()
        if not name.startswith(FORM) or name in tab.written_by_player()
    }


@GAMES
def test_its_own_template_has_a_cell_for_everything_that_it_asks_for(game: AnyGame) -> None:
    names = laid_out(game)
    assert {f"{FORM}{SEND}", FORMED} <= names
    for seed in range(MATCHES):
        random = Random(seed)
        for match, decision in asked_at(game, random):
            filled, form = filled_in(game, match, decision, random)
            assert {f"{FORM}{name}" for name in (*form, *filled)} <= names
            assert decision.rule == "first" or f"{FORM}{LOCK}" in names
