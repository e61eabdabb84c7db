"""The header: what it must be, and that what is wrong is said of the field that is wrong."""

import json
from typing import Any

import pytest
from playing import GAMES, header_line

from umpire.games.text import is_printable
from umpire.match import BadHeader, read_header

GOOD = json.loads(header_line("each"))


def test_a_header_is_read_in_full_and_written_back() -> None:
    given = GOOD | {"seed": "AB" * 32, "meta": {"id": "numbers-1"}}
    header = read_header(json.dumps(given), GAMES)
    assert (header.game, header.players) == ("numbers", ("Ana", "Bo"))
    assert header.seed == "ab" * 32
    assert header.to_json() == given | {"seed": "ab" * 32}
    assert read_header(json.dumps(header.to_json()), GAMES) == header


def test_a_header_may_carry_more_and_begin_with_a_byte_order_mark() -> None:
    line = "\ufeff" + json.dumps(GOOD | {"hash": "00", "whatever": [1]})
    assert read_header(line.encode(), GAMES).players == ("Ana", "Bo")


@pytest.mark.parametrize("clock", [True, False])
def test_every_game_takes_clock(clock: bool) -> None:
    assert read_header(header_line("each", clock=clock), GAMES).clock is clock


@pytest.mark.parametrize("update", [0, 3, 2.5, 60, 60.0])
def test_every_game_takes_update(update: float) -> None:
    assert read_header(header_line("each", update=update), GAMES).update == update
    assert read_header(header_line("each"), GAMES).update == 0


@pytest.mark.parametrize(
    "name",
    [
        *("A", "x" * 32, "Ana Maria", "Łucja", "李", "1", "O'Neil;", "'=1", "a-b", "chance1", "¼"),
        *("Alla", "Boards", "board 1", "al", "the umpire", "a l l", "publ\u0456c"),
        *("علی\u200cرضا", "ශ්\u200dරී", "👩\u200d🚀", "x" * 30 + "\u200cy", "n\u200co\u200dn"),
    ],
)
def test_a_name_is_1_to_32_printable_characters(name: str) -> None:
    assert read_header(header_line(players=(name, "Bo")), GAMES).players[0] == name


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"umpire": 2}, "umpire"),
        ({"umpire": "1"}, "umpire"),
        ({"umpire": True}, "umpire"),
        ({"umpire": None}, "umpire"),
        ({"game": "ludo"}, "game"),
        ({"game": 7}, "game"),
        ({"game": ["numbers"]}, "game"),
        ({"players": "Ana"}, "players"),
        ({"players": None}, "players"),
        ({"players": []}, "players"),
        ({"players": ["Ana"]}, "players"),
        ({"players": ["A", "B", "C", "D", "E"]}, "players"),
        ({"players": ["Ana", 2]}, "players[1]"),
        ({"players": ["Ana", ""]}, "players[1]"),
        ({"players": ["x" * 33, "Bo"]}, "players[0]"),
        ({"players": [" Ana", "Bo"]}, "players[0]"),
        ({"players": ["Ana", "Bo "]}, "players[1]"),
        ({"players": ["Ana", "B\to"]}, "players[1]"),
        ({"players": ["Ana", "B\u200bo"]}, "players[1]"),
        ({"players": ["Ana", "\ud800"]}, "players[1]"),
        ({"players": ["Ana", "aNA"]}, "players[1]"),
        ({"players": ["Straße", "STRASSE"]}, "players[1]"),
        ({"players": ["Ana", "Ａｎａ"]}, "players[1]"),
        ({"players": ["Ana Mara", "ANA  mara"]}, "players[1]"),
        ({"players": ["Jose\u0301", "José"]}, "players[1]"),
        ({"players": ["ﬁnn", "Finn"]}, "players[1]"),
        ({"players": ["ΐ", "ΐ".upper()]}, "players[1]"),
        ({"players": ["Ana", "=1+1"]}, "players[1]"),
        ({"players": ["+Bo", "Ana"]}, "players[0]"),
        ({"players": ["Ana", "-Bo"]}, "players[1]"),
        ({"players": ["@Ana", "Bo"]}, "players[0]"),
        ({"players": ["＝1", "Bo"]}, "players[0]"),
        ({"players": ["Ｃｈａｎｃｅ", "Bo"]}, "players[0]"),
        ({"players": ["chance", "Bo"]}, "players[0]"),
        ({"players": ["Ana", "Umpire"]}, "players[1]"),
        ({"players": ["Ana", "public"]}, "players[1]"),
        ({"players": ["Ｐｕｂｌｉｃ", "Bo"]}, "players[0]"),
        *(
            ({"players": ["Ana", name]}, "players[1]")
            for name in (
                *("all", "All", "ＡＬＬ", "board", "Board", "ｂoard", "BOARD", "umpire", "chance"),
                *("a\u200cll", "b\u200do\u200card", "publi\u200dc", "ⓐⓛⓛ", "𝐛𝐨𝐚𝐫𝐝"),
            )
        ),
        *(
            ({"players": ["Ana", name]}, "players[1]")
            for name in (
                *("\u200cBo", "Bo\u200c", "Bo\u200d", "B\u200c\u200co", "B\u200c\u200do", "\u200c"),
                *("B \u200co", "B\u200c o", "x" * 31 + "\u200cy", "B\u2060o", "B\ufeffo"),
            )
        ),
        ({"players": ["Ali Reza", "Ali\u200c  \u200cReza"]}, "players[1]"),
        ({"players": ["علی\u200cرضا", "علیرضا"]}, "players[1]"),
        ({"players": ["n\u200cn", "n\u200dn"]}, "players[1]"),
        ({"players": ["Jose\u200d\u0301", "JOSÉ"]}, "players[1]"),
        ({"options": []}, "options"),
        ({"options": None}, "options"),
        ({"options": {"clock": 0}}, "options.clock"),
        ({"options": {"clock": None}}, "options.clock"),
        ({"options": {"clock": "false"}}, "options.clock"),
        *(
            ({"options": {"update": wrong}}, "options.update")
            for wrong in (-1, 60.5, 61, True, None, "3", [3], 10**400)
        ),
        ({"options": {"colour": "red"}}, "options.colour"),
        ({"options": {"phases": [{"who": "Ana"}, 7]}}, "options.phases[1]"),
        ({"seed": "ab"}, "seed"),
        ({"seed": "g" * 64}, "seed"),
        ({"seed": 12}, "seed"),
        ({"seed": None}, "seed"),
        ({"meta": "mine"}, "meta"),
    ],
)
def test_a_wrong_header_names_the_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(BadHeader) as refused:
        read_header(json.dumps(GOOD | change), GAMES)
    assert refused.value.field == field
    assert str(refused.value).startswith(f"{field}: ")
    assert is_printable(str(refused.value))


def test_who_is_too_much_like_whom_is_said() -> None:
    with pytest.raises(BadHeader, match=r"'Ａｎａ' is too much like 'Ana'"):
        read_header(header_line(players=("Ana", "Ａｎａ")), GAMES)
    with pytest.raises(BadHeader, match="'علیرضا' is too much like 'علی\u200cرضا'"):
        read_header(header_line(players=("علی\u200cرضا", "علیرضا")), GAMES)
    with pytest.raises(BadHeader, match="called 'Bo\u200card': Umpire uses that name itself"):
        read_header(header_line(players=("Bo\u200card", "Bo")), GAMES)
    with pytest.raises(BadHeader, match=r"'Bo\\u200c' must be printable"):
        read_header(header_line(players=("Bo\u200c", "Ana")), GAMES)
    with pytest.raises(BadHeader, match=r"^players\[1\]: 'Ana' is named twice; each player has"):
        read_header(header_line(players=("Ana", "Ana")), GAMES)


@pytest.mark.parametrize("field", ["umpire", "game", "players", "options"])
def test_a_missing_field_is_named(field: str) -> None:
    with pytest.raises(BadHeader, match=rf"^{field}: is missing"):
        read_header(json.dumps({key: GOOD[key] for key in GOOD if key != field}), GAMES)


@pytest.mark.parametrize(
    "line", ["", "[]", "7", "{", '{"umpire": NaN}', b"\xff\xfe", b'{"umpire": "\xff"}', "null"]
)
def test_a_first_line_that_is_no_object_is_no_header(line: str | bytes) -> None:
    with pytest.raises(BadHeader, match=r"^header: "):
        read_header(line, GAMES)


def test_a_long_name_does_not_make_a_long_sentence() -> None:
    with pytest.raises(BadHeader) as refused:
        read_header(json.dumps(GOOD | {"game": "\x07" * 100_000}), GAMES)
    assert len(str(refused.value)) < 2000
