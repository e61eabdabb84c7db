"""What may be written, what it means, and what does not parse."""

import pytest
from tartarus import DEALS, EXAMPLE, STARTS, Table, at, board, example
from text_blocks import meanings, texts

from umpire.games.denizens_of_tartarus.cards import CARDS, MODULES, read_cards
from umpire.games.denizens_of_tartarus.modules import PILE_ORDERS

OPEN = board(
    ana="R2 P3 B5",
    bo="R4 G1 Y5",
    top="Y1 R5 G2",
    recent=("Pair", "Pair"),
    spirits={"Ana": {"normal": 1, "attuned": 1}},
)
"""Ana has a red, a purple and a blue card, and only Pair is closed."""


def table_at(phase: str) -> Table:
    """A table at which this kind of decision is pending."""
    texts = {"seats": 0, "ban": 1, "declare": 4, "turn": 5}[phase]
    said = ("first", "a", "b", "c", "none")
    return Table(decider="Ana", configurations=STARTS).say(*said[:texts])


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_is_a_colour_or_a_prefix_of_it_and_a_number(card: object) -> None:
    color, number = next((c.color, c.number) for c in CARDS if c is card)
    for end in range(1, len(color) + 1):
        for text in (f"{color[:end]}{number}", f"{color[:end]} {number}"):
            assert read_cards(text) == (card,)
            assert read_cards(text.lower()) == read_cards(text.upper()) == (card,)


@pytest.mark.parametrize(
    ("prefix", "module"),
    [
        *zip(
            ["b", "o", "m", "p", "se", "st", "sh"],
            MODULES[:3] + MODULES[5:6] + ("Set", "Stones", "Shuffle"),
            strict=True,
        ),
        *((name.lower(), name) for name in MODULES),
        ("shuffl", "Shuffle"),
        ("BALAN", "Balance"),
    ],
)
def test_a_module_is_a_name_or_a_prefix_of_only_one(prefix: str, module: str) -> None:
    assert table_at("declare").understood(prefix) == module


SECOND_NAMES = [
    ("sisyphus", "Balance"),
    ("Ixion", "Order"),
    ("TANTALUS", "Matching"),
    ("phlegyas", "Set"),
    ("tityos", "Stones"),
    ("ocnus", "Shuffle"),
    *((name, "Pair") for name in ("danaides", "the danaides", "DANAÏDES", "the Danaïdes")),
    ("the Danai\u0308des", "Pair"),
]


@pytest.mark.parametrize(("name", "module"), SECOND_NAMES)
def test_a_module_has_a_second_name(name: str, module: str) -> None:
    assert table_at("declare").understood(name) == module
    assert table_at("declare").understood(f"block {name}") == module
    for text in (f"P3 on {name}", f"P3 on {name}, draw top", f"R2 order; block {name}, attuned"):
        assert at(OPEN).code(text) == at(OPEN).code(text.replace(name, module)) != "syntax"


@pytest.mark.parametrize(
    "text", ["sisyph", "danaide", "the", "the set", "the phlegyas", "danaides the", "ph", "tanta"]
)
def test_second_names_are_not_shortened_and_only_one_has_an_article(text: str) -> None:
    assert table_at("declare").code(text) == "syntax"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("first", "first left"),
        ("second", "second right"),
        ("p1", "first left"),
        ("2", "second right"),
        ("1 r", "first right"),
        ("second left", "second left"),
        ("right, p1", "first right"),
        ("L;P2", "second left"),
        ("  Ｆｉｒｓｔ　ｌｅｆｔ ", "first left"),
    ],
)
def test_seats(text: str, canonical: str) -> None:
    assert table_at("seats").understood(text) == canonical


@pytest.mark.parametrize(
    "text", ["", "   ", "left", "fir", "first second", "left right", "first left left", "first, no"]
)
def test_seats_that_do_not_parse(text: str) -> None:
    assert table_at("seats").code(text) == "syntax"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("D", "ban D"), ("ban d", "ban D"), ("BAN;c", "ban C"), (" b\n", "ban B")],
)
def test_bans(text: str, canonical: str) -> None:
    assert table_at("ban").understood(text) == canonical


@pytest.mark.parametrize("text", ["", "ban", "e", "ba d", "c d", "ban ban c", "A B"])
def test_bans_that_do_not_parse(text: str) -> None:
    assert table_at("ban").code(text) == "syntax"


def test_a_letter_is_banned_only_once() -> None:
    assert table_at("ban").say("b").code("B") == "illegal"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("set", "Set"),
        ("block Sh", "Shuffle"),
        ("declare order", "Order"),
        ("none", "none"),
        ("PASS", "none"),
        ("pa", "Pair"),
    ],
)
def test_declarations(text: str, canonical: str) -> None:
    assert table_at("declare").understood(text) == canonical


@pytest.mark.parametrize("text", ["", "s", "no", "block", "set order", "decl set", "nothing"])
def test_declarations_that_do_not_parse(text: str) -> None:
    assert table_at("declare").code(text) == "syntax"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (DEALS[0], None),
        (DEALS[0].replace("|", " "), None),
        (DEALS[0].replace("|", "/").replace(" ", " , ").lower(), None),
        (DEALS[0].replace("Y2", "yellow 2"), None),
        ("", "syntax"),
        (DEALS[0][:-3], "syntax"),
        (DEALS[0] + " R1", "syntax"),
        (DEALS[0].replace("P5", "P6"), "syntax"),
        (DEALS[0].replace("P5", "P4"), "illegal"),
        (DEALS[0].replace("Y2", "P5", 1).replace("| P5", "| Y2"), "illegal"),
    ],
)
def test_deals(text: str, code: str | None) -> None:
    assert Table().code(text) == code


def test_a_deal_is_written_with_the_hands_by_number() -> None:
    dealt = "G3 R1 Y2 R3 P2 B1 " + DEALS[0].split("|")[2]
    assert Table().understood(dealt) == DEALS[0]


TURNS = """
P3 Set <- P3 set ~ p 3 set ~ play Purple 3 on Set ~ PLAY pur3 TO set draw top ~ P3 Phlegyas
P3 Set, draw module <- play Purple 3 on Set, draw module ~ P3 phlegyas module draw
P3 Set, draw module <- P3 set, mod draw ~ P3 set, draw module option ~ P3 set, Module Draw Option
P3 Matching, draw module 2 <- P3 matching draw module 2 ~ P3 matching draw module 002
P3 Matching, draw module 2 <- P3 matching module draw 2
P3 Matching, draw module 3 <- P3 matching draw module ３
P3 Matching, draw module R5 <- P3 matching draw module R5 ~ P3 matching draw module red 5
P3 Matching, draw module R5 <- P3 tantalus, module draw option R5
P3 Matching, draw module R5; block Set <- P3 matching draw module re5 block set
P3 Stones, draw module R2 <- P3 stones draw module R2 ~ P3 stones module draw option R2
B5 Shuffle, draw module BTM <- B5 ocnus module draw BTM ~ B5 shuffle BTM, mod draw option
B5 Shuffle, draw module BTM <- B5 shuffle draw module BTM ~ B5 shuffle BTM draw module
B5 Shuffle BTM <- B5 shuffle BTM ~ B5 shuffle b t m ~ B5 shuffle, Bottom, Top, Middle
B5 Shuffle BTM <- B5 shuffle BTM draw top
B5 Shuffle TBM <- B5 to shuffle to b mid
B5 Shuffle <- B5 shuffle ~ B5 shuffle TMB
B5 Shuffle, draw module <- B5 shuffle draw module
B5 Shuffle, draw module MBT <- B5 shuffle draw module m b t
B5 Shuffle; block Set <- B5 sh block set
R2 Balance; block Set <- R2 balance; block set ~ R2 balance, block: set
R2 Balance; block Set <- R2 balance, block invocation set ~ R2 balance, block invocation: Phlegyas
R2 Balance; attuned block Set <- R2 balance attuned block set ~ R2 balance block att set
R2 Balance; attuned block Set <- R2 balance block set attuned
R2 Balance; attuned block Set <- R2 balance, attuned block invocation : set
R2 Order; mulligan P3 <- R2 order; mulligan P3 ~ R2 order, Mulligan Invocation: P3
R2 Order; mulligan P3 <- R2 order, mulligan：P3 ~ R2 order; mull p 3
R2 Order; attuned mulligan P3 B5 <- R2 order, mull att invocation: P3 B5
R2 Order; attuned mulligan P3 B5 <- R2 order, mulligan invocation: P3, B5 attuned
R2 Order; attuned mulligan P3 B5 <- R2 order; mull att p3, b5 ~ R2 order mulligan P3 B5 attuned
R2 Order, draw module; attuned mulligan B5 P3 <- R2 order draw module; attuned mulligan B5 P3
"""


def test_turns() -> None:
    for text, canonical in [
        *meanings(TURNS),
        ("ｐ３，ｓｅｔ；ｄｒａｗ　ｍｏｄ", "P3 Set, draw module"),
        ("P3\nset\r\ndraw\tmodule", "P3 Set, draw module"),
    ]:
        table = at(OPEN)
        assert table.understood(text) == canonical, text
        assert table.understood(canonical) == canonical, text


TURNS_THAT_DO_NOT_PARSE = """
# nothing, or not enough
play ~ P3 ~ P3 on ~ set ~ P set
# no card, no module
P0 set ~ P6 set ~ P33 set ~ P03 set ~ X3 set ~ 3 set ~ P3set ~ P3 s ~ P3 xyz ~ P3 sets
P3 on on set ~ P3 on to set ~ play play P3 set ~ pl P3 set ~ set P3
# the draw
P3 set draw ~ P3 set draw bottom ~ P3 set draw to ~ P3 set dr top ~ P3 set draw modul
P3 set draw top draw top ~ P3 set draw module 2 ~ P3 set draw module R5 ~ P3 balance draw module 3
P3 set draw top 1 ~ P3 matching draw module ~ P3 matching draw module block set
P3 matching draw module -1 ~ P3 matching draw module 2 3 ~ P3 matching draw module two
P3 matching draw module ² ~ P3 matching draw top 2 ~ P3 stones draw module
P3 stones draw module 1 ~ P3 stones draw module R2 B5 ~ P3 set module ~ P3 set module top
P3 set module option ~ P3 set option ~ P3 set draw option ~ P3 set draw top option
P3 set draw module draw ~ P3 set module draw module ~ P3 set module draw option option
P3 set module: draw
# piles
P3 set BTM ~ P3 set draw module BTM ~ B5 shuffle BT ~ B5 shuffle b t ~ B5 shuffle b b t
B5 shuffle BTMB ~ B5 shuffle BBT ~ B5 shuffle BTM BTM ~ B5 shuffle BTM draw module BTM
B5 shuffle draw top BTM ~ B5 shuffle TMB draw module TMB ~ B5 shuffle block set BTM
# invocations
R2 balance attuned ~ R2 balance block ~ R2 balance block s ~ R2 balance bl set
R2 balance mulli P3 ~ R2 balance mulligan ~ R2 balance mulligan attuned
R2 balance attuned attuned block set ~ R2 balance attuned block attuned set
R2 balance attuned block set attuned ~ R2 balance mulligan P3 attuned B5
R2 balance mulligan P3 block set ~ R2 balance block set mulligan P3 ~ R2 balance block set order
R2 balance block set draw module ~ attuned R2 balance block set ~ R2 attuned balance block set
R2 balance invocation block set ~ R2 balance invocation: set ~ R2 balance blocking invocation: set
R2 balance block invocation ~ R2 balance block invocation: ~ R2 balance block: invocation set
R2 balance block:: set ~ R2 balance block set: ~ R2 balance mulligan invocation attuned P3
R2 balance: block set ~ R2: balance
# passing
pass please ~ play pass ~ pas
# far from anything
R2 balance ! ~ R2 balance and win ~ 🂡 balance
"""


def test_turns_that_do_not_parse() -> None:
    for text in [
        *texts(TURNS_THAT_DO_NOT_PARSE),
        "",
        " , ; ",
        "R2\x00 balance",
        "\ud800",
        "R2 " * 5000,
    ]:
        assert at(OPEN).code(text) == "syntax", text


TURNS_THAT_THE_RULES_FORBID = """
pass ~ R1 set ~ R2 pair ~ R2 order draw module; block pair ~ P3 matching draw module 0
P3 matching draw module 4 ~ P3 matching draw module R4 ~ P3 matching draw module G3
P3 stones draw module P3 ~ P3 stones draw module R1 ~ R2 balance mulligan R2
R2 balance mulligan G1 ~ R2 balance mulligan P3 B5 ~ R2 balance attuned mulligan P3 P3
R2 balance attuned mulligan P3 B5 Y1 R5 ~ R2 balance block balance
R2 balance attuned block balance
"""


@pytest.mark.parametrize(
    "text",
    [*texts(TURNS_THAT_THE_RULES_FORBID), f"P3 matching draw module {'9' * 5000}"],
)
def test_turns_that_the_rules_forbid(text: str) -> None:
    assert at(OPEN).code(text) == "illegal"


@pytest.mark.parametrize(
    "text",
    [
        "R1 pair nonsense",
        "R1 pair draw module 7",
        "R1 s",
        "pass now",
        "R2 pair; block",
        "R2 balance mulligan R2 R9",
        "P3 matching draw module 9 9",
    ],
)
def test_what_does_not_parse_is_syntax_however_illegal_the_rest_is(text: str) -> None:
    assert at(OPEN).code(text) == "syntax"


def test_the_later_parts_are_judged_at_the_state_they_will_meet() -> None:
    table = at(OPEN)
    assert table.code("R2 balance; mulligan Y1") is None
    assert table.code("R2 balance draw module; mulligan Y1") == "illegal"
    assert table.code("R2 balance draw module; mulligan R5") is None


def test_won_modules_are_names_too() -> None:
    assert at(EXAMPLE).code("R1 sto") == "illegal"
    assert at(EXAMPLE).code("R1 s") == "syntax"


def test_orders_option_needs_a_card_of_the_colour() -> None:
    reds = board(ana="R1 R2 R3", bo="R4 R5 B1", recent=("Pair", "Pair"))
    assert at(reds).code("R1 order draw module") == "illegal"
    assert at(reds).code("R1 order draw top") is None


def test_what_a_player_wrote_is_shown_short_and_printable() -> None:
    error = at(OPEN).error("P3 \u202e\x07" + "x" * 10_000)
    assert len(error) < 200
    assert error.isprintable()


@pytest.mark.parametrize(
    "text",
    ["B5 block set", "foo set", "P3 foo", "P3 set foo", "P3 set draw foo", "P3 stones draw mod"],
)
def test_a_rejection_says_what_would_be_right(text: str) -> None:
    error = at(OPEN).error(text)
    assert error[0].isupper() or error[0] == '"'
    assert error.endswith(".")


def test_every_order_of_the_piles_is_read_in_both_ways() -> None:
    spelt = {"T": "top", "M": "mid", "B": "b"}
    for piles in PILE_ORDERS:
        one_word = at(OPEN).understood(f"B5 shuffle {piles}")
        three_words = at(OPEN).understood(f"B5 shuffle {' '.join(spelt[p] for p in piles)}")
        assert one_word == three_words


def test_a_block_must_name_a_module_that_is_open_to_the_opponent() -> None:
    table = at(example(spirits={"Ana": {"normal": 1}}))
    assert table.code("R1 order; block pair") == "illegal", "Bo's most recent, and six remain"
    assert "7 modules" in table.error("R1 order; block set")
    assert table.code("R1 order; attuned block order") == "illegal"
    assert table.code("R1 order; attuned block stones") == "illegal"
    assert table.code("R1 matching; attuned block order") == "illegal", "named before"
    assert table.code("R1 order; attuned block balance") is None
