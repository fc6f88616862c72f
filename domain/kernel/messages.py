"""Texts for people: templates with named values, which read as English and can be said in another language.

A message is its English text, so code can treat it as a text. It remembers its template and its values, so code can
say it by a catalogue. The values may be messages too. A template is a whole sentence, or
something that stands by itself. Never join messages with other texts: write a template for the whole.
"""

from collections.abc import Mapping
from typing import Any, Protocol


class Catalogue(Protocol):
    """Templates in another language. `gettext.NullTranslations` has these methods."""

    def gettext(self, message: str, /) -> str:
        """Returns the template in the other language, or the template itself if it is missing."""

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        """Returns the form of the template for a number."""


class Message(str):
    """An English text with the template and the values from which it was made.

    Attributes:
        template: the text with gaps, such as `seat {seat} has passed`.
        plural: the template for other counts than one; `None` if there is only one form.
        values: the values of the gaps, by name. Of templates with a plural, `count` decides.
        begins: whether it begins a sentence, with a capital letter.
    """

    __slots__ = ("begins", "plural", "template", "values")

    template: str
    plural: str | None
    values: Mapping[str, Any]
    begins: bool

    def about(self, **values: Any) -> "Message":
        """Returns the message with values in its gaps, if it was made as a template without values."""
        return message(self.template, **values)

    def as_sentence(self) -> "Message":
        """Returns the message with a capital letter at its beginning, in every language that has them."""
        return _made(_capital(self), self.template, self.plural, self.values, begins=True)

    def format(self, *_values: object, **_named: object) -> "Message":
        """Returns the message itself. Validators of marshmallow format their texts, but a message is complete."""
        return self

    def said_by(self, catalogue: Catalogue) -> str:
        """Returns the text in the language of a catalogue."""
        if self.plural is None:
            template = catalogue.gettext(self.template)
        else:
            template = catalogue.ngettext(self.template, self.plural, self.values["count"])
        if self.values:
            values = {
                name: value.said_by(catalogue) if isinstance(value, Message) else value
                for name, value in self.values.items()
            }
            template = template.format_map(values)
        return _capital(template) if self.begins else template


def message(template: str, /, **values: Any) -> Message:
    """Returns a message. Without values, the template is the text; with values, it has their names in braces."""
    return _made(template.format_map(values) if values else template, template, None, values)


def counted(one: str, more: str, count: int, /, **values: Any) -> Message:
    """Returns a message about a number: `one` says it for one, `more` for other numbers, both with `{count}`."""
    values["count"] = count
    return _made((one if count == 1 else more).format_map(values), one, more, values)


def _made(text: str, template: str, plural: str | None, values: Mapping[str, Any], *, begins: bool = False) -> Message:
    made = Message(text)
    made.template, made.plural, made.values, made.begins = template, plural, values, begins
    return made


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
