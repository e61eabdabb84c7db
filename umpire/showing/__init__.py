"""What a match's log comes to, and what each spreadsheet shows of it: pure functions of the log."""
