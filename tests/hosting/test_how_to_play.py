"""What players are told who have never seen the sheets."""

import pytest

from umpire.hosting.how_to_play import how_to_play
from umpire.sheets.template import folder_of_templates


@pytest.mark.parametrize("on_google", [False, True])
def test_a_tab_with_rules_is_named_only_where_there_is_one(on_google: bool) -> None:
    plain = folder_of_templates() / "plain-private"
    assert "its tab Rules" in how_to_play("devils-deal", on_google=on_google)
    bare = how_to_play("devils-deal", plain, on_google=on_google)
    assert bare.startswith("Your page says at the top what to do now. ")
    assert "Rules" not in bare
