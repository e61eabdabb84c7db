"""What may be written, what it means, what does not parse, and what the rules forbid."""

import pytest
from boxes import BETS, DEAL, Table, board, box_at, card_list, in_round_1, one_card, trying
from text_blocks import meanings, texts

# Chance

TILES = " ".join(board(D7="w0")).split()


def at_the_board() -> Table:
    return Table(board=None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (" ".join(TILES), None),
        (" ".join(TILES).upper(), None),
        (" / ".join(board(D7="w0")), None),
        ("/".join(board(D7="w0")), None),
        (", ".join(TILES), None),
        (";\n".join(TILES), None),
        (" ".join(TILES).replace("b2", "ｂ２"), None),
        ("/ " + " ".join(TILES) + " //", None),
        ("", "syntax"),
        (" / ", "syntax"),
        ("b2 " * 48 + "b", "syntax"),
        ("b2 " * 48 + "b10", "syntax"),
        ("b2 " * 48 + "r2", "syntax"),
        ("b2" * 49, "syntax"),
        ("b2-" * 48 + "b2", "syntax"),
        ("b2 " * 48, "illegal"),
        ("b2 " * 50, "illegal"),
        ("b2", "illegal"),
    ],
)
def test_a_board(text: str, code: str | None) -> None:
    assert at_the_board().code("chance", text) == code


def test_a_board_is_written_in_reading_order() -> None:
    table = at_the_board()
    said = " / ".join(board(A7="b0", G7="b1", A6="b3", G1="w4"))
    assert table.understood("chance", said.upper()) == said.replace(" / ", " ")
    assert table.say("chance", said).state["boards"]["B"] == said.split(" / ")


A_DEAL = """
None <- 3 3 7 12 18 20 31 38 ~ 38 31, 20; 18 12 7 3 3 ~ 03 003 7 12 18 20 31 38
None <- ３ 3 7 12 18 20 31 38
syntax <- , ~ 3 3 7 12 18 20 31 LUNGE ~ 3 3 7 12 18 20 31 -1 ~ 3 3 7 12 18 20 31 1.5
syntax <- 3/3/7/12/18/20/31/38 ~ 3 3 7 12 18 20 31 ٣
illegal <- 3 3 7 12 18 20 31 ~ 3 3 7 12 18 20 31 38 1 ~ 3 ~ 0 3 7 12 18 20 31 38
illegal <- 3 3 7 12 18 20 31 39 ~ 3 3 3 12 18 20 31 38 ~ 3 3 7 12 18 20 38 38
"""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *meanings(A_DEAL),
        ("", "syntax"),
        ("#3 3 7 12 18 20 31 38", "syntax"),
        ("3 3 7 12 18 20 31 " + "9" * 5000, "illegal"),
    ],
)
def test_a_deal(text: str, code: str | None) -> None:
    assert Table().code("chance", text) == code


def test_a_deal_is_written_in_the_order_of_the_numbers() -> None:
    table = Table()
    assert table.understood("chance", "38 31 20 18 12 7 3 03") == "3 3 7 12 18 20 31 38"


def test_no_more_copies_are_dealt_than_are_left() -> None:
    table = in_round_1("1 1 2 3 4 5 6 19")
    table.both("1 d5", "1 d5").both("2 f5", "3 a5").both("4 c3", "6 u d").both("5 u u l", "19 up")
    assert table.owing == [("chance", "deal")]
    assert table.code("chance", "1 2 3 4 5 6 7 8") == "illegal"
    assert "1 STEP" in table.error("chance", "1 2 3 4 5 6 7 8")
    assert table.code("chance", "2 3 4 5 6 7 8 19") == "illegal"
    assert table.code("chance", "2 2 3 4 5 6 7 8") == "illegal"
    assert table.code("chance", "2 3 4 5 6 7 8 9") is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ready", None),
        (" READY\n", None),
        ("ｒｅａｄｙ", None),
        ("ready;", None),
        ("", "syntax"),
        ("read", "syntax"),
        ("ready ready", "syntax"),
        ("yes", "syntax"),
        ("lock", "syntax"),
    ],
)
def test_ready(text: str, code: str | None) -> None:
    table = Table(seconds_examine_boards=1)
    assert table.code("Bo", text) == code


# Bets


def at_the_bets(**options: object) -> Table:
    return Table(**options).deal(DEAL)


THREE = "3 on black and 2; 1 on 6; 5 on 7 or 9"


@pytest.mark.parametrize(
    "text",
    [
        THREE,
        "3 on black and 2, 1 on 6, 5 on 7 or 9",
        "3 on black and 2\n1 on 6\n5 on 7 or 9",
        "3 on black and 2\r\n\r\n1 on 6\r5 on 7 or 9\n",
        ";3 on black and 2;; ,1 on 6;5 on 7 or 9;",
        "3: b & 2, 1: 6, 5: 7/9",
        "3:b&2,1:6,5:7/9",
        "3 :b &2 , 1 : 6 ; 5 :7 / 9",
        "3 ON BLACK AND 2; 1 On 6; 5 on 7 OR 9",
        "3 on 2 and black; 1 on 6; 5 on 9 or 7",
        "3 on bl and 2; 1 on 6; 5 on 7 / 9",
        "３　ｏｎ　ｂｌａｃｋ　ａｎｄ　２；１：６，５：７／９",
        "003 on blac & 2; 01 on 6; 5 on 7 or 9",
        "3\ton black \u00a0 and\u20032; 1 on 6; 5 on 7 or 9",
        "³ on black and ²; ① on 6; 5 on 7 or 9",
    ],
)
def test_bets_that_are_the_same(text: str) -> None:
    assert at_the_bets().understood("Ana", text) == THREE


A_STAKE_MAY_COME_LAST_AND_BE_CALLED_POINTS = """
3 on black and 2 <- black and 2: 3 ~ 2&b:3 ~ 3 points on black and 2
5 on 7 or 9 <- 7 or 9 : 5 points
None <- 7/9: 5pts ~ 6: 10 ~ 06: 1 pt ~ 3points on 6 ~ points on 6 ~ 3 on 6 points
None <- 3 points points on 6 ~ 3 chips on 6 ~ black on 3 ~ black: 3: 2 ~ points: 3 ~ 10 and b: 3
3 on black <- BLACK: 3 ~ b: 3 pts
6 on 1 <- 6: 1
1 on 6 <- 6: 1 point ~ 1 point on 6 ~ 1 pt: 6
3 on white or 9 <- 3 pts : w / 9
"""


@pytest.mark.parametrize(
    ("bet", "canonical"),
    meanings(A_STAKE_MAY_COME_LAST_AND_BE_CALLED_POINTS),
)
def test_a_stake_may_come_last_and_be_called_points(bet: str, canonical: str | None) -> None:
    table = at_the_bets()
    if canonical is None:
        assert table.code("Ana", f"1 on 3; 1 on 4; {bet}") == "syntax"
    else:
        assert table.understood("Ana", f"1 on 3; {bet}\n1 on 4") == f"1 on 3; {canonical}; 1 on 4"


def test_bets_keep_their_order_and_are_written_canonically() -> None:
    text = "2 on w; 1 on 9 & 0; 1 on 5 or white"
    assert at_the_bets().understood("Bo", text) == "2 on white; 1 on 0 and 9; 1 on white or 5"


BETS_THAT_DO_NOT_PARSE = """
6 ~ on 6 ~ 1 ~ 1 on ~ 1 6 ~ 1 on on 6 ~ 1 : on 6 ~ 1::6 ~ one on 6 ~ 1.5 on 6 ~ -1 on 6 ~ +1 on 6
1,5 on 6 ~ ½ on 6 ~ ٣ on 6 ~ 1 on ٣ ~ 1 on 10 ~ 1 on 06 ~ 1 on -1 ~ 1 on red ~ 1 on ~ 1 on blacks
1 on whit e ~ 1 on 6 7 ~ 1 on 6 and ~ 1 on and 6 ~ 1 on 6 and and 7 ~ 1 on 6 + 7 ~ 1 on 6 && 7
1 on 6 and 7 and 8 ~ 1 on b and 6 or 7 ~ 1on 6 ~ 1 on6 ~ 1 on 6and 7 ~ 1 on 6 or7 ~ 1 on 6 | 7
1 on 6 & & 7 ~ 1 on 6 nor 7 ~ 1 on black or ~ 1: 6: 7 ~ none
"""


def test_bets_that_do_not_parse() -> None:
    for bet in [*texts(BETS_THAT_DO_NOT_PARSE), "\x00"]:
        table = at_the_bets()
        assert table.code("Ana", f"1 on 3; 1 on 4; {bet}") == "syntax", bet
        assert table.code("Ana", f"{bet}\n0 on 3; 99 on black or white") == "syntax", bet


@pytest.mark.parametrize("text", ["", " ", ";", ",\n;", "\r\n"])
def test_no_bet_at_all_does_not_parse(text: str) -> None:
    assert at_the_bets().code("Ana", text) == "syntax"


@pytest.mark.parametrize(
    "text",
    [
        "1 on 3",
        "1 on 3; 1 on 4",
        "1 on 3; 1 on 4; 1 on 5; 1 on 6",
        "0 on 3; 1 on 4; 1 on 5",
        "000 on 3; 1 on 4; 1 on 5",
        "21 on 3; 1 on 4; 1 on 5",
        "18 on 3; 2 on 4; 1 on 5",
        f"{'9' * 5000} on 3; 1 on 4; 1 on 5",
        "1 on 3; 1 on 3; 1 on 5",
        "1 on 2 and black; 1 on black and 2; 1 on 5",
        "1 on 7 or 9; 1 on 9/7; 1 on 5",
        "1 on 5 and 5; 1 on 3; 1 on 4",
        "1 on b or bl; 1 on 3; 1 on 4",
        "1 on black or white; 1 on 3; 1 on 4",
        "1 on w/b; 1 on 3; 1 on 4",
        "1 on black; 1 on black and 2; 1 on black or 3",
        "1 on white and 1; 1 on white and 2; 1 on white and 3",
    ],
)
def test_bets_that_the_rules_forbid(text: str) -> None:
    assert at_the_bets().code("Ana", text) == "illegal"


@pytest.mark.parametrize(
    "text",
    [
        "18 on 3; 1 on 4; 1 on 5",
        "1 on 2 and black; 1 on black or 2; 1 on 2",
        "1 on 1 and 2; 1 on b and w; 1 on 5",
        "1 on black; 1 on white; 1 on black and white",
        "1 on 3; 1 on 3 and 4; 1 on 3 or 4",
    ],
)
def test_bets_that_the_rules_allow(text: str) -> None:
    assert at_the_bets().code("Ana", text) is None


# Plays


PLAYS = """
# the card
LUNGE D5-D6-D7 <- 3 up ~ 03 up ~ ③ up ~ l up ~ LUN UP
GALLOP D5-E5-F5 <- g d5-f5
SOW D5-D6 <- so u
# tiles
LUNGE D5-D6-D7 <- 3 D7 ~ 3 d4 d7 ~ 3 D5-D6-D7 ~ 3 D5>D6>D7 ~ 3 D5 > D6 - D7 ~ 3 D4, D5; D6 D7
LUNGE D5-D6-D7 <- 3 D5−D6–D7 ~ 3 D5‐D6‑D7
PACE D5-D4 <- 9 D5 D4 ~ 9 D4 D5 D4
DOGLEG D5-D6-E6 <- 10 d6-e6 ~ 10 e6 ~ 10 d5-d6-e6
DOGLEG E4-F4-F5 <- 10 f5
None <- 10 d5-e6
VAULT F6 <- 21 F6
KNIGHTWISE D5-D6-E6 <- 18 D4-D5-D6-E6 ~ 18 D5-D6-E6
KNIGHTWISE E4-E5-E6 <- k D4>E4>E5>E6
# ways
LUNGE D5-D6-D7 <- 3 u
LUNGE D3-D2-D1 <- 3 d ~ 3 do
LUNGE C4-B4-A4 <- 3 le
LUNGE E4-F4-G4 <- 3 RIGH
GALLOP D5-E5-F5 <- 6 u r ~ 6 u+r ~ 6 up,right ~ 6 up + right
VAULT F6 <- 21 ur ~ 21 UP-RIGHT
VAULT B2 <- 21 down−left ~ 21 dl
VAULT B6 <- 21 ul
VAULT F2 <- 21 dr
PACE D5-D4 <- 9 up down
"""


def test_plays() -> None:
    for text, canonical in [
        *meanings(PLAYS),
        ("#3 up", "LUNGE D5-D6-D7"),
        ("#003 up", "LUNGE D5-D6-D7"),
        ("＃３　ｕｐ", "LUNGE D5-D6-D7"),
        (" Lunge;up, ", "LUNGE D5-D6-D7"),
        ("3\nd5\nd6\nd7", "LUNGE D5-D6-D7"),
    ]:
        table = in_round_1()
        if canonical is None:
            assert table.code("Ana", text) == "illegal", text
        else:
            assert table.understood("Ana", text) == canonical, text
            assert table.understood("Ana", canonical) == canonical, text


PLAYS_THAT_DO_NOT_PARSE = """
, ~ up ~ D7 ~ 3# up ~ 0 up ~ 39 up ~ -3 up ~ 3.0 up ~ 3up ~ 3-up ~ 3D7 ~ 3-D7 ~ lunge>d7
lungex up ~ x up ~ lunge3 up ~ play 3 up ~ 3 3 up ~ 3 lunge up ~ jump up ~ 3/up ~ ٣ up ~ 3 H4
3 D8 ~ 3 D0 ~ 3 E ~ 3 D7 H8 ~ 3 D44 ~ 3 D5D6D7 ~ 3 D5/D6 ~ 3 D5--D6 ~ 3 D5->D6 ~ 3 D5 - - D6
3 -D7 ~ 3 D7- ~ 3 D5 D6 up ~ 3 up D7 ~ 3 D7 up ~ 3 ups ~ 3 upp ~ 3 north ~ 3 u-p ~ 3 +up ~ 3 up+
3 up++up ~ 3 up- ~ 3 up > up ~ 21 up-r ~ 21 u-r ~ 21 upright ~ 21 right-up ~ 21 lu ~ 21 up - left
21 u.l ~ none none ~ none D7 ~ non ~ lock ~ ready ~ pass pass ~ no ~ nocard ~ no card D7 ~ 3 none
3 up!
# however illegal the rest is
11 H4 ~ s H4 ~ GLIDE north ~ 3 up D9 ~ 18 E8 ~ 1 up- ~ s none ~ 11 none ~ 3 up none
"""


def test_plays_that_do_not_parse() -> None:
    for text in [
        *texts(PLAYS_THAT_DO_NOT_PARSE),
        "",
        " ",
        "#",
        "# 3 up",
        "##3 up",
        "#0",
        "9" * 5000,
        "3 \x00",
        "\ud800",
        "3 " + "up-" * 3000,
    ]:
        assert in_round_1().code("Ana", text) == "syntax", text


PLAYS_THAT_THE_RULES_FORBID = """
# the card
11 up ~ GLIDE up ~ gli up ~ 1 ~ step ~ s D7 ~ p D7 D7
# tiles
3 D6 ~ 3 E5 ~ 3 D4 ~ 3 D4 D4 ~ 3 D5-D7 ~ 3 D7-D6-D5 ~ 3 D4-D5-D6-D7-D4 ~ 10 D5-D6 ~ 10 D6-E6-E6
6 F5-D5
# ways
3 ul ~ 3 up up ~ 6 up ~ 6 u u u ~ 10 u u ~ 10 u d ~ 21 up
# the whole path
18 E6 ~ 18 D4-E6 ~ 18 D6-E6 ~ 18 up ~ 18 up up right ~ 18 D5-D6-D7
# nothing
3 ~ lunge ~ 18 ~ 21 ~ none ~ pass ~ no card ~ NO, CARD
"""


def test_plays_that_the_rules_forbid() -> None:
    for text in [*texts(PLAYS_THAT_THE_RULES_FORBID), "#11", "3 " + "up " * 3000]:
        table = in_round_1("3 6 7 9 10 18 19 21")
        assert table.code("Ana", text) == "illegal", text
        assert table.code("Bo", text) == "illegal", text


def names(*pairs: tuple[int, str]) -> list[dict[str, object]]:
    return card_list(*({"number": number, "name": name} for number, name in pairs))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ab up", None),  # a whole name of the pool, though ABC begins so too
        ("a up", "illegal"),  # AB or ABC
        ("abc up", None),
        ("abcd up", "illegal"),  # a whole name outside the pool
        ("abcde up", "illegal"),  # begins only a name outside the pool
        ("abcdef up", "illegal"),
        ("abcdefg up", "syntax"),
        ("lu up", None),
        ("lungex up", "illegal"),
        ("nonesuch up", None),
        ("nones up", None),
        ("none up", None),  # with more than the word it can only begin a card's name
        ("none", "illegal"),
        ("pass", "illegal"),
        ("pass up up", None),
        ("lock", "illegal"),  # begins LOCKSMITH, which can go several ways
        ("lock up", None),
        ("up up", "illegal"),  # UP is no card of this pool
    ],
)
def test_names_whole_and_shortened(text: str, code: str | None) -> None:
    cards = names(
        *((1, "ab"), (2, "Abc"), (30, "ABCD"), (31, "ABCDEF"), (3, "LUNGE"), (32, "LUNGEX")),
        *((7, "NONESUCH"), (9, "PASSAGE"), (19, "LOCKSMITH"), (25, "UP"), (24, "WRAPPED")),
    )
    table = in_round_1("1 2 3 5 7 9 19 24", cards=cards)
    assert table.code("Ana", text) == code


def test_a_whole_name_outside_the_pool_is_not_taken_for_a_shortened_one_in_it() -> None:
    cards = names((30, "LUNG"))
    table = in_round_1(cards=cards)
    assert table.code("Ana", "lung up") == "illegal"
    assert table.code("Ana", "lun up") is None
    assert in_round_1("3 3 7 9 10 18 19 21").code("Ana", "l up") is None, "two copies of one"


def test_a_card_alone_is_enough_where_it_has_one_movement() -> None:
    table = trying([3], "up")
    assert table.understood("Ana", "test") == "TEST D5-D6-D7"
    assert box_at("D5", trying([3], "up")).code("Ana", "test") == "illegal"
    assert trying([3], "knight").code("Ana", "test") == "illegal"


def test_a_card_alone_needs_its_path_if_it_is_one_of_those() -> None:
    only = box_at("A1", trying([3, 2, 2, 2], ["knight", "up", "right", "right"]))
    assert only.code("Ana", "test") == "illegal"
    assert only.code("Ana", "test A2-A3-B3-B4-B5-C5-D5-E5-F5") is None


def test_a_card_called_knightwise_takes_only_its_path() -> None:
    cards = card_list(
        {"number": 18, "name": "KNIGHTS"},
        {
            "number": 1,
            "name": "Knightwise",
            "type": "A",
            "numbers": [3],
            "displacement": "orthogonal",
        },
    )
    table = in_round_1("1 2 3 4 5 6 7 18", cards=cards)
    for text in ("1 up", "knightwise D7", "1 D4-D7", "1", "18 E6", "knights up up right"):
        assert table.code("Ana", text) == "illegal"
    assert table.code("Ana", "knightwise D4-D5-D6-D7") is None
    assert table.code("Ana", "knights D5-D6-E6") is None


def test_a_first_tile_where_the_box_stands_is_dropped_even_if_a_part_ends_there() -> None:
    table = box_at("B1", trying([2, 1], ["horizontal", "turn"], "bounce"))
    # two to the left bounce back to B1, then one up ends on B2; so does nothing else
    assert table.code("Ana", "1 B1-B2") is None
    assert table.understood("Ana", "1 B1-B2") == "TEST A1-B1-B2"
    assert table.understood("Ana", "1 A1-B1-B2") == "TEST A1-B1-B2"


def test_an_exact_path_goes_before_ends() -> None:
    # by D5-D6 the path of two single steps is meant, and not the ends of longer parts
    table = trying([1, 1], "orthogonal")
    assert table.understood("Ana", "1 D5-D6") == "TEST D5-D6"
    assert table.understood("Ana", "1 D6") == "TEST D5-D6"
    assert table.code("Ana", "1 E5") == "illegal"
    assert "D5-E5" in table.error("Ana", "1 E5")
    assert "E4-E5" in table.error("Ana", "1 E5")


def test_under_repeat_the_ends_of_both_times_are_named() -> None:
    table = trying([1, 1], ["orthogonal", "turn"], "repeat", type="A+")
    assert table.understood("Ana", "1 D5-E5-E6-F6") == "TEST D5-E5-E6-F6"
    assert table.code("Ana", "1 D5-E5") == "illegal"
    assert table.understood("Ana", "1 up right") == "TEST D5-E5-E6-F6"
    assert table.code("Ana", "1 up right up right") == "illegal"
    longer = box_at("B1", trying([2], "orthogonal", "repeat"))
    assert longer.understood("Ana", "1 B3-B5") == "TEST B2-B3-B4-B5"
    assert longer.understood("Ana", "1 B1-B3-B5") == "TEST B2-B3-B4-B5"


def test_a_refusal_counts_the_directions_that_a_card_needs() -> None:
    table = in_round_1()
    assert "3 LUNGE needs 1 direction, " in table.error("Ana", "3 up up")
    assert "9 PACE needs 2 directions, " in table.error("Ana", "9 up")


def test_bouncing_ways_are_named_before_they_bounce() -> None:
    table = box_at("A1", trying([2], "orthogonal", "bounce"))
    for way in ("left", "right", "C1", "B1-C1"):
        assert table.understood("Ana", f"1 {way}") == "TEST B1-C1"


def test_ways_of_a_mirror_are_refused() -> None:
    table = box_at("A1", trying([1, 1], ["mirror-centre", "down"]))
    assert table.code("Ana", "1 up down") == "illegal"
    assert table.understood("Ana", "1 G6") == "TEST G7-G6"
    assert table.understood("Ana", "1") == "TEST G7-G6"


def test_a_card_without_a_valid_movement_is_refused_whatever_is_said() -> None:
    table = in_round_1("33 2 3 4 5 6 7 8")
    for text in ("33", "33 D4", "33 up", "mirror D4"):
        assert table.code("Ana", text) == "illegal"
    assert table.code("Ana", "33 H4") == "syntax"


def test_long_lists_of_paths_are_cut_short() -> None:
    table = trying([1, 1, 1, 1], "any")
    error = table.error("Ana", "1 D4")
    assert len(error) <= 400
    assert error.count("-") > 20


def test_only_the_default_cards_are_used_without_any_given() -> None:
    assert in_round_1(bo=BETS).state["pool"][0] == "3 LUNGE"
    assert in_round_1(cards=one_card([1], "up")).state["undealt"][0] == "1 TEST"
