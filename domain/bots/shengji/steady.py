"""The bot `steady`: plays by the hints of RULES §29a."""

from domain.bots.policy import Luck
from domain.bots.shengji.burying import bury
from domain.bots.shengji.declaring import declare
from domain.bots.shengji.following import follow
from domain.bots.shengji.leading import lead
from domain.seats import Seat
from domain.shengji.commands import Bury, Move, Play
from domain.shengji.state import Burying, Declaring, Match, Tricks
from domain.table.state import Table


class SteadyBot:
    """Declares on length, voids suits as it buries, counts cards, and leads and follows for the points it expects."""

    name = "steady"

    def choose(self, view: Table, seat: Seat, _luck: Luck) -> Move:
        """The move it holds for the best; the same view gives the same move always."""
        match: Match = view.match
        match match.phase:
            case Declaring() as declaring:
                return declare(match, declaring, seat)
            case Burying() as burying:
                return Bury(bury(match, burying, seat))
            case Tricks(choices=(forced, *_)):
                return Play(forced)
            case Tricks(trick=None) as tricks:
                return Play(lead(match, tricks, seat))
            case Tricks() as tricks:
                return Play(follow(match, tricks, seat))
            case phase:
                raise ValueError(f"nothing is asked in {type(phase).__name__}")
