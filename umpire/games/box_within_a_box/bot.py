"""Answers by the umpire: some to offer in a drop-down, and random ones for bots and tests."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from umpire.games.base import Decision, NotAllowed, RandomSource
from umpire.games.box_within_a_box.answers import Layout, Play
from umpire.games.box_within_a_box.cards import Card
from umpire.games.box_within_a_box.components import (
    TILE_NAMES,
    TRAITS,
    Bet,
    Bets,
    Condition,
    Direction,
    Path,
    Seat,
    Uses,
    condition,
)
from umpire.games.box_within_a_box.movement import Movement
from umpire.games.box_within_a_box.notation import (
    TRAIT_SPELT,
    WAY_SPELT,
    read_play,
    shortest,
    write,
)
from umpire.games.box_within_a_box.rules import rounds
from umpire.games.box_within_a_box.rules.betting import check, owed, possible, traits_left
from umpire.games.box_within_a_box.rules.opening import deal_board, deal_cards
from umpire.games.box_within_a_box.rules.rounds import Box, box_of, movable
from umpire.games.box_within_a_box.state import State
from umpire.games.sampling import Shuffler, any_of, typed

_READY: Final = ("ready", "Ready", " READY ")
_SUGGESTED_BETS: Final = 12
_WAYS_OF_A_CARD: Final = 8
"""How many bet lines, and movements of each card, are offered."""

_TWO_TRAITS: Final = 0.85
"""How often a random condition has two traits; so often that traits run out in the end."""
_TRIES: Final = 20
_EVERYTHING: Final = 0.1
"""How often a random player stakes all there is."""


def suggest(state: State, decision: Decision) -> tuple[str, ...]:
    """Return legal answers for a drop-down."""
    match decision.kind:
        case "examine-boards" | "examine-cards":
            return ("ready",)
        case "bet":
            lines = _bet_lines(state, state.seat_of(decision.by))
            return tuple(dict.fromkeys(islice(lines, _SUGGESTED_BETS)))
        case "play":
            return tuple(_plays(state, state.seat_of(decision.by)))
    return ()


def _bet_lines(state: State, seat: Seat) -> Iterator[str]:
    """Yield bets of 1 on conditions of one trait, and of two where the traits allow."""
    used = state.used[seat]
    base = possible(used)
    traits = traits_left(used)
    for start in range(len(traits)):
        turned = traits[start:] + traits[:start]
        single = [Condition((trait,)) for trait in turned[: len(base)]]
        joined = [
            condition(first, second, joint)
            for first, second, joint in zip(turned, turned[1:], ("and", "or") * 6, strict=False)
        ]
        for conditions in (single, joined[: len(base)]):
            bets = tuple(Bet(1, one) for one in conditions)
            if _is_legal(state, seat, bets):
                yield "; ".join(map(str, bets))
    yield "; ".join(f"1 on {one}" for one in base)


def _is_legal(state: State, seat: Seat, bets: Bets) -> bool:
    try:
        check(state, seat, bets)
    except NotAllowed:
        return False
    return True


def _plays(state: State, seat: Seat) -> Iterator[str]:
    box = box_of(state, seat)
    can = movable(state, seat)
    for card in can:
        ways = shortest(card, box.movements(card), box.tile)
        yield from (f"{card.name} {way}" for way in islice(ways, _WAYS_OF_A_CARD))
    if not can:
        yield "none"


def sample(state: State, decision: Decision, random: RandomSource) -> str:
    """Return a random legal answer, in a random spelling."""
    match decision.kind:
        case "board":
            return write(Layout(deal_board(Shuffler(random))))
        case "deal":
            return deal_cards(state, Shuffler(random))
        case "bet":
            text = _spelt_bets(_random_bets(state, state.seat_of(decision.by), random), random)
        case "play":
            text = _random_play(state, state.seat_of(decision.by), random)
        case _:
            text = any_of(random, _READY)
    return typed(text, random)


# Bets


def _random_bets(state: State, seat: Seat, random: RandomSource) -> Bets:
    used = state.used[seat]
    number = owed(used)
    stakes = _stakes(number, state.points[seat] // 2, random)
    for _ in range(_TRIES):
        conditions = [_random_condition(used, random) for _ in range(number)]
        bets = tuple(map(Bet, stakes, conditions))
        if _is_legal(state, seat, bets):
            return bets
    return tuple(map(Bet, stakes, possible(used)))


def _stakes(number: int, most: int, random: RandomSource) -> list[int]:
    """Return so many stakes that they come to no more than a player has."""
    everything = random.random() < _EVERYTHING
    stakes: list[int] = []
    for left in range(number, 0, -1):
        free = most - sum(stakes) - (left - 1)
        stake = free if everything and left == 1 else 1 + int(random.random() ** 2 * free / 2)
        stakes.append(max(1, min(stake, free)))
    return stakes


def _random_condition(used: Uses, random: RandomSource) -> Condition:
    traits = traits_left(used)
    first, second = any_of(random, traits), any_of(random, traits)
    if first == second or random.random() > _TWO_TRAITS:
        return condition(first)
    return condition(first, second, any_of(random, ("and", "or")))


def _spelt_bets(bets: Bets, random: RandomSource) -> str:
    between = any_of(random, ("; ", ", ", "\n", ",", " ;; ", "\r\n"))
    return between.join(_spelt_bet(bet, random) for bet in bets)


def _spelt_bet(bet: Bet, random: RandomSource) -> str:
    on = any_of(random, (" on ", ": ", ":", " : "))
    traits = [_spelt_trait(TRAITS[trait], random) for trait in bet.condition.traits]
    if random.random() < 0.3:
        traits.reverse()
    if bet.condition.joint == "and":
        return f"{bet.stake}{on}{any_of(random, (' and ', ' & ', '&')).join(traits)}"
    return f"{bet.stake}{on}{any_of(random, (' or ', ' / ', '/')).join(traits)}"


def _spelt_trait(name: str, random: RandomSource) -> str:
    return any_of(
        random, [spelling for spelling, trait in TRAIT_SPELT.items() if TRAITS[trait] == name]
    )


# Plays


def _random_play(state: State, seat: Seat, random: RandomSource) -> str:
    can = movable(state, seat)
    if not can:
        return "none"
    card = any_of(random, can)
    box = box_of(state, seat)
    movement = any_of(random, box.movements(card).all)
    meant = Play(card, movement)
    text = f"{_spelt_card(state, card, random)} {_spelt_movement(card, movement, box, random)}"
    return text if _means(state, seat, text, meant) else write(meant)


def _means(state: State, seat: Seat, text: str, meant: Play) -> bool:
    """Return whether a text is taken, and for this play: a short one may mean several."""
    try:
        return rounds.check(state, seat, read_play(text, state.terms.cards)) == meant
    except NotAllowed:
        return False


def _spelt_card(state: State, card: Card, random: RandomSource) -> str:
    named = [card.name[:end] for end in range(1, len(card.name) + 1)]
    clear = [
        name
        for name in named
        if {one for one in state.terms.cards.beginning(name.lower()) if one in state.pool} == {card}
    ]
    return any_of(random, (str(card.number), f"#{card.number}", card.name, any_of(random, clear)))


def _spelt_movement(card: Card, movement: Movement, box: Box, random: RandomSource) -> str:
    """Return a movement in one of the ways it may be told; some of them may mean others too."""
    tiles = any_of(random, (movement.path, movement.ends, movement.path[-1:], b""))
    if card.directed and random.random() < 0.4:
        return _spelt_ways(any_of(random, box.movements(card).ways()[movement.path]), random)
    if tiles and random.random() < 0.3:
        tiles = bytes((box.tile,)) + tiles
    return _spelt_tiles(tiles, random)


def _spelt_tiles(tiles: Path, random: RandomSource) -> str:
    between = any_of(random, ("-", ">", " ", " - ", " > ", ", "))
    return between.join(TILE_NAMES[tile] for tile in tiles)


def _spelt_ways(directions: Sequence[Direction], random: RandomSource) -> str:
    between = any_of(random, (" ", "+", ", "))
    return between.join(_spelt_way(direction, random) for direction in directions)


def _spelt_way(direction: Direction, random: RandomSource) -> str:
    return any_of(random, [spelling for spelling, way in WAY_SPELT.items() if way == direction])
