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
from domain.table.hands import Chance, Outcome, Recorder
from domain.table.proposals import awaited, ending
from domain.table.state import Proposal, Table


def end_before_its_time(recorder: Recorder, end: MatchEnded | TableCalledOff) -> None:
    """Ends the match during a hand, and publishes its secret so that the played part can be verified."""
    opened = recorder.table.hand
    if opened is not None and opened.secret is not None and not recorder.table.game.deal_is_over(recorder.table.match):
        recorder.record(SecretPublished(opened.number, opened.secret))
    recorder.record(end)


def agreed(games: dict[str, Game], table: Table, chance: Chance) -> Outcome:
    """Returns the effects of a proposal once no further answer is needed; no events if it cannot be carried out.

    The service records them with the command that removed the last missing answer. Verification decides them
    separately.
    """
    recorder = Recorder(games, table, chance)
    done_if_it_can_be(recorder)
    return recorder.outcome()


def done_if_it_can_be(recorder: Recorder) -> None:
    """Like `done_as_agreed`, but ignores refusals, because no player has asked for it now."""
    with suppress(Refusal):
        done_as_agreed(recorder)


def _agreed(table: Table) -> Proposal | None:
    """Returns the proposal if all seats have agreed to it, else `None`."""
    return None if table.status != "playing" or awaited(table) else table.proposal


def check_can_be_done(table: Table) -> None:
    """Checks that an agreed proposal can be carried out. Only conceding a hand can have become impossible."""
    proposal = _agreed(table)
    if proposal is not None and proposal.what == "concede_hand":
        table.game.side_in_hand(table.match, proposal.seats[0])


def done_as_agreed(recorder: Recorder) -> None:
    """Carries out the proposal if all seats have agreed to it."""
    table = recorder.table
    proposal = _agreed(table)
    if proposal is None:
        return
    end = ending(table, proposal)
    if end is not None:
        end_before_its_time(recorder, MatchEnded(end.reason, end.winners))
    elif proposal.what == "undo":
        recorder.record(MoveUndone(proposal.by))
    else:
        recorder.goes_on(table.game.concede(table.match, proposal.seats))
