"""The daemon in a terminal: what it shows there, and which keys it takes."""
