"""The course of a match: from the boards to the last settlement."""
