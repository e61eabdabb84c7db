"""Twin matches: two that differ only in what a viewer may not know look the same to that viewer.

A pair of matches is played side by side. Each deal gives the viewer the same hand in both, but
some of the cards that the viewer does not see lie elsewhere: in other hands, USA's, the deck. The
same is said in both, but that others may discard other cards face down, commit other cards in
secret, and have or not have the Fool. As long as nothing that the rules reveal tells the two apart,
all that the viewer is given is the same: view, screen, events, who is asked what and when, what is
offered, refusals.

`python tests/games/arcanoid/test_arcanoid_secrets.py 5000` plays that many pairs.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from arcanoid_table import NAMES, dealt

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.components import (
    DECK,
    Card,
    in_order,
    is_ace,
    is_court,
    is_trump,
    number_of,
    suit_of,
    title,
)
from umpire.games.base import CHANCE
from umpire.games.cards import HIDDEN, HiddenCards
from umpire.library import report
from umpire.match import Header, Judgement, Match, asking, begin, judge, screen, view

PLAYERS = NAMES[:3]
VIEWERS = (None, *PLAYERS)
PAIRS, MOST_PAIRS = 15, 200
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"variant": "KOBLENZ"},
    {"variant": "MALTA", "move_seconds": 60, "poll_seconds": 9},
    {"variant": "WORMS"},
    {"gaza": True},
    {"gaza": True, "variant": "KOBLENZ"},
)
TRIES = 8
NONSENSE = ("nonsense", "fool", "discard 0", "commit swords S5", "hermit", "show", "yes", "lock")


def known(match: Match, viewer: str | None) -> Any:
    """All that a viewer may know of a match, read off the umpire's report."""
    state = report(match)["state"]
    state["deck"], state["discard"] = len(state["deck"]), len(state["discard"])
    seats = state["seats"]

    def is_hidden(actor: str) -> bool:
        return actor != viewer and (actor not in seats or seats[actor]["master"] is None)

    for actor, seat in seats.items():
        if is_hidden(actor):
            seat["hand"] = len(seat["hand"])
        for laid in filter(None, seat["fields"].values()):
            if laid["secret"] is not None and viewer not in laid["secret"]:
                laid |= {"kind": 0, "value": 0, "transmuted": 0, "cards": len(laid["cards"])}
    attempt, wheel = state["attempt"], state["wheel"]
    if attempt and attempt["secret"]:
        by = seats[attempt["by"]]["master"] or attempt["by"]
        if by != viewer:
            attempt["cards"] = len(attempt["cards"])
    if wheel and is_hidden(wheel["actor"]):
        wheel["drawn"] = len(wheel["drawn"])
    if state["drawing"]:
        state["drawing"]["cards"] = len(state["drawing"]["cards"])
    for shown in state["reveals"]:
        if shown["to"] is not None and viewer not in shown["to"]:
            shown["cards"] = {who: len(cards) for who, cards in shown["cards"].items()}
    owing = [(owed.by, owed.decision.kind.name, owed.deadline) for owed in match.pending]
    return state, owing, match.outcome


def moved(cards: list[str], places: list[int], luck: random.Random) -> list[str]:
    """The cards with those at some of the places put in another order, at times the Fool's."""
    chosen = luck.sample(places, luck.choice((2, 2, 3, 6)))
    fool = cards.index("0")
    if fool in places and fool not in chosen and luck.random() < 0.5:
        chosen.append(fool)
    there = list(cards)
    for here, other in zip(chosen, [*chosen[1:], chosen[0]], strict=True):
        there[here] = cards[other]
    return there


@dataclass
class Pair:
    """Two matches in step, as one viewer sees them; `seen` counts what was compared."""

    viewer: str | None
    luck: random.Random
    here: Match
    there: Match
    seen: Counter[str] = field(default_factory=Counter)

    def play(self) -> None:
        """Play until the match is over, or what is revealed parts the two."""
        while self.here.outcome is None:
            line, other = self._lines()
            if other is None:
                self.seen["stopped"] += 1
                return
            ends = judge(self.here, line), judge(self.there, other)
            assert ends[0].code == ends[1].code, (line, other, ends[0].error, ends[1].error)
            self.here, self.there = ends[0].match, ends[1].match
            if known(self.here, self.viewer) != known(self.there, self.viewer):
                self.seen["revealed"] += 1
                return
            self._compare(ends, line.get("by"))
        self.seen["over"] += 1

    def _lines(self) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """The next line for each of the two; none for the second if no text will do for both."""
        at = {"t": self.here.now}
        fall = self.here.falls_at()
        if fall is not None and self.luck.random() < 0.03:
            return {"t": fall + 1}, {"t": fall + 1}
        if self.viewer and self.luck.random() < 0.15:
            line = {**at, "by": self.viewer, "say": self.luck.choice(NONSENSE)}
            if not judge(self.here, line).ok and not judge(self.there, line).ok:
                return line, line
        owed = self.luck.choice(self.here.pending)
        said = {**at, "by": owed.by}
        if owed.by == CHANCE:
            return self._dealt(said)
        if owed.by == self.viewer:
            return self._alike(said, self.there)
        if owed.decision.kind.name == "steal":
            return self._steals(said)
        if owed.decision.kind.name == "move" and self.luck.random() < 0.6:
            line, other = self._in_secret(said)
            if other is not None:
                return line, other
        return self._alike(said, self.there)

    def _dealt(self, said: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """A deal that differs in what the viewer is not dealt; a reshuffle as like as can be."""
        state = self.here.state
        if self.here.pending[0].decision.kind.name == "deal":
            cards = self.luck.sample(DECK, len(DECK))
            own = state.playing.index(self.viewer) * 6 if self.viewer else len(DECK)
            mine = range(own, own + 6)
            others = [place for place in range(len(DECK)) if place not in mine]
            there = moved(list(cards), others, self.luck)
        else:
            here, other = set(state.discard), set(self.there.state.discard)
            cards = self.luck.sample(sorted(here), len(here))
            instead = dict(zip(sorted(here - other), sorted(other - here), strict=True))
            there = [instead.get(card, card) for card in cards]
        return {**said, "say": " ".join(cards)}, {**said, "say": " ".join(there)}

    def _sampled(self, match: Match, by: str) -> str:
        owed = match.owed_by(by)
        assert owed is not None
        return owed.decision.kind.random_answer(match.state, owed.decision, self.luck)

    def _alike(
        self, said: dict[str, Any], there: Match
    ) -> tuple[dict[str, Any], dict[str, Any] | None]:
        for _ in range(TRIES):
            line = {**said, "say": self._sampled(self.here, said["by"])}
            if judge(there, line).ok:
                return line, line
        return said, None

    def _steals(self, said: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Each says what is true for them; who would pass anyway passes in both."""
        says = [self._sampled(match, said["by"]) for match in (self.here, self.there)]
        return {**said, "say": says[0]}, {**said, "say": says[1]}

    def _in_secret(self, said: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """Another card discarded face down, or other cards committed in secret, in each."""
        by = said["by"]
        turns = self.here.state.acting, self.there.state.acting
        if turns != (by, by):
            return said, None
        hands = [match.state.seats[by].hand for match in (self.here, self.there)]
        if all(hands) and self.luck.random() < 0.5:
            cards = [self.luck.choice(hand) for hand in hands]
            return {**said, "say": f"discard {cards[0]}"}, {**said, "say": f"discard {cards[1]}"}
        found: list[dict[tuple[str, int], str]] = [{}, {}]
        for texts, match in zip(found, (self.here, self.there), strict=True):
            seat = match.state.seats[by]
            for _ in range(TRIES * 2):
                words = self._secret_of(match, seat.hand).split()
                line = {**said, "say": " ".join(words)}
                if words and judge(match, line).ok:
                    texts[words[1], len(words)] = line["say"]
        both = sorted(found[0].keys() & found[1].keys())
        if not both:
            return said, None
        alike = self.luck.choice(both)
        return {**said, "say": found[0][alike]}, {**said, "say": found[1][alike]}

    def _secret_of(self, match: Match, hand: tuple[str, ...]) -> str:
        suits = {"S": "swords", "T": "staves", "C": "cups", "O": "coins"}
        letter = self.luck.choice("STCO")
        cards = [card for card in hand if card[0] == letter]
        if not cards or match.state.variant.secret == "never":
            return ""
        chosen = self.luck.sample(cards, self.luck.randint(1, min(2, len(cards))))
        return f"secret {suits[letter]} {' '.join(chosen)}"

    def _compare(self, ends: tuple[Judgement, Judgement], by: str | None) -> None:
        given = [self._given(end, by) for end in ends]
        for one, other in zip(*given, strict=True):
            assert one == other
        here, there = self.here.state, self.there.state
        assert GAME.seen_by(here, self.viewer) == GAME.seen_by(there, self.viewer)
        if here.seats != there.seats or here.deck != there.deck or here.discard != there.discard:
            self.seen["hidden difference"] += 1
            self.seen[f"in {here.asked.kind if here.asked else 'over'}"] += 1
        for name, same in (
            ("discards", here.discard == there.discard),
            ("deck", here.deck == there.deck),
            ("Fool", _place_of("0", here) == _place_of("0", there)),
            ("secrets", _secrets(here) == _secrets(there)),
            ("attempt", here.attempt == there.attempt),
            ("wheel", here.effects.wheel == there.effects.wheel),
            ("drawing", here.supply.drawing == there.supply.drawing),
            ("taken", [k.answer for k in self.here.taken] == [k.answer for k in self.there.taken]),
        ):
            self.seen[f"other {name}"] += not same

    def _given(self, end: Judgement, by: str | None) -> tuple[Any, ...]:
        """All that the viewer is given after a line."""
        match = end.match
        return (
            json.dumps(view(match, self.viewer)),
            screen(match, self.viewer),
            [event for event in end.events if event.only in (None, self.viewer)],
            end.error if by == self.viewer else None,
            [
                (
                    asking.ask(match, owed),
                    asking.suggest(match, owed),
                    asking.form(match, owed, {}),
                )
                for owed in match.pending
                if owed.by == self.viewer
            ],
        )


def _place_of(card: str, state: Any) -> str:
    hands = [actor for actor, seat in state.seats.items() if card in seat.hand]
    return hands[0] if hands else "deck" if card in state.deck else "elsewhere"


def _secrets(state: Any) -> list[Any]:
    return [
        laid
        for seat in state.seats.values()
        for laid in seat.fields
        if laid is not None and laid.secret is not None
    ]


def play_pair(viewer: str | None, seed: int) -> Counter[str]:
    options = {"rounds": 1, **OPTIONS[seed % len(OPTIONS)]}
    match = begin(Header(GAME.id, PLAYERS, options), GAME).match
    pair = Pair(viewer, random.Random(f"{viewer} {seed}"), match, match)
    pair.play()
    return pair.seen


@pytest.mark.parametrize("viewer", VIEWERS)
def test_twin_matches_look_the_same_to_who_may_not_tell_them_apart(viewer: str | None) -> None:
    seen: Counter[str] = Counter()
    rare = {f"other {name}" for name in ("discards", "deck", "Fool", "secrets", "attempt", "taken")}
    for seed in range(MOST_PAIRS):
        seen += play_pair(viewer, seed)
        if seed + 1 >= PAIRS and rare <= seen.keys():
            break
    assert rare <= seen.keys()
    assert seen["hidden difference"] > 10 * PAIRS
    for kind in ("move", "steal", "hermit"):
        assert seen[f"in {kind}"] > 5, kind


def test_twins_are_told_apart_once_something_is_revealed() -> None:
    """The twins above would prove nothing if no difference ever showed."""
    seen: Counter[str] = Counter()
    for seed in range(30):
        seen += play_pair("Ana", seed)
    assert seen["revealed"] > 10


@pytest.mark.parametrize("fool", ["Ana", "Bo", "Cy", "deck"])
def test_who_is_asked_for_the_fool_tells_nothing_of_where_it_is(fool: str) -> None:
    """The committer's own hand, others' hands, the deck: those asked are the same."""
    hands = ["0" if name == fool else "" for name in PLAYERS]
    table = dealt(f"C9 {hands[0]}", *hands[1:], top="0" if fool == "deck" else "")
    table.say("commit cups C9")
    assert table.owing == [("Bo", "steal"), ("Cy", "steal")]
    shown = {asking.ask(table.match, owed) for owed in table.match.pending}
    offered = {asking.suggest(table.match, owed) for owed in table.match.pending}
    assert (len(shown), offered) == (1, {("pass", "fool")})
    table.by("Cy", "pass")
    assert table.owing == [("Bo", "steal")], "Bo is waited for whatever Cy has said"
    assert table.seen(None)["asked"] == ["Bo", "Cy"]


def test_what_is_said_in_the_group_shows_nothing_until_all_have_answered() -> None:
    for said in ("pass", "fool"):
        table = dealt("C9", "0", "").say("commit cups C9")
        before = table.seen("Cy")
        judgement = table.by("Bo", said)
        assert judgement.ok
        assert table.seen("Cy") == before
        assert not [event for event in judgement.events if event.only in (None, "Cy")]


@pytest.mark.parametrize("of", [suit_of, number_of, is_trump, is_ace, is_court, title])
def test_nothing_can_be_computed_of_a_hidden_card(of: Callable[[Card], object]) -> None:
    cards = HiddenCards([Card("S4")])
    with pytest.raises(KeyError):
        of(cards[0])
    with pytest.raises(KeyError):
        in_order(cards)


def test_a_masked_state_keeps_no_card_that_its_viewer_may_not_know() -> None:
    match = dealt("S1 S2 S3 S4 S5 S6", "T1 T2 T3 T4 T5 T6", top="C1 C2 C3").match
    for viewer, own in ((None, ""), ("Ana", "S1 S2 S3 S4 S5 S6"), ("Bo", "T1 T2 T3 T4 T5 T6")):
        state = GAME.seen_by(match.state, viewer)
        hands = [card for seat in state.seats.values() for card in seat.hand if card != HIDDEN]
        assert hands == own.split()
        assert {*state.deck, *state.discard} == {HIDDEN}
        assert len(state.deck) == len(match.state.deck)
        named = {given for _, todo in state.agenda for given in todo}
        assert not named & {*DECK}, "what is to be done names no card"


if __name__ == "__main__":
    pairs = int(sys.argv[1])
    for who in VIEWERS:
        total: Counter[str] = Counter()
        for number in range(pairs):
            total += play_pair(who, number)
        sys.stdout.write(f"{who or 'public'}: {dict(total)}\n")
