"""The whole way with who plays Google: signing in, working, losing the sign-in, coming back."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting_kit import RATE, OneAfterTheOther
from live_kit import NOON, Hands
from rehearsal_kit import ANA, UMPIRE, Rehearsal

from sheets_emulator.client_files import SERVICE_FILE, service_email_of
from umpire.errors import UmpireError
from umpire.hosting.accounts import connections
from umpire.hosting.creation import create_match
from umpire.hosting.plan import MatchRequest
from umpire.live.driver import Watch
from umpire.live.match_session import PATIENCE
from umpire.match import Header
from umpire.sheets.client import connect_local
from umpire.sheets.errors import Forbidden, Gone, SignInFailed
from umpire.sheets.google import find_credentials
from umpire.store import GOOGLE, Store

pytestmark = pytest.mark.end_to_end


def test_from_signing_in_to_signing_out(rehearsal: Rehearsal) -> None:
    assert f"signed in to Google as {UMPIRE}" in rehearsal.run(
        "login", "--client", rehearsal.client
    )
    assert f"{UMPIRE} is signed in to Google already" in rehearsal.run("login")
    sheets = rehearsal.connected()
    made = sheets.create("a match", "match/board")
    assert (sheets.me(), sheets.owner(made), sheets.find("match/board")) == (UMPIRE, UMPIRE, made)
    assert "access is withdrawn" in rehearsal.run("logout")
    with pytest.raises(Forbidden, match="run 'umpire login'"):
        sheets.me()
    sheets.close()
    with pytest.raises(UmpireError, match="nobody is signed in"):
        find_credentials(None)


def test_a_changed_code_verifier_is_refused(
    rehearsal: Rehearsal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A code that somebody else has seen is worth nothing to them."""
    from umpire.sheets import signin

    client = signin.read_client(Path(rehearsal.client), rehearsal.server.base_url)
    mine = signin.Consent(client, "http://127.0.0.1:50000/")
    theirs = signin.Consent(client, "http://127.0.0.1:50000/")
    code = mine.code(rehearsal.consented(mine.address))
    with pytest.raises(SignInFailed, match="does not accept the code"):
        theirs.sign_in(code)
    mine._flow.oauth2session.close()


def test_a_sign_in_sees_what_its_own_app_made_and_nothing_else(rehearsal: Rehearsal) -> None:
    rehearsal.run("login", "--client", rehearsal.client)
    by_hand = connect_local(
        rehearsal.server.base_url, rehearsal.server.sign_in(UMPIRE, client="another")
    )
    made = by_hand.create("made by hand", "hand")
    sheets = rehearsal.connected()
    with pytest.raises(Gone, match="sees only files that umpire made"):
        sheets.owner(made)
    sheets.close()
    by_hand.close()


def test_a_service_account(rehearsal: Rehearsal) -> None:
    """It owns nothing, and works in what is shared with it."""
    key, address = rehearsal.folder / SERVICE_FILE, service_email_of("umpire")
    (account,) = connections(rehearsal.folder, key)(GOOGLE)
    assert account.email == address
    sheets = account.open()
    with pytest.raises(Forbidden, match=f"share each with {address} as Editor"):
        sheets.create("a match", "match/board")
    person = connect_local(rehearsal.server.base_url, rehearsal.server.sign_in(ANA))
    made = person.create("made by hand", "hand")
    with pytest.raises((Gone, Forbidden), match=address):
        sheets.metadata(made, "properties.title")
    person.share(made, address, "writer")
    assert sheets.metadata(made, "properties.title") == {"properties": {"title": "made by hand"}}
    person.close()
    sheets.close()


def test_connections_ask_once_who_is_signed_in(rehearsal: Rehearsal) -> None:
    connect_to = connections(rehearsal.folder)
    with pytest.raises(UmpireError, match="nobody is signed in"):
        connect_to(GOOGLE)
    rehearsal.run("login", "--client", rehearsal.client)
    rehearsal.server.faults.calls.clear()
    (account,) = connect_to(GOOGLE)
    assert account.email == UMPIRE
    assert connect_to(GOOGLE) == (account,)
    paths = [call.path for call in rehearsal.server.faults.calls]
    assert len([path for path in paths if path.endswith("about")]) == 1
    (own,) = connect_to(rehearsal.server.base_url)
    assert own.email != UMPIRE


class Daemon:
    """A match on Google and the daemon that watches it."""

    def __init__(self, rehearsal: Rehearsal, store: Store) -> None:
        connect_to = connections(rehearsal.folder)
        (account,) = connect_to(GOOGLE)
        self.sheets = account.open()
        self.hands = Hands()
        self.store = store
        request = MatchRequest(
            Header("denizens-of-tartarus", ("Ana", "Bo"), {}), GOOGLE, emails={"Ana": ANA}
        )
        self.match = create_match(store, account, request, NOON).row
        self.watch = Watch(
            *(store, connect_to, RATE),
            google=RATE,
            clocks=self.hands.clocks(),
            jitter=lambda: 1.0,
            runner=OneAfterTheOther(self.hands),
        )

    def run(self, seconds: float) -> None:
        end = self.hands.passed + seconds
        while self.hands.passed < end:
            self.watch.turn()

    @property
    def status(self) -> str:
        return self.store.find(self.match.id).status

    def why(self) -> list[str]:
        """Why the match was paused, if umpire did it."""
        lines = self.store.lines(self.match.id)
        return [line.note for line in lines if line.say == "pause" and line.note]

    def close(self) -> None:
        self.watch._let_go_of_all()
        self.sheets.close()


@pytest.fixture
def daemon(rehearsal: Rehearsal) -> Iterator[Daemon]:
    rehearsal.run("login", "--client", rehearsal.client)
    with Store.open(rehearsal.folder) as store:
        daemon = Daemon(rehearsal, store)
        yield daemon
        daemon.close()


def test_a_sign_in_taken_back_in_mid_match(rehearsal: Rehearsal, daemon: Daemon) -> None:
    """The match pauses by itself and says why; after a new sign-in it goes on, by itself too."""
    daemon.run(5)
    assert daemon.status == "running"
    rehearsal.revoke(rehearsal.signed_in)
    daemon.run(PATIENCE + 5)
    assert daemon.status == "paused"
    assert any("run 'umpire login'" in why for why in daemon.why())
    status: Any = daemon.watch.status()
    assert "run 'umpire login'" in str(status)
    rehearsal.run("login")
    daemon.run(40)
    assert daemon.status == "running"


def test_an_hour_passes_in_mid_match(rehearsal: Rehearsal, daemon: Daemon) -> None:
    daemon.run(5)
    before = daemon.why()
    real = rehearsal.server.accounts.now
    rehearsal.server.accounts.now = lambda: real() + 4000
    daemon.run(10)
    assert (daemon.status, daemon.why()) == ("running", before)
