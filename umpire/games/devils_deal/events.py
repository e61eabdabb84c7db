"""What people are told: a sentence or two for everything that happens.

What is not everybody's to know goes to its player alone.
"""

from umpire.games.base import Event
from umpire.games.devils_deal.answers import Bet
from umpire.games.devils_deal.components import (
    ANTE,
    ANTE_REMOVED,
    PENALTY,
    REFILL_PRICE,
    SIDES,
    Side,
    names,
    opponent,
    total,
)
from umpire.games.devils_deal.rules.refill import must_go
from umpire.games.devils_deal.state import Round, State

Events = tuple[Event, ...]

_LOSSES = {
    "cards": "cannot choose two private cards",
    "time": "has not chosen private cards in time",
    "ante": "cannot pay the ante",
    "penalty": "cannot pay the penalty",
    "forfeit": "forfeits",
}


def tell_deal(after: State) -> Events:
    """Tell both pools."""
    told = [f"{after.players[side]}'s pool is {names(after.pools[side])}." for side in SIDES]
    return _said(told)


def tell_start(before: State, after: State) -> Events:
    """Return who starts."""
    return _said(_next(before, after))


def tell_buy(before: State, after: State) -> Events:
    """Return whether a refill is bought."""
    name = before.players[before.acting]
    if after.phase == "selection":
        return _said([f"{name} pays {_chips(REFILL_PRICE)} for a refill."])
    following = [opponent(before.acting)] if before.acting == before.starter else []
    return _said([f"{name} does not refill.", *_not_asked(after, following)])


def tell_selection(after: State) -> Events:
    """Return what cards are to be divided."""
    refill = after.refilling
    return _said([f"{after.players[refill.by]} divides {names(refill.selection or ())}."])


def tell_division(after: State) -> Events:
    """Tell a division once it has closed."""
    refill = after.refilling
    name = after.players[refill.by]
    kept = " | ".join(names(pile) for pile in refill.piles or ())
    told = [
        f"{name} keeps {kept or 'no cards'}; set aside: {names(refill.aside)} "
        f"(sum {total(refill.aside)}); unused: {names(refill.unused) or 'none'}."
    ]
    if refill.discarded:
        told.append(f"{name} discards {names(refill.discarded)}.")
    if after.phase == "discard":
        told.append(f"{_cards(must_go(after))} more must go from {name}'s pool, drawn by chance.")
    return _said(told)


def warn_of_discards(missing: int) -> str:
    """Warn a player that a division names too few discards."""
    return (
        f"{_cards(missing)} more must go from your pool: if you name no more discards, chance "
        "draws them."
    )


def tell_discard(after: State) -> Events:
    """Return what chance discarded."""
    refill = after.refilling
    drawn = names(refill.random or ())
    return _said([f"{after.players[refill.by]}'s pool loses {drawn}, drawn by chance."])


def tell_take(before: State, after: State) -> Events:
    """Return what the opponent took."""
    name = before.players[before.acting]
    refill = after.playing.refills[-1]
    if refill.taken == "pass":
        told = f"{name} takes nothing."
    elif refill.taken_discard is None:
        told = f"{name} takes {refill.taken}."
    else:
        told = f"{name} takes {refill.taken} and discards {refill.taken_discard}."
    return _said([told, *_not_asked(after, _turns_from(after, refill.by))])


def tell_community(after: State) -> Events:
    """Tell the community card, and who cannot form a hand with it."""
    return _said([f"The community card is {after.playing.community}.", *_end(after)])


def tell_private(before: State, after: State) -> Events:
    """Tell each player what they have chosen, and everybody what follows from it."""
    now = _as_it_went_on(before.playing, after)
    if now.private is None:
        return _said(_end(after))
    own = [
        Event(f"Your private cards are {first} and {second}, {first} revealed first.", only=player)
        for player, (first, second) in zip(after.players, now.private, strict=True)
    ]
    told = ["Both have chosen their private cards."]
    if now.betting:
        told.append(
            f"Both pay {_chips(ANTE)}; {ANTE_REMOVED} is removed, "
            f"and the pot is {2 * ANTE - ANTE_REMOVED}."
        )
    return (*own, *_said([*told, *_revealed(after, before.playing, now), *_next(before, after)]))


def tell_bet(before: State, bet: Bet, after: State) -> Events:
    """Tell an action, what is revealed after it, and how the round ends."""
    now = _as_it_went_on(before.playing, after)
    told = [_action(before, bet), *_revealed(after, before.playing, now)]
    if bet.action == "fold":
        told += _fold(after, now)
    return _said([*told, *_next(before, after)])


def tell_ready(before: State, player: str, after: State) -> Events:
    """Tell the end of a break."""
    return _said([f"{player} is ready.", *_next(before, after)])


def tell_forfeit(after: State) -> Events:
    """Tell that the umpire has ended the match."""
    return _said(_end(after))


def _said(sentences: list[str]) -> Events:
    return tuple([Event(sentence) for sentence in sentences])


def _chips(count: int) -> str:
    return "1 chip" if count == 1 else f"{count} chips"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _as_it_went_on(was: Round, after: State) -> Round:
    """Return a round that was in progress as it stands, or went on record, afterwards."""
    now = after.current
    return now if now is not None and now.number == was.number else after.history[-1]


def _turns_from(state: State, side: Side) -> list[Side]:
    """Return whose refill turns are still to come in this round, from a player's own on."""
    return [side, opponent(side)] if side == state.starter else [side]


def _not_asked(state: State, sides: list[Side]) -> list[str]:
    """Return who is passed over because of too few chips for a refill (ruling 5)."""
    told = []
    for side in sides:
        if state.chips[side] >= REFILL_PRICE:
            break
        told.append(f"{state.players[side]} has not the chips for a refill and is not asked.")
    return told


def _action(before: State, bet: Bet) -> str:
    name = before.players[before.acting]
    match bet.action:
        case "fold":
            return f"{name} folds."
        case "call":
            return f"{name} calls with {_chips(before.to_call)}."
        case "raise":
            on_top = f" on top of {before.to_call} to call" if before.to_call else ""
            return f"{name} raises by {_chips(bet.chips)}{on_top}."


def _revealed(after: State, was: Round, now: Round) -> list[str]:
    """Tell the cards revealed, and the showdown if all are."""
    assert now.private is not None, "only told once the private cards are chosen"
    told = []
    for place in range(was.revealed, now.revealed):
        if all(action.phase != place + 1 for action in now.actions):
            told.append("One of you has no chips, so nobody bets.")
        cards = [f"{after.players[side]} {now.private[side][place]}" for side in SIDES]
        told.append(f"The {('first', 'second')[place]} private cards: {', '.join(cards)}.")
    return [*told, *_showdown(after, now)] if now.hands is not None else told


def _showdown(after: State, now: Round) -> list[str]:
    assert now.hands is not None, "only told of a showdown"
    told = [f"{name}: {hand}" for name, hand in zip(after.players, now.hands, strict=True)]
    if now.winner is None:
        end = "a tie; the bets go back, each takes 1 chip of the ante and the last one is removed"
    else:
        end = f"{after.players[now.winner]} wins {_chips(_pot(now))}"
    return [f"{', '.join(told)}; {end}."]


def _fold(after: State, now: Round) -> list[str]:
    assert now.winner is not None, "somebody wins by a fold"
    winner, folder = after.players[now.winner], after.players[opponent(now.winner)]
    told = [f"{winner} takes {_chips(_pot(now))}."]
    if now.penalty == "paid":
        told.append(f"{folder} has folded a high card and pays {_chips(PENALTY)} to {winner}.")
    elif now.penalty == "unpaid":
        told.append(f"{folder} has folded a high card and has not {_chips(PENALTY)} to pay.")
    return told


def _pot(now: Round) -> int:
    return 2 * ANTE - ANTE_REMOVED + sum(now.bets)


def _next(before: State, after: State) -> list[str]:
    """Tell the next round, or the end of the match, if that came of it."""
    if after.outcome is not None:
        return _end(after)
    if after.round == before.round:
        return []
    starter = after.playing.starter
    told = f"Round {after.round} begins, {after.players[starter]} is the starting player."
    return [told, *_not_asked(after, _turns_from(after, starter))]


def _end(after: State) -> list[str]:
    if after.outcome is None:
        return []
    winner = after.outcome.winner
    loser = next(name for name in after.players if name != winner)
    return [f"{loser} {_LOSSES[after.outcome.reason]}: {winner} wins the match."]
