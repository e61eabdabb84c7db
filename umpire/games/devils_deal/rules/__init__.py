"""The course of a match: its opening, refills, the choice of cards, bets, hands, its rounds."""
