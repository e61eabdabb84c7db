"""Tests that nothing made for a viewer tells them a secret.

Twin matches (`umpire.testing.twins`) show which output does: whatever reaches a viewer must be the
same in both.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise, zip_longest
from random import Random

from hypothesis import given

from umpire.export.formats import FORMATS
from umpire.games.base import AnyKind
from umpire.match import Judgement, Match, known_options
from umpire.testing import calls
from umpire.testing.base import RANDOM, Tests, examples, viewer_name, viewers
from umpire.testing.calls import judge, judge_command, screen
from umpire.testing.differences import difference
from umpire.testing.matches import random_answer, random_match
from umpire.testing.outputs import CHEAP, Outputs, outputs
from umpire.testing.twins import (
    NONSENSE,
    Twins,
    appearance,
    cross,
    events_for,
    play_alike,
    twins,
)

_OPENINGS = (0, 0.2, 0.6)
"""How much of a match is played before twins begin whose every output is compared."""
_FOLLOWED, _FEW_LINES = 40, 15
"""How many lines are played before that at most, and after it; and of what takes a while."""
_REPEATED = frozenset({"png", "xlsx"})
"""The formats that show a player no more than the others do."""
_TRIED = 0.4
"""How often a viewer tries any answer, besides some that were given before."""
_SAID = 2
"""How many of those."""
_FORFEITS = 0.1
"""How often it is tried what is told when somebody forfeits."""
_VIEWERS = 3
"""For how many viewers of a match twins are played."""
_COMPARED, _MOST_MATCHES = 240, 40
"""How many twins are compared, and in how many matches at most."""
_UNDONE = (1, 4)
"""How many steps are taken back to see what is told of them."""
_FILLED = 0.3
"""How often a form is filled in to see what it offers then."""
_ADVICE = {
    "the masked state": "A state that `seen_by` masks must keep no trace of what it hides.",
    "an option": (
        "Take `Open` or `OpenOnce` from its field, or let `known_options` leave it out; if "
        "everybody may know it, it belongs in no `hidden_options`."
    ),
    "the screen": "`screen` may show nothing but what is in its view.",
    "the question": (
        "`ask`, `question`, `suggest` and `form` may use nothing but the state they are given."
    ),
    "the form": "`form` and `form_line` may use nothing but the state they are given.",
    "a field": "`fields` may use nothing but the state it is given, and what is filled in.",
    "a draft": "`draft` may use nothing but the state it is given, and what is filled in.",
    "a rule that holds": "`now` may use nothing but the state it is given.",
    "a result": "`results` may use nothing but the state it is given.",
    "a note": "`notes` may use nothing but the state it is given.",
    "the chart": "`scores` may count nothing but what is in the state it is given.",
    "an event": (
        "Give the event `only=`, or leave the secret out of its text; if everybody may know it by "
        "now, `seen_by` must show it."
    ),
    "the refusal": (
        "`read` may refuse an answer only for what its author may know: let `apply` take any "
        "other, and tell what comes of it."
    ),
    "the preview": "`warn` and `preview` may use nothing but the state they are given.",
    "the umpire's forfeit": "Leave the secret out of what `forfeit` tells, or say `only=`.",
    "the id of a decision": "Exports name it: make it of nothing but what everybody may know.",
    "the limit of a decision": "Its deadline is told: let it depend on nothing that is hidden.",
    "the umpire's undo": "Let `is_open` of its kind return False.",
}
_OTHERWISE = (
    "It is made of the view, the events, and the answers whose `is_open` is True: see which of "
    "them tells it."
)


class SecretTests(Tests):
    """Nobody learns what they may not, whatever others hold and answer."""

    @given(random=RANDOM)
    @examples(4)
    def test_twins_are_shown_the_same(self, random: Random) -> None:
        for pair, texts in islice(_twins_with_tries(self.starts(), random), _COMPARED):
            viewer, judgements = pair.viewer, (pair.first, pair.second)
            out, steps = _players_to_forfeit(pair, random), _steps_to_undo(pair)
            ours, theirs = (
                _outputs_for(judgement, viewer, texts, steps, out) for judgement in judgements
            )
            assert_same(viewer, ours, theirs)
            if random.random() < _FILLED:
                luck = random.getrandbits(32)
                ours, theirs = (
                    _form_steps(judgement.match, viewer, Random(luck)) for judgement in judgements
                )
                assert_same(viewer, ours, theirs)

    def test_nothing_that_leaves_the_program_tells_twins_apart(self) -> None:
        """What takes a while is made in one of a few matches alone."""
        for number, share in enumerate(_OPENINGS):
            start = self.opened(cut=number == 1)
            players = start.header.players
            entries = [*random_match(start, Random(number))]
            opening = entries[: min(int(share * len(entries)), _FOLLOWED)]
            match = opening[-1].judgement.match if opening else start
            for viewer in (None, players[number % len(players)]):
                slow = FORMATS.keys() - (_REPEATED if viewer is not None else set())
                formats, most = (CHEAP, _FOLLOWED) if number else (slow, _FEW_LINES)
                pairs = [*islice(twins(match, viewer, Random(number), rejoin=False), most)]
                if not any(pair.differ for pair in pairs):
                    continue
                before = [entry.line for entry in opening]
                ours, theirs = (
                    outputs(start, [*before, *chain(*lines)], viewer, formats, self.template)
                    for lines in zip(*(pair.lines for pair in pairs), strict=True)
                )
                assert_same(viewer, ours, theirs)

    def test_nothing_that_leaves_the_program_tells_of_hidden_options(self) -> None:
        """Not even matches that began with other ones do, as long as they look the same."""
        starts = [self.opened(**hidden) for hidden in self.hidden_options]
        for first, second in pairwise(starts):
            for viewer in (None, first.header.players[0]):
                lines = [*islice(play_alike(first, second, viewer, Random(1)), _FEW_LINES)]
                formats = FORMATS.keys() - (_REPEATED if viewer is not None else set())
                ours, theirs = (
                    {"an option": [known_options(start, viewer)]}
                    | outputs(start, [{"t": 0}, *said_lines], viewer, formats, self.template)
                    for start, said_lines in (
                        (first, [line for line, _ in lines]),
                        (second, [line for _, line in lines]),
                    )
                )
                assert_same(viewer, ours, theirs)


def _twins_with_tries(starts: Sequence[Match], random: Random) -> Iterator[tuple[Twins, list[str]]]:
    """Yield twins of several matches, and what their viewer may try to answer then."""
    for _ in range(_MOST_MATCHES):
        start = random.choice(starts)
        watching = viewers(start)
        for viewer in random.sample(watching, min(_VIEWERS, len(watching))):
            tries = _Tries()
            for pair in twins(start, viewer, random):
                yield pair, tries.next(pair, random)


class _Tries:
    """What a viewer who is asked something tries to answer, right or wrong."""

    def __init__(self) -> None:
        self._said = defaultdict[AnyKind, set[str]](set)

    def next(self, pair: Twins, random: Random) -> list[str]:
        """Return texts that may be said after a line, some of them right at other moments."""
        for judgement in (pair.first, pair.second):
            if judgement.decision is not None and judgement.answer is not None:
                self._said[judgement.decision.kind].add(judgement.understood or "")
        match = pair.second.match
        pending = None if pair.viewer is None else match.pending_of(pair.viewer)
        if pending is None:
            return []
        kind = pending.decision.kind
        answers = sorted({*self._said[kind], *kind.examples})
        texts = random.sample(answers, min(_SAID, len(answers)))
        if random.random() < _TRIED:
            answer = random_answer(match, pending, random)
            others = (random.choice([*answers, answer]) for _ in range(_SAID))
            texts += [answer, *random.sample(NONSENSE, 2)]
            texts += [cross(answer, another, random) for another in others]
        return texts


def _players_to_forfeit(pair: Twins, random: Random) -> list[str]:
    """Return now and then who may forfeit so that the matches still look the same."""
    match = pair.first.match
    if match.outcome is not None or random.random() > _FORFEITS:
        return []
    player = random.choice(match.header.players)
    after = [
        judge_command(judgement.match, f"forfeit {player}")
        for judgement in (pair.first, pair.second)
    ]
    return [player] if len({appearance(judgement, pair.viewer) for judgement in after}) == 1 else []


def _steps_to_undo(pair: Twins) -> list[int]:
    """Return how many steps may be taken back so that the matches still look the same.

    In a game that is directed others may have made steps in one match alone. Then as many steps
    are others there, after which something else may happen by itself.
    """
    if not pair.first.match.game.is_directed:
        return [*_UNDONE]
    matches = pair.first.match, pair.second.match
    as_many = []
    for steps in _UNDONE:
        undone = [judge_command(match, f"undo {steps}") for match in matches]
        after = {
            (appearance(judgement, pair.viewer), *events_for(judgement, pair.viewer)[1:])
            for judgement in undone
        }
        if len(after) == 1:
            as_many.append(steps)
    return as_many


def _outputs_for(
    judgement: Judgement,
    viewer: str | None,
    texts: Sequence[str],
    steps: Sequence[int],
    out: Sequence[str],
) -> Outputs:
    """Return what is made for a viewer after a line, and what comes of texts they try then.

    So many `steps` are taken back, and the players in `out` forfeit, to see what is told of that.
    """
    match = judgement.match
    undone = [judge_command(match, f"undo {number}") for number in steps]
    left = [judge_command(match, f"forfeit {player}") for player in out]
    return {
        "the masked state": [match.game.seen_by(match.state, viewer)],
        "the screen": [*screen(match, viewer).items()],
        "the question": [
            (
                calls.ask(match, pending),
                calls.question(match, pending),
                calls.suggest(match, pending),
                calls.form(match, pending, {}),
            )
            for pending in match.pending
            if pending.by == viewer
        ],
        "an event": events_for(judgement, viewer),
        "a result": calls.results(match, viewer),
        "a note": calls.notes(match, viewer),
        "a rule that holds": calls.rules_now(match, viewer),
        "the chart": [match.game.scores(match.game.seen_by(match.state, viewer))],
        "the umpire's undo": [text for after in undone for text in events_for(after, viewer)],
        "the umpire's forfeit": [text for after in left for text in events_for(after, viewer)],
        **_tried_texts(match, viewer, texts),
        **_decision_facts(match, viewer),
    }


def _tried_texts(match: Match, viewer: str | None, texts: Sequence[str]) -> Outputs:
    """Return what a viewer reads who tries to answer with texts."""
    tried = [(text, judge(match, {"t": match.now, "by": viewer, "say": text})) for text in texts]
    return {
        "the refusal": [f"{text!r}: {attempt.error or 'accepted'}" for text, attempt in tried],
        "the preview": [f"{text!r}: {_preview(match, viewer, attempt)}" for text, attempt in tried],
    }


def _preview(match: Match, viewer: str | None, tried: Judgement) -> str:
    """Return what the author of an answer reads of it before it is sent."""
    pending = match.pending_of(viewer or "")
    if pending is None or tried.answer is None:
        return ""
    notes = calls.warn(match, pending, tried.answer), calls.preview(match, pending, tried.answer)
    return " ".join(notes)


def _form_steps(match: Match, viewer: str | None, random: Random) -> Outputs:
    """Return what a viewer's form offers and drafts while it is filled in, and its line."""
    pending = match.pending_of(viewer or "")
    if pending is None:
        return {}
    filled, steps, fields, drafts = dict[str, str](), list[object](), list[object](), list[object]()
    while (form := calls.form(match, pending, filled)) not in steps:
        steps.append(form)
        fields.append(calls.fields(match, pending, filled))
        drafts.append(calls.draft(match, pending, filled))
        for name in [name for name in form if name not in filled]:
            filled[name] = random.choice(form[name] or ("", "1", "all"))
    line = calls.form_line(match, pending, filled)
    return {"the form": [*steps, line], "a field": fields, "a draft": drafts}


def _decision_facts(match: Match, viewer: str | None) -> Outputs:
    """Return what a viewer may know of each decision besides its question.

    In a game that is directed it may depend on questions that the viewer does not know of.
    """
    if match.game.is_directed:
        return {}
    return {
        f"the {name} of a decision": [
            getattr(pending.decision, name) for pending in match.known_to(viewer)
        ]
        for name in ("id", "limit", "reserve", "rule")
    }


def assert_same(viewer: str | None, ours: Outputs, theirs: Outputs) -> None:
    """Fail with a sentence that says what gives which secret away to whom."""
    for name, values in ours.items():
        for first, second in zip_longest(values, theirs.get(name, ())):
            place = None if first == second else difference(first, second)
            if place is not None:
                raise AssertionError(
                    f"{name[0].upper()}{name[1:]} tells {viewer_name(viewer)} what they may not "
                    f"know: {place.of_first}, but {place.second} in a match that "
                    f"looks the same to them. {_ADVICE.get(name, _OTHERWISE)}"
                )
