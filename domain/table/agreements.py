"""Carries out what the seats of a table have agreed on."""

from contextlib import suppress

from domain.kernel.refusals import Refusal
from domain.table.events import (
    MatchEnded,
    MoveUndone,
    SecretPublished,
    TableCalledOff,
)
from domain.table.game import Game
from domain.table.hands import Chance, TableDecision, TableRecorder
from domain.table.proposals import awaited_seats, ending_if_agreed
from domain.table.state import Proposal, Table


def end_match_early(recorder: TableRecorder, end: MatchEnded | TableCalledOff) -> None:
    """Ends the match during a hand, and publishes its secret so that the played part can be verified."""
    opened = recorder.table.hand
    if opened is not None and opened.secret is not None and not recorder.table.game.deal_is_over(recorder.table.match):
        recorder.record(SecretPublished(opened.number, opened.secret))
    recorder.record(end)


def decision_of_agreement(games: dict[str, Game], table: Table, chance: Chance) -> TableDecision:
    """Returns the effects of a proposal once no further answer is needed; no events if it cannot be carried out.

    The service records them with the command that removed the last missing answer. Verification decides them
    separately.
    """
    recorder = TableRecorder(games, table, chance)
    carry_out_if_possible(recorder)
    return recorder.decision()


def carry_out_if_possible(recorder: TableRecorder) -> None:
    """Like `carry_out_if_agreed`, but ignores refusals, because no player has asked for it now."""
    with suppress(Refusal):
        carry_out_if_agreed(recorder)


def _agreed_proposal(table: Table) -> Proposal | None:
    """Returns the proposal if all seats have agreed to it, else `None`."""
    return None if table.status != "playing" or awaited_seats(table) else table.proposal


def check_can_be_carried_out(table: Table) -> None:
    """Checks that an agreed proposal can be carried out. Only conceding a hand can have become impossible."""
    proposal = _agreed_proposal(table)
    if proposal is not None and proposal.what == "concede_hand":
        table.game.side_in_hand(table.match, proposal.seats[0])


def carry_out_if_agreed(recorder: TableRecorder) -> None:
    """Carries out the proposal if all seats have agreed to it."""
    table = recorder.table
    proposal = _agreed_proposal(table)
    if proposal is None:
        return
    end = ending_if_agreed(table, proposal)
    if end is not None:
        end_match_early(recorder, MatchEnded(end.reason, end.winners))
    elif proposal.what == "undo":
        recorder.record(MoveUndone(proposal.by))
    else:
        recorder.record_progress(table.game.concede(table.match, proposal.seats))
