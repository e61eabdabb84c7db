"""What is asked of whom in a state, what a limit brings, and what umpires read of each kind."""

from typing import Final

from umpire.games.arcanoid.answers import Abdicate, Answer, CallCard, Discard, Discards
from umpire.games.arcanoid.components import FOOL, SUITS, names
from umpire.games.arcanoid.notation import opinion
from umpire.games.arcanoid.state import Asked, State
from umpire.games.arcanoid.trumps import PLAYED
from umpire.games.base import CHANCE, Decision
from umpire.games.legacy import Kind
from umpire.games.notation import listed

_MOVES: Final = frozenset({"move", "call", "wheel"})

_TRUMPS: Final = ", ".join(f"{trump.word} {trump.usage}".strip() for trump in PLAYED.values())

KINDS: Final = (
    Kind(
        "move",
        "What an actor does in a turn: discard, commit, abdicate, or play a trump.",
        "discard CARD, commit FIELD CARDS, secret FIELD CARDS, abdicate FIELD, world FIELD, remove "
        f"temperance; or a trump: {_TRUMPS}",
        ("discard S4", "commit swords S4 S6", "abdicate cups", "tower Bo swords", "world coins"),
        "move_seconds; then the oldest card is discarded, with none the first visible one, with "
        "none the first free field is abdicated",
    ),
    Kind(
        "call",
        "Which card is called after a miss of the Moon or the Sun.",
        "CARD, or stop",
        ("S5", "call knave of cups", "stop"),
        "move_seconds; then stop",
    ),
    Kind(
        "wheel",
        "What is discarded after a Wheel has turned.",
        "CARDS, and show CARDS for visible cards that go",
        ("S4 T5 C6 O7", "discard S4 T5 C6 O7 show SQ"),
        "move_seconds; then the oldest cards of the hand go",
    ),
    Kind(
        "steal",
        "Whether the Fool is played for an attempted commitment; all who may have it are asked.",
        "fool or pass",
        ("fool", "pass"),
        "poll_seconds; then pass",
    ),
    Kind(
        "pledge",
        "Whether an extra move of the Hermit is pledged to play the Fool of Justice now.",
        "pledge or pass",
        ("pledge", "pass"),
        "poll_seconds; then pass",
    ),
    Kind(
        "hermit",
        "Whether the owner of the Hermit makes an extra move after a turn.",
        "hermit or pass",
        ("hermit", "pass"),
        "poll_seconds; then pass",
    ),
    Kind(
        "refill",
        "Whether the discard pile is to become the deck, asked one by one.",
        "yes or no",
        ("yes", "no"),
        "poll_seconds; then yes",
    ),
)


def pending(state: State) -> tuple[Decision, ...]:
    """Return what is owed, none when the match is over. A daemon's is its master's (5.4)."""
    asked = state.asked
    if asked is None:
        return ()
    question = f"{asked.kind} {asked.number}"
    if asked.actors == (CHANCE,):
        return (Decision(question, CHANCE, asked.kind),)
    # Ruling 6: there are no limits unless the umpire gives some.
    terms = state.terms
    limit = terms.move_seconds if asked.kind in _MOVES else terms.poll_seconds
    if not asked.secret:
        return (Decision(question, state.player_of(asked.actors[0]), asked.kind, limit),)
    return tuple(
        [
            Decision(f"{question} {player}", player, asked.kind, limit, group=question, secret=True)
            for player in asked.actors
        ]
    )


def actor_of(state: State, decision: Decision) -> str:
    """Return the actor for whom a decision is answered."""
    asked = _asked(state)
    # a group is one of players, and who is asked alone may be a daemon
    return decision.by if asked.secret else asked.actors[0]


def missed(state: State, decision: Decision) -> Answer:
    """Return what stands for a limit that fell. Ruling 6: a move as USA would make it."""
    actor = actor_of(state, decision)
    seat = state.seats[actor]
    match decision.kind:
        case "move":
            if seat.hand or seat.visible:
                return Discard((*seat.hand, *seat.visible)[0])
            return Abdicate(seat.free[0])
        case "call":
            return CallCard(None)
        case "wheel":
            assert state.wheel is not None
            return Discards(seat.hand[: state.wheel.owed])
        case kind:
            return opinion(kind, yes=kind == "refill")


def ask(state: State, decision: Decision) -> str:
    """Ask for a decision, in one sentence with an example, for its owner's eyes."""
    asked = _asked(state)
    if decision.by == CHANCE:
        what = "all 78 cards" if asked.kind == "deal" else "all cards of the discard pile"
        return f"Shuffle {what} and give them in order, e.g. S1 T10 21."
    actor = actor_of(state, decision)
    whose = "" if actor == decision.by else f" of {actor}"
    match decision.kind:
        case "move":
            seat = state.seats[actor]
            free = listed(SUITS[field] for field in seat.free)
            example = f"discard {seat.hand[0]}" if seat.hand else f"abdicate {SUITS[seat.free[0]]}"
            return f"Make the move{whose}; free are {free}, e.g. {example}."
        case "call":
            return f"Call another card{whose}, or stop, e.g. stop."
        case "wheel":
            assert state.wheel is not None
            count = state.wheel.owed
            example = names(state.seats[actor].hand[:count])
            return f"Discard {count} card{'s' if count > 1 else ''}{whose}, e.g. {example}."
        case "steal":
            assert state.attempt is not None
            return (
                f"{state.attempt.by} commits on {SUITS[state.attempt.field]}: say fool to steal it"
                f"{whose and ' for ' + actor} if you have the Fool ({FOOL}), else pass, e.g. pass."
            )
        case "pledge":
            return (
                "Say pledge to play the Fool of Justice now and make that extra move before "
                f"{asked.before}, or pass, e.g. pass."
            )
        case "hermit":
            return f"Say hermit to make an extra move{whose} now, or pass, e.g. pass."
        case _:
            return "The deck is empty: say yes to have the discard pile shuffled, or no, e.g. yes."


def _asked(state: State) -> Asked:
    assert state.asked is not None, "only asked while something is"
    return state.asked
