"""`umpire new`, `say`, `pause` and the other words of the umpire at the command line."""

import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result
from errands import GAME as ERRANDS
from hosting_kit import numbers_template
from live_kit import TOY, make_match
from process_kit import until
from umpires_server import UmpiresServer

from umpire.errors import UmpireError, UsageError
from umpire.hosting.accounts import connections, own_token
from umpire.live.driver import Watch
from umpire.live.rates import LOCAL
from umpire.sheets.client import local_client
from umpire.sheets.template import folder_of_templates
from umpire.store import Store
from umpire.store.records import BotSeat

Umpire = Callable[..., Result]
GAME = "denizens-of-tartarus"


@pytest.fixture
def numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up game of the contract's tests, with a template."""
    template = numbers_template()
    monkeypatch.setattr("umpire.catalogue.games", lambda: {TOY.id: TOY})
    for module in ("live.setup", "hosting.plan", "hosting.how_to_play"):
        monkeypatch.setattr(f"umpire.{module}.find_template", lambda *_: template)


@pytest.fixture
def match(tmp_path: Path, numbers: None) -> str:
    """A match in the log, on no server."""
    phases = [{"who": "Ana", "limit": 60}, {"who": "Bo"}, {"who": "Ana"}]
    with Store.open(tmp_path) as store:
        return make_match(store, TOY, phases=phases).id


def log(folder: Path, match: str) -> list[tuple[str | None, str | None, str | None]]:
    with Store.open(folder) as store:
        return [(line.by, line.say, line.code) for line in store.lines(match) if not line.note]


class TestBots:
    """A bot may have a seat in any match."""

    def test_its_player_is_called_so_and_its_link_is_not_told(
        self, tmp_path: Path, umpire: Umpire
    ) -> None:
        arguments = ("new", GAME, "--players", "Ana,Bo", "--bot", "Bo=3")
        with UmpiresServer(tmp_path) as server:
            told = umpire(*arguments, "--server", server.base_url).output
        assert "Bo-bot3 plays by itself." in told
        assert "\n  Ana " in told
        assert "\n  Bo-bot3 " not in told
        with Store.open(tmp_path) as store:
            row = store.find(f"{GAME}-1")
        assert (row.players, row.people) == (("Ana", "Bo-bot3"), ("Ana",))
        assert row.bots == (BotSeat(1, 3),)
        assert json.loads(umpire("status", GAME, "--json").output)["bots"] == [
            {"by": "Bo-bot3", "level": 3}
        ]
        for command in (("status", GAME), ("matches",)):
            assert "Ana, Bo-bot3 (bot, level 3)" in umpire(*command).output

    @pytest.mark.parametrize(
        ("bots", "problem"),
        [
            (["Cy"], "'Cy' fits no player"),
            (["Bo=9"], '"9" is not a level: write Bo=1 to 5.'),
            (["Bo="], "is not a level: write Bo=1 to 5."),
            (["Bo", "Bo=3"], "Bo has two bots: give only one."),
        ],
    )
    def test_a_bot_is_a_player_with_a_level(
        self, umpire: Umpire, bots: list[str], problem: str
    ) -> None:
        with pytest.raises(UsageError) as refused:
            umpire("new", GAME, "--players", "Ana,Bo", *(f"--bot={bot}" for bot in bots))
        assert problem in str(refused.value)


class TestDirecting:
    """In a game that the umpire directs, the umpire's words that are no commands are directions."""

    @pytest.fixture
    def directed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
        monkeypatch.setattr("umpire.catalogue.games", lambda: {ERRANDS.id: ERRANDS})
        with Store.open(tmp_path) as store:
            return make_match(store, ERRANDS).id

    def test_a_direction_is_said_as_the_umpire(
        self, umpire: Umpire, directed: str, tmp_path: Path
    ) -> None:
        umpire("say", directed, "Ana", "1")  # she is not asked, but so the match begins
        done = umpire("say", directed, "umpire", "shout", "hello")
        assert done.output.startswith("The umpire says: hello.")
        refused = umpire("say", directed, "umpire", "sing")
        assert (refused.exit_code, "'sing' is no errand" in refused.output) == (1, True)
        rolled = umpire("say", directed, "umpire", "roll")
        assert rolled.exit_code == 0, "though nobody watches, and the match has paused by itself"
        secret = umpire("say", directed, "umpire", "secretly Bo")
        assert secret.output.startswith("(only to Bo) The umpire asks Bo.")
        assert [say for by, say, _ in log(tmp_path, directed) if by == "umpire"] == [
            *("shout hello", "sing", "roll", "secretly Bo")
        ]

    def test_a_command_is_a_command_there_too(self, umpire: Umpire, directed: str) -> None:
        with pytest.raises(UsageError, match="'x' is not a number of steps"):
            umpire("say", directed, "umpire", "undo", "x")
        assert umpire("say", directed, "umpire", "pause").output == "The umpire stops the clock.\n"


class TestWithoutADaemon:
    def test_a_submission_is_judged_and_the_match_waits_again(
        self, umpire: Umpire, match: str, tmp_path: Path
    ) -> None:
        done = umpire("say", "num", "an", "3")
        assert (done.exit_code, done.output) == (0, "taken: 3 (Run 'umpire watch' to go on.)\n")
        assert log(tmp_path, match) == [("Ana", "3", None)]
        with Store.open(tmp_path) as store:
            assert store.find(match).status == "paused"
            assert store.lines(match)[-1].note == "the umpire is away"

    @pytest.mark.parametrize(
        ("given", "said"), [(b" 3 \n", "3"), (b"", ""), (b"\xff", "\ufffd"), (b"3\n4\n", "3\n4")]
    )
    def test_a_secret_one_is_read_from_standard_input(
        self, umpire: Umpire, match: str, tmp_path: Path, given: bytes, said: str
    ) -> None:
        umpire("say", match, "Ana", "-", stdin=given)
        assert [(by, say) for by, say, _ in log(tmp_path, match)] == [("Ana", said)]

    def test_a_rejected_one_is_a_sentence_and_status_1(
        self, umpire: Umpire, match: str, tmp_path: Path
    ) -> None:
        done = umpire("say", match, "Bo", "3")
        assert done.exit_code == 1
        assert done.stderr == "You are not asked anything now: Ana must answer.\n"
        assert log(tmp_path, match) == [("Bo", "3", "not-pending")]

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["pause"], "pause"),
            (["extend", "ana", "12.5"], "extend ana 12.5"),
            (["forfeit", "B"], "forfeit B"),
            (["void", "--yes"], "void"),
            (["note", "Bo", "wrote", "-later-"], "note Bo wrote -later-"),
        ],
    )
    def test_the_umpires_words(
        self, umpire: Umpire, match: str, tmp_path: Path, words: list[str], said: str
    ) -> None:
        done = umpire(words[0], match, *words[1:])
        assert done.exit_code == 0, done.output
        assert log(tmp_path, match) == [("umpire", said, None)]

    def test_void_asks_first(self, umpire: Umpire, match: str, tmp_path: Path) -> None:
        with pytest.raises(UmpireError, match=r"^numbers-1 goes on\.$"):
            umpire("void", "num", stdin=b"n\n")
        with pytest.raises(UsageError, match="add --yes to end it without being asked"):
            umpire("void", "num", stdin=b"")
        assert log(tmp_path, match) == []
        done = umpire("void", "num", stdin=b"y\n")
        assert "End numbers-1 (Ana, Bo) without a result?" in done.stderr
        assert done.stdout == "The umpire declares the match void: it has no result.\n"
        assert log(tmp_path, match) == [("umpire", "void", None)]

    def test_undo_takes_back_as_many_steps_as_it_says(
        self, umpire: Umpire, match: str, tmp_path: Path
    ) -> None:
        umpire("say", match, "Ana", "3")
        umpire("say", match, "Bo", "4")
        assert umpire("undo", match, "2").exit_code == 0
        assert umpire("undo", match).exit_code == 1
        assert log(tmp_path, match)[2:] == [
            ("umpire", "undo 2", None),
            ("umpire", "undo 1", "illegal"),
        ]

    def test_a_pause_stays_until_it_is_resumed(
        self, umpire: Umpire, match: str, tmp_path: Path
    ) -> None:
        umpire("pause", match)
        assert "The match is paused" in umpire("say", match, "Ana", "3").stderr
        assert umpire("resume", match).exit_code == 0
        assert umpire("say", match, "Ana", "3").exit_code == 0

    def test_a_match_that_has_not_begun_cannot_be_resumed_without_one(
        self, umpire: Umpire, match: str
    ) -> None:
        done = umpire("resume", match)
        assert done.exit_code == 1
        assert "begins as soon as 'umpire watch' reads its sheets" in done.stderr

    def test_json_for_programs(self, umpire: Umpire, match: str) -> None:
        assert json.loads(umpire("pause", match, "--json").output) == {
            "match": match,
            "ok": True,
            "text": "The umpire stops the clock.",
        }
        refused = umpire("pause", match, "--json")
        assert refused.exit_code == 1
        assert json.loads(refused.output)["ok"] is False

    def test_a_text_beyond_all_measure_is_refused(
        self, umpire: Umpire, match: str, tmp_path: Path
    ) -> None:
        done = umpire("say", match, "Ana", "3" * 10_000)
        assert done.exit_code == 1
        assert "at most 500" in done.stderr
        assert log(tmp_path, match) == []


@contextmanager
def watched(folder: Path, server: UmpiresServer) -> Iterator[None]:
    """A daemon, in a thread of its own."""
    stop = threading.Event()
    connect = connections(folder)

    def run() -> None:
        with Store.open(folder) as store:
            Watch(store, connect, replace(LOCAL, floor=0.05)).run(stop)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[UmpiresServer]:
    with UmpiresServer(None) as server:
        yield server


PHASES = json.dumps({"phases": [{"who": "Ana"}, {"who": "Bo"}]})
NEW = ("new", "numbers", "--players", "Ana,Bo", "--options", PHASES, "--server")


class TestNew:
    def test_it_makes_the_sheet_and_everybodys_links(
        self, umpire: Umpire, numbers: None, server: UmpiresServer, tmp_path: Path
    ) -> None:
        done = umpire(*NEW, server.base_url, "--json")
        made = json.loads(done.output)
        assert set(made["links"]) == {"Ana", "Bo", "umpire", "board"}
        assert list(made["umpire_links"]) == ["console", "board"]
        assert len({*made["links"].values(), *made["umpire_links"].values()}) == 5
        with Store.open(tmp_path) as store:
            assert store.find(made["id"]).commitment == made["commitment"]
            assert store.find(made["id"]).status == "paused"
        assert (tmp_path / "local-token").stat().st_mode & 0o777 == 0o600

    @pytest.mark.parametrize(
        ("arguments", "field"),
        [
            (["--players", "Ana"], "players"),
            (["--players", "Ana,ana"], "--players: 'ana' is too much like 'Ana'"),
            (["--players", "Ana,Bo", "--options", '{"speed": 3}'], "options.speed"),
            (["--players", "Ana,Bo", "--options", "[]"], "options"),
            (["--players", "Ana,Bo", "--options", "{"], "not valid JSON"),
            (["--players", "Ana,Bo", "--options", "nowhere.json"], "neither JSON"),
        ],
    )
    def test_a_wrong_header_names_the_field(
        self, umpire: Umpire, numbers: None, arguments: list[str], field: str
    ) -> None:
        with pytest.raises(UsageError, match=field):
            umpire("new", "numbers", *arguments)

    def test_options_may_come_from_a_file_and_the_clock_be_off(
        self, umpire: Umpire, numbers: None, server: UmpiresServer, tmp_path: Path
    ) -> None:
        file = tmp_path / "match.json"
        file.write_text(PHASES)
        umpire(*NEW[:5], str(file), "--no-clock", "--server", server.base_url)
        with Store.open(tmp_path) as store:
            options = store.matches()[0].options
        assert options == {**json.loads(PHASES), "cut": True, "clock": False}

    def test_a_players_link_opens_on_that_players_tab(
        self, umpire: Umpire, server: UmpiresServer
    ) -> None:
        made = umpire("new", GAME, "--players", "Ana,Bo", "--server", server.base_url, "--json")
        links = json.loads(made.output)["links"]
        tabs = [links[who].partition("#gid=")[2] for who in ("Ana", "Bo", "umpire", "board")]
        assert tabs == ["1001", "1002", "", "1003"]

    def test_a_template_of_ones_own_is_laid_out_and_kept(
        self, umpire: Umpire, server: UmpiresServer, tmp_path: Path
    ) -> None:
        own = tmp_path / "my-tartarus"
        shutil.copytree(folder_of_templates() / GAME, own)
        board = own / "board.toml"
        board.write_text(
            board.read_text("utf-8").replace("Fair dealing", "Ehrlich geteilt"), "utf-8"
        )
        made = umpire(
            *("new", GAME, "--players", "Ana,Bo", "--server", server.base_url),
            *("--template", str(own), "--json"),
        )
        with Store.open(tmp_path) as store:
            hosting = store.hosting(json.loads(made.output)["id"])
        assert hosting.template == str(own)
        client = local_client(server.base_url, own_token(tmp_path))
        board_tab = client.open_by_key(hosting.spreadsheets["board"]).worksheet("Board")
        assert board_tab.find("Ehrlich geteilt") is not None
        assert board_tab.find("Fair dealing") is None

    @pytest.mark.parametrize(("file", "name"), [("board", "headline"), ("player", "entry")])
    def test_a_template_that_lacks_a_name_is_refused_before_anything_is_made(
        self, umpire: Umpire, tmp_path: Path, file: str, name: str
    ) -> None:
        own = tmp_path / "my-tartarus"
        shutil.copytree(folder_of_templates() / GAME, own)
        tab = own / f"{file}.toml"
        text = tab.read_text("utf-8")
        tab.write_text(re.sub(rf'(?<!style = )"{name}"', f'"{name}s"', text), "utf-8")
        told = f"{own} has no range named '{name}', which the game's own has in {GAME}/{file}.toml"
        with pytest.raises(UsageError, match=f"{told}.*my-tartarus/{file}.toml calls '{name}s'"):
            umpire("new", GAME, "--players", "Ana,Bo", "--template", str(own))

    @pytest.mark.parametrize(
        "server", ["foo", "ftp://127.0.0.1:1", "http://", "http://x:y", "http://x/s"]
    )
    def test_an_address_that_is_none_is_used_wrongly(self, umpire: Umpire, server: str) -> None:
        with pytest.raises(UsageError, match="is not an address"):
            umpire("new", GAME, "--players", "Ana,Bo", "--server", server)

    def test_a_server_that_is_not_there_is_a_sentence_and_leaves_no_match(
        self, umpire: Umpire, numbers: None, tmp_path: Path
    ) -> None:
        with UmpiresServer(None) as gone:
            address = gone.base_url
        with pytest.raises(UmpireError, match=r"nothing answers at .*runs already, add --server"):
            umpire("new", "numbers", "--players", "Ana,Bo", "--server", address)
        with Store.open(tmp_path) as store:
            assert store.matches() == []

    def test_the_daemons_token_is_made_once(self, tmp_path: Path) -> None:
        assert own_token(tmp_path) == own_token(tmp_path)
        (tmp_path / "local-token").write_text("")
        with pytest.raises(UmpireError, match="is empty"):
            own_token(tmp_path)


class TestWithADaemon:
    def test_commands_go_through_the_inbox_and_are_answered(
        self, umpire: Umpire, numbers: None, server: UmpiresServer, tmp_path: Path
    ) -> None:
        made = json.loads(umpire(*NEW, server.base_url, "--json").output)
        with watched(tmp_path, server), Store.open(tmp_path) as store:
            until(lambda: store.find(made["id"]).status == "running", 10.0)
            assert umpire("say", made["id"], "Ana", "3").output == "taken: 3\n"
            assert umpire("say", made["id"], "Ana", "3").exit_code == 1
            assert umpire("pause", made["id"]).output == "The umpire stops the clock.\n"
            assert umpire("resume", made["id"]).exit_code == 0
            assert umpire("forfeit", made["id"], "Ana").exit_code == 0
        codes = [code for *_, code in log(tmp_path, made["id"])]
        assert codes == [None, "not-pending", None, None, None]

    def test_a_second_daemon_is_refused_with_a_sentence(
        self, umpire: Umpire, numbers: None, server: UmpiresServer, tmp_path: Path
    ) -> None:
        umpire(*NEW, server.base_url)
        with watched(tmp_path, server), Store.open(tmp_path) as store:
            until(lambda: store.matches()[0].status == "running", 10.0)
            with pytest.raises(UmpireError, match="is watching numbers-1: stop it"):
                umpire("watch")
