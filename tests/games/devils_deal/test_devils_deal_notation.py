"""What may be written, what it means, what does not parse, and what the rules forbid."""

import pytest
from devils_table import DIVISION, SELECTION, Table, betting, choosing, dividing, drawing, started
from text_blocks import meanings, texts

from umpire.games.base import NotUnderstood
from umpire.games.devils_deal.cards import read_cards, tokens_of

COLORS = ("red", "green", "blue")


def read(text: str) -> tuple[str, ...]:
    return read_cards(tokens_of(text), "")


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("number", range(1, 10))
def test_a_card_is_a_colour_or_a_prefix_of_it_and_a_number(color: str, number: int) -> None:
    card = f"{color[0].upper()}{number}"
    for end in range(1, len(color) + 1):
        for text in (
            f"{color[:end]}{number}",
            f"{color[:end]} {number}",
            f"{color[:end]},{number}",
        ):
            for spelt in (text, text.upper(), text.title()):
                assert read(spelt) == (card,)


WHAT_IS_NO_LIST_OF_CARDS = """
,; ~ R ~ 5 ~ 5R ~ R5B ~ R0 ~ R10 ~ R55 ~ R05 ~ X5 ~ RB5 ~ Rot5 ~ reds5 ~ R-5 ~ R.5 ~ R5.
R5 and B3 ~ R5|B3 ~ R5/B3 ~ none ~ R² ~ R٣ ~ R5 5 ~ R R5 ~ *R5 ~ (R5) ~ R5: ~ é5
"""


@pytest.mark.parametrize(
    "text",
    [*texts(WHAT_IS_NO_LIST_OF_CARDS), "", " ", "R\x005", "R5 \ud800"],
)
def test_what_is_no_list_of_cards(text: str) -> None:
    with pytest.raises(NotUnderstood):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        *("R5 B3", "R5B3", "R5,B3", "R5;B3", " ;R5 ,, B3, ", "r 5 b 3", "Red5Blue3", "R\n5\tB3"),
        *("Ｒ５，Ｂ３", "R5\u3000B3", "r5\u00a0b3", "RE,5;BLU;3"),
    ],
)
def test_lists_of_cards(text: str) -> None:
    assert read(text) == ("R5", "B3")


# Chance

TEN = "B1 B4 B7 G7 R9 B2 G3 G4 R4 R8"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (TEN, None),
        (TEN.replace(" ", ""), None),
        (TEN.lower().replace(" ", " ; "), None),
        (TEN[3:], "syntax"),
        (TEN + " R1", "syntax"),
        (TEN + " B1", "syntax"),
        (TEN.replace(" B4", "|B4"), "syntax"),
        (TEN.replace("B4", "B1"), "illegal"),
        (TEN.replace("R8", "G7"), "illegal"),
        ("", "syntax"),
    ],
)
def test_deals(text: str, code: str | None) -> None:
    assert Table().code(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (SELECTION, None),
        (SELECTION[3:], "syntax"),
        (SELECTION + "R9", "syntax"),
        (SELECTION.replace("G5", "G6"), "illegal"),
        (TEN, "syntax"),
    ],
)
def test_selections(text: str, code: str | None) -> None:
    assert started().say("yes").code(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [("R1", None), ("red 1", None), ("R1,", None), ("R1 R2", "syntax"), ("", "syntax")],
)
def test_community_cards(text: str, code: str | None) -> None:
    assert started().say("no", "no").code(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("B1 B4 R2", None),
        ("R2R3;g8", None),
        ("", "syntax"),
        ("none", "syntax"),
        ("B1 B4", "illegal"),
        ("B1 B4 R2 R3", "illegal"),
        ("B1 B4 G1", "illegal"),
        ("B1 B1 B4", "illegal"),
    ],
)
def test_discards_by_chance(text: str, code: str | None) -> None:
    table = drawing()
    assert table.owing == [("chance", "discard")]
    assert table.code(text) == code


def test_chance_may_discard_as_many_copies_as_there_are() -> None:
    table = drawing(deal="R2 R3 B3 G6 B6 B2 G3 G4 R4 R8")
    assert table.code("R2 R2 R3") is None
    assert table.code("R2 R2 R2") == "illegal"
    table.say("R2 R2 R3")
    assert table.pool("Ana") == "B3 B3 B6 B6 B9 G5 G6 G6 G8 R3"


# Simple answers


STARTS = """
Ana <- Ana ~ ana ~ A ~ an ~ me ~ ＭＥ
Bo <- b ~ opponent ~ Ｏｐｐｏｎｅｎｔ
None <- o ~ m ~ oppon ~ Ana, ~ Ana Bo ~ Anna ~ nobody ~ i ~ 1
"""


@pytest.mark.parametrize(
    ("text", "starter"),
    [*meanings(STARTS), (" BO ", "Bo"), ("", None)],
)
def test_starts(text: str, starter: str | None) -> None:
    table = Table().say(TEN)
    assert table.code(text) == (None if starter else "syntax")
    if starter:
        assert table.understood(text) == starter


@pytest.mark.parametrize(
    ("players", "text", "starter"),
    [
        (("Anna", "An"), "an", "An"),
        (("Anna", "An"), "ann", "Anna"),
        (("Anna", "An"), "a", None),
        (("Bo", "Me"), "me", "Me"),
        (("Bo", "Me"), "m", "Me"),
        (("Bo", "Mel"), "me", "Bo"),
        (("Bo", "Opponent"), "opponent", "Opponent"),
        (("Opponent", "Bo"), "opponent", "Opponent"),
        (("Opponent", "Bo"), "opp", "Opponent"),
        (("Ana  B", "Bo"), "ana b", "Ana  B"),
        (("x, y", "Bo"), "X, Y", "x, y"),
    ],
)
def test_a_whole_name_then_the_words_then_a_prefix(
    players: tuple[str, str], text: str, starter: str | None
) -> None:
    table = Table(players=players).say(TEN)
    assert table.code(text) == (None if starter else "syntax")
    if starter:
        assert table.say(text).state["starter"] == starter


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("yes", "yes"), ("Y", "yes"), ("no", "no"), ("N", "no"), ("\nＹＥＳ\t", "yes")],
)
def test_refills(text: str, canonical: str) -> None:
    assert started().understood(text) == canonical


@pytest.mark.parametrize("text", ["", "ye", "yes,", "yes please", "none", "5", "lock"])
def test_refills_that_do_not_parse(text: str) -> None:
    assert started().code(text) == "syntax"


@pytest.mark.parametrize("text", ["ready", "READY", " ｒｅａｄｙ\n"])
def test_the_end_of_a_break(text: str) -> None:
    assert betting(break_seconds=1).say("fold").understood(text) == "ready"


@pytest.mark.parametrize("text", ["", "r", "read", "ready,", "ready!", "ok", "lock"])
def test_what_does_not_end_a_break(text: str) -> None:
    assert betting(break_seconds=1).say("fold").code(text) == "syntax"


# Bets


FIRST_ACTIONS = """
raise 3 <- raise 3 ~ r 3 ~ r3 ~ RAISE3 ~ raise   03 ~ raise by3 ~ raise,3 ~ raise:+3 ~ raise +3
raise 3 <- raise+3 ~ raise by +3 ~ raise 3 chips ~ raise 3chips ~ raise 3. ~ Raise: 3 chips.
raise 3 <- ｒａｉｓｅ：３．
raise 28 <- raise 28
raise 1 <- raise 1 chip
raise 5 <- 5R ~ 5 r ~ +5r ~ 05 R.
fold <- fold ~ F ~ Fold. ~ f .
"""


def test_first_actions() -> None:
    for text, canonical in [
        *meanings(FIRST_ACTIONS),
        ("raise\n3", "raise 3"),
        ("ｒａｉｓｅ　３", "raise 3"),
        *((f"{word} 3", "raise 3") for word in ("raise by", "r by", "raise:", "raise ,", "r: ")),
    ]:
        assert betting().understood(text) == canonical, text


@pytest.mark.parametrize("text", ["call", "C", " ｃ ", "Call.", "c."])
def test_calls(text: str) -> None:
    table = betting()
    assert table.code(text) == "illegal"
    assert table.say("raise 1").understood(text) == "call"


BETS_THAT_DO_NOT_PARSE = """
raise ~ r ~ raise x ~ raise -3 ~ raise 3.0 ~ raise 1 0 ~ raise 3, ~ raise three ~ raise ٣
raise ² ~ rais 3 ~ ra 3 ~ 3 ~ 3 chips ~ 5 raise ~ r 5 r ~ raise ++3 ~ raise by by 3 ~ raiseby 3
raise by: 3 ~ raise :, 3 ~ raise to 3 ~ 3 chipsr ~ 3chipr ~ 3 chips raise ~ raise 3 chip s
raise chips 3 ~ raise 3.. ~ call.. ~ . ~ fold! ~ call chips ~ call 3 ~ c3 ~ call, ~ ca ~ fold 1
fo ~ check ~ all in ~ lock ~ call fold
"""


def test_bets_that_do_not_parse() -> None:
    for text in [*texts(BETS_THAT_DO_NOT_PARSE), ""]:
        assert betting().say("raise 3").code(text) == "syntax", text


@pytest.mark.parametrize("text", ["raise 0", "raise 000", "raise 29", f"raise {'9' * 10_000}"])
def test_raises_that_the_rules_forbid(text: str) -> None:
    assert betting().code(text) == "illegal"


# Private cards


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        *(("B4 R9", "B4 R9"), ("R9B4", "R9 B4"), ("red 9, b4", "R9 B4"), ("r9\nb4;", "R9 B4")),
        *(("first B4, second R9", "B4 R9"), ("second R9, first B4", "B4 R9")),
        *(("FIRST b4second r9", "B4 R9"), ("second\nr9\nfirst\nblue 4", "B4 R9")),
    ],
)
def test_private_cards(text: str, canonical: str) -> None:
    assert choosing().understood(text) == canonical


PRIVATE_CARDS_THAT_ARE_REFUSED = """
syntax <- B4 ~ B4 R9 B1 ~ B4 B4 B4 ~ first B4 ~ first B4 R9 ~ first B4 first R9
syntax <- first B4, second R9 B1 ~ second B4 second R9 ~ first second B4 R9 ~ B4 first, R9 second
syntax <- firstB4 secondR9 ~ third B4, second R9 ~ B4 | R9 ~ B4 none ~ 4B R9
illegal <- first B4, second B4 ~ second R1, first B4 ~ B4 B4 ~ B4 G4 ~ R2 R3 ~ R1 B4
"""


@pytest.mark.parametrize(
    ("text", "code"),
    [*meanings(PRIVATE_CARDS_THAT_ARE_REFUSED), ("", "syntax")],
)
def test_private_cards_that_are_refused(text: str, code: str) -> None:
    assert choosing().code(text) == code


def test_the_community_card_and_copies_cannot_be_private() -> None:
    table = dividing("R2 B4 B7 G7 R9 B2 G3 G4 R4 R8").say("R2 | G2 *", "pass", "no", "no", "B7")
    assert table.pool("Ana") == "B4 B7 G7 R2 R2 R9"
    assert table.code("R2 R2") == "illegal"
    assert table.code("R2 B7") == "illegal"
    assert table.code("B7 R2") == "illegal"
    table.say("R2 B4")
    assert table.owing == [("Bo", "private")]


# What the opponent takes


CARDS_TAKEN_INTO_A_POOL_THAT_IS_NOT_FULL = """
pass <- pass ~ none ~ NO ~ /pass|
G1 <- G1 ~ take g1 ~ take, green 1 ~ G1 discard ~ G1 discard: ~ G1 discard none ~ G1 d ~ G1d:none
G1 <- take G1 / d none ~ G1 | discard : NONE ;
None <- takeg1
"""


@pytest.mark.parametrize(
    ("text", "canonical"),
    [*meanings(CARDS_TAKEN_INTO_A_POOL_THAT_IS_NOT_FULL), (" pass ;", "pass"), ("G\n1", "G1")],
)
def test_cards_taken_into_a_pool_that_is_not_full(text: str, canonical: str | None) -> None:
    table = dividing().say(f"{DIVISION} discard: B1 R2 B4")
    if canonical is None:
        assert table.code(text) == "syntax"
    else:
        assert table.understood(text) == canonical


WHAT_IS_TAKEN_THAT_DOES_NOT_PARSE = """
/ ~ take ~ take pass ~ pass pass ~ pass G1 ~ G1 pass ~ pass discard none ~ G1 G2
G1 G2 discard R4 ~ discard R4 ~ G1 R4 ~ G1 discard R4 discard R4 ~ G1 discard none none
G1 discard none R4 ~ G1 discard: : R4 ~ G1: discard R4 ~ take: G1 ~ take take G1 ~ G1 dis R4
G1 discards R4 ~ G1dR4 ~ n ~ p ~ no card ~ G1 d d R4 ~ G1 * ~ (G1) ~ lock ~ yes ~ unused G1
"""


def test_what_is_taken_that_does_not_parse() -> None:
    for text in [*texts(WHAT_IS_TAKEN_THAT_DOES_NOT_PARSE), ""]:
        table = dividing().say(f"{DIVISION} discard: B1 R2 B4")
        assert table.code(text) == "syntax", text


@pytest.mark.parametrize("text", ["G6", "B3", "R1", "G1 discard R4", "G1 d G1", "G1 d R4 G4"])
def test_what_may_not_be_taken(text: str) -> None:
    table = dividing().say(f"{DIVISION} discard: B1 R2 B4")
    assert table.code(text) == "illegal"


def facing_a_full_pool() -> Table:
    """Ana takes a card after Bo's refill, her pool full."""
    table = dividing().say(f"{DIVISION} discard: B1 R2 B4", "pass", "no", "yes")
    return table.say("R1 R2 R3 R4 R5 R6 R7 R8 R9 G1 G2 G3", "R1 | G1 *")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("R2 discard: R9", "R2 discard: R9"),
        ("r2 / d r9", "R2 discard: R9"),
        ("take R2, discard R9", "R2 discard: R9"),
        ("R2d:R9", "R2 discard: R9"),
        ("R2 d R2", "R2 discard: R2"),
        ("G1\nDISCARD\nB7", "G1 discard: B7"),
        ("pass", "pass"),
    ],
)
def test_cards_taken_into_a_full_pool(text: str, canonical: str) -> None:
    assert facing_a_full_pool().understood(text) == canonical


@pytest.mark.parametrize(
    "text",
    ["R2", "R2 d", "R2 d none", "R2 d R8", "R2 d R9 B7", "R2 d R9 R9", "R1 d R9", "R2 d G1"],
)
def test_what_may_not_be_taken_into_a_full_pool(text: str) -> None:
    assert facing_a_full_pool().code(text) == "illegal"


# Divisions


DIVISIONS = """
none <- none ~ none,
G1 * <- G1 * ~ * G1 ~ *G1 ~ *:G1 ~ * : G1 ~ G1* ~ aside: G1 ~ aside G1 ~ G1aside ~ set aside: G1
G1 * <- G1 set aside ~ (aside) G1 ~ ( aside ): G1 ~ G1(set  aside) ~ G1 ( set , aside ) ~ ＊Ｇ１
G1 * <- （ａｓｉｄｅ）：Ｇ１ ~ unused: none / G1 * ~ G1 * discard ~ G1 * discard: none ~ G1 * / d
G1 * <- G1 * unused discard
B5 | G5 * <- B5 | G5 * ~ B5/G5* ~ B5 ｜ G5 ＊ ~ ||B5|/ |G5 *|| ~ b5 ; | , g5 * ,
G2 B3 | G5 * <- G2 B3 | G5 *
G1 * | unused: G2 <- G1 * | unused: G2 ~ G1 * unused: G2 ~ discard unused G2 | G1 *
G1 * | unused: G2 B3 <- unused G2 B3 | G1 *
# bullets
none <- • none
# unused, for the pile set aside
B5 | G5 * <- B5 | unused: G5 ~ B5 | G5 unused: / discard ~ B5 | (unused) G5 ~ B5 | ( UNUSED ): G5
B5 | G5 * <- B5 unused G5
G5 * | B5 <- unused G5 | B5
B5 | G2 B3 | G5 * <- B5 | G2 B3 | unused: G5 discard: none
B5 * | G5 <- B5 * | G5 unused
"""


def test_divisions() -> None:
    for text, canonical in [
        *meanings(DIVISIONS),
        (" |NONE/\n", "none"),
        ("B5\nG5 *", "B5 | G5 *"),
        ("B5\r\n\r\nG5 *\n", "B5 | G5 *"),
        ("unused\nG1 *", "G1 *"),
        ("d:none\nG1 *", "G1 *"),
        ("• B5\n• G5 *", "B5 | G5 *"),
        ("- B5\n-\tG5 *", "B5 | G5 *"),
        (" •B5\n , - G5 * \n • ", "B5 | G5 *"),
        ("－　B5\n－ aside: G5\n- discard: none", "B5 | G5 *"),
        ("B5\nG5 unused", "B5 | G5 *"),
        ("G5unused\nB5", "G5 * | B5"),
        ("B5 | G5 (unused):\n", "B5 | G5 *"),
        (
            "r2,b3,r3,g6 \n g5 b9 \n b6g8 \n g2 b5 r7 (set aside) \n discard b1 R2;b4",
            "R2 B3 R3 G6 | G5 B9 | B6 G8 | G2 B5 R7 * | discard: B1 R2 B4",
        ),
    ]:
        table = dividing()
        assert table.understood(text) == canonical, text
        assert table.understood(canonical) == canonical, text


DIVISIONS_THAT_DO_NOT_PARSE = """
# nothing
|
# none is not alone
none none ~ none | G1 * ~ none discard ~ none * ~ unused none none | G1 *
# marks
* ~ aside: ~ set aside ~ (aside) ~ * | G1 ~ * G1 * ~ aside G1 aside ~ ** G1 ~ G1 * * ~ G1 aside *
set G1 ~ G1 set ~ (set) G1 ~ (aside G1 ~ G1 aside) ~ (*) G1 ~ ((aside)) G1 ~ G1 aside: ~ G1 *:
G5 * B9 ~ (set | aside) G1 ~ asideG1 ~ setaside G1 ~ as G1 ~ kept: G1 ~ G1 (kept) ~ *::G1 ~ : G1
G1 :
# unused and discard
G1 * unused G2 unused G3 ~ G1 * | unused | unused ~ G1 * discard | discard B1
G1 * | d B1 | discard B1 ~ G1 * d B1 ~ G1 * unusedG2 ~ G1 * discardB1 ~ G1 * | dB1 ~ unused G2 *
aside: unused G1 ~ unused: none G1 | G2 * ~ discard none B1 | G2 * ~ unused:: G1 | G2 *
unuse G2 | G1 * ~ disc B1 | G1 * ~ unused G2 d B1 | G1 * ~ discard B1 aside | G1 *
un used G2 | G1 *
# (unused) is the pile set aside and nothing else
B5 * | (unused) G5 ~ G5 (unused) | B5 * ~ (unused) ~ B5 | (unused): | G5 ~ B5 | G5 (unused) unused
B5 unused | G5 unused ~ B5 | (unused) none ~ (unused G5 ~ (unused) G5 * | B5 ~ B5 | (un used) G5
B5 (unused) discard: none
# bullets
-B5 | G5 * ~ • • B5 | G5 * ~ B5 | - G5 * ~ B5 - | G5 * ~ * - B5
# cards
R ~ 5R * ~ G1 and G2 * ~ pile G1 * ~ 1: G1 * ~ G1 * . ~ G1+ * ~ lock ~ pass ~ yes ~ 🂡 * ~ G1 - *
"""


def test_divisions_that_do_not_parse() -> None:
    for text in [
        *texts(DIVISIONS_THAT_DO_NOT_PARSE),
        "",
        " ",
        "/\n,;",
        "\u3000",
        "aside\nG1",
        "-\nG5 *",
        "R\n5 *",
        "G1 G * ",
        "G1\x00 *",
        "\ud800",
    ]:
        assert dividing().code(text) == "syntax", text


DIVISIONS_THAT_THE_RULES_FORBID = """
# cards that are not there, or named twice
R1 * ~ G1 * | unused: R1 ~ G1 G1 * ~ B5 | B5 * ~ G1 * | unused: G1 ~ G1 * | unused: G2 G2
# not just one pile aside
G1 ~ unused: G1 ~ discard ~ discard none | unused none ~ B5 * | G5 * ~ aside: B5 / set aside G5
# sums
B5 | G6 * ~ G2 B3 | G6 * ~ B5 * | G5 | G6
# what is unused is set aside only with the sum of the other piles
B5 | unused: G6 ~ B5 | G6 unused ~ B5 | (unused) G6 ~ B5 | G6 | unused: G5 ~ (unused) G1
G1 unused ~ B5 | unused: B5 ~ B5 | (unused) R1 ~ B5 | unused
# discards, without a clock
discard: B1
"""


def test_divisions_that_the_rules_forbid() -> None:
    for text in [
        *texts(DIVISIONS_THAT_THE_RULES_FORBID),
        DIVISION,
        f"{DIVISION} discard: B1 R2",
        f"{DIVISION} discard: B1 R2 B4 B7",
        f"{DIVISION} discard: B5",
        f"{DIVISION} discard: R1",
        f"{DIVISION} discard: B1 B1",
        f"{DIVISION} discard: G1",
    ]:
        assert dividing().code(text) == "illegal", text


@pytest.mark.parametrize("text", ["R1 * nonsense", "G1 G1 * | *", "B5 | G6 * | d d"])
def test_what_does_not_parse_is_syntax_however_illegal_the_rest_is(text: str) -> None:
    assert dividing().code(text) == "syntax"


def test_a_line_break_parts_piles_in_a_division_and_is_a_blank_elsewhere() -> None:
    assert dividing().code("R2 B3\n*: B5") is None
    assert dividing().code("R2 B3 *: B5") == "syntax"
    assert choosing().code("R\n9\nB\n4") is None


def test_all_cards_may_be_named_unused() -> None:
    rest = " ".join(card for card in SELECTION.split() if card != "G1")
    assert dividing().code(f"unused {rest} | G1 *") is None


def test_what_a_player_wrote_is_shown_short_and_printable() -> None:
    _, error = dividing().refused("R5 \u202e\x07" + "x" * 10_000)
    assert error is not None
    assert len(error) < 300
    assert error.isprintable()
