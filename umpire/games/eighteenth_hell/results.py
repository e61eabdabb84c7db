"""The finished bouts, as a page draws them: the six battlefields, and who won each."""

from collections import Counter
from collections.abc import Iterable, Iterator

from umpire.games.cards import without
from umpire.games.eighteenth_hell.hells import called_in_a_sentence
from umpire.games.eighteenth_hell.state import HIDDEN, Record, State
from umpire.games.eighteenth_hell.units import FIELDS, PLACES, combine
from umpire.games.results import Result, ResultColumn, ResultRow, mention, possessive
from umpire.games.text import in_full, join_words
from umpire.games.two_players import SIDES, Side
from umpire.games.values import memoize

_FOUR_ALONE = (4,)


def results(view: State) -> tuple[Result, ...]:
    """Return the results of the finished bouts, as far as the viewer knows them (ruling 32)."""
    players, records = view.terms.players, [*(view.past or ())]
    return tuple([_result(record, players) for record in reversed(records)])


def marked_units(record: Record, side: Side, place: int) -> list[str]:
    """Return a player's units on a battlefield, `›` before those of Round 2, `†` if destroyed.

    Of units that are alike Round 2 loses its own first.
    """
    destroyed = Counter(record.destroyed[side].texts(place))

    def marked(units: Iterable[str], mark: str) -> list[str]:
        texts = []
        for unit in units:
            texts.append(f"{mark}{unit}{'†' if destroyed[unit] else ''}")
            destroyed[unit] -= bool(destroyed[unit])
        return texts

    round2 = marked(record.round2[side].texts(place), "›")
    return marked(record.round1[side].texts(place), "") + round2


@memoize
def _result(record: Record, players: tuple[str, str]) -> Result:
    name, winners = f"Bout {record.bout}", [players[side] for side in record.won]
    won = winners[0] if len(winners) == 1 else None
    who = join_words(map(mention, winners)) if winners else "Nobody"
    title = f"{who} won bout {record.bout}"
    if not record.is_known:
        return Result(name, title, won)
    # The winner's score stands first, as one says it.
    sides = SIDES if record.won != (1,) else SIDES[::-1]
    return Result(
        name=name,
        title=f"{title}, {' to '.join(str(record.score[side]) for side in sides)}",
        won=won,
        detail="; ".join(_details(record, players)),
        rows=(*_units(record, players), *_strengths(record, players)),
        columns=tuple([_column(record, players, place) for place in PLACES]),
    )


def _details(record: Record, players: tuple[str, str]) -> Iterator[str]:
    """Yield who lost automatically, and what each player got: points, and hells passed."""
    for side in record.automatic:
        yield f"{mention(players[side])} lost automatically"
    for side, player in zip(SIDES, players, strict=True):
        if gained := record.gained[side]:
            number = in_full(gained)
            yield f"{mention(player)} gained {number} {'point' if gained == 1 else 'points'}"
        if record.cleared[side]:
            yield f"{mention(player)} passed {called_in_a_sentence(record.cleared[side])}"


def _units(record: Record, players: tuple[str, str]) -> Iterator[ResultRow]:
    """Yield each player's units by battlefield, with the hells that were attempted."""
    for side, player in zip(SIDES, players, strict=True):
        hells = record.hells[side]
        yield ResultRow(
            by=player,
            makes=f"attempted {called_in_a_sentence(hells)}" if hells else "",
            columns=tuple([tuple(marked_units(record, side, place)) for place in PLACES]),
        )


def _strengths(record: Record, players: tuple[str, str]) -> Iterator[ResultRow]:
    """Yield the strengths by battlefield that were counted and that the viewer knows: the own."""
    if record.strength is HIDDEN:
        return
    for player, strength in zip(players, record.strength, strict=True):
        if strength is not HIDDEN and strength is not None:
            numbers = tuple([(str(number),) for number in strength])
            yield ResultRow(player, f"{possessive(player)} strength", columns=numbers)


def _column(record: Record, players: tuple[str, str], place: int) -> ResultColumn:
    winner = record.result[place]
    return ResultColumn(
        FIELDS[place],
        None if winner is None else players[winner],
        "" if record.automatic else " ".join(_reasons(record, players, place)),
    )


def _reasons(record: Record, players: tuple[str, str], place: int) -> Iterator[str]:
    """Yield what everybody can see of why a battlefield was won."""
    for side, player in zip(SIDES, players, strict=True):
        destroyed = record.destroyed[side]
        if gone := destroyed.texts(place):
            verb = "was" if len(gone) == 1 else "were"
            yield f"{possessive(player)} {join_words(gone)} {verb} destroyed."
        board = combine(record.round1[side].placing, record.round2[side].placing)
        if without(board[place], destroyed.placing[place]) == _FOUR_ALONE:
            yield f"{possessive(player)} Four was alone there."
