"""The options of a header: what is taken, and which field is named when one is wrong."""

from typing import Any

import pytest
from boxes import PLAYERS, Table, board, card_list

from umpire.games.base import BadOption, Periods
from umpire.games.box_within_a_box import GAME
from umpire.games.box_within_a_box.options import DEFAULT_CARDS


def refusal(**options: Any) -> str:
    """The sentence in which these options are refused."""
    with pytest.raises(BadOption) as caught:
        GAME.read_options(PLAYERS, options)
    assert "\n" not in str(caught.value)
    assert caught.value.field
    return str(caught.value)


def with_card(**change: Any) -> dict[str, Any]:
    """The default cards with one of them changed; `None` takes a key away."""
    return {"cards": card_list({"number": 5, **change})}


def test_the_defaults() -> None:
    options = GAME.read_options(PLAYERS, {})
    assert GAME.reserve(options) == Periods(16, 30.0)
    assert options.starting_board is None
    assert options.card_list is DEFAULT_CARDS
    table = Table(board=None, clock=True, seconds_examine_boards=None, seconds_examine_cards=None)
    assert table.owing == [("chance", "board")]
    limits = []
    for said in (" ".join(board()), ("ready", "ready"), "1 2 3 4 5 6 7 8", ("ready", "ready")):
        by = ("chance",) if isinstance(said, str) else PLAYERS
        for who, text in zip(by, (said,) if isinstance(said, str) else said, strict=True):
            table.say(who, text)
        limits.append([pending.decision.limit for pending in table.match.pending])
    assert limits == [[120, 120], [None], [120, 120], [150, 150]]
    table.both("1 on 1; 1 on 2; 1 on 3", "1 on 1; 1 on 2; 1 on 3").both("lock", "lock")
    assert [pending.decision.limit for pending in table.match.pending] == [60, 60]


def test_limits_and_reserve_are_options() -> None:
    given = {
        "seconds_examine_boards": 1,
        "seconds_examine_cards": 2.5,
        "seconds_bet": 3,
        "seconds_play": 0.5,
        "reserve_periods": 2.0,
        "reserve_seconds": 7,
    }
    options = GAME.read_options(PLAYERS, given)
    assert (options.seconds_examine_boards, options.seconds_examine_cards) == (1, 2.5)
    assert (options.seconds_bet, options.seconds_play) == (3, 0.5)
    assert GAME.reserve(options) == Periods(2, 7)
    assert GAME.reserve(GAME.read_options(PLAYERS, {"reserve_periods": 0})) == Periods(0, 30)


SECONDS = ["seconds_examine_boards", "seconds_examine_cards", "seconds_bet", "seconds_play"]


@pytest.mark.parametrize("key", SECONDS[:2])
def test_an_examination_of_0_seconds_does_not_exist(key: str) -> None:
    table = Table(**{key: 0, ({*SECONDS[:2]} - {key}).pop(): 5})
    if key == "seconds_examine_boards":
        assert table.owing == [("chance", "deal")]
        table.deal("1 2 3 4 5 6 7 8")
        assert [kind for _, kind in table.owing] == ["examine-cards"] * 2
    else:
        assert [kind for _, kind in table.owing] == ["examine-boards"] * 2
        table.both("ready", "ready").deal("1 2 3 4 5 6 7 8")
        assert [kind for _, kind in table.owing] == ["bet"] * 2


def test_periods_are_whole() -> None:
    assert refusal(reserve_periods=1.5).startswith("reserve_periods: ")


# The board


def rows(index: int, row: object) -> list[Any]:
    changed: list[Any] = board()
    changed[index] = row
    return changed


def test_a_board_is_read_from_the_top_and_case_and_more_blanks_make_no_difference() -> None:
    given = board(A7="b0", G7="w1", A1="b5", G1="w9")
    spelt = [row.upper().replace(" ", "  ") for row in given]
    state = Table(board=spelt).state
    assert state["boards"] == {"A": given, "B": given}


@pytest.mark.parametrize(
    "value",
    [
        None,
        "b2",
        {},
        7,
        [],
        board()[:6],
        [*board(), "b2 b2 b2 b2 b2 b2 b2"],
        rows(0, None),
        rows(0, 5),
        rows(0, ["b2"] * 7),
        rows(3, "b2 b2 b2 b2 b2 b2"),
        rows(3, "b2 b2 b2 b2 b2 b2 b2 b2"),
        rows(3, "b2 b2 b2 b2 b2 b2 b10"),
        rows(3, "b2 b2 b2 b2 b2 b2 r2"),
        rows(3, "b2 b2 b2 b2 b2 b2 2"),
        rows(3, "b2,b2,b2,b2,b2,b2,b2"),
        rows(3, "b2b2b2b2b2b2b2"),
        rows(3, "b2 b2 b2 b2 b2 b2 b²"),
        rows(6, ""),
    ],
)
def test_wrong_boards(value: object) -> None:
    assert refusal(board=value).startswith("board")


def test_a_wrong_tile_is_told_with_its_place() -> None:
    message = refusal(board=rows(3, "b2 b2 b2 b2 b2 b2 r2"))
    assert message.startswith('board: entry 4 has "r2", which is not a tile')


# The cards


def test_the_default_cards_may_be_given_in_any_order_and_case() -> None:
    given = [entry | {"name": entry["name"].lower()} for entry in reversed(card_list())]
    options = GAME.read_options(PLAYERS, {"cards": given})
    assert [card.text for card in options.card_list.cards] == [
        card.text for card in DEFAULT_CARDS.cards
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"name": "ab"},
        {"name": "A" * 20},
        {"name": "Nones"},
        {"numbers": [6, 6, 6, 6]},
        {"numbers": [1.0, 2.0, 3.0]},
        {"numbers": [1]},
        {"type": "A+"},
        {"displacement": ["up", "turn", "back"]},
        {"displacement": ["to-odd", "turn", "leap-diagonal"]},
        {"numbers": [3, 1, 3], "displacement": ["knight", "mirror-centre", "knight"]},
        {"numbers": [3, 3, 3], "displacement": "knight"},
        {"numbers": [1, 1], "displacement": "mirror-up-down", "special": "no-revisit"},
        {"special": "increase 9"},
        {"special": "wrap", "displacement": ["any", "turn", "back"]},
        {"special": "bounce"},
        {"special": "repeat", "displacement": ["to-black", "turn", "leap-orthogonal"]},
        {"numbers": [3], "displacement": ["knight"], "special": "return"},
    ],
)
def test_right_cards(change: dict[str, Any]) -> None:
    card = GAME.read_options(PLAYERS, with_card(**change)).card_list.card_numbered(5)
    assert card.name == change.get("name", "STROLL").upper()
    assert list(card.numbers) == change.get("numbers", [1, 1, 1])


STROLL = 'cards, entry 5 ("STROLL")'


def test_wrong_cards_are_told_with_entry_and_field() -> None:
    for change, field in (
        ({"name": None}, "cards, entry 5, name"),
        ({"name": "A"}, 'cards, entry 5 ("A"), name'),
        ({"name": "A" * 21}, f'cards, entry 5 ("{"A" * 21}"), name'),
        ({"name": "A B"}, 'cards, entry 5 ("A B"), name'),
        ({"name": "ÄB"}, 'cards, entry 5 ("ÄB"), name'),
        ({"name": "A1"}, 'cards, entry 5 ("A1"), name'),
        ({"name": ""}, 'cards, entry 5 (""), name'),
        ({"name": 5}, "cards, entry 5, name"),
        ({"name": "none"}, 'cards, entry 5 ("none"), name'),
        ({"name": "Lock"}, 'cards, entry 5 ("Lock"), name'),
        ({"name": "READY"}, 'cards, entry 5 ("READY"), name'),
        ({"name": "pass"}, 'cards, entry 5 ("pass"), name'),
        ({"type": None}, f"{STROLL}, type"),
        ({"type": "D"}, f"{STROLL}, type"),
        ({"type": "a"}, f"{STROLL}, type"),
        ({"type": "A+", "numbers": [2]}, f"{STROLL}, numbers"),
        ({"type": "A+", "numbers": [2], "special": "repeat"}, f"{STROLL}, numbers"),
        ({"numbers": None}, f"{STROLL}, numbers"),
        ({"numbers": []}, f"{STROLL}, numbers"),
        ({"numbers": 3}, f"{STROLL}, numbers"),
        ({"numbers": [1, 1, 1, 1, 1]}, f"{STROLL}, numbers"),
        ({"numbers": [1, 0, 1]}, f"{STROLL}, numbers, entry 2"),
        ({"numbers": [1, 1, 7]}, f"{STROLL}, numbers, entry 3"),
        ({"numbers": [1.5, 1, 1]}, f"{STROLL}, numbers, entry 1"),
        ({"numbers": [True, 1, 1]}, f"{STROLL}, numbers, entry 1"),
        ({"numbers": ["1", 1, 1]}, f"{STROLL}, numbers, entry 1"),
        ({"displacement": None}, f"{STROLL}, displacement"),
        ({"displacement": "sideways"}, f"{STROLL}, displacement"),
        ({"displacement": "UP"}, f"{STROLL}, displacement"),
        ({"displacement": 5}, f"{STROLL}, displacement"),
        ({"displacement": []}, f"{STROLL}, displacement"),
        ({"displacement": ["up", "up"]}, f"{STROLL}, displacement"),
        ({"displacement": ["up"] * 4}, f"{STROLL}, displacement"),
        ({"displacement": ["up", "upp", "up"]}, f"{STROLL}, displacement, entry 2"),
        ({"displacement": ["up", "up", 5]}, f"{STROLL}, displacement, entry 3"),
        ({"displacement": "turn"}, f"{STROLL}, displacement"),
        ({"displacement": ["back", "up", "up"]}, f"{STROLL}, displacement"),
        ({"displacement": ["mirror-centre", "turn", "up"]}, f"{STROLL}, displacement"),
        (
            {"numbers": [3, 1, 1], "displacement": ["knight", "back", "up"]},
            f"{STROLL}, displacement",
        ),
        ({"displacement": "knight"}, f"{STROLL}, displacement"),
        ({"displacement": ["up", "up", "knight"]}, f"{STROLL}, displacement"),
        ({"numbers": [2], "displacement": "mirror-centre"}, f"{STROLL}, displacement"),
        ({"special": "increase"}, f"{STROLL}, special"),
        ({"special": "increase 0"}, f"{STROLL}, special"),
        ({"special": "increase 10"}, f"{STROLL}, special"),
        ({"special": "increase  2"}, f"{STROLL}, special"),
        ({"special": "Flip"}, f"{STROLL}, special"),
        ({"special": ""}, f"{STROLL}, special"),
        ({"special": 5}, f"{STROLL}, special"),
        ({"special": ["flip"]}, f"{STROLL}, special"),
        ({"special": "wrap", "displacement": "leap-diagonal"}, f"{STROLL}, special"),
        ({"special": "bounce", "displacement": "to-odd"}, f"{STROLL}, special"),
        ({"special": "wrap", "displacement": ["up", "up", "mirror-centre"]}, f"{STROLL}, special"),
        (
            {"special": "repeat", "numbers": [1, 3], "displacement": ["up", "knight"]},
            f"{STROLL}, special",
        ),
        ({"special": "repeat", "displacement": "mirror-centre"}, f"{STROLL}, special"),
        ({"text": "x"}, f"{STROLL}, text"),
        ({"Special": "flip"}, f"{STROLL}, Special"),
    ):
        message = refusal(**with_card(**change))
        assert message.startswith(f"{field}: "), message


def test_a_special_of_null_is_not_absent() -> None:
    cards = card_list()
    cards[4]["special"] = None
    assert refusal(cards=cards).startswith(f"{STROLL}, special: ")


@pytest.mark.parametrize("number", [0, 39, -1, 1.5, True, "5", None, 10**30])
def test_numbers_of_cards_are_1_to_38(number: object) -> None:
    cards = card_list()
    cards[4]["number"] = number
    assert refusal(cards=cards).startswith(f"{STROLL}, number: ")


def test_each_number_and_each_name_is_there_once() -> None:
    cards = card_list()
    cards[4]["number"] = 2
    assert refusal(cards=cards).startswith('cards: entry 5 ("STROLL"), number: 2 is also entry 2')
    cards = card_list()
    cards[4]["name"] = "Stride"
    assert refusal(cards=cards).startswith('cards: entry 5 ("Stride"), name: is also entry 2')


@pytest.mark.parametrize(
    "value", [None, {}, "cards", 38, [], card_list()[:37], [*card_list(), card_list()[0]]]
)
def test_a_list_of_cards_has_38_of_them(value: object) -> None:
    assert refusal(cards=value).startswith("cards: ")


@pytest.mark.parametrize("entry", [None, "STROLL", 5, []])
def test_a_card_is_an_object(entry: object) -> None:
    cards: list[Any] = card_list()
    cards[4] = entry
    assert refusal(cards=cards).startswith("cards, entry 5: ")


def test_a_reserve_that_no_clock_can_show_is_refused() -> None:
    assert refusal(reserve_seconds=1e308).startswith("reserve_periods: ")


# What umpires read


def test_the_formats_show_how_a_card_and_a_board_are_written() -> None:
    assert set(GAME.formats) == {
        *("The board", "The cards", "Displacement figures", "Special figures")
    }
    assert '"special": "increase 2"' in GAME.formats["The cards"]


def test_the_same_list_of_cards_makes_the_same_cards() -> None:
    first, second = (
        GAME.read_options(PLAYERS, with_card(name="AMBLE")).card_list for _ in range(2)
    )
    assert first is second
