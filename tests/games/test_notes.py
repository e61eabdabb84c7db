"""What the notes of pieces say, against the rules of each game."""

import pytest

from umpire.catalogue import find_game
from umpire.games.box_within_a_box.cards import FIGURES, SPECIALS
from umpire.match import Match, notes
from umpire.sheets.template import find_template
from umpire.testing import opened


def texts(match: Match) -> dict[str, str]:
    """What each piece does, by its text on the board."""
    return {note.piece: note.text for note in notes(match, None)}


def names(match: Match) -> dict[str, str]:
    return {note.piece: note.name for note in notes(match, None)}


def rules_page(game_id: str) -> str:
    """All that stands on the tab Rules."""
    template = find_template(game_id)
    tab = next(tab for tab in (*template.tables, *template.tabs) if tab.title == "Rules")
    return " ".join(words for area in tab.areas for _, words in area.texts())


def box(**card: object) -> Match:
    """A match of Box with another card 1, called TEST."""
    default = find_game("box-within-a-box").read_options(("Ana", "Bo"), {}).card_list.cards
    cards: list[dict[str, object]] = [
        {"number": 1, "name": "TEST", **card},
        *(
            {
                "number": other.number,
                "name": other.name,
                "type": other.type,
                "numbers": [*other.numbers],
                "displacement": [figure.name for figure in other.figures],
                **({"special": other.special.text} if other.special.text else {}),
            }
            for other in default[1:]
        ),
    ]
    return opened(find_game("box-within-a-box"), cards=cards)


class TestBox:
    """Cards are explained by their parts, their type and their special figure."""

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("LUNGE", "3 steps up, down, left or right. It lands on the last tile."),
            (
                "DOGLEG",
                "2 steps up, down, left or right, then 1 step at a right angle. It lands on the "
                "last tile of each part.",
            ),
            (
                "NIGHTFALL",
                "Straight on to the first black tile. It lands on every tile on the way.",
            ),
            (
                "SOW",
                "2 steps up, down, left or right. It lands on every tile on the way. Then the "
                "number of every tile on the way grows by 2. 0 follows 9.",
            ),
            (
                "ECLIPSE",
                "2 steps in any of the eight directions. It lands on every tile on the way. Then "
                "every tile on the way changes its colour.",
            ),
        ],
    )
    def test_what_a_card_does(self, name: str, text: str) -> None:
        assert texts(opened(find_game("box-within-a-box")))[name] == text

    def test_a_card_is_found_by_its_name_and_called_with_its_number(self) -> None:
        assert names(opened(find_game("box-within-a-box")))["LUNGE"] == "3 LUNGE"

    @pytest.mark.parametrize("figure", FIGURES)
    def test_every_figure_is_explained(self, figure: str) -> None:
        number = FIGURES[figure].number or 6
        parts, numbers = [figure], [number]
        if FIGURES[figure].needs_direction:
            parts, numbers = ["up", figure], [1, number]
        text = texts(box(type="B", numbers=numbers, displacement=parts))["TEST"]
        assert "{" not in text
        assert text.endswith(". It lands on every tile on the way.")

    @pytest.mark.parametrize("special", SPECIALS)
    def test_every_special_figure_is_explained_as_on_the_page_of_rules(self, special: str) -> None:
        text = texts(box(type="A", numbers=[1], displacement="up", special=special))["TEST"]
        _, _, said = text.partition("It lands on the last tile. ")
        word, _, number = special.partition(" ")
        rule = said.replace(f"by {number}.", "by N.") if word == "increase" else said
        assert rule, special
        assert rule in rules_page("box-within-a-box")


class TestHell:
    """Units can do what the page of rules says, and hells do what their texts say."""

    def test_units_are_explained_as_on_the_page_of_rules(self) -> None:
        match, page = opened(find_game("eighteenth-hell")), rules_page("eighteenth-hell")
        for unit in ("-1", "0", "1", "2", "3", "4"):
            assert f"{unit} {texts(match)[unit]}" in page

    def test_a_number_is_a_unit_only_where_units_are(self) -> None:
        match = opened(find_game("eighteenth-hell"))
        by_piece = {note.piece: note.blocks for note in notes(match, "Ana")}
        assert {"hand_1", "own_units", "other_units", "mine"} < {*by_piece["4"]}
        assert by_piece["Hell of Four"] == ()

    def test_hells_of_the_options_have_their_own_texts(self) -> None:
        hells = [
            {"name": f"Test {n}", "block": n, "text": f"Text {n}.", "effects": []}
            for n in (1, 2, 3, 4)
        ]
        match = opened(find_game("eighteenth-hell"), hells=hells)
        found = texts(match)
        assert {piece: found[piece] for piece in found if piece.startswith("Hell")} == {
            f"Hell of Test {n}": f"Text {n}." for n in (1, 2, 3, 4)
        }


class TestArcanoid:
    """Trumps do what the variant of the match lets them."""

    def test_every_trump_has_a_note(self) -> None:
        match = opened(find_game("arcanoid"))
        assert [*texts(match)] == [str(number) for number in range(22)]
        assert (names(match)["0"], names(match)["21"]) == ("Fool", "World")

    @pytest.mark.parametrize(
        ("trump", "words", "variants"),
        [
            ("0", "a commitment with an ace", {"DRESDEN", "NASSAU", "KOBLENZ"}),
            ("1", "it is transmuted", {"DRESDEN", "NASSAU", "KOBLENZ", "MAINZ", "WORMS"}),
            ("1", "face down", {"MALTA"}),
            ("3", "go with the Lovers too", {"DRESDEN", "NASSAU", "KOBLENZ"}),
            ("4", "go with the Lovers too", {"DRESDEN", "NASSAU", "KOBLENZ"}),
            ("6", "with the Empress or the Emperor", {"DRESDEN", "NASSAU", "KOBLENZ"}),
            ("7", "add up to 2 cards", {"DRESDEN", "NASSAU", "KOBLENZ"}),
            ("7", "add cards", {"MAINZ", "MALTA", "WORMS"}),
            ("14", "commit there yourself", {"DRESDEN"}),
            ("14", "end it by a move", {"NASSAU", "KOBLENZ", "MAINZ", "MALTA", "WORMS"}),
        ],
    )
    def test_what_depends_on_the_variant(self, trump: str, words: str, variants: set[str]) -> None:
        game = find_game("arcanoid")
        every = ("DRESDEN", "NASSAU", "KOBLENZ", "MAINZ", "MALTA", "WORMS")
        found = {name for name in every if words in texts(opened(game, variant=name))[trump]}
        assert found == variants


def test_a_card_of_denizens_says_what_it_does_on_the_modules() -> None:
    match = opened(find_game("denizens-of-tartarus"))
    assert len(texts(match)) == 25
    assert (names(match)["Y5"], texts(match)["Y5"]) == (
        "Yellow 5",
        "Weighs 5 on Balance, counts 5 on Set and takes up to 5 Yellow stones on Stones. Turns on "
        "your Yellow light on Order if Yellow is shown.",
    )


def test_cards_of_devils_deal_do_nothing_by_themselves() -> None:
    assert notes(opened(find_game("devils-deal")), None) == ()
