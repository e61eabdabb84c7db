"""The daemon in a terminal: what it shows, and its keys."""
