"""Every form of a card, a field and a move that can be typed, and what is refused."""

import pytest
from arcanoid_table import deal, dealt
from text_blocks import meanings

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.actions import Line
from umpire.games.arcanoid.cards import DECK, read_cards, split_words
from umpire.games.arcanoid.kinds import normalize_line
from umpire.games.arcanoid.move import ACTIONS, COMMIT
from umpire.games.base import NotAllowed, NotUnderstood
from umpire.match import Header, begin, judge


def cards(text: str) -> str:
    return " ".join(read_cards(split_words(normalize_line(text))))


def test_cards_as_they_are_typed() -> None:
    for typed, meant in [
        *meanings(
            """
S4 <- S4 ~ swords4 ~ swords 4 ~ 4 of swords ~ S4 + ~ Ｓ４ ~ four of swords
SK <- sk ~ S king ~ s k
T10 <- T10
S1 <- sa
C1 <- ca ~ ace of ♥
S10 <- ♠10
T7 <- st7
T5 <- clubs5
CJ <- cups jack
OJ <- coins page
SN <- swords kni
TQ <- q of st
7 <- 7
13 <- XIII
19 <- sun ~ the sun
10 <- wheel of fortune
2 <- high priestess
12 <- hanged man
0 <- excuse
20 <- judgement ~ judge
4 <- emperor
3 <- empr
6 <- lo
S4 S6 S7 <- S4, S6; S7
S4 S6 S7 1 <- S4 + S6 & S7 and 1
3 4 <- 3+4
S10 19 <- sw 10 sun
4 C4 <- 4 4 of cups
S2 <- deuce of swords
C2 T10 <- two of ♥ and ten of batons
S4 C10 O1 TK <- 4♠ 10♥ a♦ K♣
OQ <- queen of pentacles
2 10 12 <- the high priestess, the wheel of fortune and the hanged man
S4 0 3 <- S4 the excuse the empr
"""
        ),
        ("4♠\ufe0f ♥\ufe0f10", "S4 C10"),
    ]:
        assert cards(typed) == meant, typed


NO_CARDS = (
    "|+|st|swords + 4|4 and of cups|swords IV|swords|S04|S11|22|xxii|00|swords kn|emp|s|cup|"
    "spade 4|wheel of cups|c five|♠|of cups|h|swords four|four swords|one of cups|fou of cups|"
    "4spades|4 ♠|11♠|♠♠|the|the the sun|the 7|the XIX|the S4|the four of swords|the st|"
    "the + sun|high pri"
)


@pytest.mark.parametrize("typed", NO_CARDS.split("|"))
def test_what_is_no_card(typed: str) -> None:
    with pytest.raises(NotUnderstood):
        cards(typed)


def test_every_card_is_read_as_it_is_reported() -> None:
    assert cards(" ".join(DECK)) == " ".join(DECK)
    assert cards(" ".join(DECK).lower()) == " ".join(DECK)


def test_moves_as_they_are_typed() -> None:
    for typed, meant in meanings(
        """
discard S4 <- discard s4 ~ di S4
commit swords S4 S6 S7 <- commit swords S4 S6 S7
commit swords S4 <- com sw S4
commit cups+coins 3 4 <- commit cups+coins 3 4 ~ commit cups and coins 3 and 4
commit cups+coins 3 4 <- commit on cups+coins the empress, the emperor
abdicate cups <- abdicate cups ~ a ♥ ~ abdicate on cups ~ ab on ♥
priestess Bo <- priestess bo ~ high priestess Bo ~ the High Priestess Bo
priestess Ana <- pr ME
hierophant coins <- hierophant coins
hierophant trumps <- hie trump ~ hierophant major arcana
hierophant fool <- hie 0 ~ the hierophant the fool ~ hierophant the excuse
chariot <- chariot ~ chariot none
chariot S4 S6 <- chariot S4 S6
justice <- justice
hermit <- hermit
wheel <- wheel ~ wheel of fortune ~ the wheel of fortune ~ the wheel
death <- death
devil <- devil
strength one <- strength hidden
strength two <- strength 2
hanged Bo <- hanged b ~ hanged man Bo ~ the hanged man bo
temperance cups <- temperance cups
star S9 <- star S9
moon C1 <- moon ace of cups
sun 1 <- sun magician ~ the sun the magician
judgment Bo cups <- judgement bo cups ~ judge Bo c ~ the judgement Bo cups
world cups <- world cups ~ commit cups 21 ~ the world cups ~ commit cups the world
discard 12 <- discard the hanged man
chariot 2 5 <- chariot the priestess + the hierophant
commit swords S4 S6 <- commit S4 S6 ~ commit 4 of swords, 6 of swords ~ commit ♠4 + ♠6
commit swords S4 S6 <- commit + S4 S6 ~ commit on S4 S6 ~ commit on swords S4 S6
"""
    ):
        table = dealt("S4 S6 S7 2 5 7", "")
        for hand in ("S4 S6 S7 2 5 7", "3 4 8 9 10 13", "15 11 12 14 17 18", "19 20 21 S4"):
            table = dealt(hand, "")
            if table.code(typed) is None:
                break
        assert table.understood(typed) == meant, typed
        assert table.understood(meant) == meant, typed


NO_MOVES = (
    "|nonsense|d S4|s S4|discard|discard S4 S6|discard+S4|commit|commit swords|"
    "commit swords + 4|commit swords+|secret cups+coins 3 4|abdicate|abdicate cups coins|"
    "priestess|priestess Nobody|priestess justice|hierophant|hierophant trumps now|chariot add|"
    "chariot ad S4|chariot commit|chariot discard S4|chariot add+S4|justice now|strength|"
    "strength three|temperance|tower Bo|tower cups|tower Bo cups now|judgment cups|star|"
    "star S4 S5|remove it|world|world cups coins|lock|the|the discard S4|the commit swords S4|"
    "the remove temperance|the the wheel|high pri Bo|high|hanged man|wheel of fortune now|"
    "wheel of fort|abdicate on|abdicate on on cups|commit 3 4|commit the world|commit S4 C6|"
    "commit S10 T10 1|commit on on S4|commit + swords S4|commit the swords S4|commit cupz C4|"
    "commit on|secret on cups C5|secret on C5|secret 3 4|secret cups|chariot commit on|"
    "chariot commit 3 4|chariot commit S4 C6|world on cups|hierophant major|"
    "hierophant the trumps|priestess the justice"
)


def test_what_is_no_move() -> None:
    table = dealt("S4 S6 S7 2 5 7", "")
    for typed in NO_MOVES.split("|"):
        assert table.code(typed) == "syntax", typed


FORBIDDEN = (
    "discard S9|commit swords S4 S4|commit swords+swords 3 4|priestess daemon|priestess usa|"
    "hanged justice|hanged man justice|hanged the justice|secret cups C5|remove temperance|"
    "remove the temperance|remove|chariot add S4|chariot commit swords|"
    "chariot commit on swords|chariot discard|temperance cups|star sun"
)


@pytest.mark.parametrize("typed", FORBIDDEN.split("|"))
def test_what_is_a_move_that_is_not_allowed(typed: str) -> None:
    table = dealt("S4 S6 S7 2 12 17", "")
    assert table.code(typed) == "illegal"


@pytest.mark.parametrize(
    ("typed", "code", "advice"),
    [
        ("commit swords 4 6", "illegal", "The 4 of swords is S4"),
        ("commit cups 10", "illegal", "The 10 of cups is C10"),
        ("commit swords 2", "illegal", "The 2 of swords is S2"),
        ("commit cups", "syntax", "To commit nothing, write abdicate cups"),
        ("commit", "syntax", "Name a field: swords, staves, cups or coins."),
        (
            "commit 3 4",
            "syntax",
            "not say which field. Write swords, staves, cups or coins before them.",
        ),
        ("commit S10 T10 1", "syntax", "several suits. Write swords or staves before them."),
        ("commit cupz C4", "syntax", "Or name the field first: swords, staves, cups or coins."),
        ("commit C4", "illegal", "You cannot use C4."),
        ("commit on cups", "syntax", "To commit nothing, write abdicate cups"),
        ("the discard S4", "syntax", "Write discard."),
        ("S4", "syntax", "Say first what you want to do. Examples: discard S4"),
        ("swords S4", "syntax", "Say first what you want to do. Examples: discard S4"),
        ("commit and swords S4", "syntax", '"and" is not a field.'),
        ("commit swords & and S4", "syntax", '"and" is not a field.'),
        ("abdicate swords & cups", "syntax", '"swords & cups" is not a field.'),
        ("commit swords and", "syntax", 'Name a second field after "and".'),
    ],
)
def test_a_refusal_says_what_would_be_right(typed: str, code: str, advice: str) -> None:
    judgement = dealt("S4 S6 S7 2 12 17", "").by("Ana", typed)
    assert (judgement.code, advice in str(judgement.error)) == (code, True), judgement.error


def test_a_bare_number_that_is_at_hand_is_explained_too() -> None:
    table = dealt("4 6", "", variant="MAINZ")
    for typed in ("commit swords 4 6", "commit swords 4"):
        assert "The 4 of swords is S4" in str(table.by("Ana", typed).error)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("secret S4 S6", "secret swords S4 S6"),
        ("secret ON", "secret coins ON"),
        ("secret SJ, the lovers", "secret swords SJ 6"),
        ("chariot commit S4", "chariot commit swords S4"),
        ("chariot commit on king of swords 6", "chariot commit swords SK 6"),
    ],
)
def test_the_field_may_be_left_out_of_other_commitments_too(typed: str, meant: str) -> None:
    action, _, rest = typed.partition(" ")
    table = dealt("S4 S6", "")
    line = Line(normalize_line(rest), table.match.state, "Ana")
    move = ACTIONS[action].move(line)
    assert f"{action} {ACTIONS[action].format(move.argument)}" == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("commit S 4", "commit swords 4"),
        ("commit sw 4 6", "commit swords 4 6"),
        ("commit ♠ 4 S6", "commit swords 4 S6"),
        ("commit spades S4", "commit swords S4"),
        ("commit st 7", "commit staves 7"),
        ("commit st7", "commit staves T7"),
        ("commit swords4", "commit swords S4"),
        ("commit the magician and S4", "commit swords 1 S4"),
        ("commit coins ON", "commit coins ON"),
        ("commit +ON", "commit coins ON"),
        ("commit on ON OQ", "commit coins ON OQ"),
        ("commit ON OQ", "commit coins OQ"),
    ],
)
def test_a_suit_by_itself_is_the_field_and_an_on_before_it_is_skipped(
    typed: str, meant: str
) -> None:
    move = COMMIT.move(
        Line(normalize_line(typed.removeprefix("commit ")), dealt("", "").match.state, "Ana")
    )
    assert f"{move.word} {COMMIT.format(move.argument)}" == meant


@pytest.mark.parametrize("typed", ["commit cups+coins 3 4", "commit swords sun", "discard 4"])
def test_where_no_number_of_a_suit_was_meant_none_is_advised(typed: str) -> None:
    error = dealt("S4 S6 S7 2 12 17", "").by("Ana", typed).error
    assert error is not None
    assert " for the " not in error


def test_every_first_word_may_be_shortened_until_another_begins_so() -> None:
    table = dealt("S4", "")
    for word in ACTIONS:
        begun = [other for other in ACTIONS if other.startswith(word[:2])]
        said = table.code(f"{word[:2]} S4 nobody")
        assert said in ("syntax", "illegal"), (word, begun)


@pytest.mark.parametrize(
    ("text", "code"),
    [("fool", "illegal"), ("steal", "illegal"), ("y", "illegal"), ("n", None), ("NO", None),
     ("pass", None), ("maybe", "syntax"), ("", "syntax"), ("p", "syntax")],
)  # fmt: skip
def test_words_for_the_fool(text: str, code: str | None) -> None:
    assert dealt("C9", "").say("commit cups C9").code(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [("T5", None), ("call T5", None), ("stop", None), ("none", None), ("call stop", "syntax"),
     ("T5 T6", "syntax"), ("call", "syntax"), ("S2", "illegal"), ("sun", "illegal")],
)  # fmt: skip
def test_words_for_a_call(text: str, code: str | None) -> None:
    assert dealt("18", "").say("moon S2").code(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    meanings(
        """
None <- S1 S2 S3 S4 ~ discard S1, S2 and S3 S4
illegal <- S1 S2 S3 ~ S1 S2 S3 S3 ~ S1 S2 S3 C9 ~ S1 S2 S3 S4 show S5
syntax <- S1 S2 S3 S4 show ~ discard ~ show S1
"""
    ),
)
def test_words_for_a_wheel(text: str, code: str | None) -> None:
    assert dealt("10", "", top="S1 S2 S3 S4 S5").say("wheel").code(text) == code


def target_at(players: tuple[str, ...], text: str) -> str:
    """Whom a text means to the first of these players, who has the Priestess."""
    return understood_at(players, f"priestess {text}")


def understood_at(players: tuple[str, ...], text: str) -> str:
    """What the first of these players, who has Priestess and Hanged Man, means by a move."""
    begun = begin(Header(GAME.id, players, {"clock": False}), GAME).match
    dealing = {"t": 0, "by": "chance", "say": deal("2 12", *[""] * (len(players) - 1))}
    match = judge(begun, dealing).match
    decision = match.pending[0].decision
    return decision.kind.format(decision.kind.read(match.state, decision, text))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("hanged man", "hanged Man"),
        ("hanged man man", "hanged Man"),
        ("hanged man bo", "hanged Man Bo"),
        ("hanged man b", "hanged Bo"),
        ("hanged man me", "hanged Ana"),
        ("the hanged man bo", "hanged Man Bo"),
    ],
)
def test_a_whole_name_after_hanged_is_tried_before_the_trump_s_full_name(
    text: str, meant: str
) -> None:
    assert understood_at(("Ana", "Man", "Man Bo", "Bo"), text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("bo", "Bo"),
        ("BO", "Bo"),
        ("bob jr", "Bob, Jr"),
        ("bob, jr", "Bob, Jr"),
        ("bob j", "Bob, Jr"),
        ("bobb", "Bobby"),
        ("me", "Bob, Jr"),
    ],
)
def test_whole_names_are_tried_before_begun_ones(text: str, meant: str) -> None:
    assert target_at(("Bob, Jr", "Bo", "Bobby"), text) == f"priestess {meant}"


@pytest.mark.parametrize(
    ("players", "text"),
    [
        (("Bob, Jr", "Bo", "Bobby"), "b"),
        (("Bob, Jr", "Bo", "Bobby"), "bobx"),
        (("Ana", "Bo Li", "Bo, Li"), "bo li"),
        (("Ana", ","), ","),
        (("Ana", "Bo"), ""),
    ],
)
def test_what_means_nobody_or_two(players: tuple[str, ...], text: str) -> None:
    with pytest.raises(NotUnderstood):
        target_at(players, text)


def test_a_full_width_comma_in_a_name_is_a_blank_too() -> None:
    assert target_at(("Ana", "Bob，Jr"), "bob jr") == "priestess Bob，Jr"


def test_the_words_for_targets_go_before_the_beginnings_of_names() -> None:
    players = ("Ana", "Meg", "Usable", "Daemonic", "Justin")
    for text, meant in (("me", "Ana"), ("meg", "Meg"), ("usab", "Usable"), ("daemoni", "Daemonic")):
        assert target_at(players, text) == f"priestess {meant}"
    assert target_at(players, "justi") == "priestess Justin"
    for text in ("usa", "daemon", "demon"):
        with pytest.raises(NotAllowed):
            target_at(players, text)
