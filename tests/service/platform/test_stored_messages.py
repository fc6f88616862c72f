"""Messages in stored documents: read again, they are said in any language."""

import orjson
import pytest

from domain.kernel.messages import Message, counted, message
from service.platform.languages import said
from service.platform.stored_messages import made_of, message_made

CHINESE = "zh-Hans"
CARDS = counted("{count} card", "{count} cards", 2)


@pytest.mark.parametrize(
    "text",
    [
        message("pass"),
        message("pass").as_sentence(),
        message("seat {seat}", seat=3),
        CARDS,
        counted("{count} card", "{count} cards", 1),
        message("{who} has no more {suit} and can ruff the lead.", who=message("an opponent").as_sentence(), suit="AS"),
        message("{cards} plays {length} in one turn.", cards="{length}", length=CARDS),
    ],
)
def test_a_message_that_was_stored_is_said_like_a_new_one(text: Message):
    read = message_made(orjson.loads(orjson.dumps(made_of(text))))

    assert read == text
    assert said(read, CHINESE) == said(text, CHINESE) != text


def test_a_template_that_no_catalogue_has_any_more_is_said_in_english():
    read = message_made(made_of(message("a {word} of an older release", word="text")))

    assert said(read, CHINESE) == "a text of an older release"
