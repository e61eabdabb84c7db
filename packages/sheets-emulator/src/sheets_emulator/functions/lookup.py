"""Functions that find something: by its place, or by what stands beside it."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from sheets_emulator.a1 import column_name, quoted_title
from sheets_emulator.functions.base import (
    CallError,
    Function,
    ParameterError,
    Site,
    block_of,
    is_number,
)
from sheets_emulator.functions.cells import reference
from sheets_emulator.functions.criteria import like
from sheets_emulator.model import Box
from sheets_emulator.scalars import Block, CellError, Result, Scalar, compare, sort_key


def _line(value: Result) -> Block:
    """Return a single row or column as a column."""
    block = block_of(value)
    if block.width > 1 and block.height > 1:
        raise CallError("N_A", "A lookup needs a single row or column.")
    return block if block.width == 1 else block.turned()


def _same(key: Scalar, site: Site, *, wild: bool) -> Callable[[Scalar], bool]:
    if isinstance(key, str) and wild:
        test = like(key, site)
        return lambda value: isinstance(value, str) and test(value)
    return lambda value: value is not None and compare(value, "=", key) is True


def _is_alike(first: Scalar, second: Scalar) -> bool:
    """Return whether two values are of one kind, so that one may be less than the other."""
    return (is_number(first), isinstance(first, str)) == (
        is_number(second),
        isinstance(second, str),
    ) and (first is not None and not isinstance(first, CellError))


def _nearest(key: Scalar, values: Iterable[Scalar], sign: str) -> int | None:
    """Return the place of the last value before the first that is beyond the key."""
    found = None
    for place, value in enumerate(values):
        if _is_alike(value, key):
            if compare(value, sign, key) is not True:
                break
            found = place
    return found


def _place(key: Scalar, line: Iterable[Scalar], kind: int, site: Site) -> int | None:
    if kind == 0:
        test = _same(key, site, wild=True)
        return next((place for place, value in enumerate(line) if test(value)), None)
    return _nearest(key, line, "<=" if kind > 0 else ">=")


def _missing(name: str, key: Scalar, site: Site) -> CallError:
    return CallError("N_A", f"Did not find value '{site.text(key)}' in {name} evaluation.")


def _check_index(place: int, index: int, least: int, most: int) -> None:
    if not least <= index <= most:
        said = f"value is {index}. Valid values are between {least} and {most} inclusive."
        raise ParameterError("NUM", place, said)


def _match(site: Site, key: Scalar, values: Result, kind: int = 1) -> float:
    found = _place(key, _line(values), kind, site)
    if found is None:
        raise _missing("MATCH", key, site)
    return found + 1.0


def _v_lookup(site: Site, key: Scalar, table: Result, index: int, is_sorted: bool = True) -> Scalar:
    return _looked_up("VLOOKUP", site, key, block_of(table), index, is_sorted)


def _h_lookup(site: Site, key: Scalar, table: Result, index: int, is_sorted: bool = True) -> Scalar:
    return _looked_up("HLOOKUP", site, key, block_of(table).turned(), index, is_sorted)


def _looked_up(
    name: str, site: Site, key: Scalar, table: Block, index: int, is_sorted: bool
) -> Scalar:
    if index < 1:
        said = f"value is {index}. It should be greater than or equal to 1."
        raise ParameterError("VALUE", 3, said)
    if index > table.width:
        raise CallError("REF", f"{name} evaluates to an out of bounds range.")
    found = _place(key, table.column(0), int(is_sorted), site)
    if found is None:
        raise _missing(name, key, site)
    return table.at(found, index - 1)


def _x_lookup(
    site: Site,
    key: Scalar,
    searched: Result,
    results: Result,
    instead: Result = None,
    match: int = 0,
    order: int = 1,
) -> Result:
    found = _x_place(site, key, list(_line(searched)), match, order)
    if found is None:
        if instead is None:
            raise _missing("XLOOKUP", key, site)
        return instead
    block = block_of(results)
    line = block if block_of(searched).width == 1 else block.turned()
    row = [line.at(found, right) for right in range(line.width)]
    return row[0] if len(row) == 1 else Block.of([row] if line is block else [[one] for one in row])


def _x_match(site: Site, key: Scalar, searched: Result, match: int = 0, order: int = 1) -> float:
    found = _x_place(site, key, list(_line(searched)), match, order)
    if found is None:
        raise _missing("XMATCH", key, site)
    return found + 1.0


def _x_place(site: Site, key: Scalar, values: list[Scalar], match: int, order: int) -> int | None:
    places = range(len(values)) if order > 0 else range(len(values))[::-1]
    test = _same(key, site, wild=match == 2)
    exact = next((place for place in places if test(values[place])), None)
    if exact is not None or match not in (-1, 1):
        return exact
    sign = "<" if match < 0 else ">"
    beyond = [
        place
        for place in places
        if _is_alike(values[place], key) and compare(values[place], sign, key) is True
    ]
    nearest = max if match < 0 else min
    return nearest(beyond, key=lambda place: sort_key(values[place]), default=None)


def _lookup(site: Site, key: Scalar, searched: Result, results: Result = None) -> Scalar:
    """Return what stands where the key would be in a sorted line, or in an array's first one."""
    block = block_of(searched)
    if results is None:
        block = block.turned() if block.width > block.height else block
        line, found = block.column(0), block.column(block.width - 1)
    else:
        line, found = _line(block), _line(results)
    place = _nearest(key, line, "<=")
    if place is None:
        raise _missing("LOOKUP", key, site)
    if place >= found.height:
        raise CallError("REF", "LOOKUP evaluates to an out of bounds range.")
    return found.at(place, 0)


def _offset(
    cells: Result, down: int, right: int, height: int | None = None, width: int | None = None
) -> Block:
    """Return cells so far from others, as many as those unless it is said how many."""
    block = reference(cells)
    assert block.sheet is not None
    top, left = block.meant.top + down, block.meant.left + right
    bottom = top + (block.height if height is None else height)
    end = left + (block.width if width is None else width)
    if not (
        0 <= top < bottom <= block.sheet.row_count and 0 <= left < end <= block.sheet.column_count
    ):
        raise CallError("REF", "OFFSET evaluates to an out of bounds range.")
    box = Box(top, bottom, left, end)
    return replace(block, box=box, meant=box, expands=True)


def _address(row: int, column: int, mode: int = 1, is_a1: bool = True, title: str = "") -> str:
    for place, value in enumerate((row, column), 1):
        if value < 1:
            said = f"value is {value}. It should be greater than or equal to 1."
            raise ParameterError("VALUE", place, said)
    if not 1 <= mode <= 4:
        said = f"value is {mode}. Valid values are between 1 and 4 inclusive."
        raise ParameterError("NUM", 3, said)
    fixed_row, fixed_column = mode in (1, 2), mode in (1, 3)
    if is_a1:
        name = f"{'$' * fixed_column}{column_name(column - 1)}{'$' * fixed_row}{row}"
    else:
        name = f"R{row if fixed_row else f'[{row}]'}C{column if fixed_column else f'[{column}]'}"
    return f"{quoted_title(title)}!{name}" if title else name


def _index(values: Result, row: int = 0, column: int = 0) -> Result:
    block = block_of(values)
    if block.height == 1 and row and not column:  # of a single row it is the column
        row, column = 0, row
    _check_index(2, row, 0, block.height)
    _check_index(3, column, 0, block.width)
    if column:
        block = block.column(column - 1)
    if row:
        block = block.turned().column(row - 1).turned()
    return block.at(0, 0) if block.is_single else replace(block, expands=True)


def _choose(index: int, *values: Result) -> Result:
    _check_index(1, index, 1, len(values))
    return values[index - 1]


def _row(site: Site, cells: Result = None) -> Result:
    if cells is None:
        return site.row + 1.0
    box = reference(cells).meant
    if not site.arrays:
        return box.top + 1.0
    site.take(box.bottom - box.top)
    return Block.of([[row + 1.0] for row in box.rows])


def _column(site: Site, cells: Result = None) -> Result:
    if cells is None:
        return site.column + 1.0
    box = reference(cells).meant
    if not site.arrays:
        return box.left + 1.0
    return Block.of([[column + 1.0 for column in box.columns]])


LOOKUP = {
    "ADDRESS": Function("ii|ibt", _address),
    "CHOOSE": Function("i*a", _choose),
    "COLUMN": Function("|r", _column, sited=True),
    "COLUMNS": Function("r", lambda values: float(block_of(values).width)),
    "HLOOKUP": Function("sri|b", _h_lookup, sited=True),
    "INDEX": Function("r|ii", _index, arrays=True, spreads=True),
    "LOOKUP": Function("sr|r", _lookup, sited=True),
    "MATCH": Function("sr|i", _match, sited=True),
    "OFFSET": Function("rii|ii", _offset, spreads=True),
    "ROW": Function("|r", _row, sited=True),
    "ROWS": Function("r", lambda values: float(block_of(values).height)),
    "VLOOKUP": Function("sri|b", _v_lookup, sited=True),
    "XLOOKUP": Function("srr|aii", _x_lookup, sited=True, spreads=True),
    "XMATCH": Function("sr|ii", _x_match, sited=True),
}
