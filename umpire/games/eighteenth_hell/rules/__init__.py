"""The rules: the two rounds of a bout with all that is placed, its battles, what comes after."""
