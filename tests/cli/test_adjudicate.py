"""`umpire adjudicate`, `umpire view`."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from umpire.cli.output import print_json

ASK_ANA = {"who": "Ana", "limit": 10}
HEADER = {"umpire": 1, "game": "numbers", "players": ["Ana", "Bo"]}
SECRETS = [{"who": "each", "secret": "forever"}, ASK_ANA]

Run = Callable[..., Any]


def script(*lines: Any, phases: list[Any] | None = None, **header: Any) -> bytes:
    first = HEADER | {"options": {"phases": phases or [ASK_ANA, {"who": "Bo"}]}} | header
    written = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    return b"".join(line + b"\n" for line in [json.dumps(first).encode(), *written])


def test_each_line_has_a_result_and_the_report_comes_last(run: Run) -> None:
    given = script(
        {"t": 1, "by": "Ana", "say": "3"},
        {"t": 1, "by": "Ana", "say": "3"},
        b"",
        b"nonsense \xff",
        {"t": 2},
        {"t": 3, "by": "Bo", "say": "7"},
    )
    ran = run("adjudicate", "-", stdin=given)
    assert (ran.status, ran.error) == (0, "")
    *results, last = ran.lines
    assert [(one["line"], one["ok"], one.get("code")) for one in results] == [
        (2, True, None),
        (3, False, "not-pending"),
        (4, False, "syntax"),
        (5, False, "syntax"),
        (6, True, None),
        (7, False, "illegal"),
    ]
    assert results[0] == {"line": 2, "ok": True, "events": ["Ana says 3."]}
    assert results[1].keys() == {"line", "ok", "code", "error"}
    assert results[4]["events"] == []
    assert last.keys() == {"report"}
    assert (last["report"]["t"], last["report"]["status"]) == (3.0, "running")


def test_only_a_line_feed_ends_a_line(run: Run) -> None:
    given = script(
        b'{"t": 1, "by": "umpire", "say": "note a\xe2\x80\xa8b\xc2\x85c"}',
        b'{"t": 1}\r',
        b"\r",
        b'{"t": 1}\x0b{"t": 1}',
    )
    *results, _ = run("adjudicate", "-", stdin=given + b"\n").lines
    assert [one["ok"] for one in results] == [True, True, False, False, False]


def test_a_file_gives_what_standard_input_gives_every_time(run: Run, tmp_path: Path) -> None:
    given = script({"t": 1.5, "by": "Ana", "say": "3"})
    (tmp_path / "match.jsonl").write_bytes(given.rstrip(b"\n"))
    one, other = (run("adjudicate", str(tmp_path / "match.jsonl")) for _ in range(2))
    assert one.out == other.out == run("adjudicate", "-", stdin=given).out


def test_a_rejected_line_tells_of_limits_that_fell_before_it(run: Run) -> None:
    ran = run("adjudicate", "-", stdin=script({"t": 11, "by": "Ana", "say": "3"}))
    assert ran.lines[0]["events"][-1] == "Ana says 0."


@pytest.mark.parametrize(("say", "status"), [("3", 0), ("7", 1)])
def test_strict_ends_with_1_if_a_line_was_rejected(run: Run, say: str, status: int) -> None:
    ran = run("adjudicate", "-", "--strict", stdin=script({"t": 1, "by": "Ana", "say": say}))
    assert ran.status == status
    assert "report" in ran.lines[-1]


def test_with_a_seed_chance_s_first_words_come_with_the_report(run: Run) -> None:
    given = script(phases=[{"who": "chance"}, ASK_ANA, {"who": "chance"}], seed="ab" * 32)
    (last,) = run("adjudicate", "-", stdin=given).lines
    assert last["events"][0].startswith("chance: ")
    first, _ = run("adjudicate", "-", stdin=given + b'{"t": 1, "by": "Ana", "say": "3"}\n').lines
    assert any(text.startswith("chance: ") for text in first["events"])


def test_what_is_printed_is_utf8_whatever_was_typed(run: Run) -> None:
    given = script(
        b'{"t": 1, "by": "Ana", "say": "\\ud800\\u0000 \xc3\x9f"}',
        b'{"t": 1, "by": "umpire", "say": "note \\udfff \xc3\x9f"}',
    )
    first, second, _ = run("adjudicate", "-", stdin=given).lines
    assert "ß" in first["error"]
    assert "ß" in second["events"][0]


def test_no_text_ends_the_line_that_is_printed(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    value = {"cut": "a\u2028b\u2029c\x85d\n\x1c\v\f"}
    print_json(value)
    line = capsysbinary.readouterr().out.decode()
    assert line.splitlines(keepends=True) == [line]
    assert json.loads(line) == value


@pytest.mark.parametrize("command", ["adjudicate", "view --as Ana"])
@pytest.mark.parametrize(
    ("given", "field"),
    [
        (b"", "header"),
        (b"\n", "header"),
        (b"\x00\x01\x02\xff", "header"),
        (script(game="ludo"), "game"),
        (script(players=["Ana"]), "players"),
        (script(players=["Ana", "chance"]), "players[1]"),
        (script(options={"colour": 1}), "options.colour"),
        (script(options={"clock": 1}), "options.clock"),
        (script(umpire=2), "umpire"),
    ],
)
def test_a_wrong_header_is_one_sentence_and_status_2(
    run: Run, command: str, given: bytes, field: str
) -> None:
    name, *options = command.split()
    ran = run(name, "-", *options, stdin=given)
    assert (ran.status, ran.out) == (2, b"")
    assert f" {field}: " in ran.error
    assert ran.error.count("\n") == 1


@pytest.mark.parametrize("command", ["adjudicate", "view --as Ana", "verify"])
def test_a_file_that_cannot_be_read_is_one_sentence_and_status_2(
    run: Run, command: str, tmp_path: Path
) -> None:
    name, *options = command.split()
    ran = run(name, str(tmp_path), *options)
    assert (ran.status, ran.out) == (2, b"")
    assert str(tmp_path) in ran.error
    assert ran.error.count("\n") == 1


@pytest.mark.parametrize(
    ("viewer", "said"),
    [
        ("Ana", [["Ana", 3], ["Bo", None]]),
        ("bo", [["Ana", None], ["Bo", 4]]),
        ("public", [["Ana", None], ["Bo", None]]),
    ],
)
def test_a_view_shows_what_its_viewer_may_know(run: Run, viewer: str, said: list[Any]) -> None:
    lines = [{"t": 1, "by": "Ana", "say": "3"}, {"t": 1, "by": "Bo", "say": "4"}]
    ran = run("view", "-", "--as", viewer, stdin=script(*lines, phases=SECRETS))
    (shown,) = ran.lines
    assert shown["state"]["said"] == said
    assert shown["pending"][0]["held"] is (False if viewer == "Ana" else None)


@pytest.mark.parametrize("viewer", ["Zoe", "umpire", "chance", "", "\x1b[31m"])
def test_a_viewer_who_is_nobody_is_one_sentence_and_status_2(run: Run, viewer: str) -> None:
    ran = run("view", "-", "--as", viewer, stdin=script())
    assert (ran.status, ran.out) == (2, b"")
    assert "Ana, Bo" in ran.error
    assert "\x1b" not in ran.error


def test_a_reader_who_goes_away_is_no_trouble(tmp_path: Path) -> None:
    """Through a real pipe: `umpire adjudicate script | head -1`."""
    lines = [{"t": n} for n in range(20_000)]
    header = {
        "umpire": 1,
        "game": "denizens-of-tartarus",
        "players": ["Ana", "Bo"],
        "options": {"clock": False},
    }
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join(map(json.dumps, [header, *lines])), "utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", "import umpire.cli; umpire.cli.main()", "adjudicate", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
