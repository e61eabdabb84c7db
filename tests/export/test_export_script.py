"""An exported script is the match: it adjudicates to the same report, and verifies."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from export_kit import SEED, Said, play
from toy import GAME  # after export_kit, which says where it lives

from umpire.errors import UmpireError
from umpire.export.script import script_lines
from umpire.match import begin, judge, read_header, read_line, report, verify
from umpire.store import LogLine, Store
from umpire.store.replay import rebuild

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
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path) as opened:
        yield opened


def test_a_script_adjudicates_to_the_same_report(store: Store) -> None:
    match_id = play(store, GAME, SAID, options=OPTIONS)
    kept = rebuild(GAME, store.find(match_id).header(), store.lines(match_id))
    header, *lines = (line.encode("utf-8", "backslashreplace") for line in _script(store, match_id))
    match = begin(read_header(header, GAMES), GAME).match
    for line in lines:
        match = judge(match, read_line(line)).match
    assert report(match) == report(kept)
    assert kept.outcome is not None


def test_a_script_verifies_with_its_seed_and_every_hash(store: Store) -> None:
    match_id = play(store, GAME, SAID, options=OPTIONS)
    verdict = verify(_script(store, match_id), GAMES)
    assert verdict.difference is None
    accepted = [line for line in store.lines(match_id) if line.ok]
    assert verdict.checked["hashes"] == len(accepted)
    assert verdict.checked["commitments"] == 1
    assert verdict.checked["chance outcomes"] == 1


def test_a_changed_script_does_not_verify(store: Store) -> None:
    script = _script(store, play(store, GAME, SAID, options=OPTIONS))
    for number, line in enumerate(script[1:], 1):
        told = json.loads(line)
        if told["ok"] and told.get("by") in ("Ana", "Bo"):
            changed = json.dumps(told | {"say": "6"})
            verdict = verify([*script[:number], changed, *script[number + 1 :]], GAMES)
            assert verdict.difference is not None
            assert verdict.difference.line == number + 1


def test_a_script_says_what_the_contract_asks(store: Store) -> None:
    script = [json.loads(line) for line in _script(store, play(store, GAME, SAID, options=OPTIONS))]
    header, chance, first, rejected = script[:4]
    assert header["umpire"] == 1
    assert header["players"] == ["Ana", "Bo"]
    assert list(header["meta"]) == ["id", "engine", "started", "ended", "commitment", "seed"]
    assert header["meta"]["seed"] == SEED
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
    assert "hash" not in rejected
    assert [line for line in script if "by" not in line][1]["t"] == 200
    assert all("hash" in line for line in script[1:] if line["ok"])


def test_whole_times_have_no_fraction(store: Store) -> None:
    script = _script(store, play(store, GAME, [(4.0, "Ana", "1")]))
    assert '"t": 4,' in script[1]


def test_the_seed_is_told_only_once_the_match_is_over(store: Store) -> None:
    running = play(store, GAME, SAID[:5], options=OPTIONS)
    assert SEED not in "".join(_script(store, running))
    over = play(store, GAME, SAID, options=OPTIONS)
    assert SEED in _script(store, over)[0]


def test_a_log_that_the_rules_judge_otherwise_names_the_line(store: Store) -> None:
    match_id = play(store, GAME, SAID, options=OPTIONS)
    header, lines = store.find(match_id).header(), store.lines(match_id)
    for place, change, sentence in (
        (1, {"say": "seven"}, "line 3 is accepted in it and rejected .syntax. now"),
        (2, {"say": "4"}, "line 4 is rejected .syntax. in it and accepted now"),
        (3, {"say": "5"}, "line 5 leads to another state"),
        (3, {"hash": "0" * 64}, "line 5 leads to another state"),
    ):
        values = {name: getattr(lines[place], name) for name in LogLine.__slots__}
        spoilt = [*lines[:place], LogLine(**(values | change)), *lines[place + 1 :]]
        with pytest.raises(UmpireError, match=sentence):
            rebuild(GAME, header, spoilt)


def test_options_that_no_longer_fit_the_game_are_one_sentence(store: Store) -> None:
    match_id = play(store, GAME, [], options={"bank": 5})
    header = store.find(match_id).header()
    header.options["gone"] = 1
    with pytest.raises(UmpireError, match="go on with the version of umpire"):
        rebuild(GAME, header, [])


def _script(store: Store, match_id: str) -> list[str]:
    return script_lines(store, match_id)
