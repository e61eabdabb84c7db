"""`umpire league pair`: a round and its matches as JSON and as text."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from umpire.games.text import printable
from umpire.hosting.creation import CreatedMatch
from umpire.hosting.links import link_lines, links_document
from umpire.json_types import JsonObject
from umpire.leagues.rounds import RoundPlan
from umpire.projections.links import list_links
from umpire.store.records import Addresses

_LONG = 500


def document(plan: RoundPlan, matches: Sequence[JsonObject]) -> JsonObject:
    """Return the pairs with their matches, for programs."""
    pairs = [list(players) for _, players in plan.pairs]
    notes = {"notes": list(plan.notes)} if plan.notes else {}
    return {"round": plan.number, "pairs": pairs, "matches": list(matches)} | notes


def planned_matches(plan: RoundPlan) -> list[JsonObject]:
    """Return the matches that a dry run does not make, for programs."""
    return [{"round": number, "players": list(players)} for number, players in plan.matches]


def lines(plan: RoundPlan) -> Iterator[str]:
    """Yield the notes on a round, then the pairs, round by round."""
    for note in plan.notes:
        yield printable(note, _LONG)
    for number, pairs in groupby(plan.pairs, key=itemgetter(0)):
        yield f"Round {number} of {plan.league.rules['rounds']}, seats in this order:"
        for _, players in pairs:
            text = " – ".join(players) if len(players) == 2 else f"{players[0]} has a bye"
            yield f"  {printable(text)}"


def match_document(created: CreatedMatch, links: Addresses) -> JsonObject:
    """Return a match that was made, for programs."""
    return {
        "id": created.row.id,
        "round": _round(created),
        "players": list(created.row.players),
        "commitment": created.row.commitment,
        **links_document(links, created.row.players),
        "warnings": list(created.warnings),
    }


def match_lines(created: CreatedMatch, links: Addresses) -> Iterator[str]:
    """Yield a match that was made, with its links and warnings."""
    row = created.row
    yield f"{row.id}, round {_round(created)}: {printable(' – '.join(row.players))}"
    yield from link_lines(list_links(links, row.players))
    yield from map(printable, created.warnings)


def _round(created: CreatedMatch) -> int | None:
    return created.row.fixture and created.row.fixture.round
