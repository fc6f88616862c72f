"""The events of a tournament. They name players by id and store nothing else about them but ratings.

`by` is the player who caused the event; `None` if the service did. Matches and tables of a round count from 1.
"""

from dataclasses import dataclass
from typing import Literal, NewType

from domain.kernel.events import Document, event
from domain.kernel.instants import Instant
from domain.table.events import PlayerId
from domain.tournaments.duplicate.records import BoardResult, ChosenBoard, Commitment
from domain.tournaments.roles import Role
from domain.tournaments.rounds import Bye, ByeKind, EntrantId, Match, Points, ResultKind
from domain.tournaments.scoring.matchpoints import Average
from domain.tournaments.settings import Settings, with_later_members

TableId = NewType("TableId", str)

OutReason = Literal["left", "removed", "no_show", "not_checked_in"]
LeftReason = Literal["left", "no_show", "replaced"]
AdjudicatedWhy = Literal["deadline", "withdrawal"]
AssignedHow = Literal["score", "averages", "shares", "void", "as_played"]


def _in_one_room(document: Document) -> Document:
    """Upgrades stored events: every match was played at one table at a time."""
    return {**document, "room": 1}


def _without_boards(document: Document) -> Document:
    """Upgrades stored events: there were no duplicate boards."""
    return {**document, "boards": []}


def _boards_without_seats(document: Document) -> Document:
    """Upgrades stored events: boards were compared by side only."""
    return {**document, "boards": [[*each, []] for each in document["boards"]]}


def _nobody_known_to_be_idle(document: Document) -> Document:
    """Upgrades stored events: idle entrants and levels won were not recorded."""
    return {**document, "idle": None, "levels": None}


def _nobody_left(document: Document) -> Document:
    """Upgrades stored events: players who left were not recorded."""
    return {**document, "idle": None, "left": None, "hands": 0}


def _settings_with_later_members(document: Document) -> Document:
    """Upgrades stored events: the settings lack the rule for leaving players and the period for corrections."""
    return {**document, "settings": with_later_members(document["settings"])}


def _tournament_created_2(document: Document) -> Document:
    """Upgrades stored events: all tournaments were public."""
    return {**document, "world": None}


def _tournament_created_3(document: Document) -> Document:
    """Upgrades stored events: the secret of entry codes stood in the log."""
    return {name: value for name, value in document.items() if name != "code_secret"}


def _without_time(document: Document) -> Document:
    """Upgrades stored events: the time of the event stood in the log only."""
    return {**document, "at": None}


@event("tournament_created", _tournament_created_2, _tournament_created_3, _settings_with_later_members)
@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """A tournament was created.

    Attributes:
        owner: the player who created it.
        settings: all settings.
        world: the sandbox to which it belongs; `None` for the public world.
    """

    owner: PlayerId
    settings: Settings
    world: str | None = None


@event("settings_changed", _settings_with_later_members)
@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The settings were replaced."""

    by: PlayerId
    settings: Settings


@event("staff_appointed")
@dataclass(frozen=True, slots=True)
class StaffAppointed:
    """A player received a role."""

    by: PlayerId
    player: PlayerId
    role: Role


@event("staff_dismissed")
@dataclass(frozen=True, slots=True)
class StaffDismissed:
    """A player lost their role."""

    by: PlayerId
    player: PlayerId


@event("ownership_passed")
@dataclass(frozen=True, slots=True)
class OwnershipPassed:
    """The owner closed their account, and a director became the owner."""

    by: PlayerId
    player: PlayerId


@event("registration_opened")
@dataclass(frozen=True, slots=True)
class RegistrationOpened:
    """Registration opened."""


@event("registration_closed")
@dataclass(frozen=True, slots=True)
class RegistrationClosed:
    """Registration closed; the waiting list still moves up."""


@event("check_in_opened")
@dataclass(frozen=True, slots=True)
class CheckInOpened:
    """Check-in opened; it lasts until the start."""


@event("entrant_registered")
@dataclass(frozen=True, slots=True)
class EntrantRegistered:
    """An entrant registered, alone or with others. Later events say whether it has a place.

    Attributes:
        entrant: the id of the new entrant.
        player: the player who registered it, its captain.
        rating: the rating of the captain.
        name: the name of a pair or team, if it has one.
        club: its club. Entrants of one club are kept apart where the format can do that.
    """

    entrant: EntrantId
    player: PlayerId
    rating: int
    name: str | None
    club: str | None


@event("partner_invited")
@dataclass(frozen=True, slots=True)
class PartnerInvited:
    """A player was invited to join an entrant."""

    entrant: EntrantId
    by: PlayerId
    player: PlayerId


@event("partner_invitation_withdrawn")
@dataclass(frozen=True, slots=True)
class PartnerInvitationWithdrawn:
    """The invitation of a player was withdrawn."""

    entrant: EntrantId
    by: PlayerId
    player: PlayerId


@event("partner_declined")
@dataclass(frozen=True, slots=True)
class PartnerDeclined:
    """A player declined an invitation."""

    entrant: EntrantId
    player: PlayerId


@event("partner_joined")
@dataclass(frozen=True, slots=True)
class PartnerJoined:
    """An invited player joined an entrant; their other invitations end."""

    entrant: EntrantId
    player: PlayerId
    rating: int


@event("partners_agreed")
@dataclass(frozen=True, slots=True)
class PartnersAgreed:
    """Two entrants, each a single player, agreed to be partners.

    Attributes:
        entrant: the entrant that sent the invitation.
        by: the player who accepted it.
        partner: the entrant of that player.
        round: the round; `None` for every round from the next one on.
    """

    entrant: EntrantId
    by: PlayerId
    partner: EntrantId
    round: int | None


@event("partners_parted")
@dataclass(frozen=True, slots=True)
class PartnersParted:
    """Two entrants are no longer partners; one of them or staff ended the partnership."""

    entrant: EntrantId
    by: PlayerId
    partner: EntrantId


@event("entrants_kept_apart")
@dataclass(frozen=True, slots=True)
class EntrantsKeptApart:
    """Staff keep these entrants apart from now on."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@event("entrants_let_meet")
@dataclass(frozen=True, slots=True)
class EntrantsLetMeet:
    """These entrants may meet again."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@event("entrant_queued")
@dataclass(frozen=True, slots=True)
class EntrantQueued:
    """A complete entrant joined the end of the waiting list, because there is no free place."""

    entrant: EntrantId


@event("entrant_entered")
@dataclass(frozen=True, slots=True)
class EntrantEntered:
    """An entrant received a place.

    Attributes:
        entrant: the entrant.
        missed: the kind of its bye for each earlier round; `None` if it missed none.
    """

    entrant: EntrantId
    missed: ByeKind | None


@event("member_left")
@dataclass(frozen=True, slots=True)
class MemberLeft:
    """A player left an entrant. The other players stay, and the entrant keeps its place if it had one."""

    entrant: EntrantId
    player: PlayerId
    reason: LeftReason


@event("entrant_withdrawn")
@dataclass(frozen=True, slots=True)
class EntrantWithdrawn:
    """An entrant no longer takes part.

    Attributes:
        entrant: the entrant.
        by: the player who withdrew it.
        reason: `left`: withdrawn by its own players; `removed`: by staff; `no_show`: absent at the start;
            `not_checked_in`: absent at the start, without a place.
        words: the reason that staff gave.
    """

    entrant: EntrantId
    by: PlayerId | None
    reason: OutReason
    words: str | None


@event("player_checked_in")
@dataclass(frozen=True, slots=True)
class PlayerCheckedIn:
    """A player checked in, or was checked in."""

    player: PlayerId
    by: PlayerId


@event("substitute_offered")
@dataclass(frozen=True, slots=True)
class SubstituteOffered:
    """A player joined the list of substitutes."""

    player: PlayerId
    rating: int


@event("substitute_offer_withdrawn")
@dataclass(frozen=True, slots=True)
class SubstituteOfferWithdrawn:
    """A player left the list of substitutes."""

    player: PlayerId


@event("substitute_called")
@dataclass(frozen=True, slots=True)
class SubstituteCalled:
    """A substitute joined an entrant. The player that they replace leaves it in a later event.

    Attributes:
        entrant: the entrant.
        by: the player who called the substitute; `None` for the tournament, after a player left in the middle of a
            match.
        player, rating: the substitute and their rating.
    """

    entrant: EntrantId
    by: PlayerId | None
    player: PlayerId
    rating: int


@event("bye_granted")
@dataclass(frozen=True, slots=True)
class ByeGranted:
    """An entrant received a bye for a later round."""

    entrant: EntrantId
    by: PlayerId
    round: int
    kind: ByeKind


@event("bye_given_back")
@dataclass(frozen=True, slots=True)
class ByeGivenBack:
    """An entrant returned the bye of a round."""

    entrant: EntrantId
    by: PlayerId
    round: int


@event("break_taken")
@dataclass(frozen=True, slots=True)
class BreakTaken:
    """An entrant took a break from pairing, where free entrants are paired at once."""

    entrant: EntrantId
    by: PlayerId


@event("break_ended")
@dataclass(frozen=True, slots=True)
class BreakEnded:
    """An entrant ended its break."""

    entrant: EntrantId
    by: PlayerId


@event("entrants_free")
@dataclass(frozen=True, slots=True)
class EntrantsFree:
    """These entrants wait for opponents from now on, where free entrants are paired at once."""

    entrants: tuple[EntrantId, ...]
    at: Instant


@event("pairing_ended")
@dataclass(frozen=True, slots=True)
class PairingEnded:
    """Pairing ended because the time of the arena is over; open matches are played to their end."""

    at: Instant


@event("tournament_started")
@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """The tournament started.

    Attributes:
        by: the player who started it.
        at: when it started.
        order: the entrants by seed, seed 1 first.
    """

    by: PlayerId | None
    at: Instant
    order: tuple[EntrantId, ...]


@event("round_paired")
@dataclass(frozen=True, slots=True)
class RoundPaired:
    """A round was paired.

    Attributes:
        round: its number.
        by: the player who paired it.
        at: when it was paired.
        seed: the seed of the draw, in hexadecimal.
        matches: the matches by table, table 1 first.
        byes: the entrants that sit out, and why.
        deadline: when open matches are adjudicated; `None` for never.
    """

    round: int
    by: PlayerId | None
    at: Instant
    seed: str
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...]
    deadline: Instant | None


@event("boards_chosen")
@dataclass(frozen=True, slots=True)
class BoardsChosen:
    """Staff chose the deals of a set of boards that has not been played.

    Attributes:
        by: the player who chose the deals, and so knows them.
        set: the number of the set.
        boards: its boards in order, hidden until the set is closed; `None` if the service deals them after all.
    """

    by: PlayerId
    set: int
    boards: tuple[ChosenBoard, ...]


@event("boards_dealt")
@dataclass(frozen=True, slots=True)
class BoardsDealt:
    """The duplicate boards of a round were dealt.

    Attributes:
        round: the number of the round.
        sets: the number of the set for each match.
        deals: the deal of that set for each match; hidden until the round may be known.
        commitments: the commitments to the sets that are played for the first time.
    """

    round: int
    sets: tuple[int, ...]
    deals: tuple[int, ...]
    commitments: tuple[Commitment, ...]


@event("round_called_off")
@dataclass(frozen=True, slots=True)
class RoundCalledOff:
    """A round without results was called off. It is paired again, and its tables no longer count."""

    round: int
    by: PlayerId
    reason: str


@event("table_linked", _in_one_room)
@dataclass(frozen=True, slots=True)
class TableLinked:
    """A match received a table and boards; a match may have several tables.

    Attributes:
        round, match: the match.
        table: the id of the table.
        boards: the numbers of the duplicate boards played there.
        room: the room of the table, where a match is played at several tables at once.
    """

    round: int
    match: int
    table: TableId
    boards: tuple[str, ...]
    room: int = 1


@event("result_recorded", _without_boards, _boards_without_seats, _nobody_known_to_be_idle)
@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """A match received its result from its finished tables, with the scores of its duplicate boards.

    Attributes:
        round, match: the match.
        first, second: the points of both sides.
        kind: the kind of result.
        boards: the duplicate boards.
        idle: the entrants of which no player has acted; `None` if that was not recorded.
        levels: the levels that both sides won; `None` in games without levels, where boards are compared, and in old
            events that did not record it.
    """

    round: int
    match: int
    first: Points
    second: Points
    kind: ResultKind
    boards: tuple[BoardResult, ...] = ()
    idle: tuple[EntrantId, ...] | None = ()
    levels: tuple[int, int] | None = None


@event("result_adjudicated", _without_boards, _boards_without_seats, _nobody_left)
@dataclass(frozen=True, slots=True)
class ResultAdjudicated:
    """A match received a result without being played to its end.

    Attributes:
        round, match: the match.
        first, second: the points of both sides.
        kind: the kind of result.
        why: the deadline passed, a side withdrew, or a side lost a player before the match had a table.
        absent: the players who did not come, although their partners did.
        boards: the duplicate boards that were played before.
        idle: the entrants of which no player has acted; `None` if that was not recorded.
        left: the player who ended the match by leaving it.
        hands: the number of hands scored by then.
    """

    round: int
    match: int
    first: Points
    second: Points
    kind: ResultKind
    why: AdjudicatedWhy
    absent: tuple[PlayerId, ...]
    boards: tuple[BoardResult, ...] = ()
    idle: tuple[EntrantId, ...] | None = ()
    left: PlayerId | None = None
    hands: int = 0


@event("result_overridden", _without_time)
@dataclass(frozen=True, slots=True)
class ResultOverridden:
    """Staff set the result of a match, with a reason. It replaces any earlier result.

    Attributes:
        round, match: the match.
        by: the player who set it.
        first, second: the points of both sides.
        kind: the kind of result.
        reason: the reason.
        at: when it was set; `None` in old events, whose time only the log has.
    """

    round: int
    match: int
    by: PlayerId
    first: Points
    second: Points
    kind: ResultKind
    reason: str
    at: Instant | None = None


@event("board_overridden", _without_time)
@dataclass(frozen=True, slots=True)
class BoardOverridden:
    """Staff assigned a score to a board at a table, with a reason; see `duplicate.assigned`.

    Attributes:
        round, match, board, room: the board and the table of the match.
        by: the player who assigned it.
        how: the kind of assigned score; `as_played`: the played score counts again.
        excess, levels, step: the score of the even seats.
        for_even, for_odd: the averages of both sides.
        even_share, odd_share: the shares of both sides, in hundredths of a per cent of the top.
        first, second, kind: the result of the match by its boards; `None` while some boards have no score, or if the
            result does not come from boards.
        reason: the reason.
        at: when it was assigned; `None` in old events, whose time only the log has.
    """

    round: int
    match: int
    board: int
    room: int
    by: PlayerId
    how: AssignedHow
    excess: int | None
    levels: int | None
    step: int | None
    for_even: Average | None
    for_odd: Average | None
    even_share: int | None
    odd_share: int | None
    first: Points | None
    second: Points | None
    kind: ResultKind | None
    reason: str
    at: Instant | None = None


@event("round_scheduled")
@dataclass(frozen=True, slots=True)
class RoundScheduled:
    """Staff scheduled the next round; this replaces an earlier schedule.

    Attributes:
        round: the number of the round.
        by: the player who scheduled it.
        begins_at: the earliest start; the round also waits until the round before it is over.
        matches, byes: the pairings; `None` if the format pairs the round when it begins.
        seed: the seed of the draw, in hexadecimal; `None` if the round is not paired yet.
    """

    round: int
    by: PlayerId
    begins_at: Instant
    matches: tuple[Match, ...] | None
    byes: tuple[Bye, ...] | None
    seed: str | None


@event("round_unscheduled")
@dataclass(frozen=True, slots=True)
class RoundUnscheduled:
    """Staff cancelled the schedule of the next round, with a reason."""

    round: int
    by: PlayerId
    reason: str


@event("deadline_moved")
@dataclass(frozen=True, slots=True)
class DeadlineMoved:
    """Staff moved the deadline of a round, with a reason."""

    round: int
    by: PlayerId
    deadline: Instant
    reason: str


@event("round_closed")
@dataclass(frozen=True, slots=True)
class RoundClosed:
    """A round was closed."""

    round: int
    by: PlayerId | None
    at: Instant


@event("pairing_refused")
@dataclass(frozen=True, slots=True)
class PairingRefused:
    """The next round could not be paired automatically. It is tried again after any other event.

    Attributes:
        round: the number of the round.
        code, detail: the code and the detail of the refusal.
    """

    round: int
    code: str
    detail: str


@event("tournament_paused")
@dataclass(frozen=True, slots=True)
class TournamentPaused:
    """The tournament was paused. Until it resumes, no deadline passes and no round begins."""

    by: PlayerId
    at: Instant
    reason: str


@event("tournament_resumed")
@dataclass(frozen=True, slots=True)
class TournamentResumed:
    """The pause ended. A deadline that lay ahead moves by the length of the pause.

    Attributes:
        by: the player who ended it.
        at: when it ended.
        deadline: the new deadline of the last round.
    """

    by: PlayerId
    at: Instant
    deadline: Instant | None


def _tournament_finished_2(document: Document) -> Document:
    """Upgrades stored events: lots were drawn with the seed of the first round."""
    return {**document, "lots": None}


def _tournament_finished_3(document: Document) -> Document:
    """Upgrades stored events: a tournament finished with its last result, and only the log has the time."""
    return {**document, "at": None, "ends_play": True}


@event("corrections_opened")
@dataclass(frozen=True, slots=True)
class CorrectionsOpened:
    """Play ended, and the period for corrections began. Results can be overridden until the tournament is finished.

    Attributes:
        by: the member of staff who ended play, if one did.
        at: when play ended.
        reason: why it ended early, if it did.
        until: when the tournament finishes automatically.
    """

    by: PlayerId | None
    at: Instant
    reason: str | None
    until: Instant


@event("tournament_reopened")
@dataclass(frozen=True, slots=True)
class TournamentReopened:
    """The owner reopened the tournament, with a reason. Results can be overridden again.

    Attributes:
        by: the owner.
        at: when it was reopened.
        reason: the reason.
        until: when the tournament finishes automatically.
    """

    by: PlayerId
    at: Instant
    reason: str
    until: Instant


@event("tournament_finished", _tournament_finished_2, _tournament_finished_3)
@dataclass(frozen=True, slots=True)
class TournamentFinished:
    """The tournament finished: after its last round, or earlier by staff or for lack of a possible round.

    Attributes:
        by: the player who finished it.
        reason: why it ended early.
        lots: the key of the draw of lots, in hexadecimal; secret until now.
        at: when it finished; `None` in old events, whose time only the log has.
        ends_play: whether play ended now, and not with an earlier `corrections_opened`.
    """

    by: PlayerId | None
    reason: str | None
    lots: str | None = None
    at: Instant | None = None
    ends_play: bool = True


@event("tournament_cancelled")
@dataclass(frozen=True, slots=True)
class TournamentCancelled:
    """The tournament was cancelled. `by` is `None` if too few entrants came."""

    by: PlayerId | None
    reason: str | None


TournamentEvent = (
    TournamentCreated
    | SettingsChanged
    | StaffAppointed
    | OwnershipPassed
    | StaffDismissed
    | RegistrationOpened
    | RegistrationClosed
    | CheckInOpened
    | EntrantRegistered
    | PartnerInvited
    | PartnerInvitationWithdrawn
    | PartnerDeclined
    | PartnerJoined
    | PartnersAgreed
    | PartnersParted
    | EntrantsKeptApart
    | EntrantsLetMeet
    | EntrantQueued
    | EntrantEntered
    | MemberLeft
    | EntrantWithdrawn
    | PlayerCheckedIn
    | SubstituteOffered
    | SubstituteOfferWithdrawn
    | SubstituteCalled
    | ByeGranted
    | ByeGivenBack
    | BreakTaken
    | BreakEnded
    | EntrantsFree
    | PairingEnded
    | TournamentStarted
    | RoundPaired
    | BoardsChosen
    | BoardsDealt
    | RoundCalledOff
    | TableLinked
    | ResultRecorded
    | ResultAdjudicated
    | ResultOverridden
    | BoardOverridden
    | RoundScheduled
    | RoundUnscheduled
    | DeadlineMoved
    | RoundClosed
    | PairingRefused
    | TournamentPaused
    | TournamentResumed
    | CorrectionsOpened
    | TournamentReopened
    | TournamentFinished
    | TournamentCancelled
)
