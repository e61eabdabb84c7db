"""Checks of this computer, the sign-in to Google, and matches with their spreadsheets; repairs.

Every check returns findings: a level, a sentence, and what to do. Only a repair changes anything,
and it never touches what players typed.
"""

from umpire.checkup.findings import Finding, Level, error_finding, worst_level
from umpire.checkup.match import Checkup

__all__ = ["Checkup", "Finding", "Level", "error_finding", "worst_level"]
