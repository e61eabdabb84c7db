"""Undoing steps: the match before them, and sentences about them that reveal no secret."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from umpire.games.base import UMPIRE, Event, NotAllowed
from umpire.games.text import join_words, pluralize, printable, quote
from umpire.match import asking, transitions
from umpire.match.state import Match, Step

_MOST_STEPS = 4
"""Up to so many steps are listed; of more, only the last ones and how many more there are."""
_MOST_QUOTES, _LONGEST_QUOTE = 3, 100
"""So many sentences that no longer count are quoted, with so many characters each."""


class UndoResult(NamedTuple):
    """The match after an undo, the events that announce it, and the events that it withdraws."""

    match: Match
    events: tuple[Event, ...]
    withdrawn: tuple[Event, ...]


def undo(match: Match, steps: int) -> UndoResult:
    """Take back the last steps. Raises NotAllowed if there are fewer.

    Everybody reads which of the sentences that they have read no longer count. In a game that the
    umpire directs, the public learns neither how many steps there were nor of any secret step.
    """
    back, taken_back, withdrawn = match, list[Step](), tuple[Event, ...]()
    while len(taken_back) < steps:
        if back.last_step is None:
            raise NotAllowed(_too_many(len(taken_back)))
        taken_back.append(back.last_step)
        withdrawn = back.last_events + withdrawn
        back = back.last_step.before
    after, events = transitions.restore(match, to=back)
    announce = partial(_announce_known, after) if match.game.is_directed else _announce
    announcements = (*announce(taken_back), *_withdrawals(withdrawn))
    public_first = sorted(announcements, key=lambda event: event.only is not None)
    stopped = [Event("The clock is stopped again.")] if after.paused > match.paused else []
    return UndoResult(after, (*public_first, *stopped, *events), withdrawn)


def _withdrawals(withdrawn: Iterable[Event]) -> Iterator[Event]:
    """Yield for everybody and for each player which sentences no longer count, the last first."""
    sentences: dict[str | None, list[str]] = {None: []}
    for event in withdrawn:
        sentences.setdefault(event.only, []).append(event.text)
    sentences.pop(UMPIRE, None)  # the umpire knows
    for reader, texts in sentences.items():
        if texts:
            yield Event(_withdrawal(list(dict.fromkeys(reversed(texts)))), only=reader)


def _withdrawal(texts: list[str]) -> str:
    quotes = [
        f'"{printable(text.removesuffix("."), _LONGEST_QUOTE)}"' for text in texts[:_MOST_QUOTES]
    ]
    if len(texts) > _MOST_QUOTES:
        quotes.append(f"{len(texts) - _MOST_QUOTES} more")
    return f"{join_words(quotes)} no longer count{'s' if len(texts) == 1 else ''}."


def _too_many(steps: int) -> str:
    if not steps:
        return "There are no steps to take back."
    return f"There {'is' if steps == 1 else 'are'} only {pluralize(steps, 'step')} to take back."


def _announce(steps: list[Step]) -> Iterator[Event]:
    """Yield what was taken back, the last step first; only their authors read secret answers."""
    number = "step" if len(steps) == 1 else pluralize(len(steps), "step")
    yield Event(f"The umpire takes back the last {number}: {_list_steps(steps, _in_public)}.")
    yield from _announce_to_authors(steps)


def _announce_known(match: Match, steps: list[Step]) -> Iterator[Event]:
    """Yield the same where the umpire's answers and some players' are unknown to the public."""
    public = [step for step in steps if _is_known(match, step)]
    details = f": {_list_steps(public, _in_public)}" if public else ""
    yield Event(f"The umpire undid part of the match{details}.")
    yield from _announce_to_authors(steps)


def _is_known(match: Match, step: Step) -> bool:
    if step.decision is None:
        return step.kind != "second forfeit"
    return step.by != UMPIRE and match.knows(None, step.decision)


def _announce_to_authors(steps: list[Step]) -> Iterator[Event]:
    """Yield for each author which of their secret steps were taken back."""
    for author in dict.fromkeys(step.by for step in steps if not step.is_open):
        own = [step for step in steps if step.by == author and not step.is_open]
        yield Event(f"Taken back: {_list_steps(own, _in_full)}.", only=author)


def _list_steps(steps: list[Step], describe: Callable[[Step], str]) -> str:
    if len(steps) <= _MOST_STEPS:
        return join_words(map(describe, steps))
    return join_words(
        [*map(describe, steps[: _MOST_STEPS - 1]), f"{len(steps) - _MOST_STEPS + 1} more"]
    )


def _in_public(step: Step) -> str:
    """Return a step in words that everybody may read."""
    if step.is_open:
        return _in_full(step)
    if step.kind == "limit":
        return f"{step.by}'s limit that fell" if step.is_known else "a limit that fell"
    return f"{step.by}'s answer" if step.is_known else "an answer"


def _in_full(step: Step) -> str:
    match step.kind:
        case "forfeit" | "second forfeit":
            return f"{step.by}'s forfeit"
        case "void":
            return f"{asking.name_in_sentence(step.by)}'s void"
        case "limit":
            return f"the limit that fell on {step.by}"
        case "locked":
            return f"{step.by}'s lock"
    assert step.decision is not None
    return f"{asking.name_in_sentence(step.by)}'s {quote(step.decision.kind.format(step.answer))}"
