"""What a host's machine pays while many people watch one board.

Run it with `python benchmarks/spectators.py [--seconds N] [--spectators N]`.

`umpire serve` and `umpire watch` run as a host starts them, with one match in which bots have all
seats. The processor time of both is taken over some seconds while nobody watches, and again while
so many open the board with its public link. They only read what the server sends, on this machine
alone, and leave when the time is over. It is read from /proc, so it takes Linux.
"""

import argparse
import json
import selectors
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from rest import address_of, running, shares, umpire

from umpire.store import Store
from umpire.store.records import bot_name

GAME = "denizens-of-tartarus"
SECONDS = 30.0
SPECTATORS = 100
SETTLES = 8.0
"""Seconds until the bots play, and until all who came have been shown everything."""


class Spectators:
    """Pages that listen to one board, and what they were told."""

    def __init__(self, address: str, count: int) -> None:
        parts = urlsplit(address)
        self.told: Counter[str] = Counter()
        self.bytes = 0
        self._ready = selectors.DefaultSelector()
        self._open: list[socket.socket] = []
        for _ in range(count):
            one = socket.create_connection((str(parts.hostname), parts.port or 80), timeout=10)
            path = f"{parts.path}/events"
            one.sendall(f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
            one.setblocking(False)
            self._ready.register(one, selectors.EVENT_READ)
            self._open.append(one)

    def listen(self, seconds: float) -> None:
        """Read what comes for so long."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for key, _ in self._ready.select(min(left, 0.2)):
                assert isinstance(key.fileobj, socket.socket)
                told = key.fileobj.recv(1 << 20)
                self.bytes += len(told)
                for event in ("whole", "change", "watching", "gone"):
                    self.told[event] += told.count(f"event: {event}\n".encode())

    def close(self) -> None:
        """Leave."""
        for one in self._open:
            one.close()
        self._ready.close()


@contextmanager
def watched(address: str, count: int) -> Iterator[Spectators]:
    """Let so many watch meanwhile."""
    spectators = Spectators(address, count)
    try:
        yield spectators
    finally:
        spectators.close()


def shares_while(
    processes: Sequence[subprocess.Popen[str]], seconds: float, spectators: Spectators
) -> list[float]:
    """Return what share of a core each process uses while spectators listen."""
    listening = threading.Thread(target=spectators.listen, args=(seconds,))
    listening.start()
    found = shares(processes, seconds)
    listening.join()
    return found


def main() -> None:
    """Measure, and print a line for each number of spectators."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--spectators", type=int, default=SPECTATORS)
    options = parser.parse_args()
    with TemporaryDirectory() as folder, ExitStack() as stack:
        home = Path(folder)
        server = stack.enter_context(running(home, "serve", "--port", "0"))
        address = address_of(server)
        players = f"{bot_name('Ana', 1)},{bot_name('Bo', 1)}"
        umpire(home, "new", GAME, "--players", players, "--server", address, "--no-cut")
        watch = stack.enter_context(running(home, "watch"))
        with Store.open(home) as store:
            address = store.hosting(store.matches()[0].id).addresses().board
        assert address is not None
        board = address.partition("#")[0]
        time.sleep(SETTLES)
        processes = [server, watch]
        print(json.dumps({"spectators": 0, "shares": shares(processes, options.seconds)}))
        with watched(board, options.spectators) as spectators:
            spectators.listen(SETTLES)
            spectators.told.clear()
            spectators.bytes = 0
            found = shares_while(processes, options.seconds, spectators)
            told = {"told": dict(spectators.told), "kilobytes": spectators.bytes // 1000}
            print(json.dumps({"spectators": options.spectators, "shares": found, **told}))


if __name__ == "__main__":
    main()
