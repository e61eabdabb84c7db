"""Twins: two matches that one viewer cannot tell apart, though they differ.

In the second one other players hold other cards and have given other answers, so nothing that is
made for that viewer may differ. Other deals and other answers lead to them. In a game that can
guess its secrets, two worlds that are sampled from the viewer's view do so too, at any moment.

In a game that is directed, other players are also asked, answer and let limits fall in one of the
matches, and the other one shows no trace of that.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from umpire.games.base import CHANCE, UMPIRE, AnyGame, Event, Game
from umpire.json_types import JsonObject
from umpire.match import (
    Judgement,
    Match,
    asking,
    known_options,
    sample_world,
)
from umpire.match.commands import is_command
from umpire.testing.calls import chance_answer, judge, view
from umpire.testing.matches import SEED, random_answer

NONSENSE = ("", "nonsense", "lock", "1", "pass", "raise 3", "-", "all")
_TRIES = 24
"""How many other answers or deals are tried that leave the viewer none the wiser."""
_LINES = 6
"""How many lines are tried after which twins are still twins."""
_MOMENTS = 150
"""How many lines twins are followed at most."""
_UMPIRE, _MISTAKES, _LATE, _LOCKED, _ALONE = 0.04, 0.1, 0.05, 0.7, 0.3
"""How often the umpire speaks, somebody errs, a limit falls, a held answer is locked, and something
that the viewer knows nothing of is said in one match alone."""
_WORD = re.compile(r"\w+")
_RESAMPLED = 0.5
"""How often two matches that are the same are both imagined."""


@dataclass(frozen=True, slots=True)
class Twins:
    """Two matches that a viewer cannot tell apart, and what came last in each."""

    viewer: str | None
    first: Judgement
    second: Judgement
    lines: tuple[tuple[JsonObject, ...], tuple[JsonObject, ...]]
    """The lines that came last in each: one, as a rule."""

    @property
    def differ(self) -> bool:
        """Whether the two differ at all."""
        return bool(whole_state(self.first.match) != whole_state(self.second.match))


def twins(
    match: Match, viewer: str | None, random: Random, *, rejoin: bool = True
) -> Iterator[Twins]:
    """Play two matches side by side that look the same to a viewer.

    If they would look different, both go on as the first of them, until another deal or answer, or
    imagining them, makes them differ; or they end there if they do not `rejoin`.
    """
    first = second = match
    for _ in range(_MOMENTS):
        if rejoin and first.state == second.state and random.random() < _RESAMPLED:
            first, second = sample_two_worlds(first, viewer, random)
        tries = (
            _say_in_both(first, second, viewer, random) for _ in range(1 if rejoin else _LINES)
        )
        pair = next((pair for pair in tries if pair is not None), None)
        if pair is not None:
            yield pair
            first, second = pair.first.match, pair.second.match
        elif rejoin:
            first = second = judge(first, _random_line(first, viewer, random)).match
        if (pair is None and not rejoin) or first.outcome is not None:
            return


def can_guess(game: AnyGame) -> bool:
    """Return whether a game hides nothing, or can guess what it hides."""
    return not game.private or type(game).determinize is not Game.determinize


def sample_two_worlds(match: Match, viewer: str | None, random: Random) -> tuple[Match, Match]:
    """Return a match as a viewer may imagine it, twice; the match itself if that cannot be."""
    is_chance = bool(match.pending) and match.pending[0].by == CHANCE
    hides = match.game.private and can_guess(match.game)
    if is_chance or match.paused or match.outcome is not None or not hides:
        return match, match
    try:
        first, second = (sample_world(match, viewer, random) for _ in range(2))
    except Exception:  # why a guess fails is for the tests of guesses to tell
        return match, match
    unseeded = replace(first.header, seed=match.header.seed)  # both are dealt the same from now on
    return first.replace(header=unseeded), second.replace(header=unseeded)


def play_alike(
    first: Match, second: Match, viewer: str | None, random: Random
) -> Iterator[tuple[JsonObject, JsonObject]]:
    """Play two matches that began otherwise by the same lines; yield those said in each.

    Chance deals each by the seed. What would make them look different to a viewer, or bring options
    to light in which they differ, is not said.
    """
    for _ in range(_MOMENTS):
        line = replacement = _random_line(first, viewer, random)
        if line.get("by") == CHANCE:
            replacement = {**line, "say": chance_answer(second, SEED)}
        ours, theirs = judge(first, line), judge(second, replacement)
        is_same = _is_alike(*(_visible(each, viewer) for each in (ours, theirs)))
        is_same &= _is_alike(*(known_options(each.match, viewer) for each in (ours, theirs)))
        if is_same and events_for(ours, viewer) == events_for(theirs, viewer):
            yield line, replacement
            first, second = ours.match, theirs.match
        if first.outcome is not None:
            return


def whole_state(match: Match) -> Any:
    """Return all that the umpire knows of a match except its clock, for a comparison."""
    held = [(pending.by, pending.held) for pending in match.pending]
    answers = [(answer.decision.by, answer.answer) for answer in match.taken_answers]
    return match.game.report(match.state), held, answers


def other_answers(
    before: Match, line: JsonObject, taken: Judgement, random: Random
) -> Iterator[Judgement]:
    """Yield the judgements of other legal answers that are no more open than the given one.

    `taken` is the judgement of the line itself.
    """
    texts = {taken.understood}
    for say in _variants(taken, before, line, None, random):
        judgement = taken if say is None else judge(before, line | {"say": say})
        is_new = (
            judgement.effect == "taken"
            and not judgement.is_open
            and judgement.understood not in texts
        )
        if is_new:
            texts.add(judgement.understood)
            yield judgement


def appearance(judgement: Judgement, viewer: str | None) -> str:
    """Return how a match looks to a viewer after a line, for a comparison."""
    return json.dumps([view(judgement.match, viewer), judgement.code], sort_keys=True)


def _say_in_both(first: Match, second: Match, viewer: str | None, random: Random) -> Twins | None:
    """Say a line in one match, and in the other one what leaves the viewer none the wiser."""
    if first.game.is_directed and random.random() < _ALONE:
        alone = _say_alone(first, second, viewer, random)
        if alone is not None:
            return alone
    line = _random_line(first, viewer, random)
    if first.game.is_directed and "by" not in line:
        return _wait(first, second, viewer, line)
    ours = judge(first, line)
    our_view = _visible(ours, viewer)
    is_directed = first.game.is_directed and line.get("by") == UMPIRE
    for text in _variants(ours, second, line, viewer, random):
        replacement = line if text is None else {**line, "say": text}
        theirs = judge(second, replacement)
        if not _is_alike(our_view, _visible(theirs, viewer)):
            continue
        # what everybody may read is no secret that they could differ in
        is_read = replacement != line and (ours.is_open or theirs.is_open)
        # nobody else learns whether what the umpire said was refused
        same = is_directed or (theirs.code, theirs.effect) == (ours.code, ours.effect)
        if (
            is_directed
            and replacement != line
            and (_repeats(first, ours) or _repeats(second, theirs))
        ):
            continue
        if replacement != line and is_command(str(replacement["say"])) and ours.ok != theirs.ok:
            continue  # that steps were undone everybody is told
        if line.get("by") == CHANCE and _is_reordered(ours, theirs, viewer):
            continue
        if line.get("by") == CHANCE and _chance_question(first) != _chance_question(second):
            # what each is asked is a secret, but who is told of the outcome may find it out
            same = same and events_for(ours, viewer) == events_for(theirs, viewer)
        if same and not is_read:
            return Twins(viewer, ours, theirs, ((line,), (replacement,)))
    return None


def _chance_question(match: Match) -> str | None:
    pending = match.pending_of(CHANCE)
    return None if pending is None else pending.decision.kind.ask(match.state, pending.decision)


def events_for(judgement: Judgement, viewer: str | None) -> list[str]:
    """Return the events of a line that a viewer may read, with all that a page can draw of them."""
    return [_full_text(event) for event in judgement.events if event.is_told_to(viewer)]


def _full_text(event: Event) -> str:
    details = {
        event.kind: event.kind != "note",
        f"by {event.by}": event.by,
        f"pieces {' '.join(event.pieces)}": event.pieces,
        f"did {event.did}": event.did,
        f"end {event.end}": event.end,
    }
    visible = ", ".join(text for text, is_there in details.items() if is_there)
    return f"{event.text} ({visible})" if visible else event.text


def _is_reordered(first: Judgement, second: Judgement, viewer: str | None) -> bool:
    """Return whether a viewer alone is told the same words in another order.

    So may the cards be that a player is dealt, where a hand has no order.
    """
    pairs = [
        (ours, theirs)
        for ours, theirs in zip(first.events, second.events, strict=False)
        if ours.only == theirs.only == viewer is not None and ours.text != theirs.text
    ]
    return any(
        sorted(_WORD.findall(ours.text)) == sorted(_WORD.findall(theirs.text))
        for ours, theirs in pairs
    )


def _repeats(before: Match, judgement: Judgement) -> bool:
    """Return whether something is told that changes nothing: nobody sees it but by being told."""
    return bool(judgement.events) and whole_state(judgement.match) == whole_state(before)


def _visible(judgement: Judgement, viewer: str | None) -> JsonObject:
    """Return what a viewer sees of a match who does not know whether the line was refused.

    When limits fall is no part of it, where nothing unknown may go on at the same time: that what
    is hidden must make no difference to them is for the tests to find.
    """
    visible = view(judgement.match, viewer)
    if judgement.match.game.is_directed:
        return visible
    return visible | {
        "pending": [(pending["by"], pending["kind"]) for pending in visible["pending"]]
    }


def _is_alike(first: JsonObject, second: JsonObject) -> bool:
    """Return whether two values are the same JSON, in which 1 is not true; most are not."""
    return first == second and json.dumps(first, sort_keys=True) == json.dumps(
        second, sort_keys=True
    )


def _say_alone(first: Match, second: Match, viewer: str | None, random: Random) -> Twins | None:
    """Let a player say in one match what does not exist for the viewer, and nothing in the other.

    That is an answer to a question that the viewer does not know of, or anything of somebody who
    is asked nothing.
    """
    lines: list[JsonObject] = []
    visible = first.known_to(viewer)
    for pending in first.pending:
        if pending.by not in (CHANCE, UMPIRE, viewer) and pending not in visible:
            answer = random_answer(first, pending, random)
            lines.append({"t": first.now, "by": pending.by, "say": answer})
    idle = {*first.header.players} - {pending.by for pending in first.pending} - {viewer}
    lines += [{"t": first.now, "by": name, "say": random.choice(NONSENSE)} for name in sorted(idle)]
    if first.paused or not lines:
        return None
    line = random.choice(lines)
    ours, theirs = judge(first, line), Judgement(second)
    if not _is_alike(_visible(ours, viewer), _visible(theirs, viewer)):
        return None  # it was the last of a group, or let a procedure go on
    return Twins(viewer, ours, theirs, ((line,), ()))


def _wait(first: Match, second: Match, viewer: str | None, time: JsonObject) -> Twins | None:
    """Let the limits fall that do in each match, and let the umpire say something thereafter.

    Where none falls nothing tells of the time.
    """
    note = {"t": time["t"], "by": UMPIRE, "say": "note time has passed"}
    lines: list[tuple[JsonObject, ...]] = []
    judgements: list[Judgement] = []
    for match in (first, second):
        waited = judge(match, time)
        falls = match.falls_at()
        fell = waited.ok and falls is not None and falls < time["t"]
        after = waited.match if fell else match
        lines.append((time, note) if fell else (note,))
        noted = judge(after, note)
        judgements.append(noted._replace(events=(waited.events if fell else ()) + noted.events))
    ours, theirs = judgements
    if not _is_alike(_visible(ours, viewer), _visible(theirs, viewer)):
        return None
    return Twins(viewer, ours, theirs, (lines[0], lines[1]))


def _random_line(match: Match, viewer: str | None, random: Random) -> JsonObject:
    """Return something that somebody says now, or a limit that falls."""
    if match.pending and match.pending[0].by == CHANCE:
        return {"t": match.now, "by": CHANCE, "say": chance_answer(match, SEED)}
    if random.random() < _UMPIRE:
        say = random.choice(("undo", "undo 2", "note Ana is late"))
        if match.game.is_directed:
            who = random.choice(match.header.players)
            say = random.choice((say, "pause", "resume", f"extend {who} 5", f"forfeit {who}"))
        return {"t": match.now, "by": UMPIRE, "say": say}
    falls = match.falls_at()
    if falls is not None and random.random() < _LATE:
        return {"t": round(falls + 0.001, 3)}
    t = match.now if falls is None else min(match.now + random.choice((0, 1, 7)), falls)
    pending = random.choice(match.pending)
    if asking.can_lock(match, pending) and random.random() < _LOCKED:
        say = "lock"
    elif random.random() < _MISTAKES:
        say = random.choice(NONSENSE)
    else:
        say = random_answer(match, pending, random)
    return {"t": t, "by": pending.by, "say": say}


def _variants(
    ours: Judgement, second: Match, line: JsonObject, viewer: str | None, random: Random
) -> Iterator[str | None]:
    """Yield what might be said instead where the viewer does not hear it; None is the line."""
    by, said = line.get("by"), line.get("say")
    if by == UMPIRE and is_command(str(said)):
        if str(said).startswith("note"):
            yield "note Bo is late"
        elif second.game.is_directed and str(said).startswith("undo"):
            yield from ("undo", "undo 2", "undo 3")
        yield None
        return
    pending = None if by is None or by == viewer else second.pending_of(by)
    if pending is not None and not (ours.is_open or ours.effect == "locked"):
        for attempt in range(_TRIES):
            if not ours.ok:
                yield random.choice(NONSENSE)
                continue
            answer = random_answer(second, pending, random)
            yield _mixed(str(said), answer, random, attempt) if by == CHANCE else answer
    yield None


def cross(answer: str, another: str, random: Random) -> str:
    """Return an answer with a word of another one in the place of one of its own."""
    words, strange = answer.split(), another.split()
    if not words or not strange:
        return answer
    place = random.randrange(len(words))
    word = strange[place] if place < len(strange) else random.choice(strange)
    return " ".join([*words[:place], word, *words[place + 1 :]])


def _mixed(dealt: str, another: str, random: Random, attempt: int) -> str:
    """Put some words of another deal into this one, each changing places if it is there.

    The later the attempt, the fewer.
    """
    words, strange = dealt.split(), another.split()
    if not words or not strange:
        return another
    for _ in range((4, 2, 1)[3 * attempt // _TRIES]):
        place, word = random.randrange(len(words)), random.choice(strange)
        if word in words:
            words[words.index(word)] = words[place]
        words[place] = word
    return " ".join(words)
