"""What the service does when the next round is due: it pairs the round, ends the tournament, or waits for staff.

| situation | command |
|---|---|
| the round was scheduled with its pairing | that pairing |
| the format makes a round | that round |
| the format has no further round | the tournament is finished; if staff pair by hand, the refusal is recorded |
| the round cannot be paired, and staff pair by hand | the refusal is recorded |
| only granted byes keep the round from being paired | a round without matches |
| the format can never pair the entrants that remain | the tournament is finished, and says so |
| the format refuses for another reason | the refusal is recorded |

After a refusal is recorded, the round is not due until something changes in the tournament.
"""

from domain.kernel.instants import Instant
from domain.kernel.messages import message
from domain.kernel.refusals import Refusal
from domain.tournaments.commands import FinishTournament
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.format import Format
from domain.tournaments.matches.results import check_running
from domain.tournaments.rounds.commands import NotePairingRefused, PairRound
from domain.tournaments.rounds.proposed_rounds import CANNOT_PAIR, can_never_pair, proposed_round, round_of_byes
from domain.tournaments.rounds.refusals import EmptyRound, NobodyFree
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import PairingContext, Round

NextRound = PairRound | FinishTournament | NotePairingRefused


def next_round(tournament: Tournament, now: Instant, seed: bytes) -> NextRound:
    """Returns the command for the round that is due.

    Args:
        tournament: its current state; `awaited_round` says that a round is due.
        now: the current time.
        seed: the seed of the pairing.

    Raises:
        NobodyFree: all entrants are in matches, so the round has to wait.
    """
    context, format_ = pairing_context(tournament, now), format_of(tournament.settings)
    try:
        return _pairing_or_end(tournament, context, format_, seed)
    except NobodyFree:
        raise
    except Refusal as refusal:
        return _command_after_refusal(tournament, refusal, context, format_, seed)


def refusal_command(tournament: Tournament, refusal: Refusal) -> NotePairingRefused:
    """Returns the command that records why the next round cannot be paired."""
    return NotePairingRefused(tournament.next_number, refusal.code(), str(refusal.detail))


def empty_round_if_unpairable(tournament: Tournament, number: int) -> Round | None:
    """Returns an empty round if the round of this number cannot be paired now; `None` if it can.

    So the format does not compute a pairing that `decide` would refuse. The refusal of the empty round has the reason.

    Raises:
        Refusal: the tournament is not running.
    """
    check_running(tournament)
    overlap = tournament.settings.span_ms is not None
    if number != tournament.next_number or (tournament.open_round is not None and not overlap):
        return Round(number, ())
    return None


def _pairing_or_end(
    tournament: Tournament, context: PairingContext, format_: Format, seed: bytes
) -> PairRound | FinishTournament:
    """Returns the next round as scheduled or as the format makes it, or the end. Raises `Refusal`."""
    scheduled = tournament.scheduled
    if scheduled is not None and scheduled.paired is not None:
        return PairRound(None, scheduled.paired, bytes.fromhex(scheduled.seed))
    paired = proposed_round(context, format_, seed)
    if paired is not None:
        return PairRound(None, paired, seed)
    if scheduled is not None and not tournament.settings.rounds.is_automatic:
        raise EmptyRound(
            message("all rounds have been played"), hint=message("finish the tournament, or pair a round by hand")
        )
    return FinishTournament(None)


def _command_after_refusal(
    tournament: Tournament, refusal: Refusal, context: PairingContext, format_: Format, seed: bytes
) -> NextRound:
    """Returns the command for a round that cannot be paired."""
    if not tournament.settings.rounds.is_automatic:
        return refusal_command(tournament, refusal)
    byes = round_of_byes(context, format_)
    if byes is not None:
        return PairRound(None, byes, seed)
    return (
        FinishTournament(None, CANNOT_PAIR)
        if can_never_pair(context, format_)
        else refusal_command(tournament, refusal)
    )
