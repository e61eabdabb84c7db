"""Dice (5.5)."""

import re
from dataclasses import dataclass
from typing import Final

from umpire.games.base import Step
from umpire.games.by_hand.directions.base import Direction, Line, addressed, ask_chance, in_a_range
from umpire.games.by_hand.names import Who, read_who
from umpire.games.by_hand.state import Rolling, State

_MOST_DICE: Final = 20
_SIDES: Final = range(2, 1001)
_DICE: Final = re.compile(r"([0-9]{1,10})? ?d ?([0-9]{1,10})")


@dataclass(frozen=True, slots=True)
class Roll(Direction):
    """Dice that chance rolls."""

    word = "roll"
    usage = "roll [N]dSIDES [to WHO]"
    examples = ("roll 2d6", "roll d20 to Ana")
    does = "Roll dice, openly or for some players alone"

    number: int
    sides: int
    who: Who

    @classmethod
    def read(cls, line: Line) -> "Roll":
        low = line.low
        to = low.index("to") if "to" in low else len(low)
        dice = _DICE.fullmatch(" ".join(low[:to]))
        if dice is None:
            raise line.unclear()
        who = read_who(line.joined(to + 1), line.names) if to < len(low) else Who("all")
        return cls(int(dice[1] or 1), int(dice[2]), who)

    def __str__(self) -> str:
        who = "" if self.who.kind == "all" else f" to {self.who}"
        return f"roll {self.number}d{self.sides}{who}"

    def perform(self, state: State) -> Step[State]:
        in_a_range(self.number, 1, _MOST_DICE, "Dice")
        in_a_range(self.sides, _SIDES[0], _SIDES[-1], "Sides of a die")
        to = addressed(state, self.who, out_too=False)
        return ask_chance(state, Rolling(self.number, self.sides, to))
