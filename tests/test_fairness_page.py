"""The check that players are given to run proves a true log, and finds a false one out."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from export_kit import play

from umpire.catalogue import find_game
from umpire.export.script import script_lines
from umpire.store import Store

ROOT = Path(__file__).parent.parent
CHECK = re.compile(r"<!-- check -->\n```python\n(.*?)```", re.DOTALL)
CUTS = [(1, "Ana", "  Größe 7 "), (2, "Bo", "=1"), (3, "Bo", "not asked")]
FORFEIT = (("umpire", "forfeit Bo"), ("umpire", "close"))


def closed(folder: Path, game: str, *, cut: bool) -> list[str]:
    options = {"cut": True} if cut else {}
    said = [*(CUTS if cut else []), *((9, *words) for words in FORFEIT)]
    with Store.open(folder) as store:
        match = play(store, find_game(game), said, options=options)
        return list(script_lines(store, store.find(match)))


def checked(folder: Path, lines: list[str]) -> list[str]:
    """What the page's own program says of a log, run by nothing but Python."""
    (program,) = CHECK.findall((ROOT / "docs/fairness.md").read_text("utf-8"))
    log = folder / "match.jsonl"
    log.write_text("\n".join(lines) + "\n", "utf-8")
    command = [sys.executable, "-I", "-S", "-c", program, str(log)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    return done.stdout.splitlines()


@pytest.mark.parametrize("cut", [True, False])
@pytest.mark.parametrize("game", ["devils-deal", "denizens-of-tartarus"])
def test_a_true_log_passes(tmp_path: Path, game: str, cut: bool) -> None:
    lines = closed(tmp_path, game, cut=cut)
    *said, compare = checked(tmp_path, lines)
    assert said == ["commitment True", "header True", "deal True"]
    header, last = json.loads(lines[0]), json.loads(lines[-1])
    assert compare.endswith(f"{header['meta']['commitment']} {last['hash']}")


def changed(lines: list[str], number: int, **values: Any) -> list[str]:
    line = json.dumps({**json.loads(lines[number]), **values})
    return [line if at == number % len(lines) else one for at, one in enumerate(lines)]


def test_another_seed_player_or_cut_is_found_out(tmp_path: Path) -> None:
    lines = closed(tmp_path, "devils-deal", cut=True)
    assert "commitment False" in checked(tmp_path, changed(lines, -1, seed="00" * 32))
    assert "header False" in checked(tmp_path, changed(lines, 0, more=1))
    (cut,) = [at for at, line in enumerate(lines) if "Größe" in line]
    assert "deal False" in checked(tmp_path, changed(lines, cut, say="another"))
