"""The values derived from a match's record and the state of a spreadsheet, each computed once."""

from collections.abc import Mapping
from functools import cached_property, partial

from umpire.games.base import Screen
from umpire.json_types import JsonObject
from umpire.live.controls import EntryForm
from umpire.live.health import Caution
from umpire.live.match_log import MatchLog
from umpire.live.spreadsheet_state import Batch, SpreadsheetState
from umpire.projections.match_history import MatchHistory
from umpire.projections.sentences import Fairness
from umpire.sheets.snapshot import Snapshot
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata


class Upkeep:
    """The requests that put formats and protection back.

    They are the same until a wide look shows something else, or a text that colours wait for is
    another.
    """

    def __init__(self) -> None:
        self._wide: SpreadsheetMetadata | None = None
        self._words: Mapping[str, str | None] = {}
        self._requests: list[JsonObject] = []

    def requests(self, sheet: SpreadsheetState, texts: Mapping[str, str]) -> list[JsonObject]:
        """Return them for the texts of its one-cell blocks."""
        wide, words = sheet.layout.wide, {word: texts.get(word) for word in sheet.colour_words}
        if self._wide is not wide or self._words != words:
            self._wide, self._words, self._requests = wide, words, sheet.plan_upkeep(texts)
        return self._requests


class Contents:
    """The contents of the blocks of a spreadsheet.

    They are the same until something is logged or its forms, its findings or its guests change.
    What players type elsewhere changes none of them.
    """

    def __init__(self) -> None:
        self._record: MatchHistory | None = None
        self._told: tuple[object, ...] = ()
        self._shown: Screen = {}

    def shown(self, sheet: SpreadsheetState, record: MatchHistory, fairness: Fairness) -> Screen:
        """Return them for a state of the spreadsheet."""
        forms = [
            form.blocks(record, sheet.typed)
            for form in sheet.controls
            if isinstance(form, EntryForm)
        ]
        beside = sheet.spreadsheet, sheet.layout.gone, sheet.remarks, sheet.read_every
        told = fairness, forms, *beside
        if self._record is not record or self._told != told:
            self._record, self._told = record, told
            self._shown = sheet.show(record, fairness)
        return self._shown


class Derived:
    """The values derived from a record and the state of a spreadsheet, computed on demand.

    `uneventful` is a look that changed none of them, with the decisions that were owed when it
    began; None if there was none yet.
    """

    uneventful: tuple[Snapshot, Mapping[str, str]] | None = None

    def __init__(
        self,
        log: MatchLog,
        sheet: SpreadsheetState,
        caution: Caution,
        upkeep: Upkeep,
        contents: Contents,
    ) -> None:
        self.sheet = sheet
        self.caution = caution
        self.record = log.record
        self._log = log
        self._upkeep = upkeep
        self._contents = contents

    def is_of(self, record: MatchHistory, sheet: SpreadsheetState, caution: Caution) -> bool:
        """Return whether it is derived from these."""
        return self.record is record and self.sheet is sheet and self.caution == caution

    @cached_property
    def shown(self) -> Screen:
        """The contents that the blocks of the spreadsheet must have."""
        return self._contents.shown(self.sheet, self.record, self._log.fairness)

    @cached_property
    def next_write(self) -> Batch:
        """The one write that brings the spreadsheet up to date; empty if it is."""
        upkeep = partial(self._upkeep.requests, self.sheet)
        return self.sheet.next_write(self.record, self.shown, upkeep, self.caution)

    @cached_property
    def wants_wide_look(self) -> bool:
        """Whether the next look at the spreadsheet should be a wide one, at once."""
        return self.sheet.wants_wide_look(self.caution)
