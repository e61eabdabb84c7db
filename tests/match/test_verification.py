"""Verifying a log: whatever is changed in one shows at the line where it was changed."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playing import GAMES, header_line

from umpire.match import (
    BadHeader,
    Verdict,
    begin,
    chance_answer,
    commitment,
    header_hash,
    judge,
    line_hash,
    read_header,
    report,
    verify,
)

SEED = "0123456789abcdef" * 4
PHASES = ("chance", {"who": "Ana", "limit": 10}, "chance", {"who": "Bo", "limit": 10}, "Ana")
Log = list[dict[str, Any]]


def made() -> Log:
    """A log as a live match keeps it: chance spelled out, every line with what came of it."""
    header = json.loads(header_line(*PHASES))
    header["meta"] = {"id": "numbers-1", "commitment": commitment(SEED), "seed": SEED}
    read = read_header(json.dumps(header), GAMES)
    match, last = begin(read, GAMES["numbers"]).match, header_hash(read)
    log = [header | {"hash": last}]
    said: list[Any] = [
        (0, "chance"),
        (2, "Bo", "1"),
        (3, "Ana", "nine"),
        (4, "Ana", "3"),
        (4, "chance"),
        (20.5,),
        (20.5, "Bo", "5"),
        (21, "umpire", "undo"),
        (22.5, "Bo", "6"),
        (30, "umpire", "note done"),
    ]
    for one in said:
        if one[1:] == ("chance",):
            one = (*one, chance_answer(match, SEED))
        line = dict(zip(("t", "by", "say"), one, strict=False))
        judgement = judge(match, line)
        match = judgement.match
        logged = line | {"at": "2026-01-01T00:00:00Z", "ok": judgement.ok}
        if judgement.ok:
            last = line_hash(last, line, report(match)["state"])
            logged["hash"] = last
        else:
            logged["code"] = judgement.code
        log.append(logged)
    return log


def verified(log: Log) -> Verdict:
    return verify([json.dumps(line) for line in log], GAMES)


def test_a_true_log_verifies() -> None:
    verdict = verified(made())
    assert verdict.difference is None
    assert verdict.checked == {
        "lines": 11,
        "judgements": 10,
        "hashes": 8,
        "chance outcomes": 2,
        "commitments": 1,
    }


def change(number: int, **values: Any) -> Callable[[Log], None]:
    return lambda log: log[number - 1].update(values)


def meta(**values: Any) -> Callable[[Log], None]:
    return lambda log: log[0]["meta"].update(values)


OTHER = json.loads(header_line(*PHASES, "Bo"))["options"]


@pytest.mark.parametrize(
    ("tamper", "line", "what"),
    [
        (change(5, say="4"), 5, "hash"),
        (change(5, t=4.5), 5, "hash"),
        (change(5, hash="00" * 32), 5, "hash"),
        (change(5, hash=None), 5, "hash"),
        (change(5, by="Bo"), 5, "logged as accepted, but the rules reject it"),
        (change(5, ok=False, code="illegal"), 5, "logged as rejected with code illegal"),
        (change(4, code="illegal"), 4, "logged as rejected with code illegal"),
        (change(4, ok=True), 4, "logged as"),
        (change(4, say="2"), 4, "but the rules accept it"),
        (change(2, say="1"), 2, "seed"),
        (change(1, players=["Ana", "Bob"]), 1, "hash"),
        (change(1, options=OTHER), 1, "hash"),
        (meta(commitment="00" * 32), 1, "commitment"),
        (meta(seed="00" * 32), 1, "commitment"),
        (meta(seed="00"), 1, "seed"),
        (meta(seed=7), 1, "seed"),
        (lambda log: log.pop(8), 9, "reject it"),
        (lambda log: log.insert(5, dict(log[4])), 6, "reject it"),
    ],
)
def test_what_is_changed_shows(tamper: Callable[[Log], Any], line: int, what: str) -> None:
    log = made()
    tamper(log)
    difference = verified(log).difference
    assert difference is not None
    assert what in difference.what
    assert difference.line == line


def test_a_chance_outcome_of_another_seed_shows_even_with_true_hashes() -> None:
    log = made()
    other = "ff" * 32
    log[0]["meta"] |= {"seed": other, "commitment": commitment(other)}
    difference = verified(log).difference
    assert difference is not None
    assert "the seed" in difference.what


def test_a_chance_outcome_may_be_written_otherwise() -> None:
    log = made()
    for line in log:
        line.pop("hash", None)
    log[1]["say"] = f"  {log[1]['say']} "
    assert verified(log).difference is None


@pytest.mark.parametrize("keys", [("hash",), ("ok", "code"), ("hash", "ok", "code", "at", "meta")])
def test_a_log_is_checked_for_what_it_has(keys: tuple[str, ...]) -> None:
    log = made()
    for line in log:
        for key in keys:
            line.pop(key, None)
    verdict = verified(log)
    assert verdict.difference is None
    assert verdict.checked["lines"] == 11


def test_a_hash_is_checked_though_lines_before_it_have_none() -> None:
    log = made()
    for line in log[:-1]:
        line.pop("hash", None)
    assert verified(log).checked["hashes"] == 1
    assert verified(log).difference is None


def test_what_is_no_json_is_rejected_and_changes_nothing() -> None:
    lines = [json.dumps(line) for line in made()]
    lines.insert(3, "")
    assert verify(lines, GAMES).difference is None


def test_a_script_with_a_seed_verifies() -> None:
    line = header_line(*PHASES, seed=SEED)
    assert verify([line, '{"t": 1, "by": "Ana", "say": "3", "ok": true}'], GAMES).difference is None


@pytest.mark.parametrize("log", [[], ["[]"], ['{"umpire": 1}']])
def test_a_log_without_a_header_is_none(log: list[str]) -> None:
    with pytest.raises(BadHeader):
        verify(log, GAMES)
