"""Winning battles at the end of a round, and the match after the last."""

from collections.abc import Iterable, Mapping
from typing import Final

from umpire.games.arcanoid.components import FIELDS, SUITS
from umpire.games.arcanoid.rules.combinations import laid_in_words, strength
from umpire.games.arcanoid.state import USA, Laid, RoundResult, State, Terms, telling
from umpire.games.base import Decisive, Outcome
from umpire.games.notation import counted

_HOW_WON: Final = {"battles": "with the most battles", "forfeit": "as the last player left"}
_NOBODY: Final = {
    "usa": "Nobody has won: USA has the most battles",
    "draw": "A draw: nobody has won a battle",
}


def score_round(state: State) -> State:
    """Decide the four battles; secret commitments are open now."""
    seats = {
        actor: seat.changed(fields=tuple(_opened(laid) for laid in seat.fields))
        for actor, seat in state.seats.items()
    }
    fields = tuple(
        tuple([(actor, laid) for actor in state.order if (laid := seats[actor].fields[field])])
        for field in FIELDS
    )
    best = [max(laid, key=lambda one: strength(one[1])) for laid in fields]
    by = tuple([actor for actor, _ in best])
    # A daemon wins for its master.
    winners = tuple([state.player_of(actor) for actor in by])
    result = RoundResult(state.course.round, winners, by, fields)
    sentences = [
        _won(state, actor, suit, laid) for suit, (actor, laid) in zip(SUITS, best, strict=True)
    ]
    return state.changed(
        seats=seats,
        course=state.course.changed(results=(*state.course.results, result)),
        told=telling(state, *sentences),
    )


def _opened(laid: Laid | None) -> Laid | None:
    return laid if laid is None or laid.secret is None else laid._replace(secret=None)


def score(terms: Terms, results: Iterable[RoundResult]) -> dict[str, list[int]]:
    """Return how many battles of each suit everybody has won: players in seat order, then USA."""
    names = [*terms.players, *([USA] if terms.gaza else [])]
    won = {name: [0] * len(FIELDS) for name in names}
    for result in results:
        for field, winner in enumerate(result.winners):
            won[winner][field] += 1
    return won


def outcome(state: State) -> Outcome:
    """Return who has won after the last round, and by what; those who are out cannot.

    Ruling 44: what they have won stays won. Ruling 51: if USA comes first nobody has won.
    """
    course = state.course
    counts = score(state.terms, course.results)
    won = {name: fields for name, fields in counts.items() if name not in course.out}
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
        for result in reversed(state.course.results):
            if result.winners[field] in left:
                return _for(result.winners[field], f"last-{suit}")
    raise AssertionError("who has won a battle has won one last")


def decisive(state: State) -> Decisive | None:
    """Return the round in which the winner of a match won most battles; None if there is none."""
    winner = None if state.outcome is None else state.outcome.winner
    if winner is None or not state.course.results:
        return None
    best = max(state.course.results, key=lambda one: one.winners.count(winner))
    won = [field for field in FIELDS if best.winners[field] == winner]
    if not won:
        return None
    battles = [
        _won(state, actor, SUITS[field], laid)
        for field in won
        for actor, laid in best.fields[field]
        if actor == best.by[field]
    ]
    title = f"Round {best.number}: {winner} wins {counted(len(won), 'battle')}"
    return Decisive(title, " ".join(battles), f"Round {best.number}. ", "how a battle is won")


def _won(state: State, actor: str, suit: str, laid: Laid) -> str:
    return f"{state.called(actor)} wins {suit}: {laid_in_words(laid)}."


def ended(winner: str | None, reason: str) -> str:
    """Return how a match ended, in the words of a player."""
    if winner is None:
        return _NOBODY[reason]
    tied, _, suit = reason.rpartition("-")
    by = f"the last battle of {suit}" if tied else f"more battles of {suit}"
    return f"{winner} has won {_HOW_WON.get(reason, f'on a tie, with {by}')}"


def _best(counts: Mapping[str, int]) -> list[str]:
    most = max(counts.values())
    return [name for name, count in counts.items() if count == most]


def _for(winner: str, reason: str) -> Outcome:
    return Outcome(None, "usa") if winner == USA else Outcome(winner, reason)
