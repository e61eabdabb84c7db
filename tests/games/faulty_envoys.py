"""Envoys with one fault each: what an author of a game may get wrong."""

import random as common_luck
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from envoys import CARDS, DECK, Deal, EnvoyOptions, Envoys, Play, Playing, State
from pydantic import Field

from umpire.games.base import (
    Answers,
    Decision,
    Dice,
    Form,
    JsonObject,
    NotAllowed,
    NotUnderstood,
    Outcome,
    RandomSource,
    Tell,
    tell_nobody,
)
from umpire.games.cards import HiddenCards, without
from umpire.games.randomness import sample


def changing(tell: Tell, change: Callable[[str | None], str | None]) -> Tell:
    """Return what tells somebody else."""

    def changed(text: str, only: str | None = None, **more: Any) -> None:
        tell(text, change(only), **more)

    return changed


def game_of(fault: type[Any]) -> Envoys:
    """The game with a fault of its own, or of one of its kinds."""
    if issubclass(fault, Envoys):
        return fault()
    kind = fault()
    name = "play" if isinstance(kind, Playing) else "deal"
    kinds = (kind, Envoys.play) if name == "deal" else (Envoys.deal, kind)
    game: Envoys = type(fault.__name__, (Envoys,), {name: kind, "kinds": kinds})()
    return game


# What is told


class TellsAllWhatIsSeen(Playing):
    def effect(self, state: State, play: Play, tell: Tell) -> tuple[State, list[str]]:
        return super().effect(state, play, changing(tell, lambda only: None))


class TellsAThird(Playing):
    def effect(self, state: State, play: Play, tell: Tell) -> tuple[State, list[str]]:
        third = [name for name in state.players if name not in (state.mover, play.target)]
        instead = changing(tell, lambda only: third[0]) if third else tell_nobody
        return super().effect(state, play, instead)


class TellsNobodyWhoIsThere(Playing):
    def effect(self, state: State, play: Play, tell: Tell) -> tuple[State, list[str]]:
        return super().effect(state, play, changing(tell, lambda only: f"{only} "))


class TellsAllWhatIsDrawn(Playing):
    def apply(self, state: State, answers: Answers[Play], tell: Tell) -> State:
        return super().apply(state, answers, changing(tell, lambda only: None))


class CountsInTheOpen(Playing):
    def apply(self, state: State, answers: Answers[Play], tell: Tell) -> State:
        after = super().apply(state, answers, tell)
        if held := [cards[0] for cards in after.hands.values()]:
            tell(f"{held.count('clerk')} clerks are held.")
        return after


class ShowsACardOfTheDeck(Deal):
    def apply(self, state: State, answers: Answers[tuple[str, ...]], tell: Tell) -> State:
        after = super().apply(state, answers, tell)
        tell(f"The last card of the deck is the {after.deck[-1]}.")
        return after


class DrawsWhatIsSeen(Playing):
    """The sentence says nothing to the others, and what a page draws of it does."""

    def effect(self, state: State, play: Play, tell: Tell) -> tuple[State, list[str]]:
        if play.card == "seer":
            tell(f"{state.mover} looks.", by=state.mover, pieces=state.hands[play.target])
        return super().effect(state, play, tell)


class SaysWhoseDoingItIs(Playing):
    def effect(self, state: State, play: Play, tell: Tell) -> tuple[State, list[str]]:
        best = max(state.hands, key=lambda name: CARDS.index(state.hands[name][0]))
        tell("Somebody smiles.", by=best)
        return super().effect(state, play, tell)


class DrawsFromASet(Playing):
    def apply(self, state: State, answers: Answers[Play], tell: Tell) -> State:
        after = super().apply(state, answers, tell)
        tell(f"In the round are {', '.join({*after.hands})}.")
        return after


class RollsDiceAside(Playing):
    def apply(self, state: State, answers: Answers[Play], tell: Tell) -> State:
        after = super().apply(state, answers, tell)
        tell(f"Luck {common_luck.random()}.")
        return after


class RemembersAside(Playing):
    plays_seen = 0

    def apply(self, state: State, answers: Answers[Play], tell: Tell) -> State:
        type(self).plays_seen += 1
        after = super().apply(state, answers, tell)
        tell(f"That is play {self.plays_seen}.")
        return after


class SaysNothing(Playing):
    def apply(self, state: State, answers: Answers[Play], tell: Tell) -> State:
        after = super().apply(state, answers, tell)
        tell("")
        return after


# What is read


class RefusesByTheHolder(Playing):
    def read(self, state: State, decision: Decision, text: str) -> Play:
        play = self.understood(state, text)
        if play.card not in state.hands[decision.by]:
            holders = [name for name, held in state.hands.items() if play.card in held]
            raise NotAllowed(f"Not you but {holders or 'nobody'} can play that.")
        return super().read(state, decision, text)


class RefusesByWhatTheTargetHolds(Playing):
    def read(self, state: State, decision: Decision, text: str) -> Play:
        play = super().read(state, decision, text)
        if play.target and "queen" in state.hands[play.target]:
            raise NotAllowed(f"{play.target} cannot be chosen now.")
        return play


class WarnsByWhatTheTargetHolds(Playing):
    hands: Mapping[str, tuple[str, ...]] = {}

    def read(self, state: State, decision: Decision, text: str) -> Play:
        type(self).hands = state.hands
        return super().read(state, decision, text)

    def preview(self, view: State, decision: Decision, answer: Play) -> str:
        return f"{answer.target} holds {self.hands[answer.target]}." if answer.target else ""


class TakesAWordThatItNeverWrites(Playing):
    def understood(self, state: State, text: str) -> Play:
        return Play("pass") if text == "skip" else super().understood(state, text)

    def read(self, state: State, decision: Decision, text: str) -> Play:
        return Play("pass") if text == "skip" else super().read(state, decision, text)


class WritesAnotherCard(Playing):
    def format(self, answer: Play) -> str:
        return super().format(answer).replace("queen", "quene")


class LosesTheGuess(Playing):
    def format(self, answer: Play) -> str:
        guess = "seer" if answer.guess == "duke" else answer.guess
        return super().format(answer._replace(guess=guess))


class TakesWhatCannotBeApplied(Playing):
    def understood(self, state: State, text: str) -> Play:
        return Play("seer") if text == "seer" else super().understood(state, text)


class ReadsCapitalsAlone(Playing):
    def understood(self, state: State, text: str) -> Play:
        if any(name.casefold() in text.split() for name in state.players):
            raise NotUnderstood("Names begin with a capital letter.")
        return super().understood(state, text)


class StumblesOverShortTexts(Playing):
    def understood(self, state: State, text: str) -> Play:
        if text.split()[0] == "clerk" and text.split()[2] not in CARDS:
            raise NotUnderstood("Which card? Write clerk Bo duke.")
        return super().understood(state, text)


class RefusesInAWord(Playing):
    def understood(self, state: State, text: str) -> Play:
        try:
            return super().understood(state, text)
        except NotUnderstood:
            raise NotUnderstood("no") from None


class HasAnExampleOfAnotherGame(Playing):
    examples = ("seer Bo", "guard Bo baron")


class SuggestsWhatIsNotHeld(Playing):
    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        return (*super().suggest(view, decision), "queen")


class AsksForNothing(Playing):
    def ask(self, view: State, decision: Decision) -> str:
        return "play"


class HasASilenceThatIsRefused(Playing):
    def default_answer(self, state: State, decision: Decision) -> Play:
        return Play("duke", state.mover)


class AsksByWhatIsHeld(Playing):
    def pending(self, state: State) -> tuple[Decision, ...]:
        queens = sum("queen" in held for held in state.hands.values())
        return tuple(one._replace(limit=60.0 + queens) for one in super().pending(state))


class NamesAQuestionTwice(Playing):
    def pending(self, state: State) -> tuple[Decision, ...]:
        return tuple(one._replace(id=f"play {state.turn % 5}") for one in super().pending(state))


class AsksTwice(Playing):
    def pending(self, state: State) -> tuple[Decision, ...]:
        (one,) = super().pending(state)
        return (one, one._replace(id=f"{one.id} again"))


class PreviewsWhatIsNotThere(Playing):
    def preview(self, view: State, decision: Decision, answer: Play) -> str:
        return f"{answer.target} has {view.tokens[answer.target]} tokens."


class OffersByWhatIsHeld(Playing):
    hands: Mapping[str, tuple[str, ...]] = {}

    def pending(self, state: State) -> tuple[Decision, ...]:
        decisions = super().pending(state)
        if all(not isinstance(held, HiddenCards) for held in state.hands.values()):
            return tuple(one._replace(kind=_Offering(state.hands)) for one in decisions)
        return decisions


class OffersWhatItCannotRead(Playing):
    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        targets = tuple(name for name in view.players if name != decision.by)
        return {"card": (*view.hands[decision.by], "keep"), "target": targets}


class _Offering(Playing):
    def __init__(self, hands: Mapping[str, tuple[str, ...]]) -> None:
        self.hands = hands

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        others = [name for name in self.hands if name != decision.by]
        if "card" not in filled:
            return {"card": view.hands[decision.by]}
        return {
            "card": view.hands[decision.by],
            "target": tuple(sorted(others, key=lambda name: self.hands[name])),
        }


# How a match goes on


class DealsInWhoIsGone(Deal):
    def dealt_in(self, state: State) -> tuple[str, ...]:
        return state.players


class GivesTokensBack(Playing):
    def apply(self, state: State, answers: Answers[Play], tell: Tell) -> State:
        after = super().apply(state, answers, tell)
        tokens = {name: min(n, 1) for name, n in after.tokens.items()}
        return after.replace(tokens=tokens, outcome=None)


class DealsForEver(Deal):
    def apply(self, state: State, answers: Answers[tuple[str, ...]], tell: Tell) -> State:
        return state.replace(round=state.round + 1)


class ChangesItsState(Playing):
    def apply(self, state: State, answers: Answers[Play], tell: Tell) -> State:
        after = super().apply(state, answers, tell)
        if isinstance(state.tokens, dict):
            state.tokens[state.mover] += 1
        return after


class AsksNobody(Playing):
    def pending(self, state: State) -> tuple[Decision, ...]:
        return () if state.turn == 3 else super().pending(state)


# The game


class ShowsHands(Envoys):
    def seen_by(self, state: State, viewer: str | None) -> State:
        return super().seen_by(state, viewer).replace(hands=state.hands)


class ShowsTheNextHand(Envoys):
    def seen_by(self, state: State, viewer: str | None) -> State:
        view = super().seen_by(state, viewer)
        if viewer is None or viewer not in state.hands:
            return view
        names = [*state.hands]
        after = names[(names.index(viewer) + 1) % len(names)]
        return view.replace(hands={**view.hands, after: state.hands[after]})


class ShowsTheDeck(Envoys):
    def seen_by(self, state: State, viewer: str | None) -> State:
        return super().seen_by(state, viewer).replace(deck=state.deck)

    def determinize(self, view: State, random: RandomSource) -> State:
        guessed = super().determinize(view, random)
        if not view.deck:
            return guessed
        known = {name: card for of in view.known.values() for name, card in (of or {}).items()}
        there = [c for own in view.hands.values() for c in own if not isinstance(own, HiddenCards)]
        left = without(DECK, [*there, *view.discards, *known.values(), *view.deck])
        cards = iter(sample(len(left), left, random))
        hands = dict(view.hands)
        for name, own in hands.items():
            if isinstance(own, HiddenCards):
                sure = (known[name],) if name in known else ()
                hands[name] = (*sure, *(next(cards) for _ in own[len(sure) :]))
        return guessed.replace(deck=view.deck, hands=hands)


class ShowsTheDeckUnnoticed(Envoys):
    """Nobody told `determinize` that the deck lies open now."""

    def seen_by(self, state: State, viewer: str | None) -> State:
        return super().seen_by(state, viewer).replace(deck=state.deck)


class ShowsWhatOthersKnow(Envoys):
    def seen_by(self, state: State, viewer: str | None) -> State:
        return super().seen_by(state, viewer).replace(known=state.known)


class ReportsHandsTwice(Envoys):
    def report(self, state: State) -> JsonObject:
        held = " and ".join(f"{name} {cards}" for name, cards in state.hands.items())
        return super().report(state) | {"held": held}


class CopiesHands(Deal):
    """A copy of what is dealt stands where nobody masks it."""

    def apply(self, state: State, answers: Answers[tuple[str, ...]], tell: Tell) -> State:
        after = super().apply(state, answers, tell)
        return after.replace(showdown={name: cards[0] for name, cards in after.hands.items()})


class WritesNotes(Playing):
    """What is left in the hand of the player whose turn it was stands in a text for everybody."""

    def apply(self, state: State, answers: Answers[Play], tell: Tell) -> State:
        after = super().apply(state, answers, tell)
        kept = after.hands.get(state.mover)
        if not kept or after.outcome or not after.hands:
            return after
        return after.replace(last=f"{after.last} They keep {kept[0]}.")


class Traced(HiddenCards):
    """Hidden cards that remember what they were."""

    def __new__(cls, cards: Any) -> "Traced":
        made = super().__new__(cls, cards)
        made.cards = cards  # type: ignore[attr-defined]
        return made  # type: ignore[return-value]


class KeepsATrace(Envoys):
    def seen_by(self, state: State, viewer: str | None) -> State:
        view = super().seen_by(state, viewer)
        held = {n: Traced(c) if n != viewer else c for n, c in state.hands.items()}
        return view.replace(hands=held)

    def scores(self, view: State) -> Mapping[str, Mapping[str, float]]:
        ranks = {name: getattr(held, "cards", held) for name, held in view.hands.items()}
        return {"rank": {name: float(CARDS.index(cards[0])) for name, cards in ranks.items()}}


class GuessesWhatIsGone(Envoys):
    def determinize(self, view: State, random: RandomSource) -> State:
        return (
            super().determinize(view.replace(discards=()), random).replace(discards=view.discards)
        )


class GuessesAgainstWhatWasSeen(Envoys):
    def determinize(self, view: State, random: RandomSource) -> State:
        known = {who: None if of is None else {} for who, of in view.known.items()}
        guessed = super().determinize(view.replace(known=known), random)
        return guessed.replace(known={who: of or {} for who, of in view.known.items()})


class GuessesAnyCard(Envoys):
    def determinize(self, view: State, random: RandomSource) -> State:
        guessed = super().determinize(view, random)
        hidden = {n: own for n, own in view.hands.items() if isinstance(own, HiddenCards)}
        hands = {n: tuple(random.choice(CARDS) for _ in own) for n, own in hidden.items()}
        return guessed.replace(hands={**guessed.hands, **hands})


class GuessesOneCard(Envoys):
    def determinize(self, view: State, random: RandomSource) -> State:
        guessed = super().determinize(view, random)
        hands = {
            name: ("clerk",) * len(own) if isinstance(view.hands[name], HiddenCards) else own
            for name, own in guessed.hands.items()
        }
        return guessed.replace(hands=hands)


class GuessesNothingOfWhatIsKnown(Envoys):
    def determinize(self, view: State, random: RandomSource) -> State:
        return super().determinize(view, random).replace(known=view.known)


class GuessesHalf(Envoys):
    """The deck stays hidden in a guess."""

    def determinize(self, view: State, random: RandomSource) -> State:
        return super().determinize(view, random).replace(deck=HiddenCards(view.deck))


class GuessesTheViewer(Envoys):
    """What the viewer holds is guessed too."""

    def determinize(self, view: State, random: RandomSource) -> State:
        if not view.hands:
            return super().determinize(view, random)
        hands = {name: HiddenCards(own) for name, own in view.hands.items()}
        return super().determinize(view.replace(hands=hands), random)


class HasBotsThatCheat(Envoys):
    def bot_moves(self, view: State, decision: Decision) -> tuple[str, ...]:
        return (*super().bot_moves(view, decision), "queen")


class CountsNothing(Envoys):
    def evaluate(self, state: State) -> Mapping[str, Mapping[str, float]]:
        return {"chance": {name: float("nan") for name in state.hands}}


class CountsTheBank(Envoys):
    def scores(self, view: State) -> Mapping[str, Mapping[str, float]]:
        return {"tokens": {**view.tokens, "the bank": 1.0}}


class CountsWhatIsMasked(Envoys):
    def scores(self, view: State) -> Mapping[str, Mapping[str, float]]:
        return {"rank": {name: CARDS.index(held[0]) for name, held in view.hands.items()}}


class GoesWrongWithMany(Envoys):
    def initial_state(self, players: tuple[str, ...], options: Any) -> State:
        begun = super().initial_state(players, options)
        return begun.replace(last=(*CARDS, *players)[options.tokens])


class ManyTokens(EnvoyOptions):
    tokens: Annotated[int, Field(ge=1, le=9)] = 10


class HasADefaultThatIsRefused(Envoys):
    options = ManyTokens


class DealsInOrder(Deal):
    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        return " ".join(DECK)


class DealsByItsOwnLuck(Deal):
    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        return " ".join(common_luck.sample(DECK, len(DECK)))


class ForfeitsAndTells(Envoys):
    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        after = super().forfeit(state, player, tell)
        left = [" ".join(held) for name, held in state.hands.items() if name != player]
        tell(f"The others hold {', '.join(left)}.")
        return after


class ForfeitsAndStays(Envoys):
    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        after = super().forfeit(state, player, tell)
        return after if after.outcome else state


class EndsInNothing(Envoys):
    def initial_state(self, players: tuple[str, ...], options: Any) -> State:
        if len(players) == self.seats[-1]:
            raise KeyError(players[-1])
        return super().initial_state(players, options)


class IsWonByNobodyWhoPlays(Envoys):
    def outcome(self, state: State) -> Outcome | None:
        ended = super().outcome(state)
        return ended and Outcome("the bank", ended.reason)


class ShowsTooManyRows(Envoys):
    def screen(self, view: State, match: Any, viewer: str | None) -> Any:
        blocks = super().screen(view, match, viewer)
        return {**blocks, "facts": blocks["facts"] * 2}


FROM_A_SET = game_of(DrawsFromASet)
"""Where another process finds it."""


class ReportsFromASet(Playing):
    """What is discarded comes in the order of a set, once there is more than a round of it."""

    def apply(self, state: State, answers: Answers[Play], tell: Tell) -> State:
        after = super().apply(state, answers, tell)
        later = after.turn > 20 and len({*after.discards}) > 1
        return after.replace(last=" ".join({*after.discards})) if later else after


LATE_FROM_A_SET = game_of(ReportsFromASet)
"""Another one, in which that shows only after a while."""


class SharesFromASet(Playing):
    """The winners of a match that is shared are in the order of a set."""

    def apply(self, state: State, answers: Answers[Play], tell: Tell) -> State:
        after = super().apply(state, answers, tell)
        if after.outcome is None:
            return after
        return after.replace(outcome=Outcome(None, "tokens", tuple({*state.players})))


SHARED_FROM_A_SET = game_of(SharesFromASet)
