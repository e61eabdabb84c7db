"""A server on this machine that answers Google's Sheets API v4 and the parts of Drive v3 it needs.

On request it plays Google and also signs in people and apps, for rehearsals and for tests.
"""
