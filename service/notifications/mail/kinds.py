"""The kinds of mails, the account events of each kind, and how often players get them."""

from collections.abc import Mapping
from typing import Any, Literal, get_args

MailKind = Literal["turn", "reminder", "invitation", "match"]
MAIL_KINDS: tuple[MailKind, ...] = get_args(MailKind)
Wish = Literal["each", "digest", "off"]
"""A mail for each event, a daily digest, or no mail."""
WISHES: tuple[Wish, ...] = get_args(Wish)

USUAL: dict[MailKind, Wish] = {"turn": "digest", "reminder": "each", "invitation": "each", "match": "digest"}
"""The default wishes."""

KIND_OF: dict[str, MailKind] = {
    "turn_began": "turn",
    "challenged": "invitation",
    "partner_asked": "invitation",
    "match_found": "invitation",
    "board_challenged": "invitation",
    "tournament_registration_opened": "invitation",
    "tournament_place_offered": "invitation",
    "tournament_time_proposed": "invitation",
    "tournament_result_reported": "invitation",
    "tournament_ladder": "invitation",
    "league_partner_asked": "invitation",
    "league_continue_asked": "invitation",
    "board_challenge_answered": "match",
    "challenge_accepted": "match",
    "challenge_declined": "match",
    "table_started": "match",
    "table_cancelled": "match",
    "match_ended": "match",
    "orders_ended": "match",
    "table_expired": "match",
    "table_called_off": "match",
    "substitute_seated": "match",
    "tournament_time_agreed": "match",
    "tournament_match_open": "match",
    "tournament_result_disputed": "match",
    "turn_reminder": "reminder",
    "turn_resumed": "reminder",
    "turn_missed": "reminder",
    "vacation_began": "reminder",
    "vacation_ending": "reminder",
    "tournament_registration_closing": "reminder",
    "tournament_match_soon": "reminder",
    "league_registration_closing": "reminder",
    "stand_in_seated": "reminder",
}
"""The kind of mail for each type of account event. Other types have no mail."""


def kind_of(event_type: str, data: Mapping[str, Any]) -> MailKind | None:
    """Returns the kind of mail for an account event, or `None` if it has no mail.

    A stand-in is mailed only to the player whose seat it takes. The others see it in their feeds.
    """
    if event_type == "stand_in_seated" and data["of"] != data["seat"]:
        return None
    return KIND_OF.get(event_type)
