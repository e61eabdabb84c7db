"""Without a clock every answer counts at once, and nothing that anybody reads says otherwise."""

import json
import re
from collections.abc import Iterator
from random import Random

import pytest

from umpire.catalogue import find_game
from umpire.games.base import CHANCE
from umpire.live.forms import preview
from umpire.match import Match, asking, judge
from umpire.projections.match_history import MatchHistory
from umpire.projections.spreadsheets import spreadsheets_of
from umpire.sheets.context import Context, Page
from umpire.sheets.template import find_template
from umpire.testing.matches import opened
from umpire.testing.outputs import spreadsheet_contents, transaction_of, write

GAMES = "arcanoid", "box-within-a-box", "denizens-of-tartarus", "devils-deal", "eighteenth-hell"
HELD_IN = {
    "box-within-a-box": {"bet", "play"},
    "devils-deal": {"divide"},
    "eighteenth-hell": {"round1", "round2"},
}
"""The games in which answers are held where clocks run, and to which kinds of decisions."""
WORDS = re.compile(r"\b(lock\w*|held)\b", re.IGNORECASE)
LINES = 60
WRONG = ("nonsense", "discard: B1", "2:-1", "G1", "none", "ready")


def moments(game_id: str, seed: int, *, clock: bool) -> Iterator[MatchHistory]:
    """A random match, some of whose answers are refused, before each of its lines."""
    random = Random(seed)
    transaction = transaction_of(opened(find_game(game_id), clock=clock), ())
    for _ in range(LINES):
        transaction.answer_chance(transaction.history.match.now)
        match = transaction.history.match
        if not match.pending:
            return
        yield transaction.history
        pending = random.choice(match.pending)
        is_wrong = random.random() < 0.2
        say = random.choice(WRONG) if is_wrong else asking.random_answer(match, pending, random)
        write(transaction, {"t": match.now, "by": pending.by, "say": say})


def told(match: Match) -> Iterator[str]:
    """All that somebody who owes something is asked, offered and refused."""
    for pending in match.pending:
        assert pending.by != CHANCE
        form = asking.form(match, pending, {})
        yield asking.ask(match, pending)
        yield from asking.suggest(match, pending)
        yield from (text for offered in form.values() for text in offered)
        for text in ("", *WRONG):
            yield preview(match, pending, dict.fromkeys(form, text), form).text
            yield judge(match, {"t": match.now, "by": pending.by, "say": text}).error or ""


def written(record: MatchHistory, viewer: str) -> Iterator[str]:
    """What stands in the cells that a viewer may read."""
    template = find_template(record.match.header.game)
    for texts in spreadsheet_contents(record, viewer, template).values():
        for text in texts:
            yield json.loads(text).get("userEnteredValue", {}).get("stringValue", "")


@pytest.mark.end_to_end
@pytest.mark.parametrize("game_id", GAMES)
def test_nobody_reads_of_what_only_a_clock_brings(game_id: str) -> None:
    for seed in range(2):
        for number, record in enumerate(moments(game_id, seed, clock=False)):
            found = [*told(record.match), *(event.text for event in record.events)]
            if number % 10 == 0:
                found += [
                    text for name in record.match.header.players for text in written(record, name)
                ]
            assert not [text for text in found if WORDS.search(text)]


@pytest.mark.parametrize("clock", [True, False])
@pytest.mark.parametrize("game_id", GAMES)
def test_tabs_speak_of_locks_only_where_answers_are_held(game_id: str, clock: bool) -> None:
    found = {text for page in laid_out(game_id, clock=clock) for text in texts_of(page)}
    assert any(map(WORDS.search, found)) == (clock and game_id in HELD_IN)
    assert any("form_lock" in page.tab.named_rects for page in laid_out(game_id, clock=clock)) == (
        clock and game_id in HELD_IN
    )


@pytest.mark.parametrize("game_id", GAMES)
def test_no_label_of_a_clock_stands_where_none_runs(game_id: str) -> None:
    label = re.compile(r"(my|the other|'s) clock$|^clocks?$|^reserve time$", re.IGNORECASE)
    found = [text for page in laid_out(game_id, clock=False) for text in texts_of(page)]
    assert not [text for text in found if label.search(text)]


@pytest.mark.parametrize("clock", [True, False])
@pytest.mark.parametrize(("game_id", "kinds"), HELD_IN.items())
def test_the_question_says_when_an_answer_counts_at_once(
    game_id: str, kinds: set[str], clock: bool
) -> None:
    asked = {
        pending.decision.kind.name: asking.ask(record.match, pending)
        for seed in range(3)
        for record in moments(game_id, seed, clock=clock)
        for pending in record.match.pending
    }
    at_once = {name for name, text in asked.items() if "It counts as soon as it is sent." in text}
    assert kinds & asked.keys()
    assert at_once == (set() if clock else kinds & asked.keys())


def laid_out(game_id: str, *, clock: bool) -> list[Page]:
    """The tabs of a match's spreadsheets, the console's not among them."""
    game = find_game(game_id)
    context = Context("m", game.title, tuple("ABCDEFGHIJ"[: game.seats[0]]), clock=clock)
    return [
        page
        for spreadsheet in spreadsheets_of(find_template(game_id), context)
        if not spreadsheet.is_console
        for page in spreadsheet.pages
    ]


def texts_of(page: Page) -> Iterator[str]:
    """All that a tab's template writes, notes too."""
    for area in page.tab.areas:
        yield from (text for _, text in area.texts())
        yield area.help or ""
