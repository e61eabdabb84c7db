"""Bots type every answer as `format` writes it; people spell it in many ways that mean the same."""

from collections import Counter
from random import Random

import pytest
from own_games import OURS
from spellings import SPELT

from umpire.games.base import CHANCE
from umpire.match import Match, asking, judge
from umpire.testing import opened
from umpire.testing.matches import in_full_width

OPTIONS = {"arcanoid": {"rounds": 1}, "denizens-of-tartarus": {"decider": "Ana"}}
MARKS = {
    "box-within-a-box": ("#", ">", "-", "+", "up-left", " ur", "&", "/", ":", " on ", ";", "\r\n"),
    "eighteenth-hell": ("disguised as", "|", ";", "HELL", "hells:", "spirit", "\n", "：", "−"),
}
"""What stands in some of the spellings, or they have become fewer."""
MATCHES = 8
LINES = 80
"""How many lines of a long match are looked at."""
WAYS = 3
"""How many spellings of each answer are tried."""


@pytest.mark.parametrize("name", SPELT)
def test_every_spelling_of_an_answer_means_that_answer(name: str) -> None:
    met: Counter[str] = Counter()
    texts: set[str] = set()
    for seed in range(MATCHES):
        random = Random(seed)
        match = opened(OURS[name], **OPTIONS.get(name, {}))
        for _ in range(LINES):
            if match.outcome is not None:
                break
            match = _followed(match, random, met, texts)
    assert met.keys() >= SPELT[name].keys()
    assert all(any(mark in text for text in texts) for mark in MARKS.get(name, ()))


def _followed(match: Match, random: Random, met: Counter[str], texts: set[str]) -> Match:
    """Compare what the spellings of a random answer mean, and give it."""
    owed = random.choice([owed for owed in match.pending if not owed.locked])
    decision, kind = owed.decision, owed.decision.kind
    said = asking.random_answer(match, owed, random)
    answer = kind.read(match.state, decision, said)
    if owed.by != CHANCE and not getattr(answer, "wrong", ""):  # discards that do not count
        assert kind.format(answer) == said
    met[kind.name] += 1
    spell = SPELT[match.game.id].get(kind.name)
    spelt = [
        said,
        *(spell(match.state, decision, answer, random) for _ in range(WAYS if spell else 0)),
    ]
    for text in (*spelt, *map(str.upper, spelt), in_full_width(spelt[-1])):
        assert kind.read(match.state, decision, text) == answer, text
        texts.add(text)
    say = "lock" if asking.can_lock(match, owed) and random.random() < 0.7 else said
    judgement = judge(match, {"t": match.now, "by": owed.by, "say": say})
    assert judgement.ok, judgement.error
    return judgement.match
