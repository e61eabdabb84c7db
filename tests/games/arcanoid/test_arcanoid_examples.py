"""The worked examples of the game's file."""

from arcanoid_table import Table, deal, dealt


def test_the_fool() -> None:
    table = dealt("S4 S6 S7 C9 O1 3", "S9 S10 0 T2 T3 C2", top="C3 C4 C5 O5")
    table.say("commit swords S4 S6 S7")
    assert table.owing == [("Bo", "steal")]
    assert table.say("pass").hand("Ana") == "C9 O1 3 C3 C4 C5"
    assert table.field("Ana", "swords")["value"] == 17
    table.say("commit swords S9 S10")
    assert table.field("Bo", "swords")["value"] == 19
    assert table.owing == [("Ana", "move")], "Ana has committed there, so nobody is asked"
    table.say("commit cups C9", "fool")
    assert (table.hand("Ana").split()[-1], table.hand("Bo").split()[-1]) == ("S2", "S3")
    assert table.code("commit cups C2") == "illegal"
    table.say("discard C2", "commit coins O1")
    cups = table.field("Bo", "cups")
    assert (cups["kind"], cups["cards"], cups["value"]) == ("numeric", ["C9"], 9)
    assert table.field("Ana", "cups") is None
    assert table.state["discard"] == ["C2", "0"]
    assert table.owing == [("Bo", "move")]


def test_the_alchemists_lost_tie() -> None:
    table = dealt("S8 S9 T3 1 C9", "")
    assert table.code("commit swords S8 C9 T3 1") == "illegal"
    swords = table.say("commit swords S8 S9 T3 1", "pass").field("Ana", "swords")
    assert (swords["kind"], swords["value"], swords["transmuted"]) == ("numeric", 20, "T3")


def test_justice_the_devil_and_the_world() -> None:
    table = dealt("8 2 S3 S4 S5 S6", "15 21 T2 T3 T4 T5", top="C1 C2 C3 C4 C5 C6 C7 C8").say(
        "justice"
    )
    assert (table.state["aside"], table.state["justice"]["cards"]) == (
        ["8"],
        ["C1", "C2", "C3", "C4", "C5", "C6"],
    )
    assert table.hand("Ana").endswith("C7")
    assert table.owing == [("Ana", "move")]
    table.say("discard C1")
    assert table.state["justice"]["cards"] == ["C2", "C3", "C4", "C5", "C6", "C8"]
    table.say("devil")
    assert (table.state["justice"], table.state["discard"]) == (None, ["C1", "8"])
    assert table.owing == [("Ana", "move")]
    table.say("priestess daemon")
    assert table.owing == [("Ana", "move")]
    table.say("abdicate swords")
    assert table.owing == [("Bo", "move")]
    assert table.code("world cups") == "illegal", "it is the daemon's move"
    table.say("discard C2", "world cups")
    assert table.state["order"] == ["Ana", "daemon", "Bo"]
    assert table.field("Ana", "cups")["number"] == 2
    assert table.field("daemon", "cups")["number"] == 3


def test_nothing_of_a_round_is_there_while_its_deal_is_pending() -> None:
    state = Table(3).state
    assert (state["phase"], state["round"], state["starter"]) == ("deal", 1, "Ana")
    assert (state["order"], state["seats"], state["asked"], state["turn"]) == ([], {}, [], None)
    assert state["score"]["Cy"] == {"total": 0, "swords": 0, "staves": 0, "cups": 0, "coins": 0}
    assert "phase" in Table().say(deal("", "")).state
