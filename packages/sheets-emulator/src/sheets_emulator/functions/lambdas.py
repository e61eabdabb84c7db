"""Functions that call a LAMBDA for each value, row or column.

LET and LAMBDA themselves are read by the parser.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sheets_emulator.functions.base import CallError, Function, ParameterError, Site, block_of
from sheets_emulator.scalars import Block, CellError, Lambda, Result, Scalar, scalar

READ_BY_PARSER: Final = ("LAMBDA", "LET")


def _called(value: Result, place: int) -> Callable[[Sequence[Result]], Result]:
    if not isinstance(value, Lambda):
        raise ParameterError("N_A", place, "should be a LAMBDA.")
    return value.body


def _single(value: Result) -> Scalar:
    if isinstance(value, Block) and not value.is_single:
        return CellError("VALUE", "Single value expected. Nested array results are not supported.")
    return scalar(value)


def _rows(site: Site, values: Result) -> Iterator[list[Scalar]]:
    """Yield the rows of a range or an array, with the blank ones to its end."""
    block = block_of(values)
    site.take(block.height * block.width)
    for down in range(block.height):
        yield [block.at(down, right) for right in range(block.width)]


def _map(site: Site, *arguments: Result) -> Block:
    blocks = [block_of(one) for one in arguments[:-1]]
    call = _called(arguments[-1], len(arguments))
    height, width = blocks[0].height, blocks[0].width
    if any((one.height, one.width) != (height, width) for one in blocks):
        raise CallError("VALUE", "Array arguments to MAP are of different size.")
    site.take(height * width)
    return Block.of(
        [
            [_single(call([one.at(down, right) for one in blocks])) for right in range(width)]
            for down in range(height)
        ]
    )


def _reduce(site: Site, start: Result, values: Result, function: Result) -> Result:
    call = _called(function, 3)
    found = start
    for row in _rows(site, values):
        for value in row:
            found = call([found, value])
    return found


def _scan(site: Site, start: Result, values: Result, function: Result) -> Block:
    call = _called(function, 3)
    found: Scalar = scalar(start)
    rows: list[list[Scalar]] = []
    for row in _rows(site, values):
        rows.append([])
        for value in row:
            found = _single(call([found, value]))
            rows[-1].append(found)
    return Block.of(rows)


def _by_row(site: Site, values: Result, function: Result) -> Block:
    call = _called(function, 2)
    return Block.of([[_single(call([Block.of([row])]))] for row in _rows(site, values)])


def _by_column(site: Site, values: Result, function: Result) -> Block:
    call = _called(function, 2)
    columns = [[[value] for value in column] for column in _rows(site, block_of(values).turned())]
    return Block.of([[_single(call([Block.of(column)])) for column in columns]])


def _made(site: Site, rows: int, columns: int, function: Result) -> Block:
    call = _called(function, 3)
    for place, count in enumerate((rows, columns), 1):
        if count < 1:
            said = f"value is {count}. It should be greater than or equal to 1."
            raise ParameterError("NUM", place, said)
    site.take(rows * columns)
    return Block.of(
        [
            [_single(call([row + 1.0, column + 1.0])) for column in range(columns)]
            for row in range(rows)
        ]
    )


LAMBDAS = {
    "BYCOL": Function("rr", _by_column, sited=True, spreads=True),
    "BYROW": Function("rr", _by_row, sited=True, spreads=True),
    "MAKEARRAY": Function("iir", _made, sited=True, spreads=True),
    "MAP": Function("rr|*r", _map, sited=True, spreads=True),
    "REDUCE": Function("rrr", _reduce, sited=True, spreads=True),
    "SCAN": Function("rrr", _scan, sited=True, spreads=True),
}
