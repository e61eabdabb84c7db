"""`umpire new`: print a new match with everybody's links."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from umpire.cli.output import Output
from umpire.games.text import join_words, printable
from umpire.hosting.creation import CreatedMatch
from umpire.hosting.guests import accounts, guest_lines
from umpire.hosting.how_to_play import how_to_play
from umpire.hosting.links import link_lines, links_document, links_of
from umpire.json_types import JsonObject
from umpire.projections.links import list_links
from umpire.store.records import Addresses


def show(created: CreatedMatch, folder: Path, output: Output) -> None:
    """Print a new match with everybody's links; `folder` holds the umpire's files."""
    links = links_of(created.hosting, folder)
    output.show(_document(created, links), _lines(created, links))


def _document(created: CreatedMatch, links: Addresses) -> JsonObject:
    """Return a new match for programs."""
    row = created.row
    match = {
        "id": row.id,
        "commitment": row.commitment,
        **links_document(links, row.players),
    }
    if not created.hosting.is_on_google:
        return match
    warnings = list(created.warnings)
    return {**match, "accounts": accounts(created.hosting, row.players), "warnings": warnings}


def _lines(created: CreatedMatch, links: Addresses) -> Iterator[str]:
    """Yield the links to a new match, and how its players get to it."""
    row, hosting = created.row, created.hosting
    people = {seat: name for seat, name in enumerate(row.players) if name in row.people}
    bots = [name for seat, name in enumerate(row.players) if seat not in people]
    yield f"{row.id} is made. To begin, run 'umpire watch {row.id}'."
    own = {seat: link for seat, link in links.players.items() if seat in people}
    yield from link_lines(list_links(replace(links, players=own), row.players))
    if bots:
        yield f"{join_words(bots)} {'plays by itself' if len(bots) == 1 else 'play by themselves'}."
    advice = how_to_play(row.game, hosting.template, on_google=hosting.is_on_google)
    yield f"Send each player their link, and tell them:\n{advice}"
    if row.options.get("cut"):
        yield "Whatever you write first cuts the deck. It can be anything."
    if hosting.is_on_google:
        yield from guest_lines(row.id, people, hosting)
    yield from map(printable, created.warnings)
