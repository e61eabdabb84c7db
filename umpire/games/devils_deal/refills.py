"""The refill step of a round: buying, dividing, discarding by chance, taking.

The starting player may refill as often as wanted, then the opponent. Chance draws the cards that
were paid for. The buyer divides them into piles of equal sum and keeps all but one, and the
opponent may take one of the others. How a division is written is told in `division`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, NamedTuple

from umpire.games.base import (
    CHANCE,
    CHOICE,
    Decision,
    DecisionKind,
    Event,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Step,
    told,
)
from umpire.games.cards import names, not_among, repeated, without
from umpire.games.devils_deal.cards import (
    DECK,
    DISCARD,
    NONE,
    POOL,
    REFILL_PRICE,
    SELECTION,
    Card,
    Cards,
    D,
    in_order,
    read_cards,
    read_list,
    tokens_of,
    total,
    with_discards,
)
from umpire.games.devils_deal.division import (
    Discards,
    Division,
    KeepNone,
    Pile,
    format_division,
    parse_division,
    promising_divisions,
    random_division,
)
from umpire.games.devils_deal.state import Phase, Refill, State
from umpire.games.kinds import DrawKind, YesNoKind
from umpire.games.text import counted, normalize
from umpire.games.two_players import Side, opponent, replace_side


def begin_turn(state: State, side: Side) -> State:
    """Ask a player whether to refill.

    Ruling 5: who has too few chips is not asked, who has just enough is.
    """
    if state.chips[side] >= REFILL_PRICE:
        return state.replace(phase="refill", acting=side)
    return _end_turn(state, side)


def _end_turn(state: State, side: Side) -> State:
    """End a player's turn; after the starting player's comes the opponent's."""
    if side == state.starter:
        return begin_turn(state, opponent(side))
    # Ruling 17: both have finished refilling, so the community card is drawn.
    return state.replace(phase="community")


def _go_on(state: State, phase: Phase, settled: Refill, **besides: Any) -> State:
    """Go on to a phase with the refill in progress as far as it is settled.

    What changes `besides` goes into the same copy of the state.
    """
    current = state.playing
    refills = (*current.refills[:-1], settled)
    return state.replace(phase=phase, current=current.replace(refills=refills), **besides)


def _offer(state: State, closed: Refill, pools: tuple[Cards, Cards]) -> State:
    """Let the opponent take a card. Ruling 16: after every refill, whatever is offered."""
    # Ruling 7: the time of the taker starts here.
    return _go_on(state, "take", closed, acting=opponent(closed.by), pools=pools)


def _must_go(state: State) -> int:
    """Return how many cards chance must draw from the buyer's pool."""
    return len(state.pools[state.acting]) - POOL


def _number_of_refill(state: State) -> str:
    """Return the number of the refill in progress, as the ids of its decisions have it."""
    current = state.playing
    return f"{current.number}.{len(current.refills)}"


def turns_from(state: State, side: Side) -> tuple[Side, ...]:
    """Return whose refill turns are still to come in this round, from a player's own on."""
    return (side, opponent(side)) if side == state.starter else (side,)


def tell_not_asked(state: State, sides: Iterable[Side]) -> list[str]:
    """Return who, of those whose turns come next, is passed over (ruling 5)."""
    sentences = []
    for side in sides:
        if state.chips[side] >= REFILL_PRICE:
            break
        name = state.players[side]
        sentences.append(f"{name} has too few chips for a refill.")
    return sentences


_FEW: Final = 4
_WITH_FEW: Final = 0.75
_OTHERWISE: Final = 0.3
"""How often a random player refills, with few cards left and otherwise."""


class RefillKind(YesNoKind[State]):
    """Whether the player on turn buys a refill."""

    name = "refill"
    task = "decide on a refill"
    asks = f"Whether to pay {REFILL_PRICE} chips for a refill, as often as wanted."
    notation = "yes (y) or no (n)"
    examples = ("yes", "n")
    limit = "simple_seconds; then no"
    hint = "Buy a refill: yes or no?"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask the player on turn; the number counts both players' questions of the round."""
        current = state.playing
        number = len(current.refills) + (state.acting != current.starter) + 1
        turn = f"refill {current.number}.{number}"
        return (Decision(turn, state.actor, self, state.limits.simple_seconds),)

    def ask(self, view: State, decision: Decision) -> str:
        return (
            f"Buy a refill for {REFILL_PRICE} of your {view.chips[view.acting]} chips: yes or no?"
        )

    def resolve(self, state: State, answers: Mapping[str, bool]) -> Step[State]:
        (wanted,) = answers.values()
        if wanted:
            pays = f"{state.actor} pays {counted(REFILL_PRICE, 'chip')} for a refill."
            return Step(_buy(state), told([pays]))
        # Ruling 6: that is for the rest of the round.
        after = _end_turn(state, state.acting)
        passed_over = tell_not_asked(after, turns_from(state, state.acting)[1:])
        return Step(after, told([f"{state.actor} buys no refill.", *passed_over]))

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> bool:
        """Return yes more often with few cards left."""
        few = len(state.pools[state.acting]) < _FEW
        return random.random() < (_WITH_FEW if few else _OTHERWISE)


def _buy(state: State) -> State:
    side, current = state.acting, state.playing
    return state.replace(
        phase="selection",
        chips=replace_side(state.chips, side, state.chips[side] - REFILL_PRICE),
        removed=state.removed + REFILL_PRICE,  # Ruling 4: nobody receives them.
        current=current.replace(refills=(*current.refills, Refill(side))),
    )


def read_draw(text: str) -> Cards:
    """Read the cards that chance drew, at least one."""
    return read_cards(tokens_of(text), "Write the cards one after another. Example: R5 B3.")


class OpenDrawKind(DrawKind[State, Card]):
    """Cards that chance draws in front of everybody."""

    face_up = True

    def read_cards(self, state: State, text: str) -> Cards:
        return read_draw(text)


class FreshDeckKind(OpenDrawKind):
    """A fixed number of cards that chance draws from a fresh deck."""

    number: ClassVar[int]

    def deck(self, state: State) -> Cards:
        return DECK

    def count(self, state: State) -> int:
        return self.number

    def wrong_count(self, state: State, number: int) -> NotUnderstood:
        return NotUnderstood(
            f"Draw {self.number}, not {number}. Write them one after another. Example: R5 B3."
        )

    def not_there(self, state: State, cards: Cards) -> NotAllowed:
        return NotAllowed(f"{cards[0]} is drawn twice. All these cards must be different.")


class SelectionKind(FreshDeckKind):
    """The cards of a refill, in the order shown."""

    name = "selection"
    number = SELECTION

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"selection {_number_of_refill(state)}", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        return (
            f"Draw {self.number} different cards for {view.actor}. "
            "Example: R1 R2 R3 R4 R5 R6 B1 B2 B3 B4 B5 B6."
        )

    def resolve(self, state: State, answers: Mapping[str, Cards]) -> Step[State]:
        """Show the buyer the cards. Ruling 7: the time of the division starts with them."""
        (cards,) = answers.values()
        after = _go_on(state, "divide", state.refilling.replace(selection=cards))
        return Step(after, told([f"{state.actor}'s twelve cards: {names(cards)}."]))


_DIVISION_EXAMPLE: Final = "R2 B3 | B5 * | discard: R2"
_PILES: Final = tuple(f"pile_{number}" for number in range(1, 7))
_ASIDE: Final = "aside"
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
        number, limit = f"divide {_number_of_refill(state)}", state.limits.complicated_seconds
        return (Decision(number, state.actor, self, limit, rule="last", secret=True),)

    def ask(self, view: State, decision: Decision) -> str:
        return "Divide the twelve cards: piles to keep, and one to set aside."

    def read(self, state: State, decision: Decision, text: str) -> Division | KeepNone:
        """Read a division of the cards dealt into piles of equal sum, one of them set aside."""
        said = parse_division(text)
        if isinstance(said, Discards):
            raise NotAllowed(
                f"There is no division yet that these discards go with. Write its piles as well. "
                f"Example: {_DIVISION_EXAMPLE}."
            )
        return _judged(state, said)

    def revise(
        self, state: State, decision: Decision, held: Division | KeepNone, text: str
    ) -> Division | KeepNone:
        """Read a division, or discards alone for the one that is held (ruling 14)."""
        said = parse_division(text)
        if not isinstance(said, Discards):
            return _judged(state, said)
        piles = _all_aside(state) if isinstance(held, KeepNone) else held
        division = piles.replace(discards=said.cards, wrong="")
        if wrong := _wrong_discards(state, division):
            raise NotAllowed(f"These discards do not fit your division: {wrong}.")
        return held if isinstance(held, KeepNone) else division

    def format(self, answer: Division | KeepNone) -> str:
        """Return the piles as written, with what is unused by name and the discards."""
        return format_division(answer)

    def incomplete(self, view: State, decision: Decision, answer: Division | KeepNone) -> str:
        """Return how many more discards must be named (ruling 14)."""
        if isinstance(answer, KeepNone):
            return ""
        pool = view.pools[view.acting]
        missing = answer.excess(pool) - len(answer.discards)
        if not missing:
            return ""
        left = without((*pool, *answer.kept), answer.discards)
        every = names((*answer.discards, *left[:missing]))
        wrong = _told_wrong(answer)
        lacking = wrong or f"You must discard {counted(missing, 'more card')}. "
        return f"{lacking}Example: {DISCARD}: {every}."

    def warn(self, view: State, decision: Decision, answer: Division | KeepNone) -> str:
        """Return the piles' sum, which discards do not count, and that chance draws the rest."""
        if isinstance(answer, KeepNone):
            return ""
        each = f"Each pile has the sum {total(answer.piles[0].cards)}."
        lacking = self.incomplete(view, decision, answer)
        if lacking:
            return f"{lacking} Otherwise chance decides."
        return f"{_told_wrong(answer)}{each}"

    def default_answer(self, state: State, decision: Decision) -> Division | KeepNone:
        """Return none. Ruling 9: only with no valid division is all set aside."""
        return KeepNone()

    def resolve(self, state: State, answers: Mapping[str, Division | KeepNone]) -> Step[State]:
        """Close the division: what is kept joins the pool, the rest is offered to the opponent."""
        (answer,) = answers.values()
        division = _all_aside(state) if isinstance(answer, KeepNone) else answer
        pool = in_order(without(state.pools[state.acting] + division.kept, division.discards))
        complete = len(pool) <= POOL
        pools = replace_side(state.pools, state.acting, pool)
        # Ruling 14: a division with too few discards holds, and chance draws the missing ones.
        closed = _closed(state, division, () if complete else None)
        if complete:
            after = _offer(state, closed, pools)
        else:
            after = _go_on(state, "discard", closed, pools=pools)
        return Step(after, lambda: _tell_division(state.actor, division, after))

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return `none`. Ruling 37: automated help is not allowed, so no other division."""
        return (NONE,)

    def bot_moves(self, view: State) -> tuple[str, ...]:
        """Return divisions that a bot may think about, and `none`."""
        divisions = promising_divisions(_selection(view), view.pools[view.acting])
        return (*map(format_division, divisions), NONE)

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
    return division.replace(discards=(), wrong=wrong) if wrong else division


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
    return state.refilling.replace(
        piles=tuple(sorted([in_order(pile.cards) for pile in division.piles if not pile.aside])),
        aside=in_order([card for pile in division.piles if pile.aside for card in pile.cards]),
        unused=in_order([card for card in _selection(state) if card not in piled]),
        discarded=in_order(division.discards),
        random=random,
    )


def _tell_division(name: str, division: Division, after: State) -> tuple[Event, ...]:
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
        more = counted(_must_go(after), "more card")
        sentences.append(f"Chance draws {more} to discard from {name}'s pool.")
    return sentences


class DiscardKind(OpenDrawKind):
    """The cards that the buyer's pool, which is too large, loses by chance."""

    name = "discard"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"discard {_number_of_refill(state)}", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        """Ask for cards; none is named as an example, for the pool is a secret."""
        return f"Draw {_must_go(view)} to discard from {view.actor}'s pool."

    def deck(self, state: State) -> Cards:
        return state.pools[state.acting]

    def count(self, state: State) -> int:
        return _must_go(state)

    def wrong_count(self, state: State, number: int) -> NotAllowed:
        return NotAllowed(f"Draw {_must_go(state)} cards from the pool, not {number}.")

    def not_there(self, state: State, cards: Cards) -> NotAllowed:
        return NotAllowed(f"{cards[0]} is not in the pool, or not that many times.")

    def resolve(self, state: State, answers: Mapping[str, Cards]) -> Step[State]:
        """Discard the cards; then the opponent may take one."""
        (cards,) = answers.values()
        side, settled = state.acting, state.refilling
        drawn = in_order(cards)
        pool = without(state.pools[side], drawn)
        discarded = in_order(settled.discarded + drawn)
        closed = settled.replace(discarded=discarded, random=drawn)
        after = _offer(state, closed, replace_side(state.pools, side, pool))
        return Step(after, told([f"Chance discards {names(drawn)} from {state.actor}'s pool."]))


class Take(NamedTuple):
    """A card taken of those offered, or none, and what is discarded for it."""

    card: Card | None
    discards: Cards = ()


_PASS: Final = "pass"
_BLANKS: Final = ",;|/"
_TAKE_EXAMPLE: Final = "G2 discard: R5"
_OFTEN_PASSED: Final = 0.2


class TakeKind(DecisionKind[State, Take]):
    """Which card the opponent takes, and what is discarded from a full pool for it."""

    name = "take"
    task = "take a card or pass"
    asks = (
        "Which of the cards that were not kept the opponent takes, and what a full pool discards."
    )
    notation = "CARD, CARD discard: CARD, or pass"
    examples = ("G2", "take g2", "G2 discard: R5", _PASS)
    limit = "simple_seconds; then pass"

    def pending(self, state: State) -> tuple[Decision, ...]:
        number = f"take {_number_of_refill(state)}"
        return (Decision(number, state.actor, self, state.limits.simple_seconds),)

    def ask(self, view: State, decision: Decision) -> str:
        count = len(view.refilling.offered)
        which = f"one of these {count} cards" if count > 1 else "this card"
        and_discard = " and discard one for it" if len(view.pools[view.acting]) == POOL else ""
        return f"Take {which}{and_discard}, or pass?"

    def read(self, state: State, decision: Decision, text: str) -> Take:
        try:
            take = parse_take(text)
        except NotUnderstood:
            card, pool = min(state.refilling.offered), state.pools[state.acting]
            fitting = f"{card} {DISCARD}: {pool[0]}" if len(pool) == POOL else card
            take = parse_take(text, fitting)
        if take.card is not None:
            _judge_take(state, take.card, take.discards)
        return take

    def format(self, answer: Take) -> str:
        return with_discards(answer.card or _PASS, " ", answer.discards)

    def default_answer(self, state: State, decision: Decision) -> Take:
        return Take(None)

    def resolve(self, state: State, answers: Mapping[str, Take]) -> Step[State]:
        """Settle what the opponent takes; then the buyer may refill again."""
        (taken,) = answers.values()
        card, discards = taken
        side, settled = state.acting, state.refilling
        pools = state.pools
        if card is None:
            settled = settled.replace(taken=_PASS)
        else:
            pool = in_order(without((*pools[side], card), discards))
            pools = replace_side(pools, side, pool)
            discarded = discards[0] if discards else None
            settled = settled.replace(taken=card, taken_discard=discarded)
        after = begin_turn(_go_on(state, state.phase, settled, pools=pools), settled.by)
        return Step(after, lambda: _tell_taken(state, taken, after))

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return every card, with every discard that it needs, and `pass`."""
        return (*map(self.format, _possible_takes(view)), _PASS)

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return a cell for the card, and one for the discard that a full pool needs for it."""
        offered = in_order(view.refilling.offered)
        choice = {CHOICE: (*offered, _PASS)}
        pool, chosen = view.pools[view.acting], normalize(filled.get(CHOICE, ""))
        if len(pool) < POOL or chosen == _PASS:
            return choice
        taken = [card for card in offered if normalize(card) == chosen]
        return {**choice, DISCARD: tuple(sorted({*pool, *taken}))}

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        asked = self.form(view, decision, filled)
        card, discard = (filled.get(name, "").strip() for name in (CHOICE, DISCARD))
        if DISCARD not in asked or not discard:
            return card
        return f"{card} {DISCARD}: {discard}".lstrip()

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Take:
        passes = random.random() < _OFTEN_PASSED
        return Take(None) if passes else random.choice(_possible_takes(state))


def parse_take(text: str, example: str = _TAKE_EXAMPLE) -> Take:
    """Read `pass`, or a card and perhaps what is discarded for it, whatever is offered.

    What is no card is answered with an example.
    """
    hint = f"Name one card that you may take, or pass. Example: {example}."
    tokens = tokens_of(text, _BLANKS)
    if tokens in ([_PASS], [NONE], ["no"]):
        return Take(None)
    if tokens[:1] == ["take"]:
        del tokens[0]
    at = next((at for at, token in enumerate(tokens) if token in (DISCARD, D)), len(tokens))
    cards = read_cards(tokens[:at], hint)
    if len(cards) != 1:
        raise NotUnderstood(f"You can take only one card, not {names(cards)}. {hint}")
    return Take(cards[0], read_list(tokens[at + 1 :]))


def _judge_take(state: State, card: Card, discards: Cards) -> None:
    offered = state.refilling.offered
    if card not in offered:
        raise NotAllowed(
            f"You cannot take {card}. Take one of {names(in_order(offered))}, or pass."
        )
    pool = state.pools[state.acting]
    if len(pool) < POOL:
        if discards:
            raise NotAllowed(
                f"You hold {counted(len(pool), 'card')}, so there is nothing to discard."
            )
        return
    # Ruling 15: the discard comes with the card, and may be the card itself.
    if len(discards) != 1:
        raise NotAllowed(
            f"You hold {POOL} cards, so discard just one. Example: {card} discard: {pool[0]}."
        )
    if discards[0] != card and discards[0] not in pool:
        raise NotAllowed(f"You cannot discard {discards[0]}: you hold {names(pool)}.")


def _tell_taken(before: State, taken: Take, after: State) -> tuple[Event, ...]:
    card, discards = taken
    for_it = f" and discards {names(discards)}" if discards else ""
    took = f"{before.actor} takes {card or 'nothing'}{for_it}."
    passed_over = tell_not_asked(after, turns_from(after, before.refilling.by))
    return told([took, *passed_over])


def _possible_takes(state: State) -> list[Take]:
    """Return all that may be taken."""
    offered = in_order(state.refilling.offered)
    pool = state.pools[state.acting]
    if len(pool) < POOL:
        return [Take(card) for card in offered]
    return [Take(card, (gone,)) for card in offered for gone in sorted({*pool, card})]
