"""The worked examples of the game's rules, to the letter."""

from diyu import FIELDS, Table, laid

SOURCE1 = (
    "2:-1 3:0(2) 4:-1 5:1,-1 6:4",
    "3:1,-1,-1 5:2 6:0(4) 7:-1 | hells Four",
)
SOURCE2 = ("4:-1 5:2 7:3", "2:-1 4:4 6:3")


def test_the_source_s_bout_between_the_rounds() -> None:
    table = Table(None, 1).play(*SOURCE1)
    state = table.state
    players = state.pop("players")
    assert state == {"bout": 1, "round": 2, "private": False, "target": 44, "bouts": []}
    assert players["Ana"] == {
        "block": 0,
        "passed": [],
        "open": [],
        "points": 0,
        "spirits": {"normal": 1, "attuned": 1},
        "active": [],
        "hells": [],
        "told": [],
        "spirit": None,
        "invoked": False,
        "hand": ["-1", "2", "3"],
        "board": laid("2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
        "shown": laid("2:-1 3:2 4:-1 5:-1,1 6:4"),
    }
    assert players["Bo"] == players["Ana"] | {
        "block": 1,
        "open": ["Four", "Tongues", "Scissors", "Mirrors", "Steam"],
        "hells": ["Four"],
        "hand": ["-1", "3", "4"],
        "board": laid("3:-1,-1,1 5:2 6:0(4) 7:-1"),
        "shown": laid("3:-1,-1,1 5:2 6:4 7:-1"),
    }
    assert list(players["Ana"]["board"]) == list(FIELDS)


def test_the_source_s_bout_after_round_2() -> None:
    table = Table(None, 1).play(*SOURCE1, *SOURCE2)
    assert table.state["bouts"] == [
        {
            "bout": 1,
            "private": False,
            "automatic": [],
            "hells": {"Ana": [], "Bo": ["Four"]},
            "invoked": {"Ana": False, "Bo": False},
            "spirit": {"Ana": None, "Bo": None},
            "round1": {
                "Ana": laid("2:-1 3:0(2) 4:-1 5:-1,1 6:4"),
                "Bo": laid("3:-1,-1,1 5:2 6:0(4) 7:-1"),
            },
            "round2": {"Ana": laid("4:-1 5:2 7:3"), "Bo": laid("2:-1 4:4 6:3")},
            "destroyed": {"Ana": laid(""), "Bo": laid("")},
            "strength": {
                "Ana": {"2": -1, "3": 0, "4": 1, "5": 6, "6": 8, "7": 3},
                "Bo": {"2": -1, "3": 3, "4": 4, "5": 2, "6": 3, "7": 2},
            },
            "result": {"2": None, "3": "Bo", "4": "Bo", "5": "Ana", "6": "Bo", "7": "Ana"},
            "score": {"Ana": 12, "Bo": 13},
            "gained": {"Ana": 0, "Bo": 0},
            "cleared": {"Ana": [], "Bo": ["Four"]},
            "won": ["Bo"],
        }
    ]
    assert table.player("Ana")["block"] == 0
    assert table.player("Bo")["passed"] == ["Four"]
    assert table.state["bout"] == 2
    assert table.pending == [("Ana", "round1"), ("Bo", "round1")]


def test_no_legal_submission() -> None:
    table = Table(None, 2).play(
        "2:-1 3:-1 4:-1 5:-1 6:1 7:2", "2:-1 3:-1 4:-1 5:-1 6:1 7:4 | hells Iron Trees"
    )
    record = table.last
    assert record["automatic"] == ["Bo"]
    assert record["won"] == ["Ana"]
    assert record["score"] == {"Ana": 27, "Bo": 0}
    assert record["strength"] == {"Ana": None, "Bo": None}
    assert set(record["result"].values()) == {"Ana"}
    assert record["round1"]["Bo"] == laid("2:-1 3:-1 4:-1 5:-1 6:1 7:4")
    assert record["round2"] == {"Ana": laid(""), "Bo": laid("")}
    assert table.player("Ana")["block"] == 1
    assert (table.state["bout"], table.state["round"]) == (2, 1)


EIGHTEENTH1 = "7:4 6:3 5:2 4:-1 3:-1 2:-1"
EIGHTEENTH2 = "7:-1 2:1 3:0"


def in_the_eighteenth(ana: float, bo: float) -> Table:
    table = Table({"block": 5, "points": ana}, {"block": 5, "points": bo})
    return table.play(EIGHTEENTH1, EIGHTEENTH1, EIGHTEENTH2, EIGHTEENTH2)


def test_the_eighteenth_hell() -> None:
    table = in_the_eighteenth(31, 34.5)
    record = table.last
    assert set(record["result"].values()) == {None}
    assert record["gained"] == {"Ana": 13.5, "Bo": 13.5}
    assert record["won"] == ["Ana", "Bo"]
    assert (table.player("Ana")["points"], table.player("Bo")["points"]) == (44.5, 48)
    assert (table.report["winner"], table.report["reason"]) == ("Bo", "eighteenth")
    assert (table.state["bout"], table.state["round"]) == (1, None)
    assert table.pending == []


def test_the_eighteenth_hell_with_equal_points() -> None:
    table = in_the_eighteenth(34.5, 34.5)
    assert (table.player("Ana")["points"], table.player("Bo")["points"]) == (48, 48)
    assert (table.report["winner"], table.report["reason"]) == (None, None)
    assert (table.state["bout"], table.state["round"]) == (2, 1)
