"""Proposals: a seat proposes something that is done as soon as those agree whom it takes.

    what            whose agreement it takes   what is done then                                    it lapses
    undo            all seats                  the last move is undone, if it showed nothing        with the next move
    draw            all seats                  the match ends, and nobody has won it                with the hand
    abandon         all seats                  the match ends, and is not rated                    with the hand
    concede_hand    the side in the hand       the other side has all that is still out             with the hand
    concede_match   the side in the match      the match ends, and the other side has won it        with the hand

Bots agree to everything, so that a player alone with them needs nobody else; and they propose nothing. One proposal is
open at a time, and everybody sees it: what one side alone could see would be a way to talk. Whoever is asked and
disagrees ends it. The game goes on meanwhile, and nobody has to answer. In one hand a seat proposes the same thing
once, and to undo one move once, so that nobody is pestered.

A move can be undone by `undo` as long as it, and all that followed from it, has shown no card to anybody: each game
says that of its events (`Game.quiet`). A play of cards always shows them; that tables can have it taken back by their
rules (EX-BACK-01) is another thing.

That a proposal lapses is no event of its own: it follows from the move, or from the end of the hand (`evolve`).
"""

from typing import NamedTuple

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
"""The proposals by which the match ends, and as what."""


class ProposalOpen(WrongMoment):
    """Something is proposed already, and one thing is proposed at a time."""


class NoProposal(WrongMoment):
    """This is not proposed."""


class ProposedBefore(WrongMoment):
    """This seat has proposed the same before in this hand."""


class CannotUndo(WrongMoment):
    """The last move has shown a card, or is another seat's, so that it cannot be undone."""


class AlreadyAgreed(WrongMoment):
    """This seat has agreed already."""


class NotYourProposal(NotAllowed):
    """A proposal is answered by those whose agreement it takes, and withdrawn by who made it."""


class NotTwoSides(Illegal):
    """Only where two sides play against each other can one of them concede the match."""


class Ending(NamedTuple):
    """How the match ends by agreement."""

    reason: EndReason
    winners: tuple[Seat, ...]


ProposalEvent = ProposalMade | ProposalAgreed | ProposalDeclined | ProposalWithdrawn


def said(table: Table, seat: Seat, command: ProposalCommand) -> ProposalEvent:
    """What happens when a seat proposes something, answers, or withdraws it; what it may bring about comes after that.

    Raises:
        Refusal: it cannot be proposed, or answered so.
    """
    match command:
        case Propose(what=what):
            return _made(table, seat, what)
        case Agree(what=what):
            proposal = _to_answer(table, seat, what)
            if seat in proposal.agreed:
                raise AlreadyAgreed(f"seat {seat} has agreed", hint="wait for the others")
            return ProposalAgreed(seat)
        case Disagree():
            if seat == _open(table).by:
                raise NotYourProposal("it is your own proposal", hint="withdraw_proposal takes it back")
            _to_answer(table, seat, _open(table).what)
            return ProposalDeclined(seat)
        case WithdrawProposal():
            if seat != _open(table).by:
                raise NotYourProposal("another seat has made this proposal", hint="disagree ends it")
            return ProposalWithdrawn(seat)


def awaited(table: Table) -> tuple[Seat, ...]:
    """The seats whose agreement is still missing to what is proposed."""
    proposal = table.proposal
    if proposal is None:
        return ()
    return tuple(seat for seat in proposal.seats if seat not in proposal.agreed and _has_a_say(table, seat))


def _has_a_say(table: Table, seat: Seat) -> bool:
    """Whether there is somebody who has to be asked: no bot of the house, and nobody who has left the seat to one."""
    occupant = table.seats[seat]
    return occupant is not None and occupant.bot is None and not table.absences[seat].stays


def ending(table: Table, proposal: Proposal) -> Ending | None:
    """How the match ends when all agree to that; none when it goes on."""
    if proposal.what not in ENDS:
        return None
    losers = proposal.seats if proposal.what == "concede_match" else range(len(table.seats))
    return Ending(ENDS[proposal.what], tuple(seat for seat in map(Seat, range(len(table.seats))) if seat not in losers))


def _made(table: Table, seat: Seat, what: ProposalKind) -> ProposalMade:
    if table.proposal is not None:
        raise ProposalOpen(
            f"seat {table.proposal.by} has proposed {table.proposal.what}", hint="wait until it is answered or lapses"
        )
    if Proposed(seat, what) in table.proposed:
        raise ProposedBefore(f"you have proposed {what} in this hand", hint="propose it in the next hand again")
    return ProposalMade(seat, what, _seats_wanted(table, seat, what))


def _seats_wanted(table: Table, seat: Seat, what: ProposalKind) -> tuple[Seat, ...]:
    """Whose agreement it takes. Raises a refusal when it cannot be proposed."""
    match what:
        case "concede_hand":
            return table.game.side_in_hand(table.match, seat)
        case "concede_match":
            side = table.game.side_in_match(table.match, seat)
            if side is None:
                raise NotTwoSides(
                    "at this table more than two sides play for themselves", hint="propose draw or abandon to all"
                )
            return side
        case "undo":
            _check_undo(table, seat)
    return tuple(map(Seat, range(len(table.seats))))


def _check_undo(table: Table, seat: Seat) -> None:
    if table.undoable is None:
        raise CannotUndo(
            "the last move has shown cards, or there is none to be undone",
            hint="a move can be undone until the next one, while nobody has seen a card by it",
        )
    if table.undoable.seat != seat:
        raise CannotUndo(
            f"the last move was seat {table.undoable.seat}'s", hint="who made the move proposes to undo it"
        )


def _open(table: Table) -> Proposal:
    if table.proposal is None:
        raise NoProposal("nothing is proposed", hint="the view of the table says what is")
    return table.proposal


def _to_answer(table: Table, seat: Seat, what: ProposalKind) -> Proposal:
    proposal = _open(table)
    if proposal.what != what:
        raise NoProposal(f"what is proposed is {proposal.what}, not {what}", hint="look at the view of the table")
    if seat not in proposal.seats:
        raise NotYourProposal("this takes the agreement of other seats", hint="nothing is asked of you")
    return proposal
