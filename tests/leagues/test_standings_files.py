"""Standings as files: what each says, and what hostile names cannot do in them."""

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from browser_kit import chromium
from export_kit import formulas, play
from league_kit import Ended
from markdown_it import MarkdownIt
from toy import GAME

from umpire.leagues.columns import cells, head, match_rows, notes
from umpire.leagues.data import comma_separated, document
from umpire.leagues.names import Aliases, read_names
from umpire.leagues.pages import markdown, page
from umpire.leagues.screen import screen
from umpire.leagues.standings import Standings, league_standings, standings_of_all
from umpire.store import League, Store
from umpire.store.records import MembershipChange

NOBODY = Aliases()
HOSTILE = ("<script>x</script>", "||x|| _a_", "x @everyone", "a=HYPERLINK(1;2)", "עדי|&lt;")


def rows(standings: Standings) -> list[tuple[str, ...]]:
    return [row[:8] for row in cells(standings.table)]


def test_a_league_is_counted_from_the_store(store: Store, ended: Ended, cup: League) -> None:
    store.leagues.add_round("cup", 1, [("Ana", "Bo"), ("Cleo",)])
    archived = ended("Ana", "Bo", winner="Ana", league="cup", number=1)
    store.shelve(archived, "archive")
    ended("bo", "Cleo", winner="Cleo", reason="forfeit", status="over", league="cup")
    ended("Ana", "Cleo", reason=None, status="paused", league="cup", number=2)
    ended("Ana", "Bo", winner="Bo")  # of no league
    standings = league_standings(store, cup, NOBODY)
    assert head(standings.table)[:8] == ("#", "Player", "Pts", "P", "W", "D", "L", "F")
    assert rows(standings) == [
        ("1", "Ana", "3", "1", "1", "0", "0", "0"),
        ("1", "Cleo", "3*", "1", "1", "0", "0", "0"),
        ("3", "Bo", "-1*", "2", "0", "0", "1", "1"),
    ]
    assert [one.match for one in standings.table.unfinished] == ["numbers-3"]
    assert standings.subtitle == "Numbers, round 1 of 3, 2 of 3 matches ended"


def test_who_is_deleted_counts_no_more_and_who_is_archived_does(
    store: Store, ended: Ended, cup: League
) -> None:
    first = ended("Ana", "Bo", winner="Ana", league="cup")
    store.delete(first)
    assert not league_standings(store, cup, NOBODY).table.ended


def test_without_a_league_all_matches_count_but_demos(store: Store, ended: Ended) -> None:
    ended("Ana", "Bo", winner="Ana")
    store.shelve(ended("Ana", "Cleo", winner="Cleo"), "demo")
    found = standings_of_all(store, read_names("names.toml", 'Anna = ["Ana"]'))
    assert [row[1] for row in rows(found)] == ["Anna", "Bo"]
    assert standings_of_all(store, NOBODY, game="other").table.rows == ()


def test_who_gave_up_among_many_is_told_by_the_log(store: Store) -> None:
    phases = [{"who": "Ana"}, {"who": "Bo"}]
    play(store, GAME, [(1, "umpire", "forfeit Bo")], options={"phases": phases})
    (bo,) = (row for row in rows(standings_of_all(store, NOBODY)) if row[1] == "Bo")
    assert bo[-1] == "1"


@pytest.fixture
def with_void(store: Store, ended: Ended, cup: League) -> Standings:
    store.leagues.add_round("cup", 1, [("Ana", "Bo"), ("Cleo",)])
    ended("Ana", "Bo", reason="void", league="cup", number=1)
    ended("Ana", "Cleo", winner="Cleo", league="cup", number=2)
    ended("Bo", "Cleo", reason="void", status="over", league="cup", number=3)
    return league_standings(store, cup, NOBODY)


@pytest.mark.parametrize("form", [markdown, page, lambda told: json.dumps(document(told))])
def test_a_void_match_is_listed_as_one_in_every_format(
    with_void: Standings, form: Callable[[Standings], str]
) -> None:
    text = form(with_void)
    assert text.count("void") == 2
    assert "a draw" not in text.replace("a win, a draw, a loss", "")


def test_a_void_match_counts_for_nobody_and_is_not_waited_for(with_void: Standings) -> None:
    assert rows(with_void) == [
        ("1", "Cleo", "3", "1", "1", "0", "0", "0"),
        ("2", "Ana", "0", "1", "0", "0", "1", "0"),
        ("3", "Bo", "0", "0", "0", "0", "0", "0"),
    ]
    assert {row.player: row.rating for row in with_void.table.rows}["Bo"] == 0
    assert with_void.table.unfinished == ()
    assert with_void.subtitle == "Numbers, round 1 of 3, 3 of 3 matches ended"
    assert [result for _, _, result, _ in match_rows(with_void.table)] == [
        *("void", "Cleo won (points)", "void*")
    ]
    assert "Void: 2 matches count for nobody." in [*notes(with_void.table)]
    shown = screen(with_void)
    assert [row for row in shown["result"] if row[0]] == [
        *(("void",), ("Cleo won (points)",), ("void*",))
    ]


@pytest.mark.parametrize(
    ("changes", "told", "left"),
    [
        ((), "", False),
        ((("joined", 0),), "", False),
        ((("joined", 2),), "joined in round 3", False),
        ((("left", 2),), "left after round 2", True),
        ((("left", 0),), "left before round 1", True),
        ((("left", 2), ("joined", 3)), "left after round 2, back in round 4", False),
        ((("joined", 1), ("left", 4)), "joined in round 2, left after round 4", True),
    ],
)
def test_who_came_late_or_left_is_marked_in_every_format(
    store: Store, cup: League, changes: tuple[tuple[Any, int], ...], told: str, left: bool
) -> None:
    own = tuple(MembershipChange("Bo", what, rounds) for what, rounds in changes)
    store.leagues.change_players(replace(cup, changes=own), [])
    standings = league_standings(
        store, store.leagues.find("cup"), read_names("names.toml", 'Bob = ["Bo"]')
    )
    marked = f"Bob ({told})" if told else "Bob"
    assert marked in [row[1] for row in cells(standings.table)]
    assert f"<bdi>{marked}</bdi>" in page(standings)
    assert (marked,) in screen(standings)["player"]
    (row,) = (row for row in document(standings)["rows"] if row["player"] == "Bob")
    assert (row["membership"], row["has_left"]) == (told, left)
    read = csv.DictReader(StringIO(comma_separated(standings).decode("utf-8-sig")))
    assert {row["player"]: row["membership"] for row in read} == {
        "Ana": "",
        "Bob": told,
        "Cleo": "",
    }


@pytest.fixture
def hostile(store: Store, ended: Ended) -> Standings:
    for name in HOSTILE:
        ended(name, "Bo", winner=name, reason="points")
    return standings_of_all(store, NOBODY)


class _Texts(HTMLParser):
    """What a browser would make of a page: its elements and its texts."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_page_shows_hostile_names_as_they_are(hostile: Standings, cup: League) -> None:
    read = _Texts()
    read.feed(page(hostile))
    assert set(HOSTILE) <= set(read.texts)
    assert {"script", "img", "link", "a"}.isdisjoint(read.tags)
    assert "://" not in page(hostile), "it reaches no network"


@pytest.mark.browser
@pytest.mark.end_to_end
def test_a_page_lets_nothing_in_but_its_style(hostile: Standings, tmp_path: Path) -> None:
    file = tmp_path / "standings.html"
    made = page(hostile)
    file.write_text(made.replace("</main>", "<script>document.title = 'let in'</script></main>"))
    for browser in chromium():
        browser.get(file.as_uri())
        (refused,) = browser.get_log("browser")  # type: ignore[no-untyped-call]
        assert "script-src" in refused["message"], "the script is refused, and the style is not"
        assert browser.title == hostile.title
        head = browser.find_element("tag name", "th")
        assert head.value_of_css_property("text-align") == "right"


def test_markdown_leaves_hostile_names_as_text(hostile: Standings) -> None:
    text = markdown(hostile)
    shown = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    read = _Texts()
    read.feed(shown)
    assert {"script", "em", "strong", "a"}.isdisjoint(read.tags)
    assert read.tags.count("td") == len(hostile.table.rows) * len(head(hostile.table)) + 4 * 5
    assert "@everyone" not in text
    assert "||" not in text.replace("\\|", "")


def test_csv_holds_no_formula_and_numbers_as_numbers(hostile: Standings, ended: Ended) -> None:
    text = comma_separated(hostile).decode("utf-8-sig")
    read = list(csv.DictReader(StringIO(text)))
    assert {row["player"] for row in read} == {*HOSTILE, "Bo"}
    assert {row["points"] for row in read} == {"1.0", "0.0"}
    assert not formulas(text)


def test_a_name_of_an_old_log_that_would_be_a_formula_is_none(store: Store, ended: Ended) -> None:
    ended("=1+1", "\u202eBo" + "x" * 10_000, winner="=1+1")
    text = comma_separated(standings_of_all(store, NOBODY)).decode("utf-8-sig")
    first, second = (row["player"] for row in csv.DictReader(StringIO(text)))
    assert first == "'=1+1"
    assert second.startswith("\\u202eBo")
    assert len(second) < 1000


def test_json_is_whole(hostile: Standings) -> None:
    told = json.loads(json.dumps(document(hostile)))
    assert [*told] == ["league", "title", "game", "rules", "rows", "matches", "rounds"]
    assert {row["player"] for row in told["rows"]} == {*HOSTILE, "Bo"}
    assert {one["status"] for one in told["matches"]} == {"closed"}
