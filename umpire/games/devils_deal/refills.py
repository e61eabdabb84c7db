"""The refill step of a round: buying, discarding by chance, taking.

The starting player may refill as often as wanted, then the opponent. Chance draws the cards that
were paid for. The buyer divides them into piles of equal sum and keeps all but one (see
`division`), and the opponent may take one of the others.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple

from umpire.games.base import (
    CHANCE,
    CHOICE,
    Decision,
    DecisionKind,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Rejected,
    Tell,
)
from umpire.games.cards import names, without
from umpire.games.devils_deal.cards import (
    DECK,
    DISCARD,
    NONE,
    POOL,
    REFILL_PRICE,
    SELECTION,
    Card,
    Cards,
    D,
    in_order,
    read_cards,
    read_list,
    tokens_of,
    with_discards,
)
from umpire.games.devils_deal.state import Refill, State
from umpire.games.kinds import DrawKind, YesNoKind
from umpire.games.text import counted, normalize
from umpire.games.two_players import Side, opponent, replace_side


def begin_turn(state: State, side: Side, tell: Tell) -> State:
    """Ask a player whether to refill.

    Ruling 5: who has too few chips is not asked, who has just enough is.
    """
    if state.chips[side] >= REFILL_PRICE:
        return state.replace(phase="refill", acting=side)
    tell(f"{state.players[side]} has too few chips for a refill.")
    return _end_turn(state, side, tell)


def _end_turn(state: State, side: Side, tell: Tell) -> State:
    """End a player's turn; after the starting player's comes the opponent's."""
    if side == state.starter:
        return begin_turn(state, opponent(side), tell)
    # Ruling 17: both have finished refilling, so the community card is drawn.
    return state.replace(phase="community")


_FEW: Final = 4
_WITH_FEW: Final = 0.75
_OTHERWISE: Final = 0.3
"""How often a random player refills, with few cards left and otherwise."""


class RefillKind(YesNoKind[State]):
    """Whether the player on turn buys a refill."""

    name = "refill"
    task = "decide on a refill"
    asks = f"Whether to pay {REFILL_PRICE} chips for a refill, as often as wanted."
    notation = "yes (y) or no (n)"
    examples = ("yes", "n")
    limit = "simple_seconds; then no"
    hint = "Buy a refill: yes or no?"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask the player on turn; the number counts both players' questions of the round."""
        current = state.playing
        number = len(current.refills) + (state.acting != current.starter) + 1
        turn = f"refill {current.number}.{number}"
        return (Decision(turn, state.actor, self, state.limits.simple_seconds),)

    def ask(self, view: State, decision: Decision) -> str:
        return (
            f"Buy a refill for {REFILL_PRICE} of your {view.chips[view.acting]} chips: yes or no?"
        )

    def apply(self, state: State, answers: Mapping[str, bool], tell: Tell) -> State:
        (wanted,) = answers.values()
        name, side, current = state.actor, state.acting, state.playing
        if not wanted:
            tell(f"{name} buys no refill.", by=name, kind="move")
            return _end_turn(state, side, tell)  # Ruling 6: that is for the rest of the round.
        tell(f"{name} pays {counted(REFILL_PRICE, 'chip')} for a refill.", by=name, kind="move")
        return state.replace(
            phase="selection",
            chips=replace_side(state.chips, side, state.chips[side] - REFILL_PRICE),
            removed=state.removed + REFILL_PRICE,  # Ruling 4: nobody receives them.
            current=current.replace(refills=(*current.refills, Refill(side))),
        )

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> bool:
        """Return yes more often with few cards left."""
        few = len(state.pools[state.acting]) < _FEW
        return random.random() < (_WITH_FEW if few else _OTHERWISE)


class OpenDrawKind(DrawKind[State, Card]):
    """Cards that chance draws in front of everybody: by default so many of a fresh deck."""

    face_up = True
    number: ClassVar[int]

    def deck(self, state: State) -> Cards:
        return DECK

    def count(self, state: State) -> int:
        return self.number

    def read_cards(self, state: State, text: str) -> Cards:
        return read_cards(tokens_of(text), "Write the cards one after another. Example: R5 B3.")

    def wrong_count(self, state: State, number: int) -> Rejected:
        return NotUnderstood(
            f"Draw {self.number}, not {number}. Write them one after another. Example: R5 B3."
        )

    def not_there(self, state: State, cards: Cards) -> NotAllowed:
        return NotAllowed(f"{cards[0]} is drawn twice. All these cards must be different.")


class SelectionKind(OpenDrawKind):
    """The cards of a refill, in the order shown."""

    name = "selection"
    number = SELECTION

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"selection {state.refill_number}", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        return (
            f"Draw {self.number} different cards for {view.actor}. "
            "Example: R1 R2 R3 R4 R5 R6 B1 B2 B3 B4 B5 B6."
        )

    def apply(self, state: State, answers: Mapping[str, Cards], tell: Tell) -> State:
        """Show the buyer the cards. Ruling 7: the time of the division starts with them."""
        (cards,) = answers.values()
        tell(f"{state.actor}'s twelve cards: {names(cards)}.", kind="deal", pieces=cards)
        return state.replace_refill(state.refilling.replace(selection=cards), phase="divide")


class DiscardKind(OpenDrawKind):
    """The cards that the buyer's pool, which is too large, loses by chance."""

    name = "discard"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"discard {state.refill_number}", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        """Ask for cards; none is named as an example, for the pool is a secret."""
        return f"Draw {self.count(view)} to discard from {view.actor}'s pool."

    def deck(self, state: State) -> Cards:
        return state.pools[state.acting]

    def count(self, state: State) -> int:
        return len(state.pools[state.acting]) - POOL

    def wrong_count(self, state: State, number: int) -> NotAllowed:
        return NotAllowed(f"Draw {self.count(state)} cards from the pool, not {number}.")

    def not_there(self, state: State, cards: Cards) -> NotAllowed:
        return NotAllowed(f"{cards[0]} is not in the pool, or not that many times.")

    def apply(self, state: State, answers: Mapping[str, Cards], tell: Tell) -> State:
        """Discard the cards; then the opponent may take one."""
        (cards,) = answers.values()
        side, refill, drawn = state.acting, state.refilling, in_order(cards)
        tell(
            f"Chance discards {names(drawn)} from {state.actor}'s pool.", kind="deal", pieces=drawn
        )
        pools = replace_side(state.pools, side, without(state.pools[side], drawn))
        discarded = in_order(refill.discarded + drawn)
        return offer(state, refill.replace(discarded=discarded, random=drawn), pools)


def offer(state: State, closed: Refill, pools: tuple[Cards, Cards]) -> State:
    """Let the opponent take a card. Ruling 16: after every refill, whatever is offered."""
    # Ruling 7: the time of the taker starts here.
    return state.replace_refill(closed, phase="take", acting=opponent(closed.by), pools=pools)


class Take(NamedTuple):
    """A card taken of those offered, or none, and what is discarded for it."""

    card: Card | None
    discards: Cards = ()


_PASS: Final = "pass"
_BLANKS: Final = ",;|/"
_OFTEN_PASSED: Final = 0.2


class TakeKind(DecisionKind[State, Take]):
    """Which card the opponent takes, and what is discarded from a full pool for it."""

    name = "take"
    task = "take a card or pass"
    asks = (
        "Which of the cards that were not kept the opponent takes, and what a full pool discards."
    )
    notation = "CARD, CARD discard: CARD, or pass"
    examples = ("G2", "take g2", "G2 discard: R5", _PASS)
    limit = "simple_seconds; then pass"

    def pending(self, state: State) -> tuple[Decision, ...]:
        limit = state.limits.simple_seconds
        return (Decision(f"take {state.refill_number}", state.actor, self, limit),)

    def ask(self, view: State, decision: Decision) -> str:
        count = len(view.refilling.offered)
        which = f"one of these {count} cards" if count > 1 else "this card"
        and_discard = " and discard one for it" if len(view.pools[view.acting]) == POOL else ""
        return f"Take {which}{and_discard}, or pass?"

    def read(self, state: State, decision: Decision, text: str) -> Take:
        offered, pool = state.refilling.offered, state.pools[state.acting]
        is_full = len(pool) == POOL
        example = f"{min(offered)} {DISCARD}: {pool[0]}" if is_full else min(offered)
        take = card, discards = _parse_take(text, example)
        if card is None:
            return take
        if card not in offered:
            raise NotAllowed(
                f"You cannot take {card}. Take one of {names(in_order(offered))}, or pass."
            )
        if not is_full and discards:
            raise NotAllowed(
                f"You hold {counted(len(pool), 'card')}, so there is nothing to discard."
            )
        # Ruling 15: the discard comes with the card, and may be the card itself.
        if is_full and len(discards) != 1:
            raise NotAllowed(
                f"You hold {POOL} cards, so discard just one. Example: {card} discard: {pool[0]}."
            )
        if is_full and discards[0] not in (card, *pool):
            raise NotAllowed(f"You cannot discard {discards[0]}: you hold {names(pool)}.")
        return take

    def format(self, answer: Take) -> str:
        return with_discards(answer.card or _PASS, " ", answer.discards)

    def default_answer(self, state: State, decision: Decision) -> Take:
        return Take(None)

    def apply(self, state: State, answers: Mapping[str, Take], tell: Tell) -> State:
        """Settle what the opponent takes; then the buyer may refill again."""
        ((card, discards),) = answers.values()
        name, side, refill, pools = state.actor, state.acting, state.refilling, state.pools
        if card is None:
            tell(f"{name} takes nothing.", by=name, kind="move")
            settled = refill.replace(taken=_PASS)
        else:
            for_it = f" and discards {names(discards)}" if discards else ""
            tell(f"{name} takes {card}{for_it}.", by=name, kind="move", pieces=(card, *discards))
            pools = replace_side(pools, side, in_order(without((*pools[side], card), discards)))
            discarded = discards[0] if discards else None
            settled = refill.replace(taken=card, taken_discard=discarded)
        return begin_turn(state.replace_refill(settled, pools=pools), settled.by, tell)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return every card, with every discard that it needs, and `pass`."""
        return (*map(self.format, _possible_takes(view)), _PASS)

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return a cell for the card, and one for the discard that a full pool needs for it."""
        offered = in_order(view.refilling.offered)
        choice = {CHOICE: (*offered, _PASS)}
        pool, chosen = view.pools[view.acting], normalize(filled.get(CHOICE, ""))
        if len(pool) < POOL or chosen == _PASS:
            return choice
        taken = [card for card in offered if normalize(card) == chosen]
        return {**choice, DISCARD: tuple(sorted({*pool, *taken}))}

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        asked = self.form(view, decision, filled)
        card, discard = (filled.get(name, "").strip() for name in (CHOICE, DISCARD))
        if DISCARD not in asked or not discard:
            return card
        return f"{card} {DISCARD}: {discard}".lstrip()

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Take:
        passes = random.random() < _OFTEN_PASSED
        return Take(None) if passes else random.choice(_possible_takes(state))


def _parse_take(text: str, example: str) -> Take:
    """Read `pass`, or a card and perhaps what is discarded for it, whatever is offered."""
    hint = f"Name one card that you may take, or pass. Example: {example}."
    tokens = tokens_of(text, _BLANKS)
    if tokens in ([_PASS], [NONE], ["no"]):
        return Take(None)
    if tokens[:1] == ["take"]:
        del tokens[0]
    at = next((at for at, token in enumerate(tokens) if token in (DISCARD, D)), len(tokens))
    cards = read_cards(tokens[:at], hint)
    if len(cards) != 1:
        raise NotUnderstood(f"You can take only one card, not {names(cards)}. {hint}")
    return Take(cards[0], read_list(tokens[at + 1 :]))


def _possible_takes(state: State) -> list[Take]:
    """Return all that may be taken."""
    offered = in_order(state.refilling.offered)
    pool = state.pools[state.acting]
    if len(pool) < POOL:
        return [Take(card) for card in offered]
    return [Take(card, (gone,)) for card in offered for gone in sorted({*pool, card})]
