"""Words that mean the same in every game."""

from typing import Final

CHANCE = "chance"
UMPIRE = "umpire"
PUBLIC: Final = "public"
"""What commands call everybody, as a viewer; so no player may be called so."""
CUT: Final = "cut"
"""The one kind of decision that is the contract's own: every player's, before the game's first."""
VOID: Final = "void"
"""The reason of a match that the umpire has ended without a result, in every game."""
