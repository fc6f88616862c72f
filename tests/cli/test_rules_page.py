"""`shengji rules page`: the rules of any table as Markdown."""

import pytest


def test_the_rules_of_a_profile_are_printed(shengji):
    printed = shengji("rules", "page", "zhang-2016")
    assert printed.exit_code == 0
    assert printed.stdout.startswith("# Rules of zhang-2016\n")
    assert "### SJ-FOLLOW-03 " in printed.stdout
    assert "### FF-CALL-02" not in printed.stdout


def test_the_rules_of_a_profile_of_zheng_shangyou_are_printed(shengji):
    printed = shengji("rules", "page", "san-jia-xi", "--option", "zs_twos_in_sequences=on")
    assert printed.exit_code == 0
    assert printed.stdout.startswith("# Rules of san-jia-xi\n")
    assert "### ZS-TEAM-03 " in printed.stdout
    assert "### DEC-110 " in printed.stdout
    assert "### SJ-FOLLOW-03 " not in printed.stdout


def test_options_change_the_printed_rules(shengji):
    printed = shengji("rules", "page", "zhang-2021", "--option", "take_back=on", "--option", "must_play=5,K")
    assert "### EX-BACK-01 " in printed.stdout
    assert "Nobody skips 5, K and A" in printed.stdout


def test_all_rules_can_be_printed(shengji):
    printed = shengji("rules", "page", "all")
    assert "### EX-PLAN-01 " in printed.stdout
    assert "### FF-CALL-02 " in printed.stdout
    assert "### ZS-SEQ-04 " in printed.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["unheard-of"],
        ["zhang-2021", "--option", "take_back"],
        ["zhang-2021", "--option", "take_back=maybe"],
        ["zhang-2021", "--option", "take_back=on", "--option", "take_back=off"],
        ["all", "--option", "take_back=on"],
    ],
)
def test_rules_that_cannot_be_printed_are_an_error(shengji, arguments: list[str]):
    assert shengji("rules", "page", *arguments).exit_code == 1
