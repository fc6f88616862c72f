"""Logins: chosen by people, hashed with Argon2id, case-insensitive, and not revealing which exist."""

import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from service.accounts.attempts import Attempts, GivenPassword
from service.accounts.logins import Logins
from service.accounts.passwords import HASHES_AT_ONCE, Passwords
from tests.support.api import Api, User
from tests.support.oauth import PASSWORD, with_login


@pytest.fixture(scope="module")
def hasher() -> PasswordHasher:
    """The hasher of production."""
    return PasswordHasher()


def put(user: User, login: str, password: str = PASSWORD, **more: str) -> Any:
    body = {"login": login, "password": password, **more}
    return user.api.call("PUT", "/v1/me/login", body, token=user.token)


def drop(user: User, password: str) -> Any:
    return user.api.call("DELETE", "/v1/me/login", {"current_password": password}, token=user.token)


def login_of(user: User) -> str | None:
    shown: str | None = user.get("/v1/me").json["login"]
    return shown


def kept_of(service, user: User) -> str:
    rows = service.database.read("login_of", {"player_id": user.id})
    return str(rows[0][1])


def test_a_player_chooses_a_login_and_sees_it(api: Api):
    user = api.sign_up()
    assert login_of(user) is None

    assert put(user, "Ada.Lovelace").status_code == 204

    assert login_of(user) == "Ada.Lovelace"
    assert "Ada.Lovelace" not in api.sign_up().get(f"/v1/players/{user.id}").text


def test_a_login_ignores_case_but_its_password_does_not(api: Api, service):
    user = api.sign_up()
    put(user, "Lin@Example", "Drei Chinesen")

    assert service.logins.enter("lIN@eXAMPLE", GivenPassword("Drei Chinesen", "here")) == user.id
    assert service.logins.enter("lin@example", GivenPassword("drei chinesen", "here")) is None


def test_two_accounts_cannot_have_logins_that_differ_only_in_case(api: Api, service):
    first, second = api.sign_up(), api.sign_up()
    put(first, "Grace")

    refused = put(second, "gRACE", "another password")

    assert (refused.status_code, refused.json["code"]) == (409, "login_taken")
    assert login_of(second) is None
    assert service.logins.enter("grace", GivenPassword(PASSWORD, "here")) == first.id


def test_a_player_whose_new_login_is_taken_keeps_the_old_one(api: Api, service):
    (_, taken), (user, own) = with_login(api), with_login(api)

    assert put(user, taken, "another password", current_password=PASSWORD).status_code == 409

    assert login_of(user) == own
    assert service.logins.enter(own, GivenPassword(PASSWORD, "here")) == user.id


@pytest.mark.parametrize("current", [{}, {"current_password": "wrong horse battery"}])
def test_changing_a_login_needs_the_current_password(api: Api, service, current: dict[str, str]):
    user, login = with_login(api)

    refused = put(user, "thief", "stolen password", **current)

    assert (refused.status_code, refused.json["code"]) == (403, "wrong_password")
    assert service.logins.enter(login, GivenPassword(PASSWORD, "here")) == user.id
    assert service.logins.enter("thief", GivenPassword("stolen password", "here")) is None


def test_the_current_password_allows_changing_login_and_password(api: Api, service):
    user, login = with_login(api)

    assert put(user, f"{login}.2", "another password", current_password=PASSWORD).status_code == 204

    assert service.logins.enter(f"{login}.2", GivenPassword("another password", "here")) == user.id
    assert service.logins.enter(login, GivenPassword(PASSWORD, "here")) is None
    assert service.logins.enter(f"{login}.2", GivenPassword(PASSWORD, "here")) is None


def test_login_case_and_password_can_be_changed_together(api: Api):
    user, login = with_login(api)

    assert put(user, login.upper(), "another password", current_password=PASSWORD).status_code == 204

    assert login_of(user) == login.upper()


def test_removing_a_login_needs_its_password(api: Api, service):
    user, login = with_login(api)

    assert drop(user, "wrong horse battery").json["code"] == "wrong_password"
    assert login_of(user) == login
    assert drop(user, PASSWORD).status_code == 204

    assert login_of(user) is None
    assert service.logins.enter(login, GivenPassword(PASSWORD, "here")) is None
    assert drop(user, PASSWORD).status_code == 204


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("login", "ab"),
        ("login", "a" * 41),
        ("login", "with space"),
        ("login", "名字名字"),
        ("login", "newline\n"),
        ("login", "nul\0nul"),
        ("login", None),
        ("password", "nine char"),
        ("password", "p" * 201),
        ("password", ["a long password"]),
        ("current_password", ""),
    ],
)
def test_an_invalid_login_is_refused_by_member(api: Api, member: str, value: Any):
    user = api.sign_up()
    body = {"login": "somebody.else", "password": PASSWORD, member: value}

    refused = api.call("PUT", "/v1/me/login", body, token=user.token)

    assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
    assert list(refused.json["facts"]["fields"]) == [member]
    assert login_of(user) is None


def test_a_password_is_stored_as_argon2id_with_the_parameters_of_the_rfc(api: Api, service):
    user, _ = with_login(api)

    kept = kept_of(service, user)

    assert kept.startswith("$argon2id$")
    found = extract_parameters(kept)
    for name in ("time_cost", "memory_cost", "parallelism", "hash_len"):
        assert getattr(found, name) == getattr(RFC_9106_LOW_MEMORY, name), name
    assert PASSWORD not in kept


def test_a_password_hashed_with_other_parameters_is_rehashed_at_login(api: Api, service):
    user, login = with_login(api)
    weaker = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.login SET password = $1 WHERE player_id = $2", [weaker, user.id])

    assert service.logins.enter(login, GivenPassword("wrong horse battery", "here")) is None
    assert kept_of(service, user) == weaker
    assert service.logins.enter(login, GivenPassword(PASSWORD, "here")) == user.id

    assert kept_of(service, user) != weaker
    assert extract_parameters(kept_of(service, user)) == RFC_9106_LOW_MEMORY
    assert service.logins.enter(login, GivenPassword(PASSWORD, "here")) == user.id


def test_a_password_is_normalized_for_unicode_composition():
    passwords = Passwords()

    kept = passwords.hash("Käse und Brot")

    assert passwords.fits("Ka\u0308se und Brot", kept)
    assert not passwords.fits("Kase und Brot", kept)


def test_a_stored_value_that_is_not_a_hash_matches_no_password():
    assert not Passwords().fits("anything", "no hash")


@pytest.mark.slow
@pytest.mark.parametrize("login", ["nobody.at.all", "名字", "nul\0", "x" * 1000, ""])
def test_an_unknown_login_takes_as_long_as_a_known_one(api: Api, service, login: str):
    """Counts hashes instead of time: there is one hash in every case."""
    user, known = with_login(api)
    done: list[int] = []

    def counted(work: Callable[[], Any], /) -> Any:
        done.append(1)
        return work()

    logins = Logins(service.database, Passwords(counted), Attempts(service.counting))
    logins.enter("the first one", GivenPassword("also hashes what nobody has", "here"))

    counts = []
    for given, password in ((known, PASSWORD), (known, "wrong horse battery"), (login, PASSWORD)):
        done.clear()
        assert logins.enter(given, GivenPassword(password, "here")) == (
            user.id if password is PASSWORD and given == known else None
        )
        counts.append(len(done))

    assert counts == [1, 1, 1]


def test_a_process_hashes_a_limited_number_of_passwords_at_a_time():
    entered: queue.Queue[int] = queue.Queue()
    go_on = threading.Event()

    def held(work: Callable[[], Any], /) -> Any:
        entered.put(1)
        go_on.wait(30)
        return work()

    passwords = Passwords(held, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    threads = [threading.Thread(target=passwords.hash, args=["a password"]) for _ in range(HASHES_AT_ONCE + 2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(HASHES_AT_ONCE):
            entered.get(timeout=30)
        with pytest.raises(queue.Empty):
            entered.get(timeout=0.3)
    finally:
        go_on.set()
        for thread in threads:
            thread.join()
    assert entered.qsize() == 2


UNDER_GEVENT = """
from gevent import monkey
monkey.patch_all()
import gevent
from argon2 import PasswordHasher
from service.accounts.passwords import run_in_this_thread
from service.processes.server import in_a_thread

def others_went_on(run_slow_work):
    steps = []
    def other():
        while True:
            steps.append(1)
            gevent.sleep(0)
    going = gevent.spawn(other)
    gevent.sleep(0)
    before = len(steps)
    run_slow_work(lambda: PasswordHasher().hash("a long password"))
    after = len(steps)
    going.kill()
    return after > before

print(others_went_on(in_a_thread), others_went_on(run_in_this_thread))
"""


def test_a_served_process_answers_other_requests_while_it_hashes():
    """Without the thread, the process would not answer during the hash."""
    ran = subprocess.run([sys.executable, "-c", UNDER_GEVENT], capture_output=True, text=True, check=True)

    assert ran.stdout.split() == ["True", "False"]


def test_setting_a_login_needs_the_account_scope(api: Api):
    user = api.sign_up()
    reader = user.post("/v1/me/tokens", {"name": "reader", "scopes": ["account:read"]}).json["secret"]

    for method, body in (
        ("PUT", {"login": "somebody.else", "password": PASSWORD}),
        ("DELETE", {"current_password": PASSWORD}),
    ):
        refused = api.call(method, "/v1/me/login", body, token=reader)
        assert (refused.status_code, refused.json["code"]) == (403, "missing_scope")
