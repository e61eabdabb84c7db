"""Matching, for Tantalus: a point for playing the very card that is shown."""

from dataclasses import dataclass
from typing import ClassVar

from umpire.games.base import NotAllowed, RandomSource, Screen
from umpire.games.blocks import cell
from umpire.games.cards import names
from umpire.games.denizens_of_tartarus.cards import (
    CARD_NAMED,
    NUMBERS,
    Card,
    Deck,
    Hand,
    Line,
    ModuleName,
)
from umpire.games.denizens_of_tartarus.modules.base import (
    Draw,
    Effect,
    Module,
    Pick,
    Play,
    Reported,
    take,
)
from umpire.games.denizens_of_tartarus.reported import CardName
from umpire.games.text import parse_digits
from umpire.games.two_players import Side


class ReportedMatching(Reported):
    """Matching as it is reported."""

    card: CardName

    def module(self, where: str, seats: tuple[str, str]) -> "Matching":
        return Matching(**self.score(where, seats, Matching), card=CARD_NAMED[self.card])


@dataclass(frozen=True, slots=True)
class Matching(Module):
    """The card shown; None before the start is chosen. Ruling 17: it stays where it is."""

    name: ClassVar[ModuleName] = "Matching"
    need: ClassVar[int] = 3
    reported: ClassVar[type[Reported]] = ReportedMatching

    card: Card | None = None

    def effect(self, play: Play) -> Effect:
        """Return a point for the card shown, and show the card now at the deck's bottom instead."""
        if play.card is not self.card:
            return Effect(self, None, f"no match, {self.card} is shown")
        shown = play.deck[-1]
        note = f"a match, now {shown} is shown"
        return Effect(self.replace(card=shown), play.side, note)

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        return {"card": cell(self.card.name if self.card else "")}

    def option(self, play: Play) -> Draw:
        """Draw one of the N topmost cards, named or counted from 1 at the top."""
        number = play.card.number
        topmost = play.deck[:number]
        pick = play.pick
        if isinstance(pick, int) and 1 <= pick <= number:
            return take(play, pick - 1)
        if isinstance(pick, Card) and pick in topmost:
            return take(play, topmost.index(pick))
        which = "only the top card" if number == 1 else f"one of the {number} top cards"
        raise NotAllowed(f"With {play.card} you may draw {which}: {names(topmost)}.")

    def read_pick(self, line: Line) -> Pick:
        word = line.next()
        if word.isascii() and word.isdigit():
            line.skip()
            return parse_digits(word)
        return line.card("Say which card you draw. Example: draw module 2 or draw module R4.")

    def picks(self, card: Card | None, hand: Hand, deck: Deck) -> tuple[str, ...]:
        if card is None:
            return tuple(map(str, NUMBERS))
        return (*map(str, NUMBERS[: card.number]), *map(str, deck[: card.number]))

    def random_pick(self, play: Play, random: RandomSource) -> Pick:
        place = 1 + int(random.random() * play.card.number)
        return place if random.random() < 0.5 else play.deck[place - 1]
