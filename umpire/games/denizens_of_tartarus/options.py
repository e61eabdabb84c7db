"""The options of a match, as the header gives them, checked."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from umpire.games.base import BadOption, NotUnderstood
from umpire.games.denizens_of_tartarus.cards import Card, Configuration, as_hand, read_cards
from umpire.games.denizens_of_tartarus.modules import MODULES_AT_START
from umpire.games.denizens_of_tartarus.position import PositionOption, SpiritsOption, read_position
from umpire.games.denizens_of_tartarus.start import begin_deal_or_bans
from umpire.games.denizens_of_tartarus.state import Limits, State
from umpire.games.options import Open, OpenOnce, in_brief, number_option, read_model
from umpire.games.options import Options as Model
from umpire.games.package_data import read_sections
from umpire.games.spirits import Spirits
from umpire.games.text import join_words

_SETTLED_BY_POSITION: Final = ("decider", "configurations", "spirits")

_DEFAULT: Final = Limits()


def _are_cards(text: str) -> str:
    try:
        read_cards(text)
    except NotUnderstood as fault:
        raise ValueError(str(fault)) from fault
    return text


def _is_one_card(text: str) -> str:
    if len(read_cards(_are_cards(text))) != 1:
        raise ValueError(f"must be one card, not {in_brief(text)}")
    return text


def _text_or_list(value: object) -> str | None:
    match value:
        case str():
            return "text"
        case list():
            return "list"
    return None


_CardsOption = Annotated[
    Annotated[str, AfterValidator(_are_cards), Tag("text")]
    | Annotated[list[Annotated[str, AfterValidator(_is_one_card)]], Tag("list")],
    Discriminator(
        _text_or_list,
        custom_error_type="cards",
        custom_error_message="Must be a text of cards or a list of cards",
    ),
]


class _StartOption(Model):
    """A starting configuration: Player 1's hand, Player 2's hand and the deck, top card first."""

    hands: Annotated[list[_CardsOption], Field(min_length=2, max_length=2)]
    deck: _CardsOption

    @model_validator(mode="after")
    def _can_be_played(self) -> "_StartOption":
        fault = self.configuration().fault()
        if fault is not None:
            raise ValueError(fault)
        return self

    def configuration(self) -> Configuration:
        """Return it as the rules know it."""
        first, second = (as_hand(_cards(hand)) for hand in self.hands)
        return Configuration((first, second), _cards(self.deck))


def _cards(cards: str | list[str]) -> tuple[Card, ...]:
    return read_cards(cards if isinstance(cards, str) else " ".join(cards))


def _is_no_null(value: object) -> object:
    if value is None:
        raise ValueError("must be an object, not null")
    return value


def _are_seats_settled(view: State) -> bool:
    return view.is_seated


class Options(Model):
    """The options as a header gives them."""

    decider: Open[str] = Field(
        default="",
        description="A player's name: this player first decides who is Player 1 and who is shown "
        "on the left. By default the players are seated in the order of their names.",
    )
    configurations: Annotated[
        list[_StartOption], Field(min_length=4, max_length=4), OpenOnce(_are_seats_settled)
    ] = Field(
        default=[],
        description="The four starts A to D, each like "
        '{"hands": ["R1 Y2 G3", "B1 P2 R3"], "deck": "P5 G4 ..."}. By default chance deals them.',
    )
    spirits: Open[dict[str, SpiritsOption]] = Field(
        default={},
        description="Each player's invocations, like "
        '{"Ana": {"normal": 1, "attuned": 1}}. By '
        "default each player has one of each.",
    )
    position: Open[Annotated[PositionOption | None, BeforeValidator(_is_no_null)]] = Field(
        default=None,
        description="A match in progress, as the state of a report gives it; play starts with that "
        "turn. By default a match starts from the beginning.",
    )
    seats_seconds: Open[float] = number_option("the time for the seats", _DEFAULT.seats, above=0)
    ban_seconds: Open[float] = number_option("the time for each ban", _DEFAULT.ban, above=0)
    declare_seconds: Open[float] = number_option(
        "the time to close a module for turn 1", _DEFAULT.declare, above=0
    )
    turn_seconds: Open[float] = number_option("the time for a turn", _DEFAULT.turn, above=0)
    bank_seconds: Open[float] = number_option(
        "the reserve time of each player", _DEFAULT.bank, least=0
    )

    def limits(self) -> Limits:
        """Return the time limits and the bank."""
        return Limits(
            seats=self.seats_seconds,
            ban=self.ban_seconds,
            declare=self.declare_seconds,
            turn=self.turn_seconds,
            bank=self.bank_seconds,
        )


def read_options(players: tuple[str, str], given: Mapping[str, Any]) -> State:
    """Check the options of a header, and return the state that a match starts in with them.

    Raises BadOption naming the field. Ruling 1: any four starts and any board may be given; else
    chance deals.
    """
    read = read_model(Options, given)
    limits = read.limits()
    if read.position is not None:
        for key in _SETTLED_BY_POSITION:
            if key in given:
                raise BadOption(key, "cannot be given with position, which settles it already")
        return read_position("position", read.position, players, limits)
    decider = read.decider if "decider" in given else None
    if decider is not None and decider not in players:
        raise BadOption("decider", f"must be {join_words(players, 'or')}, not {in_brief(decider)}")
    state = State(
        players=players,
        limits=limits,
        decider=decider,
        phase="seats",
        seats=players,
        left=players[0],
        spirits=_spirits(read.spirits, players),
        modules=MODULES_AT_START,
        is_seated=decider is None,
        configurations=tuple([start.configuration() for start in read.configurations]),
    )
    return begin_deal_or_bans(state) if state.is_seated else state


def _spirits(
    given: Mapping[str, SpiritsOption], players: tuple[str, str]
) -> tuple[Spirits, Spirits]:
    for name in given:
        if name not in players:
            raise BadOption(
                f"spirits, {name}", f"is not a player; the keys are {join_words(players)}"
            )
    first, second = (
        given[player].spirits() if player in given else Spirits() for player in players
    )
    return first, second


FORMATS: Final = read_sections(__package__, "help.md")
"""What an umpire reads about each, by title."""
