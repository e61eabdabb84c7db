"""An export judges each line of a log once, whatever it is made of."""

from dataclasses import replace
from typing import Any

import pytest
from replay_kit import play_bots

from umpire.catalogue import find_game
from umpire.cli.analysing import analyse
from umpire.cli.commands.defaults import FEWEST_PLAYOUTS
from umpire.export.formats import FORMATS, ExportRequest, LoggedMatch, export
from umpire.games.base import UMPIRE
from umpire.store import Store
from umpire.store import replay as replaying

VIEWERS = (UMPIRE, None, "Ana")


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the lines of logs that were judged again, in order."""
    numbers: list[int] = []
    judge_again = replaying.judge_again

    def count(match: Any, line: Any) -> Any:
        numbers.append(line.n)
        return judge_again(match, line)

    monkeypatch.setattr(replaying, "judge_again", count)
    return numbers


def match_of(store: Store, game_id: str, lines: int | None) -> tuple[LoggedMatch, list[int]]:
    row = store.find(play_bots(store, game_id, lines=lines))
    return LoggedMatch(store, row, find_game(game_id)), [line.n for line in store.lines(row.id)]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("lines", [None, 20], ids=["closed", "running"])
def test_a_format_reads_the_log_once(
    store: Store, judged: list[int], lines: int | None, name: str, viewer: str | None
) -> None:
    match, log = match_of(store, "devils-deal", lines)
    export(name, ExportRequest(match, viewer))
    assert judged == ([] if name == "script" and viewer == UMPIRE else log)


def test_all_formats_for_all_viewers_read_it_once(store: Store, judged: list[int]) -> None:
    match, log = match_of(store, "eighteenth-hell", 20)
    for viewer in VIEWERS:
        for name in FORMATS:
            export(name, ExportRequest(match, viewer))
    assert judged == log


def test_a_picture_of_an_earlier_board_reads_no_later_line(store: Store, judged: list[int]) -> None:
    match, log = match_of(store, "devils-deal", 20)
    export("png", ExportRequest(replace(match, turn=10)))
    assert judged == [number for number in log if number <= 10]


def test_an_analysis_and_its_page_read_it_once(store: Store, judged: list[int]) -> None:
    match, log = match_of(store, "denizens-of-tartarus", None)
    order = ExportRequest(match)
    export("html", replace(order, analysis=analyse(order, FEWEST_PLAYOUTS)))
    assert judged == log
