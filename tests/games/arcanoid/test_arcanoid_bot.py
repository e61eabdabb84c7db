"""What random matches are made of: over time every kind of move, trump, answer and combination."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from arcanoid_table import NAMES, Table, dealt

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.actions import Move
from umpire.games.arcanoid.cards import DECK, MAGICIAN, SUITS
from umpire.games.arcanoid.combinations import combination
from umpire.games.arcanoid.commitments import Placement
from umpire.games.arcanoid.state import VARIANTS, State
from umpire.games.arcanoid.trumps import PLAYED, Ride
from umpire.games.arcanoid.wheel import Discards
from umpire.games.base import CHANCE
from umpire.match import Header, begin, judge

CARD_OF = {trump.word: trump.card for trump in PLAYED.values()}
MATCHES = 1_000
MOST = 3_000
"""Lines that no random match of a round may take."""
STACKS = (
    ("", "", "", ""),
    ("", "8", "9 C9 S9", "0"),
    ("", "9", "8 C9 S9", "T2 0"),
    ("", "8 C9", "9 0", "15"),
    ("", "11 10 C1", "S1", "9 13"),
    ("", "11 C1", "S1", "10 9"),
    ("", "11", "C2", "13 10"),
    ("DRESDEN", "3 4 SQ SK", "6 CJ C1 1", "TQ TK"),
    ("KOBLENZ", "SQ SK TQ TK", "CQ CK OQ OK", ""),
    ("MALTA", "1 S2 S3 S4", "C2 C3 C4 T2", ""),
    ("", "15", "8 12 7", "10 18 9 0"),
    ("WORMS", "C1 SJ TN", "S1 CJ 1", "CN SN"),
)
"""Variants, "" for any, and cards of the first hand, of the second, and on the deck: what random
deals seldom bring about."""


def kinds_of(state: State, actor: str, answer: Any) -> Iterator[str]:
    """What an answer is, in as many ways as are of interest."""
    assert state.question is not None
    kind = state.question.kind
    match answer:
        case Move("discard", card):
            yield f"discard from {state.place_of(actor, card)}"
        case Move("abdicate"):
            yield "abdicate"
        case Move("remove"):
            yield "remove temperance"
        case Move("commit" | "world", given):
            yield from _kinds_of_commitment(state, actor, given)
        case Move("secret", Placement((field,), cards)):
            laid = combination(cards, (field,), state.variant)
            yield f"secret {laid.kind} in {state.variant.name}"
        case Move(word, given):
            yield f"{word} from {state.place_of(actor, CARD_OF[word])}"
            if isinstance(given, Ride):
                yield f"chariot {given.action}{' with cards' if given.cards else ''}"
            elif (isinstance(given, str) and given not in NAMES) or isinstance(given, int):
                yield f"{word} {given}"
        case str(card):
            yield card if card == "stop" else "call"
        case Discards(_, shown):
            assert state.effects.wheel is not None
            yield f"wheel from {state.effects.wheel.place}, {len(shown)} shown"
        case bool(yes):
            how = "in a group" if state.question.secret else "alone"
            yield f"{kind} {'yes' if yes else 'no'} {how}"
    if actor and state.seats[actor].master is not None:
        yield f"a daemon's {kind}"


def _kinds_of_commitment(state: State, actor: str, answer: Placement) -> Iterator[str]:
    laid = combination(answer.cards, answer.fields, state.variant)
    yield f"commit {laid.kind} on {len(answer.fields)}"
    if laid.kind in ("knave", "knight") and len(answer.cards) > 1:
        yield "court with ace"
    if MAGICIAN in laid.cards:
        yield f"magician {'transmutes' if laid.transmuted else 'idles'}"
    if "6" in answer.cards:
        yield f"lovers with {'a ruler' if {'3', '4'} & set(answer.cards) else 'a court'}"
    if state.seats[actor].fields[answer.fields[0]] is not None:
        yield f"ace completed by {laid.kind}"


EVERY = {
    *(f"discard from {place}" for place in ("hand", "visible", "justice")),
    *("abdicate", "remove temperance", "court with ace"),
    *(f"commit {kind} on 1" for kind in ("numeric", "knave", "knight", "royal", "illegitimate")),
    *(f"commit {kind} on 2" for kind in ("imperial", "illegitimate")),
    *("commit imperial on 1", "commit world on 1", "lovers with a ruler", "lovers with a court"),
    *("magician transmutes", "magician idles"),
    *(f"ace completed by {kind}" for kind in ("numeric", "knave", "knight")),
    *(f"secret {kind} in KOBLENZ" for kind in ("numeric", "knave", "knight", "royal")),
    "secret numeric in MALTA",
    *(f"{trump.word} from {place}" for trump in PLAYED.values() for place in ("hand", "justice")),
    *(f"{word} from visible" for word in ("wheel", "death", "hermit")),
    *("chariot lay", "chariot lay with cards", "chariot add with cards"),
    *("chariot commit", "chariot commit with cards", "chariot discard"),
    *(f"hierophant {suit}" for suit in SUITS),
    *("hierophant trumps", "hierophant fool", "hanged justice", "hanged USA", "hanged daemon"),
    *("strength 1", "strength 2", "priestess USA", "priestess daemon"),
    *(f"temperance {field}" for field in range(4)),
    *("call", "stop"),
    *("wheel from hand, 0 shown", "wheel from hand, 1 shown", "wheel from hand, 2 shown"),
    *("wheel from justice, 0 shown", "wheel from visible, 0 shown", "wheel from visible, 1 shown"),
    *(f"steal {said} {how}" for said in ("yes", "no") for how in ("alone", "in a group")),
    *(f"{poll} {said} alone" for poll in ("hermit", "refill", "pledge") for said in ("yes", "no")),
    *(f"a daemon's {kind}" for kind in ("move", "steal", "hermit", "wheel", "call")),
} - {"justice from justice"}
"""All that random matches must reach."""


def deal(luck: random.Random, stack: tuple[str, ...], hands: int) -> str:
    """A random deal with some cards where they are wanted."""
    first, second, top = (cards.split() for cards in stack)
    rest = [card for card in luck.sample(DECK, len(DECK)) if card not in (*first, *second, *top)]
    dealt: list[str] = []
    for named in (first, second, *[[]] * (hands - 2)):
        dealt += [*named, *(rest.pop() for _ in range(6 - len(named)))]
    return " ".join([*dealt, *top, *rest])


def played(seed: int) -> Counter[str]:
    """A random match by bots: what they have said, by kind."""
    luck = random.Random(seed)
    variant, *stack = STACKS[seed % len(STACKS)]
    options: dict[str, Any] = {
        "clock": False,
        "rounds": 1,
        "variant": variant or luck.choice(list(VARIANTS)),
        "gaza": luck.random() < 0.3,
    }
    players = luck.choice((2, 3, 3, 4, 6))
    match = begin(Header(GAME.id, NAMES[:players], options), GAME).match
    seen: Counter[str] = Counter()
    for _ in range(MOST):
        if match.outcome is not None:
            return seen
        owed = luck.choice(match.pending)
        state = match.state
        actor = ""
        if owed.decision.kind.name == "deal":
            say = deal(luck, tuple(stack), players + options["gaza"])
        else:
            say = owed.decision.kind.random_answer(state, owed.decision, luck)
            if owed.by != CHANCE:
                actor = next(a for a in state.question.actors if state.player_of(a) == owed.by)
        seen.update(kinds_of(state, actor, owed.decision.kind.read(state, owed.decision, say)))
        judgement = judge(match, {"t": 0, "by": owed.by, "say": say})
        assert judgement.ok, f"{say}: {judgement.error}"
        match = judgement.match
    raise AssertionError("the match does not end")


@pytest.mark.end_to_end
def test_over_time_everything_is_played_and_matches_end() -> None:
    seen: Counter[str] = Counter()
    for seed in range(MATCHES):
        seen += played(seed)
        if seen.keys() >= EVERY:
            break
    assert not EVERY - seen.keys(), sorted(EVERY - seen.keys())


def test_the_umpires_own_samples_are_the_cards_that_are_due() -> None:
    emptied = dealt("", "")
    while emptied.kind != "refill":
        emptied.idle()
    emptied.say("yes", "yes")
    for table, due in ((Table(), DECK), (emptied, emptied.state["discard"])):
        luck, owed = random.Random(1), table.match.pending[0]
        state, decision, kind = table.match.state, owed.decision, owed.decision.kind
        says = {kind.random_answer(state, decision, luck) for _ in range(5)}
        assert len(says) == 5
        assert all(sorted(kind.read(state, decision, say)) == sorted(due) for say in says)
