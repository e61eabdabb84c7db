"""The page in Firefox, which speaks WebDriver BiDi by itself: no driver is needed."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import websocket
from page_kit import ENTRY, FREE, Book, until
from play_kit import TABLE, play_at

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

CONTROL, ENTER = "\ue009", "\ue007"
ALT, ESCAPE = "\ue00a", "\ue00c"
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """A Firefox that is told what to do over a WebSocket."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(
            f"{address}/session", timeout=60, suppress_origin=True
        )
        self._ids = count(1)
        self.tell("session.new", capabilities={})
        (tab,) = self.tell("browsingContext.getTree")["contexts"]
        self.context = tab["context"]

    def tell(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def opens(self, link: str) -> None:
        self.tell("browsingContext.navigate", context=self.context, url=link, wait="complete")
        until(
            lambda: self.sees("document.getElementById('connection').dataset.state") == "live",
            "never live",
            seconds=30,  # it has just been started
        )

    def sees(self, expression: str) -> Any:
        told = self.tell(
            "script.evaluate",
            expression=expression,
            target={"context": self.context},
            awaitPromise=False,
        )
        assert told["type"] == "success", told
        return told["result"].get("value")

    def text(self, cell: str) -> Any:
        return self.sees(f"document.querySelector('#{cell} > .text')?.textContent ?? ''")

    def clicks(self, css: str) -> None:
        place = f"document.querySelector('{css}').getBoundingClientRect()"
        middle = f"{place}.x + {place}.width / 2, {place}.y + {place}.height / 2"
        x, y = json.loads(self.sees(f"JSON.stringify([{middle}].map(Math.round))"))
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._acts({"type": "pointer", "id": "mouse", "actions": steps})

    def presses(self, text: str, *, held: str = "") -> None:
        steps = [{"type": "keyDown", "value": held}] if held else []
        for key in text:
            steps += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        steps += [{"type": "keyUp", "value": held}] if held else []
        self._acts({"type": "key", "id": "keys", "actions": steps})

    def _acts(self, source: Any) -> None:
        self.tell("input.performActions", context=self.context, actions=[source])

    def fits(self, width: int, height: int) -> None:
        """Have a window that shows so much of a page."""
        size = {"width": width, "height": height}
        self.tell("browsingContext.setViewport", context=self.context, viewport=size)

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("needs firefox-esr or firefox on the path")
    folder: Path = tmp_path_factory.mktemp("firefox")
    said = folder / "said"
    with said.open("wb") as told:
        running = subprocess.Popen(
            [
                program,
                "--headless",
                "--no-remote",
                "--profile",
                folder,
                "--remote-debugging-port=0",
            ],
            stdout=told,
            stderr=told,
            env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "MOZ_DISABLE_CONTENT_SANDBOX": "1"},
        )
    try:
        found = until(lambda: LISTENS.search(said.read_text()), "Firefox never listened", 60)
        assert found is not None
        session = Firefox(found[1])
        yield session
        session.close()
    finally:
        running.terminate()
        running.wait(20)


def test_the_page_works_as_elsewhere(firefox: Firefox, book: Book) -> None:
    """All in one, so that one Firefox is started."""
    firefox.opens(book.link(book.writer, FREE))
    firefox.clicks("#B2")
    firefox.presses(f"first{ENTER}second{ENTER}")
    until(lambda: firefox.text("B3") == "second", "typed")
    until(lambda: firefox.sees("document.querySelectorAll('td.waiting').length") == 0, "taken")
    firefox.presses("z", held=CONTROL)
    until(lambda: firefox.text("B3") == "", "taken back")
    firefox.opens(book.link(book.owner, FREE))
    until(lambda: firefox.text("B2") == "first", "kept")
    firefox.opens(book.link(book.writer, ENTRY))
    fill = "getComputedStyle(document.getElementById('B3')).backgroundColor"
    assert firefox.sees(fill) == "rgb(255, 255, 255)"
    firefox.clicks("#C3 input")
    until(lambda: firefox.sees("document.querySelector('#C3 input').checked"), "ticked")
    book.write(ENTRY, 2, 3, "taken")
    until(lambda: firefox.text("D3") == "taken", "told")
    said = "document.getElementById('told').textContent"
    until(lambda: firefox.sees(said) == "D3: taken", "said")
    play_at(book)
    # The page is open already, and its address leads to no tab of which it has not been told yet.
    until(
        lambda: firefox.sees(f"document.querySelector('[data-id=\"{TABLE}\"]') !== null"), "a tab"
    )
    firefox.opens(book.link(book.writer, TABLE))
    until(lambda: firefox.sees("document.querySelectorAll('.piece').length") > 1, "pieces")
    firefox.clicks(".piece")
    into = "document.querySelector('.tray .drawn')?.textContent ?? ''"
    until(lambda: firefox.sees(into) == "G8", "put in by a click")
    firefox.fits(1920, 1080)
    foot = "Math.round(document.querySelector('[data-part=dock]').getBoundingClientRect().bottom)"
    until(lambda: firefox.sees(foot) == 1080, "the frame fills a large window")
    own = "document.querySelector('[data-part=dock]').getBoundingClientRect().width / 407"
    larger = pytest.approx(1.35, abs=0.01)
    until(lambda: firefox.sees(own) == larger, "and all in it is as much larger")
    firefox.clicks(".piece")
    until(lambda: firefox.sees(into) != "G8", "taken out where it is drawn")
    firefox.clicks(".piece")
    until(lambda: firefox.sees(into) == "G8", "and put in again")
    firefox.fits(1280, 800)
    is_log_open = "document.getElementById('drawer').checkVisibility()"
    firefox.presses("l", held=ALT)
    until(lambda: firefox.sees(is_log_open), "the log, which Alt+L opens")
    firefox.presses(ESCAPE)
    until(lambda: not firefox.sees(is_log_open), "closed")
    firefox.presses("g", held=ALT)
    until(lambda: firefox.text("C7") == "G8", "in the cell, which Alt+G shows")
    firefox.opens(book.link(book.writer, ENTRY))
    chrome = "window.innerHeight - document.getElementById('scroller').clientHeight"
    assert firefox.sees(chrome) <= 120
