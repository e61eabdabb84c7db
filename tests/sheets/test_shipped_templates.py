"""What holds of the spreadsheets of every game that comes with the package, as players get them."""

import json
import re
from collections import defaultdict
from functools import cached_property, partial
from types import SimpleNamespace

import pytest
from layout_kit import bodies, colours_of, contrast, read_metadata

from umpire.catalogue import find_game
from umpire.leagues.screen import screen
from umpire.leagues.standings import Standings
from umpire.leagues.table import table
from umpire.projections.spreadsheets import spreadsheets_of
from umpire.sheets.context import Context, pages
from umpire.sheets.grid import read_grid_range
from umpire.sheets.growth import LEAST_FREE, plan_growth
from umpire.sheets.layout import template_places
from umpire.sheets.layout_simulator import simulate
from umpire.sheets.reconcile import TargetState, setup_requests
from umpire.sheets.rendering import Renderer, render
from umpire.sheets.template import find_template, folder_of_templates

CONSOLE = "console"
FOLDERS = sorted(path.name for path in folder_of_templates().iterdir() if path.is_dir())
STANDINGS = "standings"
PLAIN = ("plain", "plain-private")
GAMES = [folder for folder in FOLDERS if folder not in (CONSOLE, STANDINGS)]
NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana", "Ivo", "Jo")
PLAYERS = NAMES[:2]
TEXTS = {"left_name": "Ana", "right_name": "Bo"}
LEAST_CONTRAST = 4.5
PHONE = 370
"""The pixels that a phone held upright has for columns."""
DESK = SimpleNamespace(width=1220, height=660)
"""And a window of 1280 by 800 for columns and rows of a sheet."""
LONG_COLUMNS = ("number", "entry", "answer")
OF_A_CONSOLE_ON_A_PHONE = {"console_pause", "players", "asked", "clock", "due"}
OF_THE_BOARD = {"headline", "events", "fairness"}
OF_A_SCORE_SHEET = {"ask", *LONG_COLUMNS}
OF_A_TABLE = {*OF_A_SCORE_SHEET, "events", "reply", "form_send"}
OF_THE_CONSOLE = {
    "headline", "due", "console_pause", "players", "asked", "clock", "held", "written", "reply",
    "findings", "events_for", "events", "log_at", "log_by", "log_say", "log_judged",
    "fairness", "report", *LONG_COLUMNS,
}  # fmt: skip


def companies(game):
    """The players where there are as few, and where there are as many, as can play."""
    seats = (2, 10) if game in PLAIN else find_game(game).seats
    return [NAMES[:count] for count in sorted({seats[0], seats[-1]})]


class Sheet:
    """A spreadsheet of a match: whose it is, its pages, and what its installation comes to."""

    def __init__(self, seat, template, context, texts=None):
        self.seat = seat
        self.wanted = TargetState.of(template, context, texts)
        self.pages = pages(template, context)
        self.requests = setup_requests(template, context, 0, texts or {})

    @cached_property
    def template_places(self):
        return simulate(self.requests)

    @cached_property
    def rules(self):
        return [body["rule"] for body in bodies(self.requests, "addConditionalFormatRule")]


def spreadsheet(game, players, seat, clock):
    context = Context("m", "A Game", players, seat=seat, clock=clock)
    return Sheet(seat, find_template(game), context, TEXTS)


def console(count):
    """The console of a match of so many."""
    context = Context("m", "A Game", NAMES[:count])
    made = spreadsheets_of(find_template(GAMES[0]), context)[-1]
    return Sheet(CONSOLE, made.template, made.context, TEXTS)


def standings():
    """The spreadsheet with the standings of a league."""
    return Sheet(STANDINGS, find_template(STANDINGS), Context("m", "A Game", PLAYERS))


def every():
    """Each spreadsheet, with clocks and without; of the tables the first and the last."""
    for game in GAMES:
        has_tables = find_template(game).tables
        for players in companies(game):
            for seat in (None, 1, len(players)) if has_tables else (None,):
                whose = "board" if seat is None else f"table {seat}"
                for clock in (True, False):
                    make = partial(spreadsheet, game, players, seat, clock)
                    yield pytest.param(make, id=f"{game} for {len(players)}, {whose}, {clock=}")
    for count in (2, 10):
        yield pytest.param(partial(console, count), id=f"console of {count}")
    yield pytest.param(standings, id=STANDINGS)


@pytest.fixture(scope="module", params=every())
def sheet(request):
    return request.param()


def test_each_cell_can_be_read_plain_and_under_each_rule_that_may_colour_it(sheet):
    styles = {}
    for number, tab in sheet.template_places.tabs.items():
        for at, cell in tab.cells.items():
            colours = colours_of(cell.look)
            if "boolValue" not in cell.value or len({*colours}) > 1:  # a box may be there unseen
                styles[number, *at] = colours
    for style in {*styles.values()}:
        assert contrast(*style) >= LEAST_CONTRAST, style
    for rule in sheet.rules:
        places = [read_grid_range(given, {}) for given in rule["ranges"]]
        cells = {(place.sheet, *at) for place in places for at in place.rect.cells()}
        for style in {styles[cell] for cell in cells & styles.keys()}:
            coloured = colours_of(rule["booleanRule"]["format"], *style)
            assert contrast(*coloured) >= LEAST_CONTRAST, (style, rule)


def test_it_is_small_enough_for_one_request(sheet):
    """Google asks for at most two megabytes."""
    assert len(json.dumps(sheet.requests)) < 1_000_000


def test_what_is_most_important_fits_a_phone_held_upright(sheet):
    """Of a player's page what is asked, the form and where to write; of the console most."""
    for page in sheet.pages:
        widths = _sizes(page.tab.widths(), page.tab.columns, 100)
        for name, rect in page.tab.named_rects.items():
            if _is_vital(name, sheet.seat) or (name == "entry" and page.tab.rows_in_view):
                assert sum(widths[: rect.right]) <= PHONE, name


def _is_vital(name, seat):
    if seat == CONSOLE:
        return name in {*OF_A_CONSOLE_ON_A_PHONE, "headline", "number", "entry"}
    return name in {"ask", "reply"} or name.startswith(("form_", "label_"))


def test_a_player_sees_all_at_once_on_a_desk(sheet):
    """The question, the board and the form, without scrolling, and mostly the score sheet as well.

    Of the rows that are hidden while nothing stands there those of the highest fold count for the
    form, and none for the score sheet, of which the heading is seen, and the next free row.
    """
    for page in sheet.pages:
        tab = page.tab
        if tab.rows_in_view is not None and sheet.seat != CONSOLE:
            assert sum(_sizes(tab.widths(), tab.columns, 100)) <= DESK.width
            heights = _sizes(tab.heights(), tab.rows, 21)
            hidden = [range(*_rows_of(tab, fold)) for fold in (*tab.folds, *map(_one, tab.flows))]
            form = [
                rect.bottom for name, rect in tab.named_rects.items() if name.startswith("form_")
            ]
            below = tab.named_rects["entry"].top + tab.rows_in_view + 1
            assert _height(heights, below, hidden) <= DESK.height
            folds = [sum(heights[row] for row in fold) for fold in hidden if fold.stop <= max(form)]
            highest = max(folds, default=0)
            assert _height(heights, max(form), hidden) + highest <= DESK.height


def _one(name):
    return [name]


def _height(heights, end, hidden):
    """The pixels above a row without those of hidden rows."""
    gone = {row for rows in hidden for row in rows}
    return sum(height for row, height in enumerate(heights[:end]) if row not in gone)


def _rows_of(tab, fold):
    """Return the first row and the end of those that a fold hides."""
    rects = [tab.named_rects[name] for name in fold]
    return min(rect.top for rect in rects), max(rect.bottom for rect in rects)


def _sizes(given, count, default):
    """The pixels of each column or row."""
    sizes = [default] * count
    for start, end, pixels in given:
        sizes[start:end] = [pixels] * (end - start)
    return sizes


def test_it_has_the_names_that_the_daemon_writes_to(sheet):
    names, seat = template_places(sheet.pages).keys(), sheet.seat
    if seat == CONSOLE:
        wanted = OF_THE_CONSOLE
    elif seat == STANDINGS:
        wanted = screen(Standings("m", None, None, table([]))).keys()
    else:
        wanted = OF_THE_BOARD if seat is None else {f"{name}_{seat}" for name in OF_A_TABLE}
    assert wanted <= names


def test_the_long_columns_of_a_score_sheet_share_their_rows_and_end_with_the_tab(sheet):
    for page in sheet.pages:
        named = page.tab.named_rects
        if "entry" in named:
            columns = [named[name] for name in (*LONG_COLUMNS, "formed") if name in named]
            assert {(one.top, one.bottom) for one in columns} == {
                (named["entry"].top, page.tab.rows)
            }
            area = next(area for area in page.tab.areas if "entry" in area.name)
            assert named["entry"].width == 1 or area.merge == "rows"


def test_no_two_names_of_blocks_overlap_where_a_player_writes(sheet):
    for page in sheet.pages:
        named = page.tab.named_rects
        for cell in page.tab.written_by_player():
            over = [n for n, rect in named.items() if n != cell and rect.overlaps(named[cell])]
            assert over == [], (cell, over)


def test_where_players_are_told_apart_by_colour_all_of_them_are(sheet):
    players = [
        name for key, name in sheet.pages[0].texts.items() if re.fullmatch(r"player\d+", key)
    ]
    looks = defaultdict(set)
    for rule in (rule["booleanRule"] for rule in sheet.rules):
        if rule["condition"]["type"] == "TEXT_EQ":
            looks[rule["condition"]["values"][0]["userEnteredValue"]].add(str(rule["format"]))
    coloured = [frozenset(looks[name]) for name in players if name in looks]
    assert len(coloured) in (0, len(players))
    assert len(set(coloured)) == len(coloured)


WON = "★ You have won by forfeit."
OVER = (WON, "★ Bo has won by forfeit.", "★ A draw (time).")


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_told_in_amber_to_the_winner_alone(game):
    """Amber waits for somebody, or has won: all others are told calmly, and nothing is cream."""
    for made in spreadsheets_of(find_template(game), Context("m", "A Game", PLAYERS)):
        colours = made.template.palette.colours
        for page in made.pages:
            if "bar" not in page.tab.named_rects:
                continue
            asks, renderer = "ask" in page.tab.named_rects, Renderer(page, made.template.palette)
            for told in OVER:
                shown = {page.name("ask" if asks else "headline"): ((told,),)}
                fills = fills_of(page, renderer.render(shown))
                if asks and told == WON:
                    assert (fills["bar"], fills["ask"]) == (colours["amber"], colours["amber"])
                else:
                    assert fills["bar"] == colours["silver"]
                    calm = "paper" if asks or made.is_console else "white"
                    assert fills["ask" if asks else "headline"] == colours[calm]
                if asks:
                    assert fills["entry"] == colours["white"]


def fills_of(page, drawing):
    """The fill of the first cell of each name."""
    fills = {(cell.row, cell.column): cell.look.fill for cell in drawing.cells}
    return {name: fills.get((rect.top, rect.left)) for name, rect in page.tab.named_rects.items()}


@pytest.mark.parametrize("game", PLAIN)
def test_the_plain_sheets_show_long_hands_whole_and_head_what_each_is_to_do(game):
    template = find_template(game)
    context = Context("m", "A Game", NAMES[:5], seat=1 if template.tables else None)
    hand = "princess countess king prince prince handmaid baron priest guard"
    shown_on = [page for page in pages(template, context) if "to_do" in page.tab.named_rects]
    assert shown_on
    for page in shown_on:
        standing, to_do = page.tab.named_rects["standing"], page.tab.named_rects["to_do"]
        rows = (("", "hand"), *((name, hand) for name in NAMES[:5]))
        drawing = render(page, template.palette, {page.name("standing"): rows})
        cells = {(cell.row, cell.column): cell for cell in drawing.cells}
        assert cells[standing.top, to_do.left].text == "to do"
        shown = cells[standing.top + 5, standing.left + 1]
        assert shown.look.overlong == "wrap"
        letter = shown.look.size * 2 / 3  # pixels, about
        lines = len(hand) * letter / drawing.widths[shown.column]
        assert drawing.heights[shown.row] >= lines * shown.look.size * 4 / 3


DRESSING = {"repeatCell", "mergeCells", "updateDimensionProperties"}


def growing_sheets():
    """The spreadsheets with a score sheet of each game, and a console."""
    for game in GAMES:
        seat = 1 if find_template(game).tables else None
        yield pytest.param(partial(spreadsheet, game, PLAYERS, seat, True), id=game)
    yield pytest.param(partial(console, 2), id=CONSOLE)


@pytest.mark.parametrize("make", [*growing_sheets()])
def test_a_score_sheet_that_grew_looks_as_it_did(make):
    sheet = make()
    page = next(page for page in sheet.pages if "entry" in page.tab.named_rects)
    rect = page.tab.named_rects["entry"]
    assert rect.height >= LEAST_FREE
    used = {int(page.texts.get("seat", 0)): rect.height}
    update = plan_growth(sheet.wanted, read_metadata(sheet.requests), used)
    assert update.findings == ()
    dressing = [request for request in update.requests if DRESSING & request.keys()]
    tab = simulate([*sheet.requests, *dressing]).tabs[page.sheet]
    last = update.places[page.name("entry")].rect.bottom - 1
    assert last > rect.bottom
    long = [
        page.tab.named_rects[name]
        for name in (*LONG_COLUMNS, "formed")
        if name in page.tab.named_rects
    ]
    columns = [column for rect in long for column in range(rect.left, rect.right)]
    assert _drawn(tab, rect.bottom - 1, columns) == _drawn(tab, last, columns)


def _drawn(tab, row, columns):
    """How a row looks: its formats, its height, and which of its cells are merged."""
    merged = {(rect.left, rect.right) for rect in tab.merges if rect.top <= row < rect.bottom}
    return [tab.cells[row, column].look for column in columns], tab.heights.get(row), merged
