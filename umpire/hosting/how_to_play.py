"""How to play, for players who have never seen the sheets."""

from pathlib import Path

from umpire.sheets.template import find_template

_RULES = "Rules"
"""The title of the tab that explains a game."""

_ON_A_PAGE = (
    "Your page asks you at the top what to do{rules}. Click your answer\n"
    "together or type it, and press Send. Alt+G shows the cells of the sheet."
)
_IN_A_SPREADSHEET = (
    "Your page says at the top what to do now{rules}. Write your move\n"
    "into the next free row of 'What I write', or fill in the form and tick 'send'."
)
_RULES_ON_A_PAGE = "; Rules, beside it, explains the game"
_RULES_IN_A_SPREADSHEET = "; its tab Rules explains the game"


def how_to_play(game_id: str, template: Path | str | None = None, *, on_google: bool) -> str:
    """Return how to play in the sheets of a game; `template` replaces the game's own."""
    sheets = find_template(game_id, template)
    has_rules = any(tab.title == _RULES for tab in (*sheets.tables, *sheets.tabs))
    text, rules = (
        (_IN_A_SPREADSHEET, _RULES_IN_A_SPREADSHEET)
        if on_google
        else (_ON_A_PAGE, _RULES_ON_A_PAGE)
    )
    return text.format(rules=rules if has_rules else "")
