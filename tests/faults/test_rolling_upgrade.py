"""Two releases on one database under load: nothing is lost, duplicated or skipped.

The older release is the present tree, and the newer one is made of it, with one of everything that a release may bring.
`python -m tests.upgrade` does the same at greater length, and from releases of the history.
"""

from collections.abc import Iterator

import pytest

from tests.upgrade.fleet import NEWER, NO_ANSWER, empty_servers
from tests.upgrade.following import NEXT_EVENT, NEXT_REVISION, NEXT_VERSION
from tests.upgrade.releases import following, present
from tests.upgrade.rolling import Outcome, Plan, Rolling

pytestmark = pytest.mark.slow

PLAN = Plan(tables=2, commands=12)
GIVES_WAY = "lets one of that release lead"
LEAVES_JOBS = "has to wait for a newer release"
KNOWS_NO_JOB = "play_all_turns"


def has_met(rolling: Rolling) -> bool:
    """Whether each kind of process of the older release has met unknown data."""
    return rolling.doors.answers["present", NEWER] > 0 and left_to_newer(rolling)


def left_to_newer(rolling: Rolling) -> bool:
    """Whether a scheduler of the older release has yielded and a worker has skipped a job."""
    has_said = rolling.fleet.has_said
    return has_said(present(), "schedule", GIVES_WAY) and any(
        has_said(present(), "work", words) for words in (LEAVES_JOBS, KNOWS_NO_JOB)
    )


class Rolled:
    """An upgrade that was rolled out and back, and the logs of its processes."""

    def __init__(self, rolling: Rolling) -> None:
        """Rolls it out."""
        rolling.has_met = has_met
        self.rolling = rolling
        self.outcome: Outcome = rolling.play()


@pytest.fixture(scope="module")
def rolled() -> Iterator[Rolled]:
    with empty_servers() as servers:
        tree = servers.folder / "tree"
        tree.mkdir()
        yield Rolled(Rolling(servers, present(), following(tree), PLAN, lambda *_: None))


@pytest.mark.timeout(1800)
def test_no_event_is_lost_duplicated_or_skipped(rolled: Rolled):
    assert rolled.outcome.faults == []


@pytest.mark.timeout(1800)
def test_both_releases_worked_on_the_same_tables(rolled: Rolled):
    """Without this the test would prove nothing; the same holds for the following tests."""
    outcome = rolled.outcome
    assert outcome.played >= PLAN.tables + 1
    assert outcome.acknowledged > 5 * PLAN.commands
    assert outcome.copies > 20
    assert outcome.answers["present", "200"] > 100
    assert outcome.answers[NEXT_VERSION, "200"] > 100
    assert outcome.back > 0


@pytest.mark.timeout(1800)
def test_the_newer_release_wrote_events_unknown_to_the_older_one(rolled: Rolled):
    stored = rolled.outcome.stored
    assert stored[NEXT_EVENT, 1] > 0
    assert stored[NEXT_REVISION, 2] > 0
    assert stored[NEXT_REVISION, 1] > 0


@pytest.mark.timeout(1800)
def test_tables_with_old_event_revisions_were_played_on(rolled: Rolled):
    assert {("table_opened", 1), ("cards_dealt", 1), ("trump_fixed", 1)} <= rolled.outcome.stored.keys()


@pytest.mark.timeout(1800)
def test_the_older_release_left_newer_tables_to_the_newer_release(rolled: Rolled):
    assert rolled.outcome.answers["present", NEWER] > 0
    assert left_to_newer(rolled.rolling)


@pytest.mark.timeout(1800)
def test_requests_reached_processes_during_their_shutdown(rolled: Rolled):
    assert sum(number for (_, said), number in rolled.outcome.answers.items() if said == NO_ANSWER) > 0
