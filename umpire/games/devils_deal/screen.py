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
    POOL,
    SELECTION,
    START_POOL,
    Cards,
    hand_name,
    in_order,
    total,
)
from umpire.games.devils_deal.division import Division
from umpire.games.devils_deal.state import Refill, Round, State
from umpire.games.screens import due, fair_dealing, has_beaten
from umpire.games.text import join_words, pluralize
from umpire.games.two_players import SIDES, Side, opponent

_ACTIONS_ROOM: Final = 6
"""The most actions of a betting phase that are shown."""
_DISCARDS_ROOM: Final = 60
"""So many letters of what a player has discarded are shown."""
_ROUNDS_ROOM: Final = 12
_IN_A_ROW: Final = 6
"""How many cards of a hand stand side by side on a table."""
_HAND_ROWS: Final = 2
_PILE_ROWS: Final = 8
"""How many piles of a division a table has rows for, those that are not kept among them."""
_HIDDEN_CARD: Final = "?"
"""Stands for a card that only its player knows."""
_LAST_MARK: Final = " ◂"
"""Marks what was done last."""

_TASKS: Final = {
    "start": "to decide",
    "refill": "refill?",
    "divide": "to divide",
    "take": "to take",
    "private": "to choose",
    "break": "ready?",
}
_REFILL_PHASES: Final = ("divide", "discard", "take")
"""The phases in which a table shows the cards of a refill."""
_BETTING_PHASES: Final = ("first bets", "second bets")


class _Row(NamedTuple):
    """A row of a division: some cards, with a label."""

    label: str
    cards: Cards
    has_sum: bool = True

    @property
    def texts(self) -> Sequence[str]:
        """The cards, with their sum behind them."""
        return (*self.cards, f"sum {total(self.cards)}") if self.has_sum else self.cards


def screen(view: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or for everybody else those of the board."""
    if viewer is None or viewer not in view.players:
        return _board(view, match)
    return _table(view, match, view.side_of(viewer))


def _board(state: State, match: Situation) -> Screen:
    blocks: Screen = {
        **_middle(state, match, None),
        **_refill(state, _last_refill(state)),
        **_rounds(state, SIDES, state.history),
    }
    for side in SIDES:
        blocks |= renamed(_player(state, match, side, None), after=f"_{side + 1}")
    return blocks


def _table(state: State, match: Situation, side: Side) -> Screen:
    other = opponent(side)
    refill = _last_refill(state) if state.phase in _REFILL_PHASES else None
    return {
        **_middle(state, match, side),
        **_own_cards(state, side),
        **_refill_cards(state, side, refill),
        **_division(state, match, side, refill),
        **renamed(_player(state, match, side, side), "own_"),
        **renamed(_player(state, match, other, side), "other_"),
        "pool_owners": column((state.players[other], state.players[side]), len(SIDES)),
        **_rounds(state, (side, other), state.history if state.outcome else ()),
        **fair_dealing("every deal", state.outcome is not None),
    }


def _middle(state: State, match: Situation, viewer: Side | None) -> Screen:
    """Lay out the title, and what lies between the players: community card, pot, bets."""
    round_ = state.last_round
    community = (round_ and round_.community) or ""
    has_bets = round_ is not None and round_.betting > 0
    has_private = round_ is not None and round_.private is not None
    return {
        "title": cell(_title(state, viewer) + match.mark),
        "subtitle": cell(_subtitle(state, viewer)),
        "pot_title": cell("Pot" if has_bets else ""),
        "pot": cell(str(state.pot) if has_bets else ""),
        "removed": cell(_removed(state) if has_bets else ""),
        "community": cell(community),
        "card_titles": row(("first", "second") if has_private else (), len(SIDES)),
        "shared_title": cell("shared" if community else ""),
        "result": cell(_result(state, round_) if community else ""),
        **_bets(state, round_),
    }


def _removed(state: State) -> str:
    if not state.removed:
        return ""
    verb = "is" if state.removed == 1 else "are"
    return f"{pluralize(state.removed, 'chip')} {verb}\nout of the game"


def _player(state: State, match: Situation, side: Side, viewer: Side | None) -> Screen:
    """Lay out a player's chips, bet, private cards and discards, as far as the viewer knows."""
    round_ = state.last_round
    first, second = _private_cards(round_, side)
    bets = state.current.bets if state.current and state.current.betting else None
    return {
        "name": cell(state.players[side]),
        "chips": cell(str(state.chips[side])),
        "pool": cell(str(len(state.pools[side]))),
        "bet": cell(str(bets[side]) if bets else ""),
        "due": cell(_due(state, match, side)),
        "first": cell(first),
        "second": cell(second),
        "hand": cell(_hand_note(state, round_, side, viewer)),
        "start_pool": row(state.start_pools[side] if state.start_pools else (), START_POOL),
        "discards": cell(_discards(state, side)),
    }


def _own_cards(state: State, side: Side) -> Screen:
    """Lay out a player's pool, a card in each cell, and the player's hand of the round."""
    pool, round_ = state.pools[side], state.last_round
    community = (round_ and round_.community) or ""
    is_buyer = state.phase in _REFILL_PHASES and state.acting_side == side
    most = f" of at most {POOL}" if is_buyer else ""
    return {
        "pool_title": cell(f"Your pool: {pluralize(len(pool), 'card')}{most}"),
        **in_rows("hand", pool, _IN_A_ROW, _HAND_ROWS),
        "mine_title": cell("Your hand\nin this round" if community else ""),
        "mine": row((*_private_cards(round_, side), community), 3),
        "mine_note": cell(f"{community} is\nshared" if community else ""),
    }


def _refill_cards(state: State, side: Side, refill: Refill | None) -> Screen:
    """Lay out the cards of a refill that are to be divided, or that may be taken."""
    title, cards = "", Cards()
    if refill is not None:
        is_own = refill.by == side
        by, other = state.players[refill.by], state.players[opponent(refill.by)]
        if refill.piles is None:
            cards = in_order(refill.selection or ())
            title = "The twelve cards" if is_own else f"The twelve cards that {by} divides"
        else:
            cards = in_order(refill.offered)
            title = f"Cards that {other} may take" if is_own else "Cards that you may take"
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
    rows = [row for row in rows if row.cards]
    return {
        "division_title": cell(title),
        "division_labels": column((row.label for row in rows), _PILE_ROWS),
        "division": grid((row.texts for row in rows), _PILE_ROWS, SELECTION),
    }


def _held_rows(refill: Refill, held: Division) -> Iterator[_Row]:
    yield from (_Row("Keep", pile.cards) for pile in held.piles if not pile.is_aside)
    yield from (_Row("Set aside", pile.cards) for pile in held.piles if pile.is_aside)
    in_piles = {card for pile in held.piles for card in pile.cards}
    unused = in_order([card for card in refill.selection or () if card not in in_piles])
    yield _Row("Unused", unused, has_sum=False)
    yield _Row("Discard", held.discards, has_sum=False)


def _private_cards(round_: Round | None, side: Side) -> tuple[str, str]:
    """Return a player's private cards of a round, as far as they may be known."""
    if round_ is None or round_.private is None:
        return "", ""
    first, second = (_HIDDEN_CARD if card == HIDDEN else card for card in round_.private[side])
    return first, second


def _hand_note(state: State, round_: Round | None, side: Side, viewer: Side | None) -> str:
    """Return a player's hand of the round and who sees it, or why it is not known."""
    if round_ is None or round_.private is None or round_.community is None:
        return ""
    private = round_.private[side]
    is_over = round_.result is not None or state.outcome is not None
    other = state.players[opponent(side)]
    if HIDDEN not in private:
        hand = hand_name(round_.hand(side)).capitalize()
        if side != viewer or round_.revealed == len(private):
            return hand
        if is_over:
            return f"{hand}. {other} never saw it."
        sight = "cannot see these yet" if not round_.revealed else f"sees {private[0]} only"
        return f"{hand}. {other} {sight}."
    if is_over:
        return "Never shown" if private[0] == HIDDEN else f"{private[0]} was shown, the other never"
    if round_.revealed:
        return "The second card is hidden until the second bets are over"
    return "Hidden until the first bets are over"


def _title(state: State, viewer: Side | None) -> str:
    """Return the round and what it waits for, in a few words."""
    if state.outcome is not None:
        return has_beaten(state.players, state.outcome)
    round_ = f"Round {state.round}" if state.round else "Before round 1"
    match state.phase:
        case "deal":
            topic = "the deal"
        case "start":
            topic = "who starts?"
        case "refill":
            topic = "refills"
        case "selection" | "divide" | "discard" | "take":
            by = state.current_refill.by
            whose = "your" if by == viewer else f"{state.players[by]}'s"
            topic = f"{whose} {_ordinal(state, by)}refill"
        case "community":
            topic = "the community card"
        case "private":
            topic = "choosing two cards"
        case "break":
            return f"After round {state.round}"
        case _:
            topic = _BETTING_PHASES[state.current_round.betting - 1]
    return f"{round_}: {topic}"


def _ordinal(state: State, by: Side) -> str:
    count = sum(refill.by == by for refill in state.current_round.refills)
    return "" if count == 1 else f"{('second', 'third')[count - 2]} " if count < 4 else "next "


def _subtitle(state: State, viewer: Side | None) -> str:
    """Return a sentence for the viewer on the step that the match is at."""
    starter = None if state.starter is None else state.players[state.starter]
    is_own = viewer is not None and viewer == state.starter
    starts = "You start" if is_own else f"{starter} starts"
    if state.outcome is not None:
        chips = zip(state.players, state.chips, strict=True)
        left = join_words(f"{name} has {pluralize(count, 'chip')}" for name, count in chips)
        return f"{left}. {pluralize(state.removed, 'chip')} left the game."
    match state.phase:
        case "deal":
            return "The pools are dealt."
        case "start":
            who = "You have" if viewer == 0 else f"{state.players[0]} has"
            return f"{who} the DM Advantage."
        case "refill":
            return f"{starts} this round."
        case "divide" | "selection" | "discard":
            taker = opponent(state.current_refill.by)
            who = "You" if viewer == taker else state.players[taker]
            return f"{who} may take one card that is not kept."
        case "take":
            who = "You" if viewer == state.acting_side else state.actor
            return f"{who} may take one of the cards that are not kept."
        case "private":
            return "Both choose in secret."
        case "break":
            return f"{starts} the next round."
        case _:
            return f"{'You' if is_own else starter} started this round."


def _due(state: State, match: Situation, side: Side) -> str:
    to_call = state.to_call if state.phase == "bet" else 0
    bet = f"to call {to_call}" if to_call else "to bet"
    return due(match, state.outcome, state.players[side], {**_TASKS, "bet": bet})


def _result(state: State, round_: Round | None) -> str:
    """Return who has won the round on the table; before its end, a note on its open card."""
    if round_ is None or round_.result is None:
        return "Community card: it counts in both hands"
    if round_.winner is None:
        return "A tie: both take their bets back"
    winner, other = (state.players[side] for side in (round_.winner, opponent(round_.winner)))
    folded = f"{other} folded. " if round_.result == "fold" else ""
    return f"{folded}{winner} won {pluralize(round_.pot, 'chip')}"


def _bets(state: State, round_: Round | None) -> Screen:
    """Lay out the actions of each betting phase, the last one marked; of many only the last."""
    actions = round_.actions if round_ else ()
    has_bets = round_ is not None and round_.betting > 0
    blocks: Screen = {}
    for phase, title in enumerate(_BETTING_PHASES, 1):
        texts = [
            f"{state.players[action.by]} {_past_tense(action.action)}"
            f"{_LAST_MARK * (action is actions[-1])}"
            for action in actions
            if action.phase == phase
        ]
        if len(texts) > _ACTIONS_ROOM:
            texts = [f"{len(texts) - _ACTIONS_ROOM + 1} earlier", *texts[1 - _ACTIONS_ROOM :]]
        if not texts and round_ and round_.revealed >= phase:
            texts = ["None: a player had no chips left"]
        blocks[f"bets_title_{phase}"] = cell(title.capitalize() if has_bets else "")
        blocks[f"bets_{phase}"] = cell(", ".join(texts))
    return blocks


def _past_tense(action: str) -> str:
    """Return an action as a sentence tells it afterwards: `raised by 3`."""
    return {"call": "called", "fold": "folded"}.get(action) or action.replace("raise", "raised by")


def _last_refill(state: State) -> Refill | None:
    """Return the last refill of the round on the table: it stays until the next round begins."""
    round_ = state.last_round
    return round_.refills[-1] if round_ and round_.refills else None


def _refill(state: State, refill: Refill | None) -> Screen:
    """Lay out the cards of a refill, with the pile that each is in below it."""
    cards = list(_cards_with_fates(refill)) if refill else []
    return {
        "refill_title": cell(_refill_title(state, refill)),
        "refill_cards": row((card for card, _ in cards), SELECTION),
        "refill_fates": row((fate for _, fate in cards), SELECTION),
        "refill_discards": cell("; ".join(_refill_discards(state, refill)) if refill else ""),
    }


def _refill_title(state: State, refill: Refill | None) -> str:
    if refill is None:
        return ""
    by = state.players[refill.by]
    if refill.piles is None:
        return f"Refill: {by} divides these cards"
    return f"Refill: {by} kept piles with the sum {total(refill.aside)}"


def _cards_with_fates(refill: Refill) -> Iterator[tuple[str, str]]:
    """Yield the cards of a refill, each with its pile or fate once they are divided."""
    if refill.piles is None:
        yield from ((card, "") for card in refill.selection or ())
        return
    for number, pile in enumerate(refill.piles, 1):
        yield from ((card, f"pile {number}") for card in pile)
    for place, cards in (("aside", refill.aside), ("unused", refill.unused)):
        for card in cards:
            fate = place if refill.taken is None else "gone"
            yield card, "taken" if card == refill.taken else fate


def _refill_discards(state: State, refill: Refill) -> Iterator[str]:
    """Yield what both players discarded for a refill, and that nothing was taken."""
    if refill.discarded:
        chance = f" ({names(refill.random)} by chance)" if refill.random else ""
        yield f"{state.players[refill.by]} discarded {names(refill.discarded)}{chance}"
    if refill.taken == "pass":
        yield "nothing was taken"
    if refill.taken_discard is not None:
        yield f"{refill.taken_discard} was discarded for {refill.taken}"


def _discards(state: State, side: Side) -> str:
    """Return all that a player has discarded, the newest first, as far as there is room."""
    by_round = [
        f"{join_words(cards)} in round {round_.number}"
        for round_ in reversed(state.rounds)
        if (cards := list(round_.discards(side)))
    ]
    lengths = accumulate(map(len, by_round))
    fitting = sum(length <= _DISCARDS_ROOM for length in lengths) or 1
    more = ["…"] if by_round[fitting:] else []
    text = "; ".join([*by_round[:fitting], *more])
    return text or ("nothing discarded" if state.start_pools else "")


def _rounds(state: State, sides: tuple[Side, Side], history: Sequence[Round]) -> Screen:
    """Lay out the last rounds, one per row, the newest first; the cards of one of `sides` first."""
    left, right = sides
    newest = history[: -_ROUNDS_ROOM - 1 : -1]
    rows = [
        (
            f"Round {round_.number}",
            state.players[round_.starter],
            _how_it_ended(state, round_),
            str(round_.pot),
            "" if round_.winner is None else state.players[round_.winner],
        )
        for round_ in newest
    ]
    cards = [
        (
            *_private_cards(round_, left),
            round_.community or "",
            *_private_cards(round_, right),
        )
        for round_ in newest
    ]
    heads = ["starts", *spread((state.players[left],), 2), "shared"]
    heads += [*spread((state.players[right],), 2), *spread(("how it ended",), 3), "pot", "won by"]
    columns = table(("start", "starter", "result", "pot", "winner"), rows, _ROUNDS_ROOM)
    return {
        "rounds_title": cell("Rounds" if newest else ""),
        "rounds_heads": row(heads if newest else (), len(heads)),
        "rounds_cards": grid(cards, _ROUNDS_ROOM, 5),
        **renamed(columns, "rounds_"),
    }


def _how_it_ended(state: State, round_: Round) -> str:
    """Return how a round ended: a fold, with the penalty for a high card, or the better hand."""
    if round_.winner is None:
        return "tie"
    if round_.hands is not None:
        return hand_name(round_.hand(round_.winner))
    penalty = f", penalty {round_.penalty}" if round_.penalty else ""
    return f"{state.players[opponent(round_.winner)]} folded{penalty}"
