"""`GameTests` passes a game that keeps its secrets, and finds whatever an author may leave out."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Annotated, Any

import one_law
import pytest
from cups import GAME, SIX, Claim, Cups, Roll, State, Take

from umpire.chat.announcements import Readers
from umpire.export import script, transcript
from umpire.export.transcript import Transcript
from umpire.games.base import (
    AnyGame,
    Decision,
    DecisionKind,
    Dice,
    JsonObject,
    NotAllowed,
    Outcome,
    RandomSource,
    Tell,
    tell_nobody,
)
from umpire.games.kinds import RollKind
from umpire.games.options import Open, OpenOnce, Options
from umpire.games.results import Note, Result, ResultColumn, ResultRow
from umpire.projections import screens
from umpire.testing import GameTests, opened
from umpire.testing.golden_screens import with_screens
from umpire.testing.outputs import CHEAP, outputs

SHEETS = Path(__file__).parents[1] / "live" / "secret_sheets"


class TestCups(GameTests):
    game = GAME
    template = SHEETS


def tried(game: AnyGame, law: Callable[..., None], **more: Any) -> None:
    one_law.tried(game, law, SHEETS, **more)


class HidesNothing(Cups):
    def seen_by(self, state: State, viewer: str | None) -> State:
        return state


class HidesFromThePublicAlone(Cups):
    def seen_by(self, state: State, viewer: str | None) -> State:
        return super().seen_by(state, viewer) if viewer is None else state


class MasksTooLittle(Cups):
    def seen_by(self, state: State, viewer: str | None) -> State:
        return replace(super().seen_by(state, viewer), rolled=state.rolled)


class ReportsWhatIsHidden(MasksTooLittle):
    def report(self, state: State) -> JsonObject:
        return super().report(state) | {"rolled": state.rolled}


class NotPrivate(Cups):
    private = False


class RollsInTheOpen(Cups):
    class Roll(Roll):
        def is_open(self, answer: tuple[int, ...]) -> bool:
            return True

    roll = Roll()


class TellsEverybody(Cups):
    class Roll(Roll):
        def apply(self, state: State, answers: Mapping[str, tuple[int, ...]], tell: Tell) -> State:
            return super().apply(state, answers, to_all(tell))

    roll = Roll()


class TellsEverybodyOfThree(Cups):
    class Roll(Roll):
        def apply(self, state: State, answers: Mapping[str, tuple[int, ...]], tell: Tell) -> State:
            louder = to_all(tell) if len(state.players) > 2 else tell
            return super().apply(state, answers, louder)

    roll = Roll()


class AsksInTheOpen(Cups):
    class Take(Take):
        def pending(self, state: State) -> tuple[Decision, ...]:
            return tuple(one._replace(secret=False) for one in super().pending(state))

    take = Take()


class TakesUnseen(Cups):
    """Who takes a die away says so openly, and only which one is nobody's to know."""

    class Take(AsksInTheOpen.Take):
        def is_open(self, answer: int) -> bool:
            return False

    take = Take()
    kinds = (Cups.roll, take, Cups.claim)


class TakesTheFirst(TakesUnseen):
    class Take(TakesUnseen.Take):
        def random_choice(self, state: State, decision: Decision, random: RandomSource) -> int:
            return 1

    take = Take()
    kinds = (Cups.roll, take, Cups.claim)


class HidesTheFirstCup(TakesUnseen):
    def seen_by(self, state: State, viewer: str | None) -> State:
        cups = super().seen_by(state, viewer).cups
        return replace(state, cups=cups[:1] + state.cups[1:], rolled=None)


class HidesTwoCups(TakesUnseen):
    def seen_by(self, state: State, viewer: str | None) -> State:
        cups = super().seen_by(state, viewer).cups
        return replace(state, cups=cups[:2] + state.cups[2:], rolled=None)


class RefusesByWhatIsHidden(Cups):
    class Claim(Claim):
        def read(self, state: State, decision: Decision, text: str) -> int:
            try:
                return super().read(state, decision, text)
            except NotAllowed:
                raise NotAllowed(f"Under the cups lie {state.cups}: claim less.") from None

    claim = Claim()


class RefusesWhatWasRightByWhatIsHidden(Cups):
    class Claim(Claim):
        def read(self, state: State, decision: Decision, text: str) -> int:
            try:
                return super().read(state, decision, text)
            except NotAllowed:
                if text == "1":
                    raise
                raise NotAllowed(f"Under the cups lie {state.cups}: claim less.") from None

    claim = Claim()


class GivesTimeByWhatIsHidden(Cups):
    class Claim(Claim):
        def pending(self, state: State) -> tuple[Decision, ...]:
            seconds = 60 if state.cups[-1] == (6,) else 30
            return tuple(one._replace(limit=seconds) for one in super().pending(state))

    claim = Claim()


class NamesAskedByWhatIsHidden(Cups):
    class Claim(Claim):
        def pending(self, state: State) -> tuple[Decision, ...]:
            return tuple(
                one._replace(id=f"{one.id} of {state.cups}") for one in super().pending(state)
            )

    claim = Claim()


class ForfeitsInTheOpen(Cups):
    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        tell(f"{player} is out, of {state.cups}.")
        return super().forfeit(state, player, tell_nobody)


class ConstantId(Cups):
    class Claim(Claim):
        def pending(self, state: State) -> tuple[Decision, ...]:
            return tuple(one._replace(id="claim") for one in super().pending(state))

    claim = Claim()


class ReadsForAges(Cups):
    class Claim(Claim):
        def read(self, state: State, decision: Decision, text: str) -> int:
            return super().read(state, decision, re.sub(r"[ ,]*!$", "", text))

    claim = Claim()


class ForfeitsForTheFirst(Cups):
    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        left = [name for name in state.players if name not in state.out]
        return super().forfeit(state, left[0], tell)


class ForfeitsInNameAlone(Cups):
    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        out = (*state.out, player)
        if len(out) < len(state.players) - 1:
            tell(f"{player} is out.")
            return state
        return super().forfeit(replace(state, out=out[:-1]), player, tell)


class WinsByForfeit(Cups):
    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        return replace(state, end=Outcome(player, "forfeit"))


class HasResults(Cups):
    """Each claim is a round of its own, and the last one shows what lay under the cups."""

    def results(self, view: State) -> tuple[Result, ...]:
        claims = enumerate(view.claims, 1)
        return tuple(Result(f"Claim {n}", f"{n} claimed {claim}") for n, claim in claims)


class RemembersWhatItMasks(HasResults):
    def seen_by(self, state: State, viewer: str | None) -> State:
        self.state = state
        return super().seen_by(state, viewer)

    def results(self, view: State) -> tuple[Result, ...]:
        hidden = ResultRow(pieces=tuple(map(str, self.state.cups)))
        return tuple(replace(one, rows=(hidden,)) for one in super().results(view))


class NotesWhatItMasks(RemembersWhatItMasks):
    def results(self, view: State) -> tuple[Result, ...]:
        return ()

    def notes(self, view: State) -> tuple[Note, ...]:
        return (Note("1", "One", f"There are {self.state.cups}."),)


class CountsHiddenDice(Cups):
    def results(self, view: State) -> tuple[Result, ...]:
        return (Result("Dice", str(sum(len(cup) for cup in view.cups))),)


class HasTheNewestResult(HasResults):
    def results(self, view: State) -> tuple[Result, ...]:
        return super().results(view)[-1:]


class CallsAllResultsTheSame(HasResults):
    def results(self, view: State) -> tuple[Result, ...]:
        return tuple(replace(one, name="Claim") for one in super().results(view))


class MentionsAStranger(HasResults):
    def results(self, view: State) -> tuple[Result, ...]:
        return tuple(replace(one, detail="{Zed's} luck") for one in super().results(view))


class LetsAStrangerWin(HasResults):
    def results(self, view: State) -> tuple[Result, ...]:
        return tuple(replace(one, won="Zed") for one in super().results(view))


class LacksAColumn(HasResults):
    def results(self, view: State) -> tuple[Result, ...]:
        columns, row = (ResultColumn("1"), ResultColumn("2")), ResultRow(columns=((),))
        return tuple(replace(one, columns=columns, rows=(row,)) for one in super().results(view))


class HasNoTitle(HasResults):
    def results(self, view: State) -> tuple[Result, ...]:
        return tuple(replace(one, title=" ") for one in super().results(view))


class NotesOwnDice(Cups):
    def notes(self, view: State) -> tuple[Note, ...]:
        return (Note("1", "One", f"{view.cups}"),)


class HasTwoNotes(Cups):
    def notes(self, view: State) -> tuple[Note, ...]:
        return Note("1", "One", "The least."), Note("1", "Uno", "The lowest.")


class NotesInNoBlock(Cups):
    def notes(self, view: State) -> tuple[Note, ...]:
        return (Note("1", "One", "The least.", ("mine", "nowhere")),)


def to_all(tell: Tell) -> Tell:
    """Return what tells everybody."""

    def louder(text: str, only: str | None = None, **more: Any) -> None:
        tell(text, **more)

    return louder


T = GameTests
MUTATIONS: list[tuple[type[Cups], Callable[..., None], str]] = [
    (HidesNothing, T.test_a_private_game_hides_something_from_its_players, "hides nothing"),
    (HidesNothing, T.test_what_nobody_may_read_is_hidden, "chance answers to 'roll'"),
    (
        HidesFromThePublicAlone,
        T.test_a_private_game_hides_something_from_its_players,
        "hides from no player",
    ),
    (MasksTooLittle, T.test_twins_are_shown_the_same, r"The masked state tells .* at `rolled`"),
    (ReportsWhatIsHidden, T.test_what_nobody_may_read_is_hidden, "chance answers to 'roll'"),
    (HidesTheFirstCup, T.test_what_nobody_may_read_is_hidden, "Bo answers to 'take'"),
    (HidesTwoCups, T.test_what_nobody_may_read_is_hidden, "Cy answers to 'take'"),
    (NotPrivate, T.test_a_game_that_is_not_private_shows_everybody_the_same, "private = True"),
    (
        RollsInTheOpen,
        T.test_what_everybody_may_read_everybody_sees_the_effect_of,
        "everybody may read that chance answered",
    ),
    (TellsEverybody, T.test_twins_are_shown_the_same, r"An event tells .* `only=`"),
    (TellsEverybodyOfThree, T.test_twins_are_shown_the_same, "An event tells"),
    (
        AsksInTheOpen,
        T.test_what_everybody_may_read_everybody_sees_the_effect_of,
        r"may read that Ana answered '.' and not '.'",
    ),
    (RefusesByWhatIsHidden, T.test_twins_are_shown_the_same, "The refusal tells"),
    (RefusesWhatWasRightByWhatIsHidden, T.test_twins_are_shown_the_same, "The refusal tells"),
    (GivesTimeByWhatIsHidden, T.test_twins_are_shown_the_same, "The limit of a decision tells"),
    (NamesAskedByWhatIsHidden, T.test_twins_are_shown_the_same, "The id of a decision tells"),
    (ForfeitsInTheOpen, T.test_twins_are_shown_the_same, "The umpire's forfeit tells"),
    (
        ReadsForAges,
        T.test_the_time_to_read_a_text_grows_no_faster_than_the_text,
        "32,000 characters takes 'claim'",
    ),
    (ConstantId, T.test_no_decision_has_the_id_of_another, "the id 'claim'"),
    (
        ForfeitsForTheFirst,
        T.test_who_forfeits_owes_nothing_any_more_and_does_not_win,
        "take out the player who is named",
    ),
    (
        ForfeitsInNameAlone,
        T.test_who_forfeits_owes_nothing_any_more_and_does_not_win,
        "has forfeited and still owes",
    ),
    (RemembersWhatItMasks, T.test_twins_are_shown_the_same, "A result tells"),
    (NotesWhatItMasks, T.test_twins_are_shown_the_same, "A note tells"),
    (
        CountsHiddenDice,
        T.test_a_page_can_draw_every_result,
        "`results` .* fails with TypeError.*, when results and notes are made for everybody",
    ),
    (
        HasTheNewestResult,
        T.test_a_newer_result_stands_behind_the_older_ones,
        "a result stays in its place",
    ),
    (
        CallsAllResultsTheSame,
        T.test_a_newer_result_stands_behind_the_older_ones,
        "Two results have the same name",
    ),
    (MentionsAStranger, T.test_a_page_can_draw_every_result, "'Zed', who is no player"),
    (LetsAStrangerWin, T.test_a_page_can_draw_every_result, "'Zed', who is no player"),
    (LacksAColumn, T.test_a_page_can_draw_every_result, "has 1 columns of 2"),
    (HasNoTitle, T.test_a_page_can_draw_every_result, "lacks its name or its title"),
    (
        NotesOwnDice,
        T.test_a_note_says_what_a_piece_does_all_match_long,
        "The notes of .* are not those that everybody has",
    ),
    (HasTwoNotes, T.test_a_note_says_what_a_piece_does_all_match_long, "two notes each: .*'1'"),
    (
        NotesInNoBlock,
        T.test_a_note_says_what_a_piece_does_all_match_long,
        r"names blocks that no screen has: \['nowhere'\]",
    ),
    (
        WinsByForfeit,
        T.test_who_forfeits_owes_nothing_any_more_and_does_not_win,
        "has forfeited and wins",
    ),
]


@pytest.mark.parametrize(
    ("game", "law", "sentence"),
    MUTATIONS,
    ids=[f"{game.__name__}-{law.__name__}" for game, law, _ in MUTATIONS],
)
def test_what_an_author_gets_wrong_is_found_and_told(
    game: type[Cups], law: Callable[..., None], sentence: str
) -> None:
    with pytest.raises(AssertionError, match=sentence):
        tried(game(), law)


@pytest.mark.parametrize("game", [TakesUnseen, TakesTheFirst])
def test_an_answer_may_be_hidden_or_the_only_one_there_is(game: type[Cups]) -> None:
    tried(game(), T.test_what_nobody_may_read_is_hidden)


class ForOne(Cups):
    seats = range(1, 5)


def test_a_player_may_be_alone() -> None:
    tried(ForOne(), T.test_twins_are_shown_the_same)


class ShufflesInPlace(Cups):
    class Take(Take):
        def random_choice(self, state: State, decision: Decision, random: Any) -> int:
            sides = [1, 2]
            random.shuffle(sides)
            return sides[0]

    take = Take()


def test_luck_that_is_handed_in_has_no_more_than_is_promised() -> None:
    with pytest.raises(
        AttributeError, match=r"and no `shuffle`; `umpire.games.randomness.sample` draws"
    ):
        tried(ShufflesInPlace(), T.test_a_random_choice_is_what_is_read_of_its_text)


def test_a_playthrough_that_is_not_there_yet_is_to_be_written(tmp_path: Path) -> None:
    tests = type("Tried", (GameTests,), {"game": GAME, "playthrough": tmp_path / "none.txt"})()
    with pytest.raises(AssertionError, match="run pytest with UMPIRE_PLAYTHROUGHS=write"):
        tests.test_a_whole_match_goes_as_written()


def test_golden_screens_show_what_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "screens.txt"
    tests = type("Tried", (GameTests,), {"game": GAME, "screens": path})()
    with pytest.raises(AssertionError, match="run pytest with UMPIRE_PLAYTHROUGHS=write"):
        tests.test_the_screens_are_as_written()
    script = (
        '{"players": ["Ana", "Bo"]}\nshow Before\nrandom 1\nshow After\nrandom 900\nshow Over\n'
    )
    path.write_text(with_screens(GAME, script))
    tests.test_the_screens_are_as_written()
    assert [line for line in path.read_text().splitlines() if line[0] != " "] == script.splitlines()
    path.write_text(path.read_text().replace("    Ana sees\n", ""))
    with pytest.raises(AssertionError, match="the screens are not as in"):
        tests.test_the_screens_are_as_written()
    with pytest.raises(AssertionError, match="'Ana: nonsense' is rejected"):
        with_screens(GAME, '{"players": ["Ana", "Bo"]}\nrandom 1\nAna: nonsense')


def test_a_game_whose_sheets_are_not_installed_is_told_so() -> None:
    plain = SHEETS.parents[2] / "sheet_templates" / "plain-private"
    tests = type("Tried", (GameTests,), {"game": GAME, "template": plain})()
    with pytest.raises(AssertionError, match=r"`umpire.templates` and install the package again"):
        tests.test_every_block_fits_its_range.hypothesis.inner_test(tests, random=Random(1))


class ForgetsEverything(Cups):
    """What a game has to say is there, and nothing that it may leave out."""

    class Roll(Roll):
        def apply(self, state: State, answers: Mapping[str, tuple[int, ...]], tell: Tell) -> State:
            return super().apply(state, answers, to_all(tell))

    class Take(AsksInTheOpen.Take):
        def apply(self, state: State, answers: Mapping[str, int], tell: Tell) -> State:
            return super().apply(state, answers, to_all(tell))

    private = False
    roll, take = Roll(), Take()


@pytest.mark.parametrize(
    ("law", "sentence"),
    [
        (T.test_a_game_that_is_not_private_shows_everybody_the_same, "set `private = True`"),
        (T.test_twins_are_shown_the_same, "Give the event `only=`"),
        (
            T.test_what_everybody_may_read_everybody_sees_the_effect_of,
            r"let `is_open` of its kind return False, or ask for it in secret",
        ),
    ],
)
def test_an_author_who_forgets_everything_is_told_of_each_thing(
    law: Callable[..., None], sentence: str
) -> None:
    with pytest.raises(AssertionError, match=f"(?i){sentence}"):
        tried(ForgetsEverything(), law)


def test_an_open_answer_of_chance_may_be_told_instead_of_shown() -> None:
    class TellsWhatItRollsInTheOpen(Cups):
        class Roll(TellsEverybody.Roll):
            is_open = DecisionKind.is_open

        roll = Roll()

    tried(
        TellsWhatItRollsInTheOpen(),
        T.test_what_everybody_may_read_everybody_sees_the_effect_of,
    )


class Fate(Options):
    """Options that say nothing of who may know them."""

    fate: str = ""


class OpenFate(Options):
    fate: Open[str] = ""


class FateOnceClaimed(Options):
    fate: Annotated[str, OpenOnce(lambda seen: bool(seen.claims))] = ""


def fated(model: type[Options]) -> AnyGame:
    return type("Fated", (Cups,), {"options": model})()


FATES = ({"fate": "a tower falls"}, {"fate": "a star is born"})
TELLS_OF_OPTIONS = T.test_nothing_that_leaves_the_program_tells_of_hidden_options


@pytest.mark.parametrize("model", [Fate, FateOnceClaimed])
def test_options_that_say_nothing_are_hidden(model: type[Options]) -> None:
    tried(fated(model), TELLS_OF_OPTIONS, hidden_options=FATES)


def test_options_that_are_open_are_told() -> None:
    with pytest.raises(AssertionError, match=r"An option tells everybody .*OpenOnce"):
        tried(fated(OpenFate), TELLS_OF_OPTIONS, hidden_options=FATES)


@pytest.mark.parametrize(
    ("where", "sentence"),
    [(transcript, "The json export as public"), (script, "The script export as public")],
    ids=["transcript", "script"],
)
def test_whatever_way_hidden_options_leave_the_program_it_is_found(
    monkeypatch: pytest.MonkeyPatch, where: Any, sentence: str
) -> None:
    monkeypatch.setattr(where, "known_options", lambda match, _: match.header.options)
    with pytest.raises(AssertionError, match=sentence):
        tried(fated(Fate), TELLS_OF_OPTIONS, hidden_options=FATES)


def test_a_screen_that_tells_of_hidden_options_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(record: Any, *_: Any, **__: Any) -> str:
        return str(record.match.header.options)

    monkeypatch.setattr(screens, "headline", telling)
    with pytest.raises(AssertionError, match="The board tells everybody"):
        tried(fated(Fate), TELLS_OF_OPTIONS, hidden_options=FATES)


@pytest.mark.parametrize(("model", "told"), [(Fate, [False] * 2), (FateOnceClaimed, [False, True])])
def test_an_option_is_told_from_the_state_on_that_its_field_names(
    model: type[Options], told: list[bool]
) -> None:
    start = opened(fated(model), fate="a tower falls", update=1)
    dealt = [
        {"t": 0, "by": "chance", "say": "1 2 3 4"},
        *({"t": 0, "by": name, "say": "2"} for name in ("Ana", "Bo")),
    ]
    claimed = [*dealt, {"t": 1, "by": "Ana", "say": "5"}]
    for viewer in (None, "Bo"):
        for lines, is_told in zip((dealt, claimed), told, strict=True):
            exports = outputs(start, lines, viewer, CHEAP, SHEETS)
            assert ("a tower falls" in str(exports)) is is_told
            header = exports[f"the script export as {viewer or 'public'}"][0]
            assert '"update": 1' in header


WAYS: list[tuple[Any, str, Any, str]] = [
    (Transcript, "_may_read", lambda *_: True, "The csv export as public tells everybody"),
    (
        screens,
        "headline",
        lambda record, *_, **__: str(record.match.state.cups),
        "The board tells everybody",
    ),
    (
        Readers,
        "events",
        lambda self, told, end: [
            (place, event.text)
            for place, event in enumerate(self.history.events[:end], 1)
            if place > told.events
        ],
        "The announcement to everybody tells",
    ),
]


@pytest.mark.parametrize(
    ("whose", "name", "instead", "sentence"), WAYS, ids=[way[1] for way in WAYS]
)
def test_whatever_way_a_secret_leaves_the_program_it_is_found(
    monkeypatch: pytest.MonkeyPatch, whose: Any, name: str, instead: Any, sentence: str
) -> None:
    monkeypatch.setattr(whose, name, instead)
    with pytest.raises(AssertionError, match=sentence):
        tried(GAME, T.test_nothing_that_leaves_the_program_tells_twins_apart)


@pytest.mark.parametrize("viewer", [None, "Ana"])
def test_what_chance_deals_leaves_the_program_for_nobody_by_default(viewer: str | None) -> None:
    lines = [{"t": 0, "by": "chance", "say": "1 2 3 4"}, {"t": 0, "by": "Ana", "say": "2"}]
    for what, told in outputs(opened(GAME), lines, viewer, CHEAP, SHEETS).items():
        assert "1 2 3 4" not in "".join(told), what


class RollsLessThanSix(Cups):
    class Roll(Roll):
        def draw(self, state: State, decision: Decision, dice: Dice) -> str:
            return " ".join(dice.roll(2 * len(state.players), SIX[:-1]))

    roll = Roll()


class DrawsItsDice(Cups):
    class Roll(Roll):
        def draw(self, state: State, decision: Decision, dice: Dice) -> str:
            return " ".join(dice.draw(2 * len(state.players), SIX))

    roll = Roll()
    seats = range(2, 3)


class Dealt(RollKind[State]):
    """The roll of Cups as dice that say how many they are."""

    name = "roll"
    pending, apply = Roll.pending, Roll.apply  # type: ignore[assignment]

    def count(self, state: State) -> int:
        return 2 * len(state.players)


class LoadsItsDice(Cups):
    class Roll(Dealt):
        def draw(self, state: State, decision: Decision, dice: Dice) -> str:
            return " ".join(dice.roll(self.count(state), [*SIX, "6", "6"]))

    roll = Roll()  # type: ignore[assignment]


class SortsItsDice(Cups):
    class Roll(Dealt):
        def draw(self, state: State, decision: Decision, dice: Dice) -> str:
            return " ".join(sorted(super().draw(state, decision, dice).split()))

    roll = Roll()  # type: ignore[assignment]


class DealsOnlyHighDice(Cups):
    """Two equal dice at the beginning are rolled again, and refused."""

    class Roll(Dealt):
        def read(self, state: State, decision: Decision, text: str) -> tuple[int, ...]:
            first, second, *others = super().read(state, decision, text)
            if first == second:
                raise NotAllowed("Ana's dice must differ.")
            return (first, second, *others)

        def draw(self, state: State, decision: Decision, dice: Dice) -> str:
            rolled = super().draw(state, decision, dice)
            first, second, *_ = rolled.split()
            return rolled if first != second else self.draw(state, decision, dice)

    roll = Roll()  # type: ignore[assignment]


CHANCE_LAW = T.test_chance_draws_all_that_may_come_by_its_dice_alone


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (RollsLessThanSix, "never gives '6', in [0-9,]+ draws, and `read` takes"),
        (DrawsItsDice, "never gives the same twice, .* dice are rolled with `dice.roll`"),
        (LoadsItsDice, "is not fair: '6' comes more often in all"),
        (SortsItsDice, "is not fair: '[16]' comes more often at the (beginning|end)"),
    ],
)
def test_chance_that_is_not_fair_is_found(game: type[Cups], sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        tried(with_kinds(game), CHANCE_LAW)


def test_a_deal_that_must_meet_a_condition_is_fair() -> None:
    tried(with_kinds(DealsOnlyHighDice), CHANCE_LAW)


def with_kinds(game: type[Cups]) -> AnyGame:
    """The game, which names its kinds."""
    return type(game.__name__, (game,), {"kinds": (game.roll, game.take, game.claim)})()


class SortsCups(Cups):
    """Each player is told their dice as they fell, and no state keeps that order."""

    class Roll(Roll):
        def apply(self, state: State, answers: Mapping[str, tuple[int, ...]], tell: Tell) -> State:
            after = super().apply(state, answers, tell)
            cups = tuple(tuple(sorted(cup or ())) for cup in after.cups)
            return replace(after, cups=cups, rolled=None)

    roll = Roll()


class ShowsAfterTaking(TakesUnseen):
    """What was taken away unseen everybody can see when the last player has done so."""

    class Take(TakesUnseen.Take):
        def apply(self, state: State, answers: Mapping[str, int], tell: Tell) -> State:
            after = super().apply(state, answers, tell)
            is_over = after.taken == len(after.players)
            return replace(after, end=Outcome(after.players[0], "taken")) if is_over else after

    take = Take()
    kinds = (Cups.roll, take, Cups.claim)


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (SortsCups, T.test_twins_are_shown_the_same),
        (SortsCups, T.test_nothing_that_leaves_the_program_tells_twins_apart),
        (ShowsAfterTaking, T.test_what_nobody_may_read_is_hidden),
    ],
)
def test_what_tells_no_secret_is_no_fault(game: type[Cups], law: Callable[..., None]) -> None:
    tried(game(), law)


class MayRollNothing(Cups):
    """Chance is asked for dice that nobody rolls, and answers with an empty text."""

    class Roll(Roll):
        def read(self, state: State, decision: Decision, text: str) -> tuple[int, ...]:
            return super().read(state, decision, text or "1 2 " * len(state.players))

        def format(self, answer: tuple[int, ...]) -> str:
            return ""

        def draw(self, state: State, decision: Decision, dice: Dice) -> str:
            return ""

    roll = Roll()


def test_chance_may_answer_nothing() -> None:
    tried(with_kinds(MayRollNothing), T.test_twins_are_shown_the_same, seeds=1)
