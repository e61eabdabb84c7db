"""The adjudicated log of a match: all that an export reads from the store."""

from dataclasses import dataclass
from functools import cached_property

from umpire.errors import UsageError
from umpire.games.base import AnyGame, Event
from umpire.match import Match
from umpire.projections.match_history import MatchHistory, histories_of
from umpire.store import Entry, MatchRow, Store
from umpire.store.replay import ReplayedLine, check_result, open_match, replay


@dataclass(frozen=True)
class AdjudicatedLog:
    """A log's lines with their judgements, and the match after the last one.

    `opening` are the events before the first line, and `entries` the processed rows of score
    sheets. `seed` is None until the match is closed. `template` is the folder of the match's own
    template, None if it has none.
    """

    row: MatchRow
    match: Match
    opening: tuple[Event, ...]
    replays: tuple[ReplayedLine, ...]
    entries: tuple[Entry, ...]
    seed: str | None
    template: str | None

    @cached_property
    def histories(self) -> tuple[MatchHistory, ...]:
        """The histories before the first line and after each line, for drawing boards."""
        header, game = self.row.header(), self.match.game
        return tuple(histories_of(header, game, self.replays, self.entries))


def adjudicate(
    store: Store, row: MatchRow, game: AnyGame, turn: int | None = None
) -> AdjudicatedLog:
    """Adjudicate the log of a match up to the line with this number, or up to its end.

    Raises UsageError if there is no such line, UmpireError if the log does not fit the rules.
    """
    lines, header = store.lines(row.id), row.header()
    last = lines[-1].n if lines else 1
    if turn is not None and turn > last:
        raise UsageError(f"{row.id} has no line {turn}: its last line is {last}.")
    until = last if turn is None else turn
    start = open_match(game, header)
    replays = tuple(replay(game, header, (line for line in lines if line.n <= until)))
    match = replays[-1].judgement.match if replays else start.match
    if until == last:
        check_result(row, match, last)
    return AdjudicatedLog(
        row=row,
        match=match,
        opening=start.events,
        replays=replays,
        entries=tuple(store.entries(row.id)),
        seed=store.seed(row.id) if match.closed else None,
        template=store.hosting(row.id).template,
    )
