"""Commands of members: register, agree as a partner, continue, and withdraw.

A registered member plays from the next season that is not settled yet, as soon as all invited partners have agreed. The
agreement covers all later seasons until one of the partners withdraws the member. If the plan asks players anew after
each season, each of them must confirm. A member keeps its players. A player who wants another partner withdraws and
registers again as a newcomer.
"""

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments import refusals
from domain.tournaments.entrants import commands as entrant_commands
from domain.tournaments.entrants.checks import check_entrant_name, check_invited
from domain.tournaments.entrants.gates import Applicant, check_gates
from domain.tournaments.leagues import commands, events
from domain.tournaments.leagues.recorder import LeagueRecorder
from domain.tournaments.leagues.state import League, LeagueMember
from domain.tournaments.settings import ENTRANTS_LIMIT
from domain.tournaments.staff import check_right, checked_reason
from domain.tournaments.terms import EntrantId


def register(recorder: LeagueRecorder, command: entrant_commands.Register) -> None:
    """Registers a new member. It is complete when all invited partners have agreed."""
    league = recorder.league
    _check_applicant(recorder, command.by, command.applicant)
    if league.member(command.entrant) is not None:
        raise refusals.EntrantIdTaken(
            message("{entrant} already exists", entrant=command.entrant), hint=message("choose another id")
        )
    if sum(not each.is_out for each in league.members) >= ENTRANTS_LIMIT:
        raise refusals.LeagueFull(
            message("the league already has {entrants_limit} members", entrants_limit=ENTRANTS_LIMIT),
            hint=message("wait until a member withdraws"),
        )
    others = ((each.entrant, each.name) for each in league.members if not each.is_out)
    check_entrant_name(league.plan.template.entrants.kind, command.name, others)
    _check_partners(league, command)
    rating = command.applicant.rating
    recorder.record(
        events.LeagueMemberRegistered(command.entrant, command.by, rating, command.name, command.club, command.partners)
    )


def accept(recorder: LeagueRecorder, command: entrant_commands.AcceptPartner) -> None:
    """Adds the sender to the entrant of the league that has invited them."""
    member = _active_member(recorder.league, command.entrant)
    check_invited(member.entrant, member.invited, command.by)
    _check_applicant(recorder, command.by, command.applicant)
    recorder.record(events.LeaguePartnerJoined(member.entrant, command.by, command.applicant.rating))


def decline(recorder: LeagueRecorder, command: entrant_commands.DeclinePartner) -> None:
    """Records the refusal of an invited player; a member that can no longer be complete is withdrawn."""
    member = _active_member(recorder.league, command.entrant)
    check_invited(member.entrant, member.invited, command.by)
    recorder.record(events.LeaguePartnerDeclined(member.entrant, command.by))
    left = len(member.players) + len(member.invited) - 1
    if left < recorder.league.plan.template.entrants.members_least:
        recorder.record(events.LeagueMemberWithdrawn(member.entrant, command.by, "declined", None))


def continue_membership(recorder: LeagueRecorder, command: commands.ContinueMembership) -> None:
    """Records that a player continues in the next season."""
    member = recorder.league.member_of(command.by)
    if member is None:
        raise refusals.NotTakingPart(
            message("{by} does not play in the league", by=command.by), hint=message("register first")
        )
    if not recorder.league.has_to_confirm(command.by, member):
        raise refusals.NotAsked(
            message("{by} has not been asked about the next season", by=command.by), hint=message("no action is needed")
        )
    recorder.record(events.LeagueMemberContinues(member.entrant, command.by))


def withdraw(recorder: LeagueRecorder, command: entrant_commands.WithdrawEntrant) -> None:
    """Withdraws a member from all seasons that have not begun."""
    member = _active_member(recorder.league, command.entrant)
    if command.by in member.player_ids:
        recorder.record(events.LeagueMemberWithdrawn(member.entrant, command.by, "left", command.reason))
        return
    check_right(recorder.league, command.by, "entrants")
    recorder.record(events.LeagueMemberWithdrawn(member.entrant, command.by, "removed", checked_reason(command.reason)))


def _check_applicant(recorder: LeagueRecorder, by: PlayerId, applicant: Applicant) -> None:
    if applicant.player != by:
        raise ValueError(f"{by} cannot apply as {applicant.player}")
    check_gates(recorder.league.plan.template.gates, applicant, recorder.now)
    _check_free(recorder.league, by)


def _check_free(league: League, player: PlayerId) -> None:
    member = league.member_of(player)
    if member is not None:
        raise refusals.AlreadyEntered(
            message("{player} already takes part with {entrant}", player=player, entrant=member.entrant),
            hint=message("withdraw that entrant first"),
            facts={"player": player, "entrant": member.entrant},
        )


def _check_partners(league: League, command: entrant_commands.Register) -> None:
    size = league.plan.template.entrants
    count = 1 + len(command.partners)
    if size.members_most == 1 and command.partners:
        raise refusals.NoPartners(
            message("each member of this league is one player"), hint=message("ask the other players to register")
        )
    if count > size.members_most:
        raise refusals.EntrantFull(
            message("a member has at most {members_most} players", members_most=size.members_most),
            hint=message("name fewer partners"),
        )
    if count < size.members_least:
        needed = size.members_least - 1
        raise refusals.PartnersMissing(
            message("{count} partners are named, not {needed}", count=len(command.partners), needed=needed),
            hint=message("name the players who will play with you"),
            facts={"partners": needed},
        )
    if len({command.by, *command.partners}) < count:
        raise refusals.AlreadyEntered(message("a player is named twice"), hint=message("name other players, each once"))
    for partner in command.partners:
        _check_free(league, partner)


def _active_member(league: League, entrant: EntrantId) -> LeagueMember:
    member = league.member(entrant)
    if member is None:
        raise refusals.NoSuchEntrant(
            message("there is no entrant {entrant}", entrant=entrant), hint=message("read the list of members")
        )
    if member.is_out:
        raise refusals.EntrantOut(
            message("{entrant} no longer takes part", entrant=entrant), hint=message("no action is needed")
        )
    return member
