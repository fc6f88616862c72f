"""The whole rule book: its chapters, and each entry by its id."""

from domain.options import Option
from domain.shengji.options import OPTIONS
from domain.shengji.profiles import PROFILES
from domain.shengji.rulebook.drawing import CHAO, DECLARING, FIRST, KITTY, NOBODY, REDEAL
from domain.shengji.rulebook.entries import Chapter, Entry, usual_rules
from domain.shengji.rulebook.extensions import EXTENSIONS
from domain.shengji.rulebook.friends import FORMS, FRIENDS, LEVELUP
from domain.shengji.rulebook.general import GENERAL, LEVELS
from domain.shengji.rulebook.pack import CARDS, DEAL
from domain.shengji.rulebook.playing import FOLLOWING, ILLEGAL, LEADS, RUNS, THROWS, WINNING
from domain.shengji.rulebook.scoring import BONUS, DEALER, SCORE, VARIANTS
from domain.shengji.rules import Rules, rules_of

BOOK: tuple[Chapter, ...] = (
    GENERAL,
    CARDS,
    DEAL,
    LEVELS,
    FIRST,
    DECLARING,
    NOBODY,
    REDEAL,
    KITTY,
    CHAO,
    FRIENDS,
    LEVELUP,
    LEADS,
    RUNS,
    THROWS,
    FOLLOWING,
    WINNING,
    ILLEGAL,
    SCORE,
    BONUS,
    VARIANTS,
    DEALER,
    FORMS,
    EXTENSIONS,
)

ENTRIES: dict[str, Entry] = {entry.id: entry for chapter in BOOK for entry in chapter.entries}


def options_of(entry: Entry) -> tuple[Option, ...]:
    """The options that decide what the rule says."""
    return tuple(option for option in OPTIONS if entry.id in option.rules)


def bears_on(rule_id: str, rules: Rules) -> bool:
    """Whether there is such a rule, and the table's page has it."""
    entry = ENTRIES.get(rule_id)
    return entry is not None and entry.holds(rules)


def shown_with(entry: Entry) -> Rules:
    """Rules of a table on which the entry bears: the usual ones, those of a profile, or its own example."""
    tables = [usual_rules(), *(rules_of(profile) for profile in PROFILES)]
    for rules in tables:
        if entry.holds(rules):
            return rules
    return rules_of("zhang-2021", entry.example)
