"""Box within a Box within a Box: its decisions, how a match begins and ends, who knows what."""

from collections.abc import Mapping
from typing import Any, ClassVar

from umpire.games.base import Game, Outcome, Periods, RandomSource, Tell
from umpire.games.box_within_a_box.bet import BetKind, random_bets
from umpire.games.box_within_a_box.board import points
from umpire.games.box_within_a_box.deal import (
    BoardKind,
    DealKind,
    ExamineBoardsKind,
    ExamineCardsKind,
    set_up_boards,
)
from umpire.games.box_within_a_box.notes import notes
from umpire.games.box_within_a_box.options import FORMATS, Options, check_reserve
from umpire.games.box_within_a_box.page import now
from umpire.games.box_within_a_box.report import report
from umpire.games.box_within_a_box.results import results
from umpire.games.box_within_a_box.rounds import HOW_WON, PlayKind, lose, turning_point
from umpire.games.box_within_a_box.screen import screen
from umpire.games.box_within_a_box.state import State, Terms
from umpire.games.results import mention
from umpire.games.two_players import LOST_BECAUSE, SIDES, by_name, opponent


class BoxWithinABox(Game[Options, State]):
    """Two players move each other's Box and their own, and bet on the tiles it lands on."""

    id = "box-within-a-box"
    title = "Box within a Box within a Box"
    summary = (
        "Two players bet in secret on the tiles that their Boxes will land on, then move both "
        "Boxes with the same community cards. The player with more points after seven bouts wins. "
        "The first player is the Elimination Candidate and has board A. The second is the Death "
        "Match Opponent, has board B, and wins if all is equal."
    )
    seats = range(2, 3)
    options = Options
    formats: ClassVar[Mapping[str, str]] = FORMATS
    kinds = (
        BoardKind(),
        ExamineBoardsKind(),
        DealKind(),
        ExamineCardsKind(),
        BetKind(),
        PlayKind(),
    )
    private = True
    greeting = (
        "After seven bouts, have more points than your opponent.",
        "Each of you has a board with a Box. In each bout, bet on where yours lands.",
        "Then you play four rounds: you move the other Box in rounds 1 and 3, your own in 2 and 4.",
        "Fill in the yellow cells and tick send, or type one line in the yellow cell below them.",
    )

    turning_point = staticmethod(turning_point)
    report = staticmethod(report)
    results = staticmethod(results)
    now = staticmethod(now)
    notes = staticmethod(notes)
    screen = staticmethod(screen)

    def ended(self, outcome: Outcome) -> str:
        return f"{outcome.winner} has won {HOW_WON[outcome.reason]}"

    def reason(self, view: State) -> str:
        outcome = view.outcome
        if outcome is None or outcome.winner is None:
            return ""
        match outcome.reason:
            case "points":
                return f"{mention(outcome.winner)} had more points"
            case "best-bout":
                return f"Points were equal, and {mention(outcome.winner)} had the best single bout"
            case "opponent":
                return "All else was equal, so the Death Match Opponent won"
        loser = view.players[opponent(view.side_of(outcome.winner))]
        return f"{mention(loser)} {LOST_BECAUSE[outcome.reason]}"

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> Options:
        options = super().read_options(players, given)
        check_reserve(options)
        return options

    def reserve(self, options: Options) -> Periods:
        return Periods(options.reserve_periods, options.reserve_seconds)

    def initial_state(self, players: tuple[str, ...], options: Options) -> State:
        first, second = players
        terms = Terms((first, second), options.card_list, options)
        state = State(terms, "board", undealt=terms.cards.all_copies)
        board = options.starting_board
        return state if board is None else set_up_boards(state, board)

    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        return lose(state, player, "forfeit", tell)

    def seen_by(self, state: State, viewer: str | None) -> State:
        """Return the state without the running bout's bets of anybody else.

        Ruling 14: they stay hidden also after a match that ended inside a bout.
        """
        (a, b), (first, second) = state.bets, state.players
        view = a if viewer == first else None, b if viewer == second else None
        return state if view == state.bets else state.replace(bets=view)

    def determinize(self, view: State, random: RandomSource) -> State:
        if view.phase != "play":
            return view
        first, second = (
            random_bets(view, side, random) if bets is None else bets
            for side, bets in zip(SIDES, view.bets, strict=True)
        )
        return view.replace(bets=(first, second))

    def scores(self, view: State) -> Mapping[str, Mapping[str, float]]:
        return {"Points": by_name(view.players, map(points, view.points))}
