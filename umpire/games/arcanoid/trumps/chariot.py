"""7, the Chariot: it carries cards, open to all, until they are committed together."""

import re
from typing import Literal, NamedTuple

from umpire.games.arcanoid.answers import Commit
from umpire.games.arcanoid.cards_typed import read_cards, read_fields
from umpire.games.arcanoid.components import (
    CHARIOT,
    EMPEROR,
    EMPRESS,
    LOVERS,
    MAGICIAN,
    SUITS,
    Cards,
    in_order,
    is_trump,
    names,
    title,
    without,
)
from umpire.games.arcanoid.rules.committing import commit, judge_cards, judge_laying
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.state import State, discarded, taken, tell, with_seat
from umpire.games.arcanoid.trumps.base import Line, Trump
from umpire.games.base import NotAllowed

_MORE = re.compile(r"(add|commit|discard)(?: (.*))?")
_COMMITTED = {MAGICIAN, EMPRESS, EMPEROR, LOVERS}
"""[7-(1, 3, 4, 6)] The trumps that can be committed from the load."""


class Ride(NamedTuple):
    """What is done with a Chariot, and the cards and fields named for it."""

    what: Literal["lay", "add", "commit", "discard"]
    cards: Cards = ()
    fields: tuple[int, ...] = ()


class Chariot(Trump[Ride]):
    """Laid down with any number of usable cards, face up; added to, committed or discarded later.

    A load that is committed is committed whole, and the Chariot discarded. Ruling 32: it is never
    committed in secret.
    """

    card = CHARIOT
    usage = "[CARDS], add CARDS, commit FIELDS [CARDS] or discard"
    example = "chariot C2 C3"

    def read(self, line: Line) -> Ride:
        """Understand what is to be done; `add` and the like count when written in full only."""
        more = _MORE.fullmatch(line.rest)
        if more is None:
            none = line.rest in ("", "none")
            return Ride("lay", () if none else read_cards(line.words))
        rest = line._replace(rest=more[2] or "")
        match more[1]:
            case "add":
                return Ride("add", read_cards(rest.words))
            case "commit":
                fields, words = read_fields(rest.words)
                return Ride("commit", read_cards(words) if words else (), fields)
        rest.nothing()
        return Ride("discard")

    def write(self, given: Ride) -> str:
        """Return what is to be done."""
        what = [] if given.what == "lay" else [given.what]
        fields = ["+".join(SUITS[field] for field in given.fields)] if given.fields else []
        return " ".join([*what, *fields, *given.cards])

    def judge_held(self, state: State, actor: str, given: Ride) -> None:
        """Raise NotAllowed unless the Chariot is usable, or laid down already for what is done."""
        if given.what == "lay":
            super().judge_held(state, actor, given)
        elif state.seats[actor].chariot is None:
            raise NotAllowed(f"{actor} has laid down no Chariot.")

    def judge(self, state: State, actor: str, given: Ride) -> None:
        """Raise NotAllowed for cards that cannot be loaded or committed."""
        match given.what:
            case "lay" | "add":
                judge_cards(state, actor, given.cards)
                if self.card in given.cards:
                    raise NotAllowed("The Chariot cannot carry itself.")
                most = state.variant.chariot_adds
                if given.what == "add" and most is not None and len(given.cards) > most:
                    raise NotAllowed(f"At most {most} cards are added in one move.")
            case "commit":
                self._judge_commit(state, actor, given)

    def _judge_commit(self, state: State, actor: str, given: Ride) -> None:
        load = state.seats[actor].chariot or ()
        if len(set(given.cards)) < len(given.cards):
            raise NotAllowed(f"A card is named twice in {names(given.cards)}.")
        # What lies in the load goes with it, named or not.
        judge_cards(state, actor, without(given.cards, load))
        # Ruling 33
        if not load and not given.cards:
            raise NotAllowed("There is no card to commit: abdicate instead.")
        for card in load:
            if is_trump(card) and card not in _COMMITTED:
                raise NotAllowed(f"{title(card)} in the load cannot be committed.")
        judge_laying(state, actor, _whole(state, actor, given))

    def play(self, state: State, actor: str, given: Ride) -> State:
        """Lay it down, add to it, commit its load or discard it."""
        load = state.seats[actor].chariot or ()
        match given.what:
            case "lay":
                state = taken(state, actor, (self.card, *given.cards))
                return _loaded(state, actor, given.cards, "lays down the Chariot")
            case "add":
                state = taken(state, actor, given.cards)
                return _loaded(state, actor, (*load, *given.cards), "adds to the Chariot")
            case "commit":
                return commit(state, actor, _whole(state, actor, given))
        state = with_seat(discarded(state, (self.card, *load)), actor, chariot=None)
        return complete(tell(state, f"{actor} discards the Chariot and its load."), actor)


def _whole(state: State, actor: str, given: Ride) -> Commit:
    """Return the commitment of the whole load and the cards named besides."""
    load = state.seats[actor].chariot or ()
    return Commit(given.fields, in_order({*load, *given.cards}), chariot=True)


def _loaded(state: State, actor: str, load: Cards, told: str) -> State:
    load = in_order(load)
    state = tell(
        with_seat(state, actor, chariot=load), f"{actor} {told}: {names(load) or 'empty'}."
    )
    return complete(state, actor)
