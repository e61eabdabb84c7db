"""What the replay page holds: every frame as the sheets showed it, no secret, no text as HTML."""

import json
import re
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from own_games import OURS, RULED
from replay_kit import play_bots

from umpire.catalogue import find_game
from umpire.export.formats import ExportRequest, LoggedMatch, export
from umpire.export.replay.charts import chart
from umpire.export.replay.deltas import changes
from umpire.export.replay.frames import panes
from umpire.games.base import UMPIRE
from umpire.projections.match_history import rebuild
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.sheets.context import Context
from umpire.sheets.rendering import render
from umpire.sheets.template import find_template
from umpire.store import Store
from umpire.testing.matches import SEED

Json = dict[str, Any]
HOSTILE = '<script>alert(1)</script><!-- ]]> \u2028\u202e\x07 </script> =HYPERLINK("x") @everyone'
NAMES = ("<b>Ana</b>", "\u202eBo</script>")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=12,
)


def page(store: Store, match_id: str, viewer: str | None = UMPIRE) -> str:
    row = store.find(match_id)
    return export(
        "html", ExportRequest(LoggedMatch(store, row, find_game(row.game)), viewer)
    ).decode()


def held(html: str) -> str:
    """The block of data as it stands in the page."""
    (block,) = re.findall(r'<script type="application/json" id="match">(.*?)</script>', html, re.S)
    return str(block)


def data(html: str) -> Json:
    found: Json = json.loads(held(html))
    return found


def texts_at(told: Json, pane: Json, frame: int) -> list[str]:
    """What stands in a pane's cells at a frame, as the page's script finds it."""
    texts = [""] * (len(pane["cells"]) // 4)
    for changed in pane["frames"][: frame + 1]:
        for at in range(0, len(changed), 3):
            texts[changed[at]] = told["texts"][changed[at + 1]]
    return texts


@pytest.mark.parametrize("game_id", ["denizens-of-tartarus", "devils-deal"])
def test_a_frame_is_what_the_sheets_showed_then(store: Store, game_id: str) -> None:
    match_id = play_bots(store, game_id, lines=40)
    row, game, told = store.find(match_id), find_game(game_id), data(page(store, match_id))
    context = Context(match_id, game.title, row.players)
    ours = panes(find_template(game_id), context, None)
    assert [pane.viewer for pane in ours[:1]] == [None]
    by_chance = [line.get("by") == "chance" for line in told["log"]] + [False]
    for turn in told["turns"][::6]:
        until = turn["n"]
        while by_chance[until]:
            until += 1
        kept = [line for line in store.lines(match_id) if line.n <= until]
        entries = [entry for entry in store.entries(match_id) if entry.line in range(until + 1)]
        record = rebuild(row.header(), game, kept, entries)
        shown = spreadsheet_screen(record, ours[0].spreadsheet, Fairness(row.commitment), {})
        cells = render(ours[0].page, ours[0].spreadsheet.template.palette, shown).cells
        drawn = {(cell.row, cell.column): cell.text for cell in cells}
        texts = texts_at(told, told["panes"][0], turn["frame"])
        assert len(texts) > 20
        for at, text in enumerate(texts):
            assert drawn[tuple(told["panes"][0]["cells"][4 * at : 4 * at + 2])] == text


@pytest.mark.parametrize("viewer", [UMPIRE, None, "Ana"])
@pytest.mark.parametrize("game_id", ["devils-deal", "box-within-a-box"])
def test_an_open_match_tells_a_viewer_what_they_may_know(
    store: Store, game_id: str, viewer: str | None
) -> None:
    html = page(store, play_bots(store, game_id, lines=32), viewer)
    told, eyes = data(html), None if viewer == UMPIRE else viewer
    assert {pane["of"] for pane in told["panes"]} <= {None, eyes}
    assert {view["of"] for view in told["views"]} <= {None, eyes}
    assert told["proof"] is None
    assert SEED not in html
    hidden = [line for line in told["log"][1:] if line.get("say", "") is None]
    assert hidden, "the match is to hold something that is hidden"
    assert all(line["by"] is None or (line["by"] != eyes and not line["ok"]) for line in hidden)
    words = {line.n: line.say for line in store.lines(told["id"]) if line.say}
    for line in hidden:
        told_of = [turn for turn in told["turns"] if told["log"][turn["n"] - 1] is line]
        for turn in told_of:
            rows = [told["rows"][number] for number in turn["rows"]]
            assert words[turn["n"]] not in json.dumps([turn, rows])
    for line in told["log"][1 + told["log"].index(hidden[0]) :]:
        assert line["hash"] is None


@pytest.mark.parametrize("game_id", OURS)
def test_its_moves_are_those_of_every_export(store: Store, game_id: str) -> None:
    match_id = play_bots(store, game_id, lines=60, cut=True)
    row = store.find(match_id)
    for viewer in (UMPIRE, None, "Ana"):
        order = ExportRequest(LoggedMatch(store, row, find_game(game_id)), viewer)
        told = data(page(store, match_id, viewer))
        (line,) = re.findall(r"^- Moves: (.*?)(?:;|$)", export("md", order).decode(), re.M)
        assert told["moves"] == sum(map(int, re.findall(r"\d+", line)))
        assert told["moves"] or OURS[game_id].is_directed
        counted = [turn["move"] for turn in told["turns"]]
        assert (counted[0], counted[-1], max(counted)) == (0, told["moves"], told["moves"])


@pytest.mark.parametrize("closed", [True, False])
def test_what_people_wrote_is_data_and_nothing_else(store: Store, closed: bool) -> None:
    usual = page(store, play_bots(store, "devils-deal", lines=None if closed else 20))
    match_id = play_bots(
        store, "devils-deal", players=NAMES, typed=HOSTILE * 90, lines=None if closed else 20
    )
    html = page(store, match_id)
    block = held(html)
    assert not set(block) & set("<>&\u2028\u2029\x07\x7f")
    if closed:  # before that nobody is told what was refused
        assert HOSTILE * 90 in {line.get("say") for line in data(html)["log"]}
    assert data(html)["players"] == [*NAMES]
    assert outside(html) == outside(usual)


def of_view(told: Json, view: Json) -> list[Json | None]:
    """What each turn tells in a view, None where nobody knew of it."""
    return [turn.get("seen", {}).get(view["of"] or "", turn) for turn in told["turns"]]


def rows_of(told: Json, part: Json | None) -> list[Json]:
    return [] if part is None else [told["rows"][number] for number in part["rows"]]


@pytest.mark.parametrize("game_id", OURS)
def test_a_closed_match_has_a_view_of_all_and_one_of_what_each_player_saw(
    store: Store, game_id: str
) -> None:
    match_id = play_bots(store, game_id)
    told, players = data(page(store, match_id)), store.find(match_id).players
    assert [view["of"] for view in told["views"]] == [
        UMPIRE,
        *(players if find_game(game_id).private else ()),
    ]
    for view in told["views"]:
        assert view["panes"]
        assert {told["panes"][at]["of"] for at in view["panes"]} == {view["of"]}


@pytest.mark.parametrize("game_id", [game for game in RULED if OURS[game].private])
def test_what_a_player_saw_is_what_they_could_export_before_the_close(
    store: Store, game_id: str
) -> None:
    match_id = play_bots(store, game_id)
    row, game = store.find(match_id), find_game(game_id)
    player = row.players[0]
    last = max(line.n for line in store.lines(match_id)) - 1
    before = LoggedMatch(store, row, game, turn=last)
    own = data(export("html", ExportRequest(before, player)).decode())
    whole = data(page(store, match_id))
    (view,) = (view for view in whole["views"] if view["of"] == player)
    then = {turn["n"]: turn for turn in own["turns"]}
    known = zip(whole["turns"], of_view(whole, view), strict=True)
    compared = [(turn, part) for turn, part in known if turn["n"] <= last and part is not None]
    assert {turn["n"] for turn, _ in compared} == {*then}
    for turn, part in compared:
        own_turn = then[turn["n"]]
        assert rows_of(whole, part) == rows_of(own, own_turn)
        assert newest(view, turn["frame"]) == newest(own["views"][0], own_turn["frame"])
    for at, own_at in zip(view["panes"], own["views"][0]["panes"], strict=True):
        pane, own_pane = whole["panes"][at], own["panes"][own_at]
        for turn, _ in compared[::5]:
            texts = cells_at(whole, pane, turn["frame"])
            assert texts == cells_at(own, own_pane, then[turn["n"]]["frame"])


def cells_at(told: Json, pane: Json, frame: int) -> dict[tuple[int, ...], str]:
    """What stands in a pane at a frame, by row and column, without its empty cells."""
    spots = (tuple(pane["cells"][at : at + 2]) for at in range(0, len(pane["cells"]), 4))
    texts = zip(spots, texts_at(told, pane, frame), strict=True)
    return {spot: text for spot, text in texts if text}


def newest(view: Json, frame: int) -> Json | None:
    """The newest result that a view has in a frame."""
    numbers = [number for at, number in view["newest"] if at <= frame]
    return view["results"][numbers[-1]] if numbers and numbers[-1] is not None else None


def test_only_with_all_open_a_card_lies_open_before_a_player_saw_it(store: Store) -> None:
    told = data(page(store, play_bots(store, "devils-deal")))
    everything, *own = told["views"]
    assert not hidden_in(everything)
    for view in own:
        assert hidden_in(view) == {*told["players"]} - {view["of"]}


def test_the_open_board_hides_no_card(store: Store) -> None:
    told = data(page(store, play_bots(store, "devils-deal")))
    texts = {view["of"]: set[str]() for view in told["views"]}
    for pane in told["panes"]:
        for frame in range(len(pane["frames"])):
            texts[pane["of"]] |= {*texts_at(told, pane, frame)}
    assert "?" not in texts.pop(UMPIRE)
    assert all("?" in own for own in texts.values())


def hidden_in(view: Json) -> set[str]:
    """The players with a card that lies face down in a result."""
    rows = (row for result in view["results"] for row in result["rows"])
    return {row["by"] for row in rows if "?" in row["pieces"]}


def test_each_row_of_a_move_names_who_did_it(store: Store) -> None:
    told = data(page(store, play_bots(store, "devils-deal")))
    assert told["rows"]
    for row in told["rows"]:
        assert row["did"]
        assert not row["did"].startswith(tuple(f"{player} " for player in told["players"])) or (
            "by" not in row
        )
    answered = [turn for turn in told["turns"][1:] if "aside" not in turn]
    assert all(turn["rows"] for turn in answered)


def test_with_all_open_what_several_were_told_is_one_row(store: Store) -> None:
    told = data(page(store, play_bots(store, "eighteenth-hell")))
    placed = 0
    for turn in told["turns"]:
        private = [row for row in rows_of(told, turn) if "only" in row]
        saying = [tuple(row.get(key) for key in ("by", "did", "end")) for row in private]
        assert len(saying) == len({*saying}), turn["n"]
        rows = rows_of(told, turn)
        placed += sum(row["did"] == "placed" and bool(row.get("pieces")) for row in rows)
    assert placed


def outside(html: str) -> str:
    """A page without its data and its charts, which hold numbers."""
    return re.sub(
        r"(?s)<svg.*?</svg>|<figcaption>.*?</figcaption>", "", html.replace(held(html), "")
    )


def test_only_players_are_said_to_have_to_answer(store: Store) -> None:
    told = data(page(store, play_bots(store, "by-hand", lines=12)))
    waits = {who for turn in told["turns"] for who in turn["waits"]}
    assert waits
    assert waits <= {*told["players"]}


def test_a_chart_has_no_style_of_its_own_and_no_words() -> None:
    svg = chart({"<b>": [1, None, 3], "Bo": [2.5, 2, 1]})
    assert not re.search(r"style|#000000|<b|&lt;b|href=", svg)
    assert {"seat-1", "seat-2"} <= set(re.findall(r'class="(seat-\d)"', svg))
    assert re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert all(re.fullmatch(r"[−\d.]*", word) for word in re.findall(r"<text[^>]*>([^<]*)<", svg))


@pytest.mark.parametrize(
    ("values", "scale"),
    [
        ([0, 1], ["0", "1"]),
        ([3, 3], ["3", "4"]),
        ([-2.5, 4], ["−4", "−2", "0", "2", "4"]),
        ([0, 23], ["0", "5", "10", "15", "20", "25"]),
        ([90, 1_000], ["0", "200", "400", "600", "800", "1000"]),
        ([None, 12_345], ["12345", "12346"]),
    ],
)
def test_the_scale_of_a_chart_has_few_round_numbers(
    values: list[float | None], scale: list[str]
) -> None:
    assert re.findall(r"<text[^>]*>([^<]*)<", chart({"Ana": values})) == scale


def test_a_line_of_a_chart_is_broken_where_nobody_knows_its_value() -> None:
    (drawn,) = re.findall(r'd="([^"]*)" class="seat-1"', chart({"Ana": [0, 2, None, 2, 1]}))
    assert drawn == "M34.5 152H139.15V8H243.8M348.45 8H453.1V80"


@settings(max_examples=60)
@given(before=JSON, after=JSON)
@example(before=[0], after=[None, False])
@example(before=[[1]], after=[[True], None])
@example(before=[None, {"a": False}], after=[{"a": 0}])
def test_changes_lead_from_one_state_to_the_next(before: Any, after: Any) -> None:
    assert canonical(applied(before, list(changes(before, after)))) == canonical(after)


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def applied(state: Any, made: list[list[Any]]) -> Any:
    root = json.loads(json.dumps({"state": state}))
    for path, *rest in made:
        *steps, last = ["state", *path]
        holder = root
        for step in steps:
            holder = holder[step]
        if not rest:
            del holder[last]
        elif len(rest) == 1:
            holder[last] = rest[0]
        else:
            start, gone, new = rest
            holder[last][start : start + gone] = new
    return root["state"]


@pytest.mark.parametrize("game_id", OURS)
def test_charts_count_what_everybody_may_know(store: Store, game_id: str) -> None:
    game, row = find_game(game_id), store.find(play_bots(store, game_id, lines=30))
    record = rebuild(row.header(), game, store.lines(row.id), [])
    tallies = game.scores(game.seen_by(record.match.state, None))
    assert tallies
    for counted in tallies.values():
        assert set(counted) <= set(row.players)
        assert all(isinstance(value, int | float) for value in counted.values())
