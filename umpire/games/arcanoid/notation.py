"""Texts to answers and back, for every kind of decision.

Each reader raises NotUnderstood with a sentence for the player; what it gives may still be against
the rules. `write` gives the canonical text of an answer, which reads as the same answer.
"""

from collections.abc import Callable
from typing import Final

from umpire.games.arcanoid.answers import (
    Abdicate,
    Answer,
    CallCard,
    Commit,
    Discard,
    Discards,
    Drawn,
    Move,
    Opinion,
    Play,
    RemoveTemperance,
    Secret,
)
from umpire.games.arcanoid.cards_typed import (
    read_card,
    read_cards,
    read_field,
    read_fields,
    words_of,
)
from umpire.games.arcanoid.components import SUITS, TEMPERANCE, TRUMPS, WORLD
from umpire.games.arcanoid.state import Asked, State
from umpire.games.arcanoid.trumps import PLAYED, Line
from umpire.games.base import NotUnderstood
from umpire.games.notation import listed, quoted, words

_YES_NO: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "steal": (("fool", "steal", "yes", "y"), ("pass", "no", "n")),
    "pledge": (("pledge", "yes", "y", "fool"), ("pass", "no", "n")),
    "hermit": (("hermit", "yes", "y"), ("pass", "no", "n")),
    "refill": (("yes", "y"), ("no", "n")),
}
"""The words for yes and for no, the canonical one first."""
_STOP: Final = ("stop", "pass", "no", "none")


def read_answer(state: State, asked: Asked, actor: str, text: str) -> Answer:
    """Read the answer to what is asked of an actor."""
    said = " ".join(words(text))
    match asked.kind:
        case "deal" | "reshuffle":
            return Drawn(read_cards(words_of(said)))
        case "move":
            return read_move(said, state, actor)
        case "call":
            return _read_call(said)
        case "wheel":
            return _read_wheel(said)
        case kind:
            return _read_opinion(said, kind)


def opinion(kind: str, *, yes: bool) -> Opinion:
    """Return an answer to a poll of this kind."""
    return Opinion(yes, _YES_NO[kind][0 if yes else 1][0])


def _read_opinion(said: str, kind: str) -> Opinion:
    yes, no = _YES_NO[kind]
    if said in yes or said in no:
        return opinion(kind, yes=said in yes)
    raise NotUnderstood(f"{quoted(said)} is not understood: write {yes[0]} or {no[0]}.")


def _read_call(said: str) -> CallCard:
    if said in _STOP:
        return CallCard(None)
    first, _, rest = said.partition(" ")
    return CallCard(read_card(words_of(rest if first == "call" else said)))


def _read_wheel(said: str) -> Discards:
    first, _, rest = said.partition(" ")
    cards = words_of(rest if first == "discard" else said)
    if "show" not in cards:
        return Discards(read_cards(cards))
    at = cards.index("show")
    return Discards(read_cards(cards[:at]), read_cards(cards[at + 1 :]))


def _discard(line: Line) -> Move:
    return Discard(read_card(line.words))


def _commit(line: Line) -> Move:
    fields, cards = read_fields(line.words)
    return Commit(fields, read_cards(cards))


def _secret(line: Line) -> Move:
    fields, cards = read_fields(line.words)
    if len(fields) > 1:
        raise NotUnderstood("A secret commitment is made on one field.")
    return Secret(fields[0], read_cards(cards))


def _abdicate(line: Line) -> Move:
    return Abdicate(_field(line))


def _remove(line: Line) -> Move:
    if line.rest not in ("", TRUMPS[int(TEMPERANCE)]):
        raise NotUnderstood("Write remove temperance.")
    return RemoveTemperance()


def _world(line: Line) -> Move:
    return Commit((_field(line),), (WORLD,))


def _field(line: Line) -> int:
    if not line.rest:
        raise NotUnderstood(f"No field is named: write {listed(SUITS, 'or')}.")
    return read_field(line.rest)


_READERS: Final[dict[str, Callable[[Line], Move]]] = {
    "discard": _discard,
    "commit": _commit,
    "secret": _secret,
    "abdicate": _abdicate,
    "remove": _remove,
    "world": _world,
}
_PLAYED: Final = {trump.word: trump for trump in PLAYED.values()}
FIRST_WORDS: Final = (*_READERS, *_PLAYED)


def _first_words() -> dict[str, str]:
    """Return for every word that begins one first word only, that word; `judgement` is judgment."""
    written = {word: word for word in FIRST_WORDS} | {"judgement": "judgment"}
    meant: dict[str, set[str]] = {}
    for spelt, word in written.items():
        for end in range(1, len(spelt) + 1):
            meant.setdefault(spelt[:end], set()).add(word)
    only = {begun: words.copy().pop() for begun, words in meant.items() if len(words) == 1}
    return only | written


_FIRST: Final = _first_words()


def read_move(said: str, state: State, actor: str) -> Move:
    """Read a move; its first word may be shortened to what begins one first word only."""
    first, _, rest = said.partition(" ")
    word = _FIRST.get(first)
    if word is None:
        begun = sorted(other for other in FIRST_WORDS if first and other.startswith(first))
        known = f"may be {listed(begun, 'or')}" if begun else "begins no move"
        raise NotUnderstood(
            f"{quoted(first)} {known}: write a move such as discard S4, commit swords S4 S6 or "
            "priestess Bo."
        )
    line = Line(rest, state, actor)
    if word in _READERS:
        return _READERS[word](line)
    trump = _PLAYED[word]
    return Play(trump.card, trump.read(line))


def write(answer: Answer) -> str:
    """Return the canonical text of an answer."""
    match answer:
        case Drawn(cards):
            return " ".join(cards)
        case CallCard(card):
            return card or _STOP[0]
        case Discards(cards, shown):
            return f"discard {' '.join(cards)}{' show ' + ' '.join(shown) if shown else ''}"
        case Opinion(_, word):
            return word
        case Discard(card):
            return f"discard {card}"
        case Commit(fields, (only,)) if only == WORLD:
            return f"world {SUITS[fields[0]]}"
        case Commit(fields, cards):
            return f"commit {'+'.join(SUITS[field] for field in fields)} {' '.join(cards)}"
        case Secret(field, cards):
            return f"secret {SUITS[field]} {' '.join(cards)}"
        case Abdicate(field):
            return f"abdicate {SUITS[field]}"
        case RemoveTemperance():
            return "remove temperance"
        case Play(card, given):
            return f"{PLAYED[card].word} {PLAYED[card].write(given)}".strip()
