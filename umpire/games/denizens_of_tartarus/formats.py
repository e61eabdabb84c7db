"""How an umpire writes down four starts, or a match in progress, in plain words."""

from typing import Final

_CONFIGURATIONS: Final = """\
configurations is a list of four starts. In the match they are called A, B, C
and D. A start looks like this:

    {"hands": ["R1 Y2 G3", "B1 P2 R3"],
     "deck": "P5 G4 Y1 R5 B3 P1 G2 Y5 B4 R2 P3 G5 Y3 B2 P4 R4 G1 B5 Y4"}

hands  Player 1's hand, then Player 2's: a 1, a 2 and a 3 in three different
       colours
deck   the other 19 cards, the top card first

A card is its colour and its number, from R1 to P5. Each of the 25 cards is
named once. Write them in one text with spaces between them, or in a list:
["R1", "Y2", "G3"]. You may spell them in any way that players may."""

_POSITION: Final = """\
position is a match in progress, at the beginning of a turn. It has the form of
state in a report, so you can copy it from what umpire view or umpire
adjudicate prints. You may leave out closed, but nothing else. Write names of
players, cards and modules as reports do.

phase           "turn"
seats           the names of Player 1 and Player 2: ["Ana", "Bo"]
left            the name of the player whose side is the board's left
configurations  [], or the four starts as they were dealt
bans            [], or the three letters banned, in order
configuration   null, or the letter that was played
turn            the number of the turn, from 1; Player 1 has the odd ones
to_move         the name of the player whose turn it is
hands           each player's three cards, by name:
                {"Ana": ["R1", "Y5", "B3"], "Bo": ["R4", "G1", "B5"]}
deck            the other 19 cards, the top card first
modules         the seven modules, by name (see below)
recent          the module that each player played on last, by name; null
                before their first turn
blocked         the module that the opponent named against this turn, or null
blocks_made     the modules that each player has named by Blocking, by name:
                {"Ana": ["Set"], "Bo": []}
spirits         the invocations that each player has left, by name:
                {"Ana": {"normal": 1, "attuned": 0}, "Bo": ...}
closed          the modules that are closed in this turn; if you give them,
                they are only checked

Each module has "won" (a name, or null) and "points" ({"Ana": 1, "Bo": 0}).
It also has:

Balance   "weight": {"Ana": 4, "Bo": 7}
Order     "color": "Blue", the colour shown,
          "lights": {"Ana": ["Red", "Green"], "Bo": []}
Matching  "card": "Y2", the card shown
Set       "cards": [{"by": "Ana", "card": "P4"}], in the order in which they
          were played
Stones    "stones": {"Red": 0, "Yellow": 2, "Green": 6, "Blue": 6,
          "Purple": 6}
Pair      "lights": {"Ana": [1], "Bo": [0, 2]}
Shuffle   "tokens": {"Ana": 3, "Bo": 1}

All of it must fit together. Each of the 25 cards is used once. Where nobody
has won a module, nobody has enough points for it. Nobody has won three
modules yet, unless the third was won in the opponent's turn."""

FORMATS: Final = {"The configurations": _CONFIGURATIONS, "A position": _POSITION}
"""What an umpire reads about each, by title."""
