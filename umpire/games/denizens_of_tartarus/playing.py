"""How a turn is resolved, from the play to the invocation and the end, and what is told of it.

At the end of a turn Blocking closes a module, and Mulligan changes cards.
"""

from dataclasses import dataclass
from operator import attrgetter
from typing import Final, Literal, NamedTuple, cast

from umpire.games.base import (
    Event,
    NotAllowed,
    NotUnderstood,
    Outcome,
    RandomSource,
    Step,
    TurningPoint,
    told,
)
from umpire.games.cards import names
from umpire.games.denizens_of_tartarus.cards import (
    MODULES,
    Card,
    Hand,
    Line,
    ModuleName,
    as_hand,
)
from umpire.games.denizens_of_tartarus.modules import (
    Balance,
    Effect,
    Pick,
    Play,
    Table,
    modules_won,
    remaining,
)
from umpire.games.denizens_of_tartarus.modules.shuffle import SAME_PILES
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.randomness import sample
from umpire.games.spirits import Spirits
from umpire.games.text import listed
from umpire.games.two_players import Side, opponent, replace_side


@dataclass(frozen=True, slots=True)
class Block:
    """Blocking: the module is closed to the opponent in their next turn."""

    module: ModuleName
    attuned: bool


@dataclass(frozen=True, slots=True)
class Mulligan:
    """Mulligan: these cards are discarded, in this order, for as many from the top."""

    cards: tuple[Card, ...]
    attuned: bool


Spirit = Block | Mulligan


_NEEDED = 3
"""Modules won, at the end of one's own turn, that win the match."""

HOW_WON: Final = {"modules": "with three modules", "time": "on time", "forfeit": "by forfeit"}
"""How a match was won, by the reason that the report gives, in a player's words."""
_LOST: Final = {"time": "has run out of time", "forfeit": "forfeits"}


class Turn(NamedTuple):
    """A whole turn, as one line says it."""

    card: Card
    module: ModuleName
    option: bool = False
    """Whether the draw option of the module is used in place of the top card."""
    pick: Pick = None
    """What the option is told: Matching's card or its place from 1, the card Stones discards."""
    piles: str = SAME_PILES
    """Shuffle's piles in their new order from the top; as they lie on every other module."""
    spirit: Spirit | None = None


class Played(NamedTuple):
    """A turn played out: the state before and after it, and what there is to tell of it."""

    before: State
    turn: Turn
    after: State
    effect: Effect
    tipped: Balance | None
    """Balance as it stood when a point elsewhere tipped it, None if none did."""
    drawn: tuple[Card, ...]
    drawn_by_mulligan: tuple[Card, ...] = ()


_won = attrgetter("won")


def play(state: State, turn: Turn) -> Played:
    """Play a whole turn. Raises NotAllowed, at its first part that the rules forbid."""
    side = state.mover
    module = state.modules[turn.module]
    _judge_card(state, turn)
    coming = out_of_hand(state, turn)
    effect = module.effect(coming)
    modules, tipped = _score(state.modules, effect)
    # Ruling 22: the module lends its option also if this very play has won it.
    draw = module.option(coming) if turn.option else module.draw(coming)
    after = state.replace(
        turn=state.turn + 1,
        modules=modules,
        hands=replace_side(state.hands, side, as_hand(draw.hand)),
        # Ruling 21: the card played goes under what Stones' option has discarded.
        deck=(*draw.deck, turn.card),
        recent=replace_side(state.recent, side, turn.module),
        blocked=None,
        last_cards=replace_side(state.last_cards, side, turn.card),
        last_side=side,
    )
    drawn_by_mulligan: tuple[Card, ...] = ()
    if turn.spirit is not None:
        after, drawn_by_mulligan = _invoke(after, side, turn.spirit)
    # Ruling 10: only the mover can win here; the opponent's third module waits for their own turn.
    if [*map(_won, modules.values())].count(side) >= _NEEDED:
        won = Outcome(state.seats[side], "modules")
        after = after.over(won).replace(turn=state.turn)
    return Played(state, turn, after, effect, tipped, draw.drawn, drawn_by_mulligan)


def lose(state: State, player: str, reason: Literal["time", "forfeit"]) -> Step[State]:
    """End the match with a player's loss."""
    winner = state.opponent_of(player)
    sentence = f"{player} {_LOST[reason]}. {winner} wins the match."
    return Step(state.over(Outcome(winner, reason)), told([sentence]))


def tried(state: State, turn: Turn) -> Played | None:
    """Return a turn played out, None if the rules do not allow it."""
    try:
        return play(state, turn)
    except NotAllowed:
        return None


def tried_with(played: Played, spirit: Spirit) -> Played | None:
    """Return a turn played out with an invocation too, None if the rules do not allow that."""
    turn = Turn(*played.turn[:-1], spirit)
    if played.after.outcome is not None:
        return tried(played.before, turn)  # it comes before the end of the match
    try:
        after, drawn = _invoke(played.after, played.before.mover, spirit)
    except NotAllowed:
        return None
    return played._replace(turn=turn, after=after, drawn_by_mulligan=drawn)


def open_now(state: State) -> tuple[ModuleName, ...]:
    """Return the modules that are open to the player to move."""
    shut = state.closed
    return tuple([name for name in MODULES if name not in shut])


def plays(state: State) -> list[tuple[Card, ModuleName]]:
    """Return the cards of the mover with the modules they may be played on: there is always one."""
    hand = state.hands[state.mover]
    on = [(name, state.modules[name].taken_of(hand)) for name in open_now(state)]
    return [(card, name) for card in hand for name, taken in on if card in taken]


def _judge_card(state: State, turn: Turn) -> None:
    """Raise NotAllowed if the card may not be played on the module."""
    hand = state.hands[state.mover]
    if turn.card not in hand:
        raise NotAllowed(f"You do not have {turn.card}. Your hand is {names(hand)}.")
    if state.is_closed(turn.module):
        raise NotAllowed(
            f"{turn.module} is closed to you: {_why_closed(state, turn.module)}. "
            f"Open: {listed(open_now(state))}."
        )
    module = state.modules[turn.module]
    if not module.taken_of((turn.card,)):
        raise NotAllowed(module.why_refused(turn.card))


def _why_closed(state: State, name: ModuleName) -> str:
    """Tell the player to move why a module is closed, as the end of a sentence."""
    won = state.modules[name].won
    other = state.seats[opponent(state.mover)]
    if won is not None:
        return f"{state.seats[won]} has won it"
    if name == state.blocked:
        return f"{other} has closed it for this turn"
    if name == state.recent[state.mover]:
        return "it is your most recent module"
    return f"it is {other}'s most recent module"


def out_of_hand(state: State, turn: Turn) -> Play:
    """Take the card out of the hand, from which it may be played on the module."""
    side = state.mover
    hand = state.hands[side]
    at = hand.index(turn.card)
    kept = hand[:at] + hand[at + 1 :]
    return Play(side, state.left_side, turn.card, kept, state.deck, turn.pick, turn.piles)


def tell(played: Played) -> tuple[Event, ...]:
    """Tell the play and the draw, each module won, the invocation, the end."""
    before, turn, after = played.before, played.turn, played.after
    side = before.mover
    mover = before.seats[side]
    sentences = [f"{_tell_play(played, mover)} {_tell_draw(played, mover)}."]
    if played.effect.gainer is not None:
        sentences += [
            f"{before.seats[won]} wins {name}."
            for name in MODULES
            if (won := after.modules[name].won) is not None and before.modules[name].won is None
        ]
    if turn.spirit is not None:
        other = before.seats[opponent(side)]
        sentences.append(_tell_invocation(turn.spirit, mover, other, played.drawn_by_mulligan))
    if after.outcome is not None:
        sentences.append(f"{mover} wins the match with {listed(modules_won(after.modules, side))}.")
    return told(sentences)


def _score(modules: Table, effect: Effect) -> tuple[Table, Balance | None]:
    """Count the point of a play, tip Balance for it, and note which modules are won by that.

    Ruling 13: whose point it was makes no difference to Balance, which counts no longer once it
    is won.
    """
    module = effect.module
    if effect.gainer is None:
        return {**modules, module.name: module}, None
    scored = {**modules, module.name: module.scored(effect.gainer)}
    balance = cast(Balance, modules["Balance"])
    if balance.won is not None:
        return scored, None
    return {**scored, "Balance": balance.tipped()}, balance


def _tell_play(played: Played, mover: str) -> str:
    before, turn = played.before, played.turn
    text = f"{mover} plays {turn.card.name} on {turn.module}: {played.effect.note}"
    if turn.piles != SAME_PILES:
        text += f", piles {turn.piles}"
    gainer = played.effect.gainer
    if gainer is None:
        return f"{text}."
    point = f"{text}. A point for {before.seats[gainer]}"
    if played.tipped is None:
        return f"{point}."
    return f"{point}, {_tell_tip(before, played.tipped, gainer)}."


def _tell_tip(before: State, balance: Balance, gainer: Side) -> str:
    heavier = balance.heavier()
    if heavier is None:
        return f"none on Balance ({balance.weight[0]} to {balance.weight[1]})"
    more, less = balance.weight[heavier], balance.weight[opponent(heavier)]
    whose = "one more" if heavier == gainer else f"one for {before.seats[heavier]}"
    return f"{whose} on Balance ({more} to {less})"


def _tell_draw(played: Played, mover: str) -> str:
    turn = played.turn
    drawn = names(played.drawn)
    if not turn.option:
        return f"{mover} draws {drawn}"
    if turn.module == "Stones":
        return f"{mover} discards {turn.pick} and draws {drawn}"
    return f"{mover} draws {drawn} by the draw option"


_BLOCKING: Final = 7
_BLOCKING_ATTUNED: Final = 6
"""The modules that must remain for Blocking."""

_ATTUNED = ("attuned", "att")
_BLOCK = ("block",)
_MULLIGAN = ("mulligan", "mull")
_INVOCATION = ("invocation",)
_COLON = (":",)


def read_invocation(line: Line) -> Spirit | None:
    """Read `block module` or `mulligan card {card}` with one `attuned` somewhere, None at the end.

    Between them `invocation` and a colon may stand. What is neither is left in the line.
    """
    if not line.next():
        return None
    before = line.take(_ATTUNED)
    blocks = line.take(_BLOCK)
    if not blocks and not line.take(_MULLIGAN):
        if before:
            raise NotUnderstood("Attuned goes with block or mulligan. Example: attuned block pair.")
        return None
    behind = line.take(_ATTUNED)
    line.take(_INVOCATION)
    line.take(_COLON)
    if blocks:
        module = line.module()
    else:
        cards = [line.card("Say which card the mulligan discards. Example: mulligan G4.")]
        while (card := line.card_or_none()) is not None:
            cards.append(card)
    last = line.take(_ATTUNED)
    if before + behind + last > 1:
        raise NotUnderstood("Say attuned only once.")
    attuned = before or behind or last
    return Block(module, attuned) if blocks else Mulligan(tuple(cards), attuned)


def format_invocation(spirit: Spirit) -> str:
    """Return the canonical text of an invocation."""
    attuned = "attuned " if spirit.attuned else ""
    if isinstance(spirit, Block):
        return f"{attuned}block {spirit.module}"
    return f"{attuned}mulligan {names(spirit.cards)}"


def _invoke(state: State, side: Side, spirit: Spirit) -> tuple[State, tuple[Card, ...]]:
    """Spend an invocation of a side at the end of its turn; give the cards it drew as well.

    Ruling 7: an attuned one is spent if it is named so, and never else. Raises NotAllowed.
    """
    spirits = state.spirits[side]
    if not spirits.left(spirit.attuned):
        kind, other = ("attuned", "normal") if spirit.attuned else ("normal", "attuned")
        if not spirits.left(not spirit.attuned):
            raise NotAllowed("You have no invocation left.")
        raise NotAllowed(
            f"You have no {kind} invocation left. You still have "
            f"{spirits.left(not spirit.attuned)} {other}."
        )
    left = replace_side(state.spirits, side, spirits.spent(spirit.attuned))
    if isinstance(spirit, Block):
        return _block(state, side, spirit, left), ()
    return _mulligan(state, side, spirit, left)


def _tell_invocation(spirit: Spirit, player: str, other: str, drawn: tuple[Card, ...]) -> str:
    """Return the sentence about an invocation; `drawn` is what a Mulligan has drawn."""
    attuned = " (attuned)" if spirit.attuned else ""
    if isinstance(spirit, Block):
        closed_to = f"{spirit.module} is closed to {other} next turn"
        return f"{player} invokes Blocking{attuned}: {closed_to}."
    return f"{player} invokes Mulligan{attuned}: {names(spirit.cards)} for {names(drawn)}."


def random_invocation(hand: Hand, random: RandomSource) -> Spirit:
    """Return an invocation that may be legal for who holds this hand at the end of the turn."""
    attuned = random.random() < 0.5
    if random.random() < 0.5:
        return Block(random.choice(MODULES), attuned)
    count = random.choice((1, 2, 3)) if attuned else 1
    return Mulligan(tuple(sample(count, hand, random)), attuned)


def _block(state: State, side: Side, spirit: Block, spirits: tuple[Spirits, Spirits]) -> State:
    """Close a module to the opponent in their next turn. Ruling 8: not one that is so anyway.

    `spirits` are those left after it, of both sides.
    """
    name = spirit.module
    other = state.seats[opponent(side)]
    left = remaining(state.modules)
    if left < (_BLOCKING_ATTUNED if spirit.attuned else _BLOCKING):
        raise NotAllowed(
            f"Blocking needs {_BLOCKING} modules left at the end of the turn, "
            f"or {_BLOCKING_ATTUNED} if it is attuned. {left} will be left."
        )
    if state.modules[name].won is not None:
        raise NotAllowed(f"{name} is won, so it is closed to both. Name another module.")
    if name in state.closed:
        whose = "your" if name == state.recent[side] else f"{other}'s"
        raise NotAllowed(
            f"{name} will be closed to {other} anyway: it is {whose} most recent module. "
            "Name another module."
        )
    if name in state.blocks_made[side]:
        raise NotAllowed(f"You have blocked {name} before in this match. Name another module.")
    blocks = replace_side(state.blocks_made, side, state.blocks_made[side] | {name})
    return state.replace(blocked=name, blocks_made=blocks, spirits=spirits)


def _mulligan(
    state: State, side: Side, spirit: Mulligan, spirits: tuple[Spirits, Spirits]
) -> tuple[State, tuple[Card, ...]]:
    """Discard cards in the order named, the last to the very bottom, and draw as many."""
    hand = state.hands[side]
    discarded = spirit.cards
    if len(discarded) > 1 and not spirit.attuned:
        raise NotAllowed(
            "A normal Mulligan discards one card. For two or three say attuned mulligan."
        )
    for card in discarded:
        if card not in hand:
            raise NotAllowed(f"You no longer hold {card} then. Your hand will be {names(hand)}.")
        if discarded.count(card) > 1:
            raise NotAllowed(f"{card} is named twice.")
    # Ruling 21: these go under the card that was played.
    deck = (*state.deck, *discarded)
    drawn, deck = deck[: len(discarded)], deck[len(discarded) :]
    kept = (card for card in hand if card not in discarded)
    hands = replace_side(state.hands, side, as_hand((*kept, *drawn)))
    return state.replace(hands=hands, deck=deck, spirits=spirits), drawn


def turning_point(view: State) -> TurningPoint | None:
    """Return the module that the winner of a match won by the least; None if none was won."""
    outcome = view.outcome
    if outcome is None or outcome.winner is None:
        return None
    side: Side = 0 if view.seats[0] == outcome.winner else 1
    points = {name: view.modules[name].points for name in modules_won(view.modules, side)}
    if not points:
        return None
    closest = min(points, key=lambda name: points[name][side] - points[name][opponent(side)])
    own, other = points[closest][side], points[closest][opponent(side)]
    return TurningPoint(
        f"{closest}: {outcome.winner} wins it {own} to {other}",
        "The closest of the modules that won the match.",
        f"{outcome.winner} wins {closest}.",
        "when a module is won",
    )
