"""What all tests share."""

import os

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["traffic_recorder"]

# How fast this machine makes examples says nothing about the program. Where a run decides on a
# change (CI), it has the same examples every time; elsewhere each run looks for new ones.
settings.register_profile(
    "umpire",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("umpire")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one worker more than there are cores: a test in three waits for a server or a page."""
    return (os.cpu_count() or 1) + 1
