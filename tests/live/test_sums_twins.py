"""Whole matches by hand with workings that one viewer cannot tell apart show that viewer the same.

Both are played on servers of their own, typed and ticked at the same moments, so that even what a
tick leaves in the log is compared.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import DAEMON, Game
from leak_kit import everything
from sums_kit import BY_HAND, begin, sums_house, tick, ticked

from umpire.chat.announcements import Readers, next_post
from umpire.export.formats import ExportRequest, LoggedMatch, export
from umpire.projections.match_history import rebuild
from umpire.projections.sentences import Fairness
from umpire.store.announcements import Progress
from umpire.testing.outputs import CHEAP, Outputs
from umpire.testing.secrets import assert_same

pytestmark = pytest.mark.end_to_end

PLAYERS = ("Ana", "Bo", "Cy")
OPTIONS: dict[str, Any] = {
    "counters": {
        "budget": {"start": 9, "seen": "own"},
        "luck": {"start": 2, "seen": "umpire"},
        "points": 0,
    },
    "piles": {"deck": "R1-R9", "tokens": {"cards": "T1-T4", "each": True}, "lot": {"open": True}},
    "procedures": {
        "bid": ["ask all at once: Bid = number 0 to budget", "wait", "count all luck + answer"],
        "peek": ["ask Ana in secret in 30: Whom = name else Cy", "wait", "count Ana luck +1"],
    },
    "workings": [
        ["Highest bid", "=MAX(data_answers)"],
        ["Lucky", '=IF(MAX(data_luck) > 9, "tell all: somebody is lucky", 1/0)'],
        ["Ana pays", '="count Ana budget -"&MAX(data_luck)'],
        ["Sort", '="team odd: "&IF(MAX(data_luck) > 5, "Ana", "Bo")'],
        ["Tokens", '="move top "&MAX(data_luck)&" from tokens of Ana to bottom of tokens of Ana"'],
        ["Hush", '=IF(MAX(data_luck) > 4, "tell Ana: you are lucky", 12)'],
        ["Peek", '=IF(MAX(data_luck) > 4, "do peek", "fly")'],
        ["Lot", "move top 1 from deck to lot"],
    ],
}

Step = Mapping[str, Any]
"""What is done at a moment: by the name of a player, or `umpire` at the console, what they type; by
`ticks` the labels of rows of the workings; by `waits` for how many seconds the daemon goes on.
"""


class Twin:
    """One of the two matches."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        folder.mkdir()
        self.house = stack.enter_context(sums_house(folder))
        self.match: Game = begin(self.house, PLAYERS, **OPTIONS)

    def does(self, step: Step) -> None:
        """Let everybody do what they do at this moment, and the daemon go on."""
        for who, typed in step.items():
            if who == "umpire":
                self.match.commands(*typed)
            elif who == "ticks":
                tick(self.match, *(ROWS[label] for label in typed))
            elif who in PLAYERS:
                self.match.types(PLAYERS.index(who), *typed)
        self.house.run(step.get("waits", 6))
        assert not ticked(self.match), "each tick was answered"

    def shows(self, viewer: str | None) -> Outputs:
        """All that a viewer may open, read or be posted."""
        return {
            name: lines
            for eyes in {None, viewer}
            for name, lines in (*self._spreadsheets(eyes), *self._leaves(eyes))
        }

    def _spreadsheets(self, viewer: str | None) -> Iterator[tuple[str, list[str]]]:
        """All that stands in and beside the cells of a spreadsheet."""
        role = "board" if viewer is None else f"table-{PLAYERS.index(viewer) + 1}"
        sheets, spreadsheet = self.house.sheets(DAEMON), self.match.hosting.spreadsheets[role]
        found = json.loads(everything(sheets, spreadsheet))
        yield f"the {role}", json.dumps(found, indent=0).splitlines()

    def _leaves(self, viewer: str | None) -> Iterator[tuple[str, list[str]]]:
        """What is exported and announced."""
        store, row = self.house.store, self.house.store.find(self.match.row.id)
        source = LoggedMatch(store, row, BY_HAND)
        for name in sorted({*CHEAP, "md"}):
            content = export(name, ExportRequest(source, viewer))
            yield f"the {name} export as {viewer or 'public'}", _lines(content)
        history = rebuild(row.header(), BY_HAND, store.lines(row.id), store.entries(row.id))
        readers = Readers(row, history, Fairness(row.commitment), viewer)
        posts, progress = [], Progress()
        while (post := next_post(readers, progress, self.house.hands.passed)) is not None:
            posts.append(post.text)
            progress = post.progress
        yield f"the announcement to {viewer or 'everybody'}", posts


def _lines(content: bytes) -> list[str]:
    return content.decode("utf-8", "backslashreplace").splitlines()


@pytest.fixture(autouse=True)
def same_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both daemons leave the same mark, which says nothing of the match."""
    monkeypatch.setattr("umpire.live.driver.new_token", lambda: "5e" * 16)


def assert_twins(
    tmp_path: Path, viewers: Collection[str | None], *moments: tuple[Step, Step]
) -> None:
    """Play two matches; after each moment compare all that these viewers have of them."""
    with ExitStack() as stack:
        twins = [Twin(stack, tmp_path / name) for name in ("one", "other")]
        for steps in moments:
            for twin, step in zip(twins, steps, strict=True):
                twin.does(step)
            for viewer in viewers:
                ours, theirs = (twin.shows(viewer) for twin in twins)
                assert_same(viewer, ours, theirs)
        one, other = (twin.match.log() for twin in twins)
        assert one != other, "the matches were the same: nothing was tried"


def same(**step: Any) -> tuple[Step, Step]:
    """The same in both."""
    return step, step


ROWS = {label: row for row, (label, _) in enumerate(OPTIONS["workings"], 2)}
BIDS = {"Ana": ["1"], "Bo": ["2"], "Cy": ["3"]}
PAIRS: dict[str, tuple[Collection[str | None], list[tuple[Step, Step]]]] = {
    "what only the umpire knows": (
        (None, *PLAYERS),
        [
            ({"umpire": ["count Ana luck +4"]}, {"umpire": ["count Bo luck -1"]}),
            same(ticks=["Sort"]),
            ({"umpire": ["fly", "team even: Cy"]}, {"umpire": [12]}),
            same(umpire=["do bid"]),
            same(**BIDS),
            ({}, {"ticks": ["Highest bid"]}),
            ({"ticks": ["Lucky"]}, {"ticks": ["Sort"]}),
            same(ticks=["Lot"]),
            same(umpire=["undo", "end Bo: well done"]),
        ],
    ),
    "what concerns Ana alone": (
        (None, "Bo", "Cy"),
        [
            ({"umpire": ["count Ana luck +4"]}, {}),
            same(ticks=["Peek"]),
            ({"Ana": [7]}, {"Ana": ["hello"]}),
            ({"Ana": ["Bo"]}, {}),
            same(ticks=["Hush"]),
            same(ticks=["Ana pays"]),
            same(ticks=["Tokens"]),
            ({"umpire": ["ask Ana in secret in 5: Whom = name else Cy"], "waits": 9}, {"waits": 9}),
            same(umpire=["do bid"]),
            same(**BIDS),
            same(umpire=["undo", "shuffle tokens of Ana"]),
            ({"umpire": ["ask Ana in secret: Why"]}, {"umpire": ["tell Ana: hush", "do bid"]}),
            same(umpire=["pause", "resume", "end draw: enough"]),
        ],
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_nothing_tells_whole_matches_apart(tmp_path: Path, name: str) -> None:
    viewers, moments = PAIRS[name]
    assert_twins(tmp_path, viewers, *moments)
