"""Messages: they read as English, and are said in other languages by a catalogue."""

import gettext

import orjson
import pytest

from domain.kernel.messages import Message, counted, message
from domain.kernel.wording import all_of, listed, listed_or, number, sentences, with_commas
from service.platform.languages import ENGLISH, best_language, catalogue, digits_of, in_language, said, still_offered

CHINESE = "zh-Hans"


class Russian(gettext.NullTranslations):
    """A language with three plural forms and no other text."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{count} карта" if n % 10 == 1 else "{count} карты" if n % 10 in (2, 3, 4) else "{count} карт"


def test_a_message_is_its_english_text():
    made = message("seat {seat} has passed", seat=3)
    assert made == "seat 3 has passed"
    assert orjson.loads(orjson.dumps({"text": made})) == {"text": "seat 3 has passed"}
    assert made.said_by(gettext.NullTranslations()) == made


def test_values_that_are_messages_are_said_too_and_others_stay():
    made = message("{name} cannot be {value}", name="chat", value=message("a list"))
    assert said(made, CHINESE) == "chat 不能是 一个列表"
    assert said("chat", CHINESE) == "chat"


def test_braces_in_values_stay_as_they_are():
    assert said(message("{name} cannot be {value}", name="{value}", value="{name}"), CHINESE) == "{value} 不能是 {name}"


@pytest.mark.parametrize(
    ("count", "english", "russian"), [(1, "1 card", "1 карта"), (3, "3 cards", "3 карты"), (5, "5 cards", "5 карт")]
)
def test_numbers_choose_the_plural_form_of_their_language(count: int, english: str, russian: str):
    made = counted("{count} card", "{count} cards", count)
    assert (made, made.said_by(Russian()), said(made, CHINESE)) == (english, russian, f"{count} 张牌")


def test_a_template_is_filled_later():
    template = message("set of {width}")
    assert template.about(width=4) == "set of 4"
    assert said(template.about(width=4), CHINESE) == "4 张相同的牌"


def test_a_sentence_begins_with_a_capital_in_each_language():
    assert message("pass").as_sentence() == "Pass"
    assert message("pass").as_sentence().said_by(gettext.NullTranslations()) == "Pass"


def test_a_message_stays_one_when_validators_format_it():
    assert isinstance(message("give {one}").format(input=1), Message)


def test_lists_are_said_in_words():
    items = ["a", "b", "c"]
    assert (listed(items), listed_or(items), all_of(items)) == ("a, b and c", "a, b or c", "a and b and c")
    assert [said(each, CHINESE) for each in (listed(items), listed_or(items))] == ["a、b和c", "a、b或c"]
    assert [of([]) for of in (listed, listed_or, all_of, with_commas)] == [""] * 4
    assert listed(["a"]) == "a"
    assert (number(3), said(number(3), CHINESE), number(13)) == ("three", "三", "13")
    assert (sentences(["A.", None, "", "B."]), sentences([])) == ("A. B.", "")


def test_documents_are_said_without_their_codes_and_names():
    document = {
        "code": "pass",
        "means": message("pass"),
        "list": [message("pass"), "pass"],
        "pair": (message("pass"), 1),
    }
    assert in_language(document, CHINESE) == {
        "code": "pass",
        "means": "不要",
        "list": ["不要", "pass"],
        "pair": ("不要", 1),
    }
    assert in_language(document, ENGLISH) is document


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ([], "en"),
        ([("zh-CN", 1.0), ("en", 0.5)], "zh-Hans"),
        ([("zh-Hans", 1.0)], "zh-Hans"),
        ([("zh", 1.0)], "zh-Hans"),
        ([("en-GB", 1.0), ("zh", 0.9)], "en"),
        ([("fr", 1.0), ("zh-TW", 0.9)], "zh-Hans"),
        ([("fr", 1.0)], "en"),
        ([("zh", 0.0), ("en", 0.5)], "en"),
        ([("*", 1.0)], "en"),
    ],
)
def test_the_first_accepted_language_that_there_is_counts(accepted: list[tuple[str, float]], language: str):
    assert best_language(accepted) == language


def test_a_stored_language_without_a_catalogue_counts_as_none():
    assert [still_offered(each) for each in ("zh-Hans", "en", "tlh", None)] == ["zh-Hans", "en", None, None]


def test_entity_tags_tell_languages_apart():
    assert digits_of(ENGLISH) == ""
    assert digits_of(CHINESE).isdigit()


def test_english_needs_no_catalogue():
    assert type(catalogue(ENGLISH)) is gettext.NullTranslations
