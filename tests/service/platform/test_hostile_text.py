"""Hostile text, such as markup or control characters, in every place of every request that takes text.

Each text of each example of openapi.yaml is replaced by one of these, and so are ids in paths and parameters. The
server either refuses it with a problem, or stores it as plain text. It never runs it and has no other effect.
"""

from collections.abc import Iterator
from itertools import cycle, product
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from service.platform.store.checks import check_store
from service.wiring import Service
from tests.support.api import Api
from tests.support.belongings import Belongings, requests
from tests.support.contract import Operation, operations

MARK = "hostile-7x6"
NUL = f"{MARK}\u0000after"
"""PostgreSQL cannot store this character. So it is tried at every place, and the other texts in turn."""
HOSTILE = (
    f"{MARK}'; DROP TABLE shengji.event; --",
    f'{MARK}" OR "1"="1',
    f"{MARK}') RETURNING hash; SELECT pg_sleep(10); --",
    f"{MARK}\\'; COPY shengji.token TO PROGRAM 'id'; --",
    f"{MARK}{{{{7*7}}}}{{% for x in ().__class__.__base__.__subclasses__() %}}",
    f"{MARK}${{jndi:ldap://127.0.0.1/x}}",
    f"{MARK}%s%n%(player_id)s{{0.__class__}}",
    f"{MARK}<script>alert(1)</script><img src=x onerror=alert(1)>",
    f"{MARK}\r\nSet-Cookie: a=b\r\n\r\n<html>",
    NUL,
    f"{MARK}\u202etxt.exe\u2066\u200b\ufeff",
    f"{MARK}\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16") + "e" + "\u0301" * 50,
    f"=cmd|' /C calc'!{MARK}",
    f"../../../../etc/passwd{MARK}",
    f"{MARK}" + "x" * 5000,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Returns the paths of texts in a document, including member names in free lists of names."""
    match value:
        case str():
            yield path
        case dict():
            for name, each in value.items():
                yield from places(each, (*path, name))
        case list():
            for number, each in enumerate(value):
                yield from places(each, (*path, number))


def with_text(value: Any, path: tuple[Any, ...], text: str) -> Any:
    """Returns the document with another text at that path."""
    if not path:
        return text
    first, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {name: with_text(each, rest, text) if name == first else each for name, each in value.items()}
    return [with_text(each, rest, text) if number == first else each for number, each in enumerate(value)]


def bodies(one: Operation) -> Iterator[Any]:
    """Returns the examples of bodies of an operation."""
    content = one.definition.get("requestBody", {}).get("content", {}).get("application/json")
    if content is not None:
        yield from (example["value"] for example in content["examples"].values())


@pytest.fixture(scope="module")
def belongings(api: Api) -> Belongings:
    return Belongings(api)


def tables(service: Service) -> int:
    """Returns the number of tables in the database."""
    with psycopg.connect(service.settings.database_url) as owner:
        row = owner.execute("SELECT count(*) FROM information_schema.tables").fetchone()
    assert row is not None
    return int(row[0])


SPARED = {"close_account", "end_sandbox", "drop_login"}
"""Without them the player would be gone before the end."""


def test_hostile_text_in_bodies_is_refused_or_treated_as_text(api: Api, service: Service, belongings: Belongings):
    before, texts, sent = tables(service), cycle(HOSTILE), 0
    for request in requests(belongings):
        for place in places(request.body):
            for text in (next(texts), NUL):
                request._replace(body=with_text(request.body, place, text)).sent(belongings.owner)
                sent += 1
    for one in operations():
        if "{" not in one.path and one.id not in SPARED:
            for body in bodies(one):
                for place, text in product(places(body), (None, NUL)):
                    changed = with_text(body, place, text or next(texts))
                    api.call(one.method.upper(), one.path, changed, token=belongings.owner.token)
                    sent += 1
    # `api.call` checks every response against the contract. The contract has no status 500,
    # so a server error fails this test.
    assert sent > 300
    assert tables(service) == before
    assert check_store(service.database, lambda _done, _of: None) == []


def test_hostile_text_in_paths_and_parameters_is_refused(api: Api, belongings: Belongings):
    token, texts = belongings.owner.token, cycle(HOSTILE)
    for one in operations():
        if one.id in SPARED or one.definition["security"] == []:
            continue
        for parameter in one.parameters:
            text = quote(next(texts), safe="")
            path = belongings.path(one)
            if parameter["in"] == "path":
                ids = belongings.ids | {parameter["name"]: text}
                answer = api.app.test_client().open(
                    one.path.format(**ids), method=one.method.upper(), headers={"Authorization": f"Bearer {token}"}
                )
                assert answer.status_code in (400, 404, 405, 415), (one.id, parameter["name"], answer.text)
            elif parameter["in"] == "query":
                answer = api.call(one.method.upper(), f"{path}?{parameter['name']}={text}", token=token)
                assert answer.status_code < 500


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_name_that_is_already_in_use_is_repeated_exactly_as_given(api: Api, text: str):
    made = api.call("POST", "/v1/players", {"name": text, "kind": "human"})

    assert made.status_code in (201, 400)
    if made.status_code == 201:
        assert made.json["player"]["name"] == text
        seen = api.call("GET", f"/v1/players/{made.json['player']['id']}", token=made.json["token"]["secret"])
        assert seen.json["name"] == text
        assert seen.content_type == "application/json"
