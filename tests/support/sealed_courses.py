"""Tournaments with sealed results and boards, created once and played differently in twin databases."""

import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from typing import NamedTuple

import psycopg
import pytest

from domain.kernel.instants import HOUR_MS, Instant, instant_of
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.tournaments.boards import sets
from domain.tournaments.boards.by_movement import DuplicatePairs
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import OfferToSubstitute
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.leagues.plan import LeaguePlan, SeasonCalendar
from domain.tournaments.parts import TournamentRound
from domain.tournaments.settings import BoardSettings, EntrantSettings, RoundPlan, TournamentSettings
from domain.tournaments.staff import AppointStaff
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import Points
from service.tournaments.events import stream_of
from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.boards import score_hand
from tests.support.leagues_stored import RULES, WEEK_S, registers, season_of
from tests.support.leagues_stored import settle as settle_leagues
from tests.support.reading_requests import Ids
from tests.support.series_served import NIGHTS
from tests.support.tournament import PAIRS
from tests.support.tournaments import PLAY, end, enters, follow, of, open_tables, seated
from tests.support.twins import NOW, Twin, at_work, clocks_stopped, standing_still

MITCHELL = TournamentSettings(
    "Mitchell",
    dataclasses.replace(PLAY, hands=None),
    "duplicate_pairs",
    {"rounds": 3},
    entrants=dataclasses.replace(PAIRS, least=6, capacity=6),
    boards=BoardSettings(1, "matchpoints", "mitchell"),
    is_rated=True,
)
"""Six pairs at three tables; in each round every table plays another set."""
POOLS = dataclasses.replace(MITCHELL, name="Pools", boards=BoardSettings(1, "imps", "mitchell", pools=100))
"""The same with several deals of each board; every match plays one of them."""
TEAMS = dataclasses.replace(
    MITCHELL,
    name="Teams",
    format="round_robin",
    figures={},
    entrants=EntrantSettings("team", 4, 5, least=4, capacity=4),
    boards=BoardSettings(1, "victory_points"),
    rounds=RoundPlan(win=Points(1200), draw=Points(1000), loss=Points(0)),
)
"""Four teams; each match is played at two tables with seats exchanged."""
SEALED_SWISS = TournamentSettings(
    "Sealed", PLAY, "swiss", {"rounds": 2}, entrants=dataclasses.replace(PAIRS, least=4), is_rated=True, is_sealed=True
)
"""Four pairs. Results become visible when the round is closed."""
IN_A_LEAGUE = dataclasses.replace(SEALED_SWISS, name="Division", format="round_robin", figures={})
"""The same, as the only division of a league."""
HIDDEN_SET = 1
"""The set that is dealt differently in the other database."""


class SealedTournament(NamedTuple):
    """A tournament and its viewers.

    Attributes:
        id: the id of the tournament.
        owner: the owner, who does not play.
        director: a director, who plays.
        assistant: an assistant, who has no rights over results and does not play.
        player: the partner of the director, without a role.
        substitute: a player who has offered to substitute.
        linked: a player whose account is linked with that of `player`.
        stranger: a player without any part in the tournament.
        others: the captains of all other entrants.
        series, league: the id of the series or league of the tournament, or `None`.
        entrants: the ids of those that take part.
    """

    id: str
    owner: User
    director: User
    assistant: User
    player: User
    substitute: User
    linked: User
    stranger: User
    others: tuple[User, ...]
    series: str | None = None
    league: str | None = None
    entrants: tuple[str, ...] = ()

    @property
    def ids(self) -> Ids:
        """The ids of objects that viewers can request, by parameter."""
        players = (self.player, self.director, *self.others)
        return {
            "tournament_id": [self.id],
            "league_id": [self.league] if self.league else [],
            "series_id": [self.series] if self.series else [],
            "player_id": [each.id for each in players],
            "entrant_id": list(self.entrants[:2]),
            "other_id": list(self.entrants[-1:]),
            "make_entry_code.player_id": [self.player.id],
            "pool": ["sheng_ji.duplicate.4.people", "sheng_ji.correspondence.4.people"],
            "view_round.number": [1, 2, 3],
            "view_tournament_board.number": [1, 2, 3, 4],
            "view_league_season.number": [1, 2],
        }

    @property
    def viewers(self) -> Mapping[str, User]:
        """The viewers who must not see sealed data, by role."""
        names = ("director", "assistant", "player", "substitute", "linked", "stranger")
        return {name: getattr(self, name) for name in names}


def course_of(plan: TournamentSettings) -> Callable[[Api, Service], SealedTournament]:
    """Returns a function that creates a started tournament without a paired round."""

    def found(api: Api, service: Service) -> SealedTournament:
        owner, *people = [api.sign_up(name) for name in ("owner", "assistant", "substitute", "linked", "stranger")]
        field = [
            [api.sign_up(f"player {number}.{place}") for place in range(plan.entrants.members_least)]
            for number in range(plan.entrants.capacity or plan.entrants.least)
        ]
        by, do = PlayerId(owner.id), service.tournaments.carry_out
        league = series = None
        if plan is IN_A_LEAGUE:
            league, tournament = _in_a_league(service, plan, by, field)
        else:
            series = owner.post("/v1/series", NIGHTS).json["series"]
            tournament = service.tournaments.create(by, dataclasses.replace(plan, series=series)).id
            for users in field:
                enters(service, tournament, *(PlayerId(user.id) for user in users))
        assistant, substitute, linked, stranger = people
        do(tournament, OfferToSubstitute(PlayerId(substitute.id), Applicant(PlayerId(substitute.id))))
        do(tournament, AppointStaff(by, PlayerId(assistant.id), "assistant"))
        if of(service, tournament).started_at is None:
            do(tournament, StartTournament(by))
        own = _never_at_the_hidden_set(of(service, tournament))
        (director, player, *_), others = _parted(field, own)
        do(tournament, AppointStaff(by, PlayerId(director.id), "director"))
        reachable(service, (owner, director, player, stranger), tournament, (player, linked))
        viewers = (owner, director, assistant, player, substitute, linked, stranger)
        return SealedTournament(tournament, *viewers, others, series, league, of(service, tournament).order)

    return found


def _in_a_league(
    service: Service, plan: TournamentSettings, by: PlayerId, field: Sequence[Sequence[User]]
) -> tuple[str, str]:
    """Returns a league of one division whose season has begun, and its tournament."""
    starts_at = Instant(instant_of(NOW) - HOUR_MS)
    calendar = SeasonCalendar(starts_at, length_s=WEEK_S, break_s=WEEK_S, closes_before_s=60)
    rules = dataclasses.replace(RULES, most=len(field))
    league = service.leagues.create(by, LeaguePlan("City league", plan, rules, calendar)).id
    for users in field:
        registers(service, league, *(PlayerId(user.id) for user in users))
    with clocks_stopped():
        at_work(service)
        settle_leagues(service)
    (division,) = season_of(service, league).divisions
    assert division.tournament
    return league, division.tournament


def _parted(field: Sequence[Sequence[User]], own: PlayerId) -> tuple[Sequence[User], tuple[User, ...]]:
    """Returns the users of the entrant with that player, and the first user of each other entrant."""
    (chosen,) = [users for users in field if own in [user.id for user in users]]
    return chosen, tuple(users[0] for users in field if users is not chosen)


def _never_at_the_hidden_set(tournament: Tournament) -> PlayerId:
    """Returns a player who does not play the hidden set in the first two rounds."""
    boards, format_ = tournament.settings.boards, format_of(tournament.settings)
    busy = set()
    if boards is not None and isinstance(format_, DuplicatePairs):
        seatings = (each for number in (1, 2) for each in format_.seated_matches(pairing_context(tournament), number))
        busy = {entrant for each in seatings if each.set == HIDDEN_SET for entrant in each.match}
    return next(entry.players[0] for entry in tournament.entries if entry.id not in busy)


def reachable(service: Service, users: Collection[User], tournament: str | None, linked: Collection[User]) -> None:
    """Gives users webhooks and mails. Users who are staff also get webhooks for all events of the tournament."""
    for user in users:
        address = f"https://93.184.216.34/{user.id}"
        assert user.post("/v1/me/webhooks", {"url": address}).status_code == 201
        if tournament is not None:
            user.post(f"/v1/tournaments/{tournament}/webhooks", {"url": f"{address}/tournament"})
    with psycopg.connect(service.settings.database_url, autocommit=True) as owner:
        for user in {user.id: user for user in (*users, *linked)}.values():
            address = f"{next(iter(linked)).id if user in linked else user.id}@example.org"
            owner.execute(
                "INSERT INTO shengji.mailbox (player_id, time_zone, digest_hour, code, address, confirmed_at, wishes)"
                " VALUES (%s, 'UTC', 8, %s, %s, now(), %s)",
                [user.id, f"code of {user.id}", address, '{"turn": "each", "match": "each", "reminder": "each"}'],
            )


# ------------------------------------------------------------------------------------------------ playing


class Luck(NamedTuple):
    """The hidden data of a copy: the seed of tables without a viewer, and of the secret of the hidden set."""

    elsewhere: str
    secret: str = ""


@contextmanager
def going_on(twin: Twin, luck: Luck) -> Iterator[Service]:
    """Yields the service of a copy at a fixed time. Secrets of sets are derived from `luck`."""

    def secret_of_set(_: bytes, number: int) -> bytes:
        return sha256(f"{number} {luck.secret if number == HIDDEN_SET else ''}".encode()).digest()

    with standing_still(), pytest.MonkeyPatch.context() as patched:
        patched.setattr(sets, "further_secret", secret_of_set)
        yield at_work(twin.service)


EVEN, ODD = (Seat(0), Seat(2)), (Seat(1), Seat(3))
Wanted = Callable[[TournamentRound, str], bool]
"""Returns whether a table of a round is to be played."""


def play_sealed_tables(service: Service, sealed: SealedTournament, luck: Luck) -> None:
    """Plays tables whose results are sealed, and stops before the results become visible.

    In a tournament of duplicate pairs, it plays the whole first round. In the second round it plays the hidden set and
    the tables of the viewers. In other tournaments it plays all tables without a viewer. Without boards, `luck` decides
    whether the even or the odd seats win.
    """
    settings = of(service, sealed.id).settings
    if settings.boards is None:
        for table in _tables(service, sealed):
            if not sits(service, table, sealed):
                end(service, table, ODD if luck.elsewhere else EVEN)
        _settle(service, sealed)
        return
    if settings.format != "duplicate_pairs":
        _play(service, sealed, luck, lambda _, table: not sits(service, table, sealed))
        return
    _play(service, sealed, luck, lambda round_, _: round_.paired.number == 1)

    def is_wanted(round_: TournamentRound, table: str) -> bool:
        match = next(number for number, tables in enumerate(round_.tables) if table in tables)
        return round_.sets[match] == HIDDEN_SET or sits(service, table, sealed)

    _play(service, sealed, luck, is_wanted)


def _tables(service: Service, sealed: SealedTournament) -> list[str]:
    _settle(service, sealed)
    return open_tables(service, sealed.id)


def _settle(service: Service, sealed: SealedTournament) -> None:
    """Runs the job of this tournament until nothing is due."""
    follow(service)
    while continue_tournament(sealed.id):
        follow(service)


def _play(service: Service, sealed: SealedTournament, luck: Luck, is_wanted: Wanted) -> None:
    """Plays the chosen tables of the current round, and runs workers, until none is left."""
    while True:
        tables = _tables(service, sealed)
        [round_] = of(service, sealed.id).open_rounds
        wanted = [table for table in tables if is_wanted(round_, table)]
        if not wanted:
            return
        for table in wanted:
            own = "" if sits(service, table, sealed) else luck.elsewhere
            odd_concede = (bool(own) != _is_second_room(round_, table)) != _is_even(round_)
            # At a table where no viewer sits, the two databases use different seats and numbers of plays. So the result
            # and the number of turns always differ.
            plays, conceder = 15 if own else 4, Seat(1 if odd_concede else 0)
            score_hand(service, table, Random(f"{table} {own}"), plays=plays, conceder=conceder)


def _is_even(round_: TournamentRound) -> bool:
    """Returns whether it is round 2, 4, and so on, in which the other side concedes.

    If two rounds play the same board, the better score is in a different round in each copy.
    """
    return round_.paired.number % 2 == 0


def _is_second_room(round_: TournamentRound, table: str) -> bool:
    """Returns whether the sides are exchanged, as at the second table of a team match."""
    places = (zip(places, tables, strict=True) for places, tables in zip(round_.places, round_.tables, strict=True))
    return any(place.room == 2 and linked == table for each in places for place, linked in each)


def sits(service: Service, table: str, sealed: SealedTournament) -> bool:
    """Returns whether `player` or `director` sits at a table."""
    return bool({sealed.player.id, sealed.director.id} & set(seated(service.table_cache.newest(table).table)))


def hide_commitments(twin: Twin, sealed: SealedTournament) -> None:
    """Hides the commitments of sets in the answers of a copy. They differ between copies, but reveal nothing."""
    for each in of(twin.service, sealed.id).sets:
        twin.hides[each.commitment] = f"the commitment to set {each.number}"


def rewritten(twin: Twin, sealed: SealedTournament, old: str, new: str) -> None:
    """Replaces a text in the events and the head of a tournament."""
    with twin.owner() as owner, owner.transaction():
        # Triggers forbid changes of events. They do not run in the replica role.
        owner.execute("SET LOCAL session_replication_role = replica")
        for name, column in (("event", "data"), ("head", "state")):
            changed = owner.execute(
                f"UPDATE shengji.{name} SET {column} = replace({column}::text, %s, %s)::jsonb"
                f" WHERE stream = %s AND position(%s in {column}::text) > 0",
                [old, new, stream_of(sealed.id), old],
            )
            assert changed.rowcount, f"{name} does not hold it"
