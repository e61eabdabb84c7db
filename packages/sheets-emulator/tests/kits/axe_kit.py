"""What axe-core finds on a page, in the light and in the dark."""

from importlib.resources import files
from typing import Any

from page_kit import Person

AXE = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
SERIOUS = ("serious", "critical")
MORE_THAN_MINOR = ("moderate", *SERIOUS)


def dark(person: Person) -> None:
    media = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    person.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)


def faults(person: Person, impacts: tuple[str, ...] = SERIOUS) -> list[Any]:
    """What axe-core finds that is serious: its rule, and the elements."""
    script = """
        const done = arguments[0];
        axe.run({resultTypes: ['violations']}).then(
            ({ violations }) => done(violations.map(({ id, impact, nodes }) =>
                [id, impact, nodes.slice(0, 5).map((node) => node.html.slice(0, 300))])),
            (error) => done([['axe', 'critical', [String(error)]]]),
        );
    """
    person.driver.execute_script(AXE)
    found = person.driver.execute_async_script(script)
    return [one for one in found if one[1] in impacts]
