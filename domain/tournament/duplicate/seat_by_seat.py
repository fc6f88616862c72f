"""Individuals in games in which partners are called, or nobody has any: each seat is compared with the same seat.

| of `duplicate_individual` | two sides of two at a table | any other game |
|---|---|---|
| who is an entrant | a player | a player |
| who sits where | a movement: another partner in every round | `movements.seat_by_seat`, drawn for each round |
| a match is | two partnerships | a table: first whoever has the even seats, second the odd ones, in their order |
| what is compared | sides | each seat of a deal, with all who held it |
| how many enter | 8, 12 or 16 | two tables at least, 100 players at most |
| in IMPs | yes | no |

So a side of such a match is no side of the game: its id names the players on every other seat, joined by `+`, and the
match is worth the same to both. Whether friends are called, everybody is alone, or three are partners, a
seat is worth what `scoring.board` says of it, and nothing else of the match counts.

| a board of a table has no score since | who withdrew, or did not come | who was there |
|---|---|---|
| a player withdrew before the match was over, which ends all its boards | average minus | average plus |
| a player is waited for at the deadline | average minus | average plus |
| a seat has forfeited the table | average minus | average plus, partners too |
| all gave it up, or called it drawn | | average minus |
| the deadline came, and nobody is waited for | | average |
| staff have set the result of the match | | average plus with the better side, minus with the other, else average |
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from domain.tournament.duplicate.records import BoardResult, SeatResult
from domain.tournament.format import Violation
from domain.tournament.movements.seat_by_seat import Seated, TableOfPlayers, had, seated_round
from domain.tournament.pairing.partnerships import BETWEEN, OfPlayers, players
from domain.tournament.refusals import TooFewToPair
from domain.tournament.rounds import Bye, Course, EntrantId, Match, PlayedRound, Round

PLAYERS_LIMIT = 100
"""More players take too long to be spread evenly."""


@dataclass(frozen=True, slots=True)
class SeatBySeat(OfPlayers):
    """Players of whom so many sit at a table, and who are compared seat by seat; see the tables at the head."""

    rounds: int
    seats: int

    def next_round(self, course: Course, seed: bytes) -> Round | None:
        """The round that follows; none after the last.

        Raises:
            TooFewToPair: those who are there do not fill a table.
        """
        number, here = len(course.rounds) + 1, [entrant.id for entrant in course.present()]
        if number > self.rounds:
            return None
        if len(here) < self.seats:
            raise TooFewToPair(
                f"{len(here)} players do not fill a table of {self.seats}",
                hint=f"wait until {self.seats} are there, or finish the tournament",
                facts={"least": self.seats},
            )
        made = seated_round(here, self.seats, had(map(_seated, course.rounds)), seed)
        byes = tuple(Bye(entrant, "pairing") for entrant in made.out)
        return Round(number, tuple(map(match_of, made.tables)), byes)

    def violations(self, course: Course, paired: Round) -> tuple[Violation, ...]:  # noqa: ARG002 - no history forbids any
        """`seats`: a table has more players or fewer; `byes`: who sits out would fill a table."""
        wrong = [
            Violation("seats", f"A table has {self.seats} players, {self.seats // 2} of them on odd seats.", match)
            for match in paired.matches
            if [len(players(side)) for side in match] != [(self.seats + 1) // 2, self.seats // 2]
        ]
        out = tuple(bye.entrant for bye in paired.byes if bye.kind == "pairing")
        if len(out) >= self.seats:
            wrong.append(Violation("byes", f"{len(out)} players sit out, who would fill a table.", out))
        return tuple(wrong)


def match_of(table: TableOfPlayers) -> Match:
    """The match of those who sit at a table, by seats."""
    return Match(EntrantId(BETWEEN.join(table[::2])), EntrantId(BETWEEN.join(table[1::2])))


def table_of(match: Match) -> TableOfPlayers:
    """Who sits at the table of a match, by seats."""
    twos = zip_longest(players(match.first), players(match.second))
    return tuple(player for two in twos for player in two if player is not None)


def _seated(played: PlayedRound) -> Seated:
    """A round as its movement knows it."""
    out = tuple(bye.entrant for bye in played.round.byes if bye.kind == "pairing")
    return Seated(tuple(map(table_of, played.round.matches)), out)


def without_scores(
    match: Match, missing: Container[EntrantId], boards: Sequence[int], played: Sequence[BoardResult]
) -> tuple[BoardResult, ...]:
    """All boards of a match that has no result from its tables.

    Args:
        match: which.
        missing: who withdrew, is missing or waited for.
        boards: the numbers of its boards.
        played: those that were played before.
    """
    known = {each.board: each for each in played}
    absent = [player in missing for player in table_of(match)]
    there: SeatResult = SeatResult(None, "average_plus" if any(absent) else "average")
    seats = tuple(SeatResult(None, "average_minus") if each else there for each in absent)
    return tuple(known.get(board, BoardResult(board, 1, "", seats=seats)) for board in boards)
