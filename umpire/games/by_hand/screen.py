"""A masked state laid out in named blocks of text: the board, a player's own page, the console.

Every block has the same size at every moment. What has no room ends in how much more there is.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from textwrap import wrap
from typing import Final, TypeVar

from umpire.games.base import UMPIRE, Screen, Situation
from umpire.games.blocks import (
    Block,
    cell,
    column,
    grid,
    in_rows,
    row,
    spread,
    table,
    with_more,
)
from umpire.games.by_hand.directions.cards import MOST_PILES
from umpire.games.by_hand.directions.counting import MOST_COUNTERS
from umpire.games.by_hand.directions.telling import COLUMNS, ROWS
from umpire.games.by_hand.state import CardsMessage, DiceMessage, Question, State, TextMessage
from umpire.games.cards import HiddenCards
from umpire.games.text import pluralize, shorten

T = TypeVar("T")

_PLAYERS: Final = 12
_HAND: Final = (6, 4)
"""Rows of the own hand, and how many cards each holds."""
WITH_CARDS: Final = (*[f"hand_{n}" for n in range(1, _HAND[0] + 1)], "pile_cards")
"""The blocks in which each cell is a card."""
_MESSAGES: Final = 12
_PILE_CARDS: Final = (2, 6)
"""Rows of a pile's cards, and how many each holds."""
_CELLS_OF_A_CARD: Final = 2
"""Cells that are merged for each card of a pile, so that twelve letters fit."""
_CONSOLE_CARDS: Final = 7
_ANSWERED: Final = 6
_TODO: Final = 20
_RULES: Final = 200
_SHORT: Final = 90
"""A prompt of so many characters stands whole at the top of a page."""
_PROMPT: Final = (9, 56)
"""Rows of a longer prompt, and characters in each."""
_LINE: Final = 92
"""Characters of a message that stand in one cell, in two lines."""
_QUESTION: Final = 52
"""Characters of each of the two lines that a question has on the console."""
_CLOSED: Final = 3
"""Questions whose answers the console shows below the open ones."""
_BOARD_LINE: Final = 130
"""Characters of what everybody was told that stand in one cell of the board."""


def screen(view: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of a player's own page, of the umpire's console, or of the board."""
    common = _common(view, match, viewer)
    if viewer == UMPIRE:
        return common | _console(view, match)
    if viewer is None or viewer not in view.players:
        lines = _lines(_messages(view, None), _BOARD_LINE)
        title = "The umpire to everybody, newest first" if lines else ""
        return common | {"told_title": cell(title), "told_to_all": column(lines, _MESSAGES)}
    return common | _own(view, viewer)


def _common(state: State, match: Situation, viewer: str | None) -> Screen:
    free_table = [[state.board.get(f"{letter}{line}", "") for letter in COLUMNS] for line in ROWS]
    return {
        "game_title": cell(state.title),
        "title": cell(shorten(_title(state), _SHORT)),
        "subtitle": cell(state.title if state.verdict or state.headline else ""),
        **_players(state, match),
        **_piles(state, viewer),
        **_answered(state),
        "free_title": cell("The umpire's table" if state.board else ""),
        "free_table": grid(free_table, len(ROWS), len(COLUMNS)),
        "rules": column(state.rules, _RULES),
    }


def _title(state: State) -> str:
    """Return what the umpire said at the end with a capital letter, or set for all to read."""
    if state.verdict:
        return state.verdict[0].upper() + state.verdict[1:]
    return state.headline or state.title


def _players(state: State, match: Situation) -> Screen:
    """Lay out in a row for each player what they do, how many cards they have, their counters."""
    width = 3 + MOST_COUNTERS
    rows = [
        (
            name,
            _doing(state, match, name),
            str(len(state.hands[name])),
            *[_count(counts[name]) for counts in state.counters.values()],
        )
        for name in state.players
    ]
    return {
        "player_heads": row(("", "", "cards", *state.counters), width),
        **_rows("player", rows, _PLAYERS, width),
    }


def _count(count: int | None) -> str:
    return "" if count is None else str(count)


def _doing(state: State, match: Situation, name: str) -> str:
    if state.winners is not None and name in state.winners:
        return "★ won"
    if name in state.out:
        return "out"
    if name in match.pending:
        return "to answer"
    if match.void:
        return ""
    return "answered" if any(name in question.open for question in state.open_questions) else ""


def _piles(state: State, viewer: str | None) -> Screen:
    """Lay out in a row for each pile its name, how many cards it has, and those that are seen.

    Piles of the viewer's own come before those of others.
    """
    own = [place for place, cards in state.own_places.items() if cards is not None]
    own.sort(key=lambda place: state.owner(place) != viewer)
    rows = [
        (place, str(len(cards)), () if isinstance(cards, HiddenCards) else cards)
        for place in (*state.piles, *own)
        for cards in (state.cards_at(place),)
    ]
    visible = _bounded(rows, lambda more: (f"{more} more", "", ()))
    title = "Piles: how many cards, and those of an open pile from the top" if rows else ""
    return {
        "piles_title": cell(title),
        "pile_cards": _pile_cards([cards for *_, cards in visible]),
        **_rows("pile", [(name, number) for name, number, _ in visible], MOST_PILES, 2),
        **_rows("pile_rest", (), MOST_PILES, 2),  # beside a pile's second row of cards
    }


def _pile_cards(piles: Iterable[Sequence[str]]) -> Block:
    """Return the rows of cards of each pile."""
    rows, each = _PILE_CARDS
    lines = [
        [*spread(with_more(cards, rows * each)[start : start + each], _CELLS_OF_A_CARD)]
        for cards in piles
        for start in range(0, rows * each, each)
    ]
    return grid(lines, MOST_PILES * rows, each * _CELLS_OF_A_CARD)


def _bounded(rows: Sequence[T], more: Callable[[int], T]) -> Sequence[T]:
    """Return as many piles as there is room for, the last row saying how many more there are."""
    if len(rows) <= MOST_PILES:
        return rows
    return [*rows[: MOST_PILES - 1], more(len(rows) - MOST_PILES + 1)]


def _answered(state: State) -> Screen:
    """Lay out the last questions whose answers count, the newest first."""
    answered = [question for question in state.questions if question.revealed and question.answers]
    rows = [
        (
            "" if question.k is None else str(question.k),
            shorten(question.prompt, _SHORT),
            ", ".join(f"{name} {answer}" for name, answer in question.answers.items()),
        )
        for question in reversed(answered[-_ANSWERED:])
    ]
    return {
        "asked_title": cell("Answers, newest first" if rows else ""),
        **table(("asked", "asked_what", "asked_answers"), rows, _ANSWERED),
    }


def _own(state: State, viewer: str) -> Screen:
    """Lay out what only this player knows: the own cards, and what the umpire told them alone."""
    hand = state.hands[viewer]
    rows, each = _HAND
    messages = _lines(_messages(state, viewer), _LINE)
    question = state.question_to(viewer)
    long = question is not None and len(question.prompt) > _SHORT
    height, width = _PROMPT
    return {
        "prompt": column(wrap(question.prompt, width) if question and long else (), height),
        "hand_title": cell(f"Your hand: {pluralize(len(hand), 'card')}" if hand else ""),
        **in_rows("hand", with_more(hand, rows * each), each, rows),
        "messages_title": cell("The umpire to you alone, newest first" if messages else ""),
        **in_rows("message", messages, 1, _MESSAGES),
    }


def _rows(name: str, rows: Iterable[Sequence[str]], height: int, width: int) -> Screen:
    """Return blocks `name_1`, `name_2` and so on, each a row of so many cells."""
    return {f"{name}_{n}": (line,) for n, line in enumerate(grid(rows, height, width), 1)}


def _lines(texts: Iterable[str], width: int) -> list[str]:
    """Return texts in lines of at most so many characters."""
    return [line for text in texts for line in wrap(text, width)]


def _messages(state: State, viewer: str | None) -> Iterator[str]:
    """Yield what was told, shown and rolled for a player alone, or for all, the newest first."""
    for message in reversed(state.messages):
        if (message.to is None) != (viewer is None):
            continue
        match message:
            case TextMessage():
                yield message.text
            case CardsMessage():
                yield f"{state.called(message.place)}: {' '.join(message.cards) or 'no cards'}"
            case DiceMessage():
                yield f"{message.dice}: {' '.join(map(str, message.result))}"


def _console(state: State, match: Situation) -> Screen:
    """Lay out what the umpire alone sees: hands beside the players, questions beside piles.

    Below the open questions are the steps that remain, and what was answered last.
    """
    piles = [
        (f"{place}: {pluralize(len(cards), 'card')}", "", *with_more(cards, _CONSOLE_CARDS))
        for place, cards in state.places.items()
        if place not in state.hands
    ]
    hands = [
        (_summary(state, name), "", *with_more(hand, _CONSOLE_CARDS))
        for name, hand in state.hands.items()
    ]
    questions = [
        *[_open_question(question, match) for question in state.open_questions],
        *([shorten(f"Then: {'; '.join(state.todo)}", 2 * _QUESTION)] if state.todo else ()),
        *[_closed_question(question) for question in _newest_closed(state)],
    ]
    width = 2 + _CONSOLE_CARDS
    return {
        "hands": grid(hands, _PLAYERS, width),
        "questions_title": cell("Questions, the open ones first" if questions else ""),
        **in_rows("question", questions, 1, _PLAYERS),
        "places_title": cell("Piles, the top card first" if piles else ""),
        **_rows("place", _bounded(piles, lambda more: (f"{more} more piles",)), MOST_PILES, width),
        "todo_title": cell("Steps that remain" if state.todo else ""),
        "todo": column(with_more(state.todo or (), _TODO), _TODO),
    }


def _summary(state: State, name: str) -> str:
    """Return how many cards a player holds, and their counters."""
    counters = [f"{counter} {counts[name]}" for counter, counts in state.counters.items()]
    return ", ".join([pluralize(len(state.hands[name]), "card"), *counters])


def _open_question(question: Question, match: Situation) -> str:
    """Return what is asked and how, and below it who owes an answer, whose is in, what counts."""
    owing = [name for name in question.open if name in match.pending]
    answered = [name for name in question.open if name not in match.pending]
    progress = [
        *([f"waits for {', '.join(owing)}"] if owing else ()),
        *(f"{name}: answered" for name in answered),
        *(f"{name}: {answer}" for name, answer in question.answers.items()),
    ]
    how = "" if question.how == "openly" else f", {question.how}"
    return _on_console(question, f" = {question.form}{how}", ", ".join(progress))


def _closed_question(question: Question) -> str:
    """Return what was asked, and below it what each player answered."""
    answers = [f"{name}: {question.answers.get(name, 'no answer')}" for name in question.to]
    return _on_console(question, "", ", ".join(answers))


def _newest_closed(state: State) -> Iterator[Question]:
    """Yield the questions that were answered last, the newest first."""
    closed = (each for each in reversed(state.questions) if each.answers and not each.open)
    return islice(closed, _CLOSED)


def _on_console(question: Question, after: str, progress: str) -> str:
    """Return a question in two lines; its prompt is shortened first."""
    number = "" if question.k is None else f"{question.k}. "
    after = shorten(after, 2 * _QUESTION // 3)
    prompt = shorten(question.prompt, _QUESTION - len(number + after))
    return f"{number}{prompt}{after}\n{shorten(progress, _QUESTION)}"
