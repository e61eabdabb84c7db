"""`private`: both secretly choose two cards of their pools, then both pay the ante."""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import (
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
from umpire.games.devils_deal.components import ANTE, ANTE_POT, ANTE_REMOVED, Cards
from umpire.games.devils_deal.rules.betting import as_it_went_on, begin_phase, tell_revealed
from umpire.games.devils_deal.rules.cards import number_of, read_cards, tokens_of
from umpire.games.devils_deal.rules.hands import hand_name, hand_of
from umpire.games.devils_deal.rules.rounds import lose_first, tell_end, tell_next
from umpire.games.devils_deal.state import Private, State
from umpire.games.notation import counted, plain
from umpire.games.sampling import drawn
from umpire.games.two_players import Side

Chosen = Private | tuple[()]
"""Two cards, the one revealed first before the other; none if they were not chosen in time."""

CARDS: Final = ("card_1", "card_2")
"""The cells of the form."""

_EXAMPLE: Final = "R5 B3"


class PrivateKind(DecisionKind[State, Chosen]):
    """Which two cards are a player's own of the hand. Both are asked at once, in secret."""

    name = "private"
    task = "choose two cards"
    asks = "Which two cards of the pool make the hand, the one to be shown first before the other."
    notation = "CARD CARD, or first CARD, second CARD"
    examples = ("R5 B3", "second B3, first R5")
    limit = "complicated_seconds; then the match is lost"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask both. Ruling 20: the first valid choice is final, unlike a division."""
        limit, group = state.limits.complicated_seconds, f"private {state.round}"
        return tuple(
            [
                Decision(f"{group} {name}", name, self, limit, group=group, secret=True)
                for name in state.players
            ]
        )

    def ask(self, seen: State, decision: Decision) -> str:
        return "Choose two cards for your hand. The first one is shown first."

    def read(self, state: State, decision: Decision, text: str) -> Private:
        """Read two different cards of the own pool, neither the community card."""
        side = state.side_of(decision.by)
        try:
            chosen = parse(text)
        except NotUnderstood:
            chosen = parse(text, names(_choosable(state, side)[:2]))  # what is told of it fits
        pool, community = state.pools[side], state.playing.community
        for card in chosen:
            if card == community:
                raise NotAllowed(f"{card} is the community card. Choose two others.")
            if card not in pool:
                raise NotAllowed(f"{card} is not in your pool: {names(pool)}.")
        first, second = chosen
        if first == second:
            raise NotAllowed(f"{first} is named twice. Choose two different cards.")
        return chosen

    def format(self, answer: Chosen) -> str:
        """Return the cards, the one revealed first before the other."""
        return names(answer) if answer else "no cards in time"

    def default_answer(self, state: State, decision: Decision) -> Chosen:
        """Return no cards: that is judged once both have answered or failed (ruling 21)."""
        return ()

    def apply(self, state: State, answers: Mapping[str, Chosen]) -> Step[State]:
        """Take both players' cards at once, then the antes; who failed in time loses."""
        first, second = (answers[name] for name in state.players)
        if not first or not second:
            lost = lose_first(state, (not first, not second), "time")
            return Step(lost, told(tell_end(lost)))
        # Ruling 22: only now do the cards leave the pools.
        pools = without(state.pools[0], first), without(state.pools[1], second)
        current = state.playing.changed(private=(first, second))
        after = _pay_ante(state.changed(pools=pools, current=current))
        return Step(after, lambda: _tell(state, after, (first, second)))

    def foresee(self, seen: State, decision: Decision, answer: Chosen) -> str:
        community = seen.playing.community
        if not answer or community is None:
            return ""
        return f"Your hand with {community}: {hand_name(hand_of(answer, community))}."

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        cards = _choosable(seen, seen.side_of(decision.by))
        return tuple([f"{one} {two}" for one in cards for two in cards if one != two])

    def form(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return a cell for each card; the second does not offer the first."""
        cards = _choosable(seen, seen.side_of(decision.by))
        first, second = CARDS
        chosen = plain(filled.get(first, ""))
        return {first: cards, second: tuple([card for card in cards if plain(card) != chosen])}

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Private:
        cards = _choosable(state, state.side_of(decision.by))
        first, second = drawn(2, cards, random)
        return first, second


def parse(text: str, example: str = _EXAMPLE) -> Private:
    """Read two cards, whatever they are; what is no card is answered with an example."""
    hint = (
        "Name two cards of your pool, the one to be shown first before the other. "
        f"Example: {example}."
    )
    tokens = tokens_of(text)
    if tokens[:1] == ["second"] and "first" in tokens:
        at = tokens.index("first")
        tokens = [*tokens[at:], *tokens[:at]]
    if tokens[:1] == ["first"] and tokens[2:3] == ["second"]:
        tokens = [tokens[1], *tokens[3:]]
    cards = read_cards(tokens, hint)
    if len(cards) != 2:
        raise NotUnderstood(f"{number_of(len(cards))} will not do. {hint}")
    return cards


def can_choose(state: State, side: Side) -> bool:
    """Return whether a player has two different cards that may become private."""
    return len({*state.pools[side]} - {state.playing.community}) >= 2


def _choosable(state: State, side: Side) -> Cards:
    """Return the different cards of a pool that may become private: not the community card."""
    return tuple(sorted({*state.pools[side]} - {state.playing.community}))


def _pay_ante(state: State) -> State:
    """Let both pay the ante. Ruling 23: who cannot is judged only now, and then nobody pays."""
    chips = state.chips
    unable = chips[0] < ANTE, chips[1] < ANTE
    if any(unable):
        return lose_first(state, unable, "ante")
    paid = state.changed(
        chips=(chips[0] - ANTE, chips[1] - ANTE),
        pot=ANTE_POT,
        removed=state.removed + ANTE_REMOVED,
    )
    return begin_phase(paid, paid.playing)


def _tell(before: State, after: State, both: tuple[Private, Private]) -> tuple[Event, ...]:
    """Tell each player what they have chosen, and everybody what follows from it."""
    now = as_it_went_on(before.playing, after)
    own = [
        Event(f"Your cards are {first} and {second}. {first} is shown first.", player)
        for player, (first, second) in zip(after.players, both, strict=True)
    ]
    sentences = ["Both have chosen their cards."]
    if now.betting:
        sentences.append(
            f"Both pay an ante of {counted(ANTE, 'chip')}. The pot is {ANTE_POT}, and "
            f"{counted(ANTE_REMOVED, 'chip')} leaves the game."
        )
    sentences += tell_revealed(after, before.playing, now)
    return (*own, *told([*sentences, *tell_next(before, after)]))
