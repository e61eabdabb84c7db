"""The rules: a module for each kind of decision, and what several of them share.

A match meets `seats`, `deal`, `ban`, `declare`, then turn after turn. Of a turn `turn` is the
decision, `written_turn` how it is written, `playing` how it is resolved and told; its invocation is
in `invocation`, what each of the seven modules does in `modules`.
"""
