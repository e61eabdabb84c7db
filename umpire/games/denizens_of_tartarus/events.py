"""What people are told: a sentence or two for everything that happens."""

from umpire.games.base import Event
from umpire.games.denizens_of_tartarus.answers import SAME_PILES, Block
from umpire.games.denizens_of_tartarus.components import (
    LETTERS,
    MODULES,
    Side,
    names,
    opponent,
)
from umpire.games.denizens_of_tartarus.modules import Balance
from umpire.games.denizens_of_tartarus.notation import write_configuration
from umpire.games.denizens_of_tartarus.rules.turn import Played, modules_won
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.notation import listed


def tell_seats(after: State) -> tuple[Event, ...]:
    """Return who sits where."""
    first, second = after.seats
    return _say(f"{first} is Player 1, {second} is Player 2; {after.left} is shown on the left.")


def tell_deal(after: State) -> tuple[Event, ...]:
    """Tell the configuration dealt last."""
    letter = LETTERS[len(after.configurations) - 1]
    return _say(f"Configuration {letter}: {write_configuration(after.configurations[-1])}.")


def tell_ban(by: str, after: State) -> tuple[Event, ...]:
    """Tell a ban, and what is in use once that is settled."""
    told = _say(f"{by} bans {after.bans[-1]}.")
    if after.configuration is None:
        return told
    (first, second), (mine, theirs) = after.seats, after.hands
    return told + _say(
        f"Configuration {after.configuration} is in use: {first} holds {names(mine)}, "
        f"{second} holds {names(theirs)}."
    )


def tell_declare(by: str, after: State) -> tuple[Event, ...]:
    """Return what is closed in turn 1."""
    if after.blocked is None:
        return _say(f"{by} declares no module.")
    return _say(f"{by} closes {after.blocked} to {after.seats[0]} for turn 1.")


def tell_turn(played: Played) -> tuple[Event, ...]:
    """Tell a turn: the play and the draw, each module won, the invocation, the end."""
    before, turn, after = played.before, played.turn, played.after
    side = before.mover
    mover = before.seats[side]
    told = [f"{_play(played)}. {_draw(played)}."]
    if played.effect.gainer is not None:
        told += [
            f"{before.seats[won]} wins {name}."
            for name in MODULES
            if (won := after.modules[name].won) is not None and before.modules[name].won is None
        ]
    if turn.spirit is not None:
        told.append(_invocation(played))
    if after.outcome is not None:
        told.append(f"{mover} wins the match with {listed(modules_won(after.modules, side))}.")
    return tuple([Event(sentence) for sentence in told])


def tell_out_of_time(player: str, after: State) -> tuple[Event, ...]:
    """Tell that a bank is used up."""
    return _say(f"{player} is out of time: {after.opponent_of(player)} wins the match.")


def tell_forfeit(player: str, after: State) -> tuple[Event, ...]:
    """Tell that the umpire has ended the match."""
    return _say(f"{player} forfeits: {after.opponent_of(player)} wins the match.")


def _say(sentence: str) -> tuple[Event, ...]:
    return (Event(sentence),)


def _play(played: Played) -> str:
    before, turn = played.before, played.turn
    text = f"{before.seats[before.mover]} plays {turn.card} on {turn.module} ({played.effect.note})"
    if turn.piles != SAME_PILES:
        text += f", piles {turn.piles}"
    gainer = played.effect.gainer
    if gainer is None:
        return text
    text += f": a point for {before.seats[gainer]}"
    return text if played.tipped is None else f"{text}; {_tip(before, played.tipped)}"


def _tip(before: State, balance: Balance) -> str:
    heavier: Side | None = balance.heavier()
    if heavier is None:
        return f"Balance is even at {balance.weight[0]} and goes to nobody"
    more, less = balance.weight[heavier], balance.weight[opponent(heavier)]
    return f"Balance goes to {before.seats[heavier]}, {more} : {less}"


def _draw(played: Played) -> str:
    mover, turn = played.before.seats[played.before.mover], played.turn
    drawn = names(played.drawn)
    if not turn.option:
        return f"{mover} draws {drawn}"
    if turn.module == "Stones":
        return f"{mover} discards {turn.pick} and draws {drawn}"
    return f"{mover} draws {drawn} by {turn.module}'s option"


def _invocation(played: Played) -> str:
    before, spirit = played.before, played.turn.spirit
    assert spirit is not None, "only asked of a turn with an invocation"
    mover, other = before.seats[before.mover], before.seats[opponent(before.mover)]
    attuned = ", attuned" if spirit.attuned else ""
    if isinstance(spirit, Block):
        return f"{mover} blocks {spirit.module} for {other}'s next turn{attuned}."
    drawn = names(played.drawn_by_mulligan)
    return f"{mover} mulligans {names(spirit.cards)} for {drawn}{attuned}."
