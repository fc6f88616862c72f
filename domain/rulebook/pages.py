"""Pages of rule books: the page of a table, and the page of all rules and options."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.kernel.messages import Message, message
from domain.kernel.options import Option, OptionValue, Some
from domain.kernel.rules import R
from domain.kernel.wording import listed, listed_or, value_in_words
from domain.rulebook.book import Book
from domain.rulebook.entries import Block, Grid, RulebookEntry

NUMBERS_TRIED = 1000
"""The number of values in a range that are tried to find those that conflict with another option."""


class RuleText(NamedTuple):
    """A rule on a page."""

    id: str
    title: Message
    text: tuple[Block, ...]


class ChapterText(NamedTuple):
    """A chapter of a page. `name` is its anchor."""

    name: str
    title: Message
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
    title: Message
    about: Message
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
    about = message("{game}: {description}.", game=book.title, description=book.descriptions[rules.profile])
    if overrides:
        about = message(
            "{game}: {description} with {options}.",
            game=book.title,
            description=book.descriptions[rules.profile],
            options=_chosen_options(overrides),
        )
    return Page(
        rules.profile,
        overrides,
        message("Rules of {profile}", profile=rules.profile),
        about,
        (
            *chapters,
            ChapterText("options", message("All options"), (_options_of_table(book, rules),), ()),
            _conflicts(book),
        ),
    )


def page_of_all(books: Iterable[Book[Any]]) -> Page:
    """Returns the page of all rules of all games, with every value of every option."""
    return Page(
        None,
        {},
        message("All rules"),
        message(
            "All rules of this server. A rule that depends on options is shown for one table to which it applies. The "
            "options list the other possibilities."
        ),
        tuple(chapter for book in books for chapter in _chapters_of_all(book)),
    )


def _chapters_of_all(book: Book[R]) -> Iterator[ChapterText]:
    for chapter in book.chapters:
        rules = tuple(_anywhere(book, entry) for entry in chapter.entries)
        yield ChapterText(chapter.name, _in_book(book, chapter.title), (), rules)
    values = tuple(_values(option) for option in book.options)
    yield ChapterText(f"options-{book.game}", _in_book(book, message("All options")), values, ())
    conflicts = _conflicts(book)
    yield conflicts._replace(name=f"conflicts-{book.game}", title=_in_book(book, conflicts.title))


def _at_table(book: Book[R], entry: RulebookEntry[R], rules: R) -> RuleText:
    chosen = (_chosen(option, rules.value(option.name)) for option in book.options_of(entry))
    return RuleText(entry.id, entry.title, (*entry.text(rules), *chosen))


def _in_book(book: Book[R], title: Message) -> Message:
    return message("{game}: {title}", game=book.title, title=title)


def _chosen(option: Option, value: OptionValue) -> Message:
    """Returns what a chosen value means, and behind it in parentheses the option, which pages show small."""
    return message(
        "{meaning}. (`{name}` = `{value}`)",
        meaning=option.means(value).as_sentence(),
        name=option.name,
        value=value_in_words(value),
    )


def _chosen_options(overrides: Mapping[str, OptionValue]) -> str:
    return listed(f"`{name}` = `{value_in_words(value)}`" for name, value in overrides.items())


def _anywhere(book: Book[R], entry: RulebookEntry[R]) -> RuleText:
    rules = book.shown_with(entry)
    values = (_values(option) for option in book.options_of(entry))
    return RuleText(entry.id, entry.title, (*_where(book, rules), *entry.text(rules), *values))


def _where(book: Book[R], rules: R) -> Iterator[Message]:
    """Yields a sentence about the table for which a rule is explained, unless it is the default table."""
    overrides = book.overrides_of(rules)
    if rules.profile == book.usual and not overrides:
        return
    if overrides:
        options = _chosen_options(overrides)
        yield message("For a table with profile {profile} and {options}:", profile=rules.profile, options=options)
    else:
        yield message("For a table with profile {profile}:", profile=rules.profile)


def _values(option: Option) -> Grid:
    """Returns the table of all values of an option."""
    rows: list[tuple[str, str]] = [(value_in_words(value), meaning) for value, meaning in option.explained()]
    if option.means_n is not None:
        rows.append((message("n from {least} to {most}", least=option.least, most=option.most), option.means_n))
    if option.kind == "levels":
        rows.append((message("other levels"), message("any of {levels}", levels=", ".join(map(str, option.values)))))
    return Grid(
        message("`{name}`: {meaning}", name=option.name, meaning=option.meaning),
        (message("value"), message("meaning")),
        tuple(rows),
    )


def _options_of_table(book: Book[R], rules: R) -> Grid:
    rows = [
        (f"`{option.name}`", value_in_words(value), option.means(value), " ".join(option.rules))
        for option in book.options
        for value in [rules.value(option.name)]
    ]
    return Grid(
        message("Options of this table"),
        (message("option"), message("value"), message("meaning"), message("rules")),
        tuple(rows),
    )


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
    head = (
        message("option"),
        message("with one of"),
        message("excludes"),
        message("with one of"),
        message("rule"),
        message("instead"),
    )
    grid = Grid(message("A table with both values is refused"), head, rows)
    return ChapterText("conflicts", message("Options that cannot be combined"), (grid,), ())


def _which(option: Option, test: Some) -> str:
    """Returns the values of an option for which a test holds, in words."""
    candidates = _candidates(option)
    hit = [value for value in candidates if test(value)]
    missed = [value for value in candidates if not test(value)]
    if len(missed) < len(hit):
        return message("any value except {values}", values=listed(map(value_in_words, missed)))
    return listed_or(map(value_in_words, hit))


def _candidates(option: Option) -> list[OptionValue]:
    """Returns the values of an option. Of a long range of numbers, it returns only the lower ones."""
    values: list[OptionValue] = [*option.values]
    if option.least is not None and option.most is not None:
        last = min(option.most, option.least + NUMBERS_TRIED)
        values += [value for value in range(option.least, last + 1) if value not in values]
    return [*values, None] if option.default is None else values
