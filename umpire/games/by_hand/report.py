"""The report's `state` (8): of a masked state, what its viewer may know."""

from typing import Final

from umpire.games.by_hand.state import Question, Rolling, Shuffling, State
from umpire.games.reports import Reporter

report: Final = Reporter(
    {
        State: "phase title headline out forfeited counters seen piles own teams hands questions "
        "told shown rolls board todo waiting verdict winners",
        Question: "k to how prompt form seconds default answers=answers_in_order open withdrawn "
        "silent revealed",
        Shuffling: "kind place",
        Rolling: "kind dice to",
    }
)
