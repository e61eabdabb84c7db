"""The data for the umpire's own sums (11): who has what, and what was answered, in typed cells.

It is always laid out alike, so that formulas can rely on it.
"""

import re
from collections.abc import Mapping
from itertools import groupby
from typing import Final

from umpire.games.by_hand.cards import Cards
from umpire.games.by_hand.directions.cards import MOST_PILES
from umpire.games.by_hand.directions.counting import MOST_COUNTERS
from umpire.games.by_hand.forms import Number
from umpire.games.by_hand.state import Question, State
from umpire.games.sums import Cells, Column

_PLAYERS: Final = 12
_ASKS: Final = 12
_COUNTERS_FROM: Final = 2
_ANSWERS_FROM: Final = _COUNTERS_FROM + MOST_COUNTERS + 2
_PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9_-]+")
_TABLE: Final = "data"
_PILES: Final = "data_piles"


def data(state: State) -> dict[str, Cells]:
    """Return the players with counters, hands and newest answers, and the piles."""
    return {
        _TABLE: _filled(_players(state), 1 + _PLAYERS, _ANSWERS_FROM + _ASKS),
        _PILES: _piles(state),
    }


def data_columns(state: State) -> dict[str, Column]:
    """Return the columns that formulas may name.

    A counter's has its name if that has only letters, digits, `-` and `_` of ASCII, with `_` for
    `-`. Of two that come out alike the later has none.
    """
    numbers = {"data_players": 0, "data_answers": _ANSWERS_FROM}
    used_names = {*numbers}
    for number, counter in enumerate(state.counters, _COUNTERS_FROM):
        name = f"data_{counter.replace('-', '_')}"
        if _PLAIN_NAME.fullmatch(counter) and name.casefold() not in used_names:
            used_names.add(name.casefold())
            numbers[name] = number
    return {name: Column(_TABLE, number, _PLAYERS) for name, number in numbers.items()}


def _players(state: State) -> Cells:
    asks = _newest_asks(state)
    counters = [*state.counters, *[""] * (MOST_COUNTERS - len(state.counters))]
    head = ("player", "in or out", *counters, "cards", "hand", *[_number(ask[0]) for ask in asks])
    return (head, *[_player(state, name, asks) for name in state.players])


def _player(state: State, name: str, asks: list[list[Question]]) -> tuple[str | int, ...]:
    counts = [state.count(counter, name) for counter in state.counters]
    hand = state.hands[name]
    return (
        name,
        "out" if name in state.out else "in",
        *counts,
        *[""] * (MOST_COUNTERS - len(counts)),
        len(hand),
        " ".join(hand),
        *[_answer(ask, name) for ask in asks],
    )


def _newest_asks(state: State) -> list[list[Question]]:
    """Return the questions of each `ask`, the newest first: one in secret asks several."""
    asks = [[*questions] for _, questions in groupby(state.questions, lambda each: each.ask)]
    return asks[: -_ASKS - 1 : -1]


def _number(question: Question) -> str | int:
    assert question.k is not None, "only a masked question has no number"
    return question.k


def _answer(ask: list[Question], name: str) -> str | int:
    """Return what a player has answered as far as it counts: a number if one was asked for."""
    question = next((each for each in ask if name in each.answers), None)
    if question is None:
        return ""
    answer = question.answers[name]
    return int(answer) if isinstance(question.form, Number) else answer


def _piles(state: State) -> Cells:
    rows = [
        ("pile", "owner", "number", "cards"),
        *[_pile(name, "", pile.cards) for name, pile in state.piles.items()],
        *[
            _pile(name, owner, cards)
            for name, pile in state.own.items()
            for owner, cards in _unmasked(pile.cards).items()
        ],
    ]
    return _filled(tuple(rows), 1 + MOST_PILES * _PLAYERS, 4)


def _unmasked(piles: Mapping[str, Cards | None]) -> dict[str, Cards]:
    return {owner: cards for owner, cards in piles.items() if cards is not None}


def _pile(name: str, owner: str, cards: Cards) -> tuple[str | int, ...]:
    return name, owner, len(cards), " ".join(cards)


def _filled(rows: Cells, height: int, width: int) -> Cells:
    """Return exactly so many rows and columns, blank cells to the right and below."""
    wide = [(*row, *[""] * (width - len(row))) for row in rows]
    return (*wide, *[("",) * width] * (height - len(wide)))
