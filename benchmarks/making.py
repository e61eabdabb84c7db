"""How long an umpire waits until a match is made, where each answer takes 0.3 s.

Run it with `python benchmarks/making.py [--seconds N]`.

`umpire new` is timed as a shell runs it, on a local server that answers each request so late, as
Google may. The reference is what its requests would take one after the other, and nothing else.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from sheets_emulator.app import LocalServer
from sheets_emulator.faults import Chance, Fault
from umpire.sheets.addresses import LOCAL_DOMAIN

MATCHES = (("devils-deal", "Ana,Bo"), ("arcanoid", "Ana,Bo,Cleo,Dan,Eva,Finn,Gil,Hana,Ivo,Jo"))
LATE = 0.3


def made(game: str, players: str, late: float) -> tuple[float, int]:
    """Return the seconds that it takes to make a match, and its requests."""
    with TemporaryDirectory() as home, LocalServer(None, domain=LOCAL_DOMAIN) as server:
        server.faults.chances = (Chance(1.0, Fault("late", seconds=late)),)
        new = ("new", game, "--players", players, "--server", server.base_url)
        command = [sys.executable, "-m", "umpire", "--home", str(Path(home)), *new]
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        return time.perf_counter() - began, len(server.faults.calls)


def main() -> None:
    """Measure a match of two and one of ten."""
    parser = argparse.ArgumentParser(description="How long it takes to make a match.")
    parser.add_argument("--seconds", type=float, default=LATE, help="how late each answer is")
    late: float = parser.parse_args().seconds
    print(f"{'match':16}{'players':>8}{'requests':>10}{'reference':>11}{'seconds':>9}{'ratio':>7}")
    for game, players in MATCHES:
        seconds, requests = made(game, players, late)
        reference = requests * late
        print(
            f"{game:16}{players.count(',') + 1:>8}{requests:>10}{reference:>11.1f}{seconds:>9.1f}"
            f"{seconds / reference:>7.2f}"
        )


if __name__ == "__main__":
    main()
