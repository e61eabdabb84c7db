"""What a write does, and what it does not."""

import secrets
from typing import Any

from sheets_emulator.conformance.accounts import OK, REFUSED, must
from sheets_emulator.conformance.bench import Bench, CheckedTab
from sheets_emulator.conformance.checking import Checks
from sheets_emulator.conformance.checks import edits

CHECKS = Checks()


@CHECKS.add(
    "7b",
    "If one request of a batch is refused, none of the batch is applied.",
    {"status": REFUSED, "cells": []},
)
def _all_or_nothing(bench: Bench, tab: CheckedTab) -> Any:
    answer = bench.own.batch(edits.write(tab.grid("A1"), "half"), edits.describe(7201))
    return {"status": answer.status, "cells": bench.own.typed(tab.a1("A1:A3"))}


@CHECKS.add(
    "7d",
    "Named and protected ranges take an id that the caller chooses, and a second one with the "
    "same id is refused.",
    {
        "both": OK,
        "a second name": REFUSED,
        "a second protected range": REFUSED,
        "the id is ours": True,
    },
)
def _id_taken(bench: Bench, tab: CheckedTab) -> Any:
    place, token = tab.grid("A1"), secrets.token_hex(16)
    protected = edits.protect(place, protectedRangeId=7401)
    both = bench.own.batch(edits.name("check_7d", place, namedRangeId=token), protected)
    name = bench.own.batch(edits.name("check_7d_again", place, namedRangeId=token))
    again = bench.own.batch(protected)
    found = must(bench.own.get("namedRanges(namedRangeId,name)")).body.get("namedRanges", [])
    return {
        "both": both.status,
        "a second name": name.status,
        "a second protected range": again.status,
        "the id is ours": {"namedRangeId": token, "name": "check_7d"} in found,
    }


@CHECKS.add(
    "11",
    "A write through the API can break a strict validation.",
    {"status": OK, "cells": [{"stringValue": "perhaps"}]},
)
def _against_validation(bench: Bench, tab: CheckedTab) -> Any:
    values = [{"userEnteredValue": text} for text in ("yes", "no")]
    rule = {"condition": {"type": "ONE_OF_LIST", "values": values}, "strict": True}
    must(bench.own.batch({"setDataValidation": {"range": tab.grid("A1"), "rule": rule}}))
    answer = bench.own.batch(edits.write(tab.grid("A1"), "perhaps"))
    return {"status": answer.status, "cells": bench.own.typed(tab.a1("A1"))}


@CHECKS.add("15", "A text that begins with = can be written as text.", [{"stringValue": "=1+1"}])
def _text_like_a_formula(bench: Bench, tab: CheckedTab) -> Any:
    must(bench.own.batch(edits.write(tab.grid("A1"), "=1+1")))
    return bench.own.typed(tab.a1("A1"))


@CHECKS.add(
    "19",
    "Developer metadata takes an id that the caller chooses, once, and can be changed by that id.",
    {
        "made": OK,
        "made again": REFUSED,
        "changed": OK,
        "kept": [{"metadataId": 19, "metadataValue": "changed"}],
    },
)
def _developer_metadata(bench: Bench, tab: CheckedTab) -> Any:
    made = {"metadataId": 19, "metadataKey": "check", "visibility": "DOCUMENT"}
    there = {**made, "metadataValue": "made", "location": {"spreadsheet": True}}
    create = {"createDeveloperMetadata": {"developerMetadata": there}}
    by_id = {"developerMetadataLookup": {"metadataId": 19}}
    changed = {"metadataValue": "changed"}
    update = {"dataFilters": [by_id], "developerMetadata": changed, "fields": "metadataValue"}
    first, again = bench.own.batch(create), bench.own.batch(create)
    updated = bench.own.batch({"updateDeveloperMetadata": update})
    found = must(bench.own.get("developerMetadata(metadataId,metadataValue)")).body
    bench.own.batch({"deleteDeveloperMetadata": {"dataFilter": by_id}})
    return {
        "made": first.status,
        "made again": again.status,
        "changed": updated.status,
        "kept": found.get("developerMetadata", []),
    }
