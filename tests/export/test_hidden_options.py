"""What viewers may know of a match's options before it is closed, and that no more leaves."""

import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from export_kit import Said, play

from umpire.export.formats import FORMATS, ExportRequest, LoggedMatch, export
from umpire.games import by_hand
from umpire.games.base import UMPIRE
from umpire.json_types import JsonObject
from umpire.match import verify
from umpire.projections.overview import overview_of
from umpire.store import Store
from umpire.testing import opened
from umpire.testing.outputs import outputs

GAME = by_hand.GAME
OPTIONS: JsonObject = {
    "cut": False,
    "title": "Spies",
    "rules": ["Trust nobody."],
    "counters": {"chips": 7, "luck": {"start": 4711, "seen": "umpire"}},
    "piles": {
        "roles": "spy mole agent",
        "deck": {"cards": "R1-R9"},
        "table": {"cards": "river", "open": True},
        "offers": {"open": True},
        "gone": "",
        "tokens": {"cards": "dagger", "each": True},
    },
    "procedures": {"evening": ["tell Bo: sunset", "ask all: Who?", "wait", "tell all: sunrise"]},
    "begin": "evening",
}
KNOWN: JsonObject = {
    "cut": False,
    "title": "Spies",
    "rules": ["Trust nobody."],
    "counters": {"chips": {"start": 7, "seen": "all"}, "luck": {"seen": "umpire"}},
    "piles": {
        "roles": {"open": False, "each": False},
        "deck": {"open": False, "each": False},
        "table": {"cards": "river", "open": True, "each": False},
        "offers": {"cards": "", "open": True, "each": False},
        "gone": {"open": False, "each": False},
        "tokens": {"open": False, "each": True},
    },
}
SECRETS = ("4711", "mole", "agent", "R1-R9", "sunrise", "evening", "sunset")
SAID: list[Said] = [
    (0, None, None),
    (1, "Ana", "Bo"),
    (2, "umpire", "tell Bo: mole"),
    (3, "umpire", "face up deck"),
    (4, "umpire", "pause"),
]
END: list[Said] = [
    (4, "umpire", "resume"),
    (5, "umpire", "end Ana: she knew"),
    (6, "umpire", "close"),
]


def played(store: Store, said: list[Said]) -> str:
    return play(store, GAME, said, players=("Ana", "Bo"), options=OPTIONS)


def text(content: bytes) -> str:
    """All texts of an export; a workbook's are packed."""
    if not content.startswith(b"PK"):
        return content.decode()
    with ZipFile(BytesIO(content)) as book:
        return "".join(book.read(name).decode() for name in book.namelist())


def exported(store: Store, match_id: str, viewer: str | None) -> dict[str, str]:
    order = ExportRequest(LoggedMatch(store, store.find(match_id), GAME), viewer)
    return {name: text(export(name, order)) for name in FORMATS.keys() - {"png"}}


def options_in(export: str) -> Any:
    return json.loads(export.splitlines()[0])["options"]


@pytest.mark.parametrize("viewer", [None, "Ana"])
def test_secret_piles_and_steps_not_said_yet_are_in_nothing_that_leaves(
    store: Store, viewer: str | None
) -> None:
    match_id = played(store, SAID)
    told = exported(store, match_id, viewer)
    lines = [{"t": t} if by is None else {"t": t, "by": by, "say": say} for t, by, say in SAID]
    start = opened(GAME, 2, **OPTIONS)
    told |= {what: repr(of) for what, of in outputs(start, lines, viewer, ()).items()}
    status = overview_of(store, store.find(match_id), 0.0).document
    told["the status"] = json.dumps(status)
    for what, content in told.items():
        assert not [secret for secret in SECRETS if secret in content], what
    assert json.loads(told["json"])["options"] == KNOWN
    assert options_in(told["script"]) == KNOWN
    assert "Trust nobody." in told["xlsx"]


def test_what_nobody_is_named_for_holds_no_more_than_everybody_s_but_the_script(
    store: Store,
) -> None:
    told = exported(store, played(store, SAID), UMPIRE)
    assert options_in(told.pop("script")) == OPTIONS
    for what, content in told.items():
        assert not [secret for secret in SECRETS if secret in content], what


@pytest.mark.parametrize("viewer", [None, "Ana", UMPIRE])
def test_once_the_match_is_closed_all_options_are_told(store: Store, viewer: str | None) -> None:
    told = exported(store, played(store, [*SAID, *END]), viewer)
    assert json.loads(told["json"])["options"] == OPTIONS
    assert options_in(told["script"]) == OPTIONS
    assert verify(told["script"].splitlines(), {GAME.id: GAME}).word == "proved"
    for what in ("md", "html", "xlsx"):
        assert "sunrise" in told[what]


@pytest.mark.parametrize("begin", [{}, {"begin": "evening"}])
def test_options_that_the_header_lacks_are_not_made_up(store: Store, begin: JsonObject) -> None:
    given = begin and {key: OPTIONS[key] for key in ("begin", "procedures")}
    match_id = play(store, GAME, SAID[:1], options=given)
    for viewer in (None, "Ana"):
        assert options_in(exported(store, match_id, viewer)["script"]) == {}
