"""A masked state laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase and for every number of players, and all its cells are
always given. What differs in length with the number of players, and with what happens, flows down
the rows of one table, so that all blank rows are at its end: who holds what, the battles won, and
what was shown share its columns, one for each field. On the board the table has room for all; on a
player's own tab it ends beside the form, and goes on in another tab.
"""

from collections.abc import Iterator, Sequence
from itertools import starmap
from textwrap import wrap
from typing import Final, NamedTuple

from umpire.games.arcanoid.components import (
    COURTS,
    FIELDS,
    LETTERS,
    SUIT_OF,
    SUITS,
    TRUMPS,
    Card,
    Cards,
)
from umpire.games.arcanoid.rules.battles import ended, score
from umpire.games.arcanoid.state import OF_JUSTICE, Laid, Reveal, Seat, State
from umpire.games.base import Screen, Situation
from umpire.games.blocks import Block, grid, one
from umpire.games.cards import HiddenCards, names
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


def screen(seen: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or for everybody else those of the board."""
    if viewer is None or viewer not in match.players:
        rows = _texts(_rows(seen, _ROWS + _MORE_ROWS))
        return _heading(seen) | {"table": grid(rows, _ROWS + _MORE_ROWS, _WIDTH)}
    return _heading(seen) | _own(seen, viewer)


def _heading(state: State) -> Screen:
    """Lay out what stands above the table."""
    return {
        "round": one(_round(state)),
        "piles": one(_piles(state)),
        "heads": grid([[_head(state, field) for field in FIELDS]], 1, len(FIELDS)),
    }


def _rows(state: State, seen: int) -> list[_Row]:
    """Return the rows of the table, of which so many are `seen` at once.

    The score comes right below the actors if all of it is seen there. Else it comes beyond what is
    seen, so that it is one table anyway.
    """
    actors, won = [*_seats(state), *_justice(state)], [*_score(state)]
    first, second = [*_reveals(state)], [*_rounds(state)]
    if state.outcome is not None:
        first, second = second, first
    if len(actors) + len(won) <= seen:
        return [*actors, *won, *first, *second]
    above = [*actors, *first]
    return [*above, *[_Row("")] * (seen - len(above)), *won, *second]


def _texts(rows: list[_Row]) -> list[tuple[str, ...]]:
    """Return the cells of rows, with what wins below them where there is room."""
    if len(rows) + len(_RANKS) + 1 < _ROWS:
        rows = [*rows, _Row(""), _Row(_BEST_FIRST), *starmap(_Row, _RANKS)]
    return [row.texts() for row in rows]


def _own(state: State, viewer: str) -> Screen:
    """Lay out what is for a player's eyes."""
    seat = state.seats.get(viewer)
    hand = [_in_words(card) for card in seat.hand] if seat else []
    texts = _texts(_rows(state, _ROWS))
    return {
        "table": grid(texts, _ROWS, _WIDTH),
        "more": grid(texts[_ROWS:], _MORE_ROWS, _WIDTH),
        "hand_title": one(_hand_title(seat)),
        "hand": _tray(hand, _HAND_ROWS, _HAND_WIDTH),
        "beside": one(_beside(state, viewer)),
    }


def _tray(cards: list[str], height: int, width: int) -> Block:
    """Lay cards out one a cell; the last cell takes all that are left."""
    free = height * width
    fits = cards if len(cards) <= free else [*cards[: free - 1], ", ".join(cards[free - 1 :])]
    rows = [fits[start : start + width] for start in range(0, len(fits), width)]
    return grid(rows, height, width)


def _round(state: State) -> str:
    turn, outcome = state.turn, state.outcome
    if outcome is not None:
        now = f"★ {ended(outcome.winner, outcome.reason)}"
    elif turn is None:
        now = f"{state.course.starter} begins"
    else:
        now = f"{_called(state, turn.actor)}'s turn{' (extra move)' if turn.extra else ''}"
    gaza = ["GAZA"] if state.terms.gaza else []
    rounds = f"round {state.course.round} of {state.terms.rounds}"
    return " · ".join([now, rounds, state.variant.name, *gaza])


def _piles(state: State) -> str:
    """Tell of the piles, and of the trumps that lie on the table, a line each."""
    deck = "deck closed" if state.supply.closed else f"deck {len(state.deck)}"
    lines = [f"{deck}, discarded {len(state.discard)}"]
    if state.effects.aside:
        lines.append(f"aside {', '.join(map(_named, state.effects.aside))}")
    if state.effects.temperance is not None:
        lines.append(
            f"Temperance {SUITS[state.effects.temperance.field]}: {state.effects.temperance.by}"
        )
    if state.effects.daemon is not None:
        lines.append(f"Devil: {state.player_of(state.effects.daemon)}")
    if state.supply.poll is not None and state.supply.poll.yes:
        lines.append(f"refill, yes: {', '.join(state.supply.poll.yes)}")
    return "\n".join(lines)


def _justice(state: State) -> Iterator[_Row]:
    """Yield the cards that everybody may use, in as many cells as there are fields."""
    if state.justice is not None:
        cards = state.justice.cards
        a_cell = max(1, -(-len(cards) // len(FIELDS)))
        shown = [names(cards[at : at + a_cell]) for at in range(0, len(cards), a_cell)]
        yield _Row("Justice", shown, "", "for everybody to use")


def _named(card: Card) -> str:
    return f"{card} {TRUMPS[int(card)]}" if card.isdecimal() else card


def _in_words(card: Card) -> str:
    """Write a card of the hand with what its letters mean: `S9 swords`, `SK king`, `21 world`."""
    return _named(card) if card.isdecimal() else f"{card} {COURTS.get(card[1:], SUIT_OF[card[0]])}"


def _head(state: State, field: int) -> str:
    taken = " •" if field in state.closed_to_world else ""
    is_tempered = state.effects.temperance is not None and state.effects.temperance.field == field
    return f"{LETTERS[field]} {SUITS[field]}{taken}{' tempered' if is_tempered else ''}"


def _seats(state: State) -> Iterator[_Row]:
    """Yield who has committed what and holds how many cards, in playing order."""
    if not state.order:
        yield from map(_Row, state.terms.players)
    for actor in state.order:
        called = _called(state, actor)
        lies = [_lies(state, actor, field) for field in FIELDS]
        open_cards = _lies_open(state, actor)
        beside, open_cards = "\n".join(open_cards[:_OPEN]), open_cards[_OPEN:]
        yield _Row(called, lies, _holds(state, actor), beside)
        for start in range(0, len(open_cards), len(FIELDS)):
            yield _Row(f"{called} has", open_cards[start : start + len(FIELDS)])


def _called(state: State, actor: str) -> str:
    if actor == OF_JUSTICE:
        return "Justice"
    seat = state.seats.get(actor)
    return f"{seat.master}'s {actor}" if seat and seat.master else actor


def _lies(state: State, actor: str, field: int) -> str:
    """Return what lies on a field, or is about to; what was laid there last is marked."""
    attempt, laid = state.attempt, state.seats[actor].fields[field]
    if attempt is not None and (attempt.by, attempt.field) == (actor, field):
        return f"about to: {_cards(attempt.laid.cards)}"
    if laid is None:
        return ""
    return f"{_laid(laid)} {_LAST}" if state.last_laid == (actor, field) else _laid(laid)


def _laid(laid: Laid) -> str:
    """Return what lies on a field; a `?` is before what not everybody knows."""
    if laid.kind == "abdication":
        judged = ": Judgment" if laid.cards else ""
        return f"abdication {laid.number}{judged}"
    if laid.kind is None:
        return f"? {_cards(laid.cards)}"
    secret = "" if laid.secret is None else "?"
    value = f" {laid.value}" if laid.kind in ("numeric", "knave", "knight") else ""
    also = "" if laid.also is None else f" + {SUITS[laid.also]}"
    return f"{secret}{laid.kind}{value}: {names(laid.cards)}{also}"


def _cards(cards: Cards) -> str:
    """Return cards, or of hidden ones how many there are."""
    return counted(len(cards), "card") if isinstance(cards, HiddenCards) else names(cards)


def _holds(state: State, actor: str) -> str:
    """Return how many cards are in hand, and whether an answer is awaited."""
    seat = state.seats[actor]
    if actor in state.course.out:
        return "out"
    held = "finished" if seat.finished else counted(len(seat.hand), "card")
    is_asked = state.asked is not None and actor in state.asked.actors
    return f"{held}\n{_AWAITED}" if is_asked else held


def _lies_open(state: State, actor: str) -> list[str]:
    """Return what an actor has on the table besides, some cards a cell."""
    seat, hermit = state.seats[actor], state.effects.hermit
    told = _cells(seat.hand) if seat.master else []
    told += _cells(seat.visible, "visible ")
    if seat.chariot is not None:
        told += _cells(seat.chariot, "Chariot ") or ["Chariot empty"]
    told += _cells(seat.up, "turned up ")
    if hermit is not None and hermit.by == actor:
        pledged = f", pledged before {' '.join(hermit.pledged)}" if hermit.pledged else ""
        told.append(f"Hermit: {counted(hermit.left, 'extra move')}{pledged}")
    return told


def _cells(cards: Cards, before: str = "", behind: str = "") -> list[str]:
    """Write cards into as few cells as can be read."""
    return [f"{before}{line}{behind}" for line in wrap(names(cards), _CARDS_A_CELL)]


def _reveals(state: State) -> Iterator[_Row]:
    """Yield what was shown last: to this viewer alone, then to all."""
    for title, public in (("shown to me", False), ("shown to all", True)):
        known = [r for r in state.effects.reveals if (r.to is None) == public and _is_known(r)]
        if known:
            yield _Row(title)
        for reveal in reversed(known[-_REVEALS:]):
            yield from _reveal(state, reveal)


def _is_known(reveal: Reveal) -> bool:
    return not any(isinstance(cards, HiddenCards) for _, cards in reveal.cards)


def _reveal(state: State, reveal: Reveal) -> Iterator[_Row]:
    """Tell of those who have shown any cards."""
    shown = [
        cell
        for who, cards in reveal.cards
        for cell in _cells(cards, behind=f" of {_called(state, who)}")
    ]
    by = f"by {_called(state, reveal.by)}"
    what = f"{_named(reveal.card)}: {reveal.target}"
    for start in range(0, len(shown) or 1, len(FIELDS)):
        cells = shown[start : start + len(FIELDS)] or ["nobody has it"]
        yield _Row("", cells) if start else _Row(by, cells, "", what)


def _score(state: State) -> Iterator[_Row]:
    """Yield how many battles each has won, once one is over, the best first."""
    if not state.course.results:
        return
    yield _Row("battles won", SUITS, "in all")
    for name, won in ranked(state):
        told = f"{sum(won)} out" if name in state.course.out else str(sum(won))
        is_winner = state.outcome is not None and state.outcome.winner == name
        yield _Row(name, [*map(str, won)], f"★ {told}" if is_winner else told)


def ranked(state: State) -> list[tuple[str, list[int]]]:
    """Return the battles of each suit that everybody has won, the best first.

    They are ranked as the end of a match would rank them.
    """

    def standing(name_and_won: tuple[str, list[int]]) -> tuple[int, ...]:
        name, won = name_and_won
        last = [
            max((r.number for r in state.course.results if r.winners[field] == name), default=0)
            for field in FIELDS
        ]
        has_won = state.outcome is not None and state.outcome.winner == name
        return (has_won, name not in state.course.out, sum(won), *won, *last)

    return sorted(score(state).items(), key=standing, reverse=True)


def _rounds(state: State) -> Iterator[_Row]:
    """Yield who won the battles of each round, the newest first."""
    for result in reversed(state.course.results):
        yield _Row(f"round {result.number}", result.winners)


def _hand_title(seat: Seat | None) -> str:
    if seat is None:
        return "Not in this round"
    if seat.finished:
        return "I am finished"
    return f"My hand: {len(seat.hand)}, oldest first"


def _beside(state: State, viewer: str) -> str:
    """Tell of the other cards that a player may use, and of those of the player's daemon."""
    if viewer not in state.seats:
        return ""
    seat = state.seats[viewer]
    beside = {
        "visible": seat.visible,
        "on my Chariot": seat.chariot or (),
        "Justice": state.justice.cards if state.justice else (),
        **{actor: one.hand for actor, one in state.seats.items() if one.master == viewer},
    }
    return " · ".join(f"{what}: {names(cards)}" for what, cards in beside.items() if cards)
