"""Taking steps back: to where the match stood before them, and in words that tell no secret."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from umpire.games.base import UMPIRE, Event, NotAllowed
from umpire.games.text import counted, listed, printable, quoted
from umpire.match import asking, transitions
from umpire.match.state import Made, Match

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
    back, made, withdrawn = match, list[Made](), tuple[Event, ...]()
    while len(made) < steps:
        if back.made is None:
            raise NotAllowed(_too_many(len(made)))
        made.append(back.made)
        withdrawn = back.told + withdrawn
        back = back.made.before
    restored, events = transitions.restored(back, match)
    told = _told_of_known(restored, made) if match.game.is_directed else _told(made)
    stopped = [Event("The clock is stopped again.")] if restored.paused > match.paused else []
    for_all_first = sorted((*told, *_no_longer_counting(withdrawn)), key=_is_for_one)
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
    told = [f'"{printable(text.removesuffix("."), _WORDS)}"' for text in texts[:_QUOTED]]
    if len(texts) > _QUOTED:
        told.append(f"{len(texts) - _QUOTED} more")
    return f"{listed(told)} no longer count{'s' if len(texts) == 1 else ''}."


def _too_many(there: int) -> str:
    if not there:
        return "There are no steps to take back."
    return f"There {'is' if there == 1 else 'are'} only {counted(there, 'step')} to take back."


def _told(made: list[Made]) -> Iterator[Event]:
    """Yield what was taken back, the last step first; secret answers in words for their authors."""
    number = "step" if len(made) == 1 else counted(len(made), "step")
    yield Event(f"The umpire takes back the last {number}: {_shortly(made, _for_all)}.")
    yield from _told_to_authors(made)


def _told_of_known(match: Match, made: list[Made]) -> Iterator[Event]:
    """Yield the same where what the umpire said, and some of the answers, are secrets too."""
    known = [one for one in made if _is_known(match, one)]
    words = f": {_shortly(known, _for_all)}" if known else ""
    yield Event(f"The umpire undid part of the match{words}.")
    yield from _told_to_authors(made)


def _is_known(match: Match, made: Made) -> bool:
    if made.decision is None:
        return made.what != "second forfeit"
    return made.by != UMPIRE and match.knows(None, made.decision)


def _told_to_authors(made: list[Made]) -> Iterator[Event]:
    """Yield for each author what is gone of theirs, however much of others is gone with it."""
    for author in dict.fromkeys(one.by for one in made if not one.is_open):
        own = [one for one in made if one.by == author and not one.is_open]
        yield Event(f"Taken back: {_shortly(own, _in_full)}.", only=author)


def _shortly(made: list[Made], word: Callable[[Made], str]) -> str:
    if len(made) <= _TOLD:
        return listed(map(word, made))
    return listed([*map(word, made[: _TOLD - 1]), f"{len(made) - _TOLD + 1} more"])


def _for_all(made: Made) -> str:
    """Return a step as everybody may know of it."""
    if made.is_open:
        return _in_full(made)
    what = "limit that fell" if made.what == "limit" else "answer"
    return f"{made.by}'s {what}" if made.is_known else f"{'a' if what[0] == 'l' else 'an'} {what}"


def _in_full(made: Made) -> str:
    match made.what:
        case "forfeit" | "second forfeit":
            return f"{made.by}'s forfeit"
        case "void":
            return f"{asking.called(made.by)}'s void"
        case "limit":
            return f"the limit that fell on {made.by}"
        case "locked":
            return f"{made.by}'s lock"
    assert made.decision is not None
    return f"{asking.called(made.by)}'s {quoted(made.decision.kind.format(made.answer))}"
