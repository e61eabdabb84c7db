"""What umpire assumes of Google, checked on a scratch spreadsheet of a real account.

`assumptions` lists them, `checks` has a function for each, `bench` is what they work on, `running`
runs them, and `report` writes down what came of it.
"""
