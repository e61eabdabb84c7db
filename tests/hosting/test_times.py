"""A limit is told by the clock on the wall too, where that does not show UTC."""

import time
from collections.abc import Iterator

import pytest

from umpire.hosting.times import local_and_utc_time

NOON = 1_767_268_800.0  # 2026-01-01T12:00:00Z
DAY = 86_400.0


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    if not hasattr(time, "tzset"):
        pytest.skip("this system's time zone cannot be changed by a program")
    yield monkeypatch
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("name", "after", "shown"),
    [
        ("UTC", 90, "12:01:30 UTC"),
        ("CET-1", 90, "13:01:30 here (12:01:30 UTC)"),
        ("CET-1", 2 * DAY, "Sat 3 Jan 13:00 here (Sat 3 Jan 12:00 UTC)"),
        ("XXX-13", 2 * DAY, "Sun 4 Jan 01:00 here (Sat 3 Jan 12:00 UTC)"),
        ("CET-1", 1e300, "the far future"),
    ],
)
def test_a_time_here_and_in_utc(
    zone: pytest.MonkeyPatch, name: str, after: float, shown: str
) -> None:
    zone.setenv("TZ", name)
    time.tzset()
    assert local_and_utc_time(NOON + after, NOON) == shown
