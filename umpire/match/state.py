"""A match as it stands: one frozen value, linked to the one before each step."""

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
    """A pending decision as the contract sees it.

    `rule` is how an answer is accepted before the deadline; without a clock it is `first`.
    `clock` is None where no limit falls. `held` is the parsed answer that waits for the decision
    to close, None if there is none.
    """

    decision: Decision
    rule: Rule
    clock: Clock | None
    held: Any = None
    locked: bool = False

    @property
    def by(self) -> str:
        """Who owes it."""
        return self.decision.by

    @property
    def deadline(self) -> float | None:
        """The `t` at which the limit falls, reserve not counted; None if none runs."""
        return None if self.clock is None else self.clock.deadline

    @property
    def falls(self) -> float | None:
        """The `t` at which the limit takes effect: for what is held without any reserve."""
        if self.clock is None or self.held is not None:
            return self.deadline
        return self.clock.end

    def rule_at(self, now: float) -> Rule:
        """Return how an answer is accepted now: in reserve the first valid one is taken."""
        clock = self.clock
        if clock is None or now <= clock.deadline or clock.reserve is None:
            return self.rule  # as nearly always
        return "first"

    def afresh(self, now: float) -> "PendingDecision":
        """Return the same decision with its limit counted from `now`, with what was added to it."""
        limit = self.decision.limit
        if limit is None or self.clock is None:
            return self
        return self._replace(clock=self.clock.afresh(now, limit))


class Taken(NamedTuple):
    """An answer that counts; of a group's member it is kept until every member's is taken."""

    decision: Decision
    answer: Any
    silent: bool = False
    """Whether it is the answer of a limit."""


class Step(NamedTuple):
    """A step that was made: by whom, what it was, and the answer, None where there is none."""

    before: "Match"
    """The match that an undo of it comes back to."""
    by: str
    kind: Literal["taken", "held", "locked", "limit", "forfeit", "second forfeit", "void"]
    """A second forfeit changes nothing, and nobody is told of it."""
    decision: Decision | None = None
    answer: Any = None

    @property
    def is_open(self) -> bool:
        """Whether everybody may know all of it: what was answered too, if it was an answer."""
        if self.decision is None:
            return True
        if self.kind == "taken":
            return self.decision.is_open(self.answer)
        return self.kind == "limit" and not self.decision.is_secret

    @property
    def is_known(self) -> bool:
        """Whether everybody may know who made it: not of a group, nor of what is only held."""
        if self.decision is None or self.is_open:
            return True
        if self.decision.unknown_to_others:
            return False
        return self.kind == "taken" and self.decision.group is None


@dataclass(frozen=True, slots=True)
class Match(Value):
    """A match at one moment of its clock. Step by `begin` and `judge`, never by hand."""

    header: Header
    game: AnyGame
    reserve: Reserve | None
    """What each player started with; None if the game has none or there is no clock."""
    state: Any
    now: float
    stopped: bool
    """Whether the umpire has stopped the clock; it stays so when the match ends."""
    pending: tuple[PendingDecision, ...]
    """What is owed now: chance's first, then the umpire's, then in seat order; whose answer is
    taken owes nothing."""
    taken: tuple[Taken, ...]
    left: Mapping[str, float]
    """Seconds of reserve by player, what running decisions spend not yet taken off."""
    outcome: Outcome | None
    chance_count: int
    """How many chance inputs the match has, as its history stands."""
    cuts: Mapping[str, str]
    """What each player who has cut typed; nothing where nobody cuts."""
    closed: bool
    """Whether the umpire has made the result final."""
    last_step: Step | None = field(repr=False, compare=False)
    """The last step; None where none has been made."""
    last_events: tuple[Event, ...] = field(repr=False, compare=False)
    """What was told of the last step and of all that followed it by itself, oldest first."""
    opened: float | None
    """The `t` at which the game's first decisions opened; None until all have cut."""
    ended: float | None
    """The `t` at which the match ended; None while it is not over."""

    @property
    def length(self) -> float:
        """How many seconds it has been played: from the first question to the end, or to now.

        Neither the wait for the cuts counts, nor what the clock shows after the end.
        """
        if self.opened is None:
            return 0.0
        return max(0.0, (self.now if self.ended is None else self.ended) - self.opened)

    def steps(self) -> Iterator[Step]:
        """Yield the steps that were made and not taken back, the last first."""
        match = self
        while match.last_step is not None:
            yield match.last_step
            match = match.last_step.before

    @property
    def before(self) -> "Match | None":
        """The match before the last step; None where no step has been made."""
        return None if self.last_step is None else self.last_step.before

    @property
    def paused(self) -> bool:
        """Whether the match waits for the umpire to restart its clock."""
        return self.stopped and self.outcome is None

    @property
    def status(self) -> Status:
        """How the match stands."""
        if self.outcome is not None:
            return "closed" if self.closed else "over"
        return "paused" if self.paused else "running"

    @property
    def is_void(self) -> bool:
        """Whether the umpire has ended the match without a result."""
        return self.outcome is not None and self.outcome.is_void

    @property
    def result(self) -> str:
        """How the match ended, in the words of a player; "" while it has not."""
        return "" if self.outcome is None else self.game.result(self.outcome)

    @property
    def is_cut(self) -> bool:
        """Whether all players have cut."""
        return len(self.cuts) == len(self.header.players)

    @property
    def cut(self) -> dict[str, str] | None:
        """What each player typed to cut, in seat order; None until all have."""
        if not self.is_cut:
            return None
        return {player: self.cuts[player] for player in self.header.players}

    @property
    def title(self) -> str:
        """How the game is called in this match."""
        return self.game.title_of(self.header.game_options)

    def pending_of(self, who: str) -> PendingDecision | None:
        """Return the decision that a player, or chance, owes now."""
        for pending in self.pending:
            if pending.decision.by == who:
                return pending
        return None

    def order(self, decision: Decision) -> int:
        """Return a decision's place among those pending: chance, the umpire, then seat order."""
        by, players = decision.by, self.header.players
        if by in players:
            return players.index(by)
        return -2 if by == CHANCE else -1

    def knows(self, viewer: str | None, decision: Decision) -> bool:
        """Return whether a viewer, None for the public, may know that a decision is or was owed.

        The umpire knows of all.
        """
        if not decision.unknown_to_others or self.closed or viewer == UMPIRE:
            return True
        return self.game.knows(self.state, viewer, decision)

    def known_to(self, viewer: str | None) -> tuple[PendingDecision, ...]:
        """Return what is owed now as far as a viewer knows of it."""
        return tuple([pending for pending in self.pending if self.knows(viewer, pending.decision)])

    def awaited_by(self, viewer: str | None) -> tuple[PendingDecision, ...]:
        """Return for what it waits as a viewer knows it: for the umpire if for nobody else."""
        known = self.known_to(viewer)
        return tuple([pending for pending in known if pending.by != UMPIRE]) or known

    def reserve_left(self) -> dict[str, float | None]:
        """Return each player's seconds of reserve at this moment; None where there is none."""
        if self.reserve is None:
            return dict.fromkeys(self.header.players)
        left: dict[str, float | None] = dict(self.left)
        for pending in self.pending:
            if pending.clock is not None and pending.clock.in_reserve(self.now):
                left[pending.by] = pending.clock.left_at(self.now)
        return left

    def falls_for(self, player: str) -> float | None:
        """Return the `t` at which a player's limit takes effect; None if none runs."""
        pending = self.pending_of(player)
        return pending.falls if pending is not None and not self.paused else None

    def falls_at(self) -> float | None:
        """Return the `t` at which the next limit takes effect; None if none runs."""
        if self.paused:
            return None
        falls = [fall for pending in self.pending if (fall := pending.falls) is not None]
        return min(falls, default=None)
