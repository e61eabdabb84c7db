"""What stands on the board and on the tables in each phase: blocks of text."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from arcanoid_table import NAMES, Table, deal, dealt
from on_a_sheet import assert_in_place, stages

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.state import VARIANTS
from umpire.match import Header, Match, begin, judge
from umpire.sheets.template import find_template

TEMPLATE = find_template(GAME.id)


def text(table: Table, name: str, viewer: str | None = None) -> str:
    ((only,),) = table.shown(viewer)[name]
    return str(only)


def cells(table: Table, name: str, viewer: str | None = None) -> list[str]:
    """What stands in a block, cell by cell."""
    return [cell for row in table.shown(viewer)[name] for cell in row if cell]


def part(shown: Any, name: str) -> list[tuple[str, ...]]:
    """The rows of a block that is in two parts."""
    return [*shown[f"{name}_1"], *shown[f"{name}_2"]]


def column(table: Table) -> list[str]:
    """Who stands in the table, in order."""
    return [name for (name,) in part(table.shown(None), "actors")[::2] if name]


def line(table: Table, actor: str, name: str, viewer: str | None = None) -> list[str]:
    """What stands in both rows of an actor under a heading: the upper cells, then the lower."""
    shown = table.shown(viewer)
    at = [name for (name,) in part(shown, "actors")].index(actor)
    return [cell for cells in part(shown, name)[at : at + 2] for cell in cells if cell]


def on(table: Table, actor: str, field: int, viewer: str | None = None) -> list[str]:
    """What an actor has on a field: the cards, and below them what they are."""
    shown = table.shown(viewer)
    at = [name for (name,) in part(shown, "actors")].index(actor)
    cells = [row[4 * field : 4 * field + 4] for row in part(shown, "fields")[at : at + 2]]
    return [cell for row in cells for cell in row if cell]


def records(table: Table, viewer: str | None = None) -> dict[str, str]:
    """The cards that lie open or were shown, by what is said of them."""
    shown = table.shown(viewer)
    told = zip(part(shown, "records"), part(shown, "record_cards"), strict=True)
    return {text: " ".join(cards).strip() for (text,), cards in told if text}


# Sizes and places


def random_match(seed: int, players: int, *, gaza: bool) -> list[Match]:
    """A random match as it stood after each line."""
    luck = random.Random(seed)
    options = {"rounds": 1, "gaza": gaza, "variant": luck.choice(list(VARIANTS)), "clock": False}
    match = begin(Header(GAME.id, NAMES[:players], options), GAME).match
    return [*stages(match, luck, seconds=0)]


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("gaza", [False, True])
def test_every_block_has_its_place_and_its_size(players: int, gaza: bool) -> None:
    """In every phase, for every number of players, on the board and on every table."""
    matches = random_match(players, players, gaza=gaza)
    some = random.Random(players).sample(matches, 12)
    assert_in_place(GAME, [*matches[:2], *some, matches[-1]])


def test_blocks_are_the_same_size_for_two_and_for_ten() -> None:
    sizes = [
        {name: [len(line) for line in block] for name, block in table.shown("Ana").items()}
        for table in (Table(2), Table(10, gaza=True), dealt("", ""), dealt("15", "").say("devil"))
    ]
    assert all(size == sizes[0] for size in sizes)


# What is going on


def test_the_board_tells_round_variant_turn_and_piles() -> None:
    table = Table(2, rounds=3, gaza=True)
    assert text(table, "subtitle").startswith("Round 1 of 3: Ana starts, variant MAINZ with USA.")
    table = dealt("9", "").say("hermit")
    assert text(table, "subtitle") == (
        "Round 1 of 1: Ana's turn, variant DRESDEN. The deck has 65 cards, the discard "
        "pile 0. Ana has 3 extra moves."
    )
    assert "Ana's extra move" in text(table.say("hermit"), "subtitle")
    assert "The deck is closed" in text(dealt("13", "").say("death"), "subtitle")


def test_a_table_tells_them_apart() -> None:
    table = dealt("9", "").say("hermit")
    assert text(table, "title", "Ana") == "Round 1 of 1: your turn"
    assert text(table, "title", "Bo") == "Round 1 of 1: Ana's turn"
    assert text(table, "variant", "Bo") == "variant DRESDEN"
    assert text(table, "deck", "Bo") == "65"
    assert text(table, "discarded", "Bo") == "0"
    assert text(dealt("13", "").say("death"), "deck", "Bo") == "closed"


def test_at_the_end_the_winner_is_named() -> None:
    table = dealt("", "").umpire("forfeit Bo")
    assert text(table, "subtitle").startswith("Ana has won the match")
    assert line(table, "Ana", "actors") == ["Ana", "★ winner"]
    table = dealt("", "").played_out()
    assert line(table, "Ana", "actors") == ["Ana", "★ winner"]
    assert line(table, "Ana", "won") == ["4"]
    assert line(table, "Ana", "won_on") == ["swords 1, staves 1, cups 1, coins 1"]
    for viewer in (None, "Bo"):
        assert cells(table, "rounds", viewer) == ["Round 1"]
        assert cells(table, "rounds_won", viewer) == ["Ana"] * 4


def test_trumps_on_the_table() -> None:
    table = dealt("8 14", "11", top="C1 C2 C3 C4 C5 21").say("justice", "temperance cups")
    table.say("strength one")
    assert cells(table, "trumps", "Bo") == ["8", "11", "14"]
    assert cells(table, "trump_names", "Bo") == ["Justice", "Strength", "Temperance"]
    assert records(table)["Trumps on the table"] == "8 11 14"
    assert text(table, "subtitle", "Bo") == "Ana has tempered cups."
    assert cells(dealt("15", "").say("devil"), "trumps", "Bo") == ["15"]
    assert records(table)["Justice, for everybody to use"] == "C1 C2 C3 C4 C5 21"
    assert records(dealt("", "")) == {"nothing yet": ""}
    assert "Justice: C1 C2 C3 C4 C5 21" in text(table, "beside", "Bo")


def test_a_poll_on_the_deck_names_those_who_said_yes() -> None:
    table = dealt("", "")
    while table.kind != "refill":
        table.idle()
    assert "refill" not in text(table, "subtitle")
    who = table.match.pending[0].by
    assert text(table.say("yes"), "subtitle").endswith(f"To refill the deck: yes from {who}.")


# The fields


@pytest.mark.parametrize(
    ("hand", "move", "shown"),
    [
        ("S4 S6 S7", "commit swords S4 S6 S7", ["S4", "S6", "S7", "numbers 17"]),
        (
            "S2 S3 S4 S6 S7",
            "commit swords S2 S3 S4 S6 S7",
            ["S2", "S3", "S4", "+2", "numbers 22, with S6 S7"],
        ),
        ("SJ", "commit swords SJ", ["SJ", "knave 14.5"]),
        ("SN S1", "commit swords SN S1", ["S1", "SN", "knight 17.5"]),
        ("SQ SK", "commit swords SQ SK", ["SQ", "SK", "queen and king"]),
        ("SQ 6", "commit swords SQ 6", ["SQ", "6", "with the Lovers"]),
        (
            "3 4",
            "commit swords+cups 3 4",
            ["3", "4", "Empress and Emperor, also on cups"],
        ),
        ("21", "world swords", ["21", "the World"]),
        ("", "abdicate swords", ["abdicated 1st"]),
        ("20", "judgment me swords", ["20", "abdicated 1st: Judgment"]),
        ("21", "discard 21", []),
    ],
)
def test_what_lies_on_a_field(hand: str, move: str, shown: list[str]) -> None:
    table = dealt(hand, "").turn(move)
    for viewer in (None, "Ana", "Bo"):
        assert [cell.removesuffix(" ◂") for cell in on(table, "Ana", 0, viewer)] == shown


def test_what_was_laid_down_last_is_marked() -> None:
    table = dealt("S4", "", variant="MAINZ").turn("abdicate coins")
    assert on(table, "Ana", 3) == ["abdicated 1st ◂"]
    table.say("abdicate cups")
    assert (on(table, "Ana", 3), on(table, "Bo", 2)) == (["abdicated 1st"], ["abdicated 2nd ◂"])


@pytest.mark.parametrize(
    ("number", "told"),
    [(3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"), (32, "32nd")],
)
def test_abdications_are_numbered_in_words(number: int, told: str) -> None:
    table = dealt("", "").turn("abdicate swords")
    seat = table.match.state.seats["Ana"]
    (laid, *others) = seat.fields
    seat = seat.replace(fields=(laid._replace(number=number), *others))
    state = table.match.state
    table.match = replace(table.match, state=state.replace(seats={**state.seats, "Ana": seat}))
    assert on(table, "Ana", 0) == [f"abdicated {told} ◂"]


def test_what_is_about_to_be_committed_is_marked() -> None:
    table = dealt("C9", "0").say("commit cups C9")
    for viewer in (None, "Ana", "Bo"):
        assert on(table, "Ana", 2, viewer) == ["C9?", "about to commit ◂"]
    assert line(table, "Bo", "actors") == ["Bo", "to answer"]


def test_a_secret_is_only_counted_for_others() -> None:
    table = dealt("S4 S6 S7", "", variant="KOBLENZ").say("secret swords S4 S6 S7")
    assert on(table, "Ana", 0, "Bo") == ["?", "?", "?", "about to commit ◂"]
    table.passed()
    assert on(table, "Ana", 0) == on(table, "Ana", 0, "Bo")
    assert on(table, "Ana", 0, "Bo") == ["?", "?", "?", "3 cards, face down ◂"]
    assert on(table, "Ana", 0, "Ana") == ["S4", "S6", "S7", "numbers 17, face down ◂"]


def test_heads_tell_what_is_tempered_or_closed_to_the_world() -> None:
    table = dealt("14", "").turn("temperance cups", "abdicate coins")
    assert cells(table, "heads") == ["S  swords", "T  staves", "C  cups  tempered", "O  coins  ●"]


def test_actors_stand_in_playing_order_a_daemon_under_its_masters_name() -> None:
    table = dealt("", "15", "", gaza=True)
    assert column(table) == ["Ana", "Bo", "USA"]
    table.idle().say("devil")
    assert column(table) == ["Ana", "Bo's daemon", "Bo", "USA"]
    assert column(Table(3)) == ["Ana", "Bo", "Cy"], "before the deal too"


def test_who_is_out_stands_last_with_what_was_won() -> None:
    table = dealt("", "", "", rounds=2).played_out().umpire("forfeit Ana")
    table.say(deal("", ""))
    assert column(table) == ["Bo", "Cy", "Ana"]
    assert line(table, "Ana", "holds") == ["out"]
    assert line(table, "Ana", "won") == ["4"]


def test_what_everybody_holds_and_has_open() -> None:
    table = dealt("11 7 9 C2 C3 15", "", "", top="S1 S2").say("strength two")
    table.until("Ana").say("chariot C2 C3").until("Ana").say("hermit")
    assert records(table)["Ana: visible"] == "S1 S2"
    assert records(table)["Ana: Chariot"] == "7 C2 C3"
    assert "Ana has 3 extra moves." in text(table, "subtitle")
    assert line(table, "Bo", "holds") == ["6", "cards"]
    assert line(table, "Ana", "actors") == ["Ana", "to answer"]
    table.until("Ana").say("devil")
    assert records(table)["Ana's daemon: hand"].split() == table.seat("daemon")["hand"]
    assert line(dealt("", "", "").umpire("forfeit Ana"), "Ana", "holds") == ["out"]


def test_a_pledge_and_cards_turned_up_are_shown() -> None:
    table = dealt("9", "8 C9", "", top="S1 0 S2 S3 S4 S5 S6").say("hermit", "pass", "justice")
    table.say("commit cups C9", "pass", "pass", "pledge")
    assert "Ana has 3 extra moves, pledged before Ana." in text(table, "subtitle")
    table = dealt("5", "", "C2 C3 T4 T5 T6 21", gaza=True).say("hierophant cups")
    assert records(table)["USA: turned up"] == "T4 T5 T6 C2 C3 21"


@pytest.mark.parametrize(
    ("hands", "says", "due"),
    [
        (("", ""), (), "to move"),
        (("10", ""), ("wheel",), "to discard"),
        (("18", "", "C2"), ("moon O2",), "to call"),
        (("9", ""), ("hermit",), "to answer"),
    ],
)
def test_who_is_asked_is_marked_with_what(
    hands: tuple[str, ...], says: tuple[str, ...], due: str
) -> None:
    table = dealt(*hands, top="O2" if due == "to call" else "").say(*says)
    assert line(table, "Ana", "actors") == ["Ana", due]


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("viewer", [None, "Ana"])
def test_battles_won_stand_beside_each_player(players: int, viewer: str | None) -> None:
    table = Table(players, rounds=4)
    for _ in range(3):
        table.say(deal(*[""] * players)).played_out()
    for name in NAMES[:players]:
        total = table.state["score"][name]["total"]
        assert line(table, name, "won", viewer) == [str(total)]


# What was shown


def test_public_reveals_stand_on_every_screen() -> None:
    table = dealt("5 17 C2", "").say("hierophant cups", "star S9")
    for viewer in (None, "Ana", "Bo"):
        shown = records(table, viewer)
        assert shown["Ana's Hierophant: Ana has"] == "C2"
        assert shown["Ana's Star: nobody has it"] == "S9"
    table = dealt("5", "").say("hierophant fool")
    assert records(table) == {"Ana's Hierophant: nobody has the Fool": ""}


def test_what_a_player_alone_has_seen_stands_on_the_own_table() -> None:
    table = dealt("2", "S1 S2 S3 S4 S5 S6", "").say("priestess Bo")
    assert records(table, "Ana") == {"Ana's Priestess: Bo has": "S1 S2 S3 S4 S5 S6"}
    for viewer in (None, "Bo", "Cy"):
        assert "Priestess" not in json.dumps(table.shown(viewer))
    table = dealt("2 13 12", "", "").say("death").until("Ana").say("hanged Bo", "abdicate coins")
    table.until("Ana").say("priestess Bo")
    assert records(table, "Ana") == {"Ana's Priestess: Bo has no cards": ""}


def test_more_cards_than_stand_in_a_row_go_on_in_the_next() -> None:
    table = dealt("11 C2 C3 C4 C5 C6", "", "5", top="C7 C8").say("strength one")
    table.until("Cy").say("hierophant cups")
    rows = [" ".join(cells).strip() for cells in part(table.shown(None), "record_cards")]
    assert rows[:2] == ["11", "C2 C3 C4 C5 C6 C7"]
    assert rows[2] == "C8"


# A player's table


def test_a_table_has_the_own_hand_oldest_first_with_names_of_trumps() -> None:
    table = dealt("S9 21 C2 2 TK 17", "")
    assert cells(table, "hand_1", "Ana") == ["S9", "21", "C2", "2", "TK", "17"]
    names = ["swords", "World", "cups", "Priestess", "staves", "Star"]
    assert cells(table, "suits_1", "Ana") == names
    assert text(table, "hand_title", "Ana") == "Your hand: 6 cards, oldest first"
    assert "hand_1" not in table.shown(None)
    table = dealt("11", "", top="S1 S2").say("strength one")
    assert len(cells(table, "hand_1", "Ana") + cells(table, "hand_2", "Ana")) == 7


def test_a_table_has_the_own_strength_chariot_and_daemon() -> None:
    table = dealt("11 7 C2", "", top="S1 21").say("strength two").idle().say("chariot C2")
    assert text(table, "beside", "Ana") == "Visible: S1 21. Chariot: C2"
    table = dealt("15", "").say("devil")
    daemon = table.seat("daemon")["hand"]
    assert text(table, "beside", "Ana") == f"Your daemon: {' '.join(daemon)}"
    assert text(table, "beside", "Bo") == ""
    table.passed().idle()
    assert table.actor == "daemon"
    assert cells(table, "hand_1", "Ana") == daemon
    assert text(table, "hand_title", "Ana") == "Your daemon's hand: 6 cards, oldest first"
    assert text(table, "beside", "Ana") == f"Your hand: {table.hand('Ana')}"


def test_a_table_of_one_who_is_out_or_finished() -> None:
    table = dealt("", "", "", rounds=2).umpire("forfeit Ana").played_out().say(deal("", ""))
    assert text(table, "hand_title", "Ana") == "You are out of the match"
    assert cells(table, "hand_1", "Ana") == []
    table = dealt("", "", rounds=2)
    assert text(Table(2), "hand_title", "Ana") == ""
    while len(table.free("Ana")):
        table.until("Ana").say(f"abdicate {table.free('Ana')[0]}")
    assert text(table, "hand_title", "Ana") == "You are finished in this round"
    assert line(table, "Ana", "holds") == ["finished"]


# The page of rules


def examples() -> list[str]:
    """Lines of the tab Rules that are to be typed."""
    rules = TEMPLATE.tables[-1]
    typed = [
        line
        for area in rules.areas
        if area.style == ["code"]
        for _, words in area.texts()
        for line in words.split("\n")
    ]
    first = typed.index("discard S4")
    return typed[first : typed.index("me")]


@pytest.mark.parametrize("line", examples())
def test_each_example_on_the_page_of_rules_parses_where_it_is_asked(line: str) -> None:
    polled = dealt("", "")
    while polled.kind != "refill":
        polled.idle()
    tables = [dealt("", ""), dealt("C9", "").say("commit cups C9"), polled]
    codes = {
        judge(table.match, {"t": 0, "by": owed.by, "say": line}).code
        for table in tables
        for owed in table.match.pending
    }
    assert codes & {None, "illegal"}, line


def test_the_page_of_rules_has_examples_of_every_kind() -> None:
    assert len(examples()) > 30
