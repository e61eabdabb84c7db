"""`python -m umpire`."""

from umpire.cli import main

main()
