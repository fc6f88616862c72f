"""No answer over HTTP reveals sealed data: two copies of a database that differ in sealed data alone answer alike.

One tournament is created for each of the `PLANS`. The database is then copied, and each tournament is played in both
copies. In the second copy, the tables without a viewer are always played differently. With some plans, its hidden
boards also come from other secrets. Each viewer sends every reading request of openapi.yaml that could reveal sealed
data; requests about a single table have tests of their own. The answers, the log of the service, mails and webhook
messages must be the same, byte for byte, except for the commitments to sets of boards, which reveal nothing.
`service/tournaments/documents.py` says what is visible when.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

import pytest

from domain.tournaments.state import Tournament
from service.tournaments.entry_codes import EntryCodes
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.contract import operations
from tests.support.databases import Databases
from tests.support.laws import law
from tests.support.measured import metrics_of
from tests.support.planted import ASKED, CODES, FOLLOWED, LOGGED, SENT, Leak, measurements_that_tell, nothing_hides
from tests.support.reading_requests import OUTSIDE, dry_runs, in_earnest, looks, reading
from tests.support.sealed_courses import (
    IN_A_LEAGUE,
    MITCHELL,
    POOLS,
    SEALED_SWISS,
    TEAMS,
    Luck,
    SealedTournament,
    course_of,
    going_on,
    hide_commitments,
    play_sealed_tables,
    rewritten,
)
from tests.support.tournaments import of
from tests.support.twins import STREAMS, Difference, Look, Sent, Twin, all_seen, differences, founded, standing_still

HERE, ELSEWHERE = Luck(""), Luck("other luck")
PLANS = {
    "mitchell": (MITCHELL, Luck("other luck", "another secret")),
    "teams": (TEAMS, ELSEWHERE),
    "swiss": (SEALED_SWISS, ELSEWHERE),
    "league": (IN_A_LEAGUE, Luck("luck of the league")),
    "pools": (POOLS, Luck("other luck", "another secret")),
}
"""The plans, each with the randomness of the second copy."""
NOBODY = "nobody"
VIEWERS = {
    "mitchell": ("director", "assistant", "player", "substitute", "linked", "stranger"),
    "teams": ("director", "player", "stranger"),
    "swiss": ("assistant", "player", "linked", "stranger", NOBODY),
    "league": ("assistant", "player", "substitute"),
    "pools": ("player",),
}
"""The viewers. Without boards, staff who may set results see them even if they play."""
LOOKS_ON = [(plan, viewer) for plan, viewers in VIEWERS.items() for viewer in viewers]
BEFORE_A_COMMIT = ("mitchell",)
"""The plans that `deploy/test` compares without `--all`."""
TRIES = [
    (plan, viewer) for plan, viewer in LOOKS_ON if plan in ("mitchell", "league") and viewer in ("director", "player")
]


class Lab(NamedTuple):
    """Tournaments in twin databases.

    Attributes:
        courses: by the names of their plans.
        here, there: the databases.
        lines: what was logged while the log was followed.
    """

    courses: dict[str, SealedTournament]
    here: Twin
    there: Twin
    lines: tuple[list[str], list[str]]

    def looks(self, plan: str, user: User | None) -> list[Look]:
        """Every request that a viewer can make about a tournament and in general."""
        return looks(user.token if user else None, self.courses[plan].ids)

    def tournament(self, plan: str) -> Tournament:
        """Returns the tournament in the first database."""
        return of(self.here.service, self.courses[plan].id)

    def tries(self, plan: str, user: User) -> list[Look]:
        """Dry runs of every command."""
        course, entrant = self.courses[plan], self.tournament(plan).entries[0]
        return dry_runs(user.token, course.ids, {"ent": entrant.id, "ply": course.substitute.id})

    def follow(self, *names: str) -> tuple[list[str], list[str]]:
        """Lets the subscriptions process the log again in both databases; returns what was logged."""
        with standing_still():
            return self.here.follow(*names), self.there.follow(*names)


@pytest.fixture(scope="module")
def lab(databases: Databases, servers: tuple[str, str]) -> Iterator[Lab]:
    here, courses = founded(databases, servers[1], all_courses)
    there = here.copy()
    for name, (_, luck_there) in PLANS.items():
        for twin, luck in ((here, HERE), (there, luck_there)):
            with going_on(twin, luck) as service:
                play_sealed_tables(service, courses[name], luck)
            hide_commitments(twin, courses[name])
    with standing_still():
        lines = (here.follow(), there.follow())
    yield Lab(courses, here, there, lines)
    for twin in (here, there):
        twin.close()


def all_courses(api: Api, service: Service) -> dict[str, SealedTournament]:
    """Returns the tournaments in one database."""
    return {name: course_of(plan)(api, service) for name, (plan, _) in PLANS.items()}


def compared(here: Twin, there: Twin, asked: list[Look]) -> list[Difference]:
    """Returns where the answers of the two databases differ."""
    with standing_still():
        return differences(all_seen(here, asked), all_seen(there, asked))


# -- the law -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "viewer"),
    [pytest.param(*each, marks=[] if each[0] in BEFORE_A_COMMIT else pytest.mark.slow) for each in LOOKS_ON],
)
def test_no_answer_reveals_the_deal_or_the_play_of_other_tables(lab: Lab, plan: str, viewer: str):
    user = lab.courses[plan].viewers.get(viewer)

    assert compared(lab.here, lab.there, lab.looks(plan, user)) == []


@pytest.mark.slow
@pytest.mark.parametrize("plan", PLANS)
def test_staff_who_do_not_play_see_results_that_others_do_not(lab: Lab, plan: str):
    """Something else happened in the other database, so the requests would detect a leak."""
    found = {each.look.operation for each in compared(lab.here, lab.there, lab.looks(plan, lab.courses[plan].owner))}

    assert found == {"view_round", "tournament_events", "tournament_results", "account_events", "export_account"}


@pytest.mark.parametrize("plan", ["swiss", "league"])
def test_without_boards_staff_who_play_see_results_too(lab: Lab, plan: str):
    found = {each.look.operation for each in compared(lab.here, lab.there, lab.looks(plan, lab.courses[plan].director))}

    assert found == {"view_round", "tournament_events", "tournament_results", "account_events", "export_account"}


@pytest.mark.parametrize(("plan", "viewer"), TRIES)
def test_no_attempted_command_reveals_sealed_boards(lab: Lab, plan: str, viewer: str):
    asked = lab.tries(plan, lab.courses[plan].viewers[viewer])
    with standing_still():
        here, there = (all_seen(twin, asked) for twin in (lab.here, lab.there))
        assert differences(here, there) == []
        refused = [in_earnest(look) for look, answered in here if answered.status >= 400]
        assert len(refused) > 20
        here, there = (all_seen(twin, refused) for twin in (lab.here, lab.there))
        assert differences(here, there) == []
    assert {answered.status for _, answered in here} <= {400, 403, 404, 409, 422}


@pytest.mark.slow
def test_webhooks_and_logs_do_not_reveal_sealed_boards(lab: Lab):
    with standing_still():
        here, there = lab.here.sent(), lab.there.sent()
    lab.follow("accounts")

    for name, course in lab.courses.items():
        for user in (course.player, course.stranger, *([course.director] if "director" in VIEWERS[name] else [])):
            assert sent_to(user, here) == sent_to(user, there)
        assert len(sent_to(course.player, here)) > 3
    assert sum("@" in each.to for each in here) > 5
    assert lab.lines[0] == lab.lines[1]


def sent_to(user: User, sent: list[Sent]) -> list[Sent]:
    """Returns what is sent to a player."""
    return [each for each in sent if user.id in each.to]


def test_no_metric_has_a_name_or_label_of_a_sealed_board(lab: Lab):
    assert new_labels(lab) == set()
    with pytest.MonkeyPatch.context() as patched:
        measurements_that_tell(patched, lab.courses["swiss"])
        assert new_labels(lab) != set()


def new_labels(lab: Lab) -> set[str]:
    """Returns names and labels that appear when the same questions are asked in the other database."""
    asked = lab.looks("swiss", lab.courses["swiss"].player)
    with standing_still():
        measured(lab.here)
        all_seen(lab.here, asked)
        known = measured(lab.here)
        all_seen(lab.there, asked)
        return measured(lab.there) - known


def measured(twin: Twin) -> set[str]:
    """Returns the metrics without their values."""
    text = metrics_of(twin.service)
    return {line.rpartition(" ")[0] for line in text.splitlines() if not line.startswith("#")}


# ------------------------------------------------------------------------------------------ secrets


def test_staff_see_scores_but_not_the_seeds_of_deals(lab: Lab):
    course, sets = lab.courses["mitchell"], lab.tournament("mitchell").sets
    secrets = {text for each in sets for text in (each.secret, each.commitment)}
    asked = lab.looks("mitchell", course.owner)

    assert changed_by(other_secrets(lab.here, course, secrets), lab.here, asked) == set()


@pytest.mark.slow
@pytest.mark.parametrize("viewer", ["director", "assistant", "player", "stranger"])
def test_only_the_owner_sees_the_secret_of_entry_codes(lab: Lab, viewer: str):
    course = lab.courses["swiss"]

    assert changed_by(other_codes(), lab.here, lab.looks("swiss", course.viewers[viewer])) == set()
    changed_operations = changed_by(other_codes(), lab.here, lab.looks("swiss", course.owner))
    assert changed_operations == {"view_tournament", "make_entry_code"}


@pytest.mark.parametrize("leak", CODES, ids=[leak.name for leak in CODES])
def test_a_leak_of_entry_codes_is_found(lab: Lab, leak: Leak):
    course = lab.courses["swiss"]
    asked = [look for look in lab.looks("swiss", course.director) if look.operation in leak.found_at]
    with pytest.MonkeyPatch.context() as patched:
        leak.plant(patched, course)
        assert changed_by(other_codes(), lab.here, asked) == leak.found_at


def changed_by(otherwise: AbstractContextManager[None], twin: Twin, asked: list[Look]) -> set[str]:
    """Returns the operations that answer differently while something is changed."""
    with standing_still():
        before = all_seen(twin, asked)
        with otherwise:
            after = all_seen(twin, asked)
    return {each.look.operation for each in differences(before, after)}


@contextmanager
def other_codes() -> Iterator[None]:
    """Replaces the secrets of entry codes."""
    honest = EntryCodes.secrets
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(EntryCodes, "secrets", lambda *asked: tuple(each[::-1] for each in honest(*asked)))
        yield


@contextmanager
def other_secrets(twin: Twin, course: SealedTournament, secrets: AbstractSet[str]) -> Iterator[None]:
    """Reverses the secrets of a tournament in the store and lets them be processed."""
    for each in secrets & twin.hides.keys():
        twin.hides[each[::-1]] = twin.hides[each]
    turned_round(twin, course, secrets)
    try:
        yield
    finally:
        turned_round(twin, course, {each[::-1] for each in secrets})


def turned_round(twin: Twin, course: SealedTournament, secrets: AbstractSet[str]) -> None:
    """Reverses secrets in the store and clears the cache of the tournament."""
    for each in secrets:
        rewritten(twin, course, each, each[::-1])
    twin.service.close()
    twin.open()
    twin.follow()


# -- completeness ------------------------------------------------------------------------------------------------------


def test_every_reading_operation_is_covered_or_explicitly_exempt():
    ids = {each["name"]: ["x"] for one in reading() for each in one.parameters if each["in"] == "path"}
    asked = {look.operation for look in looks("token", ids)}
    every = {one.id for one in operations() if one.method == "get"}

    assert asked | set(OUTSIDE) == every
    assert asked & set(OUTSIDE) == set()


# -- planted leaks -----------------------------------------------------------------------------------------------------


@law
@pytest.mark.parametrize("leak", ASKED, ids=[leak.name for leak in ASKED])
def test_a_planted_leak_in_answers_is_found(lab: Lab, leak: Leak):
    course = lab.courses[leak.plan]
    asked = [*lab.looks(leak.plan, course.player), *lab.tries(leak.plan, course.player)]
    with pytest.MonkeyPatch.context() as patched:
        leak.plant(patched, course)
        found = compared(lab.here, lab.there, [look for look in asked if look.operation in leak.found_at])

    assert {each.look.operation for each in found} == leak.found_at


def test_a_leak_is_found_in_every_format_of_a_feed(lab: Lab):
    course = lab.courses["swiss"]
    asked = [look for look in lab.looks("swiss", course.player) if look.operation == "tournament_events"]
    with pytest.MonkeyPatch.context() as patched:
        nothing_hides(patched, course)
        found = compared(lab.here, lab.there, asked)

    assert {dict(each.look.headers).get("Accept") for each in found} == {None, *STREAMS}


@pytest.mark.slow
@pytest.mark.parametrize("leak", FOLLOWED, ids=[leak.name for leak in FOLLOWED])
def test_a_planted_leak_in_followers_of_the_log_is_found(lab: Lab, leak: Leak):
    course = lab.courses[leak.plan]
    viewer = course.director if leak.name == "webhooks" else course.player
    asked = [look for look in lab.looks(leak.plan, viewer) if look.operation in leak.found_at]
    with pytest.MonkeyPatch.context() as patched, standing_still():
        leak.plant(patched, course)
        lines = lab.follow(leak.followed_by)
        found = {each.look.operation for each in compared(lab.here, lab.there, asked)}
        if SENT in leak.found_at:
            here, there = (sent_to(viewer, twin.sent()) for twin in (lab.here, lab.there))
            found |= {SENT} if here != there else set()
        found |= {LOGGED} if lines[0] != lines[1] else set()
    lab.follow(leak.followed_by)

    assert leak.found_at == found
