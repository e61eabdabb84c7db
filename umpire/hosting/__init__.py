"""Make matches with their spreadsheets, take spreadsheets over, share, put away and delete them."""
