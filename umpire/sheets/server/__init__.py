"""The local sheets server: the part of Sheets v4 and Drive v3 that Umpire and gspread speak."""
