"""All randomness of the service comes from `service/platform/sources.py`, so tests derive it from their names.

With the deep profile, tests use system randomness.
"""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.platform.settings import Settings
from service.wiring import wire
from tests.support.chance import RANDOMNESS, Chance, is_random, new_uuid
from tests.support.fixtures import wired

SERVICE = Path(__file__).parents[2] / "service"
DRAWS = {"secrets", "urandom", "SystemRandom", "uuid1", "uuid4", "generate_key"}
DRAW_BY_THEMSELVES = {
    "platform/sources.py",  # is the source
    "platform/feeds/notifier.py",  # two notifiers need different signs even if they share a source
    "platform/keys.py",  # makes keys for the operator
    "platform/runtime/unreadable_requests.py",  # runs without the service
    "cli/analyse.py",
    "cli/simulate.py",  # runs without the service
    "clients/python/shengji_client/exchange.py",  # does not import the service
}
NOWHERE = Settings(database_url="postgresql://127.0.0.1:1/none", redis_url="redis://127.0.0.1:1")


def drawn(tree: ast.AST) -> Iterator[str]:
    """Names by which a module uses system randomness. `ULID` uses it when called without bytes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            yield from DRAWS & {module, *(each.name for each in node.names)}
        elif isinstance(node, ast.Attribute) and node.attr in DRAWS - {"secrets"}:
            yield node.attr
        elif isinstance(node, ast.Call) and not node.args and ast.unparse(node.func).endswith("ULID"):
            yield "ULID"


@pytest.mark.parametrize(
    "source",
    [
        "import secrets",
        "from secrets import token_hex",
        "import os\nos.urandom(16)",
        "from os import urandom",
        "from uuid import uuid4",
        "import uuid\nuuid.uuid4()",
        "import random\nrandom.SystemRandom()",
        "from ulid import ULID\nULID()",
    ],
)
def test_a_module_that_draws_from_the_system_is_found(source: str):
    assert list(drawn(ast.parse(source)))


def test_only_the_listed_modules_of_the_service_use_system_randomness():
    modules = {path.relative_to(SERVICE).as_posix(): path.read_text() for path in SERVICE.rglob("*.py")}
    found = {name for name, text in modules.items() if list(drawn(ast.parse(text)))}
    assert found == DRAW_BY_THEMSELVES


def test_randomness_in_tests_is_derived_from_the_name_of_the_test_or_unchanged(request: pytest.FixtureRequest):
    expected = Chance(request.node.nodeid)
    service = wired(NOWHERE)
    service.close()

    follows = (
        service.randomness.token_hex(16) == expected.draw(16).hex(),
        service.randomness.generator().random() == service.randomness.__class__(expected.draw).generator().random(),
        new_uuid().bytes[:6] == expected.draw(16)[:6],
    )
    assert follows == (not is_random(),) * 3


@pytest.mark.parametrize("again", range(2))
def test_no_two_tests_draw_the_same_randomness(request: pytest.FixtureRequest, again: int):
    other = Chance(request.node.nodeid.replace(f"[{again}]", f"[{1 - again}]"))

    assert RANDOMNESS.token_bytes(16) != other.draw(16)


def test_outside_tests_a_service_uses_system_randomness():
    service = wire(NOWHERE)
    service.close()

    assert service.randomness.token_bytes is os.urandom


def test_ids_sort_in_order_of_creation():
    made = [RANDOMNESS.new_id("tbl") for _ in range(1000)]

    assert made == sorted(set(made))


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # the child does nothing that needs other threads
def test_a_forked_process_draws_other_randomness():
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, RANDOMNESS.token_bytes(16))
        os._exit(0)
    os.waitpid(child, 0)

    assert os.read(reading, 16) != RANDOMNESS.token_bytes(16)
    os.close(reading)
    os.close(writing)
