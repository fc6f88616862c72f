"""The commands of tables, tournaments, leagues and series, from the marshmallow schemas that parse them."""

from collections.abc import Mapping

from marshmallow import Schema

from service.contract.bodies import NAMES
from service.contract.events import union_of
from service.contract.responses import reference
from service.contract.schema_texts import with_texts
from service.contract.schemas import schema_of_body
from service.leagues.schemas import LEAGUE_COMMANDS
from service.platform.documents import Json
from service.series.schemas import SERIES_COMMANDS
from service.tables.command_schemas import COMMANDS
from service.tournaments.schemas import TOURNAMENT_COMMANDS

UNIONS: dict[str, Mapping[str, Schema]] = {
    "Command": COMMANDS,
    "TournamentCommand": TOURNAMENT_COMMANDS,
    "LeagueCommand": LEAGUE_COMMANDS,
    "SeriesCommand": SERIES_COMMANDS,
}
"""The commands of each kind of stream by `type`, by the name of their union in the contract."""


def name_of(schema: Schema) -> str:
    """Returns the name of the schema of a command in the contract: `SitCommand` for `SitSchema`."""
    return f"{type(schema).__name__.removesuffix('Schema')}Command"


def command_schemas(texts: Json) -> Json:
    """Returns the schemas of all commands and of their unions.

    Args:
        texts: `bodies` has the texts of each command by component name, `unions` the descriptions of the unions.
    """
    made: Json = {}
    for union, commands in UNIONS.items():
        made[union] = union_of(texts["unions"][union], {kind: name_of(schema) for kind, schema in commands.items()})
        for kind, schema in commands.items():
            name = name_of(schema)
            made[name] = with_texts(name, command_schema(kind, schema), texts["bodies"][name])
    return made


def command_schema(kind: str, schema: Schema) -> Json:
    """Returns the schema of a command with this `type`."""
    made = schema_of_body(schema, NAMES)
    of_all = {"type": {"const": kind}, "expected_version": reference("schemas", "ExpectedVersion")}
    return {**made, "properties": {**made["properties"], **of_all}}
