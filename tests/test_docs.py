"""What the pages show of files stands in those files."""

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHOWN = re.compile(r"<!-- (?P<file>[\w./-]+\.\w+) -->\n```\w+\n(?P<text>.*?)```", re.DOTALL)
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))


def excerpts(page: str) -> list[tuple[str, str]]:
    return [(found["file"], found["text"]) for found in SHOWN.finditer((ROOT / page).read_text())]


def test_the_page_on_adding_a_game_shows_the_examples() -> None:
    files = {file for file, _ in excerpts("docs/adding-a-game.md")}
    of_each = Counter(file.split("/")[1] for file in files)
    assert of_each == {"liars-dice": 4, "nim": 4}


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_of_a_file_is_in_it(page: str) -> None:
    for file, text in excerpts(page):
        left = _solid((ROOT / file).read_text("utf-8"))
        for part in text.split("\n\n"):
            _, found, left = left.partition(_solid(part))
            assert found, f"{page}, {file}:\n{part}"


RUN = """
import json, sys
for number, text in json.load(sys.stdin):
    known = {"__name__": "shown", "__file__": "shown.py"}
    exec(compile(text, f"docs/adding-a-game.md, line {number}", "exec"), known)
"""


def test_all_python_on_the_page_on_adding_a_game_runs_with_the_imports_that_it_shows() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    blocks = [(page.count("\n", 0, b.start(1)), b[1]) for b in PYTHON.finditer(page)]
    assert len(blocks) > 6
    folders = os.pathsep.join(str(ROOT / "examples" / name) for name in ("liars-dice", "nim"))
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps(blocks),
        env={**os.environ, "PYTHONPATH": folders},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


PUBLIC = re.compile(
    r"^\| \[`(?P<module>umpire[\w.]*)`\]\([^)]*\) \| (?P<names>.*) \|$", re.MULTILINE
)


def public() -> dict[str, list[str]]:
    """What a game may import, by module, as the page on adding a game lists it."""
    page = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    return {row["module"]: re.findall(r"`(\w+)`", row["names"]) for row in PUBLIC.finditer(page)}


def test_both_pages_for_programmers_list_the_same_public_modules() -> None:
    opening = (ROOT / "docs" / "library.md").read_text("utf-8").partition("\n## ")[0]
    assert re.findall(r"`(umpire\.[\w.]+)`", opening) == [*public()]


@pytest.mark.parametrize("module", public())
def test_what_is_public_is_there_and_says_what_it_is(module: str) -> None:
    found = import_module(module)
    for name in public()[module]:
        value = getattr(found, name)
        if isfunction(value) or isclass(value):
            assert value.__doc__, f"{module}.{name} has no docstring"
    if module == "umpire.testing":
        assert sorted(public()[module]) == sorted(found.__all__)


@pytest.mark.parametrize("example", ["liars-dice", "nim"])
def test_the_examples_import_nothing_that_is_not_public(example: str) -> None:
    known = public() | {"umpire.match": ["Match", "judge", "view"]}  # what `import umpire` has
    for path in (ROOT / "examples" / example).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("umpire"):
                names = [name.name for name in node.names]
                assert {*names} <= {*known.get(str(node.module), [])}, f"{path.name}: {names}"


def _solid(text: str) -> str:
    """A text without its blanks: an excerpt may be indented otherwise."""
    return "".join(text.split())


NAMED = re.compile(r"`((?:umpire|packages|tests|docs|sheet_templates|examples)/[\w./-]*)`")


@pytest.mark.parametrize("page", [*PAGES, "README.md", "CONTRIBUTING.md"])
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    named = NAMED.findall((ROOT / page).read_text("utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []
