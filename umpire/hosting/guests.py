"""Change who has access to a match on Google, and say who has."""

from collections.abc import Iterator, Mapping, Sequence

from umpire.errors import UsageError
from umpire.games.base import UMPIRE
from umpire.games.text import join_words
from umpire.hosting.players import find_player, read_emails
from umpire.hosting.sharing import ANYONE, change_guests
from umpire.hosting.steps import Progress, server_context
from umpire.projections.spreadsheets import Spreadsheet, match_context, spreadsheets_of
from umpire.sheets.account import Connect
from umpire.sheets.template import find_template
from umpire.store import GOOGLE, Hosting, Link, MatchRow, Store
from umpire.store.records import BOARD_LINK, READER_LINK, UMPIRE_LINK, LinkOwner


def read_guests(texts: Sequence[str], players: Sequence[str]) -> dict[LinkOwner, str | None]:
    """Read `Ana=ana@example.org` and `board`, for `change_access`. Raises UsageError."""
    of_players = read_emails([text for text in texts if text != BOARD_LINK], players)
    emails: dict[LinkOwner, str | None] = {
        players.index(player): email for player, email in of_players.items()
    }
    return {**emails, READER_LINK: ANYONE} if BOARD_LINK in texts else emails


def read_owner(text: str, players: Sequence[str]) -> LinkOwner:
    """Return the owner of the link that a player's name or `board` means. Raises UsageError."""
    return READER_LINK if text == BOARD_LINK else players.index(find_player(text, players))


def running_on_google(store: Store) -> list[MatchRow]:
    """Return the matches on Google that are not over and not on a shelf."""
    rows = [row for row in store.matches() if not row.is_over and row.shelf is None]
    hostings = store.hostings([row.id for row in rows])
    return [row for row in rows if row.id in hostings and hostings[row.id].is_on_google]


def change_access(
    store: Store,
    row: MatchRow,
    emails: Mapping[LinkOwner, str | None],
    connect: Connect,
    progress: Progress,
    *,
    notify: bool = False,
) -> tuple[Hosting, tuple[str, ...]]:
    """Change who has access to a match, as `change_guests` does. Raises UsageError."""
    hosting = store.hosting(row.id)
    if not hosting.is_on_google:
        raise UsageError(
            f"{row.id} is not on Google: its links let in anyone who has them. 'umpire status "
            f"{row.id}' shows them."
        )
    for link in hosting.links:
        seat = link.owner
        if isinstance(seat, int) and seat not in emails and link.email in emails.values():
            whose = f"{row.players[seat]}'s"
            raise UsageError(f"{link.email} is {whose} address: give each player their own.")
    template = find_template(row.game, hosting.template)
    with (
        store.lock_making(),
        server_context(connect, GOOGLE, progress, f"sharing {row.id}") as connection,
    ):

        def spreadsheets_with(links: Sequence[Link]) -> Sequence[Spreadsheet]:
            context = match_context(row.id, row.header(), links, connection.accounts)
            return spreadsheets_of(template, context)

        return change_guests(
            store,
            connection.sheets,
            connection.accounts[0],
            row,
            emails,
            spreadsheets_with,
            connection.attempt,
            notify=notify,
        )


def accounts(hosting: Hosting, players: Sequence[str]) -> dict[str, str | None]:
    """Return the account that can open each link on Google, for programs.

    The keys are those of `links_document`.
    """
    board = {BOARD_LINK: ANYONE} if is_board_open(hosting) else {}
    return {
        UMPIRE: hosting.link(UMPIRE_LINK).email,
        **board,
        **{player: hosting.link(seat).email for seat, player in enumerate(players)},
    }


def is_board_open(hosting: Hosting) -> bool:
    """Return whether anyone with its link may read the board of a match on Google."""
    return any(link.owner == READER_LINK for link in hosting.links)


def guest_lines(match_id: str, people: Mapping[int, str], hosting: Hosting) -> Iterator[str]:
    """Yield lines that say who has access to a match on Google, and how to let the others in.

    `people` are the players who need access, by seat.
    """
    emails = {seat: hosting.link(seat).email for seat in people}
    invited = [f"{player} as {emails[seat]}" for seat, player in people.items() if emails[seat]]
    not_invited = [player for seat, player in people.items() if not emails[seat]]
    board = "anyone with its link" if is_board_open(hosting) else "the players only"
    if invited:
        yield f"Let in: {join_words(invited)}. The board is open to {board}."
    if not_invited:
        shares = " ".join(f"{player}=EMAIL" for player in not_invited)
        yield f"Not let in yet: {join_words(not_invited)}. Run 'umpire share {match_id} {shares}'."
