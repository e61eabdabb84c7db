"""Why a game refuses: a submission, or an option of the header. Each is a sentence for people.

ValueError
├── Rejected            a submission that changes nothing
│   ├── NotUnderstood   it does not parse
│   └── NotAllowed      it parses, and the rules forbid it
└── BadOption           an option of the header is wrong
"""

from typing import ClassVar, Literal


class Rejected(ValueError):
    """A submission that changes nothing; its text tells the player what would be right."""

    code: ClassVar[Literal["syntax", "illegal"]]


class NotUnderstood(Rejected):
    """The text does not parse in the notation of the pending decision."""

    code = "syntax"


class NotAllowed(Rejected):
    """The text parses, and the rules forbid it."""

    code = "illegal"


class BadOption(ValueError):
    """An option of the header is wrong.

    `field` names it, e.g. `configurations, entry 2, deck`; "" is for all of them together.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem
