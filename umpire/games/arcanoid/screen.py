"""A view laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase and for every number of players, and all its cells are
always given. What differs in length with the number of players, and with what happens, flows down
the rows of one table, so that all blank rows are at its end: who holds what, what was shown, and
the battles won share its columns, one for each field.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, starmap
from textwrap import wrap
from typing import Final, NamedTuple

from umpire.games.arcanoid.components import COURTS, LETTER_OF, SUIT_OF, SUITS, TRUMPS
from umpire.games.arcanoid.rules.battles import ended
from umpire.games.arcanoid.state import OF_JUSTICE
from umpire.games.base import JsonObject, Screen
from umpire.games.blocks import grid, one

_ROWS: Final = 12
"""The rows of the table that are seen at once: enough for ten players, USA and a daemon."""
_MORE_ROWS: Final = 80
"""Those below: enough for all that ten players can have and have shown, and for 20 rounds."""
_WIDTH: Final = 7
_HAND_ROWS: Final = 5
_HAND_WIDTH: Final = 2
_OPEN: Final = 2
"""How many lines of what lies open fit beside an actor's fields."""
_LAST: Final = "◂"
"""Marks what was laid down last."""
_BEST_FIRST: Final = "what wins"
_RANKS: Final = (
    ("the best", ("world", "imperial: 3 4", "royal: queen, king", "illegitimate: with 6")),
    ("then", ("numeric: the sum", "knight: 17.5", "knave: 14.5", "abd 1: if all do")),
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
        return _shared(view)
    return _shared(view) | _own(view, viewer)


def _shared(view: JsonObject) -> Screen:
    """Lay out what lies on the table, as far as the viewer may know it."""
    state = view["state"]
    battles = [*_battles(view), *_rounds(state)]
    told = [[*_justice(state)], [*_reveals(state)], battles]
    if view["reason"]:
        told.reverse()
    rows = [*_seats(view), *chain.from_iterable(told)]
    if len(rows) + len(_RANKS) + 1 < _ROWS:
        rows += [_Row(""), _Row(_BEST_FIRST), *starmap(_Row, _RANKS)]
    texts = [row.texts() for row in rows]
    return {
        "round": one(_round(view)),
        "piles": one(_piles(state)),
        "heads": grid([_heads(state)], 1, len(SUITS)),
        "table": grid(texts, _ROWS, _WIDTH),
        "more": grid(texts[_ROWS:], _MORE_ROWS, _WIDTH),
    }


def _own(view: JsonObject, viewer: str) -> Screen:
    """Lay out what is for a player's eyes."""
    state = view["state"]
    seat = state["seats"].get(viewer)
    hand = [_in_words(card) for card in seat["hand"]] if seat else []
    return {
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
    tried = f"?x{cards}" if isinstance(cards, int) else " ".join(cards)
    return f"about to: {tried}"


def _laid(laid: JsonObject | None) -> str:
    """Return what lies on a field; a `?` is before what not everybody knows."""
    if laid is None:
        return ""
    if laid["kind"] == "abdication":
        return f"abd {laid['number']}{' (20)' if laid['cards'] else ''}"
    if laid["kind"] is None:
        return f"?x{laid['cards']}"
    secret = "" if laid["secret"] is None else "?"
    value = f" {laid['value']}" if laid["kind"] in ("numeric", "knave", "knight") else ""
    also = f" + {laid['also']}" if laid["also"] else ""
    return f"{secret}{laid['kind']}{value}: {' '.join(laid['cards'])}{also}"


def _holds(state: JsonObject, actor: str) -> str:
    """Return how many cards are in hand, and whether something is asked."""
    seat = state["seats"][actor]
    count = str(_count(seat["hand"]))
    if actor in state["asked"]:
        return "asked" if seat["finished"] else f"{count}, asked"
    if actor in state["out"]:
        return "out"
    return "finished" if seat["finished"] else count


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
        told.append(f"Hermit {hermit['left']}{pledged}")
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


def _battles(view: JsonObject) -> Iterator[_Row]:
    """Yield how many battles each has won, once one is over."""
    state = view["state"]
    if not state["results"]:
        return
    yield _Row("battles won", SUITS, "in all")
    for name, won in state["score"].items():
        told = f"{won['total']} out" if name in state["out"] else str(won["total"])
        if view["winner"] == name:
            told = f"★ {told}"
        yield _Row(name, [str(won[suit]) for suit in SUITS], told)


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
