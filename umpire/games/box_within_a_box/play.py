"""The kind `play`: both players choose, in secret, a card of the pool and how it moves a Box.

Asked in each of the four rounds of a bout. In rounds 1 and 3 each moves the Box of the other, in
rounds 2 and 4 their own. `naming` has how a movement is named, `rounds` what both plays do.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice
from typing import Final, NamedTuple

from umpire.games.base import (
    Decision,
    DecisionKind,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Step,
)
from umpire.games.box_within_a_box.cards import KINDS, Card, CardList, Cards, listed_cards
from umpire.games.box_within_a_box.components import TILE_NAMES
from umpire.games.box_within_a_box.movements import (
    Box,
    Movement,
    Name,
    landings,
    named,
    read_name,
    shortest,
    tiles_text,
)
from umpire.games.box_within_a_box.rounds import (
    LOST,
    Play,
    TimedOut,
    box_of,
    can_play,
    lose_on_time,
    movable,
    owed_in_secret,
    play_round,
)
from umpire.games.box_within_a_box.state import State
from umpire.games.box_within_a_box.text import cell, number_of, plain
from umpire.games.notation import listed, not_understood, quoted
from umpire.games.two_players import SIDES, Side

_NO_PLAY: Final = ("none", "pass", "no card")
_CARD_NUMBER: Final = re.compile(r"#?([0-9]+)")
_MOST_WAYS: Final = 500
"""As many choices as a drop-down takes."""
_WAYS_SUGGESTED: Final = 8
"""How many movements of each card are offered."""


@dataclass(frozen=True, slots=True)
class NoPlay:
    """No card, because none can move the Box."""

    def __str__(self) -> str:
        return "none"


Answer = Play | NoPlay | TimedOut


class PlayKind(DecisionKind[State, Answer]):
    """A card with one of its movements, or none where no card of the pool can move the Box."""

    name = "play"
    task = "play a card"
    asks = (
        "In each of a bout's four rounds both players choose in secret: a community card, and how "
        "it moves the opponent's Box (rounds 1 and 3) or their own (rounds 2 and 4)."
    )
    notation = (
        "CARD and the way of the Box: tiles (the whole path, where the parts end, or where it all "
        "ends) or a direction for each number of the card. Only the card if there is one way. "
        "none, pass or no card if no card can move the Box. A card is its number or its name, "
        "which may be shortened"
    )
    examples = ("LUNGE D7", "3 up", "#3 D4-D5-D6-D7", "lun u", "10 right+up", "none")
    limit = f"seconds_play; {LOST}. If no card can move the Box, it counts as none"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask both. Ruling 12: a player whose Box no card can move has no reserve at stake."""
        seconds, when = state.terms.options.seconds_play, f"play {state.bout}.{state.round}"
        at_stake = [side for side in SIDES if can_play(state, side)]
        return owed_in_secret(state, self, when, seconds, SIDES, at_stake)

    def ask(self, seen: State, decision: Decision) -> str:
        side = seen.side_of(decision.by)
        box = box_of(seen, side)
        if not box.is_movable(seen.pool):
            return f"Round {seen.round}. {_no_card(box)}"
        whose = "your own" if box.board == side else f"{seen.players[box.board]}'s"
        return f"Round {seen.round}: move {whose} Box, which is on {TILE_NAMES[box.tile]}."

    def read(self, state: State, decision: Decision, text: str) -> Play | NoPlay:
        side = state.side_of(decision.by)
        box = box_of(state, side)
        try:
            said = read_play(text, state.terms.cards)
            if said is None:
                _check_none(state, side)
                return NoPlay()
            card = _card(state.pool, said)
            return Play(card, named(card, box, said.movement))
        except (NotUnderstood, NotAllowed) as refusal:
            if box.is_movable(state.pool):
                raise
            if isinstance(refusal, NotUnderstood):
                raise NotUnderstood(f"{not_understood(text)} {_no_card(box)}") from None
            raise NotAllowed(_no_card(box)) from None

    def format(self, answer: Answer) -> str:
        """Write the card's name and the whole path of the movement."""
        if isinstance(answer, Play):
            return f"{answer.card.name} {tiles_text(answer.movement.path)}"
        return str(answer)

    def default_answer(self, state: State, decision: Decision) -> NoPlay | TimedOut:
        """Take silence for defeat, for no play is invented (ruling 2), or for `none`."""
        return TimedOut() if can_play(state, state.side_of(decision.by)) else NoPlay()

    def apply(self, state: State, answers: Mapping[str, Answer]) -> Step[State]:
        plays: list[Play | None] = []
        for player in state.players:
            answer = answers.get(player)
            if isinstance(answer, TimedOut):
                return lose_on_time(state, player)
            plays.append(answer if isinstance(answer, Play) else None)
        return play_round(state, (plays[0], plays[1]))

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        """Offer some movements of each card that can move the Box, the best for the player first.

        On the own board those are best whose landings pay most, on the other one those that land
        least: what the opponent has bet on is not known.
        """
        side = seen.side_of(decision.by)
        box = box_of(seen, side)
        lines = [
            (cost, card.number, place, f"{card.name} {way}")
            for card in movable(seen, side)
            for place, (cost, way) in enumerate(_best(seen, side, card, box))
        ]
        return tuple(text for *_, text in sorted(lines)) or ("none",)

    def form(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Ask for a card that can move the Box, and for one of its movements once it is chosen."""
        side = seen.side_of(decision.by)
        can = movable(seen, side)
        if not can:
            return {"card": ("none",), "way": ()}
        card = _chosen(seen, filled)
        ways: Iterator[str] = iter(())
        if card in can:
            ways = islice(shortest(card, box_of(seen, side)), _MOST_WAYS)
        return {"card": tuple(one.text for one in can), "way": tuple(ways)}

    def form_line(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> str:
        said = cell(filled, "card")
        card = _offered(seen.terms.cards, said)
        return f"{said if card is None else card.name} {cell(filled, 'way')}".strip()

    def random_choice(
        self, state: State, decision: Decision, random: RandomSource
    ) -> Play | NoPlay:
        side = state.side_of(decision.by)
        can = movable(state, side)
        if not can:
            return NoPlay()
        card = random.choice(can)
        return Play(card, random.choice(box_of(state, side).movements(card).all))


# What is typed


class Said(NamedTuple):
    """A card with perhaps its movement, as a line says it.

    `word` is what was said of the card. `fitting` are the cards of the match that it may mean: one,
    or where it is only the beginning of a name, all that begin so.
    """

    word: str
    fitting: Cards
    movement: Name | None


def read_play(text: str, cards: CardList) -> Said | None:
    """Read a card and perhaps its movement; None is `none`. Raises NotUnderstood."""
    text = plain(text)
    if text in _NO_PLAY:
        return None
    if not text:
        raise NotUnderstood(
            "Nothing is written. Name a card and the way of the Box. Example: 3 up."
        )
    word, _, rest = text.partition(" ")
    return Said(word, _fitting(word, cards), read_name(rest) if rest else None)


def _fitting(word: str, cards: CardList) -> Cards:
    """Return the cards of the match that a word may mean: several if it shortens their names."""
    meant = cards.meant_by(word)
    if meant:
        return meant
    number = _CARD_NUMBER.fullmatch(word)
    if number is None:
        raise NotUnderstood(
            f"{quoted(word)} is not a card. Begin with the card's number or name. Example: 3 up or "
            f"{cards.numbered(3).name} up."
        )
    meant = cards.meant_by(str(number_of(number[1])))
    if not meant:
        raise NotUnderstood(f"{quoted(word)} is not a card. The cards are numbered 1 to {KINDS}.")
    return meant


def _card(pool: Cards, said: Said) -> Card:
    if len(said.fitting) == 1:
        (card,) = said.fitting
        if card not in pool:
            raise NotAllowed(f"{card} is not among the community cards: {listed_cards(pool)}.")
        return card
    fitting = [card for card in said.fitting if card in pool]
    if not fitting:
        raise NotAllowed(
            f"No community card begins with {quoted(said.word)}: {listed_cards(pool)}."
        )
    if len(fitting) > 1:
        names = listed([card.name for card in fitting], "or")
        raise NotAllowed(f"{quoted(said.word)} may be {names}. Add a letter.")
    return fitting[0]


def _no_card(box: Box) -> str:
    """Return what to do if there is only one thing to do."""
    return f"No card can move {box}. Answer none."


def _check_none(state: State, side: Side) -> None:
    can = movable(state, side)
    if can:
        box = box_of(state, side)
        path = tiles_text(box.movements(can[0]).all[0].path)
        raise NotAllowed(
            f"You have to play a card. {can[0]} can move {box}. Example: {can[0].name} {path}."
        )


# What is offered


def _chosen(state: State, filled: Mapping[str, str]) -> Card | None:
    """Return the card that stands in its cell.

    As the drop-down has it, or as a line may name it.
    """
    text = cell(filled, "card")
    card = _offered(state.terms.cards, text)
    if card is not None:
        return card
    try:
        said = read_play(text, state.terms.cards)
    except NotUnderstood:
        return None
    fitting = [one for one in said.fitting if one in state.pool] if said else []
    return fitting[0] if len(fitting) == 1 else None


def _best(state: State, side: Side, card: Card, box: Box) -> Iterator[tuple[float, str]]:
    """Yield the best movements of a card, as many as are offered of each, and what they cost."""
    costs = [
        (_cost(state, side, box, card, movement), place, movement)
        for place, movement in enumerate(box.movements(card).all)
    ]
    best = nsmallest(_WAYS_SUGGESTED, costs)
    ways = shortest(card, box, [movement for *_, movement in best])
    yield from zip([cost for cost, *_ in best], ways, strict=True)


def _cost(state: State, side: Side, box: Box, card: Card, movement: Movement) -> float:
    """Return how bad a movement is for its player, as far as that player can tell."""
    landed = bytes([box.faces[tile] for tile in landings(card, movement)])
    if box.board != side:
        return len(landed)
    bets = state.bets[side] or ()
    return -sum([bet.stake * bet.condition.rate * bet.condition.hits(landed) for bet in bets])


def _offered(cards: CardList, text: str) -> Card | None:
    """Return the card that a choice of the drop-down stands for: `3 LUNGE`."""
    return next((card for card in cards.cards if plain(card.text) == plain(text)), None)
