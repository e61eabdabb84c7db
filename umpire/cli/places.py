"""The context of the running program, for commands."""

import click

from umpire.app_context import AppContext


def places(ctx: click.Context) -> AppContext:
    """Return the context that the command line gave."""
    app = ctx.obj
    assert isinstance(app, AppContext)
    return app
