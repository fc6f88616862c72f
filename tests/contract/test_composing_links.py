"""Links of the contract follow from the operations to which they lead."""

from typing import Any

import pytest

from service.contract.links import with_links

Json = dict[str, Any]
TABLE = {"$ref": "#/components/schemas/TableId"}
SCHEMAS: Json = {
    "TableId": {"type": "string"},
    "Page": {
        "type": "object",
        "properties": {
            "tables": {"type": "array", "items": {"type": "object", "properties": {"version": {}, "id": TABLE}}},
            "next_cursor": {"type": "string"},
        },
    },
    "Opened": {"type": "object", "properties": {"table": TABLE, "id": {"anyOf": [TABLE, {"type": "null"}]}}},
}
COMPONENTS: Json = {
    "schemas": SCHEMAS,
    "parameters": {"Cursor": {"name": "cursor", "in": "query", "schema": {"type": "string"}}},
}
ID = {"name": "table_id", "in": "path", "schema": TABLE}
SEAT = {"name": "seat", "in": "path", "schema": {"type": "integer"}}


def completed(links: Json, schema: str = "Page") -> Json:
    """The links of an operation that lists tables below a table."""
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    listing = {
        "operationId": "list_tables",
        "summary": "List tables",
        "parameters": [{"$ref": "#/components/parameters/Cursor"}],
        "responses": {"200": {"content": content, "links": links}, "404": {"$ref": "#/components/responses/NotFound"}},
    }
    paths: Json = {
        "/tables/{table_id}/others": {"parameters": [ID], "get": listing},
        "/tables/{table_id}": {"parameters": [ID], "get": {**listing, "operationId": "view", "summary": "Get a table"}},
        "/seats/{seat}": {"parameters": [SEAT], "get": {**listing, "operationId": "seat", "summary": "Get a seat"}},
    }
    for path in ("/tables/{table_id}", "/seats/{seat}"):
        paths[path]["get"]["responses"] = {}
    made = with_links(paths, COMPONENTS)["/tables/{table_id}/others"]["get"]["responses"]["200"]["links"]
    return dict(made)


def test_a_link_with_only_a_name_gets_the_first_value_with_the_schema_of_each_variable():
    described = "What I can do: get a table."
    first = {"operationId": "view", "parameters": {"table_id": "$response.body#/tables/0/id"}}
    assert completed({"what_i_can_do": "view"}) == {"what_i_can_do": {"description": described, **first}}


def test_the_id_of_a_document_comes_before_other_values_of_its_schema():
    assert completed({"look": "view"}, "Opened")["look"]["parameters"] == {"table_id": "$response.body#/id"}


def test_a_link_to_its_own_operation_goes_on_with_the_same_address():
    made = completed(
        {"next": {"description": "More."}, "again": {"parameters": {"If-None-Match": "$response.header.E"}}}
    )
    same = {"table_id": "$request.path.table_id"}
    assert made["next"]["description"] == "More."
    assert made["next"]["parameters"] == {**same, "cursor": "$response.body#/next_cursor"}
    assert made["again"]["parameters"] == {**same, "If-None-Match": "$response.header.E"}


def test_a_variable_without_a_value_must_be_given():
    given = {"operationId": "seat", "parameters": {"seat": "/tables/0/version"}}
    assert completed({"one": given})["one"]["parameters"] == {"seat": "$response.body#/tables/0/version"}
    with pytest.raises(ValueError, match="list_tables: no value is seat of seat"):
        completed({"one": "seat"})
