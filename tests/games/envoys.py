"""A small game of one card in hand and much deduction, for tests of the tests.

Each player holds one card. In turn everybody draws a second one and plays one of the two. The last
player in a round, or the one with the highest card when the deck is gone, gets a token.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from pydantic import Field

from umpire.games.base import (
    CHANCE,
    Answers,
    ChanceKind,
    Decision,
    DecisionKind,
    Dice,
    Game,
    NotAllowed,
    NotUnderstood,
    Outcome,
    RandomSource,
    Tell,
)
from umpire.games.cards import HIDDEN, HiddenCards, without
from umpire.games.options import Open, Options
from umpire.games.randomness import sample
from umpire.games.text import words
from umpire.games.values import Value

CARDS = ("clerk", "seer", "duke", "baker", "queen")
"""From the lowest to the highest."""
DECK = ("clerk",) * 4 + ("seer",) * 3 + ("duke",) * 2 + ("baker",) * 2 + ("queen",)
SECONDS = 60


class EnvoyOptions(Options):
    tokens: Open[Annotated[int, Field(ge=1, le=9, description="Tokens to win, 1 to 9 (3).")]] = 3


@dataclass(frozen=True, slots=True)
class State(Value):
    players: tuple[str, ...]
    options: EnvoyOptions
    tokens: Mapping[str, int]
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Of those who are still in the round, from the mover on."""
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    known: Mapping[str, Mapping[str, str] | None] = field(default_factory=dict)
    """What each has seen of the others' hands, their secret; None for what is masked."""
    showdown: Mapping[str, str] = field(default_factory=dict)
    """What was held at the end of the last round, by those who were still in it."""
    last: str = ""
    """What was played last."""
    gone: tuple[str, ...] = ()
    """Who has forfeited."""
    phase: str = "deal"
    round: int = 1
    turn: int = 0
    outcome: Outcome | None = None

    @property
    def mover(self) -> str:
        return next(iter(self.hands))


class Play(NamedTuple):
    card: str
    target: str = ""
    guess: str = ""


class Deal(ChanceKind[State, tuple[str, ...]]):
    name = "deal"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"deal {state.round}", CHANCE, self),)

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        return " ".join(dice.draw(len(DECK), DECK))

    def format(self, answer: tuple[str, ...]) -> str:
        return " ".join(answer)

    def read(self, state: State, decision: Decision, text: str) -> tuple[str, ...]:
        cards = tuple(words(text))
        if sorted(cards) != sorted(DECK):
            raise NotUnderstood(f"Write all {len(DECK)} cards in the order of the deck.")
        return cards

    def apply(self, state: State, answers: Answers[tuple[str, ...]], tell: Tell) -> State:
        cards = answers[CHANCE]
        there = self.dealt_in(state)
        first = (state.round - 1) % len(there)
        order = (*there[first:], *there[:first])
        hands = {name: (card,) for name, card in zip(order, cards, strict=False)}
        for name, (card,) in hands.items():
            tell(f"You hold the {card}.", name, kind="deal", pieces=(card,))
        after = state.replace(hands=hands, deck=cards[len(order) :], discards=())
        after = after.replace(known={name: {} for name in order})
        return drawing(after.replace(phase="play"), tell)

    def dealt_in(self, state: State) -> tuple[str, ...]:
        return tuple(name for name in state.players if name not in state.gone)


class Playing(DecisionKind[State, Play]):
    name = "play"
    task = "play a card"
    notation = "CARD, or CARD PLAYER, or clerk PLAYER CARD"
    examples = ("seer Bo", "clerk Bo duke", "queen")

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"play {state.round}.{state.turn}", state.mover, self, SECONDS),)

    def ask(self, view: State, decision: Decision) -> str:
        return f"You hold {' and '.join(view.hands[decision.by])}. Which one do you play?"

    def format(self, answer: Play) -> str:
        return " ".join(answer).strip()

    def read(self, state: State, decision: Decision, text: str) -> Play:
        play = self.understood(state, text)
        if play.card not in state.hands[decision.by]:
            raise NotAllowed(f"You do not hold a {play.card}.")
        if play.target and (play.target not in state.hands or play.target == decision.by):
            raise NotAllowed(f"{play.target} cannot be chosen: choose another player in the round.")
        return play

    def understood(self, state: State, text: str) -> Play:
        names = {name.casefold(): name for name in state.players}
        match words(text):
            case ["queen" | "baker" as card]:
                return Play(card)
            case ["seer" | "duke" as card, name] if name in names:
                return Play(card, names[name])
            case ["clerk", name, card] if name in names and card in CARDS[1:]:
                return Play("clerk", names[name], card)
        raise NotUnderstood("Write a card and whom it is for: seer Bo, clerk Bo duke, or queen.")

    def default_answer(self, state: State, decision: Decision) -> Play:
        return self.plays(state)[0]

    def plays(self, state: State) -> list[Play]:
        others = [name for name in state.hands if name != state.mover]
        found = []
        for card in state.hands[state.mover]:
            guesses = CARDS[1:] if card == "clerk" else ("",)
            targets = others if card in ("clerk", "seer", "duke") else [""]
            found += [Play(card, name, guess) for name in targets for guess in guesses]
        return found

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.format(play) for play in self.plays(view)))

    def apply(self, state: State, answers: Answers[Play], tell: Tell) -> State:
        ((by, play),) = answers.items()
        said = f"{by} plays the {self.format(play)}."
        tell(said, by=by, kind="move", pieces=(play.card,))
        after, out = self.effect(discarding(state, by, play.card).replace(last=said), play, tell)
        for name in out:
            tell(f"{name} is out of the round.", by=name)
            after = taken_out(after, name)
        return going_on(after, by, tell)

    def effect(self, state: State, play: Play, tell: Tell) -> tuple[State, list[str]]:
        """Return the state, and who is out."""
        by = state.mover
        if play.card == "queen":
            return state, [by]
        if play.card == "baker":
            return state, []
        (theirs,), (mine,) = state.hands[play.target], state.hands[by]
        if play.card == "seer":
            known = {**(state.known[by] or {}), play.target: theirs}
            tell(f"{play.target} holds the {theirs}.", by, by=play.target, pieces=(theirs,))
            return state.replace(known={**state.known, by: known}), []
        if play.card == "clerk":
            return state, [play.target] if theirs == play.guess else []
        ranks = CARDS.index(mine), CARDS.index(theirs)
        lower = [] if ranks[0] == ranks[1] else [by if ranks[0] < ranks[1] else play.target]
        return state, lower


def discarding(state: State, by: str, card: str) -> State:
    """Let a player discard, and the others forget that they hold that card."""
    hands = {**state.hands, by: without(state.hands[by], [card])}
    known = {
        who: {name: view for name, view in (of or {}).items() if (name, view) != (by, card)}
        for who, of in state.known.items()
    }
    return state.replace(hands=hands, discards=(*state.discards, card), known=known)


def taken_out(state: State, name: str) -> State:
    hands = {who: cards for who, cards in state.hands.items() if who != name}
    known = {
        who: {other: card for other, card in (of or {}).items() if other != name}
        for who, of in state.known.items()
        if who != name
    }
    discards = (*state.discards, *state.hands[name])
    return state.replace(hands=hands, known=known, discards=discards)


def going_on(state: State, by: str, tell: Tell) -> State:
    """Let the next player draw, or end the round."""
    if len(state.hands) > 1 and state.deck:
        names = [*state.hands]
        if by in names:
            names = names[names.index(by) + 1 :] + names[: names.index(by) + 1]
        return drawing(state.replace(hands={name: state.hands[name] for name in names}), tell)
    held = {name: cards[0] for name, cards in state.hands.items()}
    best = max(held, key=lambda name: CARDS.index(held[name]))
    won_with = f"{best} gets a token with the {held[best]}."
    tell(won_with, by=best, kind="result", pieces=(held[best],))
    tokens = {**state.tokens, best: state.tokens[best] + 1}
    won = Outcome(best, "tokens") if tokens[best] == state.options.tokens else None
    cleared = state.replace(hands={}, deck=(), discards=(), known={}, phase="deal")
    return cleared.replace(tokens=tokens, showdown=held, round=state.round + 1, outcome=won)


def drawing(state: State, tell: Tell) -> State:
    card, *deck = state.deck
    who = state.mover
    hands = {**state.hands, who: (*state.hands[who], card)}
    tell(f"You draw the {card}.", who, by=who, kind="deal", pieces=(card,))
    return state.replace(hands=hands, deck=tuple(deck), turn=state.turn + 1)


class Envoys(Game[EnvoyOptions, State]):
    id = "envoys"
    title = "Envoys"
    summary = "One card in hand; the last one in the round gets a token."
    seats = range(2, 5)
    options = EnvoyOptions
    deal, play = Deal(), Playing()
    kinds = (deal, play)
    private = True

    def initial_state(self, players: tuple[str, ...], options: EnvoyOptions) -> State:
        return State(players, options, dict.fromkeys(players, 0))

    def pending(self, state: State) -> tuple[Decision, ...]:
        if state.outcome is not None:
            return ()
        return (self.deal if state.phase == "deal" else self.play).pending(state)

    def seen_by(self, state: State, viewer: str | None) -> State:
        hidden = {name: HiddenCards(own) for name, own in state.hands.items() if name != viewer}
        known = {who: of if who == viewer else None for who, of in state.known.items()}
        hands = {**state.hands, **hidden}
        return state.replace(hands=hands, deck=HiddenCards(state.deck), known=known)

    def determinize(self, view: State, random: RandomSource) -> State:
        if not view.hands:
            return view.replace(deck=())
        known = {name: card for of in view.known.values() for name, card in (of or {}).items()}
        there = [card for own in view.hands.values() for card in own if card != HIDDEN]
        left = without(DECK, [*there, *view.discards, *known.values()])
        cards = iter(sample(len(left), left, random))
        hands = dict(view.hands)
        for name, own in hands.items():
            if isinstance(own, HiddenCards):
                sure = (known[name],) if name in known else ()
                hands[name] = (*sure, *(next(cards) for _ in own[len(sure) :]))
        deck = tuple(next(cards) for _ in view.deck)
        guessed = {who: {} if of is None else of for who, of in view.known.items()}
        return view.replace(hands=hands, deck=deck, known=guessed)

    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        tell(f"{player} forfeits.", by=player)
        after = state.replace(gone=(*state.gone, player))
        left = [name for name in state.players if name not in after.gone]
        if len(left) == 1:
            return after.replace(outcome=Outcome(left[0], "forfeit"))
        if player not in state.hands:
            return after
        moved = state.mover == player
        after = taken_out(after, player)
        if len(after.hands) > 1 and not moved:
            return after
        return going_on(after, player, tell)


GAME = Envoys()
