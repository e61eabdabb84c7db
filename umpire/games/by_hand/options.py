"""The options of a match: its piles, hands and counters at the beginning, and its procedures."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, Field

from umpire.games.by_hand.cards import MOST_CARDS, Cards, is_card, read_list
from umpire.games.by_hand.directions import DIRECTIONS, read_step
from umpire.games.by_hand.directions.cards import MOST_PILES
from umpire.games.by_hand.directions.counting import MOST_COUNTERS
from umpire.games.by_hand.directions.procedures import WAIT, filled_in, parameters
from umpire.games.by_hand.forms import FORMS
from umpire.games.by_hand.names import ANSWER, PlausibleNames, find, is_name, name_problem
from umpire.games.by_hand.state import OwnPile, Pile, Seen, State
from umpire.games.by_hand.text import MOST
from umpire.games.errors import BadOption, NotUnderstood
from umpire.games.names import did_you_mean
from umpire.games.options import Open, Options, read_model
from umpire.games.package_data import read_sections, read_text
from umpire.games.text import narrow, normalize, quote
from umpire.json_types import JsonObject

_LONGEST_TITLE: Final = 60
_MOST_RULES: Final = 200
_LONGEST_RULE: Final = 500
_MOST_NOTES: Final = 100
_LONGEST_NOTE: Final = 200
_MOST_WORKINGS: Final = 40
_LONGEST_WORKING: Final = 500
_MOST_PROCEDURES: Final = 40
_MOST_STEPS: Final = 60
_STAND_INS: Final = ("1", "a1")
"""What a parameter is taken for where a step is checked before it runs."""


def _one_line(title: str) -> str:
    if not title.strip():
        raise ValueError("must not be blank")
    if title.splitlines() != [title]:
        raise ValueError("must be one line")
    return title


def _no_lines(text: str) -> str:
    if text.splitlines() not in ([], [text]):
        raise ValueError("must be one line")
    return text


_Working = Annotated[str, Field(max_length=_LONGEST_WORKING), AfterValidator(_no_lines)]


class CounterOption(Options):
    """A counter in the options."""

    start: int = Field(default=0, description="The number that every player starts with.")
    seen: Seen = Field(
        default="all",
        description='Who sees it: "all", "own" (each player only their own) or "umpire".',
    )


class PileOption(Options):
    """A pile in the options."""

    cards: str = Field(default="", description="Its cards, the top first; none if left out.")
    open: bool = Field(default=False, description="Whether everybody sees its cards.")
    each: bool = Field(default=False, description="Whether every player has a pile of this name.")


def _counter(given: Any) -> Any:
    return {"start": given} if isinstance(given, int) and not isinstance(given, bool) else given


def known_counters(given: Mapping[str, Any]) -> JsonObject:
    """Return the counters as everybody may know them: written out, with the start of open ones."""
    counters = {
        name: CounterOption.model_validate(_counter(counter)) for name, counter in given.items()
    }
    return {
        name: counter.model_dump(exclude=set() if counter.seen == "all" else {"start"})
        for name, counter in counters.items()
    }


def _pile(given: Any) -> Any:
    return {"cards": given} if isinstance(given, str) else given


def known_piles(given: Mapping[str, Any]) -> JsonObject:
    """Return the piles as everybody may know them: written out, with the cards of open ones."""
    piles = {name: PileOption.model_validate(_pile(pile)) for name, pile in given.items()}
    return {
        name: pile.model_dump() if pile.open else pile.model_dump(exclude={"cards"})
        for name, pile in piles.items()
    }


class ByHandOptions(Options):
    """What the header may say.

    Of counters and piles everybody may know what `known_counters` and `known_piles` leave.
    """

    title: Open[
        Annotated[str, Field(min_length=1, max_length=_LONGEST_TITLE), AfterValidator(_one_line)]
    ] = Field(
        default="By hand",
        description='The name of your game, 1 to 60 characters, by default "By hand".',
    )
    rules: Open[
        Annotated[
            list[Annotated[str, Field(max_length=_LONGEST_RULE)]], Field(max_length=_MOST_RULES)
        ]
    ] = Field(
        default=[],
        description="A list of at most 200 texts: the tab Rules shows one in each row.",
    )
    counters: Open[
        Annotated[
            dict[str, Annotated[CounterOption, BeforeValidator(_counter)]],
            Field(max_length=MOST_COUNTERS),
        ]
    ] = Field(
        default={},
        description="Names of at most 12 counters, each with the whole number that every player "
        "starts with, or with start and who sees it. "
        'Example: {chips = 50, budget = {start = 40, seen = "own"}}',
    )
    piles: Open[
        Annotated[
            dict[str, Annotated[PileOption, BeforeValidator(_pile)]], Field(max_length=MOST_PILES)
        ]
    ] = Field(
        default={},
        description="Names of at most 24 piles, each with its cards, or with cards, whether it "
        "is open and whether each player has one. "
        'Example: {deck = "R1-R9", table = {open = true}, tokens = {cards = "T1-T3", each = true}}',
    )
    procedures: Annotated[
        dict[str, Annotated[list[str], Field(min_length=1, max_length=_MOST_STEPS)]],
        Field(max_length=_MOST_PROCEDURES),
    ] = Field(
        default={},
        description="Names of at most 40 procedures, each with a list of directions: what you "
        "would otherwise type again in every round.",
    )
    begin: str = Field(
        default="",
        description="The procedure that runs when the match begins. It takes no words.",
    )
    workings: Annotated[
        list[Annotated[list[_Working], Field(min_length=2, max_length=2)]],
        Field(max_length=_MOST_WORKINGS),
    ] = Field(
        default=[],
        description="At most 40 pairs of texts with which the console's tab Workings begins: a "
        "label, and a direction or a formula that makes one, such as "
        '[["Highest bid", "=MAX(data_answers)"]].',
    )
    notes: Open[
        Annotated[
            dict[
                str,
                Annotated[
                    str,
                    Field(min_length=1, max_length=_LONGEST_NOTE),
                    AfterValidator(_one_line),
                ],
            ],
            Field(max_length=_MOST_NOTES),
        ]
    ] = Field(
        default={},
        description="At most 100 cards, each with what it does: pages show it beside the card. "
        "Everybody may read it, so leave out cards that nobody should know of. "
        'Example: {joker = "Beats every other card."}',
    )
    big: Open[str] = Field(default="", description="The pile that pages draw large.")


def initial_state(players: tuple[str, ...], options: Mapping[str, Any]) -> State:
    """Return the state at the beginning with these checked. Raises BadOption."""
    _no_fractions(options.get("counters"))
    checked = read_model(ByHandOptions, options)
    procedures = _named("procedures", checked.procedures, players)
    counters = _in_range(_named("counters", checked.counters, players))
    piles = _named("piles", checked.piles, players)
    cards = _cards(piles, len(players))
    if "big" in options:
        _check_big(checked.big, piles)
    return State(
        players=players,
        title=checked.title,
        rules=tuple(checked.rules),
        counters={name: dict.fromkeys(players, each.start) for name, each in counters.items()},
        seen={name: each.seen for name, each in counters.items()},
        piles={name: Pile(each.open, cards[name]) for name, each in piles.items() if not each.each},
        own={
            name: OwnPile(each.open, dict.fromkeys(players, cards[name]))
            for name, each in piles.items()
            if each.each
        },
        hands=dict.fromkeys(players, ()),
        procedures={name: _procedure(name, steps) for name, steps in procedures.items()},
        begin=_begin(checked.begin, procedures) if "begin" in options else None,
        notes=_notes(checked.notes),
        big=find(checked.big, piles) or "",
    )


def _no_fractions(counters: Any) -> None:
    """Refuse `3.0` too, which elsewhere in options is a whole number. Raises BadOption."""
    if not isinstance(counters, Mapping):
        return
    for name, counter in counters.items():
        is_object = isinstance(counter, Mapping)
        number = counter.get("start") if is_object else counter
        if isinstance(number, float):
            where = f"counters, {name}, start" if is_object else f"counters, {name}"
            raise BadOption(where, f"must be a whole number, not {number}")


def _in_a_sentence(refusal: object) -> str:
    """Return a refusal for the end of a sentence: `Did you mean ...?` stands in brackets."""
    said, asks, meant = str(refusal).rpartition(" Did you mean ")
    if not asks:
        return str(refusal).removesuffix(".")
    return f"{said.removesuffix('.')} (did you mean {meant})"


def _named(what: str, given: Mapping[str, Any], players: tuple[str, ...]) -> dict[str, Any]:
    """Return what was given by its names, these checked. Raises BadOption."""
    named: dict[str, Any] = {}
    for typed, value in given.items():
        name, where = narrow(typed), f"{what}, {typed}"
        if not is_name(name):
            raise BadOption(
                where,
                "must be a name of 1 to 20 letters, digits, - or _, beginning with a letter",
            )
        is_reserved = normalize(name) == ANSWER  # refused in new matches only
        if not is_reserved and (refusal := name_problem(name, players)):
            raise BadOption(where, f"must be another name: {refusal}")
        if (other := find(name, named)) is not None:
            raise BadOption(where, f"is named twice: {quote(other)} is the same name")
        named[name] = value
    return named


def check_new_options(options: Mapping[str, Any]) -> None:
    """Refuse things called `answer`, which only matches of umpire 0.1 have. Raises BadOption."""
    for kind in ("counters", "piles", "procedures"):
        for name in options.get(kind, ()):
            if normalize(name) == ANSWER:
                problem = name_problem(name, ())
                raise BadOption(f"{kind}, {name}", f"must be another name: {problem}")


def _in_range(counters: dict[str, CounterOption]) -> dict[str, CounterOption]:
    for name, counter in counters.items():
        if abs(counter.start) > MOST:
            raise BadOption(f"counters, {name}", f"must be from -{MOST} to {MOST}")
    return counters


def _cards(piles: dict[str, PileOption], players: int) -> dict[str, Cards]:
    """Return the cards of each pile, those of one that each player has once. Raises BadOption."""
    amount, read = 0, {}
    for name, pile in piles.items():
        try:
            cards = read_list(pile.cards)
        except NotUnderstood as refusal:
            raise BadOption(
                f"piles, {name}", f"must be a list of cards. {_in_a_sentence(refusal)}"
            ) from None
        amount += cards.amount * (players if pile.each else 1)
        if amount > MOST_CARDS:
            raise BadOption("piles", f"must have at most {MOST_CARDS} cards in all")
        read[name] = cards.cards()
    return read


def _check_big(big: str, piles: Mapping[str, PileOption]) -> None:
    """Raise BadOption if there is no such pile, or every player has one."""
    name = find(big, piles)
    if name is None:
        problem = f"must be one of the piles, not {quote(big)}."
        raise BadOption("big", _in_a_sentence(problem + did_you_mean(big, piles)))
    if piles[name].each:
        raise BadOption("big", f"must be one pile for all, and every player has {quote(name)}")


def _notes(notes: Mapping[str, str]) -> dict[str, str]:
    """Return the notes by card, as the card is written. Raises BadOption."""
    checked: dict[str, str] = {}
    for typed, text in notes.items():
        card, where = narrow(typed), f"notes, {typed}"
        if not is_card(card):
            raise BadOption(where, "must be a card: 1 to 12 characters without blanks, such as R5")
        if any(normalize(card) == normalize(other) for other in checked):
            raise BadOption(where, "is named twice")
        checked[card] = text
    return checked


def _procedure(name: str, steps: Iterable[str]) -> tuple[str, ...]:
    for number, step in enumerate(steps, 1):
        if (refusal := _refusal(step)) is not None:
            where = f"procedures, {name}, entry {number} ({quote(step)})"
            raise BadOption(where, f"must be a direction. {_in_a_sentence(refusal)}")
    return tuple(steps)


def _refusal(step: str) -> NotUnderstood | None:
    """Return what is wrong with a step, whatever its parameters stand for; None if nothing is."""
    refusals = []
    for stand_in in _STAND_INS:
        text = filled_in(step, [stand_in] * 9)
        if normalize(text) == WAIT:
            return None
        try:
            read_step(text, PlausibleNames())
        except NotUnderstood as refusal:
            refusals.append(refusal)
        else:
            return None
    return refusals[0]


def _begin(begin: str, procedures: Mapping[str, Any]) -> str:
    name = find(begin, procedures)
    if name is None:
        problem = f"must be one of the procedures, not {quote(begin)}."
        raise BadOption("begin", _in_a_sentence(problem + did_you_mean(begin, procedures)))
    if parameters(procedures[name]):
        raise BadOption("begin", f"must be a procedure without parameters, and {name} has some")
    return name


_DIRECTIONS: Final = "\n".join(
    line
    for direction in DIRECTIONS
    for line in (direction.usage, f"    {direction.does}.", f"    Example: {direction.examples[0]}")
)
_HELP: Final = read_sections(__package__, "help.md")

FORMATS: Final = {
    "What the umpire types": _DIRECTIONS,
    "Names": _HELP["Names"],
    "A list of cards": _HELP["A list of cards"],
    "Forms of answers": "\n".join(FORMS),
    "A procedure": _HELP["A procedure"],
}

STARTER: Final = read_text(__package__, "starter.toml")
