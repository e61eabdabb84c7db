"""Games whose kinds of decisions are not yet objects of their own. Temporary."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple

from umpire.games import base
from umpire.games.base import (
    CHANCE,
    Decision,
    Dice,
    Form,
    JsonObject,
    RandomSource,
    Step,
)


class Kind(NamedTuple):
    name: str
    asks: str
    notation: str
    examples: tuple[str, ...]
    limit: str


class LegacyKind(str, base.ChanceKind[Any, Any]):  # type: ignore[misc]
    game: Any
    name: str  # type: ignore[misc]

    def __new__(cls, game: Any, name: str, told: Kind | None = None) -> "LegacyKind":
        made = super().__new__(cls, name)
        made.game, made.name = game, name
        if told is not None:
            made.asks, made.notation = told.asks, told.notation  # type: ignore[misc]
            made.examples, made.limit = told.examples, told.limit  # type: ignore[misc]
        return made

    def pending(self, state: Any) -> tuple[Decision, ...]:
        return self.game.pending(state)  # type: ignore[no-any-return]

    def ask(self, seen: Any, decision: Decision) -> str:
        return self.game.ask(seen, decision)  # type: ignore[no-any-return]

    def read(self, state: Any, decision: Decision, text: str) -> Any:
        return self.game.read(state, decision, text)

    def format(self, answer: Any) -> str:  # type: ignore[override]
        return self.game.write(answer)  # type: ignore[no-any-return]

    def warn(self, seen: Any, decision: Decision, answer: Any) -> str:
        return self.game.warn(seen, decision, answer)  # type: ignore[no-any-return]

    def default_answer(self, state: Any, decision: Decision) -> Any:
        return self.game.missed(state, decision)

    def apply(self, state: Any, answers: Mapping[str, Any]) -> Step[Any]:
        return self.game.resolve(state, answers)  # type: ignore[no-any-return]

    def suggest(self, seen: Any, decision: Decision) -> tuple[str, ...]:
        return self.game.suggest(seen, decision)  # type: ignore[no-any-return]

    def form(self, seen: Any, decision: Decision, filled: Mapping[str, str]) -> Form:
        return self.game.form(seen, decision, filled)  # type: ignore[no-any-return]

    def form_line(self, seen: Any, decision: Decision, filled: Mapping[str, str]) -> str:
        return self.game.join(seen, decision, filled)  # type: ignore[no-any-return]

    def random_answer(self, state: Any, decision: Decision, random: RandomSource) -> str:
        return self.game.sample(state, decision, random)  # type: ignore[no-any-return]

    def draw(self, state: Any, decision: Decision, dice: Dice) -> str:
        return self.game.deal(state, decision, dice)  # type: ignore[no-any-return]


class Game(base.Game[Any, Any]):
    """A game of the old interface."""

    old_kinds: tuple[Kind, ...] = ()

    def __init__(self) -> None:
        self.made: dict[str, LegacyKind] = {
            kind.name: LegacyKind(self, kind.name, kind) for kind in self.old_kinds
        }
        self.kinds = tuple(self.made.values())  # type: ignore[misc]

    def initial_state(self, players: tuple[str, ...], options: Any) -> Any:
        return self.begin(players, options)  # type: ignore[attr-defined]

    def pending(self, state: Any) -> tuple[Decision, ...]:
        return tuple([self._with_kind(one) for one in self.old_pending(state)])

    def _with_kind(self, decision: Decision) -> Decision:
        name: Any = decision.kind
        if name not in self.made:
            self.made[name] = LegacyKind(self, name)
        return decision._replace(kind=self.made[name])

    @abstractmethod
    def old_pending(self, state: Any) -> tuple[Decision, ...]: ...

    def warn(self, state: Any, decision: Decision, answer: Any) -> str:
        return ""

    def seen_by(self, state: Any, viewer: str | None) -> Any:
        return state

    def handout(self, state: Any) -> JsonObject:
        return {}


__all__ = ["CHANCE", "Game", "Kind"]
