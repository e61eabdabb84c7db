"""A match in formats for others to read, for everybody or for one viewer."""
