"""Twin matches: they differ only in what a viewer may not know, and look the same to that viewer.

Each kind of secret has a way to turn a line of Round 1 into its twin. Both twins are played on,
with the same lines where both allow them. As long as all that the rules' table lets a viewer know
has been the same in both, the masked state must be so, and the view, the screen, what was told and
what is asked and offered, byte for byte.
"""

import json
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from diyu import PLAYERS, SPREAD, Json, Table
from knowing import known
from made_up import random_hells

from umpire.games.eighteenth_hell import GAME
from umpire.games.eighteenth_hell.components import Placing, Spirit, Unit, all_of
from umpire.games.eighteenth_hell.hells import DEFAULT_HELLS
from umpire.games.eighteenth_hell.rules.line import Line, line_text
from umpire.games.eighteenth_hell.rules.round1 import ROUND1
from umpire.games.eighteenth_hell.state import HIDDEN, State
from umpire.games.two_players import Side
from umpire.match import asking, screen, view

Twin = Callable[[State, Side, Line, Random], Line | None]
"""Gives a line that differs in a secret, None if there is none of this kind here."""

BOUTS = 3
"""How many bouts the twins are followed."""
LINES = 20
"""How many lines are tried for one that has a twin."""
VIEWERS = (None, *PLAYERS)


def with_unit(placing: Placing, place: int, old: Unit, new: Unit) -> Placing:
    units = list(placing[place])
    units.remove(old)
    return (*placing[:place], tuple(sorted([*units, new])), *placing[place + 1 :])


def undisguised(state: State, side: Side, line: Line, random: Random) -> Line | None:
    """The unit that the Zero is shown as really lies there."""
    if line.disguise is None:
        return None
    place = next(place for place, units in enumerate(line.placing) if 0 in units)
    return line._replace(placing=with_unit(line.placing, place, 0, line.disguise), disguise=None)


def in_other_hells(state: State, side: Side, line: Line, random: Random) -> Line | None:
    """Other hells are attempted."""
    if not line.hells:
        return None
    names = state.terms.open_to(state.standings[side])
    hells = tuple(random.sample(names, random.randint(1, min(2, len(names)))))
    return line._replace(hells=hells) if set(hells) != set(line.hells) else None


def other_spirit(state: State, side: Side, line: Line, random: Random) -> Line | None:
    """Another spirit is invoked."""
    if line.spirit is None:
        return None
    attuned = random.random() < 0.5
    units = [Spirit("strength", unit, attuned) for unit in range(5)]
    return line._replace(spirit=random.choice([Spirit("foresight", None, attuned), *units]))


def all_else(state: State, side: Side, line: Line, random: Random) -> Line | None:
    """All but the hells is another, in a bout that is private."""
    if not state.private:
        return None
    return ROUND1.random_line(state, side, random)._replace(hells=line.hells)


def behind_the_blind(state: State, side: Side, line: Line, random: Random) -> Line | None:
    """Another unit lies on a battlefield, which the opponent may not see."""
    place = random.choice([place for place, units in enumerate(line.placing) if units])
    old = random.choice(line.placing[place])
    new = random.choice((-1, 0, 1, 2, 3, 4))
    if old == new or (old == 0 and line.disguise is not None):
        return None
    placing = with_unit(line.placing, place, old, new)
    return line._replace(placing=placing) if all_of(placing) != all_of(line.placing) else None


SECRETS: dict[str, Twin] = {
    "disguise": undisguised,
    "hells": in_other_hells,
    "spirit": other_spirit,
    "private": all_else,
    "blind": behind_the_blind,
}
BLOCKS = {"private": (3, 3, 5), "blind": (3,), "hells": (1, 2, 3, 4), "spirit": (0, 1, 3, 4)}


def opened_for(secret: str, random: Random) -> tuple[Table, list[Json]]:
    nine = {"normal": 9, "attuned": 9}
    while True:
        hells = DEFAULT_HELLS if random.random() < 0.5 else random_hells(random, 3)
        blocks = [random.choice(BLOCKS.get(secret, (0, 1, 2, 3, 4, 5))) for _ in PLAYERS]
        try:
            return Table(*blocks, hells=hells, spirits=[nine, nine]), hells
        except ValueError:
            continue


def twin_lines(table: Table, secret: str, random: Random) -> tuple[list[str], list[str]] | None:
    """A line of each player, and the same with one or both of them changed in a secret."""
    state = table.match.state
    lines = [ROUND1.random_line(state, side, random) for side in (0, 1)]
    twins = list(lines)
    for side in (0, 1):
        changed = SECRETS[secret](state, side, lines[side], random)
        legal = changed is not None and table.code(line_text(changed), PLAYERS[side]) is None
        if legal and (secret == "private" or random.random() < 0.5):
            twins[side] = changed
    if twins == lines:
        return None
    return [line_text(line) for line in lines], [line_text(line) for line in twins]


class Watched:
    """One of two twins, with what each viewer has seen of it."""

    def __init__(self, table: Table, hells: list[Json]) -> None:
        self.table = table
        self.hells = hells

    def say(self, by: str, text: str, random: Random) -> None:
        """Say a text, or if it is illegal in this twin something else."""
        if self.table.code(text, by) is not None:
            owed = self.table.match.owed_by(by)
            assert owed is not None
            text = asking.random_answer(self.table.match, owed, random)
        self.table.say(by, text)

    def known(self, viewer: str | None) -> Json:
        return known(self.table.state, viewer, self.hells)

    def seen(self, viewer: str | None) -> str:
        told = [text for only, text in self.table.told if only in (None, viewer)]
        match = self.table.match
        shown = [view(match, viewer), screen(match, viewer), told]
        owed = None if viewer is None else match.owed_by(viewer)
        if owed is not None:
            shown += [asking.ask(match, owed), asking.suggest(match, owed)]
            shown += [asking.form(match, owed, {})]
        return json.dumps(shown)

    def masked(self, viewer: str | None) -> State:
        return GAME.seen_by(self.table.match.state, viewer)


def copy_of(table: Table) -> Table:
    copy = Table.__new__(Table)
    copy.match, copy.t, copy.told = table.match, table.t, []
    return copy


def compare_twins(secret: str, seed: int) -> Counter[str]:
    """Play a pair of twins; count what was compared while the twins were not the same."""
    random = Random(f"{secret} {seed}")
    while True:
        table, hells = opened_for(secret, random)
        twins = None
        for _ in range(LINES):
            twins = twins or twin_lines(table, secret, random)
        if twins is not None:
            break
    one, two = Watched(copy_of(table), hells), Watched(copy_of(table), hells)
    compared: Counter[str] = Counter()
    blank = set(VIEWERS)
    for first, second in zip(PLAYERS, zip(*twins, strict=True), strict=True):
        one.say(first, second[0], random)
        two.say(first, second[1], random)
        follow(one, two, blank, compared)
    while one.table.state["bout"] <= BOUTS and one.table.match.pending and two.table.match.pending:
        for player in PLAYERS:
            owed = one.table.match.owed_by(player)
            if owed is None or two.table.match.owed_by(player) is None:
                return compared
            text = asking.random_answer(one.table.match, owed, random)
            one.say(player, text, random)
            two.say(player, text, random)
            follow(one, two, blank, compared)
    return compared


def follow(
    one: Watched, two: Watched, same_so_far: set[str | None], compared: Counter[str]
) -> None:
    """Compare the twins for all to whom they have been the same."""
    differ = one.table.state != two.table.state
    for viewer in VIEWERS:
        if viewer in same_so_far and one.known(viewer) != two.known(viewer):
            same_so_far.discard(viewer)
        if viewer in same_so_far:
            assert one.masked(viewer) == two.masked(viewer), viewer
            assert one.seen(viewer) == two.seen(viewer), viewer
            when = "after" if one.table.state["bouts"] else "between"
            compared[f"{when} {'public' if viewer is None else 'player'}"] += differ


def compare_all(secret: str, seeds: range) -> Counter[str]:
    return sum((compare_twins(secret, seed) for seed in seeds), Counter[str]())


@pytest.mark.parametrize(
    ("secret", "when"),
    [
        ("disguise", ("between public", "between player")),
        ("hells", ("between public", "between player")),
        ("spirit", ("between public", "between player", "after public", "after player")),
        ("private", ("between public", "after public")),
        ("blind", ("between public", "between player")),
    ],
)
def test_twins_look_the_same_to_who_may_not_know(secret: str, when: tuple[str, ...]) -> None:
    compared = compare_all(secret, range(25))
    assert all(compared[moment] > 1 for moment in when), f"they differ too seldom: {compared}"


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the twins are for: a view that told everything would not pass."""
    monkeypatch.setattr(type(GAME), "seen_by", lambda self, state, viewer: state)
    for secret in SECRETS:
        with pytest.raises(AssertionError):
            compare_all(secret, range(30))


def test_nothing_can_be_read_from_what_is_hidden_or_decided_by_it() -> None:
    table = Table().play(f"{SPREAD} | spirit foresight", SPREAD)
    for viewer in (None, "Bo"):
        masked = GAME.seen_by(table.match.state, viewer)
        assert masked.parts[0].own is masked.standings[0].uses is HIDDEN
        with pytest.raises(AttributeError):
            _ = masked.parts[0].own.hand
        with pytest.raises(TypeError):
            _ = "a spirit" if masked.standings[0].active else "none"
        with pytest.raises(TypeError):
            _ = [*masked.standings[0].active]
