"""Processes that need not import the program first, which takes longer than most of them live."""

import os
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path

PROCESSES = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
PROCESSES.set_forkserver_preload(["umpire.live.watching", "umpire.live.driver"])


def umpire(errors: Path, *arguments: str) -> None:
    """Be `umpire` with these arguments, which says nothing but its errors, into a file."""
    from umpire.cli import main

    with Path(os.devnull).open("w") as nowhere, errors.open("a") as file:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(file.fileno(), 2)
    main([*arguments])
