"""What Drive says of a spreadsheet's file, and which players can edit it by that."""

import pytest

from umpire.json_types import JsonObject
from umpire.sheets.file_state import FileState

PLAYERS = {"Ana": "Ana@example.org", "Bo": "bo@example.org"}


def drive(*roles: tuple[str, str], **more: object) -> FileState:
    """Drive's answer: who is let in, and how."""
    permissions = [
        {"type": "user", "role": role, "emailAddress": account}
        if account
        else {"type": "anyone", "role": role}
        for account, role in roles
    ]
    found: JsonObject = {"trashed": False, "permissions": permissions, **more}
    return FileState.read(found)


UMPIRE = ("umpire@example.org", "owner")
ANA, BO = ("ana@example.org", "writer"), ("bo@example.org", "writer")
BOTH = drive(UMPIRE, ANA, BO)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (BOTH, None),
        (drive(UMPIRE, ANA, BO, trashed=True), "the board is in the trash"),
        (drive(UMPIRE, ANA, BO, capabilities={"canEdit": False}), "the umpire's account"),
        (drive(UMPIRE, ANA, ("bo@example.org", "reader")), "Bo can no longer edit the board"),
        (drive(UMPIRE, ANA, ("BO@example.org", "commenter")), "let Bo in as Editor again"),
        (drive(UMPIRE, ANA), None),
        (drive(UMPIRE, ANA).remember_writers(BOTH), "Bo can no longer edit"),
        (
            drive(UMPIRE).remember_writers(BOTH),
            "Ana and Bo can no longer edit the board: let them in",
        ),
        (
            drive(UMPIRE, ANA).remember_writers(drive(UMPIRE, ANA).remember_writers(BOTH)),
            "Bo can no longer edit",
        ),
        (BOTH.remember_writers(drive(UMPIRE, ANA).remember_writers(BOTH)), None),
        (drive(UMPIRE, ("", "writer")).remember_writers(BOTH), None),
        (drive(("", "writer"), ("bo@example.org", "reader")), None),
        (FileState.read({}).remember_writers(BOTH), None),
    ],
)
def test_a_match_is_hindered_by_what_keeps_a_player_from_editing(
    state: FileState, words: str | None
) -> None:
    told = state.hindrance("the board", tuple(PLAYERS), PLAYERS)
    assert (told is None) if words is None else (told is not None and words in told)


def test_other_accounts_hinder_nobody() -> None:
    state = drive(UMPIRE, ANA, BO, ("reader@example.org", "reader"))
    assert state.hindrance("the board", tuple(PLAYERS), PLAYERS) is None


def test_a_link_for_readers_hinders_no_player_whose_account_is_unknown() -> None:
    state = drive(UMPIRE, ANA, ("", "reader"))
    assert state.hindrance("the board", ("Ana", "Bo"), {"Ana": "ana@example.org"}) is None
