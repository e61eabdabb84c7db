"""What may be written, what it means, what does not parse, and what is against the rules."""

import pytest
from diyu import Table, hell, hells
from text_blocks import meanings, texts

from umpire.games.eighteenth_hell.hells import called, key_of, normalize


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2:-1 3:0(2) 4:-1 5:1,-1 6:4", "2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        ("2:-1 3:0(2) 4:-1 5:1,-1 6:4 7:", "2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        ("6:4 5:1 -1 4:-1 3:0(2) 2:-1", "2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        ("2: -1, 3: 0 (disguised as 2); 4: -1 5: 1 -1 6: 4", "2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        ("2:-1;3:0(as 2);4:-1;5:1;-1;6:4", "2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        ("2 : -1 3 :0( 2 ) 4: -1 5 :1 -1 6:4", "2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        (",;2:-1,,;3:0 (AS  2),4:,-1 5:1, ,-1;6:4;;,", "2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        ("2:-1\n3:0(2)\r\n4:-1\t5:1\u00a0-1\u30006:4", "2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        ("2:-1 3\n\n: 0(2) 4:-1\n \n5:1,-1 6:4", "2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        ("２：－１　３：０（２）　４：－１　５：１，－１　６：４", "2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        ("2:−1 3:0(2) 4:–1 5:1,‐1 6:4", "2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        ("2:‑1 3:0(2) 4:⁻¹ 5:1,﹣1 6:4", "2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        ("2:-1 3:0 4:-1 5:1,-1 6:4 | ", "2:-1 3:0 4:-1 5:-1,1 6:4"),
        (" || 2:-1 3:0 4:-1 5:1,-1 6:4 |  | ", "2:-1 3:0 4:-1 5:-1,1 6:4"),
        ("7:0,1,2,3,4,-1", "7:-1,0,1,2,3,4"),
        ("2:0(-1) 3:-1 4:1,2,3,4", "2:0(-1) 3:-1 4:1,2,3,4"),
        ("2:0(− 1) 3:-1 4:1,2,3,4", "2:0(-1) 3:-1 4:1,2,3,4"),
        ("2:3:4 5:-1,-1,-1,-1 6:1", "3:4 5:-1,-1,-1,-1 6:1"),
    ],
)
def test_placings(text: str, canonical: str) -> None:
    assert Table().understood(text) == canonical


def test_placings_that_do_not_parse() -> None:
    tables = Table(), Table().play("2:-1 3:0 4:-1 5:1,-1 6:4", "2:-1 3:0 4:-1 5:1,-1 6:4")
    for text in [
        *texts(
            """
| ~ lock ~ 2: ~ 2: 3: 4: ~ -1 -1 ~ -1 2:-1 3:0 4:-1 5:1,-1 6:4 ~ 8:-1 3:0 4:-1 5:1,-1 6:4
1:-1 3:0 4:-1 5:1,-1 6:4 ~ 2:-1 2:0 4:-1 5:1,-1 6:4 ~ 2:-1 3:0 4:-1 5:1,-1 6:5
2:-1 3:0 4:-1 5:1,-1 6:-2 ~ 2:-1 3:0 4:-1 5:1-1 6:4 ~ 2:-1 3:0 4:-1 5:11 6:4
2:-1 3:0 4:-1 5:1,- 1 6:4 ~ 2:-1 3:0 4:-1 5:1,--1 6:4 ~ 2:-13:0 4:-1 5:1,-1 6:4
2:-1 3:0(2)4:-1 5:1,-1 6:4 ~ 2:-1 3:0(2)1 4:-1 ~ 2:-1 3:0(0) 4:-1 5:1,-1 6:4
2:-1 3:0(5) 4:-1 5:1,-1 6:4 ~ 2:-1 3:0() 4:-1 5:1,-1 6:4 ~ 2:-1 3:0(2 4:-1 5:1,-1 6:4
2:-1 3:0 2) 4:-1 5:1,-1 6:4 ~ 2:-1 3:0(to 2) 4:-1 5:1,-1 6:4 ~ 2:-1 3:0(as,2) 4:-1 5:1,-1 6:4
2:-1 3:0,(2) 4:-1 5:1,-1 6:4 ~ 2:-1 3:1(2) 4:-1 5:-1 6:4 7:3 ~ 2:-1 3:1 (2) 4:-1 5:-1 6:4 7:3
2,:-1 3:0 4:-1 5:1,-1 6:4 ~ 2=-1 3:0 4:-1 5:1,-1 6:4 ~ 2:-1 | 3:0 4:-1 5:1,-1 6:4
2:-1 3:0 4:-1 5:1,-1 6:4 | , ~ 2:-1 3:0 4:-1 5:1,-1 6:4 nonsense
2:-1 3:0 4:-1 5:1,-1 6:4 hells Four ~ 2:-1 3:0 4:-1 5:1,-1 6:٤ ~ hells Four ~ spirit strength 3
"""
        ),
        "",
        "   ",
    ]:
        for table in tables:
            assert table.code(text) == "syntax", text


@pytest.mark.parametrize(
    ("clause", "canonical"),
    [
        *meanings(
            """
hells Four <- hells Four ~ hell Four ~ HELL OF FOUR ~ hells: hell of four ~ hells : of   four
hells Four <- hells:four ~ hell,four ~ hells fo
None <- hell s t
hells Steam <- hells st
hells Four, Steam <- hells steam, four ~ hells of steam; hell of four ~ hells Ｆｏｕｒ，ＳＴＥＡＭ
"""
        ),
        ("hells ,; four ,, ", "hells Four"),
    ],
)
def test_hells(clause: str, canonical: str | None) -> None:
    table = Table(1, None)
    text = f"2:-1 3:0 4:-1 5:-1,1 6:4 | {clause}"
    if canonical is None:
        assert table.code(text) == "syntax"
    else:
        assert table.understood(text) == f"2:-1 3:0 4:-1 5:-1,1 6:4 | {canonical}"
        first = f"{clause} | 2:-1 3:0 4:-1 5:-1,1 6:4"
        assert table.understood(first) == table.understood(text)


def test_clauses_that_do_not_parse() -> None:
    for clause in texts(
        """
hells ~ hell: ~ hells , ; ~ hells Fire ~ hells Four Steam ~ hells Four | hells Steam ~ hellsfour
hellish four ~ h four ~ hells: : four ~ hells Four, Fire ~ spirit ~ spirits: ~ spirit strength
spirit 3 ~ spirit 3 strength ~ spirit strength 5 ~ spirit strength - 1 ~ spirit s3
spirit foresight 3 ~ spirit foresight strength 3 ~ spirit attuned
spirit attuned attuned foresight ~ spirit a a s 3 ~ spirit invocation ~ spirit invocation 3
spirit invocation invocation foresight ~ spirit foresight invoc ~ spirit invocation: foresight
spirit strengths 3 ~ spirit sight ~ spirit foresight | spirit foresight ~ spiritforesight
spook foresight
# Scissors, Steam and, of another block, Saws
hells s
"""
    ):
        assert Table(1, 1).code(f"2:-1 3:0 4:-1 5:-1,1 6:4 | {clause}") == "syntax", clause


@pytest.mark.parametrize(
    ("clause", "canonical"),
    meanings(
        """
spirit strength 3 <- spirit strength 3 ~ spirit: Strength Invocation 3
spirit strength 0 <- spirits: STRENGTH, 0
spirit strength 4 <- spirit s 4
spirit strength 4 attuned <- spirit stre 4 a ~ spirit attuned strength 4 ~ spirit : st att 4
spirit foresight <- spirit foresight
spirit foresight attuned <- spirit f;attun ~ spirit,,a,f ~ spirit attuned foresight invocation
spirit strength 3 attuned <- spirit invocation, str 3; attuned
"""
    ),
)
def test_spirits(clause: str, canonical: str) -> None:
    text = f"2:-1 3:0 4:-1 5:-1,1 6:4 | {clause}"
    assert Table().understood(text) == f"2:-1 3:0 4:-1 5:-1,1 6:4 | {canonical}"


@pytest.mark.parametrize(
    ("lines", "canonical"),
    [
        ("2:-1 3:0 4:-1 5:-1,1 6:4\nHell of Four", "hells Four"),
        ("Hell of Four\n\n2:-1\n3:0\n4:-1\n5:-1,1\n6:4\n7:", "hells Four"),
        ("2:-1 3:0 4:-1 5:-1,1 6:4\r\n  FOUR,;of steam ,\r", "hells Four, Steam"),
        ("2:-1 3:0 4:-1 5:-1,1 6:4\nｓｔｅａｍ；Hell  of four", "hells Four, Steam"),
        ("2:-1 3:0 4:-1 5:-1,1 6:4\nHell of Fou", None),  # in full
        ("2:-1 3:0 4:-1 5:-1,1 6:4\nhells Four", None),  # nothing but the name
        ("2:-1 3:0 4:-1 5:-1,1 6:4 Hell of Four", None),  # one line
        ("2:-1 3:0 4:-1 5:-1,1 6:4 |\nFour", None),  # the bar is there
        ("2:-1 3:0 4:-1 5:-1,1 6:4\nFour ｜ spirit foresight", None),
        ("2:-1 3:0 4:-1 5:-1,1\nFour\n6:4", None),  # two placings
        ("2:-1 3:0 4:-1 5:-1,1 6:4\nFour\nSteam", None),  # two clauses of hells
        ("2:-1 3:0 4:-1 5:-1,1 6:4\nFour, Steam, Mirrors", None),  # two names at most
        ("2:-1 3:0 4:-1 5:-1,1 6:4\nFour, Five", None),
        ("Four\nSteam", None),
    ],
)
def test_a_line_of_nothing_but_names_of_hells_needs_no_bar(
    lines: str, canonical: str | None
) -> None:
    table = Table(1, None)
    if canonical is None:
        assert table.code(lines) == "syntax"
    else:
        assert table.understood(lines) == f"2:-1 3:0 4:-1 5:-1,1 6:4 | {canonical}"


def test_a_line_of_hells_is_judged_like_a_clause() -> None:
    line = "2:-1 3:0 4:-1 5:-1,1 6:4\n"
    for name in ("Iron Trees", "Four, Hell of Four", "Four, Ice"):
        assert Table(1, None).code(line + name) == "illegal"
    assert Table().code(f"{line}Hell of Four") == "illegal", "in Purgatory"
    after = Table(1, None).play(f"{line}Four", line)
    assert after.code("2:-1 3:3 4:2\nFour") == "illegal", "in Round 2"


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        (
            "3:1,-1,-1 5:2 6:0(4) 7:-1 | hells Four, Steam | spirit strength 3",
            "3:-1,-1,1 5:2 6:0(4) 7:-1 | hells Four, Steam | spirit strength 3",
        ),
        (
            "spirit: foresight attuned | hells: tong | 2:-1 3:3 4:-1 6:4 7:2",
            "2:-1 3:3 4:-1 6:4 7:2 | hells Tongues | spirit foresight attuned",
        ),
    ],
)
def test_whole_lines(line: str, canonical: str) -> None:
    assert Table(1, 1).understood(line) == canonical


# Names of hells


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Four", "four"),
        ("Hell of Four", "four"),
        ("of Four", "four"),
        ("Hell of Hell of Four", "hell of four"),
        ("Hell of of Four", "of four"),
        ("HELL  OF", "hell of"),
        ("Of", "of"),
        ("Hellof Four", "hellof four"),
        ("Straße−1", "strasse-1"),
        ("Ⅷ", "viii"),
    ],
)
def test_keys(name: str, key: str) -> None:
    assert key_of(name) == key


@pytest.mark.parametrize(
    ("name", "in_full"),
    [
        ("Four", "Hell of Four"),
        ("Hell of Four", "Hell of Four"),
        ("HELL  OF four", "HELL  OF four"),
        ("of the Sea", "Hell of the Sea"),
        ("Of", "Hell of Of"),
        ("Hell of", "Hell of Hell of"),
        ("Hell of of Four", "Hell of of Four"),
        ("of of Four", "Hell of of Four"),
        (":odd", "Hell of :odd"),
    ],
)
def test_hells_are_called_by_a_name_with_the_same_key(name: str, in_full: str) -> None:
    assert called(name) == in_full
    assert key_of(called(name)) == key_of(name)


def test_plain_text_has_one_minus_and_single_blanks() -> None:
    assert normalize(" A\u2212\u2013\u2010\u2011\uff0d  \u3000B\n") == "a----- b"


MADE = hells(
    hell(name="Fire"),
    hell(name="Fire Lake"),
    hell(name="Fireflies"),
    hell(name="Hell of Flames"),
    hell(name=":odd"),
    hell(name="Größe"),
    hell(name="of the Sea"),
    hell(name="Flood", block=2),
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("fire", "Fire"),  # a whole key is tried first
        ("fire l", "Fire Lake"),
        ("firef", "Fireflies"),
        ("hell of fire", "Fire"),
        ("flames", "Hell of Flames"),
        ("fla", "Hell of Flames"),
        ("hell of fla", "Hell of Flames"),
        ("GRÖSSE", "Größe"),
        ("GRO\u0308SSE", "Größe"),
        ("the", "of the Sea"),
        ("of the sea", "of the Sea"),
        (": :o", ":odd"),
        ("of", None),
        ("fir", None),
        ("fl", None),  # all hells are looked at, whatever their block
        ("fires", None),
        ("", None),
    ],
)
def test_a_typed_name_is_a_whole_key_or_the_beginning_of_only_one(
    typed: str, meant: str | None
) -> None:
    table = Table(1, None, hells=MADE)
    line = f"2:-1 3:0 4:-1 5:-1,1 6:4 | hells {typed}"
    if meant is None:
        assert table.code(line) == "syntax"
        return
    understood = table.understood(line)
    assert understood.endswith(meant)
    assert table.understood(understood) == understood


def test_what_is_ambiguous_is_told() -> None:
    error = Table(1, None, hells=MADE).error("2:-1 3:0 4:-1 5:-1,1 6:4 | hells fir")
    assert "the Hell of Fire, the Hell of Fire Lake or the Hell of Fireflies" in error


# Against the rules


@pytest.mark.parametrize(
    "text",
    texts(
        """
2:4 3:4 4:-1 5:-1 6:-1 7:-1 ~ 2:-1 3:-1 4:-1 5:-1 6:-1 7:1 ~ 2:0 3:0(2) 4:-1 5:-1 6:-1 7:1 ~ 2:-1
2:-1 3:0 4:-1 5:-1,1 ~ 2:-1 3:0 4:-1 5:-1,1 6:4 7:3 ~ 2:-1 3:-1 4:-1 5:-1 6:0(-1) 7:1
2:-1 3:2 4:-1 5:-1 6:0(2) 7:1 ~ 2:-1 3:0 4:-1 5:-1,1 6:4 | hells Four
2:-1 3:0 4:-1 5:-1,1 6:4 | spirit strength -1
"""
    ),
)
def test_illegal_in_purgatory(text: str) -> None:
    assert Table().code(text) == "illegal"


@pytest.mark.parametrize(
    ("clause", "code"),
    [
        ("hells Four", None),
        ("hells Four, Steam", None),
        ("", "illegal"),
        ("hells Tongues", "illegal"),  # passed
        ("hells Iron Trees", "illegal"),
        ("hells Four, Iron Trees", "illegal"),
        ("hells Four, hell of four", "illegal"),
        ("hells Four, Steam, Mirrors", "illegal"),
        ("hells Four, Steam, Inferno", "syntax"),
        ("hells Four | spirit foresight", None),
        ("hells Four | spirit foresight attuned", "illegal"),
        ("hells Four | spirit strength -1", "illegal"),
    ],
)
def test_hells_and_spirits_in_block_1(clause: str, code: str | None) -> None:
    table = Table(
        {"block": 1, "passed": ["Tongues"]},
        None,
        spirits=[{"normal": 1, "attuned": 0}, {"normal": 0, "attuned": 0}],
    )
    assert table.code(f"2:-1 3:0 4:-1 5:-1,1 6:4 | {clause}") == code


def test_the_eighteenth_hell_takes_neither_hell_nor_spirit() -> None:
    table = Table(5, None)
    line = "2:-1 3:0 4:-1 5:-1,1 6:4"
    assert table.code(line) is None
    assert table.code(f"{line} | hells Four") == "illegal"
    assert table.code(f"{line} | spirit foresight") == "illegal"
    assert table.code(f"{line} | hells Nowhere") == "syntax"


@pytest.mark.parametrize(
    ("text", "code"),
    meanings(
        """
None <- 4:-1 5:2 7:3 ~ 7:-1 2 3
illegal <- 4:-1 5:2 ~ 4:-1 5:2 7:3 6:-1 ~ 4:-1 5:2 7:4 ~ 4:-1,-1 5:2 ~ 4:-1 5:2 7:3 | hells Four
illegal <- 4:-1 5:2 7:3 | spirit foresight ~ 4:0(4) 5:2 7:3
syntax <- 4:-1 5:2 7:3 | hells Nowhere ~ 4:-1 5:2 7:3 | spirit insight ~ 4:-1 5:2 7:3 8:
"""
    ),
)
def test_round_2(text: str, code: str | None) -> None:
    table = Table().play("2:-1 3:0 4:-1 5:1,-1 6:4", "2:-1 3:0 4:-1 5:1,-1 6:4")
    assert table.code(text) == code


def test_a_disguised_zero_in_round_2_is_illegal_though_the_zero_is_in_hand() -> None:
    table = Table().play("2:-1 3:2 4:-1 5:1,-1 6:4", "2:-1 3:0 4:-1 5:1,-1 6:4")
    assert table.code("2:0 3:3 4:-1") is None
    assert table.code("2:0(4) 3:3 4:-1") == "illegal"


def test_the_whole_line_parses_before_anything_is_judged() -> None:
    table = Table()
    assert table.code("2:-1 | hells Four") == "illegal"
    assert table.code("2:-1 | hells Four | spirit x") == "syntax"
    assert table.code("2:-1 | hells Fire | spirit strength -1") == "syntax"


def test_refusals_say_what_would_be_right() -> None:
    table = Table(1, None)
    assert "-1 to 4" in table.error("2:-1 3:5")
    assert "6 units" in table.error("2:-1 | hells Four")
    open_now = ("Four", "Tongues", "Scissors", "Mirrors", "Steam")
    assert all(
        f"the Hell of {name}" in table.error("2:-1 3:0 4:-1 5:-1,1 6:4") for name in open_now
    )
    assert "block 2" in table.error("2:-1 3:0 4:-1 5:-1,1 6:4 | hells Ice")
