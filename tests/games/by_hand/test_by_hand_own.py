"""What only some see: counters of one's own and the umpire's, own piles, teams."""

from typing import Any

import pytest
from directed import PLAYERS, Directed
from text_blocks import texts

from umpire.games.by_hand import GAME
from umpire.match import known_options

COUNTERS = {
    "chips": 5,
    "budget": {"start": 40, "seen": "own"},
    "luck": {"start": 2, "seen": "umpire"},
}
PILES = {
    "deck": "R1-R9",
    "table": {"open": True},
    "tokens": {"cards": "T1 T2", "each": True},
    "shop": {"cards": "S1", "each": True, "open": True},
}


@pytest.fixture
def table() -> Directed:
    return Directed(players=("Ana", "Bo", "Cy"), counters=COUNTERS, piles=PILES)


def own(table: Directed, pile: str) -> dict[str, str]:
    """What lies in each one's own pile."""
    cards = table.state["own"][pile]["cards"]
    return {name: " ".join(lying) for name, lying in cards.items()}


def test_a_counter_is_seen_by_all_by_its_owner_or_by_the_umpire(table: Directed) -> None:
    assert table.state["seen"] == {"chips": "all", "budget": "own", "luck": "umpire"}
    assert table.seen("Bo")["counters"] == {
        "chips": {"Ana": 5, "Bo": 5, "Cy": 5},
        "budget": {"Ana": None, "Bo": 40, "Cy": None},
        "luck": {"Ana": None, "Bo": None, "Cy": None},
    }
    assert table.seen(None)["counters"]["budget"] == {"Ana": None, "Bo": None, "Cy": None}
    assert table.seen(None)["seen"] == table.state["seen"]


def test_a_change_is_told_to_those_who_see_the_counter(table: Directed) -> None:
    table.say("count Ana budget -3")
    assert table.told("Ana") == table.told("umpire") == ["Ana: budget 40 → 37."]
    assert table.told("Bo") == table.told(None) == []
    table.say("count Ana luck +1")
    assert table.told("umpire") == ["Ana: luck 2 → 3."]
    assert table.told("Ana") == table.told(None) == []


def test_a_counter_may_be_made_for_some_eyes(table: Directed) -> None:
    table.say("counter debt own -4", "counter fate SECRET", "counter own own 3", "counter secret")
    seen = table.seen("Ana")
    assert seen["counters"]["debt"] == {"Ana": -4, "Bo": None, "Cy": None}
    assert table.state["counters"]["fate"] == dict.fromkeys(PLAYERS, 0)
    assert [seen["seen"][name] for name in ("debt", "fate", "own", "secret")] == [
        "own",
        "umpire",
        "own",
        "all",
    ]


def test_a_counter_that_is_faced_up_everybody_sees(table: Directed) -> None:
    table.say("face up counter bud")
    assert table.seen(None)["counters"]["budget"] == dict.fromkeys(PLAYERS, 40)
    assert table.seen(None)["seen"]["budget"] == "all"
    assert table.code("face up counter budget") == table.code("face up counter chips") == "illegal"
    assert table.code("face up counter nothing") == table.code("face down counter luck") == "syntax"


def test_a_pile_may_be_called_counter() -> None:
    table = Directed(piles={"counter": "R1"}, counters={"luck": {"seen": "umpire"}})
    assert table.say("face up counter").state["piles"]["counter"]["open"]
    assert table.say("face up counter luck").state["seen"] == {"luck": "all"}


@pytest.mark.parametrize(
    ("directions", "ana"),
    [
        ("count Ana chips + budget", 45),
        ("count Ana chips - luck", 3),
        ("count Ana chips=lu", 2),
        ("count all chips + chips", 10),
        ("ask Ana: x = number 0 to 9 ~ count Ana chips - answer", -2),
        ("ask Ana: x ~ count Ana chips = ANSWER", 7),
        ("ask Ana in secret: x ~ count Ana chips + answer", 12),
        ("ask Ana: x ~ tell all: now ~ ask Bo: y ~ count Ana chips+answer", 12),
    ],
)
def test_amounts(table: Directed, directions: str, ana: int) -> None:
    for direction in texts(directions):
        table.say(direction)
        if direction.startswith("ask Ana"):
            table.answer(Ana="7")
    assert table.state["counters"]["chips"]["Ana"] == ana


def test_each_one_s_amount_is_their_own_and_as_it_was_before(table: Directed) -> None:
    table.say("count Bo budget -39", "count all chips + budget", "count all budget - chips")
    assert table.state["counters"]["chips"] == {"Ana": 45, "Bo": 6, "Cy": 45}
    assert table.state["counters"]["budget"] == {"Ana": -5, "Bo": -5, "Cy": -5}


def test_answers_of_a_group_are_amounts_once_they_count(table: Directed) -> None:
    table.say("ask all at once: Bid = number 0 to budget").answer(Ana="40", Bo="0")
    assert table.code("count Ana budget - answer") == "illegal"
    table.answer(Cy="12").say("count all budget - answer")
    assert table.state["counters"]["budget"] == {"Ana": 0, "Bo": 40, "Cy": 28}


def test_what_is_no_number_is_no_amount_and_nobody_s_count_is_changed(table: Directed) -> None:
    assert table.code("count Ana chips + answer") == "illegal", "nothing was asked"
    table.say("ask Ana, Bo: x").answer(Ana="7", Bo="seven")
    for direction in ("count all chips + answer", "count Ana, Bo chips + answer"):
        assert table.code(direction) == "illegal"
    table.say("ask Ana in 5: y").wait(6)
    assert table.code("count Ana chips + answer") == "illegal", "the newest has no answer"
    table.say("ask Ana: y", "withdraw Ana")
    assert table.code("count Ana chips + answer") == "illegal"


def test_an_answer_with_a_sign_is_a_number_whatever_its_form(table: Directed) -> None:
    table.say("ask Ana: x = one of - 3, +4").answer(Ana="- 3").say("count Ana chips + answer")
    assert table.state["counters"]["chips"]["Ana"] == 2
    table.say("ask Ana: x").answer(Ana="12345678901")
    assert table.code("count Ana chips + answer") == "illegal"


@pytest.mark.parametrize(
    ("direction", "code"),
    [
        ("count Ana chips - -3", "syntax"),
        ("count Ana chips + +3", "syntax"),
        ("count Ana chips = - luck", "syntax"),
        ("count Ana chips + ans", "syntax"),
        ("count Ana chips + 12345678901", "syntax"),
        ("count Ana chips + 1 2", "syntax"),
        ("counter answer", "illegal"),
        ("pile answer", "illegal"),
        ("counter x owned", "syntax"),
        ("counter x own own", "syntax"),
        ("ask Ana: x = number 0 to luck", "illegal"),
        ("ask Ana: x = number luck to 5 else 3", "illegal"),
        ("reveal all", "illegal"),
    ],
)
def test_what_cannot_be_counted_or_asked(table: Directed, direction: str, code: str) -> None:
    assert table.code(direction) == code


def test_ans_is_the_beginning_of_a_counter(table: Directed) -> None:
    table.say("counter ansatz 9", "count Ana chips = ans")
    assert table.state["counters"]["chips"]["Ana"] == 9


def test_ruling_19_a_bid_is_checked_against_a_count_that_others_do_not_see(table: Directed) -> None:
    table.say("count Bo budget = 3", "ask all at once in 60: Bid = number 0 to budget else 4")
    assert table.code("4", by="Bo") == "illegal"
    table.answer(Ana="4").wait(61)
    assert table.answers == {"Ana": "4", "Bo": None, "Cy": "4"}
    assert table.seen("Ana")["questions"][0]["form"] == "number 0 to budget"


def test_reveal_all_reveals_what_is_still_secret(table: Directed) -> None:
    table.say("ask all in secret: x", "reveal s2", "reveal all")
    assert [question["revealed"] for question in table.state["questions"]] == [True] * 3
    assert table.code("reveal all") == "illegal"


def test_an_own_pile_is_its_player_s_and_so_is_its_number(table: Directed) -> None:
    assert table.state["own"]["tokens"] == {
        "open": False,
        "cards": {name: ["T1", "T2"] for name in PLAYERS},
    }
    seen = table.seen("Bo")["own"]
    assert seen["tokens"]["cards"] == {"Ana": None, "Bo": ["T1", "T2"], "Cy": None}
    assert seen["shop"]["cards"] == {name: ["S1"] for name in PLAYERS}
    assert table.seen(None)["own"]["tokens"]["cards"] == dict.fromkeys(PLAYERS, None)


@pytest.mark.parametrize(
    ("direction", "told"),
    [
        (
            "move top 1 from tokens of Ana to tokens of Bo",
            {"Ana": "You see T1 go from tokens of Ana.", "Bo": "You see T1 go to tokens of Bo."},
        ),
        (
            "move T2 T1 from deck of Ana to Bo",
            {},
        ),
        (
            "move top 2 from deck to tokens of Ana",
            {
                None: "From deck: 2 cards.",
                "Ana": "You see R1 R2 go from deck to tokens of Ana.",
            },
        ),
        (
            "move T1 from tokens of Ana to table",
            {None: "To table: T1.", "Ana": "You see T1 go from tokens of Ana to table."},
        ),
        (
            "move T1 from tokens of Ana to Bo",
            {
                None: "To Bo: 1 card.",
                "Ana": "You see T1 go from tokens of Ana to Bo.",
                "Bo": "You see T1 go to Bo.",
            },
        ),
        ("move S1 from shop of Ana to table", {None: "shop of Ana to table: S1."}),
    ],
)
def test_each_viewer_is_told_of_the_places_that_they_see(
    table: Directed, direction: str, told: dict[str | None, str]
) -> None:
    if not told:
        assert table.code(direction) == "syntax"
        return
    table.say(direction)
    public = [told[None]] if None in told else []
    assert table.told(None) == public
    for name in PLAYERS:
        assert table.told(name) == public + ([told[name]] if name in told else []), name


@pytest.mark.parametrize(
    ("direction", "told"),
    [
        (
            "deal 1 from deck to tokens of Ana, Bo",
            {
                None: "From deck: 2 cards.",
                "Ana": "You see R1 go from deck to tokens of Ana.",
                "Bo": "You see R2 go from deck to tokens of Bo.",
            },
        ),
        (
            "deal 2 from deck to tokens of Ana",
            {
                None: "From deck: 2 cards.",
                "Ana": "You see R1 R2 go from deck to tokens of Ana.",
            },
        ),
        (
            "deal 1 from tokens of Cy to tokens of Ana, Bo",
            {
                "Cy": "You see T1 T2 go from tokens of Cy.",
                "Ana": "You see T1 go to tokens of Ana.",
                "Bo": "You see T2 go to tokens of Bo.",
            },
        ),
        ("deal 1 from deck to shop of Ana", {None: "deck to shop of Ana: R1."}),
    ],
)
def test_how_many_are_dealt_onto_own_piles_is_told_as_one_sum(
    table: Directed, direction: str, told: dict[str | None, str]
) -> None:
    table.say(direction)
    public = [told[None]] if None in told else []
    assert table.told(None) == public
    for name in PLAYERS:
        assert table.told(name) == public + ([told[name]] if name in told else []), name


def test_who_gives_to_their_own_pile_and_others_sees_both_and_no_number(table: Directed) -> None:
    table.say("deal 3 from deck to Ana", "deal 1 from Ana to tokens of all")
    assert table.told(None)[-1] == "From Ana: 3 cards."
    assert table.told("Ana")[-2:] == [
        "You see R2 R3 go from Ana.",
        "You see R1 go from Ana to tokens of Ana.",
    ]
    assert table.told("Cy")[-1] == "You see R3 go from Ana to tokens of Cy."


def test_cards_go_onto_an_own_pile_as_onto_any(table: Directed) -> None:
    table.say("move R1 R2 from deck to tokens of Ana", "move R3 from deck to bottom of tok of Ana")
    table.say("deal 2 from deck to tokens of Bo and Cy")
    assert own(table, "tokens") == {
        "Ana": "R1 R2 T1 T2 R3",
        "Bo": "R5 R4 T1 T2",
        "Cy": "R7 R6 T1 T2",
    }
    table.say("deal 1 from tokens of Bo to Bo", "move all from tokens of Ana to tokens of Ana")
    assert table.cards("Bo") == "R5"


def test_an_answer_goes_onto_the_own_pile(table: Directed) -> None:
    table.say("deal 2 from deck to Ana", "ask Ana in secret: x = 2 cards to tok")
    assert table.question["form"] == "2 cards to tokens"
    table.answer(Ana="R1 R2")
    assert own(table, "tokens")["Ana"] == "R2 R1 T1 T2"
    assert table.told(None)[-1] == "From Ana: 2 cards."
    assert table.told("Ana")[-1] == "You see R1 R2 go from Ana to tokens of Ana."


def test_facing_an_own_pile_up_turns_everybody_s(table: Directed) -> None:
    table.say("face up tokens")
    assert table.seen(None)["own"]["tokens"] == table.state["own"]["tokens"]
    assert table.told(None)[-1] == "tokens of Cy is face up: T1 T2."
    table.say("face down tokens")
    assert table.seen("Cy")["own"]["tokens"]["cards"]["Ana"] is None


def test_an_own_pile_is_shuffled_by_chance() -> None:
    table = Directed(seed=None, piles=PILES).say("shuffle tokens of Ana")
    assert table.state["waiting"] == {"kind": "shuffle", "place": "tokens of Ana"}
    assert table.seen("Ana")["waiting"] == {"kind": "shuffle", "place": None}
    assert own(table.deal("T2 T1"), "tokens")["Ana"] == "T2 T1"
    assert table.told("Ana") == table.told(None) == []


def test_x_of_a_player_is_an_own_pile_only_by_its_whole_name(table: Directed) -> None:
    table.say("show tokens of Ana to Bo", "show T1 of tokens of Ana to all")
    assert table.state["shown"] == [
        {"to": ["Bo"], "place": "tokens of Ana", "cards": ["T1", "T2"]},
        {"to": None, "place": "tokens of Ana", "cards": ["T1"]},
    ]
    table.say("pile spare: tokens token", "move all from spare to Ana")
    assert table.code("show token of Ana to all") is None, "a card"
    assert table.code("show tokens of spare to all") == "illegal", "a card that is not there"


def test_piles_are_one_kind_when_names_are_shortened(table: Directed) -> None:
    for direction in texts(
        """
move top 1 from tokens to Ana ~ deal 1 from deck to deck of Ana ~ move top 1 from t of Ana to Bo
shuffle tokens ~ show tokens to all ~ pile x open each ~ pile x each each ~ pile each each each
deal 1 from deck to tokens of ~ ask Ana: x = 1 card to tokens of Ana ~ move all from tokens of to Bo
move all from tokens of Zoe to Bo
"""
    ):
        assert table.code(direction) == "syntax", direction
    for direction in texts(
        """
pile tokens ~ pile shop each ~ deal 1 from tokens of Ana to tokens of Ana
deal 1 from tokens of Ana to tokens of all ~ pile x each: R1-R198
"""
    ):
        assert table.code(direction) == "illegal", direction
    for direction in texts(
        """
deal 1 from Ana to tokens of Ana ~ deal 1 from tokens of Ana to Ana ~ pile each each: R1
move all from TOK OF ana to bottom of SHOP of Bo ~ deal 2 from deck to tok of others Ana
"""
    ):
        expected = "illegal" if "from Ana" in direction else None
        assert table.code(direction) == expected, direction


def test_who_is_out_keeps_own_piles_and_they_are_named_as_the_hand_is(table: Directed) -> None:
    table.say("out Cy")
    for direction in texts("deal 1 from tokens of Cy to Ana ~ shuffle tokens of Cy"):
        assert table.code(direction) == "illegal", direction
    for direction in texts(
        """
move all from tokens of Cy to Ana ~ show tokens of Cy to all ~ move R1 from deck to shop of Cy
"""
    ):
        assert table.code(direction) is None, direction


def test_piles_of_one_s_own_count_once_a_player_among_the_cards() -> None:
    most = Directed(piles={"x": {"cards": "R1-R200", "each": True}})
    assert most.code("pile y: R1") == "illegal"
    table = Directed().say(*(f"pile x{n} each" for n in range(24)))
    assert table.code("pile another") == "illegal"


@pytest.fixture
def teams() -> Directed:
    return Directed(players=("Ana", "Bo", "Cy", "Wolf"), counters={"chips": 1}).say(
        "team wolves: Ana, Bo", "TEAM Late ： Cy ， Wolf"
    )


def test_a_team_stands_for_its_members_and_is_the_umpire_s_alone(teams: Directed) -> None:
    assert teams.state["teams"] == {"wolves": ["Ana", "Bo"], "Late": ["Cy", "Wolf"]}
    assert teams.seen("Ana")["teams"] is teams.seen(None)["teams"] is None
    assert teams.told("Ana") == teams.told(None) == []
    teams.say("tell wolves: hush", "tell others wolv: psst", "count la, Ana chips +1")
    assert [told["to"] for told in teams.state["told"]] == [["Ana", "Bo"], ["Cy", "Wolf"]]
    assert teams.state["counters"]["chips"] == {"Ana": 2, "Bo": 1, "Cy": 2, "Wolf": 2}


def test_a_name_is_a_player_s_first(teams: Directed) -> None:
    assert teams.say("tell wol: x").state["told"][-1]["to"] == ["Wolf"]
    assert teams.say("tell wolv: x").state["told"][-1]["to"] == ["Ana", "Bo"]
    assert teams.code("deal 1 from wolves to Ana") == "syntax"


def test_a_team_may_be_made_anew_and_dropped(teams: Directed) -> None:
    teams.say("team WOLVES: others wolves")
    assert next(iter(teams.state["teams"].items())) == ("wolves", ["Cy", "Wolf"])
    assert list(teams.say("team wolves:").state["teams"]) == ["Late"]
    assert teams.code("team wolves:") == teams.code("team gone: ") == "illegal"
    assert teams.code("team lat: Ana") is None, "a new one: its name is typed whole"


@pytest.mark.parametrize(
    ("direction", "code"),
    [
        ("team 9: Ana", "syntax"),
        ("team a b: Ana", "syntax"),
        ("team x", "syntax"),
        ("team x: Zoe", "syntax"),
        ("team x: ,", "illegal"),
        ("team all: Ana", "illegal"),
        ("team ana: Bo", "illegal"),
        ("team answer: Bo", "illegal"),
        ("team chips: all", None),
    ],
)
def test_names_of_teams(teams: Directed, direction: str, code: str | None) -> None:
    assert teams.code(direction) == code


def test_there_are_only_so_many_teams() -> None:
    table = Directed().say(*(f"team x{n}: Ana" for n in range(12)))
    assert (table.code("team more: Ana"), table.code("team x3: Bo")) == ("illegal", None)


def test_members_who_are_out_are_left_out_where_they_may_not_be_named(teams: Directed) -> None:
    teams.say(
        "out Bo", "ask wolves: x", "roll d6 to wolves", "tell wolves: x", "count wolves chips +1"
    )
    assert teams.question["to"] == ["Ana"]
    assert teams.state["rolls"][-1]["to"] == ["Ana"]
    assert teams.state["told"][-1]["to"] == ["Ana", "Bo"]
    assert teams.state["counters"]["chips"]["Bo"] == 2
    assert teams.code("ask Ana, Bo: x") == teams.code("ask wolves, Bo: x") == "illegal"
    assert teams.code("ask others wolves: x") is None
    teams.say("out wolves")
    assert teams.code("out wolves") == teams.code("team pack: wolves") == "illegal"


def test_withdraw_and_back_judge_members_as_if_they_were_named(teams: Directed) -> None:
    teams.say("ask Ana: x")
    assert teams.code("withdraw wolves") == "illegal", "Bo plays and is asked nothing"
    teams.say("out Bo", "withdraw wolves")
    assert teams.code("back wolves") == "illegal", "Ana plays"
    teams.say("out Ana", "forfeit Bo", "back wolves")
    assert teams.state["out"] == ["Bo"]
    assert teams.code("back wolves") == "illegal"


def test_what_is_known_of_counters_and_piles_is_written_out() -> None:
    options: dict[str, Any] = {
        "counters": COUNTERS,
        "piles": PILES,
        "procedures": {"go": ["wait"]},
    }
    table = Directed(**options).say("face up counter budget", "face up deck")
    assert known_options(table.match, "Ana") == {
        "counters": {
            "chips": {"start": 5, "seen": "all"},
            "budget": {"seen": "own"},
            "luck": {"seen": "umpire"},
        },
        "piles": {
            "deck": {"open": False, "each": False},
            "table": {"cards": "", "open": True, "each": False},
            "tokens": {"open": False, "each": True},
            "shop": {"cards": "S1", "open": True, "each": True},
        },
    }


def test_bots_answer_and_imagine_what_they_do_not_see(table: Directed) -> None:
    table.say("ask Bo in 5: Bid = number 0 to budget", "team us: Ana")
    view = GAME.seen_by(table.match.state, "Cy")
    assert "budget" in GAME.pending(view)[-1].kind.ask(view, GAME.pending(view)[-1])


def test_what_a_page_draws_of_cards_that_leave_a_place_tells_no_target() -> None:
    piles = {"shop": {"cards": "S1 S2", "each": True, "open": True}, "safe": {"each": True}}
    dealt = Directed(piles=piles).say("deal 1 from shop of Ana to safe of Bo")
    moved = Directed(piles=piles).say("move S1 from shop of Ana to safe of Bo")
    assert dealt.events[0] == moved.events[0]
    assert dealt.events[0].did == "from shop of Ana"
