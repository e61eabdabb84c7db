"""The standings of many matches written down: for people to read, and for programs."""
