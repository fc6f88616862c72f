"""The report of a rehearsal says in each language why a round cannot be paired."""

from domain.tournaments.parts import RefusedPairing
from service.platform.languages import in_language
from service.tournaments.rehearsals.documents import refusal_document

DETAIL = "everybody has met"


def test_a_refused_pairing_has_the_title_of_its_code_in_the_language_of_the_reader():
    document = refusal_document(RefusedPairing(3, "no_legal_pairing", DETAIL))

    english, chinese = (in_language(document, language) for language in ("en", "zh-Hans"))

    assert english["title"].endswith(".")
    assert chinese["title"].endswith("。")
    assert english | {"title": ""} == chinese | {"title": ""}


def test_a_code_of_another_release_has_its_detail_as_title():
    assert refusal_document(RefusedPairing(3, "no_such_code", DETAIL)) == {
        "round": 3,
        "code": "no_such_code",
        "title": DETAIL,
        "detail": DETAIL,
    }


def test_without_a_refusal_there_is_no_document():
    assert refusal_document(None) is None
