"""The base of all errors that are meant for people.

The errors that a program with Umpire may catch:

    UmpireError            something a person can put right
    ├── UsageError         used wrongly: no such game, command, or file
    │   └── TemplateError  a template file is not what it must be
    ├── StoreError         the log cannot be written: another process has the match, or was quicker
    ├── SheetsError        a server does not answer, or refused a request
    ├── SignInFailed       signing in to Google failed
    ├── BadHeader          a match's header is wrong; `field` says where
    └── UnknownViewer      somebody who is not in the match was named as a viewer
    ValueError             BadHeader and UnknownViewer are ValueErrors too
    ├── BadOption          a game raises it for an option; it becomes a BadHeader
    └── Rejected           a game raises it for an answer; it becomes a Judgement that is not `ok`
        ├── NotUnderstood  the answer does not parse
        └── NotAllowed     the answer parses, but the rules forbid it

A line of a script never raises an error: it is accepted, or rejected with a code and a sentence.
"""


class UmpireError(Exception):
    """Something a person can put right. Its text is one sentence that says how.

    The command line prints the sentence and exits with `exit_code`: 1 if something is wrong, 2 if
    a command was used wrongly.
    """

    exit_code = 1


class UsageError(UmpireError):
    """A command, an option or an input file that is wrong."""

    exit_code = 2
