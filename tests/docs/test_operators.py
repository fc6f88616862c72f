"""The operators' guide lists the settings and metrics of the code."""

import inspect
import re

import pytest

from service.platform import metrics
from service.platform.settings import about_settings
from tests.docs.write_settings import table, with_table
from tests.support.guides import guide, section


def test_the_table_of_settings_is_generated_from_the_code():
    """After a change of the settings run `.venv/bin/python -m tests.docs.write_settings`."""
    assert guide("operators") == with_table(guide("operators"))


def test_the_table_has_a_row_for_every_setting_with_its_default_and_meaning():
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*) \|$", section(guide("operators"), "Settings"), re.MULTILINE)

    assert [(name, meaning.replace("\\<", "<")) for name, _, meaning in rows] == [
        (name, meaning) for name, (meaning, _) in about_settings().items()
    ]
    for name, written, _ in rows:
        default = about_settings()[name][1]
        assert written.strip("`").lower() == (str(default).lower() or "empty")


def test_an_outdated_table_is_replaced():
    assert with_table(guide("operators").replace("`8080`", "`8081`")) == guide("operators")
    assert table().count("\n") == len(about_settings()) + 2
    with pytest.raises(ValueError, match="0 tables"):
        with_table("no table")


def test_every_named_metric_exists():
    named = {each.removesuffix("_total") for each in re.findall(r"`(shengji_[a-z]\w+)`", guide("operators"))}
    declared = set(re.findall(r'"(shengji_\w+)"', inspect.getsource(metrics)))

    assert named - {"shengji_app"} == declared
