"""Tests draw the same by chance in each run, and processes that they fork draw what the system gives.

With the deep profile it is the other way round: nothing follows from the name of a test.
"""

import os
import secrets
from uuid import uuid4

import pytest
from ulid import ULID

from tests.support.chance import Chance, is_left_alone


def test_what_is_drawn_follows_from_the_name_of_the_test_or_is_left_alone(request: pytest.FixtureRequest):
    expected = Chance(request.node.nodeid)

    follows = (
        secrets.token_hex(16) == expected.draw(16).hex(),
        uuid4().bytes[:6] == expected.draw(16)[:6],
        ULID().bytes[-10:] == expected.draw(10),
    )
    assert follows == (not is_left_alone(),) * 3


@pytest.mark.parametrize("again", range(2))
def test_no_two_tests_draw_the_same(request: pytest.FixtureRequest, again: int):
    other = Chance(request.node.nodeid.replace(f"[{again}]", f"[{1 - again}]"))

    assert secrets.token_bytes(16) != other.draw(16)


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # it is single enough for what the child does
def test_a_forked_process_does_not_draw_what_this_one_draws():
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, secrets.token_bytes(16))
        os._exit(0)
    os.waitpid(child, 0)

    assert os.read(reading, 16) != secrets.token_bytes(16)
    os.close(reading)
    os.close(writing)
