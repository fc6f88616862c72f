"""Changes webhooks over HTTP, and checks their messages."""

from typing import Any

from tests.support.contract import contract, misfits
from tests.support.receiver import (
    Hook,
    Received,
)


def patch(which: Hook, **members: Any) -> Any:
    return which.owner.api.call("PATCH", which.path, members, token=which.owner.token)


def assert_as_promised(received: Received) -> None:
    """Checks that a delivery has the headers and body that the contract describes."""
    promised = contract()["webhooks"]["account_event"]["post"]
    schema = promised["requestBody"]["content"]["application/json"]["schema"]
    assert misfits(schema, received.payload) == []
    for header in promised["parameters"]:
        assert misfits(header["schema"], received.headers[header["name"]]) == [], header["name"]
