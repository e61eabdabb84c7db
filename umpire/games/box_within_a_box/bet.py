"""The kind `bet`: both players stake points, in secret, on where the Box on their own board lands.

Asked in each bout before its rounds, of both at once; paid when the bout is settled (`rounds`).
`conditions` has what a bet may be on, and how many are due.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from umpire.games.base import (
    Answers,
    Decision,
    DecisionKind,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Tell,
)
from umpire.games.box_within_a_box.board import points_text, tiles_near
from umpire.games.box_within_a_box.conditions import (
    BETS,
    BLACK_OR_WHITE,
    TRAITS,
    Bet,
    Bets,
    Condition,
    Joint,
    Trait,
    Uses,
    add_uses,
    bets_due,
    condition_on,
    possible_conditions,
    traits_left,
    uses_left,
)
from umpire.games.box_within_a_box.page import (
    FilledBet,
    bet_fields,
    bet_question,
    draft_bets,
    missing_bets,
    say_of_bets,
)
from umpire.games.box_within_a_box.rounds import LOSS_AT_LIMIT, lose
from umpire.games.box_within_a_box.state import State
from umpire.games.box_within_a_box.text import cell, normalize
from umpire.games.cards import repeated
from umpire.games.kinds import secret_group
from umpire.games.page import Draft, Field, Question
from umpire.games.results import verbatim
from umpire.games.stakes import suggested_amounts
from umpire.games.text import (
    join_words,
    not_understood,
    parse_digits,
    pluralize,
    prefix_table,
    quote,
    standardize,
)
from umpire.games.two_players import SIDES, Side

_BET_SEPARATOR: Final = re.compile(r"[,;\r\n]")
_STAKE: Final = r"(?P<stake>[0-9]+)(?: (?:points?|pts?))?"
_TRAIT: Final = r"[a-z]+|[0-9]"
_CONDITION: Final = (
    rf"(?P<first>{_TRAIT})(?:(?P<joint> and | or | ?& ?| ?/ ?)(?P<second>{_TRAIT}))?"
)
_STAKE_FIRST: Final = re.compile(rf"{_STAKE}(?: on | ?: ?){_CONDITION}")
_CONDITION_FIRST: Final = re.compile(rf"(?![0-9]+ ?: ?[0-9]+$){_CONDITION} ?: ?{_STAKE}")
"""Two numbers alone are a stake and a trait."""
_JOINTS: Final[dict[str, Joint]] = {"and": "and", "&": "and", "or": "or", "/": "or"}
_TRAIT_BY_NAME: Final = prefix_table({name: trait for trait, name in enumerate(TRAITS)})

_CELLS: Final = ("stake", "trait", "joint", "other")
"""The cells of a bet in the form, without its number."""

_REACH: Final = 3
"""Bets are offered on the tiles within so many steps of the Box."""
_OFTEN_TWO_TRAITS: Final = 0.85
"""How often a random condition has two traits; so often that traits run out in the end."""
_TRIES: Final = 20
_OFTEN_EVERYTHING: Final = 0.1
"""How often a random player stakes all there is."""


class BetKind(DecisionKind[State, Bets]):
    """As many bets as the player's traits allow, up to three."""

    name = "bet"
    task = "bet"
    asks = (
        "In each bout both players bet in secret: three bets on the tiles that the Box on their "
        "own board will land on."
    )
    notation = (
        "POINTS on TRAIT, POINTS on TRAIT and TRAIT, POINTS on TRAIT or TRAIT, or the condition "
        "first, TRAIT and TRAIT: POINTS, with a comma, a semicolon or a new line between bets. A "
        "trait is black, white or a number from 0 to 9"
    )
    examples = (
        "3 on black and 2; 1 on 6; 5 on 7 or 9",
        "3: b & 2, 1: 6, 5: 7/9",
        "black and 2: 3; 1 point on 6; 7 or 9: 5 points",
    )
    limit = f"seconds_bet; {LOSS_AT_LIMIT}"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask both, but not a player whose traits allow no condition (ruling 5).

        Ruling 20: neither sees the other's answer. Ruling 2: a player who runs out of time loses at
        once, whatever the other does.
        """
        players = _players_asked(state)
        return secret_group(
            self,
            f"bet {state.bout}",
            players,
            state.terms.options.seconds_bet,
            rule="last",
            at_stake=players,
            member=state.seat_of,
        )

    def ask(self, view: State, decision: Decision) -> str:
        side = view.side_of(decision.by)
        bets = pluralize(bets_due(view.used[side]), "bet")
        return f"Bout {view.bout}: place {bets}. You have {points_text(view.points[side])} points."

    def read(self, state: State, decision: Decision, text: str) -> Bets:
        bets = read_bets(text)
        _check_bets(state, state.side_of(decision.by), bets)
        return bets

    def format(self, answer: Bets) -> str:
        """Return the bets in the order typed, each condition with its traits in order."""
        return "; ".join(map(str, answer))

    def warn(self, view: State, decision: Decision, answer: Bets) -> str:
        """Return a warning, for the author alone, of conditions that never hold (ruling 6)."""
        return _warning(answer)

    def default_answer(self, state: State, decision: Decision) -> Bets:
        """Return no bets. Ruling 2: they lose the match, and none are made up."""
        return ()

    def apply(self, state: State, answers: Answers[Bets], tell: Tell) -> State:
        """Take all bets together; nothing is paid yet. Ruling 2: a silent player has lost."""
        if answers.silent:
            (player,) = answers.silent
            return lose(state, player, "time", tell)
        text, did = "All bets are in. Round 1 begins.", "placed bets"
        tell(text, by=join_words(answers), kind="move", did=did, end="in secret")
        for player, bets in answers.items():
            if warning := _warning(bets):
                tell(warning, player)
        return _begin_rounds(state, answers)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return bets on the tiles around the own Box: of half the points, of a fifth, of 1 each.

        The last ones are bets of 1 on any possible conditions.
        """
        side = view.side_of(decision.by)
        used, most = view.used[side], view.points[side] // 2
        likely = _likely_conditions(view, side)
        lines = []
        for first in (most // 2, most // 5, 1):
            stakes = [max(1, first), *[max(1, first // 4)] * (len(likely) - 1)]
            bets = tuple(map(Bet, stakes, likely))
            if _is_legal(view, side, bets):
                lines.append(bets)
        lines.append(tuple([Bet(1, condition) for condition in possible_conditions(used)]))
        return tuple(dict.fromkeys(map(self.format, lines)))

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Ask for as many bets as are due; the second trait is another than the first.

        Offered are stakes that leave enough for the other bets, and traits with uses left for them.
        """
        side = view.side_of(decision.by)
        used = view.used[side]
        left = _uses_left_in_form(used, filled)
        cells: dict[str, tuple[str, ...]] = {}
        for number, most in enumerate(_most_points(view, side, filled), 1):
            first, joint, second = _condition_in_form(filled, number)
            free = [
                {trait for trait, times in enumerate(left) if times + (trait == own) > 0}
                for own in (first, second)
            ]
            # Of black and white only both at once can be bet on.
            barred = {first} if joint != "or" or first not in BLACK_OR_WHITE else {*BLACK_OR_WHITE}
            is_any_tile = {first, second} == {*BLACK_OR_WHITE}
            cells[f"stake_{number}"] = tuple(map(str, suggested_amounts(most)))
            cells[f"trait_{number}"] = _trait_names(free[0])
            cells[f"joint_{number}"] = ("and",) if is_any_tile else ("and", "or")
            cells[f"other_{number}"] = _trait_names(free[1] - barred)
        return cells

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the bets as one line; `read` refuses one in which something is missing."""
        bets = []
        for number in range(1, bets_due(view.used[view.side_of(decision.by)]) + 1):
            stake = cell(filled, f"stake_{number}")
            words = [cell(filled, f"{field}_{number}") for field in ("trait", "joint", "other")]
            condition = " ".join(word for word in words if word)
            if stake or condition:
                bets.append(f"{stake} on {condition}".strip())
        return "; ".join(bets)

    def question(self, view: State, decision: Decision) -> Question:
        due = bets_due(view.used[view.side_of(decision.by)])
        return bet_question(due, is_final=decision.rule == "first")

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        side = view.side_of(decision.by)
        most = [max(1, points) for points in _most_points(view, side, filled)]
        return bet_fields(_uses_left_in_form(view.used[side], filled), most)

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft:
        """Return what is staked and what each bet pays, and what the bets lack."""
        side = view.side_of(decision.by)
        points, due = view.points[side], bets_due(view.used[side])
        bets = [_bet_in_form(filled, number) for number in range(1, due + 1)]
        say, missing = "", missing_bets(bets)
        try:
            read = self.read(view, decision, self.form_line(view, decision, filled))
        except NotAllowed as error:
            missing = missing or str(error)
        except NotUnderstood as error:
            is_unreadable = _is_any_unreadable(filled, due)
            missing = verbatim(str(error)) if is_unreadable or not missing else missing
        else:
            say, missing = say_of_bets(read, points), ""
        draft = draft_bets(bets, points, say, missing)
        return replace(draft, more=self.warn(view, decision, read)) if say else draft

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Bets:
        return random_bets(state, state.side_of(decision.by), random)


def open_bets(state: State) -> State:
    """Ask for the bets, or begin round 1 if nobody can bet."""
    return state.replace(phase="bet") if _players_asked(state) else _begin_rounds(state, {})


def _players_asked(state: State) -> list[str]:
    return [state.players[side] for side in SIDES if bets_due(state.used[side])]


def _begin_rounds(state: State, bets: Mapping[str, Bets]) -> State:
    first, second = state.players
    both = bets.get(first, ()), bets.get(second, ())
    return state.replace(phase="play", round=1, bets=both)


def _warning(bets: Bets) -> str:
    never = [bet.condition.text for bet in bets if not bet.condition.matching_faces]
    return f"You cannot win on {join_words(never, 'or')}: no tile has both traits." if never else ""


# What is typed


def read_bets(text: str) -> Bets:
    """Read bets, without judging them; empty ones between separators are skipped.

    Raises NotUnderstood.
    """
    items = [" ".join(item.split()) for item in _BET_SEPARATOR.split(standardize(text).lower())]
    bets = tuple([_read_bet(item) for item in items if item])
    if not bets:
        raise NotUnderstood(
            f"{not_understood(text)} Place your bets. Example: 3 on black and 2; 1 on 6; 5 on 7."
        )
    return bets


def _read_bet(item: str) -> Bet:
    match = _STAKE_FIRST.fullmatch(item) or _CONDITION_FIRST.fullmatch(item)
    if match is None:
        raise NotUnderstood(
            f'{quote(item)} is not a bet. Write points, on, and one trait, or two with "and" or '
            '"or" between them. Example: 3 on black and 2.'
        )
    digits, first, joint, second = match.group("stake", "first", "joint", "second")
    stake, trait = parse_digits(digits), _read_trait(first)
    if joint is None:
        return Bet(stake, condition_on(trait))
    return Bet(stake, condition_on(trait, _read_trait(second), _JOINTS[joint.strip()]))


def _read_trait(word: str) -> Trait:
    trait = _TRAIT_BY_NAME.get(word)
    if trait is None:
        raise NotUnderstood(
            f"{quote(word)} is not a trait. Name black, white or a number from 0 to 9."
        )
    return trait


# What is illegal


def _check_bets(state: State, side: Side, bets: Bets) -> None:
    """Judge a player's bets. Raises NotAllowed with the first thing that is wrong."""
    used, points = state.used[side], state.points[side]
    due = bets_due(used)
    if len(bets) != due:
        why = "The traits you have left allow no more."
        if due == BETS:
            why = "Example: 1 on 6; 1 on 7; 1 on 8."
        raise NotAllowed(f"Place {pluralize(due, 'bet')}, not {len(bets)}. {why}")
    for bet in bets:
        if not bet.stake:
            raise NotAllowed(f"Stake at least 1 point on {bet.condition}.")
        _check_condition(bet.condition)
    duplicate = repeated([bet.condition.text for bet in bets])
    if duplicate is not None:
        raise NotAllowed(f"You bet on {duplicate} twice. Choose different conditions.")
    left_after = uses_left(add_uses(used, bets))
    overused_traits = [trait for trait, times in enumerate(left_after) if times < 0]
    if overused_traits:
        left = uses_left(used)
        uses = [f"{pluralize(left[trait], 'use')} of {TRAITS[trait]}" for trait in overused_traits]
        raise NotAllowed(f"You have only {join_words(uses)} left. Name other traits.")
    # Ruling 4: all points may be staked, this bout's award among them.
    if 2 * sum([bet.stake for bet in bets]) > points:
        raise NotAllowed(f"You have only {points_text(points)} points. Stake less.")


def _check_condition(condition: Condition) -> None:
    # Rulings 6 and 7: of two traits only one twice, and black or white, is forbidden.
    traits = condition.traits
    if condition.joint and traits[0] == traits[1]:
        raise NotAllowed(f"{condition} names one trait twice. Join two different traits.")
    if condition.joint == "or" and traits == BLACK_OR_WHITE:
        raise NotAllowed("You cannot bet on black or white. Every tile is one of them.")


def _is_legal(state: State, side: Side, bets: Bets) -> bool:
    try:
        _check_bets(state, side, bets)
    except NotAllowed:
        return False
    return True


# What is offered, and what a bot says


def _most_points(state: State, side: Side, filled: Mapping[str, str]) -> list[int]:
    """Return the most points that each bet may take, so that enough is left for the others."""
    stakes = [_stake_in_form(filled, n) for n in range(1, bets_due(state.used[side]) + 1)]
    free = state.points[side] // 2 - sum(stakes)
    return [free + stake for stake in stakes]


def _trait_names(traits: Collection[Trait]) -> tuple[str, ...]:
    return tuple([name for trait, name in enumerate(TRAITS) if trait in traits])


def _condition_in_form(
    filled: Mapping[str, str], number: int
) -> tuple[Trait | None, Joint, Trait | None]:
    """Return the traits of a bet in a form, and the word between them, as far as they are clear."""
    first, joint, second = (
        normalize(filled.get(f"{name}_{number}", "")) for name in ("trait", "joint", "other")
    )
    return _TRAIT_BY_NAME.get(first), _JOINTS.get(joint, ""), _TRAIT_BY_NAME.get(second)


def _uses_left_in_form(used: Uses, filled: Mapping[str, str]) -> Uses:
    """Return how often each trait may be used yet, after the bets in a form."""
    times = Counter[Trait | None]()
    for number in range(1, bets_due(used) + 1):
        first, _, second = _condition_in_form(filled, number)
        times.update((first, second))
    return tuple([left - times[trait] for trait, left in enumerate(uses_left(used))])


def _bet_in_form(filled: Mapping[str, str], number: int) -> FilledBet:
    """Return a bet in a form, as far as it is filled in."""
    digits = normalize(filled.get(f"stake_{number}", ""))
    stake = parse_digits(digits) if digits.isascii() and digits.isdecimal() else None
    first, joint, second = _condition_in_form(filled, number)
    condition = None
    if first is not None and bool(joint) == (second is not None):
        condition = condition_on(first, second, joint)
    is_begun = any(cell(filled, f"{name}_{number}") for name in _CELLS)
    return FilledBet(stake, first, joint, second, is_begun, condition)


def _is_any_unreadable(filled: Mapping[str, str], due: int) -> bool:
    """Return whether some cell of the bets in a form has text that means nothing there."""
    for number in range(1, due + 1):
        bet = _bet_in_form(filled, number)
        values = (bet.stake, bet.trait, bet.joint or None, bet.other)
        for name, value in zip(_CELLS, values, strict=True):
            if value is None and cell(filled, f"{name}_{number}"):
                return True
    return False


def _stake_in_form(filled: Mapping[str, str], number: int) -> int:
    """Return the stake of a bet in a form, 1 while its cell is empty."""
    digits = normalize(filled.get(f"stake_{number}", ""))
    return max(1, parse_digits(digits)) if digits.isdecimal() else 1


def _likely_conditions(state: State, side: Side) -> list[Condition]:
    """Return the conditions that would pay most on the tiles around the Box.

    Only one of them has a colour, which may be used just twice in a match.
    """
    assert state.boards is not None, "asked only once there are boards"
    around = bytes([state.boards[side][tile] for tile in tiles_near(state.boxes[side], _REACH)])
    traits = traits_left(state.used[side])
    pairs = combinations([trait for trait in traits if trait not in BLACK_OR_WHITE], 2)
    conditions = [condition_on(trait) for trait in traits]
    conditions += [condition_on(first, second, "or") for first, second in pairs]
    conditions.sort(key=lambda condition: -condition.rate * condition.hits(around))
    likely: list[Condition] = []
    taken_traits: set[Trait] = set()
    for condition in conditions:
        if len(likely) < bets_due(state.used[side]) and taken_traits.isdisjoint(condition.traits):
            likely.append(condition)
            is_color = condition.traits[0] in BLACK_OR_WHITE
            taken_traits.update(BLACK_OR_WHITE if is_color else condition.traits)
    return likely


def random_bets(state: State, side: Side, random: RandomSource) -> Bets:
    """Return random bets, as many as a player owes."""
    used = state.used[side]
    number = bets_due(used)
    stakes = _random_stakes(number, state.points[side] // 2, random)
    traits = traits_left(used)
    for _ in range(_TRIES):
        conditions = [_random_condition(traits, random) for _ in range(number)]
        bets = tuple(map(Bet, stakes, conditions))
        if _is_legal(state, side, bets):
            return bets
    return tuple(map(Bet, stakes, possible_conditions(used)))


def _random_stakes(number: int, most: int, random: RandomSource) -> list[int]:
    """Return a number of stakes whose sum is at most `most`."""
    everything = random.random() < _OFTEN_EVERYTHING
    stakes: list[int] = []
    for bets_left in range(number, 0, -1):
        free = most - sum(stakes) - (bets_left - 1)
        is_rest = everything and bets_left == 1
        stake = free if is_rest else 1 + int(random.random() ** 2 * free / 2)
        stakes.append(max(1, min(stake, free)))
    return stakes


def _random_condition(traits: Sequence[Trait], random: RandomSource) -> Condition:
    first, second = random.choice(traits), random.choice(traits)
    if first == second or random.random() > _OFTEN_TWO_TRAITS:
        return condition_on(first)
    joint: Joint = random.choice(("and", "or"))
    condition = condition_on(first, second, joint)
    # No tile has both traits where no face matches.
    return condition if condition.matching_faces else condition_on(first, second, "or")
