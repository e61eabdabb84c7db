"""Files that hold secrets are never there for others to read."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from umpire.private_files import is_open_to_others, open_file_warning, write_private

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    write_private(tmp_path / "new", b"secret")
    assert ((tmp_path / "new").read_bytes(), mode(tmp_path / "new")) == (b"secret", 0o600)
    assert [file.name for file in tmp_path.iterdir()] == ["new"]


def test_who_has_the_file_open_from_before_reads_nothing_new(tmp_path: Path) -> None:
    file = tmp_path / "old"
    file.write_bytes(b"public")
    file.chmod(0o644)
    with file.open("rb") as before:
        write_private(file, b"secret")
        assert before.read() == b"public"
    assert (file.read_bytes(), mode(file)) == (b"secret", 0o600)


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"public")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_private(tmp_path / "link", b"secret")
    assert (tmp_path / "link").is_symlink()
    assert ((tmp_path / "target").read_bytes(), mode(tmp_path / "target")) == (b"secret", 0o600)


def test_what_is_no_file_is_written_to() -> None:
    write_private(Path("/dev/null"), b"secret")
    assert Path("/dev/null").is_char_device()


def test_a_file_that_cannot_be_replaced_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write_private(tmp_path / "folder", b"secret")
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("given", [0o644, 0o640, 0o604, 0o660, 0o610])
def test_whoever_else_can_read_a_secret_is_warned_of(tmp_path: Path, given: int) -> None:
    key = tmp_path / "key.json"
    key.write_text("{}")
    key.chmod(given)
    assert is_open_to_others(key)
    assert (
        open_file_warning(key) == f"others on this computer can read {key}: run 'chmod 600 {key}'."
    )
    assert mode(key) == given


@pytest.mark.parametrize("given", [0o600, 0o400])
def test_a_file_of_ones_own_is_not(tmp_path: Path, given: int) -> None:
    key = tmp_path / "key.json"
    key.write_text("{}")
    key.chmod(given)
    assert open_file_warning(key) is None
    assert open_file_warning(tmp_path) is None  # a folder is of no use without its x
    assert open_file_warning(tmp_path / "none") is None
