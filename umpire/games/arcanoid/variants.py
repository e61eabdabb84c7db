"""The variants, as what each of them allows: rules ask these questions, never for a name."""

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One way to play.

    `temperance_by_commitment`: its owner may commit on the tempered field, which ends it; else
    nobody may, and a move removes it. `aces_protect`: an ace makes a commitment unstealable and may
    stand by a knave or knight. `chariot_adds` is the most cards that one move may add, None for any
    number. `lovers_with_rulers`: Empress or Emperor and the Lovers are a couple. `secret` tells
    when a commitment may lie face down. `lone_ace`: one ace alone may be completed. `transmutes`:
    the Magician may be committed.
    """

    name: str
    temperance_by_commitment: bool = False
    aces_protect: bool = False
    chariot_adds: int | None = None
    lovers_with_rulers: bool = False
    secret: Literal["never", "once a round", "with the Magician"] = "never"
    lone_ace: bool = False
    transmutes: bool = True


VARIANTS: Final = {
    variant.name: variant
    for variant in (
        Variant("DRESDEN", True, True, 2, True),
        Variant("NASSAU", False, True, 2, True),
        Variant("KOBLENZ", False, True, 2, True, secret="once a round"),
        Variant("MAINZ"),
        Variant("MALTA", secret="with the Magician", transmutes=False),
        Variant("WORMS", lone_ace=True),
    )
}
DEFAULT: Final = "DRESDEN"
WITH_USA: Final = "MAINZ"  # Ruling 5
