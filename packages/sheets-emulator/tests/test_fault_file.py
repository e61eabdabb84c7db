"""A file of faults: what it may say, how it is refused, and that a seed gives the same again."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sheets_emulator.command import serve
from sheets_emulator.errors import ServerError
from sheets_emulator.fault_file import read_faults
from sheets_emulator.faults import Call, Faults, Kind

BAD_DAY = """
seed = 7

[[planned]]
what = "well"
kinds = ["read"]
times = 2

[[planned]]
what = "status"
status = 429
retry_after = 20
kinds = ["read"]

[[random]]
chance = 0.2
what = "half"
kinds = ["write"]

[[random]]
chance = 0.3
what = "status"
status = 200
text = "null"
after = true
kinds = ["write", "token"]
path = "/v4/"
"""


def written(folder: Path, text: str, name: str = "bad-day.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def met(faults: Faults, kind: Kind, calls: int, path: str = "/v4/spreadsheets/x") -> list[str]:
    """What so many calls of a kind meet."""
    found = (faults.take(Call(kind, "GET", path, "ana")) for _ in range(calls))
    return ["" if fault is None else fault.what for fault in found]


def test_a_plan_is_followed_once_by_the_calls_that_it_names(tmp_path: Path) -> None:
    faults = read_faults(written(tmp_path, BAD_DAY))
    assert met(faults, "drive", 3) == ["", "", ""]
    assert met(faults, "read", 5) == ["well", "well", "status", "", ""]


def test_chances_are_those_of_the_file_and_of_its_kinds_and_paths_alone(tmp_path: Path) -> None:
    faults = read_faults(written(tmp_path, BAD_DAY))
    many = met(faults, "write", 5000)
    assert 900 < many.count("half") < 1100
    assert 1400 < many.count("status") < 1600
    elsewhere = met(faults, "write", 1000, "/drive/v3/files")
    assert set(elsewhere) == {"", "half"}


def test_a_seed_gives_the_same_again_and_another_something_else(tmp_path: Path) -> None:
    def drawn(text: str) -> list[str]:
        return met(read_faults(written(tmp_path, text)), "write", 100)

    assert drawn(BAD_DAY) == drawn(BAD_DAY)
    assert drawn(BAD_DAY) != drawn(BAD_DAY.replace("seed = 7", "seed = 8"))


def test_it_may_be_json(tmp_path: Path) -> None:
    plan = json.dumps({"planned": [{"what": "late", "seconds": 2, "times": 2}]})
    faults = read_faults(written(tmp_path, plan, "bad-day.json"))
    assert met(faults, "token", 3) == ["late", "late", ""]
    assert faults.chances == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seed = 'x'", "seed: input should be a valid integer: correct it."),
        ("[[random]]\nwhat = 'lost'", "random, entry 1, chance: field required: correct it."),
        ("[[random]]\nwhat = 'lost'\nchance = 2", "chance: input should be less than or equal"),
        ("[[planned]]\nwhat = 'lots'", "planned, entry 1, what: input should be 'well', 'status'"),
        ("[[planned]]\nwhat = 'lost'\nwhen = 3", "planned, entry 1, when: there is no such key"),
        ("[[planned]]\nwhat = 'lost'\nkinds = ['reads']", "entry 1, kinds, entry 1: input should"),
        ("[[planned]]\nwhat = 'lost'\nstatus = 503", "entry 1: status goes with 'status' alone"),
        ("[[planned]]\nwhat = 'late'", "planned, entry 1: 'late' needs seconds: correct it."),
        (
            "[[planned]]\nwhat = 'status'\nhtml = true\ntext = '[]'",
            "planned, entry 1: an answer is either HTML or text: correct it.",
        ),
        ("seed", "is neither TOML nor JSON: "),
    ],
)
def test_what_is_wrong_with_it_is_one_sentence(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ServerError) as raised:
        read_faults(written(tmp_path, text))
    assert told in str(raised.value)
    assert str(raised.value).count("\n") == 0
    assert "bad-day.toml" in str(raised.value)


def test_the_command_refuses_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(serve, ["--port", "0", "--faults", str(tmp_path / "none.toml")])
    assert result.output.rstrip().endswith("none.toml cannot be read (No such file or directory).")
    assert result.exit_code != 0
