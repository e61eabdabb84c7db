"""The match contract, knowing no game: a match is a pure function of its script.

`begin` gives a match from its header, `judge` the match after one more line, `report` and `view`
what it has come to, `screen` what that looks like. Everything is a frozen value; nothing here reads
a clock, file or generator.
"""

from umpire.match import asking
from umpire.match.asking import ask, random_answer, suggest
from umpire.match.clock import Clock
from umpire.match.dealing import chance_answer, commitment
from umpire.match.hashes import LOG_VERSION, canonical, canonical_state, header_hash, line_hash
from umpire.match.header import BadHeader, Header, read_header
from umpire.match.judging import Judgement, begin, judge, refusal
from umpire.match.moves import Move, moves
from umpire.match.reports import known_options, report, screen, view
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
    "header_hash",
    "judge",
    "known_options",
    "line_hash",
    "moves",
    "random_answer",
    "read_header",
    "read_line",
    "refusal",
    "report",
    "sample_world",
    "screen",
    "suggest",
    "verify",
    "view",
]
