"""What the commands of `umpire league` do."""
