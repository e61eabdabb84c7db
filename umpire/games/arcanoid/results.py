"""The rounds that are over, as a page draws them: each battle with its winner and the cards."""

from collections import Counter

from umpire.games.arcanoid.cards import SUITS
from umpire.games.arcanoid.combinations import describe
from umpire.games.arcanoid.state import DAEMON, USA, Field, RoundResult, State
from umpire.games.results import Result, ResultRow, mention
from umpire.games.text import join_words, pluralize


def results(view: State) -> tuple[Result, ...]:
    """Return the results of the rounds that are over."""
    return tuple([_result(result) for result in view.course.results])


def _result(result: RoundResult) -> Result:
    won = Counter(result.winners)
    most = max(won.values())
    leaders = [name for name, battles in won.items() if battles == most]
    leader = leaders[0] if len(leaders) == 1 and leaders[0] != USA else None
    return Result(
        name=f"Round {result.number}",
        title=_title(leaders, most),
        won=leader,
        rows=tuple([_row(result, field) for field in range(len(SUITS))]),
    )


def _title(leaders: list[str], most: int) -> str:
    who = join_words(name if name == USA else mention(name) for name in leaders)
    if most == len(SUITS):
        return f"{who} won all battles"
    battles = pluralize(most, "battle")
    if len(leaders) > 1:
        return f"{who} won {battles} each"
    return f"{who} won {battles} of {len(SUITS)}"


def _row(result: RoundResult, field: Field) -> ResultRow:
    """Return a battle; a daemon wins it for its player, USA for nobody."""
    winner, actor = result.winners[field], result.by[field]
    commitment = dict(result.fields[field])[actor]
    by = {USA: f", by {USA}", DAEMON: f", by the {DAEMON}"}.get(actor, "")
    return ResultRow(
        by=None if winner == USA else winner,
        label=SUITS[field],
        pieces=commitment.cards,
        makes=f"{describe(commitment)}{by}",
    )
