"""Functions whose results are arrays, which spread over the cells beside and below."""

from dataclasses import replace

from sheets_emulator.functions.base import (
    CallError,
    Function,
    ParameterError,
    Site,
    all_values,
    block_of,
    check_size,
    key_of,
    to_number,
    truth,
)
from sheets_emulator.scalars import Block, CellError, Result, Scalar, scalar, sort_key

_Row = list[Scalar]


def _array(value: Result) -> Block:
    return replace(block_of(value), sheet=None)


def _filter(values: Result, *conditions: Result) -> Block:
    block = block_of(values)
    tests = [block_of(one) for one in conditions]
    by_column = tests[0].height == 1 and block.width > 1
    if by_column:
        block, tests = block.turned(), [one.turned() for one in tests]
    for test in tests:
        check_size("FILTER", block.column(0), test)
    kept = [
        row
        for place, row in enumerate(block.rows())
        if all(_is_met(one.at(place, 0)) for one in tests)
    ]
    if not kept:
        raise CallError("N_A", "No matches are found in FILTER evaluation.")
    return Block.of(kept).turned() if by_column else Block.of(kept)


def _is_met(value: Scalar) -> bool:
    return not isinstance(value, CellError | str) and truth(value)


def _sort(site: Site, values: Result, *keys: Result) -> Block:
    block = block_of(values)
    rows = list(block.rows())
    places = list(range(len(rows)))
    for column, ascending in reversed(_orders(block, keys or (1.0, True))):
        site.take(len(rows))
        filled = [place for place in places if column[place] is not None]
        filled.sort(key=lambda place: sort_key(column[place]), reverse=not ascending)
        places = filled + [place for place in places if column[place] is None]
    return Block.of([rows[place] for place in places])


def _orders(block: Block, keys: tuple[Result, ...]) -> list[tuple[_Row, bool]]:
    """Return the columns to sort by, each with whether it ascends."""
    ascending = [truth(scalar(one)) for one in keys[1::2]]
    columns = [_sort_column(block, one) for one in keys[::2]]
    return list(zip(columns, [*ascending, True], strict=False))


def _sort_column(block: Block, key: Result) -> _Row:
    if isinstance(key, Block) and not key.is_single:
        check_size("SORT", block.column(0), key)
        column = key
    else:
        place = int(to_number(scalar(key)))
        if not 1 <= place <= block.width:
            raise ParameterError(
                "VALUE",
                2,
                f"value is {place}. Valid values are between 1 and {block.width} inclusive.",
            )
        column = block.column(place - 1)
    return [column.at(down, 0) for down in range(block.box.bottom - block.box.top)]


def _unique(values: Result, by_column: bool = False, once: bool = False) -> Block:
    block = block_of(values).turned() if by_column else block_of(values)
    rows: dict[tuple[object, ...], _Row] = {}
    counts: dict[tuple[object, ...], int] = {}
    for row in block.rows():
        key = tuple(key_of(value) for value in row)
        rows.setdefault(key, row)
        counts[key] = counts.get(key, 0) + 1
    found = Block.of([row for key, row in rows.items() if not once or counts[key] == 1])
    return found.turned() if by_column else found


def _sequence(
    site: Site, rows: int, columns: int = 1, start: float = 1.0, step: float = 1.0
) -> Block:
    if rows < 1 or columns < 1:
        raise CallError("NUM", "A sequence has at least one row and one column.")
    site.take(rows * columns)
    return Block.of(
        [[start + step * (row * columns + column) for column in range(columns)]
         for row in range(rows)]
    )  # fmt: skip


ARRAYS = {
    "ARRAYFORMULA": Function("r", _array, arrays=True, spreads=True),
    "FILTER": Function("rr|*r", _filter, arrays=True, spreads=True),
    "FLATTEN": Function(
        "*r", lambda *values: Block.of([[one] for one, _ in all_values(values)]), spreads=True
    ),
    "SEQUENCE": Function("i|inn", _sequence, sited=True, spreads=True),
    "SORT": Function("r|*r", _sort, sited=True, arrays=True, spreads=True),
    "TRANSPOSE": Function("r", lambda values: block_of(values).turned(), spreads=True),
    "UNIQUE": Function("r|bb", _unique, spreads=True),
}
