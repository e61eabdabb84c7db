"""An exported script is the match: it adjudicates to the same report, and verifies."""

import csv
import json
from io import StringIO
from typing import Any

import pytest
from export_kit import SEED, Said, play
from toy import GAME

from umpire.errors import UmpireError
from umpire.export.formats import ExportRequest, LoggedMatch, export
from umpire.export.script import script_as, script_lines
from umpire.export.transcript import read_transcript
from umpire.match import begin, judge, read_header, read_line, report, verify
from umpire.projections.match_history import rebuild
from umpire.projections.pending_lines import NewInput, PendingLines
from umpire.store import LogLine, Store

GAMES = {GAME.id: GAME}
OPTIONS = {
    "bank": 60,
    "phases": [
        {"who": "chance"},
        {"who": "each", "limit": 30, "reserve": True},
        {"who": "group", "secret": True, "limit": 30},
    ],
}
SAID: list[Said] = [
    (1.5, "Ana", "3"),
    (2.25, "Bo", "seven \ud800 `x` <b>|\n"),
    (2.25, "Bo", " ４ "),
    (4, "umpire", "undo 2"),
    (5, "Ana", "2"),
    (6, "umpire", "pause"),
    (7, "Ana", "2"),
    (6, "umpire", "resume"),
    (70, "Bo", "1"),
    (1, "Bo", "1"),
    (75, "Ana", "5"),
    (75, "Zoë", "5"),
    (200, None, None),
    (201, "umpire", "note well played"),
    (300, "umpire", "close"),
]


def test_a_script_adjudicates_to_the_same_report(store: Store) -> None:
    match_id = play(store, GAME, SAID, options=OPTIONS)
    kept = rebuild(store.find(match_id).header(), GAME, store.lines(match_id), ()).match
    header, *lines = (line.encode("utf-8", "backslashreplace") for line in _script(store, match_id))
    match = begin(read_header(header, GAMES), GAME).match
    for line in lines:
        match = judge(match, read_line(line)).match
    assert report(match) == report(kept)
    assert kept.outcome is not None


def test_a_script_verifies_with_its_seed_and_every_hash(store: Store) -> None:
    match_id = play(store, GAME, SAID, options=OPTIONS)
    verdict = verify(_script(store, match_id), GAMES)
    assert (verdict.word, verdict.remark) == ("proved", None)
    assert verdict.checked["hashes"] == 1 + len(store.lines(match_id))
    assert verdict.checked["commitments"] == 1
    assert verdict.checked["chance outcomes"] == 1


def test_no_text_in_a_script_tears_its_line(store: Store) -> None:
    said: list[Said] = [(1, "Ana", "a\u2028b\u2029c\x85d\x1c\v\f\re"), *SAID[1:]]
    match_id = play(store, GAME, said, options=OPTIONS)
    script = _script(store, match_id)
    assert "\n".join(script).splitlines() == script
    assert verify(script, GAMES).word == "proved"
    row = store.find(match_id)
    for name in ("script", "json"):
        order = ExportRequest(LoggedMatch(store, row, GAME))
        written = export(name, order).decode("utf-8", "surrogatepass")
        assert written.splitlines() == written.removesuffix("\n").split("\n")
        assert "a\\u2028b\\u2029c\\u0085d" in written


def test_a_changed_script_does_not_verify(store: Store) -> None:
    script = _script(store, play(store, GAME, SAID, options=OPTIONS))
    for number, line in enumerate(script[1:], 1):
        told = json.loads(line)
        if told["ok"] and told.get("by") in ("Ana", "Bo"):
            changed = json.dumps(told | {"say": "6"})
            verdict = verify([*script[:number], changed, *script[number + 1 :]], GAMES)
            assert verdict.word == "differs"
            assert verdict.remark is not None
            assert verdict.remark.line == number + 1


def test_a_script_says_what_the_contract_asks(store: Store) -> None:
    script = [json.loads(line) for line in _script(store, play(store, GAME, SAID, options=OPTIONS))]
    header, chance, first, rejected = script[:4]
    assert header["umpire"] == 1
    assert header["players"] == ["Ana", "Bo"]
    assert list(header["meta"]) == ["id", "engine", "started", "commitment", "log"]
    assert header["meta"]["log"] == 2
    assert script[-1] | {"hash": "", "at": ""} == {
        "t": 300,
        "by": "umpire",
        "say": "close",
        "at": "",
        "ok": True,
        "seed": SEED,
        "hash": "",
    }
    assert chance["by"] == "chance"
    assert first == {
        "t": 1.5,
        "by": "Ana",
        "say": "3",
        "at": "2026-01-01T12:00:01.500Z",
        "ok": True,
        "cell": "Ana!B6",
        "hash": first["hash"],
    }
    assert (rejected["ok"], rejected["code"]) == (False, "syntax")
    assert [line for line in script if "by" not in line][1]["t"] == 200
    assert all(len(line["hash"]) == 64 for line in script)


def test_whole_times_have_no_fraction(store: Store) -> None:
    script = _script(store, play(store, GAME, [(4.0, "Ana", "1")]))
    assert '"t": 4,' in script[1]


def test_the_seed_is_told_only_once_the_match_is_closed(store: Store) -> None:
    over = play(store, GAME, SAID[:-1], options=OPTIONS)
    assert SEED not in "".join(_script(store, over))
    closed = play(store, GAME, SAID, options=OPTIONS)
    assert SEED in _script(store, closed)[-1]


def test_the_script_of_a_match_that_runs_is_a_beginning_of_the_one_made_later(
    store: Store,
) -> None:
    match_id = play(store, GAME, SAID[:5], options=OPTIONS)
    row = store.find(match_id)
    before = _script(store, match_id)
    record = rebuild(row.header(), GAME, store.lines(match_id), ())
    transaction = PendingLines(record, SEED, "2026-01-01T13:00:00.000Z")
    transaction.judge(NewInput(record.match.now, "umpire", "forfeit Bo"))
    transaction.judge(NewInput(record.match.now, "umpire", "close"))
    store.append(match_id, transaction.lines, status="closed")
    assert _script(store, match_id)[: len(before)] == before


@pytest.mark.parametrize("viewer", [None, "Ana", "Bo"])
def test_a_viewer_s_script_leaves_out_what_they_may_not_know(
    store: Store, viewer: str | None
) -> None:
    match_id = play(store, GAME, SAID[:-1], options=OPTIONS)
    whole = [json.loads(line) for line in _script(store, match_id)]
    told = _script_seen_by(viewer, store, match_id)
    left_out = [n for n, line in enumerate(told) if "by" in line and line["say"] is None]
    group = [n for n, line in enumerate(whole) if line.get("t") == 75 and line["ok"]]
    hidden = [n for n in group if whole[n]["by"] != viewer]
    assert set(hidden) <= set(left_out)
    for n, (line, full) in enumerate(zip(told, whole, strict=True)):
        if n not in left_out:
            assert line | {"hash": 0} == full | {"hash": 0}
        assert line["hash"] == (full["hash"] if n < min(left_out) else None)
    assert verify([json.dumps(line) for line in told], GAMES).word == "unproved"


@pytest.mark.parametrize("viewer", [None, "Ana", "Bo"])
def test_a_viewer_s_script_tells_no_more_of_a_line_than_their_csv(
    store: Store, viewer: str | None
) -> None:
    held: list[Said] = [(1, "Bo", "4"), (2, "Bo", "nine"), (3, "Bo", "lock"), (4, "Bo", "5")]
    held += [(5, "umpire", "note hm"), (6, "Bo", "lock"), (40, None, None), (41, "Ana", "2")]
    phases = [{"who": "group", "rule": "last", "limit": 30}, {"who": "each"}]
    match_id = play(store, GAME, held, options={"phases": phases})
    order = ExportRequest(LoggedMatch(store, store.find(match_id), GAME), viewer)
    table = csv.DictReader(StringIO(export("csv", order).decode("utf-8-sig")))
    rows = {int(row["line"]): row for row in table}
    script = _script_seen_by(viewer, store, match_id)
    assert len(script) == 1 + len(store.lines(match_id))
    for n, line in enumerate(script[1:], 2):
        if n in rows:
            shown = {"by": rows[n]["by"], "say": rows[n]["typed"], "cell": rows[n]["cell"]}
            assert {key: line.get(key) or "" for key in shown} == shown
        else:
            assert not any(line.values())
    assert {n for n in range(2, 8) if n not in rows} == (
        {6} if viewer == "Bo" else set(range(2, 8))
    )


def test_a_cut_is_in_everybody_s_script_once_all_have_cut(store: Store) -> None:
    cuts: list[Said] = [(1, "Ana", "seven"), (2, "Bo", "eight"), (3, "Ana", "2")]
    one, both = (
        play(store, GAME, cuts[:count], options={**OPTIONS, "cut": True}) for count in (1, 3)
    )
    assert [line.get("say") for line in _script_seen_by(None, store, one)[1:]] == [None]
    whole = [json.loads(line) for line in _script(store, both)]
    assert _script_seen_by(None, store, both) == whole


def test_once_closed_everybody_s_script_is_whole(store: Store) -> None:
    match_id = play(store, GAME, SAID, options=OPTIONS)
    transcript = read_transcript(store, store.find(match_id), GAME)
    assert script_as(transcript, None) == _script(store, match_id)


def test_a_log_that_the_rules_judge_otherwise_names_the_line(store: Store) -> None:
    match_id = play(store, GAME, SAID, options=OPTIONS)
    header, lines = store.find(match_id).header(), store.lines(match_id)
    for place, change, sentence in (
        (1, {"say": "seven"}, "line 3 was accepted and is now rejected .syntax."),
        (2, {"say": "4"}, "line 4 was rejected .syntax. and is now accepted"),
        (3, {"say": "5"}, "line 5 leads to a different state"),
        (3, {"hash": "0" * 64}, "line 5 leads to a different state"),
    ):
        values = {name: getattr(lines[place], name) for name in LogLine.__slots__}
        spoilt = [*lines[:place], LogLine(**(values | change)), *lines[place + 1 :]]
        with pytest.raises(UmpireError, match=sentence):
            rebuild(header, GAME, spoilt, ())


def test_options_that_no_longer_fit_the_game_are_one_sentence(store: Store) -> None:
    match_id = play(store, GAME, [], options={"bank": 5})
    header = store.find(match_id).header()
    header.options["gone"] = 1
    with pytest.raises(UmpireError, match="use the version of umpire"):
        rebuild(header, GAME, (), ())


def _script(store: Store, match_id: str) -> list[str]:
    return script_lines(store, store.find(match_id))


def _script_seen_by(viewer: str | None, store: Store, match_id: str) -> list[dict[str, Any]]:
    transcript = read_transcript(store, store.find(match_id), GAME)
    return [json.loads(line) for line in script_as(transcript, viewer)]
