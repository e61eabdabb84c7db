"""A verifier of logs written from the contract alone; only `judge` and `report` are Umpire's.

What the contract asks of hashes, commitment, key and generator is here in its plainest form, and of
each game the list from which its page draws.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

from umpire.catalogue import find_game, games
from umpire.match import Match, begin, judge, read_header, read_line, report

Line = dict[str, Any]

CHIPS = [f"{colour}{number}" for colour in "BGR" for number in range(1, 10)]
TAROT = [f"{suit}{rank}" for suit in "STCO" for rank in [*range(1, 11), *"JNQK"]]
TAROT += [str(number) for number in range(22)]
COLOURS = "RYGBP"


class Differs(Exception):
    """The line in hand differs."""


class Verifier:
    """A log and what it comes to: `word`, the line that it is for, and the `head`."""

    def __init__(self, lines: list[str]) -> None:
        self.header = read_header(lines[0], games())
        self.match: Match = begin(self.header, find_game(self.header.game)).match
        self.missing: list[int] = []
        self.head = ""
        self.cuts: dict[str, str] = {}
        self.steps: list[int] = []
        """Of each step that `undo` could take back how many chance inputs there were before."""
        self.chances = 0
        objects = [read_line(line) for line in lines]
        self.first: Line = objects[0] or {}
        self.seed = (objects[-1] or {}).get("seed")
        self.number = 1
        try:
            self.read_first(self.first)
            for self.number, line in enumerate(objects[1:], 2):
                if line and "by" in line and line.get("say", "") is None and not self.closed:
                    self.missing.append(self.number)
                    break
                self.read(line)
        except Differs:
            self.word, self.line = "differs", self.number
        else:
            self.word = "proved" if self.closed else "open"
            self.word = "unproved" if self.missing else self.word
            self.line = self.missing[0] if self.missing else 0

    def read_first(self, line: Line) -> None:
        meta = line.get("meta", {})
        if meta.get("log", 2) != 2:
            raise Differs
        self.need(meta, "id", "engine", "started", "commitment", "log")
        self.check_seed(self.header.seed)
        self.chain(line, sha(canonical(bare(line))))

    def read(self, line: Line | None) -> None:
        if line is None or self.closed:
            raise Differs
        waited = judge(self.match, {"t": line.get("t")}).match
        self.count_fallen(waited)
        judged = judge(self.match, line)
        self.need(line, "at", "ok", *([] if judged.ok else ["code"]))
        if line.get("ok") not in (None, judged.ok) or line.get("code") not in (None, judged.code):
            raise Differs
        self.match = judged.match
        if judged.ok and "by" in line:
            self.take(waited, line["by"], line["say"].strip())
        if self.closed:
            self.need(line, "seed")
            self.check_seed(line.get("seed"))
        state = canonical(report(self.match)["state"])
        self.chain(line, sha(f"{self.head}\n{canonical(bare(line))}\n{state}"))

    def count_fallen(self, waited: Match) -> None:
        """Each limit that has fallen is a step more to be undone."""
        undo: Line = {"t": waited.now, "by": "umpire"}
        while judge(waited, undo | {"say": f"undo {len(self.steps) + 1}"}).ok:
            self.steps.append(self.chances)

    def take(self, waited: Match, by: str, say: str) -> None:
        pending = {one["by"]: one["kind"] for one in report(waited)["pending"]}
        command = say.split()[0].casefold() if by == "umpire" else ""
        if by == "chance":
            self.chances += 1
            self.check_outcome(waited, pending[by], say)
        elif pending.get(by) == "cut":
            self.cuts[by] = say
        elif by != "umpire" or command == "forfeit":
            self.steps.append(self.chances)
        elif command == "undo":
            back = int([*say.split(), "1"][1])
            self.chances = self.steps[-back]
            del self.steps[-back:]

    def check_outcome(self, match: Match, kind: str, say: str) -> None:
        """However it is written, it must lead to where the seed's leads."""
        if self.seed is None or (self.commitment and not self.fits(self.seed)):
            return
        key = bytes.fromhex(self.seed)
        if self.header.options.get("cut"):
            cuts = canonical([self.cuts[name] for name in self.header.players])
            key = hmac.digest(key, cuts.encode(), "sha256")
        drawn = outcome(Stream(key, self.chances), kind, report(match), len(say.split()))
        meant = judge(match, {"t": match.now, "by": "chance", "say": drawn})
        assert meant.ok, meant.error
        if report(meant.match) != report(self.match):
            raise Differs

    def check_seed(self, seed: str | None) -> None:
        if seed and self.commitment and not self.fits(seed):
            raise Differs

    def need(self, line: Line, *keys: str) -> None:
        self.missing += [self.number for key in keys if line.get(key) is None]

    def chain(self, line: Line, expected: str) -> None:
        self.need(line, "hash")
        if line.get("hash") not in (None, expected):
            raise Differs
        self.head = expected

    @property
    def closed(self) -> bool:
        return self.match.status == "closed"

    @property
    def commitment(self) -> str | None:
        return self.first.get("meta", {}).get("commitment")

    def fits(self, seed: str) -> bool:
        rules = {key: self.first[key] for key in ("umpire", "game", "players", "options")}
        return self.commitment == sha(f"umpire:{sha(canonical(rules))}:{seed}")


class Stream:
    """The generator of the k-th chance input."""

    def __init__(self, key: bytes, k: int) -> None:
        self.numbers = self.words(key, k)

    @staticmethod
    def words(key: bytes, k: int) -> Iterator[int]:
        i = 0
        while True:
            block = hmac.digest(key, f"{k}:{i}".encode("ascii"), "sha256")
            yield from [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
            i += 1

    def below(self, n: int) -> int:
        for x in self.numbers:
            if x < n * (2**32 // n):
                return x % n
        raise AssertionError

    def draw(self, m: int, items: list[Any]) -> list[Any]:
        left = list(items)
        for i in range(m):
            j = i + self.below(len(left) - i)
            left[i], left[j] = left[j], left[i]
        return left[:m]


def outcome(stream: Stream, kind: str, now: Line, size: int) -> str:
    """What chance says by each game's page; `size` is how many words it has said."""
    state = now["state"]
    match now["game"], kind:
        case "arcanoid", "deal":
            drawn = stream.draw(78, TAROT)
        case "arcanoid", "reshuffle":
            drawn = stream.draw(len(state["discard"]), state["discard"])
        case "box-within-a-box", "board":
            numbers = stream.draw(49, [i % 10 for i in range(49)])
            colours = stream.draw(49, ["b"] * 25 + ["w"] * 24)
            drawn = [f"{colour}{number}" for colour, number in zip(colours, numbers, strict=True)]
        case "box-within-a-box", "deal":
            copies = [int(copy.split()[0]) for copy in state["undealt"]]
            drawn = [str(number) for number in sorted(stream.draw(8, copies))]
        case "denizens-of-tartarus", "deal":
            drawn = configuration(stream)
        case "devils-deal", "deal" | "selection" | "community":
            drawn = stream.draw({"deal": 10, "selection": 12, "community": 1}[kind], CHIPS)
        case "devils-deal", "discard":
            refilling = state["current"]["refills"][-1]["by"]
            drawn = stream.draw(size, state["pools"][refilling])
        case _:
            raise AssertionError(f"{now['game']} leaves no {kind} to chance")
    return " ".join(drawn)


def configuration(stream: Stream) -> list[str]:
    def hand() -> list[str]:
        return [f"{colour}{n}" for n, colour in enumerate(stream.draw(3, list(COLOURS)), 1)]

    first, second = hand(), hand()
    while set(first) & set(second):
        second = hand()
    cards = [f"{colour}{number}" for colour in COLOURS for number in range(1, 6)]
    return first + second + stream.draw(19, [c for c in cards if c not in first + second])


def bare(line: Line) -> Line:
    return {key: value for key, value in line.items() if key != "hash"}


def canonical(value: Any) -> str:
    return json.dumps(whole(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: whole(inside) for key, inside in value.items()}
    return [whole(inside) for inside in value] if isinstance(value, list | tuple) else value


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def rehashed(log: list[Line]) -> list[Line]:
    """Return a log with every hash made anew, as one who forges it would."""
    match = begin(read_header(json.dumps(log[0]), games()), find_game(log[0]["game"])).match
    head = sha(canonical(bare(log[0])))
    made = [bare(log[0]) | {"hash": head}]
    for line in log[1:]:
        match = judge(match, line).match
        state = canonical(report(match)["state"])
        head = sha(f"{head}\n{canonical(bare(line))}\n{state}")
        made.append(bare(line) | {"hash": head})
    return made
