"""Whatever somebody is called or has typed, in every format it is text and nothing else."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO, StringIO
from xml.etree import ElementTree

import pytest
from converted_kit import opened
from export_kit import formulas, play
from markdown_it import MarkdownIt
from PIL import Image

from umpire.catalogue import find_game
from umpire.export.formats import FORMATS, ExportRequest, LoggedMatch, export
from umpire.export.markdown import CHAT
from umpire.games.base import UMPIRE
from umpire.library import verify
from umpire.store import Store

TEXTS = (
    "<script>alert(1)</script>",
    '=HYPERLINK("http://x.example.org")',
    "+1",
    "@everyone <@123> <#5>",
    "||spoiler|| a | b",
    "```\n# heading\n```",
    "[link](http://x) ![image](http://x) www.x.org",
    "a\x00\x07\x1b[31m\r\n\tb",
    "abc \u202e\u2066 fed",
    "\ud800",
    "x;=1+1;y",
    'a";=1+1',
    'a;"=1+1"',
    "a|=1+1|\t=1+1",
    " ＝1+1",
    "x;\n=1+1",
    "x" * 10_000,
    "long " * 2_000,
)
NAMES = ("||<b>`A|``", "http://x.org @everyone <@1>")
GAME = find_game("denizens-of-tartarus")


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[bool, ExportRequest]]:
    """The match in which all of it was said, closed and not."""
    said = [(n, NAMES[n % 2], text) for n, text in enumerate(TEXTS)]
    notes = [(20 + n, "umpire", f"note {text}") for n, text in enumerate(TEXTS)]
    end = [(90, "umpire", f"forfeit {NAMES[0]}"), (91, "umpire", "close")]
    with Store.open(tmp_path_factory.mktemp("hostile")) as store:
        yield {
            closed: ExportRequest(
                LoggedMatch(
                    store,
                    store.find(play(store, GAME, [*said, *notes, *rest], players=NAMES)),
                    GAME,
                ),
                viewer,
            )
            for closed, rest, viewer in ((True, end, UMPIRE), (False, [], NAMES[1]))
        }


def is_markdown(content: bytes) -> None:
    page = content.decode()
    html = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(page)
    assert set(re.findall(r"<(\w+)", html)) <= {
        *("h1", "h2", "p", "ul", "li", "strong", "code", "s", "pre"),
        *("table", "thead", "tbody", "tr", "th", "td"),
    }
    columns = {row.count("<td>") for row in re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)}
    assert columns <= {0, 5}
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page, flags=re.DOTALL)
    assert re.search(r"@|://|\|\||www\.", prose) is None
    assert all(line.isprintable() for line in page.splitlines())


def is_csv(content: bytes) -> None:
    rows = list(csv.reader(StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert all(text.isprintable() for row in rows for text in row)
    assert not formulas(content.decode("utf-8-sig"))


def is_svg(content: bytes) -> None:
    allowed = {"svg", "title", "desc", "rect", "path", "text"}
    for element in ElementTree.fromstring(content).iter():
        assert element.tag.rpartition("}")[2] in allowed
        assert (element.text or "").isprintable()
        assert not any(name.startswith("on") or "href" in name for name in element.attrib)


def is_png(content: bytes) -> None:
    Image.open(BytesIO(content)).verify()


def is_json(content: bytes) -> None:
    says = {turn["say"] for turn in json.loads(content)["turns"]}
    assert says & {*TEXTS}


def is_script(content: bytes) -> None:
    assert verify(content.splitlines()).word in ("proved", "unproved")


def is_workbook(content: bytes) -> None:
    book = opened(content)
    assert book.sheetnames == ["Board", "Moves", "Log", "Settings"]
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "n"}
    assert not any(cell.hyperlink for cell in cells)
    texts = [cell.value for cell in cells if cell.data_type == "s"]
    assert all(line.isprintable() for text in texts for line in text.split("\n"))


CHECKS: dict[str, Callable[[bytes], None]] = {
    "md": is_markdown,
    "csv": is_csv,
    "json": is_json,
    "png": is_png,
    "script": is_script,
    "svg": is_svg,
    "xlsx": is_workbook,
}


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("name", CHECKS)
def test_hostile_text_stays_text(
    orders: dict[bool, ExportRequest], name: str, closed: bool
) -> None:
    CHECKS[name](export(name, orders[closed]))


def test_every_format_is_tried() -> None:
    assert CHECKS.keys() | {"html"} >= FORMATS.keys()


@pytest.mark.parametrize("closed", [True, False])
def test_what_is_brief_fits_into_a_chat(orders: dict[bool, ExportRequest], closed: bool) -> None:
    order = orders[closed]
    text = export("md", replace(order, brief=True)).decode()
    is_markdown(text.encode())
    assert len(text) < CHAT
    assert ("Head of the log" in text) == closed
