"""The local sheets server: the part of Sheets v4 and Drive v3 that Umpire and gspread speak.

Asked to, it plays Google: it signs people and apps in as well, for rehearsals and for tests.
"""
