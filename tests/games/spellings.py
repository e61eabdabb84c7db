"""The many ways in which people type what a bot types in one: by game and kind of decision.

Each function is told the state, the decision and an answer, and returns a text for that answer.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from umpire.games.base import Decision, Rejected
from umpire.games.box_within_a_box.components import DIRECTIONS, SHORT, TILE_NAMES
from umpire.games.box_within_a_box.rules.conditions import TRAITS
from umpire.games.box_within_a_box.rules.rounds import box_of
from umpire.games.denizens_of_tartarus.components import COLORS as SINS
from umpire.games.denizens_of_tartarus.components import Card as Sinner
from umpire.games.denizens_of_tartarus.rules.invocation import Block
from umpire.games.denizens_of_tartarus.rules.line import MODULE_SPELT
from umpire.games.devils_deal.components import COLORS
from umpire.games.devils_deal.rules.division import MARKS, KeepNone
from umpire.games.eighteenth_hell.components import FIELDS, together
from umpire.games.eighteenth_hell.hells import MINUSES, called, key_of
from umpire.games.eighteenth_hell.rules.line import Line, units_texts
from umpire.games.notation import spellings

Spell = Callable[[Any, Decision, Any, Random], str]
_T = TypeVar("_T")


def _shuffled(items: Sequence[_T], random: Random) -> list[_T]:
    return random.sample(items, len(items))


def _spelt(name: str, meant: dict[str, str], random: Random) -> str:
    return random.choice([text for text, one in meant.items() if one == name])


def _coloured(color: str, number: object, colors: Sequence[str], random: Random) -> str:
    """A card by its letter, or by as much of its colour as tells it from others."""
    if random.random() < 0.5:
        return f"{color[0].upper()}{number}"
    return f"{_spelt(color, spellings(colors), random)}{random.choice(('', ' '))}{number}"


# Denizens of Tartarus


def _sinner(card: Sinner, random: Random) -> str:
    return _coloured(card.color, card.number, SINS, random)


def _module(module: str, random: Random) -> str:
    return random.choice([text for text, one in MODULE_SPELT.items() if one == module])


def _seats(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    role = random.choice(("first", "p1", "1") if answer.first else ("second", "p2", "2"))
    side = random.choice(("left", "l") if answer.left else ("right", "r"))
    if answer.first == answer.left and random.random() < 0.3:
        return role
    return " ".join(_shuffled([role, side], random))


def _ban(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    return f"{random.choice(('', 'ban '))}{answer}"


def _declare(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    before = random.choice(("", "declare ", "block "))
    if answer.module is None:
        return before + random.choice(("none", "pass"))
    return before + _module(answer.module, random)


def _turn(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    turn = answer.turn
    parts = [
        random.choice(("", "play ")) + _sinner(turn.card, random),
        random.choice(("", "on ", "to ")) + _module(turn.module, random),
    ]
    piles = _piles(turn.piles, random) if turn.module == "Shuffle" else ""
    pick = _sinner(turn.pick, random) if isinstance(turn.pick, Sinner) else str(turn.pick or "")
    if turn.option:
        draw = random.choice(("draw module", "draw mod", "module draw", "mod draw option"))
        parts += (
            random.choice(([piles, draw], [f"{draw} {piles}"])) if piles else [f"{draw} {pick}"]
        )
    else:
        parts += [piles, random.choice(("", "draw top"))]
    if turn.spirit is not None:
        parts.append(_invocation(turn.spirit, random))
    mark = random.choice((" ", " ", ", ", "; ", "  "))
    return mark.join(part.strip() for part in parts if part)


def _piles(piles: str, random: Random) -> str:
    if piles == "TMB" and random.random() < 0.5:
        return ""
    if random.random() < 0.5:
        return piles
    words = {"T": "top", "M": "middle", "B": "bottom"}
    meant = spellings(tuple(words.values()))
    return " ".join(_spelt(words[letter], meant, random) for letter in piles)


def _invocation(spirit: Any, random: Random) -> str:
    if isinstance(spirit, Block):
        word, named = "block", _module(spirit.module, random)
    else:
        word = random.choice(("mulligan", "mull"))
        named = random.choice((" ", ", ")).join(_sinner(card, random) for card in spirit.cards)
    mark = random.choice(("", "", ":", " invocation", " invocation:"))
    if not spirit.attuned:
        return f"{word}{mark} {named}"
    attuned = random.choice(("attuned", "att"))
    return random.choice(
        (
            f"{attuned} {word}{mark} {named}",
            f"{word} {attuned}{mark} {named}",
            f"{word}{mark} {named} {attuned}",
        )
    )


# Devil's Deal


def _card(card: str, random: Random) -> str:
    color = next(color for color in COLORS if color[0].upper() == card[0])
    return _coloured(color, card[1:], COLORS, random)


def _cards(cards: Sequence[str], random: Random) -> str:
    mark = random.choice((" ", " ", "", ", ", ";", "  "))
    return mark.join(_card(card, random) for card in cards)


def _list(word: str, cards: Sequence[str], random: Random) -> str:
    listed = _cards(cards, random) if cards else random.choice(("", "none"))
    return word + random.choice((" ", ": ", ":")) + listed


def _drawn(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    return _cards(answer, random)


def _private(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    first, second = (_card(card, random) for card in answer)
    ways = f"{first} {second}", f"{first},{second}", f"{first}{second}"
    by_name = f"first {first}, second {second}", f"second {second} first {first}"
    return random.choice((*ways, *by_name))


def _devils_bet(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    if answer.action != "raise":
        action: str = answer.action
        return random.choice((action, action[0], f"{action}."))
    words = ("raise", "r", "raise ", "r 0", "raise by ", "raise: ", "raise +")
    behind = random.choice(("", "", " chips", "."))
    ways = f"{random.choice(words)}{answer.chips}{behind}", f"{answer.chips}r"
    return random.choice(ways)


def _start(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    word = "me" if answer == decision.by else "opponent"
    shorter = answer[: random.randint(1, len(answer))]
    return random.choice([t for t in (answer, word, shorter) if _means(state, decision, t, answer)])


def _means(state: Any, decision: Decision, text: str, answer: Any) -> bool:
    try:
        return bool(decision.kind.read(state, decision, text) == answer)
    except Rejected:
        return False


def _yes_no(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    return random.choice(("yes", "y") if answer else ("no", "n"))


def _division(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    if isinstance(answer, KeepNone):
        return random.choice(("none", " | none /"))
    mark = random.choice((" | ", "\n", " / ", "|", "\r\n", " |\n", "\n- ", "\n • "))
    may_be_unused = len(answer.piles) > 1 and not answer.unused
    aside = random.choice((*MARKS, "unused", "(unused)") if may_be_unused else MARKS)
    text = mark.join(_pile(pile, aside, random) for pile in answer.piles)
    named = aside in MARKS and (answer.unused or random.random() < 0.1)
    if named:
        text += random.choice((mark, " ")) + _list("unused", answer.unused, random)
    if answer.discards or random.random() < 0.1:
        word, before = random.choice((("discard", mark), ("discard", " "), ("d", mark)))
        text += before + _list(word, answer.discards, random)
    return text


def _pile(pile: Any, mark: str, random: Random) -> str:
    cards = _cards(pile.cards, random)
    if not pile.aside:
        return cards
    ways = [f"{mark} {cards}", f"{mark}: {cards}"]
    if mark in MARKS:
        ways += [f"{cards} {mark}", f"{cards}{mark}"]
    return random.choice(ways)


def _take(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    if answer.card is None:
        return random.choice(("pass", "none", "no"))
    text = random.choice(("", "take ")) + _card(answer.card, random)
    if not answer.discards:
        return text + random.choice(("", "", " discard none"))
    mark = random.choice((" ", " / ", "\n", ", "))
    return text + mark + _list(random.choice(("discard", "d")), answer.discards, random)


# A Box within a Box


def _ready(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    return random.choice(("ready", "Ready", " READY "))


def _bets(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    between = random.choice(("; ", ", ", "\n", ",", " ;; ", "\r\n"))
    return between.join(_bet(bet, random) for bet in answer)


def _bet(bet: Any, random: Random) -> str:
    on = random.choice((" on ", ": ", ":", " : "))
    points = random.choice(("", "", "", " points", " pt"))
    meant = spellings(TRAITS)
    named = [_spelt(TRAITS[trait], meant, random) for trait in bet.condition.traits]
    joints = (" and ", " & ", "&") if bet.condition.joint == "and" else (" or ", " / ", "/")
    condition = random.choice(joints).join(_shuffled(named, random))
    if random.random() < 0.3 and ":" in on and (points or not condition.isdigit()):
        return f"{condition}{on}{bet.stake}{points}"
    return f"{bet.stake}{points}{on}{condition}"


def _play(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    if not hasattr(answer, "card"):
        return random.choice(("none", "pass", "no card"))
    named = f"{_named(state, answer.card, random)} {_way(state, decision, answer, random)}"
    # what is said of a movement may mean others too, or leave a choice
    clear = _means(state, decision, named, answer)
    return named if clear else str(decision.kind.format(answer))


def _named(state: Any, card: Any, random: Random) -> str:
    clear = [
        card.name[:end]
        for end in range(1, len(card.name) + 1)
        if {one for one in state.terms.cards.meant_by(card.name[:end].lower()) if one in state.pool}
        == {card}
    ]
    return random.choice((str(card.number), f"#{card.number}", card.name, random.choice(clear)))


def _way(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    box, movement = box_of(state, state.side_of(decision.by)), answer.movement
    if answer.card.directed and random.random() < 0.4:
        directions = random.choice(box.movements(answer.card).ways()[movement.path])
        return random.choice((" ", "+", ", ")).join(
            _direction(direction, random) for direction in directions
        )
    tiles = random.choice((movement.path, movement.ends, movement.path[-1:], b""))
    if tiles and random.random() < 0.3:
        tiles = bytes((box.tile,)) + tiles
    between = random.choice(("-", ">", " ", " - ", " > ", ", "))
    return between.join(TILE_NAMES[tile] for tile in tiles)


def _direction(direction: int, random: Random) -> str:
    ways = [DIRECTIONS[direction], SHORT[direction]]
    if direction < 4:
        ways += [text for text, one in spellings(DIRECTIONS[:4]).items() if one == ways[0]]
    return random.choice(ways)


# The Eighteenth Hell


def _line(state: Any, decision: Decision, answer: Any, random: Random) -> str:
    own = state.parts[state.terms.side_of(decision.by)].own
    if decision.kind.name == "round2" and random.random() < 0.25:  # the completed board
        answer = Line(together(own.placing, answer.placing), own.disguise)
    clauses = [_placing(answer, random)]
    if answer.hells and answer.spirit is None and random.random() < 0.2:
        clauses.append(", ".join([called(hell.name) for hell in answer.hells]))
        return "\n".join(_shuffled(clauses, random))
    if answer.hells:
        clauses.append(_hells(state, answer, random))
    if answer.spirit is not None:
        clauses.append(_spirit(answer.spirit, random))
    text = random.choice((" | ", "|", " |\n", " || ")).join(_shuffled(clauses, random))
    return text.replace("-", random.choice(MINUSES)) if random.random() < 0.1 else text


def _placing(line: Line, random: Random) -> str:
    between = random.choice((",", " ", ", ", "; "))
    colon = random.choice((":", ": ", " : "))
    with_empty = random.random() < 0.2
    shown = random.choice(("0({})", "0 ({})", "0( {} )", "0(as {})", "0 (disguised as {})"))
    fields = []
    for field, units in zip(FIELDS, line.placing, strict=True):
        texts = units_texts(units)
        if line.disguise is not None and 0 in units:
            zero = texts.index("0")
            texts = (*texts[:zero], shown.format(line.disguise), *texts[zero + 1 :])
        if units or with_empty:
            fields.append(f"{field}{colon}{between.join(_shuffled(texts, random))}")
    return random.choice((" ", "; ", ", ", "\n")).join(_shuffled(fields, random))


def _hells(state: Any, line: Line, random: Random) -> str:
    names = [_hell(hell, state.terms.hell_meant, random) for hell in line.hells]
    word = random.choice(("hells ", "hell ", "hells: ", "hell : "))
    return word + random.choice((", ", ",", "; ")).join(_shuffled(names, random))


def _hell(hell: Any, meant: dict[str, Any], random: Random) -> str:
    texts = [hell.name, f"Hell of {hell.name}", f"of {hell.name}"]
    texts += [hell.key[:end] for end in range(1, len(hell.key))]
    return random.choice([text for text in texts if meant.get(key_of(text)) is hell])


def _spirit(spirit: Any, random: Random) -> str:
    name = spirit.name[: random.randint(1, len(spirit.name))]
    words = [name if spirit.unit is None else f"{name} {spirit.unit}"]
    if spirit.attuned:
        words.append("attuned"[: random.randint(1, 7)])
    if random.random() < 0.3:
        words.append("invocation")
    word = random.choice(("spirit ", "spirits ", "spirit: ", "spirits : "))
    return word + random.choice((" ", ", ", ";")).join(_shuffled(words, random))


SPELT: dict[str, dict[str, Spell]] = {
    "arcanoid": {},
    "box-within-a-box": {
        "examine-boards": _ready,
        "examine-cards": _ready,
        "bet": _bets,
        "play": _play,
    },
    "denizens-of-tartarus": {"seats": _seats, "ban": _ban, "declare": _declare, "turn": _turn},
    "devils-deal": {
        "selection": _drawn,
        "community": _drawn,
        "deal": _drawn,
        "start": _start,
        "private": _private,
        "bet": _devils_bet,
        "refill": _yes_no,
        "divide": _division,
        "take": _take,
    },
    "eighteenth-hell": {"round1": _line, "round2": _line},
}
