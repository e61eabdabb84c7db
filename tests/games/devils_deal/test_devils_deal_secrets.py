"""Twin matches: two that differ only in what a viewer may not know look the same to that viewer.

A pair of matches is played side by side, the same texts in both, but that whoever the viewer may
not see through chooses other private cards, and drafts other divisions, in one than in the other.
As long as nothing that the rules reveal tells them apart, all that the viewer is given is the same:
masked state, view, screen, events, what is asked and offered, refusals.

`python tests/games/devils_deal/test_devils_deal_secrets.py 5000` plays that many pairs.
"""

import json
import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from devils_table import PLAYERS

from umpire.games.base import CHANCE
from umpire.games.devils_deal import GAME
from umpire.library import report
from umpire.match import Header, Judgement, Match, asking, begin, judge, screen, view

VIEWERS = (None, *PLAYERS)
PAIRS = 50
OPTIONS: tuple[dict[str, Any], ...] = ({}, {"clock": False, "break_seconds": 0})
TRIES = 8
NONSENSE = ("R1 R2", "G5", "raise 99", "call", "nonsense", "none", "lock", "B1 B1", "R5 * | B5")


def revealed(match: Match) -> Any:
    """All that has been revealed to everybody, read off the umpire's report."""
    state = report(match)["state"]
    state["pools"] = [len(pool) for pool in state["pools"].values()]
    for one in [*state["history"], *([state["current"]] if state["current"] else [])]:
        if one["private"] is not None:
            one["private"] = [cards[: one["revealed"]] for cards in one["private"].values()]
    owing = [(owed.by, owed.decision.kind.name, owed.deadline) for owed in match.pending]
    return state, owing, match.outcome


@dataclass
class Pair:
    """Two matches in step, as one viewer sees them; `seen` counts what was compared."""

    viewer: str | None
    random: random.Random
    here: Match
    there: Match
    seen: Counter[str] = field(default_factory=Counter)

    def play(self) -> None:
        """Play until the match is over, or what is revealed parts the two."""
        while self.here.outcome is None:
            line, other = self._lines()
            if other is None:
                self.seen["stopped"] += 1
                return
            ends = judge(self.here, line), judge(self.there, other)
            if ends[0].code != ends[1].code:
                self.seen["stopped"] += 1
                return
            self.here, self.there = ends[0].match, ends[1].match
            if revealed(self.here) != revealed(self.there):
                self.seen["revealed"] += 1
                return
            self._compare(ends, line.get("by"))
        self.seen["over"] += 1

    def _hides(self, by: str) -> bool:
        return by not in (CHANCE, self.viewer)

    def _lines(self) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """The next line for each of the two; none for the second if no text will do for both."""
        fall = self.here.falls_at()
        if fall is not None and self.random.random() < 0.03:
            late = [owed for owed in self.here.pending if owed.deadline == fall]
            if not any(owed.held for owed in late):
                return {"t": fall + 1}, {"t": fall + 1}
        at = {"t": self.here.now}
        owed = self.random.choice(self.here.pending)
        mine = self.here.owed_by(owed.by), self.there.owed_by(owed.by)
        said = {**at, "by": owed.by}
        if self.viewer and self.random.random() < 0.1:
            say = self.random.choice(NONSENSE)
            nonsense = {**at, "by": self.viewer, "say": say}
            if not judge(self.here, nonsense).ok and not judge(self.there, nonsense).ok:
                return nonsense, nonsense
        drafts = owed.decision.kind.name == "divide" and owed.rule == "last"
        if self._hides(owed.by) and (owed.decision.kind.name == "private" or drafts):
            if drafts and self.random.random() < 0.4:
                return self._the_same_division(said)
            texts = [
                asking.random_answer(match, one, self.random)
                for match, one in zip((self.here, self.there), mine, strict=True)
                if one is not None
            ]
            return {**said, "say": texts[0]}, {**said, "say": texts[1]}
        return self._the_same(said, lock=asking.can_lock(self.here, owed))

    def _the_same(
        self, said: dict[str, Any], lock: bool = False
    ) -> tuple[dict[str, Any], dict[str, Any] | None]:
        for _ in range(TRIES):
            owed = self.here.owed_by(said["by"])
            assert owed is not None
            say = "lock" if lock else asking.random_answer(self.here, owed, self.random)
            line = {**said, "say": say}
            if judge(self.there, line).ok:
                return line, line
        return said, None

    def _the_same_division(
        self, said: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """Have the same division held in both, and closed."""
        line, other = self._the_same(said)
        if other is not None:
            self.here, self.there = judge(self.here, line).match, judge(self.there, line).match
            line = other = {**said, "say": "lock"}
        return line, other

    def _compare(self, ends: tuple[Judgement, Judgement], by: str | None) -> None:
        here, there = self.here, self.there
        given = [
            (
                GAME.seen_by(match.state, self.viewer),
                json.dumps(view(match, self.viewer)),
                screen(match, self.viewer),
                [event for event in end.events if event.only in (None, self.viewer)],
                end.error if by == self.viewer else None,
                [
                    (
                        asking.ask(match, owed),
                        asking.suggest(match, owed),
                        asking.form(match, owed, {}),
                    )
                    for owed in match.pending
                    if owed.by == self.viewer
                ],
            )
            for end, match in zip(ends, (here, there), strict=True)
        ]
        for one, other in zip(*given, strict=True):
            assert one == other
        if here.state != there.state:
            self.seen["hidden difference"] += 1
            self.seen[f"in {here.state.phase}"] += 1
            private = [[one.private for one in match.state.history] for match in (here, there)]
            if private[0] != private[1]:
                self.seen["after a round"] += 1
        if [owed.held for owed in here.pending] != [owed.held for owed in there.pending]:
            self.seen["drafts"] += 1
        if [kept.answer for kept in here.taken] != [kept.answer for kept in there.taken]:
            self.seen["chosen"] += 1


def play_pair(viewer: str | None, seed: int) -> Counter[str]:
    header = Header(GAME.id, PLAYERS, OPTIONS[seed % len(OPTIONS)])
    match = begin(header, GAME).match
    pair = Pair(viewer, random.Random(f"{viewer} {seed}"), match, match)
    pair.play()
    return pair.seen


@pytest.mark.parametrize("viewer", VIEWERS)
def test_twin_matches_look_the_same_to_who_may_not_tell_them_apart(viewer: str | None) -> None:
    seen: Counter[str] = Counter()
    for seed in range(PAIRS):
        seen += play_pair(viewer, seed)
    assert seen["hidden difference"] > PAIRS
    for kind in ("drafts", "chosen", "after a round", "in bet", "in refill", "in break"):
        assert seen[kind] > 5, kind


def test_twins_are_told_apart_once_the_cards_are_revealed() -> None:
    """The twins above would prove nothing if no difference ever showed."""
    seen: Counter[str] = Counter()
    for seed in range(30):
        seen += play_pair(None, seed)
    assert seen["revealed"] > 10


if __name__ == "__main__":
    pairs = int(sys.argv[1])
    for who in VIEWERS:
        total: Counter[str] = Counter()
        for number in range(pairs):
            total += play_pair(who, number)
        sys.stdout.write(f"{who or 'public'}: {dict(total)}\n")
