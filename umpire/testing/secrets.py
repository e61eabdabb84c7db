"""What a viewer may not know: views, masks, and everything that leaves the program.

Twin matches (`umpire.testing.twins`) show what gives a secret away: whatever reaches a viewer must
be the same in both.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise, zip_longest
from random import Random

from hypothesis import given

from umpire.export.formats import FORMATS
from umpire.games.base import CHANCE, UMPIRE, AnyKind, DecisionKind
from umpire.json_types import JsonObject
from umpire.match import Judgement, Match, known_options
from umpire.sheets.template import check_tables
from umpire.testing import calls
from umpire.testing.base import RANDOM, Tests, examples, viewers
from umpire.testing.calls import judge, report, screen, view
from umpire.testing.differences import assert_equal, assert_part, difference
from umpire.testing.knowledge import is_revealing
from umpire.testing.matches import Played, random_answer, random_match, random_seed
from umpire.testing.outputs import CHEAP, Outputs, outputs
from umpire.testing.twins import (
    NONSENSE,
    Twins,
    appearance,
    cross,
    events_for,
    other_answers,
    play_alike,
    sample_two_worlds,
    twins,
    whole_state,
)

_OTHERS = 3
"""How many other answers are tried in place of one that everybody may read."""
_OF_A_KIND = 15
"""How many answers of a kind that everybody may read are looked at."""
_MATCHES = 6
"""How many matches tell of a game whether anything of it is hidden."""
_ANSWERED, _MOMENTS = 30, 150
"""How many matches tell whether what is answered is hidden, and how many lines of each."""
_ENOUGH, _PLENTY, _AT_ONCE = 20, 60, 7
"""How many other answers must have been tried before they tell anything, and need not be more; of
those at one moment so many count."""
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
_PAIR = 2
_UNDONE = (1, 4)
"""How many steps are taken back to see what is told of them."""
_FILLED = 0.3
"""How often a form is filled in to see what it offers then."""

_HIDE = (
    "Let `is_open` of its kind return False, or ask for it in secret (`Decision.secret`); if "
    "everybody may know it, `seen_by` must leave it in the state and `report` must show it."
)
_ADVICE = {
    "the masked state": "A state that `seen_by` masks must keep no trace of what it hides.",
    "an option": (
        "Take `Open` or `OpenOnce` from its field, or let `known_options` leave it out; if "
        "everybody may know it, it belongs in no `hidden_options`."
    ),
    "the screen": "`screen` may show nothing but what is in its view.",
    "the question": "`ask`, `suggest` and `form` may use nothing but the state they are given.",
    "the form": "`form` and `form_line` may use nothing but the state they are given.",
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
            played = [*random_match(start, Random(number))]
            opening = played[: min(int(share * len(played)), _FOLLOWED)]
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

    @given(random=RANDOM)
    @examples(5)
    def test_what_everybody_may_read_everybody_sees_the_effect_of(self, random: Random) -> None:
        """Else whoever reads the answer knows what their view hides."""
        played = [entry for start in self.starts() for entry in random_match(start, random)]
        for entry in _sample_of_each_kind(
            [entry for entry in played if entry.judgement.is_open], random
        ):
            for another in _other_open_answers(entry, random):
                for viewer in viewers(entry.before):
                    if viewer != entry.line["by"] and _is_blind(viewer, entry.judgement, another):
                        raise AssertionError(
                            f"{_called(viewer)} may read that {entry.line['by']} answered "
                            f"{entry.judgement.understood!r} and not {another.understood!r}, but "
                            f"what came of it is hidden from them. {_HIDE}"
                        )

    def test_what_nobody_may_read_is_hidden(self) -> None:
        """An answer that `is_open` keeps from everybody does not show in everybody's view."""
        for start in self.starts():
            tried, hidden = Counter[tuple[AnyKind, str]](), set[tuple[AnyKind, str]]()
            for seed in range(_ANSWERED):
                for entry in islice(random_match(start, Random(seed)), _MOMENTS):
                    whose = _unreadable_kind(entry)
                    if whose is None or whose in hidden:
                        continue
                    others = [
                        *other_answers(entry.before, entry.line, entry.judgement, Random(seed))
                    ]
                    if others and is_revealing(entry.before, entry.judgement.match, None):
                        continue
                    tried[whose] += min(len(others), _AT_ONCE)
                    public = appearance(entry.judgement, None) if others else ""
                    if any(appearance(another, None) == public for another in others):
                        hidden.add(whose)
            for (kind, by), times in tried.items():
                assert (kind, by) in hidden or times < _ENOUGH, (
                    f"Nobody may read what {by} answers to {kind.name!r}, but everybody's view "
                    f"tells it: with another answer the view differed in {times} of {times} tries. "
                    "If everybody may know it, let `is_open` return True; if not, `seen_by` must "
                    "mask it, and `report` must be made of nothing else."
                )

    def test_what_is_told_to_one_alone_others_do_not_see(self) -> None:
        """Else they know what that player is told in secret."""
        start, counts = self.starts()[-1], _SecretTexts()
        # of two players, each may know from their own hand what the other one holds
        are_several = len(start.header.players) > _PAIR
        watching = viewers(start) if are_several else (None,)
        for seed in range(_ANSWERED):
            random = Random(seed)
            played = random_match(start, random, seed=random_seed(random))
            for entry in islice(played, _MOMENTS):
                for viewer in watching:
                    counts.count(entry, viewer, random)
        counts.check()

    def test_a_private_game_hides_something_from_its_players(self) -> None:
        check_tables(self.sheets(), self.game)
        if not self.game.private:
            return
        hidden_from, is_kept = set[str | None](), False
        for match in self._some_moments():
            state = report(match)["state"]
            hidden_from |= {who for who in viewers(match) if view(match, who)["state"] != state}
            pending = [pending.decision for pending in match.pending]
            is_kept |= any(
                decision.group or (decision.is_secret and decision.rule == "last")
                for decision in pending
            )
        title = self.game.title
        assert hidden_from or is_kept, (
            f"{title} is private, but hides nothing from anybody in {_MATCHES} matches: mask in "
            "`seen_by` what a viewer may not know, or take `private` away if nothing is secret."
        )
        assert hidden_from != {None} or len(match.header.players) == 1, (
            f"What {title} hides from the public, it hides from no player: mask in `seen_by` what "
            "the other players hold."
        )

    def test_a_game_that_is_not_private_shows_everybody_the_same(self) -> None:
        if self.game.private:
            return
        remedy = "set `private = True` and give each player a table in the template"
        for match in self._some_moments():
            public = view(match, None)["state"]
            for player in match.header.players:
                assert view(match, player)["state"] == public, (
                    f"{player} may see what the public may not, but all of {self.game.title} is in "
                    f"one spreadsheet, which everybody reads: {remedy}."
                )
            for pending in match.pending:
                assert not pending.decision.is_secret, (
                    f"{pending.by} is asked for {pending.decision.kind.name!r} in secret, but "
                    f"types it into the spreadsheet that everybody reads: {remedy}."
                )

    def _some_moments(self) -> Iterator[Match]:
        for seed in range(_MATCHES):
            yield from self.moments(Random(seed))

    @given(random=RANDOM)
    @examples(5)
    def test_a_view_is_the_report_less_what_is_hidden(self, random: Random) -> None:
        for match in self.moments(random, mistakes=0.1):
            everything = report(match)
            json.dumps(everything, allow_nan=False)
            for viewer in viewers(match):
                assert_part(
                    view(match, viewer),
                    everything,
                    f"The view of {_called(viewer)} is not the report with some of it masked: what "
                    "is masked is null, or the number of what is in a list.",
                    gaps=match.game.is_directed,
                )

    @given(random=RANDOM)
    @examples(5)
    def test_no_player_s_view_is_less_than_the_public_s(self, random: Random) -> None:
        for match in self.moments(random):
            public = view(match, None)["state"]
            for player in match.header.players:
                assert_part(
                    public,
                    view(match, player)["state"],
                    f"Everybody is shown something that {player} is not.",
                    gaps=match.game.is_directed,
                )

    @given(random=RANDOM)
    @examples(3)
    def test_a_masked_state_is_of_the_same_type(self, random: Random) -> None:
        for match in self.moments(random):
            for viewer in viewers(match):
                masked = type(match.game.seen_by(match.state, viewer))
                assert masked is type(match.state), (
                    f"`seen_by` returns a {masked.__name__}, not a {type(match.state).__name__}."
                )

    @given(random=RANDOM)
    @examples(10)
    def test_a_secret_answer_that_is_not_applied_shows_in_no_other_s_view(
        self, random: Random
    ) -> None:
        """Two answers of one player to a secret decision are the same to everybody else."""
        for match in self.moments(random):
            for pending in match.pending:
                if not pending.decision.is_secret:
                    continue
                others = [viewer for viewer in viewers(match) if viewer != pending.by]
                shown_to_others = []
                for _ in range(2):
                    say = random_answer(match, pending, random)
                    judgement = judge(match, {"t": match.now, "by": pending.by, "say": say})
                    assert judgement.ok, f"{say!r} is a random answer, and refused."
                    if judgement.match.state == match.state:
                        events = [e for e in judgement.events if e.only not in (pending.by, UMPIRE)]
                        shown_to_others.append(
                            ([view(judgement.match, viewer) for viewer in others], events)
                        )
                if len(shown_to_others) > 1:
                    sentence = f"Others see what {pending.by} answers in secret."
                    assert_equal(shown_to_others[0], shown_to_others[1], sentence)


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
        judge(judgement.match, _forfeit(judgement.match, player))
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
        undone = [judge(match, _undo(match, steps)) for match in matches]
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
    undone = [judge(match, _undo(match, number)) for number in steps]
    left = [judge(match, _forfeit(match, player)) for player in out]
    return {
        "the masked state": [match.game.seen_by(match.state, viewer)],
        "the screen": [*screen(match, viewer).items()],
        "the question": [
            (
                calls.ask(match, pending),
                calls.suggest(match, pending),
                calls.form(match, pending, {}),
            )
            for pending in match.pending
            if pending.by == viewer
        ],
        "an event": events_for(judgement, viewer),
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
    """Return what a viewer's form offers while it is filled in, and the line that it stands for."""
    pending = match.pending_of(viewer or "")
    if pending is None:
        return {}
    filled, steps = dict[str, str](), list[object]()
    while (form := calls.form(match, pending, filled)) not in steps:
        steps.append(form)
        for name in [name for name in form if name not in filled]:
            filled[name] = random.choice(form[name] or ("", "1", "all"))
    return {"the form": [*steps, calls.form_line(match, pending, filled)]}


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


def _undo(match: Match, steps: int) -> JsonObject:
    return {"t": match.now, "by": UMPIRE, "say": f"undo {steps}"}


def _forfeit(match: Match, player: str) -> JsonObject:
    return {"t": match.now, "by": UMPIRE, "say": f"forfeit {player}"}


def _alternatives(
    entry: Played, viewer: str | None, random: Random
) -> Iterator[tuple[Judgement, Judgement]]:
    """Yield, twice each, what might have come of a line as far as a viewer knows.

    Chance might have answered otherwise; what a player answers might meet other secrets.
    """
    if entry.line["by"] == CHANCE:
        others = other_answers(entry.before, entry.line, entry.judgement, random)
        yield from ((entry.judgement, other) for other in islice(others, _AT_ONCE))
        return
    for _ in range(_OTHERS):
        both = sample_two_worlds(entry.before, viewer, random)
        first, second = (judge(match, entry.line) for match in both)
        if first.ok and second.ok:
            yield first, second


class _SecretTexts:
    """How often a viewer can see that something else was told to one player alone."""

    def __init__(self) -> None:
        self._seen = Counter[tuple[str, str, str | None]]()
        self._hidden = set[tuple[str, str, str | None]]()

    def count(self, entry: Played, viewer: str | None, random: Random) -> None:
        """Compare what came of a line with what might have come of it as far as a viewer knows."""
        decision = entry.judgement.decision
        if decision is None or entry.judgement.effect != "taken":
            return
        keys = {
            name: (decision.kind.name, name, viewer) for name in _texts_for_one(entry.judgement)
        }
        decided = self._hidden | {key for key, times in self._seen.items() if times > _PLENTY}
        left = {name: key for name, key in keys.items() if key not in decided}
        left.pop(viewer or "", None)
        for both in _alternatives(entry, viewer, random) if left else ():
            first, second = map(_texts_for_one, both)
            is_alike = len({appearance(judgement, viewer) for judgement in both}) == 1
            for name, key in left.items():
                texts, others = first.get(name, []), second.get(name, [])
                if texts != others and len(texts) == len(others):
                    self._seen[key] += 1
                    self._hidden |= {key} if is_alike else set()

    def check(self) -> None:
        """Fail if it could always be seen."""
        for key, times in self._seen.items():
            kind, name, viewer = key
            assert key in self._hidden or times < _ENOUGH, (
                f"What {name} alone is told after {kind!r} {_called(viewer)} can see: in {times} "
                f"of {times} tries in which {name} was told something else, that view differed. "
                "Mask it in `seen_by`; if it is no secret, tell it to everybody who may see it."
            )


def _texts_for_one(judgement: Judgement) -> dict[str, list[str]]:
    """Return what players are told that nobody else is."""
    texts = defaultdict[str, list[str]](list)
    for event in judgement.events:
        if event.only in judgement.match.header.players:
            texts[str(event.only)].append(event.text)
    return texts


def assert_same(viewer: str | None, ours: Outputs, theirs: Outputs) -> None:
    """Fail with a sentence that says what gives which secret away to whom."""
    for name, values in ours.items():
        for first, second in zip_longest(values, theirs.get(name, ())):
            place = None if first == second else difference(first, second)
            if place is not None:
                raise AssertionError(
                    f"{name[0].upper()}{name[1:]} tells {_called(viewer)} what they may not know: "
                    f"{place.of_first}, but {place.second} in a match that "
                    f"looks the same to them. {_ADVICE.get(name, _OTHERWISE)}"
                )


def _called(viewer: str | None) -> str:
    return "everybody" if viewer is None else viewer


def _unreadable_kind(entry: Played) -> tuple[AnyKind, str] | None:
    """Return the kind and the author of an answer that nobody else may read; None if all may."""
    decision = entry.judgement.decision
    if decision is None or decision.is_secret or entry.judgement.effect != "taken":
        return None
    return None if entry.judgement.is_open else (decision.kind, decision.by)


def _sample_of_each_kind(answered: Sequence[Played], random: Random) -> Iterator[Played]:
    """Yield some answers to each kind of decision."""
    kinds = defaultdict[AnyKind | None, list[Played]](list)
    for entry in answered:
        decision = entry.judgement.decision
        kinds[None if decision is None else decision.kind].append(entry)
    for entries in kinds.values():
        yield from random.sample(entries, min(_OF_A_KIND, len(entries)))


def _other_open_answers(entry: Played, random: Random) -> Iterator[Judgement]:
    """Yield what would have come of other open answers, if the umpire would know it from this."""
    pending = entry.before.pending_of(entry.line["by"])
    if pending is None:
        return
    for _ in range(_OTHERS):
        say = random_answer(entry.before, pending, random)
        another = judge(entry.before, entry.line | {"say": say})
        is_another = another.is_open and another.understood != entry.judgement.understood
        if is_another and whole_state(another.match) != whole_state(entry.judgement.match):
            yield another


def _is_blind(viewer: str | None, first: Judgement, second: Judgement) -> bool:
    """Return whether a viewer sees no difference between what came of two open answers.

    Where a kind says itself which answers are open, an event that tells of them is enough.
    """
    assert first.decision is not None
    says_so = type(first.decision.kind).is_open is not DecisionKind.is_open
    if says_so and events_for(first, viewer) != events_for(second, viewer):
        return False
    return appearance(first, viewer) == appearance(second, viewer)
