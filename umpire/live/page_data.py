"""The data for a page that shows a spreadsheet: countdowns, turns, previews, results, the end.

The data is beside the cells, in developer metadata of the spreadsheet, and has no facts that the
texts do not have. It says

- which range shows a limit, when that is, which reserve runs after it, and which part of the text
  a countdown replaces,
- in which ranges an answer is awaited, to which kind of question, and whether an answer is held
  that could be locked,
- which texts in a form its preview belongs to,
- which ranges take no entries any more, since the match is over,
- which ranges have times in UTC,
- what a page needs to draw a match as a table: questions, events, results, notes, drafts.

It is written together with the texts and never needs a write of its own.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from umpire.games.base import UMPIRE
from umpire.games.values import memoize
from umpire.json_types import JsonObject
from umpire.match import PendingDecision, asking
from umpire.projections.ending import NO_LINKS, OnwardLinks, endings
from umpire.projections.match_history import MatchHistory
from umpire.projections.sentences import (
    BETWEEN,
    WAIT,
    Phrase,
    ask,
    clock,
    due_times,
    open_question,
    questions,
    questions_to_others,
)
from umpire.projections.spreadsheets import Spreadsheet
from umpire.projections.table_data import table_data
from umpire.sheets.metadata import free_id, make_metadata, set_metadata
from umpire.sheets.ranges import (
    ANSWER,
    ASK,
    CLOCK,
    CLOCKS,
    DUE,
    ENTRY,
    EVENTS,
    FAIRNESS,
    HEADLINE,
    LOG_AT,
    MOVES,
    OTHER_CLOCK,
    OWN_CLOCK,
    REPLY,
    of_no_seat,
    of_seat,
)
from umpire.store.worldtime import rfc3339_if_any

_WITH_TIMES = frozenset(
    (
        *(HEADLINE, ASK, DUE, CLOCK, OWN_CLOCK, OTHER_CLOCK, CLOCKS),
        *(REPLY, ANSWER, EVENTS, FAIRNESS, MOVES, LOG_AT),
    )
)
"""The names, without their seats, of the ranges that may have times in their texts."""

_LONGEST_LINE = 1000
"""The most characters of a form's line in the data, since metadata has little room."""

_MOST = 28_000
"""The most characters of all data: a spreadsheet takes 30,000 of metadata, with the keys."""

_KEY = "countdown"
_ID = 65_537
"""The id of the metadata, if nobody else uses it."""


def page_data(
    history: MatchHistory,
    spreadsheet: Spreadsheet,
    afterwards: OnwardLinks = NO_LINKS,
    previews: Iterable[JsonObject] = (),
) -> str:
    """Return the data for a page that shows a spreadsheet, as JSON.

    `previews` are those of its forms, and `afterwards` the links at the end of a match. On the
    local server the data of tabs that are drawn as tables comes too.
    """
    items: list[JsonObject] = []
    if history.match.outcome is None and not history.is_stopped:
        items += _countdowns(history, spreadsheet)
        items += _awaited_entries(history, spreadsheet)
        items += (preview for preview in previews if len(preview["line"]) <= _LONGEST_LINE)
    items += _closed_entries(history, spreadsheet)
    items += _ranges_with_times(spreadsheet)
    items += endings(history, spreadsheet, afterwards)
    in_names = [item for item in items if item["range"] in spreadsheet.names]
    room = _MOST - len(_json(in_names))
    return _json([*in_names, *table_data(history, spreadsheet, room)])


def _json(data: Sequence[JsonObject]) -> str:
    return json.dumps(data, separators=(",", ":"))


def _countdowns(history: MatchHistory, spreadsheet: Spreadsheet) -> Iterator[JsonObject]:
    players = history.match.header.players
    viewer = spreadsheet.viewer
    known = history.match.known_to(viewer)
    limits = {pending.by: limit for pending in known if (limit := _limit(history, pending))}
    headed = questions(history, viewer, times=DUE not in spreadsheet.names)
    yield from _within(f"{HEADLINE}{spreadsheet.suffix}", headed, limits)
    if viewer is None or spreadsheet.is_console:
        yield from _within(DUE, due_times(history, viewer), limits)
    for name, seats in spreadsheet.clocks.items():
        for row, player in enumerate(players[seat] for seat in seats):
            if player in limits:
                place = {"row": row} if len(seats) > 1 else {}
                length = _length(clock(history, player, viewer))
                yield {"range": name, **place, **limits[player], "instead": length}
    for seat, player in zip(spreadsheet.seats, spreadsheet.players, strict=False):
        if spreadsheet.viewer is None:
            yield from _within(of_seat(HEADLINE, seat), headed, limits)
        if of_seat(DUE, seat) in spreadsheet.names:
            yield from _within(of_seat(DUE, seat), due_times(history, player), limits)
        elif (pending := open_question(history, player)) is None:
            yield from _within(
                of_seat(ASK, seat), questions_to_others(history, player), limits, WAIT
            )
        else:
            question, text = ask(history, player, times=False), ask(history, player)
            phrase = Phrase(text, pending, text.removeprefix(question).strip())
            yield from _within(of_seat(ASK, seat), [phrase], limits)


def _within(
    name: str, phrases: Iterable[Phrase], limits: Mapping[str, JsonObject], before: str = ""
) -> Iterator[JsonObject]:
    """Yield the limits in a text, each with the place of the words that state it.

    The text is `before`, followed by all phrases.
    """
    start = _length(before)
    for phrase in phrases:
        if phrase.pending.by in limits and phrase.time:
            yield {
                "range": name,
                "at": start + _length(phrase.text[: phrase.text.rindex(phrase.time)]),
                **limits[phrase.pending.by],
                "instead": _length(phrase.time),
            }
        start += _length(f"{phrase.text}{BETWEEN}")


def _length(text: str) -> int:
    """Return the length of a text as a spreadsheet counts it."""
    return len(text.encode("utf-16-le")) // 2


def _awaited_entries(history: MatchHistory, spreadsheet: Spreadsheet) -> Iterator[JsonObject]:
    """Yield the ranges in which the match awaits an answer."""
    players = history.match.header.players
    for pending in history.match.pending:
        if pending.by in spreadsheet.players and not pending.locked:
            entry = of_seat(ENTRY, players.index(pending.by))
            held = {"held": True} if asking.can_lock(history.match, pending) else {}
            yield {"range": entry, "awaited": True, "kind": pending.decision.kind.name, **held}
        elif pending.by == UMPIRE and spreadsheet.is_console:
            yield {"range": ENTRY, "kind": pending.decision.kind.name}


def _closed_entries(history: MatchHistory, spreadsheet: Spreadsheet) -> Iterator[JsonObject]:
    """Yield the ranges that take no entries any more, because the match is over."""
    if history.match.outcome is not None:
        for seat in spreadsheet.seats:
            yield {"range": spreadsheet.entry(seat), "over": True}


@memoize
def _ranges_with_times(spreadsheet: Spreadsheet) -> Sequence[JsonObject]:
    """Return the ranges with times in their texts, which are in UTC."""
    return [
        {"range": page.name(name), "utc": True}
        for page in spreadsheet.pages
        for name in page.tab.named_rects
        if of_no_seat(name) in _WITH_TIMES
    ]


def _limit(history: MatchHistory, pending: PendingDecision) -> JsonObject | None:
    """Return the moment of a decision's limit, and the reserve after it; None without a limit."""
    limit = history.limit_of(pending)
    if limit is None:
        return None
    # to the second, like the text
    until = rfc3339_if_any((limit.ends if limit.in_reserve else limit.falls) // 1)
    reserve = 0.0 if limit.in_reserve else round(limit.clock.reserve_left, 1)
    if until is None:
        return None
    return {"until": until, **({"reserve": reserve} if reserve else {})}


@dataclass(frozen=True, slots=True)
class StoredPageData:
    """The data for pages in a spreadsheet: the id of its metadata, and its value.

    Both are None if there is none. It is created with the id `free`, since another program may use
    the usual one.
    """

    id: int | None = None
    value: str | None = None
    free: int = _ID

    @classmethod
    def read_from(cls, metadata: Sequence[JsonObject]) -> "StoredPageData":
        """Read it from the developer metadata of a spreadsheet."""
        free = free_id(_ID, {item["metadataId"] for item in metadata if "metadataId" in item})
        for item in metadata:
            if item.get("metadataKey") == _KEY:
                return cls(item["metadataId"], item.get("metadataValue", ""), free)
        return cls(free=free)

    def plan_update(self, value: str) -> list[JsonObject]:
        """Return the request after which it has this value; none if it has already."""
        if value == self.value:
            return []
        if self.id is None:
            return [make_metadata(self.free, _KEY, value, {"spreadsheet": True})]
        return [set_metadata(self.id, value)]

    def record_write(self, value: str) -> "StoredPageData":
        """Record that a write has set it."""
        return replace(self, id=self.id or self.free, value=value)

    def record_doubt(self) -> "StoredPageData":
        """Record that nobody knows whether a write has set it."""
        return replace(self, value=None)
