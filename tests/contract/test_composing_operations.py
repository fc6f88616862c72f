"""The operations of the contract are composed correctly from routes, problems and texts."""

import pytest
import yaml
from flask import Flask

from service.contract.app_routes import Route, routes_of
from service.contract.document import contract
from service.contract.examples import with_recorded
from service.contract.lab import lab_operation
from service.contract.notation import schema_of
from service.contract.operations import completed, described, example_address, paths_of, responses
from service.contract.problems import problem_content
from service.contract.responses import component_or, header_of_address, response_of
from service.contract.writing import written
from service.platform.http.rate_limits import rate_class, uncounted
from service.request_context import needs, needs_any_token


def test_a_route_says_what_its_view_needs():
    app = Flask("test", static_folder=None)
    app.get("/docs/guides")(uncounted(lambda: ""))
    app.post("/v1/<string:table_id>/x")(rate_class("open")(needs("table:read", own_token=True)(_view)))
    app.get("/v1/x", endpoint="x")(rate_class("read")(needs_any_token(_view)))
    assert list(routes_of(app)) == [
        Route("post", "/v1/{table_id}/x", "_view", "table:read", own_token=True, rate_class="open"),
        Route("get", "/v1/x", "_view", None, own_token=False, rate_class="read", any_token=True),
    ]


def test_a_route_for_any_token_refuses_requests_without_one_and_needs_no_scope():
    route = Route("get", "/v1/x", "view", None, own_token=False, rate_class="read", any_token=True)
    assert set(responses(route, {"responses": {}}, "/v1/x")) == {"400", "401", "429", "503"}
    assert described("A token.", route) == "A token. Needs a token with any scope."


def _view() -> str:
    return ""


ROUTE = Route("post", "/v1/tables/{table_id}/x", "view", "table:read", own_token=False, rate_class="open")


def test_a_route_determines_the_usual_responses():
    text = {"body": {"schema": "Seat", "examples": {}}, "responses": {"204": {"description": "Fine."}, "503": None}}
    made = responses(ROUTE, text, "/v1/tables/t/x")
    assert {status: each.get("$ref", "").rpartition("/")[2] for status, each in made.items()} == {
        "204": "",
        "400": "BadBody",
        "401": "NotAuthenticated",
        "403": "MissingScope",
        "404": "NotFound",
        "413": "BodyTooLarge",
        "415": "NotJson",
        "429": "RateLimited",
    }
    own = responses(ROUTE._replace(own_token=True), text, "/v1/tables/t/x")
    assert own["403"] == {"$ref": "#/components/responses/OwnTokenNeeded"}


def test_an_example_of_a_problem_names_the_address_of_its_operation_unless_it_names_another():
    examples = {"one": {"detail": "no"}, "other": {"instance": "/v1/y"}, "shared": "Full"}
    made = completed({"codes": ["table_over"], "examples": examples}, "/v1/x")["examples"]
    assert made == {"one": {"detail": "no", "instance": "/v1/x"}, "other": {"instance": "/v1/y"}, "shared": "Full"}


def test_the_example_of_an_address_has_the_examples_of_its_variables():
    variables = {"table_id": "TableId"}
    assert example_address(ROUTE, variables, {"parameters": {"TableId": {"example": "t"}}}) == "/v1/tables/t/x"


def test_a_parameter_without_a_place_is_one_of_the_query():
    assert component_or("parameters", {"name": "limit", "schema": "integer"}) == {
        "name": "limit",
        "in": "query",
        "schema": {"type": "integer"},
    }
    assert component_or("headers", {"description": "When."}) == {"description": "When."}


def test_a_location_says_what_has_the_address_and_how_it_begins():
    assert header_of_address({"of": "the table", "begins": "/v1/tables/"}) == {
        "required": True,
        "description": "The address of the table.",
        "schema": {"type": "string", "pattern": "^/v1/tables/"},
    }
    assert header_of_address("LocationOfTable") == "LocationOfTable"


def test_a_description_ends_with_the_scope():
    assert described("Reads.", ROUTE) == "Reads. Needs `table:read`."
    assert described("Reads.\n\nIt does.", ROUTE).endswith("does.\n\nNeeds `table:read`.")
    assert described("Reads.", ROUTE._replace(scope=None)) == "Reads."


@pytest.mark.parametrize("operations", [{}, {"view": {}, "gone": {}}])
def test_a_route_without_text_and_a_text_without_route_are_errors(operations: dict):
    with pytest.raises(ValueError, match="without a route or without a text"):
        paths_of([ROUTE], {"operations": operations, "path_parameters": {}})


def test_an_example_of_a_problem_has_what_its_code_determines():
    made = problem_content({"codes": ["not_found"], "examples": {"one": {"summary": "None", "detail": "no"}}}, 404)
    media = made["application/problem+json"]
    assert media["schema"]["properties"] == {"status": {"const": 404}, "code": {"enum": ["not_found"]}}
    value = media["examples"]["one"]["value"]
    assert (value["type"], value["status"], value["detail"]) == (
        "https://cards.example.org/problems/not_found",
        404,
        "no",
    )


@pytest.mark.parametrize("code", ["must_follow", "no_such_code"])
def test_a_problem_with_another_status_or_an_unknown_code_is_an_error(code: str):
    with pytest.raises(ValueError, match=code):
        problem_content({"codes": [code], "examples": {}}, 404)


def test_every_response_has_a_request_id():
    assert response_of({"description": "Fine."}, 204)["headers"] == {
        "X-Request-Id": {"$ref": "#/components/headers/RequestId"}
    }


def test_a_kind_of_question_without_text_is_an_error():
    with pytest.raises(ValueError, match="card_order"):
        lab_operation({}, {})


def test_recorded_examples_and_examples_without_value_match():
    one = {"examples": {"one": {"summary": "One"}, "typed": {"summary": "Two", "value": 2}}}
    written = {"body": one, "responses": {"200": {**one, "content": {"text/csv": one}}, "404": "NotFound"}}
    texts = {"operations": {"a": written}, "responses": {"NotFound": one}, "examples": one["examples"]}
    places = ("body", "200", "200 text/csv")
    examples = {"a": {place: {"one": {"x": place}} for place in places}}
    examples |= {"responses": {"NotFound": {"one": 4}}, "components": {"examples": {"one": 5}}}
    made = with_recorded(texts, examples)
    assert made["operations"]["a"]["body"]["examples"]["one"] == {"summary": "One", "value": {"x": "body"}}
    answered = made["operations"]["a"]["responses"]["200"]
    assert answered["examples"]["one"]["value"] == {"x": "200"}
    assert answered["examples"]["typed"]["value"] == 2
    assert answered["content"]["text/csv"]["examples"]["one"]["value"] == {"x": "200 text/csv"}
    assert made["responses"]["NotFound"]["examples"]["one"]["value"] == 4
    assert made["examples"]["one"]["value"] == 5
    for wrong in ({"a": examples["a"]}, {**examples, "b": {"200": {"one": {}}}}):
        with pytest.raises(ValueError, match="recorded examples and texts differ"):
            with_recorded(texts, wrong)


@pytest.mark.slow
def test_what_is_written_reads_the_same():
    document = contract()
    text = written(document)
    assert yaml.load(text, yaml.CSafeLoader) == document
    assert "&id" not in text


def test_a_text_that_became_a_keyword_by_a_comma_is_refused():
    written = yaml.safe_load("games: {type: integer, description: Rated games, this one included}")
    with pytest.raises(ValueError, match="this one included"):
        schema_of(written["games"])
