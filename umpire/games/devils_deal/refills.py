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
    DISCARD_WORDS,
    NONE,
    POOL,
    REFILL_PRICE,
    SELECTION,
    Card,
    Cards,
    in_order,
    read_cards,
    read_optional_cards,
    tokens_of,
    with_discards,
)
from umpire.games.devils_deal.page import (
    REFILL_QUESTION,
    draft_refill,
    draft_take,
    refill_fields,
    take_question,
)
from umpire.games.devils_deal.state import Refill, State
from umpire.games.kinds import DrawKind, YesNoKind
from umpire.games.page import Draft, Field, Question
from umpire.games.results import mention, possessive
from umpire.games.text import normalize, pluralize
from umpire.games.two_players import Side, opponent, replace_side


def begin_refill_turn(state: State, side: Side, tell: Tell) -> State:
    """Ask a player whether to buy a refill.

    Ruling 5: a player with too few chips is not asked, a player with just enough is.
    """
    if state.chips[side] >= REFILL_PRICE:
        return state.replace(phase="refill", acting_side=side)
    player = state.players[side]
    did = f"{mention(player)} had too few chips for a refill"
    tell(f"{player} has too few chips for a refill.", did=did)
    return _end_turn(state, side, tell)


def _end_turn(state: State, side: Side, tell: Tell) -> State:
    """End a player's refill turn; the opponent's comes after the starting player's."""
    if side == state.starter:
        return begin_refill_turn(state, opponent(side), tell)
    # Ruling 17: both have finished refilling, so the community card is drawn.
    return state.replace(phase="community")


_FEW_CARDS: Final = 4
_OFTEN_BOUGHT_WITH_FEW: Final = 0.75
_OFTEN_BOUGHT: Final = 0.3
"""How often a random player buys a refill, with few cards left and otherwise."""


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
        current = state.current_round
        number = len(current.refills) + (state.acting_side != current.starter) + 1
        turn = f"refill {current.number}.{number}"
        return (Decision(turn, state.actor, self, state.limits.simple_seconds),)

    def ask(self, view: State, decision: Decision) -> str:
        chips = view.chips[view.acting_side]
        return f"Buy a refill for {REFILL_PRICE} of your {chips} chips: yes or no?"

    def apply(self, state: State, answers: Mapping[str, bool], tell: Tell) -> State:
        (is_buying,) = answers.values()
        name, side, current = state.actor, state.acting_side, state.current_round
        if not is_buying:
            tell(f"{name} buys no refill.", by=name, kind="move", did="bought no refill")
            return _end_turn(state, side, tell)  # Ruling 6: that is for the rest of the round.
        left = state.chips[side] - REFILL_PRICE
        tell(
            f"{name} pays {pluralize(REFILL_PRICE, 'chip')} for a refill.",
            by=name,
            kind="move",
            did=f"paid {REFILL_PRICE} for a refill",
            end=f"{left} left",
        )
        return state.replace(
            phase="selection",
            chips=replace_side(state.chips, side, left),
            removed=state.removed + REFILL_PRICE,  # Ruling 4: nobody receives them.
            current=current.replace(refills=(*current.refills, Refill(side))),
        )

    def question(self, view: State, decision: Decision) -> Question:
        return REFILL_QUESTION

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        return refill_fields(view, CHOICE)

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        parsed = self.parse(filled.get(CHOICE, ""))
        return parsed and draft_refill(view, is_buying=self.answer(*parsed))

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> bool:
        """Return yes more often with few cards left."""
        has_few = len(state.pools[state.acting_side]) < _FEW_CARDS
        return random.random() < (_OFTEN_BOUGHT_WITH_FEW if has_few else _OFTEN_BOUGHT)


class OpenDrawKind(DrawKind[State, Card]):
    """Cards that chance draws in front of everybody; by default `number` cards of a fresh deck."""

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
        """Show the cards. Ruling 7: now the time of the division starts."""
        (cards,) = answers.values()
        did = f"{possessive(state.actor)} twelve cards"
        tell(f"{state.actor}'s twelve cards: {names(cards)}.", kind="deal", pieces=cards, did=did)
        return state.replace_refill(state.current_refill.replace(selection=cards), phase="divide")


class DiscardKind(OpenDrawKind):
    """The cards that the buyer's pool, which is too large, loses by chance."""

    name = "discard"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"discard {state.refill_number}", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        """Ask for cards; none is named as an example, for the pool is a secret."""
        return f"Draw {self.count(view)} to discard from {view.actor}'s pool."

    def deck(self, state: State) -> Cards:
        return state.pools[state.acting_side]

    def count(self, state: State) -> int:
        return len(state.pools[state.acting_side]) - POOL

    def wrong_count(self, state: State, number: int) -> NotAllowed:
        return NotAllowed(f"Draw {self.count(state)} cards from the pool, not {number}.")

    def not_there(self, state: State, cards: Cards) -> NotAllowed:
        return NotAllowed(f"{cards[0]} is not in the pool, or not that many times.")

    def apply(self, state: State, answers: Mapping[str, Cards], tell: Tell) -> State:
        """Discard the cards; then the opponent may take one."""
        (cards,) = answers.values()
        side, refill, cards = state.acting_side, state.current_refill, in_order(cards)
        tell(
            f"Chance discards {names(cards)} from {state.actor}'s pool.",
            kind="deal",
            pieces=cards,
            did=f"Chance discarded from {possessive(state.actor)} pool",
        )
        pools = replace_side(state.pools, side, without(state.pools[side], cards))
        discarded = in_order(refill.discarded + cards)
        return offer_cards(state, refill.replace(discarded=discarded, random=cards), pools)


def offer_cards(state: State, refill: Refill, pools: tuple[Cards, Cards]) -> State:
    """Ask the opponent which card to take. Ruling 16: after every refill, whatever is offered.

    Ruling 7: now the time of the taker starts.
    """
    return state.replace_refill(refill, phase="take", acting_side=opponent(refill.by), pools=pools)


class Take(NamedTuple):
    """The card that the opponent takes, if any, and the discard that a full pool needs for it."""

    card: Card | None
    discards: Cards = ()


_PASS: Final = "pass"
_BLANKS: Final = ",;|/"
_OFTEN_PASSED: Final = 0.2


class TakeKind(DecisionKind[State, Take]):
    """Which card the opponent takes, and which one a full pool discards for it."""

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
        count = len(view.current_refill.offered)
        which = f"one of these {count} cards" if count > 1 else "this card"
        and_discard = " and discard one for it" if len(view.pools[view.acting_side]) == POOL else ""
        return f"Take {which}{and_discard}, or pass?"

    def read(self, state: State, decision: Decision, text: str) -> Take:
        offered, pool = state.current_refill.offered, state.pools[state.acting_side]
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
                f"You hold {pluralize(len(pool), 'card')}, so there is nothing to discard."
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
        """Let the opponent take the card; then the buyer may refill again."""
        ((card, discards),) = answers.values()
        name, side = state.actor, state.acting_side
        refill, pools = state.current_refill, state.pools
        if card is None:
            tell(f"{name} takes nothing.", by=name, kind="move", did="took nothing")
            refill = refill.replace(taken=_PASS)
        else:
            for_it = f" and discards {names(discards)}" if discards else ""
            tell(
                f"{name} takes {card}{for_it}.",
                by=name,
                kind="move",
                pieces=(card, *discards),
                did="took one and discarded one" if discards else "took",
            )
            pools = replace_side(pools, side, in_order(without((*pools[side], card), discards)))
            discarded = discards[0] if discards else None
            refill = refill.replace(taken=card, taken_discard=discarded)
        return begin_refill_turn(state.replace_refill(refill, pools=pools), refill.by, tell)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return every card, with every discard that it needs, and `pass`."""
        return (*map(self.format, _possible_takes(view)), _PASS)

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return a cell for the card, and for a full pool one for the discard that it needs."""
        offered = in_order(view.current_refill.offered)
        card_cell = {CHOICE: (*offered, _PASS)}
        pool, card_text = view.pools[view.acting_side], normalize(filled.get(CHOICE, ""))
        taken = [card for card in offered if normalize(card) == card_text]
        if len(pool) < POOL or not taken:
            return card_cell
        return {**card_cell, DISCARD: tuple(sorted({*pool, *taken}))}

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        cells = self.form(view, decision, filled)
        card, discard = (filled.get(name, "").strip() for name in (CHOICE, DISCARD))
        if DISCARD not in cells or not discard:
            return card
        return f"{card} {DISCARD}: {discard}".lstrip()

    def question(self, view: State, decision: Decision) -> Question:
        return take_question(view)

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        return {
            CHOICE: Field("Take a card", {_PASS: "take nothing"}),
            DISCARD: Field("Discard for it", at_most=1),
        }

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        """Return what a card would mean, also while the discard for it is missing."""
        try:
            line = self.form_line(view, decision, filled)
            card, discards = _parse_take(line, "")
            if card is None or discards or len(view.pools[view.acting_side]) < POOL:
                card, discards = self.read(view, decision, line)
        except Rejected:
            return None
        if card is not None and card not in view.current_refill.offered:
            return None
        return draft_take(view, card, discards)

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Take:
        if random.random() < _OFTEN_PASSED:
            return Take(None)
        return random.choice(_possible_takes(state))


def _parse_take(text: str, example: str) -> Take:
    """Read `pass`, or a card and perhaps a discard, without judging them."""
    hint = f"Name one card that you may take, or pass. Example: {example}."
    tokens = tokens_of(text, _BLANKS)
    if tokens in ([_PASS], [NONE], ["no"]):
        return Take(None)
    if tokens[:1] == ["take"]:
        del tokens[0]
    at = next((at for at, token in enumerate(tokens) if token in DISCARD_WORDS), len(tokens))
    cards = read_cards(tokens[:at], hint)
    if len(cards) != 1:
        raise NotUnderstood(f"You can take only one card, not {names(cards)}. {hint}")
    return Take(cards[0], read_optional_cards(tokens[at + 1 :]))


def _possible_takes(state: State) -> list[Take]:
    """Return every card that may be taken, with every discard for it if one is needed."""
    offered = in_order(state.current_refill.offered)
    pool = state.pools[state.acting_side]
    if len(pool) < POOL:
        return [Take(card) for card in offered]
    return [Take(card, (discard,)) for card in offered for discard in sorted({*pool, card})]
