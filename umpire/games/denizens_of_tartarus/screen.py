"""A state laid out in named blocks of text: the board, and each player's own few lines.

Every block has the same size in every phase, and all its cells are always given. Sides of the board
are `left` and `right`, as the seats decision says; names that end in `_1`, `_2` are a player's.
"""

from typing import Final

from umpire.games.base import Outcome, Screen, Situation
from umpire.games.blocks import one, renamed, reserve, row
from umpire.games.denizens_of_tartarus.components import (
    DECK,
    HAND,
    LETTERS,
    Configuration,
    names,
)
from umpire.games.denizens_of_tartarus.rules.closed import is_closed_now
from umpire.games.denizens_of_tartarus.rules.ending import HOW_WON
from umpire.games.denizens_of_tartarus.rules.modules import Module, modules_won
from umpire.games.denizens_of_tartarus.rules.modules.base import facing
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.notation import listed
from umpire.games.two_players import Side, opponent

_TOP_PILE: Final = 6
_OWN_CARDS: Final = ("first_card", "second_card", "third_card")

_LAST: Final = "◂"
"""Marks the last card that was played, wherever it lies."""

_PHASES: Final = {
    "seats": "the seats are chosen",
    "deal": "the cards are dealt",
    "ban": "three of four configurations are banned",
    "declare": "a module may be closed",
}
_NOTHING: Final = Configuration(((), ()), ())


def screen(seen: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of the one spreadsheet: nothing in this game is secret, whoever looks."""
    left = seen.left_side
    sides = (left, opponent(left))
    blocks: Screen = {"turn": one(_turn(seen, match)), "deck": row(_deck(seen), DECK)}
    for place, side in zip(("left_", "right_"), sides, strict=True):
        blocks |= renamed(_player(seen, match, side), place)
    for module in seen.modules.values():
        blocks |= renamed(_module(seen, module, sides), f"{module.name.lower()}_")
    for index, letter in enumerate(LETTERS):
        blocks |= renamed(_start(seen, index), f"start_{letter.lower()}_")
    for seat, player in enumerate(match.players, 1):
        blocks |= renamed(_own_lines(seen, seen.side_of(player)), after=f"_{seat}")
    return blocks


def _turn(state: State, match: Situation) -> str:
    if state.outcome is not None:
        return _won(state, state.outcome)
    paused = " (paused)" if match.paused else ""
    if state.phase in _PHASES:
        return f"Before turn 1: {_PHASES[state.phase]}{paused}"
    return f"Turn {state.turn}: {state.to_move} ({_role(state.mover)}) to move{paused}"


def _won(state: State, outcome: Outcome) -> str:
    assert outcome.winner is not None, "no match is drawn"
    when = f"in turn {state.turn}" if state.turn else "before turn 1"
    won = modules_won(state.modules, state.side_of(outcome.winner))
    with_them = f": {listed(won)}" if outcome.reason == "modules" else ""
    return f"★ {outcome.winner} has won {HOW_WON[outcome.reason]} {when}{with_them}"


def _deck(state: State) -> list[str]:
    """Return the deck, the last card that was played marked."""
    last = None if state.last_side is None else state.last_cards[state.last_side]
    return [f"{card} {_LAST}" if card is last else card.name for card in state.deck]


def _last_played_on(state: State, module: Module) -> str:
    """Return whose most recent module it is, with the card if that is known."""
    sides = map(state.side_of, state.terms.players)
    return ", ".join(_last_play(state, side) for side in sides if state.recent[side] == module.name)


def _last_play(state: State, side: Side) -> str:
    card = state.last_cards[side]
    mark = _LAST if side == state.last_side else ""
    return " ".join(filter(None, (state.seats[side], card.name if card else "", mark)))


def _role(side: Side) -> str:
    return f"P{side + 1}"


def _player(state: State, match: Situation, side: Side) -> Screen:
    name = state.seats[side]
    return {
        "role": one("" if state.phase == "seats" else _role(side)),
        "name": one(name),
        "status": one(_status(state, match, name)),
        "hand": row(map(str, state.hands[side]), HAND),
        "bank": one(reserve(match.reserve[name])),
        "modules": one(f"{len(modules_won(state.modules, side))} of 3 won"),
        "spirits": one(_spirits(state, side)),
    }


def _status(state: State, match: Situation, name: str) -> str:
    if state.outcome is not None and state.outcome.winner == name:
        return "★ winner"
    return f"to {match.owed[name].kind.task}" if name in match.owed else ""


def _spirits(state: State, side: Side) -> str:
    left = state.spirits[side]
    return f"{left.normal} normal, {left.attuned} attuned"


# The modules


def _module(state: State, module: Module, sides: tuple[Side, Side]) -> Screen:
    return {
        "state": one(_availability(state, module)),
        "last": one(_last_played_on(state, module)),
        "points": facing(module.points, sides, f"of {module.need}"),
        **module.cells(sides),
    }


def _availability(state: State, module: Module) -> str:
    if module.won is not None:
        return f"★ {state.seats[module.won]}"
    if state.blocked == module.name:
        return "blocked"
    if state.phase != "turn":
        return ""
    return "closed" if is_closed_now(state, module.name) else "open"


# The configurations, and what a player has at hand


def _start(state: State, index: int) -> Screen:
    """Lay a starting configuration out, until it is settled which one is played."""
    dealt = (state.configurations or ()) if state.configuration is None else ()
    shown = dealt[index] if index < len(dealt) else _NOTHING
    return {
        "status": one("banned" if dealt and LETTERS[index] in state.bans else ""),
        "p1": row(map(str, shown.hands[0]), HAND),
        "p2": row(map(str, shown.hands[1]), HAND),
        "deck": row(map(str, shown.deck), DECK),
    }


def _own_lines(state: State, side: Side) -> Screen:
    """Lay out what a player wants at hand on a small screen, the own cards first."""
    other, hand = opponent(side), state.hands[side]
    held = dict(zip(_OWN_CARDS, map(str, hand) if hand else [""] * HAND, strict=True))
    lines = {
        "rival": f"{state.seats[other]} holds {names(state.hands[other])}",
        "cards": f"top of the deck: {names(state.deck[:_TOP_PILE])}",
        "supplies": f"my invocations: {_spirits(state, side)}",
    }
    shown = lines if hand else dict.fromkeys(lines, "")
    return {key: one(text) for key, text in (held | shown).items()}
