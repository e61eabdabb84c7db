"""A turn: the player to move plays a card on an open module, draws, and may spend an invocation.

It is written in one line, `[play] card [on] module [piles] [draw] [invocation]`, or cell by cell in
its entry form. The cells of the form follow from one another: each drop-down offers what is legal
with what is filled in so far.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from umpire.games.base import (
    Decision,
    DecisionKind,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Step,
)
from umpire.games.denizens_of_tartarus.cards import (
    EXAMPLE,
    HAND,
    MODULE_SPELT,
    MODULES,
    Card,
    Line,
    ModuleName,
    read_cards,
)
from umpire.games.denizens_of_tartarus.modules import UNTOUCHED, Play
from umpire.games.denizens_of_tartarus.modules.shuffle import PILE_ORDERS, SAME_PILES, read_piles
from umpire.games.denizens_of_tartarus.playing import (
    Block,
    Played,
    Turn,
    format_invocation,
    lose,
    open_now,
    out_of_hand,
    play,
    plays,
    random_invocation,
    read_invocation,
    tell,
    tried,
    tried_with,
)
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.text import listed, normalize

_PASS: Final = ("pass",)
_PLAY: Final = ("play",)
_ON: Final = ("on", "to")
_DRAW: Final = ("draw",)
_TOP: Final = ("top",)
_MODULE: Final[tuple[str, ...]] = ("module", "mod")
_OPTION: Final = ("option",)
"""The words of the line, each as it may be spelt."""

_CARD: Final = "card"
_ON_MODULE: Final = "module"
_PILES: Final = "piles"
_DRAWN: Final = "draw"
_ARGUMENT: Final = "argument"
_SPIRIT: Final = "spirit"
_TARGET: Final = "target"
"""The cells of the form."""

_NONE: Final = "none"
_BLOCK: Final = "block"
_MULLIGAN: Final = "mulligan"
_ATTUNED: Final = "attuned "
"""What the drop-down of the invocations offers, put together."""

_Filled = Mapping[str, str]

_OFTEN_OPTION = 0.5
_OFTEN_INVOCATION = 0.3
"""How often a random turn tries a draw option, and an invocation."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A turn that did not come before the bank was used up."""


class TurnKind(DecisionKind[State, Played | TimedOut]):
    """A whole turn in one line. It is judged by playing it out, so that is what the answer is."""

    name = "turn"
    task = "move"
    asks = "The player to move: a card for an open module, a draw, and an invocation if they like."
    notation = (
        "CARD MODULE. Then, as needed: the order of the piles (only on Shuffle: BTM); draw top, or "
        "draw module (or module draw) with what the module asks for; block MODULE or mulligan CARD "
        "(or mulligan invocation: CARD), with attuned before or after block or mulligan. play, "
        "on and to are optional. You may shorten cards and modules; write second names in full"
    )
    examples = (
        "Y5 set",
        "P3 matching draw module 2",
        "B5 shuffle BTM",
        "R2 balance; block pair",
        "R2 order draw module; attuned mulligan G4 B1",
    )
    limit = "turn_seconds; then the reserve runs; a player who runs out of it loses the match"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Return the turn of the player to move, the only decision with a reserve (ruling 3)."""
        mover = state.seats[state.mover]
        return (Decision(f"turn {state.turn}", mover, self, state.terms.limits.turn, True),)

    def ask(self, view: State, decision: Decision) -> str:
        return f"Play a card on {listed(open_now(view), 'or')}."

    def read(self, state: State, decision: Decision, text: str) -> Played:
        """Read a whole turn and play it out: its later parts are judged at what they will meet."""
        turn = read_turn(text, lambda: "{} {}".format(*_sensible(state)))
        if turn is None:
            # Ruling 9: there is no passing.
            raise NotAllowed("You cannot pass. Play a card on an open module.")
        return play(state, turn)

    def format(self, answer: Played | TimedOut) -> str:
        return "out of time" if isinstance(answer, TimedOut) else format_turn(answer.turn)

    def default_answer(self, state: State, decision: Decision) -> TimedOut:
        """Return what costs the match: a bank that is used up."""
        return TimedOut()

    def resolve(self, state: State, answers: Mapping[str, Played | TimedOut]) -> Step[State]:
        ((by, answer),) = answers.items()
        if isinstance(answer, TimedOut):
            return lose(state, by, "time")
        played = answer if answer.before is state else play(state, answer.turn)
        return Step(played.after, lambda: tell(played))

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return every play that draws the top card, then those with a draw option."""
        return tuple(map(format_turn, _offered(view)))

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        card, module = _card(filled), MODULE_SPELT.get(normalize(filled.get(_ON_MODULE, "")))
        draws = _draws(view, card, module, filled)
        turn = _turn(view, _asked(draws, filled))
        return {**draws, **_invocations(view, card, turn, filled)}

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        asked = _asked(self.form(view, decision, filled), filled)
        spirit = "" if normalize(asked[_SPIRIT]) == _NONE else asked[_SPIRIT]
        played = _played(asked)
        return f"{played}; {spirit} {asked.get(_TARGET, '')}".strip() if spirit else played

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Played:
        """Return a turn from which a draw option or an invocation that is not legal is left out."""
        played: Played | None = None
        card, module = random.choice(plays(state))
        piles = random.choice(PILE_ORDERS) if module == "Shuffle" else SAME_PILES
        turn = Turn(card, module, piles=piles)
        if random.random() < _OFTEN_OPTION:
            pick = state.modules[module].random_pick(out_of_hand(state, turn), random)
            played = tried(state, Turn(card, module, True, pick, piles))
        if random.random() < _OFTEN_INVOCATION:
            played = played or play(state, turn)
            spirit = random_invocation(played.after.hands[state.mover], random)
            played = tried_with(played, spirit) or played
        return played or play(state, turn)


def _sensible(state: State) -> tuple[Card, ModuleName]:
    """Return a play for an example: the first that gains a point, else the highest card."""
    legal, mover = plays(state), state.mover
    coming: Play | None = None
    for card, module in legal:
        # what a card leaves behind is the same on any module: it is taken out of the hand once
        if coming is None or coming.card is not card:
            coming = out_of_hand(state, Turn(card, module))
        if state.modules[module].effect(coming).gainer == mover:
            return card, module
    return max(legal, key=lambda one: one[0].number)


def _offered(state: State) -> Iterator[Turn]:
    basic = [Turn(card, module) for card, module in plays(state)]
    yield from basic
    for turn in basic:
        option = turn._replace(option=True)
        if tried(state, option) is not None:
            yield option


def read_turn(text: str, example: Callable[[], str] = lambda: EXAMPLE) -> Turn | None:
    """Read a whole turn, None for a wish to pass.

    What is wrong is told with a play as an example, which is asked for only then.
    """
    line = Line(text, example=example)
    if line.take(_PASS):
        line.end("Name the card and the module. Example: {example}.")
        return None
    line.take(_PLAY)
    card = line.card("Begin with the card that you play. Example: {example}.")
    line.take(_ON)
    module = line.module()
    if not line.next():
        return Turn(card, module)
    piles = read_piles(line) if module == "Shuffle" else None
    option = _read_draw(line)
    pick = UNTOUCHED[module].read_pick(line) if option else None
    if option and module == "Shuffle" and piles is None:
        piles = read_piles(line)
    spirit = read_invocation(line)
    line.end("The order is card, module, piles, draw, invocation. Example: {example}, draw top.")
    return Turn(card, module, option, pick, piles or SAME_PILES, spirit)


def format_turn(turn: Turn) -> str:
    """Return the canonical text of a turn."""
    text = f"{turn.card} {turn.module}"
    if turn.option:
        text += ", draw module"
        if turn.pick is not None:
            text += f" {turn.pick}"
    if turn.piles != SAME_PILES:
        text += f" {turn.piles}"
    if turn.spirit is not None:
        text += f"; {format_invocation(turn.spirit)}"
    return text


def _read_draw(line: Line) -> bool:
    """Read how to draw, and return whether it is the module's option."""
    if line.take(_DRAW):
        if line.take(_TOP):
            return False
        missing = _MODULE
    elif line.take(_MODULE):
        missing = _DRAW
    else:
        return False
    if not line.take(missing):
        raise NotUnderstood(
            line.filled(
                "Say draw top, or draw module for the module's draw option. "
                "Example: {example}, draw top."
            )
        )
    line.take(_OPTION)
    return True


def _asked(cells: Form, filled: _Filled) -> _Filled:
    """Return what is filled into the cells that are asked for, and only into those."""
    return {name: filled.get(name, "") for name in cells}


def _played(asked: _Filled) -> str:
    """Join a turn as far as its draw."""
    draw = f", draw {asked[_DRAWN]}" if normalize(asked[_DRAWN]) not in ("", *_TOP) else ""
    parts = (f"{asked[_CARD]} {asked[_ON_MODULE]}{draw}", asked.get(_ARGUMENT), asked.get(_PILES))
    return " ".join(part for part in parts if part).strip()


def _draws(view: State, card: Card | None, module: ModuleName | None, filled: _Filled) -> Form:
    """Return the cells of a turn as far as its draw."""
    legal = plays(view)
    playable = {played for played, _ in legal}
    takers = {name for played, name in legal if card not in playable or played is card}
    hand = view.hands[view.mover]
    picks = () if module is None else view.modules[module].picks(card, hand, view.deck)
    cells = {
        _CARD: tuple([str(held) for held in hand if held in playable]),
        _ON_MODULE: tuple([name for name in open_now(view) if name in takers]),
    }
    if module == "Shuffle":
        cells[_PILES] = PILE_ORDERS
    cells[_DRAWN] = _TOP
    if card is None or module is None or picks or tried(view, Turn(card, module, option=True)):
        cells[_DRAWN] = (*_TOP, _MODULE[0])
    if picks and normalize(filled.get(_DRAWN, "")) in _MODULE:
        cells[_ARGUMENT] = picks
    return cells


def _invocations(view: State, card: Card | None, turn: Turn | None, filled: _Filled) -> Form:
    """Return the cells of an invocation at the end of a turn."""
    cells = {_SPIRIT: (_NONE, *_spirits(view, turn))}
    words = normalize(filled.get(_SPIRIT, "")).split()
    attuned = _ATTUNED.strip() in words
    if _BLOCK in words:
        cells[_TARGET] = _to_block(view, turn, attuned)
    elif _MULLIGAN in words:
        cells[_TARGET] = _to_discard(view, turn, card, HAND if attuned else 1)
    return cells


def _card(filled: _Filled) -> Card | None:
    try:
        cards = read_cards(filled.get(_CARD, ""))
    except NotUnderstood:
        return None
    return cards[0] if len(cards) == 1 else None


def _turn(view: State, asked: _Filled) -> Turn | None:
    """Return the turn without its invocation; None while it is not complete or not legal."""
    try:
        turn = read_turn(_played(asked))
    except NotUnderstood:
        return None
    return turn if turn is not None and tried(view, turn) else None


def _spirits(view: State, turn: Turn | None) -> Iterator[str]:
    """Yield the invocations that are left and can be used."""
    for attuned in (False, True):
        if view.spirits[view.mover].left(attuned):
            mark = _ATTUNED if attuned else ""
            if _to_block(view, turn, attuned):
                yield f"{mark}{_BLOCK}"
            yield f"{mark}{_MULLIGAN}"


def _to_block(view: State, turn: Turn | None, attuned: bool) -> tuple[str, ...]:
    """Return the modules that Blocking may name after a turn."""
    if turn is None:
        return MODULES
    return tuple(
        [name for name in MODULES if tried(view, turn._replace(spirit=Block(name, attuned)))]
    )


def _to_discard(view: State, turn: Turn | None, card: Card | None, most: int) -> tuple[str, ...]:
    """Return what a Mulligan may discard at the end of a turn, in every order."""
    hand = view.hands[view.mover]
    if turn is None:
        held = tuple([kept for kept in hand if kept is not card])
    else:
        held = play(view, turn).after.hands[view.mover]
    return tuple(
        " ".join(map(str, cards))
        for count in range(1, most + 1)
        for cards in permutations(held, count)
    )
