"""Refusals about rounds, matches and results."""

from domain.kernel.refusals import Illegal, NotAllowed, Unknown, WrongMoment


class WrongRoundNumber(WrongMoment):
    """Rounds are paired one after the other, each once."""


class RoundNotOver(WrongMoment):
    """There are matches of this round without a result."""


class RoundStillOpen(WrongMoment):
    """The last round is not closed yet."""


class AlreadyClosed(WrongMoment):
    """The round was closed already."""


class NoRoundOpen(WrongMoment):
    """No round is being played."""


class TooEarly(WrongMoment):
    """The next round does not begin yet."""


class RoundsLeft(WrongMoment):
    """There are rounds left to be played."""


class ResultsIn(WrongMoment):
    """A round with results is not paired again."""


class OddField(Illegal):
    """The format does not pair an odd number of entrants."""


class EmptyRound(Illegal):
    """A round has one match at least."""


class UnknownEntrant(Illegal):
    """The round names somebody who does not take part."""


class NamedTwice(Illegal):
    """The round names an entrant more than once."""


class AbsentPaired(Illegal):
    """The round names an entrant who has withdrawn or is not there."""


class EntrantMissing(Illegal):
    """The round leaves out an entrant who is there."""


class BreaksFormat(Illegal):
    """The round breaks a rule of the format that nobody may break."""


class NoSuchRound(Unknown):
    """The tournament has had no round of this number."""


class NoSuchMatch(Unknown):
    """The round has no match of this number."""


class TableLinkedAlready(WrongMoment):
    """The table belongs to a match already."""


class TableNotLinked(Illegal):
    """The result does not come from the tables of the match."""


class TableNotFinished(WrongMoment):
    """There is no result while a table of the match is not finished."""


class ResultStands(WrongMoment):
    """The match has a result."""


class BracketPlayedOn(WrongMoment):
    """Another winner of this match would have played a later one, which was paired already."""


class InvalidResult(Illegal):
    """A match cannot have this result."""


class InvalidDeadline(Illegal):
    """A deadline is moved to a time to come, and only where the round has one."""


class InvalidStart(Illegal):
    """A round is scheduled for a time to come, and only where rounds follow each other."""


class RoundNotScheduled(WrongMoment):
    """No round is scheduled."""


class TooFewToPair(WrongMoment):
    """There are too few entrants present for a round."""


class NobodyFree(WrongMoment):
    """There are no two who wait and can meet now."""


class NoLegalPairing(WrongMoment):
    """No way to pair all who are present keeps the absolute rules of the format."""


class NoBoards(WrongMoment):
    """The tournament is not played with duplicate boards, or not with such ones."""


class SetDealt(WrongMoment):
    """The set was dealt already, or is not played."""


class WrongBoards(Illegal):
    """These are not the boards of a set."""


class BoardNotOfMatch(Unknown):
    """The match does not play this board at this table."""


class InvalidBoardScore(Illegal):
    """No such score can be assigned to a board."""


class NothingPlayed(WrongMoment):
    """The table has not made a score of the board that could count again."""


class KnowsTheDeals(NotAllowed):
    """Who knows deals does not play them."""
