"""`shengji moderators`: the operator appoints moderators."""

import pytest

from tests.support.api import Api, User


@pytest.fixture(autouse=True)
def _addresses(monkeypatch: pytest.MonkeyPatch, shengji, settings) -> None:
    monkeypatch.setenv("DATABASE_URL", settings.database_url)
    monkeypatch.setenv("REDIS_URL", settings.redis_url)


def test_the_operator_appoints_lists_and_dismisses_moderators(api: Api, shengji):
    user = api.sign_up("Zoe")

    secret = shengji("moderators", "add", user.id).stdout.strip()

    assert User(api, user.id, secret).get("/v1/moderation/reports").status_code == 200
    assert "Zoe" in shengji("moderators", "list").stdout
    assert shengji("moderators", "remove", user.id).exit_code == 0
    assert "Zoe" not in shengji("moderators", "list").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("add", "ply_" + "0" * 26), "cannot be a moderator"),
        (("add", "ply_house_steady"), "cannot be a moderator"),
        (("remove", "ply_" + "0" * 26), "is not a moderator"),
    ],
)
def test_invalid_moderators_are_reported_to_the_operator(api: Api, shengji, words, said: str):
    refused = shengji("moderators", *words)

    assert refused.exit_code == 1
    assert said in " ".join(refused.stderr.split())
