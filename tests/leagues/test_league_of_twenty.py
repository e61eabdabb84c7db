"""A league of twenty matches, from pairing to the final table, told to a chat that often fails."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hosting_kit import numbers_template
from receiver_kit import lost, receiving, status
from umpires_server import UmpiresServer

from umpire.chat.announcer import Announcer
from umpire.chat.webhooks import Webhooks
from umpire.cli import cli
from umpire.leagues.names import Aliases
from umpire.leagues.standings import league_standings
from umpire.live.match_log import MatchLog, new_token
from umpire.match import asking
from umpire.store import Store

pytestmark = [pytest.mark.end_to_end, pytest.mark.begun_first]

PLAYERS = ("Ana", "Bo", "Cleo", "Dan", "Eva")
PHASES = '{"phases": [{"who": "each"}, {"who": "each"}]}'
ARRIVE, REFUSE = [status(204), status(200), lost], [status(429, Retry_After="1"), status(500)]
AGAIN = "(repeated"


def test_nothing_is_missed_and_nothing_told_twice_but_what_says_so(tmp_path: Path) -> None:
    chance = random.Random(7)
    template = str(numbers_template().folder)
    with UmpiresServer(None) as server, Store.open(tmp_path) as store, receiving() as chat:
        hosting = ("--server", server.base_url, "--template", template, "--no-cut")

        def umpire(*arguments: str) -> str:
            done = CliRunner().invoke(cli, ["--home", str(tmp_path), "league", *arguments])
            assert done.exit_code == 0, done.output
            return done.output

        about = ("--game", "numbers", "--players", ",".join(PLAYERS), "--options", PHASES)
        umpire("new", "cup", "--double", "--points", "3/1/0", *about)
        webhooks = Webhooks(tmp_path)
        webhooks.save(None, None, chat.url)
        arrived: list[str] = []

        def heard(handler: Any) -> None:
            """Take a post in, in one of the ways in which it arrives."""
            number = len(chat.texts)  # once it is answered the next may come
            chance.choice(ARRIVE)(handler)
            arrived.append(chat.texts[number])

        chat.answers.extend(chance.choice([heard, heard, *REFUSE]) for _ in range(1000))
        wall = [1.8e9]
        told = Announcer(store, webhooks, "daemon", 0.0, wall=lambda: wall[0], jitter=lambda: 1.0)

        def announce(turns: int) -> bool:
            for _ in range(turns):
                busy = told.turn()
                for webhook in told._webhooks.values():
                    if webhook.sending:
                        outcome = webhook.sending.deliveries.get()
                        webhook.sending.deliveries.put(outcome)
                wall[0] += 3.0
            return busy

        for _ in range(10):
            umpire("pair", "cup", *hosting)
            for row in store.matches():
                if not row.is_over:
                    announce(2)
                    _play(store, row.id, chance)
        while announce(20) or store.announcements.open_webhooks():
            assert wall[0] < 1.81e9, "it never comes to an end"
        rows = league_standings(store, store.leagues.find("cup"), Aliases()).table.rows
        assert [row.played for row in rows] == [8] * 5
        assert sum(row.won for row in rows) + sum(row.drawn for row in rows) / 2 == 20
        assert [row.place for row in rows] == sorted(row.place for row in rows)
        for row in store.matches():
            assert row.status == "closed"
            told_of_it = "\n".join(text for text in arrived if row.id in text)
            assert row.commitment in told_of_it, "its beginning was missed"
            assert store.lines(row.id)[-1].hash in told_of_it, "its end was missed"
            for player in row.players:
                assert told_of_it.count(f"- {player} says") >= 2, "a turn was missed"
    twice = [text for text, times in Counter(arrived).items() if times > 1]
    assert [text for text in twice if AGAIN not in text] == []
    assert any(AGAIN in text for text in arrived), "none was perhaps lost: the test tests nothing"


def _play(store: Store, match_id: str, chance: random.Random) -> None:
    """Let bots play a match to its end, and the umpire close it."""
    with MatchLog.open(store, store.find(match_id), new_token()) as live:
        live.resume_itself()
        while (match := live.history.match).outcome is None:
            pending = match.pending[0]
            live.command(pending.by, asking.random_answer(match, pending, chance))
        live.command("umpire", "close")
