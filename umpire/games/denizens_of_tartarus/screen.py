"""A state laid out in named blocks of text: the board, and each player's own few lines.

Every block has the same size in every phase, and all its cells are always given. Sides of the board
are `left` and `right`, as the seats decision says; names that end in `_1`, `_2` are a player's.
"""

from typing import Final

from umpire.games.base import Outcome, Screen, Situation
from umpire.games.blocks import cell, renamed, reserve, row
from umpire.games.denizens_of_tartarus.cards import DECK, HAND, LETTERS, Configuration
from umpire.games.denizens_of_tartarus.modules import Module, left_and_right, modules_won
from umpire.games.denizens_of_tartarus.playing import HOW_WON
from umpire.games.denizens_of_tartarus.start import BANNERS
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.screens import due, has_beaten
from umpire.games.text import join_words
from umpire.games.two_players import SIDES, Side, opponent

_NEXT: Final = 3
"""How many of the cards that are drawn next a player's page shows beside the own hand."""
_OWN_CARDS: Final = ("first_card", "second_card", "third_card")

_LAST: Final = "◂"
"""Marks the last card that was played, wherever it lies."""

_TASKS: Final = {
    "seats": "to choose",
    "ban": "to ban",
    "declare": "to close",
    "turn": "to move",
}
_PREPARATIONS: Final = {
    "seats": "the seats",
    "deal": "the deal",
    "declare": "a module to close",
}
_EMPTY: Final = Configuration(((), ()), ())


def screen(view: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of the one spreadsheet: nothing in this game is secret, whoever looks."""
    left = view.left_side
    sides = (left, opponent(left))
    blocks: Screen = {
        "title": cell(f"{_title(view)}{match.mark}"),
        "subtitle": cell("" if match.void else _subtitle(view)),
        "deck_title": cell("Deck: top pile of 6" if view.deck else ""),
        "deck": row(_deck(view), DECK),
        **_start_titles(view),
    }
    for place, side in zip(("left_", "right_"), sides, strict=True):
        blocks |= renamed(_player(view, match, side), place)
    for module in view.modules.values():
        blocks |= renamed(_module(view, module, sides), f"{module.name.lower()}_")
    for index, letter in enumerate(LETTERS):
        blocks |= renamed(_start(view, index), f"start_{letter.lower()}_")
    for seat, player in enumerate(match.players, 1):
        blocks |= renamed(_own(view, view.side_of(player)), after=f"_{seat}")
    return blocks


def _title(state: State) -> str:
    """Return what is going on in a few words."""
    if state.outcome is not None:
        return has_beaten(state.seats, state.outcome)
    if state.phase == "turn":
        return f"Turn {state.turn}"
    if state.phase == "ban":
        return f"Before turn 1: ban {len(state.bans) + 1} of {len(BANNERS)}"
    return f"Before turn 1: {_PREPARATIONS[state.phase]}"


def _subtitle(state: State) -> str:
    """Return one sentence on what is going on."""
    first, second = state.seats
    if state.outcome is not None:
        return _won(state, state.outcome)
    match state.phase:
        case "seats":
            return f"{state.decider} chooses who is Player 1, and who is shown on the left."
        case "deal":
            return "Chance deals the four starting configurations."
        case "ban":
            return f"{second} bans one, then {first}, then {second}. The last one left is played."
        case "declare":
            return f"Configuration {state.configuration} is played. {first} has the first turn."
        case _:
            shut = state.closed
            mover = state.to_move
            closed = f"Closed to {mover}: {join_words(shut)}." if shut else "All modules are open."
            return f"{mover} ({_role(state.mover)}) is to move. {closed}"


def _won(state: State, outcome: Outcome) -> str:
    """Return how a match was won and when, and which modules each player has won."""
    when = f"in turn {state.turn}" if state.turn else "before turn 1"
    won = [(state.seats[side], modules_won(state.modules, side)) for side in SIDES]
    wins = "; ".join(f"{name} has won {join_words(modules)}" for name, modules in won if modules)
    how = f"Won {HOW_WON[outcome.reason]} {when}."
    return f"{how} {wins}." if wins else how


def _deck(state: State) -> list[str]:
    """Return the deck, the last card that was played marked."""
    last = None if state.last_side is None else state.last_cards[state.last_side]
    return [f"{card} {_LAST}" if card is last else card.name for card in state.deck]


def _last_played_on(state: State, module: Module) -> str:
    """Return whose most recent module it is, with the card if that is known."""
    sides = map(state.side_of, state.players)
    return ", ".join(_last_play(state, side) for side in sides if state.recent[side] == module.name)


def _last_play(state: State, side: Side) -> str:
    card = state.last_cards[side]
    played = f"{state.seats[side]}: {card}" if card else state.seats[side]
    return f"{played} {_LAST}" if side == state.last_side else played


def _role(side: Side) -> str:
    return f"P{side + 1}"


def _player(state: State, match: Situation, side: Side) -> Screen:
    name = state.seats[side]
    return {
        "role": cell("" if state.phase == "seats" else _role(side)),
        "name": cell(name),
        "status": cell(due(match, state.outcome, name, _TASKS)),
        "hand": row(map(str, state.hands[side]), HAND),
        "modules": cell(f"{len(modules_won(state.modules, side))} of 3 modules won"),
        "reserve": cell(_reserve(match.reserve[name])),
        "spirits": cell(_spirits(state, side)),
    }


def _reserve(seconds: float | None) -> str:
    return "" if seconds is None else f"Reserve {reserve(seconds)}"


def _spirits(state: State, side: Side) -> str:
    spirits = state.spirits[side]
    kinds = {"normal": spirits.normal, "attuned": spirits.attuned}
    left = ", ".join(f"{count} {kind}" for kind, count in kinds.items() if count)
    return f"Invocations: {left}" if left else "No invocations left"


# The modules


def _module(state: State, module: Module, sides: tuple[Side, Side]) -> Screen:
    return {
        "state": cell(_availability(state, module)),
        "last": cell(_last_played_on(state, module)),
        "points": left_and_right(module.points, sides, f"of {module.need}"),
        **module.cells(sides),
    }


def _availability(state: State, module: Module) -> str:
    if module.won is not None:
        return f"★ {state.seats[module.won]}"
    if state.blocked == module.name:
        return "blocked"
    if state.phase != "turn":
        return ""
    return "closed" if state.is_closed(module.name) else "open"


# The configurations, and what a player has at hand


def _start_titles(state: State) -> Screen:
    """Return the headings of the starting configurations, until it is settled which is played."""
    titles = {
        "start_deck_title": "Deck, the top card on the left",
        **{f"start_p{side + 1}_title": f"{_role(side)}: {state.seats[side]}" for side in SIDES},
    }
    is_choosing = bool(state.configurations) and state.configuration is None
    return {name: cell(title if is_choosing else "") for name, title in titles.items()}


def _start(state: State, index: int) -> Screen:
    """Lay a starting configuration out, until it is settled which one is played."""
    dealt = (state.configurations or ()) if state.configuration is None else ()
    shown = dealt[index] if index < len(dealt) else _EMPTY
    return {
        "letter": cell(LETTERS[index] if index < len(dealt) else ""),
        "status": cell("banned" if dealt and LETTERS[index] in state.bans else ""),
        "p1": row(map(str, shown.hands[0]), HAND),
        "p2": row(map(str, shown.hands[1]), HAND),
        "deck": row(map(str, shown.deck), DECK),
    }


def _own(state: State, side: Side) -> Screen:
    """Lay out a player's hand; for a small screen also the opponent's, and the cards drawn next."""
    other, hand = opponent(side), tuple(map(str, state.hands[side]))
    return {
        **{name: cell(card) for name, card in zip(_OWN_CARDS, hand or ("",) * HAND, strict=True)},
        "hand_title": cell("Your hand" if hand else ""),
        "rival_title": cell(f"{state.seats[other]}'s hand" if hand else ""),
        "rival_hand": row(map(str, state.hands[other]), HAND),
        "next_title": cell("The next three cards" if hand else ""),
        "next_cards": row(map(str, state.deck[:_NEXT]), _NEXT),
    }
