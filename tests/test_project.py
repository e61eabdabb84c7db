"""What holds for the project as a whole: its layers, its command line, its promises of speed."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from runpy import run_path

import click
import pytest
from click.testing import CliRunner

from umpire import __version__
from umpire.cli import COMMANDS, cli

ROOT = Path(__file__).parent.parent


def test_imports_only_ever_point_down() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert isinstance(command, click.Command)
    shown = CliRunner().invoke(cli, [name, "--help"])
    assert shown.exit_code == 0
    assert f"umpire {name}" in shown.output.split("Options:")[0].replace("Usage:", "", 1)
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, f"umpire {name} {option.opts[0]} has no help"


GSPREADS_HELPERS = (
    ".worksheet(", ".get_worksheet", ".sheet1", "open_by_key", "open_by_url", "values_append",
    "append_row", "insert_permission", "BackOffHTTPClient", "USER_ENTERED",
)  # fmt: skip


def test_nothing_installs_umpire_from_a_package_index() -> None:
    """Neither it nor its emulator is in one: the `Umpire` that PyPI has is another program."""
    by_name = re.compile(
        r"pip install\b[^`\n&]*[ ']((sheets-)?umpire|sheets-emulator)(\[\w+\])?(?![\w/.-])", re.I
    )
    assert by_name.search("pip install 'umpire[postgres]'")
    assert by_name.search("run pip install sheets-umpire")
    assert by_name.search("pip install 'sheets-emulator[dev]'")
    assert [path for path in texts_for_people() if by_name.search(path.read_text("utf-8"))] == []


def test_every_command_that_installs_umpire_installs_its_emulator_beside_it() -> None:
    """Umpire depends on it by name, and no package index has it."""
    installs = re.compile(r"pip install\b[^`\n&#]*")
    umpires = re.compile(r" (?<!-e )\.(?=[\s&]|$)| \.\.(/\.\.)?(?=[\s&]|$)|[ ']\.\[\w+\]")
    commands = [
        (path.relative_to(ROOT).as_posix(), found[0])
        for path in texts_for_people()
        if ROOT / "packages" not in path.parents
        for found in installs.finditer(path.read_text("utf-8").replace("\n", " "))
        if umpires.search(found[0])
    ]
    assert len(commands) >= 9
    assert [one for one in commands if "packages/sheets-emulator" not in one[1]] == []


def texts_for_people() -> list[Path]:
    folders = ("docs", "umpire", "packages", "examples", "benchmarks")
    texts = [path for name in folders for path in (ROOT / name).rglob("*.[mp][dy]")]
    texts += ROOT.glob("*.md")
    assert len(texts) > 300
    return texts


def test_games_from_outside_depend_on_the_package_that_this_is() -> None:
    own = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert own["version"] == __version__
    assert (own["name"], own["scripts"]) == ("sheets-umpire", {"umpire": "umpire.cli:main"})
    for file in (ROOT / "examples").glob("*/pyproject.toml"):
        project = tomllib.loads(file.read_text("utf-8"))["project"]
        assert project["dependencies"] == [own["name"]]
        assert project["optional-dependencies"]["dev"] == [f"{own['name']}[testing]"]


def test_the_emulator_knows_no_word_of_umpire() -> None:
    """Nor does the name of any of its files; what tools leave beside them does not count."""
    package = ROOT / "packages" / "sheets-emulator"
    found = {
        path.relative_to(package).as_posix(): path for path in package.rglob("*") if path.is_file()
    }
    own = {
        name: path
        for name, path in found.items()
        if not re.search(r"(^|/)(\.|__pycache__/|build/|dist/)", name)
    }
    assert len(own) > 200
    knowing = [
        name
        for name, path in own.items()
        if "umpire" in name.lower() or b"umpire" in path.read_bytes().lower()
    ]
    assert sorted(knowing) == []


def test_of_gspread_only_its_single_requests_are_used() -> None:
    """Its helpers make requests of their own, do not time out, or type as a person would."""
    own = list((ROOT / "umpire").rglob("*.py"))
    assert len(own) > 100
    found = [
        f"{path.relative_to(ROOT)}: {helper}"
        for path in own
        for helper in GSPREADS_HELPERS
        if helper in path.read_text("utf-8")
    ]
    assert found == []


def test_the_page_of_commands_is_what_the_commands_say() -> None:
    write_commands = run_path(str(ROOT / "docs" / "write_commands.py"))
    assert (ROOT / "docs" / "commands.md").read_text("utf-8") == write_commands["page"](), (
        "run python docs/write_commands.py"
    )


def test_the_example_credentials_have_the_shape_of_a_service_account_key() -> None:
    example = json.loads((ROOT / "credentials.example.json").read_text("utf-8"))
    assert example["type"] == "service_account"
    assert "replace this" in example["private_key"]
