"""The course of a match: a bout's placings, its battles, what comes after it."""
