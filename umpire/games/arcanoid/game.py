"""Arcanoid: its decisions, how it begins and ends, and what of it whom concerns."""

from collections.abc import Mapping
from typing import Any

from umpire.games.arcanoid.guessing import guess
from umpire.games.arcanoid.masking import seen_by
from umpire.games.arcanoid.options import ArcanoidOptions, terms_of
from umpire.games.arcanoid.prospects import prospects
from umpire.games.arcanoid.report import report
from umpire.games.arcanoid.rules.battles import decisive, ended, score
from umpire.games.arcanoid.rules.call import CallKind
from umpire.games.arcanoid.rules.deal import DealKind
from umpire.games.arcanoid.rules.forfeits import forfeit
from umpire.games.arcanoid.rules.hermit import HermitKind
from umpire.games.arcanoid.rules.move import MoveKind
from umpire.games.arcanoid.rules.pledge import PledgeKind
from umpire.games.arcanoid.rules.refill import RefillKind
from umpire.games.arcanoid.rules.reshuffle import ReshuffleKind
from umpire.games.arcanoid.rules.rounds import begin_round
from umpire.games.arcanoid.rules.steal import StealKind
from umpire.games.arcanoid.rules.wheel import WheelKind
from umpire.games.arcanoid.screen import screen
from umpire.games.arcanoid.state import State, Terms
from umpire.games.base import Decision, Decisive, Game, Outcome
from umpire.games.options import read_model


class Arcanoid(Game[Terms, State]):
    """Arcanoid under the rulings of its page."""

    id = "arcanoid"
    title = "Arcanoid"
    summary = "Four battles at once with the tarot, and a trump for every turn of fortune."
    seats = range(2, 11)
    options = ArcanoidOptions
    kinds = (
        DealKind(),
        MoveKind(),
        CallKind(),
        WheelKind(),
        StealKind(),
        PledgeKind(),
        HermitKind(),
        RefillKind(),
        ReshuffleKind(),
    )
    greeting = (
        "Win the most battles. A round is four at once: swords, staves, cups and coins.",
        "Each turn discard a card, commit cards on a field for good, abdicate or play a trump.",
        "On each field the best commitment wins: a sum of its suit, a court or a couple.",
        "To answer, fill in the yellow cells and tick send, or type a line: commit swords S4 S6.",
    )
    private = True

    forfeit = staticmethod(forfeit)
    seen_by = staticmethod(seen_by)
    guess = staticmethod(guess)
    prospects = staticmethod(prospects)
    report = staticmethod(report)
    screen = staticmethod(screen)

    def unheard(self, state: State) -> State:
        return state.changed(told=None)

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> Terms:
        return terms_of(players, read_model(self.options, given))

    def initial_state(self, players: tuple[str, ...], options: Terms) -> State:
        return begin_round(State(options), 1)

    def pending(self, state: State) -> tuple[Decision, ...]:
        return () if state.asked is None else self.kind_named[state.asked.kind].pending(state)

    def ended(self, outcome: Outcome) -> str:
        return ended(outcome.winner, outcome.reason)

    def decisive(self, seen: State) -> Decisive | None:
        """Return the round in which the winner won most battles; None if there is none."""
        return decisive(seen)

    def tallies(self, seen: State) -> Mapping[str, Mapping[str, float]]:
        return {
            "Fields won": {
                name: sum(won) for name, won in score(seen.terms, seen.course.results).items()
            }
        }
