"""An option that takes one of a few words, and names the one that was meant for a wrong one."""

import click

from umpire.games.notation import did_you_mean


class Choice(click.Choice[str]):
    """One of a few words."""

    def get_invalid_choice_message(self, value: str, ctx: click.Context | None) -> str:
        """Return what to say to a word that is none of them."""
        return (
            f"{super().get_invalid_choice_message(value, ctx)}{did_you_mean(value, self.choices)}"
        )
