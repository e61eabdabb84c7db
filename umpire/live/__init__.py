"""The daemon: it reads what was typed, feeds the matches, and writes the results."""
