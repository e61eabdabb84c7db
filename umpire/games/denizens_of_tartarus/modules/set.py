"""Set, for Phlegyas: four cards that differ in colour and number; the higher sum scores."""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from umpire.games.base import BadOption, Screen
from umpire.games.blocks import grid, row
from umpire.games.denizens_of_tartarus.cards import CARD_NAMED, Card, Hand, ModuleName
from umpire.games.denizens_of_tartarus.modules.base import (
    Draw,
    Effect,
    Module,
    Play,
    Reported,
    facing,
    take,
)
from umpire.games.denizens_of_tartarus.reported import CardName, read_side
from umpire.games.options import Options
from umpire.games.two_players import Side, opponent

_FULL = 4
_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")


class Laid(NamedTuple):
    """A card that lies here, and who played it."""

    by: Side
    card: Card


class _ReportedLaid(Options):
    """A card that lies here, as it is reported."""

    by: str
    card: CardName


class ReportedSet(Reported):
    """Set as it is reported."""

    cards: list[_ReportedLaid]

    def module(self, where: str, seats: tuple[str, str]) -> "Set":
        laid: list[Laid] = []
        read = Set(**self.score(where, seats, Set))
        for number, one in enumerate(self.cards, 1):
            at = f"{where}, cards, entry {number}"
            by, card = read_side(f"{at}, by", one.by, seats), CARD_NAMED[one.card]
            before = replace(read, cards=tuple(laid))
            if not before.taken_of((card,)):
                raise BadOption(f"{at}, card", before.why_refused(card))
            laid.append(Laid(by, card))
        read = replace(read, cards=tuple(laid))
        if read.won is not None and laid:
            raise BadOption(f"{where}, cards", "must be empty, because Set is won")
        if len(laid) > _FULL or (len(laid) == _FULL and read.sum_of(0) != read.sum_of(1)):
            raise BadOption(
                f"{where}, cards", f"may be at most {_FULL} cards, and {_FULL} only at equal sums"
            )
        return read


@dataclass(frozen=True, slots=True)
class Set(Module):
    """The cards that lie here in the order played, each with the side that played it."""

    name: ClassVar[ModuleName] = "Set"
    need: ClassVar[int] = 2
    reported: ClassVar[type[Reported]] = ReportedSet
    in_any_turn: ClassVar[bool] = True

    cards: tuple[Laid, ...] = ()

    def taken_of(self, hand: Hand) -> Hand:
        """Return the cards that share neither colour nor number with one that lies here."""
        numbers = [lies.number for _, lies in self.cards]
        colors = [lies.color for _, lies in self.cards]
        return tuple(
            [card for card in hand if card.number not in numbers and card.color not in colors]
        )

    def why_refused(self, card: Card) -> str:
        number = [lies for _, lies in self.cards if lies.number == card.number]
        color = [lies for _, lies in self.cards if lies.color == card.color]
        faults = []
        if number:
            faults.append(f"a {card.number} ({number[0]})")
        if color:
            faults.append(f"a {card.color} card ({color[0]})")
        verb = "are" if len(faults) > 1 else "is"
        return f"Set does not take {card}: {' and '.join(faults)} {verb} there already."

    def sum_of(self, side: Side) -> int:
        """Return the sum of the numbers that a side has here."""
        return sum([card.number for by, card in self.cards if by == side])

    def effect(self, play: Play) -> Effect:
        """Lay the card down, and give the point at the fourth or the fifth."""
        laid = self.replace(cards=(*self.cards, Laid(play.side, play.card)))
        other = opponent(play.side)
        mine, theirs = laid.sum_of(play.side), laid.sum_of(other)
        gainer: Side | None = None
        if len(laid.cards) > _FULL:
            gainer = play.side  # Ruling 20: the fifth gains the point whatever the sums.
        elif len(laid.cards) == _FULL and mine != theirs:
            gainer = play.side if mine > theirs else other
        left, right = (mine, theirs) if play.left == play.side else (theirs, mine)
        note = f"{_ORDINALS[len(self.cards)]} card, {left} : {right}"
        return Effect(laid if gainer is None else self.replace(cards=()), gainer, note)

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        left, right = sides
        rows = [
            (card.name if by == left else "", "", card.name if by == right else "")
            for by, card in self.cards
        ]
        sums = (self.sum_of(0), self.sum_of(1))
        return {
            "cards": grid(rows, _FULL, 3),
            "sums": facing(sums, sides) if self.cards else row((), 3),
        }

    def option(self, play: Play) -> Draw:
        """Draw the topmost card with neither the colour nor the number of the card played."""
        # There is always one: of 25 cards 16 differ in both, and no more than 5 are in hands.
        return take(
            play,
            next(
                index
                for index, card in enumerate(play.deck)
                if card.color != play.card.color and card.number != play.card.number
            ),
        )
