"""Make, take over, share and check the spreadsheets of matches."""
