"""Denizens of Tartarus as a game: how a match starts, who owes what, how it ends."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from umpire.games.base import Bank, Game, JsonObject, Outcome, RandomSource, Tell, TurningPoint
from umpire.games.denizens_of_tartarus.modules import modules_won
from umpire.games.denizens_of_tartarus.notes import NOTES
from umpire.games.denizens_of_tartarus.options import FORMATS, Options, read_options
from umpire.games.denizens_of_tartarus.playing import HOW_WON, lose
from umpire.games.denizens_of_tartarus.results import results
from umpire.games.denizens_of_tartarus.screen import screen
from umpire.games.denizens_of_tartarus.start import (
    BanKind,
    DealKind,
    DeclareKind,
    SeatsKind,
)
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.denizens_of_tartarus.turn import TurnKind
from umpire.games.reports import Reporter, sides_of
from umpire.games.results import Note, mention
from umpire.games.two_players import LOST_BECAUSE, opponent

_REPORTER: Final = Reporter(
    {
        State: "phase seats left configurations bans configuration turn to_move hands deck "
        "modules recent blocked blocks_made spirits closed",
    }
)


class DenizensOfTartarus(Game[State, State]):
    """Two players, 25 shared cards, seven modules; three modules won win the match."""

    id = "denizens-of-tartarus"
    title = "Denizens of Tartarus"
    summary = (
        "Two players play cards from a shared, open deck on seven modules. You win if you have "
        "won three of them at the end of your own turn."
    )
    seats = range(2, 3)
    options = Options
    formats: ClassVar[Mapping[str, str]] = FORMATS
    kinds = (SeatsKind(), DealKind(), BanKind(), DeclareKind(), TurnKind())
    greeting = (
        "Win three of the seven modules. The note on a module's name tells how.",
        "In your turn you play one of your three cards on an open module, and draw another one.",
        "First you both ban starting configurations, one at a time, until one is left.",
        "Fill in the yellow cells and tick send, or type a line. The tab Rules has all the rest.",
    )

    screen = staticmethod(screen)
    results = staticmethod(results)

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> State:
        """Return the state in which a match with these options starts."""
        first, second = players
        return read_options((first, second), given)

    def reserve(self, options: State) -> Bank:
        return Bank(options.limits.bank)

    def initial_state(self, players: tuple[str, ...], options: State) -> State:
        return options

    def report(self, state: State) -> JsonObject:
        return _REPORTER(state, sides_of(state.players, state.seats))

    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        return lose(state, player, "forfeit", tell)

    def ended(self, outcome: Outcome) -> str:
        return f"{outcome.winner} has won {HOW_WON[outcome.reason]}"

    def reason(self, view: State) -> str:
        outcome = view.outcome
        if outcome is None or outcome.winner is None:
            return ""
        if outcome.reason == "modules":
            return f"{mention(outcome.winner)} won three modules"
        loser = view.seats[opponent(view.side_of(outcome.winner))]
        return f"{mention(loser)} {LOST_BECAUSE[outcome.reason]}"

    def seen_by(self, state: State, viewer: str | None) -> State:
        """Return the state without given configurations until the seats are settled.

        A match that ends before that may yet go on: its end can be taken back.
        """
        return state if state.is_seated else state.replace(configurations=None)

    def determinize(self, view: State, random: RandomSource) -> State:
        """Return the state with configurations still to be dealt if they may not be known yet."""
        return view.replace(configurations=()) if view.configurations is None else view

    def notes(self, view: State) -> tuple[Note, ...]:
        return NOTES

    def now(self, view: State) -> tuple[str, ...]:
        """Return the step of the match, by its kind of decision."""
        return (f"step:{view.phase}",)

    def scores(self, view: State) -> Mapping[str, Mapping[str, float]]:
        modules = view.modules
        sides = {player: view.side_of(player) for player in view.players}
        return {
            "Modules won": {name: len(modules_won(modules, sides[name])) for name in sides},
            "Points on all modules": {
                name: sum(module.points[sides[name]] for module in modules.values())
                for name in sides
            },
        }

    def turning_point(self, view: State) -> TurningPoint | None:
        """Return the module that the winner of a match won by the least; None if none was won."""
        outcome = view.outcome
        if outcome is None or outcome.winner is None:
            return None
        side = view.side_of(outcome.winner)
        points = {name: view.modules[name].points for name in modules_won(view.modules, side)}
        if not points:
            return None
        closest = min(points, key=lambda name: points[name][side] - points[name][opponent(side)])
        own, other = points[closest][side], points[closest][opponent(side)]
        return TurningPoint(
            f"{closest}: {outcome.winner} wins it {own} to {other}",
            "The closest of the modules that won the match.",
            f"{outcome.winner} wins {closest}.",
            "when a module is won",
        )
