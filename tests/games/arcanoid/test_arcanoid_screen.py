"""What stands on the board and on the tables in each phase: blocks of text."""

import json
import random
import re

import pytest
from arcanoid_table import NAMES, Table, deal, dealt

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.screen import ranked
from umpire.games.arcanoid.state import RoundResult
from umpire.games.arcanoid.variants import VARIANTS
from umpire.games.base import CHANCE
from umpire.match import Header, Match, begin, chance_answer, judge, screen, view
from umpire.sheets.context import Context, pages
from umpire.sheets.diff import check
from umpire.sheets.layout import laid_out
from umpire.sheets.template import find_template

TEMPLATE = find_template(GAME.id)
LEGEND = "what wins"
MINOR = re.compile(r"\b[STCO](?:10|[1-9JNQK])\b")


def text(table: Table, name: str, viewer: str | None = None) -> str:
    ((only,),) = table.shown(viewer)[name]
    return str(only)


def cells(table: Table, name: str, viewer: str | None = None) -> list[str]:
    """What stands in a block, cell by cell."""
    return [cell for row in table.shown(viewer)[name] for cell in row if cell]


def lines(table: Table, viewer: str | None = None) -> list[list[str]]:
    """The rows of the big table, those that have no room on a player's own tab too."""
    shown = table.shown(viewer)
    return [[*line] for name in ("table", "more") for line in shown.get(name, ())]


def column(table: Table) -> list[str]:
    """The first column of the big table: actors, and then what else is told."""
    told = [called for called, *_ in lines(table) if called]
    return told[: told.index(LEGEND)] if LEGEND in told else told


def row(table: Table, name: str, viewer: str | None = None) -> list[str]:
    """The row of the big table that is called so: its cells and what stands behind them."""
    (found,) = (cells for called, *cells in lines(table, viewer) if called == name)
    return [cell for cell in found if cell]


# Sizes and places


def random_match(seed: int, players: int, *, gaza: bool) -> list[Match]:
    """A random match as it stood after each line."""
    luck = random.Random(seed)
    options = {"rounds": 1, "gaza": gaza, "variant": luck.choice(list(VARIANTS)), "clock": False}
    match = begin(Header(GAME.id, NAMES[:players], options), GAME).match
    stages = [match]
    while match.outcome is None:
        owed = luck.choice(match.pending)
        if owed.by == CHANCE:
            say = chance_answer(match, "5e" * 32)
        else:
            say = owed.decision.kind.random_answer(match.state, owed.decision, luck)
        match = judge(match, {"t": 0, "by": owed.by, "say": say}).match
        stages.append(match)
    return stages


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("gaza", [False, True])
def test_every_block_has_its_place_and_its_size(players: int, gaza: bool) -> None:
    """In every phase, for every number of players, on the board and on every table."""
    names = NAMES[:players]
    viewers = (None, names[0], names[-1])
    places = {
        viewer: laid_out(pages(TEMPLATE, Context("m", GAME.title, names, seat=seat)))
        for viewer, seat in zip(viewers, (None, 1, players), strict=True)
    }
    sizes: dict[str | None, dict[str, list[int]]] = {}
    stages = random_match(players, players, gaza=gaza)
    for match in [*stages[:2], *random.Random(players).sample(stages, 12), stages[-1]]:
        for viewer, seat in zip(viewers, (None, 1, players), strict=True):
            suffix = "" if seat is None else f"_{seat}"
            blocks = {name + suffix: block for name, block in screen(match, viewer).items()}
            assert check(blocks, places[viewer]) == ()
            now = {name: [len(line) for line in block] for name, block in blocks.items()}
            assert sizes.setdefault(viewer, now) == now


def test_blocks_are_the_same_size_for_two_and_for_ten() -> None:
    sizes = [
        {name: [len(line) for line in block] for name, block in table.shown("Ana").items()}
        for table in (Table(2), Table(10, gaza=True), dealt("", ""), dealt("15", "").say("devil"))
    ]
    assert all(size == sizes[0] for size in sizes)


@pytest.mark.parametrize("seed", range(4))
def test_no_card_stands_on_a_screen_that_is_not_in_its_viewers_view(seed: int) -> None:
    seen = 0
    for match in random_match(seed, 3, gaza=seed % 2 == 0)[::7]:
        for viewer in (None, *NAMES[:3]):
            shown = json.dumps(screen(match, viewer))
            known = json.dumps(view(match, viewer)["state"])
            assert set(MINOR.findall(shown)) <= set(MINOR.findall(known))
            seen += bool(MINOR.findall(shown))
    assert seen > 10


@pytest.mark.parametrize("viewer", [None, "Bo"])
def test_a_hidden_hand_deck_or_discard_is_on_no_other_screen(viewer: str | None) -> None:
    table = dealt("S1 S2 S3 S4 S5 S6", "T1 T2 T3 T4 T5 T6").say("discard S1", "discard T1")
    shown = set(MINOR.findall(json.dumps(table.shown(viewer))))
    assert shown == (set() if viewer is None else set(table.hand("Bo").split()))


# The head


def test_the_head_tells_round_variant_turn_and_piles() -> None:
    table = Table(2, rounds=3, gaza=True)
    assert text(table, "round") == "Ana begins · round 1 of 3 · MAINZ · GAZA"
    table = dealt("9", "").say("hermit")
    assert text(table, "round") == "Ana's turn · round 1 of 1 · DRESDEN"
    assert text(table, "piles") == "deck 65, discarded 0"
    assert "Ana's turn (extra move)" in text(table.say("hermit"), "round")
    assert "deck closed" in text(dealt("13", "").say("death"), "piles")


def test_at_the_end_the_winner_is_named_and_by_what() -> None:
    table = dealt("", "").umpire("forfeit Bo")
    assert text(table, "round").startswith("★ Ana has won as the last player left")
    table = dealt("", "").played_out()
    assert text(table, "round").startswith("★ Ana has won with the most battles")
    assert row(table, "battles won") == ["swords", "staves", "cups", "coins", "in all"]
    assert row(table, "round 1") == ["Ana"] * 4


def test_trumps_on_the_table() -> None:
    table = dealt("8 14", "11", top="C1 C2 C3 C4 C5 21").say("justice", "temperance cups")
    piles = text(table.say("strength one"), "piles")
    for told in ("8 justice", "11 strength", "Temperance cups: Ana"):
        assert told in piles
    assert "Devil: Ana" in text(dealt("15", "").say("devil"), "piles")
    assert row(table, "Justice") == ["C1 C2", "C3 C4", "C5 21", "for everybody to use"]
    assert "Justice" not in column(dealt("", ""))
    assert "Justice: C1 C2 C3 C4 C5 21" in text(table, "beside", "Bo")


# The fields


@pytest.mark.parametrize(
    ("hand", "move", "shown"),
    [
        ("S4 S6 S7", "commit swords S4 S6 S7", "numeric 17: S4 S6 S7"),
        ("SJ", "commit swords SJ", "knave 14.5: SJ"),
        ("SN S1", "commit swords SN S1", "knight 17.5: S1 SN"),
        ("SQ SK", "commit swords SQ SK", "royal: SQ SK"),
        ("SQ 6", "commit swords SQ 6", "illegitimate: SQ 6"),
        ("3 4", "commit swords+cups 3 4", "imperial: 3 4 + cups"),
        ("21", "world swords", "world: 21"),
        ("", "abdicate swords", "abdication 1"),
        ("20", "judgment me swords", "abdication 1: Judgment"),
        ("21", "discard 21", "6 cards"),
    ],
)
def test_what_lies_on_a_field(hand: str, move: str, shown: str) -> None:
    table = dealt(hand, "").turn(move)
    for viewer in (None, "Ana", "Bo"):
        assert row(table, "Ana", viewer)[0].removesuffix(" ◂") == shown


def test_what_was_laid_down_last_is_marked() -> None:
    table = dealt("S4", "", variant="MAINZ").turn("abdicate coins")
    assert row(table, "Ana")[0] == "abdication 1 ◂"
    table.say("abdicate cups")
    assert (row(table, "Ana")[0], row(table, "Bo")[0]) == ("abdication 1", "abdication 2 ◂")


def test_a_secret_is_a_number_to_others_and_marked_for_who_knows() -> None:
    table = dealt("S4 S6 S7", "", variant="KOBLENZ").turn("secret swords S4 S6 S7")
    assert row(table, "Ana")[0] == row(table, "Ana", "Bo")[0] == "? 3 cards ◂"
    assert row(table, "Ana", "Ana")[0] == "?numeric 17: S4 S6 S7 ◂"


def test_heads_tell_what_is_tempered_or_closed_to_the_world() -> None:
    table = dealt("14", "").turn("temperance cups", "abdicate coins")
    assert cells(table, "heads") == ["S swords", "T staves", "C cups tempered", "O coins •"]


def test_actors_stand_in_playing_order_a_daemon_under_its_masters_name() -> None:
    table = dealt("", "15", "", gaza=True)
    assert column(table) == ["Ana", "Bo", "USA"]
    table.idle().say("devil")
    assert [name for name in column(table) if " has" not in name] == [
        *("Ana", "Bo's daemon", "Bo", "USA")
    ]
    assert column(Table(3)) == ["Ana", "Bo", "Cy"], "before the deal too"


def test_what_everybody_holds() -> None:
    table = dealt("11 7 9 C2 C3 15", "", "", top="S1 S2").say("strength two")
    table.until("Ana").say("chariot C2 C3").until("Ana").say("hermit")
    open_cards = " ".join([*row(table, "Ana"), *row(table, "Ana has")])
    for told in ("S1 S2", "Chariot C2 C3", "Hermit: 3 extra moves"):
        assert told in open_cards
    assert row(table, "Bo")[-1] == "6 cards"
    assert lines(table)[0][5] == "6 cards\nto answer"
    table.until("Ana").say("devil")
    assert row(table, "Ana's daemon")[-1].split() == table.seat("daemon")["hand"]
    assert row(dealt("", "", "").umpire("forfeit Ana"), "Ana")[-1] == "out"


def test_a_pledge_and_cards_turned_up_are_shown() -> None:
    table = dealt("9", "8 C9", "", top="S1 0 S2 S3 S4 S5 S6").say("hermit", "pass", "justice")
    table.say("commit cups C9", "pass", "pass", "pledge")
    assert row(table, "Ana")[-1] == "Hermit: 3 extra moves, pledged before Ana"
    table = dealt("5", "", "C2 C3 T4 T5 T6 21", gaza=True).say("hierophant cups")
    assert row(table, "USA")[-1] == "turned up T4 T5 T6 C2 C3 21"


# The score


def scored(players: int, rounds: int) -> Table:
    """A table at which some rounds of abdications are over, and the Hierophant was played."""
    table = Table(players, rounds=rounds + 1)
    for _ in range(rounds):
        table.say(deal(*[""] * players)).played_out()
    hands = ["5"] * players
    hands[1:] = [""] * (players - 1)
    starter = rounds % players
    hands = hands[-starter:] + hands[:-starter] if starter else hands
    return table.say(deal(*hands)).say("hierophant cups")


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("viewer", [None, "Ana"])
def test_the_score_is_one_table_of_all_players_the_best_first(
    players: int, viewer: str | None
) -> None:
    table = scored(players, rounds=3)
    shown = table.shown(viewer)
    (block,) = (
        [line[0] for line in shown[name]]
        for name in ("table", "more")
        if "battles won" in [line[0] for line in shown.get(name, ())]
    )
    start = block.index("battles won") + 1
    ranked = block[start : start + players]
    assert sorted(ranked) == sorted(NAMES[:players])
    totals = [table.state["score"][name]["total"] for name in ranked]
    assert totals == sorted(totals, reverse=True)
    if viewer is None or players <= 5:
        in_order = [line[0] for line in shown["table"]]
        assert in_order[players] == "battles won"
        assert in_order[players + 1 + players] == "shown to all"
    else:
        assert [line[0] for line in shown["table"]][players] == "shown to all"


def test_equal_scores_are_ranked_as_at_the_end_of_a_match() -> None:
    winners = [("Cy", "Bo", "Ana", "Dan"), ("Bo", "Cy", "Dan", "Ana")]
    results = tuple(RoundResult(at, names, names, ()) for at, names in enumerate(winners, 1))
    state = Table(4).match.state
    state = state.changed(course=state.course.changed(results=results, out=("Dan",)))
    # Bo and Cy have a battle of swords and of staves each, and Bo has the last one of swords.
    assert [name for name, _ in ranked(state)] == ["Bo", "Cy", "Ana", "Dan"]


@pytest.mark.parametrize("seed", range(3))
def test_who_has_won_stands_first(seed: int) -> None:
    *_, over = random_match(seed, 4, gaza=False)
    shown = [[*line] for line in screen(over, None)["table"]]
    first = shown[[line[0] for line in shown].index("battles won") + 1]
    assert over.outcome is not None
    assert over.outcome.winner in (None, first[0])
    assert first[5].startswith("★") == (over.outcome.winner is not None)


# What was shown


def test_public_reveals_stand_on_every_screen() -> None:
    table = dealt("5 17 C2", "").say("hierophant cups", "star S9")
    for viewer in (None, "Ana", "Bo"):
        shown = [[cell for cell in line if cell] for line in lines(table, viewer)]
        assert ["by Ana", "C2 of Ana", "5 hierophant: cups"] in shown
        assert ["by Ana", "nobody has it", "17 star: S9"] in shown


def test_what_a_player_alone_has_seen_stands_on_the_own_table() -> None:
    table = dealt("2", "S1 S2 S3 S4 S5 S6", "").say("priestess Bo")
    assert row(table, "by Ana", "Ana") == ["S1 S2 S3 S4 S5 S6 of Bo", "2 priestess: Bo"]
    for viewer in (None, "Bo", "Cy"):
        assert "priestess" not in json.dumps(table.shown(viewer))


# A player's table


def test_a_table_has_the_own_hand_oldest_first_with_names_of_trumps() -> None:
    table = dealt("S9 21 C2 2 TK 17", "")
    expected = ["S9 swords", "21 world", "C2 cups", "2 priestess", "TK king", "17 star"]
    assert cells(table, "hand", "Ana") == expected
    assert "6" in text(table, "hand_title", "Ana")
    assert "hand" not in table.shown(None)


def test_a_table_has_the_own_strength_chariot_and_daemon() -> None:
    table = dealt("11 7 C2", "", top="S1 21").say("strength two").idle().say("chariot C2")
    assert text(table, "beside", "Ana") == "visible: S1 21 · on my Chariot: C2"
    table = dealt("15", "").say("devil")
    assert text(table, "beside", "Ana") == f"daemon: {' '.join(table.seat('daemon')['hand'])}"
    assert text(table, "beside", "Bo") == ""


def test_a_table_of_one_who_is_out() -> None:
    table = dealt("", "", "", rounds=2).umpire("forfeit Ana").played_out().say(deal("", ""))
    assert text(table, "hand_title", "Ana") == "Not in this round"
    assert cells(table, "hand", "Ana") == []


def test_a_poll_looks_the_same_to_who_has_the_fool_and_who_has_not() -> None:
    shown = []
    for hands in (("0", ""), ("", "0")):
        table = dealt("C9", *hands).say("commit cups C9")
        shown.append({n: b for n, b in table.shown("Bo").items() if not n.startswith("hand")})
    assert shown[0] == shown[1]


# The page of rules


def examples() -> list[str]:
    """Lines of the tab Rules that are to be typed."""
    rules = TEMPLATE.tables[-1]
    texts = {cell: words for area in rules.areas for cell, words in area.texts()}
    found = [
        line
        for (row, at), words in sorted(texts.items())
        if at == 0 and 15 <= row < 44 and (row, 1) in texts
        for line in words.split("\n")
    ]
    return [line for line in found if line[0].islower()]


@pytest.mark.parametrize("line", examples())
def test_each_example_on_the_page_of_rules_parses_where_it_is_asked(line: str) -> None:
    polled = dealt("", "")
    while polled.kind != "refill":
        polled.idle()
    tables = [dealt("", ""), dealt("C9", "").say("commit cups C9"), polled]
    codes = {
        judge(table.match, {"t": 0, "by": owed.by, "say": line}).code
        for table in tables
        for owed in table.match.pending
    }
    assert codes & {None, "illegal"}, line


def test_the_page_of_rules_has_examples_of_every_kind() -> None:
    assert len(examples()) > 30
