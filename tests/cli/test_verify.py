"""`umpire verify` on files and kept matches."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from export_kit import play
from toy import GAME  # after export_kit, which says where it lives

from umpire import __version__
from umpire.export.script import script_lines
from umpire.store import Store

Run = Callable[..., Any]
OPTIONS = {"phases": [{"who": "Ana"}, {"who": "chance"}, {"who": "Bo"}], "cut": True}
SAID: list[tuple[Any, ...]] = [
    (0, "Ana", "seven"),
    (0.5, "Bo", "nine"),
    (1, "Bo", "3"),
    (2, "Ana", "3"),
    (3, "Bo", "5"),
    (9, "umpire", "close"),
]


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., list[dict[str, Any]]]:
    """What writes a match down that was played into a store."""

    def made(count: int = len(SAID)) -> list[dict[str, Any]]:
        with Store.open(tmp_path) as store:
            match_id = play(store, GAME, SAID[:count], options=OPTIONS)
            return [json.loads(line) for line in script_lines(store, store.find(match_id))]

    return made


def written(lines: Iterable[dict[str, Any]]) -> bytes:
    return b"\n".join(json.dumps(line).encode() for line in lines)


Made = Callable[..., list[dict[str, Any]]]


def test_a_closed_log_is_proved(run: Run, made: Made, tmp_path: Path) -> None:
    log = made()
    path = tmp_path / "log.jsonl"
    path.write_bytes(written(log))
    ran = run("verify", str(path))
    assert ran.status == 0
    assert ran.out.decode() == (
        "proved\n"
        "  checked     8 lines, 7 judgements, 8 hashes, 1 chance outcomes, 1 commitments\n"
        f"  commitment  {log[0]['meta']['commitment']}\n"
        f"  head        {log[-1]['hash']}\n"
    )


@pytest.mark.parametrize(("options", "status"), [((), 0), (("--closed",), 1), (("--partial",), 0)])
def test_a_log_of_a_match_that_is_not_closed_is_open(
    run: Run, made: Made, options: tuple[str, ...], status: int
) -> None:
    ran = run("verify", "-", *options, stdin=written(made(5)))
    assert ran.out.startswith(b"open\n")
    assert ran.status == status


@pytest.mark.parametrize(("options", "status"), [((), 1), (("--partial",), 0)])
def test_what_is_missing_makes_a_log_unproved(
    run: Run, made: Made, options: tuple[str, ...], status: int
) -> None:
    log = made()
    del log[3]["hash"]
    ran = run("verify", "-", *options, stdin=written(log))
    assert ran.out.startswith(b"unproved (line 4: `hash` is missing)\n")
    assert ran.status == status


def test_the_first_line_that_differs_is_told_and_the_status_is_1(run: Run, made: Made) -> None:
    log = made()
    log[3]["code"] = "illegal"
    ran = run("verify", "-", "--partial", stdin=written(log))
    assert ran.status == 1
    assert ran.out.startswith(b"differs (line 4: it is logged as rejected with code illegal")


def test_what_was_noted_is_compared(run: Run, made: Made) -> None:
    log = made()
    head, commitment = log[-1]["hash"], log[0]["meta"]["commitment"]
    given = written(log)
    assert run("verify", "-", "--head", head, "--commitment", commitment, stdin=given).status == 0
    assert run("verify", "-", "--head", commitment, stdin=given).status == 1
    assert run("verify", "-", "--commitment", head, stdin=given).status == 1
    assert run("verify", "-", "--head", "5f", stdin=given).status == 2
    assert run("verify", "-", "-", "--head", head, stdin=given).status == 2


def test_json_is_for_programs(run: Run, made: Made) -> None:
    log = made()
    (told,) = run("verify", "-", "--json", stdin=written(log)).lines
    assert told == {
        "log": "-",
        "engine": __version__,
        "version": __version__,
        "word": "proved",
        "checked": told["checked"],
        "commitment": log[0]["meta"]["commitment"],
        "head": log[-1]["hash"],
        "line": None,
        "what": None,
    }
    assert told["checked"]["hashes"] == 8
    log[1]["say"] = "eight"
    ran = run("verify", "--json", "-", stdin=written(log))
    assert ran.status == 1
    assert (ran.lines[0]["word"], ran.lines[0]["line"]) == ("differs", 2)


@pytest.mark.parametrize("copies", [2, 12])
def test_several_logs_are_verified_each_by_itself(
    run: Run, made: Made, tmp_path: Path, copies: int
) -> None:
    log = made()
    names = [str(tmp_path / f"{n}.jsonl") for n in range(copies)]
    for n, name in enumerate(names):
        Path(name).write_bytes(written(log[: len(log) - n % 2]))
    Path(names[0]).write_bytes(b"{}\n")
    ran = run("verify", *names)
    assert ran.status == 2
    assert f"{names[0]}: the log's header is wrong" in ran.error
    words = [line.rpartition(": ")[2] for line in ran.out.decode().splitlines() if ": " in line]
    assert words == ["open" if n % 2 else "proved" for n in range(1, copies)]
    told = run("verify", "--json", *names).lines
    assert [one["log"] for one in told] == names
    assert "error" in told[0]


@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_after_what_is_no_log_the_others_are_verified(
    run: Run, made: Made, tmp_path: Path, as_json: tuple[str, ...]
) -> None:
    good, wrong = tmp_path / "good.jsonl", tmp_path / "wrong.jsonl"
    good.write_bytes(written(made()))
    wrong.write_bytes(b"{}")
    home = ("--home", str(tmp_path))
    logs = [str(tmp_path / "none.jsonl"), str(wrong), "number-1", "number", str(good)]
    ran = run(*home, "verify", *logs, *as_json)
    assert ran.status == 2
    if as_json:
        assert [line["log"] for line in ran.lines] == logs
        assert [line.get("word") for line in ran.lines] == [None, None, None, "proved", "proved"]
    else:
        assert ran.out.decode().count("proved\n") == 2
        missing, header, meant = ran.error.splitlines()
        assert missing.startswith(f"umpire: {logs[0]}: there is no such file and no such match")
        assert header.startswith(f"umpire: {wrong}: the log's header is wrong: umpire: is missing")
        assert meant.endswith("Did you mean 'numbers-1'?")


def test_a_match_that_is_kept_is_verified_by_its_id(run: Run, made: Made, tmp_path: Path) -> None:
    made()
    ran = run("--home", str(tmp_path), "verify", "numbers-1", "--json", "--closed")
    assert ran.status == 0
    assert ran.lines[0]["word"] == "proved"


@pytest.mark.parametrize("given", [b"", b"{}", b"\xff\xfe"])
def test_what_is_no_log_is_one_sentence_and_status_2(run: Run, given: bytes) -> None:
    ran = run("verify", "-", stdin=given)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.error.count("\n") == 1
