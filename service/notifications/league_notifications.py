"""The account events about leagues, derived from their logs command by command.

| event | recipients | type |
|---|---|---|
| a player is asked to play for a member | that player | `league_partner_asked` |
| a player accepts or declines this | the other players of the member | `league_partner_answered` |
| a season is over, and players have to confirm the next one | those who have not | `league_continue_asked` |
| registration ends, and the divisions are settled | the players in them | `league_season_settled` |
| a result was corrected, and divisions change | the players who change division | `league_season_settled` |
| staff remove a member, or a player has not confirmed the season | its players | `league_left` |

Players receive no events about their own actions. The tournaments of divisions have the account events of all
tournaments. `service/notifications/closing_registrations.py` sends the reminders of registrations that end soon.
"""

from collections.abc import Callable, Iterator

from domain.kernel.instants import write_instant
from domain.kernel.players import PlayerId
from domain.tournaments.leagues.events import (
    DivisionCorrected,
    LeagueMemberRegistered,
    LeagueMemberWithdrawn,
    LeaguePartnerDeclined,
    LeaguePartnerJoined,
    SeasonCalledOff,
    SeasonEnded,
    SeasonSettled,
)
from domain.tournaments.leagues.seasons import registration_closes
from domain.tournaments.leagues.state import League
from domain.tournaments.terms import EntrantId
from service.notifications.events import NewAccountEvent, StateChange, for_players

LeagueChange = StateChange[League]


def league_account_events(change: LeagueChange) -> list[NewAccountEvent]:
    """Returns the account events that follow from an event of a league, in order."""
    tell = _WRITERS.get(type(change.event))
    if tell is None or change.before is None:
        return []
    about = {"league": change.id, "version": change.version}
    event = change.event
    by = event.player if isinstance(event, LeaguePartnerJoined | LeaguePartnerDeclined) else getattr(event, "by", None)
    return [each._replace(data={**about, **each.data}) for each in tell(change) if each.player != by]


def _players(league: League | None, entrant: EntrantId) -> tuple[PlayerId, ...]:
    member = league.member(entrant) if league else None
    return member.player_ids if member else ()


def _asked(change: LeagueChange) -> Iterator[NewAccountEvent]:
    event: LeagueMemberRegistered = change.event
    yield from for_players(event.invited, "league_partner_asked", {"entrant": event.entrant, "by": event.player})


def _answered(change: LeagueChange) -> Iterator[NewAccountEvent]:
    event: LeaguePartnerJoined | LeaguePartnerDeclined = change.event
    data = {"entrant": event.entrant, "player": event.player, "accepted": isinstance(event, LeaguePartnerJoined)}
    yield from for_players(_players(change.after, event.entrant), "league_partner_answered", data)


def _withdrawn(change: LeagueChange) -> Iterator[NewAccountEvent]:
    event: LeagueMemberWithdrawn = change.event
    data = {"entrant": event.entrant, "reason": event.reason}
    yield from for_players(_players(change.before, event.entrant), "league_left", data)


def _play_on(change: LeagueChange) -> Iterator[NewAccountEvent]:
    """Yields the question to players whether they play in the next season, with the end of its registration."""
    closes_at = registration_closes(change.after)
    if closes_at is None:
        return
    data = {"season": change.after.next_number, "closes_at": write_instant(closes_at)}
    for member in change.after.members:
        asked = [player for player in member.player_ids if change.after.has_to_confirm(player, member)]
        yield from for_players(asked, "league_continue_asked", {"entrant": member.entrant, **data})


def _settled(change: LeagueChange) -> Iterator[NewAccountEvent]:
    event: SeasonSettled = change.event
    for place, division in enumerate(event.divisions, start=1):
        data = {"season": event.season, "division": place, "starts_at": write_instant(event.starts_at)}
        for entrant in division:
            yield from for_players(
                _players(change.after, entrant), "league_season_settled", {"entrant": entrant, **data}
            )


def _settled_anew(change: LeagueChange) -> Iterator[NewAccountEvent]:
    event: DivisionCorrected = change.event
    season, before = change.after.season, change.before.season if change.before is not None else None
    if event.divisions is None or season is None or before is None:
        return
    was = {entrant: place for place, each in enumerate(before.divisions, start=1) for entrant in each.members}
    for place, division in enumerate(event.divisions, start=1):
        data = {"season": season.number, "division": place, "starts_at": write_instant(season.starts_at)}
        for entrant in division:
            if was.get(entrant) != place:
                yield from for_players(
                    _players(change.after, entrant), "league_season_settled", {"entrant": entrant, **data}
                )


_WRITERS: dict[type, Callable[[LeagueChange], Iterator[NewAccountEvent]]] = {
    LeagueMemberRegistered: _asked,
    LeaguePartnerJoined: _answered,
    LeaguePartnerDeclined: _answered,
    LeagueMemberWithdrawn: _withdrawn,
    SeasonSettled: _settled,
    DivisionCorrected: _settled_anew,
    SeasonEnded: _play_on,
    SeasonCalledOff: _play_on,
}
