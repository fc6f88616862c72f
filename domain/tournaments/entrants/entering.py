"""Staff enter other players, before the start or between two rounds.

| case | what happens |
|---|---|
| registration is open, or closed before the start | the entrants get places, or wait if there are none |
| rounds have been played, and late entry is open | each of these rounds counts as the bye `late.bye` |
| one of the entrants cannot enter | none enters; the refusal names the first such entrant |

Gates do not apply, and the players are not asked. They may leave like all others.
"""

from collections.abc import Callable
from typing import Any

from domain.tournaments.boards.choosing import check_plays_alone
from domain.tournaments.entrants import registration
from domain.tournaments.entrants.commands import EnterEntrants, NewEntrant
from domain.tournaments.entrants.events import EntrantsEnteredByStaff, PartnerJoined, PlayerCheckedIn
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import WrongNumberOfPlayers

MOST_AT_ONCE = 200
"""The largest number of entrants in one command."""


def _enter(recorder: TournamentRecorder, command: EnterEntrants) -> None:
    if recorder.tournament.status != "closed":
        registration.check_can_enter(recorder.tournament)
    recorder.record(EntrantsEnteredByStaff(command.by, tuple(each.entrant for each in command.entrants)))
    for place, entrant in enumerate(command.entrants):
        _check_players(recorder, entrant, place)
        captain, *partners = entrant.applicants
        registration.register_captain(recorder, entrant.entrant, captain, entrant.name, entrant.club)
        recorder.record(*(PartnerJoined(entrant.entrant, each.player, each.rating) for each in partners))
        if command.are_here and recorder.tournament.check_in_open:
            recorder.record(*(PlayerCheckedIn(each.player, command.by) for each in entrant.applicants))
        registration.find_place(recorder, entrant.entrant)


def _check_players(recorder: TournamentRecorder, entrant: NewEntrant, place: int) -> None:
    """Checks the number of players of an entrant, and that each of them may play for it.

    Raises:
        WrongNumberOfPlayers: there are too few or too many.
        AlreadyEntered, PlayedBefore, LinkedTakesPart: a player cannot take part with it.
    """
    tournament = recorder.tournament
    least, most = tournament.settings.entrants.members_least, tournament.settings.entrants.members_most
    players = [each.player for each in entrant.applicants]
    if not least <= len(players) <= most or len(set(players)) < len(players):
        number = str(least) if least == most else f"{least} to {most}"
        raise WrongNumberOfPlayers(
            f"entrants[{place}] has {len(set(players))} players, and the tournament wants {number}",
            hint=f"give {number} different players",
            facts={"member": f"entrants[{place}].players", "least": least, "most": most},
        )
    for each in entrant.applicants:
        registration.check_free(tournament, each.player)
        registration.check_has_not_played(tournament, each.player)
        check_plays_alone(tournament, None, each.linked)


COMMANDS: dict[type, Callable[[TournamentRecorder, Any], None]] = {EnterEntrants: _enter}
"""The handler of the command by which staff enter others."""
