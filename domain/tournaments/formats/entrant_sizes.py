"""The refusal of entrants whose number of players does not fit the format."""

from domain.kernel.messages import counted, message
from domain.tournaments.boards.line_ups import OF_TEAMS
from domain.tournaments.refusals import FormatDoesNotFit
from domain.tournaments.settings import TournamentSettings

_TO_FIT = {1: message("make each entrant a player"), 2: message("make each entrant a pair")}


def wrong_entrants(settings: TournamentSettings, wanted: int) -> FormatDoesNotFit:
    """Returns the refusal of entrants that do not have the wanted number of players."""
    size = settings.entrants
    hint = _TO_FIT.get(wanted, message("make each entrant a team of {wanted}", wanted=wanted))
    if size.kind == "team" and settings.format in OF_TEAMS:
        detail = counted(
            "entrants.members_least cannot be {least}: a team fills two or more sides of {count} player",
            "entrants.members_least cannot be {least}: a team fills two or more sides of {count} players",
            wanted,
            least=size.members_least,
        )
        hint = message("give {least}, or a larger multiple of {wanted}", least=2 * wanted, wanted=wanted)
    elif size.kind == {1: "player", 2: "pair"}.get(wanted, "team"):
        detail = message("entrants.members_least and entrants.members_most have to be {wanted}", wanted=wanted)
        hint = message("give {wanted}", wanted=wanted)
    else:
        detail = counted(
            "entrants.kind cannot be {kind}: an entrant of this tournament has {count} player",
            "entrants.kind cannot be {kind}: an entrant of this tournament has {count} players",
            wanted,
            kind=size.kind,
        )
    return FormatDoesNotFit(detail, hint=hint, facts={"option": "entrants", "members": wanted})
