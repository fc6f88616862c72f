"""Standings of a tournament of any format."""

from collections.abc import Mapping, Sequence

from domain.tournaments.boards.by_movement import DuplicateIndividual, DuplicatePairs
from domain.tournaments.boards.seat_by_seat import SeatBySeat
from domain.tournaments.boards.sets import sealed_rounds
from domain.tournaments.boards.standings import board_standings, board_tallies, seat_standings
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.format import Format
from domain.tournaments.formats.kinds import (
    Arena,
    ChallengeLadder,
    GroupsKnockOut,
    IndividualSwiss,
    KnockOut,
    Night,
)
from domain.tournaments.ladder.order import ladder_order
from domain.tournaments.matches.no_show import absent_entrants, absent_last, idle_winners
from domain.tournaments.pairing import arena
from domain.tournaments.pairing.partnerships import course_of_players
from domain.tournaments.standings.levels_won import level_tallies
from domain.tournaments.standings.ranking import Standing, standings
from domain.tournaments.standings.tie_break_values import TieBreakInput, TieBreakRules
from domain.tournaments.standings.tie_breaks import TIE_BREAKS
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import EntrantId, PairingContext


def tournament_standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Returns the standings of a tournament by points and its tie-breaks; empty before the start.

    Entrants that missed a match and acted in none are last, with any number of points (`no_show`). Duplicate boards
    count as far as they are public (`boards.standings`).

    Lots are drawn only when the tournament is finished, with a key made at that time. In a knock-out, the place in the
    bracket decides first, and entrants that are still in have rank 1. Groups before it are ranked by points alone. A
    ladder has its order, and those that left share the last rank. In an arena, streaks multiply wins. If partners
    change, a match counts equally for both.
    """
    if not tournament.order:
        return ()
    format_ = format_of(tournament.settings)
    hidden = sealed_rounds(tournament, format_) if tournament.settings.boards is not None else frozenset[int]()
    if isinstance(format_, ChallengeLadder):
        return _standings(tournament, format_)
    ranked, absent = _standings(tournament, format_), absent_entrants(tournament, format_, hidden)
    return absent_last(ranked, absent | idle_winners(tournament, format_, ranked, absent))


def _standings(tournament: Tournament, format_: Format) -> tuple[Standing, ...]:
    """Returns the standings by points and tie-breaks alone."""
    settings = tournament.settings
    seed = _key_of_lots(tournament)
    chosen = [each for each in TIE_BREAKS if each in settings.tie_breaks and (seed is not None or each != "lots")]
    chosen.sort(key=settings.tie_breaks.index)
    plan = settings.rounds
    rules = TieBreakRules(is_predetermined=settings.format == "round_robin", win=plan.win, draw=plan.draw)
    known, levels = pairing_context(tournament), tuple(level_tallies(tournament, format_))
    match format_:
        case DuplicatePairs() | DuplicateIndividual():
            return board_standings(tournament, format_, chosen, rules, seed)
        case SeatBySeat():
            return seat_standings(tournament, format_, chosen, rules, seed)
        case Night() | IndividualSwiss():
            return standings(counted_course(known, format_), chosen, rules, TieBreakInput(levels, seed))
        case Arena():
            ranked = standings(counted_course(known, format_), chosen, rules, TieBreakInput(seed=seed))
            return tuple(each._replace(byes=0) for each in ranked)
        case ChallengeLadder():
            order = {entrant: place for place, entrant in enumerate(ladder_order(tournament), start=1)}
            ranked = standings(known, chosen, rules, TieBreakInput(seed=seed))
            last = len(order) + 1
            return _by_places(ranked, {each.entrant: order.get(each.entrant, last) for each in ranked})
        case KnockOut() | GroupsKnockOut():
            given = TieBreakInput(board_tallies(tournament, format_) + levels, seed)
            ranked, places = standings(known, chosen, rules, given), format_.places(known)
            return ranked if places is None else _by_places(ranked, places)
        case _:
            return standings(known, chosen, rules, TieBreakInput(board_tallies(tournament, format_) + levels, seed))


def counted_course(known: PairingContext, format_: Format) -> PairingContext:
    """Returns the context whose matches give the points of the standings, each entrant by itself.

    In an arena, streaks multiply wins. If partners change, both get the result of their match. Formats that compare
    entrants by boards count no matches.
    """
    match format_:
        case Night() | IndividualSwiss():
            return course_of_players(known)
        case Arena():
            return arena.course_with_bonuses(known, format_.rules)
        case _:
            return known


def _key_of_lots(tournament: Tournament) -> bytes | None:
    """Returns the key of the draw of lots; `None` before the end.

    Older tournaments have no key of their own. They drew lots with the seed of their first round.
    """
    if tournament.lots is not None:
        return bytes.fromhex(tournament.lots)
    is_old = tournament.finished_at is not None and bool(tournament.rounds)
    return bytes.fromhex(tournament.rounds[0].seed) if is_old else None


def _by_places(ranked: Sequence[Standing], places: Mapping[EntrantId, int]) -> tuple[Standing, ...]:
    placed = [standing._replace(rank=places.get(standing.entrant, 1)) for standing in ranked]
    return tuple(sorted(placed, key=lambda standing: standing.rank))
