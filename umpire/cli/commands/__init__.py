"""How each command is called, and its help; the work is a module of `umpire.cli`.

Help and wrong usage come from here alone, so nothing here may be slow to load. Each command loads
the module that does its work when it is run.
"""
