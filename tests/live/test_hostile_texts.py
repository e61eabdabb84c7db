"""No name, hell, card or option that a header may hold breaks a spreadsheet or a workbook.

The matches are made, watched and answered on the local server over HTTP, in every game.
"""

import zipfile
from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any

import pytest
from hosting_kit import Game, house_of
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from umpire.catalogue import find_game
from umpire.games.base import CHANCE, AnyGame
from umpire.games.eighteenth_hell.hells import key_of, normalize
from umpire.json_types import JsonObject
from umpire.match import BadHeader, Header, asking, begin, judge
from umpire.match.header import check_header
from umpire.projections.match_history import first_history
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import spreadsheets_of
from umpire.sheets import client
from umpire.sheets.context import Context
from umpire.sheets.template import find_template
from umpire.sheets.workbook import practice_workbook
from umpire.store.replay import as_input

pytestmark = [pytest.mark.end_to_end, pytest.mark.begun_first]

GAMES = [
    pytest.param(find_game(game), id=game)
    for game in (
        "arcanoid",
        "box-within-a-box",
        "denizens-of-tartarus",
        "devils-deal",
        "eighteenth-hell",
    )
]
PLAIN = ("Ana", "Bo", "Cleo", "Dan")
MEANING = (
    "'=1+1", "'", "''", '"', '";=1', "TRUE", "false", "3-4", "1/2", "1e5", "0x1", "{player2}",
    "{match}", "{}", "B3", "R1C1", "entry_1", "Board", "headline", "$A$1", "A1:B2", "Board!A1",
    "[x]", "a/b", "..", "../x", "CON", "\\", "<b>", "&amp;", "%s", "\u0600x", "\U0001f608", "1",
    "x" * 32, "\U0001f608" * 32, "\u5f20\u4e09", "#REF!", "me", "opponent", "lock", "pass", "none",
    "ready", "Chance 1", "umpires", "daemon'", "Red", "blocked", "won", "wins", "A, B",
    "=1+1", "+Bo", "-Bo", "@SUM(1)", '=IMPORTXML("x")', "+", "=", "＝1", "+1", "-1", "--", "'+",
)  # fmt: skip
"""Texts that mean something to a spreadsheet, a file, a template or a game."""

SECONDS = (5, 86400, 1e9, 1e300)


def header_of(game: AnyGame, luck: Random) -> Header:
    """Return a header that passes, with as many hostile texts in it as do."""
    players = PLAIN[: luck.randint(game.seats[0], min(game.seats[-1], 4))]
    header = Header(game.id, players)
    for seat in [*range(len(players))] * 3:
        changed = [*header.players]
        changed[seat] = text(luck, 32)
        header = _if_right(Header(game.id, tuple(changed)), header)
    return _if_right(Header(game.id, header.players, options(game.id, luck)), header)


def text(luck: Random, most: int) -> str:
    if luck.random() < 0.7:
        return luck.choice(MEANING)
    letters = (chr(luck.randrange(1, luck.choice((0x80, 0xD800, 0xFFFF)))) for _ in range(most))
    return "".join(letters).encode("utf-8", "ignore").decode()[: luck.randint(1, most)]


def options(game: str, luck: Random) -> JsonObject:
    seconds = luck.choice(SECONDS)
    match game:
        case "arcanoid":
            return {"move_seconds": seconds, "gaza": luck.random() < 0.5, "update": 60}
        case "box-within-a-box":
            times = {"seconds_bet": seconds, "seconds_examine_boards": luck.choice(SECONDS)}
            return {**times, "reserve_periods": 10**9, "cards": cards()}
        case "eighteenth-hell":
            return {
                "round1_seconds": min(seconds, 86400),
                "position": [{"block": 1}] * 2,
                "hells": hells(luck),
            }
    return {"update": 60}


def hells(luck: Random) -> list[JsonObject]:
    texts = ("", "x" * 400, "=1\n\t\x00\x1b[31m\ufffe", "\U0001f608" * 200)
    names = {key_of(name): name for name in (*MEANING, *(text(luck, 40) for _ in range(20)))}
    typed = [name for name in names.values() if name.strip() == name and name.isprintable()]
    fit = [name for name in typed if not set(normalize(name)) & set(",;|")]
    return [
        {"name": name, "block": 1, "text": luck.choice(texts), "effects": []}
        for name in luck.sample(fit, 40)
    ]


def cards() -> list[JsonObject]:
    words = ("TRUE", "FALSE", "NULL", "INDIRECT", "XFD", "RC", "X" * 20)
    names = (*words, *(f"C{chr(ord('A') + n)}" for n in range(26)), "AA", "AB", "AC", "AD", "AE")
    card = {"type": "B", "numbers": [2], "displacement": "orthogonal"}
    return [{"number": n, "name": name, **card} for n, name in enumerate(names, 1)]


def _if_right(header: Header, before: Header) -> Header:
    try:
        check_header(header, {header.game: find_game(header.game)})
    except BadHeader:
        return before
    return header


@pytest.fixture
def refusals(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the server has refused."""
    refused: list[str] = []
    from_api = client.from_api

    def noted(error: Any, *more: Any) -> Any:
        refused.append(str(error))
        return from_api(error, *more)

    monkeypatch.setattr(client, "from_api", noted)
    return refused


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=2, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_whatever_a_header_holds_breaks_nothing(
    tmp_path_factory: pytest.TempPathFactory, refusals: list[str], game: AnyGame, seed: int
) -> None:
    header = header_of(game, Random(seed))
    with house_of(tmp_path_factory.mktemp("house"), game) as house:
        match = house.make(header)
        for turn in range(2):
            house.run(1)
            answer(match, Random(turn))
        house.run(1)
        assert [note for note in match.notes() if "watch" not in note] == refusals == []
        assert [line for line in match.lines() if line.by in header.players and line.ok]
    context = Context("practice", game.title, header.players)
    record = first_history(replace(header, seed="5e" * 32), game)
    for one in spreadsheets_of(find_template(game.id), context):
        content = practice_workbook(
            one.template, one.context, spreadsheet_screen(record, one, Fairness(""))
        )
        with zipfile.ZipFile(BytesIO(content)) as book:
            sheets = [book.read(name) for name in book.namelist() if "worksheets/sheet" in name]
        assert sheets
        assert not [sheet for sheet in sheets if b"<f>" in sheet]


def answer(match: Game, luck: Random) -> None:
    """Let everybody who is asked type something that is taken."""
    now = begin(match.row.header(), match.house.game).match
    for line in match.lines():
        now = judge(now, as_input(line)).match
    for pending in now.pending:
        if pending.by != CHANCE and not pending.locked:
            text = asking.random_answer(now, pending, luck)
            match.types(match.row.players.index(pending.by), {"stringValue": text})
