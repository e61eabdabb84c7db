"""Answers by the umpire: some to offer in a drop-down, and random ones for bots and tests."""

from collections.abc import Iterator, Sequence

from umpire.games.base import Decision, NotAllowed, RandomSource
from umpire.games.denizens_of_tartarus.answers import SAME_PILES, Block, Mulligan, Turn
from umpire.games.denizens_of_tartarus.components import CARD_NAMED, LETTERS, MODULES, Card
from umpire.games.denizens_of_tartarus.notation import (
    COLOR_SPELT,
    MODULE_SPELT,
    PILE_ORDERS,
    PILE_SPELT,
    PILES,
    write,
    write_configuration,
)
from umpire.games.denizens_of_tartarus.rules.opening import deal
from umpire.games.denizens_of_tartarus.rules.turn import play, plays
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.sampling import Shuffler, any_of, spelt, typed

_SEATS = ("first left", "first right", "second left", "second right")
_SEATS_SHORT = ("first", "p2", "1 r", "left second", "l p1", "right 2")
_NO_PICK = ("Balance", "Order", "Set", "Pair", "Shuffle")
"""The modules whose draw option needs nothing said."""

_OPTION = 0.5
_SPIRIT = 0.3
"""How often a random turn tries a draw option, and an invocation."""


def suggest(state: State, decision: Decision) -> tuple[str, ...]:
    """Return legal answers for a drop-down; of a turn the plays, then those with a draw option."""
    match decision.kind:
        case "seats":
            return _SEATS
        case "ban":
            return tuple(letter for letter in LETTERS if letter not in state.bans)
        case "declare":
            return (*MODULES, "none")
        case "turn":
            return tuple(map(write, _offered(state)))
    return ()


def _offered(state: State) -> Iterator[Turn]:
    basic = [Turn(card, module) for card, module in plays(state)]
    yield from basic
    for turn in basic:
        option = turn._replace(option=True)
        if turn.module in _NO_PICK and is_legal(state, option):
            yield option


def is_legal(state: State, turn: Turn) -> bool:
    """Return whether the rules allow a turn."""
    try:
        play(state, turn)
    except NotAllowed:
        return False
    return True


def sample(state: State, decision: Decision, random: RandomSource) -> str:
    """Return a random legal answer, in a random spelling."""
    match decision.kind:
        case "deal":
            text = write_configuration(deal(Shuffler(random)))
        case "seats":
            text = any_of(random, _SEATS + _SEATS_SHORT)
        case "ban":
            left = [letter for letter in LETTERS if letter not in state.bans]
            text = any_of(random, ("", "ban ")) + any_of(random, left)
        case "declare":
            text = any_of(random, ("none", "pass", "")) or _spelt_declaration(random)
        case _:
            text = _spelt_turn(random_turn(state, random), random)
    return typed(text, random)


def random_turn(state: State, random: RandomSource) -> Turn:
    """Return a random legal turn; a draw option or an invocation is left out if it is not legal."""
    turn = Turn(*any_of(random, list(plays(state))))
    if turn.module == "Shuffle":
        turn = turn._replace(piles=any_of(random, PILE_ORDERS))
    if random.random() < _OPTION:
        option = turn._replace(option=True, pick=_pick(state, turn, random))
        turn = option if is_legal(state, option) else turn
    if random.random() < _SPIRIT:
        spirited = turn._replace(spirit=_spirit(state, turn, random))
        turn = spirited if is_legal(state, spirited) else turn
    return turn


def _pick(state: State, turn: Turn, random: RandomSource) -> Card | int | None:
    if turn.module == "Stones":
        kept = [card for card in state.hands[state.mover] if card is not turn.card]
        return _one(kept, random)
    if turn.module == "Matching":
        place = 1 + int(random.random() * turn.card.number)
        return place if random.random() < 0.5 else state.deck[place - 1]
    return None


def _one(cards: Sequence[Card], random: RandomSource) -> Card:
    return CARD_NAMED[any_of(random, [str(card) for card in cards])]


def _spirit(state: State, turn: Turn, random: RandomSource) -> Block | Mulligan:
    attuned = random.random() < 0.5
    if random.random() < 0.5:
        return Block(any_of(random, MODULES), attuned)
    held = [str(card) for card in play(state, turn).after.hands[state.mover]]
    count = any_of(random, (1, 2, 3)) if attuned else 1
    drawn = Shuffler(random).draw(count, held)
    return Mulligan(tuple(CARD_NAMED[name] for name in drawn), attuned)


def _spelt_declaration(random: RandomSource) -> str:
    module = any_of(random, MODULES)
    return any_of(random, ("", "declare ", "block ")) + spelt(module, MODULE_SPELT, random)


def _spelt_turn(turn: Turn, random: RandomSource) -> str:
    """Return a turn in one of the many ways it may be written."""
    parts = [
        any_of(random, ("", "play ")) + _spelt_card(turn.card, random),
        any_of(random, ("", "on ", "to ")) + spelt(turn.module, MODULE_SPELT, random),
    ]
    piles = _spelt_piles(turn.piles, random) if turn.module == "Shuffle" else ""
    pick = _spelt_card(turn.pick, random) if isinstance(turn.pick, Card) else str(turn.pick or "")
    if turn.option:
        draw = any_of(random, ("draw module", "draw mod"))
        parts += (
            any_of(random, ([piles, draw], [f"{draw} {piles}"])) if piles else [f"{draw} {pick}"]
        )
    else:
        parts += [piles, any_of(random, ("", "draw top"))]
    if turn.spirit is not None:
        parts.append(_spelt_spirit(turn.spirit, random))
    mark = any_of(random, (" ", " ", ", ", "; ", "  "))
    return mark.join(part.strip() for part in parts if part)


def _spelt_spirit(spirit: Block | Mulligan, random: RandomSource) -> str:
    if isinstance(spirit, Block):
        word, named = "block", spelt(spirit.module, MODULE_SPELT, random)
    else:
        word = any_of(random, ("mulligan", "mull"))
        named = any_of(random, (" ", ", ")).join(_spelt_card(c, random) for c in spirit.cards)
    if not spirit.attuned:
        return f"{word} {named}"
    attuned = any_of(random, ("attuned", "att"))
    return any_of(
        random,
        (f"{attuned} {word} {named}", f"{word} {attuned} {named}", f"{word} {named} {attuned}"),
    )


def _spelt_piles(piles: str, random: RandomSource) -> str:
    if piles == SAME_PILES and random.random() < 0.5:
        return ""
    if random.random() < 0.5:
        return piles
    return " ".join(spelt(PILES[letter], PILE_SPELT, random) for letter in piles)


def _spelt_card(card: Card, random: RandomSource) -> str:
    if random.random() < 0.5:
        return str(card)
    blank = any_of(random, ("", " "))
    return f"{spelt(card.color, COLOR_SPELT, random)}{blank}{card.number}"
