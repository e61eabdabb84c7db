"""Tests of what a page asks and drafts: questions, fields, drafts, events, rules that hold."""

from collections.abc import Iterator
from random import Random
from typing import Final

from hypothesis import given

from umpire.games.base import CHANCE, DecisionKind, Event, Form
from umpire.games.page import Draft, Field, Question
from umpire.match import Match, PendingDecision
from umpire.testing import calls
from umpire.testing.base import RANDOM, Tests, examples, viewers
from umpire.testing.results import check_mentions

_LONGEST: Final = 40
"""The most characters of a question on a page."""
_FILLED: Final = 3
"""How often a form is filled in at each moment."""
_TEXTS: Final = ("", "x", "-1", "99" * 30, "R9 R9", "none", "é−½", "a, b; c | d")
"""What somebody may type into a cell, besides what it offers."""
_TYPED, _BLANK, _JOINED = 0.3, 0.3, 0.3
"""How often a cell holds one of these, nothing, or several of its offers."""


class PageTests(Tests):
    """A page can draw what a game says of a match, whatever somebody fills in."""

    @given(random=RANDOM)
    @examples(3)
    def test_a_page_has_room_for_every_question(self, random: Random) -> None:
        for match in self.moments(random):
            for pending in _asked_players(match):
                question = calls.question(match, pending)
                check_question(question, pending)
                texts = question.text, question.condition, question.otherwise
                check_mentions(texts, match.header.players, f"The question {question.text!r}")

    @given(random=RANDOM)
    @examples(3)
    def test_a_page_can_draw_a_form_whatever_is_filled_in(self, random: Random) -> None:
        for match in self.moments(random):
            players = match.header.players
            for pending in _asked_players(match):
                kind = pending.decision.kind.name
                for filled in _fillings(match, pending, random):
                    form = calls.form(match, pending, filled)
                    for name, field in calls.fields(match, pending, filled).items():
                        check_field(field, f"The field {name!r} of {kind!r}")
                        texts = field.label, field.hint, *field.says.values()
                        check_mentions(texts, players, f"The field {name!r} of {kind!r}")
                    draft = calls.draft(match, pending, filled)
                    if draft is not None:
                        what = f"The draft of {kind!r} with {filled}"
                        check_draft(draft, form, what)
                        check_mentions(_texts_of(draft), players, what)

    @given(random=RANDOM)
    @examples(3)
    def test_a_page_can_draw_every_event(self, random: Random) -> None:
        for entry in self.entries(random):
            players = entry.judgement.match.header.players
            for event in entry.judgement.events:
                check_event(event)
                check_mentions((event.did, event.end), players, f"The event {event.text!r}")

    @given(random=RANDOM)
    @examples(2)
    def test_rules_that_hold_have_keys(self, random: Random) -> None:
        for match in self.moments(random):
            for viewer in viewers(match):
                keys = calls.rules_now(match, viewer)
                assert all(isinstance(key, str) and key for key in keys), (
                    f"`now` gives {keys}: a key is a text, such as 'step:bets'."
                )
                assert len({*keys}) == len(keys), f"`now` gives a key twice: {keys}."


def _asked_players(match: Match) -> list[PendingDecision]:
    return [pending for pending in match.pending if pending.by != CHANCE]


def _fillings(match: Match, pending: PendingDecision, random: Random) -> Iterator[dict[str, str]]:
    """Yield what may stand in a form: nothing, what it offers, and what somebody may type."""
    yield {}
    for _ in range(_FILLED):
        filled: dict[str, str] = {}
        while left := [name for name in calls.form(match, pending, filled) if name not in filled]:
            offered = calls.form(match, pending, filled)[left[0]]
            filled[left[0]] = _text_in(offered, random)
            yield {**filled}


def _text_in(offered: tuple[str, ...], random: Random) -> str:
    """Return what may stand in a cell that offers these."""
    if random.random() < _BLANK:
        return ""
    if not offered or random.random() < _TYPED:
        return random.choice(_TEXTS)
    count = random.randint(1, len(offered)) if random.random() < _JOINED else 1
    return " ".join(random.sample(offered, count))


def check_question(question: Question, pending: PendingDecision) -> None:
    """Fail with a sentence if a page has no room for a question.

    One that follows from `ask` may be longer.
    """
    kind = pending.decision.kind
    is_own = type(kind).question is not DecisionKind.question
    assert question.text.strip(), f"`question` of {kind.name!r} has no text."
    assert len(question.text) <= _LONGEST or not is_own, (
        f"The question {question.text!r} of {kind.name!r} has {len(question.text)} characters: a "
        f"page has room for {_LONGEST}. What does not fit can be its `condition`."
    )


def check_field(field: Field, what: str) -> None:
    """Fail with a sentence if a page cannot draw a field."""
    if field.least is not None and field.most is not None:
        assert field.least <= field.most, f"{what} is from {field.least} to {field.most}."
    assert field.at_most is None or field.at_most >= 0, f"{what} takes {field.at_most} pieces."
    by_choice = (*field.calls.items(), *field.says.items())
    texts = [field.label, field.prefix, field.hint, *field.ends, *sum(by_choice, ())]
    assert all(isinstance(text, str) for text in texts), f"{what} has no texts: {texts}."


def check_draft(draft: Draft, form: Form, what: str) -> None:
    """Fail with a sentence if a page cannot draw a draft."""
    unknown = [name for name in draft.sums if name not in form]
    assert not unknown, f"{what} has sums of {unknown}, which are no cells of the form now."
    texts = _texts_of(draft)
    assert all(isinstance(text, str) for text in texts), f"{what} has no texts: {texts}."
    for block in draft.blocks:
        for row in block.rows:
            assert not block.head or len(row.columns) in (0, len(block.head)), (
                f"{what} has {len(row.columns)} columns in a row of {block.title!r}, which has "
                f"{len(block.head)} heads."
            )


def _texts_of(draft: Draft) -> list[str]:
    texts = [draft.say, draft.more, draft.missing, *(total.text for total in draft.sums.values())]
    for block in draft.blocks:
        texts += [block.title, block.note, *block.head]
        for row in block.rows:
            texts += [row.label, *row.pieces, *row.columns]
    return texts


def check_event(event: Event) -> None:
    """Fail with a sentence if a page cannot put an event beside who did it."""
    for text in (event.did, event.end):
        assert not text.endswith("."), f"{text!r} of the event {event.text!r} is no sentence."
    assert event.by is None or not event.did.startswith(event.by), (
        f"{event.did!r} begins with {event.by}, whom the page puts before it."
    )
