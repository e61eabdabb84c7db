"""Stones, for Tityos: cards take stones of their colour; a colour's last stone scores."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from umpire.games.base import BadOption, NotAllowed, RandomSource, Screen
from umpire.games.blocks import column
from umpire.games.denizens_of_tartarus.cards import (
    COLORS,
    Card,
    Color,
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
)
from umpire.games.reports import ByKey
from umpire.games.two_players import Side

STONES = 6
"""Of each colour, at the start."""


class ReportedStones(Reported):
    """Stones as it is reported."""

    stones: dict[Color, Annotated[int, Field(ge=0, le=STONES)]]

    def module(self, where: str, seats: tuple[str, str]) -> "Stones":
        score = self.score(where, seats, Stones)
        for color in COLORS:
            if color not in self.stones:
                raise BadOption(f"{where}, stones, {color}", "is missing")
        stones = tuple(self.stones[color] for color in COLORS)
        if stones.count(0) != sum(score["points"]):
            raise BadOption(
                f"{where}, stones",
                f"must have as many colours at 0 as there are points, {sum(score['points'])}, "
                f"not {stones.count(0)}",
            )
        return Stones(**score, stones=stones)


@dataclass(frozen=True, slots=True)
class Stones(Module):
    """The stones left of each colour, in the order of the colours."""

    name: ClassVar[ModuleName] = "Stones"
    need: ClassVar[int] = 3
    reported: ClassVar[type[Reported]] = ReportedStones

    stones: Annotated[tuple[int, ...], ByKey(COLORS)] = (STONES,) * len(COLORS)

    def effect(self, play: Play) -> Effect:
        """Take as many stones of the card's colour as its number says, or all that are left."""
        color = COLORS.index(play.card.color)
        before = self.stones[color]
        gone = min(play.card.number, before)
        left = before - gone
        module = self.replace(stones=(*self.stones[:color], left, *self.stones[color + 1 :]))
        # Ruling 18: where none is left nothing goes, and nobody gains a point.
        gainer = play.side if gone and not left else None
        kind = f"{play.card.color} stone{'' if gone == 1 else 's'}"
        note = f"takes {gone} {kind}, {left or 'none'} left" if gone else f"no {kind} left"
        return Effect(module, gainer, note)

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        return {"counts": column(map(str, self.stones), len(COLORS))}

    def option(self, play: Play) -> Draw:
        """Discard one of the two cards left in the hand, then draw the two topmost."""
        extra = next((card for card in play.hand if card is play.pick), None)
        if extra is None:
            raise NotAllowed(
                "With Stones' draw option you discard a card that is left in your hand: "
                f"{' or '.join(map(str, play.hand))}."
            )
        drawn = play.deck[:2]
        kept = tuple(card for card in play.hand if card is not extra)
        # Ruling 21: the extra card goes under the deck before the card that was played.
        return Draw(drawn, (*kept, *drawn), (*play.deck[2:], extra), (extra,))

    def read_pick(self, line: Line) -> Pick:
        return line.card("Say which card you discard. Example: draw module R2.")

    def picks(self, card: Card | None, hand: Hand, deck: Deck) -> tuple[str, ...]:
        return tuple([str(held) for held in hand if held is not card])

    def random_pick(self, play: Play, random: RandomSource) -> Pick:
        return random.choice(play.hand)
