"""The state of a tournament: the fold of its events, and what follows from it at any moment."""

from typing import Literal, NamedTuple

from domain.instants import SECOND_MS, Instant
from domain.table.events import PlayerId
from domain.tournament.duplicate.records import Assigned, BoardResult, ChosenSet, DealtSet, Place
from domain.tournament.events import TableId
from domain.tournament.format import Format
from domain.tournament.pairing import arena
from domain.tournament.roles import Role
from domain.tournament.rounds import (
    Bye,
    ByeKind,
    Course,
    Entrant,
    EntrantId,
    LevelsWon,
    Live,
    Match,
    PlayedRound,
    Points,
    Result,
    Round,
)
from domain.tournament.settings import Happened, RoundPlan, Settings

Status = Literal["announced", "registration", "closed", "running", "finishing", "finished", "cancelled"]
EntryStatus = Literal["incomplete", "waiting", "entered", "spared", "out"]
"""`incomplete`: players are missing, and there is no place; `waiting`: on the waiting list; `entered`: with a place;
`spared`: with a place that is kept while a player is missing; `out`: no longer."""


class Member(NamedTuple):
    """Who plays for an entrant, and whether they have checked in."""

    player: PlayerId
    rating: int
    is_here: bool = False


class Granted(NamedTuple):
    """A bye in a round to come."""

    round: int
    kind: ByeKind


class Entry(NamedTuple):
    """An entrant, and how far it takes part.

    Attributes:
        id: its id.
        name, club: where it has any.
        members: who plays for it, its captain first.
        invited: who was asked to.
        status: see `EntryStatus`.
        byes: what it was granted.
        is_resting: whether it has a break, where rounds overlap.
    """

    id: EntrantId
    name: str | None
    club: str | None
    members: tuple[Member, ...]
    invited: tuple[PlayerId, ...] = ()
    status: EntryStatus = "incomplete"
    byes: tuple[Granted, ...] = ()
    is_resting: bool = False

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Who plays for it, its captain first."""
        return tuple(member.player for member in self.members)

    @property
    def captain(self) -> PlayerId:
        """Who speaks for it."""
        return self.members[0].player

    @property
    def rating(self) -> int:
        """The mean rating of its players, rounded down."""
        return sum(member.rating for member in self.members) // max(len(self.members), 1)

    @property
    def has_place(self) -> bool:
        """Whether it takes one of the places."""
        return self.status in ("entered", "spared")

    def bye_in(self, number: int) -> ByeKind | None:
        """The bye that it was granted for a round."""
        return next((bye.kind for bye in self.byes if bye.round == number), None)


class Substitute(NamedTuple):
    """Who would take part for another."""

    player: PlayerId
    rating: int


class Partnership(NamedTuple):
    """Two entrants who have chosen each other.

    Attributes:
        one, other: who.
        round: in which they are together; none: in every round in which both are there.
    """

    one: EntrantId
    other: EntrantId
    round: int | None = None


class Left(NamedTuple):
    """Who has left an entrant, and the sets of duplicate boards that it has played, or played, by then."""

    player: PlayerId
    sets: tuple[int, ...]


class CalledOff(NamedTuple):
    """A round that was called off.

    Attributes:
        round: its number.
        tables: of each match.
        sets, deals: which set of boards each match was to play, and which deal of them; none without boards. A set that
            was dealt for this round and is played no more is 0.
    """

    round: int
    tables: tuple[tuple[TableId, ...], ...]
    sets: tuple[int, ...] = ()
    deals: tuple[int, ...] = ()


class TournamentRound(NamedTuple):
    """A round of the tournament.

    Attributes:
        paired: who meets whom; who has come late since has a bye here.
        seed: from which it was drawn, in hexadecimal.
        deadline: when matches are adjudicated; none: never.
        tables: of each match.
        results: of each match; none where there is none yet.
        closed_at: none while it is played.
        paired_at: when it was paired, or paired anew.
        places: where each of these tables belongs in its match.
        sets, deals: which set of duplicate boards each match plays, and which deal of them; none without boards.
        boards: what the tables of each match made of the boards, once it has a result.
        again: how often a round of this number was called off before.
        assigned: the boards to which staff have assigned a score.
        idle: of each match the entrants of whom nobody has acted in it.
        levels: how many levels both sides of each match have won at its tables; none where that is not counted.
    """

    paired: Round
    seed: str
    deadline: Instant | None
    tables: tuple[tuple[TableId, ...], ...]
    results: tuple[Result | None, ...]
    closed_at: Instant | None = None
    paired_at: Instant = Instant(0)
    places: tuple[tuple[Place, ...], ...] = ()
    sets: tuple[int, ...] = ()
    deals: tuple[int, ...] = ()
    boards: tuple[tuple[BoardResult, ...], ...] = ()
    again: int = 0
    assigned: tuple[Assigned, ...] = ()
    idle: tuple[tuple[EntrantId, ...], ...] = ()
    levels: tuple[LevelsWon | None, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether every match has a result."""
        return None not in self.results

    def open_matches(self) -> list[int]:
        """The numbers of the matches without a result."""
        return [number for number, result in enumerate(self.results, start=1) if result is None]


class ScheduledRound(NamedTuple):
    """The next round, which staff let begin at a set time.

    Attributes:
        number: which.
        begins_at: when, or as soon after that as the round before it is over.
        paired: matches and byes; none where the format pairs it when it begins.
        seed: from which that was drawn, in hexadecimal; empty where it is not paired yet.
    """

    number: int
    begins_at: Instant
    paired: Round | None = None
    seed: str = ""


class Finishing(NamedTuple):
    """The time for corrections.

    Attributes:
        until: when the tournament is finished by itself.
        early: why play has ended early, if it has.
    """

    until: Instant
    early: str | None = None


class Reopening(NamedTuple):
    """That the end of the tournament was taken back: by whom, when, and why."""

    by: PlayerId
    at: Instant
    reason: str


class Correction(NamedTuple):
    """A result, or a score of a board, that staff have set.

    Attributes:
        round, match: which.
        by, at, reason: who has set it, when, and why; the time is not known of the oldest.
        before, after: the result of the match; none where it had, or has, none.
        place: the board, and at which table of the match; none where it was the result of the match.
        was, now: what was assigned to that board; none: what was played counts.
    """

    round: int
    match: int
    by: PlayerId
    at: Instant | None
    reason: str
    before: Result | None
    after: Result | None
    place: Place | None = None
    was: Assigned | None = None
    now: Assigned | None = None


class Refused(NamedTuple):
    """Why the next round was not paired by itself; see `PairingRefused`."""

    round: int
    code: str
    detail: str


class Tournament(NamedTuple):
    """A tournament as it knows itself.

    Attributes:
        settings: as they are now.
        status: how far it has come.
        check_in_open: whether players check in now, or have done so.
        paused_at: since when it pauses; none: it does not.
        started_at: none before the start.
        staff: who has which role, the owner first.
        entries: all who have ever registered, in that order.
        queue: the waiting list, who is next first.
        order: who takes part, or has withdrawn after the start, by seed.
        substitutes: who would take part for another, in the order in which they have said so.
        rounds: those that were paired.
        pairing_refused: why the next one cannot be paired by itself as things stand; none: nothing is known of that.
        lots: the key with which lots were drawn, in hexadecimal.
        partnerships: who has chosen whom, those of rounds that are over included.
        apart: twos who are kept apart.
        chosen: sets of boards whose deals staff have chosen.
        sets: sets of boards that were dealt.
        world: the sandbox world to which it belongs; none: the world of everybody.
        waiting: who is free and since when, where rounds overlap.
        paused_ms: for how long it has paused in all, before now.
        has_paired_all: whether nobody is paired any more, where rounds overlap.
        left: who has left an entrant in a tournament with duplicate boards, and knows some of them.
        called_off: the rounds that were called off.
        scheduled: the next round, where staff have said when it begins.
        finishing: the time for corrections, while it is that; see `corrections`.
        finished_at: when it was finished for the first time; none before.
        reopened: how often its end was taken back, the first time in front.
        corrected: the results and scores that staff have set, in that order.
    """

    settings: Settings
    status: Status
    check_in_open: bool
    paused_at: Instant | None
    started_at: Instant | None
    staff: tuple[tuple[PlayerId, Role], ...]
    entries: tuple[Entry, ...] = ()
    queue: tuple[EntrantId, ...] = ()
    order: tuple[EntrantId, ...] = ()
    substitutes: tuple[Substitute, ...] = ()
    rounds: tuple[TournamentRound, ...] = ()
    pairing_refused: Refused | None = None
    lots: str | None = None
    partnerships: tuple[Partnership, ...] = ()
    apart: tuple[tuple[EntrantId, EntrantId], ...] = ()
    chosen: tuple[ChosenSet, ...] = ()
    sets: tuple[DealtSet, ...] = ()
    world: str | None = None
    waiting: tuple[tuple[EntrantId, Instant], ...] = ()
    paused_ms: int = 0
    has_paired_all: bool = False
    left: tuple[Left, ...] = ()
    called_off: tuple[CalledOff, ...] = ()
    scheduled: ScheduledRound | None = None
    finishing: Finishing | None = None
    finished_at: Instant | None = None
    reopened: tuple[Reopening, ...] = ()
    corrected: tuple[Correction, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether nothing happens any more, unless it is reopened."""
        return self.status in ("finished", "cancelled")

    @property
    def play_is_over(self) -> bool:
        """Whether nobody plays any more; results may still be corrected."""
        return self.status in ("finishing", "finished", "cancelled")

    @property
    def has_begun(self) -> bool:
        """Whether it has started, or is over."""
        return self.status == "running" or self.play_is_over

    @property
    def happened(self) -> frozenset[Happened]:
        """What of its schedule has happened."""
        told: set[Happened] = set()
        if self.status != "announced":
            told.add("opened")
        if self.status not in ("announced", "registration"):
            told.add("closed")
        return frozenset(told)

    @property
    def next_number(self) -> int:
        """The number of the round that is to be paired next."""
        return len(self.rounds) + 1

    @property
    def open_rounds(self) -> tuple[TournamentRound, ...]:
        """The rounds that are played: one at most, but where rounds overlap."""
        return tuple(each for each in self.rounds if each.closed_at is None)

    @property
    def open_round(self) -> TournamentRound | None:
        """The newest round that is played."""
        return next(iter(self.open_rounds[::-1]), None)

    @property
    def can_enter(self) -> bool:
        """Whether one can enter, or come late."""
        if self.status == "running":
            if self.settings.span_ms is not None:
                return not self.has_paired_all
            return self.next_number <= self.settings.late.until_round
        return self.status == "registration"

    @property
    def places_taken(self) -> int:
        """How many entrants have a place."""
        return sum(entry.has_place for entry in self.entries)

    @property
    def ends_at(self) -> Instant | None:
        """From when on nobody is paired any more; none where rounds follow each other, and before the start."""
        if self.started_at is None or self.settings.span_ms is None:
            return None
        return Instant(self.started_at + self.settings.span_ms + self.paused_ms)

    @property
    def has_room(self) -> bool:
        """Whether there is a place for another entrant."""
        capacity = self.settings.entrants.capacity
        return capacity is None or self.places_taken < capacity

    def role_of(self, player: PlayerId | None) -> Role | None:
        """The role that a player has."""
        return next((role for who, role in self.staff if who == player), None)

    def entry(self, entrant: EntrantId) -> Entry | None:
        """The entrant of that id."""
        return next((entry for entry in self.entries if entry.id == entrant), None)

    def entry_of(self, player: PlayerId) -> Entry | None:
        """The entrant for which a player takes part, or wants to."""
        return next((entry for entry in self.entries if entry.status != "out" and player in entry.players), None)

    def partners(self) -> tuple[tuple[EntrantId, EntrantId], ...]:
        """Who is together in the next round, as far as they are there."""
        return tuple((each.one, each.other) for each in self.partnerships if each.round in (None, self.next_number))

    def partner_of(self, entrant: EntrantId) -> EntrantId | None:
        """The chosen partner of an entrant in the next round."""
        mine = next((two for two in self.partners() if entrant in two), None)
        return None if mine is None else mine[mine[0] == entrant]

    def kept_apart(self) -> frozenset[frozenset[EntrantId]]:
        """The twos who are kept apart."""
        return frozenset(map(frozenset, self.apart))

    def is_complete(self, entry: Entry) -> bool:
        """Whether an entrant has all the players that it needs."""
        return len(entry.members) >= self.settings.entrants.members_least


def course(tournament: Tournament, now: Instant | None = None) -> Course:
    """What the format knows when it makes the next round.

    Args:
        tournament: as it stands.
        now: when the round is made; none: at any time at which it could be.
    """
    entries = {entry.id: entry for entry in tournament.entries}
    taking_part = [entries[each] for each in tournament.order]
    return Course(
        entrants=tuple(
            Entrant(entry.id, seed, entry.rating, entry.club) for seed, entry in enumerate(taking_part, start=1)
        ),
        rounds=tuple(PlayedRound(each.paired, each.results) for each in tournament.rounds),
        out=() if tournament.settings.span_ms else tuple(_away(taking_part, tournament.next_number)),
        withdrawn=frozenset(entry.id for entry in taking_part if entry.status == "out"),
        bye_points=_bye_points(tournament.settings.rounds),
        partners=tournament.partners(),
        apart=tournament.kept_apart(),
        seed=bytes.fromhex(tournament.rounds[0].seed) if tournament.rounds else b"",
        live=_live(tournament, now),
    )


def _live(tournament: Tournament, now: Instant | None) -> Live | None:
    if tournament.ends_at is None:
        return None
    return Live(now, tournament.ends_at, tournament.waiting, tournament.has_paired_all)


def _away(taking_part: list[Entry], number: int) -> list[Bye]:
    away = []
    for entry in taking_part:
        kind = "absent" if entry.status == "spared" else entry.bye_in(number)
        if kind is not None:
            away.append(Bye(entry.id, kind))
    return away


def _bye_points(plan: RoundPlan) -> tuple[tuple[ByeKind, Points], ...]:
    return (
        ("pairing", plan.win),
        ("full", plan.win),
        ("half", plan.draw),
        ("zero", plan.loss),
        ("absent", plan.loss),
    )


def better_side(tournament: Tournament, form: Format, match: Match) -> Literal["first", "second"] | None:
    """The side with the better seed, where the format needs winners; none elsewhere."""
    if not form.needs_winners:
        return None
    first, second = (min(map(tournament.order.index, form.entrants_of(side))) for side in match)
    return "first" if first < second else "second"


def lacks_players(tournament: Tournament, form: Format, side: EntrantId) -> bool:
    """Whether an entrant of a side has not all the players that it needs."""
    entries = (tournament.entry(entrant) for entrant in form.entrants_of(side))
    return any(entry is None or entry.status == "out" or not tournament.is_complete(entry) for entry in entries)


def next_round_at(tournament: Tournament) -> Instant | None:
    """When the next round begins by itself; none where that is not to be foreseen."""
    plan = tournament.settings.rounds
    if tournament.status != "running" or tournament.paused_at is not None or tournament.pairing_refused is not None:
        return None
    if tournament.scheduled is not None:
        return _scheduled_at(tournament, tournament.scheduled)
    if not plan.is_automatic:
        return None
    if tournament.ends_at is not None:
        return _next_of_those_who_wait(tournament, tournament.ends_at)
    if tournament.open_round is not None:
        return None
    if not tournament.rounds:
        return tournament.started_at
    last = tournament.rounds[-1]
    after = last.closed_at
    if plan.pace == "window" and last.deadline is not None and after is not None:
        after = max(after, last.deadline)
    return None if after is None else Instant(after + plan.interval_s * SECOND_MS)


def _scheduled_at(tournament: Tournament, scheduled: ScheduledRound) -> Instant | None:
    """When a scheduled round begins; none while the one before it is played."""
    return scheduled.begins_at if all(each.is_over for each in tournament.open_rounds) else None


def _next_of_those_who_wait(tournament: Tournament, ends: Instant) -> Instant | None:
    """When somebody can be paired next, or pairing ends; after that as soon as nobody plays any more."""
    if tournament.has_paired_all:
        return None if tournament.open_rounds else ends
    known, rules = course(tournament), arena.rules_of(tournament.settings)
    free = arena.those_who_wait(known)
    at = arena.next_pairing(free, arena.scores(known, rules), rules, known.apart)
    return ends if at is None else min(at, ends)


def awaited_round(tournament: Tournament, now: Instant) -> int | None:
    """The number of the round that the service has to pair now, or after the last of which it has to finish."""
    at = next_round_at(tournament)
    return tournament.next_number if at is not None and at <= now else None
