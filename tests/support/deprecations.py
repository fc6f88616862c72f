"""Finds deprecations in the code and in the contract, and returns them in the same form."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from flask import Flask
from marshmallow import Schema

from service.platform.http.deprecation import deprecated_members
from tests.support.contract import METHODS, path_of_rule
from tests.support.contract_operations import merged

Json = dict[str, Any]


def in_program(app: Flask, bodies: Mapping[str, Schema]) -> set[str]:
    """Returns what the code marks as deprecated: operations, parameters and members of bodies.

    Args:
        app: the application.
        bodies: the schemas of bodies, by their names in the contract.
    """
    return {*_of_views(app), *(f"{name}.{member}" for name in bodies for member in deprecated_members(bodies[name]))}


def _of_views(app: Flask) -> Iterator[str]:
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            name = f"{method} {path_of_rule(rule.rule)}"
            if hasattr(view, "deprecation"):
                yield name
            for parameter in getattr(view, "deprecated_parameters", {}):
                yield f"{name}?{parameter}"


def in_contract(contract: Json, bodies: Collection[str]) -> set[str]:
    """Returns what a contract marks as deprecated. Of its schemas, only those of these bodies count."""
    return {*_of_operations(contract), *_of_bodies(contract, bodies)}


def _of_operations(contract: Json) -> Iterator[str]:
    for path, methods in contract["paths"].items():
        for method, definition in methods.items():
            if method not in METHODS:
                continue
            name = f"{method.upper()} {path}"
            if definition.get("deprecated"):
                yield name
            for parameter in definition.get("parameters", []):
                if parameter.get("deprecated"):
                    yield f"{name}?{parameter['name']}"


def _of_bodies(contract: Json, bodies: Collection[str]) -> Iterator[str]:
    for name in bodies:
        for member, schema in merged(contract["components"]["schemas"][name])["properties"].items():
            if schema.get("deprecated"):
                yield f"{name}.{member}"
