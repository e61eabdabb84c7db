"""A masked state laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase, and all its cells are always given. On the board a
name that ends in `_1`, `_2` is that of the player in this seat; on a table `own_` is what its
player has and `other_` what is known of the opponent.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from umpire.games.base import Screen, Situation
from umpire.games.blocks import cell, column, grid, in_rows, renamed, row, spread, table
from umpire.games.cards import HIDDEN, names
from umpire.games.devils_deal.cards import (
    ANTE_POT,
    POOL,
    REFILL_PRICE,
    SELECTION,
    START_POOL,
    Card,
    Cards,
    hand_name,
    hand_of,
    in_order,
    total,
)
from umpire.games.devils_deal.division import Division
from umpire.games.devils_deal.state import Refill, Round, State
from umpire.games.screens import due, fair_dealing, has_beaten
from umpire.games.text import counted, listed
from umpire.games.two_players import SIDES, Side, opponent

_ACTIONS: Final = 6
"""The most actions of a betting phase that are shown."""
_DISCARDS: Final = 60
"""So many letters of what a player has discarded are shown."""
_ROUNDS: Final = 12
_IN_A_ROW: Final = 6
"""How many cards of a hand stand side by side on a table."""
_HAND_ROWS: Final = 2
_PILES: Final = 8
"""How many piles of a division a table has rows for, those that are not kept among them."""
_UNKNOWN: Final = "?"
"""Stands for a card that only its player knows."""
_LAST: Final = " ◂"
"""Marks what was done last."""

_DUES: Final = {
    "start": "to decide",
    "refill": "refill?",
    "divide": "to divide",
    "take": "to take",
    "private": "to choose",
    "break": "ready?",
}
_REFILLS: Final = ("divide", "discard", "take")
"""The phases in which a table shows the cards of a refill."""
_BETS: Final = ("first bets", "second bets")
_DONE: Final = {"call": "called", "fold": "folded"}


class _Row(NamedTuple):
    """A row of a division: what becomes of its cards."""

    label: str
    cards: Cards
    has_sum: bool = True


def screen(view: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or for everybody else those of the board."""
    if viewer is None or viewer not in view.players:
        return _board(view, match)
    return _table(view, match, view.side_of(viewer))


def _board(state: State, match: Situation) -> Screen:
    refill = _last_refill(_on_table(state))
    blocks: Screen = {
        **_between(state, match, None),
        **_refill(state, refill),
        **_rounds(state, SIDES, state.history),
    }
    for side in SIDES:
        blocks |= renamed(_player(state, match, side, None), after=f"_{side + 1}")
    return blocks


def _table(state: State, match: Situation, side: Side) -> Screen:
    other = opponent(side)
    refill = _last_refill(_on_table(state)) if state.phase in _REFILLS else None
    return {
        **_between(state, match, side),
        **_hand_of(state, side),
        **_dealt(state, side, refill),
        **_division(state, match, side, refill),
        **renamed(_player(state, match, side, side), "own_"),
        **renamed(_player(state, match, other, side), "other_"),
        "pool_owners": column((state.players[other], state.players[side]), len(SIDES)),
        **_rounds(state, (side, other), state.history if state.outcome else ()),
        **fair_dealing("every deal", state.outcome is not None),
    }


def _between(state: State, match: Situation, viewer: Side | None) -> Screen:
    """Lay out what is going on, and what lies between the players."""
    on_table = _on_table(state)
    community = _community(on_table)
    shown = on_table is not None and on_table.betting > 0
    chosen = on_table is not None and on_table.private is not None
    return {
        "title": cell(_title(state, viewer) + match.mark),
        "subtitle": cell(_subtitle(state)),
        "pot_title": cell("Pot" if shown else ""),
        "pot": cell(str(state.pot) if shown else ""),
        "removed": cell(_removed(state) if shown else ""),
        "community": cell(community),
        "card_titles": row(("first", "second") if chosen else (), len(SIDES)),
        "shared_title": cell("shared" if community else ""),
        "result": cell(_result(state, on_table) if community else ""),
        **_betting(state, on_table),
    }


def _removed(state: State) -> str:
    if not state.removed:
        return ""
    verb = "is" if state.removed == 1 else "are"
    return f"{counted(state.removed, 'chip')} {verb}\nout of the game"


def _player(state: State, match: Situation, side: Side, viewer: Side | None) -> Screen:
    """Lay out how a player stands, and which of the player's cards all have seen come and go."""
    on_table = _on_table(state)
    first, second = _private(on_table, side)
    bets = state.current.bets if state.current and state.current.betting else None
    return {
        "name": cell(state.players[side]),
        "chips": cell(str(state.chips[side])),
        "pool": cell(str(len(state.pools[side]))),
        "bet": cell(str(bets[side]) if bets else ""),
        "due": cell(_due(state, match, side)),
        "first": cell(first),
        "second": cell(second),
        "hand": cell(_hand(state, on_table, side, viewer)),
        "start_pool": row(state.start_pools[side] if state.start_pools else (), START_POOL),
        "discards": cell(_discards(state, side)),
    }


def _hand_of(state: State, side: Side) -> Screen:
    """Lay out a player's pool, a card in each cell, and the player's hand of the round."""
    pool = state.pools[side]
    on_table = _on_table(state)
    community = _community(on_table)
    most = f" of at most {POOL}" if state.phase in _REFILLS and state.acting == side else ""
    return {
        "pool_title": cell(f"Your pool: {counted(len(pool), 'card')}{most}"),
        **in_rows("hand", pool, _IN_A_ROW, _HAND_ROWS),
        "mine_title": cell("Your hand\nin this round" if community else ""),
        "mine": row((*_private(on_table, side), community), 3),
        "mine_note": cell(f"{community} is\nshared" if community else ""),
    }


def _dealt(state: State, side: Side, refill: Refill | None) -> Screen:
    """Lay out the cards of a refill that are to be divided, or may be taken."""
    title, cards = "", Cards()
    if refill is not None:
        mine = refill.by == side
        by, other = state.players[refill.by], state.players[opponent(refill.by)]
        if refill.piles is None:
            cards = in_order(refill.selection or ())
            title = "The twelve cards" if mine else f"The twelve cards that {by} divides"
        else:
            cards = in_order(refill.offered)
            title = f"Cards that {other} may take" if mine else "Cards that you may take"
    return {
        "dealt_title": cell(title),
        **in_rows("dealt", cards, _IN_A_ROW, _HAND_ROWS),
    }


def _division(state: State, match: Situation, side: Side, refill: Refill | None) -> Screen:
    """Lay out a division, a pile in each row: as its author holds it, or as it counts."""
    title, rows = "", list[_Row]()
    if refill is not None and refill.piles is not None:
        title = f"How {state.players[refill.by]} divided the cards"
        rows = [
            *(_Row("Kept", pile) for pile in refill.piles),
            _Row("Set aside", refill.aside),
            _Row("Unused", refill.unused, has_sum=False),
        ]
    elif refill is not None:
        pending = match.pending.get(state.players[side])
        if pending is not None and isinstance(pending.answer, Division) and pending.answer.piles:
            title, rows = "Your division, as held", list(_held_rows(refill, pending.answer))
    shown = [line for line in rows if line.cards]
    return {
        "division_title": cell(title),
        "division_labels": column((line.label for line in shown), _PILES),
        "division": grid(map(_with_sum, shown), _PILES, SELECTION),
    }


def _held_rows(refill: Refill, held: Division) -> Iterator[_Row]:
    yield from (_Row("Keep", pile.cards) for pile in held.piles if not pile.aside)
    yield from (_Row("Set aside", pile.cards) for pile in held.piles if pile.aside)
    piled = {card for pile in held.piles for card in pile.cards}
    unused = in_order([card for card in refill.selection or () if card not in piled])
    yield _Row("Unused", unused, has_sum=False)
    yield _Row("Discard", held.discards, has_sum=False)


def _with_sum(line: _Row) -> Sequence[str]:
    return (*line.cards, f"sum {total(line.cards)}") if line.has_sum else line.cards


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


def _hand(state: State, on_table: Round | None, side: Side, viewer: Side | None) -> str:
    """Return what a player's hand of the round is, or why that is not known."""
    if on_table is None or on_table.private is None or on_table.community is None:
        return ""
    private = on_table.private[side]
    over = on_table.result is not None or state.outcome is not None
    other = state.players[opponent(side)]
    if HIDDEN not in private:
        hand = hand_name(hand_of(private, on_table.community)).capitalize()
        if side != viewer or on_table.revealed == len(private):
            return hand
        if over:
            return f"{hand}. {other} never saw it."
        sight = "cannot see these yet" if not on_table.revealed else f"sees {private[0]} only"
        return f"{hand}. {other} {sight}."
    if over:
        return "Never shown" if private[0] == HIDDEN else f"{private[0]} was shown, the other never"
    if on_table.revealed:
        return "The second card is hidden until the second bets are over"
    return "Hidden until the first bets are over"


def _title(state: State, viewer: Side | None) -> str:
    """Return what is going on in a few words."""
    if state.outcome is not None:
        return has_beaten(state.players, state.outcome)
    begun = f"Round {state.round}" if state.round else "Before round 1"
    match state.phase:
        case "deal":
            what = "the deal"
        case "start":
            what = "who starts?"
        case "refill":
            what = "refills"
        case "selection" | "divide" | "discard" | "take":
            by = state.refilling.by
            whose = "your" if by == viewer else f"{state.players[by]}'s"
            what = f"{whose} {_ordinal(state, by)}refill"
        case "community":
            what = "the community card"
        case "private":
            what = "choosing two cards"
        case "break":
            return f"After round {state.round}"
        case _:
            what = _BETS[state.playing.betting - 1]
    return f"{begun}: {what}"


def _ordinal(state: State, by: Side) -> str:
    count = sum(refill.by == by for refill in state.playing.refills)
    return "" if count == 1 else f"{('second', 'third')[count - 2]} " if count < 4 else "next "


def _subtitle(state: State) -> str:
    """Return one sentence on what is going on."""
    starter = None if state.starter is None else state.players[state.starter]
    if state.outcome is not None:
        chips = zip(state.players, state.chips, strict=True)
        left = listed(f"{name} has {counted(count, 'chip')}" for name, count in chips)
        return f"{left}. {counted(state.removed, 'chip')} left the game."
    match state.phase:
        case "deal":
            return "The pools are dealt."
        case "start":
            return f"{state.players[0]} has the DM Advantage and says who starts."
        case "refill":
            return f"{starter} starts this round. A refill costs {REFILL_PRICE} chips."
        case "divide" | "selection" | "discard":
            other = state.players[opponent(state.refilling.by)]
            return f"All piles need the same sum. {other} may take one card that is not kept."
        case "take":
            return f"{state.actor} may take one of the cards that are not kept."
        case "private":
            return "Both choose in secret. The first card is shown after the first bets."
        case "break":
            return f"{starter} starts the next round."
        case _:
            return f"{starter} started this round."


def _due(state: State, match: Situation, side: Side) -> str:
    to_call = state.to_call if state.phase == "bet" else 0
    bet = f"to call {to_call}" if to_call else "to bet"
    return due(match, state.outcome, state.players[side], {**_DUES, "bet": bet})


def _result(state: State, on_table: Round | None) -> str:
    """Return who has won the round on the table, else what its open card is."""
    if on_table is None or on_table.result is None:
        return "Community card: it counts in both hands"
    if on_table.winner is None:
        return "A tie: both take their bets back"
    winner, other = (state.players[side] for side in (on_table.winner, opponent(on_table.winner)))
    folded = f"{other} folded. " if on_table.result == "fold" else ""
    return f"{folded}{winner} won {counted(_pot(on_table), 'chip')}"


def _betting(state: State, on_table: Round | None) -> Screen:
    """Lay the actions of each betting phase out, the last one marked; of many the last ones."""
    actions = on_table.actions if on_table else ()
    betting = on_table is not None and on_table.betting > 0
    blocks: Screen = {}
    for phase in (1, 2):
        said = [
            f"{state.players[done.by]} {_done(done.action)}{_LAST * (done is actions[-1])}"
            for done in actions
            if done.phase == phase
        ]
        if len(said) > _ACTIONS:
            said = [f"{len(said) - _ACTIONS + 1} earlier", *said[1 - _ACTIONS :]]
        if not said and on_table and on_table.revealed >= phase:
            said = ["None: a player had no chips left"]
        blocks[f"bets_title_{phase}"] = cell(_BETS[phase - 1].capitalize() if betting else "")
        blocks[f"bets_{phase}"] = cell(", ".join(said))
    return blocks


def _done(action: str) -> str:
    """Return what somebody did, as one tells of it: `raised by 3`."""
    return _DONE.get(action) or action.replace("raise", "raised by")


def _last_refill(on_table: Round | None) -> Refill | None:
    """Return the last refill of the round on the table: it stays until the next round begins."""
    return on_table.refills[-1] if on_table and on_table.refills else None


def _refill(state: State, refill: Refill | None) -> Screen:
    """Lay a refill out: its cards, and below what became of each."""
    fates = list(_fates(refill)) if refill else []
    return {
        "refill_title": cell(_refill_title(state, refill)),
        "refill_cards": row((card for card, _ in fates), SELECTION),
        "refill_fates": row((fate for _, fate in fates), SELECTION),
        "refill_discards": cell("; ".join(_discarded(state, refill)) if refill else ""),
    }


def _refill_title(state: State, refill: Refill | None) -> str:
    if refill is None:
        return ""
    by = state.players[refill.by]
    if refill.piles is None:
        return f"Refill: {by} divides these cards"
    return f"Refill: {by} kept piles with the sum {total(refill.aside)}"


def _fates(refill: Refill) -> Iterator[tuple[str, str]]:
    """Yield the cards of a refill, with what became of each once it is divided."""
    if refill.piles is None:
        yield from ((card, "") for card in refill.selection or ())
        return
    for number, pile in enumerate(refill.piles, 1):
        yield from ((card, f"pile {number}") for card in pile)
    for fate, cards in (("aside", refill.aside), ("unused", refill.unused)):
        for card in cards:
            over = fate if refill.taken is None else "gone"
            yield card, "taken" if card == refill.taken else over


def _discarded(state: State, refill: Refill) -> Iterator[str]:
    """Yield who has discarded what for a refill, and that nothing was taken."""
    if refill.discarded:
        chance = f" ({names(refill.random)} by chance)" if refill.random else ""
        yield f"{state.players[refill.by]} discarded {names(refill.discarded)}{chance}"
    if refill.taken == "pass":
        yield "nothing was taken"
    if refill.taken_discard is not None:
        yield f"{refill.taken_discard} was discarded for {refill.taken}"


def _discards(state: State, side: Side) -> str:
    """Return what a player has discarded in the open, the newest first, as far as there is room."""
    begun = state.history if state.current is None else (*state.history, state.current)
    told_of = [
        f"{listed(cards)} in round {played.number}"
        for played in reversed(begun)
        if (cards := list(_discards_in(played, side)))
    ]
    lengths = accumulate(len(one) for one in told_of)
    fitting = sum(length <= _DISCARDS for length in lengths) or 1
    more = ["…"] if told_of[fitting:] else []
    shown = "; ".join([*told_of[:fitting], *more])
    return shown or ("nothing discarded" if state.start_pools else "")


def _discards_in(played: Round, side: Side) -> Iterator[Card]:
    for refill in played.refills:
        if refill.by == side:
            yield from refill.discarded
        elif refill.taken_discard is not None:
            yield refill.taken_discard


def _rounds(state: State, sides: tuple[Side, Side], history: Sequence[Round]) -> Screen:
    """Lay the last rounds out, a row each, the newest first; the cards of one of `sides` first."""
    left, right = sides
    last = history[: -_ROUNDS - 1 : -1]
    rows = [
        (
            f"Round {played.number}",
            state.players[played.starter],
            _outcome(state, played),
            str(_pot(played)),
            "" if played.winner is None else state.players[played.winner],
        )
        for played in last
    ]
    cards = [
        (*_private(played, left), _community(played), *_private(played, right)) for played in last
    ]
    heads = ["starts", *spread((state.players[left],), 2), "shared"]
    heads += [*spread((state.players[right],), 2), *spread(("how it ended",), 3), "pot", "won by"]
    return {
        "rounds_title": cell("Rounds" if last else ""),
        "rounds_heads": row(heads if last else (), len(heads)),
        "rounds_cards": grid(cards, _ROUNDS, 5),
        **renamed(table(("start", "starter", "result", "pot", "winner"), rows, _ROUNDS), "rounds_"),
    }


def _outcome(state: State, played: Round) -> str:
    """Return how a round ended: by a fold, with the penalty for a high card, or with which hand."""
    if played.winner is None:
        return "tie"
    if played.hands is not None and played.private is not None and played.community is not None:
        return hand_name(hand_of(played.private[played.winner], played.community))
    penalty = {"paid": ", penalty paid", "unpaid": ", penalty unpaid"}.get(played.penalty or "", "")
    return f"{state.players[opponent(played.winner)]} folded{penalty}"
