"""Answers by the umpire: some to offer in a drop-down, and random ones for bots and tests."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

from umpire.games.base import NotAllowed, NotUnderstood, RandomSource
from umpire.games.eighteenth_hell.answers import Line
from umpire.games.eighteenth_hell.bending import Round, Rules
from umpire.games.eighteenth_hell.components import (
    ARMY,
    BATTLEFIELDS,
    EIGHTEENTH,
    PLACES,
    Placing,
    Side,
    Unit,
    Units,
    all_of,
    without,
)
from umpire.games.eighteenth_hell.hells import Hell, rules_under
from umpire.games.eighteenth_hell.notation import read_hell, read_line, texts, write
from umpire.games.eighteenth_hell.rules.placing import EMPTY, Table, fault, find
from umpire.games.eighteenth_hell.rules.submission import (
    has_foresight,
    judge,
    round1_numbers,
    round2_number,
    table_of,
)
from umpire.games.eighteenth_hell.state import Spirit, Standing, State
from umpire.games.sampling import typed

_T = TypeVar("_T")

_OFFERED: Final = 12
_OFFERED_HELLS: Final = 4
"""How many answers a drop-down offers at most, and of how many hells."""
_STEPS: Final = (1, 5, 2)
"""From a unit's battlefield to that of the next one, in what is offered."""

_TRIES: Final = 8
"""How many random placings are tried before one is searched for."""
_FORESEEN: Final = 3
"""How many placings of Round 1 are given up because they leave none for Round 2."""
_TWO_HELLS: Final = 0.75
_SPIRIT: Final = 0.3
_ATTUNED: Final = 0.5
_FORESIGHT: Final = 0.4
_DISGUISE: Final = 0.6
"""How often a random line does this, where it can."""
_OTHER_MINUS: Final = 0.1
_EMPTY_FIELDS: Final = 0.2
"""How often a text is typed so."""
_MINUSES: Final = "−–‐‑"


def suggest(state: State, side: Side) -> tuple[str, ...]:
    """Return legal answers for a drop-down, a few of them."""
    offered: dict[str, None] = {}
    for line in _offers(state, side):
        if _is_legal(state, side, line):
            offered[write(line)] = None
        if len(offered) == _OFFERED:
            break
    return tuple(offered)


def _offers(state: State, side: Side) -> Iterator[Line]:
    if state.round == 2:
        part = state.parts[side]
        number, table = round2_number(part), table_of(state.parts, side)
        for placing in _placings(part.rules, 2, part.hand, number, table):
            yield Line(placing)
        return
    standing = state.standings[side]
    open_now = state.terms.open_to(standing)
    choices: list[tuple[Hell, ...]] = [(hell,) for hell in open_now[:_OFFERED_HELLS]]
    for hells in choices or [()]:
        rules = rules_under(hells)
        number = round1_numbers(rules, foresight=False)[-1]
        share = _OFFERED // max(1, len(choices))
        for placing in islice(_placings(rules, 1, ARMY, number), share):
            yield Line(placing, None, hells)


def _placings(
    rules: Rules, round_: Round, hand: Units, number: int, table: Table = EMPTY
) -> Iterator[Placing]:
    """Yield some legal placings: units spread in several ways, and one that the search finds."""
    best_first = hand[::-1]
    for step in _STEPS:
        for start in PLACES:
            units: list[list[Unit]] = [[] for _ in PLACES]
            for index, unit in enumerate(best_first[:number]):
                units[(start + index * step) % len(PLACES)].append(unit)
            placing = _sorted(units)
            if fault(rules, round_, placing, table) is None:
                yield placing
    found = find(rules, round_, hand, number, table)
    if found is not None:
        yield found


def _sorted(units: Sequence[Sequence[Unit]]) -> Placing:
    return tuple([tuple(sorted(here)) for here in units])


def _is_legal(state: State, side: Side, line: Line) -> bool:
    try:
        judge(state, side, line)
    except NotAllowed:
        return False
    return True


def sample(state: State, side: Side, random: RandomSource) -> str:
    """Return a random legal answer, in a random spelling."""
    line = random_line(state, side, random)
    text = _typed(_spelt(line, state.terms.hells, random), random)
    try:
        meant = judge(state, side, read_line(text, state.terms.hells))
    except (NotUnderstood, NotAllowed):
        return write(line)
    return text if meant == line else write(line)


def random_line(state: State, side: Side, random: RandomSource) -> Line:
    """Return a random legal line."""
    if state.round == 1:
        return _random_round1(state, side, random)
    part = state.parts[side]
    table = table_of(state.parts, side)
    placing = _random_placing(part.rules, 2, part.hand, round2_number(part), table, random)
    assert placing is not None, "Round 2 is asked for only where it can be played"
    return Line(placing)


def _random_round1(state: State, side: Side, random: RandomSource) -> Line:
    standing = state.standings[side]
    open_now = state.terms.open_to(standing)
    hells = _draw(open_now, 2 if random.random() < _TWO_HELLS else 1, random)
    spirit = _random_spirit(standing, rules_under(hells), random)
    ordered = tuple([hell for hell in open_now if hell in hells])
    placing = _random_opening(standing, rules_under(ordered), spirit, random)
    if placing is None:
        # Two hells may leave nothing together, one alone always does.
        ordered, spirit = ordered[:1], None
        rules = rules_under(ordered)
        placing = find(rules, 1, ARMY, round1_numbers(rules, foresight=False)[-1])
        assert placing is not None, "options with such a hell are refused"
    disguise = _random_disguise(rules_under(ordered), placing, random)
    return Line(placing, disguise, ordered, spirit)


def _random_spirit(standing: Standing, rules: Rules, random: RandomSource) -> Spirit | None:
    attuned = random.random() < _ATTUNED
    if standing.block == EIGHTEENTH or not rules.spirits or not standing.uses.left(attuned):
        return None
    if random.random() >= _SPIRIT:
        return None
    if random.random() < _FORESIGHT:
        return Spirit("foresight", None, attuned)
    return Spirit("strength", _any(random, (0, 1, 2, 3, 4)), attuned)


def _random_opening(
    standing: Standing, rules: Rules, spirit: Spirit | None, random: RandomSource
) -> Placing | None:
    """Return a placing of Round 1, mostly one that leaves a legal Round 2."""
    foresight = has_foresight(standing) or (spirit is not None and spirit.name == "foresight")
    number = _any(random, round1_numbers(rules, foresight))
    placing = None
    for _ in range(_FORESEEN):
        placing = _random_placing(rules, 1, ARMY, number, EMPTY, random)
        if placing is None or not rules.binds[1]:
            break
        hand = without(ARMY, all_of(placing))
        later = max(1, len(hand) + rules.rounds[1].more)
        if find(rules, 2, hand, later, Table(mine=placing)) is not None:
            break
    return placing


def _random_disguise(rules: Rules, placing: Placing, random: RandomSource) -> Unit | None:
    units = all_of(placing)
    if 0 not in units or not rules.disguise or random.random() >= _DISGUISE:
        return None
    return _any(random, (-1, 1, 2, 3, 4), but=[u for u in units if ARMY.count(u) == units.count(u)])


def _random_placing(
    rules: Rules, round_: Round, hand: Units, number: int, table: Table, random: RandomSource
) -> Placing | None:
    """Return a legal placing, by trying and then by searching; None if there is none."""
    own = rules.rounds[round_ - 1]
    most = min(own.widest, number)
    fewest = min(own.fewest, most)
    for _ in range(_TRIES):
        places = _draw(PLACES, _any(random, range(fewest, most + 1)), random)
        units: list[list[Unit]] = [[] for _ in PLACES]
        for index, unit in enumerate(_draw(hand, number, random)):
            here = places[index] if index < len(places) else _any(random, places)
            units[here].append(unit)
        placing = _sorted(units)
        if fault(rules, round_, placing, table) is None:
            return placing
    return find(rules, round_, hand, number, table)


def _spelt(line: Line, hells: Sequence[Hell], random: RandomSource) -> str:
    """Return a line in one of the many ways it may be written."""
    clauses = [_spelt_placing(line, random)]
    if line.hells:
        names = [_spelt_hell(hell, hells, random) for hell in line.hells]
        word = _any(random, ("hells ", "hell ", "hells: ", "hell : "))
        clauses.append(word + _any(random, (", ", ",", "; ")).join(_draw(names, 2, random)))
    if line.spirit is not None:
        clauses.append(_spelt_spirit(line.spirit, random))
    bar = _any(random, (" | ", "|", " |\n", " || "))
    return bar.join(_draw(clauses, len(clauses), random))


def _spelt_placing(line: Line, random: RandomSource) -> str:
    between = _any(random, (",", " ", ", ", "; "))
    colon = _any(random, (":", ": ", " : "))
    with_empty = random.random() < _EMPTY_FIELDS
    fields = [
        f"{field}{colon}{between.join(_draw(units, len(units), random))}"
        for field, units in zip(BATTLEFIELDS, texts(line.placing), strict=True)
        if units or with_empty
    ]
    text = _any(random, (" ", "; ", ", ", "\n")).join(_draw(fields, len(fields), random))
    if line.disguise is None:
        return text
    shown = _any(random, ("0({})", "0 ({})", "0( {} )", "0(as {})", "0 (disguised as {})"))
    place = next(place for place in PLACES if 0 in line.placing[place])
    label = f"{BATTLEFIELDS[place]}{colon}"
    before, here = text.split(label, 1)
    return before + label + here.replace("0", shown.format(line.disguise), 1)


def _spelt_hell(hell: Hell, hells: Sequence[Hell], random: RandomSource) -> str:
    spellings = [hell.name, f"Hell of {hell.name}", f"of {hell.name}"]
    spellings += [hell.key[:end] for end in range(1, len(hell.key))]
    return _any(random, [text for text in spellings if _names(text, hell, hells)])


def _names(text: str, hell: Hell, hells: Sequence[Hell]) -> bool:
    try:
        return read_hell(text, hells) is hell
    except NotUnderstood:
        return False


def _spelt_spirit(spirit: Spirit, random: RandomSource) -> str:
    name = spirit.name[: 1 + int(random.random() * len(spirit.name))]
    words = [name if spirit.unit is None else f"{name} {spirit.unit}"]
    if spirit.attuned:
        words.append("attuned"[: 1 + int(random.random() * 7)])
    word = _any(random, ("spirit ", "spirits ", "spirit: ", "spirits : "))
    return word + _any(random, (" ", ", ", ";")).join(_draw(words, len(words), random))


def _any(random: RandomSource, items: Sequence[_T], but: Sequence[_T] = ()) -> _T:
    chosen: _T = random.choice([item for item in items if item not in but] if but else items)
    return chosen


def _draw(items: Sequence[_T], count: int, random: RandomSource) -> tuple[_T, ...]:
    """Return some of the items in a random order, all of them if there are no more."""
    left = list(items)
    picks = range(min(count, len(left)))
    return tuple([left.pop(_any(random, range(len(left)))) for _ in picks])


def _typed(text: str, random: RandomSource) -> str:
    """Return the text as somebody may type it: with other minus signs, and as everywhere."""
    if random.random() < _OTHER_MINUS:
        text = text.replace("-", _any(random, _MINUSES))
    return typed(text, random)
