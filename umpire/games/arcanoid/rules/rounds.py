"""A round from its deal to its battles, and what comes after it (5.1)."""

from umpire.games.arcanoid.components import HAND, Cards
from umpire.games.arcanoid.rules.battles import outcome, score_round
from umpire.games.arcanoid.rules.turns import next_turn
from umpire.games.arcanoid.state import USA, Seat, State, Terms, ask, do_first, go_on, tell
from umpire.games.values import changed


def begin(terms: Terms) -> State:
    """Return a match that waits for its first deal."""
    return go_on(State(terms, agenda=((begin_round, (1,)),)))


def begin_round(state: State, number: int) -> State:
    """Ask for the deal of a round; nothing is left of the round before."""
    fresh = State(
        state.terms,
        questions=state.questions,
        round=number,
        starter=_starter(state, number),
        results=state.results,
        out=state.out,
        told=state.told,
    )
    return ask(fresh, "deal")


def _starter(state: State, number: int) -> str:
    """Return who begins a round (ruling 1): each time the next seat, unless its player is out."""
    players = state.terms.players
    first = (number - 1) % len(players)
    return next(p for p in (*players[first:], *players[:first]) if p not in state.out)


def dealt_to(state: State) -> tuple[str, ...]:
    """Return who is dealt six cards each, in order (ruling 2)."""
    return (*state.playing, *([USA] if state.terms.gaza else []))


def deal(state: State, cards: Cards) -> State:
    """Deal: six cards to everybody, the rest is the deck."""
    hands = dealt_to(state)
    seats = {name: Seat(hand=cards[n * HAND : (n + 1) * HAND]) for n, name in enumerate(hands)}
    start = state.playing.index(state.starter)
    order = (*state.playing[start:], *state.playing[:start], *hands[len(state.playing) :])
    state = changed(
        state,
        order=order,
        seats={actor: seats[actor] for actor in order},
        place=order[-1],
        deck=cards[len(hands) * HAND :],
    )
    state = tell(state, f"Round {state.round} is dealt; {state.starter} begins.")
    return do_first(state, (next_turn, ()), (end_round, ()))


def end_round(state: State) -> State:
    """Decide the battles, then begin the next round or end the match."""
    state = score_round(state)
    if state.round < state.terms.rounds:
        return do_first(state, (begin_round, (state.round + 1,)))
    ended = outcome(state)
    told = f"{ended.winner} wins the match." if ended.winner else "Nobody wins the match."
    return tell(changed(state, turn=None, asked=None, outcome=ended), told)
