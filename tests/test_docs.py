"""What the pages show of files stands in those files."""

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHOWN = re.compile(r"<!-- (?P<file>[\w./-]+\.\w+) -->\n```\w+\n(?P<text>.*?)```", re.DOTALL)
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))


def excerpts(page: str) -> list[tuple[str, str]]:
    return [(found["file"], found["text"]) for found in SHOWN.finditer((ROOT / page).read_text())]


def test_the_page_on_adding_a_game_shows_the_examples() -> None:
    files = {file for file, _ in excerpts("docs/adding-a-game.md")}
    of_each = Counter(file.split("/")[1] for file in files)
    assert of_each == {"liars-dice": 6, "nim": 4}


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_of_a_file_is_in_it(page: str) -> None:
    for file, text in excerpts(page):
        assert _solid(text) in _solid((ROOT / file).read_text("utf-8")), f"{page}, {file}:\n{text}"


def _solid(text: str) -> str:
    """A text without its blanks: an excerpt may be indented otherwise."""
    return "".join(text.split())


NAMED = re.compile(r"`((?:umpire|packages|tests|docs|sheet_templates|examples)/[\w./-]*)`")


@pytest.mark.parametrize("page", [*PAGES, "README.md", "CONTRIBUTING.md"])
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    named = NAMED.findall((ROOT / page).read_text("utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []
