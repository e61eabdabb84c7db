"""Tables of short texts, written as blocks: ` ~ ` parts texts in a line, `#` begins a remark."""


def texts(block: str) -> list[str]:
    """Return the texts of a block."""
    lines = [line for line in block.splitlines() if line and line[0] != "#"]
    return [text for line in lines for text in line.split(" ~ ")]


def meanings(block: str) -> list[tuple[str, str | None]]:
    """Return texts with what they mean; a line is `meaning <- text ~ text`, or `None <- ...`."""
    lines = [line.split(" <- ") for line in block.splitlines() if " <- " in line]
    return [
        (text, None if meaning == "None" else meaning)
        for meaning, line in lines
        for text in line.split(" ~ ")
    ]
