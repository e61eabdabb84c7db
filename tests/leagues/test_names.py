"""One player under several names, and the faults of the file that says so."""

import pytest

from umpire.errors import UsageError
from umpire.leagues.names import read_names


def test_names_are_joined_whatever_their_case_width_and_blanks() -> None:
    names = read_names("names.toml", 'Ana = ["ana k.", "Annie"]\n"Bo B." = []')
    assert [names.of(name) for name in ("ANA K.", "annie", "Ａna", "bo  b.", "Cleo")] == [
        *("Ana", "Ana", "Ana", "Bo B.", "Cleo")
    ]


def test_without_a_file_one_spelling_stands_for_those_that_differ_in_nothing() -> None:
    names = read_names("names.toml", 'Ana = ["Annie"]').with_spellings(
        ["Bo"], ["bo", "bo", "CLEO", "Cleo", "Cleo", "annie"]
    )
    assert [names.of(name) for name in ("bo", "CLEO", "annie", "Dan")] == [
        *("Bo", "Cleo", "Ana", "Dan")
    ]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Ana = [", r"names.toml is not valid TOML: .*line 1.*write lines like Ana ="),
        ('Ana = "ana"', r'names.toml, key "Ana" must be a list of names'),
        ("Ana = [3]", r'key "Ana", entry 1 must be a name, as text'),
        ('Ana = ["a", ""]', r'key "Ana", entry 2: "" cannot be a name'),
        ('Ana = ["\\u202e"]', r'entry 1: "\\u202e" cannot be a name'),
        (f'Ana = ["{"x" * 10_000}"]', r"cannot be a name; use 1 to 32 printable characters"),
        ('Ana = ["Bo"]\nbo = []', r'key "bo": "bo" is "Ana" already'),
        ("[Ana]\nx = 1", r'key "Ana" must be a list'),
    ],
)
def test_what_is_wrong_in_the_file_is_named_by_line_or_key(text: str, wrong: str) -> None:
    with pytest.raises(UsageError, match=wrong):
        read_names("names.toml", text)
