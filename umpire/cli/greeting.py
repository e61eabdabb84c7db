"""How to play, for players who have never seen the sheets."""

HOW_TO_PLAY = (
    "Your page says at the top what to do now; its tab Rules explains the game. Write your move\n"
    "into the next free row of 'What I write', or fill in the form and tick 'send'."
)
