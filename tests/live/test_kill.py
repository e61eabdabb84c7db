"""`kill -9` at random moments: nothing that anybody enters is lost, and nothing is done twice."""

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from kill_kit import (
    ERRORS,
    GAME,
    PLAYERS,
    WHOLE,
    Steady,
    assert_nothing_lost_or_doubled,
    bots,
    killed,
    late_denizens,
    made,
    shown,
    steady_answer,
    wait_for_answers,
    wait_until,
)
from named_ranges import places_of, read_named
from processes import PROCESSES, umpire
from receiver_kit import Answer, _Handler, lost, receiving, status
from typing_kit import Typist
from umpires_server import UmpiresServer

from sheets_emulator.faults import Chance, Fault
from sheets_emulator.model import Document
from umpire.catalogue import find_game, games
from umpire.chat.announcements import escape_markdown
from umpire.chat.webhooks import Webhooks
from umpire.export.script import script_lines
from umpire.games.cards import names
from umpire.games.denizens_of_tartarus.playing import Block, Turn
from umpire.hosting.accounts import own_token
from umpire.match import Header, PendingDecision, verify
from umpire.projections.match_history import rebuild
from umpire.projections.scoresheet import quote
from umpire.projections.spreadsheets import BOARD, CONSOLE
from umpire.sheets.addresses import local_account
from umpire.sheets.client import SheetsClient, connect_local
from umpire.sheets.grid import Place, Rect
from umpire.store import Store
from umpire.store.worldtime import rfc3339

pytestmark = [
    pytest.mark.end_to_end,
    pytest.mark.begun_first,
    pytest.mark.skipif(os.name != "posix", reason="needs kill -9"),
]

TABLES = "arcanoid"
"""A game in which each player has a spreadsheet of their own, and answers are held."""


@pytest.mark.parametrize(
    ("header", "to_the_end"),
    [
        pytest.param(late_denizens(random.Random(7)), True, id=GAME.id),
        pytest.param(Header(TABLES, PLAYERS, {}), False, id=TABLES),
    ],
)
def test_what_is_typed_in_score_sheets_is_taken_once(
    tmp_path: Path, header: Header, to_the_end: bool
) -> None:
    luck = random.Random(7)
    pauses = [luck.uniform(0.6, 1.6) for _ in range(6 if to_the_end else 4)]
    with made(tmp_path, tmp_path, header) as (_, sheets, store, row):

        def forfeit() -> None:
            if not to_the_end:
                wait_for_answers(store, row)
                store.inbox.put(row.id, "umpire", "forfeit Ana", rfc3339(time.time()))

        with bots(row, store, tmp_path, 0.1, Steady if to_the_end else Typist):
            assert killed(tmp_path, row, pauses, at_last=forfeit) >= 3
        assert_nothing_lost_or_doubled(store, row, sheets)
        assert "★ " in shown(sheets, row, store, "headline", BOARD)[0]


FIELDS = ("card", "module", "piles", "draw", "argument", "spirit", "target")
ASTRAY = 0.3
"""How often a player first sends what will be refused."""


class FormPlayer(Typist):
    """A player at the form: it fills the form in and ticks the box."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.sent: list[str] = []

    def write(self) -> None:
        """Fill the form in unless what was sent last has not been processed."""
        ranges = {cell: f"form_{cell}_{self._seat + 1}" for cell in (*FIELDS, "send")}
        blocks = read_named(self._sheets, self._spreadsheet, list(ranges.values()))
        pending = self.catch_up().pending_of(self._player)
        if blocks[ranges["send"]][0][0] is True or pending is None or not self.is_asked():
            return
        filled = self._filled(pending)
        self.sent.append(
            pending.decision.kind.form_line(self._match.state, pending.decision, filled)
        )
        places = places_of(self._sheets, self._spreadsheet)
        values = {cell: {"stringValue": filled.get(cell, "")} for cell in FIELDS}
        self._sheets.write(
            self._spreadsheet,
            [
                _put(places[ranges[cell]], value)
                for cell, value in {**values, "send": {"boolValue": True}}.items()
            ],
        )

    def _filled(self, pending: PendingDecision) -> dict[str, str]:
        if self._random.random() < ASTRAY:
            return {"card": f"nonsense {len(self.sent)}", "module": "nowhere"}
        decision = pending.decision
        text = steady_answer(self._match, pending)
        return as_form(decision.kind.read(self._match.state, decision, text))


def _put(place: Place, value: dict[str, Any]) -> dict[str, Any]:
    """A request that writes into a cell."""
    rows = [{"values": [{"userEnteredValue": value}]}]
    update = {"range": place.grid_range(), "rows": rows, "fields": "userEnteredValue"}
    return {"updateCells": update}


def as_form(turn: Turn) -> dict[str, str]:
    """A turn as somebody fills it into the form."""
    filled = {"card": str(turn.card), "module": turn.module, "piles": turn.piles}
    filled["draw"] = "module" if turn.option else ""
    filled["argument"] = str(turn.pick or "")
    if turn.spirit is None:
        return filled
    attuned = "attuned " if turn.spirit.attuned else ""
    if isinstance(turn.spirit, Block):
        return filled | {"spirit": f"{attuned}block", "target": turn.spirit.module}
    return filled | {"spirit": f"{attuned}mulligan", "target": names(turn.spirit.cards)}


def test_no_tick_in_a_form_is_lost_or_heard_twice(tmp_path: Path) -> None:
    luck = random.Random(11)
    header = late_denizens(luck, 10)
    pauses = [luck.uniform(0.0, 0.1) for _ in range(4)]
    with made(tmp_path, tmp_path, header) as (_, sheets, store, row):

        def rows_filled() -> int:
            return sum(entry.text is not None for entry in store.entries(row.id))

        with bots(row, store, tmp_path, 0.05, FormPlayer) as both:
            assert killed(tmp_path, row, pauses, rows_filled) >= 3
        assert [player._player for player in both] == list(PLAYERS)
        for seat, player in enumerate(both):
            said = [line for line in store.lines(row.id) if line.by == row.players[seat]]
            assert [line.say for line in said] == player.sent
            assert [line.entry for line in said] == list(range(len(said)))
            assert {None} <= {line.code for line in said} <= {"syntax", None}
            answers = shown(sheets, row, store, f"answer_{seat + 1}", BOARD)
            for answer, sent, line in zip(answers, player.sent, said, strict=True):
                assert answer.startswith(f"by the form, {quote(sent)}: ")
                assert answer.startswith(f"by the form, {quote(sent)}: taken: ") == line.ok
            assert shown(sheets, row, store, f"form_send_{seat + 1}", BOARD) == [False]
        assert verify(script_lines(store, row), games()).remark is None


ORDERS = ("note {}", "extend Ana {}", "frobnicate {}", "undo {}", "say Xi {}")
UMPIRES = 2


def write_command(sheets: SheetsClient, spreadsheet: str, row: int, text: str) -> None:
    """Write a command as the umpire does, with the umpire's own link."""
    place = places_of(sheets, spreadsheet)["entry"]
    top, left = place.rect.top + row, place.rect.left
    cell = Place(place.sheet, Rect(top, left, top + 1, left + 1))
    sheets.write(spreadsheet, [_put(cell, {"stringValue": text})])


def test_each_command_on_the_console_is_carried_out_once(tmp_path: Path) -> None:
    luck = random.Random(5)
    written: list[str] = []
    header = Header(GAME.id, PLAYERS, {})
    with made(tmp_path, tmp_path, header) as (server, sheets, store, row):
        console = store.hosting(row.id).spreadsheets[CONSOLE]
        secret = store.hosting(row.id).link("umpire").secret
        with closing(connect_local(server.base_url, secret)) as umpires:

            def say(*texts: str) -> None:
                for text in texts:
                    write_command(umpires, console, len(written), text)
                    written.append(text)

            def say_and_pause() -> Iterator[float]:
                """Before each daemon give it something to do, and before the last one the end."""
                for number in range(1, 5):
                    say(*(luck.choice(ORDERS).format(number) for _ in range(6)))
                    yield luck.uniform(0.0, 0.1)
                say("forfeit Ana")

            def rows_heard() -> int:
                return sum(entry.seat == UMPIRES for entry in store.entries(row.id))

            assert killed(tmp_path, row, say_and_pause(), rows_heard) == 4
        told = [line for line in store.lines(row.id) if line.cell is not None]
        assert [line.cell for line in told] == [f"Console!B{21 + at}" for at in range(len(written))]
        for text, line in zip(written, told, strict=True):
            assert line.say is not None
            assert line.say == text or (text.startswith("say") and text in line.say)
        rows = [entry for entry in store.entries(row.id) if entry.seat == UMPIRES]
        assert [entry.value for entry in rows] == written
        assert shown(sheets, row, store, "answer", CONSOLE) == [entry.answer for entry in rows]
        assert verify(script_lines(store, row), games()).remark is None


TICKED = (0, 1, 3, 4)
"""Of five rows of the workings those that are ticked at once; the last but one is refused."""


def test_each_tick_in_the_workings_is_said_once_and_none_below_a_refused_one(
    tmp_path: Path,
) -> None:
    luck, header = random.Random(6), Header("by-hand", PLAYERS, {"counters": {"points": 0}})
    batches: list[list[str]] = []
    with made(tmp_path, tmp_path, header) as (server, sheets, store, row):
        console = store.hosting(row.id).spreadsheets[CONSOLE]
        secret = store.hosting(row.id).link("umpire").secret
        with closing(connect_local(server.base_url, secret)) as umpires:

            def tick_and_pause() -> Iterator[float]:
                """Before each daemon tick rows, in the same write as what they show."""
                places = places_of(umpires, console)
                for number in range(1, 6):
                    texts = [f'="count all points +"&{number}&{at}' for at in range(3)]
                    batches.append([f"count all points +{number}{at}" for at in range(2)])
                    rows = [5 * (number - 1) + at for at in TICKED]
                    writes = [*zip(rows, [*texts[:2], f"fly {number}", texts[2]], strict=True)]
                    umpires.write(
                        console,
                        [
                            _put(_below(places[name], at), value)
                            for at, text in writes
                            for name, value in (
                                ("workings_directions", _text_or_formula(text)),
                                ("workings_ticks", {"boolValue": True}),
                            )
                        ],
                    )
                    yield luck.uniform(0.0, 0.1)
                store.inbox.put(row.id, "umpire", "void", rfc3339(time.time()))

            def ticks_heard() -> int:
                return sum(line.cell is not None for line in store.lines(row.id))

            assert killed(tmp_path, row, tick_and_pause(), ticks_heard) == 5
        said = [line for line in store.lines(row.id) if line.cell]
        assert [line.say for line in said if line.ok] == [text for one in batches for text in one]
        assert [line.say for line in said if not line.ok] == [f"fly {n}" for n in range(1, 6)]
        assert True not in shown(sheets, row, store, "workings_ticks", CONSOLE)
        told = shown(sheets, row, store, "workings_answers", CONSOLE)
        assert [answer.partition(":")[0] for answer in told] == [
            answer
            for number in range(5, 30, 5)
            for answer in ("done", "done", "refused", f"not said, since row {number} was refused")
        ]
        assert verify(script_lines(store, row), games()).remark is None


def _below(place: Place, row: int) -> Place:
    top, left = place.rect.top + row, place.rect.left
    return Place(place.sheet, Rect(top, left, top + 1, left + 1))


def _text_or_formula(text: str) -> dict[str, Any]:
    return {"formulaValue" if text.startswith("=") else "stringValue": text}


AGAIN = "(repeated"


def busy(handler: _Handler) -> None:
    """Take nothing in: it is too early."""
    handler.rfile.read(int(handler.headers["Content-Length"]))
    handler.send_response(429)
    handler.send_header("Retry-After", "0.2")
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def heard(texts: list[str]) -> list[str]:
    """What a reader has heard who leaves out what is marked as perhaps told before, and was."""
    told: list[str] = []
    for text in texts:
        events = [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")]
        is_double = AGAIN in text and told[len(told) - len(events) :] == events
        told += [] if is_double else events
    return told


def test_no_announcement_to_a_webhook_that_fails_now_and_then_is_missed(tmp_path: Path) -> None:
    luck = random.Random(15)
    answers: list[Answer] = [status(204), status(204), status(500), lost, busy]
    header = late_denizens(luck, 15)
    with made(tmp_path, tmp_path, header) as (_, _, store, row), receiving() as receiver:
        receiver.answers.extend(luck.choice(answers) for _ in range(12))
        pauses = [luck.uniform(0.0, 0.3) for _ in range(3)]
        Webhooks(tmp_path).save(row.id, None, receiver.url)
        with bots(row, store, tmp_path, 0.1, Steady):
            killed(tmp_path, row, pauses, lambda: len(receiver.posts))
        lines = store.lines(row.id)
    record = rebuild(row.header(), find_game(row.game), lines, ())
    expected = [escape_markdown(event.text) for event in record.events if event.only is None]
    assert record.match.outcome is not None
    assert heard(receiver.texts) == expected
    assert any(AGAIN in text for text in receiver.texts), "nothing is told twice but what says so"


MOST_REQUESTS = 9
"""Requests that a command may make at most before it is killed."""
LATE = 0.05


def documents(server: UmpiresServer, folder: Path) -> dict[str, Document]:
    """All that the umpire owns, by id."""
    owner = local_account(own_token(folder))
    ids = (listed.file.spreadsheet_id for listed in server.service.visible(owner))
    return {its: server.service.open(owner, its).document for its in ids}


def look(document: Document) -> dict[str, Any]:
    """What two spreadsheets of the same role have in common."""
    return {
        "guests": Counter((grant.kind, grant.role) for grant in document.grants),
        "names": sorted(name.name for name in document.names),
        "tabs": [sheet.title for sheet in document.sheets],
        "protected": [len(sheet.protections) for sheet in document.sheets],
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_whose_making_is_killed_is_made_once_and_whole(tmp_path: Path, seed: int) -> None:
    """`umpire new` makes several spreadsheets at once."""
    luck = random.Random(seed)
    tried_at_once = 0
    with UmpiresServer(tmp_path) as server, Store.open(tmp_path) as store:
        server.faults.chances = (Chance(1.0, Fault("late", seconds=LATE)),)
        new = ("--home", str(tmp_path), "new", "devils-deal", "--players", "Ana,Bo")
        arguments = (tmp_path / ERRORS, *new, "--server", server.base_url)

        def make(until: int | None = None) -> int:
            """Run the command; kill it once it has made so many requests."""
            server.faults.calls.clear()
            command = PROCESSES.Process(target=umpire, args=arguments)
            command.start()
            if until is not None:
                wait_until(
                    lambda: len(server.faults.calls) >= until or not command.is_alive(),
                    "it makes no request",
                )
                command.kill()
            command.join(WHOLE)
            assert command.exitcode in (0, -signal.SIGKILL)
            return command.exitcode

        for _ in range(8):
            if make(luck.randint(2, MOST_REQUESTS)) == 0:
                break
            (pending,) = store.pending_matches.all()
            tried_at_once = max(tried_at_once, len(pending.requested))
        else:
            assert make() == 0
        assert tried_at_once > 1, "it was never killed while it asked for several"
        (row,) = store.matches()
        own = store.hosting(row.id).spreadsheets
        assert store.pending_matches.all() == store.pending_matches.unshown() == []
        assert documents(server, tmp_path).keys() == {*own.values()}
        assert make() == 0
        in_peace = store.hosting(store.matches()[-1].id).spreadsheets
        found = documents(server, tmp_path)
        assert own.keys() == in_peace.keys() == {"board", "table-1", "table-2", "console"}
        for role in own:
            assert look(found[own[role]]) == look(found[in_peace[role]]), role
        print((tmp_path / ERRORS).read_text())  # noqa: T201 -- shown if the test fails
