"""What the commands of `umpire league` print."""
