"""Taking steps back: to where the match stood before them, and in words that tell no secret."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from umpire.games.base import UMPIRE, Event, NotAllowed
from umpire.games.text import counted, listed, printable, quoted
from umpire.match import asking, transitions
from umpire.match.state import Match, Step

_TOLD = 4
"""So many steps are told of one by one; of more the last ones, and how many more there are."""
_QUOTED, _WORDS = 3, 100
"""So many sentences that no longer count are quoted, and of each so many characters."""


class Undone(NamedTuple):
    """The match after an undo, what to tell of it, and what was told that no longer counts."""

    match: Match
    events: tuple[Event, ...]
    withdrawn: tuple[Event, ...]


def undo(match: Match, steps: int) -> Undone:
    """Take back the last steps, with all limits afresh. Raises NotAllowed where there are fewer.

    Everybody reads which sentences no longer count, of those that they had read. In a game that
    is directed the public is not told how many steps they were, nor of those that it does not know
    of.
    """
    back, taken_back, withdrawn = match, list[Step](), tuple[Event, ...]()
    while len(taken_back) < steps:
        if back.last_step is None:
            raise NotAllowed(_too_many(len(taken_back)))
        taken_back.append(back.last_step)
        withdrawn = back.last_events + withdrawn
        back = back.last_step.before
    restored, events = transitions.restored(back, match)
    undone = _told_of_known(restored, taken_back) if match.game.is_directed else _told(taken_back)
    stopped = [Event("The clock is stopped again.")] if restored.paused > match.paused else []
    for_all_first = sorted((*undone, *_no_longer_counting(withdrawn)), key=_is_for_one)
    return Undone(restored, (*for_all_first, *stopped, *events), withdrawn)


def _is_for_one(event: Event) -> bool:
    return event.only is not None


def _no_longer_counting(withdrawn: Iterable[Event]) -> Iterator[Event]:
    """Yield for everybody, and for each player, which sentences no longer count, the last first."""
    sentences: dict[str | None, list[str]] = {None: []}
    for event in withdrawn:
        sentences.setdefault(event.only, []).append(event.text)
    sentences.pop(UMPIRE, None)  # the umpire knows
    for reader, texts in sentences.items():
        if texts:
            yield Event(_no_longer(list(dict.fromkeys(reversed(texts)))), only=reader)


def _no_longer(texts: list[str]) -> str:
    quotes = [f'"{printable(text.removesuffix("."), _WORDS)}"' for text in texts[:_QUOTED]]
    if len(texts) > _QUOTED:
        quotes.append(f"{len(texts) - _QUOTED} more")
    return f"{listed(quotes)} no longer count{'s' if len(texts) == 1 else ''}."


def _too_many(there: int) -> str:
    if not there:
        return "There are no steps to take back."
    return f"There {'is' if there == 1 else 'are'} only {counted(there, 'step')} to take back."


def _told(steps: list[Step]) -> Iterator[Event]:
    """Yield what was taken back, the last step first; secret answers in words for their authors."""
    number = "step" if len(steps) == 1 else counted(len(steps), "step")
    yield Event(f"The umpire takes back the last {number}: {_shortly(steps, _for_all)}.")
    yield from _told_to_authors(steps)


def _told_of_known(match: Match, steps: list[Step]) -> Iterator[Event]:
    """Yield the same where what the umpire said, and some of the answers, are secrets too."""
    known = [step for step in steps if _is_known(match, step)]
    words = f": {_shortly(known, _for_all)}" if known else ""
    yield Event(f"The umpire undid part of the match{words}.")
    yield from _told_to_authors(steps)


def _is_known(match: Match, step: Step) -> bool:
    if step.decision is None:
        return step.kind != "second forfeit"
    return step.by != UMPIRE and match.knows(None, step.decision)


def _told_to_authors(steps: list[Step]) -> Iterator[Event]:
    """Yield for each author what is gone of theirs, however much of others is gone with it."""
    for author in dict.fromkeys(step.by for step in steps if not step.is_open):
        own = [step for step in steps if step.by == author and not step.is_open]
        yield Event(f"Taken back: {_shortly(own, _in_full)}.", only=author)


def _shortly(steps: list[Step], word: Callable[[Step], str]) -> str:
    if len(steps) <= _TOLD:
        return listed(map(word, steps))
    return listed([*map(word, steps[: _TOLD - 1]), f"{len(steps) - _TOLD + 1} more"])


def _for_all(step: Step) -> str:
    """Return a step as everybody may know of it."""
    if step.is_open:
        return _in_full(step)
    what = "limit that fell" if step.kind == "limit" else "answer"
    return f"{step.by}'s {what}" if step.is_known else f"{'a' if what[0] == 'l' else 'an'} {what}"


def _in_full(step: Step) -> str:
    match step.kind:
        case "forfeit" | "second forfeit":
            return f"{step.by}'s forfeit"
        case "void":
            return f"{asking.called(step.by)}'s void"
        case "limit":
            return f"the limit that fell on {step.by}"
        case "locked":
            return f"{step.by}'s lock"
    assert step.decision is not None
    return f"{asking.called(step.by)}'s {quoted(step.decision.kind.format(step.answer))}"
