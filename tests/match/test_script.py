"""Lines of a script: what is a JSON object, and what is none."""

import pytest

from umpire.match import read_line


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   ",
        b"\r",
        b"nonsense",
        b"[]",
        b'"t"',
        b"1",
        b"null",
        b'{"t": 1',
        b'{"t": 1} {"t": 2}',
        b'{"t": NaN}',
        b'{"t": Infinity}',
        b'{"t": 1, "x": [-Infinity]}',
        b'{"t": 1, "say": "\xff"}',
        '{"t": 1}'.encode("utf-16"),
        b'{"t": 1' + b"0" * 10_000 + b"}",
        b'{"t": 1, "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'\xef\xbb\xbf{"t": 1}',
        b"{'t': 1}",
        b'{"t": 01}',
        b'{"say": "a\tb"}',
    ],
)
def test_what_is_no_json_object(line: bytes) -> None:
    assert read_line(line) is None


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b'{"t": 1}\r\n', {"t": 1}),
        (b' {"t": 1.5, "t": 2} ', {"t": 2}),
        ('{"say": "ß\U0001f600"}', {"say": "ß\U0001f600"}),
        (b'{"say": "\\ud800"}', {"say": "\ud800"}),
        (b'{"t": 1e999}', {"t": float("inf")}),
    ],
)
def test_what_is_one(line: str | bytes, value: dict[str, object]) -> None:
    assert read_line(line) == value
