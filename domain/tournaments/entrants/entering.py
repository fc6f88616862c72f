"""Staff enter other players, before the start or between two rounds.

| case | what happens |
|---|---|
| registration is open, or closed before the start | the entrants get places, or wait if there are none |
| rounds have been played, and late entry is open | each of these rounds counts as the bye `late.bye` |
| one of the entrants cannot enter | none enters; the refusal names the first such entrant |
| an entrant has house bots | they are refused in rated tournaments outside sandboxes, and checked in by themselves |

Gates do not apply, and the players are not asked. They may leave like all others.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import Any

from domain.games.bots import BOTS
from domain.kernel.messages import counted, message
from domain.kernel.players import PlayerId, bot_of, house_player
from domain.tournaments.boards.choosing import check_plays_alone
from domain.tournaments.entrants import registration
from domain.tournaments.entrants.commands import EnterEntrants, NewEntrant
from domain.tournaments.entrants.events import EntrantsEnteredByStaff, PartnerJoined, PlayerCheckedIn
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import BotsNotPossible, NoSuchBot, WrongNumberOfPlayers
from domain.tournaments.state import Tournament

MOST_AT_ONCE = 200
"""The largest number of entrants in one command."""
MOST_BOTS = 200
"""The largest number of house bots that a tournament may ever have."""


def _enter(recorder: TournamentRecorder, command: EnterEntrants) -> None:
    if recorder.tournament.status != "closed":
        registration.check_can_enter(recorder.tournament)
    _check_bots(recorder.tournament, command.bots)
    recorder.record(EntrantsEnteredByStaff(command.by, tuple(each.entrant for each in command.entrants)))
    for place, entrant in enumerate(command.entrants):
        _check_players(recorder, entrant, place)
        captain, *partners = entrant.applicants
        registration.register_captain(recorder, entrant.entrant, captain, entrant.name, entrant.club)
        recorder.record(*(PartnerJoined(entrant.entrant, each.player, each.rating) for each in partners))
        if recorder.tournament.check_in_open:
            here = (each.player for each in entrant.applicants if command.are_here or each.player in command.bots)
            recorder.record(*(PlayerCheckedIn(player, command.by) for player in here))
        registration.find_place(recorder, entrant.entrant)


def next_bots(tournament: Tournament, bots: Iterable[str]) -> list[PlayerId]:
    """Returns new house bots with these names. Each gets the lowest number that its name has not had here."""
    known = {player for entry in tournament.entries for player in entry.players}
    known |= {each.player for each in tournament.left}
    numbered: Counter[str] = Counter()
    found = []
    for bot in bots:
        while True:
            numbered[bot] += 1
            player = house_player(bot, numbered[bot])
            if player not in known:
                break
        found.append(player)
    return found


def _check_bots(tournament: Tournament, bots: Collection[PlayerId]) -> None:
    """Checks that house bots may enter. Raises `BotsNotPossible`, `NoSuchBot`."""
    if not bots:
        return
    if tournament.settings.is_rated and tournament.sandbox is None:
        raise BotsNotPossible(
            message("the tournament is rated, and house bots are not"),
            hint=message("enter bots in an unrated tournament, or in a sandbox"),
        )
    known = sorted(BOTS[tournament.settings.play.game])
    for player in sorted(bots):
        if bot_of(player) not in known:
            raise NoSuchBot(
                message("this game has no bot {bot_of}", bot_of=bot_of(player)),
                hint=message("the bots of this game are {known}", known=", ".join(known)),
                facts={"known": known},
            )
    entered = sum(bot_of(player) is not None for entry in tournament.entries for player in entry.players)
    if entered + len(bots) > MOST_BOTS:
        raise BotsNotPossible(
            message("a tournament has at most {most_bots} bots, including those that have left", most_bots=MOST_BOTS),
            hint=message("enter fewer bots"),
        )
    if tournament.settings.span_ms is not None and tournament.sandbox is not None:
        raise BotsNotPossible(
            message("house bots neither send nor answer the challenges of a ladder")
            if tournament.settings.is_ladder
            else message("bots of a sandbox move at once, so its arena would never end"),
            hint=message("enter bots in another format"),
        )


def _check_players(recorder: TournamentRecorder, entrant: NewEntrant, place: int) -> None:
    """Checks the number of players of an entrant, and that each of them may play for it.

    Raises:
        WrongNumberOfPlayers: there are too few or too many.
        AlreadyEntered, PlayedBefore, LinkedTakesPart: a player cannot take part with it.
    """
    tournament = recorder.tournament
    least, most = tournament.settings.entrants.members_least, tournament.settings.entrants.members_most
    players = [each.player for each in entrant.applicants]
    twice = next((player for player, times in Counter(players).items() if times > 1), None)
    if twice is not None or not least <= len(players) <= most:
        number = str(least) if least == most else f"{least} to {most}"
        if twice is not None:
            detail = message("entrants[{place}] has the player {twice} more than once", place=place, twice=twice)
        else:
            detail = counted(
                "entrants[{place}] has {count} player, and the tournament wants {number}",
                "entrants[{place}] has {count} players, and the tournament wants {number}",
                len(players),
                place=place,
                number=number,
            )
        raise WrongNumberOfPlayers(
            detail,
            hint=message("give one player") if most == 1 else message("give {number} different players", number=number),
            facts={"member": f"entrants[{place}].players", "least": least, "most": most},
        )
    for each in entrant.applicants:
        registration.check_free(tournament, each.player)
        registration.check_has_not_played(tournament, each.player)
        check_plays_alone(tournament, None, each.linked)


COMMANDS: dict[type, Callable[[TournamentRecorder, Any], None]] = {EnterEntrants: _enter}
"""The handler of the command by which staff enter others."""
