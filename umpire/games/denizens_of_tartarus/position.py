"""The option `position`: a reported state given back, from which play starts with a turn.

`read_position` is the reverse of `report.report`. What it gives in one place is checked there;
what must fit together (cards, wins, who is to move) is checked at the end.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypedDict, TypeVar, cast

from umpire.games.base import BadOption
from umpire.games.denizens_of_tartarus.components import (
    BANNERS,
    CARD_NAMED,
    CARDS,
    COLORS,
    DECK,
    HAND,
    LETTERS,
    MODULES,
    NUMBERS,
    SIDES,
    Card,
    Color,
    Configuration,
    Deck,
    Hand,
    ModuleName,
    Side,
    as_hand,
    names,
    opponent,
)
from umpire.games.denizens_of_tartarus.modules import (
    Balance,
    Matching,
    Module,
    Order,
    Pair,
    Set,
    Shuffle,
    Stones,
    Table,
)
from umpire.games.denizens_of_tartarus.modules.stones import STONES
from umpire.games.denizens_of_tartarus.rules.closed import closed_now, remaining
from umpire.games.denizens_of_tartarus.rules.turn import modules_won
from umpire.games.denizens_of_tartarus.state import Spirits, State, Terms
from umpire.games.given import entries, items, one_of, told, whole
from umpire.games.notation import listed

KEYS: Final = (
    "phase",
    "seats",
    "left",
    "configurations",
    "bans",
    "configuration",
    "turn",
    "to_move",
    "hands",
    "deck",
    "modules",
    "recent",
    "blocked",
    "blocks_made",
    "spirits",
    "closed",
)
"""Of a reported state, in the order reported."""

_LIGHTS: Final = 3
"""The most lights that can be on: at the fourth all go off."""
_TOKENS: Final = 4
"""The most tokens that can lie: at the fifth all go."""
_SET: Final = 4
_IN_ANY_TURN: Final = ("Balance", "Set")
"""The modules that a player can win in the opponent's turn."""
_BLOCKING: Final = 6
"""The modules that must remain for one of them to be blocked."""

_T = TypeVar("_T")
_Read = Callable[[str, object], _T]


def read_position(field: str, value: object, terms: Terms) -> State:
    """Read a match under way, at a turn. Raises BadOption naming the field that is wrong."""
    given = entries(field, value, KEYS, optional=("closed",))
    one_of(f"{field}.phase", given["phase"], ("turn",))
    seats = _seats(f"{field}.seats", given["seats"], terms.players)
    turn = whole(f"{field}.turn", given["turn"], least=1)

    def both(key: str, read: _Read[_T]) -> tuple[_T, _T]:
        return _both(f"{field}.{key}", given[key], seats, read)

    state = State(
        terms=terms,
        phase="turn",
        seats=seats,
        left=one_of(f"{field}.left", given["left"], seats),
        spirits=both("spirits", read_spirits),
        **_start(field, given),
        turn=turn,
        hands=both("hands", _hand),
        deck=_deck(f"{field}.deck", given["deck"]),
        modules=_modules(f"{field}.modules", given["modules"], seats),
        recent=both("recent", _module_or_none),
        blocked=_module_or_none(f"{field}.blocked", given["blocked"]),
        blocks_made=both("blocks_made", _module_names),
    )
    one_of(f"{field}.to_move", given["to_move"], (seats[state.mover],))
    _check_cards(field, state)
    _check_wins(f"{field}.modules", state)
    _check_recent(f"{field}.recent", state)
    _check_blocked(f"{field}.blocked", state)
    if "closed" in given:
        _check_closed(f"{field}.closed", given["closed"], state)
    return state


def read_spirits(field: str, value: object) -> Spirits:
    """Read the invocations that a player has left, `{"normal": 1, "attuned": 1}`."""
    given = entries(field, value, ("normal", "attuned"))
    return Spirits(
        whole(f"{field}.normal", given["normal"]), whole(f"{field}.attuned", given["attuned"])
    )


def _both(field: str, value: object, seats: tuple[str, str], read: _Read[_T]) -> tuple[_T, _T]:
    given = entries(field, value, seats)
    first, second = (read(f"{field}.{name}", given[name]) for name in seats)
    return first, second


def _seats(field: str, value: object, players: tuple[str, str]) -> tuple[str, str]:
    first, second = (
        one_of(f"{field}[{index}]", name, players)
        for index, name in enumerate(items(field, value, len(players)))
    )
    if first == second:
        raise BadOption(field, f"must name each of {listed(players)} once")
    return first, second


class _Start(TypedDict):
    configurations: tuple[Configuration, ...]
    bans: tuple[str, ...]
    configuration: str | None


def _start(field: str, given: Mapping[str, Any]) -> _Start:
    """Read how the match began: nothing of it, or four configurations, three bans, one left."""
    shown = items(f"{field}.configurations", given["configurations"])
    banned = items(f"{field}.bans", given["bans"], len(BANNERS) if shown else 0)
    if not shown:
        if given["configuration"] is not None:
            raise BadOption(f"{field}.configuration", "must be null without configurations")
        return _Start(configurations=(), bans=(), configuration=None)
    configurations = tuple(
        _configuration(f"{field}.configurations[{index}]", item)
        for index, item in enumerate(items(f"{field}.configurations", shown, len(LETTERS)))
    )
    bans = _distinct(f"{field}.bans", banned, lambda where, said: one_of(where, said, LETTERS))
    left = tuple(letter for letter in LETTERS if letter not in bans)
    used = one_of(f"{field}.configuration", given["configuration"], left)
    return _Start(configurations=configurations, bans=bans, configuration=used)


def _configuration(field: str, value: object) -> Configuration:
    given = entries(field, value, ("hands", "deck"))
    first, second = (
        _hand(f"{field}.hands[{index}]", hand)
        for index, hand in enumerate(items(f"{field}.hands", given["hands"], 2))
    )
    configuration = Configuration((first, second), _deck(f"{field}.deck", given["deck"]))
    fault = configuration.fault()
    if fault is not None:
        raise BadOption(field, fault)
    return configuration


def _card(field: str, value: object) -> Card:
    if not isinstance(value, str) or value not in CARD_NAMED:
        raise BadOption(field, f"must be a card from R1 to P5, as reported, not {told(value)}")
    return CARD_NAMED[value]


def _hand(field: str, value: object) -> Hand:
    return as_hand(_distinct(field, items(field, value, HAND), _card))


def _deck(field: str, value: object) -> Deck:
    return _distinct(field, items(field, value, DECK), _card)


def _module_name(field: str, value: object) -> ModuleName:
    return cast(ModuleName, one_of(field, value, MODULES))


def _module_or_none(field: str, value: object) -> ModuleName | None:
    return None if value is None else _module_name(field, value)


def _module_names(field: str, value: object) -> frozenset[ModuleName]:
    return frozenset(_distinct(field, items(field, value), _module_name))


def _distinct(field: str, given: Sequence[Any], read: _Read[_T]) -> tuple[_T, ...]:
    """Read the items of a list, in which nothing may be twice."""
    values: list[_T] = []
    for index, item in enumerate(given):
        value = read(f"{field}[{index}]", item)
        if value in values:
            raise BadOption(f"{field}[{index}]", f"is there twice: {value}")
        values.append(value)
    return tuple(values)


def _modules(field: str, value: object, seats: tuple[str, str]) -> Table:
    given = entries(field, value, MODULES)
    return {name: _READERS[name](f"{field}.{name}", given[name], seats) for name in MODULES}


class _Score(TypedDict):
    points: tuple[int, int]
    won: Side | None


def _score(
    field: str, given: Mapping[str, Any], seats: tuple[str, str], kind: type[Module]
) -> _Score:
    """Read what every module has: its points, and who won it, which must fit them."""
    points = _both(f"{field}.points", given["points"], seats, whole)
    won: Side | None = None
    if given["won"] is not None:
        won = _side(f"{field}.won", given["won"], seats)
    for side in SIDES:
        if side == won and points[side] != kind.need:
            raise BadOption(
                f"{field}.points.{seats[side]}",
                f"must be {kind.need}, with which {seats[side]} has won {kind.name}",
            )
        if side != won and points[side] >= kind.need:
            raise BadOption(
                f"{field}.points.{seats[side]}",
                f"must be less than {kind.need}, because {seats[side]} has not won {kind.name}",
            )
    return _Score(points=points, won=won)


def _side(field: str, value: object, seats: tuple[str, str]) -> Side:
    return 0 if one_of(field, value, seats) == seats[0] else 1


def _balance(field: str, value: object, seats: tuple[str, str]) -> Balance:
    given = entries(field, value, ("won", "points", "weight"))
    score = _score(field, given, seats, Balance)
    weight = _both(f"{field}.weight", given["weight"], seats, whole)
    if score["won"] is not None and weight != (0, 0):
        raise BadOption(f"{field}.weight", "must be 0 for both, because Balance is won")
    return Balance(**score, weight=weight)


def _order(field: str, value: object, seats: tuple[str, str]) -> Order:
    given = entries(field, value, ("won", "points", "color", "lights"))

    def color(where: str, said: object) -> Color:
        return cast(Color, one_of(where, said, COLORS))

    return Order(
        **_score(field, given, seats, Order),
        color=color(f"{field}.color", given["color"]),
        lights=_both(
            f"{field}.lights", given["lights"], seats, lambda at, said: _lights(at, said, color)
        ),
    )


def _matching(field: str, value: object, seats: tuple[str, str]) -> Matching:
    given = entries(field, value, ("won", "points", "card"))
    return Matching(
        **_score(field, given, seats, Matching), card=_card(f"{field}.card", given["card"])
    )


def _set(field: str, value: object, seats: tuple[str, str]) -> Set:
    given = entries(field, value, ("won", "points", "cards"))
    laid: list[tuple[Side, Card]] = []
    read = Set(**_score(field, given, seats, Set))
    for index, item in enumerate(items(f"{field}.cards", given["cards"])):
        where = f"{field}.cards[{index}]"
        one = entries(where, item, ("by", "card"))
        by, card = _side(f"{where}.by", one["by"], seats), _card(f"{where}.card", one["card"])
        refusal = replace(read, cards=tuple(laid)).refuses(card)
        if refusal is not None:
            raise BadOption(f"{where}.card", refusal)
        laid.append((by, card))
    read = replace(read, cards=tuple(laid))
    if read.won is not None and laid:
        raise BadOption(f"{field}.cards", "must be empty, because Set is won")
    if len(laid) > _SET or (len(laid) == _SET and read.sum_of(0) != read.sum_of(1)):
        raise BadOption(
            f"{field}.cards", f"may be at most {_SET} cards, and {_SET} only at equal sums"
        )
    return read


def _stones(field: str, value: object, seats: tuple[str, str]) -> Stones:
    given = entries(field, value, ("won", "points", "stones"))
    score = _score(field, given, seats, Stones)
    left = entries(f"{field}.stones", given["stones"], COLORS)
    stones = tuple(whole(f"{field}.stones.{c}", left[c], most=STONES) for c in COLORS)
    if stones.count(0) != sum(score["points"]):
        raise BadOption(
            f"{field}.stones",
            f"must have as many colours at 0 as there are points, {sum(score['points'])}, "
            f"not {stones.count(0)}",
        )
    return Stones(**score, stones=stones)


def _pair(field: str, value: object, seats: tuple[str, str]) -> Pair:
    given = entries(field, value, ("won", "points", "lights"))

    def difference(where: str, said: object) -> int:
        return whole(where, said, most=len(NUMBERS) - 1)

    return Pair(
        **_score(field, given, seats, Pair),
        lights=_both(
            f"{field}.lights", given["lights"], seats, lambda at, s: _lights(at, s, difference)
        ),
    )


def _shuffle(field: str, value: object, seats: tuple[str, str]) -> Shuffle:
    given = entries(field, value, ("won", "points", "tokens"))

    def tokens(where: str, said: object) -> int:
        return whole(where, said, most=_TOKENS)

    return Shuffle(
        **_score(field, given, seats, Shuffle),
        tokens=_both(f"{field}.tokens", given["tokens"], seats, tokens),
    )


def _lights(field: str, value: object, read: _Read[_T]) -> frozenset[_T]:
    lights = frozenset(_distinct(field, items(field, value), read))
    if len(lights) > _LIGHTS:
        raise BadOption(field, f"may have at most {_LIGHTS} lights on, not {len(lights)}")
    return lights


_READERS: Final[dict[ModuleName, Callable[[str, object, tuple[str, str]], Module]]] = {
    "Balance": _balance,
    "Order": _order,
    "Matching": _matching,
    "Set": _set,
    "Stones": _stones,
    "Pair": _pair,
    "Shuffle": _shuffle,
}


def _check_cards(field: str, state: State) -> None:
    """Check that the hands and the deck are the 25 cards, each once."""
    there = {*state.hands[0], *state.hands[1], *state.deck}
    missing = [card for card in CARDS if card not in there]
    if missing:
        raise BadOption(
            f"{field}.deck",
            f"must be the cards that are in no hand; {names(missing)} are nowhere",
        )


def _check_wins(field: str, state: State) -> None:
    """Check that the match is not over yet.

    Ruling 10: Balance and Set may have come to the mover in the opponent's turn, beyond two.
    """
    for side in SIDES:
        won = modules_won(state.modules, side)
        late = [name for name in won if name in _IN_ANY_TURN] if side == state.mover else []
        if len(won) > 2 + len(late):
            raise BadOption(field, f"{state.seats[side]} would have won the match already")


def _check_recent(field: str, state: State) -> None:
    for side in SIDES:
        played = state.turn > 2 or (state.turn == 2 and side == 0)
        if played != (state.recent[side] is not None):
            wanted = "a module" if played else "null"
            raise BadOption(
                f"{field}.{state.seats[side]}", f"must be {wanted} in turn {state.turn}"
            )


def _check_blocked(field: str, state: State) -> None:
    name = state.blocked
    if name is None:
        return
    if state.modules[name].won is not None:
        raise BadOption(field, f"{name} is won: nobody can have named it")
    if remaining(state.modules) < _BLOCKING:
        raise BadOption(field, f"must be null with fewer than {_BLOCKING} modules remaining")
    # Ruling 5: in turn 1 it was declared, and no Blocking.
    if state.turn > 1:
        other = opponent(state.mover)
        if name not in state.blocks_made[other]:
            raise BadOption(field, f"must be in blocks_made of {state.seats[other]}")
        if name in state.recent:
            raise BadOption(field, f"cannot be {name}, which is a most recent module")


def _check_closed(field: str, value: object, state: State) -> None:
    closed = closed_now(state)
    if _module_names(field, value) != set(closed):
        raise BadOption(field, f"must be {listed(closed) if closed else 'empty'}, or left out")
