"""Verifying a log: it is adjudicated again, and what it says of itself is compared."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from umpire.games.base import CHANCE, AnyGame
from umpire.json_types import JsonObject
from umpire.match.dealing import chance_answer
from umpire.match.dealing import commitment as commitment_of
from umpire.match.hashes import LOG_VERSION, canonical_state, header_hash, line_hash
from umpire.match.header import BadHeader, header_of, is_seed, read_first_line
from umpire.match.judging import Judgement, begin, judge
from umpire.match.script import read_line
from umpire.match.state import Match
from umpire.match.transitions import let_limits_fall

Word = Literal["proved", "open", "unproved", "differs"]
Check = Literal["lines", "judgements", "hashes", "chance outcomes", "commitments"]
CHECKS: tuple[Check, ...] = ("lines", "judgements", "hashes", "chance outcomes", "commitments")

_AT_ONCE = 64
"""So many lines are judged at once."""

_NOT_THE_COMMITMENT = "its commitment is not the one given"
_HIDDEN = (
    "its hash is missing, as in a log for a viewer: what that viewer may not know yet, options or "
    "whole lines, is missing too"
)

_META = ("id", "engine", "started", "commitment", "log")


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong with a line of a log, or missing in it; its header is line 1."""

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What verifying a log came to.

    `word` is `proved` of a closed match whose log is whole and right, `open` of one that is not
    closed, `unproved` where something is missing, and `differs` where something is wrong; `remark`
    tells the first that is. `checked` is how many of each kind were checked. `commitment` is the
    log's, and `head` the hash of its last line; None where there is none or the log differs.
    `engine` is the version of umpire that judged it, None if the log does not say.
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

    `commitment` and `head` are those that it must have, in hex, if somebody has noted them. A log
    that was written for a viewer who may not know all options yet is not adjudicated: its hashes
    are null, that of the header too. Raises BadHeader if its first line is no header for one of
    these games; with this program's `version`, a header that another version accepted is a
    difference instead.
    """
    first, *rest = [*log] or [b""]
    header_line = read_first_line(first, unique=True)
    lines = [read_line(line, unique=True) for line in rest]
    engine = _engine(header_line)
    try:
        if _hides_options(header_line, lines):
            return _not_adjudicated(header_line, games, commitment, engine)
        verification = _Verification(header_line, lines, games)
    except BadHeader as refusal:
        if version is None or engine in (None, version):
            raise
        checked: Counter[Check] = Counter(dict.fromkeys(CHECKS, 0))
        return Verdict("differs", checked, Remark(1, str(refusal)), engine=engine)
    try:
        verification.see_commitment(commitment)
        verification.read()
        verification.see_head(head)
    except _Differs as differs:
        remark = Remark(verification.number, str(differs))
        return Verdict("differs", verification.checked, remark, engine=engine)
    return verification.verdict(engine)


def _engine(header_line: JsonObject) -> str | None:
    """Return the version of umpire that judged a log, as its header says, checked or not."""
    meta = header_line.get("meta")
    engine = meta.get("engine") if isinstance(meta, dict) else None
    return engine if isinstance(engine, str) else None


def _hides_options(header_line: JsonObject, lines: Iterable[JsonObject | None]) -> bool:
    """Return whether a log is for a viewer who may not know all options yet.

    Its hashes are null from the header on.
    """
    is_null = header_line.get("hash", "") is None
    return is_null and all(line is None or line.get("hash") is None for line in lines)


def _not_adjudicated(
    header_line: JsonObject,
    games: Mapping[str, AnyGame],
    commitment: str | None,
    engine: str | None,
) -> Verdict:
    """Return what can be said of a log whose header tells only what a viewer may know.

    Raises BadHeader if the header is wrong in anything but its options: what is left out of these
    may be what makes them whole.
    """
    try:
        header_of(header_line, games)
    except BadHeader as wrong:
        if not wrong.field.startswith("options."):
            raise
    meta = header_line.get("meta") or {}
    checked: dict[Check, int] = {**dict.fromkeys(CHECKS, 0), "lines": 1}
    if commitment is not None and meta.get("commitment") not in (None, commitment.lower()):
        return Verdict("differs", checked, Remark(1, _NOT_THE_COMMITMENT), engine=engine)
    return Verdict("unproved", checked, Remark(1, _HIDDEN), meta.get("commitment"), engine=engine)


class _Differs(Exception):
    """Something in a log is not what the rules, or the log itself, make of it."""


class _Verification:
    """One pass over a log; `number` is that of the line in hand."""

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
        self._header = header_of(self._header_line, games)
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
        """Return what it came to where nothing differs."""
        word: Word = "proved" if self._match.closed else "open"
        return Verdict(
            "unproved" if self._missing else word,
            self.checked,
            self._missing,
            self._commitment,
            self._hash,
            engine,
        )

    def see_commitment(self, wanted: str | None) -> None:
        """See that it is the one which somebody has noted. Raises _Differs."""
        if wanted is not None and self._commitment not in (None, wanted.lower()):
            raise _Differs(_NOT_THE_COMMITMENT)

    def see_head(self, wanted: str | None) -> None:
        """See that the last line's hash is what somebody has noted. Raises _Differs."""
        if wanted is not None and self._hash not in (None, wanted.lower()):
            raise _Differs("its head is not the one given")

    def read(self) -> None:
        """Go through all lines, or up to one whose words are left out. Raises _Differs."""
        self._read_header()
        for number, (line, judgement) in enumerate(self._judged(), 2):
            self.number = number
            if line is None:
                raise _Differs("it is not a JSON object in which each key is given once")
            if self._match.closed:
                raise _Differs("it follows the line that closes the match")
            if "by" in line and line.get("say", "") is None:
                self._miss("what was said")
                self._hash = None  # and with it all that follows
                return
            self._read_line(line, judgement)

    def _judged(self) -> Iterator[tuple[JsonObject | None, Judgement]]:
        """Yield each line and its judgement.

        Many lines are judged before the first of them is compared and hashed: to go from one to the
        other for each takes a tenth longer.
        """
        match = self._match
        for start in range(0, len(self._lines), _AT_ONCE):
            lines = self._lines[start : start + _AT_ONCE]
            judgements = []
            for line in lines:
                judgements.append(judge(match, line))
                match = judgements[-1].match
            yield from zip(lines, judgements, strict=True)

    def _read_header(self) -> None:
        self.checked["lines"] += 1
        meta = self._header.meta
        if meta.get("log", LOG_VERSION) != LOG_VERSION:
            raise _Differs(f"it is a log of version {meta['log']}, not {LOG_VERSION}")
        self._need(meta, *_META)
        self._compare_seed(self._header.seed)
        self._chain(self._header_line, _hashed(header_hash, self._header_line))

    def _read_line(self, line: JsonObject, judgement: Judgement) -> None:
        self.checked["lines"] += 1
        before, self._match = self._match, judgement.match
        self._compare(line, judgement)
        if judgement.ok and line.get("by") == CHANCE:
            self._compare_outcome(before, line)
        if self._match.closed:
            self._need(line, "seed")
            self._compare_seed(line.get("seed"))
        assert self._hash is not None
        hashed = _hashed(line_hash, self._hash, line, self._canonical_state())
        self._chain(line, hashed)

    def _compare(self, line: JsonObject, judgement: Judgement) -> None:
        """Compare what is logged of a line's judgement with the judgement."""
        self._need(line, "at", "ok", *(() if judgement.ok else ("code",)))
        self.checked["judgements"] += 1
        ok, code = line.get("ok"), line.get("code")
        if ok is None:
            ok = judgement.ok
        if code is None and ok is False:
            code = judgement.code
        if ok is judgement.ok and code == judgement.code:
            return
        how = "accepted" if ok is True else f"rejected with code {code}"
        ruling = (
            f"reject it ({judgement.code}: {judgement.error})" if judgement.code else "accept it"
        )
        raise _Differs(f"it is logged as {how}, but the rules {ruling}")

    def _compare_outcome(self, before: Match, line: JsonObject) -> None:
        """Compare what chance has said with what follows from seed and cuts."""
        if self._seed is None:
            return
        self.checked["chance outcomes"] += 1
        match, _ = let_limits_fall(before, float(line["t"]))
        expected = chance_answer(match, self._seed)
        if line["say"] != expected and _outcome(match, line["say"]) != _outcome(match, expected):
            raise _Differs(f"chance does not follow from the seed, which gives {expected!r}")

    def _compare_seed(self, seed: Any) -> None:
        """Compare a seed that is shown, as it is at the end, with what was committed to."""
        if seed is None or self._commitment is None:
            return
        self.checked["commitments"] += 1
        if not self._fits(seed):
            raise _Differs("its seed does not fit the commitment in line 1")

    def _revealed_seed(self) -> str | None:
        """Return the seed that the log reveals, None if it was not what was committed to.

        No line but the last, which closes the match, and a header can reveal it.
        """
        last = (self._lines[-1] if self._lines else None) or {}
        seed = self._header.seed or last.get("seed")
        fits = is_seed(seed) and (self._commitment is None or self._fits(seed))
        return str(seed) if fits else None

    def _fits(self, seed: Any) -> bool:
        return is_seed(seed) and self._commitment == commitment_of(self._header, seed)

    def _chain(self, line: JsonObject, expected: str) -> None:
        """Take the hash of a line as the one before the next."""
        self._hash = expected
        self._need(line, "hash")
        if line.get("hash") is None:
            return
        self.checked["hashes"] += 1
        if line["hash"] != expected:
            raise _Differs(f"its hash should be {expected}")

    def _canonical_state(self) -> bytes:
        """Return the state as it is hashed; it is made anew only where it has changed."""
        if self._match.state is not self._state:
            self._state = self._match.state
            self._state_text = canonical_state(self._match.game.report(self._state))
        return self._state_text

    def _need(self, line: JsonObject, *keys: str) -> None:
        for key in keys:
            if line.get(key) is None:
                self._miss(f"`{key}`")

    def _miss(self, what: str) -> None:
        if self._missing is None:
            self._missing = Remark(self.number, f"{what} is missing")


def _hashed(hashing: Callable[..., str], *of: Any) -> str:
    try:
        return hashing(*of)
    except (ValueError, RecursionError):
        raise _Differs("its numbers or its nesting are far too large") from None


def _outcome(match: Match, text: str) -> str:
    decision = match.pending[0].decision
    return decision.kind.format(decision.kind.read(match.state, decision, text))
