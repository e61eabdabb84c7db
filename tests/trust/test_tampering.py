"""No tampering with a log of any game comes out as proved with the log's own head."""

import json
from random import Random

import pytest
from own_games import RULED
from plain_verifier import Verifier, rehashed
from tampering import Log, forged_pair, made_log, tamperings

from umpire import Verdict, verify

RANDOM_LOGS = 6
"""So many of each game both verifiers see, and so many tamperings of each."""
JUDGED = ("ok", "code")


def verified(log: Log, **noted: str) -> Verdict:
    return verify([json.dumps(line) for line in log], **noted)


def told(verdict: Verdict) -> tuple[str, int]:
    return verdict.word, verdict.remark.line if verdict.remark else 0


def plainly(log: Log) -> Verifier:
    return Verifier([json.dumps(line) for line in log])


@pytest.fixture(params=RULED)
def log(request: pytest.FixtureRequest) -> Log:
    return made_log(request.param, Random(7))


def test_the_log_is_proved_and_in_it_much_happens(log: Log) -> None:
    assert told(verified(log)) == ("proved", 0)
    said = [line.get("say", "time passes").split()[0] for line in log[1:] if line["ok"]]
    assert {"time", "note", "undo", "close"} <= {*said}
    assert not all(line["ok"] for line in log[1:])


@pytest.mark.end_to_end
def test_every_tampering_at_every_line_is_found_or_named(log: Log) -> None:
    for tampered in tamperings(log):
        found = told(verified(tampered.log))
        assert found == (tampered.word, tampered.line), f"{tampered.how} at {tampered.at}"


@pytest.mark.end_to_end
def test_with_all_hashes_made_anew_the_head_tells(log: Log) -> None:
    head = log[-1]["hash"]
    for tampered in tamperings(log):
        forged = rehashed(tampered.log)
        if forged == tampered.log or forged == log:
            continue  # cut off, which leaves what there is as it was; or only hashes were changed
        what = f"{tampered.how} at {tampered.at}"
        found = verified(forged)
        assert found.head != head, what
        if tampered.how in JUDGED:
            assert told(found) == ("differs", tampered.at + 1), what


def test_another_seed_and_commitment_do_not_fit_the_deal_or_show_in_the_commitment(
    log: Log,
) -> None:
    found = verified(rehashed(forged_pair(log)))
    if any(line.get("by") == "chance" for line in log):
        assert found.word == "differs"
    assert found.commitment != log[0]["meta"]["commitment"]


@pytest.mark.end_to_end
@pytest.mark.parametrize("game", RULED)
def test_a_verifier_written_from_the_contract_alone_agrees(game: str) -> None:
    for seed in range(RANDOM_LOGS):
        random = Random(seed)
        log = made_log(game, random, random.randrange(5, 40))
        ours, plain = verified(log), plainly(log)
        assert (ours.word, plain.word) == ("proved", "proved")
        assert ours.head == plain.head
        for tampered in random.sample([*tamperings(log)], RANDOM_LOGS):
            for made in (tampered.log, rehashed(tampered.log)):
                other = plainly(made)
                assert told(verified(made)) == (other.word, other.line), (seed, tampered[:2])
