"""The state of a spreadsheet's file in Drive: whether and by whom it can be edited.

The Sheets API does not tell this: a program can still write in a file that is in the trash, but
people cannot.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from umpire.games.text import join_words
from umpire.json_types import JsonObject

FILE_FIELDS = "trashed,capabilities(canEdit),permissions(type,role,emailAddress)"
"""The field mask of a file's state."""

_WRITING = ("owner", "organizer", "fileOrganizer", "writer")


@dataclass(frozen=True, slots=True)
class FileState:
    """Whether a file is in the trash, and which accounts can edit it.

    `editable` tells whether the requesting account can. `writers` are the accounts (case folded)
    that can edit it. `former_writers` no longer can: they are readers now, or were writers before.
    An account that is in neither may be there under another spelling.
    """

    trashed: bool = False
    editable: bool = True
    writers: frozenset[str] = frozenset()
    former_writers: frozenset[str] = frozenset()

    @classmethod
    def read(cls, answer: JsonObject) -> Self:
        """Read Drive's answer. It may hide other writers from an account that is not the owner."""
        roles = [
            (permission.get("emailAddress", "").casefold(), permission["role"] in _WRITING)
            for permission in answer.get("permissions", [])
        ]
        writers = frozenset(account for account, writes in roles if writes)
        readers = frozenset(account for account, writes in roles if account and not writes)
        is_open = "" in writers  # for anyone with its link, who has no address
        return cls(
            answer.get("trashed", False),
            answer.get("capabilities", {}).get("canEdit", True),
            writers,
            frozenset() if is_open else readers - writers,
        )

    def remember_writers(self, before: "FileState") -> Self:
        """Return this state with all who could edit the file before and cannot now."""
        if not self.writers or "" in self.writers:
            return self
        return replace(
            self,
            former_writers=(self.former_writers | before.writers | before.former_writers)
            - self.writers,
        )

    def hindrance(
        self, name: str, players: Iterable[str], accounts: Mapping[str, str]
    ) -> str | None:
        """Return why people cannot play in the spreadsheet called `name`, None if they can.

        `players` are those who write in it, and `accounts` has the known accounts of players.
        """
        if self.trashed:
            return (
                f"{name} is in the trash of the Drive, where nobody can edit it: restore it there "
                "and the match goes on"
            )
        if not self.editable:
            return (
                f"the umpire's account can no longer edit {name}: let it in as Editor and the "
                "match goes on"
            )
        if not self.former_writers:
            return None
        reachable = [player for player in players if player in accounts]
        out = [player for player in reachable if accounts[player].casefold() in self.former_writers]
        if not out:
            return None
        them = "them" if len(out) > 1 else out[0]
        return (
            f"{join_words(out)} can no longer edit {name}: let {them} in as Editor again and the "
            "match goes on"
        )
