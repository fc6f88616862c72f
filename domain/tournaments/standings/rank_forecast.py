"""The possible final ranks of the entrants of a tournament, from what its format knows of the remaining rounds.

| format | remaining matches |
|---|---|
| `swiss`, `individual_swiss`, `night` | the open matches of the last round, and the number of rounds not yet paired |
| `round_robin` | the open matches, and the rest of the schedule between entrants that have not withdrawn |
| `knock_out` | no ranks: the bracket decides, not points |
| `arena` | no ranks: the number of games is open |
| `duplicate_pairs`, `duplicate_individual` | no ranks: the worth of a score depends on all other tables |

| an entrant can get for | from | to |
|---|---|---|
| an open match | a loss | a win; with victory points, all that both sides share |
| a match of the schedule | nothing, if the entrant withdraws or the tournament ends early | the same |
| a round of the schedule without an opponent | nothing | the pairing bye |

The ranks are only a bound if a match can end in other ways than a win, a draw or a loss. This is the case with victory
points, if both sides may sit out for part of a point, or if a loss is worth points. It is also the case if partners
change, because two players then share the points of a match.

Ties that cannot change any more narrow the ranks in the last round, see `settled_ties`. All other ties are left open.

While registration is open, the number of entrants is unknown, so there are no ranks. When nothing is left to play, and
lots are drawn if they decide, each entrant has the rank of the standings.

An entrant that is absent so far (`no_show`) may stay absent and end on the last rank. All others are then one rank
better. The forecast does not consider further absences, or decisions of staff about results, rounds and byes.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.kinds import VICTORY_POINTS_DRAW, IndividualSwiss, Night, RoundRobin, Swiss
from domain.tournaments.pairing.partnerships import course_of_players
from domain.tournaments.pairing.round_robin import numbered_entrants, schedule
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.standings.possible_ranks import PointsOfMatch, PossibleRanks, RemainingPlay, possible_ranks
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.standings.settled_ties import with_settled_ties
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import EntrantId, Match, PairingContext, Points, Round

NOTHING = Points(0)


def possible_final_ranks(tournament: Tournament, ranked: Sequence[Standing]) -> tuple[PossibleRanks, ...] | None:
    """Returns the possible final ranks of all entrants, in no particular order.

    Args:
        tournament: the public state, without sealed results.
        ranked: its standings.

    Returns:
        The ranks, or an empty result if they are unknown; see the tables of the module docstring.
    """
    if _is_decided(tournament):
        return tuple(PossibleRanks(each.entrant, each.rank, each.rank, is_exact=True) for each in ranked)
    course = _course(tournament)
    if course is None:
        return None
    known, future = course
    tie_breaks = len(tournament.settings.tie_breaks)
    possible = with_settled_ties(possible_ranks(known, future), known, future, ranked, tie_breaks)
    absent = {each.entrant for each in ranked if each.is_absent}
    if not absent:
        return possible
    return tuple(_with_absent(each, absent, len(possible)) for each in possible)


def _with_absent(each: PossibleRanks, absent: AbstractSet[EntrantId], everybody: int) -> PossibleRanks:
    """Returns the ranks of an entrant, if some entrants may be last with any number of points."""
    if each.entrant in absent:
        return each._replace(worst=everybody, is_exact=False)
    return each._replace(best=max(1, each.best - len(absent)), is_exact=False)


def _course(tournament: Tournament) -> tuple[PairingContext, RemainingPlay] | None:
    """Returns the rounds that give the points, and what remains to be played; `None` if ranks are unknown."""
    format_ = format_of(tournament.settings)
    if tournament.status != "running" or tournament.can_enter:
        return None
    known = pairing_context(tournament)
    if isinstance(format_, Night | IndividualSwiss):
        future = RemainingPlay((), _rounds_left(tournament), _outcomes(tournament.settings), is_whole=False)
        return course_of_players(known), future
    if isinstance(format_, RoundRobin):
        return known, _future_of_schedule(tournament, known, format_)
    if isinstance(format_, Swiss):
        settings = tournament.settings
        future = RemainingPlay(
            (), _rounds_left(tournament), _outcomes(settings), is_whole=not _has_victory_points(settings)
        )
        return known, future
    return None


def _is_decided(tournament: Tournament) -> bool:
    """Returns whether the current results decide the ranks, and lots were drawn if they are needed."""
    has_lots = "lots" in tournament.settings.tie_breaks
    return tournament.finished_at is not None or (tournament.status == "finishing" and not has_lots)


def _rounds_left(tournament: Tournament) -> int:
    return max(0, int(tournament.settings.figures["rounds"]) - len(tournament.rounds))


def _has_victory_points(settings: TournamentSettings) -> bool:
    return settings.boards is not None and settings.boards.scoring == "victory_points"


def _outcomes(settings: TournamentSettings) -> tuple[PointsOfMatch, ...]:
    """Returns the possible results of a match that is played, adjudicated or forfeited."""
    plan = settings.rounds
    outcomes: tuple[PointsOfMatch, ...] = ((plan.win, plan.loss), (plan.draw, plan.draw), (plan.loss, plan.win))
    if _can_be_lost_by_both(settings):
        outcomes += ((plan.loss, plan.loss),)
    if _has_victory_points(settings):
        shared = Points(2 * VICTORY_POINTS_DRAW)
        outcomes += ((shared, NOTHING), (NOTHING, shared))
    return outcomes


def _can_be_lost_by_both(settings: TournamentSettings) -> bool:
    """Returns whether both sides can be absent or incomplete at a deadline."""
    plan = settings.rounds
    if plan.window_s is None:
        return False
    return plan.adjudication in ("both_lose", "absent_loses") or settings.entrants.members_least > 1


def _future_of_schedule(tournament: Tournament, known: PairingContext, format_: RoundRobin) -> RemainingPlay:
    settings = tournament.settings
    field = numbered_entrants(known, format_.rules, known.seed)
    planned = schedule(field, format_.rules.cycles)[len(known.rounds) :]
    rounds = tuple(Round(each.number, _between_present(each, known)) for each in planned)
    outcomes, is_whole = _outcomes(settings), not _has_victory_points(settings)
    if any(each.matches for each in rounds):
        outcomes += ((settings.rounds.win, NOTHING), (NOTHING, settings.rounds.win), (NOTHING, NOTHING))
        is_whole = is_whole and _is_won_drawn_or_lost(tournament)
    worth = dict(known.bye_points)["pairing"]
    alone = tuple((entrant, worth) for each in planned for entrant in _without_opponent(each, known))
    return RemainingPlay(rounds, 0, tuple(dict.fromkeys(outcomes)), alone, is_whole)


def _between_present(planned: Round, known: PairingContext) -> tuple[Match, ...]:
    return tuple(match for match in planned.matches if known.withdrawn.isdisjoint(match))


def _without_opponent(planned: Round, known: PairingContext) -> list[EntrantId]:
    """Returns the entrants that have no opponent in a round of the schedule."""
    alone = [bye.entrant for bye in planned.byes]
    for match in planned.matches:
        if not known.withdrawn.isdisjoint(match):
            alone += match
    return [entrant for entrant in alone if entrant not in known.withdrawn]


def _is_won_drawn_or_lost(tournament: Tournament) -> bool:
    """Returns whether every open or scheduled match ends in a win, a draw, or a loss of both sides."""
    settings, ahead = tournament.settings, len(tournament.rounds)
    byes = settings.byes
    asks_for_nothing_else = byes.half == 0 and byes.zero is None and byes.until_round is None
    is_granted = any(bye.round > ahead for entry in tournament.entries for bye in entry.byes)
    is_open = not all(each.is_over for each in tournament.rounds)
    is_loss_nothing = settings.rounds.loss == NOTHING
    both_lose = not is_open or _can_be_lost_by_both(settings)
    return asks_for_nothing_else and not is_granted and is_loss_nothing and both_lose
