"""Box within a Box within a Box, as the match contract sees it: each question to its module."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from umpire.games.base import (
    Decision,
    Dice,
    Form,
    JsonObject,
    Outcome,
    Periods,
    RandomSource,
    Screen,
    Step,
)
from umpire.games.box_within_a_box import (
    bot,
    decisions,
    events,
    form,
    formats,
    notation,
    options,
    report,
)
from umpire.games.box_within_a_box.answers import (
    Answer,
    Deal,
    Layout,
    NoPlay,
    Play,
    Ready,
    Stakes,
    TimedOut,
)
from umpire.games.box_within_a_box.options import Options
from umpire.games.box_within_a_box.rules import betting, ending, opening, rounds
from umpire.games.box_within_a_box.screen import screen
from umpire.games.box_within_a_box.state import State
from umpire.games.legacy import Game as LegacyGame


class BoxWithinABox(LegacyGame):
    """Two players move each other's Box and their own, and bet on the tiles it lands on."""

    id: ClassVar[str] = "box-within-a-box"
    title: ClassVar[str] = "Box within a Box within a Box"
    summary: ClassVar[str] = (
        "Two players bet in secret on the tiles that their Boxes will land on, then move both "
        "with cards from one pool; more points after seven bouts win."
    )
    seats: ClassVar[range] = range(2, 3)
    option_help: ClassVar[Mapping[str, str]] = options.HELP
    old_kinds = decisions.KINDS
    formats: ClassVar[Mapping[str, str]] = formats.FORMATS
    private: ClassVar[bool] = True

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> Options:
        """Validate the header's options. Raises BadOption."""
        first, second = players
        return options.read_options((first, second), given)

    def reserve(self, options: Options) -> Periods:
        """Return the periods of reserve."""
        limits = options.terms.limits
        return Periods(limits.reserve_periods, limits.reserve_seconds)

    def begin(self, players: tuple[str, ...], options: Options) -> State:
        """Return the state before the first decision."""
        return opening.begin(options)

    def old_pending(self, state: State) -> tuple[Decision, ...]:
        """Return the decisions that are owed."""
        return decisions.pending(state)

    def ask(self, state: State, decision: Decision) -> str:
        """Ask for a decision, in one sentence with an example."""
        return decisions.ask(state, decision)

    def read(self, state: State, decision: Decision, text: str) -> Answer:
        """Parse and judge a text: the whole of it must parse before anything is judged."""
        match decision.kind:
            case "board":
                return Layout(opening.check_board(notation.read_board(text).faces))
            case "deal":
                return Deal(opening.check_deal(state, notation.read_deal(text).numbers))
            case "bet":
                seat = state.seat_of(decision.by)
                return betting.check(state, seat, notation.read_bets(text))
            case "play":
                said = notation.read_play(text, state.terms.cards)
                return rounds.check(state, state.seat_of(decision.by), said)
        return notation.read_ready(text)

    def write(self, answer: Answer) -> str:
        """Return the canonical text of an answer."""
        return notation.write(answer)

    def warn(self, state: State, decision: Decision, answer: Answer) -> str:
        """Warn of bets that cannot win (ruling 6)."""
        return events.warn_of_bets(answer.bets) if isinstance(answer, Stakes) else ""

    def missed(self, state: State, decision: Decision) -> Answer:
        """Return what stands for a limit that fell. Ruling 2: a missed bet or play loses."""
        return Ready() if decision.kind.startswith("examine") else TimedOut()

    def resolve(self, state: State, answers: Mapping[str, Answer]) -> Step[State]:
        """Apply the answer of one decision, or those of both players."""
        by, answer = next(iter(answers.items()))
        match answer:
            case Layout(faces):
                after = opening.lay(state, faces)
                return Step(after, events.tell_board(after))
            case Ready():
                after = opening.ready(state, state.seat_of(by))
                return Step(after, events.tell_ready(by))
            case Deal(cards):
                after = opening.lay_out(state, cards)
                return Step(after, events.tell_deal(after))
            case Stakes():
                after = betting.take(state, cast(Mapping[str, Stakes], answers))
                return Step(after, events.tell_bets(after))
            case Play() | NoPlay():
                after = rounds.play(state, cast(Mapping[str, Play | NoPlay], answers))
                return Step(after, events.tell_round(state, after))
            case TimedOut():
                after = ending.lose(state, by, "time")
                return Step(after, events.tell_out_of_time(by, after))

    def forfeit(self, state: State, player: str) -> Step[State]:
        """End the match; the other player wins."""
        after = ending.lose(state, player, "forfeit")
        return Step(after, events.tell_forfeit(player, after))

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended."""
        return state.outcome

    def deal(self, state: State, decision: Decision, dice: Dice) -> str:
        """Draw the board, or the cards of a bout."""
        if decision.kind == "board":
            return notation.write(Layout(opening.deal_board(dice)))
        return opening.deal_cards(state, dice)

    def report(self, state: State) -> JsonObject:
        """Return the whole state."""
        return report.report(state)

    def view(self, state: State, viewer: str | None) -> JsonObject:
        """Return what a viewer may know: all but the other's bets."""
        return report.view(state, viewer)

    def handout(self, state: State) -> JsonObject:
        """Return the list of the cards."""
        return report.handout(state)

    def screen(self, view: JsonObject, viewer: str | None) -> Screen:
        """Lay a whole view out in named blocks of cells."""
        return screen(view, viewer)

    def suggest(self, state: State, decision: Decision) -> tuple[str, ...]:
        """Return legal answers for a drop-down."""
        return bot.suggest(state, decision)

    def schema(self) -> JsonObject:
        """Return the JSON schema of the header's options, `clock` excepted."""
        return options.SCHEMA

    def form(self, state: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return the entry form of a decision."""
        return form.form(state, decision, filled)

    def join(self, state: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the line that a filled-in form stands for."""
        return form.join(state, decision, filled)

    def sample(self, state: State, decision: Decision, random: RandomSource) -> str:
        """Return a random legal answer in one of its spellings."""
        return bot.sample(state, decision, random)
