"""Refusals of tournaments, leagues and series."""

from domain.kernel.refusals import Illegal, InvalidRules, NotAllowed, Unknown, WrongMoment


class InvalidSettings(InvalidRules):
    """These settings are not valid for a tournament, series or league."""


class FormatDoesNotFit(InvalidRules):
    """The format does not fit the game, the entrants or other settings of the tournament."""


class SettingFixed(WrongMoment):
    """This setting can no longer be changed."""


class CapacityTaken(WrongMoment):
    """More entrants have a place than the new capacity allows."""


class TournamentBegun(WrongMoment):
    """This is possible only before the tournament starts."""


class TournamentNotRunning(WrongMoment):
    """The tournament is not running."""


class PlayPaused(WrongMoment):
    """The tournament is paused."""


class NotPaused(WrongMoment):
    """The tournament is not paused."""


class TournamentOver(WrongMoment):
    """The tournament is finished or was cancelled."""


class TournamentFinishing(WrongMoment):
    """All matches are played. Only results can be corrected."""


class TournamentNotFinished(WrongMoment):
    """The tournament is not finished, so it cannot be reopened."""


class ReopeningTooLate(WrongMoment):
    """The tournament ended too long ago to be reopened."""


class TooFewEntrants(WrongMoment):
    """The tournament does not have enough entrants to start."""


class StaffOnly(NotAllowed):
    """Only staff with this right may do this."""


class StaffPlays(NotAllowed):
    """Staff who play in the tournament may not act for its guests."""


class NoSuchStaffAct(Unknown):
    """The log of staff has no act of this number."""


class NotNewestStaffAct(WrongMoment):
    """Only the newest act of staff can be undone."""


class ActNotUndoable(WrongMoment):
    """Acts of this kind cannot be undone."""


class ActHasFollowers(WrongMoment):
    """Something that depends on the act has followed it."""


class NotOnStaff(Unknown):
    """The player has no role that could be removed."""


class OwnerStays(WrongMoment):
    """The role of the owner cannot be changed."""


class ReasonNeeded(Illegal):
    """This decision needs a reason."""


class RegistrationNotOpen(WrongMoment):
    """Registration is not open."""


class NoSuchEntrant(Unknown):
    """There is no such entrant."""


class NoSuchBot(Illegal):
    """The game has no house bot with this name."""


class EntrantIdTaken(WrongMoment):
    """Another entrant already has this id."""


class EntrantOut(WrongMoment):
    """The entrant no longer takes part."""


class NameTaken(WrongMoment):
    """Another entrant has this name."""


class NameNotPossible(Illegal):
    """An entrant cannot have this name."""


class AlreadyEntered(WrongMoment):
    """The player already takes part with another entrant."""


class PlayedBefore(WrongMoment):
    """A participant who has withdrawn cannot enter again."""


class WrongNumberOfPlayers(Illegal):
    """An entrant has too few or too many players."""


class BotsNotPossible(Illegal):
    """House bots can be entrants only of unrated tournaments and in sandboxes."""


class UnreadableList(Illegal):
    """A table of entrants cannot be read."""


class UnclearPlayer(Illegal):
    """Nobody or several players have a name by which staff name a player."""


class NoPartners(Illegal):
    """Players take part individually."""


class EntrantFull(WrongMoment):
    """The entrant has the maximum number of players and invitations."""


class AlreadyInvited(WrongMoment):
    """The player already has an invitation to this entrant."""


class NotInvited(NotAllowed):
    """The player has no invitation to this entrant."""


class PartnerNotPossible(Illegal):
    """These two players cannot be partners."""


class HasPartner(WrongMoment):
    """The player already has a partner."""


class NoPartner(WrongMoment):
    """The player has no partner."""


class CannotKeepApart(Illegal):
    """These entrants cannot be kept apart."""


class CannotSeed(Illegal):
    """The entrants cannot be seeded like this."""


class NotKeptApart(WrongMoment):
    """These entrants may already meet."""


class NoConsent(WrongMoment):
    """The player has not agreed to take part."""


class NotOfEntrant(NotAllowed):
    """Only members of the entrant may do this."""


class CaptainOnly(NotAllowed):
    """Only the captain of the entrant may do this."""


class NotTakingPart(NotAllowed):
    """Only participants may do this."""


class CheckInNotOpen(WrongMoment):
    """Check-in is not open."""


class AlreadyCheckedIn(WrongMoment):
    """The player has already checked in."""


class AlreadyOffered(WrongMoment):
    """The player is already on the list of substitutes."""


class NotCalled(WrongMoment):
    """The entrant is not called for a free place, or no longer."""


class NotASubstitute(WrongMoment):
    """The player is not on the list of substitutes."""


class SubstitutionNotPossible(Illegal):
    """This player cannot be replaced for a time, or not by this substitute."""


class NoSubstitution(WrongMoment):
    """Nobody replaces this player for a time."""


class NobodyMissing(WrongMoment):
    """The entrant is complete, so the command must name the player to replace."""


class ByeNotPossible(Illegal):
    """The entrant cannot have this bye in this round."""


class NoSuchBye(WrongMoment):
    """The entrant has no bye in this round to give back."""


class RatingOutOfRange(NotAllowed):
    """The player's rating is outside the permitted range."""


class ReliabilityTooLow(NotAllowed):
    """The player's reliability is too low."""


class TooFewGames(NotAllowed):
    """The player has played too few rated games."""


class NotOnTheList(NotAllowed):
    """Only players on the list may enter."""


class EntryCodeNeeded(NotAllowed):
    """The tournament needs an entry code from its owner."""


class WrongEntryCode(NotAllowed):
    """The entry code is not valid for this player and tournament."""


class Barred(NotAllowed):
    """The player is barred for some time after missing games."""


class BreakNotPossible(WrongMoment):
    """The entrant cannot begin or end a break now."""


class OccurrenceTaken(WrongMoment):
    """The occurrence already has its tournament, or is skipped."""


class OccurrenceTooEarly(WrongMoment):
    """The tournament of this occurrence cannot be opened yet."""


class OccurrencePast(WrongMoment):
    """The occurrence is over."""


class NoSuchOccurrence(Unknown):
    """The series has no such future occurrence."""


class SeriesEndedAlready(WrongMoment):
    """The series has ended."""


class SeriesOwnerOnly(NotAllowed):
    """Only the owner of the series may do this."""


class LinkedTakesPart(NotAllowed):
    """A linked account already plays the same boards for another entrant."""


class LeagueOver(WrongMoment):
    """The league has no further seasons."""


class LeagueFull(WrongMoment):
    """The league has the maximum number of members."""


class PartnersMissing(Illegal):
    """A pair or team must be complete when it registers."""


class NotAsked(WrongMoment):
    """The player has not been asked about the next season."""


class SeasonNotSettled(WrongMoment):
    """The divisions of the season cannot be changed in this way now."""


class NoSeasonPlayed(WrongMoment):
    """This season is not being played."""


class DivisionTooSmall(Illegal):
    """A division needs at least two players."""


class NoSuchDivision(Unknown):
    """The season has no division of this number."""


class DivisionTaken(WrongMoment):
    """The division already has its tournament, or does not play one."""


class DivisionOver(WrongMoment):
    """The division has already ended."""
