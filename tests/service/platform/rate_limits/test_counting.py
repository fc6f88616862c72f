"""Requests are counted per player and class in a real Redis, and refused above the limit."""

import threading
from itertools import count
from typing import Any

import pytest
import redis
from prometheus_client import REGISTRY
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from service.clients.python.shengji_client import Client
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Rate
from tests.support.api import Api, User
from tests.support.contract import Operation, operations
from tests.support.rate_limits import REQUESTS, Opened, by, left
from tests.support.waiting import until

UNCOUNTED = {
    "start_page",
    "client_page",
    "client_file",
    "start_documents",
    "contract_yaml",
    "contract_json",
    "healthy",
    "ready",
    "list_problems",
    "view_problem",
    "list_guides",
    "view_guide",
    "list_rule_pages",
    "all_rules",
    "contract_part",
    "documents_page",
    "entry_points",
    "reference_page",
    "reference_start",
    "projector_script",
}
"""Views without a limit."""


def code(answer: TestResponse) -> str:
    return str(answer.json["code"])


def test_every_route_declares_its_rate_limit_class_or_none(api: Api):
    views = [api.app.view_functions[rule.endpoint] for rule in api.app.url_map.iter_rules()]
    assert [view.__name__ for view in views if not hasattr(view, "rate_class")] == []
    assert {view.__name__ for view in views if view.rate_class is None} == UNCOUNTED


def test_an_answer_contains_the_limits_and_the_remaining_requests(opened: Opened, user: User):
    here = by(user, opened(read=Rate("3/minute"), address=Rate("100/hour")))
    answers = [here.get("/v1/tables") for _ in range(3)]
    assert {each.headers["RateLimit-Policy"] for each in answers} == {'"read";q=3;w=60, "address";q=100;w=3600'}
    assert [left(each) for each in answers] == ['"read";r=2', '"read";r=1', '"read";r=0']
    assert all(1 <= int(each.headers["RateLimit"].rpartition("=")[2]) <= 60 for each in answers)
    assert {each.status_code for each in answers} == {200}


def test_a_request_above_the_limit_is_refused_with_retry_after(opened: Opened, user: User):
    here = by(user, opened(read=Rate("1/minute")))
    here.get("/v1/tables")
    refused = here.get("/v1/tables")
    assert (refused.status_code, code(refused)) == (429, "rate_limited")
    assert refused.json["facts"] == {"policy": "read"}
    assert left(refused) == '"read";r=0'
    assert refused.headers["RateLimit"].endswith(f";t={refused.headers['Retry-After']}")
    assert f"after {refused.headers['Retry-After']} s" in refused.json["hint"]


def test_the_quota_is_restored_when_the_window_ends(opened: Opened, user: User):
    here = by(user, opened(read=Rate("1/second")))
    until(lambda: here.get("/v1/tables").status_code == 429, "refusal")
    until(lambda: here.get("/v1/tables").status_code == 200, "new window")


def path_of(one: Operation, user: User) -> str:
    """Returns an address of the operation; only the player exists."""
    nobody = "0" * 26
    ids = {"table": "tbl", "token": "tok", "webhook": "whk", "delivery": "msg", "client": "cli", "passkey": "psk"}
    ids |= {"seek": "sek", "invitation": "inv", "world": "wld", "report": "rep", "tournament": "trn"}
    ids |= {"board": "brd", "board_match": "bmt", "puzzle": "puz"}
    ids |= {"league": "lge"}
    ids |= {"series": "ser", "entrant": "ent", "other": "ent"}
    of_nobody: dict[str, Any] = {f"{name}_id": f"{prefix}_{nobody}" for name, prefix in ids.items()}
    of_nobody |= {
        "code": "sji_nobody",
        "mail_code": f"sjm_{'0' * 43}",
        "stopped": "all",
        "template": "ours",
        "room": "seats",
        "number": 1,
    }
    return one.path.format(player_id=user.id, kind="score", pool="sheng_ji.live.4.people", **of_nobody)


@pytest.mark.slow
@pytest.mark.parametrize("one", [each for each in operations() if "x-rate-limit" in each.definition], ids=str)
def test_every_operation_with_a_class_has_a_limit(opened: Opened, user: User, one: Operation):
    here = by(user, opened(**{one.definition["x-rate-limit"]: Rate("1/hour")}))
    path = path_of(one, user)
    answers = [here.api.call(one.method.upper(), path, b"{", token=here.token) for _ in range(2)]
    assert answers[0].status_code != 429
    assert answers[1].status_code == 429
    assert all("RateLimit" in each.headers and "RateLimit-Policy" in each.headers for each in answers)


def test_a_refused_command_is_not_executed_and_can_be_repeated(opened: Opened, user: User):
    table = user.open_table()
    api = opened(command=Rate("1/minute"))
    here = by(user, api)
    assert here.command(table, "sit", seat=0).status_code == 200
    assert here.command(table, "sit", seat=1, headers={"Idempotency-Key": "one"}).status_code == 429
    assert user.view(table)["version"] == 2
    assert user.command(table, "leave", headers={"Idempotency-Key": "one"}).status_code == 200


def test_a_repeated_request_counts_again(opened: Opened, user: User):
    table = user.open_table()
    here = by(user, opened(command=Rate("2/minute")))
    answers = [here.command(table, "sit", seat=0, headers={"Idempotency-Key": "same"}) for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    assert answers[1].headers["Idempotency-Replayed"] == "true"


def test_classes_are_counted_separately(opened: Opened, user: User):
    table = user.open_table()
    here = by(user, opened(read=Rate("1/minute"), feed=Rate("1/minute"), command=Rate("1/minute")))
    assert here.get(f"/v1/tables/{table}").status_code == 200
    assert here.get(f"/v1/tables/{table}/events").status_code == 200
    assert here.command(table, "sit", seat=0).status_code == 200
    assert here.get(f"/v1/tables/{table}").status_code == 429
    assert here.get(f"/v1/tables/{table}/events").status_code == 429


def more_tokens(user: User, *scopes: str) -> list[str]:
    """Returns three more tokens of a player."""
    made = [user.post("/v1/me/tokens", {"name": "more", "scopes": scopes}) for _ in range(3)]
    return [str(each.json["secret"]) for each in made]


def test_additional_tokens_of_a_player_do_not_help_after_a_429(opened: Opened, user: User, api: Api):
    more = more_tokens(user, "table:read")
    limited = opened(read=Rate("2/minute"))
    assert [by(user, limited).get("/v1/tables").status_code for _ in range(3)] == [200, 200, 429]
    assert [limited.call("GET", "/v1/tables", token=token).status_code for token in more] == [429, 429, 429]
    assert by(api.sign_up(), limited).get("/v1/tables").status_code == 200


NEEDS_TOKEN = [each for each in operations() if "x-rate-limit" in each.definition and each.definition["security"]]


@pytest.mark.parametrize("name", sorted({each.definition["x-rate-limit"] for each in NEEDS_TOKEN}))
def test_every_class_counts_all_tokens_of_a_player_together(opened: Opened, user: User, name: str):
    [another, *_] = more_tokens(user, "account:read", "account:write", "table:read")
    limited = opened(**{name: Rate("1/hour")})
    one = next(each for each in NEEDS_TOKEN if each.definition["x-rate-limit"] == name)
    path = path_of(one, user)
    answers = [limited.call(one.method.upper(), path, b"{", token=token) for token in (user.token, another)]
    assert [each.status_code == 429 for each in answers] == [False, True]


def test_processes_count_together(opened: Opened, user: User):
    here, there = (by(user, opened(read=Rate("40/hour"), counts_merge_s=0.01)) for _ in range(2))
    assert {here.get("/v1/tables").status_code for _ in range(40)} == {200}
    sent = count()
    until(lambda: next(sent) < 40 and there.get("/v1/tables").status_code == 429, "refusal in the other process")
    assert next(sent) <= 40


@pytest.mark.parametrize("name", ["sign_up", "login", "oauth"])
def test_limits_of_passwords_and_accounts_are_exact(opened: Opened, name: str):
    processes = [opened(**{name: Rate("2/hour")}, counts_merge_s=3600.0) for _ in range(2)]
    path, body, headers = REQUESTS[name]
    answers = [each.call("POST", path, body, headers=headers) for each in processes * 2]
    assert [each.status_code == 429 for each in answers] == [False, False, True, True]


def test_head_requests_count_and_options_requests_do_not(opened: Opened, user: User):
    here = by(user, opened(read=Rate("2/minute")))
    path = f"/v1/players/{user.id}"
    options = [here.api.call("OPTIONS", path, token=here.token) for _ in range(3)]
    assert not any("RateLimit" in each.headers for each in options)
    assert left(here.api.call("HEAD", path, token=here.token)) == '"read";r=1'


@pytest.mark.slow
def test_an_operation_without_a_class_does_not_count(opened: Opened):
    api = opened(read=Rate("1/minute"), lab=Rate("1/minute"), address=Rate("1/minute"))
    for path in ("/healthz", "/readyz", "/problems", "/openapi.yaml", "/docs/", "/docs/rules/all"):
        answers = [api.call("GET", path) for _ in range(3)]
        assert {each.status_code for each in answers} == {200}, path
        assert not any("RateLimit-Policy" in each.headers for each in answers), path


def test_without_a_limit_no_headers_are_sent(opened: Opened, user: User):
    answer = by(user, opened()).get("/v1/tables")
    assert "RateLimit" not in answer.headers
    assert "RateLimit-Policy" not in answer.headers


@pytest.mark.slow
def test_the_demo_client_waits_until_the_limit_allows_more(opened: Opened, emptied: EmbeddedRedis):
    limited = opened(sign_up=Rate("1/hour"))
    server = make_server("127.0.0.1", 0, limited.app)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        with redis.Redis.from_url(emptied.url) as client:
            client.set("shengji:limits:sign_up:127.0.0.1", 1, px=8000)  # An exhausted window that ends soon.
        before = refused("sign_up")
        assert Client.of_new_player(f"http://127.0.0.1:{server.port}", "Ada").token
        assert refused("sign_up") == before + 1
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def refused(policy: str) -> float:
    return REGISTRY.get_sample_value("shengji_requests_refused_total", {"policy": policy}) or 0.0


def test_a_process_counts_requests_without_asking_redis(opened: Opened, emptied: EmbeddedRedis, user: User):
    """The process merges its counts later, here never."""
    here = by(user, opened(read=Rate("100/minute"), address=Rate("100/minute"), counts_merge_s=3600.0))
    here.get("/v1/tables")
    with redis.Redis.from_url(emptied.url) as client:
        reads = client.info("stats")["total_reads_processed"]
        assert [left(here.get("/v1/tables")) for _ in range(10)] == [f'"read";r={98 - each}' for each in range(10)]
        # The one read is this question.
        assert client.info("stats")["total_reads_processed"] - reads == 1
