"""Sandboxes are created with a clock of their own, follow it, and end."""

import dataclasses
from typing import Any, cast

import psycopg
import pytest

from service.platform.queue.job_queue import JobQueue
from service.platform.store.database import Database
from service.sandbox.jobs import do_due_work
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, User
from tests.support.fixtures import limited
from tests.support.sandboxes import NOBODY, NOWHERE, SEEK, document_of, joined
from tests.support.stored import catch_up


def test_a_sandbox_is_created_with_a_player_and_a_token_for_it(owner: User):
    made = owner.post("/v1/sandbox", {})

    assert made.status_code == 201
    token = made.json["token"]["secret"]
    me = owner.api.call("GET", "/v1/me", token=token).json
    assert me["sandbox"] == made.json["sandbox"]["id"]
    assert me["player"]["id"] == made.json["player"]["id"] != owner.id
    assert me["player"]["name"] == "Ada"
    assert owner.get("/v1/me").json["sandbox"] is None
    assert owner.get("/v1/me/sandboxes").json["sandboxes"] == [made.json["sandbox"]]


def test_the_clock_starts_at_the_requested_time_and_stands_still(owner: User):
    author = owner.in_sandbox(now="2027-03-28T02:30:00.5+02:00")

    first, second = author.get("/v1/sandbox").json, author.get("/v1/sandbox").json

    assert first["now"] == "2027-03-28T00:30:00.500Z"
    assert first == second
    assert first["at_rest"] is True
    assert first["due"] == []


@pytest.mark.parametrize(
    "now",
    ["tomorrow", "2027-02-30T00:00:00Z", "1999-12-31T23:59:59Z", "2200-01-01T00:00:00Z", "2027-03-28T02:30:00", 7],
)
def test_a_clock_cannot_start_at_an_impossible_time(owner: User, now: Any):
    refused = owner.post("/v1/sandbox", {"now": now})
    assert refused.status_code == 400
    assert "now" in refused.json["facts"]["fields"]


def test_the_number_of_sandboxes_of_a_player_is_limited(owner: User, service: Service):
    assert service.settings.sandboxes_per_account == 5
    for _ in range(service.settings.sandboxes_per_account):
        owner.in_sandbox()
    refused = owner.post("/v1/sandbox", {})
    assert refused.status_code == 409
    assert refused.json["code"] == "too_many_sandboxes"

    first = owner.get("/v1/me/sandboxes").json["sandboxes"][0]["id"]
    assert owner.api.call("DELETE", f"/v1/me/sandboxes/{first}", token=owner.token).status_code == 204

    owner.in_sandbox()


def test_the_number_of_players_in_a_sandbox_is_limited(owner: User, service: Service, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(service.sandboxes, "bounds", service.sandboxes.bounds._replace(players=2))
    author = owner.in_sandbox()
    joined(author)
    refused = author.post("/v1/sandbox/players", {"name": "one too many"})
    assert refused.status_code == 409
    assert refused.json["code"] == "sandbox_full"
    assert author.get("/v1/sandbox").json["players"] == 2


def test_sandbox_operations_need_a_sandbox_token_and_other_operations_another_one(owner: User):
    author = owner.in_sandbox()
    for refused in (
        owner.get("/v1/sandbox"),
        owner.post("/v1/sandbox/players", {"name": "another"}),
        owner.post("/v1/sandbox/advance", {"seconds": 1}),
        owner.api.call("DELETE", "/v1/sandbox", token=owner.token),
    ):
        assert (refused.status_code, refused.json["code"]) == (403, "sandbox_token_needed")
    refused = author.post("/v1/sandbox", {})
    assert (refused.status_code, refused.json["code"]) == (403, "no_sandbox_within")


def test_nobody_can_end_the_sandbox_of_another_player(owner: User):
    owner.in_sandbox()
    (sandbox,) = owner.get("/v1/me/sandboxes").json["sandboxes"]
    stranger = owner.api.sign_up()
    refused = owner.api.call("DELETE", f"/v1/me/sandboxes/{sandbox['id']}", token=stranger.token)
    assert refused.status_code == 404
    assert owner.get("/v1/me/sandboxes").json["sandboxes"] == [sandbox]


def test_seeks_and_links_expire_by_the_clock_of_their_sandbox(owner: User, database_url: str):
    author = owner.in_sandbox(now="2027-03-20T12:00:00Z")
    other, table = joined(author), author.open_table()
    seek = author.post("/v1/seeks", {**SEEK, "expires_after_s": 3600}).json
    link = author.post(f"/v1/tables/{table}/invitations", {"expires_after_s": 3600}).json
    assert seek["expires_at"] == link["expires_at"] == "2027-03-20T13:00:00.000Z"
    assert other.get(f"/v1/invitations/{link['code']}").status_code == 200

    _move(author, database_url, "2027-03-20T13:00:00Z")

    assert author.get(f"/v1/seeks/{seek['id']}").json["state"] == "expired"
    assert author.get("/v1/seeks").json["seeks"] == []
    assert other.get(f"/v1/invitations/{link['code']}").status_code == 404


def _move(author: User, database_url: str, to: str) -> None:
    """Moves the clock of a sandbox without workers to wait for."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        sandbox = author.get("/v1/sandbox").json["id"]
        connection.execute("UPDATE shengji.world SET clock = %s WHERE id = %s", [to, sandbox])


def test_moving_the_clock_takes_no_idempotency_key_because_a_retry_would_move_it_again(owner: User):
    author = owner.in_sandbox(now="2027-03-20T12:00:00Z")

    refused = author.post("/v1/sandbox/advance", {"seconds": 60}, headers={"Idempotency-Key": "once"})

    assert (refused.status_code, list(refused.json["facts"]["fields"])) == (400, ["Idempotency-Key"])
    assert author.get("/v1/sandbox").json["now"] == "2027-03-20T12:00:00.000Z"
    for _ in range(2):
        moved = author.post("/v1/sandbox/advance", {"to": "2027-03-20T13:00:00Z"})
        assert moved.json["now"] == "2027-03-20T13:00:00.000Z"


def test_vacations_follow_the_clock_of_the_sandbox(owner: User):
    author = owner.in_sandbox(now="2027-03-20T12:00:00Z")
    assert author.get("/v1/me").json["player"]["created_at"] == "2027-03-20T12:00:00.000Z"
    begun = author.post("/v1/me/vacation", {"ends_at": "2027-03-22T12:00:00Z"})
    assert begun.status_code == 201
    assert begun.json["starts_at"] == "2027-03-20T12:00:00.000Z"
    assert joined(author).get(f"/v1/players/{author.id}").json["availability"]["vacation"] is not None


def test_a_job_out_of_time_leaves_the_rest_to_the_next_job(
    owner: User, service, database_url: str, monkeypatch: pytest.MonkeyPatch
):
    WorkerContext.service, WorkerContext.queue = service, JobQueue(service.settings.redis_url)
    author = owner.in_sandbox(now="2027-03-20T12:00:00Z")
    table, sandbox = author.open_table(expires_after_s=3600), author.get("/v1/sandbox").json["id"]
    _move(author, database_url, "2027-03-20T13:00:00Z")

    monkeypatch.setattr(WorkerContext, "service", limited(service, job_s=-1.0))
    assert do_due_work(sandbox) == 0
    (job_id,) = [each for each in WorkerContext.queue.queues["tables"].job_ids if each.startswith(f"sandbox-{sandbox}")]
    assert job_id.endswith("-on")

    monkeypatch.setattr(WorkerContext, "service", service)
    catch_up(service)
    assert do_due_work(sandbox) == 1
    assert author.view(table)["status"] == "cancelled"


def test_a_sandbox_works_without_account_feeds(owner: User, service, database_url: str):
    WorkerContext.service = limited(service, sandbox_feeds_s=0.05)
    WorkerContext.queue = JobQueue(service.settings.redis_url)
    author = owner.in_sandbox(now="2027-03-20T12:00:00Z")
    table, sandbox = author.open_table(expires_after_s=3600), author.get("/v1/sandbox").json["id"]
    _move(author, database_url, "2027-03-20T13:00:00Z")

    assert do_due_work(sandbox) == 1
    assert author.view(table)["status"] == "cancelled"


def _started(author: User) -> tuple[list[User], str]:
    """Returns the players and the id of a table with ten hours for each turn. It starts at noon."""
    players = [author, *(joined(author) for _ in range(3))]
    table = author.open_table(profile="zheng-shangyou-4-partners", clock={"kind": "simple", "per_move_s": 36000})
    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
    author.command(table, "start")
    return players, table


def _reminders(players: list[User]) -> list[str]:
    feeds = [player.get("/v1/me/events").json["events"] for player in players]
    return [event["data"]["left"] for feed in feeds for event in feed if event["type"] == "turn_reminder"]


class _FeedsCatchUp:
    """A database whose account feeds catch up right after each lookup of the next step."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def __getattr__(self, name: str) -> Any:
        return getattr(self._service.database, name)

    def read(self, name: str, parameters: dict[str, Any]) -> list[Any]:
        rows = self._service.database.read(name, parameters)
        if name == "next_in_sandbox":
            catch_up(self._service)
        return rows


def test_reminders_recorded_right_after_a_lookup_are_sent(owner: User, service: Service, database_url: str):
    WorkerContext.service = dataclasses.replace(service, database=cast("Database", _FeedsCatchUp(service)))
    author = owner.in_sandbox(now="2027-03-20T12:00:00Z")
    players, _ = _started(author)
    _move(author, database_url, "2027-03-20T22:00:00Z")

    do_due_work(author.get("/v1/sandbox").json["id"])

    assert _reminders(players) == ["half", "fifth"]


def test_an_outdated_reminder_stops_no_later_one(owner: User, service: Service, database_url: str):
    WorkerContext.service = service
    author = owner.in_sandbox(now="2027-03-20T12:00:00Z")
    players, table = _started(author)
    catch_up(service)
    with psycopg.connect(database_url, autocommit=True) as connection:
        outdated = "deadline_at = deadline_at + interval '1 hour'"
        where = "table_id = %s AND left_share = 'half'"
        assert connection.execute(f"UPDATE shengji.reminder SET {outdated} WHERE {where}", [table]).rowcount == 1
    _move(author, database_url, "2027-03-20T21:00:00Z")

    do_due_work(author.get("/v1/sandbox").json["id"])

    assert _reminders(players) == ["fifth"]


def swept(service: Service) -> int:
    """Number of players closed until all expired sandboxes have ended."""
    closed = 0
    while service.database.read("expired_sandboxes", {"limit": 1}):
        closed += service.sandboxes.sweep()
    return closed


def test_an_ended_sandbox_admits_nobody_and_shows_nothing(owner: User):
    author = owner.in_sandbox()
    other, table = joined(author), author.open_table()
    ended = owner.api.call("DELETE", "/v1/sandbox", token=author.token)
    assert ended.status_code == 204

    for user in (author, other):
        assert user.get("/v1/me").status_code == 401
    assert owner.get("/v1/me/sandboxes").json["sandboxes"] == []
    assert document_of(owner.get(f"/v1/tables/{table}")) == document_of(owner.get(f"/v1/tables/{NOWHERE}"))
    assert document_of(owner.get(f"/v1/players/{author.id}")) == document_of(owner.get(f"/v1/players/{NOBODY}"))


def test_a_sandbox_expires_at_its_time(owner: User, service, database_url: str):
    swept(service)
    lasting, over = owner.in_sandbox(), owner.in_sandbox()
    sandbox = over.get("/v1/sandbox").json["id"]
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE shengji.world SET expires_at = now() WHERE id = %s", [sandbox])

    assert swept(service) == 1

    assert over.get("/v1/me").status_code == 401
    assert lasting.get("/v1/me").status_code == 200


def test_players_of_an_ended_sandbox_are_locked_out_at_once_and_closed_in_batches(
    owner: User, service, monkeypatch: pytest.MonkeyPatch
):
    swept(service)
    monkeypatch.setattr(service.sandboxes, "bounds", service.sandboxes.bounds._replace(closed_at_once=2))
    author = owner.in_sandbox()
    everybody = [author, *(joined(author) for _ in range(2))]
    small = owner.in_sandbox()

    def named() -> int:
        rows = service.database.read("players", {"ids": [user.id for user in (*everybody, small)]})
        return sum(name is not None for _, name, *_ in rows)

    for user in (author, small):
        assert owner.api.call("DELETE", "/v1/sandbox", token=user.token).status_code == 204
    assert [user.get("/v1/me").status_code for user in everybody] == [401, 401, 401]
    assert named() == 4

    assert (service.sandboxes.sweep(), named()) == (2, 2)
    assert (service.sandboxes.sweep(), named()) == (2, 0)
    assert swept(service) == 0


def test_an_expired_sandbox_admits_nobody_even_before_cleanup(owner: User, another_process: Api, database_url: str):
    author = owner.in_sandbox()
    with psycopg.connect(database_url, autocommit=True) as connection:
        sandbox = author.get("/v1/sandbox").json["id"]
        connection.execute("UPDATE shengji.world SET expires_at = now() WHERE id = %s", [sandbox])

    assert another_process.call("GET", "/v1/me", token=author.token).status_code == 401
    assert owner.get("/v1/me/sandboxes").json["sandboxes"] == []


def test_sandboxes_of_a_closed_account_are_ended(owner: User, service):
    swept(service)
    author = owner.in_sandbox(name="Ada of the sandbox")
    other = joined(author, "Ada again")
    assert owner.api.call("DELETE", "/v1/me", {"confirm": owner.id}, token=owner.token).status_code == 204

    assert author.get("/v1/me").status_code == other.get("/v1/me").status_code == 401
    assert swept(service) == 2
    rows = service.database.read("players", {"ids": [owner.id, author.id, other.id]})
    assert [name for _, name, *_ in rows] == [None, None, None]


def test_an_export_lists_the_sandboxes(owner: User):
    owner.in_sandbox()
    assert owner.get("/v1/me/export").json["sandboxes"] == owner.get("/v1/me/sandboxes").json["sandboxes"]
