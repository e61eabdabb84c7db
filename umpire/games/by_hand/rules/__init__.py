"""The kinds of decisions: what the umpire directs, what players answer, what chance gives.

What a direction does is beside it, in `directions`.
"""
