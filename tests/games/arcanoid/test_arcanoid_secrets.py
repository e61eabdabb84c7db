"""Who knows what: views against the rules, and what might tell where the Fool is.

That all else that a viewer is given is made of their view, `umpire.testing` sees to.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest
from arcanoid_table import NAMES, dealt

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.cards import (
    DECK,
    Card,
    in_order,
    is_ace,
    is_court,
    is_trump,
    number_of,
    suit_of,
    title,
)
from umpire.games.arcanoid.state import VARIANTS
from umpire.games.base import CHANCE
from umpire.games.cards import HIDDEN, HiddenCards
from umpire.library import report
from umpire.match import Header, Match, asking, begin, judge, view
from umpire.testing.base import Tests
from umpire.testing.secrets import SecretTests

PLAYERS = NAMES[:3]


def known(match: Match, viewer: str | None) -> Any:
    """All that a viewer may know of a match, read off the umpire's report."""
    state = report(match)["state"]
    state["deck"], state["discard"] = len(state["deck"]), len(state["discard"])
    seats = state["seats"]

    def is_hidden(actor: str) -> bool:
        return actor != viewer and (actor not in seats or seats[actor]["master"] is None)

    for actor, seat in seats.items():
        if is_hidden(actor):
            seat["hand"] = len(seat["hand"])
        for laid in filter(None, seat["fields"].values()):
            if laid["secret"] is not None and viewer not in laid["secret"]:
                hidden = dict.fromkeys(("kind", "value", "transmuted"))
                laid |= hidden | {"cards": len(laid["cards"])}
    attempt, wheel = state["attempt"], state["wheel"]
    if attempt and attempt["secret"]:
        by = seats[attempt["by"]]["master"] or attempt["by"]
        if by != viewer:
            attempt["cards"] = len(attempt["cards"])
    if wheel and is_hidden(wheel["actor"]):
        wheel["drawn"] = len(wheel["drawn"])
    if state["drawing"]:
        state["drawing"]["cards"] = len(state["drawing"]["cards"])
    for shown in state["reveals"]:
        if shown["to"] is not None and viewer not in shown["to"]:
            shown["cards"] = {who: len(cards) for who, cards in shown["cards"].items()}
    return state


def opened(luck: random.Random) -> Match:
    options: dict[str, Any] = {
        "clock": False,
        "rounds": luck.randint(1, 2),
        "variant": luck.choice(list(VARIANTS)),
        "gaza": luck.random() < 0.3,
    }
    players = NAMES[: luck.randint(2, 10)]
    return begin(Header(GAME.id, players, options), GAME).match


def next_line(match: Match, luck: random.Random) -> dict[str, Any]:
    if luck.random() < 0.004 and match.pending[0].by != CHANCE:
        return {"t": 0, "by": "umpire", "say": f"forfeit {luck.choice(match.header.players)}"}
    owed = luck.choice(match.pending)
    return {
        "t": 0,
        "by": owed.by,
        "say": owed.decision.kind.random_answer(match.state, owed.decision, luck),
    }


@pytest.mark.parametrize("seed", range(12))
def test_each_viewer_sees_what_the_rules_let_them_know(seed: int) -> None:
    luck = random.Random(seed)
    match = opened(luck)
    for number in range(300):
        if match.outcome is not None:
            return
        match = judge(match, next_line(match, luck)).match
        for viewer in (None, *match.header.players)[number % 2 :: 2]:
            assert view(match, viewer)["state"] == known(match, viewer)


class TestWithSecretCommitments(Tests):
    """Of the variants that `test_every_game` does not try."""

    game = GAME
    options = {"rounds": 1, "variant": "KOBLENZ", "gaza": True}
    test_twins_are_shown_the_same = SecretTests.test_twins_are_shown_the_same


@pytest.mark.parametrize("fool", ["Ana", "Bo", "Cy", "deck"])
def test_who_is_asked_for_the_fool_tells_nothing_of_where_it_is(fool: str) -> None:
    """The committer's own hand, others' hands, the deck: those asked are the same."""
    hands = ["0" if name == fool else "" for name in PLAYERS]
    table = dealt(f"C9 {hands[0]}", *hands[1:], top="0" if fool == "deck" else "")
    table.say("commit cups C9")
    assert table.owing == [("Bo", "steal"), ("Cy", "steal")]
    shown = {asking.ask(table.match, owed) for owed in table.match.pending}
    offered = {asking.suggest(table.match, owed) for owed in table.match.pending}
    assert (len(shown), offered) == (1, {("pass", "fool")})
    for name in {"Bo", "Cy"} - {fool}:
        assert table.by(name, "fool").error == "You do not have the Fool. Write pass."
    table.by("Cy", "pass")
    assert table.owing == [("Bo", "steal")], "Bo is waited for whatever Cy has said"
    assert table.seen(None)["asked"] == ["Bo", "Cy"]


def test_what_is_said_in_the_group_shows_nothing_until_all_have_answered() -> None:
    for said in ("pass", "fool"):
        table = dealt("C9", "0", "").say("commit cups C9")
        before = table.seen("Cy")
        judgement = table.by("Bo", said)
        assert judgement.ok
        assert table.seen("Cy") == before
        assert not [event for event in judgement.events if event.only in (None, "Cy")]


@pytest.mark.parametrize("of", [suit_of, number_of, is_trump, is_ace, is_court, title])
def test_nothing_can_be_computed_of_a_hidden_card(of: Callable[[Card], object]) -> None:
    cards = HiddenCards([Card("S4")])
    with pytest.raises(KeyError):
        of(cards[0])
    with pytest.raises(KeyError):
        in_order(cards)


def test_a_masked_state_keeps_no_card_that_its_viewer_may_not_know() -> None:
    match = dealt("S1 S2 S3 S4 S5 S6", "T1 T2 T3 T4 T5 T6", top="C1 C2 C3").match
    for viewer, own in ((None, ""), ("Ana", "S1 S2 S3 S4 S5 S6"), ("Bo", "T1 T2 T3 T4 T5 T6")):
        state = GAME.seen_by(match.state, viewer)
        hands = [card for seat in state.seats.values() for card in seat.hand if card != HIDDEN]
        assert hands == own.split()
        assert {*state.deck, *state.discard} == {HIDDEN}
        assert len(state.deck) == len(match.state.deck)
        named = {given for _, todo in state.agenda for given in todo}
        assert not named & {*DECK}, "what is to be done names no card"
