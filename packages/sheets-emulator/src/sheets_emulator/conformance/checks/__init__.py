"""All that the emulator claims of Google and that only a server can confirm.

One module a topic. Each check works on its own tab of the scratch spreadsheet.
"""

from sheets_emulator.conformance.checks import (
    files,
    protection,
    quotas,
    reading,
    rules,
    typing,
    writing,
)

CHECKS = (
    *typing.CHECKS,
    *reading.CHECKS,
    *writing.CHECKS,
    *rules.CHECKS,
    *protection.CHECKS,
    *files.CHECKS,
    *quotas.CHECKS,
)
