"""A masked state laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase and for every number of players, and all its cells are
always given. Each actor has two rows, in playing order: a card in each cell of a field,
and below them what they are together. Lists that grow flow down: cards that lie open or were shown,
and the rounds. Each is in two parts, the first of which stands beside something else.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from umpire.games.arcanoid.cards import (
    CHARIOT,
    DECK,
    FIELDS,
    LETTERS,
    SUIT_OF,
    SUITS,
    TRUMPS,
    Card,
    Cards,
    in_order,
    is_trump,
)
from umpire.games.arcanoid.combinations import describe
from umpire.games.arcanoid.rounds import score
from umpire.games.arcanoid.state import Commitment, Reveal, Seat, State
from umpire.games.base import Screen, Situation
from umpire.games.blocks import cell, column, grid, in_rows, row, spread, with_more
from umpire.games.cards import names
from umpire.games.text import join_words, pluralize

_PARTS: Final = (10, 18)
"""The rows of the table in its two parts: enough for ten players, USA and daemons."""
_RECORDS: Final = (5, 40)
_OWN_RECORDS: Final = (3, 40)
"""The rows of the list of cards that are open or were shown: on the board, and on a table."""
_IN_A_ROW: Final = 6
"""How many cards of a hand, or of a record, stand side by side."""
_HAND_ROWS: Final = 3
_A_FIELD: Final = 4
"""How many cards a field has cells for."""
_FIELD_CELLS: Final = _A_FIELD * len(FIELDS)
_ROUNDS: Final = 20
_REVEALS: Final = 4
"""How many of the times that cards were shown to all are told of, and of those to one player."""
_UNKNOWN: Final = "?"
"""Stands for a card that lies face down; behind a card it tells that it may yet be stolen."""
_LAST: Final = " ◂"
"""Marks the last commitment or abdication."""
_LONGEST_NAME: Final = 13
"""So many letters of an actor's name there is room for in lists."""
_DUES: Final = {"move": "to move", "call": "to call", "wheel": "to discard"}


class _Record(NamedTuple):
    """Cards that lie open or were shown, and a text beside them."""

    text: str
    cards: Cards = ()


def screen(view: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or for everybody else those of the board."""
    table, blocks = _table(view, match), Screen()
    if viewer in match.players:
        table.pop("won_on")
    for name, rows in table.items():
        blocks |= _in_parts(name, rows, _PARTS, _FIELD_CELLS if name == "fields" else 1)
    heads = spread((_head(view, field) for field in FIELDS), _A_FIELD)
    blocks |= {**_rounds(view), "heads": row(heads, _FIELD_CELLS)}
    if viewer in match.players:
        records = _listed(_records(view), _OWN_RECORDS)
        return blocks | records | _own(view, match, viewer)
    story = f"{_going_on(view, None)}{match.mark}, variant {_variant(view)}. {_piles(view)}"
    trumps = _Record("Trumps on the table", tuple(view.effects.trumps))
    records = _listed([*([trumps] if trumps.cards else []), *_records(view)], _RECORDS)
    return blocks | records | {"subtitle": cell(" ".join([story, *_effects(view)]))}


def _in_parts(name: str, rows: Iterable[Sequence[str]], sizes: Iterable[int], width: int) -> Screen:
    """Return blocks `name_1` and `name_2` of these heights, filled one after the other."""
    rest = iter(rows)
    return {f"{name}_{part}": grid(rest, size, width) for part, size in enumerate(sizes, 1)}


def _own(state: State, match: Situation, viewer: str) -> Screen:
    """Lay out the blocks of a player's table that the board lacks."""
    actor = _playing(state, viewer)
    hand = state.seats[actor].hand if actor in state.seats else ()
    trumps = state.effects.trumps
    return {
        "title": cell(_going_on(state, viewer) + match.mark),
        "variant": cell(f"variant {_variant(state)}"),
        "subtitle": cell(" ".join(_effects(state))),
        "hand_title": cell(_hand_title(state, viewer, actor)),
        **in_rows("hand", hand, _IN_A_ROW, _HAND_ROWS),
        **in_rows("suits", map(_in_words, hand), _IN_A_ROW, _HAND_ROWS),
        "beside": cell(_beside(state, viewer, actor)),
        "deck": cell("closed" if state.supply.closed else str(len(state.deck))),
        "discarded": cell(str(len(state.discard))),
        "trumps_title": cell("Trumps on the table" if trumps else ""),
        "trumps": row(spread(trumps, 2), _IN_A_ROW * 2),
        "trump_names": row(spread(map(_in_words, trumps), 2), _IN_A_ROW * 2),
    }


# What is going on


def _going_on(state: State, viewer: str | None) -> str:
    """Return the round and the turn in a few words."""
    turn, outcome = state.turn, state.outcome
    if outcome is not None:
        return f"{outcome.winner or 'Nobody'} has won the match"
    round_title = f"Round {state.course.round} of {state.terms.rounds}"
    if turn is None:
        return f"{round_title}: {state.course.starter} starts"
    whose = "your" if turn.actor == viewer else f"{state.name_of(turn.actor)}'s"
    return f"{round_title}: {whose} {'extra move' if turn.extra else 'turn'}"


def _variant(state: State) -> str:
    return state.variant.name + (" with USA" if state.terms.gaza else "")


def _piles(state: State) -> str:
    discarded = len(state.discard)
    if state.supply.closed:
        return f"The deck is closed, the discard pile has {pluralize(discarded, 'card')}."
    return f"The deck has {pluralize(len(state.deck), 'card')}, the discard pile {discarded}."


def _effects(state: State) -> Iterator[str]:
    """Yield a sentence for each lasting effect, and for a poll on the deck."""
    effects, poll = state.effects, state.supply.poll
    if effects.temperance is not None:
        by, field = effects.temperance
        yield f"{state.name_of(by)} has tempered {SUITS[field]}."
    if effects.hermit is not None and effects.hermit.left:
        left, pledged = effects.hermit.left, effects.hermit.pledged
        before = f", pledged before {join_words(pledged)}" if pledged else ""
        owner = state.name_of(effects.hermit.by)
        yield f"{owner} has {pluralize(left, 'extra move')}{before}."
    if poll is not None and poll.yes:
        yield f"To refill the deck: yes from {join_words(poll.yes)}."


# The fields


def _head(state: State, field: int) -> str:
    tempered = state.effects.temperance
    is_tempered = tempered is not None and tempered.field == field
    name = f"{LETTERS[field]}  {SUITS[field]}"
    mark = "  ●" if field in state.closed_to_world else ""
    return f"{name}{mark}{'  tempered' if is_tempered else ''}"


def _table(state: State, match: Situation) -> dict[str, list[Sequence[str]]]:
    """Return by heading two rows of cells for each actor of the round, then each player out."""
    won = score(state.terms, state.course.results)
    out = [name for name in state.terms.players if name not in state.order]
    table: dict[str, list[Sequence[str]]] = defaultdict(list)
    for actor in (*state.order, *out):
        seat = state.seats.get(actor, Seat())
        cards, texts = zip(*(_lying(state, actor, seat, field) for field in FIELDS), strict=True)
        count, noun = _holds(state, actor, seat)
        battles = won.get(actor, [])
        on = [f"{suit} {number}" for number, suit in zip(battles, SUITS, strict=False) if number]
        table["actors"] += [[_short_name(state, actor)], [_due(state, match, actor)]]
        table["fields"] += [[*chain.from_iterable(cards)], [*spread(texts, _A_FIELD)]]
        table["holds"] += [[count], [noun]]
        table["won"] += [[str(sum(battles)) if actor in won else ""], [""]]
        table["won_on"] += [[", ".join(on)], [""]]
    return table


def _short_name(state: State, actor: str) -> str:
    """Return an actor as lists call it: a daemon without its master where there is no room."""
    name = state.name_of(actor)
    return name if len(name) <= _LONGEST_NAME else actor


def _due(state: State, match: Situation, actor: str) -> str:
    """Return the task of an actor that is asked; of the winner that it is the winner."""
    if state.outcome is not None:
        return "★ winner" if state.outcome.winner == actor else ""
    if match.void or actor not in state.answering:
        return ""
    return _DUES.get(state.phase, "to answer")


def _holds(state: State, actor: str, seat: Seat) -> tuple[str, str]:
    """Return how many cards an actor holds, and the word for it; or that there are none."""
    if actor in state.course.out:
        return "", "out"
    if seat.finished:
        return "", "finished"
    return str(len(seat.hand)), "card" if len(seat.hand) == 1 else "cards"


def _lying(state: State, actor: str, seat: Seat, field: int) -> tuple[Sequence[str], str]:
    """Return the cells of a field, with what lies or may soon lie there, and a text."""
    attempt, commitment = state.attempt, seat.fields[field]
    if attempt is not None and (attempt.by, attempt.field) == (actor, field):
        attempted = [card.rstrip(_UNKNOWN) + _UNKNOWN for card in attempt.commitment.cards]
        return _cells(attempted), f"about to commit{_LAST}"
    if commitment is None:
        return _cells(()), ""
    mark = _LAST if state.latest == (actor, field) else ""
    cards, more = commitment.cards, ""
    if len(cards) > _A_FIELD and commitment.secret is None:
        more = f", with {names(cards[_A_FIELD - 1 :])}"
    return _cells(cards), f"{_commitment_text(commitment)}{more}{mark}"


def _cells(cards: Sequence[str]) -> Sequence[str]:
    """Return the cells of a field; where there are too many cards the last tells how many more."""
    return row(with_more([*map(str, cards)], _A_FIELD), _A_FIELD)[0]


def _commitment_text(commitment: Commitment) -> str:
    if commitment.kind == "abdication":
        judgment = ": Judgment" if commitment.cards else ""
        return f"abdicated {_ordinal(commitment.number or 0)}{judgment}"
    if commitment.kind is None:
        return f"{pluralize(len(commitment.cards), 'card')}, face down"
    also = "" if commitment.also is None else f", also on {SUITS[commitment.also]}"
    secret = "" if commitment.secret is None else ", face down"
    return f"{describe(commitment)}{also}{secret}"


def _ordinal(number: int) -> str:
    """Return `1st`, `2nd`, `3rd`, `4th`, and `11th` to `13th`."""
    is_teen = number // 10 % 10 == 1
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


# Cards that lie open, or were shown


def _listed(records: Iterable[_Record], parts: Sequence[int]) -> Screen:
    """Lay records out, six cards in a row."""
    texts: list[tuple[str]] = []
    cards: list[Cards] = []
    for record in [*records] or [_Record("nothing yet")]:
        for start in range(0, max(1, len(record.cards)), _IN_A_ROW):
            texts.append(("" if start else record.text,))
            cards.append(record.cards[start : start + _IN_A_ROW])
    return {
        **_in_parts("records", texts, parts, 1),
        **_in_parts("record_cards", cards, parts, _IN_A_ROW),
    }


def _records(state: State) -> Iterator[_Record]:
    """Yield the cards that lie open, then those shown last, to this viewer alone and to all."""
    if state.justice is not None:
        yield _Record("Justice, for everybody to use", state.justice.cards)
    for actor in state.order:
        seat, name = state.seats[actor], state.name_of(actor)
        if seat.master and seat.hand:
            yield _Record(f"{name}: hand", seat.hand)
        if seat.visible:
            yield _Record(f"{name}: visible", seat.visible)
        if seat.chariot is not None:
            yield _Record(f"{name}: Chariot", (CHARIOT, *seat.chariot))
        if seat.up:
            yield _Record(f"{name}: turned up", seat.up)
    for is_public in (False, True):
        reveals = [r for r in state.effects.reveals if (r.to is None) == is_public and r.is_known]
        for reveal in reversed(reveals[-_REVEALS:]):
            yield from _revealed(state, reveal)


def _revealed(state: State, reveal: Reveal) -> Iterator[_Record]:
    """Yield the cards that each actor has shown for a trump; or that nobody had any."""
    by = f"{state.name_of(reveal.by)}'s {_trump_name(reveal.card)}"
    hands = [(actor, cards) for actor, cards in reveal.cards if cards]
    for actor, cards in hands:
        yield _Record(f"{by}: {state.name_of(actor)} has", in_order(cards))
    if hands:
        return
    if reveal.target in state.seats:
        yield _Record(f"{by}: {state.name_of(reveal.target)} has no cards")
    elif reveal.target in DECK:
        yield _Record(f"{by}: nobody has it", (Card(reveal.target),))
    else:
        yield _Record(f"{by}: nobody has {reveal.call}")


def _trump_name(trump: Card) -> str:
    return TRUMPS[int(trump)].capitalize()


# The rounds


def _rounds(state: State) -> Screen:
    """Lay out the winners of each round's battles, the newest first."""
    results = [*reversed(state.course.results)]
    winners = [
        [*spread((_short_name(state, who) for who in result.winners), _A_FIELD)]
        for result in results
    ]
    return {
        "rounds_title": cell("Rounds, and who won each battle" if results else ""),
        "rounds": column((f"Round {result.number}" for result in results), _ROUNDS),
        "rounds_won": grid(winners, _ROUNDS, _FIELD_CELLS),
    }


# A player's own cards


def _playing(state: State, viewer: str) -> str:
    """Return the actor that a player acts for now: the player, or a daemon that is asked."""
    actors = state.answering
    return next((actor for actor in actors if state.seats[actor].master == viewer), viewer)


def _hand_title(state: State, viewer: str, actor: str) -> str:
    if viewer in state.course.out:
        return "You are out of the match"
    if actor not in state.seats or state.outcome is not None:
        return ""
    seat = state.seats[actor]
    if seat.finished:
        return "You are finished in this round"
    whose = "Your hand" if actor == viewer else "Your daemon's hand"
    order = ", oldest first" if len(seat.hand) > 1 else ""
    return f"{whose}: {pluralize(len(seat.hand), 'card')}{order}"


def _in_words(card: Card) -> str:
    """Return the text below a card: its suit, or the name of a trump."""
    return _trump_name(card) if is_trump(card) else SUIT_OF[card[0]]


def _beside(state: State, viewer: str, actor: str) -> str:
    """Tell of the other cards that an actor may use, and of the other hand of its player."""
    if viewer not in state.seats:
        return ""
    seat = state.seats[actor]
    hands = {
        "Your hand" if name == viewer else "Your daemon": other.hand
        for name, other in state.seats.items()
        if name != actor and viewer in (name, other.master)
    }
    beside = {
        "Visible": seat.visible,
        "Chariot": seat.chariot or (),
        "Justice": state.justice.cards if state.justice else (),
        **hands,
    }
    return ". ".join(f"{place}: {names(cards)}" for place, cards in beside.items() if cards)
