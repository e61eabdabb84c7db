"""The option `position`: a reported state given back, from which play starts with a turn.

`read_position` is the reverse of `report.report`. The models check what can be checked of a value
by itself; the functions below them check what must fit together: players' names, cards, wins.
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypedDict

from pydantic import Field

from umpire.games.base import BadOption
from umpire.games.cards import names
from umpire.games.denizens_of_tartarus.cards import CARDS, LETTERS, Configuration, ModuleName
from umpire.games.denizens_of_tartarus.modules import (
    ReportedTable,
    modules_won,
    read_table,
    remaining,
)
from umpire.games.denizens_of_tartarus.reported import (
    Count,
    DeckNames,
    HandNames,
    as_it_is,
    distinct,
    read_both,
    read_cards,
    read_hand,
    read_player,
    read_set,
)
from umpire.games.denizens_of_tartarus.start import BANNERS
from umpire.games.denizens_of_tartarus.state import State, Terms
from umpire.games.options import Options as Model
from umpire.games.options import in_brief
from umpire.games.spirits import Spirits
from umpire.games.text import listed
from umpire.games.two_players import SIDES, opponent

_BLOCKING: Final = 6
"""The modules that must remain for one of them to be blocked."""

_Letter = Literal["A", "B", "C", "D"]


class SpiritsOption(Model):
    """The invocations that a player has left."""

    normal: Count
    attuned: Count

    def spirits(self) -> Spirits:
        """Return them as the rules know them."""
        return Spirits(self.normal, self.attuned)


class _StartOption(Model):
    """A starting configuration as it is reported."""

    hands: Annotated[list[HandNames], Field(min_length=2, max_length=2)]
    deck: DeckNames


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
    hands: dict[str, HandNames]
    deck: DeckNames
    modules: ReportedTable
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
        left=read_player(f"{where}, left", given.left, seats),
        spirits=read_both(f"{where}, spirits", given.spirits, seats, lambda _, one: one.spirits()),
        **_start(where, given),
        turn=given.turn,
        hands=read_both(f"{where}, hands", given.hands, seats, read_hand),
        deck=read_cards(f"{where}, deck", given.deck),
        modules=read_table(f"{where}, modules", given.modules, seats),
        recent=read_both(f"{where}, recent", given.recent, seats, as_it_is),
        blocked=given.blocked,
        blocks_made=read_both(f"{where}, blocks_made", given.blocks_made, seats, read_set),
    )
    mover = seats[state.mover]
    if given.to_move != mover:
        raise BadOption(f"{where}, to_move", f"must be {mover}, not {in_brief(given.to_move)}")
    _check_cards(f"{where}, deck", state)
    _check_wins(f"{where}, modules", state)
    _check_recent(f"{where}, recent", state)
    _check_blocked(f"{where}, blocked", state)
    if "closed" in given.model_fields_set:
        closed = f"{where}, closed"
        if read_set(closed, given.closed) != set(state.closed):
            wanted = listed(state.closed) if state.closed else "empty"
            raise BadOption(closed, f"must be {wanted}, or left out")
    return state


# Values, one by one


def _seats(where: str, given: Sequence[str], players: tuple[str, str]) -> tuple[str, str]:
    first, second = (
        read_player(f"{where}, entry {number}", name, players)
        for number, name in enumerate(given, 1)
    )
    if first == second:
        raise BadOption(where, f"must name each of {listed(players)} once")
    return first, second


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
    bans = distinct(f"{where}, bans", given.bans)
    left = next(letter for letter in LETTERS if letter not in bans)
    if given.configuration != left:
        problem = f"must be {left}, which is not banned, not {in_brief(given.configuration)}"
        raise BadOption(f"{where}, configuration", problem)
    configurations = tuple(
        _configuration(f"{where}, configurations, entry {number}", start)
        for number, start in enumerate(given.configurations, 1)
    )
    return _Start(configurations=configurations, bans=bans, configuration=left)


def _configuration(where: str, given: _StartOption) -> Configuration:
    first, second = (
        read_hand(f"{where}, hands, entry {number}", hand)
        for number, hand in enumerate(given.hands, 1)
    )
    configuration = Configuration((first, second), read_cards(f"{where}, deck", given.deck))
    fault = configuration.fault()
    if fault is not None:
        raise BadOption(where, fault)
    return configuration


# What must fit together


def _check_cards(where: str, state: State) -> None:
    """Check that the hands and the deck are the 25 cards, each once."""
    there = {*state.hands[0], *state.hands[1], *state.deck}
    missing = [card for card in CARDS if card not in there]
    if missing:
        raise BadOption(where, f"must be all cards that are in no hand; missing: {names(missing)}")


def _check_wins(where: str, state: State) -> None:
    """Check that the match is not over yet.

    Ruling 10: Balance and Set may have come to the mover in the opponent's turn, beyond two.
    """
    for side in SIDES:
        won = modules_won(state.modules, side)
        late = [name for name in won if state.modules[name].in_any_turn]
        allowed = 2 + (len(late) if side == state.mover else 0)
        if len(won) > allowed:
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
