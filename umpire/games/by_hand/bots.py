"""What bots imagine of hidden cards, and what they direct and answer.

A masked state does not list all cards of the match. So a hidden card is guessed to be like one that
was seen, or one of a standard deck if none was; an own pile of another player to have a few; a
count to be about as large as those that are seen. Nothing is guessed that others were asked or told
in secret, and no teams and no steps of a procedure: there may be none.
What is directed and answered are made-up words that fit, so that every rule is used over time.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Final

from umpire.games.base import RandomSource, tell_nobody
from umpire.games.by_hand.cards import STANDARD, Cards
from umpire.games.by_hand.directions import next_step, read_direction
from umpire.games.by_hand.directions.procedures import parameters, quoted_word
from umpire.games.by_hand.forms import FORMS, Number, OwnCards
from umpire.games.by_hand.state import CardsMessage, Question, Rolling, Shuffling, State
from umpire.games.cards import HiddenCards
from umpire.games.errors import Rejected
from umpire.games.randomness import sample

_FEWEST_SHUFFLED: Final = 2
"""How many cards there are at least in a place that is shuffled."""
_A_DIE: Final = Rolling(1, 6, None)
_GUESSED: Final = (0, 1, 2, 3)
"""Hidden counts, and numbers of hidden cards, of which nothing is known."""


def determinize(view: State, random: RandomSource) -> State:
    """Return a whole state that may be the real one."""
    places = view.places
    shown = [message for message in view.messages if isinstance(message, CardsMessage)]
    last_shown = {message.place: message.cards for message in shown}
    visible = [cards for cards in places.values() if not isinstance(cards, HiddenCards)]
    visible += [message.cards for message in shown]
    like = tuple(dict.fromkeys([card for cards in visible for card in cards])) or STANDARD
    guesses: dict[str, Cards] = {}
    for place, cards in places.items():
        if isinstance(cards, HiddenCards):
            remembered = last_shown.get(place, ())[: len(cards)]
            others = [random.choice(like) for _ in range(len(cards) - len(remembered))]
            guesses[place] = tuple(sample(len(cards), (*remembered, *others), random))
    for place, lying in view.own_places.items():
        if lying is None:
            guesses[place] = tuple([random.choice(like) for _ in range(random.choice(_GUESSED))])
    numbers = count(1)
    return view.with_cards(guesses).replace(
        questions=tuple(
            [
                _numbered(question, f"s{next(numbers)}") if question.k is None else question
                for question in view.questions
            ]
        ),
        counters=_guess_counters(view, random),
        teams=view.teams or {},
        todo=view.todo or (),
        waiting=_guess_waiting(view, random),
    )


def _numbered(question: Question, k: str) -> Question:
    return question.replace(k=k, ask=k)


def _guess_counters(view: State, random: RandomSource) -> dict[str, dict[str, int]]:
    """Return all counts: a hidden one is like one that is seen, or a small number."""
    counts = [count for each in view.counters.values() for count in each.values()]
    like = [count for count in counts if count is not None] or _GUESSED
    return {
        counter: {
            name: random.choice((*like, *_GUESSED)) if count is None else count
            for name, count in each.items()
        }
        for counter, each in view.counters.items()
    }


def _guess_waiting(view: State, random: RandomSource) -> Shuffling | Rolling | None:
    """Return what chance is asked: a shuffle of any place, or a die."""
    match view.waiting:
        case Shuffling(None):
            places = view.places
            possible = [name for name, cards in places.items() if len(cards) >= _FEWEST_SHUFFLED]
            # a player may have answered with cards since
            return Shuffling(random.choice(possible or [*places]))
        case Rolling(0):
            return _A_DIE
    return view.waiting


_LONG: Final = 30
"""After so many directions a match may end with any other."""
_LONGEST: Final = 90
"""After so many it does."""
_ENDS: Final = 0.1
_DRAW: Final = "end draw: it is late"
_TRIES: Final = 30
_WORDS: Final = ("mill", "river", "moon", "a bridge", "the last round", "seven")
_CARDS: Final = ("R1-R5", "B1-B3*2", "joker", "K*3", "standard", "")
_NAMES: Final = ("gold", "lives", "deck", "table", "store", "Bag-2", "x_1")
_TEAMS: Final = ("wolves", "red")
_FREQUENT: Final = (("ask", 5), ("deal", 4), ("do", 4), ("move", 3), ("shuffle", 2))
"""Directions that are tried more often than the others, and how much more often."""


def random_direction(state: State, random: RandomSource) -> str:
    """Return a legal direction."""
    if state.said >= _LONGEST or (state.said >= _LONG and random.random() < _ENDS):
        return _first_legal(state, [_end(state, random), _DRAW])
    return _first_legal(state, _tries(state, random))


def _tries(state: State, random: RandomSource) -> Iterator[str]:
    """Yield directions that are legal as a rule, and last of all what is nearly always."""
    words = [*[word for word, times in _FREQUENT for _ in range(times)], *_MAKERS]
    for _ in range(_TRIES):
        yield _MAKERS[random.choice(words)](state, random)
    yield f"headline: {_text(random)}"
    yield "withdraw all"  # a question that nobody can answer any more, as after a shuffle
    yield _DRAW


def _first_legal(state: State, texts: Iterable[str]) -> str:
    return next(text for text in texts if _is_legal(state, text))


def _is_legal(state: State, text: str) -> bool:
    """Return whether a direction is legal and leaves everybody who is asked an answer to give."""
    try:
        after = read_direction(text, state.names).perform(state, tell_nobody)
    except Rejected:
        return False
    while (further := next_step(after, tell_nobody)) is not None:
        after = further
    return all(
        _can_answer(after, question, player)
        for question in after.open_questions
        for player in question.open
    )


def _can_answer(state: State, question: Question, player: str) -> bool:
    match question.form:
        case Number() as form:
            low, high = form.bounds(state, player)
            return low <= high
        case OwnCards(number):
            return number <= len(state.hands[player])
    return True


def random_answer(state: State, question: Question, player: str, random: RandomSource) -> str:
    """Return an answer that fits the question's form; "" where none would."""
    form = question.form
    if offered := form.suggestions(state, player):
        return random.choice(offered)
    match form:
        case Number():
            low, high = form.bounds(state, player)
            return str(random.choice((low, high, (low + high) // 2)))
        case OwnCards(number=number):
            return " ".join(
                sample(min(number, len(state.hands[player])), state.hands[player], random)
            )
    return _text(random)


def _text(random: RandomSource) -> str:
    return random.choice(_WORDS)


def _who(state: State, random: RandomSource) -> str:
    names = [name for name in state.playing if random.random() < 0.5]
    kinds = ["all", ", ".join(names or state.playing[:1]), random.choice(state.players)]
    if 0 < len(names) < len(state.playing):
        kinds.append(f"others {' and '.join(names)}")
    kinds += [*(state.teams or {})]
    return random.choice(kinds)


def _place(state: State, random: RandomSource) -> str:
    return random.choice([*state.places])


def _ask(state: State, random: RandomSource) -> str:
    how = random.choice(("", "", " at once", " at once", " in secret"))
    limit = random.choice(("", " in 30", " in 90"))
    default = ""
    forms = [*FORMS[:-1], "1 card"]
    forms += [f"number 0 to {name}" for name in state.counters if state.seen[name] != "umpire"]
    forms += [f"1 card to {pile}" for pile in (*state.piles, *state.own)]
    form = random.choice(forms)
    if form.startswith("number") and random.random() < 0.5:
        default = " else 0"
    return f"ask {_who(state, random)}{how}{limit}: {_text(random)}? = {form}{default}"


def _reveal(state: State, random: RandomSource) -> str:
    return random.choice(("reveal", f"reveal s{len(state.questions)}", "reveal s1", "reveal all"))


def _write(state: State, random: RandomSource) -> str:
    cell = f"{random.choice('ABL')}{random.choice(range(1, 21))}"
    return f"write {cell}: {random.choice(('', _text(random)))}"


def _count(state: State, random: RandomSource) -> str:
    counter = random.choice([*state.counters, *_NAMES])
    changes = ["+1", "-1", "= 5", "+3", "+ answer", "= answer"]
    change = random.choice([*changes, *[f"+ {other}" for other in state.counters]])
    return f"count {_who(state, random)} {counter} {change}"


def _pile(state: State, random: RandomSource) -> str:
    cards = random.choice(_CARDS)
    how = random.choice(("", " open", " each", " each open"))
    return f"pile {random.choice(_NAMES)}{how}{': ' if cards else ''}{cards}"


def _counter(state: State, random: RandomSource) -> str:
    return f"counter {random.choice(_NAMES)}{random.choice(('', ' own', ' secret'))} 3"


def _deal(state: State, random: RandomSource) -> str:
    pile = random.choice(["", *[f"{name} of " for name in state.own]])
    return f"deal 1 from {_place(state, random)} to {pile}{_who(state, random)}"


def _team(state: State, random: RandomSource) -> str:
    return f"team {random.choice(_TEAMS)}: {random.choice(('', _who(state, random)))}"


def _move(state: State, random: RandomSource) -> str:
    source = _place(state, random)
    lying = state.cards_at(source)
    what = ["all", "top 1", "top 2"]
    if lying:
        what.append(" ".join(_some(lying, random)))
    bottom = random.choice(("", "bottom of "))
    return f"move {random.choice(what)} from {source} to {bottom}{_place(state, random)}"


def _some(cards: Cards, random: RandomSource) -> list[str]:
    return sample(min(len(cards), random.choice((1, 2, 3))), cards, random)


def _show(state: State, random: RandomSource) -> str:
    place = _place(state, random)
    lying = state.cards_at(place)
    named = f"{' '.join(_some(lying, random))} of " if lying and random.random() < 0.4 else ""
    return f"show {named}{place} to {_who(state, random)}"


def _face(state: State, random: RandomSource) -> str:
    if state.counters and random.random() < 0.3:
        return f"face up counter {random.choice([*state.counters])}"
    pile = random.choice([*state.piles, *state.own, "deck"])
    return f"face {random.choice(('up', 'down'))} {pile}"


def _roll(state: State, random: RandomSource) -> str:
    dice = random.choice(("2d6", "d20", "3d2"))
    return f"roll {dice}{random.choice(('', f' to {_who(state, random)}'))}"


def _do(state: State, random: RandomSource) -> str:
    if not state.procedures:
        return "stop"
    name = random.choice([*state.procedures])
    words = [_word(state, random) for _ in range(parameters(state.procedures[name]))]
    return " ".join(["do", name, *map(quoted_word, words)])


def _word(state: State, random: RandomSource) -> str:
    """Return what a parameter may well stand for: a player, a number, a card, a thing."""
    lying = [card for cards in state.places.values() for card in cards[:1]]
    return random.choice([*state.playing, "1", "2", *lying, *state.piles, *state.counters])


def _end(state: State, random: RandomSource) -> str:
    return f"end {_who(state, random)}: {_text(random)}"


_MAKERS: Final[Mapping[str, Callable[[State, RandomSource], str]]] = {
    "ask": _ask,
    "withdraw": lambda state, random: f"withdraw {_who(state, random)}",
    "reveal": _reveal,
    "tell": lambda state, random: f"tell {_who(state, random)}: {_text(random)}",
    "headline": lambda state, random: f"headline: {random.choice(('', _text(random)))}",
    "write": _write,
    "count": _count,
    "counter": _counter,
    "pile": _pile,
    "deal": _deal,
    "move": _move,
    "show": _show,
    "face": _face,
    "shuffle": lambda state, random: f"shuffle {_place(state, random)}",
    "roll": _roll,
    "out": lambda state, random: f"out {random.choice(state.players)}",
    "back": lambda state, random: f"back {random.choice(('all', *state.players))}",
    "team": _team,
    "do": _do,
    "stop": lambda state, random: "stop",
}
