"""Lines near right ones, judged as the oracle judges them: taken, syntax or illegal."""

import re
from collections import Counter
from random import Random

import box_oracle as oracle
import pytest
from boxes import PLAYERS, card_list
from test_box_properties import of, random_match

from umpire.games.base import CHANCE, Rejected
from umpire.games.box_within_a_box.components import DIRECTIONS
from umpire.match import Match

PIECES = [
    *(" ", " ", "-", ">", "+", ",", ";", "\n", ":", "&", "/", "#", ".", "0", "1", "2", "3", "9"),
    *(
        "on ",
        " and ",
        " or ",
        "b",
        "w",
        "black",
        " white",
        "10",
        "none",
        "pass",
        " pt",
        "up ",
        " l",
        "dr",
        "-left",
    ),
    *("D4", "a1-", " g7", "h4", "D8", "lunge ", "s", "STEP ", "38 ", "39 ", "\u2013", "\uff13"),
]


def astray(text: str, random: Random) -> str:
    """The text with a few pieces put in, taken out or put elsewhere."""
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        at, to = sorted(random.randrange(len(text) + 1) for _ in range(2))
        match random.randrange(4):
            case 0:
                text = text[:at] + random.choice(PIECES) + text[at:]
            case 1:
                text = text[:at] + text[min(to, at + 3) :]
            case 2:
                text = text[:at] + random.choice(PIECES) + text[at + 1 :]
            case _:
                said = text.split(" ")
                random.shuffle(said)
                text = " ".join(said)
    return text


WORDS = {
    "bet": ["on", "and", "or", "&", "/", ":", "black", "white", "points", *"0123456789", "12", ";"],
    "play": [*DIRECTIONS, "u", "r", *(f"{column}{row}" for column in "ABCDEFG" for row in "147")],
}


def otherwise(text: str, kind: str, random: Random) -> str:
    """The text with words of its kind put in the place of some."""
    words = re.findall(r"[#\w]+|\S|\s+", text)
    for _ in range(random.choice((0, 1, 1, 2))):
        place = random.randrange(len(words))
        word = random.choice(WORDS[kind])
        if kind == "play" and not place:
            word = str(random.randrange(1, 40))
        words[place] = word
    return "".join(words)


def code(match: Match, player: str, text: str) -> str:
    """What a line is judged as: a code, or what was understood."""
    owed = match.owed_by(player)
    assert owed is not None
    kind = owed.decision.kind
    refusal = "."
    try:
        answer = kind.read(match.state, owed.decision, text)
    except Rejected as rejected:
        judged, refusal = rejected.code, str(rejected)
    else:
        judged = kind.format(answer)
        assert kind.read(match.state, owed.decision, judged) == answer
    assert refusal.endswith(".")
    return judged


def expected(match: Match, player: str, text: str) -> str:
    state = of(match)
    if state["phase"] == "bet":
        judged = oracle.judge_bets(text, state["used"][player], state["points"][player])
        if isinstance(judged, str):
            return judged
        return "; ".join(f"{stake} on {condition}" for stake, condition in judged)
    board = "AB"[PLAYERS.index(player) ^ state["round"] % 2]
    cards = match.header.options.get("cards", card_list())
    pool = [int(card.split()[0]) for card in state["pool"]]
    meant = oracle.judge_play(text, cards, pool, state["boxes"][board], state["boards"][board])
    if isinstance(meant, str):
        return meant
    return "-".join(meant[0]) if meant else "none"


def compare(seed: int, most: int) -> Counter[str]:
    """Compare lines at some moments of a random match; give how often each judgement came."""
    random = Random(seed)
    seen: Counter[str] = Counter()
    moments = [
        (match, line)
        for match, line, _ in random_match(seed)
        if line["by"] != CHANCE and line["say"] != "lock" and match.state.phase in ("bet", "play")
    ]
    for match, line in random.sample(moments, min(most, len(moments))):
        kind = match.state.phase
        from_elsewhere = random.choice([said for one, said in moments if one.state.phase == kind])
        for near in (line, line, line, from_elsewhere):
            far = random.random() < 0.4
            text = astray(near["say"], random) if far else otherwise(near["say"], kind, random)
            got, wanted = code(match, line["by"], text), expected(match, line["by"], text)
            if match.state.phase == "play" and " " in got:
                got = got.split()[1]
            assert got == wanted, (line["by"], text)
            seen[wanted if wanted in ("syntax", "illegal") else "taken"] += 1
    return seen


@pytest.mark.parametrize("seed", range(24))
def test_lines_near_right_ones_are_judged_as_the_oracle_judges_them(seed: int) -> None:
    seen = compare(seed, 16)
    assert min(seen.values()) > 0
    assert len(seen) == 3
