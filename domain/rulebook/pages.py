"""Pages of rule books: the page of a table, and the page of all rules and options."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from domain.kernel.options import Option, OptionValue, Some
from domain.kernel.rules import R
from domain.kernel.wording import listed, value_in_words
from domain.rulebook.book import Book
from domain.rulebook.entries import Block, Grid, RulebookEntry

NUMBERS_TRIED = 1000
"""The number of values in a range that are tried to find those that conflict with another option."""


class RuleText(NamedTuple):
    """A rule on a page."""

    id: str
    title: str
    text: tuple[Block, ...]


class ChapterText(NamedTuple):
    """A chapter of a page. `name` is its anchor."""

    name: str
    title: str
    about: tuple[Block, ...]
    rules: tuple[RuleText, ...]


class Page(NamedTuple):
    """A page.

    Attributes:
        profile: the profile of the table, or `None` on the page of all rules.
        overrides: the options of the table that differ from its profile.
        title, about: its title and introduction.
        chapters: its chapters.
    """

    profile: str | None
    overrides: dict[str, OptionValue]
    title: str
    about: str
    chapters: tuple[ChapterText, ...]


def page_of_table(book: Book[R], rules: R) -> Page:
    """Returns the page of a table, with the rules that apply to it."""
    chapters = [
        ChapterText(chapter.name, chapter.title, (), tuple(_at_table(book, entry, rules) for entry in entries))
        for chapter in book.chapters
        for entries in [[entry for entry in chapter.entries if entry.holds(rules)]]
        if entries
    ]
    overrides = book.overrides_of(rules)
    changed = f" with {listed(f'`{name}` = `{value_in_words(value)}`' for name, value in overrides.items())}"
    return Page(
        rules.profile,
        overrides,
        f"Rules of {rules.profile}",
        f"{book.title}: {book.descriptions[rules.profile]}{changed if overrides else ''}.",
        (*chapters, ChapterText("options", "All options", (_options_of_table(book, rules),), ()), _conflicts(book)),
    )


def page_of_all(books: Iterable[Book[Any]]) -> Page:
    """Returns the page of all rules of all games, with every value of every option."""
    return Page(
        None,
        {},
        "All rules",
        "All rules of this server. A rule that depends on options is shown for one table to which it applies. The "
        "options list the other possibilities.",
        tuple(chapter for book in books for chapter in _chapters_of_all(book)),
    )


def _chapters_of_all(book: Book[R]) -> Iterator[ChapterText]:
    for chapter in book.chapters:
        rules = tuple(_anywhere(book, entry) for entry in chapter.entries)
        yield ChapterText(chapter.name, f"{book.title}: {chapter.title}", (), rules)
    values = tuple(_values(option) for option in book.options)
    yield ChapterText(f"options-{book.game}", f"{book.title}: All options", values, ())
    conflicts = _conflicts(book)
    yield conflicts._replace(name=f"conflicts-{book.game}", title=f"{book.title}: {conflicts.title}")


def _at_table(book: Book[R], entry: RulebookEntry[R], rules: R) -> RuleText:
    chosen = (_chosen(option, rules.value(option.name)) for option in book.options_of(entry))
    return RuleText(entry.id, entry.title, (*entry.text(rules), *chosen))


def _chosen(option: Option, value: OptionValue) -> str:
    return f"`{option.name}` = `{value_in_words(value)}`: {option.means(value)}."


def _anywhere(book: Book[R], entry: RulebookEntry[R]) -> RuleText:
    rules = book.shown_with(entry)
    values = (_values(option) for option in book.options_of(entry))
    return RuleText(entry.id, entry.title, (*_where(book, rules), *entry.text(rules), *values))


def _where(book: Book[R], rules: R) -> Iterator[str]:
    """Yields a sentence about the table for which a rule is explained, unless it is the default table."""
    overrides = book.overrides_of(rules)
    if rules.profile == book.usual and not overrides:
        return
    options = listed(f"`{name}` = `{value_in_words(value)}`" for name, value in overrides.items())
    yield f"For a table with profile {rules.profile}{f' and {options}' if options else ''}:"


def _values(option: Option) -> Grid:
    """Returns the table of all values of an option."""
    rows = [(value_in_words(value), meaning) for value, meaning in option.explained()]
    if option.means_n is not None:
        rows.append((f"n from {option.least} to {option.most}", option.means_n))
    if option.kind == "levels":
        rows.append(("other levels", f"any of {', '.join(map(str, option.values))}"))
    return Grid(f"`{option.name}`: {option.meaning}", ("value", "meaning"), tuple(rows))


def _options_of_table(book: Book[R], rules: R) -> Grid:
    rows = [
        (f"`{option.name}`", value_in_words(value), option.means(value), " ".join(option.rules))
        for option in book.options
        for value in [rules.value(option.name)]
    ]
    return Grid("Options of this table", ("option", "value", "meaning", "rules"), tuple(rows))


def _conflicts(book: Book[R]) -> ChapterText:
    rows = tuple(
        (
            f"`{conflict.first}`",
            _which(book.option_by_name[conflict.first], conflict.excludes),
            f"`{conflict.second}`",
            _which(book.option_by_name[conflict.second], conflict.excluded),
            conflict.rule,
            conflict.hint,
        )
        for conflict in book.conflicts
    )
    head = ("option", "with one of", "excludes", "with one of", "rule", "instead")
    grid = Grid("A table with both values is refused", head, rows)
    return ChapterText("conflicts", "Options that cannot be combined", (grid,), ())


def _which(option: Option, test: Some) -> str:
    """Returns the values of an option for which a test holds, in words."""
    candidates = _candidates(option)
    hit = [value for value in candidates if test(value)]
    missed = [value for value in candidates if not test(value)]
    if len(missed) < len(hit):
        return f"any value except {listed(map(value_in_words, missed))}"
    return listed(map(value_in_words, hit), "or")


def _candidates(option: Option) -> list[OptionValue]:
    """Returns the values of an option. Of a long range of numbers, it returns only the lower ones."""
    values: list[OptionValue] = [*option.values]
    if option.least is not None and option.most is not None:
        last = min(option.most, option.least + NUMBERS_TRIED)
        values += [value for value in range(option.least, last + 1) if value not in values]
    return [*values, None] if option.default is None else values
