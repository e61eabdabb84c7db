"""A turn: the player to move plays a card on an open module, draws, and may spend an invocation.

It is written in one line, `[play] card [on] module [piles] [draw] [invocation]`, or cell by cell in
its entry form. The cells of the form follow from one another: each drop-down offers what is legal
with what is filled in so far.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from typing import Final

from umpire.games.base import (
    Decision,
    DecisionKind,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Rejected,
    Tell,
)
from umpire.games.cards import names
from umpire.games.denizens_of_tartarus import page
from umpire.games.denizens_of_tartarus.cards import (
    EXAMPLE,
    HAND,
    MODULE_BY_SPELLING,
    MODULES,
    Card,
    Line,
    ModuleName,
    as_hand,
    read_cards,
)
from umpire.games.denizens_of_tartarus.modules import (
    MODULES_AT_START,
    PILE_ORDERS,
    SAME_PILES,
    read_piles,
)
from umpire.games.denizens_of_tartarus.playing import (
    Block,
    Mulligan,
    Spirit,
    Turn,
    draw_cards,
    is_legal,
    judge,
    legal_plays,
    lose,
    open_modules,
    play_card,
    play_turn,
)
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.kinds import Silence
from umpire.games.page import Draft, Field, Question
from umpire.games.randomness import sample
from umpire.games.results import verbatim
from umpire.games.text import join_words, normalize

_OFTEN_OPTION: Final = 0.5
_OFTEN_INVOCATION: Final = 0.3
"""How often a random turn tries a draw option, and an invocation."""

_Filled = Mapping[str, str]


class TurnKind(DecisionKind[State, Turn | Silence]):
    """A whole turn in one line."""

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
        return (Decision(f"turn {state.turn}", mover, self, state.limits.turn, True),)

    def ask(self, view: State, decision: Decision) -> str:
        return f"Play a card on {join_words(open_modules(view), 'or')}."

    def question(self, view: State, decision: Decision) -> Question:
        return Question("Play a card on a module", otherwise="then you lose")

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        spirit = normalize(filled.get("spirit", ""))
        return page.turn_fields(view, _chosen_card(filled), _chosen_module(filled), spirit)

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft:
        card = _chosen_card(filled)
        if not filled.get("card", "").strip():
            return Draft(missing="Choose a card.")
        if not filled.get("module", "").strip():
            return page.unfinished_draft(view, card, "Choose a module.")
        try:
            turn = self.read(view, decision, self.form_line(view, decision, filled))
        except Rejected as refusal:
            return page.unfinished_draft(view, card, verbatim(str(refusal)))
        return page.turn_draft(view, turn)

    def read(self, state: State, decision: Decision, text: str) -> Turn:
        """Read a whole turn; its later parts are judged at what they will meet."""
        turn = read_turn(text, lambda: "{} {}".format(*_example_play(state)))
        if turn is None:
            # Ruling 9: there is no passing.
            raise NotAllowed("You cannot pass. Play a card on an open module.")
        judge(state, turn)
        return turn

    def format(self, answer: Turn | Silence) -> str:
        return str(answer) if isinstance(answer, Silence) else format_turn(answer)

    def default_answer(self, state: State, decision: Decision) -> Silence:
        """Return silence, which loses the match: the bank is used up."""
        return Silence("out of time")

    def apply(self, state: State, answers: Mapping[str, Turn | Silence], tell: Tell) -> State:
        ((by, answer),) = answers.items()
        if isinstance(answer, Silence):
            return lose(state, by, "time", tell)
        return play_turn(state, answer, tell)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return every play that draws the top card, then those with a draw option."""
        return tuple(map(format_turn, _turns_to_offer(view)))

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        cells = _play_cells(view, filled)
        try:
            turn = read_turn(_play_line(cells, filled))
        except NotUnderstood:
            turn = None
        if turn is not None and not is_legal(view, turn):
            turn = None
        return {**cells, **_invocation_cells(view, turn, filled)}

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        cells = self.form(view, decision, filled)
        line, spirit = _play_line(cells, filled), filled.get("spirit", "")
        if normalize(spirit) in ("", "none"):
            return line
        target = filled.get("target", "") if "target" in cells else ""
        return f"{line}; {spirit} {target}".strip()

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Turn:
        """Return a turn from which a draw option or an invocation that is not legal is left out."""
        card, module = random.choice(legal_plays(state))
        piles = random.choice(PILE_ORDERS) if module == "Shuffle" else SAME_PILES
        turn = Turn(card, module, piles=piles)
        if random.random() < _OFTEN_OPTION:
            pick = state.modules[module].random_pick(play_card(state, turn), random)
            with_option = Turn(card, module, True, pick, piles)
            turn = with_option if is_legal(state, with_option) else turn
        if random.random() < _OFTEN_INVOCATION:
            with_spirit = turn._replace(spirit=_random_spirit(state, turn, random))
            turn = with_spirit if is_legal(state, with_spirit) else turn
        return turn


def _example_play(state: State) -> tuple[Card, ModuleName]:
    """Return a play for an example: the first that gains a point, else the highest card."""
    legal = legal_plays(state)
    for card, module in legal:
        effect = state.modules[module].effect(play_card(state, Turn(card, module)))
        if effect.gainer == state.mover:
            return card, module
    return max(legal, key=lambda play: play[0].number)


def _turns_to_offer(state: State) -> Iterator[Turn]:
    basic = [Turn(card, module) for card, module in legal_plays(state)]
    yield from basic
    for turn in basic:
        option = turn._replace(option=True)
        if is_legal(state, option):
            yield option


def read_turn(text: str, example: Callable[[], str] = lambda: EXAMPLE) -> Turn | None:
    """Read a whole turn, None for a wish to pass.

    `example` gives the play that a refusal shows; it is called only for one.
    """
    line = Line(text, example=example)
    if line.take_word("pass"):
        line.expect_end("Name the card and the module. Example: {example}.")
        return None
    line.take_word("play")
    card = line.take_card("Begin with the card that you play. Example: {example}.")
    line.take_word("on", "to")
    module = line.take_module()
    if not line.peek():
        return Turn(card, module)
    piles = read_piles(line) if module == "Shuffle" else None
    option = _read_draw(line)
    pick = MODULES_AT_START[module].read_pick(line) if option else None
    if option and module == "Shuffle" and piles is None:
        piles = read_piles(line)
    spirit = _read_invocation(line)
    line.expect_end(
        "The order is card, module, piles, draw, invocation. Example: {example}, draw top."
    )
    return Turn(card, module, option, pick, piles or SAME_PILES, spirit)


def _read_draw(line: Line) -> bool:
    """Read how to draw, and return whether it is the module's option."""
    if line.take_word("draw"):
        if line.take_word("top"):
            return False
        is_option = line.take_word("module", "mod")
    elif line.take_word("module", "mod"):
        is_option = line.take_word("draw")
    else:
        return False
    if not is_option:
        raise NotUnderstood(
            line.with_example(
                "Say draw top, or draw module for the module's draw option. "
                "Example: {example}, draw top."
            )
        )
    line.take_word("option")
    return True


def _read_invocation(line: Line) -> Spirit | None:
    """Read `block module` or `mulligan card {card}` with one `attuned` somewhere, None at the end.

    `invocation` and a colon may follow the first word. Other words are left in the line.
    """
    if not line.peek():
        return None
    attuned_marks = [line.take_word("attuned", "att")]
    is_block = line.take_word("block")
    if not is_block and not line.take_word("mulligan", "mull"):
        if attuned_marks[0]:
            raise NotUnderstood("Attuned goes with block or mulligan. Example: attuned block pair.")
        return None
    attuned_marks.append(line.take_word("attuned", "att"))
    line.take_word("invocation")
    line.take_word(":")
    if is_block:
        module = line.take_module()
    else:
        cards = [line.take_card("Say which card the mulligan discards. Example: mulligan G4.")]
        while (card := line.take_card_if_any()) is not None:
            cards.append(card)
    attuned_marks.append(line.take_word("attuned", "att"))
    if sum(attuned_marks) > 1:
        raise NotUnderstood("Say attuned only once.")
    is_attuned = any(attuned_marks)
    return Block(module, is_attuned) if is_block else Mulligan(tuple(cards), is_attuned)


def format_turn(turn: Turn) -> str:
    """Return the canonical text of a turn."""
    text = f"{turn.card} {turn.module}"
    if turn.option:
        text += ", draw module"
        if turn.pick is not None:
            text += f" {turn.pick}"
    if turn.piles != SAME_PILES:
        text += f" {turn.piles}"
    if turn.spirit is None:
        return text
    attuned = "attuned " if turn.spirit.attuned else ""
    if isinstance(turn.spirit, Block):
        return f"{text}; {attuned}block {turn.spirit.module}"
    return f"{text}; {attuned}mulligan {names(turn.spirit.cards)}"


def _random_spirit(state: State, turn: Turn, random: RandomSource) -> Spirit:
    """Return an invocation that may be legal at the end of a turn."""
    is_attuned = random.random() < 0.5
    if random.random() < 0.5:
        return Block(random.choice(MODULES), is_attuned)
    count = random.choice((1, 2, 3)) if is_attuned else 1
    hand = as_hand(draw_cards(state, turn).hand)
    return Mulligan(tuple(sample(count, hand, random)), is_attuned)


def _play_line(cells: Form, filled: _Filled) -> str:
    """Return the line of a turn as far as its draw, from the cells that are asked for."""
    texts = {name: filled.get(name, "") for name in cells}
    draw = "" if normalize(texts["draw"]) in ("", "top") else f", draw {texts['draw']}"
    parts = (f"{texts['card']} {texts['module']}{draw}", texts.get("argument"), texts.get("piles"))
    return " ".join(part for part in parts if part).strip()


def _play_cells(view: State, filled: _Filled) -> Form:
    """Return the cells of a turn as far as its draw."""
    card, module = _chosen_card(filled), _chosen_module(filled)
    legal, hand = legal_plays(view), view.hands[view.mover]
    playable_cards = {own for own, _ in legal}
    fitting_modules = {name for own, name in legal if card not in playable_cards or own is card}
    picks = () if module is None else view.modules[module].picks(card, hand, view.deck)
    cells = {
        "card": tuple([str(own) for own in hand if own in playable_cards]),
        "module": tuple([name for name in open_modules(view) if name in fitting_modules]),
    }
    if module == "Shuffle":
        cells["piles"] = PILE_ORDERS
    cells["draw"] = ("top",)
    if card is None or module is None or picks or is_legal(view, Turn(card, module, option=True)):
        cells["draw"] = ("top", "module")
    if picks and normalize(filled.get("draw", "")) in ("module", "mod"):
        cells["argument"] = picks
    return cells


def _invocation_cells(view: State, turn: Turn | None, filled: _Filled) -> Form:
    """Return the cells of an invocation at the end of a turn, None while no legal one is filled in.

    Only what is left and can be used is offered.
    """
    spirits = ["none"]
    for attuned in (False, True):
        if view.spirits[view.mover].left(attuned):
            mark = "attuned " if attuned else ""
            if _modules_to_block(view, turn, attuned):
                spirits.append(f"{mark}block")
            spirits.append(f"{mark}mulligan")
    cells = {"spirit": tuple(spirits)}
    words = normalize(filled.get("spirit", "")).split()
    attuned = "attuned" in words
    if "block" in words:
        cells["target"] = _modules_to_block(view, turn, attuned)
    elif "mulligan" in words:
        if turn is None:
            card = _chosen_card(filled)
            hand = tuple([other for other in view.hands[view.mover] if other is not card])
        else:
            hand = as_hand(draw_cards(view, turn).hand)
        most = HAND if attuned else 1
        cells["target"] = tuple(
            [names(cards) for count in range(1, most + 1) for cards in permutations(hand, count)]
        )
    return cells


def _chosen_card(filled: _Filled) -> Card | None:
    try:
        cards = read_cards(filled.get("card", ""))
    except NotUnderstood:
        return None
    return cards[0] if len(cards) == 1 else None


def _chosen_module(filled: _Filled) -> ModuleName | None:
    return MODULE_BY_SPELLING.get(normalize(filled.get("module", "")))


def _modules_to_block(view: State, turn: Turn | None, attuned: bool) -> tuple[str, ...]:
    """Return the modules that Blocking may name after a turn."""
    if turn is None:
        return MODULES
    return tuple(
        [name for name in MODULES if is_legal(view, turn._replace(spirit=Block(name, attuned)))]
    )
