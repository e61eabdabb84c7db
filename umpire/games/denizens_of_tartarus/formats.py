"""How an umpire writes own starts and a match under way, in plain words."""

from typing import Final

_CONFIGURATIONS: Final = """\
configurations is a list of four starts, those called A, B, C and D in the
match. A start:

    {"hands": ["R1 Y2 G3", "B1 P2 R3"],
     "deck": "P5 G4 Y1 R5 B3 P1 G2 Y5 B4 R2 P3 G5 Y3 B2 P4 R4 G1 B5 Y4"}

hands  Player 1's hand, then Player 2's: the numbers 1, 2 and 3 in three
       colours of that hand
deck   the other 19 cards, the top card first

A card is its colour and its number, R1 to P5, each of the 25 once. Cards
stand in one text with blanks between, or in a list: ["R1", "Y2", "G3"]. Any
spelling does that players may use."""

_POSITION: Final = """\
position is a match under way, at the beginning of a turn, as state in a
report gives it: so what umpire view or umpire adjudicate printed can be given
back. closed may be left out, all else is there; names of players, cards and
modules are written as reported.

phase           "turn"
seats           the names of Player 1 and Player 2: ["Ana", "Bo"]
left            the name of the player whose side is the board's left
configurations  [], or the four starts as they were dealt
bans            [], or the three letters banned, in order
configuration   null, or the letter that was played
turn            the number of the turn, from 1; the odd ones are Player 1's
to_move         the name of the player whose turn it is
hands           by name three cards each:
                {"Ana": ["R1", "Y5", "B3"], "Bo": ["R4", "G1", "B5"]}
deck            the other 19 cards, the top card first
modules         by name the seven modules, below
recent          by name the module that each has played on last; null before
                their first turn
blocked         the module that the opponent named against this turn, or null
blocks_made     by name the modules that each has named by Blocking:
                {"Ana": ["Set"], "Bo": []}
spirits         by name the invocations left:
                {"Ana": {"normal": 1, "attuned": 0}, "Bo": ...}
closed          what is closed in this turn; it is only compared

Each module has "won" (a name, or null) and "points" ({"Ana": 1, "Bo": 0}),
and besides:

Balance   "weight": {"Ana": 4, "Bo": 7}
Order     "color": "Blue", the colour shown,
          "lights": {"Ana": ["Red", "Green"], "Bo": []}
Matching  "card": "Y2", the card shown
Set       "cards": [{"by": "Ana", "card": "P4"}], in the order in which they
          were laid
Stones    "stones": {"Red": 0, "Yellow": 2, "Green": 6, "Blue": 6,
          "Purple": 6}
Pair      "lights": {"Ana": [1], "Bo": [0, 2]}
Shuffle   "tokens": {"Ana": 3, "Bo": 1}

It must fit together: the 25 cards once each, points below those that win
where nobody has won, nobody with three modules already but for what came in
the opponent's turn."""

FORMATS: Final = {"The configurations": _CONFIGURATIONS, "A position": _POSITION}
"""By title what an umpire reads of each."""
