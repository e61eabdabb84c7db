"""Bots: how they think, in which process, and which seats they play."""
