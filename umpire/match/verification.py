"""Verifying a log: it is adjudicated again, and what it says of itself is compared."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from umpire.games.base import CHANCE, AnyGame
from umpire.json_types import JsonObject
from umpire.match.dealing import chance_answer, commitment
from umpire.match.hashes import header_hash, line_hash
from umpire.match.header import Header, is_seed, read_header
from umpire.match.judging import Judgement, begin, judge
from umpire.match.script import read_line
from umpire.match.state import Match
from umpire.match.transitions import let_limits_fall

Check = Literal["lines", "judgements", "hashes", "chance outcomes", "commitments"]
CHECKS: tuple[Check, ...] = ("lines", "judgements", "hashes", "chance outcomes", "commitments")


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a log is not what the rules make of it; its header is line 1."""

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many of each kind were checked, and the first difference, None if there is none."""

    checked: Mapping[Check, int]
    difference: Difference | None


def verify(log: Iterable[str | bytes], games: Mapping[str, AnyGame]) -> Verdict:
    """Adjudicate a log again up to its first difference; it is checked for what it has.

    Raises BadHeader if its first line is no header for one of these games.
    """
    checked: Counter[Check] = Counter(dict.fromkeys(CHECKS, 0))
    return Verdict(checked, next(_differences(log, games, checked), None))


def _differences(
    log: Iterable[str | bytes], games: Mapping[str, AnyGame], checked: Counter[Check]
) -> Iterator[Difference]:
    lines = iter(log)
    first = next(lines, b"")
    header = read_header(first, games)
    checked["lines"] += 1
    seed = header.seed or header.meta.get("seed")
    for problem in _wrong_seed(header, seed, checked):
        yield Difference(1, problem)
    match = begin(header, games[header.game]).match
    last = header_hash(header)
    for problem in _wrong_hash(read_line(first), last, checked):
        yield Difference(1, problem)
    for number, text in enumerate(lines, 2):
        checked["lines"] += 1
        line = read_line(text)
        judgement = judge(match, line)
        problems = [*_wrong_judgement(line, judgement, checked)]
        if judgement.ok and line is not None:
            last = line_hash(last, line, judgement.match.game.report(judgement.match.state))
            if line.get("by") == CHANCE and seed is not None:
                problems += _wrong_outcome(match, line, seed, checked)
            problems += _wrong_hash(line, last, checked)
        for problem in problems:
            yield Difference(number, problem)
        match = judgement.match


def _wrong_seed(header: Header, seed: Any, checked: Counter[Check]) -> Iterator[str]:
    if seed is None:
        return
    if not is_seed(seed):
        yield "the seed is not 64 hex digits"
    elif "commitment" in header.meta:
        checked["commitments"] += 1
        if header.meta["commitment"] != commitment(seed):
            yield "the seed does not fit the commitment"


def _wrong_judgement(
    line: JsonObject | None, judgement: Judgement, checked: Counter[Check]
) -> Iterator[str]:
    if line is None or ("ok" not in line and "code" not in line):
        return
    checked["judgements"] += 1
    ok = line.get("ok", line.get("code") is None)
    code = line.get("code", None if ok else judgement.code)
    if (ok, code) != (judgement.ok, judgement.code):
        logged = "accepted" if ok is True else f"rejected with code {code}"
        found = (
            f"reject it ({judgement.code}: {judgement.error})" if judgement.code else "accept it"
        )
        yield f"it is logged as {logged}, but the rules {found}"


def _wrong_outcome(
    match: Match, line: JsonObject, seed: str, checked: Counter[Check]
) -> Iterator[str]:
    checked["chance outcomes"] += 1
    match, _ = let_limits_fall(match, float(line["t"]))
    expected = chance_answer(match, seed)
    if line["say"] != expected and _outcome(match, line["say"]) != _outcome(match, expected):
        yield f"chance says other than the seed, from which follows {expected!r}"


def _outcome(match: Match, text: str) -> str:
    decision = match.pending[0].decision
    return decision.kind.format(decision.kind.read(match.state, decision, text))


def _wrong_hash(line: JsonObject | None, expected: str, checked: Counter[Check]) -> Iterator[str]:
    if line is None or "hash" not in line:
        return
    checked["hashes"] += 1
    if line["hash"] != expected:
        yield f"its hash should be {expected}"
