"""Bodies and commands are parsed as the contract says."""

from collections.abc import Iterator
from typing import Any, get_args

import marshmallow
import pytest
from marshmallow import Schema, fields, validate

from domain.games.registry import GAMES, PACKAGES
from domain.games.sheng_ji.commands import Move as ShengJiMove
from domain.games.zheng_shangyou.commands import Move as ClimbingMove
from domain.kernel.players import PlayerId
from domain.tournaments.decide import RIGHT_FOR
from domain.tournaments.leagues.decide import LEAGUE_RIGHT_FOR
from domain.tournaments.terms import EntrantId, Round
from service.contract.bodies import BODIES
from service.contract.commands import UNIONS
from service.contract.schemas import COMPONENTS_OF_FIELD
from service.leagues import commands as league_commands
from service.leagues import schemas as league_schemas
from service.platform.http.fields import CommandSchema, check_printable, check_printable_lines
from service.platform.http.problems import Problem
from service.tables import commands
from service.tables.command_schemas import COMMANDS
from service.tables.commands import read_command
from service.tournaments import commands as tournament_commands
from service.tournaments import schemas as tournament_schemas
from service.tournaments.round_schemas import PairedSchema
from tests.support.contract import Operation, at, operation, operations
from tests.support.contract_operations import JSON, OF_BODY, Json, component, merged, plain
from tests.support.laws import law

MOVES: dict[str, list[Json]] = {
    "zheng_shangyou": [
        {"type": "pay_tribute", "card": "2S"},
        {"type": "take", "card": "2S"},
        {"type": "discard", "card": "2S"},
        {"type": "play", "cards": ["2S"], "reading": {"pattern": "single", "top": "2", "width": 1}},
        {"type": "pass"},
    ],
    "sheng_ji": [
        {"type": "declare", "cards": ["2S"]},
        {"type": "plan", "shows": [{"cards": ["2S"], "over": "nobody"}]},
        {"type": "pass"},
        {"type": "claim_redeal"},
        {"type": "bury", "cards": ["2S"]},
        {"type": "call_friends", "calls": [{"card": "AS"}]},
        {"type": "play", "cards": ["2S"]},
        {"type": "challenge", "trick": 1, "seat": 2},
        {"type": "end_hand"},
        {"type": "claim", "leads": [["AS"], ["KS", "KS"]]},
        {"type": "take_back"},
        {"type": "consent", "agree": True},
    ],
}
"""For each game one command for each of its moves."""


MOVE_TYPES = {"sheng_ji": ShengJiMove, "zheng_shangyou": ClimbingMove}


def of_field(field: fields.Field[Any], inside: tuple[type[Schema], ...] = ()) -> Json:
    """What a marshmallow field demands, in the same words."""
    if isinstance(field, fields.Nested):
        assert field.schema.unknown == marshmallow.RAISE
        if type(field.schema) in inside:
            return {"type": "object", "again": True}
        inside = (*inside, type(field.schema))
        members = field.schema.fields.items()
        return {
            "type": "object",
            "members": {name: of_field(member, inside) for name, member in members},
            "required": sorted(name for name, member in members if member.required),
            **({"nullable": True} if field.allow_none else {}),
            **({"default": field.load_default} if field.load_default is not marshmallow.missing else {}),
        }
    if type(field) in COMPONENTS_OF_FIELD and isinstance(field, fields.Dict):
        return {"type": "object", "chosen": [*COMPONENTS_OF_FIELD[type(field)]], "default": field.load_default()}
    kinds = {fields.String: "string", fields.Integer: "integer", fields.Boolean: "boolean", fields.Dict: "object"}
    kind = next((name for cls, name in kinds.items() if isinstance(field, cls)), "array")
    made: Json = {"type": kind}
    if field.allow_none:
        made["nullable"] = True
    if field.load_default is not marshmallow.missing:
        made["default"] = field.load_default() if callable(field.load_default) else field.load_default
    if isinstance(field, fields.List):
        made["items"] = of_field(field.inner, inside)
    if isinstance(field, fields.Dict) and field.key_field is not None and field.key_field.validators:
        made["names"] = {word: value for word, value in of_field(field.key_field).items() if word != "type"}
    for validator in field.validators:
        made |= _of_validator(validator, kind)
    return made


def _of_validator(validator: Any, kind: str) -> Json:
    if isinstance(validator, validate.OneOf):
        return {"enum": sorted(validator.choices)}
    if isinstance(validator, validate.Range):
        return {"minimum": validator.min, "maximum": validator.max}
    if isinstance(validator, validate.Length):
        counted = {"string": "Length", "array": "Items", "object": "Properties"}[kind]
        return {word + counted: limit for word, limit in (("min", validator.min), ("max", validator.max)) if limit}
    if isinstance(validator, validate.Regexp):
        return {"regexp": validator.regex.pattern}
    if validator is check_printable_lines:
        return {"lines": True}
    assert validator is check_printable
    return {"printable": True}


def assert_same(schema: Json, marshmallow_schema: Schema) -> None:
    schema = merged(schema)
    assert schema["additionalProperties"] is False
    assert marshmallow_schema.unknown == marshmallow.RAISE
    demanded = {name: of_field(field) for name, field in marshmallow_schema.fields.items()}
    assert {name: plain(each, demanded.get(name, {})) for name, each in schema["properties"].items()} == demanded
    required = {name for name, field in marshmallow_schema.fields.items() if field.required}
    assert set(schema.get("required", [])) == required


def body_schema(one: Operation) -> Json:
    schema: Json = one.definition["requestBody"]["content"]["application/json"]["schema"]
    return component(schema["$ref"].rpartition("/")[2])


def _all(cls: type) -> Iterator[type]:
    for each in cls.__subclasses__():
        yield each
        yield from _all(each)


def test_every_body_and_every_command_has_a_schema_on_both_sides():
    with_body = {
        one.id for one in operations() if JSON in one.definition.get("requestBody", {"content": {}})["content"]
    }
    commanded = {"command_table", "command_tournament", "command_league", "command_series"}
    assert with_body == set(OF_BODY) | commanded
    parsed = {*BODIES.values(), *(type(schema) for commands in UNIONS.values() for schema in commands.values())}
    while inner := {cls for schema in parsed for cls in nested(schema())} - parsed:
        parsed |= inner
    in_program = {each for each in _all(Schema) if each.__module__.startswith("service.")}
    in_service = {each for each in parsed if each.__module__.startswith("service.")}
    assert in_program - {CommandSchema, PairedSchema} == in_service
    assert {type(schema) for schema in OF_BODY.values()} <= set(BODIES.values())


def nested(schema: Schema) -> Iterator[type[Schema]]:
    """The schemas of the members of a schema, and of the items of its lists."""
    for field in schema.fields.values():
        inner = field.inner if isinstance(field, fields.List) else field
        if isinstance(inner, fields.Nested):
            yield type(inner.schema)


def test_only_staff_commands_of_leagues_need_the_staff_scope():
    examples = operation("command_league").definition["requestBody"]["content"][JSON]["examples"]
    for example in examples.values():
        given = league_commands.read_league_command(example["value"])
        command = given.command(PlayerId("ply"), EntrantId("ent"))
        assert (given.kind in league_commands.OF_LEAGUE_STAFF) is (type(command) in LEAGUE_RIGHT_FOR), given.kind
    assert {example["value"]["type"] for example in examples.values()} == set(league_schemas.LEAGUE_COMMANDS)


def test_only_staff_commands_need_the_staff_scope():
    """The commands for which the tournament itself requires a staff role."""
    examples = operation("command_tournament").definition["requestBody"]["content"][JSON]["examples"]
    fresh = tournament_commands.Fresh(EntrantId("ent"))
    for example in examples.values():
        given = tournament_commands.read_tournament_command(example["value"])
        paired = Round(1, ()) if given.leaves_pairing_to_format else None
        command = given.command(PlayerId("ply"), fresh, paired)
        assert (given.kind in tournament_commands.OF_STAFF) is (type(command) in RIGHT_FOR), given.kind
    assert {example["value"]["type"] for example in examples.values()} == set(tournament_schemas.TOURNAMENT_COMMANDS)


@pytest.mark.parametrize("game", GAMES)
def test_every_move_of_a_game_is_a_command_except_clock_ticks(game: str):
    """The internal events of a game, such as clock ticks, cannot be sent as commands by any name."""
    moves = {type(read_command(body, PlayerId("ply"), "").at_table(game).move) for body in MOVES[game]}
    assert moves == set(get_args(MOVE_TYPES[game]))
    assert {body["type"] for body in MOVES[game]} == set(PACKAGES[game].moves)
    for name in ("tick", "draw_round", "close_declaring", "DrawRound", "CloseDeclaring", "Tick", "act"):
        with pytest.raises(Problem):
            read_command({"type": name}, PlayerId("ply"), "")


def test_every_command_belongs_to_all_tables_or_to_a_game_with_all_its_members():
    of_games = {kind: set() for moves in (package.moves for package in PACKAGES.values()) for kind in moves}
    for moves in (package.moves for package in PACKAGES.values()):
        for kind, move in moves.items():
            of_games[kind] |= move.members
    assert not set(of_games) & set(commands.OF_TABLES)
    assert set(of_games) | set(commands.OF_TABLES) == set(COMMANDS)
    for kind, members in of_games.items():
        assert members == set(COMMANDS[kind].fields) - commands.OF_ALL, kind


@pytest.mark.parametrize(
    ("game", "body"),
    [
        ("zheng_shangyou", {"type": "bury", "cards": ["2S"]}),
        ("zheng_shangyou", {"type": "play", "cards": ["2S"], "units": [["2S"]]}),
        ("zheng_shangyou", {"type": "play", "cards": ["2S"], "units": []}),
        ("sheng_ji", {"type": "take", "card": "2S"}),
        ("sheng_ji", {"type": "play", "cards": ["2S"], "reading": {}}),
    ],
)
def test_members_of_another_game_are_refused(game: str, body: Json):
    given = read_command(body, PlayerId("ply"), "")
    with pytest.raises(Problem) as refused:
        given.at_table(game)
    assert refused.value.code == "not_in_this_game"
    assert game in refused.value.detail


@law
@pytest.mark.parametrize("operation_id", OF_BODY)
def test_a_body_is_parsed_as_documented(operation_id: str):
    assert_same(body_schema(operation(operation_id)), OF_BODY[operation_id])


@law
@pytest.mark.parametrize(("union", "kind"), [(union, kind) for union, commands in UNIONS.items() for kind in commands])
def test_a_command_is_parsed_as_documented(union: str, kind: str):
    schema = at(component(union)["discriminator"]["mapping"][kind])
    assert schema["properties"]["type"] == {"const": kind}
    as_any = {**schema, "properties": {**schema["properties"], "type": {"type": "string"}}}
    assert_same(as_any, UNIONS[union][kind])
