"""Spreadsheets as the table: templates, named ranges, Google's API and the local server."""
