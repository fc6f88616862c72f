"""The guide on capacity says of every table what bounds it."""

import re

from tests.store.write_schema import SCHEMA
from tests.support.guides import guide, section


def listed() -> list[str]:
    rows = re.findall(r"^\| (`.*`) \|", section(guide("capacity"), "Growth"), re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def test_every_table_is_listed_once():
    tables = re.findall(r"^CREATE TABLE shengji\.(\w+)", SCHEMA.read_text(), re.MULTILINE)

    assert sorted(listed()) == sorted(tables)


def test_the_read_models_that_do_not_grow_are_tables():
    tables = re.findall(r"^CREATE TABLE shengji_read\.(\w+)", SCHEMA.read_text(), re.MULTILINE)

    assert {"turn", "challenge", "proposal", "tournament_waiting"} <= set(tables)
