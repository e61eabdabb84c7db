"""The root of every error that is meant for a person.

What a program that uses Umpire may meet:

    UmpireError            something a person can put right
    ├── UsageError         used wrongly: no such game, command, or file
    │   └── TemplateError  a template file is not what it must be
    ├── StoreError         the log refuses: another process keeps the match, or was quicker
    ├── SheetsError        a sheet cannot be reached, or a request was refused
    ├── SignInFailed       Google did not let us in
    ├── BadHeader          a header, by which a match is played, is wrong; `field` says where
    └── UnknownViewer      a view for somebody who has no part in the match
    ValueError             the last two above are one too
    ├── BadOption          raised by a game for an option; BadHeader comes of it
    └── Rejected           raised by a game for an answer; a Judgement that is not `ok` comes of it
        ├── NotUnderstood  it does not parse
        └── NotAllowed     it parses, and the rules forbid it

So a line of a script never raises anything: it is accepted, or refused with a code and a sentence.
"""


class UmpireError(Exception):
    """Something a person can put right; its text is one sentence that says how.

    The command line prints the sentence and ends with `exit_code`:
    1 when something was found wrong, 2 when a command was used wrongly.
    """

    exit_code = 1


class UsageError(UmpireError):
    """The command, an option or an input file is not what it must be."""

    exit_code = 2
