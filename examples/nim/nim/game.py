"""Nim, as the match contract sees it."""

from nim.options import NimOptions
from nim.rules.take import TAKING
from nim.screen import screen
from nim.state import State
from umpire.games.base import Decision, Event, Game, JsonObject, Outcome, Screen, Step
from umpire.games.values import changed


class Nim(Game[NimOptions, State]):
    """Two players, a few heaps of stones; who takes the last stone wins."""

    id = "nim"
    title = "Nim"
    summary = "Two players take stones in turn, any number from one heap; the last stone wins."
    seats = range(2, 3)
    options = NimOptions
    kinds = (TAKING,)

    def initial_state(self, players: tuple[str, ...], options: NimOptions) -> State:
        """Lay out the heaps."""
        first, second = players
        return State((first, second), options.seconds, tuple(options.heaps))

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask for a move until the match is over."""
        return () if state.outcome else TAKING.pending(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended."""
        return state.outcome

    def forfeit(self, state: State, player: str) -> Step[State]:
        """End the match; the other player wins."""
        (winner,) = [name for name in state.players if name != player]
        told = Event(f"{player} forfeits: {winner} wins.")
        return Step(changed(state, outcome=Outcome(winner, "forfeit")), (told,))

    def seen_by(self, state: State, viewer: str | None) -> State:
        """Return the whole state: nothing is hidden in Nim."""
        return state

    def report(self, state: State) -> JsonObject:
        """Return heaps and turn."""
        return {"heaps": list(state.heaps), "turn": state.turn, "last": state.last}

    def screen(self, view: JsonObject, viewer: str | None) -> Screen:
        """Lay the heaps out."""
        return screen(view)
