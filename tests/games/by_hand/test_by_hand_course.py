"""How a match runs: questions, procedures, the end, and what each viewer knows of it."""

from directed import DECK, Directed

from umpire.match import results

BIDS = {
    "counters": {"chips": 5},
    "procedures": {
        "bid": ["ask all at once in 60: Bid = number 0 to chips else 5", "wait", "tell all: $1"]
    },
}


def test_a_default_is_judged_when_the_limit_falls() -> None:
    table = Directed(**BIDS).say("do bid x", "count Bo chips -1").answer(Ana="1")
    table.wait(61)
    assert table.answers == {"Ana": "1", "Bo": None, "Cy": "5"}
    assert table.question["silent"] == ["Bo", "Cy"]
    assert table.state["told"] == [{"to": None, "text": "x"}]


def test_what_a_question_to_one_at_once_is() -> None:
    assert Directed().say("ask Ana at once: x").question["how"] == "openly"


def test_in_secret_each_is_asked_alone_and_the_numbers_tell_nobody() -> None:
    table = Directed().say("ask Ana: open", "ask Bo, Cy in secret: whom? = name").answer(Bo="ana")
    assert [question["k"] for question in table.state["questions"]] == [1, "s1", "s2"]
    assert table.pending() == ["umpire", "Ana", "Cy"]
    assert table.pending(None) == table.pending("Ana") == table.pending("Bo") == ["umpire", "Ana"]
    assert table.pending("Cy") == ["umpire", "Ana", "Cy"]
    assert [q["prompt"] for q in table.seen("Ana")["questions"]] == ["open"]
    assert [(q["k"], q["answers"]) for q in table.seen("Bo")["questions"]] == [
        (1, {"Ana": None}),
        (None, {"Bo": "Ana"}),
    ]
    table.say("reveal s1")
    assert [(q["k"], q["answers"]) for q in table.seen(None)["questions"]] == [
        (1, {"Ana": None}),
        (None, {"Bo": "Ana"}),
    ]
    assert table.say("reveal").pending(None) == ["umpire", "Ana", "Cy"]
    assert table.code("reveal") == "illegal"


def test_a_question_may_be_withdrawn_from_some_of_those_who_are_asked_at_once() -> None:
    table = Directed().say("ask all at once: x").answer(Ana="one", Bo="two").say("withdraw Ana, Cy")
    assert table.answers == {"Ana": None, "Bo": "two", "Cy": None}
    assert (table.question["withdrawn"], table.question["revealed"]) == (["Ana", "Cy"], True)
    table.say("ask all at once: x").answer(Ana="one").say("out all")
    assert (table.question["withdrawn"], table.question["revealed"]) == (["Ana", "Bo", "Cy"], False)


def test_what_a_withdrawal_completes_counts_before_the_next_step() -> None:
    table = Directed(procedures={"cut": ["withdraw Bo", "ask Ana: y"]})
    table.say("ask Ana, Bo at once: x")
    table.answer(Ana="one").say("do cut")
    assert table.state["questions"][0]["answers"] == {"Ana": "one", "Bo": None}
    assert table.question["open"] == ["Ana"], "who owes no answer any more may be asked"


def test_chance_is_judged_by_what_lies_there_when_it_speaks() -> None:
    table = Directed(seed=None, **DECK).say(
        "deal 1 from deck to Ana", "ask Ana: x = 1 card to deck"
    )
    table.say("shuffle deck")
    assert (table.state["phase"], table.pending()) == ("chance", ["chance", "Ana"])
    assert table.seen("Ana")["waiting"] == {"kind": "shuffle", "place": None}
    assert table.code("tell all: x") == "not-pending"
    assert table.code("R2 R3 R4 R5 R6 R7 R8 R9 R1", by="chance") == "syntax"
    table.answer(Ana="R1")
    assert table.code("R2 R3 R4 R5 R6 R7 R8 R9 B1", by="chance") == "illegal"
    assert table.deal("R2 R3 R4 R5 R6 R7 R8 R9 R1").cards("deck") == "R2 R3 R4 R5 R6 R7 R8 R9 R1"


def test_dice_for_some_are_theirs() -> None:
    table = Directed(seed=None).say("roll 2d6 to Ana")
    assert table.seen("Ana")["waiting"] == {"kind": "roll", "dice": None, "to": None}
    assert table.code("1 2 3", by="chance") == "syntax"
    assert table.code("1 7", by="chance") == "illegal"
    table.deal("3 5")
    assert table.seen("Ana")["rolls"] == [{"dice": "2d6", "to": ["Ana"], "result": [3, 5]}]
    assert table.seen("Bo")["rolls"] == table.seen(None)["rolls"] == []


def test_a_step_that_is_refused_drops_the_rest_and_is_told_to_the_umpire() -> None:
    table = Directed(
        procedures={"go": ["headline: one", "deal 1 from deck to all", "headline: two"]}
    )
    table.say("do go")
    assert (table.state["headline"], table.state["todo"]) == ("one", [])
    assert "No pile or player is called" in table.told("umpire")[-1]
    assert table.told("Ana") == ["one."]


def test_parameters_are_filled_in_from_the_left() -> None:
    table = Directed(procedures={"go": ["tell all: $$1 costs $2 to $1", "wait"]})
    table.say('do go "Finn  Lee" $$')
    assert table.state["told"][0]["text"] == "$1 costs $$ to Finn  Lee"


def test_the_rest_of_a_procedure_waits_is_dropped_or_undone() -> None:
    table = Directed(procedures={"go": ["ask all: x", "wait", "headline: done"]}).say("do go")
    assert table.state["todo"] == ["wait", "headline: done"]
    assert table.seen("Ana")["todo"] is None
    assert table.code("do go") == "illegal"
    table.answer(Ana="a", Bo="b", Cy="c")
    assert (table.state["headline"], table.state["todo"]) == ("done", [])
    table.say("undo")
    assert (table.state["headline"], table.state["todo"]) == (None, ["wait", "headline: done"])
    table.say("stop").answer(Cy="c")
    assert (table.state["headline"], table.state["todo"]) == (None, [])


def test_undo_into_a_pause_that_is_over_lets_the_steps_go_on() -> None:
    table = Directed(procedures={"go": ["headline: gone"]}).say("pause", "do go", "tell all: x")
    table.say("resume")
    assert table.state["headline"] == "gone"
    table.say("undo")
    assert (table.state["headline"], table.state["told"]) == ("gone", [])


def test_the_end_withdraws_what_is_open() -> None:
    table = Directed(procedures={"go": ["ask all at once: x", "wait"]}).say("do go")
    table.answer(Ana="one").say("end Bo, Cy: together")
    assert (table.question["withdrawn"], table.answers["Ana"]) == (["Ana", "Bo", "Cy"], None)
    assert (table.state["todo"], table.state["verdict"]) == ([], "together")
    assert (table.outcome, table.state["winners"]) == ((None, "shared"), ["Bo", "Cy"])
    assert Directed().say("end draw: late").outcome == (None, "draw")


def test_forfeits_leave_the_last_one_the_winner() -> None:
    table = Directed().say("out Cy", "forfeit Ana")
    assert (table.state["out"], table.state["forfeited"]) == (["Ana", "Cy"], ["Ana"])
    assert table.code("back Ana") == "illegal"
    assert table.say("forfeit Bo").outcome == ("Cy", "forfeit")
    assert Directed(players=("Ana",)).say("forfeit Ana").outcome is None


def test_secrets_stay_secret_until_the_match_is_closed() -> None:
    table = Directed(**DECK).say("deal 1 from deck to Ana", "ask Bo in secret: x", "end Ana: x")
    assert table.seen("Cy")["hands"]["Ana"] == 1
    assert table.seen("Cy")["questions"] == []
    assert table.say("close").seen("Cy") == table.state


def test_what_is_told_and_shown_to_some_is_theirs() -> None:
    table = Directed(**DECK).say("deal 1 from deck to Ana", "tell Ana, Bo: hush", "show Ana to Bo")
    assert table.seen("Bo")["told"] == [{"to": ["Ana", "Bo"], "text": "hush"}]
    assert table.seen("Bo")["shown"] == [{"to": ["Bo"], "place": "Ana", "cards": ["R1"]}]
    assert (table.seen("Cy")["told"], table.seen("Ana")["shown"]) == ([], [])
    table.say("show Ana to all")
    assert table.seen(None)["shown"] == [{"to": None, "place": "Ana", "cards": ["R1"]}]


def test_a_hand_that_is_called_a_hand_is_refused_with_the_way_to_write_it() -> None:
    table = Directed(**DECK).say("deal 1 from deck to Ana")
    assert table.error("show hand of Ana to Bo") == "For the hand, write only the name: Ana."
    assert table.error("move hand from Ana to deck") == "For the hand, write only the name: Ana."
    assert table.error("move all from hand of Bo to deck").endswith("only the name: Bo.")


def test_the_result_of_a_question_is_made_once_for_all_viewers_and_later_moments() -> None:
    match = Directed().say("ask all at once: Bid = number 0 to 9").answer(Ana="1", Bo="2", Cy="3")
    (before,) = results(match.match, None)
    match.say("ask Ana: Go on? = yes or no", "tell all: on we go").answer(Ana="yes")
    for viewer in (None, "Ana", "umpire"):
        (after,) = results(match.match, viewer)
        assert after is before
