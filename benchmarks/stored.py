"""How long a sheets server takes to start, and how much memory, with many spreadsheets stored.

Run it with `python benchmarks/stored.py [--stored N] [--used N]`.

A match of Devil's Deal is made, and its four spreadsheets are copied in the server's file until
there are enough. The server is started as a program of its own; memory is what its process takes
(`VmRSS`). The reference is the same server with nothing stored.
"""

import argparse
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

import requests

START = (
    "import sys, time; from pathlib import Path; from sheets_emulator.app import LocalServer\n"
    "began = time.perf_counter()\n"
    "with LocalServer(Path(sys.argv[1])) as server:\n"
    "    print(server.base_url, time.perf_counter() - began, flush=True)\n"
    "    sys.stdin.read()\n"
)


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, float, int]]:
    """Run a server; yield its address, the seconds until it answers and the process's id."""
    command = [sys.executable, "-c", START, str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        url, seconds = server.stdout.readline().split()
        yield url, float(seconds), server.pid
        assert server.stdin is not None
        server.stdin.close()


def memory(pid: int) -> float:
    """Return how much memory a process takes, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    (kilobytes,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return int(kilobytes) / 1000


def make_match(home: Path) -> str:
    """Make a match and return the token of the account that owns its spreadsheets."""
    umpire = [sys.executable, "-m", "umpire", "--home", str(home)]
    with subprocess.Popen(
        [*umpire, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1]
        command = [*umpire, "new", "devils-deal", "--players", "Ana,Bo", "--server", url]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        server.terminate()
    return (home / "local-token").read_text().strip()


def copy_until(file: Path, many: int) -> list[str]:
    """Copy the spreadsheets in a server's file until there are so many; return their ids."""
    with closing(sqlite3.connect(file)) as database, database:
        rows = database.execute("SELECT id, body FROM spreadsheet").fetchall()
        ids = [spreadsheet_id for spreadsheet_id, _ in rows]
        for number in range(many - len(rows)):
            spreadsheet_id, body = rows[number % len(rows)]
            its = f"{spreadsheet_id[:-6]}{number:06}"
            ids.append(its)
            text = body.replace(spreadsheet_id, its)
            database.execute("INSERT INTO spreadsheet VALUES (?, ?)", (its, text))
            database.execute(
                "INSERT INTO file SELECT ?, owner, size, replace(body, id, ?) FROM file "
                "WHERE id = ?",
                (its, its, spreadsheet_id),
            )
            database.execute(
                "INSERT INTO part SELECT account, ? FROM part WHERE id = ?", (its, spreadsheet_id)
            )
    return ids


def seconds_to_read(url: str, token: str, spreadsheet_id: str) -> float:
    """Return how long a spreadsheet takes to be read, its cells too."""
    began = time.perf_counter()
    answer = requests.get(
        f"{url}/v4/spreadsheets/{spreadsheet_id}",
        params={"fields": "sheets.data.rowData.values.userEnteredValue"},
        headers={"Authorization": f"Bearer {token}"},
        timeout=30,
    )
    answer.raise_for_status()
    return time.perf_counter() - began


def main() -> None:
    """Make the file, measure, and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--stored", type=int, default=10_000)
    options.add_argument("--used", type=int, default=200)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        home, empty = Path(name) / "home", Path(name) / "empty"
        empty.mkdir()
        token = make_match(home)
        ids = copy_until(home / "sheets.db", given.stored)
        size = (home / "sheets.db").stat().st_size / 1e6
        print(f"{len(ids):,} spreadsheets stored, {size:,.0f} MB on disk")
        with served(empty) as (_, seconds, pid):
            print(f"nothing stored: up after {seconds:.2f} s, {memory(pid):.0f} MB")
        with served(home) as (url, seconds, pid):
            print(f"all stored: up after {seconds:.2f} s, {memory(pid):.0f} MB")
            first, second = (
                [seconds_to_read(url, token, each) for each in ids[:40]] for _ in range(2)
            )
            print(
                f"read first in {1000 * median(first):.1f} ms, again in "
                f"{1000 * median(second):.1f} ms; at most {1000 * max(first):.1f} ms"
            )
            for each in ids[: given.used]:
                seconds_to_read(url, token, each)
            print(f"{given.used} in use: {memory(pid):.0f} MB")


if __name__ == "__main__":
    main()
