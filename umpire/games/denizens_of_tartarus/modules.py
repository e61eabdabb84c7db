"""The seven modules: how each lies, what a play does there, and its draw option.

What a line says besides card and module is read there too: the order of Shuffle's piles, and the
card that the draw options of Matching and Stones need.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from operator import itemgetter
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, NamedTuple, Self, TypeVar

from umpire.games.base import NotAllowed, NotUnderstood, RandomSource, Screen
from umpire.games.blocks import Block, cell, column, grid, row
from umpire.games.cards import names
from umpire.games.denizens_of_tartarus.cards import (
    COLORS,
    MODULES,
    NUMBERS,
    Card,
    Color,
    Deck,
    Hand,
    Line,
    ModuleName,
)
from umpire.games.reports import ByKey
from umpire.games.text import normalize, parse_digits, pluralize, prefix_table
from umpire.games.two_players import BySide, Side, opponent, replace_side
from umpire.games.values import Value

_T = TypeVar("_T")

Pick = Card | int | None
"""What a line names for a draw option: a card, a place in the deck from 1, or nothing."""

PILE_ORDERS: Final = ("TMB", "TBM", "MTB", "MBT", "BTM", "BMT")
"""Shuffle's top, middle and bottom pile in their new order from the top."""
SAME_PILES: Final = PILE_ORDERS[0]


class Play(NamedTuple):
    """A card on its way to a module: it has left the hand and is in no deck yet."""

    side: Side
    left: Side
    """The side shown on the left, which a note on both sides names first."""
    card: Card
    hand: Hand
    """The two cards left in the hand."""
    deck: Deck
    """The 19 cards of the deck."""
    pick: Pick
    piles: str
    """The new order of Shuffle's piles."""


class Effect(NamedTuple):
    """The effect of a play: the module after it, who gains a point, and a note for the event."""

    module: "Module"
    gainer: Side | None
    note: str
    brief: str
    """The note in two or three words, for a line of a list."""


class Draw(NamedTuple):
    """The cards drawn, and the hand and the deck after that."""

    drawn: tuple[Card, ...]
    hand: Hand
    deck: Deck
    discarded: tuple[Card, ...] = ()
    """The cards that the draw option discards, which the deck has at its bottom now."""


def _draw_card_at(play: Play, index: int) -> Draw:
    """Draw the card of the deck at an index, 0 for the top card."""
    deck = play.deck
    card = deck[index]
    return Draw((card,), (*play.hand, card), deck[:index] + deck[index + 1 :])


@dataclass(frozen=True, slots=True)
class Module(Value, ABC):
    """One of the seven modules as it lies on the table.

    What differs from module to module is in the subclass: the effect of a play (`effect`),
    the points that win it (`need`), the draw option (`draw_by_option`) and the pick for it.
    """

    name: ClassVar[ModuleName]
    need: ClassVar[int]

    won: Side | None = None
    points: BySide[int] = (0, 0)

    def playable_cards(self, hand: Hand) -> Hand:
        """Return the cards of a hand that may be played here while the module is open."""
        return hand

    def why_refused(self, card: Card) -> str:
        """Return why this card may not be played here though the module is open."""
        raise NotImplementedError(f"{self.name} takes every card")

    @abstractmethod
    def effect(self, play: Play) -> Effect:
        """Return the effect of a play here; `with_point` counts its point afterwards."""

    def with_point(self, side: Side) -> Self:
        """Return the module with one point more for a side, won if that was the last one needed."""
        points = replace_side(self.points, side, self.points[side] + 1)
        return self.replace(points=points, won=side if points[side] >= self.need else self.won)

    def draw(self, play: Play) -> Draw:
        """Draw as usual: the top card. Ruling 23: that is always allowed."""
        return _draw_card_at(play, 0)

    @abstractmethod
    def draw_by_option(self, play: Play) -> Draw:
        """Draw by this module's option. Raises NotAllowed if it cannot be had."""

    def read_pick(self, line: Line) -> Pick:
        """Read the pick that the draw option needs; most need none."""
        return None

    def picks(self, card: Card | None, hand: Hand, deck: Deck) -> tuple[str, ...]:
        """Return the picks that the draw option allows, as texts; none where it needs none.

        `card` is the card to be played, None while no card is chosen; it is still in `hand`.
        """
        return ()

    def random_pick(self, play: Play, random: RandomSource) -> Pick:
        """Return a random pick that the draw option allows."""
        return None

    @abstractmethod
    def cells(self, sides: tuple[Side, Side]) -> Screen:
        """Return the module's own blocks of the screen; `sides` has the left side first."""


def left_and_right(numbers: tuple[int, int], sides: tuple[Side, Side], between: str = ":") -> Block:
    """Return a row: the left side's number, the text between, and the right side's number."""
    left, right = sides
    return ((str(numbers[left]), between, str(numbers[right])),)


@dataclass(frozen=True, slots=True)
class Balance(Module):
    """Sisyphus: plays weigh, and points made elsewhere go to the heavier side."""

    name: ClassVar[ModuleName] = "Balance"
    need: ClassVar[int] = 5

    weight: BySide[int] = (0, 0)

    def effect(self, play: Play) -> Effect:
        """Add the card's number to the weight; being played on gives no point."""
        weight = self.weight[play.side] + play.card.number
        module = self.replace(weight=replace_side(self.weight, play.side, weight))
        return Effect(module, None, f"weight {weight}", f"weight {weight}")

    def heavier_side(self) -> Side | None:
        """Return the side with more weight, None if both have the same."""
        first, second = self.weight
        if first == second:
            return None
        return 0 if first > second else 1

    def after_point_elsewhere(self) -> "Balance":
        """Return the module after a point elsewhere: a point to the heavier side, weights at 0."""
        heavier_side = self.heavier_side()
        with_point = self if heavier_side is None else self.with_point(heavier_side)
        # Ruling 12: the weights go at a tie too.
        return with_point.replace(weight=(0, 0))

    def draw_by_option(self, play: Play) -> Draw:
        """Draw the Nth card from the top."""
        return _draw_card_at(play, play.card.number - 1)

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        return {"weights": left_and_right(self.weight, sides)}


LIGHTS: Final = 4
"""The lights of Order or of Pair that give a point."""


def _light_up(
    lights: tuple[frozenset[_T], frozenset[_T]], side: Side, light: _T
) -> tuple[tuple[frozenset[_T], frozenset[_T]], Side | None, str]:
    """Put a light on for a side; return the lights, who gains a point, and a text on the count."""
    lights_on = lights[side] | {light}
    count = f"{len(lights_on)} of {LIGHTS}"
    if len(lights_on) < LIGHTS:
        return replace_side(lights, side, lights_on), None, count
    # Ruling 19: only the lights of who gains the point go off.
    return replace_side(lights, side, frozenset()), side, count


def _light_columns(
    lights_on: tuple[Collection[_T], Collection[_T]],
    sides: tuple[Side, Side],
    lights: Collection[_T],
) -> Screen:
    """Return a column for each side, with a mark beside each light that is on."""
    left, right = (
        column(("●" if light in lights_on[side] else "" for light in lights), len(lights))
        for side in sides
    )
    return {"left": left, "right": right}


_NEXT: Final = dict(zip(COLORS, (*COLORS[1:], COLORS[0]), strict=True))


@dataclass(frozen=True, slots=True)
class Order(Module):
    """Ixion: a card of the colour shown lights a light; four lights give a point."""

    name: ClassVar[ModuleName] = "Order"
    need: ClassVar[int] = 2

    color: Color = "Red"
    lights: BySide[frozenset[Color]] = (frozenset(), frozenset())

    def effect(self, play: Play) -> Effect:
        """Light the colour if the card has it, and move on to the next colour either way."""
        next_color = _NEXT[self.color]
        if play.card.color != self.color:
            module = self.replace(color=next_color)
            return Effect(module, None, f"no light, {self.color} was shown", "no light")
        lights, gainer, count = _light_up(self.lights, play.side, self.color)
        module = self.replace(color=next_color, lights=lights)
        return Effect(module, gainer, f"{self.color} light, {count}", f"{self.color} light")

    def draw_by_option(self, play: Play) -> Draw:
        """Draw the topmost card of the played card's colour."""
        for index, card in enumerate(play.deck):
            if card.color == play.card.color:
                return _draw_card_at(play, index)
        raise NotAllowed(
            f"The deck has no {play.card.color} card, so Order's draw option is not possible. "
            "Draw the top card."
        )

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        letters = (f"▸ {color[0]}" if color == self.color else color[0] for color in COLORS)
        lights = _light_columns(self.lights, sides, COLORS)
        return {"shown": column(letters, len(COLORS)), **lights}


@dataclass(frozen=True, slots=True)
class Matching(Module):
    """Tantalus: a point for playing the very card that is shown.

    It is None before the start is chosen. Ruling 17: it stays in the deck.
    """

    name: ClassVar[ModuleName] = "Matching"
    need: ClassVar[int] = 3

    card: Card | None = None

    def effect(self, play: Play) -> Effect:
        """Return a point for the card shown, and show the card now at the deck's bottom instead."""
        if play.card is not self.card:
            return Effect(self, None, f"no match, {self.card} is shown", "no match")
        bottom = play.deck[-1]
        note = f"a match, now {bottom} is shown"
        return Effect(self.replace(card=bottom), play.side, note, "a match")

    def draw_by_option(self, play: Play) -> Draw:
        """Draw one of the N topmost cards, named or counted from 1 at the top."""
        number = play.card.number
        topmost = play.deck[:number]
        pick = play.pick
        if isinstance(pick, int) and 1 <= pick <= number:
            return _draw_card_at(play, pick - 1)
        if isinstance(pick, Card) and pick in topmost:
            return _draw_card_at(play, topmost.index(pick))
        which = "only the top card" if number == 1 else f"one of the {number} top cards"
        raise NotAllowed(f"With {play.card} you may draw {which}: {names(topmost)}.")

    def read_pick(self, line: Line) -> Pick:
        word = line.peek()
        if word.isascii() and word.isdigit():
            line.skip_word()
            return parse_digits(word)
        return line.take_card("Say which card you draw. Example: draw module 2 or draw module R4.")

    def picks(self, card: Card | None, hand: Hand, deck: Deck) -> tuple[str, ...]:
        if card is None:
            return tuple(map(str, NUMBERS))
        return (*map(str, NUMBERS[: card.number]), *map(str, deck[: card.number]))

    def random_pick(self, play: Play, random: RandomSource) -> Pick:
        place = 1 + int(random.random() * play.card.number)
        return place if random.random() < 0.5 else play.deck[place - 1]

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        return {"card": cell(str(self.card or ""))}


CARDS_ON_SET: Final = 4
"""The cards on Set for which the higher sum gives a point."""
_ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th")


class CardOnSet(NamedTuple):
    """A card that lies on Set, and who played it."""

    by: Side
    card: Card


@dataclass(frozen=True, slots=True)
class Set(Module):
    """Phlegyas: four cards that differ in colour and number; the higher sum gains a point."""

    name: ClassVar[ModuleName] = "Set"
    need: ClassVar[int] = 2

    cards: tuple[CardOnSet, ...] = ()
    """In the order played."""

    def playable_cards(self, hand: Hand) -> Hand:
        """Return the cards that share neither colour nor number with one that lies here."""
        traits = {trait for _, card in self.cards for trait in (card.color, card.number)}
        return tuple(
            [card for card in hand if card.color not in traits and card.number not in traits]
        )

    def why_refused(self, card: Card) -> str:
        faults = [
            f"a {card.number} ({other})" for _, other in self.cards if other.number == card.number
        ]
        faults += [
            f"a {card.color} card ({other})" for _, other in self.cards if other.color == card.color
        ]
        verb = "are" if len(faults) > 1 else "is"
        return f"Set does not take {card}: {' and '.join(faults)} {verb} there already."

    def sum_of(self, side: Side) -> int:
        """Return the sum of the numbers that a side has here."""
        return sum([card.number for by, card in self.cards if by == side])

    def effect(self, play: Play) -> Effect:
        """Lay the card down, and give the point at the fourth or the fifth."""
        module = self.replace(cards=(*self.cards, CardOnSet(play.side, play.card)))
        other = opponent(play.side)
        own_sum, other_sum = module.sum_of(play.side), module.sum_of(other)
        gainer: Side | None = None
        if len(module.cards) > CARDS_ON_SET:
            gainer = play.side  # Ruling 20: the fifth gains the point whatever the sums.
        elif len(module.cards) == CARDS_ON_SET and own_sum != other_sum:
            gainer = play.side if own_sum > other_sum else other
        left, right = map(module.sum_of, (play.left, opponent(play.left)))
        brief = f"{_ORDINALS[len(self.cards)]} card"
        after = module if gainer is None else self.replace(cards=())
        return Effect(after, gainer, f"{brief}, {left} : {right}", brief)

    def draw_by_option(self, play: Play) -> Draw:
        """Draw the topmost card with neither the colour nor the number of the card played."""
        # There is always one: of 25 cards 16 differ in both, and no more than 5 are in hands.
        color, number = play.card.color, play.card.number
        unlike = [card.color != color and card.number != number for card in play.deck]
        return _draw_card_at(play, unlike.index(True))

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        left, right = sides
        rows = [
            (card.name if by == left else "", "", card.name if by == right else "")
            for by, card in self.cards
        ]
        sums = (self.sum_of(0), self.sum_of(1))
        return {
            "cards": grid(rows, CARDS_ON_SET, 3),
            "sums": left_and_right(sums, sides) if self.cards else row((), 3),
        }


STONES: Final = 6
"""Of each colour, at the start."""


@dataclass(frozen=True, slots=True)
class Stones(Module):
    """Tityos: cards take stones of their colour; a colour's last stone gives a point."""

    name: ClassVar[ModuleName] = "Stones"
    need: ClassVar[int] = 3

    stones: Annotated[tuple[int, ...], ByKey(COLORS)] = (STONES,) * len(COLORS)

    def effect(self, play: Play) -> Effect:
        """Take as many stones of the card's colour as its number says, or all that are left."""
        color = COLORS.index(play.card.color)
        before = self.stones[color]
        count = min(play.card.number, before)
        after = before - count
        module = self.replace(stones=(*self.stones[:color], after, *self.stones[color + 1 :]))
        # Ruling 18: where none is left nothing goes, and nobody gains a point.
        if not count:
            return Effect(module, None, f"no {play.card.color} stones left", "no stones")
        stones = pluralize(count, f"{play.card.color} stone")
        note = f"takes {stones}, {after or 'none'} left"
        return Effect(module, None if after else play.side, note, stones)

    def draw_by_option(self, play: Play) -> Draw:
        """Discard one of the two cards left in the hand, then draw the two topmost."""
        if play.pick not in play.hand:
            raise NotAllowed(
                "With Stones' draw option you discard a card that is left in your hand: "
                f"{' or '.join(map(str, play.hand))}."
            )
        drawn = play.deck[:2]
        first, second = play.hand
        discard, kept = (first, second) if play.pick is first else (second, first)
        # Ruling 21: the discard goes under the deck before the card that was played.
        return Draw(drawn, (kept, *drawn), (*play.deck[2:], discard), (discard,))

    def read_pick(self, line: Line) -> Pick:
        return line.take_card("Say which card you discard. Example: draw module R2.")

    def picks(self, card: Card | None, hand: Hand, deck: Deck) -> tuple[str, ...]:
        return tuple([str(other) for other in hand if other is not card])

    def random_pick(self, play: Play, random: RandomSource) -> Pick:
        return random.choice(play.hand)

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        return {"counts": column(map(str, self.stones), len(COLORS))}


_MIDDLE: Final = 10
"""The place of the deck's middle card, counted from 1: nine lie over it, nine under it."""


@dataclass(frozen=True, slots=True)
class Pair(Module):
    """The Danaïdes: the difference of the two cards kept lights a light; four give a point."""

    name: ClassVar[ModuleName] = "Pair"
    need: ClassVar[int] = 2

    lights: BySide[frozenset[int]] = (frozenset(), frozenset())

    def effect(self, play: Play) -> Effect:
        """Light the difference of the numbers of the two cards left in the hand."""
        first, second = play.hand
        difference = abs(first.number - second.number)
        lights, gainer, count = _light_up(self.lights, play.side, difference)
        brief = f"light {difference}"
        return Effect(self.replace(lights=lights), gainer, f"{brief}, {count}", brief)

    def draw_by_option(self, play: Play) -> Draw:
        """Draw the middle card of the deck."""
        return _draw_card_at(play, _MIDDLE - 1)

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        return _light_columns(self.lights, sides, range(len(NUMBERS)))


TOKENS: Final = 5
"""The tokens on Shuffle that give a point."""
_PILE: Final = 6
"""The cards of the top and of the bottom pile; the middle pile is the rest, 7 or 6."""
_pile_ends = itemgetter(0, 5, 6, 12, 13, 18)
"""Ruling 15: tokens are counted on piles of 6, 7 and 6."""

_PILE_BY_SPELLING: Final = prefix_table({"top": "T", "middle": "M", "bottom": "B"})
_ORDER_BY_SPELLING: Final = {normalize(piles): piles for piles in PILE_ORDERS}


@dataclass(frozen=True, slots=True)
class Shuffle(Module):
    """Ocnus: tokens for what lies at the ends of three piles, which may change places."""

    name: ClassVar[ModuleName] = "Shuffle"
    need: ClassVar[int] = 4

    tokens: BySide[int] = (0, 0)

    def effect(self, play: Play) -> Effect:
        """Count the tokens. The piles are for the draw to move: the option draws before that."""
        color, number = play.card.color, play.card.number
        matching = [
            card for card in _pile_ends(play.deck) if card.color == color or card.number == number
        ]
        count = self.tokens[play.side] + len(matching)
        has_point = count >= TOKENS
        # Rulings 14 and 19: one point however many there are; all go, the opponent's stay.
        tokens = replace_side(self.tokens, play.side, 0 if has_point else count)
        brief = pluralize(len(matching), "token") if matching else "no tokens"
        which = f" ({names(matching)})" if matching else ""
        module = self.replace(tokens=tokens)
        note = f"{brief}{which}, {count} in all"
        return Effect(module, play.side if has_point else None, note, brief)

    def draw(self, play: Play) -> Draw:
        """Rearrange the piles, then draw the top card (ruling 23)."""
        return _draw_card_at(play._replace(deck=_rearrange(play.deck, play.piles)), 0)

    def draw_by_option(self, play: Play) -> Draw:
        """Draw the top card first, then rearrange the 18 cards left."""
        top = _draw_card_at(play, 0)
        return top._replace(deck=_rearrange(top.deck, play.piles))

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        return {"tokens": left_and_right(self.tokens, sides)}


def _rearrange(deck: Deck, piles: str) -> Deck:
    """Put the three piles together in a new order. Ruling 16: inside a pile nothing moves."""
    if piles == SAME_PILES:
        return deck
    # Ruling 15: of a deck of 18 the piles are 6, 6 and 6.
    pile = {"T": deck[:_PILE], "M": deck[_PILE:-_PILE], "B": deck[-_PILE:]}
    first, second, third = [pile[letter] for letter in piles]
    return first + second + third


def read_piles(line: Line) -> str | None:
    """Read the new order of the piles in one word or in three, None if there is none."""
    if order := _ORDER_BY_SPELLING.get(line.peek()):
        line.skip_word()
        return order
    piles = ""
    while len(piles) < len(SAME_PILES) and line.peek() in _PILE_BY_SPELLING:
        piles += _PILE_BY_SPELLING[line.peek()]
        line.skip_word()
    if piles and piles not in PILE_ORDERS:
        raise NotUnderstood("Name each pile once, the new top pile first. Example: BTM.")
    return piles or None


Modules = Mapping[ModuleName, Module]
"""All modules by name, in their order."""

MODULES_AT_START: Final[Modules] = MappingProxyType(
    {
        module.name: module
        for module in (Balance(), Order(), Matching(), Set(), Stones(), Pair(), Shuffle())
    }
)
"""The modules as they are at the start of a match."""


def count_remaining(table: Modules) -> int:
    """Count the modules that nobody has won."""
    return [module.won for module in table.values()].count(None)


def modules_won(table: Modules, side: Side) -> tuple[ModuleName, ...]:
    """Return the modules that a side has won."""
    return tuple([name for name in MODULES if table[name].won == side])
