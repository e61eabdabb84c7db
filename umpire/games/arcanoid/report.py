"""The report's `state`: all that the umpire knows, or what a masked state still has of it."""

from typing import Final

from umpire.games.arcanoid.cards import SUITS
from umpire.games.arcanoid.rounds import score
from umpire.games.arcanoid.state import Attempt, Poll, RoundResult, Seat, State, Terms, WheelDraw
from umpire.games.base import JsonObject
from umpire.games.reports import Reporter
from umpire.games.values import memoize

_REPORTER: Final = Reporter(
    {
        State: "phase variant=variant.name gaza=terms.gaza rounds=terms.rounds round=course.round "
        "starter=course.starter order turn asked=answering deck closed=supply.closed discard "
        "aside=effects.aside justice temperance=effects.temperance hermit=effects.hermit devil "
        "seats=seats_in_order closed_to_world attempt drawing=supply.drawing wheel=effects.wheel "
        "calls=missed_calls refill=supply.poll reveals=effects.reveals results=course.results "
        "score= out=course.out",
        Seat: "master hand size visible visible_size up chariot secret_used finished fields",
        Attempt: "by field cards=commitment.cards secret=is_secret",
        WheelDraw: "actor count=owed drawn face_up from=place",
        Poll: "drawer yes",
        RoundResult: "round=number winners by fields",
    }
)


def report(state: State) -> JsonObject:
    """Return the whole state; what is masked is null, of cards their number."""
    return _REPORTER(state) | {"score": _score(state.terms, state.course.results)}


@memoize
def _score(terms: Terms, results: tuple[RoundResult, ...]) -> JsonObject:
    return {
        name: {"total": sum(won)} | dict(zip(SUITS, won, strict=True))
        for name, won in score(terms, results).items()
    }
