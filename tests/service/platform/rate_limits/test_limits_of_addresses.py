"""Requests without a token are counted by address or network, also behind proxies."""

from typing import Any

import pytest

from service.platform.http.rate_limits import network_of
from service.platform.settings import Rate
from tests.support.api import Api, User
from tests.support.rate_limits import Opened, by, left


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
    tokens = ("sj_third", "sj_unknown", "sj_another")
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
