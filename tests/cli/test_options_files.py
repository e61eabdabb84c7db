"""`--options`: JSON on the command line, or a file of JSON or TOML; what is wrong is a sentence."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from umpire.errors import UsageError
from umpire.hosting.match_requests import header_for
from umpire.hosting.options_file import read_options
from umpire.store import Store

pytestmark = pytest.mark.installed_games

Umpire = Callable[..., Result]
HELL = "eighteenth-hell"
PAIR = ("Ana", "Bo")

WANTED: dict[str, Any] = {
    "target": 30,
    "round1_seconds": 45.5,
    "spirits": [{"normal": 2, "attuned": 0}, {"normal": 1, "attuned": 1}],
    "position": [None, {"block": 5, "points": 12.5}],
    "clock": False,
}
TOML = """
target = 30           # instead of 44
round1_seconds = 45.5
clock = false
spirits = [{ normal = 2, attuned = 0 }, { normal = 1, attuned = 1 }]
[[position]]          # Ana begins at the beginning
[[position]]
block = 5
points = 12.5
"""


def refused(given: str) -> str:
    with pytest.raises(UsageError) as caught:
        read_options(given)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str, str | bytes], str]:
    """Write a file of options; its path."""

    def write(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write


Write = Callable[[str, str | bytes], str]


@pytest.mark.parametrize("blank", ["", " ", "\n"])
def test_json_may_stand_on_the_command_line(blank: str) -> None:
    assert read_options(blank + json.dumps(WANTED)) == WANTED


@pytest.mark.parametrize("name", ["match.json", "match.JSON", "match", "match.txt"])
def test_a_file_may_hold_json(file: Write, name: str) -> None:
    assert read_options(file(name, "\n" + json.dumps(WANTED))) == WANTED


@pytest.mark.parametrize("name", ["match.toml", "match.TOML", "match", "match.txt"])
def test_or_toml_in_which_an_empty_table_is_null(file: Write, name: str) -> None:
    assert read_options(file(name, TOML)) == WANTED


def test_both_are_the_same_match(file: Write) -> None:
    one, other = file("match.json", json.dumps(WANTED)), file("match.toml", TOML)
    headers = [header_for(HELL, PAIR, read_options(file), clock=True) for file in (one, other)]
    assert headers[0] == headers[1]


def test_an_option_itself_may_be_an_empty_table(file: Write) -> None:
    assert read_options(file("match.toml", "spirits = {}\nposition = [{}, {}]")) == {
        "spirits": {},
        "position": [None, None],
    }


@pytest.mark.parametrize("name", ["match.json", "match.toml"])
def test_the_mark_with_which_some_editors_begin_a_file_is_no_fault(file: Write, name: str) -> None:
    text = "target = 30" if name.endswith("toml") else '{"target": 30}'
    assert read_options(file(name, text.encode("utf-8-sig"))) == {"target": 30}


def test_an_empty_file_asks_for_nothing(file: Write) -> None:
    assert read_options(file("match.toml", "")) == {}


WRONG = [
    ("match.json", '{"target": 30,}', ["match.json is not valid JSON", "line 1, column 15"]),
    ("match.json", '{\n"target" 30}', ["match.json is not valid JSON", "line 2, column 10"]),
    ("match.json", "", ["match.json is not valid JSON"]),
    (
        "match.json",
        '{"target": 30} {}',
        ["not valid JSON", "more text follows its end", "column 16"],
    ),
    ("match.json", "[30]", ["match.json must be a JSON object"]),
    ("match.json", '{"a": 1, "target": 3, "target": 4}', ['key "target" is given twice']),
    ("match.json", '{"target": NaN}', ["not valid JSON", "NaN"]),
    ("match.json", f'{{"target": {"9" * 5000}}}', ["not valid JSON", "digits"]),
    ("match.json", '{"target": 1e999}', ["not valid JSON", "1e999 is too large"]),
    ("match.json", '{"target": 30 // points\n}', ["JSON has no comments", "column 15"]),
    ("match.json", '{"hells": [1,]}', ["one comma too many"]),
    ("match.json", '{"target": 30', ["ends too early"]),
    ("match.json", '{"target": 30 "clock": true}', ["a comma or a closing bracket is missing"]),
    ("match.json", "{target: 30}", ['names must be in "double quotes"']),
    ("match.json", '{"clock": False}', ['write a value like 3, "text", true, false or null']),
    ("match.json", '{"hells": "a\nb"}', ["a text contains a tab or a line break"]),
    ("match.toml", "hells = Ice", ['write a value like 3, "text", true or false', "column 9"]),
    ("match.toml", "hells = [{\ntype = 1}]", ["a table in { } must be on one line"]),
    ("match.toml", 'name = "The "Four""', ["more text follows the value on its line"]),
    ("match.toml", "[a]\n[a]", ["a table is defined twice", "line 2"]),
    ("match.toml", "{}", ["begin with a key and =, or with [ or #"]),
    ("match.json", '{"hells": ' + "[" * 100_000, ["match.json is nested too deeply"]),
    ("match.toml", "target = 30\nround1_seconds 45", ["match.toml is not valid TOML", "line 2"]),
    ("match.toml", "target = 3\ntarget = 4", ["match.toml is not valid TOML", "twice", "line 2"]),
    ("match.toml", "target = 3\nhells = [\n\n", ["match.toml is not valid TOML", "line 2"]),
    ("match.toml", "target = " + "9" * 5000, ["not valid TOML", "digits"]),
    ("match.toml", "hells = " + "[" * 100_000, ["match.toml is nested too deeply"]),
    ("match.toml", "target = 2024-05-01", ["match.toml: target is a date"]),
    ("match.toml", "[[hells]]\nblock = 12:30:00", ["hells, entry 1, block is a date"]),
    ("match.toml", "round1_seconds = inf", ["match.toml: round1_seconds", "finite", "inf"]),
    ("match.toml", b"\xff\xfe{\x00", ["match.toml is not UTF-8 text"]),
    ("match", b"\x89PNG\r\n\x1a\n\x00", ["match is not UTF-8 text"]),
    ("match.json", b" " * 1_000_001, ["match.json is too large"]),
]


@pytest.mark.parametrize(("name", "content", "words"), WRONG)
def test_a_file_that_is_wrong_is_named(
    file: Write, name: str, content: str | bytes, words: list[str]
) -> None:
    sentence = refused(file(name, content))
    for word in words:
        assert word in sentence


@pytest.mark.parametrize("given", ["nowhere.toml", "no\0where", "", ".", "target = 30"])
def test_what_is_neither_json_nor_a_file_is_quoted(given: str) -> None:
    sentence = refused(given)
    assert "neither JSON" in sentence
    assert '{"clock": false}' in sentence


@pytest.mark.parametrize("given", ["[]", "{", "[1", '{"a": 1}}'])
def test_json_on_the_command_line_that_is_wrong_is_called_options(given: str) -> None:
    assert refused(given).startswith("--options ")


# What the games say of a value names the entry and the field.
MEANT_WRONG = [
    ('target = "many"', "options.target: must be a whole number"),
    ("speed = 3", "options.speed: is not known; the options are hells"),
    (
        "[[position]]\n[[position]]\nblock = 9",
        "options.position, entry 2, block: must be at most 5",
    ),
    ("[[position]]\n[[position]]\npoints = 3", "options.position, entry 2, block: is missing"),
    ("position = [{}]", "options.position: must have at least 2 entries, not 1"),
    ("[[hells]]\ntarget = 3", "options.hells, entry 1, target: is an option"),
    (
        '[[hells]]\nname = "Ice"\nblock = 1\ntext = ""\neffects = [{ type = "closed" }]',
        'options.hells, entry 1 ("Ice"), effects, entry 1: must have at least one of fields',
    ),
]


@pytest.mark.parametrize(("toml", "problem"), MEANT_WRONG)
def test_a_value_that_is_wrong_is_named_with_entry_and_field(
    file: Write, toml: str, problem: str
) -> None:
    with pytest.raises(UsageError) as caught:
        header_for(HELL, PAIR, read_options(file("match.toml", toml)), clock=True)
    sentence = str(caught.value)
    assert problem in sentence
    assert sentence.startswith("the match cannot be made: ")
    assert sentence.endswith(".")
    assert not sentence.endswith("..")


def test_no_clock_goes_with_a_file(file: Write) -> None:
    header = header_for(HELL, PAIR, read_options(file("match.toml", "target = 30")), clock=False)
    assert header.options == {"target": 30, "clock": False}


def test_demo_takes_options_and_says_what_is_wrong_with_them(
    umpire: Umpire, file: Write, tmp_path: Path
) -> None:
    toml = file("match.toml", "target = 0")
    with pytest.raises(UsageError, match=r"options\.target: must be at least 1"):
        umpire("demo", HELL, "--no-browser", "--port", "0", "--options", toml)
    with Store.open(tmp_path) as store:
        assert store.matches() == []
