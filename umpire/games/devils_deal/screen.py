"""A masked state laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase, and all its cells are always given. On the board a
name that ends in `_1`, `_2` is that of the player in this seat; on a table `own_` is what its
player has and `other_` what is known of the opponent.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from umpire.games.base import Screen, Situation
from umpire.games.blocks import column, grid, one, renamed, row
from umpire.games.cards import HIDDEN, names
from umpire.games.devils_deal.components import (
    ANTE_POT,
    COLORS,
    SELECTION,
    START_POOL,
    Card,
    total,
)
from umpire.games.devils_deal.state import Refill, Round, State
from umpire.games.notation import counted
from umpire.games.two_players import SIDES, Side, opponent

_ACTIONS: Final = 6
"""The most actions of a betting phase that are shown."""
_ROUNDS: Final = 12
_UNKNOWN: Final = "??"
"""Stands for a card that only its player knows."""
_LAST: Final = "▸ "
"""Marks what was done last."""

_PHASES: Final = {
    "deal": "dealing",
    "start": "who starts?",
    "refill": "refill?",
    "selection": "refill: dealing",
    "divide": "refill: dividing",
    "discard": "refill: discards by chance",
    "take": "refill: taking a card",
    "community": "community card",
    "private": "choosing two cards",
    "break": "break",
    "over": "the match is over",
}
_DUES: Final = {
    "start": "who starts?",
    "refill": "refill?",
    "divide": "divides",
    "take": "takes?",
    "private": "chooses",
    "break": "ready?",
}
_REFILLS: Final = ("divide", "discard", "take")
"""The phases in which a table shows the cards of a refill."""


def screen(seen: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or for everybody else those of the board."""
    if viewer is None or viewer not in seen.players:
        return _board(seen, match)
    return _table(seen, match, seen.side_of(viewer))


def _board(state: State, match: Situation) -> Screen:
    on_table = _on_table(state)
    refill = _last_refill(on_table)
    blocks: Screen = {
        **_between(state, match),
        **_refill(state, refill),
        "refill_discards": one("; ".join(_discarded(state, refill)) if refill else ""),
        **_rounds(state),
    }
    for side in SIDES:
        blocks |= renamed(_player(state, match, side), after=f"_{side + 1}")
    return blocks


def _table(state: State, match: Situation, side: Side) -> Screen:
    refill = _last_refill(_on_table(state)) if state.phase in _REFILLS else None
    return {
        **_between(state, match),
        **_hand_of(state, side, refill),
        **renamed(_player(state, match, side), "own_"),
        **renamed(_player(state, match, opponent(side)), "other_"),
        **_refill(state, refill),
    }


def _between(state: State, match: Situation) -> Screen:
    """Lay out what lies between the players."""
    on_table = _on_table(state)
    return {
        "round": one(_round(state, match)),
        "pot": one(f"pot {state.pot}"),
        "removed": one(f"{state.removed} removed"),
        "community": one(_community(on_table)),
        "result": one(_result(state, on_table)),
        **_betting(state, on_table),
    }


def _player(state: State, match: Situation, side: Side) -> Screen:
    """Lay out how a player stands, and which of the player's cards all have seen come and go."""
    on_table = _on_table(state)
    first, second = _private(on_table, side)
    return {
        "name": one(state.players[side]),
        "chips": one(str(state.chips[side])),
        "pool": one(str(len(state.pools[side]))),
        "bet": one(str(state.current.bets[side]) if state.current else "0"),
        "due": one(_due(state, match, side)),
        "first": one(first),
        "second": one(second),
        "hand": one(_hand(on_table, side)),
        "start_pool": row(state.start_pools[side] if state.start_pools else (), START_POOL),
        "discards": one(names(_discards(state, side))),
    }


def _hand_of(state: State, side: Side, refill: Refill | None) -> Screen:
    """Lay the cards of a player's pool out, those of a colour in a cell; beside them what matters.

    That is what is to be divided or taken in a refill, and later the hand of the round.
    """
    pool = state.pools[side]
    title, beside = _beside(_on_table(state), side, refill)
    blocks = {f"pool_{color.lower()}": one(_of_colour(pool, color)) for color in COLORS}
    for place, cards in enumerate(beside, 1):
        blocks[f"beside_{place}"] = one(cards)
    return {
        "pool_title": one(f"My pool: {counted(len(pool), 'card')}"),
        "beside_title": one(title),
        **blocks,
    }


def _of_colour(cards: Iterable[Card], color: str) -> str:
    return names(card for card in cards if card[0] == color[0])


def _beside(on_table: Round | None, side: Side, refill: Refill | None) -> tuple[str, Sequence[str]]:
    """Return a title, and what stands beside the pool in three cells."""
    if refill is not None:
        mine = refill.by == side
        if refill.piles is None:
            cards, title = refill.selection or (), "to divide" if mine else "for my opponent"
        else:
            cards, title = refill.offered, "for my opponent to take" if mine else "on offer to me"
        return title, [_of_colour(sorted(cards), color) for color in COLORS]
    community = _community(on_table)
    if not community:
        return "", ("", "", "")
    return "my hand of this round", (*_in_play(on_table, side), f"{community} community")


def _in_play(on_table: Round | None, side: Side) -> tuple[str, str]:
    """Return a player's private cards, and whether the opponent knows them."""
    revealed = on_table.revealed if on_table else 0
    first, second = _private(on_table, side)
    return (
        first and f"{first} {'shown' if revealed > 0 else 'hidden'}",
        second and f"{second} {'shown' if revealed > 1 else 'hidden'}",
    )


def _on_table(state: State) -> Round | None:
    """Return the round whose cards lie on the table: the last one until the next has begun."""
    return state.current or (state.history[-1] if state.history else None)


def _community(on_table: Round | None) -> str:
    return (on_table and on_table.community) or ""


def _private(on_table: Round | None, side: Side) -> tuple[str, str]:
    """Return a player's private cards of a round, as far as they may be known."""
    if on_table is None or on_table.private is None:
        return "", ""
    first, second = (_UNKNOWN if card == HIDDEN else card for card in on_table.private[side])
    return first, second


def _pot(played: Round) -> int:
    """Return the chips that were at stake in a round."""
    return ANTE_POT + sum(played.bets)


def _hand(on_table: Round | None, side: Side) -> str:
    return on_table.hands[side] if on_table and on_table.hands else ""


def _round(state: State, match: Situation) -> str:
    """Return what is going on, and who starts."""
    begun = f"Round {state.round}" if state.round else "Before round 1"
    return " · ".join(filter(None, (begun, _phase(state, match), _starter(state))))


def _phase(state: State, match: Situation) -> str:
    betting = state.phase == "bet"
    words = f"betting, phase {state.playing.betting}" if betting else _PHASES[state.phase]
    return f"{words} (paused)" if match.paused else words


def _starter(state: State) -> str:
    """Return who starts."""
    if state.outcome is not None:
        return ""
    if state.starter is None:
        return f"{state.players[0]}: DM Advantage" if state.phase == "start" else ""
    return f"{state.players[state.starter]} starts" + (" next" if state.current is None else "")


def _due(state: State, match: Situation, side: Side) -> str:
    """Return what a player is to do; of the winner that it is the winner."""
    name = state.players[side]
    if state.outcome is not None and state.outcome.winner == name:
        return "★ winner"
    if name not in match.owed:
        return ""
    kind = match.owed[name].kind.name
    if kind == "bet":
        return f"to call {state.to_call}" if state.to_call else "to act"
    return _DUES.get(kind, "")


def _result(state: State, on_table: Round | None) -> str:
    if on_table is None or on_table.result is None:
        return ""
    if on_table.winner is None:
        return "tie"
    how = "fold: " if on_table.result == "fold" else ""
    return f"{how}{state.players[on_table.winner]} wins {_pot(on_table)}"


def _betting(state: State, on_table: Round | None) -> Screen:
    """Lay the actions of each betting phase out, the last one marked; of many the last ones."""
    actions = on_table.actions if on_table else ()
    blocks: Screen = {}
    for phase in (1, 2):
        said = [
            f"{_LAST if done is actions[-1] else ''}{state.players[done.by]} {done.action}"
            for done in actions
            if done.phase == phase
        ]
        if len(said) > _ACTIONS:
            said = [f"… {len(said) - _ACTIONS + 1} earlier", *said[1 - _ACTIONS :]]
        if not said and on_table and on_table.revealed >= phase:
            said = ["none, for want of chips"]
        blocks[f"betting_{phase}"] = one(" · ".join(said))
    return blocks


def _last_refill(on_table: Round | None) -> Refill | None:
    """Return the last refill of the round on the table: it stays until the next round begins."""
    return on_table.refills[-1] if on_table and on_table.refills else None


def _refill(state: State, refill: Refill | None) -> Screen:
    """Lay a refill out: its cards, and below what became of each."""
    fates = list(_fates(refill)) if refill else []
    return {
        "refill_title": one(_refill_title(state, refill)),
        "refill_cards": row((card for card, _ in fates), SELECTION),
        "refill_fates": row((fate for _, fate in fates), SELECTION),
    }


def _refill_title(state: State, refill: Refill | None) -> str:
    if refill is None:
        return ""
    by = state.players[refill.by]
    if refill.piles is None:
        return f"Refill: {by} divides these cards"
    return f"Refill: {by} keeps the piles, each with the sum {total(refill.aside)}"


def _fates(refill: Refill) -> Iterator[tuple[str, str]]:
    """Yield the cards of a refill, with what became of each once it is divided.

    What stands in brackets is on offer no more.
    """
    if refill.piles is None:
        yield from ((card, "") for card in refill.selection or ())
        return
    for number, pile in enumerate(refill.piles, 1):
        yield from ((card, f"pile {number}") for card in pile)
    for fate, cards in (("aside", refill.aside), ("unused", refill.unused)):
        for card in cards:
            over = fate if refill.taken is None else f"({fate})"
            yield card, "taken" if card == refill.taken else over


def _discarded(state: State, refill: Refill) -> Iterator[str]:
    """Yield who has discarded what for a refill, and that nothing was taken."""
    if refill.discarded:
        chance = f" ({names(refill.random)} by chance)" if refill.random else ""
        yield f"{state.players[refill.by]} discards {names(refill.discarded)}{chance}"
    if refill.taken == "pass":
        yield "nothing was taken"
    if refill.taken_discard is not None:
        yield f"{refill.taken_discard} goes for {refill.taken}"


def _discards(state: State, side: Side) -> Iterator[Card]:
    """Yield what a player has discarded in the open, the newest first."""
    begun = state.history if state.current is None else (*state.history, state.current)
    for refill in reversed([refill for played in begun for refill in played.refills]):
        if refill.by == side:
            yield from refill.discarded
        elif refill.taken_discard is not None:
            yield refill.taken_discard


def _rounds(state: State) -> Screen:
    """Lay the last rounds out, a row each, the newest first."""
    last = state.history[: -_ROUNDS - 1 : -1]
    cards = [
        (_community(played), *chain.from_iterable(_private(played, side) for side in SIDES))
        for played in last
    ]
    starts = (f"{played.number} · {state.players[played.starter]}" for played in last)
    winners = ("" if played.winner is None else state.players[played.winner] for played in last)
    return {
        "rounds_title": one("Rounds, the newest first" if last else ""),
        "rounds_start": column(starts, _ROUNDS),
        "rounds_cards": grid(cards, _ROUNDS, 5),
        "rounds_hands": column(("\n".join(played.hands or ()) for played in last), _ROUNDS),
        "rounds_result": column(map(_outcome, last), _ROUNDS),
        "rounds_winner": column(winners, _ROUNDS),
    }


def _outcome(played: Round) -> str:
    if played.winner is None:
        return "tie"
    won = f"{played.result} +{_pot(played)}"
    return f"{won}\n{played.penalty}" if played.penalty else won
