"""`umpire serve --public-url`: what it refuses, and that every link then bears the address."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from sheets_emulator.public import PublicAddress
from umpire.cli.serve import local_server
from umpire.errors import UmpireError, UsageError
from umpire.hosting.links import links_of, public_board_link
from umpire.store import GOOGLE, Hosting, Link

PUBLIC = PublicAddress.read("https://umpire.example.org")
PLAYED_AT = "http://127.0.0.1:8765"

Umpire = Callable[..., Result]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["http://umpire.example.org"], "--public-url: .*unencrypted.*https://"),
        (["https://example.org/umpire"], "--public-url: .*a name that no other site shares"),
        (["umpire.example.org"], "--public-url: .*not a server's address"),
        (["https://umpire.example.org", "--google"], "--google lets anybody sign in as anybody"),
    ],
)
def test_what_cannot_be_served_is_a_sentence(
    umpire: Umpire, options: list[str], sentence: str
) -> None:
    with pytest.raises(UsageError, match=sentence):
        umpire("serve", "--port", "0", "--public-url", *options)


def test_every_link_bears_the_public_address_while_the_daemon_stays_at_home(
    umpire: Umpire, tmp_path: Path
) -> None:
    with local_server(tmp_path, 0, public=PUBLIC) as server:
        address = ["--server", server.base_url.replace("127.0.0.1", "localhost")]
        made = umpire("new", "denizens-of-tartarus", "--players", "Ana,Bo", *address)
        told = umpire("status", "denizens-of-tartarus-1")
    for said in (made.output, told.output):
        assert said.count(f"{PUBLIC.url}/s/") == 5  # the umpire has two of them
        assert "http://" not in said


def test_a_server_started_without_it_has_none_any_more(tmp_path: Path) -> None:
    with local_server(tmp_path, 0, public=PUBLIC) as server:
        played = hosting(server.base_url)
        assert links_of(played, tmp_path).players == {0: f"{PUBLIC.url}/s/secret/abc"}
        assert links_of(hosting("http://127.0.0.1:1"), tmp_path).players == {
            0: "http://127.0.0.1:1/s/secret/abc"  # another server's
        }
        assert (tmp_path / "public-address.json").stat().st_mode & 0o077 == 0
    assert links_of(played, tmp_path).players == {0: f"{PUBLIC.url}/s/secret/abc"}
    with local_server(tmp_path, 0):
        assert links_of(played, tmp_path).players == {0: f"{played.server}/s/secret/abc"}


@pytest.mark.parametrize(
    ("server", "links", "found"),
    [
        ("https://umpire.example.org", [Link("reader", "board", "r")], "/s/r/abc"),
        ("http://192.168.1.5:8765", [Link("reader", "board", "r")], "/s/r/abc"),
        ("http://localhost.example.org", [Link("reader", "board", "r")], "/s/r/abc"),
        ("http://localhost:8765", [Link("reader", "board", "r")], None),
        ("http://127.0.0.1:8765", [Link("reader", "board", "r")], None),
        ("http://127.1.2.3:8765", [Link("reader", "board", "r")], None),
        ("http://[::1]:8765", [Link("reader", "board", "r")], None),
        (GOOGLE, [Link("reader", "board")], "/spreadsheets/d/abc/edit"),
        (GOOGLE, [Link("reader", "board", email="ana@example.org")], None),
        (GOOGLE, [], None),
        (None, [Link("reader", "board", "r")], None),
    ],
)
def test_the_boards_link_is_for_all_where_others_can_open_it(
    tmp_path: Path, server: str | None, links: list[Link], found: str | None
) -> None:
    own = Link(0, "board", "secret"), Link("umpire", "board", "secret")
    told = public_board_link(Hosting(server, {"board": "abc"}, (*own, *links)), tmp_path)
    assert (told is None) if found is None else (told or "").endswith(found)
    assert "secret" not in (told or "")


def test_the_boards_link_for_all_bears_the_public_address(tmp_path: Path) -> None:
    played = Hosting(PLAYED_AT, {"board": "abc"}, (Link("reader", "board", "r"),))
    file = tmp_path / "public-address.json"
    file.write_text(json.dumps({PLAYED_AT: PUBLIC.url}))
    assert public_board_link(played, tmp_path) == f"{PUBLIC.url}/s/r/abc"
    file.write_text("?")
    assert public_board_link(played, tmp_path) is None


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "public-address.json").write_text("?")
    with pytest.raises(UmpireError, match="start 'umpire serve' again"):
        links_of(hosting(), tmp_path)
    assert links_of(hosting(GOOGLE), tmp_path).players[0].startswith("https://docs.google.com/")


def hosting(server: Any = PLAYED_AT) -> Hosting:
    return Hosting(server, {"board": "abc"}, (Link(0, "board", "secret"),))
