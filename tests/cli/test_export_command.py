"""`umpire export` at the command line: formats and endings, for whom, and what is refused."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from export_kit import play_out
from own_games import RULED
from pydantic import TypeAdapter

from umpire.catalogue import find_game
from umpire.cli import main
from umpire.export.document import Document
from umpire.export.formats import FORMATS
from umpire.store import Store

pytestmark = pytest.mark.installed_games

Umpire = Callable[..., Result]
MATCH = "devils-deal-1"
BEGINS = {
    "md": b"# Devil's Deal: Ana, Bo\n",
    "csv": b'\xef\xbb\xbf"line","t","at",',
    "xlsx": b"PK",
    "png": b"\x89PNG",
    "svg": b"<svg ",
    "html": b"<!doctype html>",
    "json": b"{\n",
    "script": b'{"umpire": 1,',
}


@pytest.fixture
def running(store: Store) -> str:
    return play_out(store, find_game("devils-deal"), most=12)


@pytest.mark.parametrize("name", FORMATS)
def test_the_ending_of_a_file_tells_the_format(
    umpire: Umpire, running: str, tmp_path: Path, name: str
) -> None:
    file = tmp_path / f"match{FORMATS[name].ending.upper()}"
    umpire("export", running, "-o", str(file))
    assert file.read_bytes().lower().startswith(BEGINS[name].lower())
    other = tmp_path / "match.txt"
    umpire("export", running, "-o", str(other), "--format", name)
    assert other.read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--turn", "3"), "--turn does not go with md: add --format png or svg."),
        (("--brief", "--format", "csv"), "--brief does not go with csv: add --format md."),
        (("-o", "match.doc"), ".doc is not a known ending: add --format, or end the file in .md,"),
        (("--format", "png", "--turn", "99"), "devils-deal-1 has no line 99: its last line is 13."),
        (("--as", "Zoe"), "Zoe"),
        (("--format", "xlsx"), "a terminal cannot show xlsx: add -o match.xlsx."),
        (("--format", "png"), "a terminal cannot show png: add -o match.png."),
    ],
)
def test_wrong_use_is_one_sentence(
    running: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    is_refused = "--turn" not in arguments
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_refused)
    with pytest.raises(SystemExit) as ended:
        main(["--home", str(tmp_path), "export", running, *arguments])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize(
    ("name", "viewer", "mode"),
    [
        ("md", "Ana", 0o600),
        ("csv", "Ana", 0o600),
        ("script", "Ana", 0o600),
        ("md", "public", 0o644),
        ("script", "public", 0o644),
        ("csv", None, 0o644),
        ("script", None, 0o600),
    ],
)
def test_what_not_everybody_may_see_is_written_for_the_umpire_alone(
    umpire: Umpire,
    store: Store,
    running: str,
    tmp_path: Path,
    name: str,
    viewer: str | None,
    mode: int,
) -> None:
    file, seen = tmp_path / "match", () if viewer is None else ("--as", viewer)
    closed = play_out(store, find_game("devils-deal"))
    for match, expected in ((running, mode), (closed, 0o644)):
        file.touch(0o644)
        file.chmod(0o644)
        umpire("export", match, "-o", str(file), "--format", name, *seen)
        assert file.stat().st_mode & 0o777 == expected


def test_a_viewer_s_export_tells_what_that_viewer_knows(umpire: Umpire, store: Store) -> None:
    play_out(store, find_game("devils-deal"))
    whole, ana, public = (
        umpire("export", MATCH, *seen).output for seen in ((), ("--as", "Ana"), ("--as", "public"))
    )
    assert "(only to Bo)" in whole
    assert "(only to Ana)" in whole
    assert "(only to Bo)" not in ana
    assert "(only to Ana)" in ana
    assert "(only to" not in public


@pytest.mark.parametrize("name", RULED)
@pytest.mark.parametrize("most", [None, 12])
def test_a_document_keeps_to_its_schema(
    umpire: Umpire, store: Store, name: str, most: int | None
) -> None:
    match = play_out(store, find_game(name), most=most)
    told = json.loads(umpire("export", match, "--format", "json").output)
    assert TypeAdapter(Document).validate_json(json.dumps(told), strict=True) == told


def test_the_schema_is_printed(umpire: Umpire) -> None:
    schema = json.loads(umpire("export", "--schema").output)
    assert schema["title"] == "Document"
    assert {*schema["required"]} == {*schema["properties"]} == {*Document.__annotations__}
