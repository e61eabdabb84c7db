"""What a move may be but a trump: one action a module."""
