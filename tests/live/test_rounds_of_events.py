"""The headings under which a page lists events."""

from dataclasses import replace

from umpire.catalogue import find_game
from umpire.games.base import Event
from umpire.projections.event_data import fitting_events
from umpire.testing import opened
from umpire.testing.outputs import transaction_of


def headings(*events: Event) -> list[str]:
    """The heading of each event, the oldest first."""
    start = opened(find_game("eighteenth-hell"))
    history = replace(transaction_of(start, ()).history, events=events)
    return [entry.data.get("round", "") for entry in fitting_events(history, None, 10_000)][::-1]


def test_an_event_that_begins_a_round_is_its_heading() -> None:
    begun = Event("Round 2. Bo starts.", kind="round", did="Round 2")
    assert headings(Event("Hello."), begun, Event("Bo folds.")) == ["", "Round 2", "Round 2"]


def test_without_such_an_event_the_first_of_a_round_says_its_name() -> None:
    events = [
        Event("Ana shows 2: 4.", in_round="Bout 1"),
        Event("Ana goes on."),
        Event("Bo shows 2: 4.", in_round="Bout 2"),
    ]
    assert headings(*events) == ["Bout 1", "Bout 1", "Bout 2"]
