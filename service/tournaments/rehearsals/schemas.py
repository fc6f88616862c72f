"""Request bodies about rehearsals."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validates_schema

from domain.games.bots import BOT_NAMES
from domain.kernel.messages import message
from domain.tournaments.entrants.entering import MOST_BOTS
from service.platform.http.fields import HANDS_LIMIT, full_match, word_field
from service.platform.http.ids import TEMPLATE_NAME
from service.tournaments.schema_fields import optional_field
from service.tournaments.schemas import TournamentSettingsSchema

WHAT = ("settings", "template", "tournament")
TOURNAMENT_ID = "^trn_[0-9A-HJKMNP-TV-Z]{26}$"


class RehearsalSchema(Schema):
    """What is rehearsed, given in one of three ways, and by whom."""

    settings = fields.Nested(TournamentSettingsSchema)
    template = fields.String(validate=full_match(f"^{TEMPLATE_NAME}$", message("give the name of a template")))
    tournament = fields.String(validate=full_match(TOURNAMENT_ID, message("give the id of a tournament")))
    entrants = optional_field(2, MOST_BOTS)
    bot = word_field(BOT_NAMES, load_default="steady")
    hands = optional_field(1, HANDS_LIMIT)

    @validates_schema
    def _one_of_the_three(self, data: dict[str, Any], **_: Any) -> None:
        if sum(name in data for name in WHAT) != 1:
            raise ValidationError(message("give one of settings, template and tournament"), "settings")
