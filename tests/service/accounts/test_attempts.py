"""Password attempts: wrong passwords delay the next attempt for each login, with Redis and without it."""

import dataclasses
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis
from werkzeug.test import TestResponse

from service.accounts.attempts import COUNTED_HERE, FREE, Attempts, TooManyAttempts, delay_s
from service.accounts.passwords import Passwords
from service.platform.counting import Counting
from service.platform.limits import LIMITS, Limits
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.chance import RANDOMNESS
from tests.support.fixtures import PATIENT
from tests.support.oauth import PASSWORD, new_client, with_login

WRONG = "wrong horse battery"
HERE = "192.0.2.1"
ELSEWHERE = "198.51.100.7"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


SLOWER = 1000
"""Factor of longer delays, because a busy machine may hang for some seconds."""
SLOW = dataclasses.replace(
    PATIENT,
    first_delay_s=SLOWER * LIMITS.first_delay_s,
    longest_delay_s=SLOWER * LIMITS.longest_delay_s,
    attempts_forgotten_s=SLOWER * LIMITS.attempts_forgotten_s,
)


@pytest.fixture(scope="module")
def limits() -> Limits:
    """Delays long enough to be observed by a test."""
    return SLOW


class Away(Counting):
    """Counters of a Redis that does not answer."""

    def run(self, *_: object) -> None:
        """Returns no count."""


@pytest.fixture
def asked() -> str:
    """The logins and addresses of the attempts."""
    return f"login:{RANDOMNESS.token_hex(8)}"


@pytest.fixture(params=["in Redis", "while Redis is away"])
def counted(request: pytest.FixtureRequest, service: Service, clock: "Clock") -> Iterator[Attempts]:
    """Attempts counted in Redis or in the process."""
    counting = (Away if request.param == "while Redis is away" else Counting)(service.settings.redis_url)
    yield Attempts(counting, SLOW, clock.monotonic)
    counting.close()


class Clock:
    """A clock moved by the test, for counts in the process and for the delays in Redis."""

    def __init__(self, url: str) -> None:
        self.now = 1000.0
        self._redis = redis.Redis.from_url(url)

    def monotonic(self) -> float:
        return self.now

    def go_on(self, seconds: float) -> None:
        self.now += SLOWER * seconds
        for key in self._redis.keys("shengji:attempts:*"):
            self._redis.pexpire(key, max(0, self._redis.pttl(key) - int(1000 * SLOWER * seconds)))


@pytest.fixture
def clock(service: Service) -> Clock:
    return Clock(service.settings.redis_url)


def wait_s(counted: Attempts, asked: str, network: str = HERE) -> int:
    """Returns how long an attempt has to wait, in unscaled seconds; 0 if the attempt was allowed."""
    try:
        counted.begin(asked, network)
    except TooManyAttempts as error:
        return round(error.wait_s / SLOWER)
    return 0


# -- keys of the counts ------------------------------------------------------------------------------------------------


def test_the_delay_doubles_from_one_second_to_15_minutes():
    assert FREE == 5
    delays = [delay_s(tried) for tried in range(FREE, FREE + 12)]
    assert delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
    assert {delay_s(tried) for tried in range(FREE)} == {0}
    assert delay_s(10**6) == 900


def test_wrong_passwords_increase_the_delay_of_the_next_attempt(counted: Attempts, asked: str, clock: Clock):
    assert [wait_s(counted, asked) for _ in range(FREE)] == [0] * FREE
    delays = []
    for _ in range(12):
        delays.append(wait_s(counted, asked))
        clock.go_on(delays[-1] + 0.001)
        assert wait_s(counted, asked) == 0
    assert delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]


def test_a_delayed_attempt_does_not_increase_the_delay(counted: Attempts, asked: str, clock: Clock):
    for _ in range(FREE + 1):
        clock.go_on(wait_s(counted, asked) + 0.001)
        wait_s(counted, asked)
    before = wait_s(counted, asked)
    assert {wait_s(counted, asked) for _ in range(20)} == {before}


def test_the_right_password_resets_the_delay(counted: Attempts, asked: str, clock: Clock):
    for _ in range(FREE):
        wait_s(counted, asked)
    clock.go_on(1.001)
    assert wait_s(counted, asked) == 0
    counted.succeed(asked, HERE)
    assert [wait_s(counted, asked) for _ in range(FREE + 1)] == [0] * FREE + [1]


def test_attempts_are_forgotten_after_one_day(counted: Attempts, asked: str, clock: Clock):
    for _ in range(FREE):
        wait_s(counted, asked)
    clock.go_on(LIMITS.attempts_forgotten_s)
    assert [wait_s(counted, asked) for _ in range(FREE + 1)] == [0] * FREE + [1]


def test_attempts_are_counted_separately_for_each_login(counted: Attempts, asked: str):
    assert [wait_s(counted, asked) for _ in range(FREE + 1)][-1] == 1
    assert wait_s(counted, f"{asked}.2") == 0


def test_concurrent_attempts_get_no_more_tries_than_sequential_ones(counted: Attempts, asked: str):
    passed: list[int] = []
    begin = threading.Barrier(20)

    def attempt() -> None:
        begin.wait()
        passed.append(wait_s(counted, asked))

    threads = [threading.Thread(target=attempt) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert passed.count(0) == FREE


def test_processes_share_the_count_of_attempts(service: Service, asked: str):
    both = [Attempts(Counting(service.settings.redis_url), SLOW) for _ in range(2)]
    assert [wait_s(both[number % 2], asked) for number in range(FREE + 1)] == [0] * FREE + [1]


def test_attempts_of_others_do_not_lock_a_player_out_of_a_known_network(service: Service, asked: str, clock: Clock):
    counted = Attempts(service.counting, SLOW)
    wait_s(counted, asked)
    counted.succeed(asked, HERE)
    for _ in range(FREE + 3):
        clock.go_on(wait_s(counted, asked, ELSEWHERE) + 0.001)
        wait_s(counted, asked, ELSEWHERE)
    assert wait_s(counted, asked, ELSEWHERE) > 1

    assert wait_s(counted, asked, HERE) == 0
    counted.succeed(asked, HERE)
    # The successful login gives others no further attempts.
    assert wait_s(counted, asked, ELSEWHERE) > 1
    assert [wait_s(counted, asked, HERE) for _ in range(FREE + 1)] == [0] * FREE + [1]


def test_redis_stores_neither_logins_nor_addresses(service: Service):
    Attempts(service.counting).begin("login:somebody.with.a.name", HERE)
    Attempts(service.counting).succeed("login:somebody.with.a.name", HERE)
    keys = b" ".join(redis.Redis.from_url(service.settings.redis_url).keys("shengji:attempts:*"))
    assert keys
    assert b"somebody" not in keys
    assert HERE.encode() not in keys


def test_a_process_remembers_a_limited_number_of_logins(service: Service):
    counted = Attempts(Away(service.settings.redis_url))
    for number in range(COUNTED_HERE + 10):
        wait_s(counted, f"login:{number}")
    assert len(counted._here._tried) == COUNTED_HERE


# -- places of the counts ----------------------------------------------------------------------------------------------


Attempt = Callable[[User, str, str], TestResponse]
"""An attempt of a player with a login and a password."""


def _allow(user: User, login: str, password: str) -> TestResponse:
    given = {
        "response_type": "code",
        "client_id": new_client(user, "https://watch.example.org/back"),
        "redirect_uri": "https://watch.example.org/back",
        "scope": "table:read",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    return user.api.form("/oauth/authorize", {**given, "decision": "allow", "login": login, "password": password})


def _allow_device(user: User, login: str, password: str) -> TestResponse:
    client = new_client(user, "https://watch.example.org/back")
    codes = user.api.form("/oauth/device_authorization", {"client_id": client, "scope": "table:read"}).json
    given = {"user_code": codes["user_code"], "decision": "allow", "login": login, "password": password}
    return user.api.form("/oauth/device", given)


def _put(user: User, login: str, password: str) -> TestResponse:
    body = {"login": login, "password": "another password", "current_password": password}
    return user.api.call("PUT", "/v1/me/login", body, token=user.token)


def _drop(user: User, _: str, password: str) -> TestResponse:
    return user.api.call("DELETE", "/v1/me/login", {"current_password": password}, token=user.token)


def _close(user: User, _: str, password: str) -> TestResponse:
    body = {"confirm": user.id, "current_password": password}
    return user.api.call("DELETE", "/v1/me", body, token=user.token)


def _begin_passkey(user: User, _: str, password: str) -> TestResponse:
    there = {"Host": "localhost"}
    return user.api.call(
        "POST", "/v1/me/passkeys/options", {"current_password": password}, token=user.token, headers=there
    )


PAGES: dict[str, Attempt] = {"authorization": _allow, "device": _allow_device}
WITH_TOKEN: dict[str, Attempt] = {
    "another login": _put,
    "no login": _drop,
    "closing": _close,
    "a passkey": _begin_passkey,
}


@pytest.fixture(params=["in Redis", "while Redis is away"])
def anywhere(request: pytest.FixtureRequest, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a test both with Redis and without it."""
    if request.param == "while Redis is away":
        monkeypatch.setattr(service.counting, "run", lambda *_, **__: None)


@pytest.mark.slow
@pytest.mark.usefixtures("anywhere")
@pytest.mark.parametrize("attempt", [*PAGES.values(), *WITH_TOKEN.values()], ids=[*PAGES, *WITH_TOKEN])
def test_wrong_passwords_are_delayed_in_every_view_that_checks_one(
    api: Api, monkeypatch: pytest.MonkeyPatch, attempt: Attempt
):
    # An address that never sent the right password.
    monkeypatch.setattr("service.accounts.attempt_limits.client_network", lambda: RANDOMNESS.token_hex(8))
    user, login = with_login(api)
    assert [attempt(user, login, WRONG).status_code for _ in range(FREE)] == [403] * FREE

    checked: list[str] = []
    monkeypatch.setattr(Passwords, "fits", lambda _, given, kept: bool(checked.append(given)))
    refused = attempt(user, login, PASSWORD)
    assert refused.status_code == 429
    assert SLOWER / 2 <= int(refused.headers["Retry-After"]) <= SLOWER
    assert checked == []
    if attempt in WITH_TOKEN.values():
        assert (refused.json["code"], refused.json["facts"]) == ("rate_limited", {"policy": "password"})
    else:
        assert refused.mimetype == "text/html"
        assert "too many wrong passwords" in refused.text
        assert "password" in refused.text
        assert WRONG not in refused.text


def test_every_view_that_checks_a_password_is_tested_here(api: Api):
    """A new view with the count `login` must be added above, or must not check a password."""
    views = {view.__name__ for view in api.app.view_functions.values() if getattr(view, "rate_class", None) == "login"}
    checked = {"decide_authorization", "decide_device", "put_login", "drop_login", "close_account", "begin_passkey"}
    of_mail_codes = {"put_mail_address", "confirm_mail_address", "confirm_by_link"}
    # `test_claiming.py` tests wrong claim codes, and `test_sessions.py` the sign-in of browsers.
    elsewhere = {"claim_guest", "preview_claim", "begin_session_by_claim", "begin_session"}
    by_passkey = {"begin_passkey_session", "begin_session_by_passkey"}
    assert views - of_mail_codes - elsewhere - by_passkey == checked


def test_a_request_without_a_password_is_not_an_attempt(api: Api):
    user, login = with_login(api)
    body: dict[str, Any] = {"login": login, "password": "another password"}
    answers = [user.api.call("PUT", "/v1/me/login", body, token=user.token) for _ in range(FREE + 2)]
    assert {each.status_code for each in answers} == {403}


def test_additional_tokens_give_no_additional_attempts(api: Api):
    user, _ = with_login(api)
    made = [user.post("/v1/me/tokens", {"name": "more", "scopes": ["account:write"]}) for _ in range(3)]
    tokens = [user.token, *(each.json["secret"] for each in made)]
    given = {"current_password": WRONG}
    answers = [api.call("DELETE", "/v1/me/login", given, token=tokens[number % 4]) for number in range(FREE + 1)]
    assert [each.status_code for each in answers] == [403] * FREE + [429]


@pytest.mark.slow
@pytest.mark.usefixtures("anywhere")
@pytest.mark.parametrize("attempt", PAGES.values(), ids=PAGES)
def test_an_unknown_login_gets_the_same_answer_as_a_known_one(
    api: Api, monkeypatch: pytest.MonkeyPatch, attempt: Attempt
):
    user, known = with_login(api)
    client = new_client(user, "https://watch.example.org/back")
    monkeypatch.setattr("tests.service.accounts.test_attempts.new_client", lambda *_: client)
    unknown = f"login.{RANDOMNESS.token_hex(6)}"

    def attempt_answers(login: str) -> list[tuple[int, str, list[tuple[str, str]]]]:
        answers = [attempt(user, login, WRONG) for _ in range(FREE + 2)]
        return [(each.status_code, _plain(each.text, login), _headers(each)) for each in answers]

    of_known = attempt_answers(known)
    assert of_known == attempt_answers(unknown)
    assert [status for status, _, _ in of_known] == [403] * FREE + [429] * 2


def _plain(text: str, login: str) -> str:
    """Returns the page without the parts that vary: the typed login, the seconds and the device code."""
    start = text.find('name="user_code" value="')
    code = text[start + 24 : start + 33] if start >= 0 else login
    return re.sub("after [0-9]+ s", "after some s", text.replace(login, "LOGIN").replace(code, "CODE"))


def _headers(answer: TestResponse) -> list[tuple[str, str]]:
    changing = ("X-Request-Id", "Content-Length", "Retry-After")
    return sorted((name, "" if name in changing else value) for name, value in answer.headers)


def test_attempts_ignore_the_case_of_a_login(api: Api):
    user, login = with_login(api)
    answers = [_allow(user, login.upper() if number % 2 else login, WRONG) for number in range(FREE + 1)]
    assert [each.status_code for each in answers] == [403] * FREE + [429]
