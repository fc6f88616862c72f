"""Pages of the rule book: that of a table, and that of all rules with every value of every option."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from domain.options import Option, OptionValue, Some
from domain.shengji.conflicts import CONFLICTS
from domain.shengji.meanings import number_says, says, values_with_meanings
from domain.shengji.option_texts import overrides_of
from domain.shengji.options import OPTION_BY_NAME, OPTIONS
from domain.shengji.profiles import DESCRIPTIONS
from domain.shengji.rulebook.book import BOOK, options_of, shown_with
from domain.shengji.rulebook.entries import Block, Entry, Grid, usual_rules
from domain.shengji.rulebook.wording import listed, value_in_words
from domain.shengji.rules import Rules

NUMBERS_TRIED = 1000
"""So many numbers of a span are tried when it is told which of them exclude another option."""


class RuleText(NamedTuple):
    """A rule as a page has it."""

    id: str
    title: str
    text: tuple[Block, ...]


class ChapterText(NamedTuple):
    """A chapter of a page; `name` is its anchor."""

    name: str
    title: str
    about: tuple[Block, ...]
    rules: tuple[RuleText, ...]


class Page(NamedTuple):
    """A page.

    Attributes:
        profile: of the table; none on the page of all rules.
        overrides: what the table has otherwise than its profile.
        title, about: what it is.
        chapters: what it says.
    """

    profile: str | None
    overrides: dict[str, OptionValue]
    title: str
    about: str
    chapters: tuple[ChapterText, ...]


def page_of_table(rules: Rules) -> Page:
    """The rules as they are at a table."""
    chapters = [
        ChapterText(chapter.name, chapter.title, (), tuple(_at_table(entry, rules) for entry in entries))
        for chapter in BOOK
        for entries in [[entry for entry in chapter.entries if entry.holds(rules)]]
        if entries
    ]
    overrides = overrides_of(rules)
    changed = f" with {listed(f'`{name}` = `{value_in_words(value)}`' for name, value in overrides.items())}"
    return Page(
        rules.profile,
        overrides,
        f"Rules of {rules.profile}",
        f"Sheng Ji: {DESCRIPTIONS[rules.profile]}{changed if overrides else ''}.",
        (*chapters, ChapterText("options", "All options", (_options_of_table(rules),), ()), _conflicts()),
    )


@cache
def page_of_all() -> Page:
    """Every rule there is, also those that bear on few tables, and every value of every option."""
    chapters = [
        ChapterText(chapter.name, chapter.title, (), tuple(map(_anywhere, chapter.entries))) for chapter in BOOK
    ]
    return Page(
        None,
        {},
        "All rules",
        "Every rule of Sheng Ji that this server knows. Where a rule depends on options it is told as a table has it "
        "that it bears on, and the options say what else can be.",
        (*chapters, ChapterText("options", "All options", tuple(map(_values, OPTIONS)), ()), _conflicts()),
    )


def _at_table(entry: Entry, rules: Rules) -> RuleText:
    chosen = (_chosen(option, rules.value(option.name)) for option in options_of(entry))
    return RuleText(entry.id, entry.title, (*entry.text(rules), *chosen))


def _chosen(option: Option, value: OptionValue) -> str:
    return f"`{option.name}` = `{value_in_words(value)}`: {says(option.name, value)}."


def _anywhere(entry: Entry) -> RuleText:
    rules = shown_with(entry)
    return RuleText(entry.id, entry.title, (*_where(rules), *entry.text(rules), *map(_values, options_of(entry))))


def _where(rules: Rules) -> Iterator[str]:
    """As at which table a rule is told."""
    overrides = overrides_of(rules)
    if rules.profile == usual_rules().profile and not overrides:
        return
    options = listed(f"`{name}` = `{value_in_words(value)}`" for name, value in overrides.items())
    yield f"As at a table of {rules.profile}{f' with {options}' if options else ''}:"


def _values(option: Option) -> Grid:
    """Every value of an option."""
    rows = [(value_in_words(value), meaning) for value, meaning in values_with_meanings(option)]
    for_number = number_says(option.name)
    if for_number is not None:
        rows.append((f"n from {option.least} to {option.most}", for_number))
    if option.kind == "levels":
        rows.append(("other levels", f"any of {', '.join(map(str, option.values))}"))
    return Grid(f"`{option.name}`: {option.meaning}", ("value", "what it means"), tuple(rows))


def _options_of_table(rules: Rules) -> Grid:
    rows = [
        (f"`{option.name}`", value_in_words(value), says(option.name, value), " ".join(option.rules))
        for option in OPTIONS
        for value in [rules.value(option.name)]
    ]
    return Grid("What is chosen at this table", ("option", "value", "what it means", "rules"), tuple(rows))


def _conflicts() -> ChapterText:
    rows = tuple(
        (
            f"`{conflict.first}`",
            _which(conflict.first, conflict.excludes),
            f"`{conflict.second}`",
            _which(conflict.second, conflict.excluded),
            conflict.rule,
            conflict.hint,
        )
        for conflict in CONFLICTS
    )
    head = ("option", "with one of", "excludes", "with one of", "rule", "instead")
    grid = Grid("A table that has both is refused", head, rows)
    return ChapterText("conflicts", "What does not go together", (grid,), ())


def _which(name: str, test: Some) -> str:
    """The values of an option for which a test holds."""
    candidates = _candidates(OPTION_BY_NAME[name])
    hit = [value for value in candidates if test(value)]
    missed = [value for value in candidates if not test(value)]
    if len(missed) < len(hit):
        return f"anything but {listed(map(value_in_words, missed))}"
    return listed(map(value_in_words, hit), "or")


def _candidates(option: Option) -> list[OptionValue]:
    """The values that an option can have; of many numbers the lower ones."""
    values: list[OptionValue] = [*option.values]
    if option.least is not None and option.most is not None:
        last = min(option.most, option.least + NUMBERS_TRIED)
        values += [value for value in range(option.least, last + 1) if value not in values]
    return [*values, None] if option.default is None else values
