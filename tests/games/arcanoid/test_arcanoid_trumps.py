"""Each trump with its own effect, sentence by sentence; what is special about two is a note."""

import pytest
from arcanoid_table import dealt
from text_blocks import meanings

from umpire.games.arcanoid.trumps import PLAYED

PLAIN = [(trump.card, trump.example) for trump in PLAYED.values()]


@pytest.mark.parametrize(("card", "text"), PLAIN)
def test_a_trump_must_be_usable(card: str, text: str) -> None:
    table = dealt("", card)
    assert table.code(text) == "illegal"
    assert dealt("", card).idle().code(f"discard {card}") is None


@pytest.mark.parametrize("card", ["0", "1", "3", "4", "6", "21"])
def test_the_others_can_be_discarded_and_loaded(card: str) -> None:
    table = dealt(f"7 {card}", "")
    assert table.code(f"discard {card}") is None
    assert table.code(f"chariot {card}") is None
    assert table.code(card) == "syntax"


AGAIN = [("2", "priestess Bo"), ("5", "hierophant cups"), ("8", "justice")]
ONCE = [
    ("7", "chariot"),
    ("9", "hermit"),
    ("11", "strength two"),
    ("12", "hanged Bo"),
    ("13", "death"),
    ("14", "temperance cups"),
    ("15", "devil"),
    ("17", "star O9"),
    ("20", "judgment Bo cups"),
]


@pytest.mark.parametrize(("card", "text"), AGAIN)
def test_after_these_the_same_actor_moves_again_after_completing(card: str, text: str) -> None:
    table = dealt(card, "", top="S1 S2 S3 S4 S5 S6 S7 S8").say(text)
    assert table.owing == [("Ana", "move")]
    assert len(table.hand("Ana").split()) == 6
    assert table.state["turn"] == {"actor": "Ana", "extra": False}


@pytest.mark.parametrize(("card", "text"), ONCE)
def test_after_these_the_turn_is_over(card: str, text: str) -> None:
    assert dealt(card, "").say(text).passed().owing == [("Bo", "move")]


WHERE_TRUMPS_GO = """
discard <- 2 priestess Bo ~ 5 hierophant cups ~ 10 wheel ~ 12 hanged Bo ~ 13 death
discard <- 17 star O9 ~ 18 moon O9 ~ 19 sun O9
aside <- 8 justice ~ 11 strength one
"""


@pytest.mark.parametrize(("text", "where"), meanings(WHERE_TRUMPS_GO))
def test_where_a_trump_goes(text: str, where: str) -> None:
    card, _, move = text.partition(" ")
    assert card in dealt(card, "").say(move).state[where]


# 5 the Hierophant


@pytest.mark.parametrize(
    ("call", "ana", "bo"),
    [
        ("cups", ["C2"], ["CK"]),
        ("swords", [], ["S1"]),
        ("trumps", ["4"], ["21"]),
        ("fool", [], ["0"]),
        ("staves", [], []),
    ],
)
def test_hierophant_all_show_what_was_called(call: str, ana: list[str], bo: list[str]) -> None:
    table = dealt("5 C2 4", "S1 0 21 CK").say(f"hierophant {call}")
    (shown,) = table.seen(None)["reveals"]
    assert (shown["target"], shown["to"]) == (call, None)
    assert list(shown["cards"].items()) == [("Ana", ana), ("Bo", bo)]


def test_hierophant_shows_hands_only_in_playing_order_of_active_players() -> None:
    table = dealt("11", "5", "", top="C1 C2 C3").say("strength two").umpire("forfeit Cy")
    shown = table.say("hierophant cups").state["reveals"][0]["cards"]
    assert list(shown.items()) == [("Ana", ["C3"]), ("Bo", [])]


def test_hierophant_turns_up_all_cards_of_usa() -> None:
    table = dealt("5", "", "C2 S2 S3 T2 T3 21", gaza=True).say("hierophant cups")
    everything = ["C2", "S2", "S3", "T2", "T3", "21"]
    assert table.state["reveals"][0]["cards"]["USA"] == everything
    assert sorted(table.seen(None)["seats"]["USA"]["up"]) == sorted(everything)


# 7 the Chariot


def test_chariot_is_laid_down_with_cards_that_all_see() -> None:
    table = dealt("7 C2 C3", "").say("chariot C3 C2")
    assert table.seen("Bo")["seats"]["Ana"]["chariot"] == ["C2", "C3"]
    assert len(table.hand("Ana").split()) == 6


@pytest.mark.parametrize("text", ["chariot", "chariot none"])
def test_chariot_may_be_empty(text: str) -> None:
    assert dealt("7", "").say(text).seat("Ana")["chariot"] == []


@pytest.mark.parametrize("text", ["chariot 7", "chariot C2 C2", "chariot S9", "chariot C2 7"])
def test_chariot_is_not_laid_down_with_cards_that_are_not_there(text: str) -> None:
    assert dealt("7 C2", "S9").code(text) == "illegal"


def test_chariot_is_added_to() -> None:
    table = dealt("7 C2 C3 C4", "").say("chariot C2").idle().say("chariot add C4 C3")
    assert table.seat("Ana")["chariot"] == ["C2", "C3", "C4"]
    assert table.owing == [("Bo", "move")]


@pytest.mark.parametrize("text", ["chariot add C2", "chariot commit cups C3", "chariot discard"])
def test_chariot_must_lie_there_for_later_moves(text: str) -> None:
    table = dealt("7 C2 C3", "")
    assert table.code(text) == "illegal"
    assert table.say("chariot C2").code(text) == "illegal", "and it is Ana's alone"


def test_chariot_is_discarded_with_its_load() -> None:
    table = dealt("7 C2 C3", "").say("chariot C2 C3").idle().say("chariot discard")
    assert table.seat("Ana")["chariot"] is None
    assert {"7", "C2", "C3"} <= set(table.state["discard"])


def test_chariot_commits_its_whole_load_with_cards_from_the_hand() -> None:
    table = dealt("7 C2 C3 C4", "").say("chariot C2 C3").idle()
    table.say("chariot commit cups C4")
    assert table.state["attempt"]["cards"] == ["C2", "C3", "C4"]
    assert (table.seat("Ana")["chariot"], "7" in table.state["discard"]) == (None, True)
    assert table.passed().field("Ana", "cups")["value"] == 9


@pytest.mark.parametrize(
    "text", ["chariot commit swords", "chariot commit cups S2", "chariot commit cups C2 C2"]
)
def test_chariot_load_must_fit_together(text: str) -> None:
    assert dealt("7 C2 S2", "").say("chariot C2").idle().code(text) == "illegal"


def test_chariot_commits_a_load_whose_cards_are_named_as_well() -> None:
    table = dealt("7 C2 C3", "").say("chariot C2").idle().say("chariot commit cups C2 C3")
    assert table.state["attempt"]["cards"] == ["C2", "C3"]


def test_chariot_holds_more_than_six_cards() -> None:
    table = dealt("7 C1 C2 C3 C4 C5", "", top="C6 C7 C8 C9 C10 T1 T2 T3", variant="MAINZ")
    table.say("chariot C1 C2 C3 C4 C5", "discard O9", "chariot commit cups C6 C7 C8 C9 C10")
    assert table.passed().field("Ana", "cups")["value"] == sum(range(1, 11))


# 8 Justice


def test_justice_opens_six_cards_for_all() -> None:
    table = dealt("8", "C9", top="C1 C2 C3 C4 C5 C6 T1 T2").say("justice")
    assert table.seen(None)["justice"]["cards"] == ["C1", "C2", "C3", "C4", "C5", "C6"]
    assert table.hand("Ana").endswith("T1"), "Justice is completed first"
    table.idle().turn("commit cups C9 C5")
    assert table.field("Bo", "cups")["value"] == 14
    assert len(table.state["justice"]["cards"]) == 6


# 9 the Hermit


def test_hermit_gives_three_extra_moves_of_which_none_must_be_made() -> None:
    table = dealt("9", "").say("hermit")
    assert table.state["hermit"] == {"by": "Ana", "left": 3, "pledged": []}
    table.say("hermit")
    assert table.state["turn"] == {"actor": "Ana", "extra": True}
    assert table.state["hermit"]["left"] == 2, "it counts from its start"
    table.say(f"discard {table.hand('Ana').split()[0]}", "pass")
    assert table.owing == [("Bo", "move")]
    assert table.idle().owing == [("Ana", "move")], "after Bo's turn Ana was asked and passed"


def test_hermit_goes_when_its_owner_is_finished() -> None:
    table = dealt("9", "").say("hermit")
    for suit in ("swords", "staves", "cups", "coins"):
        table.until("Ana").say(f"abdicate {suit}")
    assert (table.state["hermit"], "9" in table.state["discard"]) == (None, True)


# 10 the Wheel


def test_wheel_from_the_hand() -> None:
    table = dealt("10", "", top="S1 S2 S3 S4 S5").say("wheel")
    assert table.owing == [("Ana", "wheel")]
    assert table.state["wheel"] == {
        "actor": "Ana",
        "count": 4,
        "drawn": ["S1", "S2", "S3", "S4", "S5"],
        "face_up": None,
        "from": "hand",
    }
    assert table.seen("Bo")["wheel"]["drawn"] == 5
    assert table.seen("Ana")["wheel"]["drawn"] == ["S1", "S2", "S3", "S4", "S5"]
    table.say("discard S1 S2 OK OQ")
    assert len(table.hand("Ana").split()) == 6
    assert table.state["wheel"] is None


@pytest.mark.parametrize(("left", "owed"), [(5, 4), (4, 3), (3, 2), (2, 1), (1, 0)])
def test_wheel_draws_what_there_is(left: int, owed: int) -> None:
    table = dealt("10 S1", "")
    while len(table.state["deck"]) > left:
        table.idle()
    if table.actor != "Ana":
        table.say("abdicate swords")
    assert len(table.state["deck"]) == left
    table.say("wheel", "no")
    if owed:
        assert (table.kind, table.state["wheel"]["count"]) == ("wheel", owed)
        table.say("discard " + " ".join(table.hand("Ana").split()[:owed]))
    assert table.owing == [("Bo", "move")]
    assert len(table.hand("Ana").split()) == 6


# 11 Strength


@pytest.mark.parametrize("word", ["one", "hidden", "1"])
def test_strength_one(word: str) -> None:
    seat = dealt("11", "").say(f"strength {word}").seat("Ana")
    assert (len(seat["hand"]), seat["size"], seat["visible"]) == (7, 7, [])


@pytest.mark.parametrize("word", ["two", "visible", "2"])
def test_strength_two(word: str) -> None:
    table = dealt("11 S5", "", top="C1 C2 T1").say(f"strength {word}")
    seat = table.seen("Bo")["seats"]["Ana"]
    assert (seat["hand"], seat["visible"], seat["visible_size"]) == (6, ["C1", "C2"], 2)
    table.idle().say("discard C1")
    assert len(table.seat("Ana")["visible"]) == 2, "it is renewed"


# 12 the Hanged Man


def test_hanged_man_on_another_and_on_oneself() -> None:
    table = dealt("12", "S1 S2 S3 S4 S5 S6", top="T1 T2 T3 T4 T5 T6 T7").say("hanged Bo")
    assert table.hand("Bo") == "T1 T2 T3 T4 T5 T6"
    assert {"S1", "S6", "12"} <= set(table.state["discard"])
    table = dealt("12", "", top="T1 T2 T3 T4 T5 T6").say("hanged me")
    assert table.hand("Ana") == "T1 T2 T3 T4 T5 T6"


def test_hanged_man_on_usa_loses_what_was_turned_up() -> None:
    table = dealt("5", "12", "", gaza=True).say("hierophant cups").idle().say("hanged usa")
    assert table.seat("USA")["up"] == []


# 13 Death


def test_death_discards_the_deck_which_is_closed() -> None:
    table = dealt("13 14", "").say("death")
    assert (table.state["deck"], table.state["closed"]) == ([], True)
    assert len(table.state["discard"]) == 78 - 12 + 1
    assert len(table.hand("Ana").split()) == 5
    table.idle()
    assert table.code("temperance cups") == "illegal", "for that the deck must not be empty"


def test_death_has_no_effect_on_a_closed_deck() -> None:
    table = dealt("13 S1", "")
    while table.kind != "refill":
        table.idle()
    table.say("no")
    pile = len(table.until("Ana").state["discard"])
    assert len(table.say("death").state["discard"]) == pile + 1


# 14 Temperance


@pytest.mark.parametrize("before", ["abdicate cups", "commit cups C9", "judgment me cups"])
def test_temperance_needs_a_field_without_own_cards(before: str) -> None:
    table = dealt("14 C9 20", "").turn(before).idle()
    refused = "illegal" if before.startswith("commit") else None
    assert table.code("temperance cups") == refused
    assert table.code("temperance swords") is None


def test_temperance_goes_when_its_owner_is_finished() -> None:
    table = dealt("14", "").say("temperance cups")
    for suit in ("swords", "staves", "coins", "cups"):
        assert table.state["temperance"] == {"by": "Ana", "field": "cups"}
        table.until("Ana").say(f"abdicate {suit}")
    assert (table.state["temperance"], "14" in table.state["discard"]) == (None, True)


def test_temperance_goes_when_the_deck_closes_but_not_when_it_is_refilled() -> None:
    for said, stays in (("no", False), ("yes", True)):
        table = dealt("14", "").say("temperance cups")
        while table.kind != "refill":
            table.idle()
        assert table.state["temperance"] is not None
        while table.kind == "refill":
            table.say(said)
        if table.kind == "reshuffle":
            table.say(" ".join(table.state["discard"]))
        assert (table.state["temperance"] is not None) == stays


def test_temperance_forbids_secrets_and_the_fool() -> None:
    table = dealt("14", "C9 1", "0", variant="MALTA").say("temperance cups")
    assert table.code("secret cups C9") == "illegal"
    assert table.code("commit cups C9") == "illegal"
    assert table.code("commit coins C9") == "illegal"


# 15 the Devil


def test_devil_calls_a_daemon_that_plays_last() -> None:
    table = dealt("15", "", "", top="S1 S2 S3 S4 S5 S6 T1").say("devil")
    assert table.state["order"] == ["daemon", "Ana", "Bo", "Cy"]
    assert (table.state["devil"], table.seat("daemon")["master"]) == ("Ana", "Ana")
    assert table.seen("Cy")["seats"]["daemon"]["hand"] == ["S1", "S2", "S3", "S4", "S5", "S6"]
    assert table.hand("Ana").endswith("T1")
    assert [table.idle().actor for _ in range(3)] == ["Cy", "daemon", "Ana"]


def test_devil_a_daemons_decisions_are_its_masters() -> None:
    table = dealt("15", "", "").say("devil").idle().idle()
    assert table.owing == [("Ana", "move")]
    assert (table.state["asked"], table.state["turn"]["actor"]) == (["daemon"], "daemon")


def test_devil_a_daemon_plays_on_when_its_master_is_finished_and_then_goes() -> None:
    table = dealt("15", "").say("devil")
    for suit in ("swords", "staves", "cups", "coins"):
        table.until("Ana").say(f"abdicate {suit}")
    assert table.seat("Ana")["finished"]
    for suit in ("swords", "staves", "cups", "coins"):
        assert table.state["devil"] == "Ana"
        table.until("daemon")
        assert table.owing == [("Ana", "move")]
        table.say(f"abdicate {suit}")
    assert (table.state["devil"], "15" in table.state["discard"]) == (None, True)
    assert table.state["order"] == ["daemon", "Ana", "Bo"], "it keeps its place"


# 16 the Tower


@pytest.mark.parametrize(
    ("before", "legal"),
    [("commit cups C9", True), ("abdicate cups", False), ("world cups", False), ("", False)],
)
def test_tower_needs_a_commitment_that_can_fall(before: str, legal: bool) -> None:
    table = dealt("C9 21", "16")
    table = table.turn(before) if before else table.idle()
    assert (table.code("tower Ana cups") is None) == legal
    if legal:
        table.say("tower Ana cups")
        assert {"C9", "16"} <= set(table.state["discard"])
        assert table.free("Ana") == ["swords", "staves", "cups", "coins"]
        assert table.state["closed_to_world"] == ["cups"], "the World does not come after it"


def test_tower_on_oneself_and_not_on_a_judgment_or_who_is_finished() -> None:
    table = dealt("C9 16", "20").turn("commit cups C9", "judgment Ana coins")
    assert table.code("tower me cups") is None
    assert table.code("tower me coins") == "illegal"
    table = dealt("C9", "16").turn("commit cups C9")
    for suit in ("swords", "staves", "coins"):
        table.until("Ana").say(f"abdicate {suit}")
    assert table.until("Bo").code("tower Ana cups") == "illegal"
    assert table.code("tower daemon cups") == "illegal"


def test_tower_does_not_show_what_was_secret() -> None:
    table = dealt("C9", "16", variant="KOBLENZ").turn("secret cups C9")
    table.say("tower Ana cups")
    assert not any("C9" in told for told in table.told("Bo"))
    assert isinstance(table.seen("Bo")["discard"], int)


# 17, 18, 19: the calls


@pytest.mark.parametrize(("card", "word"), [("17", "star"), ("18", "moon"), ("19", "sun")])
def test_who_has_the_called_card_gives_it_and_draws_first(card: str, word: str) -> None:
    table = dealt(card, "T4", top="S1 S2").say(f"{word} T4")
    assert table.hand("Ana").split()[-1] == "T4"
    assert table.hand("Bo").split()[-1] == "S1", "the holder draws, and the caller has six"
    assert table.seen(None)["reveals"] == [
        {"by": "Ana", "card": card, "target": "T4", "to": None, "cards": {"Bo": ["T4"]}}
    ]


@pytest.mark.parametrize(
    ("card", "word", "calls"), [("17", "star", 1), ("18", "moon", 2), ("19", "sun", 3)]
)
def test_after_a_miss_there_may_be_more_calls(card: str, word: str, calls: int) -> None:
    table = dealt(card, "", top="S1 S2 S3 S4").say(f"{word} S2")
    for number, called in enumerate(("S3", "S4")[: calls - 1], 1):
        assert (table.kind, len(table.state["calls"])) == ("call", number)
        assert len(table.hand("Ana").split()) == 5, "nothing is drawn until the calls are over"
        table.say(called)
    assert table.owing == [("Bo", "move")]
    assert table.hand("Ana").endswith("S1")
    assert [shown["cards"] for shown in table.state["reveals"]] == [{}] * calls


def test_a_later_call_may_hit() -> None:
    table = dealt("19", "T4").say("sun S2", "S3", "call T4")
    assert "T4" in table.hand("Ana")
    assert table.state["calls"] == []


def test_a_caller_may_stop() -> None:
    table = dealt("19", "").say("sun S2", "stop")
    assert (table.owing, len(table.hand("Ana").split())) == ([("Bo", "move")], 6)


@pytest.mark.parametrize(("card", "word"), [("17", "star"), ("18", "moon")])
def test_star_and_moon_call_no_trump(card: str, word: str) -> None:
    assert dealt(card, "21").code(f"{word} magician") == "illegal"


@pytest.mark.parametrize("called", ["fool", "judgment", "world"])
def test_the_sun_calls_not_these(called: str) -> None:
    assert dealt("19", "").code(f"sun {called}") == "illegal"


def test_a_trump_that_the_sun_calls_is_its_only_call() -> None:
    table = dealt("19", "1").say("sun magician")
    assert "1" in table.hand("Ana")
    table = dealt("19", "").say("sun magician")
    assert table.owing == [("Bo", "move")]
    assert dealt("19", "").say("sun S2").code("magician") == "illegal"


def test_a_called_card_leaves_visible_strength_which_is_renewed() -> None:
    table = dealt("11", "17", top="T4 T5 S1 S2 S3").say("strength two", "star T4")
    assert table.seat("Ana")["visible"] == ["S2", "T5"]
    assert table.hand("Bo").split()[-1] == "T4"


def test_a_call_turns_usas_cards_up_before_and_takes_from_them() -> None:
    table = dealt("17", "", "T4 T5", gaza=True).say("star T4")
    up = table.seat("USA")["up"]
    assert ("T4" in up, "T5" in up, len(up)) == (False, True, 5)
    assert table.hand("Ana").endswith("T4")
    assert len(table.seat("USA")["hand"]) == 6


# 20 Judgment


def test_judgment_abdicates_for_an_active_target_at_once() -> None:
    table = dealt("20", "", "").say("judgment Cy cups")
    laid = table.field("Cy", "cups")
    assert (laid["kind"], laid["cards"], laid["number"]) == ("abdication", ["20"], 1)
    assert "20" not in table.state["discard"]
    assert table.state["closed_to_world"] == ["cups"]
    assert "Cy abdicates on cups, to Ana's Judgment." in table.told("Bo")


def test_who_gives_way_to_the_world_is_told_so() -> None:
    assert "Bo abdicates on cups, to the World." in dealt("21", "").say("world cups").told("Bo")


def test_judgment_on_the_last_field_finishes_its_target() -> None:
    table = dealt("20", "")
    for suit in ("swords", "staves", "cups"):
        table.until("Bo").say(f"abdicate {suit}")
    table.until("Ana").say("judgment Bo coins")
    assert table.seat("Bo")["finished"]
    assert table.seat("Bo")["hand"] == []
    assert table.owing == [("Ana", "move")]


@pytest.mark.parametrize("before", ["abdicate cups", "commit cups C9"])
def test_judgment_needs_a_free_field(before: str) -> None:
    assert dealt("C9", "20").turn(before).code("judgment Ana cups") == "illegal"


def test_judgment_on_oneself() -> None:
    assert dealt("20", "").say("judgment me cups").field("Ana", "cups")["cards"] == ["20"]


# 21 the World


def test_world_makes_all_others_abdicate_in_playing_order() -> None:
    table = dealt("", "21", "", "", gaza=True).idle().say("world cups")
    assert table.field("Bo", "cups")["kind"] == "world"
    numbers = {who: table.field(who, "cups")["number"] for who in ("Cy", "USA", "Ana")}
    assert numbers == {"Cy": 1, "USA": 2, "Ana": 3}


def test_world_may_finish_others_but_not_be_stolen() -> None:
    table = dealt("21", "0")
    for suit in ("swords", "staves", "coins"):
        table.until("Bo").say(f"abdicate {suit}")
    table.until("Ana").say("world cups")
    assert table.seat("Bo")["finished"]
    assert table.owing == [("Ana", "move")], "nobody was asked for the Fool"
