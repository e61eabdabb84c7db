"""Folders that come with Umpire: within the package once it is installed, else beside it."""

from importlib.resources import files
from pathlib import Path


def shipped_folder(name: str) -> Path:
    """Return a folder of files that come with Umpire, such as `sheet_templates`."""
    inside = Path(str(files("umpire"))) / name
    return inside if inside.is_dir() else inside.parents[1] / name
