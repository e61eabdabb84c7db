"""The gallery shows what the program makes of its matches now."""

import sys
from pathlib import Path

import pytest

from umpire.store import Store

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.end_to_end
def test_the_gallery_is_as_its_script_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(DOCS)
    gallery = __import__("write_gallery")
    with Store.open(tmp_path) as store:
        rows = [gallery.play(store, exhibit) for exhibit in gallery.EXHIBITS]
        found = {name: content for row in rows for name, content in gallery.files(store, row)}
        page = gallery.page(store, rows)
    sys.modules.pop("write_gallery")
    again = "run 'python docs/write_gallery.py'"
    assert page == (DOCS / "gallery.md").read_text("utf-8"), again
    for name, content in found.items():
        assert content == (DOCS / "gallery" / name).read_bytes(), f"{name}: {again}"
