"""The text helpers that all games and the contract share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.games.names import did_you_mean, find_names, with_short_names
from umpire.games.text import (
    in_full,
    in_words,
    is_printable,
    join_words,
    narrow,
    normalize,
    prefix_table,
    printable,
    quote,
    words,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("علی\u200cرضا 👩\u200d🚀", "علی\u200cرضا 👩\u200d🚀"),
        ("\u200cBo\u200d", r"\u200cBo\u200d"),
        ("B\u200c\u200do \u200cx", r"B\u200c\u200do \u200cx"),
        ("B\u200bo\u200cx\x07", "B\\u200bo\u200cx\\x07"),
    ],
)
def test_joiners_are_shown_as_they_are_where_they_join(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert is_printable(text) is (shown == text)
    assert is_printable(shown)


NAMES = ("Set", "Stones", "Shuffle", "Stone")


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (-3, "-3"), (17.0, "17"), (17.5, "17.5"), (1581089, "1581089"), (1266138.5,) * 2],
)
def test_a_number_is_written_out(number: float, text: object) -> None:
    assert in_full(number) == str(text)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("  Y5   SET ", "y5 set"),
        ("Ｙ５　ｓｅｔ", "y5 set"),
        ("Y5\t\n\u00a0set", "y5 set"),
        ("", ""),
        ("\u3000", ""),
    ],
)
def test_case_blanks_and_full_width_forms_make_no_difference(text: str, same: str) -> None:
    assert normalize(text) == same


GAMES = ("arcanoid", "box-within-a-box", "denizens-of-tartarus", "eighteenth-hell")


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("boxx", GAMES, "'box-within-a-box'"),
        ("hell", GAMES, "'eighteenth-hell'"),
        ("Tartaros", GAMES, "'denizens-of-tartarus'"),
        ("denizns", GAMES, "'denizens-of-tartarus'"),
        ("chess", GAMES, None),
        ("", GAMES, None),
        ("--resaon", ("--json", "--help"), None),
        ("--jsno", ("--json", "--help"), "'--json'"),
        ("sya", ("say", "share", "status"), "'say'"),
        ("x" * 100_000, GAMES, None),
    ],
)
def test_what_may_have_been_meant(word: str, known: tuple[str, ...], meant: str | None) -> None:
    assert did_you_mean(word, known) == (f" Did you mean {meant}?" if meant else "")


def test_every_full_width_form_is_its_ascii() -> None:
    ascii_forms = "".join(chr(code) for code in range(0x21, 0x7F))
    full_width = "".join(chr(code + 0xFEE0) for code in range(0x21, 0x7F))
    assert narrow(full_width + "\u3000") == ascii_forms + " "


def test_words_are_parted_by_blanks_and_what_counts_as_one() -> None:
    assert words(" Y5,set；DRAW;;module ") == ["y5", "set", "draw", "module"]
    assert words("a|b/c", "|/") == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("se", ["Set"]),
        ("S", ["Set", "Stones", "Shuffle", "Stone"]),
        ("stone", ["Stone"]),
        ("stones", ["Stones"]),
        ("x", []),
        ("", []),
        (" ", []),
    ],
)
def test_a_whole_name_is_tried_first_then_what_begins_with_the_word(
    word: str, meant: list[str]
) -> None:
    assert find_names(word, NAMES) == meant


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("ＡＮＡ", ["Ana"]),
        ("an", ["Ana", "Anabel"]),
        ("jose\u0301", ["José"]),
        ("JOSÉ", ["José"]),
        ("ﬁ", ["Finn"]),
        ("zoe", ["Zoe\u0308"]),
        ("ZOË", ["Zoe\u0308"]),
        ("ana  MARA", ["Ana Mara"]),
    ],
)
def test_a_name_is_found_in_every_form_that_is_alike(word: str, meant: list[str]) -> None:
    names = ("Ana", "Anabel", "José", "Finn", "Zoe\u0308", "Ana Mara")
    names = names if "mara" in word.casefold() else names[:-1]
    assert find_names(word, names) == meant


@given(st.text(min_size=1, max_size=32).filter(str.isprintable))
def test_every_name_is_found_as_written_and_in_other_case(name: str) -> None:
    if not name.strip():
        return
    for spelt in (name, name.upper(), name.lower(), f" {name} "):
        assert name in find_names(spelt, (name, "Somebody else"))


@given(st.text("setonuhfl", min_size=1, max_size=8))
def test_a_prefix_table_answers_as_fitting_does(word: str) -> None:
    meant = find_names(word, NAMES)
    assert prefix_table({normalize(name): name for name in NAMES}).get(word) == (
        meant[0] if len(meant) == 1 else None
    )


@given(st.text(max_size=1000))
def test_what_is_shown_is_printable_and_bounded(text: str) -> None:
    assert printable(text).isprintable()
    assert len(quote(text)) <= 42 * 10
    printable(text).encode("utf-8")


def test_printable_text_is_shown_as_it_is() -> None:
    assert quote("Größe 🂡") == '"Größe 🂡"'
    assert quote("a\x00\ud800") == r'"a\x00\ud800"'
    assert quote("x" * 50) == f'"{"x" * 39}…"'


@pytest.mark.parametrize(
    ("items", "sentence"),
    [(["Set"], "Set"), (["Set", "Pair"], "Set or Pair"), (["A", "B", "C"], "A, B or C")],
)
def test_items_are_listed_as_a_sentence_does(items: list[str], sentence: str) -> None:
    assert join_words(items, "or") == sentence


NOT_SHORT = (
    *("Maximilian Müller", "Maximilian Keller", "Bo", "Alexandra von Humboldt", "Alexandra"),
    "von Hohenzollern jr.",
)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Bo bets 5.", "Bo bets 5."),
        ("Alexandra bets 5.", "Alexandra bets 5."),
        ("Alexandra von Humboldt bets 5", "Alexan…ldt bets 5"),
        ("Alexandra von Humboldt", "Alexan…ldt"),
        ("Maximilian Müller beats Bo", "Maximi…1 beats Bo"),
        ("Maximilian Keller beats Maximilian Müller", "Maximi…2 beats Maximi…1"),
        (f"Maximilian Keller has {'one more ' * 9}point.", f"Maximi…2 has {'one more ' * 9}point."),
        ("von Hohenzollern jr.", "von Ho…jr."),
    ],
)
def test_long_names_lose_their_middle_and_still_differ(text: str, short: str) -> None:
    assert with_short_names(text, NOT_SHORT) == short


@pytest.mark.parametrize(
    "sentence", ["Alexandra von Humboldt bets 5.", "Maximilian Keller beats Maximilian Müller."]
)
def test_in_a_short_sentence_names_stay_whole(sentence: str) -> None:
    assert with_short_names(sentence, NOT_SHORT) == sentence


def test_a_name_within_another_is_not_cut_out_of_it() -> None:
    assert with_short_names(
        "Anna Katharina of Hof", ("Anna Katharina", "Anna Katharina of Hof")
    ) == ("Anna K…Hof")


@pytest.mark.parametrize(
    ("number", "text"), [(0, "no"), (1, "one"), (12, "twelve"), (13, "13"), (-1, "-1")]
)
def test_small_numbers_are_words(number: int, text: str) -> None:
    assert in_words(number) == text
