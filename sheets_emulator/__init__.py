"""A server on this machine that answers Google's Sheets API v4, and what goes with it of Drive v3.

ApiRequest to, it plays Google: it signs people and apps in as well, for rehearsals and for tests.
"""
