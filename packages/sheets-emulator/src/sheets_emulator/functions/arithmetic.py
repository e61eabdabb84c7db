"""Functions of numbers, one by one and many together."""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal

from sheets_emulator.functions.base import (
    CallError,
    Function,
    ParameterError,
    Site,
    SizeError,
    all_values,
    block_of,
    check_size,
    is_number,
    key_of,
    like_first,
    numbers,
    to_number,
)
from sheets_emulator.functions.criteria import Criterion
from sheets_emulator.operators import power
from sheets_emulator.scalars import CellError, Result, Scalar, scalar

_TOO_LARGE = 171  # whose factorial is no number of a cell
_DIGITS = 15  # of a number that count; what is beyond is the noise of binary fractions


def _rounding(how: str) -> Callable[..., float]:
    def rounded(value: float, places: int = 0) -> float:
        return like_first(_rounded(value, places), (value,))

    def _rounded(value: float, places: int) -> float:
        exact = Decimal(f"{value:.{_DIGITS}g}")
        if not value or exact.adjusted() + places >= _DIGITS:
            return value
        unit = Decimal(1).scaleb(-max(places, -400))
        return float(exact.quantize(unit, rounding=how))

    return rounded


def _multiple(toward: Callable[[float], int]) -> Callable[..., float]:
    def found(value: float, factor: float = 1.0) -> float:
        return like_first(_found(value, factor), (value,))

    def _found(value: float, factor: float) -> float:
        if value > 0 > factor:
            raise CallError("NUM", "The factor must have the sign of the value.")
        return toward(float(f"{value / factor:.{_DIGITS}g}")) * factor if factor else 0.0

    return found


def _mean(found: list[float]) -> float:
    return math.fsum(found) / len(found)


def _of_all(total: Callable[[list[float]], float]) -> Function:
    """SUM and the like: of all numbers of the arguments, with the format of the first of them."""

    def body(*values: Result) -> float:
        found = numbers(*values)
        return like_first(total(found), found)

    return Function("*m", body)


def _count(*arguments: Result) -> float:
    return float(sum(is_number(value) for value, _ in all_values(arguments)))


def _count_all(*arguments: Result) -> float:
    return float(sum(value is not None for value, _ in all_values(arguments)))


def _count_blank(site: Site, values: Result) -> float:
    return float(sum(1 for value in _selected(site, (values, ""), values)))


def _count_unique(*arguments: Result) -> float:
    return float(len({key_of(value) for value, _ in all_values(arguments) if value is not None}))


def _count_unique_if(site: Site, values: Result, *tests: Result) -> float:
    if _size(values) != _size(tests[0]):
        raise SizeError
    return _count_unique(*_selected(site, tests, values))


def _selected(site: Site, tests: tuple[Result, ...], values: Result) -> Iterator[Scalar]:
    """Yield the values at whose places all criteria hold; `tests` are ranges and criteria."""
    ranges = [block_of(one) for one in tests[::2]]
    criteria = [Criterion(scalar(one), site) for one in tests[1::2]]
    if len(set(map(_size, ranges))) > 1:
        raise SizeError
    target = block_of(values)
    if all(one.holds(None) for one in criteria):
        height, width = ranges[0].height, ranges[0].width
    else:  # beyond what they hold nothing is found
        height = max(one.box.bottom - one.box.top for one in ranges)
        width = max(one.box.right - one.box.left for one in ranges)
    for down in range(height):
        for right in range(width):
            tested = zip(criteria, ranges, strict=True)
            if all(one.holds(cells.at(down, right)) for one, cells in tested):
                yield target.at(down, right)


def _size(value: Result) -> tuple[int, int]:
    block = block_of(value)
    return block.height, block.width


def _picked(site: Site, tests: tuple[Result, ...], values: Result) -> list[float]:
    """Return the numbers among the values at whose places all criteria hold."""
    found: list[float] = []
    for value in _selected(site, tests, values):
        if isinstance(value, CellError):
            raise CallError(value.kind, value.message)
        if is_number(value):
            found.append(to_number(value))
    return found


def _on_one(total: Callable[[list[float]], float]) -> Function:
    """SUMIF and the like: a range, a criterion, and where the numbers are."""

    def body(site: Site, tested: Result, criterion: Scalar, values: Result = None) -> float:
        found = _picked(site, (tested, criterion), tested if values is None else values)
        return like_first(total(found), found)

    return Function("rs|r", body, sited=True)


def _on_many(total: Callable[[list[float]], float]) -> Function:
    """SUMIFS and the like: where the numbers are, and ranges with a criterion each."""

    def body(site: Site, values: Result, *tests: Result) -> float:
        if _size(values) != _size(tests[0]):
            raise SizeError
        found = _picked(site, tests, values)
        return like_first(total(found), found)

    return Function("r*rs", body, sited=True)


def _count_if(site: Site, *tests: Result) -> float:
    return float(sum(1 for _ in _selected(site, tests, tests[0])))


def _largest(found: list[float]) -> float:
    return max(found, default=0.0)


def _smallest(found: list[float]) -> float:
    return min(found, default=0.0)


def _nth(found: list[float], place: int, *, largest: bool) -> float:
    if not 1 <= place <= len(found):
        raise ParameterError("NUM", 2, f"value {place} is out of range.")
    return sorted(found, reverse=largest)[place - 1]


def _rank(value: float, values: Result, ascending: bool = False) -> float:
    found = numbers(values)
    if value not in found:
        raise CallError("N_A", f"{value:g} is not among the values.")
    return 1.0 + sum(one < value if ascending else one > value for one in found)


def _mean_rank(value: float, values: Result, ascending: bool = False) -> float:
    """Return the mean of the ranks that equal values take together."""
    return _rank(value, values, ascending) + (numbers(values).count(value) - 1) / 2


def _nearest_multiple(value: float, factor: float) -> float:
    if value * factor < 0:
        raise CallError("NUM", "The factor must have the sign of the value.")
    if not factor:
        return 0.0
    times = Decimal(f"{value / factor:.{_DIGITS}g}").quantize(Decimal(1), rounding=ROUND_HALF_UP)
    return like_first(float(times) * factor, (value,))


def _random_whole(site: Site, low: float, high: float) -> float:
    least, most = math.ceil(low), math.floor(high)
    if least > most:
        said = f"value is {high:.15g}. It should be greater than or equal to {low:.15g}."
        raise ParameterError("NUM", 2, said)
    return float(least + math.floor(site.chance() * (most - least + 1)))


def _whole_numbers(*arguments: Result) -> list[int]:
    found = [math.trunc(one) for one in numbers(*arguments)]
    if any(one < 0 for one in found):
        raise CallError("NUM", "The numbers must not be negative.")
    return found


def _combinations(count: int, chosen: int) -> float:
    if not 0 <= chosen <= count:
        raise CallError("NUM", "More cannot be chosen than there are.")
    return float(math.comb(count, chosen))


def _factorial(value: int) -> float:
    if value < 0:
        raise ParameterError("NUM", 1, f"value is {value}. It should not be negative.")
    return float(math.factorial(min(value, _TOO_LARGE)))


def _whole_away(value: float, *, odd: bool) -> float:
    """Return the next even or odd number away from zero."""
    size = 2.0 * math.ceil((abs(value) - odd) / 2) + odd
    return math.copysign(max(size, float(odd)), value) if size or odd else 0.0


def _percentile(found: list[float], share: float) -> float:
    found = sorted(found)
    if not found or not 0 <= share <= 1:
        raise ParameterError("NUM", 2, f"value {share:g} is out of range.")
    place = share * (len(found) - 1)
    low = math.floor(place)
    high = min(low + 1, len(found) - 1)
    return found[low] + (found[high] - found[low]) * (place - low)


def _mode(*arguments: Result) -> float:
    counts = Counter(numbers(*arguments)).most_common(1)
    if not counts or counts[0][1] < 2:
        raise CallError("N_A", "No number occurs more than once.")
    return counts[0][0]


def _variance(found: list[float], *, sample: bool) -> float:
    divisor = len(found) - sample
    if divisor < 1:
        raise ZeroDivisionError
    mean = math.fsum(found) / len(found)
    return math.fsum((one - mean) ** 2 for one in found) / divisor


def _sum_product(*arguments: Result) -> float:
    blocks = [block_of(one) for one in arguments]
    for block in blocks:
        check_size("SUMPRODUCT", blocks[0], block)
    height = min(one.box.bottom - one.box.top for one in blocks)
    width = min(one.box.right - one.box.left for one in blocks)
    found: list[float] = []
    for down in range(height):
        for right in range(width):
            values = [one.at(down, right) for one in blocks]
            factors = [0.0 if isinstance(one, str) else to_number(one) for one in values]
            found.append(math.prod(factors))
    return math.fsum(found)


def _power(base: float, exponent: float) -> Scalar:
    return power(base, exponent, "POWER")


def _square_root(value: float) -> float:
    if value < 0:
        raise ParameterError("NUM", 1, "value is negative. It should be positive or zero.")
    return math.sqrt(value)


def _above_zero(value: float, place: int) -> float:
    if value <= 0:
        raise ParameterError("NUM", place, f"value is {value:.15g}. It should be greater than 0.")
    return value


def _divisor(value: float) -> float:
    if not value:
        raise ParameterError("DIVIDE_BY_ZERO", 2, "cannot be zero.")
    return value


def _log(value: float, base: float = 10.0) -> float:
    value, base = _above_zero(value, 1), _above_zero(base, 2)
    return math.log10(value) if base == 10 else math.log(value, base)


ARITHMETIC = {
    "ABS": Function("n", lambda value: like_first(abs(value), (value,))),
    "AVERAGE": _of_all(_mean),
    "AVERAGEIF": _on_one(_mean),
    "AVERAGEIFS": _on_many(_mean),
    "CEILING": Function("n|n", _multiple(math.ceil)),
    "COMBIN": Function("ii", _combinations),
    "COUNT": Function("*r", _count),
    "COUNTA": Function("*r", _count_all),
    "COUNTBLANK": Function("r", _count_blank, sited=True),
    "COUNTIF": Function("rs", _count_if, sited=True),
    "COUNTIFS": Function("*rs", _count_if, sited=True),
    "COUNTUNIQUE": Function("*r", _count_unique),
    "COUNTUNIQUEIFS": Function("r*rs", _count_unique_if, sited=True),
    "EVEN": Function("n", lambda value: _whole_away(value, odd=False)),
    "EXP": Function("n", math.exp),
    "FACT": Function("i", _factorial),
    "FLOOR": Function("n|n", _multiple(math.floor)),
    "GCD": Function("*m", lambda *values: float(math.gcd(*_whole_numbers(*values)))),
    "INT": Function("n", lambda value: float(math.floor(value))),
    "LARGE": Function("ri", lambda values, n: _nth(numbers(values), n, largest=True)),
    "LCM": Function("*m", lambda *values: float(math.lcm(*_whole_numbers(*values)))),
    "LN": Function("n", lambda value: math.log(_above_zero(value, 1))),
    "LOG": Function("n|n", _log),
    "LOG10": Function("n", lambda value: math.log10(_above_zero(value, 1))),
    "MAX": _of_all(_largest),
    "MAXIFS": _on_many(_largest),
    "MEDIAN": _of_all(lambda found: _percentile(found, 0.5)),
    "MIN": _of_all(_smallest),
    "MINIFS": _on_many(_smallest),
    "MOD": Function("nn", lambda value, divisor: value % _divisor(divisor)),
    "MODE": Function("*m", _mode),
    "MODE.SNGL": Function("*m", _mode),
    "MROUND": Function("nn", _nearest_multiple),
    "ODD": Function("n", lambda value: _whole_away(value, odd=True)),
    "PERCENTILE": Function("rn", lambda values, share: _percentile(numbers(values), share)),
    "PI": Function("", lambda: math.pi),
    "POWER": Function("nn", _power),
    "PRODUCT": Function("*m", lambda *values: math.prod(numbers(*values)) * 1.0),
    "QUARTILE": Function("ri", lambda values, n: _percentile(numbers(values), n / 4)),
    "QUOTIENT": Function("nn", lambda value, divisor: float(math.trunc(value / _divisor(divisor)))),
    "RAND": Function("", lambda site: site.chance(), sited=True),
    "RANDBETWEEN": Function("nn", _random_whole, sited=True),
    "RANK": Function("nr|b", _rank),
    "RANK.AVG": Function("nr|b", _mean_rank),
    "RANK.EQ": Function("nr|b", _rank),
    "ROUND": Function("n|i", _rounding(ROUND_HALF_UP)),
    "ROUNDDOWN": Function("n|i", _rounding(ROUND_DOWN)),
    "ROUNDUP": Function("n|i", _rounding(ROUND_UP)),
    "SIGN": Function("n", lambda value: float((value > 0) - (value < 0))),
    "SMALL": Function("ri", lambda values, n: _nth(numbers(values), n, largest=False)),
    "SQRT": Function("n", _square_root),
    "STDEV": Function("*m", lambda *values: _variance(numbers(*values), sample=True) ** 0.5),
    "STDEVP": Function("*m", lambda *values: _variance(numbers(*values), sample=False) ** 0.5),
    "SUM": _of_all(math.fsum),
    "SUMIF": _on_one(math.fsum),
    "SUMIFS": _on_many(math.fsum),
    "SUMPRODUCT": Function("*r", _sum_product, arrays=True),
    "SUMSQ": Function("*m", lambda *values: math.fsum(one * one for one in numbers(*values))),
    "TRUNC": Function("n|i", _rounding(ROUND_DOWN)),
    "VAR": Function("*m", lambda *values: _variance(numbers(*values), sample=True)),
    "VARP": Function("*m", lambda *values: _variance(numbers(*values), sample=False)),
}
