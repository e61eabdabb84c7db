"""The division of a refill: its notation, its rules, and its effect on the cards."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, NoReturn

from umpire.games.base import (
    Decision,
    DecisionKind,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Rejected,
    Tell,
)
from umpire.games.cards import names, not_among, repeated, without
from umpire.games.devils_deal.cards import (
    DISCARD,
    NONE,
    NUMBER_OF,
    POOL,
    SELECTION,
    Card,
    Cards,
    cards_in,
    in_order,
    read_cards,
    read_optional_cards,
    tokens_of,
    total,
    with_discards,
)
from umpire.games.devils_deal.page import (
    KEEP_NONE,
    NOTHING_DIVIDED,
    Piles,
    aside_missing,
    divide_fields,
    divide_question,
    draft_division,
    draft_none,
    pile_sums,
    sums_differ,
)
from umpire.games.devils_deal.refills import offer_cards
from umpire.games.devils_deal.state import State
from umpire.games.page import Draft, Field, Question
from umpire.games.randomness import sample
from umpire.games.results import mention, verbatim
from umpire.games.text import narrow, normalize, pluralize
from umpire.games.two_players import replace_side
from umpire.games.values import Value


class Pile(NamedTuple):
    """A pile of a division, perhaps the one set aside."""

    cards: Cards
    is_aside: bool = False


@dataclass(frozen=True, slots=True)
class Division(Value):
    """Piles in the order written, cards named as unused, and discards.

    A division without piles is `none`: all cards are set aside.
    """

    piles: tuple[Pile, ...] = ()
    unused: Cards = ()
    discards: Cards = ()
    discard_fault: str = field(default="", compare=False)
    """Why the discards in the text do not count, "" if they do; then `discards` is empty."""

    @property
    def kept_cards(self) -> Cards:
        """The cards of all piles but the one set aside."""
        return tuple([card for pile in self.piles if not pile.is_aside for card in pile.cards])

    def excess(self, pool: Cards) -> int:
        """Return how many cards the buyer must discard, so that the pool is not too large."""
        return max(0, len(pool) + len(self.kept_cards) - POOL)


class Discards(NamedTuple):
    """A text of discards alone, for the division that is held."""

    cards: Cards


_DIVISION_EXAMPLE: Final = "R2 B3 | B5 * | discard: R2"
_PILE_CELLS: Final = tuple(f"pile_{number}" for number in range(1, 7))
_ASIDE_CELL: Final = "aside"
"""Cells of the form; another one is for the discards."""


class DivideKind(DecisionKind[State, Division]):
    """How the buyer divides the cards of a refill, and which cards a full pool discards."""

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

        Ruling 8: only its author sees a draft, and only the last one counts.
        Ruling 9: an invalid division does not replace the one that is held.
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
        division = held.replace(discards=parsed.cards, discard_fault="")
        if fault := _find_discard_fault(state, division):
            raise NotAllowed(f"These discards do not fit your division: {fault}.")
        return division

    def format(self, answer: Division) -> str:
        """Return the piles as written, with the cards named as unused and the discards."""
        if not answer.piles:
            return NONE
        parts = [names(pile.cards) + (" *" if pile.is_aside else "") for pile in answer.piles]
        if answer.unused:
            parts.append(f"{_UNUSED}: {names(answer.unused)}")
        return with_discards(" | ".join(parts), " | ", answer.discards)

    def incomplete(self, view: State, decision: Decision, answer: Division) -> str:
        """Return how many more discards must be named (ruling 14)."""
        pool = view.pools[view.acting_side]
        missing = answer.excess(pool) - len(answer.discards)
        if not answer.piles or not missing:
            return ""
        rest = without((*pool, *answer.kept_cards), answer.discards)
        warning = _discard_warning(answer) or f"You must discard {pluralize(missing, 'more card')}."
        return f"{warning} Example: {DISCARD}: {names((*answer.discards, *rest[:missing]))}."

    def warn(self, view: State, decision: Decision, answer: Division) -> str:
        """Return the piles' sum, and a warning of discards that do not count or are missing."""
        if not answer.piles:
            return ""
        if warning := self.incomplete(view, decision, answer):
            return f"{warning} Otherwise chance decides."
        pile_sum = f"Each pile has the sum {total(answer.piles[0].cards)}."
        return f"{_discard_warning(answer)} {pile_sum}".lstrip()

    def default_answer(self, state: State, decision: Decision) -> Division:
        """Return `none`. Ruling 9: it counts only where there was no valid division."""
        return Division()

    def apply(self, state: State, answers: Mapping[str, Division], tell: Tell) -> State:
        """Let the kept piles join the pool, and offer the other cards to the opponent."""
        (division,) = answers.values()
        name, side, selection = state.actor, state.acting_side, _selection(state)
        piles = division.piles or (Pile(selection, is_aside=True),)
        in_piles = [card for pile in piles for card in pile.cards]
        pool = in_order(without(state.pools[side] + division.kept_cards, division.discards))
        pools = replace_side(state.pools, side, pool)
        # Ruling 14: a division with too few discards counts, and chance draws the missing ones.
        missing = len(pool) - POOL
        kept_piles = tuple(sorted([in_order(pile.cards) for pile in piles if not pile.is_aside]))
        refill = state.current_refill.replace(
            piles=kept_piles,
            aside=in_order([card for pile in piles if pile.is_aside for card in pile.cards]),
            unused=in_order([card for card in selection if card not in in_piles]),
            discarded=in_order(division.discards),
            random=None if missing > 0 else (),
        )
        if division.discard_fault:
            tell(_discard_warning(division), only=name)
        tell(
            f"{name} keeps {' | '.join(map(names, kept_piles)) or 'no cards'} and sets aside "
            f"{names(refill.aside)} (sum {total(refill.aside)}). "
            f"Unused: {names(refill.unused) or 'none'}.",
            by=name,
            kind="move",
            pieces=tuple([card for pile in kept_piles for card in pile]),
            did=f"kept {len(division.kept_cards) or 'none'} of the twelve cards",
            end=f"{len(refill.offered)} offered",
        )
        if discards := refill.discarded:
            text, did = f"{name} discards {names(discards)}.", "discarded"
            tell(text, by=name, kind="move", pieces=discards, did=did)
        if missing > 0:
            more = pluralize(missing, "more card")
            did = f"{mention(name)} had {more} to discard by chance"
            tell(f"Chance draws {more} to discard from {name}'s pool.", did=did)
            return state.replace_refill(refill, phase="discard", pools=pools)
        return offer_cards(state, refill, pools)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return `none`. Ruling 37: automated help is not allowed, so no other division."""
        return (NONE,)

    def bot_moves(self, view: State) -> tuple[str, ...]:
        """Return divisions that a bot may think about, and `none`."""
        divisions = promising_divisions(_selection(view), view.pools[view.acting_side])
        return (*map(self.format, divisions), NONE)

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        return dict.fromkeys((*_PILE_CELLS, _ASIDE_CELL, DISCARD), ())

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the filled cells as the parts of a division; `none` alone as it is."""
        fields = (*_PILE_CELLS, _ASIDE_CELL, DISCARD)
        cells = {field: filled.get(field, "").strip() for field in fields}
        if [normalize(text) for text in cells.values() if text] in ([NONE], [KEEP_NONE]):
            return NONE
        parts = [
            text if name in _PILE_CELLS else f"{name}: {text}"
            for name, text in cells.items()
            if text
        ]
        return " | ".join(parts)

    def question(self, view: State, decision: Decision) -> Question:
        return divide_question(is_final=decision.rule == "first")

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        kept = _in_cells(filled, _PILE_CELLS)
        excess = len(view.pools[view.acting_side]) + sum(map(len, kept.values())) - POOL
        is_begun = bool(kept or _in_cells(filled, (_ASIDE_CELL, DISCARD)))
        return divide_fields(_PILE_CELLS, _ASIDE_CELL, max(0, excess), is_begun=is_begun)

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        """Return what a division would do, or what the piles of an unfinished one come to."""
        line = self.form_line(view, decision, filled)
        if not line:
            return NOTHING_DIVIDED
        try:
            parsed = parse_division(line)
            if isinstance(parsed, Discards):
                return None  # they are for the division that is held, which nobody knows here
            division = _judge(view, parsed)
        except Rejected as error:
            return _draft_unfinished(view, filled, verbatim(str(error)))
        if not division.piles:
            return draft_none(view)
        fault = f"{division.discard_fault[:1].upper()}{division.discard_fault[1:]}"
        missing = f"{fault}." if fault else ""
        kept = tuple([pile.cards for pile in division.piles if not pile.is_aside])
        aside = next(pile.cards for pile in division.piles if pile.is_aside)
        piles = Piles(kept, aside, division.discards)
        draft = draft_division(view, piles, missing, is_valid=True)
        sums = pile_sums(_in_cells(filled, (*_PILE_CELLS, _ASIDE_CELL)), is_valid=True)
        return replace(draft, sums=sums)

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Division:
        division = random_division(_selection(state), state.pools[state.acting_side], random)
        return _judge(state, division)


def _in_cells(filled: Mapping[str, str], cells: Iterable[str]) -> dict[str, Cards]:
    """Return the cards in each cell of the form that has any."""
    return {cell: cards for cell in cells if (cards := cards_in(filled.get(cell, "")))}


def _draft_unfinished(view: State, filled: Mapping[str, str], error: str) -> Draft:
    """Return what the piles of a division that is refused come to, and what it lacks.

    That is the `error`, unless its cells have just cards that may be there.
    """
    piles = _in_cells(filled, (*_PILE_CELLS, _ASIDE_CELL))
    if piles and _have_only_cards(view, filled):
        labels = {cell: f"pile {number}" for number, cell in enumerate(_PILE_CELLS, 1)}
        error = sums_differ(piles, labels | {_ASIDE_CELL: "the pile set aside"}) or (
            error if _ASIDE_CELL in piles else aside_missing(piles.values())
        )
    kept = tuple([pile for cell, pile in piles.items() if cell != _ASIDE_CELL])
    discards = cards_in(filled.get(DISCARD, ""))
    unfinished = Piles(kept, piles.get(_ASIDE_CELL, ()), discards)
    draft = draft_division(view, unfinished, error, is_valid=False)
    return replace(draft, sums=pile_sums(piles, is_valid=False))


def _have_only_cards(view: State, filled: Mapping[str, str]) -> bool:
    """Return whether the piles in a form are cards that were dealt, each once."""
    texts = [text for cell in (*_PILE_CELLS, _ASIDE_CELL) if (text := filled.get(cell, "").strip())]
    try:
        cards = [card for text in texts for card in read_cards(tokens_of(text), "")]
    except NotUnderstood:
        return False
    return repeated(cards) is None and {*_selection(view)}.issuperset(cards)


def _selection(state: State) -> Cards:
    """Return the cards that are to be divided."""
    cards = state.current_refill.selection
    assert cards is not None, "only asked once the selection is dealt"
    return cards


def _judge(state: State, division: Division) -> Division:
    """Return a division that the rules allow, without its discards if these alone are wrong."""
    selection, piles = _selection(state), division.piles
    if not piles and not division.unused:
        return division
    cards = (*[card for pile in piles for card in pile.cards], *division.unused)
    for card in cards:
        if card not in selection:
            raise NotAllowed(f"{card} is not among the twelve cards: {names(selection)}.")
    # Ruling 12: a card that is unused is in no pile, not in the one set aside either.
    if duplicate := repeated(cards):
        raise NotAllowed(f"{duplicate} is named twice. Each card is in one pile or unused.")
    # Ruling 10: the pile set aside may be the only one, but it must be there.
    if [pile.is_aside for pile in piles].count(True) != 1:
        raise NotAllowed(_ONE_ASIDE)
    sums = [total(pile.cards) for pile in piles]
    if len(set(sums)) > 1:
        each = [f"{names(pile.cards)} is {sum_}" for pile, sum_ in zip(piles, sums, strict=True)]
        raise NotAllowed(f"All piles need the same sum, the one set aside too: {', '.join(each)}.")
    # Ruling 13: wrong discards count as none named.
    fault = _find_discard_fault(state, division)
    return division.replace(discards=(), discard_fault=fault) if fault else division


def _find_discard_fault(state: State, division: Division) -> str:
    """Return why the discards of a division do not count, empty if they do."""
    discards = division.discards
    if not discards:
        return ""
    # Ruling 13: cards just kept may go as well, but never more than must.
    pool = (*state.pools[state.acting_side], *division.kept_cards)
    excess = len(pool) - POOL
    if excess <= 0:
        return f"you will have {pluralize(len(pool), 'card')}, so there is nothing to discard"
    if len(discards) > excess:
        return f"discard {pluralize(excess, 'card')}, not {len(discards)}"
    missing = not_among(pool, discards)
    return f"you do not have {missing}, or not that many times" if missing else ""


def _discard_warning(division: Division) -> str:
    return (
        f"Your discards do not count: {division.discard_fault}." if division.discard_fault else ""
    )


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

# These expressions read tokens, with a blank behind each.
_ASIDE_MARK: Final = r"(?:\* |(?:set )?aside |\( (?:set )?aside \) )"
_UNUSED_MARK: Final = r"(?:unused |\( unused \) )"
_CARD: Final = rf"(?:(?!{_UNUSED_MARK}|discard )\S+ )"
_PART: Final = re.compile(
    rf"(?:(?P<discard>discard |^d )|(?P<unused>{_UNUSED_MARK}))(?P<list>{_CARD}*)"
    rf"|(?P<pile>{_CARD}+)(?P<unused_pile>{_UNUSED_MARK}(?:: )?$)?"
)
"""A part: cards behind `unused` or `discard`, or a pile, perhaps with a mark behind it."""
_PILE: Final = re.compile(
    rf"(?P<before>{_ASIDE_MARK}(?:: )?)?(?P<cards>(?:\S+ )*?)(?P<behind>{_ASIDE_MARK})?"
)


def parse_division(text: str) -> Division | Discards:
    """Read a division, without judging it: parts on lines of their own, or with `|` or `/` between.

    Each part is a pile, one of them marked, or begins with `unused` or `discard`.
    """
    lines = [_BULLET.sub("", line) for line in narrow(text).splitlines()]
    tokens = tokens_of("|".join(lines).replace("/", "|"))
    sections = "".join([f"{token} " for token in tokens]).split("| ")
    parts = [part for section in sections for part in _PART.finditer(section)]
    if [part[0] for part in parts] == [f"{NONE} "]:
        return Division()
    if not parts:
        _refuse_text("There is no pile here.")
    discards = [read_optional_cards(part["list"].split()) for part in parts if part["discard"]]
    unused_parts = [part for part in parts if part["unused"] or part["unused_pile"]]
    for name, times in (_UNUSED, len(unused_parts)), (DISCARD, len(discards)):
        if times > 1:
            _refuse_text(f"Say {name} only once.")
    if discards and len(parts) == 1:
        return Discards(discards[0])
    pile_parts = [(part, _read_pile(part)) for part in parts if not part["discard"]]
    piles = tuple([pile for part, pile in pile_parts if part["pile"]])
    unused = tuple([card for part, pile in pile_parts if part["unused"] for card in pile.cards])
    division = Division(piles, unused, discards[0] if discards else ())
    if any(pile.is_aside for pile in piles):
        if any("(" in (part["unused"] or part["unused_pile"]) for part in unused_parts):
            _refuse_text("A pile is set aside already, so none can be (unused).")
        return division
    if not piles and not unused:
        raise NotAllowed(_ONE_ASIDE)
    # Ruling 12: else the one pile marked unused is set aside, if it has the sum of the others.
    all_piles = tuple(
        [Pile(pile.cards, part in unused_parts) for part, pile in pile_parts if pile.cards]
    )
    sums = {total(pile.cards) for pile in all_piles}
    if len(all_piles) > 1 and len(sums) == 1 and any(pile.is_aside for pile in all_piles):
        return division.replace(piles=all_piles, unused=())
    return division


def _read_pile(part: re.Match[str]) -> Pile:
    """Read a pile, perhaps marked as set aside, or the cards behind `unused`."""
    if mark := part["unused"]:
        words = part["list"].split()
        if "(" not in mark:
            return Pile(read_optional_cards(words))
        return Pile(read_cards(words[1:] if words[:1] == [":"] else words, _HINT))
    pile = _PILE.fullmatch(part["pile"])
    assert pile is not None, "everything but marks is read as cards"
    if pile["before"] and pile["behind"]:
        _refuse_text("A pile is marked twice as set aside.")
    is_aside = bool(pile["before"] or pile["behind"])
    # Ruling 11: a pile has at least one card.
    if is_aside and not pile["cards"]:
        _refuse_text("The pile set aside has no cards.")
    return Pile(read_cards(pile["cards"].split(), _HINT), is_aside)


def _refuse_text(problem: str) -> NoReturn:
    raise NotUnderstood(
        f"{problem} Write none, or the piles with | between them and * behind the one set aside. "
        f"Example: {_EXAMPLE}."
    )


_SUMS: Final = tuple(range(3, 20))
"""The sums of piles that a bot's division tries."""
_OFTEN_NONE: Final = 0.1
_OFTEN_TOO_FEW_DISCARDS: Final = 0.3
_OFTEN_TOO_MANY_DISCARDS: Final = 0.05
_OFTEN_UNUSED_NAMED: Final = 0.3
"""How often a random division is or has this."""


def random_division(selection: Cards, pool: Cards, random: RandomSource) -> Division:
    """Return a random division, mostly with as many discards as are due, or too few or too many."""
    if random.random() < _OFTEN_NONE:
        return Division()
    shuffled = sample(len(selection), selection, random)
    piles, rest = _find_piles(random.choice(_SUMS), shuffled)
    if not piles:
        piles, rest = [tuple(shuffled[:1])], shuffled[1:]
    aside = random.choice(piles)
    unused: Cards = ()
    if rest and random.random() < _OFTEN_UNUSED_NAMED:
        unused = tuple(sample(random.choice(range(1, len(rest) + 1)), rest, random))
    division = Division(_mark_aside(piles, aside), unused)
    count, cards = division.excess(pool), (*pool, *division.kept_cards)
    if cards and random.random() < _OFTEN_TOO_MANY_DISCARDS:
        count += 1
    elif count and random.random() < _OFTEN_TOO_FEW_DISCARDS:
        count = random.choice(range(count))
    return division.replace(discards=tuple(sample(count, cards, random)))


def promising_divisions(selection: Cards, pool: Cards) -> Iterator[Division]:
    """Yield divisions for bots to think about, those first that keep most cards.

    For each sum the cards make as many piles as possible, high cards first. The largest or the
    smallest pile is set aside, and the lowest cards are discarded.
    """
    highest_first = sorted(selection, key=NUMBER_OF.__getitem__, reverse=True)
    by_sum = [_find_piles(pile_sum, highest_first)[0] for pile_sum in _SUMS]
    for piles in sorted(by_sum, key=lambda piles: -sum(map(len, piles))):
        if len(piles) > 1:
            piles.sort(key=len)
            for aside in (piles[0], piles[-1]):
                division = Division(_mark_aside(piles, aside))
                lowest_first = sorted((*pool, *division.kept_cards), key=NUMBER_OF.__getitem__)
                yield division.replace(discards=tuple(lowest_first[: division.excess(pool)]))


def _mark_aside(piles: Sequence[Cards], aside: Cards) -> tuple[Pile, ...]:
    return tuple([Pile(pile, is_aside=pile is aside) for pile in piles])


def _find_piles(pile_sum: int, cards: Sequence[Card]) -> tuple[list[Cards], list[Card]]:
    """Return piles of one sum, each the first that fits, and the rest of the cards."""
    piles, rest = [], list(cards)
    while pile := _find_pile(pile_sum, rest):
        piles.append(pile)
        rest = [card for card in rest if card not in pile]
    return piles, rest


def _find_pile(pile_sum: int, cards: Sequence[Card]) -> Cards | None:
    """Return the first cards with a sum, None if there are none; 12 cards are quickly searched."""
    for place, card in enumerate(cards):
        missing = pile_sum - NUMBER_OF[card]
        if missing == 0:
            return (card,)
        if missing > 0 and (others := _find_pile(missing, cards[place + 1 :])):
            return (card, *others)
    return None
