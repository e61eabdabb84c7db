"""The replay page in a browser: played, read, and its log checked, whole and tampered with."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from browser_kit import chromium
from export_kit import play
from own_games import OURS
from replay_kit import play_bots
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from test_replay_data import HOSTILE, NAMES, data, held, page

from umpire.catalogue import find_game
from umpire.cli.analysing import analyse
from umpire.cli.commands.defaults import FEWEST_PLAYOUTS
from umpire.export.formats import ExportRequest, LoggedMatch, export
from umpire.games.base import UMPIRE
from umpire.games.results import addressed
from umpire.store import Store

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

Json = dict[str, Any]
MEGABYTE = 1_000_000
PHONE = 390
AXE = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    yield from chromium()


class Pages:
    """Pages of matches, each made when it is first asked for."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder, self.store = folder, store

    def address(self, name: str) -> str:
        file = self.folder / f"{name}.html"
        if not file.exists():
            html = self.html(name)
            assert len(html) < MEGABYTE, name
            file.write_bytes(html)
        return file.as_uri()

    def html(self, name: str) -> bytes:
        if not name.startswith("analysed"):
            return page(self.store, *self.match(name)).encode()
        row = self.store.find(self.match(name.removeprefix("analysed "))[0])
        order = ExportRequest(LoggedMatch(self.store, row, find_game(row.game)))
        return export("html", replace(order, analysis=analyse(order, FEWEST_PLAYOUTS)))

    def match(self, name: str) -> tuple[str, str | None]:
        """A match to show, and to whom."""
        match name:
            case "cut":
                return play_bots(self.store, "denizens-of-tartarus", cut=True), UMPIRE
            case "open":
                return play_bots(self.store, "devils-deal", lines=30), "Ana"
            case "hostile":
                made = play_bots(self.store, "devils-deal", players=NAMES, typed=HOSTILE * 90)
                return made, UMPIRE
            case "braces":
                said = [
                    (0.0, UMPIRE, "ask Ana: which = one of {1, 2}, {3}"),
                    (1.0, "Ana", "{3}"),
                    (2.0, UMPIRE, "end Ana: bye"),
                    (3.0, UMPIRE, "close"),
                ]
                return play(self.store, find_game("by-hand"), said), UMPIRE
            case game_id:
                return play_bots(self.store, game_id), UMPIRE


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    folder = tmp_path_factory.mktemp("pages")
    with Store.open(folder) as store:
        yield Pages(folder, store)


def opened(browser: Chrome, pages: Pages, name: str, turn: str = "") -> None:
    browser.get("about:blank")
    browser.get(f"{pages.address(name)}{turn}")


def checked(browser: Chrome) -> str:
    """What the page says when it is asked to check its log."""
    browser.find_element(By.ID, "check").click()
    for _ in range(200):
        said = browser.find_element(By.ID, "verdict").text
        if said and not said.startswith("Checking"):
            return said
        time.sleep(0.05)
    raise AssertionError("the check does not end")


def complaints(browser: Chrome) -> list[Any]:
    return [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("name", [*OURS, "cut", "hostile", "analysed hostile"])
def test_a_true_log_is_proved(browser: Chrome, pages: Pages, name: str) -> None:
    opened(browser, pages, name)
    log = json.loads(browser.execute_script("return JSON.stringify(match.textContent)"))
    lines = json.loads(log)["log"]
    said = checked(browser)
    assert said.startswith("proved")
    assert lines[-1]["hash"] in said
    assert lines[0]["meta"]["commitment"] in said
    assert complaints(browser) == []
    assert width_on_a_phone(browser) <= PHONE


def width_on_a_phone(browser: Chrome) -> int:
    """How wide the page is there: what is wider would have to be pushed to and fro."""
    screen = {"width": PHONE, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    width = browser.execute_script("return document.documentElement.scrollWidth")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    return int(width)


def put(at: list[str | int], value: Any) -> Callable[[Json], None]:
    """What puts a value at a place of the data."""

    def damage(told: Json) -> None:
        holder: Any = told
        for key in at[:-1]:
            holder = holder[key]
        holder[at[-1]] = value

    return damage


def middle_line(told: Json) -> int:
    """The place of a line in the middle that Ana said."""
    return next(at for at in range(20, 60) if told["log"][at].get("by") == "Ana")


def alter_line(key: str, change: Callable[[Any], Any]) -> Callable[[Json], int]:
    """Change something of a line; return the line that is told."""

    def tamper(told: Json) -> int:
        at = middle_line(told)
        told["log"][at][key] = change(told["log"][at][key])
        return at + 1

    return tamper


def remove_line(told: Json) -> int:
    at = middle_line(told)
    del told["log"][at]
    return at + 1


def add_line(told: Json) -> int:
    at = middle_line(told)
    told["log"].insert(at, dict(told["log"][at]))
    return at + 2


def add_option(told: Json) -> int:
    told["log"][0]["options"]["turn_seconds"] = 17
    return 1


def alter_state(told: Json) -> int:
    told["proof"]["states"][30] = [[["phase"], "over"]]
    return 32


def swap_cards(told: Json) -> int:
    first, second, *cards = told["log"][1]["say"].split()
    told["log"][1]["say"] = " ".join([second, first, *cards])
    return 2


def alter_chance(change: Callable[[Json], None]) -> Callable[[Json], int]:
    """Change what chance came from; return the line of its first outcome."""

    def tamper(told: Json) -> int:
        change(told)
        return int(told["proof"]["draws"][0][0])

    return tamper


def remove_end(told: Json) -> None:
    del told["log"][-1], told["proof"]["states"][-1]


TAMPERED: dict[str, Callable[[Json], int]] = {
    "word": alter_line("say", lambda say: f"{say} "),
    "hash": alter_line("hash", lambda _: "0" * 64),
    "judgement": alter_line("ok", lambda ok: not ok),
    "moment": alter_line("t", lambda t: t + 0.25),
    "line removed": remove_line,
    "line added": add_line,
    "option": add_option,
    "state": alter_state,
    "drawn card": swap_cards,
    "which draw": alter_chance(put(["proof", "draws", 0, 1], 2)),
    "seed": alter_chance(put(["log", -1, "seed"], "00" * 32)),
    "end": alter_chance(remove_end),
}


def test_a_log_that_was_tampered_with_differs(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "denizens-of-tartarus")
    whole = browser.execute_script("return match.textContent")
    for what, tamper in TAMPERED.items():
        told = json.loads(whole)
        number = tamper(told)
        browser.execute_script("match.textContent = arguments[0]", json.dumps(told))
        assert f"differs at line {number}" in checked(browser).splitlines()[0], what
    browser.execute_script("match.textContent = arguments[0]", whole)
    assert checked(browser).startswith("proved")


def test_a_cut_changed_differs(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "cut")
    told = json.loads(browser.execute_script("return match.textContent"))
    told["log"][1]["say"] += "x"
    browser.execute_script("match.textContent = arguments[0]", json.dumps(told))
    assert "differs at line 2" in checked(browser)


def said_of(browser: Chrome, contents: list[str]) -> list[str]:
    """The word, and perhaps where, that the check ends in with each of these as the page's data."""
    browser.set_script_timeout(60)
    found: list[str] = browser.execute_async_script(
        """
        const [contents, done] = arguments;
        (async () => {
            const said = [];
            for (const content of contents) {
                match.textContent = content;
                check.click();
                while (check.disabled) await new Promise((go) => setTimeout(go));
                said.push(verdict.querySelector("strong").textContent);
            }
            done(said);
        })();
        """,
        contents,
    )
    return found


DAMAGED: list[tuple[str, Callable[[Json], object]]] = [
    ("differs", put(["log"], None)),
    ("differs", put(["log"], [])),
    ("differs", put(["log"], {"length": 5})),
    ("differs", put(["log", 0], None)),
    ("differs", put(["log", 9], None)),
    ("differs", put(["log", 9], "say")),
    ("differs", put(["log", -1, "say"], 5)),
    ("differs", put(["log", -1, "say"], None)),
    ("differs", lambda told: told["log"][0].pop("meta")),
    ("differs", lambda told: told["log"][9].pop("hash")),
    ("differs", lambda told: told["log"].reverse()),
    ("differs", lambda told: told["log"].pop(9)),
    ("differs", lambda told: told["log"].insert(9, told["log"][8])),
    ("unproved", put(["proof"], None)),
    ("unproved", lambda told: told.pop("proof")),
    ("differs", put(["proof"], "proof")),
    ("differs", lambda told: told["proof"].pop("first")),
    ("differs", lambda told: told["proof"].pop("states")),
    ("differs", lambda told: told["proof"]["states"].pop(9)),
    ("differs", lambda told: told["proof"]["states"].pop()),
    ("differs", put(["proof", "states", 9], [[["phase", "of", "the", "moon"], "full"]])),
    ("differs", put(["proof", "states", 9], [[["__proto__", "toString"]]])),
    ("differs", put(["proof", "states", 9], [[["history", 4_000_000_000], 1]])),
    ("differs", put(["proof", "states", 9], [[["history", "length"], 4_000_000_000]])),
    ("differs", put(["proof", "draws"], None)),
    ("differs", put(["proof", "draws", 0, 1], "1")),
]
"""What a page says that was damaged in its data: a word, whatever it is."""


def fuzzed(told: Json, random: Random) -> None:
    """Damage a value somewhere in the log or in what it is checked with."""
    holder, key = told, random.choice(["log", "proof"])
    while isinstance(holder[key], (dict, list)) and holder[key] and random.random() < 0.85:
        holder = holder[key]
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        key = random.choice(keys)
    match random.randrange(5):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, holder[key])
        case 2 if isinstance(holder, list):
            holder[key:] = []
        case 3 if isinstance(holder[key], str):
            holder[key] += f" {holder[key]} x" * random.choice((1, 20))
        case _:
            holder[key] = random.choice([None, True, -1, 0.5, 1e300, 2**53, "", "x", [], [[]], {}])


def test_a_damaged_page_ends_in_a_word(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "devils-deal")
    whole = json.loads(browser.execute_script("return match.textContent"))
    kept = json.dumps({key: whole[key] for key in ("log", "proof")})
    words, contents = [], []
    for word, damage in DAMAGED:
        told = json.loads(kept)
        damage(told)
        words.append(word)
        contents.append(json.dumps(told))
    assert [one.split()[0] for one in said_of(browser, contents)] == words
    no_pages = ["", "null", "[]", "{}", '"log"', "5", "no JSON", kept[:-99], kept.replace(":", "")]
    assert {one.split()[0] for one in said_of(browser, no_pages)} == {"differs"}
    random, many = Random(1), [json.loads(kept) for _ in range(300)]
    for told in many:
        fuzzed(told, random)
    for told, said in zip(many, said_of(browser, [*map(json.dumps, many)]), strict=True):
        assert said.split()[0] in {"proved", "open", "unproved", "differs"}
        assert told.get("log") == whole["log"] or not said.startswith("proved"), said
    assert said_of(browser, [kept])[0].startswith("proved")
    assert complaints(browser) == []


def test_a_page_that_cannot_be_drawn_says_so_and_checks_its_log(
    browser: Chrome, pages: Pages, tmp_path: Path
) -> None:
    whole = page(pages.store, *pages.match("devils-deal"))
    told = data(whole)
    for damage in (None, lambda log: log.pop(9), lambda log: log.clear()):
        lines = [*told["log"]]
        if damage is not None:
            damage(lines)
        block = "no JSON" if damage is None else json.dumps(told | {"log": lines})
        file = tmp_path / "damaged.html"
        file.write_text(whole.replace(held(whole), block.replace("<", "\\u003c")))
        browser.get("about:blank")
        browser.get(file.as_uri())
        for key in (Keys.HOME, Keys.ARROW_RIGHT, Keys.END, " "):
            ActionChains(browser).send_keys(key).perform()
        browser.find_element(By.ID, "save").click()
        assert browser.find_element(By.ID, "subtitle").text.startswith(
            "This page's data was changed"
        )
        assert checked(browser).startswith("differs")
        assert complaints(browser) == []


def test_what_cannot_be_checked_is_said(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "open")
    assert checked(browser).startswith("open")
    opened(browser, pages, "devils-deal")
    browser.execute_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    assert checked(browser).startswith("unproved")


def shown(browser: Chrome) -> int:
    """The line of the log that is shown."""
    head = browser.execute_script("return line.querySelector('.head').textContent")
    return int(str(head).split(" ")[1])


def listed(browser: Chrome) -> list[int]:
    """The lines of the log that the list shows, if all of its parts are open."""
    script = "return [...list.querySelectorAll('li.turn:not(.aside) a')].map((one) => one.hash)"
    return [int(one.removeprefix("#turn=")) for one in browser.execute_script(script)]


def test_it_goes_from_turn_to_turn(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "denizens-of-tartarus", "#turn=17")
    assert shown(browser) == 17
    lines, board = listed(browser), browser.find_element(By.ID, "sheet").text
    after = lines[lines.index(17) + 1]
    keys = ActionChains(browser)
    for key, number in ((Keys.ARROW_RIGHT, after), (Keys.ARROW_LEFT, 17), (Keys.HOME, 1)):
        keys.send_keys(key).perform()
        assert shown(browser) == number, key
        assert browser.execute_script("return location.hash") == f"#turn={number}"
        assert (browser.find_element(By.ID, "sheet").text == board) == (number == 17)
    assert browser.find_element(By.ID, "move").text == "The match begins"
    keys.send_keys(Keys.END).perform()
    assert shown(browser) == lines[-1]
    _, at, _, of = browser.find_element(By.ID, "place").text.split(" ")
    assert at == of
    browser.find_element(By.ID, "first").click()
    browser.find_element(By.CSS_SELECTOR, "#list a[href='#turn=17']").click()
    # a browser tells a page of its new address in a moment
    WebDriverWait(browser, 10).until(lambda _: shown(browser) == 17)
    browser.execute_script("speed.value = '150'")
    keys.send_keys(" ").perform()
    WebDriverWait(browser, 10).until(lambda _: shown(browser) > 17)
    keys.send_keys(" ").perform()
    assert browser.execute_script("return document.querySelectorAll('.changed').length")


def test_what_was_refused_is_behind_a_switch(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "hostile", "#turn=17")
    told = json.loads(browser.execute_script("return match.textContent"))
    refused = [n for n, line in enumerate(told["log"], 1) if line.get("ok") is False]
    assert refused
    assert not {*refused} & {*listed(browser)}
    link = browser.find_element(By.CSS_SELECTOR, f"#list a[href='#turn={refused[-1]}']")
    assert not link.is_displayed()
    browser.execute_script(
        "for (const part of document.querySelectorAll('details')) part.open = true"
    )
    browser.find_element(By.ID, "aside").click()
    assert link.is_displayed()
    assert link.text.endswith(f"({told['log'][refused[-1] - 1]['code']})")


def test_the_list_tells_the_rounds_and_what_came_of_them(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "devils-deal")
    parts = browser.find_elements(By.CSS_SELECTOR, "#list summary")
    titles = [part.find_element(By.TAG_NAME, "b").text for part in parts]
    assert titles == [f"Round {number}" for number in range(1, len(parts) + 1)]
    assert all(" won " in part.text or part.text.endswith("A tie") for part in parts[:-1])
    assert parts[-1].text.endswith(("wins the match", "chips", "A tie", "pay the ante"))
    assert len(browser.find_elements(By.CSS_SELECTOR, "#marks i")) == len(parts)
    assert "typed" not in browser.find_element(By.ID, "list").text
    assert browser.find_element(By.ID, "move").text


ROWS = """return [...document.querySelectorAll('#list .row')].map((row) =>
    [row.querySelector('.who').textContent, row.querySelector('.did').textContent])"""


def test_each_row_of_the_list_keeps_its_name(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "devils-deal")
    told = json.loads(browser.execute_script("return match.textContent"))
    rows = [told["rows"][number] for turn in told["turns"] for number in turn["rows"]]
    several = [turn for turn in told["turns"] if len(turn["rows"]) > 1]
    assert several
    shown_rows = browser.execute_script(ROWS)
    for row in rows:
        who = "Both" if row.get("by") == "Ana and Bo" else row.get("by", "")
        only = f" only for {row['only']}" if "only" in row else ""
        assert [who, addressed(row["did"], told["players"]) + only] in shown_rows
    assert len(shown_rows) == len(rows) + sum(not turn["rows"] for turn in told["turns"])


@pytest.mark.parametrize("name", ["devils-deal", "eighteenth-hell"])
def test_what_was_done_has_room_beside_many_pieces(
    browser: Chrome, pages: Pages, name: str
) -> None:
    opened(browser, pages, name)
    browser.execute_script("for (const part of list.querySelectorAll('details')) part.open = true")
    narrowest, out = browser.execute_script(
        "const all = (css) => [...list.querySelectorAll(css)].filter((one) => one.offsetWidth);"
        "return [Math.min(...all('.did').map((one) => one.offsetWidth)),"
        " all('.row').filter((one) => one.scrollWidth > one.clientWidth).length]"
    )
    assert narrowest >= 96
    assert out == 0


def test_the_umpire_is_named_in_full(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "by-hand")
    cut = browser.execute_script(
        "return [...list.querySelectorAll('.who bdi')]"
        ".filter((one) => one.offsetWidth > one.parentElement.clientWidth)"
        ".map((one) => one.textContent)"
    )
    assert cut == []


def test_braces_around_what_is_no_name_stay(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "braces")
    assert ["Ana", "answered {3}"] in browser.execute_script(ROWS)


def test_a_view_shows_what_its_player_saw(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "devils-deal", "#turn=30")
    told = json.loads(browser.execute_script("return match.textContent"))
    titles = ["All open", "As Ana saw it", "As Bo saw it"]
    buttons = browser.find_elements(By.CSS_SELECTOR, "#views button")
    assert [button.text for button in buttons] == titles
    rows = {}
    for button, view in zip(buttons, told["views"], strict=True):
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
        known = [turn.get("seen", {}).get(view["of"], turn) for turn in told["turns"]]
        shown_rows = browser.execute_script(ROWS)
        rows[view["of"]] = shown_rows
        expected = [told["rows"][at] for part in known if part for at in part["rows"]]
        aside = sum(not part["rows"] for part in known if part)
        assert len(shown_rows) == len(expected) + aside
        secret = [at for at, part in enumerate(known) if part and part.get("unsaid")]
        assert bool(secret) == (view["of"] != UMPIRE)
    assert rows["Ana"] != rows["Bo"]
    assert len(rows["Ana"]) < len(rows[UMPIRE])


def test_a_figure_that_has_changed_tells_what_it_was(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "devils-deal")
    notes: list[str] = []
    for n in listed(browser):
        browser.execute_script("location.hash = `#turn=${arguments[0]}`", n)
        WebDriverWait(browser, 10).until(lambda _, n=n: shown(browser) == n)
        notes += browser.execute_script(
            "return [...document.querySelectorAll('.changed small')].map((one) => one.textContent)"
        )
        if len(notes) > 3:
            break
    assert len(notes) > 3
    assert all(note.startswith("was ") and note[4:].isdigit() for note in notes)


def test_only_a_piece_that_has_come_has_a_ring(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "denizens-of-tartarus")
    most = 0
    for n in listed(browser)[20:60]:
        browser.execute_script("location.hash = `#turn=${arguments[0]}`", n)
        WebDriverWait(browser, 10).until(lambda _, n=n: shown(browser) == n)
        ringed = browser.find_elements(By.CSS_SELECTOR, ".changed:not(.figure)")
        most = max(most, len(ringed))
    assert 0 < most < 8, "a row of cards that moves up has a ring at its new card alone"


def test_a_round_that_ends_brings_its_result_as_a_card(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "devils-deal")
    told = json.loads(browser.execute_script("return match.textContent"))
    frame = told["views"][0]["newest"][0][0]
    (n, *_) = (turn["n"] for turn in told["turns"] if turn["frame"] == frame)
    opened(browser, pages, "devils-deal", f"#turn={n}")
    card = browser.find_element(By.CSS_SELECTOR, "#result .result.fresh")
    assert " won " in card.find_element(By.TAG_NAME, "h3").text
    assert len(card.find_elements(By.CSS_SELECTOR, ".drawn")) == 6
    opened(browser, pages, "devils-deal", f"#turn={n - 1}")
    assert not browser.find_elements(By.CSS_SELECTOR, "#result .result")


def test_on_a_phone_a_table_is_cut_into_blocks_that_can_be_read(
    browser: Chrome, pages: Pages
) -> None:
    screen = {"width": PHONE, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    try:
        opened(browser, pages, "devils-deal", "#turn=40")
        browser.find_elements(By.CSS_SELECTOR, "#views button")[1].click()
        blocks = browser.find_elements(By.CSS_SELECTOR, "#board .frame:not([hidden]) .block")
        scales = [float(block.value_of_css_property("zoom")) for block in blocks]
        assert len(scales) > 2
        assert min(scales) >= 0.8
        for button in browser.find_elements(By.CSS_SELECTOR, "#controls button"):
            size = button.size
            assert not button.is_displayed() or min(size["width"], size["height"]) >= 44
        assert browser.execute_script("return document.documentElement.scrollWidth") <= PHONE
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_it_tells_how_good_the_answers_looked(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "analysed devils-deal")
    told = json.loads(browser.execute_script("return match.textContent"))
    verdicts = told["analysis"]["verdicts"]
    beside = browser.find_elements(By.CSS_SELECTOR, "#list .looked")
    assert len(beside) == len(verdicts) == told["analysis"]["given"]
    for n, found in verdicts.items():
        tag = f"#list a[href='#turn={n}'] .looked.{found['looks']}"
        words = browser.find_element(By.CSS_SELECTOR, tag).get_attribute("textContent") or ""
        assert found["looks"] != "lost" or words.endswith(f", better: {found['best']}")
        row = browser.find_element(By.CSS_SELECTOR, f"#list a[href='#turn={n}']")
        assert told["log"][int(n) - 1]["by"] in (row.get_attribute("textContent") or "")
    about = browser.find_element(By.ID, "analysis")
    assert f"{FEWEST_PLAYOUTS} playouts" in about.text
    curves = about.find_elements(By.CSS_SELECTOR, "figure path[class^=seat]")
    assert [curve.get_attribute("class") for curve in curves] == ["seat-1", "seat-2"]
    assert all(len(curve.get_attribute("d") or "") > 60 for curve in curves)
    links = about.find_elements(By.CSS_SELECTOR, "#moments a")
    moments = [moment["n"] for moment in told["analysis"]["moments"]]
    assert len(moments) == len(links) == 3
    for link, n in zip(links, moments, strict=True):
        link.click()
        head = f"Line {n} of the log · {told['log'][n - 1]['by']}"
        WebDriverWait(browser, 10).until(lambda _, head=head: head in told_now(browser))
        looked = browser.execute_script("return line.querySelector('.looked').textContent")
        assert f"Expected: {verdicts[str(n)]['worth']} %" in looked
    assert complaints(browser) == []


def told_now(browser: Chrome) -> str:
    return browser.find_element(By.ID, "line").get_attribute("textContent") or ""


def test_without_an_analysis_there_is_nothing_of_it(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "devils-deal")
    assert not browser.find_elements(By.CSS_SELECTOR, "#analysis, .looked")
    assert len(browser.find_elements(By.CSS_SELECTOR, ".legend .key")) == 2


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["hostile", "analysed devils-deal"])
def test_everybody_can_read_it(browser: Chrome, pages: Pages, name: str, is_dark: bool) -> None:
    scheme = "dark" if is_dark else "light"
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    opened(browser, pages, name)
    assert faults(browser) == []


def test_everybody_can_reach_all_of_it_on_a_phone(browser: Chrome, pages: Pages) -> None:
    screen = {"width": PHONE, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    try:
        opened(browser, pages, "devils-deal")
        assert faults(browser) == []
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def faults(browser: Chrome) -> list[Any]:
    """What axe-core finds: its rules, each with elements."""
    browser.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE})
    found: list[Any] = browser.execute_async_script(
        """
        const done = arguments[0];
        const html = (node) => node.html.slice(0, 99);
        const told = ({ id, nodes }) => [id, nodes.slice(0, 3).map(html)];
        axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
            done(violations.map(told)));
        """
    )
    return found


def test_it_goes_on_where_a_browser_takes_no_more_addresses(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "devils-deal", "#turn=2")
    move = browser.find_element(By.ID, "move").text
    browser.execute_script("history.replaceState = () => { throw new Error('too often'); }")
    browser.find_element(By.ID, "forward").click()
    assert browser.find_element(By.ID, "move").text != move
    assert "changed" not in browser.find_element(By.ID, "subtitle").text


def beside(browser: Chrome) -> str:
    """What the drawer shows, nothing while there is none."""
    drawer = browser.find_element(By.ID, "drawer")
    return drawer.text if drawer.is_displayed() else ""


def opens(browser: Chrome, name: str) -> None:
    browser.find_element(By.CSS_SELECTOR, f"#ways [data-opens={name}]").click()


def presses(browser: Chrome, key: str, held: str | None = None) -> None:
    actions = ActionChains(browser)
    if held is not None:
        actions.key_down(held)
    actions.send_keys(key)
    if held is not None:
        actions.key_up(held)
    actions.perform()


def focused(browser: Chrome) -> str:
    return browser.switch_to.active_element.get_attribute("data-opens") or ""


@pytest.mark.parametrize("game_id", [game for game in OURS if game != "by-hand"])
def test_the_rules_open_beside_it_with_every_section(
    browser: Chrome, pages: Pages, game_id: str
) -> None:
    opened(browser, pages, game_id)
    opens(browser, "rules")
    assert browser.switch_to.active_element.text == "Rules"
    chips = browser.find_elements(By.CSS_SELECTOR, "#drawer-chips button")
    sections = browser.find_elements(By.CSS_SELECTOR, ".rules-section")
    assert len(chips) == len(sections) > 1
    assert all(section.find_elements(By.CSS_SELECTOR, ".rule") for section in sections)
    presses(browser, Keys.ESCAPE)
    assert beside(browser) == ""
    assert focused(browser) == "rules"
    presses(browser, "r", held=Keys.ALT)
    assert beside(browser).startswith("Rules")
    presses(browser, "r", held=Keys.ALT)
    assert beside(browser) == ""
    assert complaints(browser) == []


def test_a_match_without_rules_offers_none(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "by-hand")
    ways = browser.find_elements(By.CSS_SELECTOR, "#ways button")
    assert [one.text for one in ways if one.is_displayed()] == ["Log", "More ▾"]


def test_a_drawer_is_pushed_beside_the_match(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "devils-deal")
    opens(browser, "rules")
    ends = browser.execute_script(
        "return [...document.querySelectorAll('#page, .frame, #drawer')]"
        ".filter((one) => one.offsetWidth).map((one) => one.getBoundingClientRect())"
        ".map(({ left, right }) => [left, right])"
    )
    *others, (left, _) = ends
    assert all(right <= left + 1 for _, right in others)


def test_the_log_beside_it_has_all_that_was_sent_in_this_view(
    browser: Chrome, pages: Pages
) -> None:
    opened(browser, pages, "hostile")
    opens(browser, "log")
    told = json.loads(browser.execute_script("return match.textContent"))
    sent = [line for line in told["log"][1:] if line["by"] not in (None, "chance")]
    rows = browser.find_elements(By.CSS_SELECTOR, "#drawer .sent")
    assert len(rows) == len(sent)
    assert "refused" in beside(browser)
    rows[-1].find_element(By.TAG_NAME, "a").click()
    n = rows[-1].find_element(By.CLASS_NAME, "row-number").text
    assert browser.current_url.endswith(f"#turn={n}")
    browser.find_elements(By.CSS_SELECTOR, "#views button")[1].click()
    of_view = browser.find_elements(By.CSS_SELECTOR, "#drawer .sent")
    assert 0 < len(of_view) < len(sent)


def test_the_menu_makes_it_dark_and_leads_to_the_check(browser: Chrome, pages: Pages) -> None:
    light = {"features": [{"name": "prefers-color-scheme", "value": "light"}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", light)
    opened(browser, pages, "devils-deal")
    opens(browser, "more")
    dark = browser.find_element(By.CSS_SELECTOR, "#more [data-does=dark]")
    look = "return getComputedStyle(document.querySelector('.block .cell')).backgroundColor"
    colors = [browser.execute_script(look)]
    said = [dark.text.split("\n")[-1]]
    for _ in range(2):
        dark.click()
        colors.append(browser.execute_script(look))
        said.append(dark.text.split("\n")[-1])
    assert [one.removeprefix("Dark").strip() for one in said] == ["as this device", "on", "off"]
    assert colors[0] == colors[2] != colors[1]
    browser.find_element(By.CSS_SELECTOR, "#more [data-does=check]").click()
    assert browser.switch_to.active_element.get_attribute("id") == "check"
    opens(browser, "more")
    presses(browser, Keys.ESCAPE)
    assert focused(browser) == "more"
    assert not browser.find_element(By.ID, "more").is_displayed()


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["rules", "log", "more"])
def test_everybody_can_read_what_opens_beside_it(
    browser: Chrome, pages: Pages, name: str, is_dark: bool
) -> None:
    scheme = "dark" if is_dark else "light"
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    opened(browser, pages, "devils-deal")
    opens(browser, name)
    assert faults(browser) == []


def test_on_a_phone_the_menu_leads_to_a_page_with_a_way_back(browser: Chrome, pages: Pages) -> None:
    screen = {"width": PHONE, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    try:
        opened(browser, pages, "devils-deal")
        opens(browser, "more")
        buttons = browser.find_elements(By.CSS_SELECTOR, "#more button, #ways [data-opens=more]")
        assert all(button.rect["height"] >= 44 for button in buttons)
        browser.find_element(By.CSS_SELECTOR, "#more [data-opens=rules]").click()
        assert not browser.find_element(By.ID, "stage").is_displayed()
        assert faults(browser) == []
        browser.find_element(By.ID, "drawer-back").click()
        assert browser.find_element(By.ID, "stage").is_displayed()
        assert focused(browser) == "more"
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_hostile_words_do_nothing(browser: Chrome, pages: Pages) -> None:
    opened(browser, pages, "hostile")
    scripts = browser.find_elements(By.TAG_NAME, "script")
    assert len(scripts) == 2
    assert "<b>Ana</b>" in browser.find_element(By.TAG_NAME, "h1").text
    browser.find_element(By.ID, "aside").click()
    browser.execute_script(
        "for (const part of document.querySelectorAll('details')) part.open = true"
    )
    assert "<script>alert(1)</script>" in browser.find_element(By.ID, "list").text
    assert complaints(browser) == []
