"""The table of refusals: what the program relies on in it."""

import re
import tomllib
from importlib.resources import files
from typing import Any, get_args

import pytest

from umpire.sheets.error_messages import Owner

RULES: dict[str, list[dict[str, Any]]] = tomllib.loads(
    files("umpire.sheets").joinpath("refusals.toml").read_text("utf-8")
)
ERRORS = {"gone", "name missing", "refused", "unreachable", "not shared"}
PLACES = {
    "lasting": {"message"},
    "refusals": {"address", "api", "console", "login", "message", "range", "quotation", "server"},
    "sign_in_refusals": {"address", "because", "login", "with_new_key"},
}
EVERY = [(name, rule) for name, rules in RULES.items() for rule in rules]


@pytest.mark.parametrize(("name", "rule"), EVERY, ids=lambda value: str(value)[:40])
def test_a_rule_says_what_the_program_understands(name: str, rule: dict[str, Any]) -> None:
    assert rule.keys() <= {"error", "reasons", "words", "status", "owner", "sentence"}
    assert rule.get("error") in {None, *ERRORS}
    assert rule.get("owner") in {None, *get_args(Owner)}
    assert {*re.findall(r"\{(.*?)\}", rule["sentence"])} <= PLACES[name]
    for pattern in ("reasons", "words"):
        re.compile(rule.get(pattern, ""))


@pytest.mark.parametrize("name", ["refusals", "sign_in_refusals"])
def test_the_last_rule_alone_is_for_every_answer(name: str) -> None:
    assert [rule.keys() <= {"error", "sentence"} for rule in RULES[name]] == [
        rule is RULES[name][-1] for rule in RULES[name]
    ]
