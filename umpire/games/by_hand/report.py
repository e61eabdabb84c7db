"""The report's `state` (8): of a masked state, what its viewer may know."""

from umpire.games.base import JsonObject
from umpire.games.by_hand.state import Question, Rolled, Rolling, Shown, Shuffling, State, Told
from umpire.games.cards import reported
from umpire.games.values import memoize


def report(state: State) -> JsonObject:
    """Return a state, masked or not."""
    return {
        "phase": phase(state),
        "title": state.title,
        "headline": state.headline,
        "out": list(state.out),
        "forfeited": list(state.forfeited),
        "counters": {name: dict(counts) for name, counts in state.counters.items()},
        "piles": {
            name: {"open": pile.open, "cards": reported(pile.cards)}
            for name, pile in state.piles.items()
        },
        "hands": {name: reported(hand) for name, hand in state.hands.items()},
        "questions": list(map(_question, state.questions)),
        "told": [_told(one) for one in state.messages if isinstance(one, Told)],
        "shown": [_shown(one) for one in state.messages if isinstance(one, Shown)],
        "rolls": [_rolled(one) for one in state.messages if isinstance(one, Rolled)],
        "board": dict(state.board),
        "todo": None if state.todo is None else list(state.todo),
        "waiting": _waiting(state.waiting),
        "verdict": state.verdict,
        "winners": None if state.winners is None else list(state.winners),
    }


def phase(state: State) -> str:
    """Return whether chance is asked, or the match is over."""
    if state.outcome is not None:
        return "over"
    return "play" if state.waiting is None else "chance"


@memoize
def _question(question: Question) -> JsonObject:
    return {
        "k": question.k,
        "to": list(question.to),
        "how": question.how,
        "prompt": question.prompt,
        "form": str(question.form),
        "seconds": question.seconds,
        "default": question.default,
        "answers": {name: question.answers.get(name) for name in question.to},
        "open": list(question.open),
        "withdrawn": list(question.withdrawn),
        "silent": list(question.silent),
        "revealed": question.revealed,
    }


@memoize
def _told(told: Told) -> JsonObject:
    return {"to": _names(told.to), "text": told.text}


@memoize
def _shown(shown: Shown) -> JsonObject:
    return {"to": _names(shown.to), "place": shown.place, "cards": list(shown.cards)}


@memoize
def _rolled(rolled: Rolled) -> JsonObject:
    return {"dice": rolled.dice, "to": _names(rolled.to), "result": list(rolled.result)}


def _waiting(waiting: Shuffling | Rolling | None) -> JsonObject | None:
    match waiting:
        case Shuffling(place):
            return {"kind": "shuffle", "place": place}
        case Rolling():
            return {"kind": "roll", "dice": waiting.dice, "to": _names(waiting.to)}
    return None


def _names(names: tuple[str, ...] | None) -> list[str] | None:
    return None if names is None else list(names)
