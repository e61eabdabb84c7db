"""The entry form: which cells each decision has, what they offer, and the line they make."""

import pytest
from devils_table import DEAL, DIVISION, SELECTION, Table, betting, choosing, dividing, started

from umpire.match import asking, judge

PILES = tuple(f"pile_{number}" for number in range(1, 7))


def form(table: Table, who: int = 0, **filled: str) -> dict[str, tuple[str, ...]]:
    return dict(asking.form(table.match, table.match.pending[who], filled))


def line(table: Table, who: int = 0, **filled: str) -> str:
    return asking.form_line(table.match, table.match.pending[who], filled)


def raises(*chips: int) -> tuple[str, ...]:
    return tuple(f"raise {number}" for number in chips)


def taking(*, full: bool) -> Table:
    """Bo, or Ana with a full pool, takes one of R1 (set aside) and G1."""
    if not full:
        return dividing().say("B5 | G5 *")
    table = dividing().say(f"{DIVISION} discard: B1 R2 B4", "pass", "no", "yes")
    return table.say(SELECTION, "R7 | G1 G6 * unused G2")


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (lambda: Table().say(DEAL), {"choice": ("Ana", "Bo")}),
        (started, {"choice": ("yes", "no")}),
        (dividing, dict.fromkeys((*PILES, "aside", "discard"), ())),
        (betting, {"choice": (*raises(1, 2, 3, 5, 8, 12, 20, 28), "fold")}),
        (
            lambda: betting().say("raise 1"),
            {"choice": ("call", *raises(1, 2, 3, 5, 8, 12, 20, 27), "fold")},
        ),
        (lambda: betting().say("raise 24"), {"choice": ("call", *raises(1, 2, 3, 4), "fold")}),
        (lambda: betting().say("raise 28"), {"choice": ("call", "fold")}),
        (lambda: betting(break_seconds=1).say("fold"), {"choice": ("ready",)}),
        (Table, {}),
    ],
)
def test_cells_and_what_they_offer(table: object, expected: dict[str, tuple[str, ...]]) -> None:
    assert callable(table)
    assert form(table()) == expected


def test_two_cards_of_the_own_pool_that_are_not_the_community_card() -> None:
    table = choosing(community="B4")
    assert form(table) == {"card_1": ("B1", "B7", "G7", "R9"), "card_2": ("B1", "B7", "G7", "R9")}
    assert form(table, card_1="B7")["card_2"] == ("B1", "G7", "R9")
    assert form(table, card_1="b7 ")["card_2"] == ("B1", "G7", "R9")
    assert form(table, card_2="R9")["card_1"] == ("B1", "B7", "G7")
    assert form(table, 1)["card_1"] == ("B2", "G3", "G4", "R4", "R8")
    assert line(table, card_1="B7", card_2="R9", choice="fold") == "B7 R9"


def test_copies_are_offered_once() -> None:
    table = dividing("R2 B4 B7 G7 R9 B2 G3 G4 R4 R8").say("R2 | G2 *", "pass", "no", "no", "B7")
    assert form(table)["card_1"] == ("B4", "G7", "R2", "R9")


def test_the_cards_offered_and_pass() -> None:
    table = taking(full=False)
    offered = tuple(sorted(set(SELECTION.split()) - {"B5"}))
    assert form(table) == {"choice": (*offered, "pass")}
    assert line(table, choice="G5", discard="R9") == "G5"
    assert line(table, choice="pass") == "pass"


def test_a_full_pool_is_asked_for_a_discard_too() -> None:
    table = taking(full=True)
    pool = tuple(table.pool("Ana").split())
    assert (len(pool), "G2" in pool) == (10, False)
    assert set(form(table)) == {"choice"}, "it is needed only for a card"
    assert form(table, choice="G2")["discard"] == tuple(sorted({*pool, "G2"}))
    assert set(form(table, choice="pass")) == {"choice"}
    assert line(table, choice="G2", discard="R9") == "G2 discard: R9"
    assert line(table, choice="pass", discard="R9") == "pass"
    assert table.code(line(table, choice="G2", discard="G2")) is None
    assert table.code(line(table, choice="G2")) == "illegal"
    assert line(table, discard="R9") == ""


def test_a_division_is_joined_of_its_piles() -> None:
    table = dividing()
    filled = {
        "pile_1": "R2 B3 R3 G6",
        "pile_3": " g5, b9 ",
        "pile_4": "B6 G8",
        "aside": "G2 B5 R7",
        "discard": "B1 R2 B4",
    }
    joined = line(table, **filled)
    assert joined == "R2 B3 R3 G6 | g5, b9 | B6 G8 | aside: G2 B5 R7 | discard: B1 R2 B4"
    assert table.say(joined).owing == [("Bo", "take")]


def test_one_click_keeps_none() -> None:
    table = dividing()
    assert line(table, aside="keep none") == "none"
    assert line(table, pile_1="R7", aside="keep none") == "R7 | aside: keep none"


def test_discards_alone_are_for_the_division_that_is_held() -> None:
    table = dividing(clock=True).say(DIVISION)
    discards = line(table, discard=" B1 R2 B4 ")
    assert discards == "discard: B1 R2 B4"
    assert table.say(discards, "lock").owing == [("Bo", "take")]


@pytest.mark.parametrize("cell", ["pile_1", "aside"])
def test_none_alone_sets_all_aside(cell: str) -> None:
    assert line(dividing(), **{cell: " None "}) == "none"


@pytest.mark.parametrize(
    "table",
    [
        lambda: taking(full=True),
        lambda: taking(full=False),
        choosing,
        betting,
        lambda: betting().say("raise 28"),
    ],
)
def test_the_example_of_a_refusal_may_be_copied(table: object) -> None:
    assert callable(table)
    now: Table = table()
    pending = now.match.pending[0]
    kind, state = pending.decision.kind, now.match.state
    refused = judge(now.match, {"t": 0, "by": pending.by, "say": "what?"}).error or ""
    example = refused.partition("Example: ")[2].removesuffix(".")
    kind.read(state, pending.decision, example)


def test_what_bots_think_about_is_legal_and_complete() -> None:
    """A division too, of which a player is shown none."""
    divided = 0
    for table in (dividing(), taking(full=True), taking(full=False), choosing(), betting()):
        for pending in table.match.pending:
            for text in asking.bot_moves(table.match, pending):
                answer = pending.decision.kind.read(table.match.state, pending.decision, text)
                assert not asking.incomplete(table.match, pending, answer)
                divided += pending.decision.kind.name == "divide" and text != "none"
    assert divided
