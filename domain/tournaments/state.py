"""The state of a tournament, folded from its events, and the values that are derived from it."""

from typing import Literal, NamedTuple

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.boards.records import ChosenSet, DealtSet
from domain.tournaments.formats.format import Format
from domain.tournaments.ladder.parts import LadderStep, OpenChallenge
from domain.tournaments.parts import (
    AlternateCall,
    CalledOffRound,
    Correction,
    CorrectionPeriod,
    Entry,
    FormerPlayer,
    Partnership,
    RefusedPairing,
    Reopening,
    ScheduledRound,
    Substitute,
    TournamentRound,
    TournamentStatus,
)
from domain.tournaments.settings import DoneStep, TournamentSettings
from domain.tournaments.staff import Role, Staff, role_in
from domain.tournaments.terms import (
    ArenaState,
    Bye,
    ByeKind,
    Entrant,
    EntrantId,
    Match,
    PairingContext,
    PlayedRound,
    Points,
)


class Tournament(NamedTuple):
    """The state of a tournament.

    Attributes:
        settings: the current settings.
        status: the stage that it has reached.
        check_in_open: whether check-in is open, or was open before the start.
        paused_at: when it was paused; `None` if it is not paused.
        started_at: when it started; `None` before that.
        staff: players and their roles.
        entries: all entrants that ever registered, in that order.
        queue: the waiting list, the next entrant first.
        order: the entrants that take part, by seed; includes those that withdrew after the start.
        substitutes: players who offer to replace others, in the order of their offers.
        rounds: the rounds that were paired.
        pairing_refused: why the next round cannot be paired automatically; `None` if no refusal is known.
        lots: the key of the draw of lots, in hexadecimal.
        partnerships: agreed partnerships, including those of past rounds.
        apart: pairs of entrants that must not meet.
        chosen: sets of boards whose deals staff have chosen.
        sets: sets of boards that were dealt.
        sandbox: the sandbox to which it belongs, or `None`.
        waiting: entrants that are free, and since when, where rounds overlap.
        paused_ms: the total length of past pauses, in milliseconds.
        pauses: the number of pauses, including the current one.
        has_paired_all: whether pairing has ended, where rounds overlap.
        left: players who left an entrant, and the boards that they may know.
        called_off: the rounds that were called off.
        scheduled: the next round, if staff have scheduled it.
        finishing: the current period for corrections, if any; see `corrections`.
        finished_at: when it was first finished; `None` before that.
        reopened: each reopening, oldest first.
        corrected: the results and scores that staff have set, oldest first.
        seeded: the entrants that staff have put first for the start, seed 1 first; empty after it.
        calls: the entrants on the waiting list that were called for free places, in the order of the calls.
        challenges: the open challenges of a ladder, oldest first.
        ladder: the ends of its earlier challenges, oldest first. A match is here once it has a result.
    """

    settings: TournamentSettings
    status: TournamentStatus
    check_in_open: bool
    paused_at: Instant | None
    started_at: Instant | None
    staff: Staff
    entries: tuple[Entry, ...] = ()
    queue: tuple[EntrantId, ...] = ()
    order: tuple[EntrantId, ...] = ()
    substitutes: tuple[Substitute, ...] = ()
    rounds: tuple[TournamentRound, ...] = ()
    pairing_refused: RefusedPairing | None = None
    lots: str | None = None
    partnerships: tuple[Partnership, ...] = ()
    apart: tuple[tuple[EntrantId, EntrantId], ...] = ()
    chosen: tuple[ChosenSet, ...] = ()
    sets: tuple[DealtSet, ...] = ()
    sandbox: str | None = None
    waiting: tuple[tuple[EntrantId, Instant], ...] = ()
    paused_ms: int = 0
    pauses: int = 0
    has_paired_all: bool = False
    left: tuple[FormerPlayer, ...] = ()
    called_off: tuple[CalledOffRound, ...] = ()
    scheduled: ScheduledRound | None = None
    finishing: CorrectionPeriod | None = None
    finished_at: Instant | None = None
    reopened: tuple[Reopening, ...] = ()
    corrected: tuple[Correction, ...] = ()
    seeded: tuple[EntrantId, ...] = ()
    calls: tuple[AlternateCall, ...] = ()
    challenges: tuple[OpenChallenge, ...] = ()
    ladder: tuple[LadderStep, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the tournament has ended; only reopening it changes anything then."""
        return self.status in ("finished", "cancelled")

    @property
    def play_is_over(self) -> bool:
        """Whether play has ended; results may still be corrected."""
        return self.status in ("finishing", "finished", "cancelled")

    @property
    def has_begun(self) -> bool:
        """Whether it has started, or is over."""
        return self.status == "running" or self.play_is_over

    @property
    def done_steps(self) -> frozenset[DoneStep]:
        """The steps of its schedule that are done."""
        done: set[DoneStep] = set()
        if self.status != "announced":
            done.add("opened")
        if self.status not in ("announced", "registration"):
            done.add("closed")
        return frozenset(done)

    @property
    def next_number(self) -> int:
        """The number of the round to be paired next."""
        return len(self.rounds) + 1

    @property
    def open_rounds(self) -> tuple[TournamentRound, ...]:
        """The open rounds: at most one, unless rounds overlap."""
        return tuple(each for each in self.rounds if each.closed_at is None)

    @property
    def open_round(self) -> TournamentRound | None:
        """The newest open round."""
        return next(iter(self.open_rounds[::-1]), None)

    @property
    def can_enter(self) -> bool:
        """Whether players can enter: as alternates until the start, and by late entry after it."""
        if self.status == "running":
            if self.settings.span_ms is not None:
                return not self.has_paired_all
            return self.next_number <= self.settings.late.until_round
        return self.status == "registration" or (
            self.status == "closed" and self.settings.entrants.answer_s is not None
        )

    @property
    def can_move_up(self) -> bool:
        """Whether the waiting list gets free places: before the start, and while late entry is open."""
        return not self.has_begun or self.can_enter

    @property
    def open_calls(self) -> tuple[AlternateCall, ...]:
        """The calls for free places that can still be answered."""
        return self.calls if self.can_move_up else ()

    @property
    def places_taken(self) -> int:
        """The number of entrants that have a place."""
        return sum(entry.has_place for entry in self.entries)

    @property
    def ends_at(self) -> Instant | None:
        """When pairing ends; `None` before the start, and where rounds do not overlap."""
        if self.started_at is None or self.settings.span_ms is None:
            return None
        return Instant(self.started_at + self.settings.span_ms + self.paused_ms)

    @property
    def has_room(self) -> bool:
        """Whether there is a place for another entrant. Places for which others are called are taken."""
        capacity = self.settings.entrants.capacity
        return capacity is None or self.places_taken + len(self.open_calls) < capacity

    def role_of(self, player: PlayerId | None) -> Role | None:
        """Returns the role of a player, if any."""
        return role_in(self.staff, player)

    def entry(self, entrant: EntrantId) -> Entry | None:
        """Returns the entrant with that id, if any."""
        return next((entry for entry in self.entries if entry.id == entrant), None)

    def entry_of(self, player: PlayerId) -> Entry | None:
        """Returns the entrant for which a player takes part or wants to, if any. A replaced player still takes part."""
        taking_part = (entry for entry in self.entries if entry.status != "out")
        return next((entry for entry in taking_part if player in entry.players or player in entry.away), None)

    def partners(self) -> tuple[tuple[EntrantId, EntrantId], ...]:
        """Returns the agreed partnerships of the next round."""
        return tuple((each.one, each.other) for each in self.partnerships if each.round in (None, self.next_number))

    def partner_of(self, entrant: EntrantId) -> EntrantId | None:
        """Returns the agreed partner of an entrant in the next round, if any."""
        mine = next((two for two in self.partners() if entrant in two), None)
        return None if mine is None else mine[mine[0] == entrant]

    def kept_apart(self) -> frozenset[frozenset[EntrantId]]:
        """Returns the pairs of entrants that must not meet."""
        return frozenset(map(frozenset, self.apart))

    def is_complete(self, entry: Entry) -> bool:
        """Returns whether an entrant has all the players that it needs."""
        return len(entry.members) >= self.settings.entrants.members_least


def pairing_context(tournament: Tournament, now: Instant | None = None) -> PairingContext:
    """Returns the input that the format needs to make the next round.

    Args:
        tournament: its current state.
        now: when the round is made; `None` for any time at which it could be made.
    """
    entries = {entry.id: entry for entry in tournament.entries}
    taking_part = [entries[each] for each in tournament.order]
    return PairingContext(
        entrants=tuple(
            Entrant(entry.id, seed, entry.rating, entry.club) for seed, entry in enumerate(taking_part, start=1)
        ),
        rounds=tuple(PlayedRound(each.paired, each.results) for each in tournament.rounds),
        granted_byes=() if tournament.settings.span_ms else tuple(_byes_of_absent(taking_part, tournament.next_number)),
        withdrawn=frozenset(entry.id for entry in taking_part if entry.status == "out"),
        bye_points=_bye_points(tournament.settings),
        has_mean_byes=tournament.settings.byes.pairing == "average",
        partners=tournament.partners(),
        forbidden_pairs=tournament.kept_apart(),
        seed=bytes.fromhex(tournament.rounds[0].seed) if tournament.rounds else b"",
        arena=_arena_state(tournament, now),
    )


def _arena_state(tournament: Tournament, now: Instant | None) -> ArenaState | None:
    if tournament.ends_at is None:
        return None
    return ArenaState(now, tournament.ends_at, tournament.waiting, tournament.has_paired_all)


def _byes_of_absent(taking_part: list[Entry], number: int) -> list[Bye]:
    away = []
    for entry in taking_part:
        kind = "absent" if entry.status == "spared" else entry.bye_in(number)
        if kind is not None:
            away.append(Bye(entry.id, kind))
    return away


def _bye_points(settings: TournamentSettings) -> tuple[tuple[ByeKind, Points], ...]:
    plan = settings.rounds
    of_pairing = {"full": plan.win, "half": plan.draw, "zero": plan.loss, "average": plan.win}
    return (
        ("pairing", of_pairing[settings.byes.pairing]),
        ("full", plan.win),
        ("half", plan.draw),
        ("zero", plan.loss),
        ("absent", plan.loss),
    )


def better_side(tournament: Tournament, format_: Format, match: Match) -> Literal["first", "second"] | None:
    """Returns the side with the better seed if the format needs winners, otherwise `None`."""
    if not format_.needs_winners:
        return None
    first, second = (min(map(tournament.order.index, format_.entrants_of(side))) for side in match)
    return "first" if first < second else "second"


def is_played_elsewhere(tournament: Tournament, round_: TournamentRound, number: int) -> bool:
    """Returns whether a match, by its number, has no table, so that its players report the result."""
    return tournament.settings.rounds.played_elsewhere or number in round_.elsewhere


def lacks_players(tournament: Tournament, format_: Format, side: EntrantId) -> bool:
    """Returns whether an entrant of a side lacks players."""
    entries = (tournament.entry(entrant) for entrant in format_.entrants_of(side))
    return any(entry is None or entry.status == "out" or not tournament.is_complete(entry) for entry in entries)
