"""Shows a made-up league until it is told to stop; with `fails` it ends with an error."""

import sys
import time
from dataclasses import replace

from rich.console import Console
from status_kit import league

from umpire.cli.signals import stopped_by_signals
from umpire.store.records import Addresses
from umpire.terminal.view import view_for


def links(match: str) -> Addresses:
    return Addresses({0: f"http://{match}/secret"}, {}, f"http://{match}/board")


def main(count: int, how: str = "") -> None:
    began = time.time()
    with stopped_by_signals() as stop, view_for(Console(), links, stop) as view:
        while not stop.wait(0.05):
            shown = league(count)
            view.show(replace(shown, at=shown.at + (time.time() - began if how == "ticks" else 0)))
            if how == "fails" and time.time() - began > 1:
                raise ValueError("a made-up error")


main(int(sys.argv[1]), *sys.argv[2:])
