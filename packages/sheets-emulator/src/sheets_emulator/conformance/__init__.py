"""What the emulator claims of Google's Sheets and Drive, checked on any server that speaks them.

A check is a sentence, what the emulator answers, and a function that asks a server. `examine` runs
them, and `report` writes down what came of them. Nothing here knows whether the server is the
emulator or Google. The README shows how it is used.
"""

from sheets_emulator.conformance.accounts import Untried
from sheets_emulator.conformance.bench import Bench, CheckedTab
from sheets_emulator.conformance.checking import Ask, Check, CheckResult
from sheets_emulator.conformance.checks import CHECKS
from sheets_emulator.conformance.markdown import counted, report, to_do_by_hand
from sheets_emulator.conformance.running import examine

__all__ = [
    "CHECKS",
    "Ask",
    "Bench",
    "Check",
    "CheckResult",
    "CheckedTab",
    "Untried",
    "counted",
    "examine",
    "report",
    "to_do_by_hand",
]
