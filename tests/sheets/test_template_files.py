"""An umpire edits a template by hand: what is wrong is said in one sentence, and where."""

import shutil
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest
from toy import GAME as TOY

import umpire
from umpire.errors import UsageError
from umpire.sheets.template import (
    GROUP,
    _packages,
    check_tables,
    copy_template,
    find_template,
    folder_of_templates,
    read_template,
)
from umpire.sheets.toml_models import TemplateError

MAIN = """
title = "{match}"
locale = "en_GB"
time_zone = "Etc/UTC"
tabs = ["board.toml"]
"""
BOARD = """
title = "Board"
rows = 10
columns = 5
style = "page"
areas = [
  { at = "A1:C1", name = "headline", merge = "whole", style = "strong" },
  { at = "A2:A4", name = "cards", borders = { all = "thin" } },
]
colours = [ { on = "cards", begins = "R", style = "red" } ]
[column_widths]
"A:C" = 30
"""


@pytest.fixture
def folder(tmp_path):
    own = tmp_path / "my-game"
    own.mkdir()
    shutil.copy(folder_of_templates() / "palette.toml", tmp_path)
    (own / "template.toml").write_text(MAIN)
    (own / "board.toml").write_text(BOARD)
    return own


def test_a_template_of_ones_own_is_read_with_the_palette_beside_it(folder):
    template = find_template("any-game", folder)
    assert [tab.title for tab in template.tabs] == ["Board"]
    assert template.tabs[0].named_rects.keys() == {"headline", "cards"}


CLOCKED = """
title = "Board"
rows = 10
columns = 5
style = "page"
folds = [["until", "cards"], ["until"]]
areas = [
  { at = "A1", clock = true, text = "clock" },
  { at = "A1", clock = false, text = "no clock runs" },
  { at = "A2", name = "cards" },
  { at = "A3", clock = true, name = "until" },
]
colours = [
  { on = "both", begins = "R", style = "red" },
  { on = "until", filled = true, style = "to_move" },
  { on = "cards", where = "until", filled = true, style = "won" },
]
[groups]
both = ["cards", "until"]
"""


def test_an_area_may_be_there_only_with_clocks_or_only_without(folder):
    (folder / "board.toml").write_text(CLOCKED)
    (tab,) = read_template(folder).tabs
    assert tab.named_rects.keys() == {"cards", "until"}
    runs, stands = tab.with_clocks(True), tab.with_clocks(False)
    assert [text for area in runs.areas for _, text in area.texts()] == ["clock"]
    assert [text for area in stands.areas for _, text in area.texts()] == ["no clock runs"]
    assert (runs.folds, stands.folds) == ([["until", "cards"], ["until"]], [["cards"]])
    assert (runs.named_rects.keys(), stands.named_rects.keys()) == ({"cards", "until"}, {"cards"})
    assert [runs.members(colour) for colour in runs.colours] == [
        ["cards", "until"],
        ["until"],
        ["cards"],
    ]
    assert [stands.members(colour) for colour in stands.colours] == [["cards"]]


def test_a_folder_without_a_palette_takes_the_one_of_the_package(folder):
    (folder.parent / "palette.toml").unlink()
    assert "red" in read_template(folder).palette.styles


def test_a_folder_may_have_a_palette_of_its_own(folder):
    palette = (folder.parent / "palette.toml").read_text().replace("#C43E0B", "#AA0000")
    (folder / "palette.toml").write_text(palette)
    assert read_template(folder).palette.colours["red"] == "#AA0000"


def test_a_game_without_a_template_is_said():
    with pytest.raises(UsageError, match=r"no folder .*no-such-game"):
        find_template("no-such-game")


# What is changed in the board's file, and the words the sentence must have.
WRONG = [
    ('title = "Board"', "", ["key 'title'", "missing"]),
    ("rows = 10", 'rows = "ten"', ["key 'rows'", "'ten'"]),
    ("rows = 10", "rows = 0", ["key 'rows'"]),
    ("name =", "naem =", ["table 'areas'", "entry 1 (at A1:C1)", "key 'naem'", "no such key"]),
    ('at = "A2:A4"', 'at = "A2-A4"', ["table 'areas'", "entry 2", "'at'", "A2-A4", "A1:C5"]),
    ('at = "A2:A4"', "at = [1, 0, 4, 1]", ["table 'areas'", "entry 2", "'at'", "[1, 0, 4, 1]"]),
    ('at = "A2:A4"', 'at = "A2:A40"', ["table 'areas'", "A2:A40", "beyond"]),
    ('name = "cards"', 'name = "headline"', ["table 'areas'", "'headline'", "twice"]),
    ('name = "cards"', 'name = "B3"', ["table 'areas'", "'B3'", "cannot name"]),
    ('name = "cards"', 'name = "my cards"', ["table 'areas'", "'my cards'", "cannot name"]),
    ('style = "strong"', 'style = "stong"', ["A1:C1", "key 'style'", "'stong'"]),
    ('style = "page"', 'style = "pge"', ["key 'style'", "'pge'"]),
    ('merge = "whole"', 'merge = "all"', ["table 'areas'", "entry 1", "'merge'", "'all'"]),
    ('all = "thin"', 'all = "fat"', ["entry 2", "'borders'", "'fat'"]),
    ('all = "thin"', 'around = "thin"', ["entry 2", "'borders'", "'around'"]),
    ('on = "cards"', 'on = "crads"', ["table 'colours'", "entry 1", "'crads'"]),
    ('begins = "R", ', "", ["table 'colours'", "entry 1", "'begins'"]),
    ('style = "red"', 'style = "right_aligned"', ["table 'colours'", "entry 1", "fill"]),
    ('"A:C" = 30', '"A:C" = 1', ["table 'column_widths'", "'A:C'"]),
    ('"A:C" = 30', '"A:Z" = 30', ["'column_widths'"]),
    ('"A:C" = 30', '"1" = 30', ["'column_widths'", "'1'"]),
    ("rows = 10", "rows = 10\nfrozen_columns = 2", ["A1:C1", "frozen"]),
    ("rows = 10", 'rows = 10\nfolds = ["crads"]', ["key 'folds'", "entry 1", "'crads'"]),
    ("rows = 10", 'rows = 10\nflows = ["cards", "crads"]', ["key 'flows'", "entry 2", "'crads'"]),
    ('name = "cards"', 'name = "cards", text = "{nobody}"', ["{nobody}", "{player1}"]),
    ('name = "cards"', 'name = "cards", text = "{player}"', ["{player}"]),
    ('name = "cards"', 'across = 2, name = ["a", "b", "c"]', ["entry 2", "'name'", "3", "2"]),
    ('name = "cards"', 'rows = [["a", "b"]]', ["entry 2", "'rows'", "A2:A4"]),
    ('name = "cards"', 'text = "a", count_from = 1', ["entry 2", "only one"]),
    ("areas = [", "areas = [[", ["not valid TOML"]),
    ("[column", '[play]\nhnad = "cards"\n[column', ["table 'play'", "'hnad'", "no such key"]),
    ("[column", '[play]\nhand = "crads"\n[column', ["table 'play'", "'hand'", "'crads'"]),
    ("[column", '[play]\nboard = "cards:crads"\n[column', ["'play'", "'board'", "'crads'"]),
    ("[column", '[play]\nboard = "a:b:c"\n[column', ["'play'", "'board'", "'a:b:c'", "A1:C5"]),
    ("[column", '[play]\nboard = "A1:F2"\n[column', ["'play'", "'board'", "A1:F2", "beyond"]),
    ("[column", '[play]\nsend.tick = "crads"\n[column', ["'play'", "'send'", "'crads'"]),
    (
        "[column",
        '[play]\nfeeds = [{ from = "cards", into = "headline" }]\n[column',
        ["'play'", "'feeds'", "'into'", "'headline'", "'form'"],
    ),
    (
        "[column",
        '[play]\nform = "headline"\nfeeds = [{ from = "crads", into = "headline" }]\n[column',
        ["'play'", "'feeds'", "'from'", "'crads'"],
    ),
    (
        "[column",
        f'[play]\nhints = {{ bet = "{"x" * 241}" }}\n[column',
        ["'play'", "'hints'", "'bet'", "240"],
    ),
]


def assert_fault(folder, path, change, words):
    """A change in a file of a template is refused with one sentence that has these words."""
    text, (was, now) = path.read_text(), change
    assert was in text
    path.write_text(text.replace(was, now, 1))
    with pytest.raises(TemplateError) as caught:
        read_template(folder)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    for word in words:
        assert word in sentence
    return sentence


@pytest.mark.parametrize(("was", "now", "words"), WRONG)
def test_a_fault_is_one_sentence_with_file_table_and_key(folder, was, now, words):
    sentence = assert_fault(folder, folder / "board.toml", (was, now), words)
    assert sentence.startswith("my-game/board.toml")


@pytest.mark.parametrize(
    ("file", "was", "now", "words"),
    [
        ("my-game/template.toml", "en_GB", 'en_GB"\nx = "', ["key 'x'", "no such key"]),
        ("my-game/template.toml", '["board.toml"]', "[]", ["key 'tabs'"]),
        ("my-game/template.toml", "{match}", "{mtach}", ["{mtach}"]),
        ("my-game/template.toml", '"]', '"]\n[styles.x]\nfill = "rde"', ["'x'", "'fill'", "'rde'"]),
        ("my-game/template.toml", '"]', '"]\n[styles.x]\nfil = "red"', ["'x'", "'fil'"]),
        ("palette.toml", "#C43E0B", "C43E0B", ["table 'colours'", "'red'", "#0072B2"]),
        (
            "palette.toml",
            'fill = "blush"',
            'fill = "blusher"',
            ["'refused'", "'fill'", "'blusher'"],
        ),
        ("palette.toml", 'thin = "line"', 'thin = "lin"', ["'lines'", "'thin'", "'lin'"]),
    ],
)
def test_so_are_faults_of_the_other_files(folder, file, was, now, words):
    path = folder.parent / file
    assert_fault(folder, path, (was, now), [path.name, *words])


class TestTables:
    """A game with secrets: each player's own spreadsheet beside the board."""

    OWN = (
        'title = "{player}"\nfor_each = "player"\nrows = 9\ncolumns = 2\nstyle = "page"\n'
        'areas = [{ at = "A1", name = "cards" }, { at = "A2:A9", name = "entry", '
        "player_writes = true }]\n"
    )
    RULES = 'title = "Rules"\nrows = 2\ncolumns = 2\nstyle = "page"\n'

    @pytest.fixture
    def folder(self, folder):
        given = 'table_title = "{player}, seat {seat}"\ntables = ["own.toml", "rules.toml"]\n'
        main = MAIN.replace('["board.toml"]', '["board.toml", "rules.toml"]')
        (folder / "template.toml").write_text(main + given)
        (folder / "own.toml").write_text(self.OWN)
        (folder / "rules.toml").write_text(self.RULES)
        return folder

    def test_names_are_unique_in_a_spreadsheet_not_in_all_of_them(self, folder):
        template = read_template(folder)
        assert [tab.title for tab in template.tabs] == ["Board", "Rules"]
        assert [tab.title for tab in template.tables] == ["{player}", "Rules"]
        assert "cards" in template.tabs[0].named_rects
        assert "cards" in template.tables[0].named_rects

    @pytest.mark.parametrize(
        ("file", "was", "now", "words"),
        [
            ("template.toml", '"own.toml", ', "", ["'tables'", "for_each"]),
            ("template.toml", '"board.toml", ', '"own.toml", ', ["own.toml", "'for_each'"]),
            ("template.toml", "{player}, seat", "{nobody}", ["{nobody}"]),
            ("template.toml", 'table_title = "{player}, seat {seat}"\n', "", ["'table_title'"]),
            ("template.toml", 'tables = ["own.toml", "rules.toml"]', "", ["'tables'"]),
            ("own.toml", 'name = "cards"', 'name = "entry"', ["'entry'", "twice"]),
            ("own.toml", 'for_each = "player"\n', "", ["A2:A9", "for_each"]),
            ("rules.toml", "rows", 'areas = [{ at = "A1", name = "x" }]\nrows', ["'x'", "'tabs'"]),
            ("rules.toml", "rows", 'areas = [{ at = "A1", text = "{seat}" }]\nrows', ["{seat}"]),
            ("rules.toml", "rows", "rwos", ["key 'rows'"]),
        ],
    )
    def test_a_fault_is_one_sentence_too(self, folder, file, was, now, words):
        sentence = assert_fault(folder, folder / file, (was, now), words)
        assert sentence.startswith("my-game/")

    @pytest.mark.parametrize(("private", "tables"), [(True, False), (False, True)])
    def test_a_game_has_tables_if_it_has_secrets_and_only_then(self, folder, private, tables):
        game = type("Secrets", (type(TOY),), {"private": private})()
        with_tables = read_template(folder)
        other = replace(with_tables, table_title="", tables=())
        check_tables(other if tables else with_tables, game)
        with pytest.raises(UsageError, match="'tables'") as caught:
            check_tables(with_tables if tables else other, game)
        assert str(caught.value).endswith(".")


def test_a_missing_or_unreadable_file_is_said(folder):
    (folder / "board.toml").unlink()
    with pytest.raises(TemplateError, match=r"my-game/board\.toml is missing"):
        read_template(folder)
    (folder / "board.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(TemplateError, match=r"my-game/board\.toml cannot be read"):
        read_template(folder)


def brought_by(monkeypatch, point):
    """Let a package be installed that brings the template of its game."""
    monkeypatch.setattr(
        "umpire.sheets.template.entry_points", lambda group: [point] if group == GROUP else []
    )
    monkeypatch.setattr("umpire.sheets.template._packages", _packages.__wrapped__)


def test_a_package_may_bring_the_template_of_its_game(folder, monkeypatch):
    brought_by(monkeypatch, EntryPoint("far-game", "far.sheets", GROUP))
    monkeypatch.setattr(
        "umpire.sheets.template.files",
        {"far.sheets": folder, "umpire": Path(umpire.__file__).parent}.__getitem__,
    )
    assert find_template("far-game") == read_template(folder)


@pytest.mark.parametrize(("private", "plain"), [(False, "plain"), (True, "plain-private")])
def test_a_game_that_is_installed_without_a_template_has_the_plain_one(monkeypatch, private, plain):
    game = SimpleNamespace(private=private)
    monkeypatch.setattr("umpire.sheets.template.games", lambda: {"bare-game": game})
    template = find_template("bare-game")
    assert template == read_template(folder_of_templates() / plain)
    assert bool(template.tables) == private


@pytest.mark.parametrize("game", ["devils-deal", "plain"])
def test_the_files_of_a_template_are_copied_with_those_that_it_shares(tmp_path, game):
    own = tmp_path / "own"
    copy_template(game, own)
    assert read_template(own) == find_template(game)
    assert (own / "moves.toml").is_file()
    with pytest.raises(UsageError, match=r"own cannot be made \(.*\): name another folder"):
        copy_template(game, own)


def test_of_a_package_no_code_is_copied(folder, tmp_path, monkeypatch):
    (folder / "__init__.py").touch()
    monkeypatch.setattr("umpire.sheets.template._folder_of", lambda _: folder)
    copy_template("far-game", tmp_path / "own")
    assert sorted(file.name for file in (tmp_path / "own").iterdir()) == [
        "board.toml",
        "palette.toml",
        "template.toml",
    ]


def test_a_colour_of_ones_own_goes_into_the_copied_palette(tmp_path):
    own = tmp_path / "own"
    copy_template("devils-deal", own)
    main = own / "template.toml"
    main.write_text(f'{main.read_text()}\n[styles.loud]\nfill = "shocking pink"\n')
    with pytest.raises(TemplateError, match=r"under \[colours\] in a palette\.toml beside"):
        read_template(own)
    palette = own / "palette.toml"
    palette.write_text(
        palette.read_text().replace("[colours]", '[colours]\n"shocking pink" = "#FC0FC0"', 1)
    )
    assert read_template(own).palette.styles["loud"].fill == "shocking pink"


@pytest.mark.parametrize("file", sorted(folder_of_templates().rglob("*.toml")), ids=str)
def test_no_file_of_a_template_points_out_of_its_folder(file):
    assert "../" not in file.read_text()


def test_its_package_may_be_a_mere_folder(folder, monkeypatch):
    shutil.copytree(folder, folder.parent / "mere_sheets")
    monkeypatch.syspath_prepend(folder.parent)
    brought_by(monkeypatch, EntryPoint("far-game", "mere_sheets", GROUP))
    assert find_template("far-game") == read_template(folder)


def test_a_folder_may_bring_a_console_of_its_own(folder):
    assert read_template(folder).console == read_template(folder_of_templates() / "console").console
    shutil.copytree(folder_of_templates() / "console", folder / "console")
    file = folder / "console" / "template.toml"
    file.write_text(file.read_text("utf-8").replace("the umpire's console", "my desk"), "utf-8")
    assert "my desk" in read_template(folder).console.title


@pytest.mark.parametrize(
    ("main", "board"),
    [
        (MAIN, f'for_each = "player"\n{BOARD}'),
        (f'table_title = "x"\ntables = ["own.toml"]\n{MAIN}', BOARD),
    ],
    ids=["a player's tab", "tables"],
)
def test_nothing_in_a_console_is_for_a_player(folder, main, board):
    console = folder / "console"
    console.mkdir()
    (console / "template.toml").write_text(main)
    (console / "board.toml").write_text(board)
    (console / "own.toml").write_text(f'for_each = "player"\n{BOARD}'.replace("headline", "own"))
    with pytest.raises(TemplateError, match=r"console/template\.toml, key 'tabs' or 'tables'"):
        read_template(folder)
