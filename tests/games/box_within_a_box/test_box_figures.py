"""Every displacement figure and every special figure, one by one and put together."""

from random import Random
from typing import Any, get_args

import box_oracle as oracle
import pytest
from boxes import board, box_at, card_list, in_round_1, trying

from umpire.games.box_within_a_box import GAME
from umpire.games.box_within_a_box.board import (
    DIRECTIONS,
    TILE_BY_NAME,
    TILE_NAMES,
    names_of,
    rows_of,
)
from umpire.games.box_within_a_box.cards import FIGURES, SPECIAL_EXAMPLES, Name
from umpire.games.box_within_a_box.movements import Box, Movements, can_move, landings, movements
from umpire.games.box_within_a_box.options import DEFAULT_CARDS

STRIPED = ["b0 w1 b2 w3 b4 w5 b6", "w7 b8 w9 b0 w1 b2 w3"] * 3 + ["b4 w5 b6 w7 b8 w9 b0"]


def found(
    start: str, numbers: list[int], displacement: Any, special: str | None = None, **more: Any
) -> Movements:
    """The movements of a card from a tile of the striped board."""
    table = box_at(start, trying(numbers, displacement, special, board=STRIPED, **more))
    state = table.match.state
    card = state.terms.cards.card_numbered(1)
    return movements(card, state.boxes[0], state.boards[0])


def paths(*given: Any) -> set[str]:
    return {" ".join(names_of(path)) for path in found(*given).by_path}


@pytest.mark.parametrize(
    ("start", "numbers", "displacement", "expected"),
    [
        ("D4", [3], "orthogonal", "D5 D6 D7, D3 D2 D1, C4 B4 A4, E4 F4 G4"),
        ("A1", [6], "orthogonal", "A2 A3 A4 A5 A6 A7, B1 C1 D1 E1 F1 G1"),
        ("B2", [2], "orthogonal", "B3 B4, C2 D2"),
        ("D4", [2], "diagonal", "C5 B6, E5 F6, C3 B2, E3 F2"),
        ("A1", [2], "diagonal", "B2 C3"),
        ("A1", [1], "any", "A2, B1, B2"),
        ("B4", [2], "horizontal", "C4 D4"),
        ("B4", [1], "horizontal", "A4, C4"),
        ("B6", [1], "vertical", "B7, B5"),
        ("B6", [2], "vertical", "B5 B4"),
        ("B6", [1], "up", "B7"),
        ("B7", [1], "up", ""),
        ("B6", [2], "down", "B5 B4"),
        ("B6", [1], "left", "A6"),
        ("B6", [3], "right", "C6 D6 E6"),
        ("D4", [2, 1], ["up", "turn"], "D5 D6 C6, D5 D6 E6"),
        (
            "D4",
            [1, 1],
            ["diagonal", "turn"],
            "C5 D6, C5 B4, E5 D6, E5 F4, C3 D2, C3 B4, E3 D2, E3 F4",
        ),
        ("D4", [2, 1], ["up", "back"], "D5 D6 D5"),
        ("D4", [2, 2], ["diagonal", "back"], "C5 B6 C5 D4, E5 F6 E5 D4, C3 B2 C3 D4, E3 F2 E3 D4"),
        ("D4", [1, 1, 1], ["up", "back", "back"], "D5 D4 D5"),
        ("D4", [1, 1, 1], ["up", "turn", "turn"], "D5 C5 C6, D5 C5 C4, D5 E5 E6, D5 E5 E4"),
        ("D4", [3], "leap-orthogonal", "D7, D1, A4, G4"),
        ("D4", [4], "leap-orthogonal", ""),
        ("D4", [2], "leap-diagonal", "B6, F6, B2, F2"),
        ("C3", [3], "leap-diagonal", "F6"),
        ("D4", [2, 1], ["leap-orthogonal", "back"], "D6 D5, D2 D3, B4 C4, F4 E4"),
        ("D4", [3], "knight", None),
        ("A1", [3], "knight", "A2 A3 B3, A2 B2 C2, B1 C1 C2, B1 B2 B3"),
        ("B3", [1], "mirror-left-right", "F3"),
        ("D3", [1], "mirror-left-right", ""),
        ("B3", [1], "mirror-up-down", "B5"),
        ("B4", [1], "mirror-up-down", ""),
        ("B3", [1], "mirror-centre", "F5"),
        ("D3", [1], "mirror-centre", "D5"),
        ("D4", [1], "mirror-centre", ""),
        ("B3", [1, 1], ["mirror-centre", "mirror-left-right"], "F5 B5"),
    ],
)
def test_figures_that_do_not_look_at_the_board(
    start: str, numbers: list[int], displacement: Any, expected: str | None
) -> None:
    if expected is None:
        assert len(paths(start, numbers, displacement)) == 16
        assert {"D5 D6 E6", "E4 E5 E6"} < paths(start, numbers, displacement)
    else:
        assert paths(start, numbers, displacement) == set(expected.split(", ")) - {""}


# D4 of the striped board lies on its row 4, w7 b8 w9 b0 w1 b2 w3, in column D: w3 b0 w3 b0 w3 b0 w7
@pytest.mark.parametrize(
    ("start", "numbers", "displacement", "expected"),
    [
        ("D4", [1], "to-black", "D5 D6, D3 D2, C4 B4, E4 F4"),
        ("D4", [1], "to-white", "D5, D3, C4, E4"),
        ("D4", [1], "to-even", "D5 D6, D3 D2, C4 B4, E4 F4"),
        ("D4", [1], "to-odd", "D5, D3, C4, E4"),
        ("D4", [2], "to-white", "D5 D6 D7, D3 D2 D1, C4 B4 A4, E4 F4 G4"),
        ("D4", [2], "to-black", ""),
        ("A1", [2], "to-even", "B1 C1 D1 E1, A2 A3 A4 A5"),
        ("D4", [1, 1], ["to-odd", "to-even"], None),
        ("D4", [1, 1], ["to-white", "turn"], None),
    ],
)
def test_searches_go_by_the_faces(
    start: str, numbers: list[int], displacement: Any, expected: str | None
) -> None:
    entry = {"numbers": numbers, "displacement": displacement}
    by_oracle = {
        " ".join(map(oracle.name_of, path))
        for _, path, _ in oracle.movements(entry, start, STRIPED)
    }
    assert paths(start, numbers, displacement) == by_oracle
    if expected is not None:
        assert by_oracle == set(expected.split(", ")) - {""}


def test_a_search_begins_behind_the_tile_left_and_takes_0_for_even() -> None:
    rows = board(D4="w5", D5="w4", D6="b3", D7="w0")
    table = in_round_1("36 37 38 2 3 4 5 6", board=rows)
    assert table.understood("Ana", "37 up") == "DAYBREAK D5"
    assert table.understood("Ana", "36 up") == "NIGHTFALL D5-D6"
    assert table.understood("Ana", "38 up up") == "ODDITY D5-D6-D7"


@pytest.mark.parametrize(
    ("start", "numbers", "displacement", "special", "expected"),
    [
        # wrap
        ("A4", [2], "left", "wrap", "G4 F4"),
        ("B7", [1], "up", "wrap", "B1"),
        ("A7", [1], "diagonal", "wrap", "G1, B1, G6, B6"),
        ("F6", [2], "diagonal", "wrap", None),
        ("G7", [2, 1], ["up", "turn"], "wrap", "G1 G2 F2, G1 G2 A2"),
        ("A1", [3, 6], ["left", "back"], "wrap", "G1 F1 E1 F1 G1 A1 B1 C1 D1"),
        # bounce
        ("F2", [3], "right", "bounce", "G2 F2 E2"),
        ("A7", [1], "diagonal", "bounce", "B6"),
        ("A7", [2], "any", "bounce", "A6 A5, B7 C7, B6 C5"),
        ("B6", [2], "diagonal", "bounce", "A7 B6, C7 D6, A5 B4, C5 D4"),
        ("B1", [2], "left", "bounce", "A1 B1"),
        ("B1", [2, 1], ["left", "back"], "bounce", "A1 B1 A1"),
        ("B1", [2, 1], ["left", "turn"], "bounce", "A1 B1 B2"),
        ("F1", [6], "diagonal", "bounce", None),
        # no-revisit
        ("A1", [1, 1], "orthogonal", "no-revisit", "A2 A3, A2 B2, B1 C1, B1 B2"),
        ("D4", [2, 1], ["up", "back"], "no-revisit", ""),
        ("D4", [2, 2], ["leap-orthogonal", "turn"], "no-revisit", None),
        # repeat
        ("B1", [2], "vertical", "repeat", "B2 B3 B4 B5"),
        ("B2", [1, 1], ["up", "turn"], "repeat", "B3 C3 C4 D4"),
        ("C2", [1, 1], ["up", "turn"], "repeat", "C3 D3 D4 E4, C3 B3 B4 A4"),
        ("D4", [1, 1], ["up", "back"], "repeat", "D5 D4 D5 D4"),
        ("D4", [2], "leap-orthogonal", "repeat", ""),
        ("B2", [2], "leap-orthogonal", "repeat", "B4 B6, D2 F2"),
        ("D1", [1], "to-black", "repeat", "E1 F1 G1, C1 B1 A1, D2 D3 D4"),
    ],
)
def test_special_figures_that_bear_on_the_movement(
    start: str, numbers: list[int], displacement: Any, special: str, expected: str | None
) -> None:
    entry = {"numbers": numbers, "displacement": displacement, "special": special}
    by_oracle = {
        " ".join(map(oracle.name_of, path))
        for _, path, _ in oracle.movements(entry, start, STRIPED)
    }
    assert paths(start, numbers, displacement, special) == by_oracle
    if expected is not None:
        assert by_oracle == set(expected.split(", ")) - {""}


def test_a_bounce_in_the_corner_turns_both_ways_round() -> None:
    got = found("G7", [6], "diagonal", "bounce")
    (movement,) = got.all
    assert names_of(movement.path) == ["F6", "E5", "D4", "C3", "B2", "A1"]
    named = {DIRECTIONS[direction] for (direction,), one in got.by_way.items() if one is movement}
    assert named == {"up-left", "up-right", "down-left", "down-right"}


def test_a_wrap_over_two_edges() -> None:
    table = box_at("F6", trying([3], "diagonal", "wrap"))
    assert table.understood("Ana", "1 ur") == "TEST G7-A1-B2"


def test_a_turn_after_a_wrap_keeps_the_direction_and_after_a_bounce_takes_the_new_one() -> None:
    assert paths("G4", [1, 1], ["right", "back"], "wrap") == {"A4 G4"}
    assert paths("G4", [1, 1], ["right", "back"], "bounce") == {"F4 G4"}


# What comes of a movement: landings, faces, where the Box is left


def played(
    text: str, numbers: list[int], displacement: Any, special: str | None = None, **more: Any
) -> tuple[list[str], list[str], str]:
    """Bo plays TEST on board A: landings, the changed tiles, where the Box is."""
    rows = more.pop("board", board())
    table = trying(numbers, displacement, special, board=rows, **more).both("2 up", f"1 {text}")
    state = table.state
    before, after = oracle.faces_of(rows), oracle.faces_of(state["boards"]["A"])
    changed = [
        f"{oracle.name_of(tile)} {after[tile]}" for tile in before if before[tile] != after[tile]
    ]
    assert state["boards"]["B"] == rows, "the other board is not touched"
    return state["rounds"][0]["A"]["landed"], sorted(changed), state["boxes"]["A"]


@pytest.mark.parametrize(
    ("kind", "numbers", "text", "landed"),
    [
        ("A", [3], "up", "D7"),
        ("A", [1, 1], "up down", "D4"),
        ("A+", [1, 2], "up right", "D5 F5"),
        ("A+", [1, 1, 1], "up down up", "D5 D4 D5"),
        ("B", [3], "up", "D5 D6 D7"),
        ("B", [1, 1, 1], "up down up", "D5 D4 D5"),
        ("C", [3], "up", "D5 D6"),
        ("C", [1, 1, 1], "up down up", "D5 D4"),
        ("C", [1], "up", ""),
    ],
)
def test_ruling_11_landings_by_type(kind: str, numbers: list[int], text: str, landed: str) -> None:
    tiles = [f"{tile} b2" for tile in landed.split()]
    assert played(text, numbers, "orthogonal", type=kind)[0] == tiles


@pytest.mark.parametrize(
    ("kind", "landed"),
    [("A", "D4"), ("A+", "D5 C5 C4 D4 D5 C5 C4 D4"), ("C", "D5 C5 C4 D4 D5 C5 C4")],
)
def test_landings_of_a_repeat_count_both_times(kind: str, landed: str) -> None:
    got = played("u l d r", [1, 1, 1, 1], "orthogonal", "repeat", type=kind)
    assert got == ([f"{tile} b2" for tile in landed.split()], [], "D4")


def test_a_double_counts_each_landing_twice_running() -> None:
    got = played("up", [2], "orthogonal", "double", board=board(D5="w1"))
    assert got == (["D5 w1", "D5 w1", "D6 b2", "D6 b2"], [], "D6")


def test_ruling_9_an_increase_comes_after_the_landings_and_goes_round() -> None:
    got = played("u d u", [1, 1, 1], "orthogonal", "increase 9", board=board(D5="b0", D4="w1"))
    assert got == (["D5 b0", "D4 w1", "D5 b0"], ["D4 w0", "D5 b9"], "D5")


def test_a_leap_changes_nothing_between() -> None:
    assert played("up", [2], "leap-orthogonal", "increase 1")[1] == ["D6 b3"]


def test_a_flip_changes_each_tile_once() -> None:
    got = played("u d u", [1, 1, 1], "orthogonal", "flip", board=board(D5="w7"))
    assert got == (["D5 w7", "D4 b2", "D5 w7"], ["D4 w2", "D5 b7"], "D5")


def test_a_swap_exchanges_the_first_and_the_last_tile() -> None:
    rows = board(D4="w1", D5="w5", D6="b9")
    got = played("up", [2], "orthogonal", "swap", board=rows)
    assert got == (["D5 w5", "D6 b9"], ["D4 b9", "D6 w1"], "D6")


def test_a_swap_back_to_the_start_changes_nothing() -> None:
    assert played("up down", [1, 1], "orthogonal", "swap")[1:] == ([], "D4")


def test_a_return_leaves_the_box_where_it_was() -> None:
    assert played("up", [2], "orthogonal", "return") == (["D5 b2", "D6 b2"], [], "D4")


# All together, against the oracle


def random_board(random: Random) -> list[str]:
    return [
        " ".join(f"{random.choice('bw')}{random.randrange(10)}" for _ in range(7)) for _ in range(7)
    ]


def random_entry(random: Random, number: int) -> dict[str, Any]:
    """A random card that the rules allow."""
    while True:
        parts = random.choice((1, 1, 2, 2, 2, 3, 3, 4))
        names = [random.choice(list(FIGURES)) for _ in range(parts)]
        if random.random() < 0.3:
            names = names[:1] * parts
        numbers = [
            FIGURES[name].number or random.choice((1, 1, 2, 2, 3, 4, 5, 6)) for name in names
        ]
        entry: dict[str, Any] = {
            "number": number,
            "name": f"CARD{'ABCDEFGHIJ'[number // 10]}{'ABCDEFGHIJ'[number % 10]}",
            "type": random.choice(("A", "A+", "B", "C") if parts > 1 else ("A", "B", "C")),
            "numbers": numbers,
            "displacement": names[0] if len(set(names)) == 1 else names,
        }
        special = random.choice((None, *SPECIAL_EXAMPLES))
        if special is not None:
            entry["special"] = special
        if taken(entry):
            return entry


def taken(entry: dict[str, Any]) -> bool:
    """Whether the rules allow a card: said with other words than in the options."""
    figures = entry["displacement"]
    figures = [figures] * len(entry["numbers"]) if isinstance(figures, str) else figures
    sorts = [FIGURES[name].sort for name in figures]
    for place, name in enumerate(figures):
        if name in ("turn", "back") and (place == 0 or sorts[place - 1] in ("knight", "mirror")):
            return False
    special = entry.get("special")
    if special in ("wrap", "bounce"):
        return set(sorts) == {"run"}
    return special != "repeat" or not {"knight", "mirror"} & set(sorts)


@pytest.mark.parametrize("seed", range(12))
def test_random_cards_move_as_the_oracle_says(seed: int) -> None:
    random = Random(seed)
    rows = random_board(random)
    entries = [random_entry(random, number) for number in range(1, 39)]
    cards = GAME.read_options(("Ana", "Bo"), {"cards": entries}).card_list
    faces = GAME.read_options(("Ana", "Bo"), {"board": rows}).starting_board
    assert faces is not None
    for entry, card in zip(entries, cards.cards, strict=True):
        for start in random.sample(sorted(TILE_BY_NAME), 3):
            tile = TILE_BY_NAME[start]
            got = movements(card, tile, faces)
            expected: dict[tuple[str, ...], tuple[list[str], list[str], set[tuple[str, ...]]]] = {}
            for way, path, ends in oracle.movements(entry, start.upper(), rows):
                names = tuple(map(oracle.name_of, path))
                lands = [oracle.name_of(one) for one in oracle.landings(entry, path, ends)]
                expected.setdefault(names, ([oracle.name_of(e) for e in ends], lands, set()))
                expected[names][2].add(way)
            assert can_move(card, tile, faces) == bool(expected)
            assert {tuple(names_of(one.path)) for one in got.all} == set(expected)
            for one in got.all:
                ends_named, landed, ways = expected[tuple(names_of(one.path))]
                assert names_of(one.ends) == ends_named
                assert names_of(landings(card, one)) == landed
                if card.is_directed:
                    assert {
                        tuple(DIRECTIONS[d] for d in way)
                        for way, movement in got.by_way.items()
                        if movement is one
                    } == ways
                _, end, board_after = Box(0, tile, faces).after(card, one)
                path = [oracle.tile_of(name) for name in names_of(one.path)]
                left, rows_after = oracle.outcome(entry, start.upper(), path, rows)
                assert TILE_NAMES[end] == left
                assert rows_of(board_after) == rows_after


def test_the_default_cards_move_as_the_oracle_says() -> None:
    random = Random(1)
    for card, entry in zip(DEFAULT_CARDS.cards, card_list(), strict=True):
        for start in random.sample(sorted(TILE_BY_NAME), 4):
            faces = bytes(random.randrange(20) for _ in range(49))
            expected = {
                tuple(map(oracle.name_of, path))
                for _, path, _ in oracle.movements(entry, start.upper(), rows_of(faces))
            }
            got = movements(card, TILE_BY_NAME[start], faces)
            assert {tuple(names_of(one.path)) for one in got.all} == expected


def test_every_figure_is_named_and_explained() -> None:
    assert tuple(FIGURES) == get_args(Name)
    told = "\n".join(GAME.formats.values())
    for name in FIGURES:
        assert f"\n{name}: " in f"\n{told}"
    for special in SPECIAL_EXAMPLES:
        assert f"\n{special}: " in f"\n{told}"


def test_all_figures_and_types_are_among_the_default_cards() -> None:
    entries = card_list()
    used = {f.name for card in DEFAULT_CARDS.cards for f in card.figures}
    assert used == set(FIGURES)
    assert {entry["type"] for entry in entries} == {"A", "A+", "B", "C"}
    specials = {entry["special"].split()[0] for entry in entries if "special" in entry}
    assert specials == {text.split()[0] for text in SPECIAL_EXAMPLES}
