"""Texts and data that a game keeps in files beside its modules, each read when it is imported."""

import pkgutil


def read_text(package: str, file: str) -> str:
    """Return the text of a file of a package."""
    data = pkgutil.get_data(package, file)
    assert data is not None, f"{package} comes with its {file}"
    return data.decode()


def read_sections(package: str, file: str) -> dict[str, str]:
    """Return the sections of a Markdown file of a package by their titles, as they are written."""
    _, *sections = f"\n{read_text(package, file)}".split("\n# ")
    parted = [section.partition("\n") for section in sections]
    return {title: text.strip("\n") for title, _, text in parted}
