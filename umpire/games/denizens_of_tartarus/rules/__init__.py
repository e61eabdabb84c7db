"""The course of a match: its opening, what is closed, a turn, invocations, the end."""
