"""Results of boards from finished tables, and results of matches with several tables.

| finished table | result of its board |
|---|---|
| a hand was played to its score, or conceded | that score |
| one side conceded or forfeited | average minus for that side, average plus for the other |
| all players agreed to give up or to draw | average minus for both |

If each seat is compared alone, each seat has its own score. Without a score, a seat that forfeited its table has
average minus and all others average plus. Otherwise the winners have average plus and the others average minus.

| match | result |
|---|---|
| two sides at one table with boards | the higher total over all boards wins; standings count the boards instead |
| teams with boards, `matchpoints` | 2 for each board won by a team, 1 for an equal one; more wins |
| teams with boards, `imps` | swings on the scale of the game (`scales`); more IMPs win |
| teams with boards, `victory_points` | the margin in IMPs on the scale of `victory_points` |
| teams without boards | the results of all tables together; more wins |

If one or both tables of a board lack a score, a team gets 3 IMPs if it has average plus and its opponents have average
minus (Law 86A). Otherwise it gets none. If a match must have a winner, the sum of the differences decides a tied match.
If the sum is 0, the better seed wins.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from domain.kernel.scale import Scale
from domain.kernel.scores import BoardScore
from domain.table.state import Table
from domain.tournaments.boards.assigned import counted_boards, leads_by_share, share_of_first
from domain.tournaments.boards.comparison import AVERAGE_IMPS
from domain.tournaments.boards.line_ups import OF_TEAMS, even_is_first
from domain.tournaments.boards.matchpoints import WHOLE, Average
from domain.tournaments.boards.records import Assigned, BoardResult, Place, SeatResult
from domain.tournaments.boards.scales import scale_of
from domain.tournaments.boards.scores import scores_of_seats
from domain.tournaments.boards.victory_points import victory_points
from domain.tournaments.matches.adjudication import awarded_result
from domain.tournaments.pairing.teams import TeamRules, match_points
from domain.tournaments.settings import TableGame, TournamentSettings
from domain.tournaments.standings.rounding import half_up
from domain.tournaments.terms import Points, Result

WON, LEVEL = 200, 100
"""The points for a board that a team wins or ties, in hundredths."""


def board_result(place: Place, table_id: str, table: Table, *, is_seat_by_seat: bool = False) -> BoardResult:
    """Returns the result of the board of a finished table; for each seat if seats are compared alone."""
    scores = scores_of_seats(table)
    if is_seat_by_seat:
        return BoardResult(place.board, place.room, table_id, seats=_seats(scores, table))
    if scores is not None:
        return BoardResult(place.board, place.room, table_id, scores[0])
    for_even, for_odd = _averages_without_score(table)
    return BoardResult(place.board, place.room, table_id, None, for_even, for_odd)


def _seats(scores: tuple[BoardScore, ...] | None, table: Table) -> tuple[SeatResult, ...]:
    if scores is not None:
        return tuple(map(SeatResult, scores))
    seats = frozenset(range(len(table.seats)))
    spared = frozenset(table.result.winners) if table.result is not None else frozenset[int]()
    if table.result is not None and table.result.forfeited_by is not None:
        spared = seats - {table.result.forfeited_by}
    return tuple(SeatResult(None, "average_plus" if seat in spared else "average_minus") for seat in sorted(seats))


def _averages_without_score(table: Table) -> tuple[Average, Average]:
    winners = table.result.winners if table.result is not None else ()
    if not winners:
        return "average_minus", "average_minus"
    return ("average_plus", "average_minus") if winners[0] % 2 == 0 else ("average_minus", "average_plus")


def scale_of_two_sides(play: TableGame) -> Scale:
    """Returns the IMP scale of a game between two sides. Raises `ValueError` for other games."""
    scale = scale_of(play.game, play.profile, play.overrides)
    if scale is None:
        raise ValueError("IMPs need two sides")
    return scale


class Swing(NamedTuple):
    """The effect of a board on a match, from the view of the first team.

    Attributes:
        board: its number.
        difference: the first team's score less the second team's; `None` if a table has no score.
        imps: the IMPs on the scale; for an adjusted board the assigned IMPs.
        share: the first team's share in hundredths of a per cent, if percentages are assigned.
    """

    board: int
    difference: int | None
    imps: int
    share: int | None = None


def swings_of(boards: Sequence[BoardResult], scale: Scale, assigned: Sequence[Assigned] = ()) -> tuple[Swing, ...]:
    """Returns the swing of each board for the first team, which has the even seats of the odd rooms.

    If a match has more than two rooms, the boards of rooms 3 and 4 count separately, and so on.

    Args:
        boards: the results of its tables.
        scale: the IMP scale.
        assigned: the scores assigned by staff.
    """
    counted = counted_boards(boards, assigned)
    at: Mapping[tuple[int, int], BoardResult] = {(each.board, each.room): each for each in counted}
    twos = sorted({(board, (room + 1) // 2) for board, room in at})
    by_two: dict[tuple[int, int], list[Assigned]] = {}
    for each in assigned:
        by_two.setdefault((each.board, (each.room + 1) // 2), []).append(each)
    swings = []
    for board, two in twos:
        special = by_two.get((board, two), [])
        first = share_of_first(special)
        if any(each.is_void for each in special):
            continue
        if first is not None:
            swings.append(Swing(board, None, first.imps, first.share))
        else:
            swings.append(_swing(scale, board, at.get((board, 2 * two - 1)), at.get((board, 2 * two))))
    return tuple(swings)


def _swing(scale: Scale, board: int, here: BoardResult | None, there: BoardResult | None) -> Swing:
    if here is not None and there is not None and here.score is not None and there.score is not None:
        difference = here.score.total - there.score.total
        return Swing(board, difference, scale.imps(difference))
    first = [*([here.for_even] if here else []), *([there.for_odd] if there else [])]
    second = [*([here.for_odd] if here else []), *([there.for_even] if there else [])]
    is_plus, is_minus = "average_plus" in first, "average_plus" in second
    return Swing(board, None, AVERAGE_IMPS["average_plus"] * (is_plus - is_minus))


def result_of_boards(
    settings: TournamentSettings,
    boards: Sequence[BoardResult],
    assigned: Sequence[Assigned],
    better: Literal["first", "second"] | None,
) -> Result:
    """Returns the result of a match by its boards. Each board must have a result, or a score assigned by staff."""
    if settings.format in OF_TEAMS:
        return team_result(settings, boards, better, assigned)
    return head_to_head(settings, boards, assigned)


def team_result(
    settings: TournamentSettings,
    boards: Sequence[BoardResult],
    better: Literal["first", "second"] | None,
    assigned: Sequence[Assigned] = (),
) -> Result:
    """Returns the result of a match of teams, computed from the results of its boards.

    Args:
        settings: the settings of the tournament.
        boards: the results of the boards, from all tables of the match.
        better: the side with the better seed, which wins a tie; `None` if a tie may stand.
        assigned: the scores assigned by staff.
    """
    plan, swings = settings.rounds, swings_of(boards, scale_of_two_sides(settings.play), assigned)
    scoring = settings.boards.scoring if settings.boards is not None else "imps"
    if scoring == "victory_points":
        worth = victory_points(sum(each.imps for each in swings), max(len(swings), 1))
        result = Result(worth.first, worth.second)
    elif scoring == "imps":
        result = match_points(imp_points(swings), TeamRules(plan.win, plan.draw, plan.loss))
    else:
        result = match_points(board_a_match(swings), TeamRules(plan.win, plan.draw, plan.loss))
    if better is None or result.first != result.second:
        return result
    lead = sum(each.difference or 0 for each in swings)
    return awarded_result(plan, to_first=lead > 0 if lead else better == "first")


def imp_points(swings: Sequence[Swing]) -> Result:
    """Returns the IMPs of both teams, in hundredths."""
    return Result(
        Points(100 * sum(each.imps for each in swings if each.imps > 0)),
        Points(-100 * sum(each.imps for each in swings if each.imps < 0)),
    )


def board_a_match(swings: Sequence[Swing]) -> Result:
    """Returns the board-a-match points of both teams, in hundredths."""
    first = sum(_point_a_board(each) for each in swings)
    return Result(Points(first), Points(WON * len(swings) - first))


def _point_a_board(swing: Swing) -> int:
    if swing.share is not None:
        return half_up(WON * swing.share, WHOLE)
    lead = swing.imps if swing.difference is None else swing.difference
    return WON if lead > 0 else LEVEL if lead == 0 else 0


def lead_of(settings: TournamentSettings, boards: Sequence[BoardResult]) -> int:
    """Returns the lead of the first side over all boards with a score; negative if the second side leads."""
    return sum(
        each.score.total if even_is_first(settings, each.room) else -each.score.total
        for each in boards
        if each.score is not None
    )


def head_to_head(
    settings: TournamentSettings, boards: Sequence[BoardResult], assigned: Sequence[Assigned] = ()
) -> Result:
    """Returns the result of a match at one table. If scores are level, averages decide, then assigned shares."""
    plan, counted = settings.rounds, counted_boards(boards, assigned)
    lead = lead_of(settings, counted)
    if not lead:
        lead = sum(_points_conceded(each) for each in counted) or leads_by_share(assigned)
    if not lead:
        return Result(plan.draw, plan.draw)
    return Result(plan.win, plan.loss) if lead > 0 else Result(plan.loss, plan.win)


def _points_conceded(result: BoardResult) -> int:
    return (result.for_even == "average_plus") - (result.for_odd == "average_plus")
