"""The parts of the state of a tournament: entries, partnerships, rounds and corrections."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

from domain.kernel.events import BrokenHistory
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.boards.records import Assigned, BoardResult, Place
from domain.tournaments.entrants.events import EntryStatus
from domain.tournaments.rounds.events import TableId
from domain.tournaments.terms import ByeKind, EntrantId, LevelsWon, MatchSide, Outcome, Result, Round

S = TypeVar("S")

TournamentStatus = Literal["announced", "registration", "closed", "running", "finishing", "finished", "cancelled"]


def folded_state(evolve: Callable[[S | None, Any], S], events: Iterable[Any], state: S | None = None) -> S:
    """Returns the state after all these events, which are applied to `state`.

    Raises:
        BrokenHistory: the events cannot follow each other, or there are none.
    """
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise BrokenHistory("no events")
    return state


class Member(NamedTuple):
    """A player of an entrant, with their rating and whether they have checked in."""

    player: PlayerId
    rating: int
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player, and their rating when they joined."""

    player: PlayerId
    rating: int


@dataclass(frozen=True, slots=True)
class EnteringSide:
    """An entrant whose players have all agreed, such as a member of a league in the tournament of its division.

    Attributes:
        entrant: its id.
        players: its players, the captain first.
        name, club: of a pair or team, if it has them.
    """

    entrant: EntrantId
    players: tuple[RatedPlayer, ...]
    name: str | None = None
    club: str | None = None


class GrantedBye(NamedTuple):
    """A bye that was granted for a later round."""

    round: int
    kind: ByeKind


class Substitution(NamedTuple):
    """A player of an entrant, `away`, whom another one, `substitute`, replaces for a time.

    Attributes:
        until: when the replaced player gets the seat back.
        status: `open`, `ended`, or `kept` if the replaced player left and the substitute stays.
    """

    substitute: PlayerId
    away: Member
    until: Instant
    status: Literal["open", "ended", "kept"] = "open"


class ArrangedSubstitution(NamedTuple):
    """A substitution that begins with an announced vacation.

    Attributes:
        substitute: the player who has agreed to play.
        player: the player who will be replaced.
        begins_at: when the vacation begins.
        until: when the replaced player gets the seat back.
    """

    substitute: PlayerId
    player: PlayerId
    begins_at: Instant
    until: Instant


class Entry(NamedTuple):
    """An entrant and its status.

    Attributes:
        id: its id.
        name, club: `None` if it has none.
        members: its players, the captain first.
        invited: players who are invited to join it.
        status: see `EntryStatus`.
        byes: the byes that were granted.
        is_resting: whether it takes a break, where rounds overlap.
        substitutions: its substitutions for a time, oldest first.
        arranged: those that begin with announced vacations.
    """

    id: EntrantId
    name: str | None
    club: str | None
    members: tuple[Member, ...]
    invited: tuple[PlayerId, ...] = ()
    status: EntryStatus = "incomplete"
    byes: tuple[GrantedBye, ...] = ()
    is_resting: bool = False
    substitutions: tuple[Substitution, ...] = ()
    arranged: tuple[ArrangedSubstitution, ...] = ()

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Its players, the captain first."""
        return tuple(member.player for member in self.members)

    @property
    def captain(self) -> PlayerId:
        """The player who acts for the entrant: the first who is no substitute for a time."""
        substitutes = {each.substitute for each in self.substitutions if each.status != "ended"}
        return next((player for player in self.players if player not in substitutes), self.members[0].player)

    @property
    def open_substitutions(self) -> tuple[Substitution, ...]:
        """The substitutions that have not ended."""
        return tuple(each for each in self.substitutions if each.status == "open")

    @property
    def away(self) -> tuple[PlayerId, ...]:
        """The players who are replaced for a time by players from elsewhere, and so are no members now."""
        return tuple(each.away.player for each in self.open_substitutions if each.away.player not in self.players)

    @property
    def rating(self) -> int:
        """The mean rating of its players, rounded down."""
        return sum(member.rating for member in self.members) // max(len(self.members), 1)

    @property
    def has_place(self) -> bool:
        """Whether it occupies one of the places."""
        return self.status in ("entered", "spared")

    def bye_in(self, number: int) -> ByeKind | None:
        """Returns the kind of bye that it was granted for a round, if any."""
        return next((bye.kind for bye in self.byes if bye.round == number), None)


class AlternateCall(NamedTuple):
    """The call of an entrant on the waiting list for a free place.

    Attributes:
        entrant: the entrant.
        at: when it was called.
        until: when the call ends.
    """

    entrant: EntrantId
    at: Instant
    until: Instant


class Substitute(NamedTuple):
    """A player who offers to replace another."""

    player: PlayerId
    rating: int


class Partnership(NamedTuple):
    """Two entrants who have agreed to be partners.

    Attributes:
        one, other: the two entrants.
        round: the round in which they are partners; `None` for every round in which both take part.
    """

    one: EntrantId
    other: EntrantId
    round: int | None = None


class FormerPlayer(NamedTuple):
    """A player who has left an entrant, and the sets of duplicate boards that it has played or was playing by then."""

    player: PlayerId
    sets: tuple[int, ...]


class CalledOffRound(NamedTuple):
    """A round that was called off.

    Attributes:
        round: its number.
        tables: the tables of each match.
        sets, deals: the set of boards and the deal of that set for each match; empty without boards. The set is 0 if it
            was dealt for this round, because such a set is discarded.
    """

    round: int
    tables: tuple[tuple[TableId, ...], ...]
    sets: tuple[int, ...] = ()
    deals: tuple[int, ...] = ()


class MatchTime(NamedTuple):
    """When the players of a match want to play it.

    Attributes:
        match: the number of the match in its round.
        side: the side whose proposal is open; `None` if there is none.
        proposed: the times that this side proposes, earliest first.
        plays_at: the time on which both sides agreed, or that staff set; `None` for none.
        remind_at: when the players are reminded of that time; `None` if they are not, or were.
    """

    match: int
    side: MatchSide | None = None
    proposed: tuple[Instant, ...] = ()
    plays_at: Instant | None = None
    remind_at: Instant | None = None


class ReportedResult(NamedTuple):
    """The result of a match that one of its sides has reported.

    Attributes:
        match: the number of the match in its round.
        side: the side that reported it.
        outcome: what it reported.
        is_disputed: whether the other side disputes it.
    """

    match: int
    side: MatchSide
    outcome: Outcome
    is_disputed: bool = False


class TournamentRound(NamedTuple):
    """A round of the tournament.

    Attributes:
        paired: matches and byes. Later entrants have a bye here.
        seed: the seed of the draw, in hexadecimal.
        deadline: when open matches are adjudicated; `None` for never.
        tables: the tables of each match.
        results: the result of each match; `None` while it has none.
        closed_at: when the round was closed; `None` while it is open.
        paired_at: when it was paired, or last paired again.
        places: the position of each of these tables in its match.
        sets, deals: the set of duplicate boards and the deal of that set for each match; empty without boards.
        boards: the scores of the boards of each match, once it has a result.
        again: how often an earlier round of this number was called off.
        assigned: the boards to which staff assigned a score.
        idle: for each match, the entrants of which no player has acted.
        levels: the levels that both sides of each match won; `None` where levels are not counted.
        times: the matches for which a time was proposed or agreed.
        reports: the reported results of matches that are played elsewhere.
        elsewhere: the numbers of the matches that staff have marked as played elsewhere.
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
    times: tuple[MatchTime, ...] = ()
    reports: tuple[ReportedResult, ...] = ()
    elsewhere: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether every match has a result."""
        return None not in self.results

    def open_matches(self) -> list[int]:
        """The numbers of the matches without a result."""
        return [number for number, result in enumerate(self.results, start=1) if result is None]

    def report_of(self, number: int) -> ReportedResult | None:
        """Returns the reported result of a match, by its number; `None` if there is none."""
        return next((each for each in self.reports if each.match == number), None)

    def time_of(self, number: int) -> MatchTime:
        """Returns the time of a match, by its number. It is empty if nothing was proposed."""
        return next((each for each in self.times if each.match == number), MatchTime(number))


class ScheduledRound(NamedTuple):
    """The next round, which staff have scheduled.

    Attributes:
        number: its number.
        begins_at: the earliest start; the round also waits until the round before it is over.
        paired: matches and byes; `None` if the format pairs the round when it begins.
        seed: the seed of the draw, in hexadecimal; empty if the round is not paired yet.
    """

    number: int
    begins_at: Instant
    paired: Round | None = None
    seed: str = ""


class CorrectionPeriod(NamedTuple):
    """The period for corrections after the last round.

    Attributes:
        until: when the tournament finishes automatically.
        early: why play ended early, if it did.
    """

    until: Instant
    early: str | None = None


class Reopening(NamedTuple):
    """A record that the tournament was reopened: by whom, when, and why."""

    by: PlayerId
    at: Instant
    reason: str


class ReplacedMatch(NamedTuple):
    """What a correction replaced, besides the result of its match; see `TournamentRound`.

    `boards`, `idle` and `levels` are those of the match. `assigned` has all assigned scores of the round, in order.
    """

    boards: tuple[BoardResult, ...]
    assigned: tuple[Assigned, ...]
    idle: tuple[EntrantId, ...]
    levels: LevelsWon | None


class Correction(NamedTuple):
    """A result, or the score of a board, that staff have set.

    Attributes:
        round, match: the match.
        by, at, reason: who set it, when, and why. The oldest corrections have no time.
        before, after: the result of the match before and after the correction; `None` for no result.
        place: the corrected board and its table; `None` if the result of the match was set.
        was, now: the score assigned to that board before and after; `None` if the played score counts.
        replaced: what else it replaced, in case that it is undone.
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
    replaced: ReplacedMatch | None = None


class RefusedPairing(NamedTuple):
    """Why the next round was not paired automatically; see `PairingRefused`."""

    round: int
    code: str
    detail: str
