"""The posts of a webhook about a match: a pure function of its history and of earlier posts.

A webhook is public, or one player's own. Neither gets anything that its readers may not know. Texts
that people typed have no effect in the chat: they mention nobody and link to nothing.
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
"""The most characters of a post, as Discord counts them: in UTF-16."""

_EVENT, _NAME, _NAMES = 500, 40, 250
"""The most characters of a sentence; in the first line, of one player's name and of all names."""
_SHORTEST_LIMIT = 300.0
"""The shortest limit, in seconds, that gets a reminder: people would read it too late."""
_PART, _EARLIEST = 0.25, 3600.0
"""A limit is near when this part of it is left, but not before so many seconds are left."""

_MARKS = re.compile(r"([\\`*_~|\[\]]|(?<=:)/(?=/))")
_FULL_WIDTH = str.maketrans({"@": "＠", "<": "＜"})
_AGAIN = "(repeated: this may have arrived before)"


@dataclass(frozen=True, slots=True)
class Post:
    """A post, how far the webhook is after it, and whether a picture of the board is attached."""

    text: str
    progress: Progress
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Readers:
    """The readers of a webhook: its player, or everybody if `viewer` is None.

    `board` is the board's public link, None if there is none. A chat that `shows_times` shows each
    reader times by their own clock.
    """

    row: MatchRow
    history: MatchHistory
    fair: Fairness
    viewer: str | None
    board: str | None = None
    shows_times: bool = False

    def status(self, text: str) -> str:
        """Return a text about who must answer until when, in the chat's markup."""
        markup = escape_markdown(text)
        if self.shows_times:
            times = moments(self.history, self.viewer, self.fair.closes_at)
            for words in sorted(times, key=len, reverse=True):  # a time may be the end of another
                look, at = "T" if words[0].isdigit() else "f", int(times[words])
                markup = markup.replace(words, f"<t:{at}:{look}>, <t:{at}:R>")
        return markup

    def events(self, progress: Progress, end: int) -> list[tuple[int, str]]:
        """Return the new events, each with the number of events up to it.

        Public events go only to the public webhook.
        """
        return [
            (place, escape_markdown(self.history.text_of_event(place - 1)))
            for place, event in enumerate(self.history.events[:end], 1)
            if place > progress.events and event.only == self.viewer
        ]

    def headline(self) -> str | None:
        """Return who is asked what, or the match's status; None if that is not worth a post.

        A match that paused by itself is not worth a post, because it also goes on by itself.
        """
        history = self.history
        if history.is_stopped_by_itself:
            return None
        if self.viewer is None:
            return headline(history, self.fair.closes_at, None)
        pending = history.match.pending_of(self.viewer)
        if history.match.outcome is None and (pending is None or pending.held is not None):
            return None
        return ask(history, self.viewer)

    def reminder(self, now: float) -> str | None:
        """Return who has to answer soon; None if no limit is near.

        Other people do not learn whether a player has an answer held.
        """
        history = self.history
        if history.is_stopped or history.offset is None:
            return None
        near = [
            question.text
            for question in questions(history, self.viewer)
            if _is_near(question.pending, now - history.offset) and self._is_for(question.pending)
        ]
        return f"Soon: {BETWEEN.join(near)}" if near else None

    def _is_for(self, pending: PendingDecision) -> bool:
        return self.viewer is None or (pending.by == self.viewer and pending.held is None)


def next_post(
    readers: Readers, progress: Progress, now: float, trying: Progress | None = None
) -> Post | None:
    """Return the next post of a webhook, None if there is nothing to post.

    `trying` is how far a post went that may have arrived: it is posted again, with a mark. `now` is
    in seconds since 1970.
    """
    if trying is not None:
        return _post(readers, progress, trying, again=True)
    head = readers.headline()
    if progress.headline is None and head is None:
        return None  # the first question begins the announcements
    new = Progress(
        len(readers.history.events),
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
    row, history, fair = readers.row, readers.history, readers.fair
    is_public = readers.viewer is None
    players = _names_that_fit(escape_markdown(name, _NAME) for name in row.players)
    top = [f"**{escape_markdown(history.match.title)}** · {players} · {escape_markdown(row.id)}"]
    if progress.headline is None and is_public:
        top.append(
            f"{_opening(history, progress)}Commitment to the secret seed: `{fair.commitment}`"
        )
    new_headline = new.headline if new.headline != progress.headline else None
    end = [f"**{readers.status(new_headline)}**"] if new_headline else []
    is_result = new_headline is not None and new_headline.startswith(WON)
    if is_result and is_public and new_headline == readers.headline() and history.match.closed:
        end += [f"`{line}`" for line in fairness(history, fair).splitlines()]
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


def _opening(history: MatchHistory, progress: Progress) -> str:
    """Return the beginning of a webhook's first post; after a cut, an event says that it began."""
    if not history.match.is_cut and history.match.header.cut:
        return "The players cut the deck; once all have, the match begins. "
    is_start = progress.events == 0 and not history.match.header.cut
    return "The match begins. " if is_start else ""


def _names_that_fit(names: Iterable[str]) -> str:
    """Return as many names as fit on the first line."""
    text = ""
    for name in names:
        longer = f"{text}, {name}" if text else name
        if len(longer) > _NAMES:
            return f"{text} …"
        text = longer
    return text


def _length(lines: list[str]) -> int:
    return sum(len(line.encode("utf-16-le", "surrogatepass")) // 2 + 1 for line in lines)


def escape_markdown(text: str, most: int = _EVENT) -> str:
    """Escape a text so that Discord shows it as it is: no mention, no link, no Markdown.

    It is cut to `most` characters, as Discord counts them.
    """
    escaped = _MARKS.sub(r"\\\1", printable(text, most).translate(_FULL_WIDTH))
    units = escaped.encode("utf-16-le", "surrogatepass")
    if len(units) <= 2 * most:
        return escaped
    return units[: 2 * most - 2].decode("utf-16-le", "ignore").rstrip("\\") + "…"


def _is_near(pending: PendingDecision, t: float) -> bool:
    """Return whether a limit is near: a quarter of it is left, or an hour of a long limit."""
    if pending.clock is None or pending.clock.limit < _SHORTEST_LIMIT:
        return False
    return 0 < pending.clock.until_limit(t) <= min(pending.clock.limit * _PART, _EARLIEST)
