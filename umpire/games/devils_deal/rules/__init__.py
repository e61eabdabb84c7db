"""The rules: a module for each kind of decision, named for it, and what several of them share.

A match meets `deal`, `start`; in each round `refill`, `selection`, `divide`, `discard`, `take`,
then `community`, `private`, `bet`; and `breaks` between two rounds. Shared are `rounds` and the
end of the match, `refills`, `betting` phases, `hands`, what a `division` is, `drawing` by chance,
and how `cards` are written.
"""
