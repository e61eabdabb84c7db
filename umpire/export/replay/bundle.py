"""One script made from modules, for a page that is a single file and may load nothing.

The modules of the replay use some of the page on which matches are played, so that results and
events look the same in both. A path is that of the module below `static/` on the local server.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from posixpath import join, normpath
from typing import Final

_FOLDERS: Final = {
    "replay/": ("umpire.export.replay", "static"),
    "table/": ("umpire.table", "static"),
    "": ("sheets_emulator", "static"),
}
_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "(\.[^"]*)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)


def read_static(path: str) -> str:
    """Return the text of a module or style sheet."""
    prefix = next(prefix for prefix in _FOLDERS if path.startswith(prefix))
    package, folder = _FOLDERS[prefix]
    return files(package).joinpath(folder, path.removeprefix(prefix)).read_text(encoding="utf-8")


@cache
def bundle(path: str) -> str:
    """Return a script that does what a module does with all modules that it imports."""
    modules = dict.fromkeys(_in_order(path, ()))
    names = {module: f"module{number}" for number, module in enumerate(modules)}
    return "".join(_wrap(module, names) for module in modules)


def _in_order(path: str, above: tuple[str, ...]) -> Iterator[str]:
    """Yield the modules that a module needs, each after those that it imports, and itself."""
    if path in above:
        raise ValueError(f"{path} imports itself by {' and '.join(above)}")
    for _, other in _IMPORT.findall(read_static(path)):
        yield from _in_order(_beside(path, other), (*above, path))
    yield path


def _wrap(path: str, names: dict[str, str]) -> str:
    text = read_static(path)
    exports = ", ".join(name for _, name in _EXPORT.findall(text))
    body = _IMPORT.sub(
        lambda found: (
            f"const {{{found[1].replace(' as ', ': ')}}} = {names[_beside(path, found[2])]};\n"
        ),
        _EXPORT.sub(r"\1 \2", text),
    )
    return f"const {names[path]} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _beside(path: str, other: str) -> str:
    return normpath(join(path, "..", other))
