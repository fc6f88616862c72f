"""The format `duplicate_individual` in games that do not have two sides of two players. It compares seats with seats.

The table compares the two forms of the format. This module implements the form in the last column.

| `duplicate_individual` by game | two sides of two at a table | any other game |
|---|---|---|
| entrant | a player | a player |
| seats | a movement: another partner in every round | `movements.seats`, drawn for each round |
| match | two partnerships | a table: side `first` is the players on the even seats, `second` those on the odd seats |
| compared | sides | each seat with the same seat at the other tables of the deal |
| number of entrants | 8, 12 or 16 | enough for two tables, at most 100 |
| IMPs | yes | no |

A side of a match is a group of seats here. Two players of one side may be opponents in the game. The id of a side is
the ids of its players in the order of their seats, joined by `+`. Only seats are compared, so a match itself counts as
a draw unless staff set another result.
`GamePackage.scores` returns the score of each seat. Partners have the same score.

A board that was not played to its end gets artificial scores. The table lists them by reason. If a player withdraws,
all boards of the match get them, also those already played.

| reason | players who withdrew, did not come or forfeited | all others |
|---|---|---|
| a player withdrew before the match was over | average minus | average plus |
| a player is missing at the deadline | average minus | average plus |
| a seat has forfeited the table | average minus | average plus, also for partners of that seat |
| all players agreed to give up or to draw | | average minus for everyone |
| the deadline passed, and no player is missing | | average |
| staff have set a winner of the match | | average plus on the winning side, average minus on the other |
| staff have set a tie | | average |
| staff have set that both sides lose | | average minus |
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from domain.kernel.messages import message
from domain.tournaments.boards.movements.seats import SeatedRound, TableOfPlayers, seat_history, seated_round
from domain.tournaments.boards.records import BoardResult, SeatResult
from domain.tournaments.formats.format import Violation
from domain.tournaments.pairing.partnerships import BETWEEN, PlayerFormat, players_of_side
from domain.tournaments.rounds.refusals import TooFewToPair
from domain.tournaments.terms import Bye, Entrant, EntrantId, Match, PairingContext, PlayedRound, Round

PLAYERS_LIMIT = 100
"""With more players an even distribution takes too long."""


@dataclass(frozen=True, slots=True)
class SeatBySeat(PlayerFormat):
    """Players at tables of a fixed size who are compared seat by seat; see the tables of the module."""

    rounds: int
    seats: int

    @property
    def fixed_rounds(self) -> int | None:
        """The number of rounds."""
        return self.rounds

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:
        """Returns the next round; `None` after the last.

        Raises:
            TooFewToPair: the present players do not fill a table.
        """
        number, here = len(context.rounds) + 1, [entrant.id for entrant in context.present()]
        if number > self.rounds:
            return None
        if len(here) < self.seats:
            raise TooFewToPair(
                message("{count} players are too few for a table of {seats}", count=len(here), seats=self.seats),
                hint=message("wait until {seats} players are present, or finish the tournament", seats=self.seats),
                facts={"least": self.seats},
            )
        past = seat_history(_seated_round(played, context.entrants) for played in context.rounds)
        made = seated_round(here, self.seats, past, seed)
        byes = tuple(Bye(entrant, "pairing") for entrant in made.out)
        return Round(number, tuple(map(match_of, made.tables)), byes)

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:  # noqa: ARG002 - no history forbids any
        """Returns what is wrong with a round.

        `seats`: a table has the wrong number of players. `byes`: enough players sit out to fill another table.
        """
        wrong = [
            Violation(
                "seats",
                message(
                    "A table has {seats} players, {seats_2} of them on odd seats",
                    seats=self.seats,
                    seats_2=self.seats // 2,
                ),
                match,
            )
            for match in paired.matches
            if [len(players_of_side(side)) for side in match] != [(self.seats + 1) // 2, self.seats // 2]
        ]
        out = tuple(bye.entrant for bye in paired.byes if bye.kind == "pairing")
        if len(out) >= self.seats:
            wrong.append(
                Violation("byes", message("{count} players sit out, but they could fill a table", count=len(out)), out)
            )
        return tuple(wrong)


def match_of(table: TableOfPlayers) -> Match:
    """Returns the match of the players of a table, given by seats."""
    return Match(EntrantId(BETWEEN.join(table[::2])), EntrantId(BETWEEN.join(table[1::2])))


def table_of(match: Match) -> TableOfPlayers:
    """Returns the players of the table of a match, by seats."""
    twos = zip_longest(players_of_side(match.first), players_of_side(match.second))
    return tuple(player for two in twos for player in two if player is not None)


def _seated_round(played: PlayedRound, entrants: Sequence[Entrant]) -> SeatedRound:
    """Returns a round in the form of its movement. All who were at no table have sat out, as in other formats."""
    tables = tuple(map(table_of, played.round.matches))
    seated = {player for table in tables for player in table}
    return SeatedRound(tables, tuple(each.id for each in entrants if each.id not in seated))


def without_scores(
    match: Match, missing: Container[EntrantId], boards: Sequence[int], played: Sequence[BoardResult]
) -> tuple[BoardResult, ...]:
    """Returns all boards of a match without a result from its tables.

    Args:
        match: the match.
        missing: the entrants who withdrew or are missing.
        boards: the numbers of its boards.
        played: the boards played before.
    """
    known = {each.board: each for each in played}
    absent = [player in missing for player in table_of(match)]
    there: SeatResult = SeatResult(None, "average_plus" if any(absent) else "average")
    seats = tuple(SeatResult(None, "average_minus") if each else there for each in absent)
    return tuple(known.get(board, BoardResult(board, 1, "", seats=seats)) for board in boards)
