"""The boards, the looks at boards and cards, and the deal of each bout."""

from collections import Counter

from umpire.games.base import Dice, NotAllowed
from umpire.games.box_within_a_box.cards import KINDS, POOL, Cards, without
from umpire.games.box_within_a_box.components import TILES, Board, Seat, with_mine
from umpire.games.box_within_a_box.options import Options
from umpire.games.box_within_a_box.rules.betting import open_bets
from umpire.games.box_within_a_box.state import State
from umpire.games.notation import listed
from umpire.games.values import changed

_BLACK_TILES = 25


def begin(options: Options) -> State:
    """Return the state before the first decision: the board, if chance deals it."""
    state = State(terms=options.terms, phase="board", undealt=options.terms.cards.all_copies)
    return state if options.board is None else lay(state, options.board)


def check_board(faces: Board) -> Board:
    """Return the board that chance has dealt. Raises NotAllowed if it has not 49 tiles."""
    # Ruling 16: any faces do, in any numbers.
    if len(faces) != TILES:
        raise NotAllowed(f"A board has {TILES} tiles, not {len(faces)}: name them from A7 to G1.")
    return faces


def deal_board(dice: Dice) -> Board:
    """Draw a board: numbers that are spread as evenly as may be, then the colours."""
    numbers = dice.draw(TILES, [str(place % 10) for place in range(TILES)])
    colors = dice.draw(TILES, ["b"] * _BLACK_TILES + ["w"] * (TILES - _BLACK_TILES))
    return bytes(
        int(number) + (10 if color == "w" else 0)
        for number, color in zip(numbers, colors, strict=True)
    )


def lay(state: State, board: Board) -> State:
    """Lay the same board out for both, and let them look at it."""
    laid = changed(state, boards=(board, board))
    if state.terms.limits.examine_boards:
        return changed(laid, phase="examine-boards")
    return changed(laid, phase="deal", bout=1)


def ready(state: State, seat: Seat) -> State:
    """Note that a player has seen enough; go on when both have."""
    both = with_mine(state.ready, seat, True)
    if not all(both):
        return changed(state, ready=both)
    if state.phase == "examine-boards":
        return changed(state, ready=(False, False), phase="deal", bout=1)
    return open_bets(changed(state, ready=(False, False)))


def check_deal(state: State, numbers: tuple[int, ...]) -> Cards:
    """Return the cards of a deal in order. Raises NotAllowed if they cannot be dealt."""
    if len(numbers) != POOL:
        raise NotAllowed(f"A deal has {POOL} cards, not {len(numbers)}.")
    beyond = next((number for number in numbers if not 1 <= number <= KINDS), None)
    if beyond is not None:
        raise NotAllowed(f"The cards have the numbers 1 to {KINDS}: no other can be dealt.")
    cards = state.terms.cards
    dealt = tuple(cards.numbered(number) for number in sorted(numbers))
    left = Counter(state.undealt)
    short = [card.text for card, count in Counter(dealt).items() if count > left[card]]
    if short:
        raise NotAllowed(f"Not that many copies are left undealt of {listed(short)}.")
    return dealt


def deal_cards(state: State, dice: Dice) -> str:
    """Draw the numbers of eight of the copies left."""
    drawn = dice.draw(POOL, [str(card.number) for card in state.undealt])
    return " ".join(sorted(drawn, key=int))


def lay_out(state: State, dealt: Cards) -> State:
    """Lay the cards of a bout out; they count as used, whether they will be played or not."""
    undealt = state.undealt
    for card in dealt:
        undealt = without(undealt, card)
    after = changed(state, pool=dealt, undealt=undealt)
    if state.terms.limits.examine_cards:
        return changed(after, phase="examine-cards")
    return open_bets(after)
