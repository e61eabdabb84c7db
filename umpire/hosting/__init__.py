"""Make matches and their spreadsheets, share them, put them away and delete them."""
