"""Request bodies about guests of an entrant."""

from marshmallow import Schema

from service.platform.http.fields import name_field, player_field

TOKEN_NAME_LIMIT = 40


class GuestTokenSchema(Schema):
    """A token for a guest, with a name such as that of the device that gets it."""

    player = player_field(required=True)
    name = name_field(TOKEN_NAME_LIMIT, required=True)


class NewClaimCodeSchema(Schema):
    """The guest who gets a new claim code."""

    player = player_field(required=True)
