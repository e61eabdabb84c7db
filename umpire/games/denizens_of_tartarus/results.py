"""The modules that are won, as a page draws them, in the order in which that happened."""

from umpire.games.denizens_of_tartarus.cards import ModuleName
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.results import Result, ResultRow, mention
from umpire.games.text import pluralize
from umpire.games.two_players import SIDES, opponent


def results(view: State) -> tuple[Result, ...]:
    """Return a result for each module that is won.

    Those that were won before a given position come first: nobody knows in which order.
    """
    modules = [name for name, module in view.modules.items() if module.won is not None]
    earlier = [name for name in modules if name not in view.wins]
    return tuple([_result(view, name) for name in (*earlier, *view.wins)])


def _result(state: State, name: ModuleName) -> Result:
    module = state.modules[name]
    assert module.won is not None, "it is won"
    winner, points = state.seats[module.won], module.points
    return Result(
        name=name,
        title=f"{mention(winner)} won {name}, "
        f"{points[module.won]} to {points[opponent(module.won)]}",
        won=winner,
        rows=tuple(
            [ResultRow(state.seats[side], makes=pluralize(points[side], "point")) for side in SIDES]
        ),
    )
