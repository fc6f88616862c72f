"""Request bodies about analyses and puzzles."""

from marshmallow import Schema, fields, validate

HAND_LIMIT = 9999


class AskForAnalysisSchema(Schema):
    """The hand to analyse."""

    hand = fields.Integer(required=True, strict=True, validate=validate.Range(1, HAND_LIMIT))


class PuzzleAnswerSchema(Schema):
    """The move that answers a puzzle."""

    move = fields.Dict(required=True, keys=fields.String())
