"""`take`: the opponent of the buyer may take one of the cards that were not kept."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from umpire.games.base import (
    CHOICE,
    Decision,
    DecisionKind,
    Event,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Step,
    told,
)
from umpire.games.cards import names, without
from umpire.games.devils_deal.components import POOL, Card, Cards, in_order
from umpire.games.devils_deal.rules.cards import (
    DISCARD,
    NONE,
    D,
    read_cards,
    read_list,
    tokens_of,
    with_discards,
)
from umpire.games.devils_deal.rules.refills import (
    begin_turn,
    go_on,
    number_of_refill,
    tell_not_asked,
    turns_from,
)
from umpire.games.devils_deal.state import State
from umpire.games.notation import counted, plain
from umpire.games.two_players import with_mine


class Take(NamedTuple):
    """A card taken of those offered, or none, and what is discarded for it."""

    card: Card | None
    discards: Cards = ()


_PASS: Final = "pass"
_BLANKS: Final = ",;|/"
_EXAMPLE: Final = "G2 discard: R5"
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
        number = f"take {number_of_refill(state)}"
        return (Decision(number, state.actor, self, state.limits.simple_seconds),)

    def ask(self, seen: State, decision: Decision) -> str:
        count = len(seen.refilling.offered)
        which = f"one of these {count} cards" if count > 1 else "this card"
        and_discard = " and discard one for it" if len(seen.pools[seen.acting]) == POOL else ""
        return f"Take {which}{and_discard}, or pass?"

    def read(self, state: State, decision: Decision, text: str) -> Take:
        try:
            take = parse(text)
        except NotUnderstood:
            take = parse(text, _example(state))  # what is told of it fits
        if take.card is not None:
            _judge(state, take.card, take.discards)
        return take

    def format(self, answer: Take) -> str:
        return with_discards(answer.card or _PASS, " ", answer.discards)

    def default_answer(self, state: State, decision: Decision) -> Take:
        return Take(None)

    def apply(self, state: State, answers: Mapping[str, Take]) -> Step[State]:
        """Settle what the opponent takes; then the buyer may refill again."""
        (taken,) = answers.values()
        card, discards = taken
        side, settled = state.acting, state.refilling
        pools = state.pools
        if card is None:
            settled = settled.changed(taken=_PASS)
        else:
            pool = in_order(without((*pools[side], card), discards))
            pools = with_mine(pools, side, pool)
            discarded = discards[0] if discards else None
            settled = settled.changed(taken=card, taken_discard=discarded)
        after = begin_turn(go_on(state, state.phase, settled, pools=pools), settled.by)
        return Step(after, lambda: _tell(state, taken, after))

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        """Return every card, with every discard that it needs, and `pass`."""
        return (*map(self.format, _takes(seen)), _PASS)

    def form(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return a cell for the card, and one for the discard that a full pool needs for it."""
        offered = in_order(seen.refilling.offered)
        choice = {CHOICE: (*offered, _PASS)}
        pool, chosen = seen.pools[seen.acting], plain(filled.get(CHOICE, ""))
        if len(pool) < POOL or chosen == _PASS:
            return choice
        taken = [card for card in offered if plain(card) == chosen]
        return {**choice, DISCARD: tuple(sorted({*pool, *taken}))}

    def form_line(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> str:
        asked = self.form(seen, decision, filled)
        card, discard = (filled.get(name, "").strip() for name in (CHOICE, DISCARD))
        if DISCARD not in asked or not discard:
            return card
        return f"{card} {DISCARD}: {discard}".lstrip()

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Take:
        passes = random.random() < _OFTEN_PASSED
        return Take(None) if passes else random.choice(_takes(state))


def parse(text: str, example: str = _EXAMPLE) -> Take:
    """Read `pass`, or a card and perhaps what is discarded for it, whatever is offered.

    What is no card is answered with an example.
    """
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


def _judge(state: State, card: Card, discards: Cards) -> None:
    offered = state.refilling.offered
    if card not in offered:
        raise NotAllowed(
            f"You cannot take {card}. Take one of {names(in_order(offered))}, or pass."
        )
    pool = state.pools[state.acting]
    if len(pool) < POOL:
        if discards:
            raise NotAllowed(
                f"You hold {counted(len(pool), 'card')}, so there is nothing to discard."
            )
        return
    # Ruling 15: the discard comes with the card, and may be the card itself.
    if len(discards) != 1:
        raise NotAllowed(
            f"You hold {POOL} cards, so discard just one. Example: {card} discard: {pool[0]}."
        )
    if discards[0] != card and discards[0] not in pool:
        raise NotAllowed(f"You cannot discard {discards[0]}: you hold {names(pool)}.")


def _tell(before: State, taken: Take, after: State) -> tuple[Event, ...]:
    card, discards = taken
    for_it = f" and discards {names(discards)}" if discards else ""
    took = f"{before.actor} takes {card or 'nothing'}{for_it}."
    passed_over = tell_not_asked(after, turns_from(after, before.refilling.by))
    return told([took, *passed_over])


def _takes(state: State) -> list[Take]:
    """Return all that may be taken."""
    offered = in_order(state.refilling.offered)
    pool = state.pools[state.acting]
    if len(pool) < POOL:
        return [Take(card) for card in offered]
    return [Take(card, (gone,)) for card in offered for gone in sorted({*pool, card})]


def _example(state: State) -> str:
    """Return what may be taken, as one writes it."""
    card, pool = min(state.refilling.offered), state.pools[state.acting]
    return f"{card} {DISCARD}: {pool[0]}" if len(pool) == POOL else card
