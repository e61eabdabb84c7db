"""What a page says of a turn: the cells of its form, what a card does on each module, the draw."""

from collections.abc import Iterator, Mapping
from typing import Final

from umpire.games.cards import names
from umpire.games.denizens_of_tartarus.cards import HAND, MODULES, Card, ModuleName
from umpire.games.denizens_of_tartarus.modules import SAME_PILES, Effect
from umpire.games.denizens_of_tartarus.playing import (
    Block,
    Turn,
    draw_cards,
    play_card,
)
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.page import Draft, DraftBlock, DraftRow, Field
from umpire.games.two_players import Side, opponent

_OPTION: Final[Mapping[ModuleName, str]] = {
    "Balance": "as far down as its number",
    "Order": "the first of its colour",
    "Matching": "one of as many as its number",
    "Set": "the first unlike it",
    "Stones": "discard one, draw two",
    "Pair": "the middle card",
    "Shuffle": "before the piles move",
}
"""The draw option of each module in a few words."""
_BLOCK: Final = "block"
_SPIRITS: Final[Mapping[str, str]] = {
    "block": "close a module",
    "mulligan": "exchange a card",
    "attuned block": "close a module",
    "attuned mulligan": "exchange one to three cards",
}
"""What each invocation does in a few words."""


def turn_fields(
    view: State, card: Card | None, module: ModuleName | None, spirit: str
) -> Mapping[str, Field]:
    """Return what stands at the cells of a turn, with what is chosen there already."""
    left = view.spirits[view.mover]
    ways = {"top": "The top card", "module": f"By {module or 'the module'}'s rule"}
    draws = {"top": str(view.deck[0]), "module": "" if module is None else _OPTION[module]}
    effects = {row.label: row.columns[0] for block in _blocks(view, card) for row in block.rows}
    discards = module == "Stones"
    is_block = _BLOCK in spirit
    most = HAND if "attuned" in spirit else 1
    return {
        "card": Field("Your card", at_most=1),
        "module": Field("On which module", says=effects, at_most=1),
        "piles": Field("The piles from the top", says={SAME_PILES: "as they are"}),
        "draw": Field("Draw", calls=ways, says=draws),
        "argument": Field("Which card you discard" if discards else "Which card you draw"),
        "spirit": Field(
            "Invoke a spirit",
            says=_SPIRITS,
            optional=True,
            hint=f"{left.normal} normal, {left.attuned} attuned",
        ),
        "target": Field("Which module you close" if is_block else "Cards to discard", at_most=most),
    }


def unfinished_draft(view: State, card: Card | None, missing: str) -> Draft:
    """Return what a turn still lacks, and what its card does wherever it goes."""
    return Draft(missing=missing, blocks=_blocks(view, card))


def turn_draft(view: State, turn: Turn) -> Draft:
    """Return what a turn does that the rules allow."""
    side = view.mover
    effect = _effect(view, turn.card, turn.module)
    draw = draw_cards(view, turn)
    discarded = f"You discard {names(draw.discarded)}. " if draw.discarded else ""
    more = f"{discarded}You draw {names(draw.drawn)}. {turn.card} goes under the deck."
    return Draft(
        _what_it_does(view, turn.module, effect, side),
        more=f"{more} {_spirit(view, turn)}".strip(),
        blocks=_blocks(view, turn.card),
    )


def _effect(view: State, card: Card, name: ModuleName) -> Effect:
    return view.modules[name].effect(play_card(view, Turn(card, name)))


def _what_it_does(view: State, name: ModuleName, effect: Effect, side: Side) -> str:
    if effect.gainer is None:
        return f"{name}: {effect.note}."
    points, need = view.modules[name].points[effect.gainer] + 1, view.modules[name].need
    who = "You gain" if effect.gainer == side else f"{view.seats[opponent(side)]} gains"
    return f"{who} 1 point on {name}: {points} of {need}."


def _spirit(view: State, turn: Turn) -> str:
    if turn.spirit is None:
        return ""
    if isinstance(turn.spirit, Block):
        return f"{turn.spirit.module} is closed to {view.seats[opponent(view.mover)]} next turn."
    return f"Then you discard {names(turn.spirit.cards)} and draw as many."


def _blocks(view: State, card: Card | None) -> tuple[DraftBlock, ...]:
    """Return what a card of the hand does on each module; nothing without such a card."""
    if card is None or card not in view.hands[view.mover]:
        return ()
    return (DraftBlock(f"What {card} does", rows=tuple(_rows(view, card))),)


def _rows(view: State, card: Card) -> Iterator[DraftRow]:
    for name in MODULES:
        if view.is_closed(name):
            yield DraftRow(name, columns=(f"closed: {_why_closed(view, name)}",))
        elif not view.modules[name].playable_cards((card,)):
            yield DraftRow(name, columns=(f"does not take {card}",))
        else:
            effect = _effect(view, card, name)
            is_own = effect.gainer == view.mover
            point = "" if effect.gainer is None else "1 point: " if is_own else "their point: "
            yield DraftRow(name, columns=(f"{point}{effect.note}",), good=is_own)


def _why_closed(view: State, name: ModuleName) -> str:
    """Return why a module is closed to the player to move, in a few words."""
    own, other = view.recent[view.mover], view.seats[opponent(view.mover)]
    if view.modules[name].won is not None:
        return "it is won"
    if name == view.blocked:
        return f"{other} blocked it"
    whose = "your" if name == own else f"{other}'s"
    return f"{whose} last module"
