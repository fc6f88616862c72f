"""Rate limits as clients see them, counted in a real Redis that is also stopped, paused and emptied."""

import dataclasses
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import redis
from prometheus_client import REGISTRY
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from service.client import Client
from service.platform.http.rate_limits import network_of
from service.platform.limits import LIMITS
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Rate, Settings
from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.contract import Operation, operations
from tests.support.fixtures import PATIENT, directory_for_servers, wired

PAUSE_S = 3600.0
UNCOUNTED = {
    "start_page",
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
    "show",
}
"""Views without a limit. `show` is the view of the interactive documents."""


class Process(Api):
    """The API of one process with its own limits."""

    def __init__(self, service: Service) -> None:
        super().__init__(create_app(service))
        self.counting = service.counting


Opened = Callable[..., Process]


@pytest.fixture(scope="module")
def own_redis() -> Iterator[EmbeddedRedis]:
    """A Redis for this module, because it is stopped and emptied."""
    with directory_for_servers() as directory:
        server = EmbeddedRedis(directory)
        server.start()
        yield server
        server.stop()


@pytest.fixture
def emptied(own_redis: EmbeddedRedis) -> EmbeddedRedis:
    with redis.Redis.from_url(own_redis.start()) as client:
        client.flushall()
    return own_redis


@contextmanager
def process(settings: Settings) -> Iterator[Service]:
    service = wired(settings)
    try:
        yield service
    finally:
        service.close()


@pytest.fixture
def opened(settings: Settings, emptied: EmbeddedRedis) -> Iterator[Opened]:
    """Makes the API of a process with these limits: names of policies with their rates.

    Longer timeouts and pauses let the tests pass on a machine that hangs for a while.
    """
    services: list[Service] = []

    def open_api(redis_s: float = 60.0, **limits: Any) -> Process:
        patient = dataclasses.replace(PATIENT, redis_s=redis_s, redis_pause_s=PAUSE_S)
        more = {f"rate_limit_{name}" if name != "proxies" else name: value for name, value in limits.items()}
        services.append(wired(dataclasses.replace(settings, redis_url=emptied.url, **more), limits=patient))
        return Process(services[-1])

    yield open_api
    for service in services:
        service.close()


@pytest.fixture
def user(api: Api) -> User:
    """Returns a player created without limits."""
    return api.sign_up()


def by(user: User, api: Api) -> User:
    """Returns the same player at another process."""
    return dataclasses.replace(user, api=api)


def left(answer: TestResponse) -> str:
    """Returns the remaining quota without the time."""
    return answer.headers["RateLimit"].partition(";t=")[0]


def code(answer: TestResponse) -> str:
    return str(answer.json["code"])


# -- counting ----------------------------------------------------------------------------------------------------------


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


def test_the_quota_is_restored_when_the_window_ends(opened: Opened, user: User, own_redis: EmbeddedRedis):
    here = by(user, opened(read=Rate("1/minute")))
    assert [here.get("/v1/tables").status_code for _ in range(2)] == [200, 429]
    with redis.Redis.from_url(own_redis.url) as client:
        keys = client.keys("shengji:limits:read:*")
        assert [0 < client.pttl(key) <= 60_000 for key in keys] == [True]
        client.pexpire(keys[0], 0)
    assert here.get("/v1/tables").status_code == 200


def path_of(one: Operation, user: User) -> str:
    """Returns an address of the operation; only the player exists."""
    nobody = "0" * 26
    ids = {"table": "tbl", "token": "tok", "webhook": "whk", "delivery": "msg", "client": "cli"}
    ids |= {"seek": "sek", "invitation": "inv", "world": "wld", "report": "rep", "tournament": "trn"}
    ids |= {"board": "brd", "board_match": "bmt"}
    ids |= {"league": "lge"}
    ids |= {"series": "ser"}
    of_nobody: dict[str, Any] = {f"{name}_id": f"{prefix}_{nobody}" for name, prefix in ids.items()}
    of_nobody |= {"code": "sji_nobody", "mail_code": f"sjm_{'0' * 43}", "stopped": "all", "room": "seats", "number": 1}
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
    here, there = (by(user, opened(read=Rate("2/minute"))) for _ in range(2))
    assert [each.get("/v1/tables").status_code for each in (here, there, here, there)] == [200, 200, 429, 429]


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


# ------------------------------------------------------------------------------------------------ by address


def test_sign_ups_are_counted_by_address(opened: Opened):
    api = opened(sign_up=Rate("2/hour"))

    def sign_up(address: str) -> int:
        made = api.call("POST", "/v1/players", {"name": "Ada"}, environ_overrides={"REMOTE_ADDR": address})
        return int(made.status_code)

    assert [sign_up("192.0.2.1") for _ in range(3)] == [201, 201, 429]
    assert sign_up("192.0.2.2") == 201


def test_a_token_gives_no_extra_quota_for_sign_ups_and_password_guesses(opened: Opened, api: Api):
    tokens = [None, *(api.sign_up().token for _ in range(3))]
    limited = opened(sign_up=Rate("2/hour"), login=Rate("2/minute"), oauth=Rate("2/minute"))
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    asked: list[tuple[str, Any, dict[str, str]]] = [
        ("/v1/players", {"name": "Ada"}, {}),
        ("/oauth/device", b"user_code=BBBB-BBBB&decision=allow&login=ada&password=guessed", form),
        ("/oauth/token", b"grant_type=refresh_token", form),
    ]
    for path, body, headers in asked:
        answers = [limited.call("POST", path, body, token=token, headers=headers) for token in tokens]
        assert [each.status_code == 429 for each in answers] == [False, False, True, True], path


def test_password_guesses_are_counted_per_account_over_all_its_tokens(opened: Opened, user: User):
    scopes = ["account:write"]
    more = [user.post("/v1/me/tokens", {"name": "more", "scopes": scopes}).json["secret"] for _ in range(2)]
    limited = opened(login=Rate("2/minute"))
    guess = {"current_password": "guessed"}
    answers = [limited.call("DELETE", "/v1/me/login", guess, token=token) for token in (user.token, *more)]
    assert [each.status_code == 429 for each in answers] == [False, False, True]


def test_failed_authentication_is_counted_by_address_and_not_by_token(opened: Opened, user: User):
    here = by(user, opened(read=Rate("2/minute")))
    tokens = (None, "sj_unknown", "sj_another")
    failed = [here.api.call("GET", "/v1/tables", token=token) for token in tokens]
    assert [each.status_code for each in failed] == [401, 401, 429]
    assert left(here.get("/v1/tables")) == '"read";r=1'


def test_the_lab_is_counted_by_token_if_there_is_one(opened: Opened, user: User):
    here = by(user, opened(lab=Rate("1/minute")))
    question = {"input": {"opponent_points": 5}}
    assert [here.api.call("POST", "/v1/rules/score", question).status_code for _ in range(2)] == [200, 429]
    assert [here.post("/v1/rules/score", question).status_code for _ in range(2)] == [200, 429]


def test_one_address_can_use_a_limited_number_of_tokens(opened: Opened, api: Api):
    users = [api.sign_up() for _ in range(4)]
    limited = opened(read=Rate("100/minute"), address=Rate("3/minute"))
    answers = [by(each, limited).get("/v1/tables") for each in users]
    assert [each.status_code for each in answers] == [200, 200, 200, 429]
    assert answers[3].json["facts"] == {"policy": "address"}
    elsewhere = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.7"}}
    assert by(users[3], limited).get("/v1/tables", **elsewhere).status_code == 200


def test_the_remaining_quota_of_an_address_is_hidden_until_it_is_used_up(opened: Opened, api: Api):
    here, there = (by(api.sign_up(), limited) for limited in [opened(address=Rate("1/minute"))] * 2)
    answers = [each.get("/v1/tables") for each in (here, there)]
    assert [each.status_code for each in answers] == [200, 429]
    assert "RateLimit" not in answers[0].headers
    assert left(answers[1]) == '"address";r=0'


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:4711", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::7]:443", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_addresses_are_grouped_into_networks(address: str, counted_as: str):
    assert network_of(address) == counted_as


def test_ipv6_is_counted_by_network(opened: Opened):
    api = opened(lab=Rate("1/minute"))

    def ask(address: str) -> int:
        asked = api.call("POST", "/v1/rules/score", {"input": {}}, environ_overrides={"REMOTE_ADDR": address})
        return int(asked.status_code)

    assert ask("2001:db8::1") != 429
    assert ask("2001:db8::ffff:1") == 429
    assert ask("2001:db8:0:1::1") != 429


def kinds_for(api: Api, forwarded: str | None) -> int:
    """Sends a request without a token and with this X-Forwarded-For header."""
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    return int(api.call("GET", "/v1/rules/kinds", headers=headers).status_code)


def test_a_forged_forwarded_address_has_no_effect(opened: Opened):
    api = opened(read=Rate("2/minute"))
    assert [kinds_for(api, f"192.0.2.{number}") for number in range(4)] == [200, 200, 429, 429]


def test_behind_one_proxy_only_the_address_seen_by_it_counts(opened: Opened):
    api = opened(read=Rate("2/minute"), proxies=1)
    assert [kinds_for(api, f"192.0.2.{number}, 198.51.100.1") for number in range(3)] == [200, 200, 429]
    assert kinds_for(api, "198.51.100.1") == 429
    assert kinds_for(api, "198.51.100.1, 198.51.100.2") == 200


def test_behind_two_proxies_the_second_to_last_address_counts(opened: Opened):
    api = opened(read=Rate("1/minute"), proxies=2)
    assert kinds_for(api, "198.51.100.1, 203.0.113.9") == 200
    assert kinds_for(api, "forged, 198.51.100.1, 203.0.113.8") == 429
    # A request that did not pass both proxies carries no trusted address.
    assert [kinds_for(api, "198.51.100.2"), kinds_for(api, None)] == [200, 429]


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


# -- without Redis -----------------------------------------------------------------------------------------------------


def uncounted() -> float:
    return REGISTRY.get_sample_value("shengji_rate_limits_unavailable_total") or 0.0


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.getMessage()
        for record in caplog.records
        if record.name == "service.platform.counting" and record.levelno == logging.WARNING
    ]


def test_play_continues_while_redis_is_down_and_limits_return_with_it(
    opened: Opened, emptied: EmbeddedRedis, api: Api, caplog: pytest.LogCaptureFixture
):
    table, players = started_table(api)
    limited = opened(read=Rate("1/minute"), command=Rate("1/minute"))
    here = [by(each, limited) for each in players]
    assert [here[0].get(f"/v1/tables/{table}").status_code for _ in range(2)] == [200, 429]
    before = uncounted()

    emptied.stop()
    looked = [here[0].get(f"/v1/tables/{table}") for _ in range(5)]
    said = [each.command(table, "set_entropy", entropy=f"{turn}") for turn in range(3) for each in here]

    assert {each.status_code for each in (*looked, *said)} == {200}
    assert not any("RateLimit" in each.headers for each in (*looked, *said))
    assert here[0].view(table)["version"] == said[-1].json["version"]
    assert uncounted() == before + len(looked) + len(said) + 1
    limited.counting._ask_again_at -= PAUSE_S  # as if the pause were over
    assert "RateLimit" not in here[0].get(f"/v1/tables/{table}").headers
    assert len(warnings(caplog)) == 1

    emptied.start()
    assert "RateLimit" not in here[0].get(f"/v1/tables/{table}").headers
    limited.counting._ask_again_at -= PAUSE_S  # as if the pause were over
    # Earlier counts are in the dump of this Redis.
    assert here[0].get(f"/v1/tables/{table}").status_code == 429
    assert left(here[1].get(f"/v1/tables/{table}")) == '"read";r=0'
    assert len(warnings(caplog)) == 1


def test_account_limits_are_counted_per_process_while_redis_is_down(opened: Opened, emptied: EmbeddedRedis, user: User):
    limited = opened(sign_up=Rate("2/hour"), login=Rate("2/minute"), oauth=Rate("2/minute"), read=Rate("1/minute"))
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    asked: list[tuple[str, Any, dict[str, str]]] = [
        ("/v1/players", {"name": "Ada"}, {}),
        ("/oauth/device", b"user_code=BBBB-BBBB&decision=allow&login=ada&password=guessed", form),
        ("/oauth/token", b"grant_type=refresh_token", form),
    ]
    emptied.stop()
    for path, body, headers in asked:
        answers = [limited.call("POST", path, body, headers=headers) for _ in range(3)]
        assert [each.status_code == 429 for each in answers] == [False, False, True], path
        assert 1 <= int(answers[2].headers["Retry-After"]) <= 3600
        assert left(answers[1]).endswith(";r=0")
    elsewhere = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.7"}}
    assert limited.call("POST", "/v1/players", {"name": "Ada"}, **elsewhere).status_code == 201
    assert {by(user, limited).get("/v1/tables").status_code for _ in range(3)} == {200}


def test_a_hanging_redis_is_asked_once_and_then_skipped_for_a_while(
    opened: Opened,
    emptied: EmbeddedRedis,
    user: User,
    caplog: pytest.LogCaptureFixture,
):
    limited = opened(LIMITS.redis_s, read=Rate("1/minute"))
    here = by(user, limited)
    here.get("/v1/tables")
    pid = emptied.pid
    assert pid is not None
    assert limited.counting._redis.connection_pool.connection_kwargs["socket_timeout"] == LIMITS.redis_s <= 1
    os.kill(pid, signal.SIGSTOP)
    try:
        assert here.get("/v1/tables").status_code == 200
        pause_ends_at = limited.counting._ask_again_at
        assert {here.get("/v1/tables").status_code for _ in range(20)} == {200}
    finally:
        os.kill(pid, signal.SIGCONT)
    # No other request was sent, or the pause would have restarted.
    assert limited.counting._ask_again_at == pause_ends_at
    assert here.get("/v1/tables").status_code == 200
    limited.counting._ask_again_at -= PAUSE_S
    assert here.get("/v1/tables").status_code == 429
    assert len(warnings(caplog)) == 1


def test_after_a_pause_one_request_tests_redis_for_all_others(opened: Opened):
    counting = opened(read=Rate("1/minute")).counting
    counting._note_unavailable(redis.ConnectionError("it is away"))
    assert not counting._may_ask()
    counting._ask_again_at -= PAUSE_S
    assert [counting._may_ask() for _ in range(3)] == [True, False, False]


def test_a_redis_restart_between_two_requests_is_not_noticed(opened: Opened, emptied: EmbeddedRedis, user: User):
    here = by(user, opened(read=Rate("2/minute")))
    assert left(here.get("/v1/tables")) == '"read";r=1'
    with redis.Redis.from_url(emptied.url) as client:
        client.flushall()
        client.script_flush()
    emptied.stop()
    emptied.start()
    assert left(here.get("/v1/tables")) == '"read";r=1'


def test_counting_a_request_takes_one_round_trip(opened: Opened, emptied: EmbeddedRedis, user: User):
    """Redis reads a pipeline at once."""
    limited = opened(read=Rate("100/minute"), address=Rate("100/minute"))
    here = by(user, limited)
    here.get("/v1/tables")
    with redis.Redis.from_url(emptied.url) as client:
        asked = client.info("stats")["total_reads_processed"]
        for _ in range(10):
            here.get("/v1/tables")
        # One for each of the ten, and one for this request.
        assert client.info("stats")["total_reads_processed"] - asked == 10 + 1


@pytest.mark.slow
def test_the_rules_are_available_with_a_token_while_the_database_is_down(
    settings: Settings, emptied: EmbeddedRedis, user: User
):
    away = "postgresql://nobody@127.0.0.1:1/nothing"
    limits = {"rate_limit_lab": Rate("1/minute")}
    with process(dataclasses.replace(settings, database_url=away, redis_url=emptied.url, **limits)) as service:
        service.database._pool.timeout = 0.5  # it never arrives
        here = by(user, Api(create_app(service)))
        answers = [here.post("/v1/rules/score", {"input": {"opponent_points": 5}}) for _ in range(2)]
        assert [each.status_code for each in answers] == [200, 429]
        assert here.get("/v1/tables").status_code == 503
