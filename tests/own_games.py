"""The games that come with Umpire. Others may be installed, and are no concern of its tests."""

from umpire.games import (
    arcanoid,
    box_within_a_box,
    by_hand,
    denizens_of_tartarus,
    devils_deal,
    eighteenth_hell,
)
from umpire.games.base import AnyGame

OURS: dict[str, AnyGame] = {
    game.id: game
    for game in (
        arcanoid.GAME,
        box_within_a_box.GAME,
        by_hand.GAME,
        denizens_of_tartarus.GAME,
        devils_deal.GAME,
        eighteenth_hell.GAME,
    )
}
RULED = [name for name, game in OURS.items() if not game.is_directed]
