"""Markdown and JSON: readable, whole once the match is over, and harmless whatever was typed."""

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from export_kit import SEED, Said, play
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pydantic import TypeAdapter
from toy import GAME

from umpire.export.comma_separated import comma_separated, neutral
from umpire.export.document import Document, document
from umpire.export.history import History, read_history
from umpire.export.markdown import markdown
from umpire.export.prose import cell, code, inline, sentence
from umpire.export.tables import Table, settings, tables
from umpire.games.denizens_of_tartarus import GAME as DENIZENS
from umpire.store import Store
from umpire.store.worldtime import duration

PHASES: list[dict[str, Any]] = [
    {"who": "chance"},
    {"who": "each", "limit": 30, "reserve": True},
    {"who": "group", "secret": True, "limit": 30, "rule": "last"},
]
OPTIONS = {"bank": 60, "phases": PHASES}
HOSTILE = "`x` </code><script>alert(1)</script> | a\n# h\r\n![i](http://e) @all \x1b[31m\u202e~~"
OPEN: list[Said] = [
    (1.5, "Ana", "3"),
    (2, "Bo", HOSTILE),
    (3, "Bo", "4"),
    (4, "umpire", "undo 2"),
    (5, "Ana", "2"),
    (6, "umpire", f"note {HOSTILE}"),
    (70, "Bo", "1"),
]
SECRET: list[Said] = [(75, "Ana", "5"), (76, "Bo", "99"), (77, "Ana", "lock"), (80, "Bo", "6")]
OPENING = [("Bo", "A"), ("Ana", "B"), ("Bo", "C"), ("Bo", "set"), ("umpire", "forfeit Bo")]
REST: list[Said] = [(90, "Ana", "6"), (150, None, None), (150, "umpire", "close")]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path) as opened:
        yield opened


def told(store: Store, said: list[Said], **more: Any) -> History:
    match_id = play(store, GAME, said, **({"options": OPTIONS} | more))
    return read_history(store, store.find(match_id), GAME).told()


def test_the_page_tells_the_whole_match(store: Store) -> None:
    page = markdown(told(store, OPEN + SECRET + REST))
    for part in (
        "# Numbers: Ana, Bo",
        "**Ana wins (sum).**",
        "- Match: `numbers-1`",
        "- Settings: bank `60`, phases (see the end)",
        "## The settings\n\n### Phases\n\n|  | Who | Besides |",
        "| 2 | each | limit: 30; reserve: yes |",
        "- Began: 2026-01-01 12:00:00 UTC",
        "- Match clock: 2:30",
        f"- Seed: `{SEED}`",
        "- Head of the log: `",
        "**0:05 · 1 · Ana** `2` · reserve Ana 1:00, Bo 1:00",
        "**1:10 · 1 · Bo** `1` · reserve Ana 1:00, Bo 0:24",
        "✗ refused (syntax): ",
        "**0:04 · umpire** `undo 2`",
        "~~**0:01 · 1 · Ana** `3`~~ (taken back)",
        "- ~~Ana says 3.~~",
        "**1:15 · 2 · Ana** `5` (held)",
        "**1:17 · 2 · Ana** `lock` (locked)",
        "## The board at the end",
    ):
        assert part in page
    assert "~~**0:05" not in page


def test_a_note_leaves_no_gap_behind(store: Store) -> None:
    page = markdown(told(store, OPEN + SECRET + REST))
    assert "umpire** `note " in page
    assert "\n\n\n" not in page


def test_limits_that_fell_are_told_before_what_was_said_after_them(store: Store) -> None:
    said = [
        (1, "Ana", "2"),
        (130, "umpire", "note on"),
        (131, "Ana", "1"),
        (132, "umpire", "close"),
    ]
    page = markdown(told(store, said))
    assert page.index("Bo's time is up") < page.index("`note on`")


def test_an_undone_limit_is_struck_too(store: Store) -> None:
    history = told(store, [(1, "Ana", "2"), (130, None, None), (131, "umpire", "undo 1")])
    assert [turn.fallen_undone for turn in history.turns] == [None, None, 5, None]
    assert "- ~~Bo's time is up" in markdown(history)


def test_an_undo_marks_only_what_it_took_back(store: Store) -> None:
    said: list[Said] = [
        (1, "Ana", "1"),
        (2, "umpire", "pause"),
        (2, "umpire", "resume"),
        (3, "Bo", "2"),
        (4, "umpire", "undo"),
        (5, "Bo", "3"),
        (6, "umpire", "undo 2"),
        (7, "umpire", "forfeit Bo"),
        (8, "umpire", "undo"),
    ]
    history = told(store, said)
    undone = {turn.line.n: turn.undone for turn in history.turns if turn.undone}
    assert undone == {3: 9, 6: 7, 8: 9, 10: 11}


def test_an_undo_takes_back_the_chance_that_followed(store: Store) -> None:
    phases = [{"who": "Ana"}, {"who": "chance"}, {"who": "Bo"}]
    history = told(store, [(1, "Ana", "1"), (2, "umpire", "undo")], options={"phases": phases})
    assert [(t.line.by, t.undone) for t in history.turns] == [
        ("Ana", 4),
        ("chance", 4),
        ("umpire", None),
    ]


@pytest.mark.parametrize("end", [OPEN, OPEN + SECRET[:2], OPEN + SECRET])
def test_nothing_secret_is_told_while_the_match_is_played(store: Store, end: list[Said]) -> None:
    history = told(store, end)
    page = markdown(history)
    papers = page + json.dumps(document(history))
    assert SEED not in papers
    assert "**Being played.**" in page
    assert "## The board now" in page
    for secret in ("1:15", "`5`", "`99`", "held)", "`lock`", "note", "alert"):
        assert secret not in page
    for turn in document(history)["turns"]:
        assert turn["hash"] is None
        assert turn["ok"] or turn["say"] is turn["error"] is None


def test_what_was_secret_is_public_once_it_is_revealed(store: Store) -> None:
    phases = [*PHASES, {"who": "Bo"}]
    history = told(store, [*OPEN, *SECRET, *REST], options={"bank": 60, "phases": phases})
    page = markdown(history)
    assert "**Being played.**" in page
    assert "- Bo says 6." in page
    assert "(held)" not in page


def test_public_pages_do_not_differ_by_what_is_secret(store: Store) -> None:
    one = told(store, [*OPEN, (75, "Ana", "5"), (76, "Bo", "x"), (78, "umpire", "note Ana holds")])
    two = told(store, [*OPEN, (75, "Ana", "2"), (76, "Bo", "6"), (78, "umpire", "note Bo holds")])
    two = replace(two, row=one.row)
    assert markdown(one) == markdown(two)
    first, second = document(one), document(two)
    assert first == second


def test_the_document_has_all_of_it(store: Store) -> None:
    history = told(store, OPEN + SECRET + REST)
    paper = json.loads(json.dumps(document(history)))
    assert TypeAdapter(Document).validate_python(paper, strict=True) == paper
    assert paper["winner"] == "Ana"
    assert paper["seed"] == SEED
    assert paper["report"]["status"] == "closed"
    assert paper["head"] == paper["turns"][-1]["hash"]
    assert [turn["line"] for turn in paper["turns"]] == [line.n for line in _lines(history)]
    assert all(turn.keys() == paper["turns"][0].keys() for turn in paper["turns"])
    by_line = {turn["line"]: turn for turn in paper["turns"]}
    assert by_line[4]["say"] == HOSTILE
    assert by_line[4]["code"] == "syntax"
    assert by_line[3]["undone_by"] == 6
    assert by_line[3]["decision"] == {"id": "1", "kind": "number"}
    assert by_line[9]["reserve"] == {"Ana": 60, "Bo": 24}
    running = document(told(store, OPEN))
    assert running.keys() == paper.keys()


def test_a_table_has_a_row_for_each_input(store: Store) -> None:
    history = told(store, [*OPEN, (71, "Ana", '=HYPERLINK("http://x")'), *SECRET, *REST])
    file = comma_separated(history)
    assert file.startswith(b"\xef\xbb\xbfline,t,at,by,")
    rows = list(csv.DictReader(StringIO(file.decode("utf-8-sig"), newline=""), strict=True))
    assert [row["line"] for row in rows] == [str(line.n) for line in _lines(history)]
    by_line = {row["line"]: row for row in rows}
    assert by_line["3"]["undone_by"] == "6"
    assert (by_line["9"]["reserve_1"], by_line["9"]["reserve_2"]) == ("60", "24")
    assert by_line["10"]["typed"] == '\'=HYPERLINK("http://x")'
    verdicts = [by_line[line]["verdict"] for line in ("3", "4", "7", "11", "13")]
    assert verdicts == ["taken", "refused", "taken", "held", "locked"]


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", " =1", "＝1", "\t=1"])
def test_no_cell_of_a_table_is_a_formula(text: str) -> None:
    assert neutral(text) == f"'{text}"


def _lines(history: History) -> list[Any]:
    return [turn.line for turn in history.turns]


def rendered(page: str) -> str:
    return str(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(page))


def tags(html: str) -> set[str]:
    return set(re.findall(r"<(\w+)[^>]*>", html))


def test_hostile_text_stays_text(store: Store) -> None:
    said = [(t, by.replace("Bo", "<b>Bo") if by else by, say) for t, by, say in OPEN]
    html = rendered(markdown(told(store, said, players=("Ana", "<b>Bo"))))
    page = markdown(told(store, OPEN + SECRET + REST))
    assert tags(html) | tags(rendered(page)) == {
        *("h1", "h2", "h3", "p", "ul", "li", "strong", "code", "s"),
        *("table", "thead", "tbody", "tr", "th", "td"),
    }
    assert "&lt;b&gt;Bo" in html
    assert page.count("\n# ") == 0
    assert all(line.isprintable() for line in page.splitlines())


def test_a_page_is_read_as_it_is_meant(store: Store) -> None:
    html = rendered(markdown(told(store, OPEN)))
    assert "<p><s><strong>0:01 · 1 · Ana</strong> <code>3</code></s> (taken back)</p>" in html
    assert "<li><s>Ana says 3.</s></li>" in html
    assert "<td>Phase</td>\n<td>2</td>" in html


ANYTHING = st.text(st.characters(), max_size=60) | st.text("`<>&|*_~[]()!#-+1. \n\t@\\ax:/")


@given(text=ANYTHING)
def test_any_text_is_harmless(text: str) -> None:
    assert tags(rendered(f"**Bo** {code(text)} end")) == {"p", "strong", "code"}
    assert tags(rendered(f"- {sentence(text)}")) == {"ul", "li"}
    assert tags(rendered(f"**Bo**: {inline(text)}")) == {"p", "strong"}
    table = rendered(f"|  |  |\n| --- | --- |\n| {cell(text)} | b |")
    assert tags(table) == {"table", "thead", "tbody", "tr", "th", "td"}
    assert table.count("<td>") == 2
    for shown in (code(text), sentence(text), inline(text), cell(text)):
        assert shown.isprintable()


def test_a_board_of_denizens_reads_as_a_board(store: Store) -> None:
    said: list[Said] = [(n, by, text) for n, (by, text) in enumerate(OPENING)]
    match_id = play(store, DENIZENS, said)
    page = markdown(read_history(store, store.find(match_id), DENIZENS))
    for part in (
        "**Ana wins (forfeit).**",
        "**0:03 · declare · Bo** `set`",
        "|  | Won | Points: Ana | Points: Bo | Board |",
        "| Balance | – | 0 | 0 | weight: Ana 0 · Bo 0 |",
        "| Stones | – | 0 | 0 | stones: Red 6, Yellow 6, Green 6, Blue 6, Purple 6 |",
        "### Players",
        "| Hands | ",
        "| Spirits | normal 1, attuned 1 | normal 1, attuned 1 |",
        "| Deck | ",
    ):
        assert part in page


def test_large_settings_are_laid_out_whole() -> None:
    effects = [{"type": "add", "value": -2, "units": ["4"]}, {"type": "tell"}]
    options = {
        "target": 36,
        "hells": [{"name": "Frost", "block": 1, "effects": effects}],
        "board": ["b3 w0", "w1 b2"],
        "position": [None, {"block": 1, "passed": ["Frost"]}],
        "spirits": {"Ana": {"normal": 2, "attuned": 1}},
        "cards": [],
    }
    assert settings(options, ("Ana", "Bo")) == [
        Table(
            "Hells",
            ("", "Name", "Block", "Effects"),
            (("1", "Frost", "1", "type add, value -2, units 4; type tell"),),
        ),
        Table("Board", ("", ""), (("", "b3 w0"), ("", "w1 b2"))),
        Table("Position", ("", ""), (("1", "–"), ("2", "block 1, passed Frost"))),
        Table("Spirits", ("", "Normal", "Attuned"), (("Ana", "2", "1"),)),
        Table("Cards", ("", ""), ()),
    ]


def test_what_players_have_is_a_row_for_each_thing_even_where_much_is_hidden() -> None:
    held = {"block": 3, "open": ["Fog"], "hand": None, "board": None, "uses": {"normal": 1}}
    (table,) = tables({"players": {"Ana": held, "Bo": held}}, ("Ana", "Bo"))
    assert table.rows == (
        ("Block", "3", "3"),
        ("Open", "Fog", "Fog"),
        ("Hand", "–", "–"),
        ("Board", "–", "–"),
        ("Uses", "normal 1", "normal 1"),
    )


def test_things_with_lists_of_objects_are_laid_out_one_by_one() -> None:
    state = {"hells": [{"name": "Frost", "effects": [{"type": "tell"}]}]}
    assert [table.title for table in tables(state, ("Ana", "Bo"))] == [
        "Hells 1",
        "Hells 1, effects",
    ]


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "0:00"),
        (59.9, "0:59"),
        (60, "1:00"),
        (754.2, "12:34"),
        (3600, "1:00:00"),
        (7325, "2:02:05"),
        (86_399, "23:59:59"),
        (86_400, "1 day"),
        (360_000, "4 days 4 h"),
        (1e300, "years"),
    ],
)
def test_a_duration_reads_as_on_a_clock_and_from_a_day_on_in_days(
    seconds: float, shown: str
) -> None:
    assert duration(seconds) == shown


def test_a_state_is_laid_out_in_tables() -> None:
    state = {
        "phase": "turn",
        "to_move": "Ana",
        "hands": {"Ana": ["R1", "Y5"], "Bo": []},
        "deck": ["Y1", "R5"],
        "closed": ["Balance", "Stones"],
        "hidden": None,
        "modules": {
            "Balance": {"won": None, "points": {"Ana": 1, "Bo": 0}, "weight": {"Ana": 4, "Bo": 7}},
            "Set": {
                "won": "Bo",
                "points": {"Ana": 0, "Bo": 2},
                "cards": [{"by": "Ana", "card": "P4"}, {"by": "Bo", "card": "B2"}],
            },
        },
        "configurations": [{"hands": [["R1"], ["B2"]], "deck": ["P5"]}],
    }
    assert tables(state, ("Ana", "Bo")) == [
        Table(
            "Modules",
            ("", "Won", "Points: Ana", "Points: Bo", "Board"),
            (
                ("Balance", "–", "1", "0", "weight: Ana 4 · Bo 7"),
                ("Set", "Bo", "0", "2", "cards: Ana P4, Bo B2"),
            ),
        ),
        Table("Players", ("", "Ana", "Bo"), (("Hands", "R1 Y5", "–"),)),
        Table(
            "State",
            ("", ""),
            (
                ("Phase", "turn"),
                ("To move", "Ana"),
                ("Deck", "Y1 R5"),
                ("Closed", "Balance, Stones"),
                ("Hidden", "–"),
            ),
        ),
        Table("Configurations", ("", "Hands", "Deck"), (("1", "R1 / B2", "P5"),)),
    ]


def test_what_is_too_large_for_a_cell_gets_tables_of_its_own() -> None:
    landing = {"by": "Bo", "path": ["D5", "D6"], "landed": ["D6 b4"]}
    refill = {"by": "Ana", "piles": [["B3"], ["G2", "R1"]], "aside": ["R3"]}
    state = {
        "boards": {"A": ["b3 w0", "w1 b2"], "B": ["b3 w0", "w1 w2"]},
        "players": {
            "Ana": {"board": {"2": ["-1", "0(-1)"], "3": []}, "hand": ["4"]},
            "Bo": {"board": {"2": [], "3": []}, "hand": []},
        },
        "bets": {"Ana": [{"on": "6", "stake": 1}, {"on": "b", "stake": 2}], "Bo": None},
        "current": {"round": 2, "pot": 3, "hands": None, "winner": None, "refills": [refill]},
        "rounds": [{"round": 1, "A": landing, "B": landing | {"by": "Ana"}}],
        "history": [{"round": 1, "refills": [refill], "bets": {"Ana": 3, "Bo": 0}}],
    }
    laid_out = {table.title: (table.head, table.rows) for table in tables(state, ("Ana", "Bo"))}
    assert laid_out["Boards"] == (
        ("", "A", "B"),
        (("", "b3 w0", "b3 w0"), ("", "w1 b2", "w1 w2")),
    )
    assert laid_out["Players"][1] == (
        ("Board", "2: -1 0(-1)", "–"),
        ("Hand", "4", "–"),
        ("Bets", "on 6, stake 1; on b, stake 2", "–"),
    )
    assert laid_out["Current"][1][:2] == (("Round", "2"), ("Pot", "3"))
    assert laid_out["Current, refills"] == (
        ("", "By", "Piles", "Aside"),
        (("1", "Ana", "B3 / G2 R1", "R3"),),
    )
    assert laid_out["Rounds"] == (
        ("", "", "By", "Path", "Landed"),
        (("1", "A", "Bo", "D5 D6", "D6 b4"), ("1", "B", "Ana", "D5 D6", "D6 b4")),
    )
    assert laid_out["History 1, players"][1] == (("Bets", "3", "0"),)
    assert laid_out["History 1, refills"] == laid_out["Current, refills"]


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["Ana", "R1"])
STATES = st.dictionaries(
    st.sampled_from(["by", "Ana", "Bo", "won", "deck"]),
    st.recursive(
        SCALARS,
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["by", "Ana", "Bo", "card"]), inner, max_size=3)
        ),
        max_leaves=8,
    ),
)


@given(state=STATES)
def test_any_state_can_be_laid_out(state: dict[str, Any]) -> None:
    for table in tables(state, ("Ana", "Bo")):
        assert {len(row) for row in table.rows} == {len(table.head)}
