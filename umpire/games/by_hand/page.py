"""What a page says of a question of the umpire's: its field, and what an answer does."""

from functools import partial
from typing import Final

from umpire.games.by_hand.forms import Form, FreeText, Number, OwnCards, PlayerName
from umpire.games.by_hand.state import Question, State
from umpire.games.cards import HiddenCards
from umpire.games.errors import Rejected
from umpire.games.page import Draft, Field, Lot, LotPile
from umpire.games.page import Question as PageQuestion
from umpire.games.results import Result, ResultRow, verbatim
from umpire.games.text import normalize, pluralize
from umpire.games.values import memoize

_WHO_READS: Final = {
    "openly": "Everybody reads your answer.",
    "at once": "Nobody reads your answer before all answers are in.",
    "in secret": "Only the umpire reads your answer.",
}
"""Who reads an answer, by how its question was asked."""
_MOST_RESULTS: Final = 4_000
"""How many results are kept: those of all questions of some long matches."""
_BESIDE: Final = 3
"""So many piles a page draws beside the large card."""


def question(view: State, asked: Question) -> PageQuestion:
    """Return a question as the umpire wrote it: how to answer is said by its field."""
    prompt, pile = asked.prompt, ""
    if isinstance(asked.form, OwnCards) and asked.form.pile is not None:
        goes = "The card goes" if asked.form.number == 1 else "The cards go"
        pile = f"{goes} onto {_pile(view, asked.form.pile)}."
    asks, condition, otherwise = map(verbatim, (_capital(prompt), pile, _at_limit(asked)))
    return PageQuestion(asks, condition, otherwise)


def _pile(view: State, pile: str) -> str:
    """Return a pile as its owner calls it."""
    return f"your {pile}" if pile in view.own else pile


def results(view: State) -> tuple[Result, ...]:
    """Return the questions that several have answered, in the order in which they ended.

    Words of a player's own, which might look like a mention, are none of them.
    """
    questions = {each.k: each for each in view.questions}
    ended = [questions[k] for k in view.ended]
    return tuple(
        [
            _result(each)
            for each in ended
            if len(each.answers) > 1 and not isinstance(each.form, FreeText)
        ]
    )


@partial(memoize, most=_MOST_RESULTS)
def _result(asked: Question) -> Result:
    rows = [
        ResultRow(name, pieces=tuple(answer.split()))
        if isinstance(asked.form, OwnCards)
        else ResultRow(name, makes=verbatim(answer))
        for name, answer in asked.answers.items()
    ]
    return Result(f"Question {asked.k}", verbatim(_capital(asked.prompt)), rows=tuple(rows))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _at_limit(asked: Question) -> str:
    if asked.seconds is None:
        return ""
    return "or no answer" if asked.default is None else f"then {asked.default} counts"


def field(view: State, player: str, form: Form) -> Field:
    """Return what stands at the only field of a form."""
    match form:
        case Number():
            low, high = form.bounds(view, player)
            most = f"all you have: {high}" if isinstance(form.high, str) else str(high)
            return Field(verbatim(_number_label(form)), least=low, most=high, ends=(str(low), most))
        case OwnCards(number=1):
            return Field("A card of your hand", at_most=1)
        case OwnCards():
            return Field(f"{form.number} cards of your hand", at_most=form.number)
        case PlayerName():
            return Field("A player")
        case FreeText():
            return Field("Your answer", hint="in your own words")
    return Field("Your answer", buttons=True)


def _number_label(form: Number) -> str:
    """Return the label of a number: the counter of which it is at most all."""
    return _capital(form.high) if isinstance(form.high, str) else "Your number"


def answered(form: Form, answer: str) -> str:
    """Return what somebody did who gave an answer, without the cards in it.

    Nothing is said for words of a player's own, which might look like a mention.
    """
    match form:
        case FreeText():
            return ""
        case OwnCards():
            return "answered"
    return verbatim(f"answered {answer}")


def draft(view: State, player: str, asked: Question, text: str) -> Draft | None:
    """Return what an answer does; None while there is none."""
    form = asked.form
    if not text.strip():
        return None
    if isinstance(form, OwnCards) and (lacking := form.number - len(text.split())) > 0:
        return Draft(missing=f"{pluralize(lacking, 'more card')} to choose.")
    try:
        answer = form.read(view, player, text)
    except Rejected as refusal:
        return Draft(missing=verbatim(str(refusal)))
    if isinstance(form, OwnCards) and form.pile is not None:
        says = f"You put {answer} onto {_pile(view, form.pile)}."
    else:
        says = f"You answer {answer}{_share(view, player, form)}."
    return Draft(verbatim(says), more=_WHO_READS[asked.how])


def _share(view: State, player: str, form: Form) -> str:
    """Return of how many of a counter a number is a part; nothing where it is none."""
    if not isinstance(form, Number) or not isinstance(form.high, str):
        return ""
    return f" of your {form.bounds(view, player)[1]} {form.high}"


def lot(view: State) -> Lot | None:
    """Return the top card of the pile that the options call big; None while nobody sees one."""
    pile = view.piles.get(view.big)
    if pile is None or not pile.cards or isinstance(pile.cards, HiddenCards):
        return None
    top, *others = pile.cards
    below = f"{pluralize(len(others), 'card')} below" if others else ""
    text = notes(view).get(top, "")
    return Lot(top, title=_capital(view.big), text=text, below=below, piles=_beside(view))


def _beside(view: State) -> tuple[LotPile, ...]:
    """Return the first other piles for all that have cards, with the top cards that are seen."""
    others = [(name, pile.cards) for name, pile in view.piles.items() if name != view.big]
    seen = [(name, cards) for name, cards in others if cards]
    return tuple(
        LotPile(name, len(cards), "" if isinstance(cards, HiddenCards) else cards[0])
        for name, cards in seen[:_BESIDE]
    )


def notes(view: State) -> dict[str, str]:
    """Return what the options say of cards, also by the cards as the viewer sees them written."""
    texts = {normalize(card): text for card, text in view.notes.items()}
    piles = [pile.cards for pile in view.piles.values()]
    own = [cards for pile in view.own.values() for cards in pile.cards.values()]
    visible = {
        card
        for cards in (*piles, *own, *view.hands.values())
        if cards is not None and not isinstance(cards, HiddenCards)
        for card in cards
    }
    written = {card: texts[normalize(card)] for card in visible if normalize(card) in texts}
    return {**view.notes, **dict(sorted(written.items()))}
