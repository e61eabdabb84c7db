"""Piles and hands: making, dealing, moving, showing, turning and shuffling (5.4)."""

from typing import Final

from umpire.games.base import UMPIRE, Tell
from umpire.games.by_hand.cards import (
    MOST_CARDS,
    CardList,
    Cards,
    positions_of,
    read_cards,
    read_list,
    split,
    take,
)
from umpire.games.by_hand.directions.base import (
    Direction,
    Line,
    ask_chance,
    check_card_count,
    check_name,
    check_new,
    check_not_out,
    players_of,
    recipients,
    tell_dealt,
    tell_moved,
    tell_players,
    tell_rearranged,
)
from umpire.games.by_hand.names import Who, own_place
from umpire.games.by_hand.state import CardsMessage, OwnPile, Pile, Shuffling, State
from umpire.games.errors import NotAllowed, NotUnderstood
from umpire.games.text import pluralize

MOST_PILES: Final = 24


class NewPile(Direction):
    """A new pile, or one for each player."""

    usage = "pile NAME [each] [open] [: CARDS]"
    examples = ("pile deck: R1-R9 joker*2", "pile table open", "pile tokens each: T1-T3")
    does = "Make a new pile, or one for each player, secret unless it is open"
    colon = "optional"

    name: str
    each: bool
    open: bool
    cards: CardList

    @classmethod
    def read(cls, line: Line) -> "NewPile":
        folded = line.folded
        if not folded or folded[1:] not in ([], ["open"], ["each"], ["each", "open"]):
            raise line.usage_error()
        check_name(line.words[0], "pile")
        how = folded[1:]
        return cls(line.words[0], "each" in how, "open" in how, read_list(line.text))

    def __str__(self) -> str:
        each, how = " each" if self.each else "", " open" if self.open else ""
        cards = f": {self.cards}" if self.cards.items else ""
        return f"pile {self.name}{each}{how}{cards}"

    def perform(self, state: State, tell: Tell) -> State:
        existing = (*state.piles, *state.own)
        check_new(self.name, "pile", existing, MOST_PILES, state.players)
        amount = self.cards.amount * (len(state.players) if self.each else 1)
        if sum(map(len, state.places.values())) + amount > MOST_CARDS:
            raise NotAllowed(f"A match has at most {MOST_CARDS} cards.")
        if self.each:
            return self._make_own(state, self.cards.cards(), tell)
        pile = Pile(self.open, self.cards.cards())
        tell(f"A new pile, {self.name}: {pile.description}.", pieces=pile.visible_cards)
        return state.replace(piles={**state.piles, self.name: pile})

    def _make_own(self, state: State, cards: Cards, tell: Tell) -> State:
        """Tell everybody of the pile, and of its cards only if it is open: else each sees it."""
        description = " ".join(cards) or "no cards"
        text = f"A new pile for each player, {self.name}"
        tell(f"{text}: {description}." if self.open else f"{text}.", pieces=cards * self.open)
        if not self.open:
            for name in (*state.players, UMPIRE):
                tell(f"In {self.name}: {description}.", name, pieces=cards)
        pile = OwnPile(self.open, dict.fromkeys(state.players, cards))
        return state.replace(own={**state.own, self.name: pile})


class Deal(Direction):
    """Cards from the top of a place to some hands, or to some players' own piles."""

    usage = "deal N from PLACE to [PILE of] WHO"
    examples = (
        "deal 2 from deck to all",
        "deal 1 from deck to Ana",
        "deal 3 from deck to tokens of all",
    )
    does = "Deal so many cards from the top to each hand, or onto each one's own pile"

    number: int
    source: str
    pile: str | None
    """The own pile that is dealt to; None for the hand."""
    who: Who

    @classmethod
    def read(cls, line: Line) -> "Deal":
        folded = line.folded
        if folded[1:2] != ["from"]:
            raise line.usage_error()
        number = line.whole(folded[0])

        def read_at(to: int) -> "Deal":
            source = line.place(2, to)
            if folded[to + 2 : to + 3] == ["of"]:  # no player's name holds this word
                return cls(
                    number, source, line.names.own_pile(line.words[to + 1]), line.who(to + 3)
                )
            return cls(number, source, None, line.who(to + 1))

        return line.split_at_to(2, read_at)

    def __str__(self) -> str:
        pile = "" if self.pile is None else f"{self.pile} of "
        return f"deal {self.number} from {self.source} to {pile}{self.who}"

    def perform(self, state: State, tell: Tell) -> State:
        """Give them to the first player, then to the next."""
        check_not_out(state, self.source)
        to = players_of(state, self.who)
        check_card_count(self.number)
        places = to if self.pile is None else [own_place(self.pile, name) for name in to]
        if self.source in places:
            called = "their own hand" if self.pile is None else "the same pile"
            raise NotAllowed(f"{state.owner(self.source)} cannot be dealt cards from {called}.")
        cards = state.cards_at(self.source)
        needed = self.number * len(to)
        if needed > len(cards):
            raise NotAllowed(
                f"That takes {pluralize(needed, 'card')}, but {self.source} has only {len(cards)}."
            )
        dealt = {
            place: cards[start : start + self.number]
            for place, start in zip(places, range(0, needed, self.number), strict=True)
        }
        tell_dealt(tell, state, self.source, dealt)
        lying = {self.source: cards[needed:]}
        for place, packet in dealt.items():
            there = state.cards_at(place)
            # onto a pile they go one by one, so that the last one lies on top
            lying[place] = there + packet if self.pile is None else packet[::-1] + there
        return state.with_cards(lying)


class Move(Direction):
    """Cards from one place to another."""

    usage = "move all | top N | CARDS from PLACE to [bottom of] PLACE"
    examples = (
        "move top 1 from deck to table",
        "move all from table to deck",
        "move R5 B3 from Ana to bottom of deck",
    )
    does = "Move cards from one place to another"

    what: Cards | int | None
    """The cards by name, how many from the top, or None for all."""
    source: str
    target: str
    bottom: bool

    @classmethod
    def read(cls, line: Line) -> "Move":
        folded = line.folded
        start = folded.index("from") if "from" in folded else 0  # no card is called so
        what = _what_is_moved(line, line.words[:start])

        def read_at(to: int) -> "Move":
            source = line.place(start + 1, to)
            bottom = folded[to + 1 : to + 3] == ["bottom", "of"] and len(folded) > to + 3
            return cls(what, source, line.place(to + (3 if bottom else 1)), bottom)

        return line.split_at_to(start + 1, read_at)

    def __str__(self) -> str:
        match self.what:
            case None:
                what = "all"
            case int(number):
                what = f"top {number}"
            case cards:
                what = " ".join(cards)
        where = "bottom of " if self.bottom else ""
        return f"move {what} from {self.source} to {where}{self.target}"

    def perform(self, state: State, tell: Tell) -> State:
        """Take the cards away first, then lay them down."""
        lying = state.cards_at(self.source)
        positions = self._positions(lying)
        cards, left = take(lying, positions)
        in_source_order, _ = take(lying, sorted(positions))
        is_same = self.target == self.source
        there = left if is_same else state.cards_at(self.target)
        on_top = self.target not in state.hands and not self.bottom
        after = cards + there if on_top else there + cards
        if is_same:
            tell_rearranged(tell, state, self.source, after)
        else:
            tell_moved(tell, state, self.source, self.target, cards, in_source_order)
        return state.with_cards({self.source: left, self.target: after})

    def _positions(self, lying: Cards) -> range | list[int]:
        match self.what:
            case None:
                return range(len(lying))
            case int(number):
                check_card_count(number)
                if number > len(lying):
                    raise NotAllowed(
                        f"{self.source} has {pluralize(len(lying), 'card')}, not {number}."
                    )
                return range(number)
            case cards:
                return positions_of(cards, lying, self.source)


def _what_is_moved(line: Line, words: tuple[str, ...]) -> Cards | int | None:
    match [word.casefold() for word in words]:
        case ["all"]:
            return None
        case ["top", number]:
            return line.whole(number)
    return _cards(line, words)


def _cards(line: Line, words: tuple[str, ...]) -> Cards:
    named = read_cards(split(" ".join(words)))
    if not named:
        raise line.usage_error()
    return named


class Show(Direction):
    """The cards of a place, shown to some players."""

    usage = "show PLACE to WHO, or show CARDS of PLACE to WHO"
    examples = ("show Ana to all", "show R5 B3 of Bo to Ana")
    does = "Show players the cards of a place, or some of them; nothing moves"

    place: str
    named: Cards | None
    who: Who

    @classmethod
    def read(cls, line: Line) -> "Show":
        of = line.folded.index("of") if "of" in line.folded else -1  # no card is called so

        def read_at(to: int) -> "Show":
            who = line.who(to + 1)
            is_of = 0 < of < to - 1 and not _is_own_place(line, of, to)
            named = _cards(line, line.words[:of]) if is_of else None
            return cls(line.place(of + 1 if named else 0, to), named, who)

        return line.split_at_to(of + 1, read_at)

    def __str__(self) -> str:
        what = self.place if self.named is None else f"{' '.join(self.named)} of {self.place}"
        return f"show {what} to {self.who}"

    def perform(self, state: State, tell: Tell) -> State:
        to = recipients(state, self.who, out_too=True)
        cards = state.cards_at(self.place)
        if self.named is not None:
            cards, _ = take(cards, positions_of(self.named, cards, self.place))
        named, called = " ".join(cards) or "no cards", state.called(self.place)
        text, summary = f"In {called}: {named}.", f"{named} of {called}."
        tell_players(tell, to, text, "Shown to", summary, pieces=cards)
        return state.with_message(CardsMessage(to, self.place, cards))


def _is_own_place(line: Line, of: int, to: int) -> bool:
    """Return whether `x of Ana` is an own pile: x is its whole name, and a player follows (5.4)."""
    if of != 1 or not line.names.is_own_pile(line.words[0]):
        return False
    try:
        line.names.player(line.phrase(of + 1, to))
    except NotUnderstood:
        return False
    return True


class Face(Direction):
    """A pile turned face up or face down."""

    usage = "face up PILE or face down PILE"
    examples = ("face up table", "face down deck")
    pattern = "face {side} {pile}"
    does = "Make a pile open or secret"

    side: str
    """`up` or `down`."""
    pile: str

    @classmethod
    def read(cls, line: Line) -> "Face":
        if line.folded[:1] not in (["up"], ["down"]):
            raise line.usage_error()
        return cls(line.folded[0], line.names.pile(line.phrase(1)))

    def perform(self, state: State, tell: Tell) -> State:
        """Turn the pile; if every player has one of this name, all of them."""
        if self.pile in state.own:
            return self._turn_own(state, tell)
        before = state.piles[self.pile]
        after = before._replace(open=self.side == "up")
        if after.open and not before.open:
            tell(f"{self.pile} is face up: {after.description}.", pieces=after.visible_cards)
        elif before.open and not after.open:
            tell(f"{self.pile} is turned face down.")
        return state.replace(piles={**state.piles, self.pile: after})

    def _turn_own(self, state: State, tell: Tell) -> State:
        before = state.own[self.pile]
        after = before._replace(open=self.side == "up")
        if after.open and not before.open:
            for player in state.players:
                place = own_place(self.pile, player)
                cards = state.cards_at(place)
                tell(f"{place} is face up: {' '.join(cards) or 'no cards'}.", pieces=cards)
        elif before.open and not after.open:
            tell(f"{self.pile} of each player is turned face down.")
        return state.replace(own={**state.own, self.pile: after})


class Shuffle(Direction):
    """A pile or a hand in a new order."""

    usage = "shuffle PLACE"
    examples = ("shuffle deck",)
    pattern = "shuffle {place}"
    does = "Shuffle a pile or a hand"

    place: str

    @classmethod
    def read(cls, line: Line) -> "Shuffle":
        return cls(line.place())

    def perform(self, state: State, tell: Tell) -> State:
        check_not_out(state, self.place)
        if len(state.cards_at(self.place)) < 2:
            tell(f"Nothing to shuffle in {self.place}.", UMPIRE)
            return state
        return ask_chance(state, Shuffling(self.place))
