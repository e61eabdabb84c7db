"""What a page says of each question: its words, what the answers cost, and what one would do.

Everything is made from the view of the player who is asked, and counts what is filled in.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from umpire.games.cards import HIDDEN, names
from umpire.games.devils_deal.cards import (
    DISCARD,
    PENALTY,
    POOL,
    REFILL_PRICE,
    Card,
    Cards,
    PrivateCards,
    hand_of,
    hand_with_article,
    in_order,
    total,
)
from umpire.games.devils_deal.state import State
from umpire.games.page import Draft, DraftBlock, DraftRow, Field, Question, Sum
from umpire.games.results import mention
from umpire.games.text import in_words, pluralize
from umpire.games.two_players import opponent

_STEPS: Final = {
    "start": "step:start",
    "refill": "step:refill",
    "selection": "step:divide",
    "divide": "step:divide",
    "discard": "step:divide",
    "take": "step:take",
    "private": "step:private",
    "bet": "step:bets",
}
"""The rule of the step that a match is at, by its phase."""


def now(view: State) -> tuple[str, ...]:
    """Return the keys of the rules that hold now: the step of the round, and the viewer's hand.

    Of a hand that both have shown, both are known.
    """
    keys = [_STEPS[view.phase]] if view.phase in _STEPS else []
    round_ = view.current
    if round_ is not None and round_.private is not None:
        keys += [
            f"hand:{hand_of(private, round_.community).name}"
            for private in round_.private
            if HIDDEN not in private and round_.community is not None
        ]
    return tuple(dict.fromkeys(keys))


def _other(view: State) -> str:
    """Return a mention of the player who does not act now."""
    return mention(view.players[opponent(view.acting_side)])


# Who starts, and whether to buy a refill


START_QUESTION: Final = Question(
    "Who starts?", "You have the DM Advantage.", otherwise="then you start"
)
REFILL_QUESTION: Final = Question(
    f"Buy a refill for {REFILL_PRICE} chips?", otherwise="then you buy none"
)
BREAK_QUESTION: Final = Question("Ready for the next round?", otherwise="then it begins")


def start_fields(view: State, cell: str) -> Mapping[str, Field]:
    """Return what the two names stand for."""
    says = {name: "you" if name == view.actor else "your opponent" for name in view.players}
    return {cell: Field("Who starts", says)}


def draft_start(view: State, starter: str) -> Draft:
    """Return what it means that a player starts."""
    who = "You start" if starter == view.actor else f"{mention(starter)} starts"
    return Draft(f"{who}.", "Whoever starts is asked first about refills, and bets first.")


def refill_fields(view: State, cell: str) -> Mapping[str, Field]:
    """Return what a refill costs."""
    chips = view.chips[view.acting_side]
    says = {"yes": f"pay {REFILL_PRICE}, keep {chips - REFILL_PRICE}", "no": f"keep {chips}"}
    return {cell: Field("Buy a refill", says)}


def draft_refill(view: State, *, is_buying: bool) -> Draft:
    """Return what it means to buy a refill, or none."""
    if not is_buying:
        return Draft("You buy no refill.", "You will be asked again in the next round.")
    left = view.chips[view.acting_side] - REFILL_PRICE
    more = "Twelve cards are dealt, which you divide."
    return Draft(f"You pay {REFILL_PRICE} and keep {left}.", more)


# The division of a refill


DIVIDE_CONDITION: Final = "Every pile needs the same sum."
NOTHING_DIVIDED: Final = Draft(missing="Nothing is divided yet.")
KEEP_NONE: Final = "keep none"
"""What a click writes into the form to keep none of the cards."""


class Piles(NamedTuple):
    """The piles of a division, as far as they are filled in."""

    kept: tuple[Cards, ...]
    aside: Cards
    discards: Cards


def divide_question(*, is_final: bool) -> Question:
    """Return the question of a division."""
    return Question("Divide the twelve cards", DIVIDE_CONDITION, "or keep none", is_final)


def divide_fields(
    pile_cells: Sequence[str], aside_cell: str, excess: int, *, is_begun: bool
) -> Mapping[str, Field]:
    """Return the labels of the piles, and how many cards must be discarded.

    One may keep none as long as no pile is begun.
    """
    says = {} if is_begun else {KEEP_NONE: "all twelve are offered"}
    piles = {
        cell: Field(f"Keep {number}", optional=True, hint="the next card begins it")
        for number, cell in enumerate(pile_cells, 1)
    }
    return {
        **piles,
        aside_cell: Field("Set aside", says, hint="a pile of the same sum"),
        DISCARD: Field(
            "Discard", optional=not excess, at_most=excess, hint="from your pool after this"
        ),
    }


def draft_division(view: State, piles: Piles, missing: str, *, is_valid: bool) -> Draft:
    """Return what a division keeps and offers, and what it lacks: its discards if nothing else."""
    selection, pool = view.current_refill.selection or (), view.pools[view.acting_side]
    kept = tuple([card for pile in piles.kept for card in pile if card in selection])
    held = Counter((*pool, *kept))
    discards = tuple((Counter(piles.discards) & held).elements())
    size, excess = held.total(), max(0, held.total() - POOL)
    more = _more_of_piles(kept, discards, size) if kept else ""
    if not missing and len(discards) < excess:
        missing = f"{more} Discard {excess - len(discards)} more."
    return Draft(
        _say_of_piles(piles) if is_valid else "",
        "" if missing else more,
        missing,
        blocks=(
            _pool_block(pool, kept, discards),
            *_offer_block(view, piles, [card for card in selection if card not in kept]),
        ),
    )


def draft_none(view: State) -> Draft:
    """Return what it means to keep none of the cards."""
    selection = view.current_refill.selection or ()
    blocks = _offer_block(view, Piles((), selection, ()), selection)
    return Draft("You keep none of the twelve cards.", blocks=blocks)


def pile_sums(piles: Mapping[str, Cards], *, is_valid: bool) -> Mapping[str, Sum]:
    """Return the sum of each pile, by its cell.

    It is right if it is that of most piles, and may yet become it if it is lower.
    """
    sums = {cell: total(cards) for cell, cards in piles.items()}
    target = _common_sum(sums.values())

    def is_ok(pile_sum: int) -> bool | None:
        if is_valid or pile_sum == target:
            return True
        return False if target is not None and pile_sum > target else None

    return {cell: Sum(str(pile_sum), is_ok(pile_sum)) for cell, pile_sum in sums.items()}


def sums_differ(piles: Mapping[str, Cards], labels: Mapping[str, str]) -> str:
    """Return which piles do not have the sum of the others; empty if all sums are equal."""
    sums = {labels[cell]: total(cards) for cell, cards in piles.items()}
    if len({*sums.values()}) < 2:
        return ""
    target = _common_sum(sums.values())
    if target is None:
        (first, first_sum), *others = sums.items()
        second, second_sum = next(item for item in others if item[1] != first_sum)
        text = f"{first} makes {first_sum}, {second} makes {second_sum}."
    else:
        label, pile_sum = next(item for item in sums.items() if item[1] != target)
        text = f"{label} makes {pile_sum}, not {target}."
    return f"{text[:1].upper()}{text[1:]}"


def aside_missing(piles: Collection[Cards]) -> str:
    """Return that a pile must be set aside, and of which sum if that is clear."""
    sums = {*map(total, piles)}
    return f"Set aside a pile of {sums.pop()} too." if len(sums) == 1 else "Set a pile aside too."


def _common_sum(sums: Iterable[int]) -> int | None:
    """Return the sum that most piles have, two at least; None if it is not clear."""
    (common, times), (_, next_times) = [*Counter(sums).most_common(2), (0, 0), (0, 0)][:2]
    return common if times > max(1, next_times) else None


def _say_of_piles(piles: Piles) -> str:
    count, pile_sum = len(piles.kept) + 1, total(piles.aside)
    if count == 1:
        return f"You set {names(piles.aside)} aside and keep no cards."
    return f"{'Both' if count == 2 else f'All {in_words(count)}'} piles make {pile_sum}."


def _more_of_piles(kept: Cards, discards: Cards, size: int) -> str:
    keep = f"You keep {pluralize(len(kept), 'card')}"
    if not discards:
        return f"{keep} and have {size}."
    return f"{keep}, discard {len(discards)} and have {size - len(discards)}."


def _pool_block(pool: Cards, kept: Cards, discards: Cards) -> DraftBlock:
    """Return the cards of the pool after the refill, of which some may be discarded."""
    rows = {"You have": pool, "You keep": kept}
    size = len(pool) + len(kept) - len(discards)
    too_many = f": discard {size - POOL} more" if size > POOL else ""
    note = f"{pluralize(size, 'card')}, at most {POOL}{too_many}"
    return DraftBlock(
        "Your pool after this",
        note,
        rows=tuple([DraftRow(label, cards) for label, cards in rows.items() if cards]),
        feeds=DISCARD,
    )


def _offer_block(view: State, piles: Piles, offered: Sequence[Card]) -> tuple[DraftBlock, ...]:
    """Return the cards of which the opponent may take one, once a card is in a pile."""
    if not any((*piles.kept, piles.aside)):
        return ()
    aside = in_order([card for card in offered if card in piles.aside])
    unused = in_order([card for card in offered if card not in piles.aside])
    counts = [
        f"{in_words(len(cards))} {'is' if len(cards) == 1 else 'are'} {what}"
        for cards, what in ((aside, "set aside"), (unused, "left over"))
        if cards
    ]
    note = ", ".join(counts)
    title = f"{_other(view)} may take one of these"
    row = DraftRow(pieces=(*aside, *unused))
    return (DraftBlock(title, f"{note[:1].upper()}{note[1:]}", rows=(row,)),)


# The card that the opponent takes


def take_question(view: State) -> Question:
    """Return the question which card to take."""
    count = len(view.current_refill.offered)
    text = "Take one of these cards, or pass?" if count > 1 else "Take this card, or pass?"
    is_full = len(view.pools[view.acting_side]) == POOL
    condition = f"You hold {POOL} cards, so discard one for it." if is_full else ""
    return Question(text, condition, "then you pass")


def draft_take(view: State, card: Card | None, discards: Cards) -> Draft:
    """Return what it means to take a card, or none."""
    if card is None:
        return Draft("You take nothing.")
    pool = view.pools[view.acting_side]
    after = in_order((*pool, card))
    count = len(after) - len(discards)
    discard = f" and discard {names(discards)}" if discards else ""
    is_missing = len(after) > POOL and not discards
    note = f"{pluralize(count, 'card')}, at most {POOL}"
    block = DraftBlock("Your pool after this", note, rows=(DraftRow(pieces=after),), feeds=DISCARD)
    return Draft(
        f"You take {card}{discard}.",
        "" if is_missing else f"You hold {pluralize(count, 'card')} then.",
        "Discard 1 card for it." if is_missing else "",
        blocks=(block,),
    )


# The private cards


PRIVATE_QUESTION: Final = Question(
    "Choose two cards for your hand",
    "The first is shown after the first bets.",
    "or lose the match",
)
PRIVATE_LABELS: Final = ("First", "Second")


def draft_private(view: State, decider: str, cards: PrivateCards) -> Draft:
    """Return the hand that two cards make with the community card."""
    community = view.current_round.community
    assert community is not None, "asked once it is dealt"
    other = mention(view.players[opponent(view.side_of(decider))])
    return Draft(
        f"With {community} you have {hand_with_article(hand_of(cards, community))}.",
        f"{other} sees {cards[0]} after the first bets, {cards[1]} after the second.",
    )


# Bets


def bet_question(view: State, most: int) -> Question:
    """Return the question of a bet; `most` is the highest raise."""
    text = "Raise or fold?"
    if not view.current_round.is_first_action:
        text = "Call, raise or fold?" if most > 0 else "Call or fold?"
    hand = hand_with_article(view.current_round.hand(view.acting_side))
    return Question(text, f"You have {hand}.", "then you fold")


def bet_fields(view: State, cell: str, most: int) -> Mapping[str, Field]:
    """Return what each action costs, and by how much one may raise."""
    says = {"fold": f"{_other(view)} takes {view.pot}"}
    if not view.current_round.is_first_action:
        says["call"] = f"pay {view.to_call}"
    if most < 1:
        return {cell: Field("Your bet", says)}
    is_all_in = most == view.chips[view.acting_side] - view.to_call
    highest = f"all in: {most}" if is_all_in else f"{_other(view)} has {most}"
    return {
        cell: Field(
            "Your bet",
            says,
            least=1,
            most=most,
            ends=("1", highest),
            prefix="raise ",
            hint=f"on top of the {view.to_call}" if view.to_call else "",
        )
    }


def draft_bet(view: State, action: str, chips: int) -> Draft:
    """Return what an action costs, and what follows from it; `chips` are those of a raise."""
    if action == "fold":
        return _draft_fold(view)
    payment = view.to_call + chips
    left = view.chips[view.acting_side] - payment
    keep = f"and keep {left}" if left else "which is all you have"
    pays = f"You pay {payment}{' ' if left else ', '}{keep}."
    pot = f"The pot is then {view.pot + payment}."
    if action == "raise":
        return Draft(pays, f"{pot} {_other(view)} has to add {chips} to call.")
    shown = "first" if view.current_round.betting == 1 else "second"
    return Draft(pays, f"{pot} The {shown} cards are shown next.")


def _draft_fold(view: State) -> Draft:
    """Return what a fold costs: for a high card a penalty, if it can be paid."""
    say = f"{_other(view)} takes the pot of {view.pot}."
    chips = view.chips[view.acting_side]
    if view.current_round.hand(view.acting_side).name != "high card":
        return Draft(say, f"You keep your {pluralize(chips, 'chip')}.")
    if chips < PENALTY:
        return Draft(say, f"A high card costs {PENALTY} more. You cannot pay, and lose the match.")
    return Draft(say, f"A high card costs {PENALTY} more: you keep {chips - PENALTY}.")
