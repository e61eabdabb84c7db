"""What a viewer may not know: twin matches, views and masks.

*Twins* are two matches that one viewer cannot tell apart, though others hold other cards and have
given other answers: whatever is made for that viewer must be the same in both.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import given

from umpire.games.base import CHANCE, UMPIRE, Decision, DecisionKind
from umpire.json_types import JsonObject
from umpire.match import Judgement, Match, asking, chance_answer, judge, report, screen, view
from umpire.testing.base import RANDOM, Tests, examples, viewers
from umpire.testing.matches import SEED

_NONSENSE = ("", "nonsense", "lock", "1", "pass", "raise 3", "-", "all")
_TRIES = 24
"""How often another answer or another deal is tried that leaves the viewer none the wiser."""
_MOMENTS = 150
"""How many lines twins are followed at most."""


@dataclass(frozen=True, slots=True)
class Twins:
    """Two matches that a viewer cannot tell apart, and what came last in each."""

    viewer: str | None
    one: Judgement
    other: Judgement
    lines: tuple[JsonObject, JsonObject]
    """The line that came last in each."""

    @property
    def by(self) -> str | None:
        """Whose line came last."""
        return self.lines[0].get("by")

    @property
    def differ(self) -> bool:
        """Whether they are two at all."""
        return _known(self.one.match) != _known(self.other.match)


def twins(
    match: Match, viewer: str | None, random: Random, *, rejoin: bool = True
) -> Iterator[Twins]:
    """Play two matches side by side that look the same to a viewer.

    Where they part, both go on as the first of them, or that is the end if they do not `rejoin`.
    """
    one = other = match
    for _ in range(_MOMENTS):
        line = _line(one, viewer, random)
        pair = _matched(one, other, line, viewer, random)
        if pair is None and not rejoin:
            return
        if pair is None:
            one = other = judge(one, line).match
        else:
            yield pair
            one, other = pair.one.match, pair.other.match
        if one.outcome is not None:
            return


def shown_to(match: Match, viewer: str | None) -> JsonObject:
    """Return all that is made for a viewer: view, masked state, screen, and what is asked."""
    return {
        "view": view(match, viewer),
        "masked state": match.game.seen_by(match.state, viewer),
        "screen": screen(match, viewer),
        "asked": [
            (asking.ask(match, owed), asking.suggest(match, owed), asking.form(match, owed, {}))
            for owed in match.pending
            if owed.by == viewer
        ],
    }


class SecretTests(Tests):
    """Nobody learns what they may not, whatever others hold and answer."""

    @given(random=RANDOM)
    @examples(4)
    def test_twins_are_shown_the_same(self, random: Random) -> None:
        for viewer in viewers(self.opened()):
            for pair in twins(self.opened(), viewer, random):
                ours, theirs = (shown_to(one.match, viewer) for one in (pair.one, pair.other))
                for what, shown in ours.items():
                    assert shown == theirs[what], f"{viewer or 'the public'} is told by the {what}"
                assert _told(pair.one, viewer) == _told(pair.other, viewer)
                if pair.by == viewer:
                    assert pair.one.error == pair.other.error

    @given(random=RANDOM)
    @examples(5)
    def test_a_view_is_the_report_less_what_is_hidden(self, random: Random) -> None:
        for match in self.moments(random, astray=0.1):
            known = report(match)
            json.dumps(known, allow_nan=False)
            for viewer in viewers(match):
                assert _is_part_of(view(match, viewer), known)

    @given(random=RANDOM)
    @examples(5)
    def test_no_player_s_view_is_less_than_the_public_s(self, random: Random) -> None:
        for match in self.moments(random):
            public = view(match, None)["state"]
            for player in match.header.players:
                assert _is_part_of(public, view(match, player)["state"])

    @given(random=RANDOM)
    @examples(3)
    def test_a_masked_state_is_of_the_same_type(self, random: Random) -> None:
        for match in self.moments(random):
            for viewer in viewers(match):
                assert type(match.game.seen_by(match.state, viewer)) is type(match.state)

    @given(random=RANDOM)
    @examples(10)
    def test_a_secret_answer_that_is_not_applied_shows_in_no_other_s_view(
        self, random: Random
    ) -> None:
        """Two answers of one player to a secret decision are the same to everybody else."""
        for match in self.moments(random):
            for owed in match.pending:
                if not owed.decision.secret:
                    continue
                others = [viewer for viewer in viewers(match) if viewer != owed.by]
                seen = []
                for _ in range(2):
                    say = asking.random_answer(match, owed, random)
                    judgement = judge(match, {"t": match.now, "by": owed.by, "say": say})
                    assert judgement.ok
                    if judgement.match.state == match.state:
                        told = [e for e in judgement.events if e.only not in (owed.by, UMPIRE)]
                        seen.append(([view(judgement.match, viewer) for viewer in others], told))
                assert len(seen) < 2 or seen[0] == seen[1]


def _line(match: Match, viewer: str | None, random: Random) -> JsonObject:
    """Return something that somebody says now, or a limit that falls."""
    if match.pending and match.pending[0].by == CHANCE:
        return {"t": match.now, "by": CHANCE, "say": chance_answer(match, SEED)}
    falls = match.falls_at()
    if falls is not None and random.random() < 0.05:
        return {"t": round(falls + 0.001, 3)}
    t = match.now if falls is None else min(match.now + random.choice((0, 1, 7)), falls)
    owed = random.choice(match.pending)
    if asking.can_lock(match, owed) and random.random() < 0.7:
        say = "lock"
    elif owed.by == viewer and random.random() < 0.15:
        say = random.choice(_NONSENSE)
    else:
        say = asking.random_answer(match, owed, random)
    return {"t": t, "by": owed.by, "say": say}


def _matched(
    one: Match, other: Match, line: JsonObject, viewer: str | None, random: Random
) -> Twins | None:
    """Say a line in one match, and in the other what leaves the viewer none the wiser."""
    ours = judge(one, line)
    seen = _seen(ours, viewer)
    for said in _variants(other, line, viewer, random):
        instead = {**line, "say": said} if said is not None else line
        theirs = judge(other, instead)
        if theirs.code == ours.code and _seen(theirs, viewer) == seen:
            return Twins(viewer, ours, theirs, (line, instead))
    return None


def _variants(
    match: Match, line: JsonObject, viewer: str | None, random: Random
) -> Iterator[str | None]:
    """Yield what might be said instead where nobody else hears it; the line as it is last."""
    by, owed = line.get("by"), None
    if by is not None and by != viewer:
        owed = match.owed_by(by)
    if owed is not None and _hides(owed.decision) and line["say"] != "lock":
        for attempt in range(_TRIES):
            other = asking.random_answer(match, owed, random)
            yield _mixed(line["say"], other, random, attempt) if by == CHANCE else other
    yield line.get("say")


def _hides(decision: Decision) -> bool:
    """Return whether an answer may not be everybody's to know, or not all of it."""
    some_are_not_open = type(decision.kind).is_open is not DecisionKind.is_open
    return decision.by == CHANCE or decision.secret or some_are_not_open


def _mixed(known: str, other: str, random: Random, attempt: int) -> str:
    """Put some words of another deal into this one, each changing places if it is there.

    The later the attempt, the fewer.
    """
    words, strange = known.split(), other.split()
    for _ in range((4, 2, 1)[3 * attempt // _TRIES]):
        place, word = random.randrange(len(words)), random.choice(strange)
        if word in words:
            words[words.index(word)] = words[place]
        words[place] = word
    return " ".join(words)


def _seen(judgement: Judgement, viewer: str | None) -> str:
    return json.dumps([view(judgement.match, viewer), judgement.code], sort_keys=True)


def _told(judgement: Judgement, viewer: str | None) -> list[Any]:
    return [event for event in judgement.events if event.only in (None, viewer)]


def _known(match: Match) -> str:
    held = [str(owed.held) for owed in match.pending]
    return json.dumps([report(match)["state"], held], sort_keys=True)


def _is_part_of(shown: Any, known: Any) -> bool:
    """Return whether a view is what is known, with things replaced by null, lists by lengths."""
    if shown is None:
        return True
    if isinstance(known, dict) and isinstance(shown, dict):
        return shown.keys() == known.keys() and all(_is_part_of(shown[k], known[k]) for k in known)
    if isinstance(known, list) and isinstance(shown, list):
        return len(shown) == len(known) and all(map(_is_part_of, shown, known))
    if isinstance(known, list):
        return bool(shown == len(known))
    return bool(shown == known) and type(shown) is type(known)
