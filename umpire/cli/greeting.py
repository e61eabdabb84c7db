"""How to play, for players who have never seen the sheets."""

ON_A_PAGE = (
    "Your page says at the top what to do now; its tab Rules explains the game. Choose among what\n"
    "is lit and press Send, or type your line below it. Alt+G shows the cells of the sheet."
)
IN_A_SPREADSHEET = (
    "Your page says at the top what to do now; its tab Rules explains the game. Write your move\n"
    "into the next free row of 'What I write', or fill in the form and tick 'send'."
)
