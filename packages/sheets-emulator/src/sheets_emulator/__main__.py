"""`python -m sheets_emulator`: the server, alone."""

from sheets_emulator.command import serve

if __name__ == "__main__":
    serve(prog_name="python -m sheets_emulator")
