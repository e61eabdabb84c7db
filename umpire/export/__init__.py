"""A match's log written down for others: as a script, as one JSON document, as Markdown."""
