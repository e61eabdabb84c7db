"""`divide`: the buyer of a refill divides its cards into piles of equal sum, one set aside.

All piles but that one are kept. How a division is written is told in `division`.
"""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import (
    Decision,
    DecisionKind,
    Event,
    Form,
    NotAllowed,
    RandomSource,
    Step,
    told,
)
from umpire.games.cards import names, not_among, repeated, without
from umpire.games.devils_deal.components import POOL, SELECTION, Cards, in_order, total
from umpire.games.devils_deal.rules.cards import DISCARD, NONE
from umpire.games.devils_deal.rules.division import (
    Discards,
    Division,
    KeepNone,
    Pile,
    format_division,
    parse,
    promising_divisions,
    random_division,
)
from umpire.games.devils_deal.rules.refills import go_on, must_go, number_of_refill, offer
from umpire.games.devils_deal.state import Refill, State
from umpire.games.notation import counted, plain
from umpire.games.two_players import with_mine

_EXAMPLE: Final = "R2 B3 | B5 * | discard: R2"
PILES: Final = tuple(f"pile_{number}" for number in range(1, 7))
ASIDE: Final = "aside"
"""Cells of the form, beside that for the discards."""


class DivideKind(DecisionKind[State, Division | KeepNone]):
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
        number, limit = f"divide {number_of_refill(state)}", state.limits.complicated_seconds
        return (Decision(number, state.actor, self, limit, rule="last", secret=True),)

    def ask(self, seen: State, decision: Decision) -> str:
        return "Divide the twelve cards: piles to keep, and one to set aside."

    def read(self, state: State, decision: Decision, text: str) -> Division | KeepNone:
        """Read a division of the cards dealt into piles of equal sum, one of them set aside."""
        said = parse(text)
        if isinstance(said, Discards):
            raise NotAllowed(
                f"There is no division yet that these discards go with. Write its piles as well. "
                f"Example: {_EXAMPLE}."
            )
        return _judged(state, said)

    def revise(
        self, state: State, decision: Decision, held: Division | KeepNone, text: str
    ) -> Division | KeepNone:
        """Read a division, or discards alone for the one that is held (ruling 14)."""
        said = parse(text)
        if not isinstance(said, Discards):
            return _judged(state, said)
        piles = _all_aside(state) if isinstance(held, KeepNone) else held
        division = piles.changed(discards=said.cards, wrong="")
        if wrong := _wrong_discards(state, division):
            raise NotAllowed(f"These discards do not fit your division: {wrong}.")
        return held if isinstance(held, KeepNone) else division

    def format(self, answer: Division | KeepNone) -> str:
        """Return the piles as written, with what is unused by name and the discards."""
        return format_division(answer)

    def incomplete(self, seen: State, decision: Decision, answer: Division | KeepNone) -> str:
        """Return how many more discards must be named (ruling 14)."""
        if isinstance(answer, KeepNone):
            return ""
        pool = seen.pools[seen.acting]
        missing = answer.excess(pool) - len(answer.discards)
        if not missing:
            return ""
        left = without((*pool, *answer.kept), answer.discards)
        every = names((*answer.discards, *left[:missing]))
        wrong = _told_wrong(answer)
        lacking = wrong or f"You must discard {counted(missing, 'more card')}. "
        return f"{lacking}Example: {DISCARD}: {every}."

    def warn(self, seen: State, decision: Decision, answer: Division | KeepNone) -> str:
        """Return the piles' sum, which discards do not count, and that chance draws the rest."""
        if isinstance(answer, KeepNone):
            return ""
        each = f"Each pile has the sum {total(answer.piles[0].cards)}."
        lacking = self.incomplete(seen, decision, answer)
        if lacking:
            return f"{lacking} Otherwise chance decides."
        return f"{_told_wrong(answer)}{each}"

    def default_answer(self, state: State, decision: Decision) -> Division | KeepNone:
        """Return none. Ruling 9: only with no valid division is all set aside."""
        return KeepNone()

    def apply(self, state: State, answers: Mapping[str, Division | KeepNone]) -> Step[State]:
        """Close the division: what is kept joins the pool, the rest is offered to the opponent."""
        (answer,) = answers.values()
        division = _all_aside(state) if isinstance(answer, KeepNone) else answer
        pool = in_order(without(state.pools[state.acting] + division.kept, division.discards))
        complete = len(pool) <= POOL
        pools = with_mine(state.pools, state.acting, pool)
        # Ruling 14: a division with too few discards holds, and chance draws the missing ones.
        closed = _closed(state, division, () if complete else None)
        if complete:
            after = offer(state, closed, pools)
        else:
            after = go_on(state, "discard", closed, pools=pools)
        return Step(after, lambda: _tell(state.actor, division, after))

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        """Return `none`. Ruling 37: automated help is not allowed, so no other division."""
        return (NONE,)

    def candidates(self, seen: State) -> tuple[str, ...]:
        """Return divisions that a bot may think about, and `none`."""
        divisions = promising_divisions(_selection(seen), seen.pools[seen.acting])
        return (*map(format_division, divisions), NONE)

    def form(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        return dict.fromkeys((*PILES, ASIDE, DISCARD), ())

    def form_line(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the piles that are filled in; `none` alone stands for itself."""
        cells = {name: filled.get(name, "").strip() for name in (*PILES, ASIDE, DISCARD)}
        if [plain(text) for text in cells.values() if text] == [NONE]:
            return NONE
        return " | ".join(
            text if name in PILES else f"{name}: {text}" for name, text in cells.items() if text
        )

    def random_choice(
        self, state: State, decision: Decision, random: RandomSource
    ) -> Division | KeepNone:
        pool = state.pools[state.acting]
        division = random_division(_selection(state), pool, random)
        return self.read(state, decision, format_division(division))  # which judges its discards


def _selection(state: State) -> Cards:
    """Return the cards that are to be divided."""
    cards = state.refilling.selection
    assert cards is not None, "only asked once the selection is dealt"
    return cards


def _all_aside(state: State) -> Division:
    """Return what `none` stands for."""
    return Division((Pile(_selection(state), aside=True),))


def _judged(state: State, division: Division | KeepNone) -> Division | KeepNone:
    """Return a division that the rules allow, without its discards if these alone are wrong."""
    if isinstance(division, KeepNone):
        return division
    _judge_cards(_selection(state), division)
    _judge_piles(division)
    # Ruling 13: wrong discards count as none named.
    wrong = _wrong_discards(state, division)
    return division.changed(discards=(), wrong=wrong) if wrong else division


def _judge_cards(selection: Cards, division: Division) -> None:
    named = (*[card for pile in division.piles for card in pile.cards], *division.unused)
    different = set(named)
    if not different.issubset(selection):
        stranger = next(card for card in named if card not in selection)
        raise NotAllowed(f"{stranger} is not among the twelve cards: {names(selection)}.")
    # Ruling 12: a card that is unused is in no pile, not in the one set aside either.
    if len(different) < len(named):
        raise NotAllowed(f"{repeated(named)} is named twice. Each card is in one pile or unused.")


def _judge_piles(division: Division) -> None:
    piles = division.piles
    # Ruling 10: one pile, set aside, will do; no pile will not.
    if [pile.aside for pile in piles].count(True) != 1:
        raise NotAllowed(
            "Set aside just one of the piles: mark it with a star. Example: B5 R7 *. Cards marked "
            "unused are that pile if they have the same sum as the others."
        )
    sums = [total(pile.cards) for pile in piles]
    if len(set(sums)) > 1:
        shown = [f"{names(pile.cards)} is {sum_}" for pile, sum_ in zip(piles, sums, strict=True)]
        raise NotAllowed(f"All piles need the same sum, the one set aside too: {', '.join(shown)}.")


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
    if missing is not None:
        return f"you do not have {missing}, or not that many times"
    return ""


def _told_wrong(answer: Division | KeepNone) -> str:
    if isinstance(answer, KeepNone) or not answer.wrong:
        return ""
    return f"Your discards do not count: {answer.wrong}. "


def _closed(state: State, division: Division, random: Cards | None) -> Refill:
    """Return the refill with the division on record, everything sorted."""
    piled = {card for pile in division.piles for card in pile.cards}
    return state.refilling.changed(
        piles=tuple(sorted([in_order(pile.cards) for pile in division.piles if not pile.aside])),
        aside=in_order([card for pile in division.piles if pile.aside for card in pile.cards]),
        unused=in_order([card for card in _selection(state) if card not in piled]),
        discarded=in_order(division.discards),
        random=random,
    )


def _tell(name: str, division: Division, after: State) -> tuple[Event, ...]:
    wrong = [_told_wrong(division).strip()] if division.wrong else []
    return (*told(wrong, only=name), *told(_tell_all(name, after)))


def _tell_all(name: str, after: State) -> list[str]:
    refill = after.refilling
    kept = " | ".join(names(pile) for pile in refill.piles or ())
    sentences = [
        f"{name} keeps {kept or 'no cards'} and sets aside {names(refill.aside)} "
        f"(sum {total(refill.aside)}). Unused: {names(refill.unused) or 'none'}."
    ]
    if refill.discarded:
        sentences.append(f"{name} discards {names(refill.discarded)}.")
    if after.phase == "discard":
        more = counted(must_go(after), "more card")
        sentences.append(f"Chance draws {more} to discard from {name}'s pool.")
    return sentences
