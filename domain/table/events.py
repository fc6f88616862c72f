"""Events of a table that are the same in every game.

They cover the life of a table: seats, challenges, proposals, clocks, absences, standing orders, and the opening,
dealing and closing of hands. What happens within a hand is recorded by the events of each game. When the stored shape
of an event changes, an upcaster beside its class turns older documents into the current shape.
"""

from dataclasses import dataclass
from typing import Any, Literal

from domain.clocks.ladder import Ladder, Pauses
from domain.clocks.odds import TimeOdds
from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.clocks.running import ClockReading
from domain.kernel.cards import Cards
from domain.kernel.events import Document, event
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.deals import ChosenDeal
from domain.table.match_ref import MatchRef
from domain.table.spectators import Spectators

EndReason = Literal["won", "hands_played", "conceded", "drawn", "abandoned", "forfeited"]
ProposalKind = Literal["undo", "draw", "abandon", "concede_hand", "concede_match"]
ChatRule = Literal["all", "canned", "off"]
CalledOffWhy = Literal["result_given", "match_called_off", "tournament_over"]
NO_PAUSES = Pauses(vacation=False, weekends=False, quiet_hours=False)
NO_LADDER = Ladder(grace_s=0, stand_in_after=3, stand_in="caretaker", forfeit_after_s=None)
"""The ladder of tables that were opened before ladders existed."""


def _table_opened_2(document: Document) -> Document:
    """Adds `spectators`: before, spectators always saw events at once."""
    return {**document, "spectators": {"delay": "none", "minutes": None}}


def _table_opened_3(document: Document) -> Document:
    """Adds clocks, expiry, automatic start, chat, sandboxes and chosen deals: tables had none of them."""
    return {
        **document,
        "clock": {"kind": "none"},
        "pauses": {"vacation": False, "weekends": False, "quiet_hours": False},
        "ladder": {"grace_s": 0, "stand_in_after": 3, "stand_in": "caretaker", "forfeit_after_s": None},
        "expires_at": None,
        "starts_when_full": False,
        "min_reliability": None,
        "chat": "all",
        "world": None,
        "deals": [],
    }


def _table_opened_4(document: Document) -> Document:
    """Adds `sealed`: no table was sealed."""
    return {**document, "sealed": False}


def _table_opened_5(document: Document) -> Document:
    """Adds `match`: no table belonged to a tournament match."""
    return {**document, "match": None}


def _table_opened_6(document: Document) -> Document:
    """Adds `public`: no table was closed to readers without a token."""
    return {**document, "public": True}


def _table_opened_7(document: Document) -> Document:
    """Adds `time_odds`: all seats had equal times."""
    return {**document, "time_odds": []}


@event(
    "table_opened",
    _table_opened_2,
    _table_opened_3,
    _table_opened_4,
    _table_opened_5,
    _table_opened_6,
    _table_opened_7,
)
@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table has been opened.

    Attributes:
        game: the name of the game.
        rules: the rules, as a JSON document of the game.
        rules_revision: the revision of the rules that the table uses.
        seats: the number of seats.
        host: the player who opened the table.
        listed: whether the table appears in the list of tables.
        hands: the number of hands after which the match ends, or `None` to play until the match is won.
        spectators: the delay after which spectators see events.
        commitment: the commitment to the secret of the first hand.
        secret: the secret of the first hand, in hexadecimal; hidden from viewers.
        clock: the clock of each seat.
        pauses: which pauses of its players' calendars the table allows.
        ladder: what happens when a seat misses a deadline.
        expires_at: when the table expires if the match has not begun, or `None`.
        starts_when_full: whether the match begins as soon as the last seat is taken.
        min_reliability: the lowest reliability score with which a player may take a seat, or `None`.
        chat: which chat messages are allowed.
        world: the id of the sandbox that the table belongs to, or `None` outside sandboxes.
        deals: the chosen deals of the first hands; their cards are hidden from viewers.
        sealed: whether only the players of the table can see it until it is unsealed.
        match: the tournament match played at the table, or `None`.
        public: whether the table, if it is listed, can be read without a token.
        time_odds: the time of each seat, in percent of the clock; empty for equal times.
    """

    game: str
    rules: dict[str, Any]
    rules_revision: int
    seats: int
    host: PlayerId
    listed: bool
    hands: int | None
    spectators: Spectators
    commitment: str
    secret: str | None
    clock: ClockRules = NO_CLOCK
    pauses: Pauses = NO_PAUSES
    ladder: Ladder = NO_LADDER
    expires_at: Instant | None = None
    starts_when_full: bool = False
    min_reliability: int | None = None
    chat: ChatRule = "all"
    world: str | None = None
    deals: tuple[ChosenDeal, ...] = ()
    sealed: bool = False
    match: MatchRef | None = None
    public: bool = True
    time_odds: TimeOdds = ()


@event("rematch_opened")
@dataclass(frozen=True, slots=True)
class RematchOpened:
    """A rematch has been opened at another table. Only viewers with a seat see its id."""

    by: PlayerId
    table: str | None


@event("table_started")
@dataclass(frozen=True, slots=True)
class TableStarted:
    """The match has begun; all seats are taken."""


@event("table_cancelled")
@dataclass(frozen=True, slots=True)
class TableCancelled:
    """The host has cancelled the table before the start."""


@event("hand_opened")
@dataclass(frozen=True, slots=True)
class HandOpened:
    """A hand begins.

    Attributes:
        hand: its number, from 1. A redeal gets a number of its own.
        entropies: the entropy of each seat, as used for this hand.
        commitment: the commitment to the secret of this hand; it was published earlier.
        next_commitment: the commitment to the secret of the next hand. It is published now, so that seats can still
            change their entropy after it.
        next_secret: the secret of the next hand, in hexadecimal; hidden from viewers.
    """

    hand: int
    entropies: tuple[str, ...]
    commitment: str
    next_commitment: str
    next_secret: str | None


def _cards_dealt_2(document: Document) -> Document:
    """Adds `drawn`: before, all cards were drawn at once."""
    return {**document, "drawn": document["hand_size"]}


def _cards_dealt_3(document: Document) -> Document:
    """Adds `chosen`: before, all hands were shuffled."""
    return {**document, "chosen": False}


@event("cards_dealt", _cards_dealt_2, _cards_dealt_3)
@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The whole draw of a hand, card by card and counter-clockwise from the first drawer.

    The remaining cards are the kitty.

    Attributes:
        seats: the number of seats that draw.
        first_drawer: the seat that draws the first card.
        hand_size: the number of cards that each seat draws. If the pack does not divide evenly, the last seats draw one
            card less.
        drawn: the number of cards that each seat has drawn at once; the others are drawn one by one.
        cut: the number of cards above the cut; 0 for a chosen deal.
        order: the pack after the cut, from the top. A seat sees the cards it has drawn; all others are hidden.
        chosen: whether the deal was chosen when the table was opened, instead of shuffled.
    """

    seats: int
    first_drawer: Seat
    hand_size: int
    drawn: int
    cut: int
    order: Cards
    chosen: bool = False

    def drawn_by(self, seat: Seat) -> Cards:
        """Returns the cards that a seat draws, in the order in which it draws them."""
        return self.order[(seat - self.first_drawer) % self.seats : self.seats * self.hand_size : self.seats]

    def left_over(self) -> Cards:
        """Returns the cards that no seat draws."""
        return self.order[self.seats * self.hand_size :]


@event("proposal_made")
@dataclass(frozen=True, slots=True)
class ProposalMade:
    """A seat has made a proposal, which is carried out once all others agree.

    Attributes:
        seat: the proposer, who counts as agreeing.
        what: the kind of proposal.
        seats: the seats that have to agree: one side for a concession, otherwise all seats. Bots agree to everything.
    """

    seat: Seat
    what: ProposalKind
    seats: tuple[Seat, ...]


@event("proposal_agreed")
@dataclass(frozen=True, slots=True)
class ProposalAgreed:
    """A seat agrees to the proposal. If it is the last one, the same command carries out the proposal."""

    seat: Seat


@event("proposal_declined")
@dataclass(frozen=True, slots=True)
class ProposalDeclined:
    """A seat declines the proposal, which ends it."""

    seat: Seat


@event("proposal_withdrawn")
@dataclass(frozen=True, slots=True)
class ProposalWithdrawn:
    """A seat withdraws its own proposal."""

    seat: Seat


@event("move_undone")
@dataclass(frozen=True, slots=True)
class MoveUndone:
    """All have agreed to undo the last move of a seat. The game returns to its state before that move."""

    seat: Seat


@event("secret_published")
@dataclass(frozen=True, slots=True)
class SecretPublished:
    """A hand is over. Its secret, in hexadecimal, is now public, so that deal and cut can be verified."""

    hand: int
    secret: str


@event("table_expired")
@dataclass(frozen=True, slots=True)
class TableExpired:
    """The match did not begin in time, so the table has expired."""


@event("table_called_off")
@dataclass(frozen=True, slots=True)
class TableCalledOff:
    """The tournament has ended the match at this table early. There is no winner, and no player is at fault.

    Attributes:
        why: `result_given`: the match has a result from elsewhere, such as its deadline or a decision of the staff;
            `match_called_off`: the match is no longer played, or not by these players, for example after its round was
            paired again; `tournament_over`: the tournament is finished or cancelled.
    """

    why: CalledOffWhy


@event("clocks_set")
@dataclass(frozen=True, slots=True)
class ClocksSet:
    """The command that ends with this event has started, stopped or reset clocks.

    Attributes:
        at: the time of the command.
        clocks: the clocks that have changed, by seat. Viewers see the clocks of other seats rounded to the minute
            (DEC-96).
    """

    at: Instant
    clocks: tuple[ClockReading, ...]


@event("table_paused")
@dataclass(frozen=True, slots=True)
class TablePaused:
    """The tournament of the match was paused, so nobody can move and no clock runs.

    Attributes:
        at: when the pause began. The service may have paused the table later.
        clocks: the clocks that were running, with the time left at the beginning of the pause. Viewers see those of
            other seats rounded to the minute.
    """

    at: Instant
    clocks: tuple[ClockReading, ...]


@event("table_resumed")
@dataclass(frozen=True, slots=True)
class TableResumed:
    """The pause of the table has ended.

    Attributes:
        at: when play went on.
        clocks: the clocks that run again, with the same time left as in the pause and new deadlines. Viewers see those
            of other seats rounded to the minute.
        forfeits_at: for each seat, when it now forfeits the match, or `None`.
    """

    at: Instant
    clocks: tuple[ClockReading, ...]
    forfeits_at: tuple[Instant | None, ...]


@event("turn_missed")
@dataclass(frozen=True, slots=True)
class TurnMissed:
    """A seat has not acted in time, so a bot makes this one move for it (DEC-92).

    Attributes:
        seat: the seat.
        in_a_row: the number of turns it has missed in a row, including this one.
        bot: the bot that makes the move.
    """

    seat: Seat
    in_a_row: int
    bot: str


@event("turn_lapsed")
@dataclass(frozen=True, slots=True)
class TurnLapsed:
    """The table no longer waits for a turn that a seat has missed, so the bot does not move for it."""

    seat: Seat


def _match_ended_2(document: Document) -> Document:
    """Adds `forfeited_by`: before, no seat could forfeit."""
    return {**document, "forfeited_by": None}


@event("match_ended", _match_ended_2)
@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over.

    Attributes:
        reason: `won` by the rules; `hands_played`: the number of hands set for the table; `conceded` by the other side;
            `drawn` or `abandoned` by agreement of all (abandoned matches are not rated); `forfeited` by a seat.
        winners: the winning seats; empty if there is no winner.
        forfeited_by: the seat that forfeited, or `None`. Its partners did not forfeit.
    """

    reason: EndReason
    winners: tuple[Seat, ...]
    forfeited_by: Seat | None = None


@event("table_unsealed")
@dataclass(frozen=True, slots=True)
class TableUnsealed:
    """The table was sealed, and from now on is visible like any other."""
