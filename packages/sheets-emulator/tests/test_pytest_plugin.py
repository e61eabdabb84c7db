"""The fixtures, as a stranger has them: in an empty project, with nothing but the package."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_command import running

pytestmark = pytest.mark.end_to_end

README = Path(__file__).parents[1] / "README.md"


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_pytest(folder: Path, *options: str) -> str:
    quick = ("-p", "no:hypothesispytest")  # it would load Hypothesis to tell nothing of it
    return run(folder, "-m", "pytest", "-q", "-W", "error", *quick, *options)


def test_three_lines_are_a_test_with_a_spreadsheet(tmp_path: Path) -> None:
    (tmp_path / "test_book.py").write_text(
        "def test_book(sheets):\n"
        '    book = sheets.client().create("A book")\n'
        "    assert book.sheet1.get_all_values() == [[]]\n"
    )
    assert "1 passed" in run_pytest(tmp_path)


def test_each_test_begins_with_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_twice.py").write_text(
        "import pytest\n"
        "from sheets_emulator.faults import Fault\n\n"
        '@pytest.mark.parametrize("number", range(3))\n'
        "def test_it(sheets, number):\n"
        "    assert sheets.calls == []\n"
        "    client = sheets.client()\n"
        "    assert client.list_spreadsheet_files() == []\n"
        '    client.create("A book")\n'
        "    sheets.quota.per_user = 0\n"
        '    sheets.faults.plan(Fault("status", 500))\n'
    )
    assert "3 passed" in run_pytest(tmp_path)


def test_who_uses_no_fixture_loads_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_light.py").write_text(
        "import sys\n\n"
        "def test_it():\n"
        '    assert not {"starlette", "uvicorn", "gspread", "pydantic"} & set(sys.modules)\n'
    )
    assert "1 passed" in run_pytest(tmp_path, "-p", "no:cacheprovider")


def test_the_readme_is_true(tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.M | re.S)
    tests = [block for block in blocks if "def test_" in block]
    for number, block in enumerate(tests):
        (tmp_path / f"test_block_{number}.py").write_text(block)
    count = sum(block.count("def test_") for block in tests)
    assert f"{count} passed" in run_pytest(tmp_path, "-n", "2")
    by_itself, with_a_server, extended, listening = (
        block for block in blocks if block not in tests
    )
    (tmp_path / "by_itself.py").write_text(by_itself)
    assert re.fullmatch(r"[\w-]{20,}\n", run(tmp_path, "by_itself.py"))
    with running() as (_, said):
        address = said.split("\n")[0].split()[-1]
        program = with_a_server.replace("http://127.0.0.1:8765", address)
        (tmp_path / "with_a_server.py").write_text(program)
        assert run(tmp_path, "with_a_server.py") == "True\n"
    (script,) = re.findall(r"^```js\n(.*?)^```$", README.read_text("utf-8"), re.M | re.S)
    (tmp_path / "chart").mkdir()
    (tmp_path / "chart" / "chart.js").write_text(script)
    (tmp_path / "extended.py").write_text(extended)
    assert run(tmp_path, "extended.py").startswith("Look at http://127.0.0.1:")
    (tmp_path / "listening.py").write_text(listening)
    assert run(tmp_path, "listening.py") == "b''\nTrue\n"
