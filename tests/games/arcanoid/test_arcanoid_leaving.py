"""Leaving play: who has something on all four fields, and who forfeits, whatever is asked."""

import random
from collections import Counter

import pytest
from arcanoid_table import FULL_DECK, NAMES, Table, all_cards, deal, dealt

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.state import VARIANTS
from umpire.match import Header, begin, judge

SUITS = ("swords", "staves", "cups", "coins")


def about_to_finish(table: Table, who: str) -> Table:
    """Somebody has one free field left, coins, and is to move."""
    for suit in SUITS[:3]:
        table.until(who).say(f"abdicate {suit}")
    return table.until(who)


def test_all_that_a_finished_actor_has_is_discarded() -> None:
    table = dealt("11 7 14 9 C2 C3", "", "", top="S1 S2")
    for text in ("strength two", "chariot C2 C3", "temperance coins", "hermit"):
        table.until("Ana").say(text)
    about_to_finish(table, "Ana")
    seat = table.seat("Ana")
    held = {*seat["hand"], *seat["visible"], *seat["chariot"], "7", "9", "14"}
    assert len(held) == 6 + 2 + 2 + 3
    table.say("abdicate coins")
    seat = table.seat("Ana")
    assert (seat["hand"], seat["visible"], seat["chariot"], seat["finished"]) == (
        [],
        [],
        None,
        True,
    )
    assert held <= set(table.state["discard"])
    assert (table.state["hermit"], table.state["temperance"]) == (None, None)
    assert table.state["aside"] == ["11"], "what is set aside stays aside"


@pytest.mark.parametrize("last", ["commit coins O9", "abdicate coins", "judgment me coins"])
def test_any_last_commitment_finishes(last: str) -> None:
    table = dealt("20 O9", "T1 T2 T3 T4 T5 T6")
    for suit in SUITS[:3]:
        table.until("Ana").say(f"abdicate {suit}")
        table.until("Bo").say(f"discard {table.hand('Bo').split()[0]}")
    table.say(last).passed()
    assert table.seat("Ana")["finished"]
    assert table.actor == "Bo"
    assert table.idle().actor == "Bo", "the finished are skipped"


def test_a_finished_hermits_owner_is_asked_no_more() -> None:
    table = dealt("9", "").say("hermit", "pass")
    about_to_finish(table, "Ana").say("abdicate coins")
    assert table.owing == [("Bo", "move")]


def test_the_round_ends_when_all_are_finished() -> None:
    table = dealt("", "", rounds=2).played_out()
    assert (table.state["phase"], table.state["round"]) == ("deal", 2)
    assert table.state["results"][0]["winners"] == dict.fromkeys(SUITS, "Ana")


# Forfeits


def gone(table: Table, who: str) -> Table:
    """Check that somebody has left the round and owes nothing."""
    seat = table.seat(who)
    assert seat["finished"]
    assert seat["hand"] == []
    assert who in table.state["out"]
    assert who not in [by for by, _ in table.owing]
    assert all_cards(table.match.state) == FULL_DECK
    return table


def test_forfeit_abdicates_on_all_free_fields_swords_first() -> None:
    table = dealt("C9", "", "").turn("commit cups C9").umpire("forfeit Ana")
    fields = gone(table, "Ana").seat("Ana")["fields"]
    numbers = [fields[suit]["number"] for suit in SUITS]
    assert numbers == [1, 2, None, 3]
    assert fields["cups"]["value"] == 9
    assert table.owing == [("Bo", "move")]


def test_forfeit_takes_the_own_daemon_too() -> None:
    table = dealt("15", "", "").say("devil").umpire("forfeit Ana")
    gone(table, "Ana")
    assert table.seat("daemon")["finished"]
    assert table.state["devil"] is None
    numbers = [table.field("daemon", suit)["number"] for suit in SUITS]
    assert numbers == [5, 6, 7, 8]


@pytest.mark.parametrize(
    ("hand", "says", "asked", "who", "next_one"),
    [
        ("", [], ("Ana", "move"), "Ana", "Bo"),
        ("", [], ("Ana", "move"), "Cy", "Ana"),
        ("19", ["sun S2"], ("Ana", "call"), "Ana", "Bo"),
        ("10", ["wheel"], ("Ana", "wheel"), "Ana", "Bo"),
        ("9", ["hermit"], ("Ana", "hermit"), "Ana", "Bo"),
        ("15", ["devil"], ("Bo", "move"), "Bo", "Cy"),
        ("15", ["devil", "discard OJ", "discard OQ"], ("Ana", "move"), "Ana", "Bo"),
    ],
)
def test_ruling_50_after_a_forfeit_the_next_is_to_move_whatever_was_asked(
    hand: str, says: list[str], asked: tuple[str, str], who: str, next_one: str
) -> None:
    """A call or a Wheel of theirs is over at once; a daemon of somebody else stays."""
    table = dealt(hand, "OJ", "OQ").say(*says)
    assert table.owing == [asked]
    assert gone(table.umpire(f"forfeit {who}"), who).owing == [(next_one, "move")]
    assert (table.state["wheel"], table.state["calls"], table.state["hermit"]) == (None, [], None)
    assert table.state["devil"] == ("Ana" if who == "Bo" else None)


def test_forfeit_while_a_move_of_theirs_is_due_ends_with_completing_justice_only() -> None:
    table = dealt("8 19", "", "", top="S1 S2 S3 S4 S5 S6 S7 S8").say("justice", "sun C2")
    assert table.kind == "call"
    deck = len(table.state["deck"])
    table.umpire("forfeit Ana")
    assert gone(table, "Ana").owing == [("Bo", "move")]
    assert len(table.state["deck"]) == deck
    assert len(table.state["justice"]["cards"]) == 6


def test_forfeit_of_a_member_of_a_group_asks_the_others_afresh() -> None:
    table = dealt("C9", "0", "", "").say("commit cups C9")
    assert table.by("Cy", "pass").ok
    assert [by for by, _ in table.owing] == ["Bo", "Dan"]
    table.umpire("forfeit Bo")
    assert gone(table, "Bo").owing == [("Cy", "steal"), ("Dan", "steal")]
    assert table.say("pass", "pass").field("Ana", "cups")["value"] == 9


def test_forfeit_of_the_only_one_asked_lays_the_commitment_down() -> None:
    table = dealt("C9", "", "").idle()
    table.say("abdicate cups").idle().say("commit cups C9")
    assert table.state["asked"] == ["Cy"]
    table.umpire("forfeit Cy")
    assert gone(table, "Cy").field("Ana", "cups")["value"] == 9
    assert table.owing == [("Bo", "move")]


def test_ruling_48_an_attempt_of_who_forfeits_is_discarded() -> None:
    table = dealt("C9 C8", "0", "").say("commit cups C9 C8").umpire("forfeit Ana")
    assert gone(table, "Ana").state["attempt"] is None
    assert {"C9", "C8"} <= set(table.state["discard"])
    assert table.field("Ana", "cups")["kind"] == "abdication"
    assert table.owing == [("Bo", "move")]


def test_forfeit_of_a_daemons_master_discards_the_daemons_attempt() -> None:
    table = dealt("15", "", "", top="C9 S2 S3 S4 S5 S6").say("devil").until("daemon")
    table.say("commit cups C9").umpire("forfeit Ana")
    assert gone(table, "Ana").state["attempt"] is None
    assert table.field("daemon", "cups")["kind"] == "abdication"
    assert "C9" in table.state["discard"]


def test_forfeit_of_an_open_holder_of_the_fool() -> None:
    table = dealt("15", "C9", "", top="0 S2 S3 S4 S5 S6").say("devil", "commit cups C9")
    assert table.state["asked"] == ["daemon"]
    table.umpire("forfeit Ana")
    assert gone(table, "Ana").field("Bo", "cups")["value"] == 9
    assert table.owing == [("Cy", "move")]


@pytest.mark.parametrize(("who", "asked"), [("Bo", ["Cy"]), ("Cy", ["Bo"]), ("Dan", ["Bo"])])
def test_forfeit_while_justices_fool_is_asked_for_goes_on_with_the_next(
    who: str, asked: list[str]
) -> None:
    table = dealt("8 C9", "", "", "", top="0 S2 S3 S4 S5 S6").say("justice", "commit cups C9")
    table.umpire(f"forfeit {who}")
    assert gone(table, who).state["asked"] == asked
    table.passed()
    assert table.field("Ana", "cups")["value"] == 9


def test_forfeit_of_who_is_asked_for_a_pledge() -> None:
    table = dealt("9", "8 C9", "", top="S1 0 S2 S3 S4 S5 S6").say("hermit", "pass", "justice")
    table.say("commit cups C9", "pass", "pass")
    assert table.owing == [("Ana", "pledge")]
    table.umpire("forfeit Ana")
    gone(table, "Ana")
    assert table.state["hermit"] is None
    assert table.owing == [("Cy", "move")]


def test_a_pledge_lapses_with_its_owner() -> None:
    table = dealt("9", "8 C9", "", top="S1 0 S2 S3 S4 S5 S6").say("hermit", "pass", "justice")
    table.say("commit cups C9", "pledge").umpire("forfeit Ana")
    gone(table, "Ana")
    played = [table.passed().actor for _ in range(3) if table.idle()]
    assert "Ana" not in played


def polled() -> Table:
    """The drawer, Ana, Bo or Cy, is asked first whether the deck is to be refilled."""
    table = dealt("", "", "")
    while table.kind != "refill":
        table.idle()
    return table


def test_forfeit_of_who_is_polled_goes_on_with_the_next() -> None:
    table = polled()
    drawer = table.state["refill"]["drawer"]
    drawn = table.state["drawing"]["cards"]
    table.umpire(f"forfeit {drawer}")
    gone(table, drawer)
    assert table.kind == "refill"
    assert table.state["drawing"] is None
    assert set(drawn) <= set(table.state["discard"]), "what was being drawn goes too"
    table.say("yes", "yes")
    assert table.kind == "reshuffle"
    table.say(" ".join(table.state["discard"]))
    assert table.kind == "move"


def test_forfeit_of_the_last_who_is_polled_refills() -> None:
    table = polled().say("yes", "yes")
    last = table.state["asked"][0]
    table.umpire(f"forfeit {last}")
    gone(table, last)
    assert table.kind == "reshuffle"


def test_forfeit_of_another_leaves_the_poll_without_them() -> None:
    table = polled()
    (first,) = table.state["asked"]
    other = next(name for name in NAMES[:3] if name != first)
    table.umpire(f"forfeit {other}")
    assert gone(table, other).state["asked"] == [first]
    table.say("yes", "yes")
    assert table.kind == "reshuffle"


def test_forfeit_before_a_reshuffle_adds_to_it() -> None:
    table = polled().say("yes", "yes", "yes")
    before = len(table.state["discard"])
    table.umpire("forfeit Ana")
    assert len(gone(table, "Ana").state["discard"]) > before
    table.say(" ".join(table.state["discard"]))
    assert table.kind == "move"


def test_forfeit_before_a_deal() -> None:
    table = Table(3, rounds=2).umpire("forfeit Ana")
    assert (table.state["out"], table.state["starter"]) == (["Ana"], "Bo")
    assert table.say(deal("", "")).state["order"] == ["Bo", "Cy"]
    assert table.played_out().state["starter"] == "Bo"


def test_forfeit_of_all_who_were_active_ends_the_round() -> None:
    table = dealt("", "", "", rounds=2)
    for who in ("Bo", "Cy"):
        about_to_finish(table, who).say("abdicate coins")
    table.umpire("forfeit Ana")
    assert (table.state["phase"], table.state["round"]) == ("deal", 2)


def test_later_rounds_are_played_without_who_is_out() -> None:
    table = dealt("", "", "", rounds=2).umpire("forfeit Bo").played_out()
    table.say(deal("", ""))
    assert list(table.state["seats"]) == ["Cy", "Ana"]
    assert "Bo" in table.state["score"]
    assert table.code("priestess Bo") in ("illegal", "syntax")


def test_a_second_forfeit_changes_nothing() -> None:
    table = dealt("", "", "").umpire("forfeit Bo")
    before = table.state
    assert table.umpire("forfeit Bo").state == before


@pytest.mark.parametrize("text", ["commit cups C9", "wheel", "sun S2"])
def test_with_one_player_left_the_match_is_over_as_it_is(text: str) -> None:
    table = dealt("C9 10 19", "").say(text)
    before = table.state
    table.umpire("forfeit Bo")
    assert table.outcome == ("Ana", "forfeit")
    assert table.state == before | {"phase": "over", "turn": None, "asked": [], "out": ["Bo"]}


OFTEN = ("move", "steal", "hermit")
SELDOM = ("call", "wheel", "refill", "reshuffle", "deal")


def forfeiting(seed: int) -> Counter[str]:
    """A random match with forfeits, more of them where what is asked is asked seldom."""
    luck = random.Random(seed)
    options = {
        "clock": False,
        "rounds": 1 + seed % 2,
        "variant": luck.choice(list(VARIANTS)),
        "gaza": luck.random() < 0.3,
    }
    seen: Counter[str] = Counter()
    match = begin(Header(GAME.id, NAMES[: 3 + seed % 4], options), GAME).match
    while match.outcome is None:
        owed = luck.choice(match.pending)
        kind = owed.decision.kind
        line = {"by": owed.by, "say": kind.random_answer(match.state, owed.decision, luck)}
        if luck.random() < (0.005 if kind.name in OFTEN else 0.2):
            seen[kind.name] += 1
            line = {"by": "umpire", "say": f"forfeit {luck.choice(match.state.playing)}"}
        judgement = judge(match, {"t": 0, **line})
        assert judgement.ok, judgement.error
        match = judgement.match
        if match.state.seats and match.outcome is None:
            assert all_cards(match.state) == FULL_DECK
        assert not {one.by for one in match.pending} & set(match.state.course.out)
    return seen


def test_forfeits_at_every_kind_of_question_lose_no_card_and_matches_still_end() -> None:
    seen: Counter[str] = Counter()
    for seed in range(90):
        seen += forfeiting(seed)
    assert {*OFTEN, *SELDOM} <= seen.keys(), seen
