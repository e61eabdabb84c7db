"""What the page makes of colours in the dark."""

from typing import Any

from page_kit import Book, Person

READABLE = 4.5


def paired(person: Person, book: Book, pairs: list[tuple[str, str, bool]]) -> list[dict[str, Any]]:
    """What the page makes of pairs of fill and text, and how they differ before and after."""
    person.driver.get(f"{book.base}/static/icon.svg")
    script = """(async (pairs, done) => {
        const { pair, contrast } = await import('/static/dark.js');
        done(pairs.map(([fill, ink, isTold]) => {
            const made = pair(fill, ink, isTold);
            return {...made, before: contrast(fill, ink), after: contrast(made.fill, made.ink)};
        }));
    })(...arguments)"""
    made: list[dict[str, Any]] = person.driver.execute_async_script(script, pairs)
    return made
