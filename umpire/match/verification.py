"""Verifying a log: adjudicating it again and comparing its judgements and hashes."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from umpire.games.base import CHANCE, AnyGame
from umpire.json_types import JsonObject
from umpire.match.dealing import chance_answer
from umpire.match.dealing import commitment as commitment_of
from umpire.match.hashes import LOG_VERSION, canonical_state, header_hash, line_hash
from umpire.match.header import BadHeader, is_seed, parse_header, read_first_line
from umpire.match.judging import Judgement, begin, judge
from umpire.match.script import read_line
from umpire.match.state import Match
from umpire.match.transitions import apply_limits

Word = Literal["proved", "open", "unproved", "differs"]
Check = Literal["lines", "judgements", "hashes", "chance outcomes", "commitments"]
CHECKS: tuple[Check, ...] = ("lines", "judgements", "hashes", "chance outcomes", "commitments")

_BATCH = 64
"""So many lines are judged before they are compared."""

_OTHER_COMMITMENT = "its commitment is not the one given"
_HIDDEN = (
    "its hash is missing, as in a log for a viewer: what that viewer may not know yet, options or "
    "whole lines, is missing too"
)

_META_KEYS = ("id", "engine", "started", "commitment", "log")


@dataclass(frozen=True, slots=True)
class Remark:
    """A fault in a line of a log, or something missing there; the header is line 1."""

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verifying a log.

    `word` is `proved` if the log is complete and right and its match closed, `open` if the match is
    not closed, `unproved` if something is missing, and `differs` if something is wrong; `remark` is
    the first fault. `checked` counts the checks of each kind. `commitment` is the log's, and `head`
    the hash of its last line; they are None if the log has none or differs. `engine` is the version
    of umpire that judged it, None if the log does not say.
    """

    word: Word
    checked: Mapping[Check, int]
    remark: Remark | None = None
    commitment: str | None = None
    head: str | None = None
    engine: str | None = None


def verify(
    log: Iterable[str | bytes],
    games: Mapping[str, AnyGame],
    *,
    commitment: str | None = None,
    head: str | None = None,
    version: str | None = None,
) -> Verdict:
    """Adjudicate a log again up to its first difference.

    `commitment` and `head` are the ones that it must have, in hex, if the caller knows them. A log
    for a viewer who may not know all options yet has only null hashes, and is not adjudicated.
    Raises BadHeader if its first line is no header for one of these games; with this program's
    `version`, a header that another version accepted is a difference instead.
    """
    first, *rest = [*log] or [b""]
    header_line = read_first_line(first, unique=True)
    lines = [read_line(line, unique=True) for line in rest]
    engine = _engine_of(header_line)
    try:
        if _hides_options(header_line, lines):
            return _check_header_alone(header_line, games, commitment, engine)
        verification = _Verification(header_line, lines, games)
    except BadHeader as error:
        if version is None or engine in (None, version):
            raise
        return Verdict("differs", dict.fromkeys(CHECKS, 0), Remark(1, str(error)), engine=engine)
    try:
        verification.check_commitment(commitment)
        verification.check_lines()
        verification.check_head(head)
    except _Difference as difference:
        remark = Remark(verification.number, str(difference))
        return Verdict("differs", verification.checked, remark, engine=engine)
    return verification.verdict(engine)


def _engine_of(header_line: JsonObject) -> str | None:
    """Return the version of umpire that judged a log according to its header, even a wrong one."""
    meta = header_line.get("meta")
    engine = meta.get("engine") if isinstance(meta, dict) else None
    return engine if isinstance(engine, str) else None


def _hides_options(header_line: JsonObject, lines: Iterable[JsonObject | None]) -> bool:
    """Return whether a log is for a viewer who may not know all options: its hashes are null."""
    is_null = header_line.get("hash", "") is None
    return is_null and all(line is None or line.get("hash") is None for line in lines)


def _check_header_alone(
    header_line: JsonObject,
    games: Mapping[str, AnyGame],
    commitment: str | None,
    engine: str | None,
) -> Verdict:
    """Return the verdict on a log with hidden options, of which only the header can be checked.

    Raises BadHeader if the header is wrong in anything but its options, which are incomplete.
    """
    try:
        parse_header(header_line, games)
    except BadHeader as error:
        if not error.field.startswith("options."):
            raise
    meta = header_line.get("meta") or {}
    checked: dict[Check, int] = {**dict.fromkeys(CHECKS, 0), "lines": 1}
    if commitment is not None and meta.get("commitment") not in (None, commitment.lower()):
        return Verdict("differs", checked, Remark(1, _OTHER_COMMITMENT), engine=engine)
    return Verdict("unproved", checked, Remark(1, _HIDDEN), meta.get("commitment"), engine=engine)


class _Difference(Exception):
    """Something in a log contradicts the rules or the log itself."""


class _Verification:
    """A pass over a log; `number` is that of the current line."""

    def __init__(
        self,
        header_line: JsonObject,
        lines: Sequence[JsonObject | None],
        games: Mapping[str, AnyGame],
    ) -> None:
        self.number = 1
        self.checked: Counter[Check] = Counter(dict.fromkeys(CHECKS, 0))
        self._missing: Remark | None = None
        self._header_line = header_line
        self._header = parse_header(self._header_line, games)
        self._lines = lines
        self._match = begin(self._header, games[self._header.game]).match
        self._state: Any = None
        self._state_text = b""
        self._hash: str | None = None
        self._seed = self._revealed_seed()

    @property
    def _commitment(self) -> Any:
        return self._header.meta.get("commitment")

    def verdict(self, engine: str | None) -> Verdict:
        """Return the verdict on a log in which nothing differs."""
        word: Word = "proved" if self._match.closed else "open"
        return Verdict(
            "unproved" if self._missing else word,
            self.checked,
            self._missing,
            self._commitment,
            self._hash,
            engine,
        )

    def check_commitment(self, expected: str | None) -> None:
        """Compare the commitment with the one that the caller knows. Raises _Difference."""
        if expected is not None and self._commitment not in (None, expected.lower()):
            raise _Difference(_OTHER_COMMITMENT)

    def check_head(self, expected: str | None) -> None:
        """Compare the last line's hash with the one that the caller knows. Raises _Difference."""
        if expected is not None and self._hash not in (None, expected.lower()):
            raise _Difference("its head is not the one given")

    def check_lines(self) -> None:
        """Check all lines, or those before the first whose text is hidden. Raises _Difference."""
        self._check_header()
        for number, (line, judgement) in enumerate(self._judge_lines(), 2):
            self.number = number
            if line is None:
                raise _Difference("it is not a JSON object in which each key is given once")
            if self._match.closed:
                raise _Difference("it follows the line that closes the match")
            if "by" in line and line.get("say", "") is None:
                self._note_missing("what was said")
                self._hash = None  # and so are all later hashes
                return
            self._check_line(line, judgement)

    def _judge_lines(self) -> Iterator[tuple[JsonObject | None, Judgement]]:
        """Yield each line and its judgement.

        Several lines are judged before the first of them is compared and hashed: taking turns for
        each line takes a tenth longer.
        """
        match = self._match
        for start in range(0, len(self._lines), _BATCH):
            lines = self._lines[start : start + _BATCH]
            judgements = []
            for line in lines:
                judgements.append(judge(match, line))
                match = judgements[-1].match
            yield from zip(lines, judgements, strict=True)

    def _check_header(self) -> None:
        self.checked["lines"] += 1
        meta = self._header.meta
        if meta.get("log", LOG_VERSION) != LOG_VERSION:
            raise _Difference(f"it is a log of version {meta['log']}, not {LOG_VERSION}")
        self._require(meta, *_META_KEYS)
        self._check_seed(self._header.seed)
        self._check_hash(self._header_line, _compute_hash(header_hash, self._header_line))

    def _check_line(self, line: JsonObject, judgement: Judgement) -> None:
        self.checked["lines"] += 1
        before, self._match = self._match, judgement.match
        self._check_judgement(line, judgement)
        if judgement.ok and line.get("by") == CHANCE:
            self._check_chance(before, line)
        if self._match.closed:
            self._require(line, "seed")
            self._check_seed(line.get("seed"))
        assert self._hash is not None
        hashed = _compute_hash(line_hash, self._hash, line, self._canonical_state())
        self._check_hash(line, hashed)

    def _check_judgement(self, line: JsonObject, judgement: Judgement) -> None:
        """Compare the logged judgement of a line with the judgement."""
        self._require(line, "at", "ok", *(() if judgement.ok else ("code",)))
        self.checked["judgements"] += 1
        ok, code = line.get("ok"), line.get("code")
        if ok is None:
            ok = judgement.ok
        if code is None and ok is False:
            code = judgement.code
        if ok is judgement.ok and code == judgement.code:
            return
        logged = "accepted" if ok is True else f"rejected with code {code}"
        ruling = (
            f"reject it ({judgement.code}: {judgement.error})" if judgement.code else "accept it"
        )
        raise _Difference(f"it is logged as {logged}, but the rules {ruling}")

    def _check_chance(self, before: Match, line: JsonObject) -> None:
        """Compare an answer of chance with the one that follows from seed and cuts."""
        if self._seed is None:
            return
        self.checked["chance outcomes"] += 1
        match, _ = apply_limits(before, float(line["t"]))
        expected = chance_answer(match, self._seed)
        if line["say"] != expected and _normalize_answer(match, line["say"]) != _normalize_answer(
            match, expected
        ):
            raise _Difference(f"chance does not follow from the seed, which gives {expected!r}")

    def _check_seed(self, seed: Any) -> None:
        """Compare a seed that the log reveals with the commitment."""
        if seed is None or self._commitment is None:
            return
        self.checked["commitments"] += 1
        if not self._fits_commitment(seed):
            raise _Difference("its seed does not fit the commitment in line 1")

    def _revealed_seed(self) -> str | None:
        """Return the seed that the log reveals, None if it does not fit the commitment.

        Only the header and the last line, which closes the match, can reveal it.
        """
        last = (self._lines[-1] if self._lines else None) or {}
        seed = self._header.seed or last.get("seed")
        fits = is_seed(seed) and (self._commitment is None or self._fits_commitment(seed))
        return str(seed) if fits else None

    def _fits_commitment(self, seed: Any) -> bool:
        return is_seed(seed) and self._commitment == commitment_of(self._header, seed)

    def _check_hash(self, line: JsonObject, expected: str) -> None:
        """Compare a line's hash with the expected one, and keep that for the next line."""
        self._hash = expected
        self._require(line, "hash")
        if line.get("hash") is None:
            return
        self.checked["hashes"] += 1
        if line["hash"] != expected:
            raise _Difference(f"its hash should be {expected}")

    def _canonical_state(self) -> bytes:
        """Return the canonical JSON of the state, encoded again only if the state has changed."""
        if self._match.state is not self._state:
            self._state = self._match.state
            self._state_text = canonical_state(self._match.game.report(self._state))
        return self._state_text

    def _require(self, line: JsonObject, *keys: str) -> None:
        for key in keys:
            if line.get(key) is None:
                self._note_missing(f"`{key}`")

    def _note_missing(self, what: str) -> None:
        if self._missing is None:
            self._missing = Remark(self.number, f"{what} is missing")


def _compute_hash(function: Callable[..., str], *arguments: Any) -> str:
    try:
        return function(*arguments)
    except (ValueError, RecursionError):
        raise _Difference("its numbers or its nesting are far too large") from None


def _normalize_answer(match: Match, text: str) -> str:
    decision = match.pending[0].decision
    return decision.kind.format(decision.kind.read(match.state, decision, text))
