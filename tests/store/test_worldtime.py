"""Times as people read them: of day, with a date where they are of another day."""

import pytest

from umpire.store.worldtime import day_or_time, time_or_date

NOON = 1_767_268_800.0  # 2026-01-01, a Thursday
DAY = 86_400.0


@pytest.mark.parametrize(
    ("after", "shown"),
    [
        (0, "12:00:00 UTC"),
        (-1, "11:59:59 UTC"),
        (DAY / 2 - 1, "23:59:59 UTC"),
        (DAY / 2, "Fri 2 Jan 00:00:00 UTC"),
        (-DAY / 2 - 1, "Wed 31 Dec 23:59:59 UTC"),
        (DAY - 1, "Fri 2 Jan 11:59:59 UTC"),
        (DAY, "Fri 2 Jan 12:00 UTC"),
        (-DAY, "Wed 31 Dec 12:00 UTC"),
        (3 * DAY + 3661, "Sun 4 Jan 13:01 UTC"),
        (365 * DAY, "Fri 1 Jan 2027 12:00 UTC"),
        (1e300, "the far future"),
    ],
)
def test_a_moment_has_its_date_where_it_is_another_day(after: float, shown: str) -> None:
    assert time_or_date(NOON + after, NOON) == shown


@pytest.mark.parametrize(
    ("at", "shown"),
    [("2026-01-01T12:00:00.000Z", "12:00:00"), ("2025-12-31T23:59:59.000Z", "31 Dec")],
)
def test_of_another_day_the_date_is_told(at: str, shown: str) -> None:
    assert day_or_time(at, "2026-01-01T13:00:00.000Z") == shown
