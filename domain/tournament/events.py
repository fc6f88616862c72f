"""What happens in a tournament. Players are named by their ids and nothing else is said of them but their ratings.

`by` is who did it; nobody (none) where the service did it by itself. Matches and tables of a round begin with 1.
"""

from dataclasses import dataclass
from typing import Literal, NewType

from domain.events import Document, event
from domain.instants import Instant
from domain.table.events import PlayerId
from domain.tournament.duplicate.records import BoardResult, ChosenBoard, Commitment
from domain.tournament.roles import Role
from domain.tournament.rounds import Bye, ByeKind, EntrantId, Match, Points, ResultKind
from domain.tournament.scoring.matchpoints import Average
from domain.tournament.settings import Settings, with_later_members

TableId = NewType("TableId", str)

OutReason = Literal["left", "removed", "no_show", "not_checked_in"]
LeftReason = Literal["left", "no_show", "replaced"]
AdjudicatedWhy = Literal["deadline", "withdrawal"]
AssignedHow = Literal["score", "averages", "shares", "void", "as_played"]


def _in_one_room(document: Document) -> Document:
    """A match was played at one table at a time."""
    return {**document, "room": 1}


def _without_boards(document: Document) -> Document:
    """There were no duplicate boards."""
    return {**document, "boards": []}


def _boards_without_seats(document: Document) -> Document:
    """Boards were compared side by side alone."""
    return {**document, "boards": [[*each, []] for each in document["boards"]]}


def _nobody_known_to_be_idle(document: Document) -> Document:
    """It was not recorded who has acted in a match, and how many levels were won."""
    return {**document, "idle": None, "levels": None}


def _nobody_left(document: Document) -> Document:
    """It was not recorded who had left, and when."""
    return {**document, "idle": None, "left": None, "hands": 0}


def _settings_with_later_members(document: Document) -> Document:
    """Nothing was said of players who leave, and there was no time for corrections."""
    return {**document, "settings": with_later_members(document["settings"])}


def _tournament_created_2(document: Document) -> Document:
    """Tournaments were those of everybody."""
    return {**document, "world": None}


def _tournament_created_3(document: Document) -> Document:
    """What entry codes were made of stood in the log."""
    return {name: value for name, value in document.items() if name != "code_secret"}


def _without_time(document: Document) -> Document:
    """When it happened stood in the log alone."""
    return {**document, "at": None}


@event("tournament_created", _tournament_created_2, _tournament_created_3, _settings_with_later_members)
@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """A tournament was created.

    Attributes:
        owner: by whom.
        settings: all of them.
        world: the sandbox world to which it belongs; none: the world of everybody.
    """

    owner: PlayerId
    settings: Settings
    world: str | None = None


@event("settings_changed", _settings_with_later_members)
@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """Somebody has changed the settings to these."""

    by: PlayerId
    settings: Settings


@event("staff_appointed")
@dataclass(frozen=True, slots=True)
class StaffAppointed:
    """A player has a role now."""

    by: PlayerId
    player: PlayerId
    role: Role


@event("staff_dismissed")
@dataclass(frozen=True, slots=True)
class StaffDismissed:
    """A player has no role any more."""

    by: PlayerId
    player: PlayerId


@event("ownership_passed")
@dataclass(frozen=True, slots=True)
class OwnershipPassed:
    """The owner has closed their account, and a director owns the tournament now."""

    by: PlayerId
    player: PlayerId


@event("registration_opened")
@dataclass(frozen=True, slots=True)
class RegistrationOpened:
    """From now on one can enter."""


@event("registration_closed")
@dataclass(frozen=True, slots=True)
class RegistrationClosed:
    """One can no longer enter; the waiting list still moves up."""


@event("check_in_opened")
@dataclass(frozen=True, slots=True)
class CheckInOpened:
    """From now until the start players say that they are there."""


@event("entrant_registered")
@dataclass(frozen=True, slots=True)
class EntrantRegistered:
    """Somebody wants to take part, alone or with others; whether there is a place is said by what follows.

    Attributes:
        entrant: the id of the new entrant.
        player: who has registered it, its captain.
        rating: their rating.
        name: of a pair or team, where it has one.
        club: entrants of one club are kept apart where the format can do that.
    """

    entrant: EntrantId
    player: PlayerId
    rating: int
    name: str | None
    club: str | None


@event("partner_invited")
@dataclass(frozen=True, slots=True)
class PartnerInvited:
    """A player is asked to play for an entrant."""

    entrant: EntrantId
    by: PlayerId
    player: PlayerId


@event("partner_invitation_withdrawn")
@dataclass(frozen=True, slots=True)
class PartnerInvitationWithdrawn:
    """A player is no longer asked to play for an entrant."""

    entrant: EntrantId
    by: PlayerId
    player: PlayerId


@event("partner_declined")
@dataclass(frozen=True, slots=True)
class PartnerDeclined:
    """A player does not want to play for an entrant."""

    entrant: EntrantId
    player: PlayerId


@event("partner_joined")
@dataclass(frozen=True, slots=True)
class PartnerJoined:
    """A player who was asked plays for an entrant; whatever else they were asked is over."""

    entrant: EntrantId
    player: PlayerId
    rating: int


@event("partners_agreed")
@dataclass(frozen=True, slots=True)
class PartnersAgreed:
    """Two entrants, each of them a player, have agreed to be partners.

    Attributes:
        entrant: who has asked.
        by: the player who agrees.
        partner: the entrant that this player is.
        round: for which round; none: for every round from the next one on.
    """

    entrant: EntrantId
    by: PlayerId
    partner: EntrantId
    round: int | None


@event("partners_parted")
@dataclass(frozen=True, slots=True)
class PartnersParted:
    """Two entrants are partners no longer; one of their players says so, or staff who keep them apart."""

    entrant: EntrantId
    by: PlayerId
    partner: EntrantId


@event("entrants_kept_apart")
@dataclass(frozen=True, slots=True)
class EntrantsKeptApart:
    """No two of these entrants meet from now on."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@event("entrants_let_meet")
@dataclass(frozen=True, slots=True)
class EntrantsLetMeet:
    """These entrants may meet each other again."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@event("entrant_queued")
@dataclass(frozen=True, slots=True)
class EntrantQueued:
    """An entrant is complete but there is no place; it is the last on the waiting list."""

    entrant: EntrantId


@event("entrant_entered")
@dataclass(frozen=True, slots=True)
class EntrantEntered:
    """An entrant has a place.

    Attributes:
        entrant: which.
        missed: the kind of bye that it has for each round so far; none where it has missed none.
    """

    entrant: EntrantId
    missed: ByeKind | None


@event("member_left")
@dataclass(frozen=True, slots=True)
class MemberLeft:
    """A player no longer plays for an entrant; its others are spared, and keep the place if they had one."""

    entrant: EntrantId
    player: PlayerId
    reason: LeftReason


@event("entrant_withdrawn")
@dataclass(frozen=True, slots=True)
class EntrantWithdrawn:
    """An entrant no longer takes part.

    Attributes:
        entrant: which.
        by: who has withdrawn it.
        reason: `left`: its own players; `removed`: staff; `no_show`: it was not there at the start; `not_checked_in`:
            neither was it, but it had no place.
        words: why, where staff removed it.
    """

    entrant: EntrantId
    by: PlayerId | None
    reason: OutReason
    words: str | None


@event("player_checked_in")
@dataclass(frozen=True, slots=True)
class PlayerCheckedIn:
    """A player is there, as somebody says."""

    player: PlayerId
    by: PlayerId


@event("substitute_offered")
@dataclass(frozen=True, slots=True)
class SubstituteOffered:
    """A player would take part for another who cannot."""

    player: PlayerId
    rating: int


@event("substitute_offer_withdrawn")
@dataclass(frozen=True, slots=True)
class SubstituteOfferWithdrawn:
    """A player is no longer on the list of substitutes."""

    player: PlayerId


@event("substitute_called")
@dataclass(frozen=True, slots=True)
class SubstituteCalled:
    """A player from the list of substitutes plays for an entrant; who they replace leaves it after that.

    Attributes:
        entrant: for which.
        by: who has called them; none: the tournament, as a player has left in the middle of a match.
        player, rating: who plays.
    """

    entrant: EntrantId
    by: PlayerId | None
    player: PlayerId
    rating: int


@event("bye_granted")
@dataclass(frozen=True, slots=True)
class ByeGranted:
    """An entrant sits out a round to come."""

    entrant: EntrantId
    by: PlayerId
    round: int
    kind: ByeKind


@event("bye_given_back")
@dataclass(frozen=True, slots=True)
class ByeGivenBack:
    """An entrant plays a round that it would have sat out."""

    entrant: EntrantId
    by: PlayerId
    round: int


@event("break_taken")
@dataclass(frozen=True, slots=True)
class BreakTaken:
    """An entrant is not paired until its break ends, where whoever is free is paired at once."""

    entrant: EntrantId
    by: PlayerId


@event("break_ended")
@dataclass(frozen=True, slots=True)
class BreakEnded:
    """An entrant is paired again."""

    entrant: EntrantId
    by: PlayerId


@event("entrants_free")
@dataclass(frozen=True, slots=True)
class EntrantsFree:
    """These wait for opponents from now on, where whoever is free is paired at once."""

    entrants: tuple[EntrantId, ...]
    at: Instant


@event("pairing_ended")
@dataclass(frozen=True, slots=True)
class PairingEnded:
    """Nobody is paired any more in an arena, whose span is over; matches that have begun are played to their end."""

    at: Instant


@event("tournament_started")
@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """The tournament has begun.

    Attributes:
        by: who has started it.
        at: when.
        order: the entrants by strength, the strongest first, who has seed 1.
    """

    by: PlayerId | None
    at: Instant
    order: tuple[EntrantId, ...]


@event("round_paired")
@dataclass(frozen=True, slots=True)
class RoundPaired:
    """Who meets whom in a round.

    Attributes:
        round: its number.
        by: who has paired it.
        at: when.
        seed: from which the draw was made, in hexadecimal.
        matches: by table, table 1 first.
        byes: who sits out, and why.
        deadline: when matches without a result are adjudicated; none: never.
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
    """Staff have chosen the deals of a set that is still to be played.

    Attributes:
        by: who has, and knows them.
        set: the number of the set.
        boards: its boards in order, hidden until the set is closed; none: the service deals them after all.
    """

    by: PlayerId
    set: int
    boards: tuple[ChosenBoard, ...]


@event("boards_dealt")
@dataclass(frozen=True, slots=True)
class BoardsDealt:
    """Which duplicate boards the matches of a round play.

    Attributes:
        round: its number.
        sets: the number of the set that each match plays.
        deals: which deal of its boards each match plays; hidden until the round may be known.
        commitments: to the sets that are played for the first time.
    """

    round: int
    sets: tuple[int, ...]
    deals: tuple[int, ...]
    commitments: tuple[Commitment, ...]


@event("round_called_off")
@dataclass(frozen=True, slots=True)
class RoundCalledOff:
    """A round that has no results yet is undone, to be paired again; its tables count for nothing."""

    round: int
    by: PlayerId
    reason: str


@event("table_linked", _in_one_room)
@dataclass(frozen=True, slots=True)
class TableLinked:
    """A match is played at a table, with these boards; it may be played at several.

    Attributes:
        round, match: which.
        table: the id of the table.
        boards: the numbers of the duplicate boards that are played there.
        room: which table of the match it is, where a match is played at several at once.
    """

    round: int
    match: int
    table: TableId
    boards: tuple[str, ...]
    room: int = 1


@event("result_recorded", _without_boards, _boards_without_seats, _nobody_known_to_be_idle)
@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """The tables of a match are finished, and this is what it was worth; of duplicate boards with each score.

    Attributes:
        round, match: which.
        first, second: what it is worth to both.
        kind: how that is to be called.
        boards: the duplicate boards.
        idle: the entrants of whom nobody has acted; none where that was not recorded.
        levels: how many levels both sides have won; none in a game without levels, where boards are compared, and where
            that was not recorded.
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
    """A match has a result without having been played to its end.

    Attributes:
        round, match: which.
        first, second: what it is worth to both.
        kind: how that is to be called.
        why: its deadline was over, or a side has withdrawn, or has lost a player before it had a table.
        absent: the players who did not come; their partners did.
        boards: the duplicate boards that were played before.
        idle: the entrants of whom nobody has acted; none where that was not recorded.
        left: who has left in the middle of the match, which has ended by it.
        hands: how many hands of it had been scored by then.
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
    """Staff have set the result of a match, and say why; what it was worth before no longer counts.

    Attributes:
        round, match: which.
        by: who has.
        first, second: what it is worth to both.
        kind: how that is to be called.
        reason: why.
        at: when; none where only the log knows.
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
    """Staff have assigned a score to a board at a table of a match, and say why; see `duplicate.assigned`.

    Attributes:
        round, match, board, room: which.
        by: who has.
        how: what was assigned; `as_played`: nothing any more.
        excess, levels, step: the score of the even seats.
        for_even, for_odd: averages.
        even_share, odd_share: what both sides have of the top, in hundredths of a per cent.
        first, second, kind: what the match is worth by its boards; none as long as some of them have no score, or where
            its result does not come from them.
        reason: why.
        at: when; none where only the log knows.
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
    """Staff let the next round begin at a set time; what was scheduled before no longer is.

    Attributes:
        round: its number.
        by: who has said so.
        begins_at: when it begins, or as soon after that as the round before it is over.
        matches, byes: as it is paired; none where the format pairs it when it begins.
        seed: from which the draw was made, in hexadecimal; none where it is not paired yet.
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
    """The next round no longer begins at the time that was set, and staff say why."""

    round: int
    by: PlayerId
    reason: str


@event("deadline_moved")
@dataclass(frozen=True, slots=True)
class DeadlineMoved:
    """Staff have moved the deadline of a round, and say why."""

    round: int
    by: PlayerId
    deadline: Instant
    reason: str


@event("round_closed")
@dataclass(frozen=True, slots=True)
class RoundClosed:
    """A round is over, and its results are known."""

    round: int
    by: PlayerId | None
    at: Instant


@event("pairing_refused")
@dataclass(frozen=True, slots=True)
class PairingRefused:
    """The next round could not be paired by itself; it is tried again when something else has happened.

    Attributes:
        round: its number.
        code, detail: why.
    """

    round: int
    code: str
    detail: str


@event("tournament_paused")
@dataclass(frozen=True, slots=True)
class TournamentPaused:
    """Until it is resumed no deadline comes and no round begins."""

    by: PlayerId
    at: Instant
    reason: str


@event("tournament_resumed")
@dataclass(frozen=True, slots=True)
class TournamentResumed:
    """The tournament goes on; the deadline of its round, if it was still to come, is later by the length of the pause.

    Attributes:
        by: who says so.
        at: when.
        deadline: the deadline of the last round from now on.
    """

    by: PlayerId
    at: Instant
    deadline: Instant | None


def _tournament_finished_2(document: Document) -> Document:
    """Lots were drawn with the seed of the first round."""
    return {**document, "lots": None}


def _tournament_finished_3(document: Document) -> Document:
    """A tournament was finished with its last result; when, stood in the log alone."""
    return {**document, "at": None, "ends_play": True}


@event("corrections_opened")
@dataclass(frozen=True, slots=True)
class CorrectionsOpened:
    """Nothing is left to play, and for some time results can still be overridden before the tournament is finished.

    Attributes:
        by: who has ended play, where staff have.
        at: when.
        reason: why it has ended early, if it has.
        until: when the tournament is finished by itself.
    """

    by: PlayerId | None
    at: Instant
    reason: str | None
    until: Instant


@event("tournament_reopened")
@dataclass(frozen=True, slots=True)
class TournamentReopened:
    """The owner has taken the end of the tournament back, and says why: results can be overridden once more.

    Attributes:
        by: who has.
        at: when.
        reason: why.
        until: when the tournament is finished again by itself.
    """

    by: PlayerId
    at: Instant
    reason: str
    until: Instant


@event("tournament_finished", _tournament_finished_2, _tournament_finished_3)
@dataclass(frozen=True, slots=True)
class TournamentFinished:
    """All rounds were played; or it has ended before, for a reason: by staff, or as no further round could be made.

    Attributes:
        by: who has said so.
        reason: why it has ended early.
        lots: the key with which lots are drawn, in hexadecimal, where they decide; known to nobody before.
        at: when; none where only the log knows.
        ends_play: whether play has ended with it, and not with `corrections_opened` before.
    """

    by: PlayerId | None
    reason: str | None
    lots: str | None = None
    at: Instant | None = None
    ends_play: bool = True


@event("tournament_cancelled")
@dataclass(frozen=True, slots=True)
class TournamentCancelled:
    """The tournament was called off; by nobody where too few have come."""

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
