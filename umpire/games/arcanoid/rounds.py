"""How a round goes: the deal, whose turn it is, the battles at its end, and the end of the match.

Own turns come in playing order, and before them pledged ones (5.1, 5.6). After every turn the
Hermit's owner is asked for an extra move. USA, the mechanical player of GAZA (5.9), discards, and
abdicates when it has nothing left.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from umpire.games.arcanoid.cards import DECK, FIELDS, HAND, HERMIT, SUITS, Cards, in_order
from umpire.games.arcanoid.combinations import abdicate, describe, strength
from umpire.games.arcanoid.deck import ask_next, complete, draw_to_justice
from umpire.games.arcanoid.fool import ask_others
from umpire.games.arcanoid.kinds import PollKind, ShuffleKind
from umpire.games.arcanoid.state import USA, Commitment, RoundResult, Seat, State, Terms, Turn
from umpire.games.base import Decision, NotAllowed, NotUnderstood, Outcome, Tell, TurningPoint
from umpire.games.page import Question
from umpire.games.results import mention
from umpire.games.text import pluralize


class DealKind(ShuffleKind):
    """Hands by seat, then USA's if in play, then the deck from the top."""

    name = "deal"
    shuffled = f"all {len(DECK)} cards"

    def deck(self, state: State) -> Cards:
        return DECK

    def wrong_count(self, state: State, number: int) -> NotUnderstood:
        return NotUnderstood(f"Name all {len(DECK)} cards, not {number}.")

    def not_there(self, state: State, cards: Cards) -> NotAllowed:
        return NotAllowed("A card is named twice.")

    def shuffle(self, state: State, cards: Cards, tell: Tell) -> State:
        """Deal; ruling 2: six at a time, in seat order."""
        tell(
            f"Round {state.course.round}. {state.course.starter} starts.",
            kind="round",
            did=f"Round {state.course.round}",
        )
        hands = (*state.playing, *([USA] if state.terms.gaza else []))
        seats = {name: Seat(hand=cards[n * HAND : (n + 1) * HAND]) for n, name in enumerate(hands)}
        start = state.playing.index(state.course.starter)
        order = (*state.playing[start:], *state.playing[:start], *hands[len(state.playing) :])
        return state.replace(
            order=order,
            seats={actor: seats[actor] for actor in order},
            place=order[-1],
            deck=cards[len(hands) * HAND :],
            agenda=((_play_on, ()),),
        )


def begin_round(state: State, number: int) -> State:
    """Ask for the deal of a round; nothing is left of the round before."""
    course = state.course.replace(round=number, starter=_starter(state, number))
    return State(state.terms, course, questions=state.questions).ask("deal")


def _starter(state: State, number: int) -> str:
    """Return the starter of a round (ruling 1): each time the next seat that is not out."""
    players = state.terms.players
    first = (number - 1) % len(players)
    return next(p for p in (*players[first:], *players[:first]) if p not in state.course.out)


def _end_round(state: State, tell: Tell) -> State:
    """Decide the battles, then begin the next round or end the match."""
    state = _score_round(state, tell)
    if state.course.round < state.terms.rounds:
        return begin_round(state, state.course.round + 1)
    outcome = _outcome_of(state)
    tell(
        f"{outcome.winner or 'Nobody'} wins the match.",
        by=outcome.winner,
        kind="result",
        did="won the match" if outcome.winner else "",
    )
    return state.replace(turn=None, question=None, outcome=outcome)


def _play_on(state: State, tell: Tell) -> State:
    """End an own turn, if there was one, and go on with the next place in playing order.

    A round does this as long as nothing else is to be done.
    """
    if state.effects.hermit is None:
        return _next_turn(state, tell)
    return _end_turn(state.do_first((_next_turn, ())), tell)


def _next_turn(state: State, tell: Tell) -> State:
    return _go_past(state, state.place, tell)


def _go_past(state: State, place: str, tell: Tell) -> State:
    """Go on to the place after this one; when all are finished the round ends."""
    order, seats = state.order, state.seats
    place = order[(order.index(place) + 1) % len(order)]
    if seats[place].finished and all(seat.finished for seat in seats.values()):
        return _end_round(state, tell)
    return _come_to_place(state, place, tell)


def _come_to_place(state: State, place: str, tell: Tell) -> State:
    """Let the turns be taken that are due at a place.

    [0-8-9] Pledged moves are due before their place. Ruling 41: whether its actor is finished or
    not; [0-8-9-15] a daemon that joins there later plays after them.
    """
    hermit = state.effects.hermit
    if hermit is not None and place in hermit.pledged:
        at = hermit.pledged.index(place)
        pledged = (*hermit.pledged[:at], *hermit.pledged[at + 1 :])
        state = state.with_effects(hermit=hermit._replace(pledged=pledged))
        return _extra_turn(state.do_first((_come_to_place, (place,))), tell)
    if state.seats[place].finished:
        return _go_past(state, place, tell)
    if place == USA:
        return _usa_moves(state.replace(place=place, turn=Turn(place)), tell)
    return state.ask("move", place, place=place, turn=Turn(place))


def _ask_move(state: State, tell: Tell) -> State:
    """Ask the actor of the turn for a move again, unless it is finished by now."""
    actor = state.acting
    return state if state.seats[actor].finished else state.ask("move", actor)


def move_again(state: State, actor: str) -> State:
    """Let the actor move again in the same turn, after completing.

    [(2, 3, 8)-9] No extra move of the Hermit comes in between: the turn is not over.
    """
    return complete(state.do_first((_ask_move, ())), actor)


class HermitKind(PollKind):
    """Asked of the Hermit's owner, who may be a daemon (ruling 46)."""

    name = "hermit"
    task = "use the Hermit or pass"
    asks = "Whether you make an extra move of the Hermit after a turn."
    yes = ("hermit", "yes", "y")
    likely = 0.4  # seldom, so that there are some left to pledge

    def ask(self, view: State, decision: Decision) -> str:
        return f"Make an extra move{self.whose(view, decision)} with the Hermit, or pass?"

    def question(self, view: State, decision: Decision) -> Question:
        return Question("An extra move with the Hermit?", otherwise=self.otherwise(decision))

    def answered(self, state: State, actor: str, answer: bool, tell: Tell) -> State:
        """Begin the extra turn, after which it is asked again; or go on."""
        return _extra_turn(state, tell) if answer else state


def _end_turn(state: State, tell: Tell) -> State:
    """End a turn: the Hermit may be used up, else its owner is asked for an extra move.

    Ruling 39: after every turn, for it is public who has them. Ruling 40: a Hermit is discarded
    when its third extra turn is wholly over.
    """
    hermit = state.effects.hermit
    if hermit is None:
        return state
    if hermit.left == 0:
        tell("The Hermit is discarded.", pieces=(HERMIT,))
        return state.with_effects(hermit=None).with_discards([HERMIT])
    return state.ask("hermit", hermit.by) if hermit.unpledged else state


def _extra_turn(state: State, tell: Tell) -> State:
    """Give the Hermit's owner, an active actor, an extra turn, which counts from its start."""
    hermit = state.effects.hermit
    assert hermit is not None
    state.tell_move(hermit.by, "makes an extra move", tell, (HERMIT,))
    return state.ask(
        "move",
        hermit.by,
        effects=state.effects.replace(hermit=hermit._replace(left=hermit.left - 1)),
        turn=Turn(hermit.by, extra=True),
        agenda=((_end_turn, ()), *state.agenda),
    )


def _usa_moves(state: State, tell: Tell) -> State:
    """Make USA's move."""
    seat = state.seats[USA]
    if not seat.hand:
        return complete(abdicate(state, USA, seat.free[0], tell), USA)
    tell(f"{USA} discards a card.")
    return complete(state.discard_cards(USA, seat.hand[0]), USA)


def turn_up(state: State) -> State:
    """Turn up all cards that USA has in its hand now; they stay so."""
    if USA not in state.seats or not state.seats[USA].hand:
        return state
    return state.with_seat(USA, up=in_order(state.seats[USA].hand))


_HOW_WON: Final = {"battles": "with the most battles", "forfeit": "as the last player left"}
_NOBODY: Final = {
    "usa": "Nobody has won: USA has the most battles",
    "draw": "A draw: nobody has won a battle",
}


def _score_round(state: State, tell: Tell) -> State:
    """Decide the four battles; secret commitments are open now."""
    seats = {
        actor: seat.replace(fields=tuple(map(_opened, seat.fields)))
        for actor, seat in state.seats.items()
    }
    fields = tuple(
        tuple([(who, lying) for who in state.order if (lying := seats[who].fields[field])])
        for field in FIELDS
    )
    best = [max(commitments, key=lambda pair: strength(pair[1])) for commitments in fields]
    by = tuple([actor for actor, _ in best])
    # A daemon wins for its master.
    winners = tuple(map(state.player_of, by))
    result = RoundResult(state.course.round, winners, by, fields)
    for suit, (actor, commitment) in zip(SUITS, best, strict=True):
        text = _battle_in_words(state, actor, suit, commitment)
        did = state.done_by(actor, f"won {suit}: {describe(commitment)}")
        pieces, end = commitment.cards, state.by_daemon(actor)
        tell(text, by=state.doer(actor), kind="result", pieces=pieces, did=did, end=end)
    course = state.course.replace(results=(*state.course.results, result))
    return state.replace(seats=seats, course=course)


def _opened(commitment: Commitment | None) -> Commitment | None:
    return commitment._replace(secret=None) if commitment and commitment.secret else commitment


def score(terms: Terms, results: Iterable[RoundResult]) -> dict[str, list[int]]:
    """Return how many battles of each suit everybody has won: players in seat order, then USA."""
    names = [*terms.players, *([USA] if terms.gaza else [])]
    won = {name: [0] * len(FIELDS) for name in names}
    for result in results:
        for field, winner in enumerate(result.winners):
            won[winner][field] += 1
    return won


def _outcome_of(state: State) -> Outcome:
    """Return the winner after the last round, and the reason; players who are out cannot win.

    Ruling 44: their battles stay won. Ruling 51: if USA comes first nobody has won.
    """
    course = state.course
    won = {
        name: battles
        for name, battles in score(state.terms, course.results).items()
        if name not in course.out
    }
    if not any(map(sum, won.values())):
        return Outcome(None, "draw")
    left = [*won]
    for reason, counts in _counts(won, course.results):
        most = max(counts[name] for name in left)
        left = [name for name in left if counts[name] == most]
        if len(left) == 1:
            return Outcome(None, "usa") if left == [USA] else Outcome(left[0], reason)
    raise AssertionError("somebody has won the last battle of a suit")


def _counts(
    won: Mapping[str, Sequence[int]], results: Sequence[RoundResult]
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield each reason by which a match is won, the first that decides first, with its counts."""
    yield "battles", {name: sum(battles) for name, battles in won.items()}
    for field, suit in enumerate(SUITS):
        yield suit, {name: battles[field] for name, battles in won.items()}
    for field, suit in enumerate(SUITS):
        last_rounds = {result.winners[field]: result.number for result in results}
        yield f"last-{suit}", dict.fromkeys(won, 0) | last_rounds


def turning_point(view: State) -> TurningPoint | None:
    """Return the round in which the winner of a match won most battles; None if there is none."""
    winner = None if view.outcome is None else view.outcome.winner
    results = [result for result in view.course.results if winner in result.winners]
    if not results:
        return None
    best = max(results, key=lambda result: result.winners.count(winner))
    battles = [
        _battle_in_words(view, actor, suit, dict(commitments)[actor])
        for suit, name, actor, commitments in zip(
            SUITS, best.winners, best.by, best.fields, strict=True
        )
        if name == winner
    ]
    title = f"Round {best.number}: {winner} wins {pluralize(len(battles), 'battle')}"
    return TurningPoint(title, " ".join(battles), f"Round {best.number}. ", "how a battle is won")


def _battle_in_words(state: State, actor: str, suit: str, commitment: Commitment) -> str:
    return f"{state.name_of(actor)} wins {suit}: {describe(commitment)}."


def ended(outcome: Outcome) -> str:
    """Return how a match ended, in the words of a player."""
    if outcome.winner is None:
        return _NOBODY[outcome.reason]
    tied, _, suit = outcome.reason.rpartition("-")
    by = f"the last battle of {suit}" if tied else f"more battles of {suit}"
    return f"{outcome.winner} has won {_HOW_WON.get(outcome.reason, f'on a tie, with {by}')}"


def reason(view: State) -> str:
    """Return why a match ended as it did."""
    outcome = view.outcome
    if outcome is None:
        return ""
    if outcome.winner is None:
        return _NOBODY[outcome.reason].partition(": ")[2]
    winner = mention(outcome.winner)
    match outcome.reason.rpartition("-"):
        case _, _, "battles":
            return f"{winner} won the most battles"
        case _, _, "forfeit":
            return "All others left the match"
        case "", _, suit:
            return f"Battles were tied, and {winner} won more battles of {suit}"
        case _, _, suit:
            return f"Battles were tied, and {winner} won the last battle of {suit}"


def forfeit(state: State, player: str, tell: Tell) -> State:
    """Play on without a player; with one left the match is over. Nothing changes for who is out."""
    if player in state.course.out:
        return state
    tell(f"{player} is out of the match.", by=player, did="left the match")
    state = state.replace(course=state.course.replace(out=(*state.course.out, player)))
    if len(state.playing) == 1:
        # Nothing is abdicated or discarded: what was under way stays as it was.
        (winner,) = state.playing
        tell(f"{winner} wins the match.", by=winner, kind="result", did="won the match")
        return state.replace(outcome=Outcome(winner, "forfeit"), turn=None, question=None)
    if state.phase == "deal":
        return begin_round(state.replace(question=None), state.course.round)
    daemon, attempt = state.effects.daemon, state.attempt
    actors = [player, daemon] if daemon is not None and state.devil == player else [player]
    if attempt is not None and attempt.by in actors:
        # Ruling 48: it is discarded; nobody is asked about it any more.
        state = state.replace(attempt=None, question=None).with_discards(attempt.commitment.cards)
        state = state.do_first((draw_to_justice, ()))
    for actor in actors:
        for field in state.seats[actor].free:
            state = abdicate(state, actor, field, tell)
    return _skip(state, player, actors, tell).go_on(None, tell)


def _skip(state: State, player: str, actors: list[str], tell: Tell) -> State:
    """Drop what they owed and go on; a move of theirs ends with completing Justice only."""
    question, wheel, poll = state.question, state.effects.wheel, state.supply.poll
    if wheel is not None and wheel.actor in actors:
        state = state.with_effects(wheel=None)
    if poll is not None:
        left = tuple([other for other in poll.left if other != player])
        state = state.with_supply(poll=poll._replace(left=left))
    if question is None or not any(actor in actors for actor in question.actors):
        return state
    state = state.replace(question=None)
    match question.kind:
        case "move" | "call" | "wheel":
            # Ruling 50: a Wheel, Moon or Sun of theirs is over at once.
            return state.with_effects(calls=None).do_first((draw_to_justice, ()))
        case "steal":
            return ask_others(state, question, actors)
        case "refill":
            return ask_next(state)
    return state
