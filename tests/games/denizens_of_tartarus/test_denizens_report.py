"""The report's state in every phase, its order and shape; views; forfeits; what is asked."""

import pytest
from tartarus import DEALS, PLAYERS, STARTS, Table, at, board, laid, won

import umpire
from umpire.games.denizens_of_tartarus import GAME
from umpire.match import ask

UNTOUCHED = board()["modules"] | {
    "Matching": {"won": None, "points": {"Ana": 0, "Bo": 0}, "card": None}
}
PHASES = {"seats": 0, "ban": 1, "declare": 4, "turn": 5}
SAID = ("first", "a", "b", "c", "set")


def in_phase(phase: str) -> Table:
    if phase == "deal":
        return Table().say(DEALS[0])
    return Table(decider="Ana", configurations=STARTS).say(*SAID[: PHASES[phase]])


ASKED = {
    "seats": "Will you be Player 1 or Player 2, and on the left or on the right?",
    "deal": "Deal configuration B: Player 1's hand, Player 2's hand and the deck. "
    "Example: R1 Y2 G3 | B1 P2 R3 | and the other 19 cards.",
    "ban": "Which configuration do you ban: A, B, C or D?",
    "declare": "Which module do you close to Ana for turn 1, or none?",
    "turn": "Play a card on Balance, Order, Matching, Stones, Pair or Shuffle.",
}


@pytest.mark.parametrize("phase", ["seats", "deal", "ban"])
def test_before_the_bans_are_done_nothing_is_dealt_to_hands(phase: str) -> None:
    state = in_phase(phase).state
    assert state["hands"] == {"Ana": [], "Bo": []}
    assert state["deck"] == []
    assert state["modules"] == UNTOUCHED
    assert (state["configuration"], state["turn"], state["to_move"]) == (None, 0, None)
    assert state["recent"] == {"Ana": None, "Bo": None}
    assert state["closed"] == []


def test_given_configurations_are_there_from_the_start_on() -> None:
    assert Table(configurations=STARTS).state["configurations"] == STARTS
    assert Table(decider="Ana", configurations=STARTS).state["configurations"] == STARTS


@pytest.mark.parametrize("phase", ASKED)
@pytest.mark.parametrize("loser", PLAYERS)
def test_a_forfeit_ends_the_match_and_changes_nothing_else(phase: str, loser: str) -> None:
    table = in_phase(phase)
    before = table.state
    table.umpire(f"forfeit {loser}")
    assert not table.match.pending
    assert table.outcome == ({"Ana": "Bo", "Bo": "Ana"}[loser], "forfeit")
    assert table.state == before | {
        "phase": "over",
        "to_move": None,
        "blocked": None,
        "closed": [],
    }


def test_a_match_won_by_modules_leaves_the_board_as_it_was_won() -> None:
    modules = won(Stones="Ana", Pair="Ana") | {"Matching": {"points": {"Ana": 2}, "card": "R1"}}
    table = at(board(modules=modules, turn=31)).say("R1 matching; mulligan Y2")
    state = table.state
    assert (state["phase"], state["turn"], state["to_move"]) == ("over", 31, None)
    assert (state["blocked"], state["closed"]) == (None, [])
    assert state["recent"]["Ana"] == "Matching"
    assert state["spirits"]["Ana"]["normal"] == 0
    assert len(state["hands"]["Ana"]) == 3
    assert table.sentences[-1] == "Ana wins the match with Matching, Stones and Pair."


def test_hands_and_lights_are_sorted_and_set_is_in_the_order_played() -> None:
    order = {"lights": {"Bo": ["Purple", "Red"]}}
    cards = {"cards": laid("Bo P5", "Ana B2")}
    state = at(board(ana="P5 R2 R1", bo="G1 Y5 Y4", modules={"Order": order, "Set": cards})).state
    assert state["hands"] == {"Ana": ["R1", "R2", "P5"], "Bo": ["Y4", "Y5", "G1"]}
    assert state["modules"]["Order"]["lights"]["Bo"] == ["Red", "Purple"]
    assert [one["card"] for one in state["modules"]["Set"]["cards"]] == ["P5", "B2"]


def test_lists_of_modules_are_in_the_order_of_the_modules() -> None:
    position = board(
        blocks_made={"Ana": ["Shuffle", "Balance"]},
        blocked="Balance",
        recent=("Stones", "Order"),
    ) | {"blocks_made": {"Ana": ["Shuffle", "Order"], "Bo": ["Shuffle", "Balance"]}}
    state = at(position).state
    assert state["blocks_made"] == {"Ana": ["Order", "Shuffle"], "Bo": ["Balance", "Shuffle"]}
    assert state["closed"] == ["Balance", "Order", "Stones"]


@pytest.mark.parametrize("viewer", [None, *PLAYERS])
def test_only_given_configurations_are_hidden_and_only_before_the_seats(viewer: str | None) -> None:
    hidden = in_phase("seats")
    assert hidden.seen(viewer) == hidden.state | {"configurations": None}
    for phase in ("deal", "ban", "declare", "turn"):
        table = in_phase(phase)
        assert table.seen(viewer) == table.state


@pytest.mark.parametrize("viewer", [None, *PLAYERS])
def test_an_end_before_the_seats_shows_no_configurations_until_the_match_is_closed(
    viewer: str | None,
) -> None:
    match = umpire.begin(GAME, PLAYERS, {"decider": "Ana", "configurations": STARTS})
    match = umpire.say(match, "umpire", "forfeit Bo").match
    whole = umpire.report(match)
    hidden = whole["state"] | {"configurations": None}
    assert umpire.view(match, viewer) == whole | {"state": hidden}
    assert umpire.say(match, "umpire", "undo").match.pending[0].by == "Ana"
    closed = umpire.say(match, "umpire", "close").match
    assert umpire.view(closed, viewer) == umpire.report(closed)
    assert len(umpire.view(closed, viewer)["state"]["configurations"]) == 4


@pytest.mark.parametrize("viewer", [None, *PLAYERS])
def test_given_configurations_are_options_that_are_known_from_the_seats_on(
    viewer: str | None,
) -> None:
    options = {"decider": "Ana", "configurations": STARTS}
    before, after = in_phase("seats"), in_phase("ban")
    seen = GAME.seen_by(before.match.state, viewer)
    assert GAME.known_options(seen, options) == {"decider": "Ana"}
    assert GAME.known_options(GAME.seen_by(after.match.state, viewer), options) == options


def test_a_view_before_the_seats_tells_nothing_of_the_configurations() -> None:
    given, other = (Table(decider="Bo", configurations=starts) for starts in (STARTS, STARTS[::-1]))
    dealt_later = Table(decider="Bo")
    states = [table.match.state for table in (given, other, dealt_later)]
    views = [GAME.seen_by(state, "Bo") for state in states]
    assert views[0] == views[1] == views[2]
    assert given.seen("Bo") == other.seen("Bo") == dealt_later.seen("Bo")
    assert states[0] != states[1]
    assert given.asked == other.asked == dealt_later.asked


@pytest.mark.parametrize("phase", ASKED)
def test_what_is_asked_is_one_public_decision(phase: str) -> None:
    table = in_phase(phase)
    assert table.kind == phase
    assert ask(table.match, table.match.pending[0]) == ASKED[phase]
    assert (table.asked.rule, table.asked.is_secret) == ("first", False)


def test_events_are_public_sentences() -> None:
    table = Table(decider="Bo")
    told = []
    for text in ("first", *DEALS, "a", "b", "c", "set"):
        table.say(text)
        told += table.sentences
    assert told[0] == "Bo is Player 1 and Ana is Player 2. Bo is on the left."
    assert told[1] == f"Configuration A: {DEALS[0]}."
    assert told[-2:] == [
        "Configuration D is played. Bo holds R3 G2 P1, Ana holds Y2 B1 P3.",
        "Ana closes Set to Bo for turn 1.",
    ]
    assert all(sentence.endswith(".") for sentence in told)


def test_events_name_who_did_what_with_which_cards() -> None:
    modules = won(Stones="Ana", Pair="Ana") | {"Matching": {"points": {"Ana": 2}, "card": "R1"}}
    table = at(board(modules=modules, top="P3 P4 B5")).say("R1 matching; mulligan Y2")
    assert [(event.by, event.kind, event.pieces) for event in table.events] == [
        ("Ana", "move", ("R1",)),
        ("Ana", "result", ()),
        ("Ana", "move", ("Y2", "P4")),
        ("Ana", "result", ()),
    ]
    table = at(board(top="P3 P4 B5")).say("G3 stones draw module R1")
    assert (table.events[0].pieces, table.events[0].end) == (("G3",), "drew P3 P4")
    dealt = Table().say(DEALS[0]).events[0]
    assert (dealt.by, dealt.kind, len(dealt.pieces)) == (None, "deal", 25)
