"""Refusals about rounds, matches and results."""

from domain.kernel.refusals import Illegal, NotAllowed, Unknown, WrongMoment


class WrongRoundNumber(WrongMoment):
    """Rounds must be paired in order, each once."""


class RoundNotOver(WrongMoment):
    """Some matches of this round have no result."""


class RoundStillOpen(WrongMoment):
    """The last round is still open."""


class AlreadyClosed(WrongMoment):
    """The round is already closed."""


class NoRoundOpen(WrongMoment):
    """No round is open."""


class TooEarly(WrongMoment):
    """It is too early for the next round."""


class RoundsLeft(WrongMoment):
    """Some rounds have not been played yet."""


class ResultsIn(WrongMoment):
    """A round with results cannot be paired again."""


class OddField(Illegal):
    """The format cannot pair an odd number of entrants."""


class EmptyRound(Illegal):
    """A round needs at least one match."""


class UnknownEntrant(Illegal):
    """The round names an entrant who does not take part."""


class NamedTwice(Illegal):
    """The round names an entrant more than once."""


class AbsentPaired(Illegal):
    """The round names an entrant who has withdrawn or is absent."""


class EntrantMissing(Illegal):
    """The round leaves out an entrant who is present."""


class BreaksFormat(Illegal):
    """The round breaks an absolute rule of the format."""


class NoSuchRound(Unknown):
    """The tournament has no round of this number."""


class NoSuchMatch(Unknown):
    """The round has no match of this number."""


class TableLinkedAlready(WrongMoment):
    """The table already belongs to a match."""


class TableNotLinked(Illegal):
    """The result does not come from the tables of the match."""


class TableNotFinished(WrongMoment):
    """Some tables of the match are not finished."""


class ResultStands(WrongMoment):
    """The match already has a result."""


class BracketPlayedOn(WrongMoment):
    """A later match that depends on this result is already paired."""


class InvalidResult(Illegal):
    """A match cannot have this result."""


class InvalidDeadline(Illegal):
    """The deadline must be in the future, and the round must have one."""


class NoDeadline(WrongMoment):
    """Times of matches are agreed only in a round with a deadline."""


class NotOfMatch(NotAllowed):
    """Only the players of a match may do this."""


class TimeNotProposed(WrongMoment):
    """The other side does not propose this time."""


class TimeOutsideRound(Illegal):
    """A match is played between now and the deadline of its round."""


class PlayedAtTables(WrongMoment):
    """Players report results only of matches that are played elsewhere."""


class ElsewhereNotPossible(WrongMoment):
    """The match cannot be marked as played elsewhere."""


class NoOpenReport(WrongMoment):
    """No report of the other side waits for an answer."""


class ReportedAlready(WrongMoment):
    """The other side has reported a result."""


class InvalidStart(Illegal):
    """The start must be in the future, and the tournament must have scheduled rounds."""


class RoundNotScheduled(WrongMoment):
    """No round is scheduled."""


class TooFewToPair(WrongMoment):
    """Too few entrants are present for a round."""


class NobodyFree(WrongMoment):
    """No two waiting entrants can be paired now."""


class NoLegalPairing(WrongMoment):
    """No pairing of all present entrants satisfies the absolute rules of the format."""


class NoBoards(WrongMoment):
    """The tournament does not use duplicate boards of this kind."""


class SetDealt(WrongMoment):
    """The set has already been dealt, or is not played."""


class WrongBoards(Illegal):
    """These are not the boards of a set."""


class BoardNotOfMatch(Unknown):
    """The match does not play this board at this table."""


class InvalidBoardScore(Illegal):
    """This score cannot be assigned to a board."""


class NothingPlayed(WrongMoment):
    """The table has no score of its own on this board to restore."""


class KnowsTheDeals(NotAllowed):
    """A player who knows the deals cannot play them."""
