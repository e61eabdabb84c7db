"""Devil's Deal, as the match contract sees it: each question goes to its module."""

from collections.abc import Mapping
from typing import Any, ClassVar

from umpire.games.base import (
    Decision,
    Dice,
    Form,
    JsonObject,
    Outcome,
    RandomSource,
    Screen,
    Step,
)
from umpire.games.devils_deal import (
    bot,
    decisions,
    events,
    form,
    notation,
    options,
    report,
)
from umpire.games.devils_deal.answers import (
    Answer,
    Bet,
    Buy,
    Division,
    Drawn,
    Failed,
    KeepNone,
    Private,
    Ready,
    Start,
    Take,
)
from umpire.games.devils_deal.components import DECK, SELECTION, START_POOL
from umpire.games.devils_deal.rules import betting, opening, poker, refill, rounds
from umpire.games.devils_deal.screen import screen
from umpire.games.devils_deal.state import Limits, State
from umpire.games.legacy import Game as LegacyGame


class DevilsDeal(LegacyGame):
    """Two players, two pools of cards, 30 chips each; three-card hands with one shared card."""

    id: ClassVar[str] = "devils-deal"
    title: ClassVar[str] = "Devil's Deal"
    summary: ClassVar[str] = (
        "Two players bet chips on three-card hands made from dwindling pools of cards, and pay "
        "chips to refill them; who cannot form a hand, pay the ante or a penalty loses."
    )
    seats: ClassVar[range] = range(2, 3)
    option_help: ClassVar[Mapping[str, str]] = options.HELP
    old_kinds = decisions.KINDS
    private: ClassVar[bool] = True

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> Limits:
        """Validate the header's options. Raises BadOption."""
        return options.read_options(given)

    def schema(self) -> JsonObject:
        """Return the JSON schema of the header's options."""
        return options.schema()

    def reserve(self, options: Limits) -> None:
        """Give the reserve: there is none in this game."""

    def begin(self, players: tuple[str, ...], options: Limits) -> State:
        """Return the state before the first decision."""
        first, second = players
        return State((first, second), options)

    def old_pending(self, state: State) -> tuple[Decision, ...]:
        """Return what is owed."""
        return decisions.pending(state)

    def ask(self, state: State, decision: Decision) -> str:
        """Ask for a decision in one sentence with an example."""
        return decisions.ask(state, decision)

    def read(self, state: State, decision: Decision, text: str) -> Answer:
        """Parse and judge a text: the whole of it must parse before anything is judged."""
        match decision.kind:
            case "deal":
                return _different(notation.read_drawn_exactly(text, 2 * START_POOL))
            case "selection":
                return _different(notation.read_drawn_exactly(text, SELECTION))
            case "community":
                return notation.read_drawn_exactly(text, 1)
            case "discard":
                drawn = notation.read_drawn(text)
                refill.judge_discard(state, drawn)
                return drawn
            case "start":
                return notation.read_start(text, state.players, decision.by)
            case "refill":
                return notation.read_buy(text)
            case "divide":
                division = notation.read_division(text)
                if isinstance(division, Division):
                    refill.judge_division(state, division)
                return division
            case "take":
                taken = notation.read_take(text)
                refill.judge_take(state, taken)
                return taken
            case "private":
                private = notation.read_private(text)
                poker.judge_private(state, state.side_of(decision.by), private)
                return private
            case "bet":
                bet = notation.read_bet(text)
                betting.judge_bet(state, bet)
                return bet
        return notation.read_ready(text)

    def write(self, answer: Answer) -> str:
        """Return the canonical text of an answer."""
        return notation.write(answer)

    def warn(self, state: State, decision: Decision, answer: Answer) -> str:
        """Warn of a division that names too few discards (ruling 14)."""
        if not isinstance(answer, Division):
            return ""
        missing = refill.discards_missing(state, answer)
        return events.warn_of_discards(missing) if missing else ""

    def missed(self, state: State, decision: Decision) -> Answer:
        """Return what stands for a limit that fell."""
        match decision.kind:
            case "start":
                return Start(decision.by)  # Ruling 1: silence means taking the start oneself.
            case "refill":
                return Buy(False)
            case "divide":
                return KeepNone()  # Ruling 9: only with no valid division is all set aside.
            case "take":
                return Take(None)
            case "private":
                return Failed()
            case "bet":
                return Bet("fold")  # Ruling 29: the penalty applies as to any fold.
        return Ready()

    def resolve(self, state: State, answers: Mapping[str, Answer]) -> Step[State]:
        """Apply the answer of one decision, or both players' private cards."""
        if state.phase == "private":
            chosen = {state.side_of(name): answer for name, answer in answers.items()}
            after = poker.choose(state, {side: _private(chosen[side]) for side in chosen})
            return Step(after, events.tell_private(state, after))
        ((by, answer),) = answers.items()
        match answer:
            case Bet():
                after = betting.act(state, answer)
                return Step(after, events.tell_bet(state, answer, after))
            case Drawn():
                return _drawn(state, answer)
            case Buy():
                after = refill.buy(state, answer)
                return Step(after, events.tell_buy(state, after))
            case Division() | KeepNone():
                after = refill.close(state, answer)
                return Step(after, events.tell_division(after))
            case Take():
                after = refill.take(state, answer)
                return Step(after, events.tell_take(state, after))
            case Start():
                after = opening.start(state, answer)
                return Step(after, events.tell_start(state, after))
            case Ready():
                after = rounds.end_break(state, state.side_of(by))
                return Step(after, events.tell_ready(state, by, after))
            case Private() | Failed():
                raise ValueError("private cards are chosen by both at once")

    def forfeit(self, state: State, player: str) -> Step[State]:
        """End the match; the other player wins."""
        after = rounds.lose(state, state.side_of(player), "forfeit")
        return Step(after, events.tell_forfeit(after))

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended."""
        return state.outcome

    def deal(self, state: State, decision: Decision, dice: Dice) -> str:
        """Draw what chance owes: from a fresh deck, or from the pool that is too large."""
        match decision.kind:
            case "deal":
                drawn = dice.draw(2 * START_POOL, DECK)
            case "selection":
                drawn = dice.draw(SELECTION, DECK)
            case "discard":
                drawn = dice.draw(refill.must_go(state), state.pools[state.acting])
            case _:
                drawn = dice.draw(1, DECK)
        return " ".join(drawn)

    def report(self, state: State) -> JsonObject:
        """Return the whole state."""
        return report.report(state)

    def view(self, state: State, viewer: str | None) -> JsonObject:
        """Return the state as a viewer may know it."""
        return report.view(state, viewer)

    def screen(self, view: JsonObject, viewer: str | None) -> Screen:
        """Lay a whole view out in named blocks of cells."""
        return screen(view, viewer)

    def suggest(self, state: State, decision: Decision) -> tuple[str, ...]:
        """Return legal answers for a drop-down."""
        return bot.suggest(state, decision)

    def form(self, state: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return the entry form of a decision."""
        return form.form(state, decision, filled)

    def join(self, state: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the line that a filled-in form stands for."""
        return form.join(state, decision, filled)

    def sample(self, state: State, decision: Decision, random: RandomSource) -> str:
        """Return a random legal answer in one of its spellings."""
        return bot.sample(state, decision, random)


def _different(drawn: Drawn) -> Drawn:
    opening.judge_different(drawn)
    return drawn


def _private(answer: Answer) -> Private | Failed:
    assert isinstance(answer, Private | Failed), "nothing else answers that question"
    return answer


def _drawn(state: State, drawn: Drawn) -> Step[State]:
    """Apply what chance drew for whatever is pending."""
    match state.phase:
        case "deal":
            after = opening.deal(state, drawn)
            return Step(after, events.tell_deal(after))
        case "selection":
            after = refill.select(state, drawn)
            return Step(after, events.tell_selection(after))
        case "discard":
            after = refill.discard(state, drawn)
            return Step(after, events.tell_discard(after))
        case _:
            after = poker.community(state, drawn)
            return Step(after, events.tell_community(after))
