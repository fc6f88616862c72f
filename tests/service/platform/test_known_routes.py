"""The application remembers the routes of tables, and answers as it did when it found them."""

from service.processes.application import KNOWN_ADDRESSES
from tests.support.api import Api, started_table


def test_repeated_requests_get_the_same_answers(api: Api):
    table, (user, *_) = started_table(api)
    address = f"/v1/tables/{table}"

    first, second = user.get(address), user.get(address)
    assert (first.status_code, first.json) == (second.status_code, second.json)
    assert {name for name, _ in first.headers} == {name for name, _ in second.headers}
    for _ in range(2):
        assert user.post(f"{address}/commands", {"type": "nothing"}).status_code == 400
        assert user.post(address, {}).status_code == 405
        assert user.get("/v1/tables/tbl_0").json["code"] == "not_found"
        assert api.call("OPTIONS", address).headers["Allow"]
        assert api.call("HEAD", address, token=user.token).data == b""


def test_only_addresses_of_tables_are_remembered_and_not_too_many(api: Api):
    """Other addresses can hold codes that are secret."""
    table, (user, *_) = started_table(api)
    known = api.app._routes  # type: ignore[attr-defined]
    known |= {("GET", f"/v1/tables/{number}"): next(iter(known.values())) for number in range(KNOWN_ADDRESSES)}
    for path in ("/v1/me", "/v1/tables?limit=1", f"/v1/tables/{table}/moves", f"/v1/tables/{table}/{'x' * 200}"):
        user.get(path)
    assert len(known) <= 3
    assert all(path.startswith("/v1/tables/") and len(path) < 100 for _, path in known)
    assert ("GET", f"/v1/tables/{table}/moves") in known
