"""Whether a match's spreadsheets are as the match needs them: looked at, and put right.

Every look ends in findings: how well something is, what was found, and what to do about it.
Nothing is changed but by `Checkup.put_back`, which never touches what players typed.
"""

from umpire.hosting.checkup.findings import Finding, Level, of_error, worst
from umpire.hosting.checkup.match import Checkup

__all__ = ["Checkup", "Finding", "Level", "of_error", "worst"]
