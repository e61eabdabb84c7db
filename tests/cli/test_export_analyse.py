"""`umpire export --analyse`: which matches, one sentence where not, and stopped half way."""

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from cups import GAME as CUPS
from errands import GAME as ERRANDS
from export_kit import play_out
from own_games import OURS
from replay_kit import play_bots

from umpire import catalogue
from umpire.cli import analysing, main
from umpire.cli.commands.defaults import FEWEST_PLAYOUTS
from umpire.export.analysis import AnswerVerdict, PlayerAnswer, evaluate_answer
from umpire.games.base import AnyGame
from umpire.store import Store

Umpire = Callable[..., Result]
FEW = ("--playouts", str(FEWEST_PLAYOUTS))
DEVILS = OURS["devils-deal"]


def analysis_in(file: Path) -> Any:
    html = file.read_text()
    (block,) = re.findall(r'<script type="application/json" id="match">(.*?)</script>', html)
    return json.loads(block)["analysis"]


@pytest.mark.end_to_end
def test_the_same_export_is_the_same_file(umpire: Umpire, store: Store, tmp_path: Path) -> None:
    match = play_bots(store, DEVILS.id)
    files = [tmp_path / "one.html", tmp_path / "two.html"]
    for file in files:
        umpire("export", match, "-o", str(file), "--analyse", *FEW)
    assert files[0].read_bytes() == files[1].read_bytes()
    found = analysis_in(files[0])
    assert len(found["verdicts"]) == found["given"] > 10
    assert found["playouts"] == FEWEST_PLAYOUTS
    umpire("export", match, "-o", str(files[0]))
    assert analysis_in(files[0]) is None


HTML = ("--format", "html", "--analyse")
UNFINISHED: dict[str, Any] = {"most": 12}
THREE: dict[str, Any] = {"players": ("Ana", "Bo", "Cy"), "most": 5}


@pytest.mark.parametrize(
    ("game", "played", "arguments", "status", "sentence"),
    [
        (DEVILS, UNFINISHED, ("--analyse",), 2, "--analyse does not go with md: add --format html"),
        (
            DEVILS,
            UNFINISHED,
            ("--analyse", "-o", "m.csv"),
            2,
            "--analyse does not go with csv: add",
        ),
        (DEVILS, UNFINISHED, ("--playouts", "99"), 2, "--playouts goes with --analyse: add it."),
        (DEVILS, UNFINISHED, (*HTML, "--as", "Ana"), 2, "leave out --as."),
        (DEVILS, UNFINISHED, (*HTML, "--as", "public"), 2, "leave out --as."),
        (DEVILS, UNFINISHED, HTML, 1, "only a closed match is analysed, and devils-deal-1"),
        (DEVILS, {"closed": False}, HTML, 1, "'umpire close devils-deal-1' closes devils-deal-1."),
        (CUPS, {}, HTML, 1, f"{CUPS.title} hides something that no bot can guess: leave out"),
        (ERRANDS, THREE, HTML, 1, "is directed by its umpire"),
    ],
)
def test_what_cannot_be_analysed_is_one_sentence(
    store: Store,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    game: AnyGame,
    played: dict[str, Any],
    arguments: tuple[str, ...],
    status: int,
    sentence: str,
) -> None:
    monkeypatch.setattr(catalogue, "games", lambda: {game.id: game})
    match = play_out(store, game, **played)
    with pytest.raises(SystemExit) as ended:
        main(["--home", str(tmp_path), "export", match, *arguments])
    assert ended.value.code == status
    told = capsys.readouterr()
    assert sentence.casefold() in told.err.casefold()
    assert told.err.count("\n") == 1
    assert told.out == ""


@pytest.mark.parametrize("number", [0, 3])
def test_ctrl_c_keeps_what_was_analysed(
    umpire: Umpire, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    judged: list[PlayerAnswer] = []

    def interrupted(given: PlayerAnswer, playouts: int) -> AnswerVerdict:
        if len(judged) == number:
            signal.raise_signal(signal.SIGINT)
        judged.append(given)
        return evaluate_answer(given, playouts)

    monkeypatch.setattr(analysing, "evaluate_answer", interrupted)
    file = tmp_path / "match.html"
    done = umpire("export", play_bots(store, DEVILS.id), "-o", str(file), "--analyse", *FEW)
    found = analysis_in(file)
    assert done.exit_code == 0
    assert f"stopped after {number} of {found['given']} answers." in done.output
    assert [*found["verdicts"]] == [str(given.line) for given in judged]
    assert len(judged) == number
