"""A match at one moment: a frozen value, linked to the match before each step."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from umpire.games.base import CHANCE, UMPIRE, AnyGame, Decision, Event, Outcome
from umpire.games.values import Value
from umpire.match.clock import Clock, Reserve
from umpire.match.header import Header

Rule = Literal["first", "last"]
Status = Literal["running", "paused", "over", "closed"]


class PendingDecision(NamedTuple):
    """A pending decision, with its clock and the answer that is held.

    `rule` is the rule of acceptance before the deadline; without a clock it is `first`. `clock` is
    None where no limit falls. `held` is the parsed answer that waits for the decision to close,
    None if there is none.
    """

    decision: Decision
    rule: Rule
    clock: Clock | None
    held: Any = None
    locked: bool = False

    @property
    def by(self) -> str:
        """The player who owes it, CHANCE or UMPIRE."""
        return self.decision.by

    @property
    def deadline(self) -> float | None:
        """The `t` at which the limit ends, reserve not counted; None if no limit runs."""
        return None if self.clock is None else self.clock.deadline

    @property
    def falls(self) -> float | None:
        """The `t` at which the limit takes effect: an answer that is held spends no reserve."""
        if self.clock is None or self.held is not None:
            return self.deadline
        return self.clock.end

    def rule_at(self, now: float) -> Rule:
        """Return the rule of acceptance at a moment: in reserve it is `first`."""
        clock = self.clock
        if clock is None or now <= clock.deadline or clock.reserve is None:
            return self.rule  # as nearly always
        return "first"

    def restart(self, now: float) -> "PendingDecision":
        """Return the decision with its limit, extensions included, counted from `now`."""
        limit = self.decision.limit
        if limit is None or self.clock is None:
            return self
        return self._replace(clock=self.clock.restart(now, limit))


class TakenAnswer(NamedTuple):
    """An answer that counts; a group's answers wait here until every member's is taken."""

    decision: Decision
    answer: Any
    silent: bool = False
    """Whether the limit gave it, because nothing was held."""


class Step(NamedTuple):
    """Something that `undo` can take back; `answer` is None where the step has none."""

    before: "Match"
    """The match to which an undo of this step returns."""
    by: str
    kind: Literal["taken", "held", "locked", "limit", "forfeit", "second forfeit", "void"]
    """A second forfeit changes nothing, and no event announces it."""
    decision: Decision | None = None
    answer: Any = None

    @property
    def is_open(self) -> bool:
        """Whether everybody may know all of it, its answer included."""
        if self.decision is None:
            return True
        if self.kind == "taken":
            return self.decision.is_open(self.answer)
        return self.kind == "limit" and not self.decision.is_secret

    @property
    def is_known(self) -> bool:
        """Whether everybody may know whose step it is; in a group or only held, nobody may."""
        if self.decision is None or self.is_open:
            return True
        if self.decision.unknown_to_others:
            return False
        return self.kind == "taken" and self.decision.group is None


@dataclass(frozen=True, slots=True)
class Match(Value):
    """A match at one moment of its clock. Only `begin` and `judge` make one."""

    header: Header
    game: AnyGame
    reserve: Reserve | None
    """The reserve with which each player began; None without reserve or without a clock."""
    state: Any
    now: float
    stopped: bool
    """Whether the umpire has stopped the clock; the end of the match does not change it."""
    pending: tuple[PendingDecision, ...]
    """The decisions that are owed now: chance's, then the umpire's, then in seat order. A player
    whose answer is taken owes nothing."""
    taken_answers: tuple[TakenAnswer, ...]
    reserves: Mapping[str, float]
    """Seconds of reserve by player, not counting what running decisions are spending."""
    outcome: Outcome | None
    chance_count: int
    """How many chance inputs the match has; those that were undone do not count."""
    cuts: Mapping[str, str]
    """The text of each player who has cut; empty where nobody cuts."""
    closed: bool
    """Whether the umpire has made the result final."""
    last_step: Step | None = field(repr=False, compare=False)
    """The last step; None before the first."""
    last_events: tuple[Event, ...] = field(repr=False, compare=False)
    """The events of the last step and of everything that followed from it, oldest first."""
    opened_at: float | None
    """The `t` at which the game's first decisions opened; None until all have cut."""
    ended_at: float | None
    """The `t` at which the match ended; None while it is not over."""

    @property
    def length(self) -> float:
        """How many seconds the match was played: from the game's first decisions to its end.

        While it is not over its end is now. The wait for the cuts does not count.
        """
        if self.opened_at is None:
            return 0.0
        return max(0.0, (self.now if self.ended_at is None else self.ended_at) - self.opened_at)

    def steps(self) -> Iterator[Step]:
        """Yield the steps that were not taken back, the last first."""
        match = self
        while match.last_step is not None:
            yield match.last_step
            match = match.last_step.before

    @property
    def before(self) -> "Match | None":
        """The match before the last step; None before the first."""
        return None if self.last_step is None else self.last_step.before

    @property
    def paused(self) -> bool:
        """Whether the match waits for the umpire to restart its clock."""
        return self.stopped and self.outcome is None

    @property
    def status(self) -> Status:
        """The status of the match, as reports have it."""
        if self.outcome is not None:
            return "closed" if self.closed else "over"
        return "paused" if self.paused else "running"

    @property
    def is_void(self) -> bool:
        """Whether the umpire has ended the match without a result."""
        return self.outcome is not None and self.outcome.is_void

    @property
    def result(self) -> str:
        """How the match ended, in the words of a player; "" while it is not over."""
        return "" if self.outcome is None else self.game.result(self.outcome)

    @property
    def is_cut(self) -> bool:
        """Whether all players have cut."""
        return len(self.cuts) == len(self.header.players)

    @property
    def cut(self) -> dict[str, str] | None:
        """The text of each player's cut, in seat order; None until all have cut."""
        if not self.is_cut:
            return None
        return {player: self.cuts[player] for player in self.header.players}

    @property
    def title(self) -> str:
        """The title of the game in this match."""
        return self.game.title_of(self.header.game_options)

    def pending_of(self, owner: str) -> PendingDecision | None:
        """Return the decision that a player, CHANCE or UMPIRE owes now; None if there is none."""
        for pending in self.pending:
            if pending.decision.by == owner:
                return pending
        return None

    def sort_key(self, decision: Decision) -> int:
        """Return the key that sorts decisions: chance's, the umpire's, then in seat order."""
        by, players = decision.by, self.header.players
        if by in players:
            return players.index(by)
        return -2 if by == CHANCE else -1

    def knows(self, viewer: str | None, decision: Decision) -> bool:
        """Return whether a viewer, None for the public, may know that a decision is or was owed.

        The umpire knows of every decision.
        """
        if not decision.unknown_to_others or self.closed or viewer == UMPIRE:
            return True
        return self.game.knows(self.state, viewer, decision)

    def known_to(self, viewer: str | None) -> tuple[PendingDecision, ...]:
        """Return the pending decisions of which a viewer knows."""
        return tuple([pending for pending in self.pending if self.knows(viewer, pending.decision)])

    def awaited_by(self, viewer: str | None) -> tuple[PendingDecision, ...]:
        """Return the decisions that a viewer waits for: the umpire's only if no others are open."""
        visible = self.known_to(viewer)
        return tuple([pending for pending in visible if pending.by != UMPIRE]) or visible

    def reserve_left(self) -> dict[str, float | None]:
        """Return each player's seconds of reserve at this moment; None without reserve."""
        if self.reserve is None:
            return dict.fromkeys(self.header.players)
        left: dict[str, float | None] = dict(self.reserves)
        for pending in self.pending:
            if pending.clock is not None and pending.clock.in_reserve(self.now):
                left[pending.by] = pending.clock.left_at(self.now)
        return left

    def falls_for(self, player: str) -> float | None:
        """Return the `t` at which a player's limit takes effect; None if no limit runs."""
        pending = self.pending_of(player)
        return pending.falls if pending is not None and not self.paused else None

    def falls_at(self) -> float | None:
        """Return the `t` at which the next limit takes effect; None if no limit runs."""
        if self.paused:
            return None
        falls = [fall for pending in self.pending if (fall := pending.falls) is not None]
        return min(falls, default=None)
