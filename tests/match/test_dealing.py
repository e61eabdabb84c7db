"""Fair dealing: the generator, the commitment, and chance that answers by itself."""

import hashlib
import hmac

import pytest
from playing import GAMES, after, begun, code, header_line, owing, said, texts

from umpire.match import begin, chance_answer, commitment, judge, read_header
from umpire.match.dealing import SeededDice

SEED = "00112233445566778899aabbccddeeff" * 2
KEY = bytes.fromhex(SEED)
ROLLS = ("chance", "chance", "Ana", "chance", "Bo", "chance", "Ana")


def stream(k: int, size: int) -> list[int]:
    """The generator's first numbers, straight from the words of the contract."""
    numbers: list[int] = []
    for i in range(size):
        block = hmac.new(bytes.fromhex(SEED), f"{k}:{i}".encode(), hashlib.sha256).digest()
        numbers += [int.from_bytes(block[j : j + 4], "big") for j in range(0, 32, 4)]
    return numbers


def test_the_commitment_is_the_hash_of_the_rules_and_the_seed_in_lower_case() -> None:
    header = read_header(header_line("Ana", seed=SEED), GAMES)
    rules = (
        '{"game":"numbers","options":{"phases":[{"who":"Ana"}]},"players":["Ana","Bo"],"umpire":1}'
    )
    text = f"umpire:{hashlib.sha256(rules.encode()).hexdigest()}:{SEED}"
    assert commitment(header, SEED) == hashlib.sha256(text.encode()).hexdigest()
    assert commitment(header, SEED.upper()) == commitment(header, SEED)


def test_a_commitment_fits_its_match_alone() -> None:
    one, other = (
        read_header(header_line("Ana", players=players), GAMES)
        for players in (("Ana", "Bo"), ("Bo", "Ana"))
    )
    assert commitment(one, SEED) != commitment(other, SEED)


def test_below_takes_four_bytes_at_a_time_and_reduces() -> None:
    dice = SeededDice(KEY, 3)
    assert [dice.below(1000) for _ in range(20)] == [n % 1000 for n in stream(3, 3)[:20]]


def test_below_takes_again_what_would_not_be_fair() -> None:
    n = 2**31 + 1
    dice = SeededDice(KEY, 1)
    fair = [x for x in stream(1, 10) if x < n]
    assert [dice.below(n) for _ in range(10)] == fair[:10]
    assert fair[:10] != stream(1, 2)[:10]


def test_draw_swaps_each_place_with_one_at_or_after_it() -> None:
    items = list("abcdefgh")
    expected = list(items)
    for i, x in enumerate(stream(2, 1)[:5]):
        j = i + x % (8 - i)
        expected[i], expected[j] = expected[j], expected[i]
    assert SeededDice(KEY, 2).draw(5, items) == expected[:5]
    assert items == list("abcdefgh")


def test_no_more_is_drawn_than_there_is() -> None:
    assert SeededDice(KEY, 1).draw(0, "") == []
    with pytest.raises(ValueError, match=r"3 cannot be drawn from 2: .* runs out of cards"):
        SeededDice(KEY, 1).draw(3, "ab")


def test_every_chance_input_has_its_own_stream_and_draws_go_on_in_it() -> None:
    dice = SeededDice(KEY, 1)
    assert [dice.draw(1, "abcdef")[0] for _ in range(8)] == ["abcdef"[x % 6] for x in stream(1, 1)]
    assert SeededDice(KEY, 1).draw(6, "abcdef") != SeededDice(KEY, 2).draw(6, "abcdef")


def test_a_roll_is_so_many_draws_of_one_from_all_items() -> None:
    assert SeededDice(KEY, 1).roll(8, "abcdef") == ["abcdef"[x % 6] for x in stream(1, 1)]


def roll(k: int) -> int:
    return stream(k, 1)[0] % 6 + 1


def test_words_answer_the_pending_chance_decision() -> None:
    match = begun(*ROLLS)
    assert chance_answer(match, SEED) == str(roll(1))
    match = after(match, (0, "chance", "1"))
    assert chance_answer(match, SEED) == str(roll(2))
    with pytest.raises(ValueError, match="chance owes no decision"):
        chance_answer(after(match, (0, "chance", "1")), SEED)


def test_a_seed_answers_chance_at_once_and_its_words_are_events() -> None:
    header = read_header(header_line(*ROLLS, seed=SEED), GAMES)
    opening = begin(header, GAMES[header.game])
    assert said(opening.match) == [["chance", roll(1)], ["chance", roll(2)]]
    assert [t for t in texts(opening) if t.startswith("chance: ")] == [
        f"chance: {roll(1)}",
        f"chance: {roll(2)}",
    ]
    assert owing(opening.match) == ["Ana"]
    assert code(opening.match, 0, "chance", "1") == "not-pending"
    judged = judge(opening.match, {"t": 1, "by": "Ana", "say": "5"})
    assert f"chance: {roll(3)}" in texts(judged)
    assert owing(judged.match) == ["Bo"]


def test_chance_s_words_are_the_umpire_s_to_read() -> None:
    header = read_header(header_line(*ROLLS, seed=SEED), GAMES)
    opening = begin(header, GAMES[header.game])
    assert {e.only for e in opening.events if e.text.startswith("chance: ")} == {"umpire"}


def test_chance_answers_at_the_moment_a_limit_fell() -> None:
    match = begun({"who": "Ana", "limit": 10}, "chance", {"who": "Bo", "limit": 10}, seed=SEED)
    judged = judge(match, {"t": 15, "by": "Ana", "say": "5"})
    assert judged.code == "not-pending"
    assert f"chance: {roll(1)}" in texts(judged)
    assert judged.match.pending[0].deadline == 20


def test_an_undone_match_that_comes_back_is_dealt_the_same_again() -> None:
    match = after(begun(*ROLLS, seed=SEED), (1, "Ana", "5"), (2, "Bo", "1"))
    assert match.chance_count == 4
    undone = after(match, (3, "umpire", "undo 2"))
    assert undone.chance_count == 2
    assert said(after(undone, (4, "Ana", "5"), (5, "Bo", "1"))) == said(match)


def test_a_seed_and_spelled_out_chance_make_the_same_match() -> None:
    spelled = begun(*ROLLS)
    for k in (1, 2):
        spelled = after(spelled, (0, "chance", str(roll(k))))
    spelled = after(spelled, (1, "Ana", "5"))
    spelled = after(spelled, (1, "chance", chance_answer(spelled, SEED)))
    assert said(spelled) == said(after(begun(*ROLLS, seed=SEED), (1, "Ana", "5")))
