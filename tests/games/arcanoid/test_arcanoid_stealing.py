"""The Fool: what can be stolen, who is asked in every case, and what comes of it."""

from typing import Any

import pytest
from arcanoid_table import Table, deal, dealt
from text_blocks import meanings


def asked(table: Table) -> list[str]:
    """The actors of whom something about the Fool is asked now."""
    return list(table.state["asked"]) if table.kind in ("steal", "pledge") else []


# What is stealable


STEALABLE = """
yes <- DRESDEN C9 ~ DRESDEN C9 C8 T7 1 ~ DRESDEN CJ ~ DRESDEN CN ~ MAINZ C1 ~ MALTA C9 C1
yes <- WORMS C9 T1 1
no <- DRESDEN C1 ~ DRESDEN C9 C1 ~ DRESDEN CJ C1 ~ KOBLENZ CN T1 1 ~ DRESDEN CQ CK
no <- DRESDEN CQ 6 ~ MAINZ CJ 6 ~ DRESDEN 3 6 ~ DRESDEN 3 4 ~ DRESDEN 21
"""


@pytest.mark.parametrize(("text", "stealable"), meanings(STEALABLE))
def test_what_can_be_stolen(text: str, stealable: str) -> None:
    variant, cards = text.split(" ", 1)
    table = dealt(cards, "0", variant=variant).say(f"commit cups {cards}")
    assert asked(table) == (["Bo"] if stealable == "yes" else [])


@pytest.mark.parametrize("text", ["commit cups+coins 3 4", "abdicate cups", "judgment me cups"])
def test_what_nobody_is_asked_about(text: str) -> None:
    assert dealt("3 4 20", "0").say(text).owing == [("Bo", "move")]


@pytest.mark.parametrize("cards", ["C9", "C1", "CQ CK", "CJ 6", "3 4"])
@pytest.mark.parametrize("variant", ["KOBLENZ", "MALTA"])
def test_about_every_secret_commitment_all_are_asked(variant: str, cards: str) -> None:
    table = dealt(f"{cards} 1", "", "", variant=variant).say(f"secret cups {cards}")
    assert asked(table) == ["Bo", "Cy"]


def test_a_last_commitment_can_be_stolen_and_leaves_its_committer_in_play() -> None:
    table = dealt("C9", "0")
    for suit in ("swords", "staves", "coins"):
        table.until("Ana").say(f"abdicate {suit}")
    table.until("Ana").say("commit cups C9", "fool")
    assert not table.seat("Ana")["finished"]
    assert len(table.hand("Ana").split()) == 6


# Who is asked


def test_all_able_players_are_asked_in_a_group() -> None:
    """Not who has committed there, who is finished, the committer, a daemon or USA."""
    table = dealt("15", "C9", "C8", "", "", "", gaza=True, variant="MAINZ").say("devil")
    table.umpire("forfeit Dan").turn("commit cups C9")
    table.say("commit cups C8")
    assert asked(table) == ["Ana", "Eva"]
    assert [kind for _, kind in table.owing] == ["steal", "steal"]
    assert len({owed.decision.group for owed in table.match.pending}) == 1


def test_when_nobody_is_able_nobody_is_asked() -> None:
    table = dealt("", "C9").say("abdicate cups", "commit cups C9")
    assert table.owing == [("Ana", "move")]


@pytest.mark.parametrize("order", [("Bo", "Cy"), ("Cy", "Bo")])
def test_a_group_answers_in_any_order_and_the_fool_is_public_at_the_end(
    order: tuple[str, str],
) -> None:
    table = dealt("C9", "", "0").say("commit cups C9")
    for who in order:
        assert table.state["attempt"] is not None
        assert table.by(who, "fool" if who == "Cy" else "pass").ok
    assert any("Cy" in told for told in table.told(None))
    assert table.field("Cy", "cups")["cards"] == ["C9"]
    assert table.state["attempt"] is None


def test_only_a_daemon_is_asked_that_has_the_fool_in_its_open_hand() -> None:
    table = dealt("15", "C9", "", top="0 S2 S3 S4 S5 S6").say("devil", "commit cups C9")
    assert (asked(table), table.owing) == (["daemon"], [("Ana", "steal")])
    table.say("fool")
    assert table.field("daemon", "cups")["cards"] == ["C9"]
    assert len(table.seat("daemon")["hand"]) == 6


def test_a_daemon_that_is_not_able_is_not_asked() -> None:
    table = dealt("15", "C9", "", top="0 S2 S3 S4 S5 C8").say("devil")
    table.until("daemon").say("commit cups C8")
    assert table.owing == [("Ana", "move")], "its own Fool is of no use, and lies open"
    table.until("Bo").say("commit cups C9")
    assert table.owing == [("Cy", "move")]


@pytest.mark.parametrize(("committed", "expected"), [(False, ["Ana"]), (True, [])])
def test_ruling_7_only_who_has_the_fool_visible_is_asked(
    committed: bool, expected: list[str]
) -> None:
    table = dealt("11", "C9", "", top="0 S2").say("strength two")
    table = table.turn(f"discard {table.hand('Bo').split()[1]}").until("Ana")
    table.say("abdicate cups" if committed else "discard S2").say("commit cups C9")
    assert asked(table) == expected


def test_nobody_is_asked_while_the_fool_lies_in_a_chariot() -> None:
    table = dealt("7 0", "C9", "").say("chariot 0", "commit cups C9")
    assert table.owing == [("Cy", "move")]


def test_all_are_asked_again_once_the_chariot_is_gone() -> None:
    """Where a discarded Fool lies is not for the umpire to tell."""
    table = dealt("7 0", "C9", "").say("chariot 0").idle().idle().say("chariot discard")
    assert asked(table.say("commit cups C9")) == ["Ana", "Cy"]


def test_a_discarded_fool_is_asked_for_like_any() -> None:
    table = dealt("0", "C9", "").say("discard 0", "commit cups C9")
    assert asked(table) == ["Ana", "Cy"]


def test_ruling_7_a_played_fool_is_asked_for_again_after_a_refill() -> None:
    table = dealt("C9 S9", "0 T9").say("commit cups C9", "fool")
    assert table.until("Bo").say("commit staves T9").kind == "move", "it was played"
    while table.kind != "refill":
        table.idle()
    table.say("yes", "yes")
    table.say(" ".join(sorted(table.state["discard"]))).passed()
    assert asked(table.until("Ana").say("commit swords S9")) == ["Bo"]


def test_in_the_next_round_too() -> None:
    table = dealt("C9", "0", rounds=2).say("commit cups C9", "fool").played_out()
    table.say(deal("", "C9"), "commit cups C9")
    assert asked(table) == ["Ana"]


# The Fool of Justice


def of_justice(*hands: str, **options: Any) -> Table:
    """The first player has opened Justice with the Fool in it and is to move."""
    first, *others = hands
    return dealt(f"8 {first}", *others, top="0 S2 S3 S4 S5 S6", **options).say("justice")


def test_justice_everybody_able_is_asked_in_order_from_the_next() -> None:
    table = of_justice("", "C9", "", "").turn("abdicate cups").say("commit cups C9")
    order = []
    while asked(table):
        order += asked(table)
        table.say("pass")
    assert order == ["Cy", "Dan"], "Ana has abdicated there"
    assert table.field("Bo", "cups")["value"] == 9


def test_justice_the_first_fool_ends_the_question() -> None:
    table = of_justice("C9", "", "", "").say("commit cups C9", "fool")
    assert table.field("Bo", "cups")["cards"] == ["C9"]
    assert table.owing == [("Bo", "move")]
    assert "0" in table.state["discard"]
    assert len(table.state["justice"]["cards"]) == 6


def test_justice_usa_is_not_asked_but_has_a_place_for_pledges() -> None:
    table = dealt("9", "8 C9", "", top="S1 0 S2 S3 S4 S5 S6", gaza=True)
    table.say("hermit", "pass", "justice", "commit cups C9")
    asking = []
    while asked(table):
        asking.append((table.kind, asked(table)))
        table.say("pass")
    assert asking == [
        ("pledge", ["Ana"]),
        ("pledge", ["Ana"]),
        ("steal", ["Ana"]),
        ("pledge", ["Ana"]),
    ]


@pytest.mark.parametrize(("passes", "before"), [(0, "USA"), (1, "Ana"), (3, "Bo")])
def test_pledges_name_the_place_at_which_they_were_made(passes: int, before: str) -> None:
    table = dealt("9", "8 C9", "", top="S1 0 S2 S3 S4 S5 S6", gaza=True)
    table.say("hermit", "pass", "justice", "commit cups C9", *["pass"] * passes, "pledge")
    assert table.state["hermit"]["pledged"] == [before]
    assert table.field("Ana", "cups")["cards"] == ["C9"]


def test_no_pledge_is_asked_of_who_is_not_able_or_has_no_move_left() -> None:
    table = dealt("9", "8 C9", "", top="S1 0 S2 S3 S4 S5 S6").say("hermit", "pass", "justice")
    table.say(f"discard {table.hand('Bo').split()[2]}", "pass").idle()
    table.until("Ana").say("abdicate cups", "pass").say("commit cups C9")
    assert (table.kind, asked(table)) == ("steal", ["Cy"])


def test_the_hermits_owner_as_committer_is_asked_for_no_pledge() -> None:
    table = dealt("9 C9", "8", "", top="S1 0 S2 S3 S4 S5 S6").say("hermit", "pass", "justice")
    table.idle().until("Ana").say("commit cups C9")
    assert (table.kind, asked(table)) == ("steal", ["Bo"])
    table.say("pass")
    assert (table.kind, asked(table)) == ("steal", ["Cy"])
    assert table.say("pass").kind == "hermit"


# In an extra turn


def test_in_an_extra_turn_the_next_is_asked_first_and_the_last_actor_last() -> None:
    table = dealt("9 C9", "8", "", "", top="S1 0 S2 S3 S4 S5 S6").say("hermit", "pass", "justice")
    table.say(f"discard {table.hand('Bo').split()[1]}", "hermit", "commit cups C9")
    order = []
    while asked(table):
        order += asked(table)
        table.say("pass")
    assert order == ["Cy", "Dan", "Bo"]


# What comes of it


def test_committer_and_then_thief_are_completed() -> None:
    table = dealt("C9 C8", "0", top="S1 S2 S3").say("commit cups C9 C8", "fool")
    assert table.hand("Ana").split()[-2:] == ["S1", "S2"]
    assert table.hand("Bo").split()[-1] == "S3"


def test_a_thief_may_be_finished_by_it() -> None:
    table = dealt("C9", "0")
    table.idle()
    for suit in ("swords", "staves", "coins"):
        table.until("Bo").say(f"abdicate {suit}")
    table.until("Ana").say("commit cups C9", "fool")
    assert table.seat("Bo")["finished"]
    assert table.owing == [("Ana", "move")]


STOLEN_IN_SECRET = """
yes <- KOBLENZ C9 ~ KOBLENZ CJ ~ MALTA C9 ~ MALTA C9 C1
no <- KOBLENZ C9 C1 ~ KOBLENZ CJ C1 ~ KOBLENZ CQ CK ~ KOBLENZ CJ 6 ~ KOBLENZ 3 4
no <- MALTA CQ CK ~ MALTA 3 4
"""


@pytest.mark.parametrize(("text", "stolen"), meanings(STOLEN_IN_SECRET))
def test_ruling_34_a_thief_looks_at_a_secret_which_stays_face_down(text: str, stolen: str) -> None:
    variant, cards = text.split(" ", 1)
    table = dealt(f"{cards} 1", "0", "", variant=variant).say(f"secret cups {cards}")
    table.say("fool", "pass")
    owner, other = ("Bo", "Ana") if stolen == "yes" else ("Ana", "Bo")
    assert table.field(other, "cups") is None
    laid = table.field(owner, "cups")
    assert laid["secret"] == ["Ana", "Bo"], "the thief has seen it in either case"
    assert sorted(laid["cards"]) == sorted(cards.split())
    assert table.seen("Bo")["seats"][owner]["fields"]["cups"]["cards"] == laid["cards"]
    assert table.seen("Cy")["seats"][owner]["fields"]["cups"]["cards"] == len(cards.split())
    assert "0" in table.state["discard"], "the Fool is lost in either case"


def test_a_stolen_second_commitment_leaves_the_ace() -> None:
    table = dealt("C1 CJ", "0", "", variant="WORMS").turn("commit cups C1").idle().idle()
    table.say("commit cups CJ", "fool", "pass")
    assert table.field("Ana", "cups")["cards"] == ["C1"]
    assert table.field("Bo", "cups")["cards"] == ["CJ"]
    assert "C1" not in table.state["discard"]


def test_a_stolen_ace_of_worms_may_be_completed_by_the_thief() -> None:
    table = dealt("C1", "0 C9", variant="WORMS").say("commit cups C1", "fool")
    table.turn("commit cups C9")
    assert table.field("Bo", "cups")["value"] == 10
