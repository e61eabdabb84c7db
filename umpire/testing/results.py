"""Tests of the results of rounds and of the notes of pieces, from which a page draws a match."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from random import Random
from typing import Final

from hypothesis import given

from umpire.games.results import Note, Result
from umpire.testing.base import RANDOM, Tests, examples, viewer_name, viewers
from umpire.testing.calls import notes, results, screen

_MENTION: Final = re.compile(r"\{(.*?)(?:'s)?\}")


class ResultTests(Tests):
    """Results and notes can be made at any moment, and a page can draw them."""

    @given(random=RANDOM)
    @examples(4)
    def test_a_page_can_draw_every_result(self, random: Random) -> None:
        for match in self.moments(random, mistakes=0.1):
            for viewer in viewers(match):
                for result in results(match, viewer):
                    _check_result(result, match.header.players)

    @given(random=RANDOM)
    @examples(4)
    def test_a_newer_result_stands_behind_the_older_ones(self, random: Random) -> None:
        entries = [*self.entries(random)]
        for viewer in viewers(entries[0].before):
            before: list[str] = []
            for entry in entries:
                names = [result.name for result in results(entry.judgement.match, viewer)]
                assert names[: len(before)] == before, (
                    f"The results of {viewer_name(viewer)} are those of {before}, and then those "
                    f"of {names}: a result stays in its place while the match goes on."
                )
                assert len({*names}) == len(names), f"Two results have the same name: {names}."
                before = names

    @given(random=RANDOM)
    @examples(2)
    def test_a_note_says_what_a_piece_does_all_match_long(self, random: Random) -> None:
        matches = self.moments(random)
        first = notes(matches[0], None)
        for match in matches:
            for viewer in viewers(match):
                assert notes(match, viewer) == first, (
                    f"The notes of {viewer_name(viewer)} are not those that everybody has at the "
                    "beginning: `notes` may depend only on what all know all match long."
                )
        blocks = {name for viewer in viewers(matches[0]) for name in screen(matches[0], viewer)}
        _check_notes(first, blocks)


def _check_result(result: Result, players: Sequence[str]) -> None:
    """Fail with a sentence if a page cannot draw a result."""
    for text in (result.name, result.title):
        assert text.strip(), f"A result lacks its name or its title: {result}."
    texts = [result.name, result.title, result.detail]
    for row in result.rows:
        pieces = [piece for column in row.columns for piece in column]
        texts += [row.label, row.makes, row.before, row.after, *row.pieces, *pieces]
        assert len(row.columns) in (0, len(result.columns)), (
            f"A row of {result.name!r} has {len(row.columns)} columns of {len(result.columns)}."
        )
    texts += [text for column in result.columns for text in (column.head, column.why)]
    assert all(isinstance(text, str) for text in texts), (
        f"{result.name!r} holds something that is no text: {texts}."
    )
    people = [result.won, *(row.by for row in result.rows), *(c.won for c in result.columns)]
    for name in people:
        assert name is None or name in players, f"{result.name!r} names {name!r}, who is no player."
    check_mentions(texts, players, repr(result.name))


def check_mentions(texts: Iterable[str], players: Sequence[str], what: str) -> None:
    """Fail with a sentence if texts mention somebody who does not play."""
    for name in (name for text in texts for name in _MENTION.findall(text)):
        assert name in players, f"{what} names {name!r}, who is no player."


def _check_notes(all_notes: Sequence[Note], blocks: Collection[str]) -> None:
    """Fail with a sentence if a page cannot tell which note a piece has."""
    pieces = [*_pieces(all_notes)]
    twice = [piece for piece in pieces if pieces.count(piece) > 1]
    assert not twice, f"These pieces have two notes each: {sorted(set(twice))}."
    for note in all_notes:
        for text in (note.piece, note.name, note.text):
            assert text.strip(), f"A note lacks its piece, its name or its text: {note}."
        unknown = [name for name in note.blocks if name not in blocks]
        assert not unknown, (
            f"The note of {note.piece!r} names blocks that no screen has: {unknown}."
        )


def _pieces(all_notes: Sequence[Note]) -> Iterator[tuple[str, str]]:
    for note in all_notes:
        for block in note.blocks or ("",):
            yield note.piece, block
