"""The cost of leaving a tournament now, for players who ask before they leave."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.formats.format import Format, entrants_of_match
from domain.tournaments.matches.results import report_for
from domain.tournaments.rounds.commands import MatchReport
from domain.tournaments.rounds.events import ResultAdjudicated, TableId
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Result

SeatGoesTo = Literal["substitute", "stand_in"]
Rating = Literal["unchanged", "loss", "first_hand"]


class LeavingCost(NamedTuple):
    """The effect of leaving on the current match and on the player's rating.

    Attributes:
        round, match, table: the current match; `None` if none is played at a table.
        seat_goes_to: the next holder of the seat; `None` if the match ends.
        stand_in: the bot that plays until a substitute comes, or to the end.
        substitute: the first player on the list of substitutes.
        ends: whether leaving ends the match.
        result: the result of the match if it ends; `None` if it continues, or if results are hidden.
        rating: `loss`: the player alone loses the game, as by a forfeit. `first_hand`: the game is not rated for any
            player. `unchanged`: there is no rated game, or another player who left before has lost it.
    """

    round: int | None = None
    match: int | None = None
    table: TableId | None = None
    seat_goes_to: SeatGoesTo | None = None
    stand_in: str | None = None
    substitute: PlayerId | None = None
    ends: bool = False
    result: Result | None = None
    rating: Rating = "unchanged"

    @property
    def sentence(self) -> str:
        """The cost in words."""
        return message(
            "You leave the tournament. {of_match}{of_rating}",
            of_match=self._of_match(),
            of_rating=_OF_RATING[self.rating],
        )

    def _of_match(self) -> str:
        if self.round is None:
            return message("You play no match now.")
        match = message("match {match} of round {round}", match=self.match, round=self.round)
        if self.ends:
            worth = (
                message(", {first} to {second}", first=self.result.first, second=self.result.second)
                if self.result is not None
                else ""
            )
            return message("It ends {match}{worth}.", match=match, worth=worth)
        called = (
            message(" {substitute} is called to take your seat.", substitute=self.substitute) if self.substitute else ""
        )
        return message("A bot plays for you in {match}.{called}", match=match, called=called)


_OF_RATING: dict[Rating, str] = {
    "unchanged": "",
    "loss": message(" The game counts as a forfeit for your rating only."),
    "first_hand": message(" No hand is finished, so the game is not rated."),
}


def leaving_cost(
    before: Tournament, format_: Format, entrant: EntrantId, reports: Iterable[MatchReport], events: Iterable[Any]
) -> LeavingCost:
    """Returns the cost of leaving for a player of an entrant.

    Args:
        before: the tournament before leaving.
        format_: its format.
        entrant: the entrant.
        reports: the reports of the open matches.
        events: the events of leaving.
    """
    ended = {(each.round, each.match): each for each in events if isinstance(each, ResultAdjudicated)}
    known_reports = tuple(reports)
    for round_ in before.open_rounds:
        for number in round_.open_matches():
            tables = round_.tables[number - 1]
            if not tables or entrant not in entrants_of_match(format_, round_.paired.matches[number - 1]):
                continue
            report = report_for(known_reports, round_, number)
            rating: Rating = "unchanged"
            if before.settings.is_rated and not report.left_before:
                rating = "loss" if report.hands else "first_hand"
            cost = LeavingCost(round_.paired.number, number, tables[-1], rating=rating)
            end = ended.get((round_.paired.number, number))
            return (
                _cost_of_ended_match(before, cost, end) if end is not None else _cost_of_continued_match(before, cost)
            )
    return LeavingCost()


def _cost_of_ended_match(before: Tournament, cost: LeavingCost, end: ResultAdjudicated) -> LeavingCost:
    is_hidden = before.settings.is_sealed or before.settings.boards is not None
    return cost._replace(ends=True, result=None if is_hidden else Result(end.first, end.second, end.kind))


def _cost_of_continued_match(before: Tournament, cost: LeavingCost) -> LeavingCost:
    free = (each.player for each in before.substitutes if before.entry_of(each.player) is None)
    first = next(free, None)
    return cost._replace(
        seat_goes_to="stand_in" if first is None else "substitute",
        stand_in=before.settings.play.ladder.stand_in,
        substitute=first,
    )
