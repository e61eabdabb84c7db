"""`umpire league sheet`: the links to a league's standings as JSON and as text."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from umpire.games.base import UMPIRE
from umpire.hosting.links import link_lines, links_of
from umpire.json_types import JsonObject
from umpire.projections.links import LinkLine
from umpire.store import Hosting
from umpire.store.records import READER_LINK, UMPIRE_LINK


def labelled_links(hosting: Hosting, folder: Path) -> list[LinkLine]:
    """Return the links to the spreadsheet, each labelled with its owner: nobody is a player."""
    links = links_of(hosting, folder)
    readers = [] if links.board is None else [LinkLine(READER_LINK, "readers", links.board)]
    umpires = (LinkLine(UMPIRE_LINK, UMPIRE, address) for address in links.umpire.values())
    return [*umpires, *readers]


def document(league: str, links: Sequence[LinkLine]) -> JsonObject:
    """Return the links, for programs."""
    return {"league": league, "links": {line.label: line.address for line in links}}


def lines(league: str, links: Sequence[LinkLine]) -> Iterator[str]:
    """Yield the links with a headline."""
    yield f"The standings of {league}, kept up to date by 'umpire watch':"
    yield from link_lines(links)
