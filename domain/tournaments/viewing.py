"""What a viewer of a tournament sees: some results are hidden until their round or their boards are closed."""

from typing import NamedTuple

from domain.kernel.players import PlayerId
from domain.tournaments.boards.sets import closed_sets, sealed_rounds
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.staff import has_right
from domain.tournaments.state import Tournament


class TournamentView(NamedTuple):
    """A tournament at a version, and its viewer."""

    tournament_id: str
    version: int
    tournament: Tournament
    viewer: PlayerId

    @property
    def is_owner(self) -> bool:
        """Whether the viewer owns the tournament."""
        return self.tournament.role_of(self.viewer) == "owner"

    def hides(self, number: int) -> bool:
        """Returns whether results of the round are hidden from the viewer."""
        tournament = self.tournament
        is_open = not 1 <= number <= len(tournament.rounds) or tournament.rounds[number - 1].closed_at is None
        is_sealed = tournament.settings.is_sealed and is_open and not has_right(tournament, self.viewer, "results")
        return is_sealed or self.hides_boards(number)

    def hides_boards(self, number: int) -> bool:
        """Returns whether scores of the duplicate boards of a round are hidden from the viewer."""
        tournament = self.tournament
        if tournament.settings.boards is None:
            return False
        is_staff = has_right(tournament, self.viewer, "results") and tournament.entry_of(self.viewer) is None
        return not is_staff and self.has_open_boards(number)

    def has_open_boards(self, number: int) -> bool:
        """Returns whether a round plays boards that others still have to play. Cancelled rounds count too."""
        tournament = self.tournament
        is_round = 1 <= number <= len(tournament.rounds)
        return not is_round or number in sealed_rounds(tournament, format_of(tournament.settings))

    def closed_sets(self) -> frozenset[int]:
        """Returns the numbers of the sets of duplicate boards that are public."""
        return closed_sets(self.tournament, format_of(self.tournament.settings))


def sealed_round_numbers(tournament: Tournament) -> frozenset[int]:
    """Returns the numbers of the rounds whose results are not public yet."""
    sealed: frozenset[int] = frozenset()
    if tournament.settings.is_sealed:
        sealed |= {number for number, each in enumerate(tournament.rounds, start=1) if each.closed_at is None}
    if tournament.settings.boards is not None:
        sealed |= sealed_rounds(tournament, format_of(tournament.settings))
    return sealed


def without_sealed_results(tournament: Tournament) -> Tournament:
    """Returns the tournament without sealed results."""
    sealed = sealed_round_numbers(tournament)
    if not sealed:
        return tournament
    rounds = (
        each._replace(results=(None,) * len(each.results)) if number in sealed else each
        for number, each in enumerate(tournament.rounds, start=1)
    )
    return tournament._replace(rounds=tuple(rounds))
