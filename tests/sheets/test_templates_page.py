"""What docs/templates.md shows can be copied: examples load, and styles are the palette's."""

import re
import tomllib
from pathlib import Path

import pytest

from umpire.sheets.context import Context
from umpire.sheets.layout_simulator import simulate
from umpire.sheets.palette import read_palette
from umpire.sheets.reconcile import setup_requests
from umpire.sheets.template import Template, folder_of_templates, read_template

PAGE = (Path(__file__).parents[2] / "docs" / "templates.md").read_text("utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
CONTEXT = Context("m-1", "A game", ("Ana", "Bo"), ("daemon@umpire.local",))
MAIN = 'title = "{match}"\nlocale = "en_GB"\ntime_zone = "Etc/UTC"\n'
TABS = 'tabs = ["board.toml", "player.toml"]\n'
TAB = 'title = "{player}"\nfor_each = "player"\nrows = 300\ncolumns = 40\nstyle = "page"\n'
BOARD = 'title = "Board"\nrows = 9\ncolumns = 9\nstyle = "page"\n'
NAMES = {
    "folds": ("pile_titles", "form_pile_1", "offered"),
    "flows": ("table",),
    "play": (
        *("ask", "due", "reply", "title", "subtitle", "hand_1", "hand_2", "events", "entry"),
        *("form_card", "form_target", "form_send", "form_note"),
    ),
    "colours": ("cards", "colour_names", "winners", "left_name", "set_column", "set_state"),
}
"""The names that an example speaks of and another file of its template would give."""


def with_example(folder: Path, example: str) -> Template:
    """A template that has an example of the page where it belongs."""
    keys = tomllib.loads(example).keys()
    named = [name for key in keys for name in NAMES.get(key, ())]
    areas = [f'{{ at = "AA{row}", name = "{name}" }}' for row, name in enumerate(named, 1)]
    files = {"template.toml": MAIN + TABS, "board.toml": BOARD, "player.toml": TAB}
    if "tables" in keys:
        files["template.toml"] = MAIN + example
        files["table.toml"] = TAB
        files["rules.toml"] = BOARD.replace("Board", "Rules")
    elif "styles" in keys:
        files["template.toml"] += example
    else:
        files["player.toml"] += (f"areas = [{', '.join(areas)}]\n" if areas else "") + example
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return read_template(folder)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_loads_and_is_laid_out(tmp_path: Path, example: str) -> None:
    template = with_example(tmp_path, example)
    template_places = simulate(setup_requests(template, CONTEXT, 0, {"left_name": "Ana"}))
    for area in tomllib.loads(example).get("areas", []):
        if "name" in area:
            assert {f"{area['name']}_1", f"{area['name']}_2"} <= template_places.names.keys()


def test_the_page_lists_the_styles_of_the_palette_with_their_colours() -> None:
    listed = re.findall(r"^\| `(\w+)` \| (\w*) ?\| (\w*) ?\| ([^|]+) \|$", PAGE, re.MULTILINE)
    palette = read_palette(folder_of_templates() / "palette.toml")
    assert [row[:3] for row in listed] == [
        (name, style.fill or "", style.text or "") for name, style in palette.styles.items()
    ]
