"""Before the first turn: seats, starting configurations, bans, the declared module."""

from umpire.games.base import Dice, NotAllowed
from umpire.games.denizens_of_tartarus.answers import Ban, Declare, Seats
from umpire.games.denizens_of_tartarus.components import (
    BANNERS,
    CARD_NAMED,
    CARDS,
    COLORS,
    DECK,
    HAND,
    LETTERS,
    Configuration,
    Hand,
    as_hand,
)
from umpire.games.denizens_of_tartarus.modules import UNTOUCHED, Matching
from umpire.games.denizens_of_tartarus.options import Options
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.notation import listed
from umpire.games.values import changed


def begin(options: Options) -> State:
    """Return the state before the first decision: seats if somebody decides them, else the deal."""
    if options.position is not None:
        return options.position
    state = State(
        terms=options.terms,
        phase="seats",
        seats=options.terms.players,
        left=options.terms.players[0],
        spirits=options.spirits,
        modules=UNTOUCHED,
        configurations=options.configurations,
    )
    return state if options.terms.decider is not None else _lay_out(state)


def _lay_out(state: State) -> State:
    """Go on to the bans if the configurations are there, else to the deal of the first."""
    return changed(state, phase="ban" if state.configurations else "deal")


def first_letter_left(state: State) -> str:
    """Return the first configuration not yet banned: the ban of who names none (ruling 3)."""
    return next(letter for letter in LETTERS if letter not in state.bans)


def seats_as_given(state: State) -> Seats:
    """Return the seats in the header's order: those of a decider who names none (ruling 3)."""
    first = state.terms.decider == state.terms.players[0]
    return Seats(first=first, left=first)


def take_seats(state: State, seats: Seats) -> State:
    """Seat the players as the decider says."""
    decider = state.terms.decider
    first, second = state.seats
    other = second if decider == first else first
    assert decider is not None, "seats are only asked of a decider"
    order = (decider, other) if seats.first else (other, decider)
    seated = changed(
        state,
        seats=order,
        left=decider if seats.left else other,
        spirits=state.spirits if order == state.seats else state.spirits[::-1],
    )
    return _lay_out(seated)


def show(state: State, configuration: Configuration) -> State:
    """Lay out the configuration that chance dealt, the next in A, B, C, D."""
    fault = configuration.fault()
    if fault is not None:
        raise NotAllowed(fault)
    configurations = (*state.configurations, configuration)
    dealt = len(configurations) == len(LETTERS)
    return changed(state, configurations=configurations, phase="ban" if dealt else "deal")


def deal(dice: Dice) -> Configuration:
    """Draw a starting configuration; only Player 2's hand is drawn again if it must be."""
    first = _hand(dice)
    second = _hand(dice)
    while set(first) & set(second):
        second = _hand(dice)
    left = [str(card) for card in CARDS if card not in first and card not in second]
    deck = tuple(CARD_NAMED[name] for name in dice.draw(DECK, left))
    return Configuration((as_hand(first), as_hand(second)), deck)


def _hand(dice: Dice) -> Hand:
    colors = dice.draw(HAND, COLORS)
    return tuple(CARD_NAMED[f"{color[0]}{number}"] for number, color in enumerate(colors, 1))


def ban(state: State, answer: Ban) -> State:
    """Take a configuration out of the choice; after three the one left is used."""
    if answer.letter in state.bans:
        left = [letter for letter in LETTERS if letter not in state.bans]
        raise NotAllowed(f"{answer.letter} is banned already: ban {listed(left, 'or')}.")
    banned = changed(state, bans=(*state.bans, answer.letter))
    return banned if len(banned.bans) < len(BANNERS) else _set_up(banned)


def _set_up(state: State) -> State:
    letter = first_letter_left(state)
    used = state.configurations[LETTERS.index(letter)]
    return changed(
        state,
        phase="declare",
        configuration=letter,
        hands=used.hands,
        deck=used.deck,
        modules={**state.modules, "Matching": Matching(card=used.deck[-1])},
    )


def declare(state: State, answer: Declare) -> State:
    """Begin turn 1, in which the module declared is closed. Ruling 5: no invocation is spent."""
    return changed(state, phase="turn", turn=1, blocked=answer.module)
