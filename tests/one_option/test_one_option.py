"""An option is declared in one place: everything else follows from its declaration."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.games.registry import GAMES
from domain.games.rulebooks import BOOKS
from domain.games.sheng_ji.rules import REVISIONS, rules_from_document, rules_of
from domain.kernel.options import ConflictingOptions, InvalidOptionValue, UnknownOption
from domain.kernel.rules import Catalogue
from domain.rulebook.pages import Page, page_of_all, page_of_table
from domain.table.commands import OpenTable
from domain.table.decide import decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.state import Table
from service.platform.http.ids import CONVERTERS
from service.rules.pages import rule_pages
from service.rules.routes import rules as rules_lab
from service.tables.events import table_document, table_from_document
from tests.one_option.lucky import LuckyOptions
from tests.support.deals import HOST

ROOT = Path(__file__).parents[2]
NAME = "lucky_sevens"
BOOK = BOOKS["sheng_ji"]


@pytest.fixture(autouse=True)
def declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest catalogue has the option. A theme of options is added to `ShengJiOptions` instead."""
    assert NAME not in BOOK.option_by_name
    old = REVISIONS.catalogue()
    new = Catalogue({**old.options, **LuckyOptions.declared}, old.profiles)
    monkeypatch.setitem(REVISIONS.catalogues, REVISIONS.newest, new)


def opened(**options: object) -> tuple[Any, ...]:
    command = OpenTable(HOST, "sheng_ji", "zhang-2021", options, listed=True, hands=None)
    return decide(GAMES, None, command, Chance(bytes(32))).events


def client() -> FlaskClient:
    app = Flask(__name__)
    app.url_map.converters.update(CONVERTERS)
    app.register_blueprint(rules_lab)
    app.register_blueprint(rule_pages)
    return app.test_client()


def text_of(page: Page) -> str:
    return json.dumps(page, ensure_ascii=False)


def test_no_module_of_the_program_names_the_option():
    modules = [path for name in ("domain", "service") for path in (ROOT / name).rglob("*.*") if path.suffix != ".pyc"]

    assert len(modules) > 500
    assert [path for path in modules if NAME in path.read_text("utf-8", errors="ignore")] == []


def test_the_catalogue_lists_the_option_after_the_others():
    assert [*REVISIONS.catalogue().options][-1] == NAME
    assert BOOK.options[-1].means("on") == "each seven brings luck"


@pytest.mark.parametrize(("chosen", "typed"), [({}, False), ({NAME: "off"}, False), ({NAME: "on"}, True)])
def test_the_rules_of_a_table_have_its_typed_value(chosen: dict[str, object], typed: object):
    assert rules_of("zhang-2021", chosen).lucky_sevens is typed


@pytest.mark.parametrize("value", [True, "On", "", 7, None, ["on"]])
def test_another_value_is_refused_with_its_rule(value: object):
    with pytest.raises(InvalidOptionValue) as refused:
        rules_of("zhang-2021", {NAME: value})

    assert refused.value.rule == "SJ-POINT-02"
    assert refused.value.facts == {"option": NAME, "allowed": ["off", "on"]}


def test_a_conflict_is_refused_and_names_both_options():
    with pytest.raises(ConflictingOptions) as refused:
        rules_of("si-shi-fen", {NAME: "on"})

    assert refused.value.facts == {"options": [NAME, "decks"]}
    assert refused.value.detail == 'lucky_sevens = "on" does not go with decks = 1'
    assert rules_of("si-shi-fen", {NAME: "off"}) == rules_of("si-shi-fen")


def test_a_misspelt_name_gets_the_option_as_a_suggestion():
    with pytest.raises(UnknownOption) as refused:
        rules_of("zhang-2021", {"lucky_seven": "on"})

    assert refused.value.hint == f"did you mean {NAME}?"


def test_the_document_of_rules_round_trips():
    rules = rules_of("zhang-2021", {NAME: "on"})
    document = json.loads(json.dumps(rules.document()))

    assert document["options"][NAME] == "on"
    assert rules_from_document(document, rules.revision) == rules
    assert NAME not in rules_of("zhang-2021", {NAME: "off"}).document()["options"]


def test_a_table_keeps_the_option_in_its_events_and_its_stored_state():
    events = opened(**{NAME: "on"})
    table: Table = fold(GAMES, events)
    match = table._replace(match=table.game.new_match(table.rules))

    assert events[0].rules["options"][NAME] == "on"
    assert table.rules.lucky_sevens is True
    for each in (table, match):
        assert table_from_document(json.loads(json.dumps(table_document(each)))).rules == table.rules


def test_the_list_of_options_describes_it_and_its_conflict():
    options = {option["name"]: option for option in client().get("/v1/rules/options").get_json()["options"]}

    assert options[NAME] == {
        "name": NAME,
        "game": "sheng_ji",
        "kind": "choice",
        "values": ["off", "on"],
        "least": None,
        "most": None,
        "default": "off",
        "meaning": "whether sevens bring luck",
        "says": [{"value": "off", "says": "sevens bring no luck"}, {"value": "on", "says": "each seven brings luck"}],
        "number_says": None,
        "rules": ["SJ-POINT-02"],
        "profiles": {},
        "conflicts": [
            {
                "when": {"relation": "is", "values": ["on"]},
                "option": "decks",
                "cannot": {"relation": "is", "values": [1]},
                "rule": "SJ-POINT-02",
                "hint": "use two decks: one has too few sevens",
            }
        ],
    }
    assert NAME in [conflict["option"] for conflict in options["decks"]["conflicts"]]


def test_the_list_of_profiles_has_its_value():
    profiles = client().get("/v1/rules/profiles").get_json()["profiles"]

    assert {each["options"].get(NAME) for each in profiles} == {"off", None}
    assert all((NAME in each["options"]) is (each["game"] == "sheng_ji") for each in profiles)


def test_the_rule_pages_explain_it():
    address = f"/docs/rules/zhang-2021?{NAME}=on"

    assert "each seven brings luck" in client().get(address).text
    assert "whether sevens bring luck" in text_of(page_of_all([BOOK]))
    assert "each seven brings luck" not in text_of(page_of_table(BOOK, rules_of("zhang-2021")))
