"""How directions and answers are written: what is none, and what is one against the rules."""

import pytest
from directed import DECK, Directed
from text_blocks import texts

from umpire.games.by_hand import GAME
from umpire.games.by_hand.cards import STANDARD, read_list
from umpire.games.errors import NotUnderstood

OPTIONS = {"counters": {"chips": 5, "to": 1}, "procedures": {"vote": ["tell all: $1"]}, **DECK}
FULL = "Ａｓｋ　Ａｎａ　ｉｎ　５：　ｘ　＝　ｎｕｍｂｅｒ　１　ｔｏ　３"


@pytest.fixture(scope="module")
def table() -> Directed:
    return Directed(players=("Ana", "Anders", "Finn Lee"), **OPTIONS).say("deal 2 from deck to Ana")


def test_what_is_a_direction(table: Directed) -> None:
    for text in [
        *texts(
            """
ask Ana: x ~ ask Ana, Finn and Anders at once in 60: x ~ ask Ana in 60 at once: x
ask Ana in secret in 5: x = y = text ~ ask all: x = number - 5 to + 5 else -5
ask all: x = number to to to ~ ask all: x = one of a; b, c else B ~ ask all: x = name else finn
ask all: x = 2 cards to tab ~ tell , Ana ;; and Finn Lee &: x : y ~ headline: ~ write l20: x
count Ana chips+3 ~ count Ana, Finn Lee chi - 3 ~ count all chips=-3 ~ count all chips = - 3
counter gold ~ counter gold -5 ~ pile Deck-2 open: R5*3 standard ~ pile open open ~ pile empty:
deal 1 from deck to others Anders ~ move R1, r2 from Ana to bottom of deck
move all from table to table ~ show R1 of Ana to all ~ face down table ~ roll 20d1000
roll d20 to Ana ~ roll 3 d 6 ~ roll 3  d6 to Ana ~ roll 3d 6 ~ roll D 20 TO all ~ out all
end draw: x ~ do vote a ~ do v ＂a b＂ ~ do vote a:b
"""
        ),
        "  ASK   ana : x  ",
        FULL,
        'do vote "a b"',
        'do vote ""',
    ]:
        assert table.code(text) is None, text


def test_what_is_none(table: Directed) -> None:
    for text in [
        *texts(
            """
ask ~ ask Ana ~ ask : x ~ ask An: x ~ ask Zoe: x ~ ask all, Ana: x ~ ask others: x
tell others ,: x
ask Ana at twice: x ~ ask Ana in 5 in 6: x ~ ask Ana in 12345678901: x ~ ask Ana: = text
ask Ana: x = ~ ask Ana: x = number 1 ~ ask Ana: x = number 1 to nothing
ask Ana: x = number 1.5 to 2 ~ ask Ana: x = one of , ~ ask Ana: x = cards
ask Ana: x = 1 card to Ana ~ reveal 1 ~ reveal s ~ tell all ~ headline Ana: x ~ write M1: x
write A21: x ~ write A0: x ~ count Ana chips-3 ~ count Ana chips 3 ~ count Ana all +3
counter 9lives ~ counter gold 3.0 ~ pile deck open shut ~ pile x: 5 ~ pile x: R9-R1 ~ pile x: R1*0
deal all from deck to Ana ~ deal -1 from deck to Ana ~ deal 1 from deck to Ana: x
move from deck to Ana ~ move top from deck to Ana ~ move all R1 from deck to Ana
move 5 from deck to Ana ~ move , from deck to Ana ~ move all from all to Ana ~ show to all
face up Ana ~ face deck ~ shuffle all ~ roll 2 ~ roll 2 0d6 ~ roll 2d6 0 ~ roll 2 d ~ roll d
roll 2d6 to ~ roll d6 for Ana ~ end Ana ~ do ~ do nothing ~ do vote ~ do vote a b ~ do vote "a
do vote "a"b ~ stop it
"""
        ),
        "",
        "ask Ana: ",
        "ask Ana: x = text else ",
        "ask Ana: x = one of a, " + "b" * 61,
        "ask Ana: " + "x" * 501,
    ]:
        assert table.code(text) == "syntax", text


def test_what_is_one_against_the_rules(table: Directed) -> None:
    for text in [
        *texts(
            """
ask ,: x ~ ask Ana in 0: x ~ ask Ana in 1000000: x ~ ask Ana: x = number 2 to 1
ask Ana: x = number 0 to 1000000001 ~ ask Ana: x = number 0 to 5 else 6
ask Ana: x = number 0 to chips else -1 ~ ask Ana: x = yes or no else maybe ~ ask Ana: x = one of a
ask Ana: x = one of a, A ~ ask Ana: x = 0 cards ~ ask Ana: x = 21 cards
ask Ana: x = 1 card else R1 ~ withdraw Ana ~ withdraw all ~ reveal ~ reveal s1
count all chips +1000000000 ~ counter chips ~ counter top ~ counter ana ~ counter gold 1000000001
pile DECK ~ pile draw ~ pile x: R1-R600 ~ deal 0 from deck to Ana ~ deal 4 from deck to all
deal 1 from Ana to all ~ move top 0 from deck to Ana ~ move top 8 from deck to Ana
move R1 from deck to Ana ~ show R9 of Ana to all ~ roll 21d6 ~ roll 0d6 ~ roll d1 ~ roll d1001
back Ana ~ back all ~ stop
"""
        ),
        "ask Ana: x = one of " + ", ".join(map(str, range(41))),
    ]:
        assert table.code(text) == "illegal", text


@pytest.mark.parametrize(("what", "most"), [("pile", 24), ("counter", 12)])
def test_there_are_only_so_many_piles_and_counters(what: str, most: int) -> None:
    table = Directed(players=("Ana", "Bo")).say(*(f"{what} x{n}" for n in range(most)))
    assert table.code(f"{what} another") == "illegal"


def test_a_pile_may_be_called_as_the_words_of_the_grammar_are() -> None:
    table = Directed().say("pile to: R1 R2 R3", "pile of: B1 B2", "pile from", "pile and")
    table.say("move top 1 from to to to", "move all from of to bottom of of", "show of to all")
    table.say("show B1 of of to all", "deal 1 from to to Ana", "move R2 from to to from")
    assert (table.cards("Ana"), table.cards("from"), table.cards("to")) == ("R1", "R2", "R3")


@pytest.mark.parametrize(
    ("direction", "part", "to"),
    [
        ("ask in: x", "questions", ["Ina"]),
        ("ask in in 5 in secret: x", "questions", ["Ina"]),
        ("ask Bo, at and in at once in 5: x", "questions", ["Bo Toft", "Atli", "Ina"]),
        ("show deck to to", "shown", ["Tom"]),
        ("show R1 of deck to to and bo to", "shown", ["Bo Toft", "Tom"]),
        ("tell to: x", "told", ["Tom"]),
    ],
)
def test_players_may_be_shortened_to_the_words_of_the_grammar(direction, part, to) -> None:
    players = ("Bo Toft", "Atli", "Ina", "Tom")
    (said,) = Directed(players=players, **DECK).say(direction).state[part]
    assert said["to"] == to


def test_places_may_be_shortened_to_the_words_of_the_grammar() -> None:
    table = Directed(players=("Bo Toft", "Offa", "Tom"), **DECK)
    table.say("deal 2 from deck to to", "deal 1 from deck to bo to and to")
    table.say("deal 1 from to to bo to", "move top 1 from bo to to of", "move R1 from bo to to to")
    assert [table.cards(who) for who in ("Bo Toft", "Offa", "Tom")] == ["", "R3", "R2 R4 R1"]


def test_a_whole_name_comes_before_a_beginning_and_players_before_piles() -> None:
    table = Directed(players=("Bo", "Dan"), piles={"Bobby": "R1", "dan-2": "R2", "d": "R3"})
    table.say("move all from bob to bo", "move all from d to b", "move top 1 from dan- to da")
    assert (table.cards("Bo"), table.cards("Dan")) == ("R1 R3", "R2")


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("R5", "R5"),
        ("R1-R3", "R1 R2 R3"),
        ("R08-R10", "R08 R09 R10"),
        ("R8-R10", "R8 R9 R10"),
        ("R1-R2*2", "R1 R2 R1 R2"),
        ("a,b;; c*2", "a b c c"),
        ("6-6", "6-6"),
        ("R1-S3", "R1-S3"),
        ("Ｒ１－Ｒ２", "R1 R2"),
        ("standard", " ".join(STANDARD)),
        (" , ", ""),
    ],
)
def test_a_list_of_cards(text: str, cards: str) -> None:
    assert read_list(text).cards() == tuple(cards.split())
    assert read_list(text).amount == len(cards.split())


@pytest.mark.parametrize(
    "text", ["R9-R1", "12", "R5*", "R5*100", "*3", "all", "a=b", "x" * 13, "a|b"]
)
def test_no_list_of_cards(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read_list(text)


def test_a_list_may_be_far_longer_than_its_text() -> None:
    assert read_list("R0-R9999999999*99").amount == 99 * 10**10


@pytest.mark.parametrize(
    ("form", "text", "reported"),
    [
        ("text", "  Any  words ", "Any  words"),
        ("yes or no", "Y", "yes"),
        ("number -5 to 5", "+ 03", "3"),
        ("number -5 to 5", "-0", "0"),
        ("number 0 to chips", "5", "5"),
        ("one of Red, Redder, Blue", "red", "Red"),
        ("one of Red, Redder, Blue", "b", "Blue"),
        ("name", "finn", "Finn Lee"),
        ("2 cards", "r2, R1", "R2 R1"),
    ],
)
def test_an_answer_as_reported(form: str, text: str, reported: str) -> None:
    table = Directed(players=("Ana", "Finn Lee"), **OPTIONS).say("deal 2 from deck to Ana")
    assert table.say(f"ask Ana: x = {form}").answer(Ana=text).answers == {"Ana": reported}


@pytest.mark.parametrize("counter", ["İksir", "ß" * 20, "to"])
def test_any_counter_may_be_a_bound(counter: str) -> None:
    table = Directed(counters={counter: 5}).say(f"ask Ana: x = NUMBER 0 TO {counter}")
    assert table.question["form"] == f"number 0 to {counter}"
    assert table.code("6", by="Ana") == "illegal"


@pytest.mark.parametrize(
    ("form", "text", "code"),
    [
        ("text", " ", "syntax"),
        ("text", "x" * 501, "syntax"),
        ("yes or no", "ye", "syntax"),
        ("number 1 to 5", "five", "syntax"),
        ("number 1 to 5", "6", "illegal"),
        ("number 1 to chips", "6", "illegal"),
        ("one of Red, Redder", "r", "syntax"),
        ("name", "Zoe", "syntax"),
        ("name", "Bo", "illegal"),
        ("1 card", "R1 R2", "syntax"),
        ("1 card", "5", "syntax"),
        ("2 cards", "R1 R1", "illegal"),
    ],
)
def test_an_answer_that_is_refused(form: str, text: str, code: str) -> None:
    table = Directed(players=("Ana", "Bo"), **OPTIONS).say("deal 2 from deck to Ana", "out Bo")
    assert table.say(f"ask Ana: x = {form}").code(text, by="Ana") == code


@pytest.mark.parametrize("name", ["A:B", "A&B", "A,B", "Jo in", "all", "Ana and Bo", "Draw"])
def test_names_that_no_player_may_have(name: str) -> None:
    assert GAME.check_player(name)
    assert not GAME.check_player(f"x{name[0]}")


def test_the_refusal_of_a_name_says_which_there_are(table: Directed) -> None:
    assert table.error("shuffle bag") == (
        'No pile or player is called "bag". Name Ana, Anders, Finn Lee, deck or table.'
    )
