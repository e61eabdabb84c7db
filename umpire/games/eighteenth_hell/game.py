"""The Eighteenth Hell, as the match contract sees it."""

from collections.abc import Mapping
from typing import Any, Final

from umpire.games.base import Decision, Game, Outcome, Tell
from umpire.games.eighteenth_hell.bots import determinize
from umpire.games.eighteenth_hell.bout import begin, turning_point
from umpire.games.eighteenth_hell.notes import notes
from umpire.games.eighteenth_hell.options import FORMATS, HeaderOptions, Options, read_options
from umpire.games.eighteenth_hell.page import now
from umpire.games.eighteenth_hell.report import report
from umpire.games.eighteenth_hell.results import results
from umpire.games.eighteenth_hell.rounds import ROUND1, ROUND2
from umpire.games.eighteenth_hell.screen import screen
from umpire.games.eighteenth_hell.state import State
from umpire.games.results import mention
from umpire.games.two_players import LOST_BECAUSE, by_name, opponent

_HOW_WON: Final = {"eighteenth": "through the eighteenth hell", "forfeit": "by forfeit"}


class EighteenthHell(Game[Options, State]):
    """Two players, nine units each, six battlefields, seventeen hells and the eighteenth."""

    id = "eighteenth-hell"
    title = "The Eighteenth Hell"
    summary = (
        "Two players win bouts over six battlefields to pass the hells, each of which bends their "
        "own rules. A player who wins a bout in the eighteenth hell with 44 points wins the match."
    )
    seats = range(2, 3)
    options = HeaderOptions
    formats = FORMATS
    kinds = (ROUND1, ROUND2)
    private = True
    greeting = (
        "Win bouts to pass the hells, block by block. Then win a bout with enough points.",
        "In each bout both place six of nine units on battlefields 2 to 7 in secret.",
        "Then both see them and place the rest. A battlefield is worth its number.",
        "Fill in the yellow cells and tick send, or type what goes where: 2:-1 5:3 7:4.",
    )

    turning_point = staticmethod(turning_point)
    determinize = staticmethod(determinize)
    report = staticmethod(report)
    results = staticmethod(results)
    now = staticmethod(now)
    notes = staticmethod(notes)
    screen = staticmethod(screen)

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> Options:
        player1, player2 = players
        return read_options((player1, player2), given)

    def initial_state(self, players: tuple[str, ...], options: Options) -> State:
        return begin(options.terms, options.standings)

    def pending(self, state: State) -> tuple[Decision, ...]:
        if state.round is None:
            return ()
        return (ROUND1 if state.round == 1 else ROUND2).pending(state)

    def ended(self, outcome: Outcome) -> str:
        return f"{outcome.winner} has won {_HOW_WON[outcome.reason]}"

    def reason(self, view: State) -> str:
        outcome = view.outcome
        if outcome is None or outcome.winner is None:
            return ""
        if outcome.reason == "eighteenth":
            return f"{mention(outcome.winner)} got through the eighteenth hell"
        loser = view.terms.players[opponent(view.terms.side_of(outcome.winner))]
        return f"{mention(loser)} {LOST_BECAUSE[outcome.reason]}"

    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        winner = state.terms.players[opponent(state.terms.side_of(player))]
        tell(
            f"{player} forfeits. {winner} wins the match.",
            by=player,
            kind="result",
            did="forfeited",
            end="lost the match",
        )
        return state.replace(round=None, outcome=Outcome(winner, "forfeit"))

    def seen_by(self, state: State, viewer: str | None) -> State:
        """Return what a viewer may know; everything once the match is over."""
        return state.seen_by(None if viewer is None else state.terms.side_of(viewer))

    def scores(self, view: State) -> Mapping[str, Mapping[str, float]]:
        points = [standing.points for standing in view.standings]
        passed = [sum(map(standing.has_passed, view.terms.hells)) for standing in view.standings]
        players = view.terms.players
        return {"Points": by_name(players, points), "Hells passed": by_name(players, passed)}
