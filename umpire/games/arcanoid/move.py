"""`move`: an actor's turn, one of the actions of `commitments` and `trumps`."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from umpire.games.arcanoid import page
from umpire.games.arcanoid.actions import Action, Line, Move, Trump, players_named, targets, written
from umpire.games.arcanoid.cards import (
    CHARIOT,
    LONG_NAMES,
    SUITS,
    Cards,
    in_order,
    is_trump,
    read_cards,
    split_words,
    suits_of,
)
from umpire.games.arcanoid.combinations import GOOD, combination, use_of, value_of
from umpire.games.arcanoid.commitments import (
    COMBINATIONS,
    Abdicate,
    Commit,
    Discard,
    Secret,
    World,
    committing,
    random_combination,
    random_lone_ace,
    random_numbers,
)
from umpire.games.arcanoid.kinds import CARDS, FIELD, WHO, PlayersKind, normalize_line
from umpire.games.arcanoid.state import State
from umpire.games.arcanoid.trumps import PLAYED, Remove
from umpire.games.base import (
    CHOICE,
    Decision,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Rejected,
    Tell,
)
from umpire.games.page import Draft, Field, Question
from umpire.games.results import verbatim
from umpire.games.text import join_words, normalize, prefix_table, quote

_DISCARD: Final = Discard()
COMMIT: Final = Commit()
_ABDICATE: Final = Abdicate()
_SECRET: Final = Secret()
_REMOVE: Final = Remove()
_WORLD: Final = World()
_ALL: Final[tuple[Action[Any], ...]] = (
    *(_DISCARD, COMMIT, _ABDICATE, _SECRET),
    *PLAYED.values(),
    *(_WORLD, _REMOVE),
)
ACTIONS: Final = {action.word: action for action in _ALL}
"""All that a move may be, by its first word, in the order in which forms offer it."""

_THE: Final = "the "
"""The word that may stand before the name of a trump."""
_TRUMPS: Final = ", ".join(f"{trump.word} {trump.usage}".strip() for trump in PLAYED.values())
_CHOICES: Final = {
    choice: (action, cells) for action in _ALL for choice, cells in action.choices.items()
} | {choice: (action, cells) for action in _ALL for choice, cells in action.later_choices.items()}
"""The choices in the form, in the order in which they are offered, with the cells of each."""
_SUGGESTING: Final = (COMMIT, *PLAYED.values(), _DISCARD, _REMOVE, _ABDICATE)
_SUGGESTED: Final = 40
"""How many moves a drop-down offers at most."""
_TRIES: Final = 12
"""How many random moves are tried before a card is discarded."""


class MoveKind(PlayersKind[Move]):
    """One action, or one more in the same turn where a trump says so."""

    name = "move"
    task = "move"
    asks = "What you do in your turn: discard, commit, abdicate, or play a trump."
    notation = (
        "discard CARD, commit [FIELDS] CARDS, secret [FIELD] CARDS, abdicate FIELD, world FIELD, "
        f"remove temperance; or a trump: {_TRUMPS}. After commit and secret you may leave out the "
        "field if all cards with a suit are of that suit"
    )
    examples = (
        "discard S4",
        "commit S4 S6",
        "commit cups+coins 3 4",
        "abdicate cups",
        "tower Bo swords",
        "world coins",
    )
    limit = (
        "move_seconds; then your oldest card is discarded; if your hand is empty, your first "
        "visible one; if you have no cards at all, you abdicate on your first free field"
    )

    def ask(self, view: State, decision: Decision) -> str:
        free = [SUITS[field] for field in view.seats[self.actor(view, decision)].free]
        return f"Your move{self.whose(view, decision)}. Still open: {join_words(free)}."

    def question(self, view: State, decision: Decision) -> Question:
        actor = self.actor(view, decision)
        is_own = actor == decision.by
        return page.move_question(view, actor, is_own=is_own, limit=decision.limit)

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        return page.move_fields(normalize(filled.get(CHOICE, "")))

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft:
        if missing := page.first_missing(self.form(view, decision, filled), filled):
            return page.missing_draft(missing)
        try:
            move = self.read(view, decision, self.form_line(view, decision, filled))
        except Rejected as refusal:
            return page.missing_draft(verbatim(str(refusal)))
        return page.move_draft(view, self.actor(view, decision), move)

    def read(self, state: State, decision: Decision, text: str) -> Move:
        """Read a move; its first word may be shortened to a prefix of that one only."""
        actor = self.actor(state, decision)
        move = _read(state, actor, normalize_line(text))
        ACTIONS[move.word].judge(state, actor, move.argument)
        return move

    def format(self, answer: Move) -> str:
        action = ACTIONS[answer.word]
        return f"{action.word} {action.format(answer.argument)}".strip()

    def is_open(self, answer: Move) -> bool:
        """Return whether it names no card that the others may not know."""
        return answer.word not in (_DISCARD.word, _SECRET.word)

    def default_answer(self, state: State, decision: Decision) -> Move:
        """Return a move as USA would make it (ruling 6)."""
        seat = state.seats[self.actor(state, decision)]
        if seat.hand or seat.visible:
            return Move(_DISCARD.word, (*seat.hand, *seat.visible)[0])
        return Move(_ABDICATE.word, seat.free[0])

    def answered(self, state: State, actor: str, answer: Move, tell: Tell) -> State:
        return ACTIONS[answer.word].make(state, actor, answer.argument, tell)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return lawful moves, the best first by a simple rule.

        That is the best commitment if it is worth something, then a trump that needs no more, then
        to discard the card of least use. With the deck closed a hand only shrinks: any commitment
        comes first then. Abdications come last.
        """
        actor = self.actor(view, decision)
        moves = [*_couples(view, actor)]
        moves += [move for action in _SUGGESTING for move in action.suggest(view, actor)]
        lawful = [move for move in moves if _is_lawful(view, actor, move)]
        best = sorted(lawful, key=lambda move: _appeal(view, actor, move), reverse=True)
        return tuple([self.format(move) for move in best[:_SUGGESTED]])

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        actor = self.actor(view, decision)
        choices = [choice for choice in _CHOICES if _may_be(view, actor, choice)]
        choice = normalize(filled.get(CHOICE, ""))
        who = normalize(filled.get(WHO, ""))
        cells = _offered(view, actor, choice, who)
        if FIELD in cells and CARDS in cells and not _asks_field(filled):
            del cells[FIELD]
        return {CHOICE: tuple(choices), **cells}

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the line of a form, with the field that the cards tell where its cell is empty."""
        if not filled.get(FIELD, "").strip():
            filled = {**filled, **_told_by_cards(filled.get(CARDS, ""))}
        return super().form_line(view, decision, filled)

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Move:
        actor = self.actor(state, decision)
        for _ in range(_TRIES):
            move = random.choice(_THOUGHT_OF)(state, actor, random)
            if move is not None and _is_lawful(state, actor, move):
                return move
        usable = in_order(state.usable(actor))
        if usable:
            return Move(_DISCARD.word, random.choice(usable))
        return Move(_ABDICATE.word, random.choice(state.seats[actor].free))


def _asks_field(filled: Mapping[str, str]) -> bool:
    """Return whether the field of a commitment is asked for: most cards tell it.

    What is filled in is never taken away.
    """
    cards = _cards(filled.get(CARDS, ""))
    follows = len(suits_of(cards)) == 1 and not any(map(is_trump, cards))
    return bool(filled.get(FIELD, "").strip()) or bool(cards and not follows)


def _offered(view: State, actor: str, choice: str, who: str) -> dict[str, tuple[str, ...]]:
    """Return the cells of a choice; where it needs no cards they offer only lawful moves.

    `who` is the text in that cell, whose target the fields are for. Without a choice there are the
    cards alone.
    """
    cells = _cells(view, actor, choice)
    if CARDS in cells:
        return cells
    lawful = _lawful(view, actor, choice)
    fitting = [texts for texts in lawful if normalize(texts[0]) == who] if WHO in cells else []
    return {
        cell: tuple(dict.fromkeys(texts[at] for texts in ((at and fitting) or lawful)))
        for at, cell in enumerate(cells)
    }


def _cells(view: State, actor: str, choice: str) -> dict[str, tuple[str, ...]]:
    """Return the cells of a choice with everything that could stand in them."""
    every: Form = {WHO: targets(view), FIELD: SUITS, CARDS: in_order(view.usable(actor))}
    if choice not in _CHOICES:
        return {CARDS: every[CARDS]}
    action, cells = _CHOICES[choice]
    values = zip(action.cells, action.values(view, actor), strict=False)
    texts = {cell: tuple(map(written, each)) for cell, each in values if cell != CARDS}
    return {cell: texts.get(cell, every[cell]) for cell in cells}


def _may_be(view: State, actor: str, choice: str) -> bool:
    """Return whether a choice leads to a lawful move, or to cards on which that depends."""
    action, cells = _CHOICES[choice]
    is_offered = action.is_offered(view, actor, choice)
    return is_offered and (CARDS in cells or bool(_lawful(view, actor, choice)))


def _lawful(view: State, actor: str, choice: str) -> list[tuple[str, ...]]:
    """Return how the cells of a choice that needs no cards may be filled in."""
    return [
        texts
        for texts in product(*_cells(view, actor, choice).values())
        if _is_lawful(view, actor, _read(view, actor, normalize_line(" ".join((choice, *texts)))))
    ]


def _couples(view: State, actor: str) -> Iterator[Move]:
    """Yield the commitments of two cards that are no numbers."""
    usable = set(view.usable(actor))
    for field in view.seats[actor].free:
        for cards in COMBINATIONS[field]:
            if len(cards) == 2 and usable.issuperset(cards):
                yield committing((field,), in_order(cards))


def _appeal(view: State, actor: str, move: Move) -> tuple[float, float]:
    """Return the key by which moves are suggested, the greatest first."""
    match move.word:
        case COMMIT.word | _WORLD.word:
            argument = move.argument
            value = value_of(combination(argument.cards, argument.fields, view.variant))
            return (4 if view.supply.closed or value >= GOOD else 1, value)
        case _DISCARD.word:
            return (2, -use_of(view, actor, move.argument))
        case _ABDICATE.word | _REMOVE.word:
            return (0, 0)
    return (3, 0)


def _told_by_cards(text: str) -> dict[str, str]:
    """Return the cells of field and cards for a text that was written under cards alone.

    Written so nothing under cards is read as a field, or skipped as the `on` before one: the knight
    of coins, ON, is the first of cards of several suits no more.
    """
    cards = _cards(text)
    if not cards:
        return {}
    suits = suits_of(cards)
    return {FIELD: SUITS[suits[0]] if len(suits) == 1 else "", CARDS: " ".join(cards)}


def _cards(text: str) -> Cards:
    """Return the cards in the cell of cards; none if a word of it is no card."""
    try:
        return in_order(read_cards(split_words(normalize_line(text))))
    except NotUnderstood:
        return ()


def _is_lawful(state: State, actor: str, move: Move) -> bool:
    """Return whether an actor may make a move."""
    try:
        ACTIONS[move.word].judge(state, actor, move.argument)
    except NotAllowed:
        return False
    return True


def _read(state: State, actor: str, line: str) -> Move:
    """Return the move that a line means. Raises NotUnderstood."""
    first, _, rest = _with_short_name(state, line.removeprefix(_THE)).partition(" ")
    action = _FIRST_WORDS.get(first)
    if action is None:
        raise NotUnderstood(_no_first_word(first))
    if line.startswith(_THE) and not isinstance(action, Trump | World):
        raise NotUnderstood(f'"the" goes with trumps only. Write {action.word}.')
    return action.move(Line(rest, state, actor))


_FIRST_WORDS: Final = prefix_table({**ACTIONS, "judgement": ACTIONS["judgment"]})


def _with_short_name(state: State, line: str) -> str:
    """Return a line that begins with a trump's full name with the first word that it stands for.

    In `hanged Man` a player of that name is meant.
    """
    for name, word in LONG_NAMES.items():
        if line == name or line.startswith(f"{name} "):
            is_player = players_named(state, line.partition(" ")[2])
            return line if is_player else word + line.removeprefix(name)
    return line


def _no_first_word(first: str) -> str:
    matches = sorted(word for word in ACTIONS if first and word.startswith(first))
    meant = f"may be {join_words(matches, 'or')}" if matches else "is not a move"
    wrong = f"{quote(first)} {meant}"
    if first in SUITS or _told_by_cards(first):  # as a form without a choice begins
        wrong = "Say first what you want to do"
    return f"{wrong}. Examples: discard S4, commit swords S4 S6, priestess Bo."


def _random_trump(state: State, actor: str, random: RandomSource) -> Move | None:
    usable = in_order(PLAYED.keys() & state.usable(actor))
    if state.seats[actor].chariot is not None:
        usable = (*usable, CHARIOT)
    return PLAYED[random.choice(usable)].random_move(state, actor, random) if usable else None


_THOUGHT_OF: Final = (
    _DISCARD.random_move,
    _ABDICATE.random_move,
    random_numbers,
    random_numbers,
    random_combination,
    random_combination,
    random_lone_ace,
    _SECRET.random_move,
    _random_trump,
    _random_trump,
    _random_trump,
    _random_trump,
    _REMOVE.random_move,
)
"""The moves that bots think of, the likelier ones several times."""
