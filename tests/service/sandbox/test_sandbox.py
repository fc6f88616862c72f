"""Sandboxes are isolated: nothing inside is visible outside, and nothing outside is visible inside."""

import re
from typing import Any

import psycopg
import pytest
from werkzeug.test import TestResponse

from service.platform.queue.job_queue import JobQueue
from service.sandbox.jobs import let_sandbox_go_on
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, User
from tests.support.fixtures import another, limited
from tests.support.stored import catch_up

Json = dict[str, Any]
NOWHERE = "tbl_" + "0" * 26
NOBODY = "ply_" + "0" * 26


@pytest.fixture
def owner(api: Api) -> User:
    return api.sign_up("Ada")


def joined(user: User, name: str = "another") -> User:
    """Creates another player of a player's sandbox."""
    made = user.post("/v1/sandbox/players", {"name": name})
    assert made.status_code == 201, made.text
    return User(user.api, made.json["player"]["id"], made.json["token"]["secret"])


def document_of(response: TestResponse) -> tuple[int, Json]:
    """Returns status and document of an answer without request-specific values and ids."""
    text = re.sub(r"(tbl|ply)_[0-9A-Z]{26}", "…", response.text)
    return response.status_code, {**response.json, "request_id": "", "detail": text.count("…"), "instance": ""}


# -- creation ----------------------------------------------------------------------------------------------------------


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
    (world,) = owner.get("/v1/me/sandboxes").json["sandboxes"]
    stranger = owner.api.sign_up()
    refused = owner.api.call("DELETE", f"/v1/me/sandboxes/{world['id']}", token=stranger.token)
    assert refused.status_code == 404
    assert owner.get("/v1/me/sandboxes").json["sandboxes"] == [world]


# -- isolation ---------------------------------------------------------------------------------------------------------


def asked_of_a_table(user: User, table: str) -> list[TestResponse]:
    """Every request about a table, valid and invalid."""
    path = f"/v1/tables/{table}"
    return [
        user.get(path),
        user.get(f"{path}?wrong=1"),
        user.get(path, headers={"If-None-Match": '"1-spectator-2"'}),
        user.get(f"{path}/moves"),
        user.get(f"{path}/events"),
        user.get(f"{path}/events?after=x"),
        user.get(f"{path}/record"),
        user.command(table, "sit", seat=0),
        user.command(table, "sit", seat=99),
        user.command(table, "sit", seat=0, headers={"If-Match": '"7-s0-2"'}),
        user.command(table, "take", card="2S"),
        user.command(table, "nothing"),
        user.post(f"{path}/commands?dry_run=true", {"type": "sit", "seat": 0}),
    ]


def test_a_table_of_another_sandbox_gets_the_same_answer_as_a_missing_one(owner: User):
    author, outsider = owner.in_sandbox(), owner.api.sign_up()
    inside, outside, elsewhere = author.open_table(), outsider.open_table(), outsider.in_sandbox()

    cases = [(outsider, inside), (owner, inside), (author, outside), (elsewhere, inside), (elsewhere, outside)]
    for user, table in cases:
        there, nowhere = asked_of_a_table(user, table), asked_of_a_table(user, NOWHERE)
        assert [document_of(answer) for answer in there] == [document_of(answer) for answer in nowhere]
        assert {answer.status_code for answer in there} == {400, 404}
        assert table in there[0].json["detail"]
        stream = {"Accept": "application/x-ndjson"}
        assert user.get(f"/v1/tables/{table}/events", headers=stream).status_code == 404
    assert author.get(f"/v1/tables/{inside}").status_code == 200
    assert outsider.get(f"/v1/tables/{outside}").status_code == 200


def test_a_player_of_another_sandbox_gets_the_same_answer_as_a_missing_one(owner: User):
    author, outsider = owner.in_sandbox(), owner.api.sign_up()
    for user, other in ((outsider, author), (owner, author), (author, outsider), (author, owner)):
        assert document_of(user.get(f"/v1/players/{other.id}")) == document_of(user.get(f"/v1/players/{NOBODY}"))
        assert other.id in user.get(f"/v1/players/{other.id}").json["detail"]
        table = user.open_table()
        challenged = [user.command(table, "challenge_player", player=each) for each in (other.id, NOBODY)]
        assert document_of(challenged[0]) == document_of(challenged[1])
        assert challenged[0].status_code == 422
    assert author.get(f"/v1/players/{joined(author).id}").status_code == 200


def test_the_house_bots_are_in_every_sandbox(owner: User):
    author = owner.in_sandbox()
    assert author.get("/v1/players/ply_house_steady").status_code == 200
    assert author.command(author.open_table(), "seat_bot", seat=0, bot="steady").status_code == 200


def test_lists_contain_only_tables_of_the_players_sandbox(owner: User, service):
    author, outsider = owner.in_sandbox(), owner.api.sign_up()
    inside, outside = author.open_table(), outsider.open_table()
    elsewhere = owner.in_sandbox().open_table()
    catch_up(service)

    def listed(user: User) -> set[str]:
        return {each["id"] for each in user.get("/v1/tables?limit=100").json["tables"]}

    assert listed(author) == {inside}
    assert outside in listed(outsider)
    assert not listed(outsider) & {inside, elsewhere}
    assert [each["id"] for each in author.get("/v1/tables?mine=true").json["tables"]] == [inside]


def test_players_of_one_sandbox_can_share_a_table(owner: User):
    author = owner.in_sandbox()
    other = joined(author)
    table = author.open_table()
    assert author.command(table, "challenge_player", player=other.id).status_code == 200
    assert other.command(table, "sit", seat=1).status_code == 200
    assert author.view(table)["seats"][1]["player"] == other.id


SEEK = {"rules": [{"profile": "zhang-2021"}]}


def test_seeks_of_a_sandbox_are_visible_and_matched_only_there(owner: User, service):
    author, outsider = owner.in_sandbox(), owner.api.sign_up()
    inside = [author, *(joined(author) for _ in range(3))]
    outside = [outsider, *(owner.api.sign_up() for _ in range(3))]
    sought = [user.post("/v1/seeks", SEEK).json["id"] for user in (*inside[:3], *outside[:3])]

    def open_to(user: User) -> list[str]:
        return [each["id"] for each in user.get("/v1/seeks?limit=100").json["seeks"] if each["id"] in sought]

    assert open_to(author) == sought[:3]
    assert open_to(outsider) == sought[3:]
    for user, seek in ((outsider, sought[0]), (author, sought[3])):
        nothing = user.get("/v1/seeks/sek_" + "0" * 26)
        assert (user.get(f"/v1/seeks/{seek}").status_code, nothing.status_code) == (404, 404)
    service.matchmaking.match()
    assert {author.get(f"/v1/seeks/{seek}").json["state"] for seek in sought[:3]} == {"open"}

    last = inside[3].post("/v1/seeks", SEEK).json["id"]
    service.matchmaking.match()

    table = inside[3].get(f"/v1/seeks/{last}").json["table"]
    assert {seat["player"] for seat in author.view(table)["seats"]} == {user.id for user in inside}
    assert outsider.get(f"/v1/tables/{table}").status_code == 404
    assert outsider.get(f"/v1/seeks/{sought[3]}").json["state"] == "open"


def test_old_seeks_of_a_sandbox_do_not_block_others(owner: User, service):
    """By the clock of the sandbox its seeks wait longest."""
    author = owner.in_sandbox()
    with psycopg.connect(service.settings.database_url, autocommit=True) as connection:
        connection.execute("DELETE FROM shengji.seek")
        connection.execute("UPDATE shengji.world SET clock = '2000-01-01'")
    for number in range(4):
        assert author.post("/v1/seeks", {**SEEK, "hands": {"least": number + 1, "most": number + 1}}).status_code == 201
    outside = [owner.api.sign_up() for _ in range(4)]
    for user in outside:
        user.post("/v1/seeks", SEEK)

    with another(service.settings, seeks_at_once=4) as brief:
        assert brief.matchmaking.match() == 1

    assert {user.get("/v1/me/seeks").json["seeks"][0]["state"] for user in outside} == {"matched"}


def test_nobody_can_seek_with_a_partner_of_another_sandbox(owner: User):
    author = owner.in_sandbox()
    refused = author.post("/v1/seeks", {**SEEK, "partner": owner.id})
    assert (refused.status_code, refused.json["code"]) == (422, "cannot_be_challenged")


def test_an_invitation_link_admits_nobody_from_another_sandbox(owner: User):
    author, outsider = owner.in_sandbox(), owner.api.sign_up()
    made = author.post(f"/v1/tables/{author.open_table()}/invitations", {}).json["code"]
    for user, status in ((outsider, 404), (owner, 404), (joined(author), 200)):
        assert user.get(f"/v1/invitations/{made}").status_code == status
        assert user.post(f"/v1/invitations/{made}/accept", {}).status_code == status


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
        world = author.get("/v1/sandbox").json["id"]
        connection.execute("UPDATE shengji.world SET clock = %s WHERE id = %s", [to, world])


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
    table, world = author.open_table(expires_after_s=3600), author.get("/v1/sandbox").json["id"]
    _move(author, database_url, "2027-03-20T13:00:00Z")

    monkeypatch.setattr(WorkerContext, "service", limited(service, job_s=-1.0))
    assert let_sandbox_go_on(world) == 0
    (job_id,) = [each for each in WorkerContext.queue.queue.job_ids if each.startswith(f"world-{world}")]
    assert job_id.endswith("-on")

    monkeypatch.setattr(WorkerContext, "service", service)
    catch_up(service)
    assert let_sandbox_go_on(world) == 1
    assert author.view(table)["status"] == "cancelled"


def test_a_sandbox_works_without_account_feeds(owner: User, service, database_url: str):
    WorkerContext.service = limited(service, sandbox_feeds_s=0.05)
    WorkerContext.queue = JobQueue(service.settings.redis_url)
    author = owner.in_sandbox(now="2027-03-20T12:00:00Z")
    table, world = author.open_table(expires_after_s=3600), author.get("/v1/sandbox").json["id"]
    _move(author, database_url, "2027-03-20T13:00:00Z")

    assert let_sandbox_go_on(world) == 1
    assert author.view(table)["status"] == "cancelled"


# -- the end -----------------------------------------------------------------------------------------------------------


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
    world = over.get("/v1/sandbox").json["id"]
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE shengji.world SET expires_at = now() WHERE id = %s", [world])

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
        world = author.get("/v1/sandbox").json["id"]
        connection.execute("UPDATE shengji.world SET expires_at = now() WHERE id = %s", [world])

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
