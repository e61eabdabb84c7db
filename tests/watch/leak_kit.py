"""Whether what a player may not know reaches a spreadsheet that they can open, in any game.

Two ways to find out. *Twins* are two matches that one viewer cannot tell apart, though others hold
other cards and have given other answers: whatever the daemon would send to the viewer's
spreadsheets must be the same in both. A *recorder* keeps the body of every request that a daemon
makes in a real match, so that whatever somebody typed can be looked for where it has no business.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from umpire.games.base import CHANCE, UMPIRE, AnyGame
from umpire.match import Header, Match, chance_answer, commitment, report, view
from umpire.sheets.client import Sheets
from umpire.sheets.context import Context
from umpire.sheets.layout import laid_out
from umpire.sheets.look import read_look
from umpire.sheets.template import Template
from umpire.showing.record import Record, Said, Transaction, first_record
from umpire.showing.sentences import Fairness
from umpire.showing.spreadsheets import Spreadsheet, spreadsheets_of
from umpire.store import Entry
from umpire.watch.sheet import Sheet

NOON = "2026-01-01T12:00:00.000Z"
NONSENSE = ("", "nonsense", "lock", "1", "pass", "raise 3", "-", "all")
_TRIES = 40


@dataclass(frozen=True)
class Pair:
    """Two matches that a viewer cannot tell apart. `differ` tells whether they are two at all."""

    one: Record
    other: Record

    @property
    def differ(self) -> bool:
        return _secrets(self.one) != _secrets(self.other)


def twins(
    game: AnyGame,
    players: Sequence[str],
    viewer: str | None,
    luck: Random,
    most: int,
    options: Mapping[str, Any],
) -> Iterator[Pair]:
    """Play two matches side by side that look the same to a viewer, as long as they do."""
    first = first_record(Header(game.id, tuple(players), dict(options)), game)
    dealt: list[str] = []
    one = _next(first, Said(0.0, UMPIRE, "note begins"), _Dealer(luck, dealt))
    said = Said(0.0, UMPIRE, "note begins")
    pair = _matched(first, one, [said], dealt, viewer, luck)
    for entry in range(most):
        if pair is None or pair.one.match.outcome is not None:
            return
        yield pair
        said = _said(pair.one, viewer, luck, entry)
        dealt = []
        one = _next(pair.one, said, _Dealer(luck, dealt))
        saids = [said]
        owed = None if said.by in (None, viewer) else pair.other.match.owed_by(said.by)
        if owed is not None and luck.random() < 0.6:
            state = pair.other.match.state
            texts = dict.fromkeys(
                owed.decision.kind.random_answer(state, owed.decision, luck) for _ in range(_TRIES)
            )
            saids = [*(replace(said, say=text) for text in texts), said]
        pair = _matched(pair.other, one, saids, dealt, viewer, luck)


def leaks_between(pair: Pair, game: AnyGame, template: Template, viewer: str | None) -> list[str]:
    """Say what a viewer's spreadsheets would show that tells two matches apart."""
    found = []
    players = pair.one.match.header.players
    accounts = {player: f"{player}@example.org" for player in players}
    context = Context("m-1", game.title, players, ("umpire@example.org",), accounts)
    for spreadsheet in spreadsheets_of(template, context):
        if spreadsheet.viewer in (None, viewer):
            one, other = (_texts(_sent(record, spreadsheet)) for record in (pair.one, pair.other))
            found += [
                f"{spreadsheet.name}: {ours!r} against {theirs!r}"
                for ours, theirs in zip(one, other, strict=False)
                if ours != theirs
            ]
            if len(one) != len(other):
                found.append(f"{spreadsheet.name}: {len(one)} texts against {len(other)}")
    return found


def _said(record: Record, viewer: str | None, luck: Random, entry: int) -> Said:
    """Something that somebody says now, or a limit that falls."""
    match = record.match
    falls = match.falls_at()
    if falls is not None and luck.random() < 0.05:
        return Said(round(falls + 0.001, 3))
    t = match.now if falls is None else round(min(match.now + luck.choice((0, 1, 7)), falls), 3)
    owed = luck.choice(match.pending)
    if owed.held is not None and luck.random() < 0.7:
        say = "lock"
    elif luck.random() < 0.15:
        say = luck.choice(NONSENSE)
    else:
        say = owed.decision.kind.random_answer(match.state, owed.decision, luck)
    return Said(t, owed.by, say, entry=entry)


class _Dealer:
    """Answers for chance: as it comes, keeping what was dealt, or nearly as it was dealt before."""

    def __init__(
        self, luck: Random, keep: list[str], before: Sequence[str] = (), changes: int = 0
    ) -> None:
        self._luck = luck
        self._keep = keep
        self._before = list(before)
        self._changes = changes

    def texts(self, match: Match) -> Iterator[str]:
        """Give answers to try, the last of which is right."""
        text = chance_answer(match, f"{self._luck.getrandbits(256):064x}")
        if self._before:
            known = self._before.pop(0)
            if self._changes and self._luck.random() < 0.5:
                yield self._changed(known, text, self._changes)
            text = known
        self._keep.append(text)
        yield text

    def _changed(self, known: str, other: str, changes: int) -> str:
        """Put some words of another deal into this one, each changing places if it is there."""
        tokens, strange = known.split(), other.split()
        for _ in range(changes):
            place, token = self._luck.randrange(len(tokens)), self._luck.choice(strange)
            if token in tokens:
                tokens[tokens.index(token)] = tokens[place]
            tokens[place] = token
        return " ".join(tokens)


def _next(record: Record, said: Said, dealer: _Dealer) -> Record:
    transaction = Transaction(record, "", NOON)
    judged = transaction.judge_alone(said)
    while transaction.record.match.owed_by(CHANCE) is not None:
        for text in dealer.texts(transaction.record.match):
            if transaction.judge_alone(Said(said.t, CHANCE, text)).line.ok:
                break
            transaction.record = replace(transaction.record, judged=transaction.record.judged[:-1])
    if said.entry is not None and said.by is not None:
        seat = record.match.seat(said.by)
        row = len(record.sheets[seat])
        transaction.process(Entry(seat, row, "typed", judged.answer, judged.line.n))
    return transaction.record


def _matched(
    record: Record,
    one: Record,
    saids: Sequence[Said],
    dealt: Sequence[str],
    viewer: str | None,
    luck: Random,
) -> Pair | None:
    """Let one of these be said in the other match so that the viewer still sees no difference."""
    seen = _seen(one, viewer)
    for number in range(_TRIES):
        said = saids[number % len(saids)]
        dealer = _Dealer(luck, [], dealt, changes=(4, 2, 1, 0)[4 * number // _TRIES])
        other = _next(record, said, dealer)
        if _seen(other, viewer) == seen:
            return Pair(one, other)
    return None


def _seen(record: Record, viewer: str | None) -> str:
    return json.dumps(view(record.match, viewer), sort_keys=True)


def _secrets(record: Record) -> str:
    held = [str(owed.held) for owed in record.match.pending]
    return json.dumps([report(record.match)["state"], held], sort_keys=True, default=str)


def _sent(record: Record, spreadsheet: Spreadsheet) -> list[dict[str, Any]]:
    """All that would be written into a spreadsheet in which nothing stands yet."""
    pages = spreadsheet.pages
    found = {
        "namedRanges": [
            {"namedRangeId": name, "name": name, "range": place.grid_range()}
            for name, place in laid_out(pages).items()
        ],
        "sheets": [
            {
                "properties": {
                    "sheetId": page.sheet,
                    "title": page.title,
                    "gridProperties": {"rowCount": page.tab.rows, "columnCount": page.tab.columns},
                }
            }
            for page in pages
        ],
    }
    fair = Fairness(commitment(record.match.header, "5e" * 32))
    sheet = Sheet.of(spreadsheet, "spreadsheet", "umpire@example.org", "token")
    sheet, _ = sheet.looked(read_look(found, None), sheet.show(record, fair), 0.0)
    shown = sheet.show(record, fair)
    return list(sheet.next_write(record, shown, sheet.keep).requests)


def _texts(sent: Any) -> list[str]:
    """Each request, and each cell of it, as a text."""
    return [
        json.dumps(cell, sort_keys=True)
        for request in sent
        for cell in ([*_cells(request)] or [request])
    ]


def _cells(request: dict[str, Any]) -> Iterator[Any]:
    for row in request.get("updateCells", {}).get("rows", []):
        yield from row["values"]


class Recorder:
    """Keeps what a connection sends: for each request the address and the body as one text."""

    def __init__(self, sheets: Sheets) -> None:
        self.sent: list[tuple[str, str]] = []
        http = sheets._http
        request = http.request

        def recorded(method: str, endpoint: str, *args: Any, **kwargs: Any) -> Any:
            body = json.dumps([args, kwargs], ensure_ascii=False, default=str)
            self.sent.append((endpoint, body))
            return request(method, endpoint, *args, **kwargs)

        http.request = recorded  # type: ignore[method-assign]

    def to(self, spreadsheet: str, since: int = 0) -> list[str]:
        """What was sent to a spreadsheet."""
        return [body for address, body in self.sent[since:] if spreadsheet in address]


def everything(sheets: Sheets, spreadsheet: str) -> str:
    """All that an account may read of a spreadsheet: cells, notes, rules, names, protection."""
    fields = "properties,namedRanges,sheets,developerMetadata"
    return json.dumps(sheets.metadata(spreadsheet, fields), ensure_ascii=False)


__all__ = ["Pair", "Recorder", "everything", "leaks_between", "twins"]
