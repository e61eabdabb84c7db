"""Standings as Markdown, and as one HTML page that needs no other file."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from umpire.export.policy import content_source
from umpire.export.prose import inline
from umpire.games.text import printable
from umpire.leagues.columns import cells, head, legend, match_rows, notes
from umpire.leagues.standings import Standings

_MATCHES = ("Round", "Match", "Result", "Id")
_LEFT = ("Player", "Match", "Result", "Id")

_STYLE = """
:root { color-scheme: light dark; --ink: #111; --paper: #fff; --line: #d0d0ce; --quiet: #4d4d4b;
  --head: #ececea; --first: #fff3b0; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #16191d; --line: #3a3f45;
  --quiet: #b4b4b0; --head: #242a31; --first: #4a3f10; } }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.4 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.6rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; }
p { margin: .25rem 0; color: var(--quiet); }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--line); text-align: right; }
th { background: var(--head); }
.left { text-align: left; overflow-wrap: anywhere; min-width: 6rem; }
tr.first td { background: var(--first); font-weight: bold; }
@media print { body { max-width: none; } }
"""

_POLICY = (
    f"default-src 'none'; style-src {content_source(_STYLE)}; base-uri 'none'; form-action 'none'"
)


def markdown(standings: Standings) -> str:
    """Return the standings as Markdown."""
    table = standings.table
    parts = [
        f"# {inline(standings.title)}",
        inline(standings.subtitle),
        _grid(head(table), cells(table)),
        inline(legend(table)),
        *map(inline, notes(table)),
    ]
    if matches := match_rows(table):
        parts += ["## Matches", _grid(_MATCHES, matches)]
    return "\n\n".join(parts) + "\n"


def _grid(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [
        names,
        [":--" if name in _LEFT else "--:" for name in names],
        *([inline(text) for text in row] for row in rows),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def page(standings: Standings) -> str:
    """Return the standings as one page of HTML, light or dark, that loads nothing."""
    return "".join(_page(standings))


def _page(standings: Standings) -> Iterator[str]:
    table, title = standings.table, _text(standings.title)
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield '<meta name="referrer" content="no-referrer">\n'
    yield f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
    yield f"<h1>{title}</h1>\n<p>{_text(standings.subtitle)}</p>\n"
    yield from _table("Standings", head(table), cells(table), first=True)
    yield from (f"<p>{_text(text)}</p>\n" for text in (legend(table), *notes(table)))
    if matches := match_rows(table):
        yield "<h2>Matches</h2>\n"
        yield from _table("Matches", _MATCHES, matches)
    yield "</main>\n</body>\n</html>\n"


def _table(
    label: str, names: Sequence[str], rows: Sequence[Sequence[str]], *, first: bool = False
) -> Iterator[str]:
    yield f'<div class="wide">\n<table aria-label="{label}">\n<thead><tr>'
    sides = [' class="left"' if name in _LEFT else "" for name in names]
    for name, side in zip(names, sides, strict=True):
        yield f'<th scope="col"{side}>{_text(name)}</th>'
    yield "</tr></thead>\n<tbody>\n"
    for row in rows:
        yield '<tr class="first">' if first and row[0] == "1" else "<tr>"
        for text, side in zip(row, sides, strict=True):
            yield f"<td{side}><bdi>{_text(text)}</bdi></td>"
        yield "</tr>\n"
    yield "</tbody>\n</table>\n</div>\n"


def _text(text: str) -> str:
    return escape(printable(text))
