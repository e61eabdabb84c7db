"""What is announced of a match: nothing missed, in order, nothing twice but what says so."""

import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from live_kit import ANA, BO, NOON, Table
from receiver_kit import garbage, lost, receiving, silence, status

from umpire.chat.announcements import LONGEST, Readers, escape_markdown, next_post
from umpire.chat.announcer import Announcer, announcing
from umpire.chat.webhooks import Delivery, Webhooks, post, shows_times
from umpire.store import Store
from umpire.store.announcements import Progress

Opens = Callable[..., Table]
AGAIN = "(repeated"


class Chat:
    """Webhooks that answer as they are told to, without any network."""

    def __init__(self, store: Store, folder: Path, match: Table, holder: str = "daemon") -> None:
        self.posts: list[tuple[str, str]] = []
        self.answers: list[Delivery] = []
        self.webhooks = Webhooks(folder)
        self.match = match
        clocks = match.hands.clocks()
        self.announcer = Announcer(
            store, self.webhooks, holder, 600.0, send=self._send, wall=clocks.wall, jitter=lambda: 1
        )

    def _send(self, url: str, text: str, picture: bytes | None) -> Delivery:
        self.posts.append((url, text))
        return self.answers.pop(0) if self.answers else Delivery(arrived=True)

    def hears(self, seconds: float = 5.0, step: float = 0.5) -> list[str]:
        """Let some time pass, and return what was posted meanwhile."""
        before = len(self.posts)
        for _ in range(int(seconds / step)):
            self.announcer.turn()
            for webhook in self.announcer._webhooks.values():
                while webhook.sending and webhook.sending.deliveries.empty():
                    time.sleep(0.001)
            self.announcer.turn()
            self.match.hands.move(step)
        return [text for _, text in self.posts[before:]]


@pytest.fixture
def chat(store: Store, tmp_path: Path) -> Callable[[Table], Chat]:
    def open_chat(match: Table, *whose: str | None) -> Chat:
        made = Chat(store, tmp_path, match)
        for viewer in whose or (None,):
            made.webhooks.save(match.row.id, viewer, f"https://chat.example/{viewer}")
        return made

    return open_chat


def says(match: Table, seat: int, *texts: str) -> None:
    match.types(seat, *texts)
    match.read()


def test_a_match_is_announced_with_its_commitment_and_who_is_asked(table: Opens, chat: Any) -> None:
    match = table("Ana", "Bo")
    (opening,) = chat(match).hears()
    assert f"The match begins. Commitment to the secret seed: `{match.row.commitment}`" in opening
    assert "Ana to answer" in opening


def test_a_match_begins_when_all_have_cut(table: Opens, chat: Any) -> None:
    match = table("Ana", "Bo", cut=True)
    heard = chat(match)
    (opening,) = heard.hears()
    assert "The players cut the deck; once all have, the match begins. Commitment to" in opening
    assert "Ana and Bo to cut" in opening
    says(match, ANA, "x")
    assert not any("begins" in text for text in heard.hears())
    says(match, BO, "y")
    (begun,) = heard.hears()
    assert "- The match begins." in begun
    assert "Ana to answer" in begun


def test_what_is_announced_from_the_middle_on_does_not_begin_then(table: Opens, chat: Any) -> None:
    match = table("Ana", "Bo", "Ana")
    says(match, ANA, "3")
    heard = chat(match)
    told = Progress(len(match.live.history.events))
    heard.announcer.store.announcements.begin(match.row.id, None, told)
    (opening,) = heard.hears()
    assert "begins" not in opening
    assert "Commitment" in opening


def test_a_limit_of_another_day_has_its_date(table: Opens, chat: Any) -> None:
    match = table({"who": "Ana", "limit": 13 * 3600})
    (opening,) = chat(match).hears()
    assert "Ana to answer (number) (until Fri 2 Jan 01:00:00 UTC)" in opening


@pytest.mark.parametrize("host", ["discord.com", "canary.discord.com"])
def test_on_discord_times_are_those_of_each_readers_clock(
    table: Opens, chat: Any, host: str
) -> None:
    match = table({"who": "Ana", "limit": 600}, {"who": "Bo", "limit": 13 * 3600})
    heard = chat(match)
    heard.webhooks.save(match.row.id, None, f"https://{host}/api/webhooks/1")
    (opening,) = heard.hears()
    at = int(NOON) + 600
    assert f"Ana to answer (number) (until <t:{at}:T>, <t:{at}:R>)**" in opening
    posts = heard.hears(500, step=20.0)
    assert f"Soon: Ana to answer (number) (until <t:{at}:T>, <t:{at}:R>)" in posts[0]
    says(match, ANA, "3")
    (turn,) = heard.hears()
    later = int(match.live.history.offset + match.live.history.match.now) + 13 * 3600
    assert f"Bo to answer (number) (until <t:{later}:f>, <t:{later}:R>)" in turn
    assert not any("UTC" in text for text in (opening, *posts, turn))


@pytest.mark.parametrize("host", ["chat.example", "discord.com.example", "notdiscord.com"])
def test_no_other_chat_is_sent_times_of_discords(host: str) -> None:
    assert not shows_times(f"https://{host}/api/webhooks/1")


def test_each_public_event_is_told_once_and_in_order(table: Opens, chat: Any) -> None:
    match = table("Ana", "Bo", "Ana", "Bo")
    heard = chat(match)
    heard.hears()
    told = []
    for seat, number in ((ANA, "3"), (BO, "4"), (ANA, "5")):
        says(match, seat, number)
        told += heard.hears()
    events = [line for text in told for line in text.splitlines() if line.startswith("- ")]
    assert events == ["- Ana says 3.", "- Bo says 4.", "- Ana says 5."]
    assert heard.hears() == []


def test_a_backlog_is_one_post_and_goes_on_in_the_next_where_it_is_too_long(
    table: Opens, chat: Any
) -> None:
    match = table(*["Ana"] * 200)
    heard = chat(match)
    for _ in range(150):
        says(match, ANA, "3")
    posts = heard.hears(30)
    assert 1 < len(posts) < 5
    assert all(len(text) <= LONGEST for text in posts)
    assert sum(text.count("- Ana says 3.") for text in posts) == 150
    assert sum(text.count("Commitment") for text in posts) == 1


@pytest.mark.parametrize(
    ("outcome", "marked"),
    [
        pytest.param(Delivery(), False, id="nobody there"),
        pytest.param(Delivery(wait=7.0), False, id="too early"),
        pytest.param(Delivery(may_have_arrived=True), True, id="answer lost"),
    ],
)
def test_what_failed_is_sent_again_and_marked_if_it_may_have_arrived(
    table: Opens, chat: Any, outcome: Delivery, marked: bool
) -> None:
    match = table("Ana", "Bo")
    heard = chat(match)
    heard.hears()
    says(match, ANA, "3")
    heard.answers = [outcome, outcome]
    tries = heard.hears(30)
    assert [text.count("Ana says 3.") for text in tries] == [1, 1, 1]
    assert [AGAIN in text for text in tries] == [False, marked, marked]
    says(match, BO, "2")
    assert all(AGAIN not in text and "Ana says" not in text for text in heard.hears())


def test_it_waits_as_long_as_it_is_told_and_longer_at_each_failure(table: Opens, chat: Any) -> None:
    match = table("Ana", "Bo")
    heard = chat(match)
    heard.answers = [Delivery(wait=60.0)]
    assert len(heard.hears(59, step=1.0)) == 1
    assert len(heard.hears(5)) == 1
    says(match, ANA, "3")
    heard.answers = [Delivery()] * 100
    assert len(heard.hears(300, step=5.0)) <= 10


def test_a_webhook_that_is_gone_is_told_of_once_and_left_alone_until_it_is_named_again(
    store: Store, table: Opens, chat: Any
) -> None:
    match = table("Ana", "Bo")
    heard = chat(match)
    heard.answers = [Delivery(refused="it answers 404", gone=True)]
    assert len(heard.hears(60, step=5.0)) == 1
    match.live.apply_commands()
    notes = [line.say for line in match.lines() if "webhook" in (line.say or "")]
    assert notes == [
        "note announcements to the webhook have stopped (it answers 404): add it again"
    ]
    store.announcements.resume(match.row.id, None)
    assert len(heard.hears()) == 1


def test_a_post_that_is_refused_is_left_out_and_told_of(table: Opens, chat: Any) -> None:
    match = table("Ana", "Bo")
    heard = chat(match)
    heard.hears()
    says(match, ANA, "3")
    heard.answers = [Delivery(refused="it answers 400")]
    assert len(heard.hears(20)) == 1
    says(match, BO, "3")
    assert ["Ana says" in text for text in heard.hears()] == [False]


def test_a_daemon_that_ended_in_the_middle_of_a_post_leaves_it_to_the_next_marked(
    store: Store, tmp_path: Path, table: Opens, chat: Any
) -> None:
    match = table("Ana", "Bo")
    first = chat(match)
    first.hears()
    says(match, ANA, "3")
    (before,) = store.announcements.states_of(match.row.id)
    wanted = next_post(
        first.announcer._readers(match.row, None), before.progress, match.hands.passed
    )
    assert wanted is not None
    assert store.announcements.claim(before, wanted.progress, "gone", first.announcer.wall(), 60.0)
    second = Chat(store, tmp_path, match, "second")
    assert second.hears(55, step=5.0) == []  # it may still be under way
    (text,) = second.hears(10)
    assert AGAIN in text
    assert "Ana says 3." in text


def test_of_two_daemons_on_one_store_one_posts(
    store: Store, tmp_path: Path, table: Opens, chat: Any
) -> None:
    match = table(*["Ana"] * 20)
    both = chat(match), Chat(store, tmp_path, match, "other")
    for _ in range(20):
        says(match, ANA, "3")
        for one in random.sample(both, 2):
            one.hears(1)
    for one in both:
        one.hears()
    posts = [text for one in both for _, text in one.posts]
    assert sum(text.count("- Ana says 3.") for text in posts) == 20
    assert all(AGAIN not in text for text in posts)


def test_a_player_s_own_webhook_has_what_is_asked_of_them_and_told_to_them_alone(
    table: Opens, chat: Any
) -> None:
    match = table({"who": "Ana", "secret": "forever"}, "Bo")
    heard = chat(match, None, "Ana", "Bo")
    heard.hears()
    says(match, ANA, "3")
    heard.hears()
    by = {
        viewer: [t for url, t in heard.posts if url.endswith(f"/{viewer}")]
        for viewer in ("None", "Ana", "Bo")
    }
    assert "Ana says 3." in by["Ana"][-1]
    assert not any("says 3" in text for text in by["None"] + by["Bo"])
    assert "Say a number from 1 to 6" in by["Ana"][0]
    assert "Say a number from 1 to 6" in by["Bo"][-1]


def test_the_public_learns_of_an_answer_that_is_held_neither_by_a_reminder_nor_otherwise(
    table: Opens, chat: Any
) -> None:
    phase = {"who": "group", "rule": "last", "secret": True, "limit": 600}
    posts = []
    for answers in (False, True):
        match = table(phase, "Ana")
        heard = chat(match, None)
        heard.hears(10)
        if answers:
            says(match, BO, "3")
        posts.append([t.splitlines()[1:] for t in heard.hears(560, step=20.0)])
    without, with_one = posts
    assert [line for t in without for line in t] == [line for t in with_one for line in t]
    assert "Soon: " in str(posts)


def test_what_is_due_when_all_is_over_is_told_before_the_daemon_ends(
    table: Opens, chat: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_PACE", "_LOOK"):
        monkeypatch.setattr(f"umpire.chat.announcer.{name}", 0.01)
    match = table(*["Ana"] * 200)
    heard = chat(match)
    heard.announcer.wall, heard.announcer.jitter = time.time, lambda: -1
    heard.answers = [Delivery(), Delivery(may_have_arrived=True)]
    for _ in range(150):
        says(match, ANA, "3")
    with announcing(heard.announcer, threading.Event()):
        pass
    once = [text for _, text in heard.posts[2:]]
    assert sum(text.count("- Ana says 3.") for text in once) == 150


def test_the_result_is_told_with_a_picture_and_at_the_closing_the_head(
    store: Store, table: Opens, chat: Any
) -> None:
    match = table("Ana", "Bo")
    heard = chat(match)
    drawn: list[Readers] = []
    heard.announcer.draw = lambda readers: drawn.append(readers) or b"PNG"
    heard.hears()
    match.live.command("umpire", "forfeit Bo")
    (result,) = heard.hears()
    assert "★" in result
    assert "take that back" in result
    assert len(drawn) == 1
    match.live.command("umpire", "close")
    (closed,) = heard.hears()
    assert store.lines(match.row.id)[-1].hash in closed
    assert store.seed(match.row.id) in closed
    assert heard.hears() == []
    assert store.announcements.open_webhooks() == set()


def test_everybodys_posts_that_say_how_it_stands_bear_the_boards_link(
    table: Opens, chat: Any
) -> None:
    match = table("Ana", {"who": "Bo", "limit": 600})
    heard = chat(match, None, "Ana")
    heard.announcer.board = lambda row: f"https://umpire.example.org/s/x/{row.id}"
    heard.hears()
    says(match, ANA, "3")
    match.live.note("a remark", to_all=True)
    heard.hears(700, step=20.0)
    link = f"\nBoard: <https://umpire.example.org/s/x/{match.row.id}>"
    public = [text for url, text in heard.posts if url.endswith("/None")]
    assert "Bo to answer" in public[1]
    assert "Soon: " in public[2]
    assert [text.endswith(link) for text in public] == [True] * len(public)
    match.live.note("another remark", to_all=True)
    (remark,) = heard.hears()
    assert "Board" not in remark
    assert not any("Board" in text for url, text in heard.posts if url.endswith("/Ana"))


def test_a_pause_is_told_where_the_umpire_ordered_it(table: Opens, chat: Any) -> None:
    match = table("Ana", "Bo")
    heard = chat(match)
    heard.hears()
    match.live.pause_itself("the server does not answer")
    assert heard.hears(120, step=5.0) == []
    match.live.resume_itself()
    assert heard.hears(10) == []
    match.live.command("umpire", "pause")
    (text,) = heard.hears(10)
    assert "The umpire stops the clock." in text
    assert "Paused by the umpire" in text


def test_what_is_taken_back_is_told_as_taken_back(table: Opens, chat: Any) -> None:
    match = table("Ana", "Bo")
    heard = chat(match)
    says(match, ANA, "3")
    heard.hears()
    match.live.command("umpire", "undo")
    (text,) = heard.hears()
    assert "The umpire takes back the last step" in text
    assert '"Ana says 3" no longer counts.' in text
    assert "Ana to answer" in text


HOSTILE = (
    "@everyone",
    "<@1234>",
    "||spoiler||",
    "`code`",
    "[x](http://evil.example)",
    "http://evil.example",
    "# head",
    "\x1b[31m\x00",
    "\u202eabc",
    "😀" * 5000,
)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_people_type_does_nothing_in_a_chat(text: str) -> None:
    shown = escape_markdown(text, 500)
    assert len(shown.encode("utf-16-le")) // 2 <= 500
    assert "@" not in shown
    assert "<" not in shown
    assert "://" not in shown
    assert "\u202e" not in shown
    assert shown.isprintable()
    for mark in "|`[":
        assert shown.count(mark) == shown.count(f"\\{mark}")


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        pytest.param([status(204)], Delivery(arrived=True), id="taken"),
        pytest.param([status(200, "{}")], Delivery(arrived=True), id="taken with a body"),
        pytest.param([status(429, Retry_After="3")], Delivery(wait=3.0), id="too early"),
        pytest.param(
            [status(429, '{"retry_after": 1.5}')], Delivery(wait=1.5), id="so says the body"
        ),
        pytest.param([status(429, "[]", Retry_After="Fri")], Delivery(), id="too early, no time"),
        pytest.param([status(429, Retry_After="9e99")], Delivery(wait=3600.0), id="for ever"),
        pytest.param([status(500)], Delivery(may_have_arrived=True), id="500"),
        pytest.param([status(404)], Delivery(refused="it answers 404", gone=True), id="gone"),
        pytest.param(
            [status(302, Location="http://127.0.0.1:1/")],
            Delivery(refused="it answers 302", gone=True),
            id="no redirect is followed",
        ),
        pytest.param([status(400)], Delivery(refused="it answers 400"), id="refused"),
        pytest.param([lost], Delivery(may_have_arrived=True), id="no answer"),
        pytest.param([garbage], Delivery(may_have_arrived=True), id="nonsense"),
    ],
)
def test_a_webhook_may_answer_anything(answers: list[Any], expected: Delivery) -> None:
    with receiving() as receiver:
        receiver.answers.extend(answers)
        assert post(receiver.url, "Hello", b"PNG") == expected
        assert receiver.pictures == [b"PNG"]
        assert receiver.posts[0]["allowed_mentions"] == {"parse": []}


def test_a_webhook_that_is_not_there_has_received_nothing() -> None:
    with receiving() as receiver:
        url = receiver.url
    assert post(url, "Hello") == Delivery()


def test_one_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("umpire.chat.webhooks._READ", 0.2)
    with receiving() as receiver:
        receiver.answers.append(silence(5.0))
        assert post(receiver.url, "Hello") == Delivery(may_have_arrived=True)


def test_told_is_what_the_store_gives_back(store: Store, table: Opens) -> None:
    match = table("Ana")
    store.announcements.begin(match.row.id, "Ana", Progress(3, "x\ud800", "r"))
    (kept,) = store.announcements.states_of(match.row.id)
    assert (kept.viewer, kept.progress) == ("Ana", Progress(3, "x\ud800", "r"))


def test_what_has_perhaps_arrived_stays_marked_though_a_second_try_fails(
    table: Opens, chat: Any
) -> None:
    heard = chat(table("Ana"))
    heard.answers = [Delivery(may_have_arrived=True), Delivery(), Delivery(arrived=True)]
    assert [AGAIN in text for text in heard.hears(60)] == [False, True, True]
