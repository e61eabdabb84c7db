"""`GameTests` finds what is wrong in a game of much deduction, and says it in a sentence."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import faulty_envoys as faulty
import pytest
from envoys import GAME
from one_law import tried

from umpire.games.base import AnyGame
from umpire.testing import GameTests
from umpire.testing import GameTests as T

pytestmark = pytest.mark.end_to_end

SHEETS = Path(__file__).parents[2] / "sheet_templates" / "plain-private"
ONE_ROUND = {"tokens": 1}


class TestEnvoys(GameTests):
    game = GAME
    template = SHEETS
    options = ONE_ROUND


FAULTS: list[tuple[type[Any], Callable[..., None], str]] = [
    # what is told
    (faulty.TellsAllWhatIsSeen, T.test_twins_are_shown_the_same, "An event tells .* holds the"),
    (faulty.TellsAThird, T.test_twins_are_shown_the_same, "An event tells (Ana|Bo|Cy)"),
    (faulty.TellsAllWhatIsDrawn, T.test_twins_are_shown_the_same, "An event tells .*You draw"),
    (faulty.CountsInTheOpen, T.test_twins_are_shown_the_same, "An event tells .*clerks are held"),
    (faulty.ShowsACardOfTheDeck, T.test_twins_are_shown_the_same, "An event tells .*last card"),
    (
        faulty.DrawsWhatIsSeen,
        T.test_twins_are_shown_the_same,
        r"An event tells .* looks. \(.*pieces .*, but .* looks. \(.*pieces",
    ),
    (
        faulty.SaysWhoseDoingItIs,
        T.test_twins_are_shown_the_same,
        r"An event tells .*'Somebody smiles. \(by (Ana|Bo|Cy)\)', but .*by",
    ),
    (
        faulty.TellsNobodyWhoIsThere,
        T.test_random_matches_end_and_every_random_answer_is_legal,
        "there is nobody of that name",
    ),
    (
        faulty.SaysNothing,
        T.test_random_matches_end_and_every_random_answer_is_legal,
        "An event has no text",
    ),
    (
        faulty.RollsDiceAside,
        T.test_a_script_replays_to_the_same_reports,
        r"something else is told the second time.* at `\[\d\].text` 'Luck",
    ),
    (
        faulty.RemembersAside,
        T.test_states_are_values_that_nothing_changes,
        "leads to something else when it is judged again",
    ),
    # what is read, asked and offered
    (faulty.RefusesByTheHolder, T.test_twins_are_shown_the_same, "The refusal tells .*Not you but"),
    (
        faulty.RefusesByWhatTheTargetHolds,
        T.test_what_is_offered_is_legal,
        "refuses what `suggest` or `random_choice` of its own gives: .* cannot be chosen now",
    ),
    (faulty.WarnsByWhatTheTargetHolds, T.test_twins_are_shown_the_same, "The preview tells"),
    (faulty.OffersByWhatIsHeld, T.test_twins_are_shown_the_same, "The form tells .*`target.0.`"),
    (
        faulty.OffersWhatItCannotRead,
        T.test_what_is_chosen_from_its_offers_parses,
        "'play' cannot read '(keep|clerk) .*', which its form makes of what it offers itself",
    ),
    (faulty.AsksByWhatIsHeld, T.test_twins_are_shown_the_same, "The limit of a decision tells"),
    (
        faulty.TakesAWordThatItNeverWrites,
        T.test_whatever_it_takes_has_a_canonical_text_and_can_be_applied,
        "writes 'pass' for an answer, and `read` refuses that",
    ),
    (
        faulty.WritesAnotherCard,
        T.test_whatever_it_takes_has_a_canonical_text_and_can_be_applied,
        "refuses what `suggest` or `random_choice`",
    ),
    (
        faulty.LosesTheGuess,
        T.test_whatever_it_takes_has_a_canonical_text_and_can_be_applied,
        "as an answer that `format` writes as .* at `guess` 'duke', the second 'seer'",
    ),
    (
        faulty.TakesWhatCannotBeApplied,
        T.test_whatever_it_takes_has_a_canonical_text_and_can_be_applied,
        "takes 'seer' for an answer, which cannot be applied",
    ),
    (
        faulty.StumblesOverShortTexts,
        T.test_whatever_it_takes_has_a_canonical_text_and_can_be_applied,
        "cannot read 'clerk.*IndexError",
    ),
    (
        faulty.RefusesInAWord,
        T.test_whatever_it_takes_has_a_canonical_text_and_can_be_applied,
        "refused with 'no', which is no sentence",
    ),
    (
        faulty.ReadsCapitalsAlone,
        T.test_the_canonical_text_of_an_answer_means_the_same_answer,
        "is not read as",
    ),
    (
        faulty.HasAnExampleOfAnotherGame,
        T.test_the_examples_of_a_kind_can_be_read,
        "'guard Bo baron' is one of the `examples`",
    ),
    (
        faulty.SuggestsWhatIsNotHeld,
        T.test_what_is_offered_is_legal,
        "suggests 'queen', or `bot_moves` does, and refuses it",
    ),
    (
        faulty.HasBotsThatCheat,
        T.test_what_is_offered_is_legal,
        "suggests 'queen', or `bot_moves` does, and refuses it",
    ),
    (
        faulty.PreviewsWhatIsNotThere,
        T.test_the_canonical_text_of_an_answer_means_the_same_answer,
        r"`preview` \(faulty_envoys.py, line \d+\) fails with KeyError\(''\), when .* is asked for "
        "'play' with Play",
    ),
    (faulty.AsksForNothing, T.test_what_is_offered_is_legal, "which is no sentence"),
    (
        faulty.HasASilenceThatIsRefused,
        T.test_what_happens_without_an_answer_comes_to_an_end,
        "The silence of .* cannot be applied",
    ),
    (faulty.NamesAQuestionTwice, T.test_no_decision_has_the_id_of_another, "have the id 'play"),
    (
        faulty.AsksTwice,
        T.test_random_matches_end_and_every_random_answer_is_legal,
        "asked 2 things at once",
    ),
    # how a match goes on
    (
        faulty.DealsInWhoIsGone,
        T.test_who_forfeits_owes_nothing_any_more_and_does_not_win,
        "has forfeited and still owes 'play'",
    ),
    (
        faulty.ForfeitsAndStays,
        T.test_who_forfeits_owes_nothing_any_more_and_does_not_win,
        "has forfeited and still owes",
    ),
    (
        faulty.GivesTokensBack,
        T.test_random_matches_end_and_every_random_answer_is_legal,
        "has not ended after 5,000 lines; the last ones are",
    ),
    (
        faulty.DealsForEver,
        T.test_a_header_s_seed_makes_the_match_that_spelled_out_chance_makes,
        "has not ended after 5,000 lines; the last ones are chance",
    ),
    (
        faulty.ChangesItsState,
        T.test_states_are_values_that_nothing_changes,
        "has changed the state that was before it",
    ),
    (
        faulty.AsksNobody,
        T.test_random_matches_end_and_every_random_answer_is_legal,
        "Nobody is asked anything and the match is not over",
    ),
    (
        faulty.IsWonByNobodyWhoPlays,
        T.test_random_matches_end_and_every_random_answer_is_legal,
        "the bank has won, and does not play",
    ),
    # what is shown
    (faulty.ShowsHands, T.test_what_is_told_to_one_alone_others_do_not_see, "can see: in"),
    (faulty.ShowsTheNextHand, T.test_what_is_told_to_one_alone_others_do_not_see, "can see: in"),
    (
        faulty.ShowsTheDeck,
        T.test_no_view_shows_what_is_going_to_be_drawn,
        "everybody can see at `deck` what is going to be drawn",
    ),
    (
        faulty.ReportsHandsTwice,
        T.test_a_view_is_the_report_less_what_is_hidden,
        r"At `state.held` it shows .*'\?'.* of .*Ana",
    ),
    (
        faulty.CopiesHands,
        T.test_what_a_view_masks_stands_nowhere_else_in_it,
        "masked at `hands.OWNER` can be read at `showdown.OWNER`",
    ),
    (
        faulty.WritesNotes,
        T.test_what_a_view_masks_stands_nowhere_else_in_it,
        "masked at `hands.AUTHOR` can be read at `last`",
    ),
    (faulty.KeepsATrace, T.test_twins_are_shown_the_same, "The chart tells .* at `rank"),
    (faulty.ForfeitsAndTells, T.test_twins_are_shown_the_same, "The umpire's forfeit tells"),
    (faulty.ShowsTooManyRows, T.test_every_block_fits_its_range, "'facts' has 24 rows"),
    # what is drawn and counted
    (
        faulty.DealsInOrder,
        T.test_chance_draws_all_that_may_come_by_its_dice_alone,
        "`draw` of 'deal' always gives 'clerk .*, in 400 draws, and `read` takes",
    ),
    (
        faulty.DealsByItsOwnLuck,
        T.test_chance_draws_all_that_may_come_by_its_dice_alone,
        "for the same dice",
    ),
    (
        faulty.CountsNothing,
        T.test_scores_and_what_bots_compare_are_numbers_of_players,
        "`evaluate` gives nan for 'chance' of ",
    ),
    (
        faulty.CountsTheBank,
        T.test_scores_and_what_bots_compare_are_numbers_of_players,
        "`scores` counts 'tokens' of 'the bank', who does not play",
    ),
    (
        faulty.CountsWhatIsMasked,
        T.test_scores_and_what_bots_compare_are_numbers_of_players,
        r"`scores` fails in `scores` \(faulty_envoys.py, line \d+\) with ValueError",
    ),
    # what it can be begun with
    (
        faulty.GoesWrongWithMany,
        T.test_the_least_and_the_most_of_each_option_can_be_played,
        "With 'tokens' 9 a match of 4 players cannot be played: tuple index out of range",
    ),
    (
        faulty.HasADefaultThatIsRefused,
        T.test_the_default_of_each_option_may_be_given,
        "default of 'tokens' is 10, and to give it is refused: tokens: must be at most 9",
    ),
    # what is guessed
    (
        faulty.ShowsTheDeckUnnoticed,
        T.test_a_guess_is_a_state_that_looks_the_same,
        "would see something else .* at `deck",
    ),
    (faulty.GuessesTheViewer, T.test_a_guess_is_a_state_that_looks_the_same, "at `hands"),
    (
        faulty.GuessesHalf,
        T.test_a_guess_is_a_state_that_looks_the_same,
        "`determinize` leaves `deck`",
    ),
    (
        faulty.ShowsWhatOthersKnow,
        T.test_a_guess_is_a_state_that_looks_the_same,
        "`determinize` fails",
    ),
    (
        faulty.GuessesOneCard,
        T.test_a_guess_is_not_always_the_same,
        "`determinize` always has 'clerk' at `hands.OWNER`, where",
    ),
    (
        faulty.GuessesNothingOfWhatIsKnown,
        T.test_a_guess_is_not_always_the_same,
        "`determinize` always has null at `known.OWNER`, where",
    ),
    (faulty.GuessesWhatIsGone, T.test_a_guess_deals_every_card_once, "deals what is gone"),
    (faulty.GuessesAnyCard, T.test_a_guess_deals_every_card_once, "deals what is gone"),
    (
        faulty.GuessesAgainstWhatWasSeen,
        T.test_what_a_view_masks_stands_nowhere_else_in_it,
        "can be read at `known.VIEWER.OWNER`.* `determinize` must keep to it",
    ),
]


@pytest.mark.parametrize(
    ("fault", "law", "sentence"), FAULTS, ids=[fault.__name__ for fault, _, _ in FAULTS]
)
def test_a_fault_is_found_and_told(
    fault: type[Any], law: Callable[..., None], sentence: str
) -> None:
    with pytest.raises(AssertionError, match=sentence):
        tried(faulty.game_of(fault), law, SHEETS, seeds=12, options=ONE_ROUND)


@pytest.mark.parametrize("options", [ONE_ROUND, {}])
@pytest.mark.parametrize("law", {law.__name__: law for _, law, _ in FAULTS}.values())
def test_a_game_without_a_fault_keeps_each_law(
    law: Callable[..., None], options: dict[str, Any]
) -> None:
    tried(GAME, law, SHEETS, seeds=2, options=options)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (faulty.FROM_A_SET, "other events in another process.*In the round"),
        (faulty.LATE_FROM_A_SET, "another report in another process.* at `state.last`"),
        (faulty.SHARED_FROM_A_SET, "another outcome in another process"),
    ],
    ids=["at-once", "late", "at-the-end"],
)
def test_the_order_of_a_set_is_another_one_in_another_process(game: AnyGame, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        tried(game, T.test_another_process_tells_and_shows_the_same, SHEETS)


def test_a_game_that_no_other_process_finds_is_not_tried() -> None:
    class Within(type(GAME)):  # type: ignore[misc]
        pass

    game: AnyGame = Within()
    tried(game, T.test_another_process_tells_and_shows_the_same, SHEETS)
