"""Deals from dice: the order of draws, and what is drawn again."""

from collections.abc import Sequence

from tartarus import Table


class Planned:
    """Dice that were settled beforehand, and remember what was asked of them."""

    def __init__(self, *colors: str) -> None:
        self.colors = list(colors)
        self.asked: list[tuple[int, list[str]]] = []

    def draw(self, count: int, items: Sequence[str]) -> list[str]:
        self.asked.append((count, list(items)))
        if count == 3:
            letters = self.colors.pop(0)
            return [next(item for item in items if item[0] == letter) for letter in letters]
        return list(reversed(items))


def test_player_1s_hand_player_2s_hand_then_the_deck_from_what_is_left() -> None:
    table, dice = Table(), Planned("RYG", "BPR")
    said = table.deal(dice)
    assert said == (
        "R1 Y2 G3 | B1 P2 R3 | P5 P4 P3 P1 B5 B4 B3 B2 G5 G4 G2 G1 Y5 Y4 Y3 Y1 R5 R4 R2"
    )
    assert [count for count, _ in dice.asked] == [3, 3, 19]
    assert dice.asked[0][1] == dice.asked[1][1] == ["Red", "Yellow", "Green", "Blue", "Purple"]
    assert dice.asked[2][1][:4] == ["R2", "R4", "R5", "Y1"], "by colour, then number"
    assert table.code(said) is None


def test_only_player_2s_hand_is_drawn_again_until_no_card_is_in_both() -> None:
    table, dice = Table(), Planned("RYG", "RBP", "PYB", "GPB")
    said = table.deal(dice)
    assert said.startswith("R1 Y2 G3 | G1 P2 B3 | ")
    assert [count for count, _ in dice.asked] == [3, 3, 3, 3, 19]
