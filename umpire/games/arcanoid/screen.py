"""A masked state laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase and for every number of players, and all its cells are
always given. Who plays stands in two rows each, in playing order: a card in each cell of a field,
and below them what they are together. Lists that grow flow down: cards that lie open or were shown,
and the rounds. Each is in two parts, the first of which stands beside something else.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from umpire.games.arcanoid.cards import (
    CHARIOT,
    DECK,
    DEVIL,
    FIELDS,
    HERMIT,
    LETTERS,
    SUIT_OF,
    SUITS,
    TEMPERANCE,
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
from umpire.games.cards import HiddenCards, names
from umpire.games.text import counted, listed

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
_COLUMNS: Final = ("actors", "fields", "holds", "won", "won_on")
"""What stands under each heading of the table; the last one on the board only."""
_ROUNDS: Final = 20
_SHOWN: Final = 4
"""How many of the times that cards were shown to all are told of, and of those to one player."""
_UNKNOWN: Final = "?"
"""Stands for a card that lies face down; behind a card it tells that it may yet be stolen."""
_LAST: Final = " ◂"
"""Marks what was laid down last."""
_LONGEST_NAME: Final = 13
"""So many letters of an actor's name there is room for in lists."""
_DUES: Final = {"move": "to move", "call": "to call", "wheel": "to discard"}


class _Record(NamedTuple):
    """What somebody has open, or has shown, and the cards."""

    text: str
    cards: Cards = ()


def screen(view: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or for everybody else those of the board."""
    is_board = viewer is None or viewer not in match.players
    blocks = {
        **_table(view, match, _COLUMNS if is_board else _COLUMNS[:-1]),
        **_rounds(view),
        "heads": row(spread((_head(view, field) for field in FIELDS), _A_FIELD), _FIELD_CELLS),
    }
    if viewer is None or is_board:
        story = f"{_going_on(view, None)}{match.mark}, variant {_variant(view)}. {_piles(view)}"
        trumps = _Record("Trumps on the table", tuple(_trumps(view)))
        records = [*([trumps] if trumps.cards else []), *_records(view)]
        told = " ".join([story, *_effects(view)])
        return {**blocks, **_listed(records, _RECORDS), "subtitle": cell(told)}
    return {**blocks, **_listed([*_records(view)], _OWN_RECORDS), **_own(view, match, viewer)}


def _own(state: State, match: Situation, viewer: str) -> Screen:
    """Lay out what stands on a player's table only."""
    actor = _playing(state, viewer)
    hand = state.seats[actor].hand if actor in state.seats else ()
    trumps = [*_trumps(state)]
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
    """Return in a few words which round it is, and whose turn."""
    turn, outcome = state.turn, state.outcome
    if outcome is not None:
        return f"{outcome.winner or 'Nobody'} has won the match"
    begun = f"Round {state.course.round} of {state.terms.rounds}"
    if turn is None:
        return f"{begun}: {state.course.starter} starts"
    whose = "your" if turn.actor == viewer else f"{state.name_of(turn.actor)}'s"
    return f"{begun}: {whose} {'extra move' if turn.extra else 'turn'}"


def _variant(state: State) -> str:
    return state.variant.name + (" with USA" if state.terms.gaza else "")


def _piles(state: State) -> str:
    discarded = len(state.discard)
    if state.supply.closed:
        return f"The deck is closed, the discard pile has {counted(discarded, 'card')}."
    return f"The deck has {counted(len(state.deck), 'card')}, the discard pile {discarded}."


def _trumps(state: State) -> Iterator[Card]:
    """Yield the trumps that lie on the table, but for Chariots and what is committed."""
    effects = state.effects
    yield from effects.aside
    for card, lies in (
        (HERMIT, effects.hermit),
        (TEMPERANCE, effects.temperance),
        (DEVIL, effects.daemon),
    ):
        if lies is not None and card not in effects.aside:
            yield card


def _effects(state: State) -> Iterator[str]:
    """Yield a sentence for each lasting effect, and for a poll on the deck."""
    effects, poll = state.effects, state.supply.poll
    if effects.temperance is not None:
        by, field = effects.temperance
        yield f"{state.name_of(by)} has tempered {SUITS[field]}."
    if effects.hermit is not None and effects.hermit.left:
        left, pledged = effects.hermit.left, effects.hermit.pledged
        before = f", pledged before {listed(pledged)}" if pledged else ""
        owner = state.name_of(effects.hermit.by)
        yield f"{owner} has {counted(left, 'extra move')}{before}."
    if poll is not None and poll.yes:
        yield f"To refill the deck: yes from {listed(poll.yes)}."


# The fields


def _head(state: State, field: int) -> str:
    tempered = state.effects.temperance
    is_tempered = tempered is not None and tempered.field == field
    name = f"{LETTERS[field]}  {SUITS[field]}"
    taken = "  ●" if field in state.closed_to_world else ""
    return f"{name}{taken}{'  tempered' if is_tempered else ''}"


def _table(state: State, match: Situation, columns: Iterable[str]) -> Screen:
    """Lay out who has committed what, holds how many cards and has won how many battles."""
    won = score(state.terms, state.course.results)
    pairs = [_actor(state, match, actor, won.get(actor)) for actor in _actors(state)]
    rows = [*chain.from_iterable(pairs)]
    blocks: Screen = {}
    for at, name in enumerate(columns):
        width = _FIELD_CELLS if name == "fields" else 1
        blocks |= _in_parts(name, [line[at] for line in rows], _PARTS, width)
    return blocks


def _in_parts(name: str, rows: Sequence[Sequence[str]], sizes: Iterable[int], width: int) -> Screen:
    """Return blocks `name_1` and `name_2` of these heights, filled one after the other."""
    blocks: Screen = {}
    start = 0
    for number, size in enumerate(sizes, 1):
        blocks[f"{name}_{number}"] = grid(rows[start : start + size], size, width)
        start += size
    return blocks


def _actors(state: State) -> list[str]:
    """Return all who play the round in playing order, then who is out."""
    return [*state.order, *(name for name in state.terms.players if name not in state.order)]


_Line = tuple[Sequence[str], ...]


def _actor(
    state: State, match: Situation, actor: str, won: list[int] | None
) -> tuple[_Line, _Line]:
    """Return both rows of an actor: the cells under each heading of the table."""
    seat = state.seats.get(actor, Seat())
    lies = [_lies(state, actor, seat, field) for field in FIELDS]
    count, what = _holds(state, actor, seat)
    on = [f"{suit} {number}" for number, suit in zip(won or (), SUITS, strict=False) if number]
    told = "" if won is None else str(sum(won))
    cards = [*chain.from_iterable(_cells(shown) for shown, _ in lies)]
    texts = [*spread((text for _, text in lies), _A_FIELD)]
    upper: _Line = ((_called(state, actor),), cards, (count,), (told,), (", ".join(on),))
    lower: _Line = ((_due(state, match, actor),), texts, (what,), ("",), ("",))
    return upper, lower


def _called(state: State, actor: str) -> str:
    """Return an actor as lists call it: a daemon without its master where there is no room."""
    name_of = state.name_of(actor)
    return name_of if len(name_of) <= _LONGEST_NAME else actor


def _due(state: State, match: Situation, actor: str) -> str:
    """Return what is awaited of an actor; of the winner that it is the winner."""
    if state.outcome is not None:
        return "★ winner" if state.outcome.winner == actor else ""
    question = None if match.void else state.question
    return (
        ""
        if question is None or actor not in question.actors
        else _DUES.get(question.kind, "to answer")
    )


def _holds(state: State, actor: str, seat: Seat) -> tuple[str, str]:
    """Return how many cards an actor holds, and the word for it; or that there are none."""
    if actor in state.course.out:
        return "", "out"
    if seat.finished:
        return "", "finished"
    return str(len(seat.hand)), "card" if len(seat.hand) == 1 else "cards"


def _lies(state: State, actor: str, seat: Seat, field: int) -> tuple[list[str], str]:
    """Return the cards on a field, or about to be there, and what they are together."""
    attempt, commitment = state.attempt, seat.fields[field]
    if attempt is not None and (attempt.by, attempt.field) == (actor, field):
        tried = [
            _UNKNOWN if card == _UNKNOWN else card + _UNKNOWN for card in _known(attempt.commitment)
        ]
        return tried, f"about to commit{_LAST}"
    if commitment is None:
        return [], ""
    mark = _LAST if state.latest == (actor, field) else ""
    cards = _known(commitment)
    more = f", with {' '.join(cards[_A_FIELD - 1 :])}" if len(cards) > _A_FIELD else ""
    return cards, f"{_laid(commitment)}{'' if commitment.secret is not None else more}{mark}"


def _known(commitment: Commitment) -> list[str]:
    """Return the cards of a commitment, as far as they may be known."""
    cards = commitment.cards
    return [_UNKNOWN] * len(cards) if isinstance(cards, HiddenCards) else [*cards]


def _laid(commitment: Commitment) -> str:
    """Return what a commitment is."""
    if commitment.kind == "abdication":
        judgment = ": Judgment" if commitment.cards else ""
        return f"abdicated {_ordinal(commitment.number or 0)}{judgment}"
    if commitment.kind is None:
        return f"{counted(len(commitment.cards), 'card')}, face down"
    also = "" if commitment.also is None else f", also on {SUITS[commitment.also]}"
    secret = "" if commitment.secret is None else ", face down"
    return f"{describe(commitment)}{also}{secret}"


def _ordinal(number: int) -> str:
    """Return `1st`, `2nd`, `3rd`, `4th`, and `11th` to `13th`."""
    is_teen = number // 10 % 10 == 1
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _cells(cards: list[str]) -> list[str]:
    """Return the cells of a field; where there are too many cards the last tells how many more."""
    shown = with_more(cards, _A_FIELD)
    return [*shown, *[""] * (_A_FIELD - len(shown))]


# Cards that lie open, or were shown


def _listed(records: list[_Record], parts: Sequence[int]) -> Screen:
    """Lay records out, six cards in a row."""
    texts: list[tuple[str]] = []
    cards: list[Cards] = []
    for record in records or [_Record("nothing yet")]:
        for start in range(0, max(1, len(record.cards)), _IN_A_ROW):
            texts.append(("" if start else record.text,))
            cards.append(record.cards[start : start + _IN_A_ROW])
    return {
        **_in_parts("records", texts, parts, 1),
        **_in_parts("record_cards", cards, parts, _IN_A_ROW),
    }


def _records(state: State) -> Iterator[_Record]:
    """Yield what lies open, then what was shown last, to this viewer alone and to all."""
    if state.justice is not None:
        yield _Record("Justice, for everybody to use", state.justice.cards)
    for actor in state.order:
        yield from _open(state, actor, state.seats[actor])
    for public in (False, True):
        known = [r for r in state.effects.reveals if (r.to is None) == public and _is_known(r)]
        for reveal in reversed(known[-_SHOWN:]):
            yield from _shown(state, reveal)


def _open(state: State, actor: str, seat: Seat) -> Iterator[_Record]:
    """Yield what an actor has open on the table besides what is committed."""
    name = state.name_of(actor)
    if seat.master and seat.hand:
        yield _Record(f"{name}: hand", seat.hand)
    if seat.visible:
        yield _Record(f"{name}: visible", seat.visible)
    if seat.chariot is not None:
        yield _Record(f"{name}: Chariot", (CHARIOT, *seat.chariot))
    if seat.up:
        yield _Record(f"{name}: turned up", seat.up)


def _is_known(reveal: Reveal) -> bool:
    return not any(isinstance(cards, HiddenCards) for _, cards in reveal.cards)


def _shown(state: State, reveal: Reveal) -> Iterator[_Record]:
    """Yield who has shown which cards, for whose trump; or that nobody had any."""
    by = f"{state.name_of(reveal.by)}'s {_titled(reveal.card)}"
    shown = [(who, cards) for who, cards in reveal.cards if cards]
    for who, cards in shown:
        yield _Record(f"{by}: {state.name_of(who)} has", in_order(cards))
    if shown:
        return
    if reveal.target in state.seats:
        yield _Record(f"{by}: {state.name_of(reveal.target)} has no cards")
    elif reveal.target in DECK:
        yield _Record(f"{by}: nobody has it", (Card(reveal.target),))
    else:
        question = "the Fool" if reveal.target == "fool" else reveal.target
        yield _Record(f"{by}: nobody has {question}")


def _titled(trump: Card) -> str:
    return TRUMPS[int(trump)].capitalize()


# The rounds


def _rounds(state: State) -> Screen:
    """Lay out who has won the battles of each round, the newest first."""
    results = [*reversed(state.course.results)]
    winners = [
        [*spread((_called(state, who) for who in result.winners), _A_FIELD)] for result in results
    ]
    return {
        "rounds_title": cell("Rounds, and who won each battle" if results else ""),
        "rounds": column((f"Round {result.number}" for result in results), _ROUNDS),
        "rounds_won": grid(winners, _ROUNDS, _FIELD_CELLS),
    }


# A player's own cards


def _playing(state: State, viewer: str) -> str:
    """Return whose hand a player has to look at: a daemon's that is asked for something."""
    actors = state.question.actors if state.question else ()
    return next((actor for actor in actors if _is_daemon_of(state, actor, viewer)), viewer)


def _is_daemon_of(state: State, actor: str, viewer: str) -> bool:
    return actor in state.seats and state.seats[actor].master == viewer


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
    return f"{whose}: {counted(len(seat.hand), 'card')}{order}"


def _in_words(card: Card) -> str:
    """Return what stands below a card: its suit, or the name of a trump."""
    return _titled(card) if is_trump(card) else SUIT_OF[card[0]]


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
    return ". ".join(f"{what}: {names(cards)}" for what, cards in beside.items() if cards)
