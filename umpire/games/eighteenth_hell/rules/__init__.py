"""The rules: the two rounds of a bout with all that is placed, its battles, what comes after.

`round1` and `round2` are the decisions, `rounds` what both share, `line` how they are written. What
is legal follows from a player's rules in the bout (`player_rules`), which hells bend (`bending`) by
their `effects`. When a round closes, `bout` goes on; its battles are in `battle`.
"""
