"""A view laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase and for every number of players, and all its cells are
always given. What differs in length with the number of players, and with what happens, flows down
the rows of one table, so that all blank rows are at its end: who holds what, the battles won, and
what was shown share its columns, one for each field. On the board the table has room for all; on a
player's own tab it ends beside the form, and goes on in another tab.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import starmap
from textwrap import wrap
from typing import Final, NamedTuple

from umpire.games.arcanoid.components import (
    COURTS,
    LETTER_OF,
    SUIT_OF,
    SUITS,
    TRUMPS,
)
from umpire.games.arcanoid.rules.battles import ended
from umpire.games.arcanoid.state import OF_JUSTICE
from umpire.games.base import JsonObject, Screen
from umpire.games.blocks import grid, one
from umpire.games.notation import counted

_ROWS: Final = 12
"""The rows of the table that are seen at once: enough for ten players, USA and a daemon."""
_MORE_ROWS: Final = 80
"""Those beyond: enough for all that ten players can have and have shown, and for 20 rounds."""
_WIDTH: Final = 7
_HAND_ROWS: Final = 5
_HAND_WIDTH: Final = 2
_OPEN: Final = 2
"""How many lines of what lies open fit beside an actor's fields."""
_LAST: Final = "◂"
"""Marks what was laid down last."""
_AWAITED: Final = "to answer"
"""Marks who is asked; the templates colour it."""
_BEST_FIRST: Final = "what wins"
_RANKS: Final = (
    (
        "the best",
        (
            "world",
            "imperial: Empress, Emperor",
            "royal: queen, king",
            "illegitimate: with the Lovers",
        ),
    ),
    ("then", ("numeric: the sum", "knight: 17.5", "knave: 14.5", "abdication 1: if all do")),
)
"""What may lie on a field, the best first, told where the table has room for it."""
_REVEALS: Final = 4
_CARDS_A_CELL: Final = 17
"""How many characters of cards can be read in a narrow cell, with a word beside them."""


class _Row(NamedTuple):
    """A row of the table: who or what, a cell for each field, how many cards, what lies open."""

    name: str
    cells: Sequence[str] = ()
    holds: str = ""
    open: str = ""

    def texts(self) -> tuple[str, ...]:
        """Return its cells."""
        blank = [""] * (len(SUITS) - len(self.cells))
        return (self.name, *self.cells, *blank, self.holds, self.open)


def screen(view: JsonObject, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or for everybody else those of the board.

    `view` is the whole report as `viewer` may know it.
    """
    if viewer is None or viewer not in view["players"]:
        rows = _texts(_rows(view, _ROWS + _MORE_ROWS))
        return _heading(view) | {"table": grid(rows, _ROWS + _MORE_ROWS, _WIDTH)}
    return _heading(view) | _own(view, viewer)


def _heading(view: JsonObject) -> Screen:
    """Lay out what stands above the table."""
    state = view["state"]
    return {
        "round": one(_round(view)),
        "piles": one(_piles(state)),
        "heads": grid([_heads(state)], 1, len(SUITS)),
    }


def _rows(view: JsonObject, seen: int) -> list[_Row]:
    """Return the rows of the table, of which so many are `seen` at once.

    The score comes right below the actors if all of it is seen there. Else it comes beyond what is
    seen, so that it is one table anyway.
    """
    state = view["state"]
    actors, score = [*_seats(view), *_justice(state)], [*_score(view)]
    first, second = [*_reveals(state)], [*_rounds(state)]
    if view["reason"]:
        first, second = second, first
    if len(actors) + len(score) <= seen:
        return [*actors, *score, *first, *second]
    above = [*actors, *first]
    return [*above, *[_Row("")] * (seen - len(above)), *score, *second]


def _texts(rows: list[_Row]) -> list[tuple[str, ...]]:
    """Return the cells of rows, with what wins below them where there is room."""
    if len(rows) + len(_RANKS) + 1 < _ROWS:
        rows = [*rows, _Row(""), _Row(_BEST_FIRST), *starmap(_Row, _RANKS)]
    return [row.texts() for row in rows]


def _own(view: JsonObject, viewer: str) -> Screen:
    """Lay out what is for a player's eyes."""
    state = view["state"]
    seat = state["seats"].get(viewer)
    hand = [_in_words(card) for card in seat["hand"]] if seat else []
    texts = _texts(_rows(view, _ROWS))
    return {
        "table": grid(texts, _ROWS, _WIDTH),
        "more": grid(texts[_ROWS:], _MORE_ROWS, _WIDTH),
        "hand_title": one(_hand_title(seat)),
        "hand": _tray(hand, _HAND_ROWS, _HAND_WIDTH),
        "beside": one(_beside(state, viewer)),
    }


def _tray(cards: list[str], height: int, width: int) -> tuple[tuple[str, ...], ...]:
    """Lay cards out one a cell; the last cell takes all that are left."""
    free = height * width
    fits = cards if len(cards) <= free else [*cards[: free - 1], ", ".join(cards[free - 1 :])]
    rows = [fits[start : start + width] for start in range(0, len(fits), width)]
    return grid(rows, height, width)


def _round(view: JsonObject) -> str:
    state = view["state"]
    turn = state["turn"]
    if view["status"] in ("over", "closed"):
        now = f"★ {ended(view['winner'], view['reason'])}"
    elif turn is None:
        now = f"{state['starter']} begins"
    else:
        now = f"{_called(state, turn['actor'])}'s turn{' (extra move)' if turn['extra'] else ''}"
    gaza = ["GAZA"] if state["gaza"] else []
    return " · ".join(
        [now, f"round {state['round']} of {state['rounds']}", state["variant"], *gaza]
    )


def _piles(state: JsonObject) -> str:
    """Tell of the piles, and of the trumps that lie on the table, a line each."""
    deck = "deck closed" if state["closed"] else f"deck {_count(state['deck'])}"
    lines = [f"{deck}, discarded {_count(state['discard'])}"]
    if state["aside"]:
        lines.append(f"aside {', '.join(map(_named, state['aside']))}")
    if state["temperance"]:
        lines.append(f"Temperance {state['temperance']['field']}: {state['temperance']['by']}")
    if state["devil"]:
        lines.append(f"Devil: {state['devil']}")
    if state["refill"] and state["refill"]["yes"]:
        lines.append(f"refill, yes: {', '.join(state['refill']['yes'])}")
    return "\n".join(lines)


def _count(cards: list[str] | int) -> int:
    return cards if isinstance(cards, int) else len(cards)


def _justice(state: JsonObject) -> Iterator[_Row]:
    """Yield the cards that everybody may use, in as many cells as there are fields."""
    if state["justice"]:
        cards = state["justice"]["cards"]
        a_cell = max(1, -(-len(cards) // len(SUITS)))
        shown = [" ".join(cards[at : at + a_cell]) for at in range(0, len(cards), a_cell)]
        yield _Row("Justice", shown, "", "for everybody to use")


def _named(card: str) -> str:
    return f"{card} {TRUMPS[int(card)]}" if card.isdecimal() else card


def _in_words(card: str) -> str:
    """Write a card of the hand with what its letters mean: `S9 swords`, `SK king`, `21 world`."""
    return _named(card) if card.isdecimal() else f"{card} {COURTS.get(card[1:], SUIT_OF[card[0]])}"


def _heads(state: JsonObject) -> list[str]:
    tempered = state["temperance"]
    return [
        f"{LETTER_OF[suit]} {suit}{' •' if suit in state['closed_to_world'] else ''}"
        f"{' tempered' if tempered and tempered['field'] == suit else ''}"
        for suit in SUITS
    ]


def _seats(view: JsonObject) -> Iterator[_Row]:
    """Yield who has committed what and holds how many cards, in playing order."""
    state = view["state"]
    if not state["order"]:
        yield from map(_Row, view["players"])
    for actor in state["order"]:
        called = _called(state, actor)
        lies = [_lies(view, actor, suit) for suit in SUITS]
        open_cards = _lies_open(state, actor)
        beside, open_cards = "\n".join(open_cards[:_OPEN]), open_cards[_OPEN:]
        yield _Row(called, lies, _holds(state, actor), beside)
        for start in range(0, len(open_cards), len(SUITS)):
            yield _Row(f"{called} has", open_cards[start : start + len(SUITS)])


def _called(state: JsonObject, actor: str) -> str:
    seat = state["seats"].get(actor)
    if actor == OF_JUSTICE:
        return "Justice"
    return f"{seat['master']}'s {actor}" if seat and seat["master"] else actor


def _lies(view: JsonObject, actor: str, suit: str) -> str:
    """Return what lies on a field, or is about to; what was laid there last is marked."""
    state = view["state"]
    attempt = state["attempt"]
    laid = _laid(state["seats"][actor]["fields"][suit])
    if laid and view["handout"]["last_laid"] == [actor, suit]:
        laid = f"{laid} {_LAST}"
    if attempt is None or (attempt["by"], attempt["field"]) != (actor, suit):
        return laid
    cards = attempt["cards"]
    tried = counted(cards, "card") if isinstance(cards, int) else " ".join(cards)
    return f"about to: {tried}"


def _laid(laid: JsonObject | None) -> str:
    """Return what lies on a field; a `?` is before what not everybody knows."""
    if laid is None:
        return ""
    if laid["kind"] == "abdication":
        judged = ": Judgment" if laid["cards"] else ""
        return f"abdication {laid['number']}{judged}"
    if laid["kind"] is None:
        return f"? {counted(laid['cards'], 'card')}"
    secret = "" if laid["secret"] is None else "?"
    value = f" {laid['value']}" if laid["kind"] in ("numeric", "knave", "knight") else ""
    also = f" + {laid['also']}" if laid["also"] else ""
    return f"{secret}{laid['kind']}{value}: {' '.join(laid['cards'])}{also}"


def _holds(state: JsonObject, actor: str) -> str:
    """Return how many cards are in hand, and whether an answer is awaited."""
    seat = state["seats"][actor]
    if actor in state["out"]:
        return "out"
    held = "finished" if seat["finished"] else counted(_count(seat["hand"]), "card")
    return f"{held}\n{_AWAITED}" if actor in state["asked"] else held


def _lies_open(state: JsonObject, actor: str) -> list[str]:
    """Return what an actor has on the table besides, some cards a cell."""
    seat, hermit = state["seats"][actor], state["hermit"]
    told = _cells(seat["hand"]) if seat["master"] else []
    told += _cells(seat["visible"], "visible ")
    if seat["chariot"] is not None:
        told += _cells(seat["chariot"], "Chariot ") or ["Chariot empty"]
    told += _cells(seat["up"], "turned up ")
    if hermit is not None and hermit["by"] == actor:
        pledged = f", pledged before {' '.join(hermit['pledged'])}" if hermit["pledged"] else ""
        told.append(f"Hermit: {counted(hermit['left'], 'extra move')}{pledged}")
    return told


def _cells(cards: list[str], before: str = "", behind: str = "") -> list[str]:
    """Write cards into as few cells as can be read."""
    return [f"{before}{line}{behind}" for line in wrap(" ".join(cards), _CARDS_A_CELL)]


def _reveals(state: JsonObject) -> Iterator[_Row]:
    """Yield what was shown last: to this viewer alone, then to all."""
    for title, public in (("shown to me", False), ("shown to all", True)):
        known = [r for r in state["reveals"] if (r["to"] is None) == public and _is_known(r)]
        if known:
            yield _Row(title)
        for reveal in reversed(known[-_REVEALS:]):
            yield from _reveal(state, reveal)


def _is_known(reveal: JsonObject) -> bool:
    return all(isinstance(cards, list) for cards in reveal["cards"].values())


def _reveal(state: JsonObject, reveal: JsonObject) -> Iterator[_Row]:
    """Tell of those who have shown any cards."""
    shown = [
        cell
        for who, cards in reveal["cards"].items()
        for cell in _cells(cards, behind=f" of {_called(state, who)}")
    ]
    by = f"by {_called(state, reveal['by'])}"
    what = f"{_named(reveal['card'])}: {reveal['target']}"
    for start in range(0, len(shown) or 1, len(SUITS)):
        cells = shown[start : start + len(SUITS)] or ["nobody has it"]
        yield _Row("", cells) if start else _Row(by, cells, "", what)


def _score(view: JsonObject) -> Iterator[_Row]:
    """Yield how many battles each has won, once one is over, the best first."""
    state = view["state"]
    if not state["results"]:
        return
    yield _Row("battles won", SUITS, "in all")
    for name in sorted(state["score"], key=partial(standing, view), reverse=True):
        won = state["score"][name]
        told = f"{won['total']} out" if name in state["out"] else str(won["total"])
        if view["winner"] == name:
            told = f"★ {told}"
        yield _Row(name, [str(won[suit]) for suit in SUITS], told)


def standing(view: JsonObject, name: str) -> tuple[int, ...]:
    """Return what players are ranked by, the greatest first, as the end of a match would."""
    state = view["state"]
    won, results = state["score"][name], state["results"]
    last = [
        max((r["round"] for r in results if r["winners"][suit] == name), default=0)
        for suit in SUITS
    ]
    has_won, plays_on = view["winner"] == name, name not in state["out"]
    return (has_won, plays_on, won["total"], *(won[suit] for suit in SUITS), *last)


def _rounds(state: JsonObject) -> Iterator[_Row]:
    """Yield who won the battles of each round, the newest first."""
    for result in reversed(state["results"]):
        yield _Row(f"round {result['round']}", [result["winners"][suit] for suit in SUITS])


def _hand_title(seat: JsonObject | None) -> str:
    if seat is None:
        return "Not in this round"
    if seat["finished"]:
        return "I am finished"
    return f"My hand: {_count(seat['hand'])}, oldest first"


def _beside(state: JsonObject, viewer: str) -> str:
    """Tell of the other cards that a player may use, and of those of the player's daemon."""
    seat = state["seats"].get(viewer)
    if seat is None:
        return ""
    daemons = {
        actor: other["hand"] for actor, other in state["seats"].items() if other["master"] == viewer
    }
    justice = state["justice"]["cards"] if state["justice"] else []
    beside = {
        "visible": seat["visible"],
        "on my Chariot": seat["chariot"] or [],
        "Justice": justice,
        **daemons,
    }
    return " · ".join(f"{what}: {' '.join(cards)}" for what, cards in beside.items() if cards)
