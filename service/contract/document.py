"""Composes the contract."""

from service.contract.app_routes import routes
from service.contract.bodies import body_schemas
from service.contract.choices import choice_schemas
from service.contract.commands import command_schemas
from service.contract.defaults import with_defaults_said
from service.contract.enumerations import enumerations
from service.contract.events import event_schemas
from service.contract.examples import recorded, with_recorded
from service.contract.games import with_games
from service.contract.generator_checks import check_for_generators
from service.contract.lab import lab_operation, lab_unions
from service.contract.links import with_links
from service.contract.naming import with_names
from service.contract.notation import schema_of
from service.contract.operations import paths_of
from service.contract.refusal_pages import with_refusal_pages
from service.contract.responses import component_or, response_of
from service.contract.schema_texts import with_texts
from service.contract.texts import read_texts
from service.contract.writing import written
from service.platform.documents import Json

HEAD = """\
# The contract between this server and the authors of clients and bots.
# `python -m service contract` writes this file from the code and from the texts in contract.yaml beside each feature.
# Do not edit it. The tests compare it with the running program in both directions.
"""


def contract() -> Json:
    """Returns the contract as a document of OpenAPI."""
    texts = with_recorded(read_texts(), recorded())
    texts["operations"]["ask"] = lab_operation(texts["operations"]["ask"], texts["lab"])
    made = components(texts)
    given = routes()
    paths = with_refusal_pages(with_links(paths_of(given, texts), made), given, made)
    return {**texts["document"], "paths": paths, **texts["callbacks"], "components": made}


def components(texts: Json) -> Json:
    """Returns the components, each kind in alphabetical order."""
    made = {
        "securitySchemes": texts["securitySchemes"],
        "parameters": {name: component_or("parameters", each) for name, each in texts["parameters"].items()},
        "headers": {name: component_or("headers", each) for name, each in texts["headers"].items()},
        "responses": {name: common_response(each) for name, each in texts["responses"].items()},
        "examples": texts["examples"],
        "schemas": schemas(texts),
    }
    return {kind: dict(sorted(entries.items())) for kind, entries in made.items()}


def schemas(texts: Json) -> Json:
    """Returns the schemas: those derived from code with their texts, and those written by hand."""
    names = enumerations()
    written = with_games(texts)
    made = {
        **{name: with_texts(name, schema, texts["enumerations"][name]) for name, schema in names.items()},
        **event_schemas(texts),
        **body_schemas(texts["bodies"]),
        **command_schemas(texts),
        **choice_schemas(texts),
        **lab_unions(texts["unions"]),
        **{name: schema_of(each) for name, each in written.items()},
    }
    check_for_generators(made)
    named: Json = with_defaults_said(with_names(made))
    return named


def common_response(written: Json) -> Json:
    """Returns a response that several operations share. A response with problem documents has a `status`."""
    return response_of({key: value for key, value in written.items() if key != "status"}, written.get("status", 0))


def contract_text() -> str:
    """Returns the content of openapi.yaml."""
    return HEAD + written(contract())
