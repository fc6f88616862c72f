"""Request bodies of the rules lab."""

from marshmallow import Schema, fields


class QuestionSchema(Schema):
    """A question to the rules lab."""

    setup = fields.Dict(keys=fields.String(), load_default=dict)
    input = fields.Dict(keys=fields.String(), load_default=dict)
