"""The games: one package each, found through the entry-point group `umpire.games`."""
