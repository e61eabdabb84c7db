"""Markdown and JSON: readable, whole once the match is over, and harmless whatever was typed."""

import csv
import json
import re
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from export_kit import SEED, Said, formulas, play
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pydantic import TypeAdapter
from toy import GAME

from umpire.catalogue import find_game
from umpire.export.comma_separated import comma_separated, neutral
from umpire.export.document import Document, document
from umpire.export.formats import ExportRequest, LoggedMatch, export
from umpire.export.markdown import brief, markdown
from umpire.export.prose import block, code, inline, sentence
from umpire.export.script import script_as
from umpire.export.transcript import Transcript, read_transcript
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
REST: list[Said] = [(90, "Ana", "6"), (150, None, None), (150, "umpire", "close")]


def told(store: Store, said: list[Said], **more: Any) -> Transcript:
    match_id = play(store, GAME, said, **({"options": OPTIONS} | more))
    return read_transcript(store, store.find(match_id), GAME).public_part()


def test_the_page_writes_numbers_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    points = {"Points": {"Ana": 1581089, "Bo": 1266138.5}}
    monkeypatch.setattr(type(GAME), "scores", lambda game, seen: points)
    assert "- Points: Ana 1581089, Bo 1266138.5\n" in markdown(told(store, OPEN))


def test_the_page_tells_the_whole_match(store: Store) -> None:
    page = markdown(told(store, OPEN + SECRET + REST), "the board\n  as it stands")
    for part in (
        "# Numbers: Ana, Bo\n\n**Ana has won (sum).**",
        "- Moves: Ana 2, Bo 2; 2 attempts refused",
        "- Time: 1:40 on the match clock, 2026-01-01 12:00:00 UTC",
        "- Reserve left: Ana 1:00, Bo 0:24",
        "| 3 | 0:01 | ~~Ana~~ | ~~`3`~~ | ~~Ana says 3.~~ |",
        "| 6 | 0:04 | umpire | `undo 2` | The umpire takes back",
        "| 7 | 0:05 | Ana | `2` | Ana says 2. |",
        "| 5 | 0:03 | ~~Bo~~ | ~~`4`~~ | ~~Bo says 4.~~ (1 attempt refused before) |",
        "| 9 | 1:10 | Bo | `1` | Bo says 1. |",
        "| 12 | 1:17 | Ana | `5` |  |",
        "## The board\n\n```text\nthe board\n  as it stands\n```",
        '"bank": 60,',
        f"- Seed: `{SEED}`",
        "- Head of the log: `",
        "umpire verify match.jsonl --head ",
    ):
        assert part in page
    for noise in ("syntax", "`close`", "| 10 |", "`lock`"):
        assert noise not in page


CUTS: list[Said] = [(500, "Ana", "x"), (600, "Bo", "y")]


def moves_told(page: str) -> str:
    return next(line for line in page.splitlines() if line.startswith("- Moves: ")).split(";")[0]


def test_the_time_of_a_match_is_from_the_first_question_to_its_end(store: Store) -> None:
    later = [(600 + t, *said) for t, *said in OPEN + SECRET + REST]
    page = markdown(told(store, CUTS + later, options={**OPTIONS, "cut": True}))
    span = "2026-01-01 12:10:00 UTC"
    assert f"- Time: 1:40 on the match clock, {span}" in page
    assert moves_told(page) == "- Moves: Ana 2, Bo 2"


def test_moves_are_counted_alike_before_and_after_the_match_is_closed(store: Store) -> None:
    *before, _ = OPEN + SECRET + REST
    match_id = play(store, GAME, before, options=OPTIONS)
    transcript = read_transcript(store, store.find(match_id), GAME)
    views = (transcript, transcript.public_part(), transcript.seen_by("Ana"))
    pages = [markdown(view) for view in views]
    assert {moves_told(page) for page in pages} == {"- Moves: Ana 2, Bo 2"}


def test_a_secret_answer_is_no_move_before_it_counts(store: Store) -> None:
    one_locked = markdown(told(store, OPEN + SECRET))
    assert moves_told(one_locked) == "- Moves: Ana 1, Bo 1"
    ended = markdown(told(store, [*OPEN, *SECRET, (85, "umpire", "forfeit Bo")]))
    assert moves_told(ended) == "- Moves: Ana 1, Bo 1", "nor if the match ends before"


def test_what_the_program_says_by_itself_is_no_move(store: Store) -> None:
    said = [(1, "umpire", "pause", "the sheets are away"), (1, "umpire", "resume", "they are back")]
    assert "clock." not in markdown(told(store, [*OPEN, *((71, *one[1:]) for one in said)]))


def test_limits_that_fell_are_told_before_what_was_said_after_them(store: Store) -> None:
    said = [
        (1, "Ana", "2"),
        (130, "umpire", "note on"),
        (131, "Ana", "1"),
        (132, "umpire", "close"),
    ]
    page = markdown(told(store, said))
    assert page.index("| time |  | Bo's time is up") < page.index("`note on`")


def test_an_undone_limit_is_struck_too(store: Store) -> None:
    transcript = told(store, [(1, "Ana", "2"), (130, None, None), (131, "umpire", "undo 1")])
    assert [turn.limits_undone_by for turn in transcript.turns] == [None, None, 5, None]
    assert "| ~~time~~ |  | ~~Bo's time is up" in markdown(transcript)


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
    transcript = told(store, said)
    undone = {turn.line.n: turn.undone_by for turn in transcript.turns if turn.undone_by}
    assert undone == {3: 9, 6: 7, 8: 9, 10: 11}


def test_an_undo_takes_back_the_chance_that_followed(store: Store) -> None:
    phases = [{"who": "Ana"}, {"who": "chance"}, {"who": "Bo"}]
    transcript = told(store, [(1, "Ana", "1"), (2, "umpire", "undo")], options={"phases": phases})
    assert [(t.line.by, t.undone_by) for t in transcript.turns] == [
        ("Ana", 4),
        ("chance", 4),
        ("umpire", None),
    ]


@pytest.mark.parametrize("end", [OPEN, OPEN + SECRET[:2], OPEN + SECRET])
def test_nothing_secret_is_told_while_the_match_is_played(store: Store, end: list[Said]) -> None:
    transcript = told(store, end)
    page = markdown(transcript)
    papers = page + json.dumps(document(transcript))
    assert SEED not in papers
    assert "**Still running.**" in page
    assert "are shown once the match is closed" in page
    for secret in ("1:15", "`5`", "`99`", "held)", "`lock`", "note", "alert"):
        assert secret not in page + brief(transcript)
    for turn in document(transcript)["turns"]:
        assert turn["hash"] is None
        assert turn["ok"] or turn["say"] is turn["error"] is None


def test_what_was_secret_is_public_once_it_is_revealed(store: Store) -> None:
    phases = [*PHASES, {"who": "Bo"}]
    transcript = told(store, [*OPEN, *SECRET, *REST], options={"bank": 60, "phases": phases})
    page = markdown(transcript)
    assert "**Still running.**" in page
    assert "Bo says 6." in page


def test_public_pages_do_not_differ_by_what_is_secret(store: Store) -> None:
    one = told(store, [*OPEN, (75, "Ana", "5"), (76, "Bo", "x"), (78, "umpire", "note Ana holds")])
    two = told(store, [*OPEN, (75, "Ana", "2"), (76, "Bo", "6"), (78, "umpire", "note Bo holds")])
    two = replace(two, log=replace(two.log, row=one.row))
    assert markdown(one) == markdown(two)
    assert brief(one) == brief(two)
    first, second = document(one), document(two)
    assert first == second


@pytest.mark.parametrize("viewer", [None, "Ana"])
def test_an_option_is_told_once_its_viewer_may_know_it(store: Store, viewer: str | None) -> None:
    game = find_game("denizens-of-tartarus")
    deck = "P5 G4 Y1 R5 B3 P1 G2 Y5 B4 R2 P3 G5 Y3 B2 P4 R4 G1 B5 Y4"
    start = {"hands": ["R1 Y2 G3", "B1 P2 R3"], "deck": deck}
    options = {"decider": "Ana", "configurations": [start] * 4}
    end: list[Said] = [(1, "umpire", "forfeit Bo"), (2, "umpire", "close")]
    for said, may_know in ((end[:0], False), (end[:1], False), (end, True)):
        row = store.find(play(store, game, said, options=options))
        for name in ("md", "json", "script"):
            exported = export(name, ExportRequest(LoggedMatch(store, row, game), viewer)).decode()
            assert (deck in exported, "decider" in exported) == (may_know, True)
        header, *lines = map(json.loads, script_as(read_transcript(store, row, game), viewer))
        assert all((line["hash"] is not None) == may_know for line in (header, *lines))


def test_the_document_has_all_of_it(store: Store) -> None:
    transcript = told(store, OPEN + SECRET + REST)
    paper = json.loads(json.dumps(document(transcript)))
    assert TypeAdapter(Document).validate_python(paper, strict=True) == paper
    assert paper["winner"] == "Ana"
    assert paper["seed"] == SEED
    assert paper["report"]["status"] == "closed"
    assert paper["head"] == paper["turns"][-1]["hash"]
    assert [turn["line"] for turn in paper["turns"]] == [line.n for line in _lines(transcript)]
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
    transcript = told(store, [*OPEN, (71, "Ana", '=HYPERLINK("http://x")'), *SECRET, *REST])
    file = comma_separated(transcript)
    assert file.startswith(b'\xef\xbb\xbf"line","t","at","by",')
    rows = list(csv.DictReader(StringIO(file.decode("utf-8-sig"), newline=""), strict=True))
    assert [row["line"] for row in rows] == [str(line.n) for line in _lines(transcript)]
    by_line = {row["line"]: row for row in rows}
    assert by_line["3"]["undone_by"] == "6"
    assert (by_line["9"]["reserve_1"], by_line["9"]["reserve_2"]) == ("60", "24")
    assert by_line["10"]["typed"] == '\'=HYPERLINK("http://x")'
    verdicts = [by_line[line]["verdict"] for line in ("3", "4", "7", "11", "13")]
    assert verdicts == ["taken", "refused", "taken", "held", "locked"]


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", " =1", "＝1", "\u00a0=1"])
def test_no_cell_of_a_table_is_a_formula(text: str) -> None:
    assert neutral(text) == f"'{text}"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("x;=1+1;y", "x;'=1+1;y"),
        ("a|  -1", "a|'  -1"),
        ("a\t@b", "a\t'@b"),
        ('a";=1+1', "a\";'=1+1"),
        ('a;"=1+1"', 'a;\'"=1+1"'),
        ("a;＝1", "a;'＝1"),
        ("a;\u200d=1", "a;'\u200d=1"),
        ("a;'=1", "a;'=1"),
    ],
)
def test_no_part_of_a_text_is_a_formula(text: str, written: str) -> None:
    assert neutral(text) == written


@pytest.mark.parametrize(
    "text", ["", "R4 G3 | B1", "1:-1 3:0(to 2), -1", "a = b; c - d", "3-1", "a;b;", "Ana; Bo", "'"]
)
def test_a_text_in_which_no_formula_begins_stays_as_it_is(text: str) -> None:
    assert neutral(text) == text


@given(
    st.lists(st.text(st.sampled_from(" \t\n\r;,|\"'=+-@＝ax1\xa0\u2028\u200d\ufeff")), min_size=1)
)
@example(["x;=1+1;y", 'a";"=1', '";"', ';"";=1', "\r=1", "a;\n=1", '"', ";=1"])
def test_whatever_splits_the_cells_none_is_a_formula(texts: list[str]) -> None:
    file = StringIO(newline="")
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerows([str(n), neutral(text), "end"] for n, text in enumerate(texts))
    assert not formulas(file.getvalue())


def _lines(transcript: Transcript) -> list[Any]:
    return [turn.line for turn in transcript.turns]


def rendered(page: str) -> str:
    return str(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(page))


def tags(html: str) -> set[str]:
    return set(re.findall(r"<(\w+)[^>]*>", html))


def test_a_page_is_read_as_it_is_meant(store: Store) -> None:
    html = rendered(markdown(told(store, OPEN)))
    assert "<td><s>Ana</s></td>\n<td><s><code>3</code></s></td>" in html
    assert html.count("<tr>") == 7


ANYTHING = st.text(st.characters(), max_size=60) | st.text("`<>&|*_~[]()!#-+1. \n\t@\\ax:/")


@given(text=ANYTHING)
@example(text="://")
def test_any_text_is_harmless(text: str) -> None:
    assert tags(rendered(f"**Bo** {code(text)} end")) == {"p", "strong", "code"}
    assert tags(rendered(f"- {sentence(text)}")) == {"ul", "li"}
    assert tags(rendered(f"**Bo**: {inline(text)}")) == {"p", "strong"}
    assert tags(rendered(block(text))) == {"pre", "code"}
    for shown in (inline(text), code(text)):
        table = rendered(f"|  |  |\n| --- | --- |\n| {shown} | b |")
        assert tags(table) - {"code"} == {"table", "thead", "tbody", "tr", "th", "td"}
        assert table.count("<td>") == 2
    for shown in (code(text), sentence(text), inline(text)):
        assert shown.isprintable()
        assert re.search(r"@|(?<!\\)\|\||://", shown) is None


@pytest.mark.parametrize("text", ["http://x.org/a", "www.x.org", "discord.gg/abc", "a@b.org"])
def test_no_address_is_one_to_follow(text: str) -> None:
    assert re.search(r"\w\.[a-z]{2}|:/|@", inline(text)) is None


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
