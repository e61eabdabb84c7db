"""The settled bouts, as a page draws them: each player's landings, bets and points."""

from collections.abc import Iterator

from umpire.games.box_within_a_box.board import HalfPoints, points_text
from umpire.games.box_within_a_box.state import Bout, PaidBet, State
from umpire.games.results import Result, ResultRow, mention
from umpire.games.text import pluralize
from umpire.games.two_players import SIDES, Side
from umpire.games.values import memoize


def results(view: State) -> tuple[Result, ...]:
    """Return the results of the settled bouts; everybody knows all of them (ruling 14)."""
    return tuple([_result(bout, view.players, n) for n, bout in enumerate(view.bouts, 1)])


@memoize
def _result(bout: Bout, players: tuple[str, str], number: int) -> Result:
    lead = bout.lead(0)
    first, second = SIDES if lead >= 0 else SIDES[::-1]
    gains = [_gain_text(players[side], bout.gain(side)) for side in (first, second)]
    points = " to ".join(points_text(bout.points[side]) for side in (first, second))
    return Result(
        name=f"Bout {number}",
        title=", ".join(gains),
        won=players[first] if lead else None,
        detail=f"{points} points after it",
        rows=(*_rows(bout, players[0], 0), *_rows(bout, players[1], 1)),
    )


def _gain_text(player: str, gain: HalfPoints) -> str:
    if not gain:
        return f"{mention(player)} gained nothing"
    return f"{mention(player)} {'gained' if gain > 0 else 'lost'} {points_text(abs(gain))}"


def _rows(bout: Bout, player: str, side: Side) -> Iterator[ResultRow]:
    """Yield what a player's Box landed on in all and what that paid, then each of the bets."""
    landings = [
        (face, text)
        for both in bout.rounds
        for face, text in zip(both[side].faces, both[side].landing_texts, strict=True)
    ]
    after = bout.points[side]
    yield ResultRow(
        by=player,
        pieces=tuple([text for _, text in landings]),
        makes=f"{points_text(bout.payout[side])} paid for {bout.staked[side]} staked",
        before=points_text(after - bout.gain(side)),
        after=points_text(after),
    )
    for paid in bout.bets[side]:
        hits = [text for face, text in landings if paid.bet.condition.hits(bytes([face]))]
        yield ResultRow(player, str(paid.bet), tuple(hits), _pay_text(paid))


def _pay_text(paid: PaidBet) -> str:
    return f"{pluralize(paid.hits, 'hit')}, {points_text(paid.payout)}" if paid.hits else "no hits"
