"""A requested match is planned once: for the checks, and for the making itself."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from umpires_server import UmpiresServer

from umpire.cli.output import progress
from umpire.errors import UsageError
from umpire.hosting import plan
from umpire.hosting.accounts import connections
from umpire.hosting.creation import create_match
from umpire.hosting.match_requests import make_matches
from umpire.hosting.plan import MatchPlan, MatchRequest
from umpire.match import Header
from umpire.projections.spreadsheets import BOARD, CONSOLE
from umpire.sheets.template import folder_of_templates
from umpire.store import Link, Store

GAME = "devils-deal"
HEADER = Header(GAME, ("Ana", "Bo"), {})


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each part of a plan was made."""
    counted: Counter[str] = Counter()

    def count(name: str) -> None:
        real = getattr(plan, name)

        def counting(*arguments: Any) -> Any:
            counted[name] += 1
            return real(*arguments)

        monkeypatch.setattr(plan, name, counting)

    for name in ("find_template", "first_history", "spreadsheets_of"):
        count(name)
    return counted


def test_a_match_has_one_template_one_first_record_and_one_set_of_spreadsheets(
    tmp_path: Path, calls: Counter[str]
) -> None:
    with UmpiresServer(None) as server, Store.open(tmp_path) as store:
        (account,) = connections(tmp_path)(server.base_url)
        created = create_match(store, account, MatchRequest(HEADER, server.base_url), 0.0)
    assert set(created.hosting.spreadsheets) == {BOARD, "table-1", "table-2", CONSOLE}
    assert calls == {"find_template": 1, "first_history": 1, "spreadsheets_of": 1}


def test_spreadsheets_get_the_id_and_the_accounts_of_the_match_later() -> None:
    planned = MatchPlan.of(MatchRequest(HEADER, "google"), "umpire@example.org")
    links = [Link(0, "table-1", email="ana@example.org"), Link("umpire", BOARD, email="u@x.org")]
    before, after = planned.spreadsheets[1], planned.with_addresses("devils-deal-7", links)[1]
    assert (before.context.match, before.context.accounts) == ("", {})
    assert (after.context.match, after.context.seat) == ("devils-deal-7", 1)
    assert after.context.accounts == {"Ana": "ana@example.org"}
    assert after.context.keepers == ("umpire@example.org", "u@x.org")


@pytest.mark.parametrize(
    ("game", "template", "why"),
    [
        (GAME, "denizens-of-tartarus", "has no tables"),
        ("denizens-of-tartarus", GAME, "has no secrets"),
    ],
)
def test_a_template_has_tables_if_its_game_has_secrets_and_only_then(
    game: str, template: str, why: str
) -> None:
    request = MatchRequest(replace(HEADER, game=game), "google", folder_of_templates() / template)
    with pytest.raises(UsageError, match=why):
        MatchPlan.of(request, "umpire@example.org")


def test_what_cannot_be_granted_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    request = MatchRequest(HEADER, "google", handmade={BOARD: "x" * 30})
    with pytest.raises(UsageError, match="there is no spreadsheet for Ana's table and Bo's table"):
        MatchPlan.of(request, "umpire@example.org").check()


def test_a_match_that_was_perhaps_not_shown_is_shown_again_and_not_made_twice(
    tmp_path: Path,
) -> None:
    told: list[str] = []
    with UmpiresServer(None) as server, Store.open(tmp_path) as store:
        connect, request = connections(tmp_path), MatchRequest(HEADER, server.base_url)
        making = make_matches(store, connect, [request], progress)
        first = next(making)
        making.close()
        (again,) = make_matches(store, connect, [request], progress, say=told.append)
        (another,) = make_matches(store, connect, [request], progress)
    assert (first.row.id, again.row.id, another.row.id) == (f"{GAME}-1", f"{GAME}-1", f"{GAME}-2")
    assert told == [
        f"{GAME}-1 was made before, perhaps without showing you its links. Here they are."
    ]
