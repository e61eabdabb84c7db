"""The rounds of a bout, its settlement, and the end of the match.

In each round both players choose, in secret, a card of the pool and how it moves a Box: in rounds 1
and 3 that of the other, in rounds 2 and 4 their own. Both cards move their Boxes together. After
the last round the bets are opened and paid, and the next bout begins or the match ends.
"""

import re
from collections.abc import Iterator, Mapping
from heapq import nsmallest
from itertools import islice
from typing import Final, Literal, NamedTuple

from umpire.games.base import (
    Answers,
    Decision,
    DecisionKind,
    Form,
    NotAllowed,
    NotUnderstood,
    Outcome,
    RandomSource,
    Rejected,
    Tell,
    TurningPoint,
)
from umpire.games.box_within_a_box.board import (
    AWARD,
    BOARDS,
    BOUTS,
    ROUNDS,
    TILE_NAMES,
    Board,
    names_of,
    points_text,
)
from umpire.games.box_within_a_box.cards import KINDS, Card, CardList, Cards, kinds, listed_cards
from umpire.games.box_within_a_box.conditions import add_uses
from umpire.games.box_within_a_box.movements import (
    Box,
    Movement,
    Route,
    can_move,
    find_movement,
    landings,
    read_route,
    shortest_texts,
    tiles_text,
)
from umpire.games.box_within_a_box.page import draft_move, play_fields, play_question
from umpire.games.box_within_a_box.state import Bout, BoxMove, PaidBet, State
from umpire.games.box_within_a_box.text import cell, normalize
from umpire.games.cards import without
from umpire.games.kinds import secret_group
from umpire.games.page import Draft, Field, Question
from umpire.games.results import possessive
from umpire.games.text import join_words, not_understood, parse_digits, pluralize, quote
from umpire.games.two_players import SIDES, Side, opponent

HOW_WON: Final = {
    "points": "with more points",
    "best-bout": "with the best single bout",
    "opponent": "as the Death Match Opponent, since all else is equal",
    "time": "on time",
    "forfeit": "by forfeit",
}
"""How a match was won, to follow `Ana has won`, by the reason of its end."""
_LOST_BY: Final = {"time": "has run out of time", "forfeit": "forfeits"}
_DID: Final = {"time": "ran out of time", "forfeit": "forfeited"}
"""How a match was lost, to follow the player's name, now and afterwards."""

LOSS_AT_LIMIT: Final = "then the reserve runs; a player who runs out of it loses the match"
"""What happens at a limit, for umpires."""


_FEW_LANDINGS: Final = 3
"""A page names so many landings at most beside the card of a move."""


class Play(NamedTuple):
    """A card played with one of its movements."""

    card: Card
    movement: Movement


_NO_PLAY: Final = ("none", "pass", "no card")
_CARD_NUMBER: Final = re.compile(r"#?([0-9]+)")
_MOST_WAYS: Final = 500
"""The most choices that a drop-down has room for."""
_WAYS_SUGGESTED: Final = 8
"""How many movements of each card are suggested."""

_Answer = Play | Literal["none"]
"""A play; `none` where no card of the pool can move the Box."""


class PlayKind(DecisionKind[State, _Answer]):
    """A card with one of its movements, or none where no card of the pool can move the Box."""

    name = "play"
    task = "play a card"
    asks = (
        "In each of a bout's four rounds both players choose in secret: a community card, and how "
        "it moves the opponent's Box (rounds 1 and 3) or their own (rounds 2 and 4)."
    )
    notation = (
        "CARD and the way of the Box: tiles (the whole path, where the parts end, or where it all "
        "ends) or a direction for each number of the card. Only the card if there is one way. "
        "none, pass or no card if no card can move the Box. A card is its number or its name, "
        "which may be shortened"
    )
    examples = ("LUNGE D7", "3 up", "#3 D4-D5-D6-D7", "lun u", "10 right+up", "none")
    limit = f"seconds_play; {LOSS_AT_LIMIT}. If no card can move the Box, it counts as none"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask both. Ruling 20: neither sees the other's answer.

        Ruling 2: a player who could play and runs out of time loses at once. Ruling 12: a player
        whose Box no card can move has no reserve at stake.
        """
        return secret_group(
            self,
            f"play {state.bout}.{state.round}",
            state.players,
            state.terms.options.seconds_play,
            rule="last",
            at_stake=[player for player in state.players if _can_play(state, player)],
            member=state.seat_of,
        )

    def ask(self, view: State, decision: Decision) -> str:
        side = view.side_of(decision.by)
        box = _box_of(view, side)
        if not box.is_movable(view.pool):
            return f"Round {view.round}. No card can move {box}. Answer none."
        whose = "your own" if box.board == side else f"{view.players[box.board]}'s"
        return f"Round {view.round}: move {whose} Box, which is on {TILE_NAMES[box.tile]}."

    def read(self, state: State, decision: Decision, text: str) -> _Answer:
        side = state.side_of(decision.by)
        box, cards = _box_of(state, side), state.terms.cards
        if not box.is_movable(state.pool):
            return _read_none(text, cards, f"No card can move {box}. Answer none.")
        parsed = parse_play(text, cards)
        if parsed is None:
            card = _movable_cards(state, side)[0]
            path = tiles_text(box.movements(card).all[0].path)
            raise NotAllowed(
                f"You have to play a card. {card} can move {box}. Example: {card.name} {path}."
            )
        card = _find_card(state.pool, parsed)
        return Play(card, find_movement(card, box, parsed.route))

    def format(self, answer: _Answer) -> str:
        """Return the card's name and the whole path of the movement."""
        if answer == "none":
            return answer
        return f"{answer.card.name} {tiles_text(answer.movement.path)}"

    def default_answer(self, state: State, decision: Decision) -> _Answer:
        """Return `none`, which counts only where no card can move the Box."""
        return "none"

    def apply(self, state: State, answers: Answers[_Answer], tell: Tell) -> State:
        """Move both Boxes; neither movement has an effect on the other.

        Ruling 2: a silent player who had a card to play has lost. Ruling 14: both plays are public
        at once.
        """
        for player in answers.silent:
            if _can_play(state, player):
                return lose(state, player, "time", tell)
        (on_a, board_a), (on_b, board_b) = [
            _move_box(_box_of(state, mover), mover, answers[state.players[mover]])
            for mover in map(state.board_to_move, SIDES)
        ]
        _tell_play(state, "A", on_a, tell)
        _tell_play(state, "B", on_b, tell)
        assert state.round is not None, "played only in a round"
        after = state.replace(
            boards=(board_a, board_b),
            boxes=(on_a.end, on_b.end),
            pool=_pool_after(state.pool, on_a.card, on_b.card),
            rounds=(*state.rounds, (on_a, on_b)),
            round=state.round + 1,
        )
        return after if state.round < ROUNDS else _settle(after, tell)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return some movements of each card that can move the Box, the best for the player first.

        On the own board the best ones pay most, on the other board they land least often: the
        opponent's bets are not known.
        """
        side = view.side_of(decision.by)
        box = _box_of(view, side)
        lines = []
        for card in _movable_cards(view, side):
            costs = [
                (_cost_for_player(view, side, box, card, movement), place, movement)
                for place, movement in enumerate(box.movements(card).all)
            ]
            best = nsmallest(_WAYS_SUGGESTED, costs)
            texts = shortest_texts(card, box, [movement for *_, movement in best])
            for place, ((cost, *_), text) in enumerate(zip(best, texts, strict=True)):
                lines.append((cost, card.number, place, f"{card.name} {text}"))
        return tuple(text for *_, text in sorted(lines)) or ("none",)

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Ask for a card that can move the Box, and for one of its movements once it is chosen."""
        side = view.side_of(decision.by)
        movable = _movable_cards(view, side)
        if not movable:
            return {"card": ("none",), "way": ()}
        card = _card_in_cell(view, filled)
        ways: Iterator[str] = iter(())
        if card in movable:
            ways = islice(shortest_texts(card, _box_of(view, side)), _MOST_WAYS)
        return {"card": tuple([card.text for card in movable]), "way": tuple(ways)}

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        text = cell(filled, "card")
        card = _card_of_choice(view.terms.cards, text)
        return f"{text if card is None else card.name} {cell(filled, 'way')}".strip()

    def question(self, view: State, decision: Decision) -> Question:
        side = view.side_of(decision.by)
        box = _box_of(view, side)
        return play_question(
            other=None if box.board == side else view.players[box.board],
            can_move=box.is_movable(view.pool),
            is_final=decision.rule == "first",
        )

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        side = view.side_of(decision.by)
        movable, card = _movable_cards(view, side), _card_in_cell(view, filled)
        chosen = card if card in movable else None
        return play_fields(view, side, _box_of(view, side), movable, chosen)

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        """Return where the Box lands and what that pays, or that a card or its way is missing."""
        side = view.side_of(decision.by)
        line, movable = self.form_line(view, decision, filled), _movable_cards(view, side)
        if not line:
            return Draft(missing="No card is chosen yet.")
        try:
            play = self.read(view, decision, line)
        except Rejected:
            is_chosen = _card_in_cell(view, filled) in movable and not cell(filled, "way")
            return Draft(missing="Where does the Box go?") if is_chosen else None
        if play == "none":
            return Draft("You play no card.")
        return draft_move(view, side, _box_of(view, side), play.card, play.movement)

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> _Answer:
        side = state.side_of(decision.by)
        movable = _movable_cards(state, side)
        if not movable:
            return "none"
        card = random.choice(movable)
        return Play(card, random.choice(_box_of(state, side).movements(card).all))


# What is typed


class _ParsedPlay(NamedTuple):
    """A card, perhaps with its movement, as a line names it."""

    word: str
    """The word for the card."""
    cards: Cards
    """The cards of the match that it may mean: several if it is the beginning of their names."""
    route: Route | None


def parse_play(text: str, cards: CardList) -> _ParsedPlay | None:
    """Read a card and perhaps its movement; None is `none`. Raises NotUnderstood."""
    text = normalize(text)
    if text in _NO_PLAY:
        return None
    if not text:
        raise NotUnderstood(
            "Nothing is written. Name a card and the way of the Box. Example: 3 up."
        )
    word, _, rest = text.partition(" ")
    number = _CARD_NUMBER.fullmatch(word)
    candidates = cards.find(str(parse_digits(number[1])) if number else word)
    if not candidates and number:
        raise NotUnderstood(f"{quote(word)} is not a card. The cards are numbered 1 to {KINDS}.")
    if not candidates:
        raise NotUnderstood(
            f"{quote(word)} is not a card. Begin with the card's number or name. Example: 3 up or "
            f"{cards.card_numbered(3).name} up."
        )
    return _ParsedPlay(word, candidates, read_route(rest) if rest else None)


def _read_none(text: str, cards: CardList, advice: str) -> _Answer:
    """Read `none`, the one answer where no card can move the Box (ruling 12)."""
    try:
        parsed = parse_play(text, cards)
    except NotUnderstood:
        raise NotUnderstood(f"{not_understood(text)} {advice}") from None
    if parsed is not None:
        raise NotAllowed(advice)
    return "none"


def _find_card(pool: Cards, parsed: _ParsedPlay) -> Card:
    cards = [card for card in parsed.cards if card in pool]
    if len(cards) == 1:
        return cards[0]
    if cards:
        names = join_words([card.name for card in cards], "or")
        raise NotAllowed(f"{quote(parsed.word)} may be {names}. Add a letter.")
    if len(parsed.cards) == 1:
        (card,) = parsed.cards
        raise NotAllowed(f"{card} is not among the community cards: {listed_cards(pool)}.")
    raise NotAllowed(f"No community card begins with {quote(parsed.word)}: {listed_cards(pool)}.")


# What is offered


def _card_in_cell(state: State, filled: Mapping[str, str]) -> Card | None:
    """Return the card in its cell, named as the drop-down or a line names it; None if unclear."""
    text = cell(filled, "card")
    if card := _card_of_choice(state.terms.cards, text):
        return card
    try:
        parsed = parse_play(text, state.terms.cards)
    except NotUnderstood:
        return None
    cards = [card for card in parsed.cards if card in state.pool] if parsed else []
    return cards[0] if len(cards) == 1 else None


def _cost_for_player(state: State, side: Side, box: Box, card: Card, movement: Movement) -> float:
    """Return how bad a movement is for its player, as far as that player knows."""
    faces = bytes([box.faces[tile] for tile in landings(card, movement)])
    if box.board != side:
        return len(faces)
    bets = state.bets[side] or ()
    return -sum([bet.stake * bet.condition.rate * bet.condition.hits(faces) for bet in bets])


def _card_of_choice(cards: CardList, text: str) -> Card | None:
    """Return the card of a choice in the drop-down, such as `3 LUNGE`; None for other texts."""
    return next((card for card in cards.cards if normalize(card.text) == normalize(text)), None)


# What both cards do


def _box_of(state: State, side: Side) -> Box:
    """Return the Box that a player moves in this round."""
    assert state.boards is not None, "asked only once there are boards"
    board = state.board_to_move(side)
    return Box(board, state.boxes[board], state.boards[board])


def _movable_cards(state: State, side: Side) -> Cards:
    """Return the cards of the pool that can move a player's Box, each kind once."""
    box = _box_of(state, side)
    return tuple([card for card in kinds(state.pool) if can_move(card, box.tile, box.faces)])


def _can_play(state: State, player: str) -> bool:
    """Return whether any card of the pool has a valid movement for a player's Box.

    Ruling 12: the pool is that at the start of the round.
    """
    return _box_of(state, state.side_of(player)).is_movable(state.pool)


def _move_box(box: Box, mover: Side, play: _Answer) -> tuple[BoxMove, Board]:
    """Return how a play moves a Box, and the board after it."""
    if play == "none":
        return BoxMove(mover, None, box.tile, b"", b"", b"", box.tile), box.faces
    card, movement = play
    tiles, end, board = box.after(card, movement)
    # Ruling 9: a landing shows the tile as it was before the special figure changed it.
    faces = bytes(map(box.faces.__getitem__, tiles))
    return BoxMove(mover, card, box.tile, movement.path, tiles, faces, end), board


def _pool_after(pool: Cards, on_a: Card | None, on_b: Card | None) -> Cards:
    """Return the pool without the cards played. Ruling 8: a single copy of both leaves once."""
    for card in (on_a, on_b):
        if card is not None and card in pool:
            pool = without(pool, (card,))
    return pool


def _tell_play(state: State, board: str, move: BoxMove, tell: Tell) -> None:
    mover, card = state.players[move.by], move.card
    heading = f"Bout {state.bout}, round {state.round}, board {board}: {mover}"
    if card is None:
        text = f"{heading} has no card that can move the Box."
        tell(text, by=mover, kind="move", did=f"had no card that could move the Box on {board}")
        return
    way = "-".join(names_of(bytes([move.start]) + move.path))
    landings_text = join_words(move.landing_texts) if move.tiles else "nothing"
    has_many = len(move.tiles) > _FEW_LANDINGS
    is_own = board == BOARDS[move.by]
    whose = "to" if is_own else f"{possessive(state.players[opponent(move.by)])} Box to"
    tell(
        f"{heading} plays {card.text}, {way}. Landed on {landings_text}.",
        by=mover,
        kind="move",
        pieces=(card.text, *(() if has_many else move.landing_texts)),
        did=f"moved {whose} {TILE_NAMES[move.end]}",
        end=f"{len(move.tiles)} landings" if has_many else "",
    )


# The end of a bout, and of the match


def _settle(state: State, tell: Tell) -> State:
    """Pay the bets of the four rounds, and begin the next bout or end the match.

    Ruling 3: stakes are taken off and payouts added at once. Ruling 12: the rest of the pool goes.
    """
    paid_bets = _pay_bets(state, 0), _pay_bets(state, 1)
    staked_a, staked_b = (sum([paid.bet.stake for paid in bets]) for bets in paid_bets)
    payout_a, payout_b = (sum([paid.payout for paid in bets]) for bets in paid_bets)
    points_a, points_b = state.points
    bout = Bout(
        state.rounds,
        bets=paid_bets,
        staked=(staked_a, staked_b),
        payout=(payout_a, payout_b),
        points=(points_a - 2 * staked_a + payout_a, points_b - 2 * staked_b + payout_b),
    )
    for side in SIDES:
        _tell_bets(state, bout, side, tell)
    used_a, used_b = (
        add_uses(uses, [paid_bet.bet for paid_bet in bets])
        for uses, bets in zip(state.used, bout.bets, strict=True)
    )
    best_a, best_b = map(max, state.best, bout.payout)
    after = state.replace(
        round=None,
        rounds=(),
        pool=(),
        bets=(None, None),
        points=bout.points,
        used=(used_a, used_b),
        bouts=(*state.bouts, bout),
        best=(best_a, best_b),
    )
    if state.bout < BOUTS:
        # Ruling 19: the award comes from the second bout on.
        award = tuple([points + AWARD for points in after.points])
        return after.replace(phase="deal", bout=state.bout + 1, points=award)
    winner, reason = _find_winner(after)
    text = f"{winner} wins the match {HOW_WON[reason]}."
    tell(text, by=winner, kind="result", did="won the match")
    return after.replace(phase="over", outcome=Outcome(winner, reason))


def _pay_bets(state: State, side: Side) -> tuple[PaidBet, ...]:
    """Return a player's bets with the hits and payout of each, on the player's own board."""
    bets = state.bets[side]
    assert bets is not None, "bets are paid once all are known"
    faces = b"".join([both[side].faces for both in state.rounds])
    paid_bets = []
    for bet in bets:
        hits = bet.condition.hits(faces)
        paid_bets.append(PaidBet(bet, hits, hits * bet.stake * bet.condition.rate))
    return tuple(paid_bets)


def _tell_bets(state: State, bout: Bout, side: Side, tell: Tell) -> None:
    player = state.players[side]
    bets = [
        f"{bet} ({pluralize(hits, 'hit')}, {points_text(payout)})" if hits else f"{bet} (no hits)"
        for bet, hits, payout in bout.bets[side]
    ]
    paid = f"Paid {points_text(bout.payout[side])}, now" if bets else "Now"
    tell(
        f"Bout {state.bout}, {player}: {'; '.join(bets) or 'no bets'}. {paid} "
        f"{points_text(bout.points[side])} points.",
        by=player,
        kind="result",
        did=f"got {points_text(bout.payout[side])} for {bout.staked[side]} staked",
        end=f"{points_text(bout.points[side])} points",
    )


def _find_winner(state: State) -> tuple[str, str]:
    """Return the winner after the last settlement, and the reason code."""
    for reason, (first, second) in (("points", state.points), ("best-bout", state.best)):
        if first != second:
            return state.players[0 if first > second else 1], reason
    return state.players[1], "opponent"


def turning_point(view: State) -> TurningPoint | None:
    """Return the bout in which the winner of a match gained most on the other player, if any."""
    if view.outcome is None or view.outcome.winner is None or not view.bouts:
        return None
    side = view.side_of(view.outcome.winner)
    leads = [bout.lead(side) for bout in view.bouts]
    lead = max(leads)
    if lead <= 0:
        return None
    at = leads.index(lead)
    bout = view.bouts[at]
    gained = f"{points_text(lead)} points on {view.players[opponent(side)]}"
    return TurningPoint(
        f"Bout {at + 1}: {view.outcome.winner} gains {gained}",
        f"{_payout_text(view, bout, side)}, {_payout_text(view, bout, opponent(side))}.",
        f"Bout {at + 1}, {view.players[0]}: ",
        "what a bet pays",
    )


def _payout_text(state: State, bout: Bout, side: Side) -> str:
    paid = points_text(bout.payout[side])
    return f"{state.players[side]} was paid {paid} for {bout.staked[side]}"


def lose(state: State, player: str, reason: Literal["time", "forfeit"], tell: Tell) -> State:
    """End the match with a player's loss; all else stays as it was."""
    winner = state.players[opponent(state.side_of(player))]
    text, did = f"{player} {_LOST_BY[reason]}. {winner} wins the match.", _DID[reason]
    tell(text, by=player, kind="result", did=did, end="lost the match")
    return state.replace(phase="over", outcome=Outcome(winner, reason))
