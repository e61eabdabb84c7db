"""The option `position`: a reported state given back, from which play starts with a turn.

The models check each value by itself, the functions below them what must fit together: players'
names, cards, points, wins. Those raise BadOption at the field `where`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, Literal, TypeVar

from pydantic import AfterValidator, Field, WithJsonSchema

from umpire.games.base import BadOption
from umpire.games.cards import names
from umpire.games.denizens_of_tartarus.cards import (
    CARD_BY_NAME,
    CARDS,
    COLORS,
    DECK,
    HAND,
    LETTERS,
    MODULES,
    NUMBERS,
    Color,
    Configuration,
    Deck,
    Hand,
    ModuleName,
    as_hand,
)
from umpire.games.denizens_of_tartarus.modules import (
    CARDS_ON_SET,
    LIGHTS,
    STONES,
    TOKENS,
    Balance,
    CardOnSet,
    Matching,
    Module,
    Modules,
    Order,
    Pair,
    Set,
    Shuffle,
    Stones,
    count_remaining,
    modules_won,
)
from umpire.games.denizens_of_tartarus.playing import MODULES_FOR_ATTUNED_BLOCKING
from umpire.games.denizens_of_tartarus.start import BANNERS
from umpire.games.denizens_of_tartarus.state import Limits, State
from umpire.games.options import Options as Model
from umpire.games.options import in_brief
from umpire.games.spirits import Spirits
from umpire.games.text import join_words
from umpire.games.two_players import SIDES, Side, opponent

_WON_IN_ANY_TURN: Final = ("Balance", "Set")
"""What a player can win in the opponent's turn too."""

_T = TypeVar("_T")
_V = TypeVar("_V")


def _is_a_card(name: str) -> str:
    if name not in CARD_BY_NAME:
        raise ValueError(f"must be a card from R1 to P5, as reported, not {in_brief(name)}")
    return name


_CARD_SCHEMA: Final = {"type": "string", "pattern": "^[RYGBP][1-5]$"}

_Letter = Literal["A", "B", "C", "D"]
_CardName = Annotated[str, AfterValidator(_is_a_card), WithJsonSchema(_CARD_SCHEMA)]
_HandNames = Annotated[list[_CardName], Field(min_length=HAND, max_length=HAND)]
_DeckNames = Annotated[list[_CardName], Field(min_length=DECK, max_length=DECK)]
_Count = Annotated[int, Field(ge=0)]
_Difference = Annotated[int, Field(ge=0, le=len(NUMBERS) - 1)]


class _Reported(Model):
    won: str | None
    points: dict[str, _Count]

    def module(self, where: str, seats: tuple[str, str]) -> Module:
        """Return the module as the rules know it."""
        raise NotImplementedError

    def score(
        self, where: str, seats: tuple[str, str], kind: type[Module]
    ) -> tuple[Side | None, tuple[int, int]]:
        """Return who has won the module and the points, which must fit each other."""
        points = _read_both(f"{where}, points", self.points, seats)
        won = None if self.won is None else _read_side(f"{where}, won", self.won, seats)
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
        return won, points


class ReportedBalance(_Reported):
    """Balance as it is reported."""

    weight: dict[str, _Count]

    def module(self, where: str, seats: tuple[str, str]) -> Balance:
        won, points = self.score(where, seats, Balance)
        weight = _read_both(f"{where}, weight", self.weight, seats)
        if won is not None and weight != (0, 0):
            raise BadOption(f"{where}, weight", "must be 0 for both, because Balance is won")
        return Balance(won, points, weight)


class ReportedOrder(_Reported):
    """Order as it is reported."""

    color: Color
    lights: dict[str, list[Color]]

    def module(self, where: str, seats: tuple[str, str]) -> Order:
        score = self.score(where, seats, Order)
        return Order(*score, self.color, _read_lights(where, self.lights, seats))


class ReportedMatching(_Reported):
    """Matching as it is reported."""

    card: _CardName

    def module(self, where: str, seats: tuple[str, str]) -> Matching:
        return Matching(*self.score(where, seats, Matching), CARD_BY_NAME[self.card])


class ReportedLaid(Model):
    """A card on Set as it is reported."""

    by: str
    card: _CardName


class ReportedSet(_Reported):
    """Set as it is reported."""

    cards: list[ReportedLaid]

    def module(self, where: str, seats: tuple[str, str]) -> Set:
        module = Set(*self.score(where, seats, Set))
        for number, laid in enumerate(self.cards, 1):
            at, card = f"{where}, cards, entry {number}", CARD_BY_NAME[laid.card]
            side = _read_side(f"{at}, by", laid.by, seats)
            if not module.playable_cards((card,)):
                raise BadOption(f"{at}, card", module.why_refused(card))
            module = module.replace(cards=(*module.cards, CardOnSet(side, card)))
        count = len(module.cards)
        if module.won is not None and count:
            raise BadOption(f"{where}, cards", "must be empty, because Set is won")
        if count > CARDS_ON_SET or (count == CARDS_ON_SET and module.sum_of(0) != module.sum_of(1)):
            raise BadOption(
                f"{where}, cards",
                f"may be at most {CARDS_ON_SET} cards, and {CARDS_ON_SET} only at equal sums",
            )
        return module


class ReportedStones(_Reported):
    """Stones as it is reported."""

    stones: dict[Color, Annotated[int, Field(ge=0, le=STONES)]]

    def module(self, where: str, seats: tuple[str, str]) -> Stones:
        won, points = self.score(where, seats, Stones)
        for color in COLORS:
            if color not in self.stones:
                raise BadOption(f"{where}, stones, {color}", "is missing")
        stones = tuple([self.stones[color] for color in COLORS])
        if stones.count(0) != sum(points):
            raise BadOption(
                f"{where}, stones",
                f"must have as many colours at 0 as there are points, {sum(points)}, "
                f"not {stones.count(0)}",
            )
        return Stones(won, points, stones)


class ReportedPair(_Reported):
    """Pair as it is reported."""

    lights: dict[str, list[_Difference]]

    def module(self, where: str, seats: tuple[str, str]) -> Pair:
        score = self.score(where, seats, Pair)
        return Pair(*score, _read_lights(where, self.lights, seats))


class ReportedShuffle(_Reported):
    """Shuffle as it is reported."""

    tokens: dict[str, Annotated[int, Field(ge=0, lt=TOKENS)]]

    def module(self, where: str, seats: tuple[str, str]) -> Shuffle:
        score = self.score(where, seats, Shuffle)
        return Shuffle(*score, _read_both(f"{where}, tokens", self.tokens, seats))


class ReportedTable(Model):
    """The modules as they are reported."""

    Balance: ReportedBalance
    Order: ReportedOrder
    Matching: ReportedMatching
    Set: ReportedSet
    Stones: ReportedStones
    Pair: ReportedPair
    Shuffle: ReportedShuffle

    def table(self, where: str, seats: tuple[str, str]) -> Modules:
        """Return them as the rules know them."""
        reported: dict[ModuleName, _Reported] = {name: getattr(self, name) for name in MODULES}
        return {name: module.module(f"{where}, {name}", seats) for name, module in reported.items()}


class SpiritsOption(Model):
    """The invocations that a player has left."""

    normal: _Count
    attuned: _Count

    def spirits(self) -> Spirits:
        """Return them as the rules know them."""
        return Spirits(self.normal, self.attuned)


class ReportedStart(Model):
    """A starting configuration as it is reported."""

    hands: Annotated[list[_HandNames], Field(min_length=2, max_length=2)]
    deck: _DeckNames

    def configuration(self, where: str) -> Configuration:
        """Return it as the rules know it."""
        first, second = (
            _read_hand(f"{where}, hands, entry {number}", hand)
            for number, hand in enumerate(self.hands, 1)
        )
        configuration = Configuration((first, second), _read_cards(f"{where}, deck", self.deck))
        fault = configuration.fault()
        if fault is not None:
            raise BadOption(where, fault)
        return configuration


class PositionOption(Model):
    """A reported state at a turn."""

    phase: Literal["turn"]
    seats: Annotated[list[str], Field(min_length=2, max_length=2)]
    left: str
    configurations: list[ReportedStart]
    bans: list[_Letter]
    configuration: _Letter | None
    turn: Annotated[int, Field(ge=1)]
    to_move: str
    hands: dict[str, _HandNames]
    deck: _DeckNames
    modules: ReportedTable
    recent: dict[str, ModuleName | None]
    blocked: ModuleName | None
    blocks_made: dict[str, list[ModuleName]]
    spirits: dict[str, SpiritsOption]
    closed: list[ModuleName] = Field(default=[])


def read_position(
    where: str, position: PositionOption, players: tuple[str, str], limits: Limits
) -> State:
    """Read a match under way, at a turn. Raises BadOption naming the field that is wrong."""
    seats = _read_seats(f"{where}, seats", position.seats, players)
    left = _read_player(f"{where}, left", position.left, seats)
    spirits = _read_each(f"{where}, spirits", position.spirits, seats, lambda _, own: own.spirits())
    configurations, configuration = _read_start(where, position)
    state = State(
        players=players,
        limits=limits,
        phase="turn",
        seats=seats,
        left=left,
        spirits=spirits,
        configurations=configurations,
        bans=tuple(position.bans),
        configuration=configuration,
        turn=position.turn,
        hands=_read_each(f"{where}, hands", position.hands, seats, _read_hand),
        deck=_read_cards(f"{where}, deck", position.deck),
        modules=position.modules.table(f"{where}, modules", seats),
        recent=_read_both(f"{where}, recent", position.recent, seats),
        blocked=position.blocked,
        blocks_made=_read_each(f"{where}, blocks_made", position.blocks_made, seats, _read_set),
    )
    mover = seats[state.mover]
    if position.to_move != mover:
        raise BadOption(f"{where}, to_move", f"must be {mover}, not {in_brief(position.to_move)}")
    _check_cards(f"{where}, deck", state)
    _check_wins(f"{where}, modules", state)
    _check_recent(f"{where}, recent", state)
    _check_blocked(f"{where}, blocked", state)
    if "closed" in position.model_fields_set:
        closed = f"{where}, closed"
        if _read_set(closed, position.closed) != set(state.closed):
            expected = join_words(state.closed) if state.closed else "empty"
            raise BadOption(closed, f"must be {expected}, or left out")
    return state


# Values, one by one


def _read_player(where: str, name: str, players: Sequence[str]) -> str:
    if name not in players:
        raise BadOption(where, f"must be {join_words(players, 'or')}, not {in_brief(name)}")
    return name


def _read_side(where: str, name: str, seats: tuple[str, str]) -> Side:
    return 0 if _read_player(where, name, seats) == seats[0] else 1


def _read_seats(where: str, given: Sequence[str], players: tuple[str, str]) -> tuple[str, str]:
    first, second = (
        _read_player(f"{where}, entry {number}", name, players)
        for number, name in enumerate(given, 1)
    )
    if first == second:
        raise BadOption(where, f"must name each of {join_words(players)} once")
    return first, second


def _read_both(where: str, given: Mapping[str, _V], seats: tuple[str, str]) -> tuple[_V, _V]:
    """Return what is given for each of both players, and for nobody else."""
    for name in given:
        if name not in seats:
            raise BadOption(
                f"{where}, {name}", f"is not a player; the keys are {join_words(seats)}"
            )
    for name in seats:
        if name not in given:
            raise BadOption(f"{where}, {name}", "is missing")
    first, second = seats
    return given[first], given[second]


def _read_each(
    where: str, given: Mapping[str, _V], seats: tuple[str, str], read: Callable[[str, _V], _T]
) -> tuple[_T, _T]:
    """Read what is given for each of both players."""
    first, second = (
        read(f"{where}, {name}", value)
        for name, value in zip(seats, _read_both(where, given, seats), strict=True)
    )
    return first, second


def _read_distinct(where: str, given: Sequence[_V]) -> tuple[_V, ...]:
    """Return the items of a list, in which nothing may be twice."""
    for place, value in enumerate(given):
        if value in given[:place]:
            raise BadOption(f"{where}, entry {place + 1}", f"{value} is named twice")
    return tuple(given)


def _read_set(where: str, given: Sequence[_V]) -> frozenset[_V]:
    return frozenset(_read_distinct(where, given))


def _read_cards(where: str, given: Sequence[str]) -> Deck:
    return tuple([CARD_BY_NAME[name] for name in _read_distinct(where, given)])


def _read_hand(where: str, given: Sequence[str]) -> Hand:
    return as_hand(_read_cards(where, given))


def _read_lights(
    where: str, given: Mapping[str, Sequence[_V]], seats: tuple[str, str]
) -> tuple[frozenset[_V], frozenset[_V]]:
    """Return the lights of Order or Pair that each side has on."""

    def read(where: str, given: Sequence[_V]) -> frozenset[_V]:
        lights = _read_set(where, given)
        if len(lights) >= LIGHTS:
            raise BadOption(where, f"may have at most {LIGHTS - 1} lights on, not {len(lights)}")
        return lights

    return _read_each(f"{where}, lights", given, seats, read)


def _read_start(where: str, given: PositionOption) -> tuple[tuple[Configuration, ...], str | None]:
    """Read how the match began: nothing of it, or four configurations, three bans, one left."""
    count = len(BANNERS) if given.configurations else 0
    if len(given.bans) != count:
        raise BadOption(f"{where}, bans", f"must have {count} entries, not {len(given.bans)}")
    if not given.configurations:
        if given.configuration is not None:
            raise BadOption(f"{where}, configuration", "must be null without configurations")
        return (), None
    if len(given.configurations) != len(LETTERS):
        raise BadOption(
            f"{where}, configurations",
            f"must have {len(LETTERS)} entries, not {len(given.configurations)}",
        )
    bans = _read_distinct(f"{where}, bans", given.bans)
    open_letter = next(letter for letter in LETTERS if letter not in bans)
    if given.configuration != open_letter:
        problem = f"must be {open_letter}, which is not banned, not {in_brief(given.configuration)}"
        raise BadOption(f"{where}, configuration", problem)
    configurations = tuple(
        [
            start.configuration(f"{where}, configurations, entry {number}")
            for number, start in enumerate(given.configurations, 1)
        ]
    )
    return configurations, open_letter


# What must fit together


def _check_cards(where: str, state: State) -> None:
    """Check that the hands and the deck are the 25 cards, each once."""
    cards = {*state.hands[0], *state.hands[1], *state.deck}
    missing = [card for card in CARDS if card not in cards]
    if missing:
        raise BadOption(where, f"must be all cards that are in no hand; missing: {names(missing)}")


def _check_wins(where: str, state: State) -> None:
    """Check that the match is not over yet.

    Ruling 10: Balance and Set may have come to the mover in the opponent's turn, beyond two.
    """
    for side in SIDES:
        won = modules_won(state.modules, side)
        in_any_turn = [name for name in won if name in _WON_IN_ANY_TURN]
        allowed = 2 + (len(in_any_turn) if side == state.mover else 0)
        if len(won) > allowed:
            raise BadOption(where, f"{state.seats[side]} would have won the match already")


def _check_recent(where: str, state: State) -> None:
    for side in SIDES:
        has_played = state.turn > 2 or (state.turn == 2 and side == 0)
        if has_played != (state.recent[side] is not None):
            expected = "a module" if has_played else "null"
            raise BadOption(
                f"{where}, {state.seats[side]}", f"must be {expected} in turn {state.turn}"
            )


def _check_blocked(where: str, state: State) -> None:
    name = state.blocked
    if name is None:
        return
    if state.modules[name].won is not None:
        raise BadOption(where, f"{name} is won: nobody can have named it")
    if count_remaining(state.modules) < MODULES_FOR_ATTUNED_BLOCKING:
        raise BadOption(
            where, f"must be null with fewer than {MODULES_FOR_ATTUNED_BLOCKING} modules remaining"
        )
    # Ruling 5: in turn 1 it was declared, and no Blocking.
    if state.turn > 1:
        other = opponent(state.mover)
        if name not in state.blocks_made[other]:
            raise BadOption(where, f"must be in blocks_made of {state.seats[other]}")
        if name in state.recent:
            raise BadOption(where, f"cannot be {name}, which is a most recent module")
