"""The match contract, knowing no game: a match is a pure function of its script.

`begin` makes a match from its header, and `judge` the match after one more line. `report` and
`view` return the match as JSON, `screen` the cells that show it, `results` and `notes` what a page
draws of its rounds and pieces. Everything is a frozen value: nothing here reads a clock, a file or
a random generator.
"""

from umpire.match import asking
from umpire.match.asking import ask, random_answer, suggest
from umpire.match.clock import Clock
from umpire.match.dealing import chance_answer, commitment
from umpire.match.hashes import LOG_VERSION, canonical, canonical_state, header_hash, line_hash
from umpire.match.header import BadHeader, Header, read_header
from umpire.match.judging import Judgement, begin, explain_rejection, judge
from umpire.match.moves import Move, moves
from umpire.match.reports import known_options, notes, report, results, rules_now, screen, view
from umpire.match.sampling import sample_world
from umpire.match.script import read_line
from umpire.match.state import Match, PendingDecision, Status
from umpire.match.verification import Remark, Verdict, verify
from umpire.match.viewers import UnknownViewer

__all__ = [
    "LOG_VERSION",
    "BadHeader",
    "Clock",
    "Header",
    "Judgement",
    "Match",
    "Move",
    "PendingDecision",
    "Remark",
    "Status",
    "UnknownViewer",
    "Verdict",
    "ask",
    "asking",
    "begin",
    "canonical",
    "canonical_state",
    "chance_answer",
    "commitment",
    "explain_rejection",
    "header_hash",
    "judge",
    "known_options",
    "line_hash",
    "moves",
    "notes",
    "random_answer",
    "read_header",
    "read_line",
    "report",
    "results",
    "rules_now",
    "sample_world",
    "screen",
    "suggest",
    "verify",
    "view",
]
