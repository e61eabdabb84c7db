"""`umpire verify` on files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from umpire.match import Header, commitment
from umpire.store import LogLine, Store

Run = Callable[..., Any]
SEED = "ab" * 32


def log(**meta: Any) -> list[dict[str, Any]]:
    phases = [{"who": "Ana"}, {"who": "Bo"}]
    return [
        {
            "umpire": 1,
            "game": "numbers",
            "players": ["Ana", "Bo"],
            "options": {"phases": phases},
            "meta": {"seed": SEED, "commitment": commitment(SEED)} | meta,
        },
        {"t": 1, "by": "Ana", "say": "3", "ok": True},
        {"t": 2, "by": "Ana", "say": "3", "ok": False, "code": "not-pending"},
    ]


def written(lines: list[dict[str, Any]]) -> bytes:
    return b"\n".join(json.dumps(line).encode() for line in lines)


def test_a_true_log_verifies(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(written(log()))
    ran = run("verify", str(path))
    assert ran.status == 0
    assert ran.out.decode() == (
        "Checked: lines 3, judgements 2, hashes 0, chance outcomes 0, commitments 1. "
        "Nothing differs.\n"
    )


def test_the_first_line_that_differs_is_told_and_the_status_is_1(run: Run) -> None:
    lines = log()
    lines[2]["code"] = "illegal"
    ran = run("verify", "-", stdin=written(lines))
    assert ran.status == 1
    assert b"The first that differs is line 3: " in ran.out


def test_json_is_for_programs(run: Run) -> None:
    ran = run("verify", "-", "--json", stdin=written(log(commitment="00")))
    assert ran.status == 1
    (told,) = ran.lines
    assert told["differs"]["line"] == 1
    assert "commitment" in told["differs"]["what"]
    (told,) = run("verify", "--json", "-", stdin=written(log())).lines
    assert told["differs"] is None
    assert told["checked"]["judgements"] == 2


def test_a_match_that_is_kept_is_verified_by_its_id(run: Run, tmp_path: Path) -> None:
    header = Header("numbers", ("Ana", "Bo"), {"phases": [{"who": "Ana"}, {"who": "Bo"}]})
    lines = [
        LogLine(2, 1.5, "Ana", "3", "2026-01-01T00:00:00Z", True, hash="00"),
        LogLine(3, 2.5, "Ana", "3", "2026-01-01T00:00:01Z", False, code="not-pending"),
    ]
    with Store.open(tmp_path) as store:
        store.create("numbers-1", header, SEED, engine="0", started="now", lines=lines)
    ran = run("--home", str(tmp_path), "verify", "numbers-1", "--json")
    assert ran.status == 1
    assert ran.lines[0]["differs"]["line"] == 2


@pytest.mark.parametrize("given", [b"", b"{}", b"\xff\xfe"])
def test_what_is_no_log_is_one_sentence_and_status_2(run: Run, given: bytes) -> None:
    ran = run("verify", "-", stdin=given)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.error.count("\n") == 1


def test_what_is_neither_a_file_nor_a_match_is_one_sentence(run: Run, tmp_path: Path) -> None:
    ran = run("--home", str(tmp_path), "verify", "no-such-match")
    assert (ran.status, ran.out) == (2, b"")
    assert "no-such-match" in ran.error
    assert ran.error.count("\n") == 1
