"""The private cards, the ante, the two betting phases of a round, and the showdown.

A phase begins with the ante or the one before it, and ends with a call or because a player has no
chips. Then a card of each player is revealed.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple

from umpire.games.base import (
    Decision,
    DecisionKind,
    Event,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Step,
    TurningPoint,
    told,
)
from umpire.games.cards import names, without
from umpire.games.devils_deal.cards import (
    ANTE,
    ANTE_POT,
    ANTE_REMOVED,
    PENALTY,
    Hand,
    Private,
    hand_name,
    hand_of,
    read_cards,
    tokens_of,
)
from umpire.games.devils_deal.rounds import choosable, end_round, lose_first, tell_end, tell_next
from umpire.games.devils_deal.state import Action, Round, State
from umpire.games.kinds import Permission, WordsKind, secret_group
from umpire.games.randomness import sample
from umpire.games.text import counted, listed, normalize
from umpire.games.two_players import SIDES, Side, opponent, replace_side

_PHASES: Final = 2
_ANTE_BACK, _ANTE_ODD = divmod(ANTE_POT, len(SIDES))
"""What each takes of the ante in a tie, and what is left of it then."""

_Chosen = Private | tuple[()]
"""Two cards, the one revealed first before the other; none if they were not chosen in time."""

_CARDS: Final = ("card_1", "card_2")
"""The cells of the form."""

_PRIVATE_EXAMPLE: Final = "R5 B3"


class PrivateKind(DecisionKind[State, _Chosen]):
    """Which two cards are a player's own of the hand. Both are asked at once, in secret."""

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

    def read(self, state: State, decision: Decision, text: str) -> Private:
        """Read two different cards of the own pool, neither the community card."""
        side = state.side_of(decision.by)
        try:
            chosen = parse_private(text)
        except NotUnderstood:
            fitting = names(choosable(state, side)[:2])
            chosen = parse_private(text, fitting)
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

    def format(self, answer: _Chosen) -> str:
        """Return the cards, the one revealed first before the other."""
        return names(answer) if answer else "no cards in time"

    def default_answer(self, state: State, decision: Decision) -> _Chosen:
        """Return no cards: that is judged once both have answered or failed (ruling 21)."""
        return ()

    def resolve(self, state: State, answers: Mapping[str, _Chosen]) -> Step[State]:
        """Take both players' cards at once, then the antes; who failed in time loses."""
        first, second = (answers[name] for name in state.players)
        if not first or not second:
            lost = lose_first(state, (not first, not second), "time")
            return Step(lost, told(tell_end(lost)))
        # Ruling 22: only now do the cards leave the pools.
        pools = without(state.pools[0], first), without(state.pools[1], second)
        current = state.playing.replace(private=(first, second))
        after = _pay_ante(state.replace(pools=pools, current=current))
        return Step(after, lambda: _tell_chosen(state, after, (first, second)))

    def preview(self, view: State, decision: Decision, answer: _Chosen) -> str:
        community = view.playing.community
        if not answer or community is None:
            return ""
        return f"Your hand with {community}: {hand_name(hand_of(answer, community))}."

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        cards = choosable(view, view.side_of(decision.by))
        return tuple([f"{one} {two}" for one in cards for two in cards if one != two])

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return a cell for each card; the second does not offer the first."""
        cards = choosable(view, view.side_of(decision.by))
        first, second = _CARDS
        chosen = normalize(filled.get(first, ""))
        return {first: cards, second: tuple([card for card in cards if normalize(card) != chosen])}

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Private:
        cards = choosable(state, state.side_of(decision.by))
        first, second = sample(2, cards, random)
        return first, second


def parse_private(text: str, example: str = _PRIVATE_EXAMPLE) -> Private:
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
        count = "One card" if len(cards) == 1 else f"{len(cards)} cards"
        raise NotUnderstood(f"{count} will not do. {hint}")
    return cards


def _pay_ante(state: State) -> State:
    """Let both pay the ante. Ruling 23: who cannot is judged only now, and then nobody pays."""
    chips = state.chips
    unable = chips[0] < ANTE, chips[1] < ANTE
    if any(unable):
        return lose_first(state, unable, "ante")
    paid = state.replace(
        chips=(chips[0] - ANTE, chips[1] - ANTE),
        pot=ANTE_POT,
        removed=state.removed + ANTE_REMOVED,
    )
    return _begin_phase(paid, paid.playing)


def _tell_chosen(before: State, after: State, both: tuple[Private, Private]) -> tuple[Event, ...]:
    """Tell each player what they have chosen, and everybody what follows from it."""
    now = _round_after(before.playing, after)
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
    sentences += _tell_revealed(after, before.playing, now)
    return (*own, *told([*sentences, *tell_next(before, after)]))


class Bet(NamedTuple):
    """An action of a betting phase, `call`, `raise` or `fold`.

    `chips` is what a raise adds on top of the call.
    """

    action: str
    chips: int = 0

    def __str__(self) -> str:
        return f"raise {self.chips}" if self.action == "raise" else self.action


_OFTEN_FOLDED: Final = 0.15
_OFTEN_CALLED: Final = 0.6
_OFTEN_ALL_IN: Final = 0.15
"""How often a random player does this and that."""


class BetKind(WordsKind[State, Bet]):
    """What the player to act does."""

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
        action = f"bet {state.round}.{len(state.playing.actions) + 1}"
        return (Decision(action, state.actor, self, state.limits.simple_seconds),)

    def ask(self, view: State, decision: Decision) -> str:
        calls, most = _may_call(view), _highest_raise(view)
        up_to = f"raise by up to {most}" if most > 1 else "raise by 1"
        may = listed([*["call"] * calls, *[up_to] * (most > 0), "fold"], "or")
        other = view.players[opponent(view.acting)]
        before = f"{other} raised by {view.to_call}." if calls else "You bet first."
        return f"{before} {may[:1].upper()}{may[1:]}?"

    def may(self, state: State, decision: Decision) -> Mapping[str, Permission]:
        most = _highest_raise(state)
        nothing = "There is nothing to call yet. Raise or fold. Example: raise 1."
        no_chips = "You cannot raise: one of you has no chips left for it. Call or fold."
        return {
            "call": True if _may_call(state) else nothing,
            "raise": range(1, most + 1) if most > 0 else no_chips,
            "fold": True,
        }

    def out_of_range(self, numbers: range) -> str:
        most = numbers[-1]
        return f"You can raise by 1 to {most}, no more than either of you has left after the call."

    def normalize_text(self, text: str) -> str:
        return normalize(text).removesuffix(".").rstrip()

    def answer(self, word: str, number: int) -> Bet:
        return Bet(word, number)

    def resolve(self, state: State, answers: Mapping[str, Bet]) -> Step[State]:
        (bet,) = answers.values()
        side, current = state.acting, state.playing
        actions = (*current.actions, Action(current.betting, side, str(bet)))
        after = _fold(state, actions) if bet.action == "fold" else _pay(state, actions, bet)
        return Step(after, lambda: _tell_bet(state, bet, after))

    def preview(self, view: State, decision: Decision, answer: Bet) -> str:
        if answer.action == "fold":
            return ""
        left = view.chips[view.acting] - view.to_call - answer.chips
        return f"It leaves you {counted(left, 'chip') if left else 'no chips'}."

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Bet:
        """Return a fold now and then, mostly a call, small raises, and all in."""
        most = _highest_raise(state)
        if random.random() < _OFTEN_FOLDED:
            return Bet("fold")
        if _may_call(state) and (not most or random.random() < _OFTEN_CALLED):
            return Bet("call")
        all_in = random.random() < _OFTEN_ALL_IN
        return Bet("raise", most if all_in else random.choice(range(1, min(most, 3) + 1)))


def _may_call(state: State) -> bool:
    """Return whether there is something to call, or was: not for who acts first in a phase."""
    return not state.playing.first_to_act


def _highest_raise(state: State) -> int:
    """Return the most chips by which the player to act may raise; 0 if that is not possible.

    Ruling 28: no more than the opponent has in hand, and than is left after calling.
    """
    side = state.acting
    return min(state.chips[opponent(side)], state.chips[side] - state.to_call)


def _pay(state: State, actions: tuple[Action, ...], bet: Bet) -> State:
    """Pay what is to call and the raise; a raise is the opponent's to answer."""
    side, paid = state.acting, state.to_call + bet.chips
    current = state.playing
    bets = replace_side(current.bets, side, current.bets[side] + paid)
    current = current.replace(actions=actions, bets=bets)
    after = state.replace(
        acting=opponent(side),
        chips=replace_side(state.chips, side, state.chips[side] - paid),
        pot=state.pot + paid,
        current=current,
    )
    return after if bet.action == "raise" else _end_phase(after, current)


def _fold(state: State, actions: tuple[Action, ...]) -> State:
    """Let the other player take the pot, and the folder pay for a high card.

    Ruling 29: folding by the time limit is no different. Ruling 31: the whole hand counts.
    """
    folder: Side = state.acting
    winner = opponent(folder)
    over = state.playing.replace(actions=actions, result="fold", winner=winner)
    after = _pay_out(state, winner)
    if _hand_in(over, folder).name != "high card":
        return end_round(after, over)
    # Ruling 30: paid out of what the folder has left, in full or not at all.
    mine, theirs = after.chips[folder], after.chips[winner]
    if mine < PENALTY:
        return end_round(after, over.replace(penalty="unpaid"), loser=folder)
    chips = replace_side(
        replace_side(after.chips, folder, mine - PENALTY), winner, theirs + PENALTY
    )
    return end_round(after.replace(chips=chips), over.replace(penalty="paid"))


def _tell_bet(before: State, bet: Bet, after: State) -> tuple[Event, ...]:
    was = before.playing
    now = _round_after(was, after)
    sentences = [_tell_action(before, bet), *_tell_revealed(after, was, now)]
    if bet.action == "fold":
        sentences += _tell_fold(after, now)
    return told([*sentences, *tell_next(before, after)])


def _tell_action(before: State, bet: Bet) -> str:
    calls, raises = counted(before.to_call, "chip"), counted(bet.chips, "chip")
    match bet.action:
        case "fold":
            return f"{before.actor} folds."
        case "call":
            return f"{before.actor} calls {calls}."
    called = f"calls {calls} and " if before.to_call else ""
    return f"{before.actor} {called}raises by {raises}."


def _tell_fold(after: State, now: Round) -> list[str]:
    assert now.winner is not None, "somebody wins by a fold"
    winner, folder = after.players[now.winner], after.players[opponent(now.winner)]
    takes = f"{winner} wins the pot of {counted(_pot_of(now), 'chip')}."
    penalty = counted(PENALTY, "chip")
    match now.penalty:
        case "paid":
            return [takes, f"{folder} folded a high card and pays {winner} {penalty}."]
        case "unpaid":
            return [takes, f"{folder} folded a high card and cannot pay the {penalty}."]
    return [takes]


def _begin_phase(state: State, before: Round) -> State:
    """Begin the next betting phase of a round, or reveal at once if a player has no chips.

    What the phase before is over with is revealed. Ruling 33: a phase that nobody can bet in is
    skipped, its reveal is not.
    """
    current = before.replace(revealed=before.betting, betting=before.betting + 1)
    begun = state.replace(phase="bet", acting=current.starter, current=current)
    return begun if all(state.chips) else _end_phase(begun, current)


def _end_phase(state: State, current: Round) -> State:
    """Reveal a card of each; then comes the next phase of the round or the showdown."""
    if current.betting < _PHASES:
        return _begin_phase(state, current)
    return _show_down(state, current)


def _show_down(state: State, current: Round) -> State:
    first, second = _hand_in(current, 0), _hand_in(current, 1)
    shown = current.replace(revealed=current.betting, hands=(first.name, second.name))
    if first.worth == second.worth:
        # Ruling 26: each takes back the bet and 1 chip of the ante, and the odd one is removed.
        mine, theirs = (state.chips[side] + shown.bets[side] + _ANTE_BACK for side in SIDES)
        back = state.replace(chips=(mine, theirs), removed=state.removed + _ANTE_ODD)
        return end_round(back, shown.replace(result="tie"))
    winner: Side = 0 if first.worth > second.worth else 1
    return end_round(_pay_out(state, winner), shown.replace(result="win", winner=winner))


def _pay_out(state: State, winner: Side) -> State:
    """Let the winner take the pot. Ruling 25: all of it, the antes too."""
    return state.replace(chips=replace_side(state.chips, winner, state.chips[winner] + state.pot))


def _hand_in(current: Round, side: Side) -> Hand:
    """Return a player's hand in a round."""
    assert current.private is not None, "there are hands once the private cards are chosen"
    assert current.community is not None, "and the community card is there before them"
    return hand_of(current.private[side], current.community)


def _pot_of(now: Round) -> int:
    """Return what was at stake in a round, as far as it has come."""
    return ANTE_POT + sum(now.bets)


def _round_after(was: Round, after: State) -> Round:
    """Return a round that was in progress as it stands, or went on record, afterwards."""
    now = after.current
    return now if now is not None and now.number == was.number else after.history[-1]


def _tell_revealed(after: State, was: Round, now: Round) -> list[str]:
    """Return the sentences on the cards revealed, and on the showdown if all are."""
    assert now.private is not None, "only told once the private cards are chosen"
    sentences = []
    for place in range(was.revealed, now.revealed):
        if all(action.phase != place + 1 for action in now.actions):
            sentences.append("Nobody bets: a player has no chips left.")
        cards = [f"{after.players[side]} {now.private[side][place]}" for side in SIDES]
        sentences.append(f"The {('first', 'second')[place]} cards are shown: {', '.join(cards)}.")
    return sentences if now.hands is None else [*sentences, _tell_showdown(after, now)]


def _tell_showdown(after: State, now: Round) -> str:
    assert now.hands is not None, "only told of a showdown"
    shown = [f"{after.players[side]}: {hand_name(_hand_in(now, side))}" for side in SIDES]
    if now.winner is None:
        end = (
            "A tie: each player takes back their bet and 1 chip of the ante. The third chip leaves "
            "the game"
        )
    else:
        end = f"{after.players[now.winner]} wins the pot of {counted(_pot_of(now), 'chip')}"
    return f"{', '.join(shown)}. {end}."


def turning_point(view: State) -> TurningPoint | None:
    """Return the largest pot that the winner of a match took; None if there was none."""
    outcome = view.outcome
    if outcome is None:
        return None
    won = [one for one in view.history if one.winner is not None]
    taken = [one for one in won if view.players[one.winner or 0] == outcome.winner]
    if not taken:
        return None
    best = max(taken, key=_pot_of)
    is_largest = _pot_of(best) == max(map(_pot_of, won))
    largest = "of the match" if is_largest else f"that {outcome.winner} won"
    return TurningPoint(
        f"Round {best.number}: {outcome.winner} wins {counted(_pot_of(best), 'chip')}",
        f"The largest pot {largest}.",
        f"Round {best.number}. ",
        "which hand is better" if best.hands else "when a player folds",
    )
