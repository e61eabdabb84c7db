"""Tests of entry forms: offers can be typed, some are legal, the template has the cells."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.games.base import CHANCE, AnyKind, Form, NotUnderstood
from umpire.match import Match, PendingDecision
from umpire.sheets.ranges import ANSWER, BOXES, FORM, LOCK, NOTE, SEND
from umpire.testing import calls
from umpire.testing.base import RANDOM, Tests, examples
from umpire.testing.matches import opened, random_match

MOMENTS = 4
"""How many moments of a match are looked at for each kind of decision."""
FILLED = 4
"""How often a form is filled in at each."""
MATCHES = 8
SEVERAL = 5
"""So many offers may have to stand in one cell, such as the cards of a discard."""
TRIES = 150
"""Random fillings among which one is to be legal at some moment of some match."""

Asked = tuple[Match, PendingDecision]


class FormTests(Tests):
    """Entry forms, filled in at random. They hold where a game has no forms too."""

    def asked_at(self, random: Random) -> Iterator[Asked]:
        """Yield some moments of a random match for each kind, with what is asked of a player."""
        questions = defaultdict[AnyKind, list[Asked]](list)
        for entry in random_match(opened(self.game), random):
            for pending in entry.before.pending:
                if pending.by != CHANCE:
                    questions[pending.decision.kind].append((entry.before, pending))
        for moments in questions.values():
            yield from random.sample(moments, min(MOMENTS, len(moments)))

    @given(random=RANDOM)
    @examples(5)
    def test_its_cells_are_named_as_cells_are(self, random: Random) -> None:
        for match, pending in self.asked_at(random):
            for name, offered in calls.form(match, pending, {}).items():
                kind = pending.decision.kind.name
                assert f"{FORM}{name}".isidentifier(), (
                    f"The form of {kind!r} has a cell {name!r}, and no range can be called so."
                )
                assert name not in (*BOXES, NOTE), (
                    f"The form of {kind!r} has a cell {name!r}, as every form has one."
                )
                assert all(text and text == text.strip() for text in offered), (
                    f"{name!r} of the form of {kind!r} offers {offered}: none may be empty, or "
                    "have blanks at an end."
                )
                assert len(set(offered)) == len(offered), (
                    f"{name!r} of the form of {kind!r} offers something twice: {offered}."
                )

    @given(random=RANDOM)
    @examples(10)
    def test_what_is_chosen_from_its_offers_parses(self, random: Random) -> None:
        for match, pending in self.asked_at(random):
            for filled, form in (_filled_in(match, pending, random) for _ in range(FILLED)):
                if form and all(filled.get(name) for name in form):
                    line = calls.form_line(match, pending, filled)
                    assert _code(match, pending, line) != "syntax", (
                        f"{pending.decision.kind.name!r} cannot read {line!r}, which its form "
                        f"makes of what it offers itself: {filled}."
                    )

    def test_for_each_kind_of_decision_something_legal_can_be_chosen(self) -> None:
        """A kind that also asks for free text is for the game's own tests."""
        kinds, answerable = set(), set()
        for seed in range(MATCHES):
            random = Random(seed)
            for match, pending in self.asked_at(random):
                for _ in range(TRIES):
                    blank, once = random.choice((0.0, 0.3)), random.random() < 0.5
                    most = random.choice((1, 1, random.randint(2, SEVERAL)))
                    filled, form = _filled_in(match, pending, random, blank, once, most)
                    if form and all(form.values()):
                        kinds.add(pending.decision.kind.name)
                        if _code(match, pending, calls.form_line(match, pending, filled)) is None:
                            answerable.add(pending.decision.kind.name)
                            break
        assert answerable == kinds, (
            f"Nothing that the form of {min(kinds - answerable)!r} offers has been legal in "
            f"{MATCHES} matches."
        )

    @given(random=RANDOM, texts=st.lists(st.text(max_size=12), min_size=1, max_size=8))
    @examples(10)
    def test_whatever_stands_in_it_makes_a_line(self, random: Random, texts: list[str]) -> None:
        for match, pending in self.asked_at(random):
            filled: dict[str, str] = {}
            for _ in range(3):  # what is filled in may ask for more
                for name in calls.form(match, pending, filled):
                    filled.setdefault(name, random.choice(texts))
            line = calls.form_line(match, pending, filled)
            stale = {**filled, "somewhere_else": "x"}
            assert calls.form_line(match, pending, stale) == line, "what is not asked is ignored"
            _code(match, pending, line)

    @given(random=RANDOM)
    @examples(5)
    def test_an_empty_form_is_no_answer_that_was_not_meant(self, random: Random) -> None:
        for match, pending in self.asked_at(random):
            if calls.form(match, pending, {}):
                line = calls.form_line(match, pending, {})
                with pytest.raises(NotUnderstood):
                    pending.decision.kind.read(match.state, pending.decision, line)

    def test_its_own_template_has_a_cell_for_everything_that_it_asks_for(self) -> None:
        names = self._laid_out()
        for seed in range(MATCHES):
            random = Random(seed)
            for match, pending in self.asked_at(random):
                filled, form = _filled_in(match, pending, random)
                needed = {f"{FORM}{name}" for name in (*form, *filled)}
                if needed:
                    needed |= {f"{FORM}{SEND}", ANSWER}
                    needed |= {f"{FORM}{LOCK}"} if pending.decision.rule == "last" else set()
                assert needed <= names, (
                    f"{pending.decision.kind.name!r} needs {min(needed - names)!r}, and the "
                    "template has none on a tab of the player's: name a cell so, and let the "
                    "player write there."
                )

    def _laid_out(self) -> set[str]:
        """Return the names on a player's own tab, those of the form that only they write to."""
        template = self.sheets()
        tabs = [tab for tab in template.tables or template.tabs if tab.for_each]
        return {
            name
            for tab in tabs
            for name in tab.named_rects
            if not name.startswith(FORM) or name in tab.written_by_player()
        }


def _filled_in(
    match: Match,
    pending: PendingDecision,
    random: Random,
    blank: float = 0.0,
    once: bool = False,
    most: int = 1,
) -> tuple[dict[str, str], Form]:
    """Return a form filled in at random, cell by cell, from what it offers.

    `blank` is how often a cell is passed over, `once` tells not to choose the same twice, and
    `most` how many of the offers are written into one cell.
    """
    filled: dict[str, str] = {}
    passed: set[str] = set()
    while True:
        form = calls.form(match, pending, filled)
        left = [name for name in form if name not in passed]
        if not left:
            return filled, form
        name = left[0]
        passed.add(name)
        offered = [text for text in form[name] if not once or text not in filled.values()]
        if offered and random.random() >= blank:
            filled[name] = " ".join(random.sample(offered, min(most, len(offered))))


def _code(match: Match, pending: PendingDecision, text: str) -> str | None:
    rejected = calls.rejection(match, pending.decision, text)
    return None if rejected is None else rejected.code
