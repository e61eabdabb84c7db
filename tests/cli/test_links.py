"""Whose each link is: no label made from a player's name stands for anybody else."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from umpires_server import UmpiresServer

from umpire.catalogue import games
from umpire.hosting.guests import accounts, read_owner
from umpire.hosting.links import link_lines, links_document
from umpire.match import BadHeader
from umpire.match.header import parse_header
from umpire.projections.links import list_links
from umpire.store import GOOGLE, Hosting, Link, Store

GAME = "devils-deal"
LABELS = (
    "umpire (the board)", "umpire (the console)", "umpire (Bo's table)", "Ana's table", "console",
    "the board", "the console", "reader", "readers", "table-1", "standings", "Umpire 1", "None",
    "0", "1", "links", "umpire_links",
)  # fmt: skip
ROLES: dict[str, Any] = {"board": "b", "console": "c", "table-1": "t1", "table-2": "t2"}


@st.composite
def legal_players(draw: st.DrawFn) -> tuple[str, ...]:
    """Two players with names that the header of a match accepts, often like our own labels."""
    names = st.sampled_from(LABELS) | st.text(st.characters(codec="utf-8"), min_size=1, max_size=32)
    players = draw(st.tuples(names, names))
    try:
        parse_header({"umpire": 1, "game": GAME, "players": [*players], "options": {}}, games())
    except BadHeader:
        assume(False)
    return players


def hosting(server: str) -> Hosting:
    """A match of two with a secret and an account for each, both told by the owner."""
    own = (
        *((seat, f"table-{seat + 1}") for seat in range(2)),
        *(("umpire", role) for role in ("console", "board", "table-1", "table-2")),
        ("reader", "board"),
    )
    secret = (lambda _: "") if server == GOOGLE else "secret-{}".format
    return Hosting(
        server, ROLES, tuple(Link(one, role, secret(one), None, f"{one}@x") for one, role in own)
    )


@given(legal_players())
def test_every_players_entry_is_that_players_secret_and_nobody_elses(
    players: tuple[str, ...],
) -> None:
    links = hosting("http://x").addresses()
    told = links_document(links, players)
    for seat, player in enumerate(players):
        assert told["links"][player] == f"http://x/s/secret-{seat}/t{seat + 1}"
    assert {told["links"][who] for who in told["links"].keys() - {*players}} == {
        "http://x/s/secret-umpire/c",
        "http://x/s/secret-reader/b",
    }
    assert list(told["umpire_links"]) == ["console", "board", "table-1", "table-2"]
    lines = list(list_links(links, players))
    of_players = [line for line in lines if line.label in players]
    assert [(line.owner, line.address) for line in of_players] == [
        (seat, told["links"][player]) for seat, player in enumerate(players)
    ]
    assert Counter(line.label for line in lines if line.label).most_common(1)[0][1] == 1


@given(legal_players())
def test_on_google_every_players_account_is_the_players(players: tuple[str, ...]) -> None:
    told = accounts(hosting(GOOGLE), players)
    assert [told.pop(player) for player in players] == ["0@x", "1@x"]
    assert told == {"umpire": "umpire@x", "board": "anyone"}


def test_no_line_of_the_umpires_begins_with_a_label_made_from_a_name() -> None:
    lines = list(link_lines(list_links(hosting("http://x").addresses(), ("Ana", "Bo"))))
    assert lines == [
        "  Ana     http://x/s/secret-0/t1",
        "  Bo      http://x/s/secret-1/t2",
        "  board   http://x/s/secret-reader/b",
        "  umpire  http://x/s/secret-umpire/c",
        "          http://x/s/secret-umpire/b  (the board)",
        "          http://x/s/secret-umpire/t1  (Ana's table)",
        "          http://x/s/secret-umpire/t2  (Bo's table)",
    ]


@pytest.mark.parametrize("player", ["umpire (the board)", "umpire (Bo's table)", "reader"])
def test_new_status_and_league_pair_give_a_player_with_our_label_the_players_own_link(
    umpire: Any, tmp_path: Path, player: str
) -> None:
    with UmpiresServer(None) as server:
        at = ("--server", server.base_url)
        new = umpire("new", GAME, "--players", f"{player},Bo", *at)
        umpire("league", "new", "l", "--game", GAME, "--players", f"{player},Bo")
        pair = json.loads(umpire("league", "pair", "l", "--json", *at).output)["matches"][0]
        with Store.open(tmp_path) as store:
            first, second = (store.hosting(row.id) for row in store.matches())
            seats = store.find(pair["id"]).players
    status = umpire("status", f"{GAME}-1")
    own = first.addresses().players[0]
    for said in (new.output, status.output):
        assert re.findall(rf"^  {re.escape(player)} +(\S+)$", said, re.MULTILINE) == [own]
    told = json.loads(umpire("status", f"{GAME}-1", "--json").output)
    addresses = first.addresses()
    assert told == told | links_document(addresses, (player, "Bo"))
    assert "\n".join(link_lines(list_links(addresses, (player, "Bo")))) in new.output
    assert told["links"][player] == own
    assert f"/{first.spreadsheets['table-1']}#" in own
    assert first.link(0).secret not in "".join(told["umpire_links"].values())
    assert pair["links"][player] == second.addresses().players[seats.index(player)]


@pytest.mark.parametrize(("said", "owner"), [("board", "reader"), ("Board", 0), ("Bo", 1)])
def test_unshare_tells_the_board_from_a_player_who_was_once_called_so(
    said: str, owner: int | str
) -> None:
    assert read_owner(said, ("Board", "Bo")) == owner
