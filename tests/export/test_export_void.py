"""A void match in every format: it says that there is no result, and its script is proved."""

import json
from collections.abc import Iterator

import pytest
from export_kit import play

from umpire.catalogue import find_game
from umpire.export.formats import FORMATS, ExportRequest, LoggedMatch, export
from umpire.library import adjudicate, verify
from umpire.store import Store

GAME = find_game("devils-deal")
SAID = [(1, "Ana", "Bo"), (2, "umpire", "void"), (3, "umpire", "undo"), (4, "umpire", "void")]
RESULT = "The match is void: it has no result"


@pytest.fixture(scope="module", params=[True, False], ids=["closed", "over"])
def order(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ExportRequest]:
    with Store.open(tmp_path_factory.mktemp("void")) as store:
        said = [*SAID, *[(5, "umpire", "close")] * request.param]
        yield ExportRequest(LoggedMatch(store, store.find(play(store, GAME, said)), GAME))


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_it_can_be_written(order: ExportRequest, name: str) -> None:
    assert export(name, order)


@pytest.mark.parametrize("name", ["md", "html", "json"])
def test_it_says_that_it_has_no_result(order: ExportRequest, name: str) -> None:
    assert RESULT in export(name, order).decode()


def test_programs_are_told_so_too(order: ExportRequest) -> None:
    document = json.loads(export("json", order))
    assert (document["winner"], document["reason"], document["result"]) == (None, "void", RESULT)


def test_its_script_comes_out_the_same_and_is_proved(order: ExportRequest) -> None:
    lines = export("script", order).splitlines()
    *_, last = adjudicate(lines)
    status = "closed" if b'"close"' in lines[-1] else "over"
    assert (last["report"]["status"], last["report"]["reason"]) == (status, "void")
    assert verify(lines).word == {"closed": "proved", "over": "open"}[status]
