"""Winning battles at the end of a round, and the match after the last."""

from collections.abc import Mapping

from umpire.games.arcanoid.components import FIELDS, SUITS
from umpire.games.arcanoid.rules.combinations import strength
from umpire.games.arcanoid.state import USA, Laid, RoundResult, State, tell
from umpire.games.base import Outcome
from umpire.games.values import changed


def score_round(state: State) -> State:
    """Decide the four battles; secret commitments are open now."""
    seats = {
        actor: changed(seat, fields=tuple(_opened(laid) for laid in seat.fields))
        for actor, seat in state.seats.items()
    }
    state = changed(state, seats=seats)
    fields = tuple(_on(state, field) for field in FIELDS)
    by = tuple(max(laid, key=lambda one: strength(one[1]))[0] for laid in fields)
    # A daemon wins for its master.
    winners = tuple(state.player_of(actor) for actor in by)
    state = changed(state, results=(*state.results, RoundResult(state.round, winners, by, fields)))
    for field, actor in enumerate(by):
        kind = dict(fields[field])[actor].kind
        state = tell(state, f"{actor} wins the battle of {SUITS[field]} ({kind}).")
    return state


def _opened(laid: Laid | None) -> Laid | None:
    return None if laid is None else laid._replace(secret=None)


def _on(state: State, field: int) -> tuple[tuple[str, Laid], ...]:
    """Return what lies on a field, by actor in playing order: something of everybody's."""
    laid = [(actor, state.seats[actor].fields[field]) for actor in state.order]
    return tuple((actor, there) for actor, there in laid if there is not None)


def score(state: State) -> dict[str, list[int]]:
    """Return how many battles of each suit everybody has won: players in seat order, then USA."""
    names = [*state.terms.players, *([USA] if state.terms.gaza else [])]
    won = {name: [0] * len(FIELDS) for name in names}
    for result in state.results:
        for field, winner in enumerate(result.winners):
            won[winner][field] += 1
    return won


def outcome(state: State) -> Outcome:
    """Return who has won after the last round, and by what; those who are out cannot.

    Ruling 44: what they have won stays won. Ruling 51: if USA comes first nobody has won.
    """
    won = {name: fields for name, fields in score(state).items() if name not in state.out}
    if not any(map(sum, won.values())):
        return Outcome(None, "draw")
    left = _best({name: sum(fields) for name, fields in won.items()})
    if len(left) == 1:
        return _for(left[0], "battles")
    for field, suit in enumerate(SUITS):
        left = _best({name: won[name][field] for name in left})
        if len(left) == 1:
            return _for(left[0], suit)
    for field, suit in enumerate(SUITS):
        for result in reversed(state.results):
            if result.winners[field] in left:
                return _for(result.winners[field], f"last-{suit}")
    raise AssertionError("who has won a battle has won one last")


def _best(counts: Mapping[str, int]) -> list[str]:
    most = max(counts.values())
    return [name for name, count in counts.items() if count == most]


def _for(winner: str, reason: str) -> Outcome:
    return Outcome(None, "usa") if winner == USA else Outcome(winner, reason)
