"""Tests of the questions of a game and the answers that it reads, writes, offers and refuses."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from umpire.games.base import CHANCE, AnyKind, Decision, NotAllowed, Rejected
from umpire.match import Match
from umpire.testing import calls
from umpire.testing.base import RANDOM, OnlyLuck, Tests, examples
from umpire.testing.calls import judge, rejection
from umpire.testing.differences import assert_equal
from umpire.testing.matches import (
    Played,
    in_full_width,
    random_answer,
    random_match,
)

_TEXT = st.one_of(st.text(), st.text("RYGBP0123456789 ,;|/drawblock", max_size=30))
_SAID = 5
"""How many texts are said at moments of one match."""


class AnswerTests(Tests):
    """Only the player who is asked answers, and each text means one answer."""

    @given(random=RANDOM)
    @examples(5)
    def test_legal_answers_come_only_from_who_owes_one(self, random: Random) -> None:
        for entry in self.whole(random):
            owing = {pending.by for pending in entry.before.pending}
            assert entry.line["by"] in owing, f"{entry.line['by']} answers, and is not asked."
            for player in {CHANCE, *entry.before.header.players} - owing:
                judgement = judge(entry.before, entry.line | {"by": player})
                assert judgement.code == "not-pending", (
                    f"{player} is not asked, but {entry.line['say']!r} is not refused for that."
                )
                same = f"{player} is not asked, and changes the state."
                assert_equal(entry.before.state, judgement.match.state, same)

    @given(random=RANDOM)
    @examples(8)
    def test_a_random_choice_is_what_is_read_of_its_text(self, random: Random) -> None:
        for match in self.moments(random):
            for pending in match.pending:
                kind, decision = pending.decision.kind, pending.decision
                random_answer(match, pending, Random(random.random()))
                choice = kind.random_choice(match.state, decision, OnlyLuck(random))
                text = kind.format(choice)
                assert_equal(
                    choice,
                    _read_again(kind, match, decision, text),
                    f"`random_choice` of {kind.name!r} gives another answer than `read` makes of "
                    f"its text {text!r}.",
                )

    @given(random=RANDOM)
    @examples(5)
    def test_what_is_offered_is_legal(self, random: Random) -> None:
        for entry in self.entries(random):
            match = entry.before
            for pending in match.pending:
                name, question = pending.decision.kind.name, calls.ask(match, pending)
                assert question.endswith((".", "?", "!")), (
                    f"{name!r} asks {question!r}, which is no sentence."
                )
                offered = calls.suggest(match, pending)
                if pending.by != CHANCE:
                    offered += calls.bot_moves(match, pending)
                for text in dict.fromkeys(offered):
                    refusal = rejection(match, pending.decision, text)
                    # a secret poll offers everybody the same, or the offer would tell
                    is_poll = pending.decision.secret and isinstance(refusal, NotAllowed)
                    assert refusal is None or is_poll, (
                        f"{name!r} suggests {text!r}, or `bot_moves` does, and refuses it: "
                        f"{refusal}"
                    )

    @given(random=RANDOM)
    @examples(5)
    def test_the_canonical_text_of_an_answer_means_the_same_answer(self, random: Random) -> None:
        for entry in self.entries(random):
            match = entry.before
            pending = match.pending_of(entry.line["by"])
            if entry.judgement.effect == "locked" or pending is None:
                continue
            kind = pending.decision.kind
            answer = kind.read(match.state, pending.decision, entry.line["say"])
            calls.warn(match, pending, answer)
            calls.preview(match, pending, answer)
            assert_canonical(match, pending.decision, entry.line["say"], answer)
            canonical = kind.format(answer)
            assert_equal(canonical, entry.judgement.understood, "An answer is written in two ways.")
            if kind.name in self.taken_as_typed:
                continue
            original = entry.line["say"]
            for text in (original.upper(), original.lower(), in_full_width(original)):
                assert _answer(match, pending.decision, text) == answer, (
                    f"{text!r} is not read as {original!r}: people type in capitals, and "
                    "some keyboards in full width. See `normalize` of `umpire.games.text`."
                )

    @given(random=RANDOM, texts=st.lists(_TEXT, min_size=_SAID, max_size=_SAID))
    @examples(12, shrinks=True)
    def test_no_text_does_worse_than_be_rejected_with_a_sentence(
        self, random: Random, texts: list[str]
    ) -> None:
        entries = self.whole(random)
        for text in texts:
            match = random.choice(entries).before
            for pending in match.pending:
                rejected = rejection(match, pending.decision, text)
                if rejected is not None:
                    assert_sentence(text, rejected)

    @given(random=RANDOM)
    @examples(10)
    def test_no_decision_has_the_id_of_another(self, random: Random) -> None:
        closed: set[str] = set()
        for entry in self.entries(random):
            match = entry.judgement.match
            waiting = [answer.decision.id for answer in match.taken_answers]
            locked = [pending.decision.id for pending in match.pending if pending.locked]
            closed |= _closed_ids(entry) - {*waiting, *locked}
            now = Counter([*waiting, *(pending.decision.id for pending in match.pending)])
            again = [id_ for id_, times in now.items() if times > 1 or id_ in closed]
            assert not again, (
                f"Two decisions have the id {again[0]!r}, so an old answer can be taken for one to "
                "a new question: put something into the id that never comes again in the match, "
                "such as the number of the turn, and whose it is where several are asked."
            )

    @given(random=RANDOM)
    @examples(2)
    def test_every_limit_is_longer_by_what_an_update_takes(self, random: Random) -> None:
        for entry in random_match(self.opened(update=3), random):
            match = entry.before
            limits = {(own.by, own.id): own.limit for own in match.game.pending(match.state)}
            for pending in match.pending:
                limit = limits[pending.by, pending.decision.id]
                assert pending.decision.limit == (None if limit is None else limit + 3), (
                    f"{pending.decision.id!r} has a limit of {pending.decision.limit} with an "
                    f"`update` of 3 seconds, and of {limit} without."
                )


def assert_canonical(match: Match, decision: Decision, text: str, answer: Any) -> None:
    """Fail unless the canonical text of an answer is read as that answer."""
    kind = decision.kind
    canonical = kind.format(answer)
    assert_equal(
        answer,
        _read_again(kind, match, decision, canonical),
        f"{kind.name!r} reads {text!r} as an answer that `format` writes as {canonical!r}, and "
        "reads that as another.",
    )


def _read_again(kind: AnyKind, match: Match, decision: Decision, text: str) -> Any:
    try:
        return kind.read(match.state, decision, text)
    except Rejected as rejected:
        raise AssertionError(
            f"`format` of {kind.name!r} writes {text!r} for an answer, and `read` refuses that: "
            f"{rejected}"
        ) from None


def _answer(match: Match, decision: Decision, text: str) -> Any:
    try:
        return decision.kind.read(match.state, decision, text)
    except Rejected:
        return None  # which no answer is


def assert_sentence(text: str, rejected: Rejected) -> None:
    """Fail unless a text is refused with a sentence."""
    sentence = str(rejected)
    is_sentence = " " in sentence and sentence.endswith((".", "?", "!"))
    assert is_sentence, f"{text!r} is refused with {sentence!r}, which is no sentence."


def _closed_ids(entry: Played) -> set[str]:
    """Return the ids of the decisions that somebody has given a final answer to by a line."""
    before, decision = entry.before, entry.judgement.decision
    ids = [answer.decision.id for answer in before.taken_answers]
    ids += [pending.decision.id for pending in before.pending if pending.locked]
    if entry.judgement.effect == "taken" and decision is not None:
        ids.append(decision.id)
    if entry.judgement.effect == "locked":
        ids += [pending.decision.id for pending in before.pending if pending.by == entry.line["by"]]
    return {*ids}
