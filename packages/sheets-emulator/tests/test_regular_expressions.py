"""Regular expressions: RE2's syntax, Python's matches where both know a pattern, and their time."""

import random
import re
import time
from typing import Any

import pytest
from server_kit import Book

from sheets_emulator.regular_expressions import PatternError, UnknownScriptError, compiled


def matched(pattern: str, text: str) -> str | None:
    spans = compiled(pattern).search(text, 0, lambda work: None)
    return None if spans is None else text[spans[0] : spans[1]]


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("b+", "abbc", "bb"),
        ("b+?", "abbc", "b"),
        ("(?U)b+", "abbc", "b"),
        ("(?U)b+?", "abbc", "bb"),
        ("a|ab", "ab", "a"),
        ("^b", "ab", None),
        ("(?m)^b", "a\nb", "b"),
        ("a$", "a\n", None),
        ("(?m)a$", "a\n", "a"),
        ("a.b", "a\nb", None),
        ("(?s)a.b", "a\nb", "a\nb"),
        ("(?i)ab", "xAB", "AB"),
        ("a(?i)b", "aB", "aB"),
        ("(?i:a)b", "AB", None),
        ("(?i)[^a]", "Ab", "b"),
        ("[[:alpha:]]+", "1ab2", "ab"),
        ("[[:^digit:]x]+", "1ab2", "ab"),
        (r"[\d.-]+", "x1.5-2", "1.5-2"),
        (r"\D+", "12ab", "ab"),
        (r"\d", "٣", None),
        (r"\w", "é", None),
        (r"\pL+", "1éa2", "éa"),
        (r"\p{Lu}\P{Lu}", "aBc", "Bc"),
        (r"[\p{^Lu}]+", "ABcd", "cd"),
        (r"\Qa.b\E+", "a.bb", "a.bb"),
        (r"\x41\x{42}\103", "ABC", "ABC"),
        (r"\bcat\b", "a cat.", "cat"),
        (r"\Bat", "cat", "at"),
        (r"\Aa\z", "a", "a"),
        ("a{2}", "aaa", "aa"),
        ("a{2,}", "aaaa", "aaaa"),
        ("a{,2}", "a{,2}", "a{,2}"),
        ("a{x", "a{x", "a{x"),
        ("[]a]+", "]a", "]a"),
        ("[^]a]", "]b", "b"),
        ("[a-]+", "-a", "-a"),
        (r"\.\*\$\_", ".*$_", ".*$_"),
        ("(?P<year>[0-9]+)", "in 2026", "2026"),
        ("(?<year>[0-9]+)", "in 2026", "2026"),
        ("(a*)*b", "aab", "aab"),
        ("", "x", ""),
        ("(|a)+", "aa", ""),
    ],
)
def test_a_pattern_matches_as_in_re2(pattern: str, text: str, found: str | None) -> None:
    assert matched(pattern, text) == found


@pytest.mark.parametrize(
    "pattern",
    [
        *("(", ")", "[", "[a", "a)", "*", "+a", "a**", "a+*", "a{2}{3}", "a{1001}", "a{3,2}"),
        *(r"(a)\1", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(?>a)", "(?P=a)", "(?P<a>b)(?P<a>c)"),
        *(r"\Z", r"\G", r"\k", "[b-a]", "[[:nothing:]]", "\\", r"\x{110000}", "(?i", "(?)"),
        *("(" * 2000, "((a{100}){100}){100}", "((?:){1000}){1000}", "(?z)a", "(?P<>a)"),
    ],
)
def test_what_re2_refuses_is_no_pattern(pattern: str) -> None:
    with pytest.raises(PatternError):
        compiled(pattern)


def test_a_script_of_unicode_is_not_known() -> None:
    with pytest.raises(UnknownScriptError, match="Greek"):
        compiled(r"\p{Greek}")


def test_patterns_match_as_pythons_do() -> None:
    generator = random.Random(7)
    atoms = ["a", "b", "c", ".", "[ab]", "[^b]", "(a|b)", "(?:ab|c)", "(b*)", "x"]
    edges = ["^", "$", r"\b", r"\B", "", ""]
    repeats = ["", "", "", "*", "+", "?", "*?", "+?", "{1,2}", "{2}"]
    for _ in range(2000):
        parts = [
            generator.choice(edges) + generator.choice(atoms) + generator.choice(repeats)
            for _ in range(generator.randint(1, 5))
        ]
        pattern = "".join(parts) + generator.choice(edges)
        text = "".join(generator.choice("abcx ") for _ in range(generator.randint(1, 8)))
        expected = re.search(pattern.replace("$", r"\Z"), text)
        assert matched(pattern, text) == (expected and expected[0]), (pattern, text)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(a+)+$", "a" * 5000 + "b"),
        ("(a|a)*b", "a" * 5000),
        ("(.*)(.*)(.*)(.*)x", "a" * 5000),
        ("(a?){200}a{200}", "a" * 400),
    ],
)
def test_no_pattern_takes_long(pattern: str, text: str) -> None:
    start = time.perf_counter()
    matched(pattern, text)
    assert time.perf_counter() - start < 5


def came_to(book: Book, formula: str) -> list[list[Any]]:
    book.write("F1", [[formula]], "USER_ENTERED")
    return book.values("F1:J9", valueRenderOption="UNFORMATTED_VALUE")


@pytest.mark.parametrize(
    ("formula", "rows"),
    [
        ('=REGEXMATCH("Sheets 2026","[0-9]+")', [[True]]),
        ('=REGEXMATCH("Sheets","^[0-9]+$")', [[False]]),
        ('=REGEXMATCH(B9,"x")', [[False]]),
        ('=REGEXMATCH(5,"5")', [["#VALUE!"]]),
        ('=REGEXMATCH("a","(")', [["#REF!"]]),
        ('=REGEXMATCH("aa","(a)\\1")', [["#REF!"]]),
        ('=ARRAYFORMULA(REGEXMATCH({"a1";"b"},"[0-9]"))', [[True], [False]]),
        ('=COUNTA(FILTER(A1:A2,REGEXMATCH(A1:A2,"^p")))', [[1]]),
        ('=REGEXEXTRACT("My number is 241","[0-9]+")', [["241"]]),
        ('=REGEXEXTRACT("ab12","([a-z]+)([0-9]+)")', [["ab", "12"]]),
        ('=REGEXEXTRACT("ab12","[a-z]([a-z])")', [["b"]]),
        ('=REGEXEXTRACT("ab","x")', [["#N/A"]]),
        ('=VALUE(REGEXEXTRACT("ab12","[0-9]+"))+1', [[13]]),
        ('=REGEXREPLACE("abc","b","-")', [["a-c"]]),
        ('=REGEXREPLACE("John Doe","(\\w+) (\\w+)","$2, $1")', [["Doe, John"]]),
        ('=REGEXREPLACE("abc","x*","-")', [["-a-b-c-"]]),
        ('=REGEXREPLACE("baac","a*","-")', [["-b-c-"]]),
        ('=REGEXREPLACE("5","\\d","\\$$0")', [["$5"]]),
        ('=REGEXREPLACE("a","a","$1")', [["#REF!"]]),
        ('=REGEXREPLACE(REPT("a",40000),"a","bb")', [["#VALUE!"]]),
        ('=REGEXREPLACE("a  b","\\s+"," ")', [["a b"]]),
    ],
)
def test_a_formula_with_a_pattern_comes_to(book: Book, formula: str, rows: list[list[Any]]) -> None:
    book.write("A1:A2", [["pear"], ["fig"]])
    assert came_to(book, formula) == rows


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (
            '=REGEXMATCH("a","(")',
            'Function REGEXMATCH parameter 2 value "(" is not a valid regular expression.',
        ),
        (
            '=REGEXEXTRACT("ab","x")',
            'Function REGEXEXTRACT parameter 2 value "x" does not match text of Function '
            'REGEXEXTRACT parameter 1 value "ab".',
        ),
        (
            '=REGEXMATCH(123,"1")',
            "Function REGEXMATCH parameter 1 expects text values. But '123' is a number and "
            "cannot be coerced to a text.",
        ),
    ],
)
def test_errors_of_patterns_are_in_googles_words(book: Book, formula: str, message: str) -> None:
    book.write("A1", [[formula]], "USER_ENTERED")
    ((found,),) = book.cells("A1", "effectiveValue.errorValue.message")
    assert found["effectiveValue"]["errorValue"]["message"] == message


def test_a_sheet_of_hostile_patterns_is_read_soon(book: Book) -> None:
    book.account.patience = 60.0  # others may be at work
    formula = '=REGEXMATCH(REPT("a",50000),"(a|a|[ab]|a?){50}(.*)(.*)x")'
    book.write("A1:A20", [[formula]] * 20, "USER_ENTERED")
    start = time.process_time()
    assert book.values("A1:A20")[-1] == ["#ERROR!"]
    assert time.process_time() - start < 8
