"""Functions whose results are arrays, which spread over the cells beside and below."""

from bisect import bisect_left
from dataclasses import replace
from itertools import islice

from sheets_emulator.functions.base import (
    CallError,
    Function,
    ParameterError,
    Site,
    all_values,
    block_of,
    check_size,
    key_of,
    numbers,
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
    places = _sorted_places(site, len(rows), _orders(block, keys or (1.0, True)))
    return Block.of([rows[place] for place in places])


def _sorted_places(site: Site, count: int, orders: list[tuple[_Row, bool]]) -> list[int]:
    """Return the places of so many rows in their new order; rows without a value come last."""
    places = list(range(count))
    for column, ascending in reversed(orders):
        site.take(count)
        filled = [place for place in places if column[place] is not None]
        filled.sort(key=lambda place: sort_key(column[place]), reverse=not ascending)
        places = filled + [place for place in places if column[place] is None]
    return places


def _sort_first(site: Site, values: Result, most: int = 1, ties: int = 0, *keys: Result) -> Block:
    """Return the first rows; rows that are alike in what is sorted by are ties."""
    if most < 1:
        raise ParameterError("NUM", 2, f"value is {most}. It should be greater than or equal to 1.")
    if ties not in range(4):
        said = f"value is {ties}. Valid values are between 0 and 3 inclusive."
        raise ParameterError("NUM", 3, said)
    block = block_of(values)
    rows, orders = list(block.rows()), _orders(block, keys or (1.0, True))
    places = _sorted_places(site, len(rows), orders)
    alike = [tuple(key_of(column[place]) for column, _ in orders) for place in range(len(rows))]
    distinct = list(dict.fromkeys(alike[place] for place in places))[:most]
    kept = places[:most]
    if ties == 1:
        kept += [place for place in places[most:] if alike[place] == alike[kept[-1]]]
    elif ties == 2:
        first = {alike[place]: place for place in reversed(places)}
        kept = [first[one] for one in distinct]
    elif ties == 3:
        shown = set(distinct)
        kept = [place for place in places if alike[place] in shown]
    return Block.of([rows[place] for place in kept])


def _stack(*values: Result) -> Block:
    """Return arrays one below the other, each as wide as the widest."""
    blocks = [block_of(one) for one in values]
    width = max(one.width for one in blocks)
    missing = CellError("N_A", "An array is smaller than the others.")
    return Block.of(
        [[*row, *[missing] * (width - len(row))] for one in blocks for row in one.rows()]
    )


def _stack_beside(*values: Result) -> Block:
    return _stack(*[block_of(one).turned() for one in values]).turned()


def _choose_rows(values: Result, *places: int) -> Block:
    rows = list(block_of(values).rows())
    for number, place in enumerate(places, 2):
        if not 1 <= abs(place) <= len(rows):
            said = f"value is {place}. Valid values are between 1 and {len(rows)} inclusive."
            raise ParameterError("VALUE", number, said)
    return Block.of([rows[place - 1 if place > 0 else place] for place in places])


def _choose_columns(values: Result, *places: int) -> Block:
    return _choose_rows(block_of(values).turned(), *places).turned()


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


def _random_array(site: Site, rows: int = 1, columns: int = 1) -> Block:
    if rows < 1 or columns < 1:
        raise CallError("NUM", "An array has at least one row and one column.")
    site.take(rows * columns)
    return Block.of([[site.chance() for _ in range(columns)] for _ in range(rows)])


def _frequency(values: Result, classes: Result) -> Block:
    """Return how many numbers are no more than each class, and how many are more than all."""
    ends = sorted(numbers(classes))
    counts = [0.0] * (len(ends) + 1)
    for value in numbers(values):
        counts[bisect_left(ends, value)] += 1
    return Block.of([[one] for one in counts])


def _to_column(values: Result, ignored: int = 0, by_column: bool = False) -> Block:
    """Return all values below each other, without blank ones (1), errors (2) or both (3)."""
    if ignored not in range(4):
        said = f"value is {ignored}. Valid values are between 0 and 3 inclusive."
        raise ParameterError("NUM", 2, said)
    block = block_of(values).turned() if by_column else block_of(values)
    kept = [
        [value]
        for value, _ in all_values([block])
        if not (ignored in (1, 3) and value is None)
        and not (ignored in (2, 3) and isinstance(value, CellError))
    ]
    if not kept:
        raise CallError("N_A", "No values are left.")
    return Block.of(kept)


def _constrained(values: Result, rows: int, columns: int) -> Block:
    """Return an array's first rows and columns."""
    if rows < 1 or columns < 1:
        raise CallError("NUM", "An array has at least one row and one column.")
    return Block.of([row[:columns] for row in islice(block_of(values).rows(), rows)])


ARRAYS = {
    "ARRAY_CONSTRAIN": Function("rii", _constrained, arrays=True, spreads=True),
    "ARRAYFORMULA": Function("r", _array, arrays=True, spreads=True),
    "CHOOSECOLS": Function("ri|*i", _choose_columns, spreads=True),
    "CHOOSEROWS": Function("ri|*i", _choose_rows, spreads=True),
    "FILTER": Function("rr|*r", _filter, arrays=True, spreads=True),
    "FLATTEN": Function(
        "*r", lambda *values: Block.of([[one] for one, _ in all_values(values)]), spreads=True
    ),
    "FREQUENCY": Function("rr", _frequency, spreads=True),
    "HSTACK": Function("*r", _stack_beside, spreads=True),
    "RANDARRAY": Function("|ii", _random_array, sited=True, spreads=True),
    "SEQUENCE": Function("i|inn", _sequence, sited=True, spreads=True),
    "SORT": Function("r|*r", _sort, sited=True, arrays=True, spreads=True),
    "SORTN": Function("r|ii*r", _sort_first, sited=True, arrays=True, spreads=True),
    "TOCOL": Function("r|ib", _to_column, spreads=True),
    "TOROW": Function("r|ib", lambda *arguments: _to_column(*arguments).turned(), spreads=True),
    "TRANSPOSE": Function("r", lambda values: block_of(values).turned(), spreads=True),
    "UNIQUE": Function("r|bb", _unique, spreads=True),
    "VSTACK": Function("*r", _stack, spreads=True),
}
