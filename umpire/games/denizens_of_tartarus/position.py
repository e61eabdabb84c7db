"""The option `position`: a reported state given back, from which play starts with a turn.

`read_position` is the reverse of `report.report`. The models check what can be checked of a value
by itself; the functions below them check what must fit together: players' names, cards, wins.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Final, Literal, TypedDict, TypeVar

from pydantic import AfterValidator, Field, WithJsonSchema

from umpire.games.base import BadOption
from umpire.games.denizens_of_tartarus.components import (
    CARD_NAMED,
    CARDS,
    COLORS,
    DECK,
    HAND,
    LETTERS,
    NUMBERS,
    Card,
    Color,
    Configuration,
    Deck,
    Hand,
    ModuleName,
    as_hand,
    names,
)
from umpire.games.denizens_of_tartarus.rules.ban import BANNERS
from umpire.games.denizens_of_tartarus.rules.closed import closed_now
from umpire.games.denizens_of_tartarus.rules.modules import (
    Balance,
    Matching,
    Module,
    Order,
    Pair,
    Set,
    Shuffle,
    Stones,
    Table,
    modules_won,
    remaining,
)
from umpire.games.denizens_of_tartarus.rules.modules.stones import STONES
from umpire.games.denizens_of_tartarus.state import Spirits, State, Terms
from umpire.games.notation import listed
from umpire.games.options import Options as Model
from umpire.games.options import told
from umpire.games.two_players import SIDES, Side, opponent

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
_V = TypeVar("_V")


def _is_a_card(name: str) -> str:
    if name not in CARD_NAMED:
        raise ValueError(f"must be a card from R1 to P5, as reported, not {told(name)}")
    return name


_CARD_SCHEMA: Final = {"type": "string", "pattern": "^[RYGBP][1-5]$"}

_CardName = Annotated[str, AfterValidator(_is_a_card), WithJsonSchema(_CARD_SCHEMA)]
_HandOption = Annotated[list[_CardName], Field(min_length=HAND, max_length=HAND)]
_DeckOption = Annotated[list[_CardName], Field(min_length=DECK, max_length=DECK)]
_Letter = Literal["A", "B", "C", "D"]
_Count = Annotated[int, Field(ge=0)]
_Difference = Annotated[int, Field(ge=0, le=len(NUMBERS) - 1)]


class SpiritsOption(Model):
    """The invocations that a player has left."""

    normal: _Count
    attuned: _Count

    def spirits(self) -> Spirits:
        """Return them as the rules know them."""
        return Spirits(self.normal, self.attuned)


class _StartOption(Model):
    """A starting configuration as it is reported."""

    hands: Annotated[list[_HandOption], Field(min_length=2, max_length=2)]
    deck: _DeckOption


class _ModuleOption(Model):
    """What is reported of every module: who won it, and each player's points."""

    won: str | None
    points: dict[str, _Count]


class _BalanceOption(_ModuleOption):
    weight: dict[str, _Count]


class _OrderOption(_ModuleOption):
    color: Color
    lights: dict[str, list[Color]]


class _MatchingOption(_ModuleOption):
    card: _CardName


class _LaidOption(Model):
    """A card that lies on Set."""

    by: str
    card: _CardName


class _SetOption(_ModuleOption):
    cards: list[_LaidOption]


class _StonesOption(_ModuleOption):
    stones: dict[Color, Annotated[int, Field(ge=0, le=STONES)]]


class _PairOption(_ModuleOption):
    lights: dict[str, list[_Difference]]


class _ShuffleOption(_ModuleOption):
    tokens: dict[str, Annotated[int, Field(ge=0, le=_TOKENS)]]


class _ModulesOption(Model):
    Balance: _BalanceOption
    Order: _OrderOption
    Matching: _MatchingOption
    Set: _SetOption
    Stones: _StonesOption
    Pair: _PairOption
    Shuffle: _ShuffleOption


class PositionOption(Model):
    """A reported state at a turn."""

    phase: Literal["turn"]
    seats: Annotated[list[str], Field(min_length=2, max_length=2)]
    left: str
    configurations: list[_StartOption]
    bans: list[_Letter]
    configuration: _Letter | None
    turn: Annotated[int, Field(ge=1)]
    to_move: str
    hands: dict[str, _HandOption]
    deck: _DeckOption
    modules: _ModulesOption
    recent: dict[str, ModuleName | None]
    blocked: ModuleName | None
    blocks_made: dict[str, list[ModuleName]]
    spirits: dict[str, SpiritsOption]
    closed: list[ModuleName] = Field(default=[])


def read_position(where: str, given: PositionOption, terms: Terms) -> State:
    """Read a match under way, at a turn. Raises BadOption naming the field that is wrong."""
    seats = _seats(f"{where}, seats", given.seats, terms.players)
    state = State(
        terms=terms,
        phase="turn",
        seats=seats,
        left=_player(f"{where}, left", given.left, seats),
        spirits=_both(f"{where}, spirits", given.spirits, seats, lambda _, one: one.spirits()),
        **_start(where, given),
        turn=given.turn,
        hands=_both(f"{where}, hands", given.hands, seats, _hand),
        deck=_cards(f"{where}, deck", given.deck),
        modules=_modules(f"{where}, modules", given.modules, seats),
        recent=_both(f"{where}, recent", given.recent, seats, _as_it_is),
        blocked=given.blocked,
        blocks_made=_both(f"{where}, blocks_made", given.blocks_made, seats, _set_of),
    )
    mover = seats[state.mover]
    if given.to_move != mover:
        raise BadOption(f"{where}, to_move", f"must be {mover}, not {told(given.to_move)}")
    _check_cards(f"{where}, deck", state)
    _check_wins(f"{where}, modules", state)
    _check_recent(f"{where}, recent", state)
    _check_blocked(f"{where}, blocked", state)
    if "closed" in given.model_fields_set:
        _check_closed(f"{where}, closed", given.closed, state)
    return state


# Values, one by one


def _seats(where: str, given: Sequence[str], players: tuple[str, str]) -> tuple[str, str]:
    first, second = (
        _player(f"{where}, entry {number}", name, players) for number, name in enumerate(given, 1)
    )
    if first == second:
        raise BadOption(where, f"must name each of {listed(players)} once")
    return first, second


def _player(where: str, name: str, players: Sequence[str]) -> str:
    if name not in players:
        raise BadOption(where, f"must be {listed(players, 'or')}, not {told(name)}")
    return name


def _both(
    where: str,
    given: Mapping[str, _V],
    seats: tuple[str, str],
    read: Callable[[str, _V], _T],
) -> tuple[_T, _T]:
    """Read what is given for each of both players, and for nobody else."""
    for name in given:
        if name not in seats:
            raise BadOption(f"{where}, {name}", f"is no player; the keys are {listed(seats)}")
    for name in seats:
        if name not in given:
            raise BadOption(f"{where}, {name}", "is missing")
    first, second = (read(f"{where}, {name}", given[name]) for name in seats)
    return first, second


def _as_it_is(where: str, value: _V) -> _V:
    return value


def _distinct(where: str, given: Sequence[_V]) -> tuple[_V, ...]:
    """Return the items of a list, in which nothing may be twice."""
    for place, value in enumerate(given):
        if value in given[:place]:
            raise BadOption(f"{where}, entry {place + 1}", f"is there twice: {value}")
    return tuple(given)


def _set_of(where: str, given: Sequence[_V]) -> frozenset[_V]:
    return frozenset(_distinct(where, given))


def _lights(where: str, given: Sequence[_V]) -> frozenset[_V]:
    lights = _set_of(where, given)
    if len(lights) > _LIGHTS:
        raise BadOption(where, f"may have at most {_LIGHTS} lights on, not {len(lights)}")
    return lights


def _cards(where: str, given: Sequence[str]) -> Deck:
    return tuple(CARD_NAMED[name] for name in _distinct(where, given))


def _hand(where: str, given: Sequence[str]) -> Hand:
    return as_hand(_cards(where, given))


# How the match began


class _Start(TypedDict):
    configurations: tuple[Configuration, ...]
    bans: tuple[str, ...]
    configuration: str | None


def _start(where: str, given: PositionOption) -> _Start:
    """Read how the match began: nothing of it, or four configurations, three bans, one left."""
    wanted = len(BANNERS) if given.configurations else 0
    if len(given.bans) != wanted:
        raise BadOption(f"{where}, bans", f"must have {wanted} entries, not {len(given.bans)}")
    if not given.configurations:
        if given.configuration is not None:
            raise BadOption(f"{where}, configuration", "must be null without configurations")
        return _Start(configurations=(), bans=(), configuration=None)
    if len(given.configurations) != len(LETTERS):
        raise BadOption(
            f"{where}, configurations",
            f"must have {len(LETTERS)} entries, not {len(given.configurations)}",
        )
    bans = _distinct(f"{where}, bans", given.bans)
    left = next(letter for letter in LETTERS if letter not in bans)
    if given.configuration != left:
        problem = f"must be {left}, which is not banned, not {told(given.configuration)}"
        raise BadOption(f"{where}, configuration", problem)
    configurations = tuple(
        _configuration(f"{where}, configurations, entry {number}", start)
        for number, start in enumerate(given.configurations, 1)
    )
    return _Start(configurations=configurations, bans=bans, configuration=left)


def _configuration(where: str, given: _StartOption) -> Configuration:
    first, second = (
        _hand(f"{where}, hands, entry {number}", hand) for number, hand in enumerate(given.hands, 1)
    )
    configuration = Configuration((first, second), _cards(f"{where}, deck", given.deck))
    fault = configuration.fault()
    if fault is not None:
        raise BadOption(where, fault)
    return configuration


# The modules


def _modules(where: str, given: _ModulesOption, seats: tuple[str, str]) -> Table:
    return {
        "Balance": _balance(f"{where}, Balance", given.Balance, seats),
        "Order": _order(f"{where}, Order", given.Order, seats),
        "Matching": _matching(f"{where}, Matching", given.Matching, seats),
        "Set": _set(f"{where}, Set", given.Set, seats),
        "Stones": _stones(f"{where}, Stones", given.Stones, seats),
        "Pair": _pair(f"{where}, Pair", given.Pair, seats),
        "Shuffle": _shuffle(f"{where}, Shuffle", given.Shuffle, seats),
    }


class _Score(TypedDict):
    points: tuple[int, int]
    won: Side | None


def _score(where: str, given: _ModuleOption, seats: tuple[str, str], kind: type[Module]) -> _Score:
    """Read what every module has: its points, and who won it, which must fit them."""
    points = _both(f"{where}, points", given.points, seats, _as_it_is)
    won = None if given.won is None else _side(f"{where}, won", given.won, seats)
    for side in SIDES:
        if side == won and points[side] != kind.need:
            raise BadOption(
                f"{where}, points, {seats[side]}",
                f"must be {kind.need}, with which {seats[side]} has won {kind.name}",
            )
        if side != won and points[side] >= kind.need:
            raise BadOption(
                f"{where}, points, {seats[side]}",
                f"must be less than {kind.need}, because {seats[side]} has not won {kind.name}",
            )
    return _Score(points=points, won=won)


def _side(where: str, name: str, seats: tuple[str, str]) -> Side:
    return 0 if _player(where, name, seats) == seats[0] else 1


def _balance(where: str, given: _BalanceOption, seats: tuple[str, str]) -> Balance:
    score = _score(where, given, seats, Balance)
    weight = _both(f"{where}, weight", given.weight, seats, _as_it_is)
    if score["won"] is not None and weight != (0, 0):
        raise BadOption(f"{where}, weight", "must be 0 for both, because Balance is won")
    return Balance(**score, weight=weight)


def _order(where: str, given: _OrderOption, seats: tuple[str, str]) -> Order:
    return Order(
        **_score(where, given, seats, Order),
        color=given.color,
        lights=_both(f"{where}, lights", given.lights, seats, _lights),
    )


def _matching(where: str, given: _MatchingOption, seats: tuple[str, str]) -> Matching:
    return Matching(**_score(where, given, seats, Matching), card=CARD_NAMED[given.card])


def _set(where: str, given: _SetOption, seats: tuple[str, str]) -> Set:
    laid: list[tuple[Side, Card]] = []
    read = Set(**_score(where, given, seats, Set))
    for number, one in enumerate(given.cards, 1):
        at = f"{where}, cards, entry {number}"
        by, card = _side(f"{at}, by", one.by, seats), CARD_NAMED[one.card]
        refusal = replace(read, cards=tuple(laid)).refuses(card)
        if refusal is not None:
            raise BadOption(f"{at}, card", refusal)
        laid.append((by, card))
    read = replace(read, cards=tuple(laid))
    if read.won is not None and laid:
        raise BadOption(f"{where}, cards", "must be empty, because Set is won")
    if len(laid) > _SET or (len(laid) == _SET and read.sum_of(0) != read.sum_of(1)):
        raise BadOption(
            f"{where}, cards", f"may be at most {_SET} cards, and {_SET} only at equal sums"
        )
    return read


def _stones(where: str, given: _StonesOption, seats: tuple[str, str]) -> Stones:
    score = _score(where, given, seats, Stones)
    for color in COLORS:
        if color not in given.stones:
            raise BadOption(f"{where}, stones, {color}", "is missing")
    stones = tuple(given.stones[color] for color in COLORS)
    if stones.count(0) != sum(score["points"]):
        raise BadOption(
            f"{where}, stones",
            f"must have as many colours at 0 as there are points, {sum(score['points'])}, "
            f"not {stones.count(0)}",
        )
    return Stones(**score, stones=stones)


def _pair(where: str, given: _PairOption, seats: tuple[str, str]) -> Pair:
    return Pair(
        **_score(where, given, seats, Pair),
        lights=_both(f"{where}, lights", given.lights, seats, _lights),
    )


def _shuffle(where: str, given: _ShuffleOption, seats: tuple[str, str]) -> Shuffle:
    return Shuffle(
        **_score(where, given, seats, Shuffle),
        tokens=_both(f"{where}, tokens", given.tokens, seats, _as_it_is),
    )


# What must fit together


def _check_cards(where: str, state: State) -> None:
    """Check that the hands and the deck are the 25 cards, each once."""
    there = {*state.hands[0], *state.hands[1], *state.deck}
    missing = [card for card in CARDS if card not in there]
    if missing:
        raise BadOption(
            where, f"must be the cards that are in no hand; {names(missing)} are nowhere"
        )


def _check_wins(where: str, state: State) -> None:
    """Check that the match is not over yet.

    Ruling 10: Balance and Set may have come to the mover in the opponent's turn, beyond two.
    """
    for side in SIDES:
        won = modules_won(state.modules, side)
        late = [name for name in won if name in _IN_ANY_TURN] if side == state.mover else []
        if len(won) > 2 + len(late):
            raise BadOption(where, f"{state.seats[side]} would have won the match already")


def _check_recent(where: str, state: State) -> None:
    for side in SIDES:
        played = state.turn > 2 or (state.turn == 2 and side == 0)
        if played != (state.recent[side] is not None):
            wanted = "a module" if played else "null"
            raise BadOption(
                f"{where}, {state.seats[side]}", f"must be {wanted} in turn {state.turn}"
            )


def _check_blocked(where: str, state: State) -> None:
    name = state.blocked
    if name is None:
        return
    if state.modules[name].won is not None:
        raise BadOption(where, f"{name} is won: nobody can have named it")
    if remaining(state.modules) < _BLOCKING:
        raise BadOption(where, f"must be null with fewer than {_BLOCKING} modules remaining")
    # Ruling 5: in turn 1 it was declared, and no Blocking.
    if state.turn > 1:
        other = opponent(state.mover)
        if name not in state.blocks_made[other]:
            raise BadOption(where, f"must be in blocks_made of {state.seats[other]}")
        if name in state.recent:
            raise BadOption(where, f"cannot be {name}, which is a most recent module")


def _check_closed(where: str, given: Sequence[ModuleName], state: State) -> None:
    closed = closed_now(state)
    if _set_of(where, given) != set(closed):
        raise BadOption(where, f"must be {listed(closed) if closed else 'empty'}, or left out")
