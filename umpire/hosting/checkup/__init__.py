"""Check whether a match's spreadsheets are as the match needs them, and repair them.

Every check ends in findings: a level, what was found, and what to do about it. Only
`Checkup.put_back` changes anything, and it never touches what players typed.
"""

from umpire.hosting.checkup.findings import Finding, Level, of_error, worst
from umpire.hosting.checkup.match import Checkup

__all__ = ["Checkup", "Finding", "Level", "of_error", "worst"]
