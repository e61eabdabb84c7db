"""What the tables share at which the tests of some games play."""

from umpire.games.base import Event
from umpire.match import Judgement, Match, judge


class AtATable:
    """A match that goes on with what is said, and what was told by the last line."""

    match: Match
    events: tuple[Event, ...]

    def by(self, who: str, text: str) -> Judgement:
        """Judge what somebody says now, whatever comes of it."""
        judgement = judge(self.match, {"t": self.match.now, "by": who, "say": text})
        self.match, self.events = judgement.match, judgement.events
        return judgement
