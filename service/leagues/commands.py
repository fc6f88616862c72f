"""Translates the body of a request into the plan of a league, or into a command to it."""

from collections.abc import Callable
from typing import Any

from domain.games.package import Body
from domain.kernel.players import PlayerId
from domain.tournaments.entrants.commands import AcceptPartner, DeclinePartner, Register, WithdrawEntrant
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.leagues.commands import (
    ChangeLeague,
    ContinueMembership,
    CutSeasonShort,
    EndLeague,
    LeagueCommand,
    OverrideDivisions,
)
from domain.tournaments.leagues.decide import LEAGUE_RIGHT_FOR
from domain.tournaments.leagues.divisions import LeagueRules, MoverCount, Share
from domain.tournaments.leagues.plan import LeaguePlan, SeasonCalendar
from domain.tournaments.staff import AppointStaff, DismissStaff
from domain.tournaments.terms import EntrantId
from service.leagues.schemas import LEAGUE_COMMANDS
from service.platform.http.command_bodies import CommandBody, kinds_of, load_command
from service.tournaments.schemas import settings_of

OF_LEAGUE_STAFF = kinds_of(LEAGUE_RIGHT_FOR)
"""Commands for staff only. They require a scope of the token."""


class LeagueCommandBody(CommandBody):
    """A well-formed command, not yet checked against the league."""

    def command(self, by: PlayerId, entrant: EntrantId) -> LeagueCommand:
        """Returns the command of a player. A new member gets the id `entrant`."""
        return _COMMANDS[self.kind](by, self.members, entrant)


def read_league_command(body: Any) -> LeagueCommandBody:
    """Returns the command in a request body.

    Raises:
        Problem: the type is unknown, or the body does not match its schema.
    """
    return LeagueCommandBody(load_command(LEAGUE_COMMANDS, body))


def plan_of(body: Body) -> LeaguePlan:
    """Returns the plan in a request body. Raises `InvalidTimes`, `UnknownProfile` or `InvalidSettings`."""
    rules = body.get("rules")
    return LeaguePlan(
        name=body["name"],
        template=settings_of(body["template"]),
        rules=LeagueRules() if rules is None else _rules(rules),
        calendar=SeasonCalendar(**body["calendar"]),
        continues=body["continues"],
    )


def _rules(body: Body) -> LeagueRules:
    return LeagueRules(body["least"], body["most"], _figure(body["promoted"]), _figure(body["relegated"]))


def _figure(body: Body) -> MoverCount:
    return int(body["count"]) if "count" in body else Share(**body)


def _register(by: PlayerId, members: Body, entrant: EntrantId) -> Register:
    partners = tuple(map(PlayerId, members["partners"]))
    return Register(by, entrant, Applicant(by), members.get("name"), members.get("club"), partners)


def _override(by: PlayerId, members: Body, _: EntrantId) -> OverrideDivisions:
    divisions = tuple(tuple(map(EntrantId, division)) for division in members["divisions"])
    return OverrideDivisions(by, members["season"], divisions, members["reason"])


_COMMANDS: dict[str, Callable[[PlayerId, Body, EntrantId], LeagueCommand]] = {
    "change_league": lambda by, body, _: ChangeLeague(by, plan_of(body["plan"])),
    "appoint_staff": lambda by, body, _: AppointStaff(by, PlayerId(body["player"]), body["role"]),
    "dismiss_staff": lambda by, body, _: DismissStaff(by, PlayerId(body["player"])),
    "end_league": lambda by, body, _: EndLeague(by, body["reason"]),
    "override_divisions": _override,
    "cut_season_short": lambda by, body, _: CutSeasonShort(by, body["season"], body["reason"]),
    "register": _register,
    "accept": lambda by, body, _: AcceptPartner(by, EntrantId(body["entrant"]), Applicant(by)),
    "decline": lambda by, body, _: DeclinePartner(by, EntrantId(body["entrant"])),
    "continue": lambda by, _, __: ContinueMembership(by),
    "withdraw": lambda by, body, _: WithdrawEntrant(by, EntrantId(body["entrant"]), body.get("reason")),
}
