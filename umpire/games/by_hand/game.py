"""By hand: its decisions, how a match begins and ends, and who sees what."""

from collections.abc import Mapping
from typing import Any, TypeVar

from umpire.games.base import UMPIRE, Decision, Game, Outcome, Tell
from umpire.games.by_hand import page
from umpire.games.by_hand.bots import determinize
from umpire.games.by_hand.data import data, data_columns
from umpire.games.by_hand.decisions import (
    AnswerKind,
    DirectKind,
    RollKind,
    ShuffleKind,
    decision_id,
    first_direction,
)
from umpire.games.by_hand.directions import next_step
from umpire.games.by_hand.directions.procedures import steps_of
from umpire.games.by_hand.elimination import forfeit
from umpire.games.by_hand.names import player_name_problem
from umpire.games.by_hand.options import (
    FORMATS,
    STARTER,
    ByHandOptions,
    check_new_options,
    initial_state,
    known_counters,
    known_piles,
)
from umpire.games.by_hand.report import report
from umpire.games.by_hand.screen import WITH_CARDS, screen
from umpire.games.by_hand.state import Question, Rolling, Seen, Shuffling, State
from umpire.games.cards import HiddenCards
from umpire.games.page import Lot
from umpire.games.results import Note
from umpire.games.sums import WithSums, Workings
from umpire.games.text import join_words
from umpire.json_types import JsonObject

T = TypeVar("T")

_SHUFFLE, _ROLL, _DIRECT, _ANSWER = ShuffleKind(), RollKind(), DirectKind(), AnswerKind()


class ByHand(Game[State, State], WithSums):
    """Any game, directed by its umpire."""

    id = "by-hand"
    title = "By hand"
    summary = "Any game of your own: you direct it, and need no programming."
    seats = range(1, 13)
    options = ByHandOptions
    formats = FORMATS
    starter = STARTER
    kinds = (_DIRECT, _ANSWER, _SHUFFLE, _ROLL)
    private = True
    is_directed = True
    greeting = (
        "The umpire directs this game: asks, deals, tells, counts and judges.",
        "The rules are in the tab Rules.",
        "When you are asked something, the question is at the top of your page.",
        "To answer, fill in the yellow cell and tick send, or write in the next free row.",
        "Your cards, and what the umpire tells you alone, are on your page too.",
    )

    data = staticmethod(data)
    data_columns = staticmethod(data_columns)
    determinize = staticmethod(determinize)
    report = staticmethod(report)
    screen = staticmethod(screen)
    read_options = staticmethod(initial_state)
    first_direction = staticmethod(first_direction)
    check_new_options = staticmethod(check_new_options)
    check_player = staticmethod(player_name_problem)
    advance = staticmethod(next_step)
    forfeit = staticmethod(forfeit)

    def known_options(self, view: State, options: JsonObject) -> JsonObject:
        visible = super().known_options(view, options)
        written_out = {"counters": known_counters, "piles": known_piles}
        return visible | {
            name: write_out(visible[name])
            for name, write_out in written_out.items()
            if name in visible
        }

    def title_of(self, given: Mapping[str, Any]) -> str:
        return str(given.get("title", self.title))

    def workings(self, options: Mapping[str, Any]) -> Workings:
        return tuple([(label, text) for label, text in options.get("workings", ())])

    def initial_state(self, players: tuple[str, ...], options: State) -> State:
        """Return the options: as they are read they are the state at the beginning."""
        return options

    def start(self, state: State, tell: Tell) -> State:
        """Let the procedure `begin` run (ruling 14)."""
        if state.begin is None or state.outcome is not None:
            return state
        return state.replace(todo=steps_of(state.procedures[state.begin]))

    def set_clock(self, state: State, *, running: bool, tell: Tell) -> State:
        """Keep whether the match is paused: then chance cannot be asked (ruling 4)."""
        return state if state.paused is not running else state.replace(paused=not running)

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Return what chance owes, or else the umpire, and what the players do."""
        if state.outcome is not None:
            return ()
        if state.waiting is None:
            first = _DIRECT.pending(state)
        else:
            kind = _SHUFFLE if isinstance(state.waiting, Shuffling) else _ROLL
            first = kind.pending(state)
        return (*first, *_ANSWER.pending(state))

    def seen_by(self, state: State, viewer: str | None) -> State:
        """Return the state with all masked that a viewer may not know (9)."""
        if viewer == UMPIRE:
            return state
        return state.replace(
            procedures={},
            begin=None,
            counters={
                name: _visible_counts(state.seen[name], counts, viewer)
                for name, counts in state.counters.items()
            },
            teams=None,
            own={
                name: pile if pile.open else pile._replace(cards=_only_of(pile.cards, viewer))
                for name, pile in state.own.items()
            },
            piles={
                name: pile if pile.open else pile._replace(cards=HiddenCards(pile.cards))
                for name, pile in state.piles.items()
            },
            hands={
                name: hand if name == viewer else HiddenCards(hand)
                for name, hand in state.hands.items()
            },
            questions=_questions(state.questions, viewer),  # ruling 9: the umpire's are whole
            messages=tuple(
                [each for each in state.messages if each.to is None or viewer in each.to]
            ),
            todo=None,
            waiting=_waiting(state.waiting),
            said=0,
            draws=0,
        )

    def knows(self, state: State, viewer: str | None, decision: Decision) -> bool:
        """Return whether a viewer may know of a question: in secret, once it is revealed."""
        if not decision.unknown_to_others or viewer == decision.by:
            return True
        return any(
            question.revealed and decision_id(question, decision.by) == decision.id
            for question in state.secret_questions
        )

    def notes(self, view: State) -> tuple[Note, ...]:
        """Return what the options say of cards; the engine does nothing with it."""
        texts = page.notes(view)
        return tuple([Note(card, card, text, WITH_CARDS) for card, text in texts.items()])

    def lot(self, view: State) -> Lot | None:
        """Return the top card of the pile that the options call big."""
        return page.lot(view)

    def ended(self, outcome: Outcome) -> str:
        match outcome.reason:
            case "umpire":
                return f"{outcome.winner} has won"
            case "shared" if outcome.shared_by:
                return f"{join_words(outcome.shared_by)} have won together"
            case "shared":  # of an older store, which does not name them
                return "Several players have won together"
            case "forfeit":
                return f"{outcome.winner} has won: all others have forfeited"
        return "A draw"

    def scores(self, view: State) -> Mapping[str, Mapping[str, float]]:
        return {
            name: {player: count for player, count in counts.items() if count is not None}
            for name, counts in view.counters.items()
        }


def _visible_counts(
    seen: Seen, counts: Mapping[str, int | None], viewer: str | None
) -> Mapping[str, int | None]:
    if seen == "all":
        return counts
    return _only_of(counts, viewer if seen == "own" else None)


def _only_of(values: Mapping[str, T | None], viewer: str | None) -> dict[str, T | None]:
    """Return the viewer's own value, and None for everybody else."""
    return {name: value if name == viewer else None for name, value in values.items()}


def _questions(questions: tuple[Question, ...], viewer: str | None) -> tuple[Question, ...]:
    """Return those that the viewer knows of; the number of one in secret tells of others."""
    if all(each.how != "in secret" for each in questions):
        return questions
    return tuple(
        [
            each.replace(k=None, ask=None) if each.how == "in secret" else each
            for each in questions
            if not each.is_hidden or viewer in each.to
        ]
    )


def _waiting(waiting: Shuffling | Rolling | None) -> Shuffling | Rolling | None:
    match waiting:
        case Shuffling():
            return Shuffling(None)
        case Rolling():
            return Rolling(0, 0, None)
    return None
