"""What `DELETE /v1/me` needs, as its description in the contract says."""

from tests.support.api import Api, Json, User
from tests.support.contract import operation

PASSWORD = "correct horse battery"


def close(user: User, body: Json) -> tuple[int, str | None]:
    answered = user.api.call("DELETE", "/v1/me", body, token=user.token)
    return answered.status_code, answered.json["code"] if answered.data else None


def test_the_contract_says_what_closing_an_account_needs():
    description = operation("close_account").definition["description"]
    assert "`confirm`" in description
    assert "`current_password`" in description
    assert "token that you created yourself" in " ".join(description.split())


def test_closing_needs_the_own_id(api: Api):
    user, other = api.sign_up(), api.sign_up()

    assert close(user, {}) == (400, "invalid_request")
    assert close(user, {"confirm": other.id}) == (400, "invalid_request")
    assert close(user, {"confirm": user.id}) == (204, None)


def test_closing_needs_the_password_if_there_is_a_login(api: Api):
    user = api.sign_up()
    login = {"login": user.id[4:], "password": PASSWORD}
    assert api.call("PUT", "/v1/me/login", login, token=user.token).status_code == 204

    assert close(user, {"confirm": user.id}) == (403, "wrong_password")
    assert close(user, {"confirm": user.id, "current_password": PASSWORD}) == (204, None)
