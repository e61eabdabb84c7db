"""The cut: what players type before anything is dealt, and what hangs on it."""

import hashlib
import hmac
from random import Random
from typing import Any

import pytest
from playing import GAMES, after, begun, code, header_line, owing, said, tell, texts

from umpire.match import Match, begin, canonical, chance_answer, judge, read_header, report, view
from umpire.match.sampling import sample_world

SEED = "00112233445566778899aabbccddeeff" * 2
ROLL = ("chance", {"who": "Ana", "limit": 10})
CUTS = ((0, "Ana", "seven"), (5, "Bo", "Neun"))


def cutting(*phases: Any, **more: Any) -> Match:
    return begun(*(phases or ROLL), cut=True, **more)


def test_every_player_owes_a_cut_and_nobody_anything_else() -> None:
    match = cutting()
    assert report(match)["pending"] == [
        {"by": name, "kind": "cut", "held": False, "locked": False, "deadline": None}
        for name in ("Ana", "Bo")
    ]
    assert report(match)["cut"] is None
    assert code(match, 0, "chance", "3") == "not-pending"


def test_once_all_have_cut_the_first_decisions_open_at_that_moment() -> None:
    match = after(cutting({"who": "Ana", "limit": 10}), (1, "Bo", "b"))
    assert owing(match) == ["Ana"]
    match = after(match, (500, "Ana", "a"))
    assert report(match)["pending"][0] | {"kind": ""} == {
        "by": "Ana",
        "kind": "",
        "held": False,
        "locked": False,
        "deadline": 510,
    }
    assert report(match)["cut"] == {"Ana": "a", "Bo": "b"}


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("lock", "lock"),
        ("", ""),
        ("  Ａｎａ  X \u3000", "Ａｎａ  X"),
        ("\u2003\x85tab\tin\t", "tab\tin"),
        ("\x1ckept\x1f", "\x1ckept\x1f"),
        ("x" * 200 + " ", "x" * 200),
    ],
)
def test_a_cut_is_any_text_as_typed_but_for_white_space_at_both_ends(text: str, cut: str) -> None:
    match = after(cutting(), (0, "Ana", text), (0, "Bo", "b"))
    assert report(match)["cut"]["Ana"] == cut


def test_a_cut_is_not_too_long() -> None:
    assert code(cutting(), 0, "Ana", "x" * 201) == "syntax"


def test_a_cut_is_secret_until_all_have_cut_and_is_given_once() -> None:
    match = after(cutting(), CUTS[0])
    assert view(match, "Bo")["cut"] is None
    assert code(match, 1, "Ana", "eight") == "not-pending"
    (told,) = tell(match, CUTS[1])
    cuts = texts(told).index('All have cut: Ana "seven" and Bo "Neun".')
    assert texts(told)[cuts + 1] == "The match begins."
    assert view(told.match, None)["cut"] == {"Ana": "seven", "Bo": "Neun"}


@pytest.mark.parametrize(("viewer", "known"), [("Ana", "seven"), ("Bo", ""), (None, "")])
def test_who_imagines_the_match_before_all_have_cut_knows_the_own_cut_alone(
    viewer: str | None, known: str
) -> None:
    world = sample_world(after(cutting(), CUTS[0]), viewer, Random(1))
    assert world.cuts == {"Ana": known}
    assert owing(world) == ["Bo"]


def test_chance_hangs_on_seed_and_cuts() -> None:
    def first_roll(*cuts: tuple[Any, ...]) -> str:
        return chance_answer(after(cutting(), *cuts), SEED)

    key = hmac.digest(bytes.fromhex(SEED), b'["seven","Neun"]', "sha256")
    word = int.from_bytes(hmac.digest(key, b"1:0", "sha256")[:4], "big")
    assert first_roll(*CUTS) == str(word % 6 + 1)
    assert first_roll(*reversed([(0, *cut[1:]) for cut in CUTS])) == str(word % 6 + 1)
    others = {first_roll((0, "Ana", "seven"), (0, "Bo", str(n))) for n in range(40)}
    assert others == set("123456")


def test_a_cut_of_half_a_character_has_a_key_too() -> None:
    match = after(cutting(), (0, "Ana", "\ud800"), (0, "Bo", "ß"))
    key = hmac.digest(bytes.fromhex(SEED), '["\\ud800","ß"]'.encode(), hashlib.sha256)
    word = int.from_bytes(hmac.digest(key, b"1:0", "sha256")[:4], "big")
    assert chance_answer(match, SEED) == str(word % 6 + 1)
    assert canonical(["\ud800", "ß"]) == '["\\ud800","ß"]'.encode()


def test_with_a_seed_in_the_header_chance_answers_once_all_have_cut() -> None:
    match = begin(
        read_header(header_line(*ROLL, cut=True, seed=SEED), GAMES), GAMES["numbers"]
    ).match
    assert said(match) == []
    match = after(match, CUTS[0])
    assert said(match) == []
    match = after(match, CUTS[1])
    assert [by for by, _ in said(match)] == ["chance"]


def test_no_limit_runs_and_nothing_is_undone_before_all_have_cut() -> None:
    match = after(cutting(), CUTS[0], (100_000,))
    assert owing(match) == ["Bo"]
    assert code(match, 100_000, "umpire", "extend Bo 5") == "illegal"
    assert code(match, 100_000, "umpire", "undo") == "illegal"


def test_undo_does_not_reach_a_cut() -> None:
    match = after(cutting({"who": "Ana"}, {"who": "Bo"}), *CUTS)
    assert code(match, 5, "umpire", "undo") == "illegal"
    match = after(match, (6, "Ana", "3"), (7, "umpire", "undo"))
    assert owing(match) == ["Ana"]
    assert report(match)["cut"] == {"Ana": "seven", "Bo": "Neun"}


def test_a_forfeit_before_all_have_cut_is_a_step_that_takes_no_cut_with_it() -> None:
    match = after(cutting({"who": "Ana"}), CUTS[0], (1, "umpire", "forfeit Bo"))
    assert report(match)["status"] == "over"
    assert report(match)["cut"] is None
    match = after(match, (2, "umpire", "undo"))
    assert owing(match) == ["Bo"]
    assert owing(after(match, (5, "Bo", "b"))) == ["Ana"]


def test_cutting_waits_while_the_match_is_paused() -> None:
    match = after(cutting(), (0, "umpire", "pause"))
    assert code(match, 0, "Ana", "a") == "not-pending"
    match = after(match, (0, "umpire", "resume"), *CUTS)
    assert owing(match) == ["chance"]


@pytest.mark.parametrize("clock", [True, False])
def test_without_the_option_nobody_cuts(clock: bool) -> None:
    match = begun("Ana", clock=clock)
    assert owing(match) == ["Ana"]
    assert "cut" not in report(match)
    assert judge(match, {"t": 0, "by": "Ana", "say": "3"}).ok


def test_a_match_can_be_void_while_players_have_yet_to_cut_and_go_on_after_an_undo() -> None:
    match = after(cutting(), (0, "Ana", "seven"), (9, "umpire", "void"))
    shown = report(match)
    assert (shown["status"], shown["reason"], shown["cut"]) == ("over", "void", None)
    assert (owing(match), code(match, 9, "Bo", "Neun")) == ([], "not-pending")
    match = after(match, (20, "umpire", "undo"))
    assert owing(match) == ["Bo"]
    match = after(match, (21, "Bo", "Neun"))
    assert report(match)["cut"] == {"Ana": "seven", "Bo": "Neun"}
