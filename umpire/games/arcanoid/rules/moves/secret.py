"""`secret [FIELD] CARDS`: a combination is committed face down, in KOBLENZ and MALTA."""

from typing import NamedTuple

from umpire.games.arcanoid.components import MAGICIAN, SUITS, WORLD, Cards
from umpire.games.arcanoid.rules.asking import CARDS, FIELD
from umpire.games.arcanoid.rules.cards import read_commitment
from umpire.games.arcanoid.rules.combinations import combination
from umpire.games.arcanoid.rules.moves.base import Action, Line, Move, judge_usable
from umpire.games.arcanoid.rules.moves.commit import judge_field
from umpire.games.arcanoid.rules.moves.random_commitments import random_combination, random_numbers
from umpire.games.arcanoid.rules.steal import attempt_to_commit
from umpire.games.arcanoid.state import Attempt, State, taken, tell, to_discard, with_seat
from umpire.games.base import NotAllowed, NotUnderstood, RandomSource
from umpire.games.notation import counted


class Hidden(NamedTuple):
    """Cards committed face down."""

    field: int
    cards: Cards


class Secret(Action[Hidden]):
    """Only how many cards they are is public until the round ends."""

    word = "secret"
    cells = (FIELD, CARDS)

    def read(self, line: Line) -> Hidden:
        fields, cards = read_commitment(line.words)
        if len(fields) > 1:
            raise NotUnderstood("Name one field only for a secret commitment.")
        if not cards:
            raise NotUnderstood("Name a card, such as S4, SQ or 17.")
        return Hidden(fields[0], cards)

    def format(self, given: Hidden) -> str:
        return f"{SUITS[given.field]} {' '.join(given.cards)}"

    def judge(self, state: State, actor: str, given: Hidden) -> None:
        """Raise NotAllowed unless the actor may commit these cards face down there.

        Ruling 34: they are checked now. Ruling 35: a daemon's cards and open ones may be among
        them.
        """
        variant, seat = state.variant, state.seats[actor]
        if variant.secret == "never":
            raise NotAllowed(f"In {variant.name} nothing is committed in secret. Write commit.")
        # Ruling 36: the right is used up by trying.
        if variant.secret == "once a round" and seat.secret_used:
            raise NotAllowed("You may try only one secret commitment in a round.")
        judge_usable(state, actor, given.cards, (given.field,))
        if variant.secret == "with the Magician" and MAGICIAN not in state.usable(actor):
            raise NotAllowed("You need the Magician to commit in secret.")
        judge_field(state, actor, given.field)
        if WORLD in given.cards:
            raise NotAllowed("The World cannot be committed in secret.")
        combination(given.cards, (given.field,), variant)

    def make(self, state: State, actor: str, given: Hidden) -> State:
        """Commit the cards face down, after all who may have the Fool were asked for it."""
        laid = combination(given.cards, (given.field,), state.variant)
        state = with_seat(taken(state, actor, given.cards), actor, secret_used=True)
        if state.variant.secret == "with the Magician":
            state = to_discard(state, actor, MAGICIAN)
        count = counted(len(given.cards), "card")
        state = tell(
            state, f"{state.called(actor)} commits {count} in secret on {SUITS[given.field]}."
        )
        secret = laid._replace(secret=(state.player_of(actor),))
        return attempt_to_commit(state, Attempt(actor, given.field, secret))

    def choices(self, seen: State, actor: str) -> tuple[str, ...]:
        return () if seen.variant.secret == "never" else (self.word,)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        """Return what might as well be committed openly."""
        if state.variant.secret == "never":
            return None
        move = random.choice((random_numbers, random_combination))(state, actor, random)
        return move and Move(self.word, Hidden(move.given.fields[0], move.given.cards))
