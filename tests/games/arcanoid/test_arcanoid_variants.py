"""The table of variants, cell by cell: each is what can be done in one and not in another."""

import pytest
from arcanoid_table import Table, deal, dealt

from umpire.games.arcanoid.state import VARIANTS

DRESDEN, NASSAU, KOBLENZ = "DRESDEN", "NASSAU", "KOBLENZ"
MAINZ, MALTA, WORMS = "MAINZ", "MALTA", "WORMS"
EVERY = (DRESDEN, NASSAU, KOBLENZ, MAINZ, MALTA, WORMS)
ACES = (DRESDEN, NASSAU, KOBLENZ)
"""Where aces protect, two cards may be added to a Chariot, and the Lovers go with the rulers."""


def yes_in(*names: str) -> pytest.MarkDecorator:
    """For each variant whether something is so there."""
    return pytest.mark.parametrize(("variant", "yes"), [(name, name in names) for name in EVERY])


def test_these_are_all_variants() -> None:
    assert tuple(VARIANTS) == EVERY


def tempered(variant: str) -> Table:
    """Ana has tempered cups and is to move."""
    return dealt("14 C9", "C8", variant=variant).say("temperance cups").idle()


@yes_in(DRESDEN)
def test_temperance_ends_by_its_owners_commitment(variant: str, yes: bool) -> None:
    table = tempered(variant)
    assert (table.code("commit cups C9") is None) == yes
    if yes:
        table.say("commit cups C9")
        assert (table.state["temperance"], "14" in table.state["discard"]) == (None, True)
        assert table.code("commit cups C8") is None


@yes_in(*EVERY[1:])
def test_ruling_38_removing_temperance_is_a_move(variant: str, yes: bool) -> None:
    table = tempered(variant)
    assert (table.code("remove temperance") is None) == yes
    if yes:
        table.say("remove")
        assert (table.state["temperance"], "14" in table.state["discard"]) == (None, True)
        assert table.owing == [("Bo", "move")], "it was a full move"
        assert table.code("commit cups C8") is None


@pytest.mark.parametrize("variant", EVERY)
def test_nobody_else_commits_on_a_tempered_field_or_removes_it(variant: str) -> None:
    table = tempered(variant).idle()
    assert table.code("commit cups C8") == "illegal"
    assert table.code("remove temperance") == "illegal"
    assert table.code("abdicate cups") is None


@yes_in(*ACES)
@pytest.mark.parametrize("cards", ["C1 C9", "C1"])
def test_an_ace_protects_from_the_fool(variant: str, yes: bool, cards: str) -> None:
    table = dealt(cards, "", variant=variant).say(f"commit cups {cards}")
    assert table.owing == [("Bo", "move" if yes else "steal")]


@yes_in(*ACES)
@pytest.mark.parametrize("court", ["CJ", "CN"])
def test_an_ace_goes_with_knave_and_knight(variant: str, yes: bool, court: str) -> None:
    table = dealt(f"{court} C1", "", variant=variant)
    assert (table.code(f"commit cups {court} C1") is None) == yes
    assert table.code(f"commit cups {court}") is None


@yes_in(*ACES)
def test_at_most_two_cards_are_added_to_a_chariot_in_a_move(variant: str, yes: bool) -> None:
    table = dealt("7 C2 C3 C4 C5", "", variant=variant).say("chariot C2").idle()
    assert table.code("chariot add C3 C4") is None
    assert table.code("chariot add C3") is None
    assert (table.code("chariot add C3 C4 C5") == "illegal") == yes


@yes_in(*ACES)
@pytest.mark.parametrize("cards", ["3 6", "4 6"])
def test_empress_and_emperor_go_with_the_lovers(variant: str, yes: bool, cards: str) -> None:
    table = dealt(cards, "", variant=variant)
    assert (table.code(f"commit cups {cards}") is None) == yes
    assert (table.code(f"commit cups+coins {cards}") is None) == yes


@pytest.mark.parametrize("variant", EVERY)
def test_courts_go_with_the_lovers_and_the_rulers_with_each_other_in_all(variant: str) -> None:
    table = dealt("CK 6 3 4", "", variant=variant)
    assert table.code("commit cups CK 6") is None
    assert table.code("commit cups 3 4") is None
    assert table.code("commit cups+coins 3 4") is None
    assert table.code("commit cups+coins CK 6") == "illegal"


@yes_in(KOBLENZ)
def test_a_secret_commitment_without_the_magician(variant: str, yes: bool) -> None:
    table = dealt("C9", "", variant=variant)
    assert (table.code("secret cups C9") is None) == yes


@yes_in(KOBLENZ, MALTA)
def test_a_secret_commitment_with_the_magician(variant: str, yes: bool) -> None:
    table = dealt("C9 1", "", variant=variant)
    assert (table.code("secret cups C9") is None) == yes


def test_in_koblenz_one_secret_a_round_is_tried() -> None:
    table = dealt("C9 S9", "C8", variant=KOBLENZ, rounds=2).turn("secret cups C9", "secret cups C8")
    assert table.code("secret swords S9") == "illegal"
    table.played_out().say(deal("", "T9"))
    assert table.code("secret staves T9") is None, "in the next round again"


def test_in_koblenz_a_secret_that_the_tower_destroyed_is_used_up() -> None:
    table = dealt("C9 S9", "16", variant=KOBLENZ).turn("secret cups C9", "tower Ana cups")
    assert table.seat("Ana")["fields"]["cups"] is None
    assert table.code("secret swords S9") == "illegal"
    assert table.code("commit cups S9") == "illegal"


def test_in_koblenz_the_magician_may_be_among_the_cards() -> None:
    table = dealt("C9 T8 1", "", variant=KOBLENZ).turn("secret cups C9 T8 1")
    laid = table.field("Ana", "cups")
    assert (laid["cards"], laid["value"], laid["transmuted"]) == (["T8", "C9", "1"], 17, "T8")


def test_in_malta_the_magician_is_discarded_for_each_secret() -> None:
    table = dealt("C9 S9 1", "", variant=MALTA).turn("secret cups C9")
    assert "1" in table.state["discard"]
    assert table.field("Ana", "cups")["cards"] == ["C9"]
    table.idle()
    assert table.code("secret swords S9") == "illegal"


def test_in_malta_the_magician_is_not_named_with_the_cards() -> None:
    assert dealt("C9 1", "", variant=MALTA).code("secret cups C9 1") == "illegal"


@pytest.mark.parametrize("variant", [KOBLENZ, MALTA])
@pytest.mark.parametrize(
    ("cards", "legal"),
    [
        *(("CJ", True), ("CQ CK", True), ("CQ 6", True), ("3 4", True), ("21", False)),
        *(("CQ", False), ("C9 T2", False)),
    ],
)
def test_ruling_34_a_secret_commitment_is_checked(variant: str, cards: str, legal: bool) -> None:
    table = dealt(f"1 {cards}", "", variant=variant)
    assert (table.code(f"secret cups {cards}") is None) == legal


@pytest.mark.parametrize("variant", [KOBLENZ, MALTA])
def test_an_imperial_couple_in_secret_lies_on_one_field(variant: str) -> None:
    table = dealt("1 3 4", "", variant=variant)
    assert table.code("secret cups+coins 3 4") == "syntax"
    assert table.turn("secret cups 3 4").free("Ana") == ["swords", "staves", "coins"]


@yes_in(*(set(EVERY) - {MALTA}))
def test_the_magician_transmutes(variant: str, yes: bool) -> None:
    table = dealt("S9 T8 1", "", variant=variant)
    for cards in ("S9 T8 1", "T8 1", "S9 1"):
        assert (table.code(f"commit swords {cards}") is None) == yes, cards


@yes_in(WORMS)
def test_a_lone_ace_may_be_completed(variant: str, yes: bool) -> None:
    table = dealt("C1 C9 C8 CJ CN", "", variant=variant).turn("commit cups C1").idle()
    for cards in ("C9", "C9 C8", "CJ", "CN"):
        assert (table.code(f"commit cups {cards}") is None) == yes, cards


def lone_ace(hand: str, ace: str = "C1") -> Table:
    return dealt(f"{ace} {hand}", "", variant=WORMS).turn(f"commit cups {ace}").idle()


def test_in_worms_numbers_join_the_ace() -> None:
    table = lone_ace("C9 C8").turn("commit cups C9 C8")
    laid = table.field("Ana", "cups")
    assert (laid["kind"], laid["cards"], laid["value"]) == ("numeric", ["C1", "C8", "C9"], 18)
    table.idle()
    assert table.code("commit cups C7") == "illegal", "there is no third commitment"


@pytest.mark.parametrize(("court", "kind"), [("CJ", "knave"), ("CN", "knight")])
def test_in_worms_a_court_replaces_the_ace(court: str, kind: str) -> None:
    table = lone_ace(court).turn(f"commit cups {court}")
    laid = table.field("Ana", "cups")
    assert (laid["kind"], laid["cards"]) == (kind, [court])
    assert "C1" in table.state["discard"]


@pytest.mark.parametrize("cards", ["CQ CK", "CQ 6", "3 4", "21", "CQ", "S9"])
def test_in_worms_nothing_else_completes_an_ace(cards: str) -> None:
    assert lone_ace(cards).code(f"commit cups {cards}") == "illegal"


def test_in_worms_the_magician_may_come_with_the_second_commitment() -> None:
    table = lone_ace("C9 T8 1").turn("commit cups C9 T8 1")
    laid = table.field("Ana", "cups")
    assert (laid["value"], laid["transmuted"]) == (18, "T8")
    assert laid["cards"] == ["T8", "C1", "C9", "1"]


def test_in_worms_a_magician_with_the_ace_does_not_transmute_again() -> None:
    table = lone_ace("C9 T8", ace="T1 1")
    assert table.code("commit cups C9 T8") == "illegal"
    laid = table.turn("commit cups C9").field("Ana", "cups")
    assert (laid["cards"], laid["value"], laid["transmuted"]) == (["T1", "C9", "1"], 10, "T1")


def test_in_worms_a_couple_on_two_fields_does_not_complete() -> None:
    assert lone_ace("3 4").code("commit cups+coins 3 4") == "illegal"


def test_in_worms_an_ace_on_the_last_field_finishes_for_good() -> None:
    table = dealt("C1 C9", "", variant=WORMS)
    for suit in ("swords", "staves", "coins"):
        table.until("Ana").say(f"abdicate {suit}")
    table.until("Ana").turn("commit cups C1")
    assert table.seat("Ana")["finished"]
    assert table.actor == "Bo"
    assert table.idle().actor == "Bo"


def test_in_worms_an_ace_closes_its_field_to_the_world_and_to_its_owners_temperance() -> None:
    table = lone_ace("21 14")
    assert table.code("world cups") == "illegal"
    assert table.code("temperance cups") == "illegal"


@pytest.mark.parametrize("hand", ["", "C9"])
def test_in_worms_the_tower_destroys_the_ace_and_what_has_joined_it(hand: str) -> None:
    table = dealt(f"C1 {hand}", "16", variant=WORMS).turn("commit cups C1").idle()
    if hand:
        table.turn(f"commit cups {hand}").idle()
    table.until("Bo").say("tower Ana cups")
    assert table.field("Ana", "cups") is None
    assert {"C1", *hand.split()} <= set(table.state["discard"])


def test_in_worms_completing_may_be_done_with_a_chariot() -> None:
    table = dealt("7 C1 C9 C8", "", variant=WORMS).say("chariot C9").idle().turn("commit cups C1")
    table.idle().turn("chariot commit cups C8")
    assert table.field("Ana", "cups")["cards"] == ["C1", "C8", "C9"]
    assert "7" in table.state["discard"]
