"""The commands: their arguments and their help.

Help and wrong usage need nothing else, so nothing here may be slow to import. A command imports the
library that does its work when it is run.
"""
