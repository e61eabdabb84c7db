"""`import umpire`: the public face is what it says, is documented, and does what the pages show."""

import ast
import json
import re
import subprocess
import sys
from doctest import ELLIPSIS, DocTestParser, DocTestRunner
from importlib import import_module
from pathlib import Path

import pytest

import umpire

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "library.md").read_text("utf-8")
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def imported_for_types() -> dict[str, str]:
    """The module of each name, as type checkers see it."""
    tree = ast.parse(Path(umpire.__file__).read_text("utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {name.name: str(node.module) for node in imports for name in node.names}


def test_a_program_finds_what_a_type_checker_finds() -> None:
    modules = imported_for_types()
    assert sorted(modules) == sorted(umpire.__all__)
    for name, module in modules.items():
        assert getattr(umpire, name) is getattr(import_module(module), name)


def test_all_is_in_order_and_nothing_else_is_offered() -> None:
    assert umpire.__all__ == sorted(umpire.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'judgement'"):
        _ = umpire.judgement  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", umpire.__all__)
def test_every_name_has_a_docstring_and_its_place_on_the_page(name: str) -> None:
    assert getattr(umpire, name).__doc__
    assert re.search(rf"`{name}\b", PAGE), f"docs/library.md says nothing of {name}"


def test_what_the_page_shows_is_what_comes_out() -> None:
    examples = DocTestParser().get_doctest(
        "\n".join(BLOCK.findall(PAGE)), {}, "docs/library.md", None, None
    )
    assert len(examples.examples) > 30
    told: list[str] = []
    DocTestRunner(optionflags=ELLIPSIS).run(examples, out=told.append)
    assert not told, "".join(told)


def test_a_report_and_a_view_are_the_caller_s_to_change() -> None:
    match = umpire.begin("devils-deal", ["Ana", "Bo"], {"clock": False}, seed="5eed" * 16)
    for told in (umpire.report, lambda match: umpire.view(match, "Ana")):
        before = json.dumps(told(match))
        told(match)["state"].clear()
        told(match)["state"]["pools"].clear()
        assert json.dumps(told(match)) == before


def test_what_is_adjudicated_says_who_may_read_each_event() -> None:
    lines = [
        {"umpire": 1, "game": "by-hand", "players": ["Ana", "Bo"], "options": {"title": "Wolf"}},
        {"t": 0, "by": "umpire", "say": "tell Ana: You are the wolf."},
        {"t": 0, "by": "umpire", "say": "tell all: Good night."},
        {"t": 0, "by": "Bo", "say": "?"},
    ]
    secret, open_, refused, _ = umpire.adjudicate(map(json.dumps, lines))
    told = dict(zip(secret["only"], secret["events"], strict=True))
    assert told == {"Ana": "To you: You are the wolf.", "umpire": "Told Ana: You are the wolf."}
    assert None in open_["only"]
    assert "only" not in refused


def test_a_wrong_header_is_an_error_that_a_person_can_put_right() -> None:
    with pytest.raises(umpire.UmpireError) as wrong:
        umpire.begin("devils-deal", ["Ana"])
    assert isinstance(wrong.value, umpire.BadHeader)
    assert isinstance(wrong.value, ValueError)
    assert wrong.value.exit_code == 2


@pytest.mark.parametrize("name", ["board", "ALL", "Umpire", "chance", "public", "a\u200cll"])
def test_no_match_begins_with_a_player_who_is_called_as_umpire_calls_somebody(name: str) -> None:
    with pytest.raises(umpire.BadHeader, match=f"nobody may be called '{name}'"):
        umpire.begin("devils-deal", ["Ana", name])
    line = {"umpire": 1, "game": "devils-deal", "players": [name, "Bo"], "options": {}}
    with pytest.raises(umpire.BadHeader, match=f"nobody may be called '{name}'"):
        next(umpire.adjudicate([json.dumps(line)]))


def test_the_match_in_ten_lines_ends_with_a_winner() -> None:
    (program,) = BLOCK.findall((ROOT / "README.md").read_text("utf-8"))
    assert len([line for line in program.splitlines() if line]) == 10
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert re.search(r"(Ana|Bo) wins: \w+\n$", done.stdout)
