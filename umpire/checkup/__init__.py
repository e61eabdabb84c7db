"""Examine this computer, the sign-in to Google, and matches with their spreadsheets; repair them.

Every check ends in findings: a level, what was found, and what to do about it. Only a repair
changes anything, and it never touches what players typed.
"""

from umpire.checkup.findings import Finding, Level, error_finding, worst_level
from umpire.checkup.match import Checkup

__all__ = ["Checkup", "Finding", "Level", "error_finding", "worst_level"]
