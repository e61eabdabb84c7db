"""What `umpire doctor` checks, and how it is shown."""
