"""An option that takes one of a few words, and suggests one for a wrong word."""

import click

from umpire.games.names import did_you_mean


class Choice(click.Choice[str]):
    """One of a few words."""

    def get_invalid_choice_message(self, value: str, ctx: click.Context | None) -> str:
        """Return the error for any other word."""
        return (
            f"{super().get_invalid_choice_message(value, ctx)}{did_you_mean(value, self.choices)}"
        )
