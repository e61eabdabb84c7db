"""How a match starts: seats, the deal, the bans, and what Player 2 declares.

The decider, if the options name one, settles who is Player 1 and who is on the left. Chance deals
the four starting configurations, unless the options give them. Player 2, Player 1 and Player 2
again each take one out of the choice, and the one that is left is played. Then Player 2 closes a
module to Player 1 for turn 1, or none.
"""

from collections.abc import Mapping
from itertools import product
from operator import attrgetter
from typing import ClassVar, Final, Literal

from umpire.games.base import (
    CHANCE,
    CHOICE,
    ChanceKind,
    ChoiceKind,
    Decision,
    Dice,
    NotAllowed,
    NotUnderstood,
    Tell,
)
from umpire.games.cards import names
from umpire.games.denizens_of_tartarus.cards import (
    CARD_BY_NAME,
    CARDS,
    COLORS,
    DECK,
    HAND,
    LETTERS,
    MODULES,
    Configuration,
    Hand,
    Line,
    ModuleName,
    as_hand,
    read_cards,
)
from umpire.games.denizens_of_tartarus.modules import Matching
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.kinds import Permission, WordsKind
from umpire.games.page import Field, Question
from umpire.games.results import mention
from umpire.games.text import join_words, not_understood, words
from umpire.games.two_players import Side

_ROLES: Final = {"first": ("first", "p1", "1"), "second": ("second", "p2", "2")}
_PLACES: Final = {"left": ("left", "l"), "right": ("right", "r")}


def _seat_spellings(role: str, place: str) -> tuple[str, ...]:
    """Return how seats may be spelt: `role place`, `place role`, or without one P1 on the left."""
    pairs = product(_ROLES[role], _PLACES[place])
    both = [text for pair in pairs for text in (" ".join(pair), " ".join(pair[::-1]))]
    is_player_1_left = (role == "first") == (place == "left")
    return (*both, *_ROLES[role]) if is_player_1_left else (*both,)


class SeatsKind(WordsKind[State, str]):
    """The seats: the decider's own role and side, such as `second left`."""

    name = "seats"
    task = "choose the seats"
    asks = "The decider, if the options name one: who is Player 1, and who is on the left."
    notation = (
        "first or second (p1, p2, 1, 2), with left or right if you like; without a side, Player 1 "
        "is on the left"
    )
    examples = ("first", "second left", "right, p1")
    limit = "seats_seconds; then the seats follow the order of the header"
    spellings: ClassVar[Mapping[str, tuple[str, ...]]] = {
        f"{role} {place}": _seat_spellings(role, place) for role, place in product(_ROLES, _PLACES)
    }
    hint = "Say first or second, and left or right if you like. Example: second left."

    def pending(self, state: State) -> tuple[Decision, ...]:
        decider = state.decider
        assert decider is not None, "seats are only asked of a decider"
        return (Decision("seats", decider, self, state.limits.seats),)

    def ask(self, view: State, decision: Decision) -> str:
        return "Will you be Player 1 or Player 2, and on the left or on the right?"

    def question(self, view: State, decision: Decision) -> Question:
        number = "1" if self.default_answer(view, decision).startswith("first") else "2"
        return Question(
            "Player 1 or 2, left or right?",
            condition="Player 1 moves first.",
            otherwise=f"then you are Player {number}",
        )

    def normalize_text(self, text: str) -> str:
        return " ".join(words(text))

    def answer(self, word: str, number: int) -> str:
        return word

    def default_answer(self, state: State, decision: Decision) -> str:
        """Return the seats in the header's order (ruling 3)."""
        return "first left" if decision.by == state.players[0] else "second right"

    def apply(self, state: State, answers: Mapping[str, str], tell: Tell) -> State:
        """Seat the players; their invocations move with them."""
        ((decider, answer),) = answers.items()
        other = state.opponent_of(decider)
        role, place = answer.split()
        order = (decider, other) if role == "first" else (other, decider)
        left = decider if place == "left" else other
        tell(
            f"{order[0]} is Player 1 and {order[1]} is Player 2. {left} is on the left.",
            by=decider,
            kind="move",
            did=f"chose to be Player {1 if role == 'first' else 2}, on the {place}",
        )
        return begin_deal_or_bans(
            state.replace(
                seats=order,
                left=left,
                is_seated=True,
                spirits=state.spirits if order == state.seats else state.spirits[::-1],
            )
        )


_DEAL_NOTATION: Final = (
    "Player 1's hand, Player 2's hand and the deck. "
    "Example: R1 Y2 G3 | B1 P2 R3 | and the other 19 cards."
)


class DealKind(ChanceKind[State, Configuration]):
    """A starting configuration, the next in A, B, C, D."""

    name = "deal"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"deal {_next_letter(state)}", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        return f"Deal configuration {_next_letter(view)}: {_DEAL_NOTATION}"

    def read(self, state: State, decision: Decision, text: str) -> Configuration:
        cards = read_cards(text, ",;|/")
        if len(cards) != len(CARDS):
            raise NotUnderstood(f"A deal is {len(CARDS)} cards, not {len(cards)}: {_DEAL_NOTATION}")
        hands = as_hand(cards[:HAND]), as_hand(cards[HAND : 2 * HAND])
        dealt = Configuration(hands, cards[2 * HAND :])
        fault = dealt.fault()
        if fault is not None:
            raise NotAllowed(fault)
        return dealt

    def format(self, answer: Configuration) -> str:
        first, second = (names(sorted(hand, key=attrgetter("number"))) for hand in answer.hands)
        return f"{first} | {second} | {names(answer.deck)}"

    def is_open(self, answer: Configuration) -> bool:
        return True

    def apply(self, state: State, answers: Mapping[str, Configuration], tell: Tell) -> State:
        """Show the configuration; after the fourth the bans begin."""
        dealt, letter = answers[CHANCE], _next_letter(state)
        tell(
            f"Configuration {letter}: {self.format(dealt)}.",
            kind="deal",
            pieces=tuple([card.name for card in dealt.cards]),
            did=f"configuration {letter} was dealt",
        )
        configurations = (*state.open_configurations, dealt)
        return state.replace(
            configurations=configurations,
            phase="ban" if len(configurations) == len(LETTERS) else "deal",
        )

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        """Draw two hands, of which only Player 2's is drawn again if it must be, and the deck."""
        first = _draw_hand(dice)
        second = _draw_hand(dice)
        while set(first) & set(second):
            second = _draw_hand(dice)
        rest = [str(card) for card in CARDS if card not in first and card not in second]
        deck = tuple(CARD_BY_NAME[name] for name in dice.draw(DECK, rest))
        return self.format(Configuration((first, second), deck))


def begin_deal_or_bans(state: State) -> State:
    """Begin the bans if the options give the configurations, else the deal of the first."""
    return state.replace(phase="ban" if state.open_configurations else "deal")


def _next_letter(state: State) -> str:
    return LETTERS[len(state.open_configurations)]


def _draw_hand(dice: Dice) -> Hand:
    colors = dice.draw(HAND, COLORS)
    return tuple(CARD_BY_NAME[f"{color[0]}{number}"] for number, color in enumerate(colors, 1))


BANNERS: Final[tuple[Side, ...]] = (1, 0, 1)
"""The sides that ban, in order."""


class BanKind(WordsKind[State, str]):
    """A player bans a configuration, by its letter."""

    name = "ban"
    task = "ban a configuration"
    asks = "Player 2, Player 1 and Player 2 in turn: which starting configuration to ban."
    notation = "A, B, C or D, with or without ban before it"
    examples = ("C", "ban c")
    limit = "ban_seconds; then the first letter left is banned"
    spellings: ClassVar[Mapping[str, tuple[str, ...]]] = {
        letter: (f"ban {letter.lower()}",) for letter in LETTERS
    }

    def pending(self, state: State) -> tuple[Decision, ...]:
        banned = len(state.bans)
        banner = state.seats[BANNERS[banned]]
        return (Decision(f"ban {banned + 1}", banner, self, state.limits.ban),)

    def ask(self, view: State, decision: Decision) -> str:
        return f"Which configuration do you ban: {_choice(view)}?"

    def question(self, view: State, decision: Decision) -> Question:
        return Question(
            "Which configuration do you ban?",
            condition="The last one left is played.",
            otherwise=f"then {self.default_answer(view, decision)} is banned",
        )

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        """Return the hand that the player would have in each configuration."""
        side = view.seats.index(decision.by)
        hands = zip(LETTERS, view.open_configurations, strict=True)
        says = {letter: f"your hand {names(each.hands[side])}" for letter, each in hands}
        return {CHOICE: Field("One of these", says=says)}

    def normalize_text(self, text: str) -> str:
        return " ".join(words(text))

    def may(self, state: State, decision: Decision) -> Mapping[str, Permission]:
        refusals = {
            letter: f"{letter} is banned already. Ban {_choice(state)}." for letter in state.bans
        }
        return {letter: refusals.get(letter, True) for letter in LETTERS}

    def refusal(self, state: State, decision: Decision, text: str) -> str:
        return f"{not_understood(text)} Name one configuration: {_choice(state)}."

    def answer(self, word: str, number: int) -> str:
        return word

    def format(self, answer: str) -> str:
        return f"ban {answer}"

    def default_answer(self, state: State, decision: Decision) -> str:
        """Return the first letter left (ruling 3)."""
        return _open_letters(state)[0]

    def apply(self, state: State, answers: Mapping[str, str], tell: Tell) -> State:
        """Ban the letter; after the third ban the one left is set up."""
        ((by, letter),) = answers.items()
        tell(f"{by} bans {letter}.", by=by, kind="move", did=f"banned {letter}")
        banned = state.replace(bans=(*state.bans, letter))
        return banned if len(banned.bans) < len(BANNERS) else _use_last_configuration(banned, tell)


def _choice(state: State) -> str:
    """Return the letters that may be banned, as a sentence lists them."""
    return join_words(_open_letters(state), "or")


def _open_letters(state: State) -> tuple[str, ...]:
    return tuple([letter for letter in LETTERS if letter not in state.bans])


def _use_last_configuration(state: State, tell: Tell) -> State:
    """Use the configuration that is not banned: Matching shows the bottom card of its deck."""
    (letter,) = _open_letters(state)
    configuration = state.open_configurations[LETTERS.index(letter)]
    first, second = configuration.hands
    tell(
        f"Configuration {letter} is played. {state.seats[0]} holds {names(first)}, "
        f"{state.seats[1]} holds {names(second)}.",
        kind="deal",
        pieces=tuple([card.name for card in (*first, *second)]),
        did=f"configuration {letter} is played",
    )
    return state.replace(
        phase="declare",
        configuration=letter,
        hands=configuration.hands,
        deck=configuration.deck,
        modules={**state.modules, "Matching": Matching(card=configuration.deck[-1])},
    )


_ModuleOrNone = ModuleName | Literal["none"]


class DeclareKind(ChoiceKind[State, _ModuleOrNone]):
    """Player 2 closes a module to Player 1 for turn 1, or none."""

    name = "declare"
    task = "close a module for turn 1"
    asks = "Player 2: which module, if any, is closed to Player 1 in turn 1."
    notation = "MODULE, with or without block or declare before it; none or pass"
    examples = ("set", "block Sh", "none")
    limit = "declare_seconds; then none"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision("declare", state.seats[1], self, state.limits.declare),)

    def ask(self, view: State, decision: Decision) -> str:
        return f"Which module do you close to {view.seats[0]} for turn 1, or none?"

    def question(self, view: State, decision: Decision) -> Question:
        return Question(
            "Which module do you close?",
            condition=f"{view.seats[0]} cannot play there in turn 1.",
            otherwise="or none",
        )

    def read(self, state: State, decision: Decision, text: str) -> _ModuleOrNone:
        """Read `[declare or block]` and a module, `none` or `pass`."""
        line = Line(text)
        line.take_word("declare", "block")
        hint = "Name one module, or none. Example: set."
        if not line.peek():
            raise NotUnderstood(f"{not_understood(text)} {hint}")
        module: _ModuleOrNone = "none" if line.take_word("none", "pass") else line.take_module()
        line.expect_end(hint)
        return module

    def default_answer(self, state: State, decision: Decision) -> _ModuleOrNone:
        """Return none (ruling 3)."""
        return "none"

    def apply(self, state: State, answers: Mapping[str, _ModuleOrNone], tell: Tell) -> State:
        """Begin turn 1. Ruling 5: the module is closed in that alone, at no invocation."""
        ((by, module),) = answers.items()
        if module == "none":
            tell(f"{by} closes no module.", by=by, kind="move", did="closed no module")
            return state.replace(phase="turn", turn=1)
        tell(
            f"{by} closes {module} to {state.seats[0]} for turn 1.",
            by=by,
            kind="move",
            did=f"closed {module} to {mention(state.seats[0])} for turn 1",
        )
        return state.replace(phase="turn", turn=1, blocked=module)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        return (*MODULES, "none")
