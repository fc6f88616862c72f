"""Proposals: a seat proposes something that is carried out once the seats concerned agree.

    what            seats that have to agree   effect                                         lapses
    undo            all seats                  the last move is undone, if it revealed none   with the next move
    draw            all seats                  the match ends without a winner                with the hand
    abandon         all seats                  the match ends and is not rated                with the hand
    concede_hand    the side in the hand       the other side gets all remaining cards        with the hand
    concede_match   the side in the match      the match ends, and the other side wins it     with the hand

Bots agree to every proposal and make none, so a player among bots can decide alone. One proposal can be open at a time.
Every seat sees it, because a proposal that only one side could see would be a way to communicate. If one of the seats
concerned declines, the proposal ends. Play continues while a proposal is open, and no seat has to answer. To prevent
pestering, a seat can make each kind of proposal once in a hand, and can propose once to undo a given move.

A move can be undone as long as neither it nor its consequences have revealed a card (`Game.undoable`). Playing cards
always reveals them. Rules that let a seat take a play back (EX-BACK-01) are independent of proposals.

There is no event for a lapsed proposal: `evolve` ends it with the move or the hand.
"""

from typing import NamedTuple

from domain.kernel.messages import message
from domain.kernel.refusals import Illegal, NotAllowed, WrongMoment
from domain.kernel.seats import Seat
from domain.table.commands import Agree, Disagree, ProposalCommand, Propose, WithdrawProposal
from domain.table.events import (
    EndReason,
    ProposalAgreed,
    ProposalDeclined,
    ProposalKind,
    ProposalMade,
    ProposalWithdrawn,
)
from domain.table.state import Proposal, Proposed, Table

ENDS: dict[ProposalKind, EndReason] = {"draw": "drawn", "abandon": "abandoned", "concede_match": "conceded"}
"""The proposals that end the match, with the reason recorded for it."""


class ProposalOpen(WrongMoment):
    """There is already an open proposal at this table."""


class NoProposal(WrongMoment):
    """There is no such proposal."""


class ProposedBefore(WrongMoment):
    """This seat has already proposed this in the current hand."""


class CannotUndo(WrongMoment):
    """The last move has shown a card or was made by another seat, so it cannot be undone."""


class AlreadyAgreed(WrongMoment):
    """This seat has already agreed."""


class NotYourProposal(NotAllowed):
    """Only the seats asked may answer a proposal, and only its author may withdraw it."""


class NotTwoSides(Illegal):
    """A match can be conceded only if two sides play it."""


class Ending(NamedTuple):
    """How an agreed proposal ends the match."""

    reason: EndReason
    winners: tuple[Seat, ...]


ProposalEvent = ProposalMade | ProposalAgreed | ProposalDeclined | ProposalWithdrawn


def proposal_event(table: Table, seat: Seat, command: ProposalCommand) -> ProposalEvent:
    """Returns the event of a command about proposals, without the effects of an agreed proposal.

    Raises:
        Refusal: the proposal cannot be made, or cannot be answered in this way.
    """
    match command:
        case Propose(what=what):
            return _proposal_made(table, seat, what)
        case Agree(what=what):
            proposal = _proposal_to_answer(table, seat, what)
            if seat in proposal.agreed:
                raise AlreadyAgreed(
                    message("seat {seat} has already agreed", seat=seat), hint=message("wait for the others")
                )
            return ProposalAgreed(seat)
        case Disagree():
            if seat == _open_proposal(table).by:
                raise NotYourProposal(message("it is your own proposal"), hint=message("use withdraw_proposal"))
            _proposal_to_answer(table, seat, _open_proposal(table).what)
            return ProposalDeclined(seat)
        case WithdrawProposal():
            if seat != _open_proposal(table).by:
                raise NotYourProposal(
                    message("another seat has made this proposal"), hint=message("use disagree to reject it")
                )
            return ProposalWithdrawn(seat)


def awaited_seats(table: Table) -> tuple[Seat, ...]:
    """Returns the seats that still have to agree to the open proposal."""
    proposal = table.proposal
    if proposal is None:
        return ()
    return tuple(seat for seat in proposal.seats if seat not in proposal.agreed and _has_vote(table, seat))


def _has_vote(table: Table, seat: Seat) -> bool:
    """Returns whether a player answers for the seat. Bots, and players replaced by a stand-in, have no say."""
    occupant = table.seats[seat]
    return occupant is not None and occupant.bot is None and not table.absences[seat].stays


def ending_if_agreed(table: Table, proposal: Proposal) -> Ending | None:
    """Returns how the match ends if the proposal is agreed to, or `None` if the match continues."""
    if proposal.what not in ENDS:
        return None
    losers = proposal.seats if proposal.what == "concede_match" else range(len(table.seats))
    return Ending(ENDS[proposal.what], tuple(seat for seat in map(Seat, range(len(table.seats))) if seat not in losers))


def _proposal_made(table: Table, seat: Seat, what: ProposalKind) -> ProposalMade:
    if table.proposal is not None:
        raise ProposalOpen(
            message("seat {by} has an open proposal: {what}", by=table.proposal.by, what=table.proposal.what),
            hint=message("wait until it is answered or expires"),
        )
    if Proposed(seat, what) in table.proposed:
        raise ProposedBefore(
            message("you have already proposed {what} in this hand", what=what),
            hint=message("propose it again in the next hand"),
        )
    return ProposalMade(seat, what, _seats_to_agree(table, seat, what))


def _seats_to_agree(table: Table, seat: Seat, what: ProposalKind) -> tuple[Seat, ...]:
    """Returns the seats that have to agree. Raises `Refusal` if the proposal cannot be made."""
    match what:
        case "concede_hand":
            return table.game.side_in_hand(table.match, seat)
        case "concede_match":
            side = table.game.side_in_match(table.match, seat)
            if side is None:
                raise NotTwoSides(
                    message("more than two sides play at this table"), hint=message("propose draw or abandon")
                )
            return side
        case "undo":
            _check_undo(table, seat)
    return tuple(map(Seat, range(len(table.seats))))


def _check_undo(table: Table, seat: Seat) -> None:
    if table.undoable is None:
        raise CannotUndo(
            message("there is no move that can be undone"),
            hint=message("a move can be undone if it has shown no card, before the next move and before a refusal"),
        )
    if table.undoable.seat != seat:
        raise CannotUndo(
            message("seat {seat} made the last move", seat=table.undoable.seat),
            hint=message("only the seat that made the move can propose to undo it"),
        )


def _open_proposal(table: Table) -> Proposal:
    if table.proposal is None:
        raise NoProposal(
            message("there is no open proposal"), hint=message("the view of the table shows an open proposal")
        )
    return table.proposal


def _proposal_to_answer(table: Table, seat: Seat, what: ProposalKind) -> Proposal:
    proposal = _open_proposal(table)
    if proposal.what != what:
        raise NoProposal(
            message("the open proposal is {what}, not {what_2}", what=proposal.what, what_2=what),
            hint=message("read the view of the table"),
        )
    if seat not in proposal.seats:
        raise NotYourProposal(
            message("this proposal needs the agreement of other seats"),
            hint=message("your seat does not have to answer"),
        )
    return proposal
