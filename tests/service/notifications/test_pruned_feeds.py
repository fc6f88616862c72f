"""Old account events are deleted, the oldest first. Feeds, webhooks, exports and rebuilds go on."""

import threading

import psycopg
import pytest

from service.notifications.webhooks.context import WebhookContext
from service.notifications.webhooks.jobs import deliver_to
from service.notifications.webhooks.sender import Sender
from service.platform.settings import Settings
from service.platform.store.database import Database, DatabaseUnavailable
from service.processes.rebuild import rebuild
from service.wiring import Service
from tests.support.aged import due, make_events_older, numbers_of, page_of, pruned, told
from tests.support.api import Api, User
from tests.support.receiver import for_development, hook, receiving
from tests.support.stored import catch_up
from tests.support.waiting import until

MINUTE = 1 / 24 / 60


@pytest.fixture(scope="module")
def settings(database_url: str, servers: tuple[str, str]) -> Settings:
    return for_development(database_url, servers[1], 30.0)


@pytest.fixture
def user(api: Api, service: Service) -> User:
    """A user with six account events."""
    user = api.sign_up()
    told(service, user, 6)
    return user


# -- what is deleted ---------------------------------------------------------------------------------------------------


def test_events_are_deleted_when_they_are_old_enough(service: Service, database_url: str, user: User):
    make_events_older(database_url, user, 6, 180 - MINUTE)
    assert (due(service), pruned(service.database)) == (set(), 0)

    make_events_older(database_url, user, 4, 180 + MINUTE)
    assert due(service) == {"old_account_events"}
    assert pruned(service.database) == 4
    assert numbers_of(user) == [5, 6]
    assert (due(service), pruned(service.database)) == (set(), 0)


def test_without_an_age_nothing_is_deleted(service: Service, database_url: str, user: User):
    make_events_older(database_url, user, 6, 10_000)
    ages = {"account_event_days": None, "snapshot_days": None, "token_days": None}

    assert due(service, ages) == set()
    assert pruned(service.database, ages=ages) == 0
    assert numbers_of(user) == [1, 2, 3, 4, 5, 6]
    assert pruned(service.database) == 6


def test_batches_are_bounded_and_leave_no_gaps(api: Api, service: Service, database_url: str, user: User):
    other = api.sign_up()
    told(service, other, 5)
    for each in (user, other):
        make_events_older(database_url, each, 5, 200)

    left = []
    while deleted := pruned(service.database, limit=3):
        assert deleted <= 3
        left.append((numbers_of(user), numbers_of(other)))
    assert left[-1] == ([6], [])
    for numbers, end in ((each, end) for row in left for each, end in zip(row, (6, 5), strict=True)):
        assert numbers == list(range(end - len(numbers) + 1, end + 1))


def test_an_old_event_stays_as_long_as_an_earlier_one(service: Service, database_url: str, user: User):
    """Times may go back a little from one event to the next, but numbers never have a gap."""
    make_events_older(database_url, user, 3, 200)
    make_events_older(database_url, user, 2, 179, after=1)

    assert pruned(service.database) == 1
    assert numbers_of(user) == [2, 3, 4, 5, 6]
    assert pruned(service.database) == 0

    make_events_older(database_url, user, 2, 181)
    assert pruned(service.database) == 2
    assert numbers_of(user) == [4, 5, 6]


def test_a_batch_that_is_killed_deletes_nothing_and_the_next_one_goes_on(
    service: Service, database_url: str, user: User
):
    make_events_older(database_url, user, 6, 200)
    database = Database(database_url, role=service.settings.database_role, connections=1)
    failures: list[Exception] = []

    def delete() -> None:
        try:
            pruned(database)
        except DatabaseUnavailable as error:
            failures.append(error)

    pruning = threading.Thread(target=delete)
    with psycopg.connect(database_url) as holder, psycopg.connect(database_url, autocommit=True) as killer:
        # It has deleted some rows when it comes to this one.
        holder.execute("SELECT FROM shengji.account_event WHERE player_id = %s AND number = 4 FOR UPDATE", [user.id])
        pruning.start()
        waiting = (
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            " AND query LIKE '%%DELETE FROM shengji.account_event%%'"
        )
        [pid] = until(lambda: killer.execute(waiting).fetchone(), "wait for a row")
        killer.execute("SELECT pg_terminate_backend(%s)", [pid])
        pruning.join(60)
    database.close()

    assert len(failures) == 1
    assert numbers_of(user) == [1, 2, 3, 4, 5, 6]
    assert pruned(service.database) == 6


def test_an_account_that_is_being_closed_is_left_out(service: Service, database_url: str, user: User):
    make_events_older(database_url, user, 6, 200)
    with psycopg.connect(database_url) as closing:
        closing.execute("SELECT FROM shengji.player WHERE id = %s FOR UPDATE", [user.id])
        assert pruned(service.database) == 0
    assert pruned(service.database) == 6


def test_new_events_do_not_wait_for_a_batch(service: Service, database_url: str, user: User):
    make_events_older(database_url, user, 3, 200)
    pruning = Database(database_url, role=service.settings.database_role, connections=1)

    def within(run) -> None:
        assert len(run("drop_old_account_events", {"account_event_days": 180, "limit": 10})) == 3
        assert told(service, user) == 7

    pruning.together(within)
    pruning.close()
    assert numbers_of(user) == [4, 5, 6, 7]


# -- what clients notice -----------------------------------------------------------------------------------------------


def test_reading_begins_with_the_oldest_event_that_is_kept(service: Service, database_url: str, user: User):
    assert page_of(user)["oldest"] == 1
    make_events_older(database_url, user, 4, 200)
    pruned(service.database)

    for query in ("?after=0", "?after=3", "?after=4"):
        assert numbers_of(user, query) == [5, 6]
    page = page_of(user, "?after=1&limit=1")
    assert (page["oldest"], page["next_after"], page["more"]) == (5, 5, True)
    assert numbers_of(user, "?after=5") == [6]


def test_numbers_go_on_after_everything_was_deleted(service: Service, database_url: str, user: User):
    make_events_older(database_url, user, 6, 200)
    pruned(service.database)

    empty = {"events": [], "oldest": 7, "next_after": 6, "more": False}
    assert page_of(user) == page_of(user, "?after=6") == page_of(user, "?after=99") == empty
    assert told(service, user) == 7
    assert numbers_of(user) == [7]
    assert page_of(user, "?after=6") == {**page_of(user), "oldest": 7, "next_after": 7}


def test_a_stream_begins_with_the_oldest_event_that_is_kept(service: Service, database_url: str, user: User):
    make_events_older(database_url, user, 4, 200)
    pruned(service.database)

    headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {user.token}"}
    response = user.api.app.test_client().get("/v1/me/events?after=2", headers=headers, buffered=False)
    text, pieces = "", response.iter_encoded()
    while "id: 6" not in text:
        text += next(pieces).decode()
    response.close()
    assert text.index("id: 5") < text.index("id: 6")
    assert "id: 4" not in text


def test_a_request_that_waits_with_an_outdated_cursor_gets_the_next_event(
    service: Service, database_url: str, user: User
):
    make_events_older(database_url, user, 6, 200)
    pruned(service.database)
    pages: list[dict] = []
    waiting = threading.Thread(target=lambda: pages.append(page_of(user, "?after=2&wait=20")))
    waiting.start()
    told(service, user)
    waiting.join(60)

    [page] = pages
    assert [each["number"] for each in page["events"]] in ([7], [])
    assert page["next_after"] == 6 + len(page["events"])


def test_an_export_contains_what_is_kept(service: Service, database_url: str, user: User):
    make_events_older(database_url, user, 4, 200)
    pruned(service.database)

    assert [each["number"] for each in user.get("/v1/me/export").json["events"]] == [5, 6]


def test_a_rebuild_does_not_bring_deleted_events_back(api: Api, service: Service, database_url: str):
    host, guest = api.sign_up(), api.sign_up()
    table = host.open_table()
    guest.command(table, "sit", seat=1)
    catch_up(service)
    last = page_of(host)["next_after"]
    assert last >= 1
    make_events_older(database_url, host, last, 200)
    pruned(service.database)

    rebuild(database_url, service.settings.database_role, lambda *_: None)
    catch_up(service)

    assert numbers_of(host) == []
    guest.command(table, "leave")
    catch_up(service)
    assert numbers_of(host) == [last + 1]


def test_webhooks_go_on_after_events_were_deleted(service: Service, database_url: str, user: User):
    WebhookContext.basics = service
    WebhookContext.sender = Sender(service.webhooks.guard, service.settings.webhook_timeout_s)
    with receiving() as receiver:
        mine = hook(user, receiver.url)
        told(service, user, 2)
        deliver_to(mine.id)
        make_events_older(database_url, user, 8, 200)
        pruned(service.database)
        assert mine.deliveries() == [], "a delivery goes with its event"

        told(service, user)
        assert deliver_to(mine.id) == 1
        assert [each.payload["number"] for each in receiver.received] == [7, 8, 9]
