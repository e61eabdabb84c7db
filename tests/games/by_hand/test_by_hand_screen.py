"""What the board, a player's own page and the umpire's console show."""

from directed import DECK, Directed

from umpire.games.base import UMPIRE, Owed, Screen, Situation
from umpire.games.by_hand import GAME
from umpire.match import screen

OPTIONS = {"title": "Fruit", "rules": ["Be quick."], "counters": {"chips": 5}, **DECK}


def shown(table: Directed, names: str, viewer: str | None = None) -> list[list[str]]:
    """The rows of blocks in which anything stands, without empty cells at their ends."""
    blocks = screen(table.match, viewer)
    return [row for name in names.split() for row in filled(blocks, name)]


def numbered(name: str, count: int) -> str:
    """The names of so many blocks."""
    return " ".join(f"{name}_{number}" for number in range(1, count + 1))


HAND, MESSAGES = numbered("hand", 4), numbered("message", 12)


def filled(blocks: Screen, name: str) -> list[list[str]]:
    rows = [" | ".join(row).rstrip(" |").split(" | ") for row in blocks[name]]
    return [row for row in rows if row != [""]]


def test_the_board_shows_title_rules_headline_and_players() -> None:
    table = Directed(**OPTIONS).say(
        "headline: Round 1", "deal 1 from deck to Bo", "out Cy", "ask Ana: x"
    )
    assert shown(table, "game_title") == [["Fruit"]]
    assert shown(table, "rules") == [["Be quick."]]
    assert shown(table, "title subtitle") == [["Round 1"], ["Fruit"]]
    assert shown(table, f"player_heads {numbered('player', 12)}") == [
        ["", "", "cards", "chips"],
        ["Ana", "to answer", "0", "5"],
        ["Bo", "", "1", "5"],
        ["Cy", "out", "0", "5"],
    ]


def test_piles_show_their_cards_where_they_are_open() -> None:
    table = Directed(**OPTIONS).say("move top 2 from deck to table", "pile all-52 open: standard")
    assert shown(table, numbered("pile", 24)) == [["deck", "7"], ["table", "2"], ["all-52", "52"]]
    assert shown(table, "pile_cards") == [
        ["R1", "R2"],
        ["SA", *(f"S{n}" for n in range(2, 11)), "SJ", "SQ", "+40"],
    ]


def test_the_last_answers_that_count_stand_there_newest_first() -> None:
    table = Directed(**OPTIONS).say("ask Ana, Bo at once: Bid", "ask Cy: Name").answer(Cy="pear")
    assert shown(table, "asked asked_what asked_answers") == [["2"], ["Name"], ["Cy pear"]]
    table.answer(Ana="3", Bo="4")
    assert shown(table, "asked_answers") == [["Cy pear"], ["Ana 3, Bo 4"]]


def test_who_answered_before_the_others_is_seen_and_what_is_not() -> None:
    table = Directed(**OPTIONS).say("ask Ana, Bo at once: Bid").answer(Ana="3")
    rows = shown(table, numbered("player", 12))
    assert [row[1] for row in rows] == ["answered", "to answer", ""]
    assert shown(table, "asked_answers") == []


def test_a_long_question_stands_in_full_below_its_short_place() -> None:
    prompt = " ".join(["What is it worth to you"] * 8)
    table = Directed(**OPTIONS).say(f"ask Ana: {prompt}")
    assert " ".join(line for (line,) in shown(table, "prompt", "Ana")) == prompt
    assert shown(table, "prompt", "Bo") == []


def test_the_free_table_and_what_all_were_told() -> None:
    table = Directed(**OPTIONS).say("write B2: the mill", "tell all: one", "tell all: two")
    assert screen(table.match, None)["free_table"][1][1] == "the mill"
    assert shown(table, "told_to_all") == [["two"], ["one"]]


def test_a_page_shows_the_own_hand_and_what_is_for_its_player_alone() -> None:
    table = Directed(**OPTIONS).say("deal 6 from deck to Ana", "show deck to Ana", "tell Ana: hush")
    assert shown(table, HAND, "Ana") == [["R1", "R2", "R3", "R4", "R5", "R6"]]
    assert shown(table, MESSAGES, "Ana") == [["hush"], ["deck: R7 R8 R9"]]
    assert shown(table, HAND, "Bo") == shown(table, MESSAGES, "Bo") == []


def test_the_console_shows_who_has_answered_and_what_lies_where() -> None:
    table = Directed(procedures={"go": ["ask all at once in 60: x", "wait"]}, **OPTIONS)
    table.say("deal 1 from deck to Cy", "do go").answer(Ana="one")
    state, match = table.match.state, table.match
    owed = {one.by: Owed(one.decision.kind, False, False) for one in match.pending}
    situation = Situation(match.header.players, False, owed, match.reserve_left())
    blocks = GAME.screen(GAME.seen_by(state, UMPIRE), situation, UMPIRE)
    (question,) = filled(blocks, "question_1")
    assert question == ["1. x (60 seconds)\nwaits for Bo, Cy, Ana: answered"]
    assert filled(blocks, "todo") == [["wait"]]
    deck = ["deck: 8 cards", "", *(f"R{n}" for n in range(2, 8)), "+2"]
    assert filled(blocks, "place_1") == [deck]
    assert filled(blocks, "place_2") == [["table: 0 cards"]]
    hands = filled(blocks, "hands")
    assert [line[0].split(",")[0] for line in hands] == ["0 cards", "0 cards", "1 card"]
    assert hands[2][2:] == ["R1"]
