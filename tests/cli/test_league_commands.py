"""Leagues at the command line: made, paired on a server, counted; what goes wrong half way."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from umpire.errors import UmpireError, UsageError
from umpire.hosting import match_requests
from umpire.live.match_log import MatchLog, new_token
from umpire.store import GOOGLE, Fixture, Store

pytestmark = pytest.mark.usefixtures("numbers")

Umpire = Callable[..., Result]
PHASES = '{"phases": [{"who": "each"}]}'


def made(umpire: Umpire, *more: str, players: str = "Ana,Bo,Cleo") -> str:
    about = ("--game", "numbers", "--players", players, "--options", PHASES, *more)
    return umpire("league", "new", "cup", *about).output


def fixtures(store: Store) -> list[tuple[Fixture | None, tuple[str, ...]]]:
    return [(row.fixture, row.players) for row in store.matches()]


def play(store: Store, match: str, **numbers: str) -> None:
    with MatchLog.open(store, store.find(match), new_token()) as live:
        live.resume_itself()
        for player, text in numbers.items():
            assert live.command(player, text).ok


def test_a_round_robin_is_paired_round_by_round_and_counted(
    umpire: Umpire, store: Store, hosting: tuple[str, ...]
) -> None:
    assert made(umpire, "--points", "3/1/0").startswith("cup is made: 3 players, 3 rounds.")
    assert "round-robin, 0 of 3 rounds paired" in umpire("league").output
    shown = umpire("league", "pair", "cup", "--dry-run").output
    assert shown == "Round 1 of 3, seats in this order:\n  Ana has a bye\n  Bo – Cleo\n"
    assert (store.matches(), store.leagues.rounds("cup")) == ([], [])
    umpire("league", "pair", "cup", *hosting)
    told = json.loads(umpire("league", "pair", "cup", *hosting, "--json").output)
    assert [one["players"] for one in told["matches"]] == [["Cleo", "Ana"]]
    assert set(told["matches"][0]["links"]) >= {"Ana", "Cleo", "umpire", "board"}
    assert fixtures(store) == [
        (Fixture("cup", 1), ("Bo", "Cleo")),
        (Fixture("cup", 2), ("Cleo", "Ana")),
    ]
    play(store, "numbers-1", Bo="5", Cleo="2")
    umpire("archive", "numbers-1")
    text = umpire("standings", "--league", "cup").output.splitlines()
    assert text[4].split() == ["1", "Bo", "3*", "1", "1", "0", "0", "0", "1", "0", "0", "3.4"]
    assert text[-1] == "  round 2: Cleo – Ana (numbers-2)"
    assert "numbers-1" in umpire("matches", "--league", "cup").output
    assert "Numbers, Bo, Cleo, league cup round 1\n" in umpire("status", "numbers-1").output


def test_what_stopped_half_way_is_finished_and_nothing_is_made_twice(
    umpire: Umpire, store: Store, hosting: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    made(umpire, players="Ana,Bo,Cleo,Dan")
    real, calls = match_requests.create_match, []

    def breaks_off(*arguments: Any, **more: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 2:
            raise UmpireError("the server is away.")
        return real(*arguments, **more)

    monkeypatch.setattr(match_requests, "create_match", breaks_off)
    with pytest.raises(UmpireError, match="the server is away"):
        umpire("league", "pair", "cup", *hosting)
    pairs = store.leagues.rounds("cup")
    assert len(store.matches()) == 1
    assert umpire("league", "pair", "cup", "--dry-run").output.startswith("Round 1 of 3")
    umpire("league", "pair", "cup", *hosting)
    assert store.leagues.rounds("cup") == pairs
    assert fixtures(store) == [(Fixture("cup", 1), pair) for pair in pairs[0]]
    umpire("delete", "numbers-1", "--yes", "--force")
    umpire("league", "pair", "cup", *hosting)
    assert sorted(fixtures(store)) == sorted((Fixture("cup", 1), pair) for pair in pairs[0])


def test_a_dry_run_tells_what_would_be_made(
    umpire: Umpire, store: Store, hosting: tuple[str, ...]
) -> None:
    def would_be_made() -> tuple[str, Any]:
        text, told = (
            umpire("league", "pair", "cup", "--dry-run", *form).output for form in ((), ("--json",))
        )
        return text, json.loads(told)

    made(umpire)
    assert would_be_made()[1] == {
        "round": 1,
        "pairs": [["Ana"], ["Bo", "Cleo"]],
        "matches": [{"round": 1, "players": ["Bo", "Cleo"]}],
    }
    for _ in range(3):
        umpire("league", "pair", "cup", *hosting)
    umpire("delete", "numbers-3", "--yes", "--force")
    umpire("delete", "numbers-1", "--yes", "--force")
    text, told = would_be_made()
    assert text == (
        "Round 1 of 3, seats in this order:\n  Bo – Cleo\n"
        "Round 3 of 3, seats in this order:\n  Ana – Bo\n"
    )
    missing = [{"round": 1, "players": ["Bo", "Cleo"]}, {"round": 3, "players": ["Ana", "Bo"]}]
    assert told == {"round": 1, "pairs": [["Bo", "Cleo"], ["Ana", "Bo"]], "matches": missing}
    again = umpire("league", "pair", "cup", *hosting).output
    assert again.endswith(text)
    assert len(store.matches()) == 3


def test_the_standings_are_shown_where_the_matches_are(
    umpire: Umpire, store: Store, hosting: tuple[str, ...], tmp_path: Path
) -> None:
    made(umpire)
    umpire("league", "pair", "cup", *hosting)
    for more in ((), ("--anew", "--on", "local")):
        told = json.loads(umpire("league", "sheet", "cup", "--json", *more).output)
        assert told["links"]["readers"].startswith(hosting[1])
    with pytest.raises(UmpireError, match=r"127\.0\.0\.1:9"):
        umpire("league", "sheet", "cup", "--anew", "--server", "http://127.0.0.1:9")
    store.set_hosting("numbers-1", replace(store.hosting("numbers-1"), server=GOOGLE))
    with pytest.raises(UmpireError, match=r"no-key\.json"):
        umpire("league", "sheet", "cup", "--anew", "--credentials", str(tmp_path / "no-key.json"))


def test_a_swiss_is_paired_by_how_it_stands_once_a_round_is_over(
    umpire: Umpire, store: Store, hosting: tuple[str, ...]
) -> None:
    made(umpire, "--pairing", "swiss", "--rounds", "2", players="Ana,Bo,Cleo,Dan,Eva")
    umpire("league", "pair", "cup", *hosting)
    assert store.leagues.rounds("cup")[0][-1] == ("Eva",)
    with pytest.raises(UmpireError, match=r"round 1 of cup is not over: numbers-1 \(Ana – Cleo\)"):
        umpire("league", "pair", "cup", *hosting)
    play(store, "numbers-1", Ana="2", Cleo="5")
    play(store, "numbers-2", Dan="5", Bo="3")
    (_, second) = (
        store.leagues.rounds("cup"),
        json.loads(
            umpire("league", "pair", "cup", "--dry-run", "--without", "An", "--json").output
        ),
    )
    assert sorted(map(sorted, second["pairs"])) == [["Bo", "Eva"], ["Cleo", "Dan"]]
    umpire("league", "pair", "cup", *hosting)
    with pytest.raises(UmpireError, match=r"all rounds of cup are paired. 'umpire standings"):
        umpire("league", "pair", "cup", *hosting)


def test_a_match_beside_the_rounds_counts_too(
    umpire: Umpire, store: Store, hosting: tuple[str, ...]
) -> None:
    made(umpire, players="Ana,Bo")
    umpire("new", "numbers", "--league", "cup", *hosting)
    umpire("new", "numbers", "--league", "cup", "--players", "Bo,Ana", *hosting)
    assert fixtures(store) == [(Fixture("cup"), ("Ana", "Bo")), (Fixture("cup"), ("Bo", "Ana"))]
    assert [row.options["phases"] for row in store.matches()] == [[{"who": "each"}]] * 2
    with pytest.raises(UsageError, match=r'"Boo" does not play in the league cup'):
        umpire("new", "numbers", "--league", "cup", "--players", "Ana,Boo", *hosting)
    with pytest.raises(UsageError, match="--players is missing"):
        umpire("new", "numbers", *hosting)
    umpire("league", "delete", "cup", "--yes")
    assert [fixture for fixture, _ in fixtures(store)] == [None, None]


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["Cup", "--players", "Ana,Bo"], r'"Cup" cannot name a league'),
        (["=1+1", "--players", "Ana,Bo"], r"cannot name a league"),
        (["cup", "--players", "Ana,ana"], r"'ana' is too much like 'Ana'"),
        (
            ["cup", "--players", "Ana,Bo,Ana"],
            r"^the league cannot be made: --players: 'Ana' is named",
        ),
        *(
            (["cup", "--players", f"Ana,Bo,Cleo,{name}"], rf"nobody may be called '{name}'")
            for name in ("board", "All", "umpire", "Public", "b\u200coard")
        ),
        (["cup", "--players", "Ana,,Bo"], r"--players: a name has 1 to 32 characters, not 0\.$"),
        (["cup", "--players", "nobody.txt"], r"neither names such as Ana,Bo,Cleo nor a file"),
        (["cup", "--players", "Ana,=HYPERLINK(1)"], r"must not begin with"),
        (["cup", "--players", "Ana,\u202eBo"], r"must be printable"),
        (["cup", "--players", f"Ana,{'x' * 10_000}"], r"a name has 1 to 32 characters"),
        (["cup", "--players", "Ana,Bo", "--rounds", "3"], r"--rounds is for a Swiss"),
        (["cup", "--players", "Ana,Bo", "--pairing", "swiss", "--double"], r"--double is for a"),
        (["cup", "--players", "Ana,Bo", "--points", "3"], r"is not a list of points"),
        (["cup", "--players", "Ana,Bo", "--title", "\x1b[31m"], r"--title .* cannot be shown"),
    ],
)
def test_what_can_be_no_league_is_refused(umpire: Umpire, arguments: list[str], wrong: str) -> None:
    with pytest.raises(UsageError, match=wrong):
        umpire("league", "new", *arguments, "--game", "numbers", "--options", PHASES)


def test_players_come_from_a_file_and_look_alikes_are_warned_of(
    umpire: Umpire, tmp_path: Path, store: Store
) -> None:
    file = tmp_path / "players.txt"
    file.write_text("Ana\n\n  Аna \nBo\n", "utf-8")
    done = umpire(
        *("league", "new", "cup", "--game", "numbers", "--players", str(file)),
        *("--options", PHASES, "--title", "<b>Cup</b>"),
    )
    assert "'Ana' and 'Аna' look alike" in done.stderr
    assert store.leagues.find("cup").players == ("Ana", "Аna", "Bo")
    assert "'Ana' and 'Аna' look alike: if they" in umpire("standings", "--league", "cup").stderr
    (tmp_path / "names.toml").write_text('Ana = ["Аna"]', "utf-8")
    done = umpire("standings", "--league", "cup")
    assert "look alike" not in done.stderr
    (tmp_path / "names.toml").write_text("Ana = 3", "utf-8")
    with pytest.raises(UsageError, match=r'names\.toml, key "Ana" must be a list of names'):
        umpire("standings", "--league", "cup")


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("text", "<b>Cup</b>\nNumbers, 0 of 0 matches ended\n"),
        ("md", "# \\<b>Cup\\</b>\n"),
        ("html", "<!doctype html>"),
        ("csv", '\ufeff"place","player","points"'),
        ("json", '{\n "league": "cup",\n "title": "<b>Cup</b>"'),
    ],
)
def test_standings_are_written_in_each_format(
    umpire: Umpire, tmp_path: Path, form: str, begins: str
) -> None:
    made(umpire, "--title", "<b>Cup</b>")
    file = tmp_path / "standings"
    umpire("standings", "--league", "cup", "--format", form, "-o", str(file))
    assert file.read_text("utf-8").startswith(begins)
    assert umpire("standings", "--league", "cup", "--format", form).output.startswith(begins)
