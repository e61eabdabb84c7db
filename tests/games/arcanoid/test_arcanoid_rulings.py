"""Every numbered ruling of the game has a test here, or elsewhere in this folder, that names it."""

from typing import Any

import pytest
from arcanoid_table import NAMES, Table, deal, dealt

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.cards import DECK
from umpire.games.base import BadOption

SUIT = {"S": "swords", "T": "staves", "C": "cups", "O": "coins"}


# The round


def test_ruling_1_seats_play_in_order_and_the_start_moves_on() -> None:
    table = dealt("", "", "", rounds=3)
    assert table.state["order"] == ["Ana", "Bo", "Cy"]
    table.played_out()
    assert (table.state["round"], table.state["starter"]) == (2, "Bo")
    table.say(deal("", "", ""))
    assert table.state["order"] == ["Bo", "Cy", "Ana"]
    assert table.owing == [("Bo", "move")]


def test_ruling_1_who_is_out_does_not_begin() -> None:
    table = dealt("", "", "", rounds=2).umpire("forfeit Bo")
    table.played_out()
    assert table.state["starter"] == "Cy"
    assert table.say(deal("", "")).state["order"] == ["Cy", "Ana"]


def test_ruling_2_cards_are_dealt_six_at_a_time_by_seat() -> None:
    table = Table().say(deal("S1 S2 S3 S4 S5 S6", "T1 T2 T3 T4 T5 T6", top="C1 C2"))
    assert (table.hand("Ana"), table.hand("Bo")) == ("S1 S2 S3 S4 S5 S6", "T1 T2 T3 T4 T5 T6")
    assert table.state["deck"][:2] == ["C1", "C2"]
    assert len(table.state["deck"]) == 66


def test_ruling_3_trumps_go_by_their_names() -> None:
    table = dealt("8 11", "")
    assert table.understood("discard justice") == "discard 8"
    assert table.understood("discard strength") == "discard 11"


def test_ruling_4_the_letters_are_s_t_c_o_and_other_words_are_taken_whole() -> None:
    table = dealt("S4 T4 C4 O4", "")
    for typed in ("O4", "diamonds4", "♦4", "coins 4", "4 of pentacles"):
        assert table.understood(f"discard {typed}") == "discard O4"
    assert table.understood("discard C4") == "discard C4"
    assert table.code("discard diamond4") == "syntax"


def test_ruling_5_gaza_alone_means_mainz() -> None:
    assert Table(gaza=True).state["variant"] == "MAINZ"
    assert Table().state["variant"] == "DRESDEN"
    assert Table(gaza=True, variant="worms").state["variant"] == "WORMS"


def test_ruling_6_a_lapsed_move_discards_the_oldest_card() -> None:
    table = Table(clock=True, move_seconds=60).say(deal("S9 S2", "", top="T9"))
    assert table.wait(61).state["discard"] == ["S9"]
    assert table.hand("Ana").endswith("T9")
    assert table.hand("Ana").startswith("S2")


def test_ruling_6_without_a_card_a_lapsed_move_abdicates() -> None:
    table = Table(clock=True, move_seconds=60).say(deal("13 12 21", "S2"))
    table.say("death", "discard S2", "hanged me")
    assert table.hand("Ana") == ""
    table.say("discard " + table.hand("Bo").split()[0])
    assert table.wait(61).field("Ana", "swords")["kind"] == "abdication"


# The Fool


def test_ruling_7_all_who_might_have_the_fool_are_asked_at_once_in_secret() -> None:
    table = dealt("C9", "", "0", "").say("commit cups C9")
    assert table.owing == [("Bo", "steal"), ("Cy", "steal"), ("Dan", "steal")]
    assert {owed.decision.group for owed in table.match.pending} == {
        table.match.pending[0].decision.group
    }
    assert all(owed.decision.secret for owed in table.match.pending)
    assert table.code("fool", "Bo") == "illegal"


def test_ruling_8_the_fool_is_asked_for_before_the_committer_draws() -> None:
    table = dealt("C9", "0", top="T9").say("commit cups C9")
    assert len(table.seat("Ana")["hand"]) == 5
    assert table.state["attempt"] == {
        "by": "Ana", "field": "cups", "cards": ["C9"], "secret": False
    }  # fmt: skip
    assert table.say("pass").hand("Ana").endswith("T9")


def test_ruling_9_who_has_committed_there_cannot_steal() -> None:
    table = dealt("C9", "C8", "").say("commit cups C9")
    table.say("pass", "pass", "commit cups C8")
    assert table.owing == [("Cy", "steal")]


def test_ruling_9_a_lone_ace_is_a_commitment() -> None:
    table = dealt("C1", "C8", variant="WORMS").say("commit cups C1", "pass", "commit cups C8")
    assert table.owing == [("Ana", "move")]


def test_ruling_10_nothing_is_stolen_on_a_tempered_field() -> None:
    table = dealt("14 C9", "0").say("temperance cups")
    table.say(f"discard {table.hand('Bo').split()[1]}", "commit cups C9")
    assert (table.kind, table.field("Ana", "cups")["value"]) == ("move", 9)


def test_ruling_11_a_lone_ace_may_be_completed_again_after_a_theft() -> None:
    table = dealt("C1 C9 C8", "0", variant="WORMS").say("commit cups C1", "pass")
    table.say(f"discard {table.hand('Bo').split()[1]}", "commit cups C9", "fool")
    assert table.field("Bo", "cups")["cards"] == ["C9"]
    assert table.field("Ana", "cups")["cards"] == ["C1"]
    table.say(f"discard {table.hand('Bo').split()[0]}", "commit cups C8")
    assert (table.field("Ana", "cups")["cards"], table.field("Ana", "cups")["value"]) == (
        ["C1", "C8"],
        9,
    )


def test_ruling_12_a_magician_goes_with_the_ace_that_a_court_replaces() -> None:
    table = dealt("T1 1 CN", "", variant="WORMS").say("commit cups T1 1", "pass")
    assert table.field("Ana", "cups")["transmuted"] == "T1"
    table.say(f"discard {table.hand('Bo').split()[0]}", "commit cups CN", "pass")
    laid = table.field("Ana", "cups")
    assert (laid["kind"], laid["cards"], laid["transmuted"]) == ("knight", ["CN"], None)
    assert {"T1", "1"} <= set(table.state["discard"])


@pytest.mark.parametrize("cards", ["CQ CK 1", "CN 1", "3 4 1", "CK 6 1"])
def test_ruling_13_the_magician_needs_a_numeric_card(cards: str) -> None:
    assert dealt(cards, "").code(f"commit cups {cards}") == "illegal"


def test_ruling_14_with_several_cards_of_other_suits_it_is_refused() -> None:
    table = dealt("S8 C9 T3 1", "")
    assert table.code("commit swords S8 C9 T3 1") == "illegal"
    assert table.code("commit swords S8 T3 1") is None


@pytest.mark.parametrize(
    ("card", "text"), [("13", "death"), ("17", "star T2"), ("18", "moon T2"), ("19", "sun T2")]
)
def test_ruling_15_they_are_discarded_after_use(card: str, text: str) -> None:
    table = dealt(card, "T2").say(text)
    assert card in table.state["discard"]


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("16", "tower Bo swords"),
        ("14", "temperance cups"),
        ("20", "judgment Bo cups"),
        ("12", "hanged Bo"),
        ("2", "priestess Bo"),
    ],
)
def test_ruling_16_without_a_lawful_target_only_a_discard_is_left(card: str, text: str) -> None:
    table = dealt(f"{card} 13", "", "").say("death")
    for _ in range(4):
        for player in ("Bo", "Cy"):
            fields = table.seat(player)["fields"]
            if player == "Bo":
                free = next(suit for suit in fields if fields[suit] is None)
                table.say(f"abdicate {free}")
            else:
                table.say(f"discard {table.hand(player).split()[0]}")
        if not table.seat("Bo")["finished"]:
            rest = [one for one in table.hand("Ana").split() if one != card]
            table.say(f"discard {rest[0]}")
    assert table.seat("Bo")["finished"]
    assert table.owing == [("Ana", "move")]
    assert table.code(text) == "illegal"
    assert table.code(f"discard {card}") is None


def test_ruling_17_the_priestess_may_look_at_the_own_hand() -> None:
    table = dealt("2", "").say("priestess me")
    reveal = table.state["reveals"][0]
    assert (reveal["target"], "2" in reveal["cards"]["Ana"]) == ("Ana", False)
    assert table.owing == [("Ana", "move")], "again"


def test_ruling_18_all_see_what_a_daemons_priestess_sees() -> None:
    table = dealt("15", "S2", top="2").say("devil", "discard S2", "priestess Bo")
    shown = table.state["reveals"][0]
    assert (shown["by"], shown["to"]) == ("daemon", None)
    assert table.seen(None)["reveals"][0]["cards"]["Bo"] == table.state["seats"]["Bo"]["hand"]


def test_ruling_18_from_justice_only_the_daemons_master_sees_the_hand() -> None:
    table = dealt("15", "8", top="2 T1 T2 T3 T4 T5").say("devil", "justice", "priestess Bo")
    shown = table.state["reveals"][0]
    assert (shown["by"], shown["to"]) == ("daemon", ["Ana"])
    assert table.seen("Ana")["reveals"][0]["cards"]["Bo"] == table.seat("Bo")["hand"]
    for viewer in ("Bo", None):
        assert table.seen(viewer)["reveals"][0]["cards"] == {"Bo": 6}
    assert table.actor == "daemon", "again"


# Drawing


def test_ruling_19_targets_are_completed_before_the_actor_and_visible_before_hand() -> None:
    table = dealt("12 11", "", top="S1 S2").say("strength two")
    assert table.seat("Ana")["visible"] == ["S1", "S2"]
    table.say(f"discard {table.hand('Bo').split()[0]}", "hanged me")
    assert len(table.seat("Ana")["visible"]) == 2
    table = dealt("12", "S2 S3 S4 S5 S6 S7", top="T1 T2 T3 T4 T5 T6 T7").say("hanged Bo")
    assert (table.hand("Bo"), table.hand("Ana").split()[-1]) == ("T1 T2 T3 T4 T5 T6", "T7")


def emptied(players: int = 2, **options: Any) -> Table:
    """A table at which only a few cards are left in the deck, whose discards are many."""
    table = Table(players, **options).say(deal(*[""] * players))
    while len(table.state["deck"]) > 1:
        actor = table.state["turn"]["actor"]
        table.say(f"discard {table.hand(actor).split()[0]}")
    return table


def test_ruling_20_the_first_no_ends_the_poll() -> None:
    table = emptied(3)
    actor = table.state["turn"]["actor"]
    table.say(f"discard {table.hand(actor).split()[0]}")
    assert (table.kind, table.state["refill"]) == ("refill", {"drawer": actor, "yes": []})
    assert table.owing == [(actor, "refill")]
    table.say("yes")
    assert table.state["refill"]["yes"] == [actor]
    assert table.say("no").state["closed"]


def test_ruling_21_the_poll_is_held_when_the_last_card_is_drawn() -> None:
    table = emptied()
    actor = table.state["turn"]["actor"]
    table.say(f"discard {table.hand(actor).split()[0]}")
    assert (table.kind, table.state["deck"], table.state["closed"]) == ("refill", [], False)


def test_ruling_21_with_no_discards_nobody_is_asked() -> None:
    table = Table(10, gaza=True).say(full_house())
    table.say("justice")
    assert len(table.state["deck"]) == 78 - 66 - 6 - 1
    while table.kind == "move" and not table.state["closed"]:
        actor = table.state["turn"]["actor"]
        numbers = [c for c in table.hand(actor).split() if c[0] in "STCO" and c[1:].isdecimal()]
        free = {s: f for s, f in table.seat(actor)["fields"].items() if f is None}
        card = next(c for c in numbers if SUIT[c[0]] in free)
        table.say(f"commit {card[0]} {card}").passed()
    assert table.state["discard"] == []
    assert (table.kind, table.state["closed"]) == ("move", True)


def full_house() -> str:
    """A deal to ten players and USA: Ana has Justice, everybody at least one number."""
    numbers: list[str] = [card for card in DECK if card[0] in "STCO" and card[1:].isdecimal()]
    others: list[str] = [card for card in DECK if card not in numbers and card != "8"]
    hands = [["8", *[numbers.pop(0) for _ in range(5)]]]
    hands += [
        [numbers.pop(0) for _ in range(3)] + [others.pop(0) for _ in range(3)] for _ in range(9)
    ]
    dealt_cards = [card for hand in hands for card in hand]
    return " ".join([*dealt_cards, *others, *numbers])


def test_ruling_22_a_refused_refill_is_final_for_the_round() -> None:
    table = emptied()
    actor = table.state["turn"]["actor"]
    table.say(f"discard {table.hand(actor).split()[0]}", "no")
    table.say(f"discard {table.hand(table.state['turn']['actor']).split()[0]}")
    assert (table.kind, table.state["closed"]) == ("move", True)


def test_ruling_23_cards_drawn_before_the_poll_are_seen_after_it() -> None:
    table = emptied()
    (last,) = table.state["deck"]
    actor = table.state["turn"]["actor"]
    table.say(f"discard {table.hand(actor).split()[0]}")
    assert table.state["drawing"] == {"actor": actor, "cards": [last]}
    assert table.seen(actor)["drawing"] == {"actor": actor, "cards": 1}
    assert last not in table.seen(actor)["seats"][actor]["hand"]
    assert table.say("no").hand(actor).endswith(last)


# Strength, Justice, the Devil


def test_ruling_24_strength_counts_for_the_place_it_was_played_for() -> None:
    table = dealt("8 S2", "S3", top="11 T1 T2 T3 T4 T5").say("justice", "strength two")
    assert table.state["justice"]["size"] == 8
    assert len(table.state["justice"]["cards"]) == 8
    assert table.seat("Ana")["visible_size"] == 0


def test_ruling_25_a_daemon_made_from_justice_is_completed_to_six() -> None:
    table = dealt("8 S2", "S3", top="15 T1 T2 T3 T4 T5 C1 C2").say("justice", "devil")
    assert table.state["justice"] is None
    assert table.seat("daemon")["hand"] == ["T1", "T2", "T3", "T4", "T5", "C2"]


def test_ruling_25_justice_made_from_a_daemon_is_completed_to_six() -> None:
    table = dealt("15 S2", "S3", top="8 T1 T2 T3 T4 T5 C1 C2")
    table.say("devil", "discard S3", "justice")
    assert len(table.state["justice"]["cards"]) == 6
    assert table.seat("daemon")["size"] == 0
    assert table.owing == [("Ana", "move")], "not again: Ana's own turn"
    assert table.state["turn"]["actor"] == "Ana"


def test_ruling_26_a_daemon_that_comes_after_the_world_abdicates_there() -> None:
    table = dealt("21", "15").say("world cups", "devil")
    assert table.field("daemon", "cups")["kind"] == "abdication"


def test_ruling_27_a_second_daemon_in_a_round_is_another_actor() -> None:
    table = dealt("15 20", "", top="S9")
    table.say("devil", f"discard {table.hand('Bo').split()[0]}")
    for suit in ("swords", "staves", "cups", "coins"):
        table.say(f"abdicate {suit}")
        if suit != "coins":
            rest = [one for one in table.hand("Ana").split() if one != "15"]
            table.say(f"discard {rest[-1]}", f"discard {table.hand('Bo').split()[0]}")
    assert table.state["devil"] is None
    assert "15" in table.state["discard"]
    assert table.seat("daemon")["finished"]
    while table.kind != "reshuffle":
        if table.kind == "refill":
            table.say("yes")
        else:
            actor = table.state["turn"]["actor"]
            table.say(f"discard {table.hand(actor).split()[0]}")
    rest = [card for card in table.state["discard"] if card != "15"]
    table.say(" ".join(["15", *rest]))
    actor = table.state["turn"]["actor"]
    while "15" not in table.hand(table.state["turn"]["actor"]):
        actor = table.state["turn"]["actor"]
        table.say(f"discard {table.hand(actor).split()[0]}")
    table.say("devil")
    assert "daemon2" in table.state["order"]
    assert table.code("priestess daemon") in ("illegal", None)
    assert table.seat("daemon")["fields"]["cups"]["kind"] == "abdication"


def test_ruling_28_justice_cards_may_be_discarded_and_loaded() -> None:
    table = dealt("8 7", "", top="T1 T2 T3 T4 T5 T6 C1").say("justice", "chariot T2")
    assert table.seat("Ana")["chariot"] == ["T2"]
    assert table.say("discard T3").state["discard"] == ["T3"]


def test_ruling_29_a_called_card_of_justice_is_found() -> None:
    table = dealt("8 17", "", top="T1 T2 T3 T4 T5 T6 C1").say("justice", "star T4")
    assert table.state["reveals"][0]["cards"] == {"justice": ["T4"]}
    assert "T4" in table.hand("Ana")


def test_ruling_30_what_a_visible_card_calls_becomes_visible() -> None:
    table = dealt("11", "T4", top="17 T9").say("strength two")
    table.say(f"discard {table.hand('Bo').split()[1]}", "star T4")
    assert table.seat("Ana")["visible"] == ["T4", "T9"]


def test_ruling_31_a_further_call_names_another_card() -> None:
    table = dealt("18", "").say("moon S2")
    assert (table.kind, table.state["calls"]) == ("call", ["S2"])
    assert table.code("S2") == "illegal"
    assert table.code("S3") is None
    assert table.code("sun") == "illegal"
    assert table.say("stop").state["calls"] == []


# Commitments


def loaded(load: str, hand: str = "", variant: str = "MALTA") -> Table:
    """Ana is to move, with a Chariot that carries these cards, and others in hand."""
    return dealt(f"7 {load} {hand}", "", variant=variant).say(f"chariot {load}").until("Ana")


def test_ruling_32_a_load_is_never_committed_secretly() -> None:
    assert loaded("C9", "1").code("secret cups C9") == "illegal"


@pytest.mark.parametrize(
    ("load", "text", "laid"),
    [
        ("C9 1", "chariot commit cups", ["C9"]),
        ("C9 1", "chariot commit cups 1 C8", ["C8", "C9"]),
        ("1", "chariot commit cups C8", ["C8"]),
        ("3 4 1", "chariot commit cups+coins", ["3", "4"]),
    ],
)
def test_ruling_32_in_malta_a_magician_in_the_load_is_discarded(
    load: str, text: str, laid: list[str]
) -> None:
    table = loaded(load, "C8").turn(text)
    there = table.field("Ana", "cups")
    assert (there["cards"], there["secret"], there["transmuted"]) == (laid, None, None)
    assert {"7", "1"} <= set(table.state["discard"])
    assert table.seat("Ana")["chariot"] is None


@pytest.mark.parametrize(
    ("load", "text"),
    [
        ("1", "chariot commit cups"),
        ("C9", "chariot commit cups 1"),
        ("C9 T8 1", "chariot commit cups"),
    ],
)
def test_ruling_32_that_magician_neither_transmutes_nor_is_committed(load: str, text: str) -> None:
    assert loaded(load, "" if "1" in load.split() else "1").code(text) == "illegal"


def test_ruling_32_elsewhere_it_is_committed_with_the_load() -> None:
    table = loaded("C9 T8 1", variant="MAINZ").turn("chariot commit cups")
    assert table.field("Ana", "cups")["cards"] == ["T8", "C9", "1"]


def test_ruling_33_chariot_commit_without_a_card_is_refused() -> None:
    table = dealt("7 C9", "").say("chariot")
    table.say(f"discard {table.hand('Bo').split()[0]}")
    assert table.code("chariot commit cups") == "illegal"
    assert table.code("chariot commit cups C9") is None


def test_ruling_35_a_daemon_may_commit_secretly() -> None:
    table = dealt("15", "S2", top="C9 C8 T2 T3 T4 T5", variant="KOBLENZ")
    table.say("devil", "discard S2", "secret cups C9")
    assert table.seen("Ana")["attempt"]["cards"] == ["C9"], "it is known to its master"
    assert table.seen("Bo")["attempt"]["cards"] == 1
    assert table.turn().field("daemon", "cups")["secret"] == ["Ana"]


def test_ruling_36_a_stolen_secret_uses_up_its_committers_right_only() -> None:
    table = dealt("C9 S9", "0 S8", variant="KOBLENZ").say("secret cups C9", "fool")
    assert (table.seat("Ana")["secret_used"], table.seat("Bo")["secret_used"]) == (True, False)
    assert table.code("secret swords S8") is None
    table.say(f"discard {table.hand('Bo').split()[0]}")
    assert table.code("secret swords S9") == "illegal"


def test_ruling_37_the_tower_frees_one_field_of_a_couple() -> None:
    table = dealt("3 4", "16").say("commit cups+coins 3 4")
    assert table.field("Ana", "cups")["also"] == "coins"
    table.say("tower Ana cups")
    assert table.field("Ana", "cups") is None
    laid = table.field("Ana", "coins")
    assert (laid["kind"], laid["cards"], laid["also"]) == ("imperial", ["3", "4"], None)
    assert table.state["discard"] == ["16"]


# The Hermit


def test_ruling_39_a_hermit_move_is_asked_for_after_every_turn() -> None:
    table = dealt("9", "").say("hermit")
    assert table.owing == [("Ana", "hermit")], "after the own turn"
    table.say("pass", f"discard {table.hand('Bo').split()[0]}")
    assert table.owing == [("Ana", "hermit")], "and after another's"


def test_ruling_39_after_usas_turn_too() -> None:
    table = dealt("9", "", "", gaza=True).say("hermit", "pass")
    table.say(f"discard {table.hand('Bo').split()[0]}", "pass")
    assert table.owing == [("Ana", "hermit")]
    assert table.state["turn"]["actor"] == "USA"


def test_ruling_40_the_hermit_goes_when_the_third_extra_turn_is_wholly_over() -> None:
    table = dealt("9", "").say("hermit")
    for left in (2, 1, 0):
        table.say("hermit")
        assert table.state["hermit"]["left"] == left
        table.say(f"discard {table.hand('Ana').split()[0]}")
    assert table.state["hermit"] is None
    assert "9" in table.state["discard"]
    assert table.owing == [("Bo", "move")]


def pledging() -> Table:
    """A table at which Cy commits, the Fool lies with Justice, and Ana has the Hermit."""
    table = dealt("9", "8", "C9", top="S1 0 T1 T2 T3 T4 T5").say("hermit", "pass")
    table.say("justice", f"discard {table.hand('Bo').split()[-1]}", "pass", "commit cups C9")
    return table


def test_ruling_42_the_hermits_owner_is_asked_in_the_own_place_without_a_pledge() -> None:
    table = pledging().say("pass")
    assert table.owing == [("Ana", "steal")]
    table.say("pass")
    assert table.owing == [("Ana", "pledge")], "before Bo's place"
    table.say("pass")
    assert table.owing == [("Bo", "steal")]
    table.say("pass")
    assert table.owing == [("Ana", "pledge")], "at the end"


# Leaving play


def test_ruling_44_battles_of_one_who_is_out_stay_won() -> None:
    table = dealt("21", "", "", rounds=2).turn("world cups")
    table.played_out()
    assert table.state["score"]["Ana"]["cups"] == 1
    table.umpire("forfeit Ana").say(deal("", ""))
    table.played_out()
    assert table.state["score"]["Ana"]["cups"] == 1
    assert table.outcome is not None
    assert table.outcome[0] != "Ana"


def test_ruling_45_usa_plays_on_alone() -> None:
    table = dealt("13", "", "", gaza=True).say("death")
    table.played_out()
    assert table.outcome is not None
    assert table.seat("USA")["finished"]
    assert table.seat("USA")["fields"]["coins"]["kind"] == "abdication"


LIMITS = {"clock": True, "move_seconds": 9, "poll_seconds": 9}


def until_refill(table: Table) -> Table:
    """Limits fall until players are polled for a refill."""
    while table.kind != "refill":
        assert table.kind in ("move", "steal", "hermit")
        table.wait(9.5)
    return table


def refilled() -> Table:
    """A table at which nobody has answered anything yet, and the deck has been refilled."""
    table = until_refill(dealt("", "", **LIMITS)).wait(9.5).wait(9.5)
    return table.say(" ".join(table.state["discard"]))


def test_ruling_45_a_limit_on_a_poll_means_yes() -> None:
    table = until_refill(dealt("", "", **LIMITS)).wait(9.5)
    assert (table.kind, len(table.state["refill"]["yes"])) == ("refill", 1)
    assert table.wait(9.5).kind == "reshuffle"


def test_ruling_45_if_nobody_has_answered_since_the_last_refill_it_means_no() -> None:
    table = until_refill(refilled()).wait(9.5)
    assert (table.kind, table.state["closed"]) == ("move", True)


@pytest.mark.parametrize("who", ["Ana", "Bo"])
def test_ruling_45_one_answer_since_then_keeps_the_round_alive(who: str) -> None:
    table = refilled()
    while table.actor != who:
        table.wait(9.5)
    table.say(f"discard {table.hand(who).split()[0]}")
    assert len(until_refill(table).wait(9.5).state["refill"]["yes"]) == 1


def test_ruling_45_an_answer_to_the_poll_itself_counts() -> None:
    table = until_refill(refilled()).say("yes").wait(9.5)
    assert table.kind == "reshuffle"


def test_ruling_45_a_daemons_call_turns_usas_cards_up() -> None:
    table = dealt("15", "S2", "T2 T3", top="17", gaza=True).say("devil", "discard S2")
    assert table.say("star T2").seat("USA")["up"] != []


def test_ruling_46_a_hermit_may_be_a_daemons_and_a_chariot_its_actors() -> None:
    table = dealt("15", "S2", top="9 7").say("devil", "discard S2", "hermit")
    assert table.state["hermit"]["by"] == "daemon"
    assert table.owing == [("Ana", "hermit")]
    table.say("hermit", "chariot")
    assert (table.seat("daemon")["chariot"], table.seat("Ana")["chariot"]) == ([], None)


def test_ruling_49_temperance_stays_when_its_owner_abdicates_there() -> None:
    table = dealt("14", "20").say("temperance cups", "judgment Ana cups")
    assert table.state["temperance"] == {"by": "Ana", "field": "cups"}
    table = dealt("14", "").say("temperance cups")
    table.say(f"discard {table.hand('Bo').split()[0]}", "abdicate cups")
    assert table.state["temperance"] == {"by": "Ana", "field": "cups"}


def test_ruling_49_in_nassau_too_it_goes_only_if_the_deck_is_not_refilled() -> None:
    table = dealt("14", "13", variant="NASSAU").say("temperance cups", "death")
    assert (table.state["temperance"], "14" in table.state["discard"]) == (None, True)


def test_ruling_52_no_second_deck_is_known() -> None:
    with pytest.raises(BadOption):
        GAME.read_options(NAMES[:2], {"decks": 2})
