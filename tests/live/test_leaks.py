"""Nothing that a player may not know reaches a spreadsheet that they can open."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
import requests
from hosting_kit import DAEMON, AnyGame, Game, House, house_of, numbers_template, open_house
from leak_kit import Recorder, everything
from live_kit import ANA, BO
from own_games import OURS
from secret_toy import GAME as SECRET
from toy import Number

from umpire.hosting import creation
from umpire.match import Header, asking
from umpire.projections import screens
from umpire.projections.match_history import MatchHistory, rebuild
from umpire.sheets.template import Template
from umpire.testing import opened, twins
from umpire.testing.outputs import spreadsheet_contents, transaction_of, write
from umpire.testing.secrets import assert_same

pytestmark = pytest.mark.end_to_end

PLAYERS = ("Ana", "Bo")
TOY_PHASES: list[dict[str, Any]] = [
    {"who": "chance", "secret": "forever"},
    {"who": "Ana", "secret": "forever", "limit": 60},
    {"who": "group", "secret": True, "rule": "last", "limit": 60},
    {"who": "Bo", "secret": "forever", "limit": 60},
    {"who": "group", "secret": "forever", "rule": "last", "limit": 60},
    {"who": "each", "limit": 60},
    {"who": "group", "secret": True, "rule": "last", "limit": 60},
]
WORD = re.compile(r"zq[ab]\d+x")
VIEWERS = pytest.mark.parametrize("viewer", [None, *PLAYERS])


def assert_no_twins_differ(template: Template, viewer: str | None, matches: int = 3) -> None:
    """Play random twin matches, and compare all that would be sent to the viewer."""
    told_apart = 0
    for number in range(matches):
        start = opened(SECRET, phases=TOY_PHASES)
        kept = transaction_of(start, ()), transaction_of(start, ())
        for pair in islice(twins(start, viewer, Random(number), rejoin=False), 40):
            for transaction, lines in zip(kept, pair.lines, strict=True):
                for line in lines:
                    write(transaction, line)
            if pair.differ:
                told_apart += 1
                ours, theirs = (spreadsheet_contents(one.history, viewer, template) for one in kept)
                assert_same(viewer, ours, theirs)
    assert told_apart >= matches, "the matches were the same: nothing was tried"


class TestTheToyGame:
    @pytest.fixture
    def template(self) -> Template:
        return numbers_template("secret_sheets")

    @VIEWERS
    def test_it_keeps_its_secrets(self, template: Template, viewer: str | None) -> None:
        assert_no_twins_differ(template, viewer)

    def test_a_board_that_tells_what_is_held_is_found_out(
        self, template: Template, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plain = screens.headline

        def telling(record: MatchHistory, *more: Any, **options: Any) -> str:
            return plain(record, *more, **options) + screens.held_answer(record, "Bo")

        monkeypatch.setattr(screens, "headline", telling)
        with pytest.raises(AssertionError, match="The board tells everybody"):
            assert_no_twins_differ(template, None)

    def test_a_drop_down_that_knows_too_much_is_found_out(
        self, template: Template, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def telling(self: Any, seen: Any, decision: Any) -> tuple[str, ...]:
            return tuple(str(number) for _, by, number in seen.said if by != decision.by)

        monkeypatch.setattr(Number, "suggest", telling)
        assert_no_twins_differ(template, "Ana")
        monkeypatch.setattr(asking, "_view", lambda match, pending: match.state)
        with pytest.raises(AssertionError, match="Ana's table tells Ana"):
            assert_no_twins_differ(template, "Ana")

    def test_an_event_that_tells_everybody_is_found_out(
        self, template: Template, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plain = Number.apply

        def telling(self: Any, state: Any, answers: Any, tell: Any) -> Any:
            def tell_all(text: str, only: str | None = None, **more: Any) -> None:
                tell(text, **more)

            return plain(self, state, answers, tell_all)

        monkeypatch.setattr(Number, "apply", telling)
        with pytest.raises(AssertionError, match="The board tells everybody"):
            assert_no_twins_differ(template, None)


class Live:
    """A real match in which everybody's words can be looked for in all that the daemon sends."""

    def __init__(self, house: House, game: AnyGame, options: dict[str, Any], luck: Random) -> None:
        self.sent = Recorder(house.sheets(DAEMON))
        self.match: Game = house.make(Header(game.id, PLAYERS, options))
        self.words: dict[int, list[str]] = {ANA: [], BO: []}
        self._house = house
        self._game = game
        self._luck = luck
        self._looked_at = 0
        self.run(1)

    def run(self, seconds: float) -> None:
        """Let the daemon run, and see what the match has come to."""
        self._house.run(seconds)
        store, row = self.match.house.store, self.match.row
        lines, entries = store.lines(row.id), store.entries(row.id)
        self.history = rebuild(row.header(), self._game, lines, entries)

    def turn(self, number: int, *, marked: bool) -> None:
        """Let somebody say something with a word of their own in it, right or wrong."""
        match = self.history.match
        pending = self._luck.choice([one for one in match.pending if one.by in PLAYERS] or [None])
        astray = self._luck.random() < 0.4 or pending is None
        seat = self._luck.choice((ANA, BO)) if astray else match.header.players.index(pending.by)
        word = f"zq{'ab'[seat]}{number}x"
        if astray:
            text = f"{word} nonsense"
        elif pending.held is not None and self._luck.random() < 0.5:
            text = "lock"
        else:
            text = pending.decision.kind.random_answer(match.state, pending.decision, self._luck)
            text = f"{text} {word}" if marked else text
        if word in text:
            self.words[seat].append(word)
        self.match.types(seat, text)
        self.run(0.6)

    def assert_kept(self, told: set[str]) -> None:
        """Nobody was sent another's word since the last time, but those told to all by now."""
        at = self.match.hosting.spreadsheets
        since, self._looked_at = self._looked_at, len(self.sent.sent)
        for role, others in (("table-1", [BO]), ("table-2", [ANA]), ("board", [ANA, BO])):
            bodies = "".join(self.sent.to(at[role], since))
            assert bodies or since
            assert not self._found(others, bodies) - told, role

    def assert_unread(self, told: set[str]) -> None:
        """Nobody can read another's word anywhere, and players can read their own."""
        for who, others in (("Ana", [BO]), ("Bo", [ANA]), ("reader", [ANA, BO])):
            for role in {"board", self.match.link_of(who).role}:
                seen = everything(self.match.link(who), self.match.hosting.spreadsheets[role])
                assert not self._found(others, seen) - told, (who, role)
                assert role == "board" or self._found({ANA, BO} - {*others}, seen)

    def _found(self, seats: Iterable[int], text: str) -> set[str]:
        """The words of these seats that a text has in it."""
        return set(WORD.findall(text)) & {word for seat in seats for word in self.words[seat]}


def revealed(record: MatchHistory) -> set[str]:
    """The words of the toy game that were said in a phase which is public by now."""
    state = record.match.state
    return {
        number.word
        for phase, _, number in state.said
        if state.phases[phase].get("secret") != "forever" and hasattr(number, "word")
    }


@pytest.mark.parametrize("seed", range(2))
def test_no_word_that_is_secret_is_ever_sent_to_anybody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    with open_house(tmp_path, monkeypatch, SECRET, "secret_sheets") as house:
        live = Live(house, SECRET, {"phases": TOY_PHASES * 2}, Random(seed))
        for number in range(60):
            if live.history.match.outcome is not None:
                break
            live.turn(number, marked=True)
            live.assert_kept(revealed(live.history))
        told = revealed(live.history)
        assert told
        assert set(live.words[ANA]) - told
        assert set(live.words[BO]) - told
        live.assert_unread(told)


@pytest.mark.parametrize("name", ["devils-deal", "by-hand"])
def test_what_is_refused_is_told_to_its_author_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    game = OURS[name]
    # who is not asked is told so without a word of theirs: of this deal each is asked
    monkeypatch.setattr(creation, "new_seed", lambda: "5e" * 32)
    with house_of(tmp_path, game) as house:
        live = Live(house, game, {}, Random(5))
        for number in range(24):
            if live.history.match.outcome is not None:
                break
            live.turn(number, marked=False)
        words = Counter({seat: len(words) for seat, words in live.words.items()})
        assert min(words.values()) > 0
        live.assert_kept(set())
        live.assert_unread(set())
        own = "".join(live.sent.to(live.match.table(ANA)))
        # in a game that is directed nobody is asked anything yet
        assert game.is_directed or any(word in own for word in live.words[ANA]), (
            "its author is told"
        )


class TestOverHttp:
    """Another player's table, asked for by whoever has no business there."""

    @pytest.fixture
    def match(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
        with ExitStack() as stack:
            house = stack.enter_context(open_house(tmp_path, monkeypatch, SECRET, "secret_sheets"))
            match = house.match({"who": "group", "secret": True, "rule": "last"})
            house.run(1)
            match.types(BO, "4 plum")
            house.run(1)
            yield match

    REQUESTS = [
        ("GET", "/v4/spreadsheets/{id}", None, 403),
        ("GET", "/v4/spreadsheets/{id}?includeGridData=true", None, 403),
        ("GET", "/v4/spreadsheets/{id}/values/entry_2", None, 403),
        ("GET", "/v4/spreadsheets/{id}/values:batchGet?ranges=held_2", None, 403),
        ("PUT", "/v4/spreadsheets/{id}/values/entry_2?valueInputOption=RAW",
         {"values": [["x"]]}, 403),
        ("POST", "/v4/spreadsheets/{id}/values/entry_2:append?valueInputOption=RAW",
         {"values": [["x"]]}, 403),
        ("POST", "/v4/spreadsheets/{id}:batchUpdate", {"requests": [{"addSheet": {}}]}, 403),
        ("GET", "/drive/v3/files/{id}", None, 404),
        ("GET", "/drive/v3/files/{id}/permissions", None, 404),
        ("POST", "/drive/v3/files/{id}/copy", {"name": "mine"}, 404),
        ("POST", "/drive/v3/files/{id}/permissions",
         {"type": "anyone", "role": "reader"}, 404),
        ("DELETE", "/drive/v3/files/{id}", None, 404),
        ("GET", "/s/{secret}/{id}", None, 404),
        ("GET", "/s/{secret}/{id}/events", None, 404),
        ("POST", "/s/{secret}/{id}/type", {"version": 1, "sheet": 1001, "blocks": []}, 404),
    ]  # fmt: skip

    @pytest.mark.parametrize("who", ["Ana", "reader", "nobody"])
    def test_nothing_is_to_be_had(self, match: Game, who: str) -> None:
        for method, path, body, status in self.REQUESTS:
            answer = ask(match, who, method, path, body)
            assert answer.status_code == status, (method, path)
            assert_names_nothing(answer, match.table(BO))
        assert match.shows("entry_2", "Bo") == [["4 plum"]]

    @pytest.mark.parametrize("who", ["Ana", "Bo", "reader", "nobody"])
    def test_nothing_is_to_be_had_of_the_console(self, match: Game, who: str) -> None:
        assert match.on_console("held") == [[""], ["4 plum"]], "there is something to be had"
        for method, path, body, status in self.REQUESTS:
            path = path.replace("entry_2", "entry").replace("held_2", "held")
            answer = ask(match, who, method, path, body, on=match.console)
            assert answer.status_code == status, (method, path)
            assert_names_nothing(answer, match.console)
        assert match.on_console("entry") == []
        for method, path, body, _ in self.REQUESTS[:1]:
            assert ask(match, "umpire", method, path, body, on=match.console).status_code == 200

    def test_its_owner_has_it_all(self, match: Game) -> None:
        for method, path, body, _ in self.REQUESTS[:4]:
            assert ask(match, "Bo", method, path, body).status_code == 200
        assert ask(match, "Bo", "GET", "/s/{secret}/{id}", None).status_code == 200

    @pytest.mark.parametrize(
        ("who", "titles"),
        [
            ("Ana", {"Secret Numbers: Ana and Bo", "Secret Numbers: Ana's table"}),
            ("Bo", {"Secret Numbers: Ana and Bo", "Secret Numbers: Bo's table"}),
            ("reader", {"Secret Numbers: Ana and Bo"}),
        ],
    )
    def test_everybody_finds_what_is_shared_with_them_and_no_more(
        self, match: Game, who: str, titles: set[str]
    ) -> None:
        files = ask(match, who, "GET", "/drive/v3/files?fields=files(name)", None).json()["files"]
        assert {file["name"] for file in files} == titles
        listed = ask(match, who, "GET", "/s/{secret}", None).text.replace("&#x27;", "'")
        every = {"Secret Numbers: Ana and Bo", "Secret Numbers: the umpire's console"} | {
            f"Secret Numbers: {name}'s table" for name in PLAYERS
        }
        assert {title for title in every if title in listed} == titles

    def test_the_board_is_for_reading(self, match: Game) -> None:
        path = "/v4/spreadsheets/{board}/values/said?valueInputOption=RAW"
        for who in ("Ana", "Bo", "reader"):
            assert ask(match, who, "PUT", path, {"values": [["x"]]}).status_code == 403
            assert ask(match, who, "GET", "/s/{secret}/{board}", None).status_code == 200

    def test_the_stream_of_the_board_never_carries_what_a_table_shows(self, match: Game) -> None:
        with stream(match, "Ana", match.spreadsheet) as lines:
            first = whole(lines)
            match.types(BO, "5 cherry")
            match.house.run(1)
            match.types(BO, "lock")
            match.types(ANA, "2 fig", "lock")
            match.house.run(1)
            rest = until(lines, " has won")
        assert "plum" not in first + rest.partition("5 cherry")[0]
        assert "5 cherry" in rest, "once it is public it is told"


def assert_names_nothing(answer: requests.Response, asked_for: str) -> None:
    """Look for Bo and what he typed; the id that was asked for may hold any two letters."""
    told = answer.text.replace(asked_for, "")
    assert "plum" not in told
    assert "Bo" not in told


def ask(
    match: Game, who: str, method: str, path: str, body: Any, on: str | None = None
) -> requests.Response:
    secret = "guess" if who == "nobody" else match.link_of(who).secret
    base = match.house.server.base_url
    filled = path.format(secret=secret, id=on or match.table(BO), board=match.spreadsheet)
    return requests.request(
        method,
        base + filled,
        json=body,
        headers={"Authorization": f"Bearer {secret}", "Origin": base},
        timeout=10,
    )


def stream(match: Game, who: str, spreadsheet: str) -> Any:
    secret = match.link_of(who).secret
    address = f"{match.house.server.base_url}/s/{secret}/{spreadsheet}/events"
    return Stream(requests.get(address, stream=True, timeout=10))


class Stream:
    """Server-sent events, line by line."""

    def __init__(self, answer: requests.Response) -> None:
        self._answer = answer

    def __enter__(self) -> Iterator[str]:
        assert self._answer.status_code == 200
        return self._answer.iter_lines(decode_unicode=True)

    def __exit__(self, *_raised: object) -> None:
        self._answer.close()


def whole(lines: Iterator[str]) -> str:
    return until(lines, "data: ")


def until(lines: Iterator[str], word: str) -> str:
    seen = ""
    for line in lines:
        seen += f"{line}\n"
        if word in line:
            break
    return seen
