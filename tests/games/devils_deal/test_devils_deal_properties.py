"""What holds in every match, whatever is played: random whole matches and random answers."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from devils_table import PLAYERS, Table
from hypothesis import assume, given
from hypothesis import strategies as st

from umpire.games.base import Rejected
from umpire.games.devils_deal import division
from umpire.games.devils_deal.cards import DECK
from umpire.games.devils_deal.division import DivideKind, Division, Pile
from umpire.library import report
from umpire.match import Match, asking

SEEDS = range(12)
OPTIONS = ({}, {"clock": True, "break_seconds": 20}, {"break_seconds": 5})
PATIENCE = 5000


def random_match(seed: int) -> Iterator[tuple[Table, str, str]]:
    """Play a random match; give at each line the table before it, and who says what."""
    table = Table(**OPTIONS[seed % len(OPTIONS)])
    dice = random.Random(seed)
    for _ in range(PATIENCE):
        if not table.match.pending:
            return
        pending = dice.choice(table.match.pending)
        lacks = pending.held is not None and not asking.can_lock(table.match, pending)
        if lacks and pending.deadline is not None and dice.random() < 0.5:
            table.wait(pending.deadline - table.match.now + 1)
            continue
        locks = asking.can_lock(table.match, pending) and dice.random() < 0.7
        text = "lock" if locks else asking.random_answer(table.match, pending, dice)
        yield table, pending.by, text
        judgement = table.by(pending.by, text)
        assert judgement.ok, f"{text!r}: {judgement.error}"
    raise AssertionError(f"match {seed} does not end")


@pytest.mark.parametrize("seed", SEEDS)
def test_chips_and_cards_add_up_and_viewers_see_what_is_revealed(seed: int) -> None:
    for table, _, _ in random_match(seed):
        state = table.state
        check_chips(table, state)
        check_pools(state)
        check_divisions(state)
        for viewer in (None, *PLAYERS):
            assert table.seen(viewer) == revealed(table.match, viewer)


def check_chips(table: Table, state: dict[str, Any]) -> None:
    """There are 60 at all times, and the pot is the ante and the bets."""
    chips, current = state["chips"], state["current"]
    assert sum(chips.values()) + state["pot"] + state["removed"] == 60
    assert min(*chips.values(), state["pot"], state["removed"]) >= 0
    if current is None or not current["betting"]:
        assert state["pot"] == 0
        return
    assert state["pot"] == 3 + sum(current["bets"].values())
    if state["phase"] == "bet":
        pending = table.owing[0][0]
        other = next(name for name in PLAYERS if name != pending)
        assert current["to_call"] == current["bets"][other] - current["bets"][pending]
        assert 0 <= current["to_call"] <= chips[pending]


def rounds_of(state: dict[str, Any]) -> list[dict[str, Any]]:
    return [*state["history"], *([state["current"]] if state["current"] else [])]


def check_pools(state: dict[str, Any]) -> None:
    """What was dealt and kept and taken, less discards and private cards, are the pools."""
    for pool in state["pools"].values():
        assert pool == sorted(pool)
        assert len(pool) <= 10 or state["phase"] == "discard"
    if state["start_pools"] is None:
        return
    cards = Counter(card for pool in state["start_pools"].values() for card in pool)
    for one in rounds_of(state):
        for refill in one["refills"]:
            for pile in refill["piles"] or []:
                cards.update(pile)
            cards.subtract(refill["discarded"] or [])
            if refill["taken"] not in (None, "pass"):
                cards.update([refill["taken"]])
            if refill["taken_discard"]:
                cards.subtract([refill["taken_discard"]])
        for chosen in (one["private"] or {}).values():
            cards.subtract(chosen)
    assert min(cards.values()) >= 0
    assert +cards == Counter(card for pool in state["pools"].values() for card in pool)


def check_divisions(state: dict[str, Any]) -> None:
    """Each is one of the cards dealt."""
    for refill in state["current"]["refills"] if state["current"] else []:
        if refill["piles"] is None:
            continue
        parts = [*refill["piles"], refill["aside"], refill["unused"]]
        assert sorted(card for part in parts for card in part) == sorted(refill["selection"])
        if refill["piles"]:
            sums = {sum(int(card[1]) for card in pile) for pile in parts[:-1]}
            assert len(sums) == 1


def revealed(match: Match, viewer: str | None) -> Any:
    """The report's state as a viewer may know it: own cards, and what was shown of others'."""
    state = report(match)["state"]
    for name in {*PLAYERS} - {viewer}:
        state["pools"][name] = len(state["pools"][name])
        for one in rounds_of(state):
            if one["private"] is not None:
                shown = one["private"][name][: one["revealed"]]
                one["private"][name] = shown + [None] * (2 - len(shown))
    return state


def test_random_matches_use_every_rule() -> None:
    met: Counter[str] = Counter()
    for seed in range(150):
        for table, _, text in random_match(seed):
            phase = table.state["phase"]
            if phase == "bet" and text != "fold":
                most = min(table.state["chips"].values())
                met["all in"] += table.understood(text) == f"raise {most}"
        met[str(table.match.outcome.reason)] += 1
        state = table.state
        for one in rounds_of(state):
            met[str(one["result"])] += 1
            met[f"penalty {one['penalty']}"] += 1
            met["skipped"] += one["hands"] is not None and len(one["actions"]) < 4
            met.update((one["hands"] or {}).values())
            for refill in one["refills"]:
                met["random"] += bool(refill["random"])
                met["named"] += len(refill["discarded"] or ()) > len(refill["random"] or ())
                met["no piles"] += refill["piles"] == []
                met["many piles"] += len(refill["piles"] or ()) > 2
                met["pass"] += refill["taken"] == "pass"
                met["taken"] += refill["taken"] not in (None, "pass")
                met["taken discard"] += refill["taken_discard"] is not None
    wanted = [
        *("all in", "cards", "ante", "penalty", "fold", "win", "tie", "penalty paid"),
        *("penalty unpaid", "skipped", "random", "named", "no piles", "many piles", "pass"),
        *("taken", "taken discard", "high card", "pair", "flush", "straight"),
    ]
    assert [rule for rule in wanted if not met[rule]] == []


# Texts

cards = st.sampled_from(DECK)
some = st.lists(cards, max_size=6).map(tuple)
piles = st.builds(Pile, cards=some.filter(bool), is_aside=st.booleans())


@given(st.lists(piles, min_size=1, max_size=6).map(tuple), some, some)
def test_a_division_is_written_as_it_is_read(
    piles: tuple[Pile, ...], unused: tuple[str, ...], discards: tuple[str, ...]
) -> None:
    assume(any(pile.is_aside for pile in piles))  # else what is unused may be (ruling 12)
    meant = Division(piles, unused, discards)
    text = DivideKind().format(meant)
    assert division.parse_division(text) == meant
    assert division.parse_division(text.upper().replace(" ", "")) == meant
    assert division.parse_division(text.replace(" | ", "\n")) == meant


@given(st.text("abdeginorsu*()|/:,;59 \n", max_size=40))
def test_blanks_commas_and_case_make_no_difference_in_a_division(text: str) -> None:
    def read(text: str) -> object:
        try:
            return division.parse_division(text)
        except Rejected as rejected:
            return type(rejected)

    assert read(text) == read(text.upper()) == read(f" ;{text}, ".replace(",", " ;"))
