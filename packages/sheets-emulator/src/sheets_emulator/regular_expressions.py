"""Regular expressions as RE2 has them, matched in time that grows no faster than text and pattern.

RE2's syntax differs from Python's: no backreferences and no looking ahead or behind, `$` is the
end of the text alone, `\\d`, `\\s` and `\\w` are ASCII, and there are `[[:alpha:]]`, `\\pL`,
`\\Q...\\E` and the flag `U`. A pattern becomes a small program, all of whose threads go through the
text together: nothing is ever tried twice at one place, so that no pattern and no text can hold
anybody up.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

_MOST_INSTRUCTIONS: Final = 5000
_MOST_REPEATED: Final = 1000  # RE2's own
_DEEPEST: Final = 50  # groups in each other
_STATES_PER_CELL: Final = 8  # of a program, that count as much as a cell that is read


class PatternError(ValueError):
    """A text is no regular expression of RE2's."""


class UnknownScriptError(Exception):
    """A pattern names a script of Unicode, or another property that is not known here."""


_Test: TypeAlias = Callable[[str], bool]
_Spans: TypeAlias = tuple[int, ...]
"""Where each group begins and ends, the whole match first; -1 for a group that took no part."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """One character that passes a test."""

    test: _Test


@dataclass(frozen=True, slots=True)
class _Edge:
    """A place between characters: `^`, `$`, `\\A`, `\\z`, `\\b` or `\\B`."""

    kind: str


@dataclass(frozen=True, slots=True)
class _Sequence:
    parts: "tuple[_Node, ...]"


@dataclass(frozen=True, slots=True)
class _Choice:
    parts: "tuple[_Node, ...]"


@dataclass(frozen=True, slots=True)
class _Repeat:
    part: "_Node"
    least: int
    most: int | None
    greedy: bool


@dataclass(frozen=True, slots=True)
class _Group:
    part: "_Node"
    number: int


_Node: TypeAlias = _Sign | _Edge | _Sequence | _Choice | _Repeat | _Group


class _Instruction(NamedTuple):
    """One step of a program: where it leads (`first` is tried first), or what it tests."""

    kind: str  # sign, edge, save, jump, split or match
    first: int = 0
    second: int = 0
    test: _Test | None = None
    edge: str = ""


class Pattern:
    """A compiled regular expression. `groups` is how many groups it has."""

    def __init__(self, text: str) -> None:
        parser = _Parser(text)
        tree = parser.whole()
        self.groups = parser.groups
        self._program: list[_Instruction] = []
        self._steps = 0
        self._compile(_Group(tree, 0))
        self._emit("match")

    def search(self, text: str, start: int, take: Callable[[int], None]) -> _Spans | None:
        """Return where the first match from a place on lies; `take` counts the work as cells."""
        found: _Spans | None = None
        nothing = (-1,) * (2 * self.groups + 2)
        threads: list[tuple[int, _Spans]] = []
        seen: set[int] = set()
        for place in range(start, len(text) + 1):
            if found is None:
                self._follow(threads, seen, 0, nothing, text, place)
            take(1 + len(seen) // _STATES_PER_CELL)
            following: list[tuple[int, _Spans]] = []
            seen = set()
            for at, spans in threads:
                instruction = self._program[at]
                if instruction.test is None:  # the pattern is through
                    found = spans
                    break
                if place < len(text) and instruction.test(text[place]):
                    self._follow(following, seen, at + 1, spans, text, place + 1)
            threads = following
            if found is not None and not threads:
                break
        return found

    def _follow(
        self,
        threads: list[tuple[int, _Spans]],
        seen: set[int],
        start: int,
        spans: _Spans,
        text: str,
        place: int,
    ) -> None:
        """Add a thread, and those that it becomes before it needs a character."""
        waiting = [(start, spans)]
        while waiting:
            at, spans = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            instruction = self._program[at]
            kind = instruction.kind
            if kind in ("sign", "match"):
                threads.append((at, spans))
            elif kind == "split":
                waiting += [(instruction.second, spans), (instruction.first, spans)]
            elif kind == "jump":
                waiting.append((instruction.first, spans))
            elif kind == "save":
                number = instruction.first
                waiting.append((at + 1, (*spans[:number], place, *spans[number + 1 :])))
            elif _is_at(instruction.edge, text, place):
                waiting.append((at + 1, spans))

    def _emit(self, kind: str, first: int = 0, test: _Test | None = None, edge: str = "") -> int:
        self._program.append(_Instruction(kind, first, 0, test, edge))
        return len(self._program) - 1

    def _compile(self, node: _Node) -> None:
        self._steps += 1  # a repetition of nothing makes no instructions
        if self._steps > _MOST_INSTRUCTIONS:
            raise PatternError("it is too large")
        match node:
            case _Sign():
                self._emit("sign", test=node.test)
            case _Edge():
                self._emit("edge", edge=node.kind)
            case _Sequence():
                for part in node.parts:
                    self._compile(part)
            case _Group():
                self._emit("save", 2 * node.number)
                self._compile(node.part)
                self._emit("save", 2 * node.number + 1)
            case _Choice():
                self._compile_choice(node)
            case _Repeat():
                self._compile_repeat(node)

    def _compile_choice(self, node: _Choice) -> None:
        ends = []
        for part in node.parts[:-1]:
            split = self._emit("split")
            self._compile(part)
            ends.append(self._emit("jump"))
            self._split(split, greedy=True)
        self._compile(node.parts[-1])
        for end in ends:
            self._program[end] = _Instruction("jump", len(self._program))

    def _compile_repeat(self, node: _Repeat) -> None:
        if node.most is None:
            self._compile_endless(node)
            return
        for _ in range(node.least):
            self._compile(node.part)
        splits = []
        for _ in range(node.most - node.least):
            splits.append(self._emit("split"))
            self._compile(node.part)
        for split in splits:
            self._split(split, greedy=node.greedy)

    def _compile_endless(self, node: _Repeat) -> None:
        """Compile a repetition; where none is due, all of it may be passed over."""
        for _ in range(node.least - 1):
            self._compile(node.part)
        passed = self._emit("split") if node.least == 0 else None
        again = len(self._program)
        self._compile(node.part)
        end = self._emit("split")
        first, second = (again, end + 1) if node.greedy else (end + 1, again)
        self._program[end] = _Instruction("split", first, second)
        if passed is not None:
            self._split(passed, greedy=node.greedy)

    def _split(self, at: int, *, greedy: bool) -> None:
        """Let a split lead into what follows it, or to the end of the program so far."""
        into, past = at + 1, len(self._program)
        first, second = (into, past) if greedy else (past, into)
        self._program[at] = _Instruction("split", first, second)


@lru_cache(256)
def compiled(text: str) -> Pattern:
    """Return a regular expression.

    Raises PatternError for a text that is none, UnknownScriptError for one that is not known here.
    """
    return Pattern(text)


def _is_at(kind: str, text: str, place: int) -> bool:
    match kind:
        case "text start":
            return place == 0
        case "text end":
            return place == len(text)
        case "line start":
            return place == 0 or text[place - 1] == "\n"
        case "line end":
            return place == len(text) or text[place] == "\n"
    before = place > 0 and _is_word(text[place - 1])
    after = place < len(text) and _is_word(text[place])
    return (before != after) == (kind == "word edge")


def _is_word(sign: str) -> bool:
    return sign == "_" or (sign.isascii() and sign.isalnum())


def _is_space(sign: str) -> bool:
    return sign in "\t\n\f\r "


def _is_digit(sign: str) -> bool:
    return "0" <= sign <= "9"


_CLASSES: Final[dict[str, _Test]] = {"d": _is_digit, "s": _is_space, "w": _is_word}
_NAMED: Final[dict[str, _Test]] = {
    "alnum": lambda sign: sign.isascii() and sign.isalnum(),
    "alpha": lambda sign: sign.isascii() and sign.isalpha(),
    "ascii": str.isascii,
    "blank": lambda sign: sign in "\t ",
    "cntrl": lambda sign: sign < " " or sign == "\x7f",
    "digit": _is_digit,
    "graph": lambda sign: "!" <= sign <= "~",
    "lower": lambda sign: "a" <= sign <= "z",
    "print": lambda sign: " " <= sign <= "~",
    "punct": lambda sign: "!" <= sign <= "~" and not sign.isalnum(),
    "space": lambda sign: sign in "\t\n\v\f\r ",
    "upper": lambda sign: "A" <= sign <= "Z",
    "word": _is_word,
    "xdigit": lambda sign: sign in "0123456789abcdefABCDEF",
}
_ESCAPED: Final = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_EDGES: Final = {"A": "text start", "z": "text end", "b": "word edge", "B": "no word edge"}
_CATEGORIES: Final = (
    *("C", "Cc", "Cf", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn"),
    *("N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps"),
    *("S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs"),
)


def _not(test: _Test) -> _Test:
    return lambda sign: not test(sign)


class _Parser:
    """Reads a pattern."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._flags: frozenset[str] = frozenset()
        self._depth = 0
        self._names: set[str] = set()
        self.groups = 0

    def whole(self) -> _Node:
        """Return the whole pattern."""
        found = self._choice()
        if self._place < len(self._text):
            raise PatternError("there is a ) too many")
        return found

    def _take(self, text: str) -> bool:
        if self._text.startswith(text, self._place):
            self._place += len(text)
            return True
        return False

    def _next(self) -> str:
        if self._place >= len(self._text):
            raise PatternError("it ends too early")
        self._place += 1
        return self._text[self._place - 1]

    def _until(self, end: str) -> str:
        close = self._text.find(end, self._place)
        if close < 0:
            raise PatternError(f"there is no {end}")
        found = self._text[self._place : close]
        self._place = close + len(end)
        return found

    def _choice(self) -> _Node:
        parts = [self._sequence()]
        while self._take("|"):
            parts.append(self._sequence())
        return parts[0] if len(parts) == 1 else _Choice(tuple(parts))

    def _sequence(self) -> _Node:
        parts: list[_Node] = []
        while self._place < len(self._text) and self._text[self._place] not in "|)":
            if self._take("\\Q"):
                close = self._text.find("\\E", self._place)
                quoted = self._text[self._place : close if close >= 0 else None]
                self._place += len(quoted) + (2 if close >= 0 else 0)
                parts += [self._literal(sign) for sign in quoted]
                if quoted:
                    parts.append(self._repeated(parts.pop()))
                continue
            part = self._part()
            if part is not None:
                parts.append(self._repeated(part))
        return _Sequence(tuple(parts))

    def _repeated(self, part: _Node) -> _Node:
        bounds = self._bounds()
        if bounds is None:
            return part
        greedy = self._take("?") == ("U" in self._flags)
        if self._bounds() is not None:
            raise PatternError("two repetitions follow each other")
        return _Repeat(part, *bounds, greedy)

    def _bounds(self) -> tuple[int, int | None] | None:
        """Read a repetition; None if there is none."""
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._take(sign):
                return bounds
        if not self._take("{"):
            return None
        start = self._place
        close = self._text.find("}", start)
        least, comma, most = self._text[start : max(close, start)].partition(",")
        if not _is_count(least) or (most and not _is_count(most)):
            self._place = start - 1  # it stands for itself
            return None
        self._place = close + 1
        first = int(least)
        last = (int(most) if most else None) if comma else first
        if max(first, last or 0) > _MOST_REPEATED or (last is not None and last < first):
            raise PatternError("a repetition has a wrong size")
        return first, last

    def _part(self) -> _Node | None:
        """Read what a repetition may follow; None for flags, which are nothing by themselves."""
        sign = self._next()
        match sign:
            case "(":
                return self._group()
            case "[":
                return _Sign(self._class())
            case ".":
                return _Sign(_any) if "s" in self._flags else _Sign(_any_in_line)
            case "^":
                return _Edge("line start" if "m" in self._flags else "text start")
            case "$":
                return _Edge("line end" if "m" in self._flags else "text end")
            case "*" | "+" | "?":
                raise PatternError(f"there is nothing that {sign} repeats")
            case "\\":
                return self._escape()
        return self._literal(sign)

    def _literal(self, sign: str) -> _Node:
        return self._sign(lambda other: other == sign)

    def _sign(self, test: _Test) -> _Node:
        if "i" not in self._flags:
            return _Sign(test)
        return _Sign(lambda sign: test(sign) or test(sign.lower()) or test(sign.upper()))

    def _group(self) -> _Node | None:
        outside = self._flags
        number = None
        if self._take("?"):
            if self._take("P<") or (
                self._text[self._place : self._place + 2] not in ("<=", "<!") and self._take("<")
            ):
                self._named_group()
            elif self._flag_group():
                return None
            else:
                number = -1
        if number is None:
            self.groups += 1
            number = self.groups
        self._depth += 1
        if self._depth > _DEEPEST:
            raise PatternError("its groups are nested too deep")
        found = self._choice()
        self._depth -= 1
        if not self._take(")"):
            raise PatternError("there is a ) missing")
        self._flags = outside
        return found if number < 0 else _Group(found, number)

    def _named_group(self) -> None:
        name = self._until(">")
        if not name or not all(map(_is_word, name)) or name in self._names:
            raise PatternError("a group has a wrong name")
        self._names.add(name)

    def _flag_group(self) -> bool:
        """Read the flags of `(?i)` and `(?i:`; True if they hold for what follows the group."""
        flags, is_on, is_first = set(self._flags), True, True
        while (sign := self._next()) not in ":)":
            if sign == "-" and is_on:
                is_on = False
            elif sign not in "imsU":
                raise PatternError("there is no such group in RE2")
            elif is_on:
                flags.add(sign)
            else:
                flags.discard(sign)
            is_first = False
        if sign == ")" and is_first:
            raise PatternError("a group says nothing")
        self._flags = frozenset(flags)
        return sign == ")"

    def _escape(self) -> _Node:
        sign = self._next()
        if sign in _EDGES:
            return _Edge(_EDGES[sign])
        test = self._escaped_class(sign)
        return self._literal(self._escaped(sign)) if test is None else self._sign(test)

    def _escaped_class(self, sign: str) -> _Test | None:
        """Return the characters that `\\d`, `\\pL` and the like stand for."""
        if sign.lower() in _CLASSES:
            test = _CLASSES[sign.lower()]
            return _not(test) if sign.isupper() else test
        if sign not in "pP":
            return None
        name = self._until("}") if self._take("{") else self._next()
        is_other = (sign == "P") != name.startswith("^")
        name = name.removeprefix("^")
        if name not in _CATEGORIES and name != "Any":
            raise UnknownScriptError(f"\\p{{{name}}}")

        def has(one: str) -> bool:
            return name == "Any" or unicodedata.category(one).startswith(name)

        return _not(has) if is_other else has

    def _escaped(self, sign: str) -> str:
        """Return the one character that an escape stands for."""
        if sign in _ESCAPED:
            return _ESCAPED[sign]
        if sign == "x":
            digits = self._until("}") if self._take("{") else self._next() + self._next()
            return _character(digits, 16)
        if sign == "0" or (
            sign in "1234567" and self._text[self._place : self._place + 1] in _OCTAL
        ):
            digits = sign
            while len(digits) < 3 and self._text[self._place : self._place + 1] in _OCTAL:
                digits += self._next()
            return _character(digits, 8)
        if (sign.isascii() and not _is_word(sign)) or sign == "_":
            return sign
        raise PatternError(f"there is no \\{sign} in RE2")

    def _class(self) -> _Test:
        is_negated = self._take("^")
        tests: list[_Test] = []
        is_first = True
        while is_first or not self._take("]"):
            is_first = False
            tests.append(self._class_item())

        def has(sign: str) -> bool:
            return any(test(sign) for test in tests)

        if "i" not in self._flags:
            return _not(has) if is_negated else has

        def has_any_case(sign: str) -> bool:
            return has(sign) or has(sign.lower()) or has(sign.upper())

        return _not(has_any_case) if is_negated else has_any_case

    def _class_item(self) -> _Test:
        if self._take("[:"):
            name = self._until(":]")
            test = _NAMED.get(name.removeprefix("^"))
            if test is None:
                raise PatternError(f"there is no class [:{name}:]")
            return _not(test) if name.startswith("^") else test
        first = self._next()
        if first == "\\":
            sign = self._next()
            test = self._escaped_class(sign)
            if test is not None:
                return test
            first = self._escaped(sign)
        following = self._text[self._place : self._place + 2]
        if not following.startswith("-") or following == "-]" or len(following) < 2:
            return lambda sign: sign == first
        self._place += 1
        last = self._next()
        if last == "\\":
            last = self._escaped(self._next())
        if last < first:
            raise PatternError("a range of characters is the wrong way round")
        return lambda sign: first <= sign <= last


_OCTAL: Final = tuple("01234567")


def _any(_sign: str) -> bool:
    return True


def _any_in_line(sign: str) -> bool:
    return sign != "\n"


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6


def _character(digits: str, base: int) -> str:
    try:
        return chr(int(digits, base))
    except (ValueError, OverflowError):
        raise PatternError("there is no such character") from None
