"""What the tests of whole games by hand share: an umpire who ticks, and players who answer."""

from collections.abc import Mapping
from typing import Any

from hosting_kit import Game, House
from sums_kit import BY_HAND, begin, cells, says, tick, told

from umpire.match import report
from umpire.projections.match_history import rebuild


class Evening:
    """A match by hand whose umpire ticks rows of the workings by their labels."""

    def __init__(self, house: House, players: tuple[str, ...], options: Mapping[str, Any]) -> None:
        self.match: Game = begin(house, players, **options)

    @property
    def report(self) -> dict[str, Any]:
        """The whole report of the match."""
        match = self.match
        whole: dict[str, Any] = report(
            rebuild(match.row.header(), BY_HAND, match.lines(), ()).match
        )
        return whole

    @property
    def state(self) -> dict[str, Any]:
        """The state as the umpire knows it."""
        state: dict[str, Any] = self.report["state"]
        return state

    @property
    def asked(self) -> list[str]:
        """The players who owe an answer."""
        return [one["by"] for one in self.report["pending"] if one["by"] in self.match.row.players]

    @property
    def told(self) -> list[str]:
        """What everybody was told last, the newest last."""
        return [one["text"] for one in self.state["told"] if one["to"] is None]

    def shows(self, label: str) -> Any:
        """What the third column shows in the row of a label."""
        return self._cell(self._row(label))

    def shown(self, place: str) -> str:
        """What a cell of the workings shows, as text."""
        return str(self._cell(int(place.removeprefix("C"))))

    def _cell(self, row: int) -> Any:
        (value,) = (cells(self.match, f"Workings!C{row}") or [[""]])[0] or [""]
        return value

    def _row(self, label: str) -> int:
        labels = [line[0] if line else "" for line in cells(self.match, "Workings!B1:B41")]
        return labels.index(label) + 1

    def tick(self, *labels: str) -> None:
        """Tick rows; each is said, and nothing is refused."""
        self.tick_rows(*map(self._row, labels))

    def tick_rows(self, *rows: int) -> None:
        """Tick rows by their numbers; each is said, and nothing is refused."""
        shown = [self._cell(row) for row in rows]
        tick(self.match, *rows)
        self.match.house.run(2)
        said = [say for by, say, code in self.match.log() if (by, code) == ("umpire", None)]
        assert said[-len(rows) :] == shown
        for row in rows:
            assert told(self.match, row).startswith("done"), told(self.match, row)

    def says(self, *directions: str) -> None:
        """Let the umpire type directions into the console, all taken."""
        count = len(self.match.log())
        says(self.match, *directions)
        assert [code for _, _, code in self.match.log()[count:]] == [None] * len(directions)

    def answers(self, **answers: str) -> None:
        """Let players answer on their own pages."""
        for player, text in answers.items():
            self.match.types(self.match.row.players.index(player), text)
        self.match.house.run(2)
        assert not {*answers} & {*self.asked}, "all are taken"
