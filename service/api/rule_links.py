"""Where the pages of the rules are: the address of a rule, at a table or anywhere."""

from urllib.parse import urlencode

from domain.shengji.option_texts import overrides_of, write_value
from domain.shengji.profiles import PROFILES
from domain.shengji.rulebook.book import bears_on
from domain.shengji.rules import Rules

RULES = "/docs/rules"
ALL = f"{RULES}/all"


def page_of(rules: Rules) -> str:
    """The address of the page of a table with these rules."""
    overrides = {name: write_value(value) for name, value in overrides_of(rules).items()}
    return f"{RULES}/{rules.profile}{f'?{urlencode(overrides)}' if overrides else ''}"


def address_of(rule: str, rules: Rules | None) -> str:
    """The address of a rule on the page of a table, if that has it; else on the page of all rules."""
    if rules is not None and rules.profile in PROFILES and bears_on(rule, rules):
        return f"{page_of(rules)}#{rule}"
    return f"{ALL}#{rule}"
