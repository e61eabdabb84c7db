"""Verifying a log: whatever is changed, left out or put in is found, or named as missing."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playing import GAMES, header_line

from umpire.match import (
    BadHeader,
    Remark,
    Verdict,
    begin,
    canonical,
    chance_answer,
    commitment,
    header_hash,
    judge,
    line_hash,
    read_header,
    report,
    verify,
)
from umpire.testing.matches import SEED, Played, log_of

PHASES = ("chance", {"who": "Ana", "limit": 10}, "chance", {"who": "Bo", "limit": 10}, "Ana")
SAID: tuple[tuple[Any, ...], ...] = (
    (0, "Ana", "seven"),
    (0, "Bo", "nine of hearts"),
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
    (31, "Ana", "6"),
)
Log = list[dict[str, Any]]


def played(said: tuple[tuple[Any, ...], ...] = SAID) -> list[Played]:
    match = begin(read_header(header_line(*PHASES, cut=True), GAMES), GAMES["numbers"]).match
    lines = []
    for one in said:
        say = (chance_answer(match, SEED),) if one[1:] == ("chance",) else ()
        line = dict(zip(("t", "by", "say"), (*one, *say), strict=False))
        lines.append(Played(line, match, judge(match, line)))
        match = lines[-1].judgement.match
    return lines


def test_a_line_refused_because_too_many_limits_would_fall_verifies() -> None:
    header = read_header(header_line({"who": "Ana", "limit": 1, "endless": True}), GAMES)
    match, lines = begin(header, GAMES["numbers"]).match, []
    for t in (1e9, 1):
        line = {"t": t, "by": "Ana", "say": "3"}
        lines.append(Played(line, match, judge(match, line)))
        match = lines[-1].judgement.match
    assert [one.judgement.code for one in lines] == ["time", None]
    assert verify(log_of(lines), GAMES).word == "proved"


def made(count: int = len(SAID)) -> Log:
    """A log as a live match keeps it."""
    return [json.loads(line) for line in log_of(played(SAID[:count]))]


def verified(log: Log, **noted: str) -> Verdict:
    return verify([json.dumps(line) for line in log], GAMES, **noted)


def assert_told(verdict: Verdict, word: str, what: str = "", line: int | None = None) -> None:
    """The verdict is this word, with a remark that says what, and perhaps of which line."""
    assert verdict.word == word
    assert verdict.remark is not None
    assert what in verdict.remark.what
    assert line in (None, verdict.remark.line)


def rehashed(log: Log) -> Log:
    """The log with every hash made anew, as one who forges it would."""
    match = begin(read_header(json.dumps(log[0]), GAMES), GAMES["numbers"]).match
    last = log[0]["hash"] = header_hash(log[0])
    for line in log[1:]:
        match = judge(match, line).match
        last = line["hash"] = line_hash(last, line, canonical(report(match)["state"]))
    return log


def test_a_closed_log_is_proved() -> None:
    log = made()
    verdict = verified(log)
    assert (verdict.word, verdict.remark) == ("proved", None)
    assert verdict.checked == {
        "lines": 15,
        "judgements": 14,
        "hashes": 15,
        "chance outcomes": 2,
        "commitments": 1,
    }
    assert verdict.commitment == log[0]["meta"]["commitment"]
    assert verdict.head == log[-1]["hash"]


@pytest.mark.parametrize("lines", range(1, 15))
def test_a_log_that_is_cut_off_is_open(lines: int) -> None:
    verdict = verified(made()[:lines])
    assert (verdict.word, verdict.remark) == ("open", None)


def test_what_was_noted_beforehand_and_at_the_end_is_the_log_s_own() -> None:
    log = made()
    commitment, head = log[0]["meta"]["commitment"], log[-1]["hash"]
    assert verified(log, commitment=commitment.upper(), head=head.upper()).word == "proved"
    assert verified(log, commitment=head).remark is not None
    assert verified(log, commitment=head).word == "differs"
    assert verified(log, head=commitment).word == "differs"
    assert verified(log[:-1], head=head).word == "differs"


def test_a_log_written_anew_with_new_hashes_has_another_head() -> None:
    log = made()
    head = log[-1]["hash"]
    log[11]["at"] = "2026-01-01T12:00:01.000Z"
    forged = rehashed(log)
    assert verified(forged).word == "proved"
    assert verified(forged, head=head).word == "differs"


def change(number: int, **values: Any) -> Callable[[Log], None]:
    return lambda log: log[number - 1].update(values)


def meta(**values: Any) -> Callable[[Log], None]:
    return lambda log: log[0]["meta"].update(values)


OTHER = json.loads(header_line(*PHASES, "Bo", cut=True))["options"]


@pytest.mark.parametrize(
    ("tamper", "line", "what"),
    [
        (change(7, say="4"), 7, "hash"),
        (change(7, t=4.5), 7, "hash"),
        (change(7, hash="00" * 32), 7, "hash"),
        (change(7, hash=7), 7, "hash"),
        (change(7, cell="Ana!B9"), 7, "hash"),
        (change(7, at="2020-01-01T00:00:00Z"), 7, "hash"),
        (change(7, more="1"), 7, "hash"),
        (change(7, by="Bo"), 7, "logged as accepted, but the rules reject it"),
        (change(7, ok=False, code="illegal"), 7, "logged as rejected with code illegal"),
        (change(6, code="illegal"), 6, "logged as rejected with code illegal"),
        (change(6, say="ten"), 6, "hash"),
        (change(6, ok=True), 6, "logged as"),
        (change(6, say="2"), 6, "but the rules accept it"),
        (change(2, say="eight"), 2, "hash"),
        (change(4, say="6"), 4, "chance"),
        (change(15, seed="ff" * 32), 15, "does not fit the commitment"),
        (change(15, seed="00"), 15, "does not fit the commitment"),
        (change(15, seed=7), 15, "does not fit the commitment"),
        (change(1, players=["Ana", "Bob"]), 1, "hash"),
        (change(1, options=OTHER), 1, "hash"),
        (meta(commitment="00" * 32), 1, "hash"),
        (meta(started="2020-01-01T00:00:00Z"), 1, "hash"),
        (meta(log=3), 1, "version 3"),
        (lambda log: log.pop(5), 6, "hash"),
        (lambda log: log.insert(6, dict(log[5])), 7, "hash"),
        (lambda log: log.append({"t": 99}), 16, "follows the line that closes"),
        (lambda log: log.append(dict(log[-1])), 16, "follows the line that closes"),
    ],
)
def test_what_is_changed_shows(tamper: Callable[[Log], Any], line: int, what: str) -> None:
    log = made()
    tamper(log)
    verdict = verified(log)
    assert_told(verdict, "differs", what, line)
    assert verdict.head is None


@pytest.mark.parametrize(
    ("tamper", "what"),
    [
        (change(4, say="6"), "chance"),
        (change(1, players=["Ana", "Bob"]), "reject"),
        (meta(commitment="00" * 32), "does not fit the commitment"),
        (change(15, seed="ff" * 32), "does not fit the commitment"),
    ],
)
def test_what_does_not_follow_shows_with_new_hashes_too(
    tamper: Callable[[Log], Any], what: str
) -> None:
    log = made()
    tamper(log)
    assert_told(verified(rehashed(log)), "differs", what)


def test_a_seed_and_commitment_of_the_forger_s_own_do_not_fit_the_deal() -> None:
    log = made()
    header = read_header(json.dumps(log[0]), GAMES)
    log[0]["meta"]["commitment"] = commitment(header, "ff" * 32)
    log[-1]["seed"] = "ff" * 32
    assert_told(verified(rehashed(log)), "differs", "chance does not follow from the seed")


@pytest.mark.parametrize("seed", ["junk", "ff" * 32])
def test_no_line_but_the_last_reveals_the_seed(seed: str) -> None:
    log = made()
    log[3].update(seed=seed, say="1" if log[3]["say"] != "1" else "2")
    assert_told(verified(rehashed(log)), "differs", "chance does not follow from the seed")


def test_a_seed_in_the_header_must_fit_the_commitment_too() -> None:
    log = made()
    log[0]["seed"] = "ff" * 32
    assert_told(verified(rehashed(log)), "differs", "does not fit the commitment", 1)


@pytest.mark.parametrize("say", [None, "note more"])
def test_what_follows_the_closing_line_differs(say: str | None) -> None:
    log = made()
    verdict = verified([*log, {"t": 99, "by": "umpire", "say": say}])
    assert_told(verdict, "differs", line=len(log) + 1)


@pytest.mark.parametrize(("number", "key"), [(3, "ok"), (6, "ok"), (6, "code"), (6, "at")])
def test_what_is_null_is_missing(number: int, key: str) -> None:
    log = made()
    log[number - 1][key] = None
    verdict = verified(rehashed(log))
    assert (verdict.word, verdict.remark) == ("unproved", Remark(number, f"`{key}` is missing"))


@pytest.mark.parametrize("key", ["hash", "at", "ok"])
@pytest.mark.parametrize("number", [2, 6, 15])
def test_what_is_missing_is_named(number: int, key: str) -> None:
    log = made()
    del log[number - 1][key]
    verdict = verified(log if key == "hash" else rehashed(log))
    assert (verdict.word, verdict.remark) == ("unproved", Remark(number, f"`{key}` is missing"))


@pytest.mark.parametrize("key", ["id", "engine", "started", "commitment", "log"])
def test_what_the_header_lacks_is_named(key: str) -> None:
    log = made()
    del log[0]["meta"][key]
    verdict = verified(rehashed(log))
    assert (verdict.word, verdict.remark) == ("unproved", Remark(1, f"`{key}` is missing"))


def test_a_closed_log_without_its_seed_is_unproved() -> None:
    log = made()
    del log[-1]["seed"]
    assert verified(log).word == "differs"
    verdict = verified(rehashed(log))
    assert verdict.word == "unproved"
    assert verdict.checked["chance outcomes"] == 0


def test_without_any_hash_nothing_is_proved() -> None:
    log = made()
    for line in log:
        del line["hash"]
    assert verified(log).word == "unproved"
    log[11]["say"] = "4"
    assert verified(log).word == "unproved"


def test_what_follows_words_left_out_is_not_checked() -> None:
    log = made()
    log[2]["say"] = None
    for line in log[2:]:
        line["hash"] = None
    verdict = verified(log)
    assert (verdict.word, verdict.remark) == ("unproved", Remark(3, "what was said is missing"))
    assert verdict.head is None
    assert verdict.checked["hashes"] == 2


def for_a_viewer() -> Log:
    """The log without any hash, as for a viewer who may not know all options."""
    return [line | {"hash": None} for line in made()]


def test_the_log_of_a_viewer_who_may_not_know_all_options_is_not_adjudicated() -> None:
    log = for_a_viewer()
    log[0]["options"] = {"cut": True}
    noted = log[0]["meta"]["commitment"]
    for header in (log[0], log[0] | {"options": {"no": "such option"}}):
        verdict = verified([header, *log[1:]], commitment=noted)
        assert_told(verdict, "unproved", "options or whole lines", 1)
        assert (verdict.commitment, verdict.head) == (noted, None)
    assert_told(verified(log, commitment="00" * 32), "differs", "its commitment", 1)


def test_a_viewer_s_log_has_a_header_and_no_hash() -> None:
    log = for_a_viewer()
    with pytest.raises(BadHeader, match="players"):
        verified([log[0] | {"players": ["Ana"]}, *log[1:]])
    log[-1]["hash"] = "00" * 32
    assert_told(verified(log), "differs", "its hash", 15)


def test_a_chance_outcome_may_be_written_otherwise() -> None:
    log = made()
    log[3]["say"] = f"  {log[3]['say']} "
    assert verified(rehashed(log)).word == "proved"


def test_what_is_no_json_differs() -> None:
    lines = [json.dumps(line) for line in made()]
    lines.insert(3, "")
    assert_told(verify(lines, GAMES), "differs", line=4)


@pytest.mark.parametrize("number", [2, 15])
def test_a_key_that_is_there_twice_differs(number: int) -> None:
    """Who reads the log would see the first, and the hash is of the last."""
    lines = [json.dumps(line) for line in made()]
    lines[number - 1] = '{"say": "resign", ' + lines[number - 1][1:]
    assert_told(verify(lines, GAMES), "differs", "each key is given once", number)
    lines[0] = '{"players": ["Cy", "Dee"], ' + lines[0][1:]
    with pytest.raises(BadHeader):
        verify(lines, GAMES)


@pytest.mark.parametrize("number", [1, 6, 15])
def test_a_number_beyond_any_sense_differs(number: int) -> None:
    lines = [json.dumps(line) for line in made()]
    lines[number - 1] = lines[number - 1][:-1] + ', "more": 1e999}'
    assert_told(verify(lines, GAMES), "differs", line=number)


def test_a_bare_script_proves_nothing() -> None:
    line = header_line(*PHASES, seed=SEED)
    assert verify([line, '{"t": 1, "by": "Ana", "say": "3"}'], GAMES).word == "unproved"


@pytest.mark.parametrize("log", [[], ["[]"], ['{"umpire": 1}']])
def test_a_log_without_a_header_is_none(log: list[str]) -> None:
    with pytest.raises(BadHeader):
        verify(log, GAMES)
