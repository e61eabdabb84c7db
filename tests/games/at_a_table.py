"""What the tables share at which the tests of some games play."""

from typing import Any, Self

from umpire.games.base import Event
from umpire.match import Judgement, Match, judge, report, view


class AnyTable:
    """A match, and what was told by the last line."""

    match: Match
    events: tuple[Event, ...]

    @property
    def report(self) -> dict[str, Any]:
        return report(self.match)

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.report["state"]
        return state

    @property
    def owing(self) -> list[tuple[str, str]]:
        """Who owes what: `("Ana", "refill")`."""
        return [(pending.by, pending.decision.kind.name) for pending in self.match.pending]

    def told(self, viewer: str | None) -> list[str]:
        """The sentences of the last line that a viewer may read."""
        return [event.text for event in self.events if event.only in (None, viewer)]


class AtATable(AnyTable):
    """A match that goes on with what is said."""

    def by(self, who: str, text: str) -> Judgement:
        """Judge what somebody says now, whatever comes of it."""
        judgement = judge(self.match, {"t": self.match.now, "by": who, "say": text})
        self.match, self.events = judgement.match, judgement.events
        return judgement

    def say(self, *texts: str) -> Self:
        """Say texts that are taken, each by the first of those who owe something."""
        for text in texts:
            judgement = self.by(self.match.pending[0].by, text)
            assert judgement.ok, f"{text!r}: {judgement.error}"
        return self

    def umpire(self, text: str) -> Self:
        judgement = self.by("umpire", text)
        assert judgement.ok, judgement.error
        return self

    def wait(self, seconds: float) -> Self:
        """Let time pass."""
        judgement = judge(self.match, {"t": self.match.now + seconds})
        self.match, self.events = judgement.match, judgement.events
        return self

    def refused(self, text: str, who: str | None = None) -> tuple[str | None, str | None]:
        """The code and the sentence with which a text is rejected; nothing is changed by it."""
        by = who or self.match.pending[0].by
        judgement = judge(self.match, {"t": self.match.now, "by": by, "say": text})
        if judgement.error is not None:
            assert judgement.error.endswith((".", "?", "!"))
        return judgement.code, judgement.error

    def code(self, text: str, who: str | None = None) -> str | None:
        """The code with which a text is rejected, None if it would be taken."""
        return self.refused(text, who)[0]

    def understood(self, text: str) -> str:
        """The canonical text of what is said; nothing is changed by it."""
        decision = self.match.pending[0].decision
        return decision.kind.format(decision.kind.read(self.match.state, decision, text))

    def seen(self, viewer: str | None) -> dict[str, Any]:
        """The state as a viewer may know it."""
        state: dict[str, Any] = view(self.match, viewer)["state"]
        return state

    @property
    def outcome(self) -> tuple[str | None, str] | None:
        """The winner and the reason of the end."""
        outcome = self.match.outcome
        return None if outcome is None else (outcome.winner, outcome.reason)
