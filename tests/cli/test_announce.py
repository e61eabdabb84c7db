"""`umpire announce`: a webhook is kept like a credential, and told to nobody."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from export_kit import play
from toy import GAME

from umpire.chat.webhooks import Delivery, Webhooks
from umpire.errors import UmpireError, UsageError
from umpire.store import Store

pytestmark = pytest.mark.usefixtures("numbers")

Umpire = Callable[..., Result]
URL = "https://chat.example/api/webhooks/1/s3cret"
OPTIONS = {"phases": [{"who": "Ana"}, {"who": "Bo"}]}


@pytest.fixture
def posts(monkeypatch: pytest.MonkeyPatch) -> list[Delivery]:
    """What the webhook answers to the first word."""
    answers: list[Delivery] = []
    monkeypatch.setattr(
        "umpire.chat.subscriptions.post",
        lambda *_: answers.pop(0) if answers else Delivery(arrived=True),
    )
    return answers


@pytest.fixture
def file(tmp_path: Path) -> Path:
    kept = tmp_path / "webhook.txt"
    kept.write_text(URL + "\n", encoding="utf-8")
    return kept


def test_the_address_is_kept_for_its_owner_alone_and_shown_to_nobody(
    umpire: Umpire, store: Store, file: Path, tmp_path: Path, posts: list[Delivery]
) -> None:
    match = play(store, GAME, [(1, "Ana", "3")], options=OPTIONS)
    shown = [
        umpire("announce", match, "--from", str(file)),
        umpire("announce", match, "--for", "Ana", "--from", str(file)),
        umpire("announce", "--from", str(file)),
        umpire("announce", "--list"),
        umpire("status", match),
        umpire("status", match, "--json"),
    ]
    assert all("s3cret" not in done.output for done in shown)
    assert "chat.example" in shown[3].output
    assert "chat.example" in shown[4].output
    if sys.platform != "win32":
        assert (tmp_path / "webhooks.json").stat().st_mode & 0o777 == 0o600
    assert Webhooks(tmp_path).of(match) == {None: URL, "Ana": URL}
    assert "s3cret" not in repr(Webhooks(tmp_path)._read())


def test_what_has_happened_before_is_not_announced(
    umpire: Umpire, store: Store, file: Path, posts: list[Delivery]
) -> None:
    match = play(store, GAME, [(1, "Ana", "3")], options=OPTIONS)
    umpire("announce", match, "--from", str(file))
    (kept,) = store.announcements.states_of(match)
    assert (kept.progress.events, kept.progress.headline) == (1, None)


def test_off_forgets_it(
    umpire: Umpire, store: Store, file: Path, tmp_path: Path, posts: list[Delivery]
) -> None:
    match = play(store, GAME, [(1, "Ana", "3")], options=OPTIONS)
    umpire("announce", match, "--from", str(file))
    umpire("announce", match, "--off")
    assert Webhooks(tmp_path).of(match) == {}
    assert store.announcements.states_of(match) == []


def test_with_a_match_goes_what_is_kept_of_its_webhooks(
    umpire: Umpire, store: Store, file: Path, posts: list[Delivery]
) -> None:
    match = play(store, GAME, [(1, "umpire", "forfeit Bo")], options=OPTIONS)
    umpire("announce", match, "--from", str(file))
    store.delete(match)
    assert store.announcements.states_of(match) == []


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("http://chat.example/x", "https"),
        ("https://me:pw@chat.example/x", "user name"),
        ("chat.example/x", "not a webhook's address"),
        ("https://", "not a webhook's address"),
        ("https://chat.example/\x1b[31m", "not a webhook's address"),
        ("", "not a webhook's address"),
        ("https://[::1/x", "not a webhook's address"),
    ],
)
def test_an_address_that_is_none_is_refused_in_a_sentence_that_does_not_repeat_it(
    umpire: Umpire, tmp_path: Path, posts: list[Delivery], address: str, says: str
) -> None:
    file = tmp_path / "webhook.txt"
    file.write_text(address, encoding="utf-8")
    with pytest.raises(UsageError, match=says) as refused:
        umpire("announce", "--from", str(file))
    assert "chat.example" not in str(refused.value)


def test_one_that_takes_nothing_is_not_kept_unless_asked_for(
    umpire: Umpire, store: Store, file: Path, tmp_path: Path, posts: list[Delivery]
) -> None:
    match = play(store, GAME, [], options=OPTIONS)
    posts.append(Delivery(refused="it answers 404", gone=True))
    with pytest.raises(UmpireError, match="it answers 404"):
        umpire("announce", match, "--from", str(file))
    assert Webhooks(tmp_path).of(match) == {}
    umpire("announce", match, "--from", str(file), "--untried")
    assert Webhooks(tmp_path).of(match) == {None: URL}


def test_a_damaged_file_is_told_of_in_a_sentence(umpire: Umpire, tmp_path: Path) -> None:
    (tmp_path / "webhooks.json").write_text("{", encoding="utf-8")
    with pytest.raises(UsageError, match="umpire announce"):
        umpire("announce", "--list")


def test_programs_are_told_what_is_announced_and_never_the_address(
    umpire: Umpire, store: Store, file: Path, posts: list[Delivery]
) -> None:
    match = play(store, GAME, [(1, "Ana", "3")], options=OPTIONS)
    kept = umpire("announce", match, "--for", "Ana", "--from", str(file), "--json")
    assert json.loads(kept.output) == {"match": match, "for": "Ana", "announced": True}
    listing = umpire("announce", "--list", "--json")
    assert json.loads(listing.output) == [{"match": match, "for": "Ana", "host": "chat.example"}]
    assert "s3cret" not in kept.output + listing.output
    off = json.loads(umpire("announce", "--off", "--json").output)
    assert off == {"match": None, "for": None, "announced": False}
