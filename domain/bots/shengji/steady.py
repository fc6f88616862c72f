"""The bot `steady`: plays by the hints of RULES §29a."""

from domain.bots.policy import Luck
from domain.bots.shengji.burying import bury
from domain.bots.shengji.declaring import declare
from domain.bots.shengji.following import follow
from domain.bots.shengji.leading import lead
from domain.bots.shengji.random_bot import RandomBot, is_asked_to_agree
from domain.seats import Seat
from domain.shengji.commands import Bury, Consent, Declare, Move, Play
from domain.shengji.state import Auction, Burying, Declaring, LiveDraw, Match, Tricks
from domain.table.state import Table


class SteadyBot:
    """Declares on length, voids suits as it buries, counts cards, and leads and follows for the points it expects."""

    name = "steady"

    def __init__(self) -> None:
        self._random = RandomBot()

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:
        """The move it holds for the best; the same view gives the same move always."""
        match: Match = view.match
        if is_asked_to_agree(match, seat):
            return Consent(agree=True)
        match match.phase:
            case Declaring(way=Auction() | LiveDraw()) as declaring:
                return declare(match, declaring, seat)
            case Burying() as burying:
                return Bury(bury(match, burying, seat))
            case Tricks(choices=(forced, *_)):
                return Play(forced)
            case Tricks(trick=None) as tricks:
                return Play(lead(match, tricks, seat))
            case Tricks() as tricks:
                return Play(follow(match, tricks, seat))
            case _:
                return self._random.choose(view, seat, luck)

    def interject(self, view: Table, seat: Seat, _luck: Luck) -> Move | None:
        """What it declares while the cards are drawn."""
        match: Match = view.match
        if not isinstance(match.phase, Declaring):
            return None
        move = declare(match, match.phase, seat)
        return move if isinstance(move, Declare) else None
