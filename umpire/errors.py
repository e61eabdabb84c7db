"""The root of every error that is meant for a person."""


class UmpireError(Exception):
    """Something a person can put right; its text is one sentence that says how.

    The command line prints the sentence and ends with `exit_code`:
    1 when something was found wrong, 2 when a command was used wrongly.
    """

    exit_code = 1


class UsageError(UmpireError):
    """The command, an option or an input file is not what it must be."""

    exit_code = 2
