"""Answers by the umpire: some to offer in a drop-down, and random ones for bots and tests."""

from collections.abc import Sequence
from typing import Final

from umpire.games.base import Decision, NotUnderstood, RandomSource
from umpire.games.devils_deal.answers import Bet, Division, KeepNone, Pile, Take
from umpire.games.devils_deal.components import (
    COLORS,
    DECK,
    NUMBER,
    POOL,
    SELECTION,
    START_POOL,
    Card,
    Cards,
    in_order,
)
from umpire.games.devils_deal.notation import (
    COLOR_SPELT,
    MARKS,
    ONESELF,
    OTHER,
    read_start,
    write,
)
from umpire.games.devils_deal.rules.betting import highest_raise, may_call
from umpire.games.devils_deal.rules.poker import choosable
from umpire.games.devils_deal.rules.refill import discards_missing, must_go, selection
from umpire.games.devils_deal.state import State
from umpire.games.sampling import any_of, spelt, typed

_COLOR_OF: Final = {color[0]: color for color in COLORS}
_SUMS: Final = tuple(range(3, 20))
"""The sums of piles that a random division tries."""

_NO_DIVISION: Final = 0.1
_TOO_FEW_DISCARDS: Final = 0.3
_UNUSED_NAMED: Final = 0.3
_PASS: Final = 0.2
_FOLD: Final = 0.15
_CALL: Final = 0.6
_ALL_IN: Final = 0.15
_FEW: Final = 4
_REFILL_WITH_FEW: Final = 0.75
_REFILL: Final = 0.3
"""How often a random player does this and that; a refill more often with few cards left."""


def suggest(state: State, decision: Decision) -> tuple[str, ...]:
    """Return legal answers for a drop-down.

    Ruling 37: automated help is not allowed, so no division but `none` is suggested.
    """
    match decision.kind:
        case "start":
            return state.players
        case "refill":
            return ("yes", "no")
        case "divide":
            return ("none",)
        case "take":
            return (*map(write, _takes(state)), "pass")
        case "private":
            cards = choosable(state, state.side_of(decision.by))
            return tuple([f"{one} {two}" for one in cards for two in cards if one != two])
        case "bet":
            return actions(state)
        case "break":
            return ("ready",)
    return ()


def actions(state: State) -> tuple[str, ...]:
    """Return the actions of the player to act that are offered; other raises may be legal too."""
    may = ["call"] if may_call(state) else []
    may += ["raise 1"] if highest_raise(state) else []
    return (*may, "fold")


def _takes(state: State) -> list[Take]:
    offered = in_order(state.refilling.offered)
    pool = state.pools[state.acting]
    if len(pool) < POOL:
        return [Take(card) for card in offered]
    return [Take(card, (gone,)) for card in offered for gone in sorted({*pool, card})]


def sample(state: State, decision: Decision, random: RandomSource) -> str:
    """Return a random legal answer, in a random spelling."""
    return typed(_sample(state, decision, random), random)


def _sample(state: State, decision: Decision, random: RandomSource) -> str:
    match decision.kind:
        case "deal":
            return _spelt_cards(_drawn(2 * START_POOL, DECK, random), random)
        case "selection":
            return _spelt_cards(_drawn(SELECTION, DECK, random), random)
        case "discard":
            pool = state.pools[state.acting]
            return _spelt_cards(_drawn(must_go(state), pool, random), random)
        case "community":
            return _spelt_card(any_of(random, DECK), random)
        case "start":
            return _spelt_start(state.players, decision.by, random)
        case "refill":
            few = len(state.pools[state.acting]) < _FEW
            wanted = random.random() < (_REFILL_WITH_FEW if few else _REFILL)
            return any_of(random, ("yes", "y") if wanted else ("no", "n"))
        case "divide":
            return _spelt_division(random_division(state, random), random)
        case "take":
            return _spelt_take(_random_take(state, random), random)
        case "private":
            cards = choosable(state, state.side_of(decision.by))
            return _spelt_cards(_drawn(2, cards, random), random)
        case "bet":
            return _spelt_bet(_random_bet(state, random), random)
    return "ready"


def _drawn(count: int, cards: Sequence[Card], random: RandomSource) -> Cards:
    left = list(cards)
    drawn = []
    for _ in range(count):
        drawn.append(any_of(random, left))
        left.remove(drawn[-1])
    return tuple(drawn)


def _some(cards: Cards, random: RandomSource) -> Cards:
    """Return some of the cards in a random order, at least one."""
    return _drawn(any_of(random, range(1, len(cards) + 1)), cards, random)


def random_division(state: State, random: RandomSource) -> Division | KeepNone:
    """Return a random valid division of the selection."""
    if random.random() < _NO_DIVISION:
        return KeepNone()
    left = list(_drawn(SELECTION, selection(state), random))
    wanted = any_of(random, _SUMS)
    found: list[Cards] = []
    while (pile := _pile_of(wanted, left)) is not None:
        found.append(pile)
        left = [card for card in left if card not in pile]
    if not found:
        found, left = [tuple(left[:1])], left[1:]
    aside = any_of(random, found)
    piles = tuple([Pile(pile, aside=pile is aside) for pile in found])
    named = _some(tuple(left), random) if left and random.random() < _UNUSED_NAMED else ()
    division = Division(piles, named)
    return division._replace(discards=_discards(state, division, random))


def _pile_of(wanted: int, cards: Sequence[Card]) -> Cards | None:
    """Return cards of that sum, the first found.

    With 12 cards there is not much to look through.
    """
    for place, card in enumerate(cards):
        rest = wanted - NUMBER[card]
        if rest == 0:
            return (card,)
        if rest > 0:
            others = _pile_of(rest, cards[place + 1 :])
            if others is not None:
                return (card, *others)
    return None


def _discards(state: State, division: Division, random: RandomSource) -> Cards:
    must = discards_missing(state, division)
    if must and random.random() < _TOO_FEW_DISCARDS:
        must = any_of(random, range(must))
    kept = [card for pile in division.piles if not pile.aside for card in pile.cards]
    return _drawn(must, (*state.pools[state.acting], *kept), random)


def _random_take(state: State, random: RandomSource) -> Take:
    return Take(None) if random.random() < _PASS else any_of(random, _takes(state))


def _random_bet(state: State, random: RandomSource) -> Bet:
    most = highest_raise(state)
    if random.random() < _FOLD:
        return Bet("fold")
    if may_call(state) and (not most or random.random() < _CALL):
        return Bet("call")
    few = min(most, 3)
    return Bet("raise", most if random.random() < _ALL_IN else any_of(random, range(1, few + 1)))


def _spelt_start(players: tuple[str, str], by: str, random: RandomSource) -> str:
    name = any_of(random, players)
    word = ONESELF if name == by else OTHER
    shorter = name[: any_of(random, range(1, len(name) + 1))]
    return any_of(
        random, [text for text in (name, word, shorter) if _means(text, name, players, by)]
    )


def _means(text: str, name: str, players: tuple[str, str], by: str) -> bool:
    try:
        return read_start(text, players, by).player == name
    except NotUnderstood:
        return False


def _spelt_division(division: Division | KeepNone, random: RandomSource) -> str:
    """Return a division in one of the many ways it may be written."""
    if isinstance(division, KeepNone):
        return any_of(random, ("none", " | none /"))
    mark = any_of(random, (" | ", "\n", " / ", "|", "\r\n", " |\n"))
    text = mark.join(_spelt_pile(pile, random) for pile in division.piles)
    if division.unused or random.random() < 0.1:
        text += any_of(random, (mark, " ")) + _spelt_list("unused", division.unused, random)
    if division.discards or random.random() < 0.1:
        word, before = any_of(random, (("discard", mark), ("discard", " "), ("d", mark)))
        text += before + _spelt_list(word, division.discards, random)
    return text


def _spelt_pile(pile: Pile, random: RandomSource) -> str:
    cards = _spelt_cards(pile.cards, random)
    if not pile.aside:
        return cards
    mark = any_of(random, MARKS)
    ways = f"{cards} {mark}", f"{cards}{mark}", f"{mark} {cards}", f"{mark}: {cards}"
    return any_of(random, ways)


def _spelt_list(word: str, cards: Cards, random: RandomSource) -> str:
    listed = _spelt_cards(cards, random) if cards else any_of(random, ("", "none"))
    return word + any_of(random, (" ", ": ", ":")) + listed


def _spelt_take(take: Take, random: RandomSource) -> str:
    if take.card is None:
        return any_of(random, ("pass", "none", "no"))
    text = any_of(random, ("", "take ")) + _spelt_card(take.card, random)
    if not take.discards:
        return text + any_of(random, ("", "", " discard none"))
    mark = any_of(random, (" ", " / ", "\n", ", "))
    return text + mark + _spelt_list(any_of(random, ("discard", "d")), take.discards, random)


def _spelt_bet(bet: Bet, random: RandomSource) -> str:
    if bet.action == "raise":
        return any_of(random, ("raise", "r")) + any_of(random, ("", " ", " 0")) + str(bet.chips)
    return any_of(random, (bet.action, bet.action[0]))


def _spelt_cards(cards: Cards, random: RandomSource) -> str:
    mark = any_of(random, (" ", " ", "", ", ", ";", "  "))
    return mark.join(_spelt_card(card, random) for card in cards)


def _spelt_card(card: Card, random: RandomSource) -> str:
    if random.random() < 0.5:
        return card
    blank = any_of(random, ("", " "))
    return f"{spelt(_COLOR_OF[card[0]], COLOR_SPELT, random)}{blank}{NUMBER[card]}"
