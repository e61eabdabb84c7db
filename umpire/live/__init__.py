"""The daemon: it reads what was typed, feeds the matches, and writes what came of it."""
