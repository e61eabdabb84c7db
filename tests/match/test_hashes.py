"""The log's hashes: canonical JSON and the chain."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.match import canonical, canonical_state, header_hash, line_hash


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"b": 1, "a": [1.0, 2.5, -0.0]}, b'{"a":[1,2.5,0],"b":1}'),
        ({"t": 1e3}, b'{"t":1000}'),
        ("ß 😀 \u2028", '"ß 😀 \u2028"'.encode()),
        ('a"\\/\n\x07', b'"a\\"\\\\/\\n\\u0007"'),
        ("\ud800", b'"\\ud800"'),
        ([True, False, None, {}], b"[true,false,null,{}]"),
        ({"z": {"y": (1.0,)}}, b'{"z":{"y":[1]}}'),
        (1e22, b"10000000000000000000000"),
        (0.1, b"0.1"),
    ],
)
def test_canonical_json(value: Any, expected: bytes) -> None:
    assert canonical(value) == expected


TEXTS = st.text(st.characters(exclude_categories=()))
NUMBERS = st.integers() | st.floats() | st.integers().map(float) | st.just("2.0 e+")
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(TEXTS, inner),
)


@given(VALUES)
def test_canonical_json_is_sorted_json_of_the_value_with_whole_numbers(value: Any) -> None:
    try:
        text = json.dumps(
            whole(value),
            ensure_ascii=False,
            allow_nan=False,
            sort_keys=True,
            separators=(",", ":"),
        )
    except ValueError:
        with pytest.raises(ValueError, match="not JSON compliant"):
            canonical(value)
    else:
        assert canonical(value) == text.encode("utf-8", "backslashreplace")


FEW = st.none() | NUMBERS | TEXTS | st.lists(NUMBERS, max_size=2)
RECORDS = st.dictionaries(TEXTS, FEW, max_size=3)
PARTS = FEW | RECORDS | st.lists(RECORDS | FEW, max_size=3)
STATES = st.dictionaries(TEXTS, PARTS | st.dictionaries(TEXTS, PARTS, max_size=3), max_size=4)


@settings(max_examples=50)
@given(st.lists(STATES, max_size=3))
def test_states_one_after_another_are_the_canonical_json_of_each(states: list[Any]) -> None:
    parts = [part for state in states for part in state.values()]
    states += [state | {"records": [{"n": 1}, part]} for state in states for part in parts]
    states += [{"by": {"Ana": {}, "Bo": part}, "part": part} for part in parts]
    for state in states:
        try:
            expected = canonical(state)
        except ValueError:
            with pytest.raises(ValueError, match="not JSON compliant"):
                canonical_state(state)
        else:
            assert canonical_state(state) == expected


def test_what_is_only_equal_to_a_part_of_the_state_before_is_encoded_as_it_is() -> None:
    parts = (1, True, 1.5), ("1", "", None)
    texts = [canonical_state({"a": each, "b": [{"c": each}]}) for part in parts for each in part]
    assert texts[:2] == [b'{"a":1,"b":[{"c":1}]}', b'{"a":true,"b":[{"c":true}]}']
    assert len({*texts}) == len(texts)


def whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: whole(inside) for key, inside in value.items()}
    return [*map(whole, value)] if isinstance(value, list | tuple) else value


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_header_s_hash_is_of_all_of_it_but_the_hash() -> None:
    line = {"umpire": 1, "game": "numbers", "meta": {"id": "n-1", "log": 2.0}, "hash": "f"}
    expected = sha256('{"game":"numbers","meta":{"id":"n-1","log":2},"umpire":1}')
    assert header_hash(line) == expected


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"t": 12.0, "by": "Ana", "say": "3"}, '{"by":"Ana","say":"3","t":12}'),
        (
            {"say": "é", "by": "Bo", "t": 1.5, "ok": False, "code": "syntax", "cell": "Bo!B2"},
            '{"by":"Bo","cell":"Bo!B2","code":"syntax","ok":false,"say":"é","t":1.5}',
        ),
        (
            {"t": 99, "at": "2026-01-01T00:00:00Z", "hash": "f"},
            '{"at":"2026-01-01T00:00:00Z","t":99}',
        ),
    ],
)
def test_a_line_s_hash_is_chained_to_the_one_before(line: dict[str, Any], said: str) -> None:
    state = canonical({"said": [["Ana", 3]], "phase": 1.0})
    expected = sha256(f'{"ab" * 32}\n{said}\n{{"phase":1,"said":[["Ana",3]]}}')
    assert line_hash("ab" * 32, line, state) == expected
