"""Random hells, for tests that hold the engine against the rules written plainly."""

from random import Random
from typing import Any

from diyu import UNITS, Json, effect, hell, hells

FIELDS = [2, 3, 4, 5, 6, 7]
PLACING = ("closed", "cap", "width", "forced", "shun", "count")
BATTLE = ("base", "add", "foe_add", "ability", "two", "exposed", "three", "ties")
OTHERS = ("no_disguise", "no_spirit", "value", "margin", "least", "need", "tell")
KINDS = (*PLACING, *BATTLE, *OTHERS)
"""All kinds but `blind`, which is for block 3 only."""


def some(random: Random, items: Any, most: int = 6) -> list[Any]:
    return random.sample(list(items), random.randint(1, min(most, len(items))))


def random_effect(random: Random, kind: str) -> Json:
    """An effect of a kind; what may be left out is left out now and then."""
    given: Json = {}
    if kind in ("add", "foe_add", "cap", "closed", "ties", "value", "need", "forced", "blind"):
        given["fields"] = some(random, FIELDS)
    if kind in ("add", "foe_add", "cap", "closed"):
        given["units"] = some(random, UNITS)
    if kind == "closed":
        given["rounds"] = some(random, (1, 2))
    for name in ("fields", "units", "rounds"):
        if len(given) > 1 and random.random() < 0.3 and name in given:
            del given[name]
    match kind:
        case "base":
            given = {"unit": random.choice(UNITS), "value": random.randint(-9, 9)}
        case "add" | "foe_add":
            given["value"] = random.choice((-3, -2, -1, 1, 2, 3))
        case "ability":
            given = {"unit": random.choice(("-1", "1", "4")), "value": random.randint(0, 5)}
        case "two":
            given = {"destroys": random.choice(("own", "none"))}
        case "exposed" if random.random() < 0.7:
            given = {"units": some(random, ("-1", "0", "1", "3", "4"))}
        case "three":
            given = {"threshold": random.choice((None, 1, 2, 4, 5))}
        case "cap":
            given["max"] = random.randint(1, 4)
        case "width":
            low, high = sorted((random.randint(1, 6), random.randint(1, 6)))
            given = {"round": random.choice((1, 2)), "min": low, "max": high}
            if random.random() < 0.6:
                del given[random.choice(("min", "max"))]
        case "forced":
            given |= {"unit": random.choice(UNITS), "round": random.choice((1, 2))}
            if random.random() < 0.4:
                del given["fields"]
        case "shun":
            given = {"where": random.choice(("theirs", "not-theirs", "mine", "not-mine"))}
        case "count":
            given = random.choice(
                [{"round": 1, "add": a} for a in (-2, -1, 1, 2)]
                + [{"round": 2, "add": a} for a in (-1, -2)]
            )
        case "value":
            given["points"] = random.randint(0, 20)
        case "margin":
            given = {"points": random.randint(1, 12)}
        case "least":
            given = {"fields": random.randint(1, 4)}
        case "need":
            given = {"fields": some(random, FIELDS, 2), "won": random.random() < 0.6}
    return effect(kind, **given)


def random_effects(random: Random, kinds: tuple[str, ...] = KINDS, most: int = 3) -> list[Json]:
    count = random.randint(0, most)
    return [random_effect(random, random.choice(kinds)) for _ in range(count)]


def random_hells(random: Random, a_block: int = 2) -> list[Json]:
    """Hells that may be refused as options."""
    made = []
    for block in (1, 2, 3, 4):
        for number in range(a_block):
            effects = random_effects(random)
            if block == 3 and random.random() < 0.7:
                effects.append(random_effect(random, "blind"))
            made.append(hell(*effects, name=f"{'abcdefgh'[number]} of {block}", block=block))
    return hells(*made)
