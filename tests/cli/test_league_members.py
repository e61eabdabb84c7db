"""Players come and go: a league of seven with one who leaves and one who comes late, to its end."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from click.testing import Result
from test_league_commands import made as made_by_names

from umpire.errors import UmpireError, UsageError
from umpire.live.match_log import MatchLog, new_token
from umpire.store import Store

pytestmark = pytest.mark.usefixtures("numbers")

Umpire = Callable[..., Result]
SEVEN = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gil")
LEAVER, LATE = "Cleo", "Hugo"


def made(umpire: Umpire, *more: str, players: tuple[str, ...] = SEVEN) -> str:
    return made_by_names(umpire, *more, players=",".join(players))


def begin(store: Store, match: str) -> None:
    """Let a match begin, and the player in its first seat answer."""
    row = store.find(match)
    with MatchLog.open(store, row, new_token()) as live:
        live.resume_itself()
        assert live.command(row.players[0], "5").ok


def play(store: Store) -> None:
    """Play all matches to their end: whoever comes first in the alphabet wins."""
    for row in store.matches():
        if not row.is_over:
            with MatchLog.open(store, row, new_token()) as live:
                live.resume_itself()
                for number, player in enumerate(sorted(row.players)):
                    live.command(player, str(5 - number))
                assert live.history.match.outcome is not None


def asked(umpire: Umpire, *arguments: str) -> Any:
    return json.loads(umpire("league", *arguments, "--json").output)


def table(umpire: Umpire) -> dict[str, dict[str, Any]]:
    told = json.loads(umpire("standings", "--league", "cup", "--format", "json").output)
    return {row["player"]: row for row in told["rows"]}


def left_to_pair(umpire: Umpire) -> bool:
    try:
        umpire("league", "pair", "cup", "--dry-run")
    except UmpireError as error:
        if "all rounds of cup are paired" in str(error):
            return False
        raise
    return True


@pytest.mark.parametrize("pairing", ["round-robin", "swiss"])
def test_a_league_of_seven_with_a_leaver_and_a_late_one_comes_to_its_end(
    umpire: Umpire, store: Store, hosting: tuple[str, ...], pairing: str
) -> None:
    made(umpire, "--pairing", pairing)
    for _ in range(2):
        asked(umpire, "pair", "cup", *hosting)
        play(store)
    before = table(umpire)
    assert asked(umpire, "leave", "cup", "Cle") == {
        "league": "cup",
        "player": LEAVER,
        "left": 2,
        "void": [],
        "open": [],
        "rounds": {"round-robin": 7, "swiss": 3}[pairing],
    }
    told = asked(umpire, "join", "cup", LATE)
    assert (told["player"], told["joined"]) == (LATE, 3)
    while left_to_pair(umpire):
        new = asked(umpire, "pair", "cup", *hosting)
        assert LEAVER not in {player for pair in new["pairs"] for player in pair}
        assert {LATE, *SEVEN} - {LEAVER} == {player for pair in new["pairs"] for player in pair}
        play(store)
    met = Counter(frozenset(row.players) for row in store.matches())
    assert max(met.values()) == 1, "nobody meets twice"
    after = table(umpire)
    for player, left in ((LEAVER, True), (LATE, False), ("Ana", False)):
        assert after[player]["has_left"] is left
    assert after[LEAVER]["membership"] == "left after round 2"
    assert after[LATE]["membership"] == "joined in round 3"
    for number in ("points", "played", "won", "lost", "byes"):
        assert after[LEAVER][number] == before[LEAVER][number], "what was played counts"
    if pairing == "round-robin":
        active = [player for player in after if player != LEAVER]
        assert all(met[frozenset(pair)] for pair in combinations(active, 2))
        assert after[LATE]["played"] == 6
    else:
        assert after[LATE]["played"] + after[LATE]["byes"] == 1, "missed rounds are worth nothing"
        assert after[LATE]["points"] == after[LATE]["won"] + after[LATE]["byes"]
    shown = umpire("standings", "--league", "cup").output
    assert "Cleo (left after round 2)" in shown
    assert "Hugo (joined in round 3)" in shown
    assert "Cleo (left after round 2), Dan" in umpire("league").output
    with pytest.raises(UmpireError, match=r"^Cleo has left cup already\.$"):
        umpire("league", "leave", "cup", LEAVER)


def test_who_has_left_a_round_robin_and_comes_back_meets_whom_they_have_not_met(
    umpire: Umpire, store: Store, hosting: tuple[str, ...]
) -> None:
    made(umpire, players=("Ana", "Bo", "Cleo", "Dan"))
    umpire("league", "leave", "cup", "Dan")
    asked(umpire, "pair", "cup", *hosting)
    assert umpire("league", "join", "cup", "dan").output == (
        "Dan plays in cup from round 2 of 4 on.\n"
    )
    with pytest.raises(UmpireError, match=r"^Dan plays in cup already\.$"):
        umpire("league", "join", "cup", "ＤＡＮ")
    while left_to_pair(umpire):
        asked(umpire, "pair", "cup", *hosting)
    met = Counter(frozenset(row.players) for row in store.matches())
    assert met == {frozenset(pair): 1 for pair in combinations(("Ana", "Bo", "Cleo", "Dan"), 2)}
    assert table(umpire)["Dan"]["membership"] == "left before round 1, back in round 2"


def test_what_a_leaver_has_not_begun_is_void_and_what_was_begun_goes_on(
    umpire: Umpire, store: Store, hosting: tuple[str, ...]
) -> None:
    made(umpire, players=("Ana", "Bo", "Cleo", "Dan"))
    for _ in range(3):
        umpire("league", "pair", "cup", *hosting)
    of_cleo = [row.id for row in store.matches() if LEAVER in row.players]
    begin(store, of_cleo[1])
    told = asked(umpire, "leave", "cup", LEAVER)
    assert (told["void"], told["open"]) == ([of_cleo[0], of_cleo[2]], [of_cleo[1]])
    assert told["left"] == 2, "in round 2 Cleo is still playing"
    assert [store.find(match).status for match in of_cleo] == ["over", "paused", "over"]
    assert not left_to_pair(umpire), "what is void is not made again"
    play(store)
    rows = table(umpire)
    assert [rows[name]["played"] for name in ("Ana", "Bo", "Cleo", "Dan")].count(2) == 2
    assert rows[LEAVER]["played"] == 1
    assert "Void: 2 matches count for nobody." in umpire("standings", "--league", "cup").output
    umpire("league", "join", "cup", LEAVER)
    while left_to_pair(umpire):
        umpire("league", "pair", "cup", *hosting)
    play(store)
    assert [row["played"] for row in table(umpire).values()] == [3, 3, 3, 3]


def test_a_swiss_goes_on_when_the_match_of_who_has_left_is_void(
    umpire: Umpire, store: Store, hosting: tuple[str, ...]
) -> None:
    made(umpire, "--pairing", "swiss", players=("Ana", "Bo", "Cleo", "Dan"))
    umpire("league", "pair", "cup", *hosting)
    (open_yet,) = (row for row in store.matches() if LEAVER in row.players)
    (opponent,) = {*open_yet.players} - {LEAVER}
    umpire("league", "leave", "cup", LEAVER)
    play(store)
    rows = table(umpire)
    assert (rows[opponent]["points"], rows[opponent]["played"]) == (0, 0)
    told = asked(umpire, "pair", "cup", "--dry-run")
    assert LEAVER not in {player for pair in told["pairs"] for player in pair}


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("join", "cup", "chance"), "the player cannot join: nobody may be called"),
        (("join", "cup", "=1+1"), "the player cannot join: .* must not begin with"),
        (("join", "cup", ""), "the player cannot join: a name has 1 to 32 characters, not 0"),
        (("leave", "cup", "Zoe"), "fits no player; write the name of one: Ana, Bo"),
        (("leave", "cap", "Ana"), "there is no league 'cap'"),
        (("pair", "cup", "--without", "Ana"), "--without is for a Swiss: .*umpire league leave"),
        (("delete", "cup", "--json"), "--json does not ask: add --yes"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    umpire: Umpire, store: Store, arguments: tuple[str, ...], wrong: str
) -> None:
    made(umpire)
    before = store.leagues.all()
    with pytest.raises(UsageError, match=wrong):
        umpire("league", *arguments)
    assert store.leagues.all() == before
    assert store.leagues.rounds("cup") == []


def test_nobody_joins_a_swiss_whose_rounds_are_all_paired(
    umpire: Umpire, store: Store, hosting: tuple[str, ...]
) -> None:
    made(umpire, "--pairing", "swiss", players=("Ana", "Bo"))
    umpire("league", "pair", "cup", *hosting)
    with pytest.raises(UmpireError, match="all rounds of cup are paired: nobody can join it now"):
        umpire("league", "join", "cup", LATE)


@pytest.mark.parametrize(("count", "most"), [(2, 1), (3, 3), (4, 3), (7, 7)])
def test_a_swiss_has_no_more_rounds_than_can_be_played(
    umpire: Umpire, count: int, most: int
) -> None:
    with pytest.raises(UsageError, match=f"--rounds {most + 1} is too many: {count} players can"):
        made(umpire, "--pairing", "swiss", "--rounds", str(most + 1), players=SEVEN[:count])
    told = made(
        umpire, "--pairing", "swiss", "--rounds", str(most), "--json", players=SEVEN[:count]
    )
    assert json.loads(told)["rules"]["rounds"] == most


def test_where_players_have_to_meet_again_it_is_said(
    umpire: Umpire, store: Store, hosting: tuple[str, ...]
) -> None:
    made(umpire, "--pairing", "swiss", "--rounds", "3", players=("Ana", "Bo", "Cleo"))
    for _ in range(2):
        umpire("league", "pair", "cup", *hosting)
        play(store)
    assert "notes" not in asked(umpire, "pair", "cup", "--dry-run")
    for player in ("Cleo", "Ana"):
        umpire("league", "leave", "cup", player)
    with pytest.raises(UmpireError, match="fewer than two players are left: 'umpire league join'"):
        umpire("league", "pair", "cup")
    umpire("league", "join", "cup", "Ana")
    (note,) = asked(umpire, "pair", "cup", "--dry-run")["notes"]
    assert note.endswith("have met before: no other pairing of this round is better.")


def test_a_round_robin_that_is_paired_ahead_says_what_is_not_over(
    umpire: Umpire, store: Store, hosting: tuple[str, ...]
) -> None:
    made(umpire, players=("Ana", "Bo", "Cleo"))
    assert "although" not in umpire("league", "pair", "cup", *hosting).output
    (open_yet,) = store.matches()
    said = (
        f"Round 2 is paired although not all before it is over: {open_yet.id} "
        f"({' – '.join(open_yet.players)})."
    )
    assert said in umpire("league", "pair", "cup", "--dry-run").output
    assert asked(umpire, "pair", "cup", *hosting)["notes"] == [said]


def test_a_round_that_cannot_be_made_is_not_kept(
    umpire: Umpire, store: Store, hosting: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    made(umpire)
    empty = tmp_path_factory.mktemp("template")
    (empty / "template.toml").write_text('title = "x"\ntabs = []\n')
    for more in (
        (*hosting, "--template", str(empty)),
        (*hosting[2:], "--server", "http://127.0.0.1:9"),
    ):
        with pytest.raises(UmpireError):
            umpire("league", "pair", "cup", *more)
        assert store.leagues.rounds("cup") == []
        assert store.pending_matches.all() == []


def test_undoing_a_result_by_which_a_round_was_paired_says_so(
    umpire: Umpire, store: Store, hosting: tuple[str, ...]
) -> None:
    made(umpire, "--pairing", "swiss", players=("Ana", "Bo", "Cleo", "Dan"))
    said = "Round 2 was paired by this result. Its pairs stay as they are."
    umpire("league", "pair", "cup", *hosting)
    play(store)
    assert said not in umpire("undo", "numbers-1").output
    play(store)
    umpire("league", "pair", "cup", *hosting)
    assert said in umpire("undo", "numbers-1").output
    notes = [line.say for line in store.lines("numbers-1") if line.say and "note" in line.say]
    assert notes == [f"note {said}"], "it stands in the log, where the console shows it"
    assert said not in umpire("undo", "numbers-1").output, "the match was not over any more"
    play(store)
    umpire("close", "numbers-1")
    assert said not in umpire("undo", "numbers-1").output, "nothing was undone"


def test_programs_are_told_of_leagues(umpire: Umpire) -> None:
    assert json.loads(made(umpire, "--json")) == {
        "league": "cup",
        "players": [*SEVEN],
        "rules": {
            "points": "1.0/0.5/0.0/0.0",
            "tie_breaks": [
                *("head-to-head", "sonneborn-berger", "buchholz", "wins", "fewer-forfeits")
            ],
            "pairing": "round-robin",
            "double": False,
            "rounds": 7,
        },
    }
    umpire("league", "leave", "cup", "Ana")
    (told,) = json.loads(umpire("league", "--json").output)
    assert (told["name"], told["paired"], told["matches"], told["over"]) == ("cup", 0, 0, 0)
    assert told["players"][:2] == [
        {"name": "Ana", "membership": "left before round 1", "has_left": True},
        {"name": "Bo", "membership": "", "has_left": False},
    ]
    assert asked(umpire, "delete", "cup", "--yes") == {"league": "cup", "deleted": True}
    assert json.loads(umpire("league", "--json").output) == []
