"""The addresses of the rule pages, and of rules on them."""

from urllib.parse import urlencode

from domain.games.rulebooks import BOOK_OF_PROFILE
from domain.kernel.rules import TableRules
from domain.rulebook.texts import write_value

RULES = "/docs/rules"
ALL = f"{RULES}/all"


def page_of(rules: TableRules) -> str:
    """Returns the address of the rule page for these rules."""
    overrides = BOOK_OF_PROFILE[rules.profile].overrides_of(rules)
    texts = {name: write_value(value) for name, value in overrides.items()}
    return f"{RULES}/{rules.profile}{f'?{urlencode(texts)}' if texts else ''}"


def address_of(rule: str, rules: TableRules | None) -> str:
    """Returns the address of a rule on the page of these rules, if it applies there, else on the page of all rules."""
    book = None if rules is None else BOOK_OF_PROFILE.get(rules.profile)
    if rules is not None and book is not None and book.bears_on(rule, rules):
        return f"{page_of(rules)}#{rule}"
    return f"{ALL}#{rule}"
