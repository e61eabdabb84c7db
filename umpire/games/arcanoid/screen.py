"""A view laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase and for every number of players, and all its cells are
always given. What differs in length with the number of players, and with what happens, flows down
the rows of one table, so that all blank rows are at its end: who holds what, what was shown, and
the battles won share its columns, one for each field.
"""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from umpire.games.arcanoid.components import SUITS, TRUMPS
from umpire.games.arcanoid.state import OF_JUSTICE, USA
from umpire.games.base import JsonObject, Screen
from umpire.games.blocks import column, grid, one

_ROWS: Final = 80
"""Enough for ten players, USA and their daemons with all that they can have, and for 20 rounds."""
_HAND_ROWS: Final = 3
_HAND_WIDTH: Final = 6
_JUSTICE_ROWS: Final = 2
_JUSTICE_WIDTH: Final = 4
_REVEALS: Final = 4
_CARDS_A_CELL: Final = 17
"""How many characters of cards can be read in a narrow cell, with a word beside them."""

_REASONS: Final = {
    "battles": "by battles won",
    "forfeit": "by forfeit",
    "usa": "by battles won",
    "draw": "nobody has won a battle",
}


class _Row(NamedTuple):
    """A row of the table: who or what, a cell for each field, and one more."""

    name: str
    cells: Sequence[str] = ()
    last: str = ""


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
    rows = [*_seats(view), *_reveals(state), *_battles(view), *_rounds(state)]
    return {
        "round": one(_round(view)),
        "piles": one(_piles(state)),
        "justice_note": one(_justice_note(state)),
        "justice": _tray([_justice(state)], _JUSTICE_ROWS, _JUSTICE_WIDTH),
        "heads": grid([_heads(state)], 1, len(SUITS)),
        "actors": column((row.name for row in rows), _ROWS),
        "grid": grid((row.cells for row in rows), _ROWS, len(SUITS)),
        "holds": column((row.last for row in rows), _ROWS),
    }


def _own(view: JsonObject, viewer: str) -> Screen:
    """Lay out what is for a player's eyes."""
    state = view["state"]
    seat = state["seats"].get(viewer)
    asked = next((owed["kind"] for owed in view["pending"] if owed["by"] == viewer), "")
    return {
        "hand_title": one(_hand_title(seat)),
        "hand": _tray(_groups(state, viewer), _HAND_ROWS, _HAND_WIDTH),
        "asked": one(asked or "nothing"),
    }


def _tray(groups: Iterable[list[str]], height: int, width: int) -> tuple[tuple[str, ...], ...]:
    """Lay cards out one a cell, each group from a new row on as long as there are rows.

    The last cell takes all the cards that are left of a group.
    """
    rows: list[list[str]] = []
    for group in groups:
        free = (height - len(rows)) * width
        fits = group if len(group) <= free else [*group[: free - 1], " ".join(group[free - 1 :])]
        if free:
            rows += [fits[start : start + width] for start in range(0, len(fits), width)]
    return grid(rows, height, width)


def _round(view: JsonObject) -> str:
    state = view["state"]
    parts = [f"Round {state['round']} of {state['rounds']}", state["variant"]]
    if state["gaza"]:
        parts.append("GAZA")
    if view["status"] == "over":
        return " · ".join([_outcome(view), *parts])
    if state["turn"] is None:
        parts.append(f"{state['starter']} begins")
    else:
        extra = " (extra move)" if state["turn"]["extra"] else ""
        parts.append(f"{_called(state, state['turn']['actor'])}'s turn{extra}")
    return " · ".join(parts)


def _outcome(view: JsonObject) -> str:
    winner = USA if view["reason"] == "usa" else view["winner"]
    reason = view["reason"]
    last, _, suit = reason.rpartition("-")
    how = _REASONS.get(reason, f"by {'the last battle' if last else 'battles'} of {suit}")
    return f"{winner} has won {how}" if winner else f"A draw: {how}"


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


def _justice_note(state: JsonObject) -> str:
    return "Justice: open for all" if state["justice"] else "Justice is not in play"


def _justice(state: JsonObject) -> list[str]:
    return [_named(card) for card in state["justice"]["cards"]] if state["justice"] else []


def _named(card: str) -> str:
    return f"{card} {TRUMPS[int(card)]}" if card.isdecimal() else card


def _heads(state: JsonObject) -> list[str]:
    tempered = state["temperance"]
    return [
        f"{suit}{' •' if suit in state['closed_to_world'] else ''}"
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
        yield _Row(called, [_lies(state, actor, suit) for suit in SUITS], _holds(state, actor))
        open_cards = _lies_open(state, actor)
        for start in range(0, len(open_cards), len(SUITS)):
            yield _Row(f"{called} has", open_cards[start : start + len(SUITS)])


def _called(state: JsonObject, actor: str) -> str:
    seat = state["seats"].get(actor)
    if actor == OF_JUSTICE:
        return "Justice"
    return f"{seat['master']}'s {actor}" if seat and seat["master"] else actor


def _lies(state: JsonObject, actor: str, suit: str) -> str:
    """Return what lies on a field, or is about to."""
    attempt = state["attempt"]
    laid = _laid(state["seats"][actor]["fields"][suit])
    if attempt is None or (attempt["by"], attempt["field"]) != (actor, suit):
        return laid
    cards = attempt["cards"]
    tried = f"?x{cards}" if isinstance(cards, int) else " ".join(cards)
    return f"about to: {tried}"


def _laid(laid: JsonObject | None) -> str:
    """Return what lies on a field; a `?` is before what not everybody knows."""
    if laid is None:
        return "-"
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
        return "asked" if seat["finished"] else f"{count}\nasked"
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
    what = f"{_called(state, reveal['by'])}: {_named(reveal['card'])}, {reveal['target']}"
    for start in range(0, len(shown) or 1, len(SUITS)):
        cells = shown[start : start + len(SUITS)] or ["nobody has it"]
        yield _Row("" if start else what, cells)


def _battles(view: JsonObject) -> Iterator[_Row]:
    """Yield how many battles each has won, once one is over."""
    state = view["state"]
    if not state["results"]:
        return
    yield _Row("battles won", SUITS, "in all")
    for name, won in state["score"].items():
        state_of = " out" if name in state["out"] else ""
        if view["status"] == "over" and name == view["winner"]:
            state_of = " winner"
        yield _Row(name, [str(won[suit]) for suit in SUITS], f"{won['total']}{state_of}")


def _rounds(state: JsonObject) -> Iterator[_Row]:
    """Yield who won the battles of each round, the newest first."""
    for result in reversed(state["results"]):
        yield _Row(f"round {result['round']}", [result["winners"][suit] for suit in SUITS])


def _hand_title(seat: JsonObject | None) -> str:
    if seat is None:
        return "I am not in this round"
    if seat["finished"]:
        return "I am finished in this round"
    return f"My hand: {_count(seat['hand'])}, the oldest first"


def _groups(state: JsonObject, viewer: str) -> Iterator[list[str]]:
    """Yield the cards that a player may use, Justice's aside, and those of the player's daemon."""
    seat = state["seats"].get(viewer)
    if seat is None:
        return
    yield [_named(card) for card in seat["hand"]]
    if seat["visible"]:
        yield ["visible", *map(_named, seat["visible"])]
    if seat["chariot"]:
        yield ["loaded", *map(_named, seat["chariot"])]
    for actor, other in state["seats"].items():
        if other["master"] == viewer and other["hand"]:
            yield [actor, *map(_named, other["hand"])]
