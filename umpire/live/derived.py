"""The values derived from a match's history and the state of a spreadsheet, each computed once."""

from collections.abc import Mapping
from functools import cached_property, partial

from umpire.json_types import JsonObject
from umpire.live.batch import Batch
from umpire.live.health import Caution
from umpire.live.match_log import MatchLog
from umpire.live.spreadsheet_state import SpreadsheetState
from umpire.projections.match_history import MatchHistory
from umpire.projections.sentences import Fairness
from umpire.sheets.diff import Blocks
from umpire.sheets.snapshot import Snapshot
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata


class Upkeep:
    """The requests that put formats and protection back.

    They are the same until a full snapshot shows something else, or a text changes that colours
    wait for.
    """

    def __init__(self) -> None:
        self._full: SpreadsheetMetadata | None = None
        self._words: Mapping[str, str | None] = {}
        self._requests: list[JsonObject] = []

    def requests(self, sheet: SpreadsheetState, texts: Mapping[str, str]) -> list[JsonObject]:
        """Return them, given the texts of the spreadsheet's one-cell blocks."""
        full, words = sheet.layout.full, {word: texts.get(word) for word in sheet.colour_words}
        if self._full is not full or self._words != words:
            self._full, self._words, self._requests = full, words, sheet.plan_upkeep(texts)
        return self._requests


class Contents:
    """The contents of the blocks of a spreadsheet.

    They are the same until something is logged, or its forms, findings or guests change. What
    players type elsewhere changes none of them.
    """

    def __init__(self) -> None:
        self._history: MatchHistory | None = None
        self._inputs: tuple[object, ...] = ()
        self._screen: Blocks = {}

    def screen(self, sheet: SpreadsheetState, history: MatchHistory, fairness: Fairness) -> Blocks:
        """Return them for a state of the spreadsheet."""
        forms = [form.blocks(history, sheet.typed) for form in sheet.forms]
        sheet_inputs = (
            sheet.spreadsheet,
            sheet.layout.missing_optional,
            sheet.remarks,
            sheet.read_every,
        )
        inputs = fairness, forms, *sheet_inputs
        if self._history is not history or self._inputs != inputs:
            self._history, self._inputs = history, inputs
            self._screen = sheet.screen(history, fairness)
        return self._screen


class Derived:
    """The values derived from a history and the state of a spreadsheet, computed on demand.

    `uneventful` is a snapshot that changed none of them, with the decisions that were open when its
    read began; None if there was none yet.
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
        self.history = log.history
        self._log = log
        self._upkeep = upkeep
        self._contents = contents

    def is_of(self, history: MatchHistory, sheet: SpreadsheetState, caution: Caution) -> bool:
        """Return whether the values are derived from these."""
        return self.history is history and self.sheet is sheet and self.caution == caution

    @cached_property
    def screen(self) -> Blocks:
        """The contents that the blocks of the spreadsheet must have."""
        return self._contents.screen(self.sheet, self.history, self._log.fairness)

    @cached_property
    def next_write(self) -> Batch:
        """The one write that brings the spreadsheet up to date; empty if it is."""
        upkeep = partial(self._upkeep.requests, self.sheet)
        return self.sheet.next_write(self.history, self.screen, upkeep, self.caution)

    @cached_property
    def wants_full_read(self) -> bool:
        """Whether a full read of the spreadsheet should come next, at once."""
        return self.sheet.wants_full_read(self.caution)
