"""What goes wrong on the operator's side: a port, a file."""


class ServerError(Exception):
    """Something the person who runs the server can put right; one sentence that says how."""
