"""What the tests of by-hand share: a match that is directed line by line."""

from collections.abc import Sequence
from typing import Any

from at_a_table import AtATable

from umpire.games.base import Event
from umpire.games.by_hand import GAME
from umpire.match import Header, Match, begin, chance_answer, judge, report, view

PLAYERS = ("Ana", "Bo", "Cy")
SEED = "5eed" * 16
DECK = {"piles": {"deck": "R1-R9", "table": {"open": True}}}


class Directed(AtATable):
    """A match of Ana, Bo and Cy; what chance owes is dealt by the seed at once.

    With `seed=None` chance waits until a test says what it gives.
    """

    def __init__(
        self, *, players: Sequence[str] = PLAYERS, seed: str | None = SEED, **options: Any
    ) -> None:
        begun = begin(Header(GAME.id, tuple(players), options, seed), GAME)
        self.match: Match = begun.match
        self.events: tuple[Event, ...] = begun.events

    def say(self, *texts: str) -> "Directed":
        """Say things as the umpire, all of them taken."""
        for text in texts:
            judgement = self.by("umpire", text)
            assert judgement.ok, f"{text!r}: {judgement.code}: {judgement.error}"
        return self

    def answer(self, **answers: str) -> "Directed":
        """Let players answer, all of them taken."""
        for who, text in answers.items():
            judgement = self.by(who, text)
            assert judgement.ok, f"{who}: {text!r}: {judgement.error}"
        return self

    def deal(self, text: str | None = None) -> "Directed":
        """Let chance give this, or what the seed has."""
        judgement = self.by("chance", chance_answer(self.match, SEED) if text is None else text)
        assert judgement.ok, judgement.error
        return self

    def code(self, text: str, by: str = "umpire") -> str | None:
        """The code with which a text is refused, None if it would be taken; nothing changes."""
        judgement = judge(self.match, {"t": self.match.now, "by": by, "say": text})
        if judgement.error is not None:
            assert judgement.error.endswith((".", "?", "!")), judgement.error
            assert report(judgement.match) == report(self.match)
        return judgement.code

    def error(self, text: str) -> str:
        """Why a direction is refused; nothing changes."""
        error = judge(self.match, {"t": self.match.now, "by": "umpire", "say": text}).error
        assert error is not None
        return error

    def pending(self, viewer: str | None = "umpire") -> list[str]:
        """Who owes something as a viewer knows it, the umpire being the one who knows all."""
        shown = report(self.match) if viewer == "umpire" else view(self.match, viewer)
        return [pending["by"] for pending in shown["pending"]]

    @property
    def question(self) -> dict[str, Any]:
        """The last question."""
        question: dict[str, Any] = self.state["questions"][-1]
        return question

    @property
    def answers(self) -> dict[str, str | None]:
        """The answers to the last question that count."""
        answers: dict[str, str | None] = self.question["answers"]
        return answers

    def cards(self, place: str) -> str:
        """What lies in a place, from the top."""
        piles, hands = self.state["piles"], self.state["hands"]
        return " ".join(piles[place]["cards"] if place in piles else hands[place])
