"""The bot `steady`, which follows the strategy hints of the rule catalogue (BOT-01 and following)."""

from domain.games.sheng_ji.bots.bidding import ask_for_redeal, bid
from domain.games.sheng_ji.bots.burying import bury
from domain.games.sheng_ji.bots.calling import call_friends
from domain.games.sheng_ji.bots.declaring import declare, plan
from domain.games.sheng_ji.bots.following import follow
from domain.games.sheng_ji.bots.leading import choose_unit, lead
from domain.games.sheng_ji.bots.random_bot import is_asked_to_agree
from domain.games.sheng_ji.bots.watching import object_or_end
from domain.games.sheng_ji.commands import Bury, Consent, Declare, Move, Pass, Play
from domain.games.sheng_ji.state import (
    Bidding,
    Burying,
    Calling,
    Declaring,
    MatchState,
    Redealing,
    Reviewing,
    Tricks,
)
from domain.games.sheng_ji.ways_of_declaring import Sealed
from domain.kernel.seats import Seat
from domain.table.bot import Luck
from domain.table.state import Table


class SteadyBot:
    """Declares long suits, voids suits when burying, counts cards, and plays for the highest expected points."""

    name = "steady"
    version = 1
    about = "Declares long suits, counts cards, and follows rules of thumb."

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:  # noqa: ARG002, PLR0911 - one case for each phase
        """Returns the best move. The same view always gives the same move."""
        match: MatchState = view.match
        if is_asked_to_agree(match, seat):
            return Consent(agree=True)
        match match.phase:
            case Declaring(way=Sealed()) as declaring:
                return plan(match, declaring, seat)
            case Declaring() as declaring:
                return declare(match, declaring, seat)
            case Redealing() as redealing:
                return ask_for_redeal(match, redealing, seat)
            case Burying() as burying:
                return Bury(bury(match, burying, seat))
            case Bidding() as bidding:
                return bid(match, bidding, seat)
            case Calling() as calling:
                return call_friends(match, calling)
            case Tricks() as tricks:
                return object_or_end(match, seat) or _play(match, tricks, seat)
            case Reviewing():
                return object_or_end(match, seat) or Pass()
            case phase:
                raise ValueError(f"nothing is asked in {type(phase).__name__}")

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Move | None:  # noqa: ARG002 - it takes no chances
        """Returns a declaration while the cards are drawn, or `None`."""
        match: MatchState = view.match
        if not isinstance(match.phase, Declaring):
            return None
        move = declare(match, match.phase, seat)
        return move if isinstance(move, Declare) else None


def _play(match: MatchState, tricks: Tricks, seat: Seat) -> Play:
    if tricks.chooser is not None and tricks.throw is not None:
        return choose_unit(match, tricks, seat, tricks.throw)
    if tricks.trick is None:
        return lead(match, tricks, seat)
    return Play(follow(match, tricks, seat))
