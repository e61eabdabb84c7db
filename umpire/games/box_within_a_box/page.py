"""What a page says of bets and moves: what they pay, what is staked, where a Box lands.

Everything is made from the view of the player who is asked, and counts what is filled in.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from umpire.games.box_within_a_box.board import FACES, TILE_NAMES, WHITE, points_text
from umpire.games.box_within_a_box.cards import Card, Cards
from umpire.games.box_within_a_box.conditions import (
    RATES,
    TRAITS,
    Bet,
    Bets,
    Condition,
    Joint,
    Trait,
    Uses,
    uses_text,
)
from umpire.games.box_within_a_box.movements import Box, Movement, landings, shortest_texts
from umpire.games.box_within_a_box.notes import short_movement_text
from umpire.games.box_within_a_box.state import State
from umpire.games.page import Draft, DraftBlock, DraftRow, Field, Question, Sum
from umpire.games.text import in_words, join_words, pluralize
from umpire.games.two_players import Side

_OTHERWISE: Final = "or lose the match"
_JOINED: Final[Mapping[Joint, str]] = {"": "", "and": ", both at once", "or": ", either one"}
_MOST_WAYS: Final = 60
"""Of cards with more ways a page is not told what each does."""
_STEPS: Final = {
    "examine-boards": "step:look",
    "examine-cards": "step:look",
    "bet": "step:bets",
    "play": "step:moves",
}
"""The rule of the step that a match is at, by its phase."""


def now(view: State) -> tuple[str, ...]:
    """Return the key of the rule of the step that the match is at."""
    return (_STEPS[view.phase],) if view.phase in _STEPS else ()


# Bets


def bet_question(due: int, *, is_final: bool) -> Question:
    """Return the question for so many bets."""
    text = f"Place {in_words(due)} bets" if due > 1 else "Place a bet"
    return Question(text, "on where your own Box will land", _OTHERWISE, is_final)


def bet_fields(left: Uses, most: Sequence[int]) -> Mapping[str, Field]:
    """Return the labels of each bet; `most` has the points that each may take, `left` the uses."""
    uses = dict(zip(TRAITS, uses_text(left), strict=True))
    joints = {"and": "both at once, times 4", "or": "either one, times 1.5"}
    fields: dict[str, Field] = {}
    for number, points in enumerate(most, 1):
        fields |= {
            f"stake_{number}": Field(
                f"Points on bet {number}", least=1, most=points, ends=("1", str(points))
            ),
            f"trait_{number}": Field(f"Trait of bet {number}", uses, hint="trait"),
            f"joint_{number}": Field("and, or", joints, optional=True),
            f"other_{number}": Field(
                f"Second trait of bet {number}", uses, optional=True, hint="second"
            ),
        }
    return fields


class FilledBet(NamedTuple):
    """A bet as far as its cells are filled in; of cells that cannot be read the value is None."""

    stake: int | None
    trait: Trait | None
    joint: Joint
    other: Trait | None
    is_begun: bool
    condition: Condition | None
    """The condition of a bet that lacks nothing but perhaps its points."""

    @property
    def lacks(self) -> str:
        """What it still needs; empty if nothing."""
        if self.stake is None:
            return "its points"
        if self.trait is None:
            return "its trait"
        if self.joint and self.other is None:
            return "its second trait"
        if self.other is not None and not self.joint:
            return '"and" or "or"'
        return ""

    @property
    def pays(self) -> str:
        """What it pays for each landing, as far as that is clear."""
        return points_text((self.stake or 0) * RATES[self.joint])


def draft_bets(bets: Sequence[FilledBet], points: int, say: str, missing: str) -> Draft:
    """Return what is staked and what each bet pays; `points` are half-points, as they are kept."""
    staked = sum([bet.stake or 0 for bet in bets])
    begun = [bet for bet in bets if bet.is_begun]
    if not begun:
        return Draft(missing="No bet is placed yet.")
    sums: dict[str, Sum] = {}
    for number, bet in enumerate(bets, 1):
        if bet.trait is not None:
            times = f"times {points_text(RATES[bet.joint])}{_JOINED[bet.joint]}"
            sums[f"trait_{number}"] = Sum(times)
            if bet.stake is not None:
                is_whole = True if bet.condition else None
                sums[f"stake_{number}"] = Sum(f"pays {bet.pays} a landing", is_whole)
    rows = [
        DraftRow(str(bet.condition), columns=(str(bet.stake), bet.pays))
        for bet in begun
        if bet.condition is not None and bet.stake is not None
    ]
    verb = "is" if staked == 1 else "are"
    block = DraftBlock("Your bets", head=("points", "a landing pays"), rows=tuple(rows))
    return Draft(
        say or f"{staked} of your {points_text(points)} points {verb} staked.",
        missing=missing,
        sums=sums,
        blocks=(block,) if rows else (),
    )


def say_of_bets(bets: Bets, points: int) -> str:
    """Return what bets do that may be sent."""
    staked = sum([bet.stake for bet in bets])
    left = points_text(points - 2 * staked)
    return f"You stake {staked} of your {points_text(points)} points and keep {left}."


def missing_bets(bets: Sequence[FilledBet]) -> str:
    """Return what the bets still need; empty if nothing."""
    for number, bet in enumerate(bets, 1):
        if bet.is_begun and bet.lacks:
            return f"Bet {number} still needs {bet.lacks}."
    to_place = sum(not bet.is_begun for bet in bets)
    verb = "is" if to_place == 1 else "are"
    return f"{pluralize(to_place, 'more bet')} {verb} needed." if to_place else ""


# Moves


def play_question(*, other: str | None, can_move: bool, is_final: bool) -> Question:
    """Return the question of a move, of the own Box or of the `other` player's."""
    if not can_move:
        return Question("No card can move this Box", "Answer none.", "then none", is_final)
    whose = "your own" if other is None else f"{other}'s"
    return Question(f"Move {whose} Box", otherwise=_OTHERWISE, final=is_final)


def play_fields(
    view: State, side: Side, box: Box, cards: Cards, card: Card | None
) -> dict[str, Field]:
    """Return how each card moves the Box, and where each way of the chosen one leads."""
    says = {each.text: short_movement_text(each) for each in cards}
    ways: dict[str, str] = {}
    if card is not None and len(box.movements(card).all) <= _MOST_WAYS:
        both = zip(shortest_texts(card, box), box.movements(card).all, strict=True)
        ways = {text: _way_says(view, side, box, card, movement) for text, movement in both}
    return {
        "card": Field("Play one of these cards", says),
        "way": Field("Way", ways, hint="choose a card first" if not card else ""),
    }


def _way_says(view: State, side: Side, box: Box, card: Card, movement: Movement) -> str:
    by = [TILE_NAMES[tile] for tile in movement.path[:-1]]
    passed = f"by {join_words(by)}" if by else ""
    if box.board != side:
        return passed
    pays = f"pays {points_text(_pay(view, side, _faces(box, card, movement)))}"
    return f"{pays}, {passed}" if passed else pays


def draft_move(view: State, side: Side, box: Box, card: Card, movement: Movement) -> Draft:
    """Return where a movement lands, and on the own board what it pays."""
    tiles, end, _ = box.after(card, movement)
    start, last = TILE_NAMES[box.tile], TILE_NAMES[movement.path[-1]]
    way = f"{start} to {last}" if end == movement.path[-1] else f"{start} to {last} and back"
    more = f"Lands on {_landings_text(box, tiles)}." if tiles else "Lands on no tile."
    if box.board != side:
        return Draft(f"{way}.", more)
    faces = _faces(box, card, movement)
    pays = f"pays you {points_text(_pay(view, side, faces))}"
    return Draft(f"{way}: {pays}.", more, blocks=_bets_block(view, side, faces))


def _faces(box: Box, card: Card, movement: Movement) -> bytes:
    return bytes([box.faces[tile] for tile in landings(card, movement)])


def _pay(view: State, side: Side, faces: bytes) -> int:
    """Return the half-points that the player's bets pay for landings on such faces."""
    return sum([_pay_of(bet, faces) for bet in view.bets[side] or ()])


def _pay_of(bet: Bet, faces: bytes) -> int:
    return bet.stake * bet.condition.rate * bet.condition.hits(faces)


def _landings_text(box: Box, tiles: bytes) -> str:
    """Return the tiles landed on, each with its face, and how often if more than once."""
    texts = []
    for tile, times in Counter(tiles).items():
        face = FACES[box.faces[tile]]
        color = "white" if box.faces[tile] >= WHITE else "black"
        often = f", {'twice' if times == 2 else f'{in_words(times)} times'}" if times > 1 else ""
        texts.append(f"{TILE_NAMES[tile]} ({color} {face[1]}{often})")
    return join_words(texts)


def _bets_block(view: State, side: Side, faces: bytes) -> tuple[DraftBlock, ...]:
    """Return what each of the own bets has had so far, and gets by this move."""
    before = b"".join([moves[side].faces for moves in view.rounds])
    rows = []
    for bet in view.bets[side] or ():
        pay = _pay_of(bet, faces)
        columns = (
            str(bet.condition.hits(before)),
            points_text(_pay_of(bet, before)),
            f"+{points_text(pay)}" if pay else "0",
        )
        rows.append(DraftRow(str(bet), columns=columns, good=pay > 0))
    head = ("landings", "paid", "this move")
    return (DraftBlock("Your bets", head=head, rows=tuple(rows)),) if rows else ()
