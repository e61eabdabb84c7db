"""Names that look alike are told of: people would be taken in by them."""

import pytest

from umpire.hosting.look_alikes import look_alikes


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "Аna"),
        ("Ana", "Anа"),
        ("Bo", "B0"),
        ("Bo", "Βο"),
        ("Ian", "lan"),
        ("Al", "A1"),
        ("Al", "AI"),
        ("Ilja", "Іlја"),
        ("Ana", "Ána"),
        ("Arno", "Amo"),
        ("Vvera", "Wera"),
        ("Ana Mara", "AnaMara"),
        ("Ana", "Ana\u3164"),
        ("Ana", "A\u034fna"),
        ("Lukasz", "Łukasz"),
    ],
)
def test_who_may_be_taken_for_whom(one: str, other: str) -> None:
    assert list(look_alikes(["Cleo", one, "Dan", other])) == [(one, other)]


def test_names_that_differ_at_a_glance() -> None:
    assert not list(look_alikes(["Ana", "Anna", "Bo", "Jo", "Lea", "Iea", "Ina", "Анна", "李"]))
