"""The private cards, the ante, the two betting phases of a round, and the showdown.

A phase begins with the ante or the one before it, and ends with a call or because a player has no
chips. Then a card of each player is revealed.
"""

from collections.abc import Mapping
from itertools import permutations
from typing import ClassVar, Final, NamedTuple

from umpire.games.base import (
    CHOICE,
    Decision,
    DecisionKind,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Rejected,
    Tell,
    TurningPoint,
)
from umpire.games.cards import names, without
from umpire.games.devils_deal.cards import (
    ANTE,
    ANTE_POT,
    ANTE_REMOVED,
    PENALTY,
    PrivateCards,
    hand_name,
    hand_of,
    hand_with_article,
    read_cards,
    tokens_of,
)
from umpire.games.devils_deal.page import (
    PRIVATE_LABELS,
    PRIVATE_QUESTION,
    bet_fields,
    bet_question,
    draft_bet,
    draft_private,
)
from umpire.games.devils_deal.rounds import choosable_cards, end_round, lose_by_failure
from umpire.games.devils_deal.state import Action, Round, State
from umpire.games.kinds import Permission, WordsKind, secret_group
from umpire.games.page import Draft, Field, Question
from umpire.games.randomness import sample
from umpire.games.results import mention
from umpire.games.text import join_words, normalize, pluralize
from umpire.games.two_players import SIDES, Side, opponent, replace_side

_NTH_CARDS: Final = ("first", "second")
"""The private cards that are revealed at the end of each betting phase."""

_PrivateChoice = PrivateCards | tuple[()]
"""Two cards, the one revealed first before the other; none where time ran out."""

_FORM_CELLS: Final = ("card_1", "card_2")
"""The cells of the form."""


class PrivateKind(DecisionKind[State, _PrivateChoice]):
    """The two private cards of a player's hand. Both players choose at once, in secret."""

    name = "private"
    task = "choose two cards"
    asks = "Which two cards of the pool make the hand, the one to be shown first before the other."
    notation = "CARD CARD, or first CARD, second CARD"
    examples = ("R5 B3", "second B3, first R5")
    limit = "complicated_seconds; then the match is lost"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask both. Ruling 20: the first valid choice is final, unlike a division."""
        limit = state.limits.complicated_seconds
        return secret_group(self, f"private {state.round}", state.players, limit)

    def ask(self, view: State, decision: Decision) -> str:
        return "Choose two cards for your hand. The first one is shown first."

    def read(self, state: State, decision: Decision, text: str) -> PrivateCards:
        """Read two different cards of the own pool, neither the community card."""
        side = state.side_of(decision.by)
        cards = _parse_private(text, names(choosable_cards(state, side)[:2]))
        pool, community = state.pools[side], state.current_round.community
        for card in cards:
            if card == community:
                raise NotAllowed(f"{card} is the community card. Choose two others.")
            if card not in pool:
                raise NotAllowed(f"{card} is not in your pool: {names(pool)}.")
        first, second = cards
        if first == second:
            raise NotAllowed(f"{first} is named twice. Choose two different cards.")
        return cards

    def format(self, answer: _PrivateChoice) -> str:
        """Return the cards, the one revealed first before the other."""
        return names(answer) if answer else "no cards in time"

    def default_answer(self, state: State, decision: Decision) -> _PrivateChoice:
        """Return no cards: they are judged once both have answered or failed (ruling 21)."""
        return ()

    def apply(self, state: State, answers: Mapping[str, _PrivateChoice], tell: Tell) -> State:
        """Take both players' cards at once, then the antes; a player without cards loses."""
        first, second = (answers[name] for name in state.players)
        if not first or not second:
            return lose_by_failure(state, (not first, not second), "time", tell)
        for player, cards in zip(state.players, (first, second), strict=True):
            yours = f"Your cards are {cards[0]} and {cards[1]}. {cards[0]} is shown first."
            did = "chose two cards"
            tell(yours, player, by=player, kind="move", pieces=cards, did=did)
        both = join_words(state.players)
        tell("Both have chosen their cards.", by=both, kind="move", did="chose two cards")
        # Ruling 22: only now do the cards leave the pools.
        pools = without(state.pools[0], first), without(state.pools[1], second)
        current = state.current_round.replace(private=(first, second))
        return _pay_ante(state.replace(pools=pools, current=current), tell)

    def preview(self, view: State, decision: Decision, answer: _PrivateChoice) -> str:
        community = view.current_round.community
        if not answer or community is None:
            return ""
        return f"Your hand with {community}: {hand_name(hand_of(answer, community))}."

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        cards = choosable_cards(view, view.side_of(decision.by))
        return tuple([names(pair) for pair in permutations(cards, 2)])

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return a cell for each card; neither offers what the other holds."""
        cards = choosable_cards(view, view.side_of(decision.by))
        first, second = [normalize(filled.get(cell, "")) for cell in _FORM_CELLS]
        offers = [
            tuple([card for card in cards if normalize(card) != other]) for other in (second, first)
        ]
        return dict(zip(_FORM_CELLS, offers, strict=True))

    def question(self, view: State, decision: Decision) -> Question:
        return PRIVATE_QUESTION

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        both = zip(_FORM_CELLS, PRIVATE_LABELS, strict=True)
        return {cell: Field(label, at_most=1) for cell, label in both}

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        """Return the hand of two cards, or how many are missing."""
        texts = [text for cell in _FORM_CELLS if (text := filled.get(cell, "").strip())]
        if len(texts) < len(_FORM_CELLS):
            return Draft(missing="Choose one more card." if texts else "No card is chosen yet.")
        try:
            cards = self.read(view, decision, self.form_line(view, decision, filled))
        except Rejected:
            return None
        return draft_private(view, decision.by, cards)

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> PrivateCards:
        cards = choosable_cards(state, state.side_of(decision.by))
        first, second = sample(2, cards, random)
        return first, second


def _parse_private(text: str, example: str) -> PrivateCards:
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
        count = "One card" if len(cards) == 1 else f"{len(cards)} cards"
        raise NotUnderstood(f"{count} will not do. {hint}")
    return cards


def _pay_ante(state: State, tell: Tell) -> State:
    """Let both pay the ante. Ruling 23: a player who cannot loses only now; then nobody pays."""
    first, second = state.chips
    failed = first < ANTE, second < ANTE
    if any(failed):
        return lose_by_failure(state, failed, "ante", tell)
    tell(
        f"Both pay an ante of {pluralize(ANTE, 'chip')}. The pot is {ANTE_POT}, and "
        f"{pluralize(ANTE_REMOVED, 'chip')} leaves the game.",
        by=join_words(state.players),
        kind="move",
        did=f"paid the ante of {ANTE}",
        end=f"pot {ANTE_POT}",
    )
    chips, removed = (first - ANTE, second - ANTE), state.removed + ANTE_REMOVED
    return _begin_phase(state.replace(chips=chips, pot=ANTE_POT, removed=removed), tell)


def _begin_phase(state: State, tell: Tell) -> State:
    """Begin the next betting phase; the cards of the one before it are revealed by now.

    Ruling 33: a phase that nobody can bet in is skipped, its reveal is not.
    """
    before = state.current_round
    current = before.replace(revealed=before.betting, betting=before.betting + 1)
    state = state.replace(phase="bet", acting_side=current.starter, current=current)
    return state if all(state.chips) else _end_phase(state, tell)


class Bet(NamedTuple):
    """An action of a betting phase: `call`, `raise` or `fold`; `chips` are those of a raise."""

    action: str
    chips: int = 0

    def __str__(self) -> str:
        return f"raise {self.chips}" if self.action == "raise" else self.action


_OFTEN_FOLDED: Final = 0.15
_OFTEN_CALLED: Final = 0.6
_OFTEN_ALL_IN: Final = 0.15
"""How often a random player does this."""


class BetKind(WordsKind[State, Bet]):
    """Whether the player to act calls, raises or folds."""

    name = "bet"
    task = "bet"
    asks = "Whether to call, raise or fold. A call matches the opponent's bet, a raise goes on top."
    notation = "call (c), raise N (r N, N r, raise by N) or fold (f)"
    examples = ("raise 3", "c", "5R", "fold")
    limit = "simple_seconds; then fold"
    spellings: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "call": ("c",),
        "raise": ("(?:r|raise)(?: ?[:,]| by)? ?N(?: ?chips?)?", "N(?: ?chips? | ?)r"),
        "fold": ("f",),
    }
    hint = "Call, fold, or raise by a number. Example: {example}."
    silence = "fold"  # Ruling 29: the penalty applies as to any fold.

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask the player to act, the starting player first in each phase."""
        action = f"bet {state.round}.{len(state.current_round.actions) + 1}"
        return (Decision(action, state.actor, self, state.limits.simple_seconds),)

    def ask(self, view: State, decision: Decision) -> str:
        can_call, most = not view.current_round.is_first_action, _highest_raise(view)
        up_to = f"raise by up to {most}" if most > 1 else "raise by 1"
        actions = join_words([*["call"] * can_call, *[up_to] * (most > 0), "fold"], "or")
        other = view.players[opponent(view.acting_side)]
        before = f"{other} raised by {view.to_call}." if can_call else "You bet first."
        return f"{before} {actions[:1].upper()}{actions[1:]}?"

    def may(self, state: State, decision: Decision) -> Mapping[str, Permission]:
        most = _highest_raise(state)
        no_call = "There is nothing to call yet. Raise or fold. Example: raise 1."
        no_raise = "You cannot raise: one of you has no chips left for it. Call or fold."
        return {
            "call": no_call if state.current_round.is_first_action else True,
            "raise": range(1, most + 1) if most > 0 else no_raise,
            "fold": True,
        }

    def out_of_range(self, numbers: range) -> str:
        most = numbers[-1]
        return f"You can raise by 1 to {most}, no more than either of you has left after the call."

    def normalize_text(self, text: str) -> str:
        return normalize(text).removesuffix(".").rstrip()

    def answer(self, word: str, number: int) -> Bet:
        return Bet(word, number)

    def apply(self, state: State, answers: Mapping[str, Bet], tell: Tell) -> State:
        (bet,) = answers.values()
        name, side, current = state.actor, state.acting_side, state.current_round
        actions = (*current.actions, Action(current.betting, side, str(bet)))
        call_text, raise_text = pluralize(state.to_call, "chip"), pluralize(bet.chips, "chip")
        if bet.action == "fold":
            tell(f"{name} folds.", by=name, kind="move", did="folded", end=f"pot {state.pot}")
            return _fold(state, current.replace(actions=actions), tell)
        payment = state.to_call + bet.chips
        text, did = f"raises by {raise_text}", f"raised by {bet.chips}"
        if bet.action == "call":
            text, did = f"calls {call_text}", "called"
        elif state.to_call:
            text = f"calls {call_text} and {text}"
        pot = f"pot {state.pot + payment}"
        tell(f"{name} {text}.", by=name, kind="move", did=did, end=pot)
        bets = replace_side(current.bets, side, current.bets[side] + payment)
        after = state.replace(
            acting_side=opponent(side),
            chips=replace_side(state.chips, side, state.chips[side] - payment),
            pot=state.pot + payment,
            current=current.replace(actions=actions, bets=bets),
        )
        return after if bet.action == "raise" else _end_phase(after, tell)

    def preview(self, view: State, decision: Decision, answer: Bet) -> str:
        if answer.action == "fold":
            return ""
        left = view.chips[view.acting_side] - view.to_call - answer.chips
        return f"It leaves you {pluralize(left, 'chip') if left else 'no chips'}."

    def question(self, view: State, decision: Decision) -> Question:
        return bet_question(view, _highest_raise(view))

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        return bet_fields(view, CHOICE, _highest_raise(view))

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        text, may = filled.get(CHOICE, ""), self.may(view, decision)
        if self.normalize_text(text) == "raise" and isinstance(may["raise"], range):
            return Draft(missing=f"By how many chips: 1 to {may['raise'][-1]}?")
        try:
            bet = self.read(view, decision, text)
        except Rejected:
            return None
        return draft_bet(view, bet.action, bet.chips)

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Bet:
        """Return a fold now and then, mostly a call, or a raise, small or all in."""
        most = _highest_raise(state)
        if random.random() < _OFTEN_FOLDED:
            return Bet("fold")
        can_call = not state.current_round.is_first_action
        if can_call and (not most or random.random() < _OFTEN_CALLED):
            return Bet("call")
        if random.random() < _OFTEN_ALL_IN:
            return Bet("raise", most)
        return Bet("raise", random.choice(range(1, min(most, 3) + 1)))


def _highest_raise(state: State) -> int:
    """Return the most chips by which the player to act may raise, below 1 if not at all.

    Ruling 28: no more than the opponent has in hand, nor than the player has after a call.
    """
    side = state.acting_side
    return min(state.chips[opponent(side)], state.chips[side] - state.to_call)


def _end_phase(state: State, tell: Tell) -> State:
    """Reveal a card of each player; then comes the next phase or the showdown."""
    current = state.current_round
    if current.is_first_action:
        tell("Nobody bets: a player has no chips left.", did="Nobody had chips to bet against")
    assert current.private is not None, "they are chosen before the first phase"
    at = current.betting - 1
    cards = tuple([private[at] for private in current.private])
    first, second = map(" ".join, zip(state.players, cards, strict=True))
    nth = _NTH_CARDS[at]
    text, did = f"The {nth} cards are shown: {first}, {second}.", f"The {nth} cards were shown"
    tell(text, pieces=cards, did=did)
    is_last = current.betting == len(_NTH_CARDS)
    return _show_down(state, tell) if is_last else _begin_phase(state, tell)


def _show_down(state: State, tell: Tell) -> State:
    """Let the better hand win the pot."""
    current = state.current_round
    first, second = current.hand(0), current.hand(1)
    round_ = current.replace(revealed=current.betting, hands=(first.name, second.name))
    hands = f"{state.players[0]}: {hand_name(first)}, {state.players[1]}: {hand_name(second)}"
    if first.worth == second.worth:
        # Ruling 26: each takes back the bet and 1 chip of the ante; the third chip is removed.
        tell(
            f"{hands}. A tie: each player takes back their bet and 1 chip of the ante. The third "
            "chip leaves the game.",
            by=join_words(state.players),
            kind="result",
            did=f"had {hand_with_article(first)}",
            end="a tie",
        )
        chips_0, chips_1 = (state.chips[side] + round_.bets[side] + ANTE_POT // 2 for side in SIDES)
        state = state.replace(chips=(chips_0, chips_1), removed=state.removed + ANTE_POT % 2)
        return end_round(state, round_.replace(result="tie"), tell)
    winner: Side = 0 if first.worth > second.worth else 1
    name = state.players[winner]
    text = f"{hands}. {name} wins the pot of {pluralize(state.pot, 'chip')}."
    assert current.private is not None, "shown by now"
    assert current.community is not None, "dealt before that"
    tell(
        text,
        by=name,
        kind="result",
        pieces=(*current.private[winner], current.community),
        did=f"won with {hand_with_article(current.hand(winner))}",
        end=pluralize(state.pot, "chip"),
    )
    return end_round(_pay_pot(state, winner), round_.replace(result="win", winner=winner), tell)


def _fold(state: State, current: Round, tell: Tell) -> State:
    """Let the other player take the pot, and the folder pay the penalty for a high card.

    Ruling 29: folding by the time limit is no different. Ruling 31: the whole hand counts.
    """
    folder, winner = state.acting_side, opponent(state.acting_side)
    name, other = state.players[folder], state.players[winner]
    pot = pluralize(state.pot, "chip")
    tell(f"{other} wins the pot of {pot}.", by=other, kind="result", did="won the pot", end=pot)
    round_, state = current.replace(result="fold", winner=winner), _pay_pot(state, winner)
    if current.hand(folder).name != "high card":
        return end_round(state, round_, tell)
    # Ruling 30: the folder pays out of the chips left, in full or not at all.
    folded, penalty = f"{name} folded a high card and", pluralize(PENALTY, "chip")
    if state.chips[folder] < PENALTY:
        tell(
            f"{folded} cannot pay the {penalty}.",
            by=name,
            kind="result",
            did=f"could not pay {penalty} for folding a high card",
        )
        return end_round(state, round_.replace(penalty="unpaid"), tell, loser=folder)
    tell(
        f"{folded} pays {other} {penalty}.",
        by=name,
        kind="result",
        did=f"paid {mention(other)} {penalty} for folding a high card",
    )
    chips = replace_side(state.chips, folder, state.chips[folder] - PENALTY)
    chips = replace_side(chips, winner, chips[winner] + PENALTY)
    return end_round(state.replace(chips=chips), round_.replace(penalty="paid"), tell)


def _pay_pot(state: State, winner: Side) -> State:
    """Let the winner take the pot. Ruling 25: all of it, the antes too."""
    return state.replace(chips=replace_side(state.chips, winner, state.chips[winner] + state.pot))


def turning_point(view: State) -> TurningPoint | None:
    """Return the largest pot that the winner of a match took; None if there was none."""
    outcome = view.outcome
    if outcome is None:
        return None
    decided = [round_ for round_ in view.history if round_.winner is not None]
    rounds_won = [
        round_ for round_ in decided if view.players[round_.winner or 0] == outcome.winner
    ]
    if not rounds_won:
        return None
    best = max(rounds_won, key=lambda round_: round_.pot)
    is_largest = best.pot == max(round_.pot for round_ in decided)
    largest = "of the match" if is_largest else f"that {outcome.winner} won"
    return TurningPoint(
        f"Round {best.number}: {outcome.winner} wins {pluralize(best.pot, 'chip')}",
        f"The largest pot {largest}.",
        f"Round {best.number}. ",
        "which hand is better" if best.hands else "when a player folds",
    )
