"""The division of a refill: how it is written, what is allowed, and what becomes of the cards."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, NoReturn

from umpire.games.base import (
    Decision,
    DecisionKind,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Tell,
)
from umpire.games.cards import names, not_among, repeated, without
from umpire.games.devils_deal.cards import (
    DISCARD,
    NONE,
    NUMBER,
    POOL,
    SELECTION,
    Card,
    Cards,
    in_order,
    read_cards,
    read_list,
    tokens_of,
    total,
    with_discards,
)
from umpire.games.devils_deal.refills import offer
from umpire.games.devils_deal.state import State
from umpire.games.randomness import sample
from umpire.games.text import counted, narrow, normalize
from umpire.games.two_players import replace_side
from umpire.games.values import Value


class Pile(NamedTuple):
    """A pile of a division, perhaps the one set aside."""

    cards: Cards
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Division(Value):
    """Piles in the order written, cards said to be unused, and discards.

    Without piles it is `none`: all cards are set aside.
    """

    piles: tuple[Pile, ...] = ()
    unused: Cards = ()
    discards: Cards = ()
    wrong: str = field(default="", compare=False)
    """Why the discards that were written do not count; they are none of `discards` then."""

    @property
    def kept(self) -> Cards:
        """The cards of all piles but the one set aside."""
        return tuple([card for pile in self.piles if not pile.aside for card in pile.cards])

    def excess(self, pool: Cards) -> int:
        """Return how many cards must go so that the pool is no larger than it may be."""
        return max(0, len(pool) + len(self.kept) - POOL)


class Discards(NamedTuple):
    """Discards alone, for the division that is held."""

    cards: Cards


_DIVISION_EXAMPLE: Final = "R2 B3 | B5 * | discard: R2"
_PILES: Final = tuple(f"pile_{number}" for number in range(1, 7))
_ASIDE: Final = "aside"
"""Cells of the form, beside that for the discards."""


class DivideKind(DecisionKind[State, Division]):
    """How the cards of a refill are divided, and what is discarded of a pool too large."""

    name = "divide"
    task = "divide the cards"
    asks = (
        f"How the {SELECTION} cards go into piles of the same sum, which pile is set aside, and "
        f"what is discarded if the pool would hold more than {POOL}."
    )
    notation = (
        "piles on lines of their own or with | or / between them, the one set aside marked by *, "
        "aside, set aside or unused; perhaps unused: CARDS and discard: CARDS; or none; discard: "
        "CARDS alone for the division that is held"
    )
    examples = (
        "R2 B3 R3 G6 | G5 B9 | B6 G8 | G2 B5 R7 *",
        "R2 B3 / G5 / aside: B5 / unused: G1 / discard: R2 B3",
        "discard: B1 R2 B4",
        "none",
    )
    limit = "complicated_seconds; the last valid division counts, lock ends it early; else none"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask the buyer.

        Ruling 8: nobody but its author sees a draft, and only the one that closes counts.
        Ruling 9: what is invalid replaces nothing that is held.
        """
        number, limit = f"divide {state.refill_number}", state.limits.complicated_seconds
        return (Decision(number, state.actor, self, limit, rule="last", secret=True),)

    def ask(self, view: State, decision: Decision) -> str:
        return "Divide the twelve cards: piles to keep, and one to set aside."

    def read(self, state: State, decision: Decision, text: str) -> Division:
        """Read a division of the cards dealt into piles of equal sum, one of them set aside."""
        parsed = parse_division(text)
        if isinstance(parsed, Discards):
            raise NotAllowed(
                f"There is no division yet that these discards go with. Write its piles as well. "
                f"Example: {_DIVISION_EXAMPLE}."
            )
        return _judge(state, parsed)

    def revise(self, state: State, decision: Decision, held: Division, text: str) -> Division:
        """Read a division, or discards alone for the one that is held (ruling 14)."""
        parsed = parse_division(text)
        if not isinstance(parsed, Discards):
            return _judge(state, parsed)
        division = held.replace(discards=parsed.cards, wrong="")
        if wrong := _wrong_discards(state, division):
            raise NotAllowed(f"These discards do not fit your division: {wrong}.")
        return division

    def format(self, answer: Division) -> str:
        """Return the piles as written, with what is unused by name and the discards."""
        if not answer.piles:
            return NONE
        parts = [names(pile.cards) + (" *" if pile.aside else "") for pile in answer.piles]
        if answer.unused:
            parts.append(f"{_UNUSED}: {names(answer.unused)}")
        return with_discards(" | ".join(parts), " | ", answer.discards)

    def incomplete(self, view: State, decision: Decision, answer: Division) -> str:
        """Return how many more discards must be named (ruling 14)."""
        pool = view.pools[view.acting]
        missing = answer.excess(pool) - len(answer.discards)
        if not answer.piles or not missing:
            return ""
        left = without((*pool, *answer.kept), answer.discards)
        lacking = _not_counted(answer) or f"You must discard {counted(missing, 'more card')}."
        return f"{lacking} Example: {DISCARD}: {names((*answer.discards, *left[:missing]))}."

    def warn(self, view: State, decision: Decision, answer: Division) -> str:
        """Return the piles' sum, which discards do not count, and that chance draws the rest."""
        if not answer.piles:
            return ""
        if lacking := self.incomplete(view, decision, answer):
            return f"{lacking} Otherwise chance decides."
        each = f"Each pile has the sum {total(answer.piles[0].cards)}."
        return f"{_not_counted(answer)} {each}".lstrip()

    def default_answer(self, state: State, decision: Decision) -> Division:
        """Return none. Ruling 9: only with no valid division is all set aside."""
        return Division()

    def apply(self, state: State, answers: Mapping[str, Division], tell: Tell) -> State:
        """Close the division: what is kept joins the pool, the rest is offered to the opponent."""
        (division,) = answers.values()
        name, side, selection = state.actor, state.acting, _selection(state)
        piles = division.piles or (Pile(selection, aside=True),)
        piled = [card for pile in piles for card in pile.cards]
        pool = in_order(without(state.pools[side] + division.kept, division.discards))
        pools = replace_side(state.pools, side, pool)
        # Ruling 14: a division with too few discards holds, and chance draws the missing ones.
        missing = len(pool) - POOL
        kept = tuple(sorted([in_order(pile.cards) for pile in piles if not pile.aside]))
        closed = state.refilling.replace(
            piles=kept,
            aside=in_order([card for pile in piles if pile.aside for card in pile.cards]),
            unused=in_order([card for card in selection if card not in piled]),
            discarded=in_order(division.discards),
            random=None if missing > 0 else (),
        )
        if division.wrong:
            tell(_not_counted(division), only=name)
        tell(
            f"{name} keeps {' | '.join(map(names, kept)) or 'no cards'} and sets aside "
            f"{names(closed.aside)} (sum {total(closed.aside)}). "
            f"Unused: {names(closed.unused) or 'none'}.",
            by=name,
            kind="move",
            pieces=(*[card for pile in kept for card in pile], *closed.offered),
        )
        if gone := closed.discarded:
            tell(f"{name} discards {names(gone)}.", by=name, kind="move", pieces=gone)
        if missing > 0:
            more = counted(missing, "more card")
            tell(f"Chance draws {more} to discard from {name}'s pool.")
            return state.replace_refill(closed, phase="discard", pools=pools)
        return offer(state, closed, pools)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return `none`. Ruling 37: automated help is not allowed, so no other division."""
        return (NONE,)

    def bot_moves(self, view: State) -> tuple[str, ...]:
        """Return divisions that a bot may think about, and `none`."""
        divisions = promising_divisions(_selection(view), view.pools[view.acting])
        return (*map(self.format, divisions), NONE)

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        return dict.fromkeys((*_PILES, _ASIDE, DISCARD), ())

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the piles that are filled in; `none` alone stands for itself."""
        cells = {name: filled.get(name, "").strip() for name in (*_PILES, _ASIDE, DISCARD)}
        if [normalize(text) for text in cells.values() if text] == [NONE]:
            return NONE
        return " | ".join(
            text if name in _PILES else f"{name}: {text}" for name, text in cells.items() if text
        )

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Division:
        division = random_division(_selection(state), state.pools[state.acting], random)
        return _judge(state, division)


def _selection(state: State) -> Cards:
    """Return the cards that are to be divided."""
    cards = state.refilling.selection
    assert cards is not None, "only asked once the selection is dealt"
    return cards


def _judge(state: State, division: Division) -> Division:
    """Return a division that the rules allow, without its discards if these alone are wrong."""
    selection, piles = _selection(state), division.piles
    if not piles and not division.unused:
        return division
    named = (*[card for pile in piles for card in pile.cards], *division.unused)
    for card in named:
        if card not in selection:
            raise NotAllowed(f"{card} is not among the twelve cards: {names(selection)}.")
    # Ruling 12: a card that is unused is in no pile, not in the one set aside either.
    if twice := repeated(named):
        raise NotAllowed(f"{twice} is named twice. Each card is in one pile or unused.")
    # Ruling 10: one pile, set aside, will do; no pile will not.
    if [pile.aside for pile in piles].count(True) != 1:
        raise NotAllowed(_ONE_ASIDE)
    sums = [total(pile.cards) for pile in piles]
    if len(set(sums)) > 1:
        each = [f"{names(pile.cards)} is {sum_}" for pile, sum_ in zip(piles, sums, strict=True)]
        raise NotAllowed(f"All piles need the same sum, the one set aside too: {', '.join(each)}.")
    # Ruling 13: wrong discards count as none named.
    wrong = _wrong_discards(state, division)
    return division.replace(discards=(), wrong=wrong) if wrong else division


def _wrong_discards(state: State, division: Division) -> str:
    """Return why the discards of a division do not count, empty if they do."""
    discards = division.discards
    if not discards:
        return ""
    # Ruling 13: cards just kept may go as well, but never more than must.
    pool = (*state.pools[state.acting], *division.kept)
    must = len(pool) - POOL
    if must <= 0:
        return f"you will have {counted(len(pool), 'card')}, so there is nothing to discard"
    if len(discards) > must:
        return f"discard {counted(must, 'card')}, not {len(discards)}"
    missing = not_among(pool, discards)
    return f"you do not have {missing}, or not that many times" if missing else ""


def _not_counted(division: Division) -> str:
    return f"Your discards do not count: {division.wrong}." if division.wrong else ""


_UNUSED: Final = "unused"
_EXAMPLE: Final = "R2 B3 | G5 | B5 * | discard: R2"
_HINT: Final = (
    f"Write the cards of each pile, with a star after the one set aside. Example: {_EXAMPLE}."
)
_ONE_ASIDE: Final = (
    "Set aside just one of the piles: mark it with a star. Example: B5 R7 *. Cards marked "
    "unused are that pile if they have the same sum as the others."
)
_BULLET: Final = re.compile(r"^[\s,;]*(?:•|-(?=[\s,;]))")

# In what follows a blank stands behind every word.
_ASIDE_MARK: Final = r"(?:\* |(?:set )?aside |\( (?:set )?aside \) )"
_UNUSED_MARK: Final = r"(?:unused |\( unused \) )"
_CARD: Final = rf"(?:(?!{_UNUSED_MARK}|discard )\S+ )"
_PART: Final = re.compile(
    rf"(?:(?P<discard>discard |^d )|(?P<unused>{_UNUSED_MARK}))(?P<list>{_CARD}*)"
    rf"|(?P<pile>{_CARD}+)(?P<unused_pile>{_UNUSED_MARK}(?:: )?$)?"
)
"""A part: what is `unused` or `discard` by name, or a pile, perhaps marked behind as unused."""
_PILE: Final = re.compile(
    rf"(?P<before>{_ASIDE_MARK}(?:: )?)?(?P<cards>(?:\S+ )*?)(?P<behind>{_ASIDE_MARK})?"
)


def parse_division(text: str) -> Division | Discards:
    """Read a division, whatever is dealt: parts on lines of their own or with `|` or `/` between.

    Each part is a pile, one of them marked, or begins with `unused` or `discard`.
    """
    lines = [_BULLET.sub("", line) for line in narrow(text).splitlines()]
    tokens = tokens_of("|".join(lines).replace("/", "|"))
    sections = "".join([f"{token} " for token in tokens]).split("| ")
    parts = [part for section in sections for part in _PART.finditer(section)]
    if [part[0] for part in parts] == [f"{NONE} "]:
        return Division()
    if not parts:
        _refuse("There is no pile here.")
    discards = [read_list(part["list"].split()) for part in parts if part["discard"]]
    unused = [part for part in parts if part["unused"] or part["unused_pile"]]
    for name, times in (_UNUSED, len(unused)), (DISCARD, len(discards)):
        if times > 1:
            _refuse(f"Say {name} only once.")
    if discards and len(parts) == 1:
        return Discards(discards[0])
    read = [(part, _read_pile(part)) for part in parts if not part["discard"]]
    piles = tuple([pile for part, pile in read if part["pile"]])
    by_name = tuple([card for part, pile in read if part["unused"] for card in pile.cards])
    division = Division(piles, by_name, discards[0] if discards else ())
    if any(pile.aside for pile in piles):
        if any("(" in (part["unused"] or part["unused_pile"]) for part in unused):
            _refuse("A pile is set aside already, so none can be (unused).")
        return division
    if not piles and not division.unused:
        raise NotAllowed(_ONE_ASIDE)
    # Ruling 12: where none is, the one pile marked unused is, if it has the sum of the others.
    marked = tuple([Pile(pile.cards, part in unused) for part, pile in read if pile.cards])
    sums = {total(pile.cards) for pile in marked}
    if len(marked) > 1 and len(sums) == 1 and any(pile.aside for pile in marked):
        return division.replace(piles=marked, unused=())
    return division


def _read_pile(part: re.Match[str]) -> Pile:
    """Read a pile, perhaps marked as set aside, or what is unused by name."""
    if mark := part["unused"]:
        words = part["list"].split()
        if "(" not in mark:
            return Pile(read_list(words))
        return Pile(read_cards(words[1:] if words[:1] == [":"] else words, _HINT))
    pile = _PILE.fullmatch(part["pile"])
    assert pile is not None, "whatever is no mark is taken for cards"
    if pile["before"] and pile["behind"]:
        _refuse("A pile is marked twice as set aside.")
    aside = bool(pile["before"] or pile["behind"])
    # Ruling 11: a pile has at least one card.
    if aside and not pile["cards"]:
        _refuse("The pile set aside has no cards.")
    return Pile(read_cards(pile["cards"].split(), _HINT), aside)


def _refuse(problem: str) -> NoReturn:
    raise NotUnderstood(
        f"{problem} Write none, or the piles with | between them and * behind the one set aside. "
        f"Example: {_EXAMPLE}."
    )


_SUMS: Final = tuple(range(3, 20))
"""The sums of piles that a random division tries."""
_OFTEN_NONE: Final = 0.1
_OFTEN_TOO_FEW_DISCARDS: Final = 0.3
_OFTEN_TOO_MANY_DISCARDS: Final = 0.05
_OFTEN_UNUSED_NAMED: Final = 0.3
"""How often a random division has this and that."""


def random_division(selection: Cards, pool: Cards, random: RandomSource) -> Division:
    """Return a random division, with the discards that are due, too few or too many."""
    if random.random() < _OFTEN_NONE:
        return Division()
    left = sample(len(selection), selection, random)
    found, left = _piles(random.choice(_SUMS), left)
    if not found:
        found, left = [tuple(left[:1])], left[1:]
    aside = random.choice(found)
    piles = tuple([Pile(pile, aside=pile is aside) for pile in found])
    unused: Cards = ()
    if left and random.random() < _OFTEN_UNUSED_NAMED:
        unused = tuple(sample(random.choice(range(1, len(left) + 1)), left, random))
    division = Division(piles, unused)
    must, cards = division.excess(pool), (*pool, *division.kept)
    if cards and random.random() < _OFTEN_TOO_MANY_DISCARDS:
        must += 1
    elif must and random.random() < _OFTEN_TOO_FEW_DISCARDS:
        must = random.choice(range(must))
    return division.replace(discards=tuple(sample(must, cards, random)))


def promising_divisions(selection: Cards, pool: Cards) -> Iterator[Division]:
    """Yield divisions for bots to think about, those first that keep most cards.

    For each sum as many piles are made as there are to be found, high cards first. Either the
    largest or the smallest of them is set aside, and the lowest cards are discarded.
    """
    highest = sorted(selection, key=NUMBER.__getitem__, reverse=True)
    tried = [_piles(wanted, highest)[0] for wanted in _SUMS]
    for found in sorted(tried, key=lambda piles: -sum(map(len, piles))):
        if len(found) > 1:
            found.sort(key=len)
            for aside in (found[0], found[-1]):
                piles = tuple([Pile(pile, aside=pile is aside) for pile in found])
                division = Division(piles)
                lowest = sorted((*pool, *division.kept), key=NUMBER.__getitem__)
                yield division.replace(discards=tuple(lowest[: division.excess(pool)]))


def _piles(wanted: int, cards: Sequence[Card]) -> tuple[list[Cards], list[Card]]:
    """Return piles of that sum, each the first found, and the cards that are left."""
    left, found = list(cards), []
    while (pile := _pile_of(wanted, left)) is not None:
        found.append(pile)
        left = [card for card in left if card not in pile]
    return found, left


def _pile_of(wanted: int, cards: Sequence[Card]) -> Cards | None:
    """Return cards of that sum, the first found.

    With 12 cards there is not much to look through.
    """
    for place, card in enumerate(cards):
        rest = wanted - NUMBER[card]
        if rest == 0:
            return (card,)
        if rest > 0:
            others = _pile_of(rest, cards[place + 1 :])
            if others is not None:
                return (card, *others)
    return None
