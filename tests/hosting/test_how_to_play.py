"""What players are told who have never seen the sheets."""

import pytest

from umpire.hosting.how_to_play import how_to_play
from umpire.sheets.template import folder_of_templates


@pytest.mark.parametrize(
    ("on_google", "rules", "first_words"),
    [
        (False, "; Rules, beside it,", "Your page asks you at the top what to do. "),
        (True, "its tab Rules", "Your page says at the top what to do now. "),
    ],
)
def test_rules_are_named_only_where_there_are_some(
    on_google: bool, rules: str, first_words: str
) -> None:
    plain = folder_of_templates() / "plain-private"
    assert rules in how_to_play("devils-deal", on_google=on_google)
    bare = how_to_play("devils-deal", plain, on_google=on_google)
    assert bare.startswith(first_words)
    assert "Rules" not in bare
