"""Preferences: settings of clients that belong to the account."""

from typing import Any

import pytest

from service.accounts.preferences.schemas import NAME_LIMIT, PREFERENCES_LIMIT, VALUE_LIMIT
from tests.support.api import Api, User

PATH = "/v1/me/preferences"


def put(user: User, preferences: Any) -> Any:
    return user.api.call("PUT", PATH, {"preferences": preferences}, token=user.token)


def test_preferences_are_kept_with_the_account_and_replaced_as_a_whole(api: Api):
    user, other = api.sign_up(), api.sign_up()
    assert user.get(PATH).json == {"preferences": {}}
    assert put(user, {"web.deck": "four", "web.theme": "dark"}).status_code == 200
    assert put(user, {"web.deck": "two"}).json == {"preferences": {"web.deck": "two"}}
    assert user.get(PATH).json == {"preferences": {"web.deck": "two"}}
    assert user.get("/v1/me/export").json["preferences"] == {"web.deck": "two"}
    assert other.get(PATH).json == {"preferences": {}}


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"n" * (NAME_LIMIT + 1): "x"}, id="a long name"),
        pytest.param({"n": "x" * (VALUE_LIMIT + 1)}, id="a long value"),
        pytest.param({"n": 1}, id="a number"),
        pytest.param({"n": "\x00"}, id="a control character"),
        pytest.param({str(number): "x" for number in range(PREFERENCES_LIMIT + 1)}, id="too many"),
        pytest.param([], id="a list"),
    ],
)
def test_other_values_are_refused(api: Api, wrong: Any):
    user = api.sign_up()
    assert put(user, wrong).status_code == 400
    assert user.get(PATH).json == {"preferences": {}}
