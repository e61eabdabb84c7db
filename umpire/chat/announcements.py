"""What is posted to a webhook of a match: a pure function of its record and of what was told.

A webhook is public, or one player's own; neither is told what its readers may not know. Nothing of
what people have typed does anything there: it is text, mentions nobody, and opens nothing.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from umpire.games.text import printable
from umpire.match import PendingDecision
from umpire.projections.match_history import MatchHistory
from umpire.projections.sentences import (
    BETWEEN,
    WON,
    Fairness,
    ask,
    fairness,
    headline,
    moments,
    questions,
)
from umpire.store import MatchRow
from umpire.store.announcements import Progress

LONGEST = 2000
"""Characters of a post, as Discord counts them: in UTF-16."""

_EVENT, _NAME, _NAMES = 500, 40, 250
"""Characters of one sentence, and in the first line of a player's name, and of all of them."""
_SHORTEST_LIMIT = 300.0
"""Seconds of a limit that is worth a reminder: shorter ones fall before anybody reads it."""
_PART, _EARLIEST = 0.25, 3600.0
"""A limit is near when this part of it is left, and at most so many seconds."""

_MARKS = re.compile(r"([\\`*_~|\[\]]|(?<=:)/(?=/))")
_FULL_WIDTH = str.maketrans({"@": "＠", "<": "＜"})
_AGAIN = "(repeated: this may have arrived before)"


@dataclass(frozen=True, slots=True)
class Post:
    """A post, how far the webhook has got with it, and whether the board's picture is attached."""

    text: str
    progress: Progress
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Readers:
    """The readers of a webhook: its player, or everybody if that is None.

    `board` is the board's public link, or None if there is none. Where the chat `shows_times` it
    shows each reader those of their own clock.
    """

    row: MatchRow
    record: MatchHistory
    fair: Fairness
    viewer: str | None
    board: str | None = None
    shows_times: bool = False

    def status(self, text: str) -> str:
        """Return a text of who is asked what until when as the chat is to show it."""
        shown = escaped(text)
        if self.shows_times:
            times = moments(self.record, self.viewer, self.fair.closes_at)
            for words in sorted(times, key=len, reverse=True):  # one may be the end of another
                look, at = "T" if words[0].isdigit() else "f", int(times[words])
                shown = shown.replace(words, f"<t:{at}:{look}>, <t:{at}:R>")
        return shown

    def events(self, progress: Progress, end: int) -> list[tuple[int, str]]:
        """Return the new events, each with the number of events up to it.

        Public events go only to the public webhook.
        """
        return [
            (place, escaped(self.record.text_of_event(place - 1)))
            for place, event in enumerate(self.record.events[:end], 1)
            if place > progress.events and event.only == self.viewer
        ]

    def headline(self) -> str | None:
        """Return who is asked what, or the match's status; None if that is not worth a post.

        A match that paused by itself is not: it also goes on by itself.
        """
        record = self.record
        if record.is_stopped_by_itself:
            return None
        if self.viewer is None:
            return headline(record, self.fair.closes_at, None)
        pending = record.match.pending_of(self.viewer)
        if record.match.outcome is None and (pending is None or pending.held is not None):
            return None
        return ask(record, self.viewer)

    def reminder(self, now: float) -> str | None:
        """Return who has to answer soon; None if no limit is near.

        Nobody else learns whether somebody has an answer held.
        """
        record = self.record
        if record.is_stopped or record.offset is None:
            return None
        near = [
            one.text
            for one in questions(record, self.viewer)
            if _is_near(one.pending, now - record.offset) and self._is_for(one.pending)
        ]
        return f"Soon: {BETWEEN.join(near)}" if near else None

    def _is_for(self, pending: PendingDecision) -> bool:
        return self.viewer is None or (pending.by == self.viewer and pending.held is None)


def due(
    readers: Readers, progress: Progress, now: float, trying: Progress | None = None
) -> Post | None:
    """Return the next post of a webhook, None if there is nothing to post.

    `trying` is how far a post went that may have arrived: it is repeated, with a mark. `now` is in
    seconds since 1970.
    """
    if trying is not None:
        return _post(readers, progress, trying, again=True)
    head = readers.headline()
    if progress.headline is None and head is None:
        return None  # announced with the first question
    new = Progress(
        len(readers.record.events),
        progress.headline if head is None else head,
        readers.reminder(now) or progress.reminded,
    )
    if replace(new, events=progress.events) == progress and not readers.events(
        progress, new.events
    ):
        return None
    return _post(readers, progress, new)


def _post(readers: Readers, progress: Progress, new: Progress, *, again: bool = False) -> Post:
    """Compose a post: as many events as fit, and, if all fit, what is asked now."""
    row, record, fair = readers.row, readers.record, readers.fair
    is_public = readers.viewer is None
    players = _listed(escaped(name, _NAME) for name in row.players)
    top = [f"**{escaped(record.match.title)}** · {players} · {escaped(row.id)}"]
    if progress.headline is None and is_public:
        top.append(
            f"{_opening(record, progress)}Commitment to the secret seed: `{fair.commitment}`"
        )
    head = new.headline if new.headline != progress.headline else None
    end = [f"**{readers.status(head)}**"] if head else []
    is_result = head is not None and head.startswith(WON)
    if is_result and is_public and head == readers.headline() and record.match.closed:
        end += [f"`{line}`" for line in fairness(record, fair).splitlines()]
    if new.reminded != progress.reminded:
        end.append(readers.status(new.reminded))
    if end and is_public and readers.board is not None:
        end.append(f"Board: <{readers.board}>")
    room = LONGEST - _length([*top, _AGAIN, *end])
    top += [_AGAIN] if again else []
    lines: list[str] = []
    for place, text in readers.events(progress, new.events):
        line = f"- {text}"
        if _length([*lines, line]) > room:
            reached = Progress(place - 1, progress.headline or "", progress.reminded)
            return Post("\n".join([*top, *lines]), reached)
        lines.append(line)
    picture = is_result and is_public and not (progress.headline or "").startswith(WON)
    return Post("\n".join([*top, *lines, *end]), new, picture)


def _opening(record: MatchHistory, progress: Progress) -> str:
    """Return how a webhook's first post begins; where players cut an event tells of the start."""
    if not record.match.is_cut and record.match.header.cut:
        return "The players cut the deck; once all have, the match begins. "
    is_start = progress.events == 0 and not record.match.header.cut
    return "The match begins. " if is_start else ""


def _listed(names: Iterable[str]) -> str:
    """Return as many names as fit on the first line."""
    listed = ""
    for name in names:
        longer = f"{listed}, {name}" if listed else name
        if len(longer) > _NAMES:
            return f"{listed} …"
        listed = longer
    return listed


def _length(lines: list[str]) -> int:
    return sum(len(line.encode("utf-16-le", "surrogatepass")) // 2 + 1 for line in lines)


def escaped(text: str, most: int = _EVENT) -> str:
    """Return anybody's text as Discord's Markdown leaves it: no mention, no link, no other look.

    It is cut to so many characters, as Discord counts them.
    """
    whole = _MARKS.sub(r"\\\1", printable(text, most).translate(_FULL_WIDTH))
    units = whole.encode("utf-16-le", "surrogatepass")
    if len(units) <= 2 * most:
        return whole
    return units[: 2 * most - 2].decode("utf-16-le", "ignore").rstrip("\\") + "…"


def _is_near(pending: PendingDecision, t: float) -> bool:
    """Return whether a limit is near: a quarter of it is left, or an hour of long ones."""
    if pending.clock is None or pending.clock.limit < _SHORTEST_LIMIT:
        return False
    return 0 < pending.clock.until_limit(t) <= min(pending.clock.limit * _PART, _EARLIEST)
