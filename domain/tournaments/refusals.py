"""How a tournament says no."""

from domain.kernel.refusals import Illegal, InvalidRules, NotAllowed, Unknown, WrongMoment


class InvalidSettings(InvalidRules):
    """There can be no tournament, series or league with these settings."""


class FormatDoesNotFit(InvalidRules):
    """The format, the game, the entrants and the other settings of the tournament do not fit together."""


class SettingFixed(WrongMoment):
    """This setting can no longer be changed."""


class CapacityTaken(WrongMoment):
    """More entrants have a place than would be left."""


class TournamentBegun(WrongMoment):
    """The tournament has begun, so this can no longer be done."""


class TournamentNotRunning(WrongMoment):
    """The tournament is not under way."""


class PlayPaused(WrongMoment):
    """The tournament pauses."""


class NotPaused(WrongMoment):
    """The tournament does not pause."""


class TournamentOver(WrongMoment):
    """The tournament is finished or was cancelled."""


class TournamentFinishing(WrongMoment):
    """Nothing is left to play, and only results can be corrected."""


class TournamentNotFinished(WrongMoment):
    """The tournament is not finished, so that there is no end that could be taken back."""


class ReopeningTooLate(WrongMoment):
    """The tournament ended too long ago to be reopened."""


class TooFewEntrants(WrongMoment):
    """The tournament does not begin with so few entrants."""


class StaffOnly(NotAllowed):
    """Only those who run it, and have this right, may do this."""


class NotOnStaff(Unknown):
    """The player has no role that could be taken from them."""


class OwnerStays(WrongMoment):
    """The owner keeps that role."""


class ReasonNeeded(Illegal):
    """A decision about others needs a reason."""


class RegistrationNotOpen(WrongMoment):
    """Nobody can enter the tournament now."""


class NoSuchEntrant(Unknown):
    """There is no such entrant."""


class EntrantIdTaken(WrongMoment):
    """There is an entrant of this id already."""


class EntrantOut(WrongMoment):
    """The entrant no longer takes part."""


class NameTaken(WrongMoment):
    """Another entrant has this name."""


class NameNotPossible(Illegal):
    """An entrant cannot have this name."""


class AlreadyEntered(WrongMoment):
    """A player takes part with one entrant only."""


class PlayedBefore(WrongMoment):
    """Who has taken part and withdrawn does not begin anew."""


class NoPartners(Illegal):
    """Players take part in this one by one."""


class EntrantFull(WrongMoment):
    """The entrant has, or has invited, as many players as it may have."""


class AlreadyInvited(WrongMoment):
    """The player is invited to this entrant already."""


class NotInvited(NotAllowed):
    """Nobody joins an entrant without having been invited to it."""


class PartnerNotPossible(Illegal):
    """These two cannot be partners."""


class HasPartner(WrongMoment):
    """A player has one partner at most."""


class NoPartner(WrongMoment):
    """The player has no partner from whom they could part."""


class CannotKeepApart(Illegal):
    """These entrants cannot be kept apart."""


class NotKeptApart(WrongMoment):
    """These entrants may meet already."""


class NoConsent(WrongMoment):
    """Nobody takes part without having agreed to it."""


class NotOfEntrant(NotAllowed):
    """Only those who play for the entrant may do this."""


class CaptainOnly(NotAllowed):
    """Only the captain of the entrant may do this."""


class NotTakingPart(NotAllowed):
    """Only who takes part may do this."""


class CheckInNotOpen(WrongMoment):
    """Nobody can check in now."""


class AlreadyCheckedIn(WrongMoment):
    """The player has checked in already."""


class AlreadyOffered(WrongMoment):
    """The player is on the list of substitutes already."""


class NotASubstitute(WrongMoment):
    """The player is not on the list of substitutes."""


class NobodyMissing(WrongMoment):
    """The entrant is complete, so it has to be said who is to be replaced."""


class ByeNotPossible(Illegal):
    """A bye of this kind cannot be had in this round."""


class NoSuchBye(WrongMoment):
    """The entrant has no bye in this round that could be given back."""


class RatingOutOfRange(NotAllowed):
    """It is for players of other ratings."""


class ReliabilityTooLow(NotAllowed):
    """It is for players who are more reliable."""


class TooFewGames(NotAllowed):
    """It is for players who have played more rated games."""


class NotOnTheList(NotAllowed):
    """It is for players who were put on its list."""


class EntryCodeNeeded(NotAllowed):
    """The tournament is for players to whom its owner has given an entry code."""


class WrongEntryCode(NotAllowed):
    """The entry code is not one of this player for this tournament."""


class Barred(NotAllowed):
    """The player is kept out for some time, having missed games."""


class BreakNotPossible(WrongMoment):
    """The entrant cannot have a break now, or has none that could end."""


class OccurrenceTaken(WrongMoment):
    """The tournament of this occurrence was opened already, or is not to be."""


class OccurrenceTooEarly(WrongMoment):
    """The tournament of this occurrence is not to be opened yet."""


class OccurrencePast(WrongMoment):
    """The occurrence is over."""


class NoSuchOccurrence(Unknown):
    """The series has no such occurrence to come."""


class SeriesEndedAlready(WrongMoment):
    """The series has ended."""


class SeriesOwnerOnly(NotAllowed):
    """Only the owner of the series may do this."""


class LinkedTakesPart(NotAllowed):
    """Linked accounts do not play the same boards for different entrants."""


class LeagueOver(WrongMoment):
    """The league has no further seasons."""


class LeagueFull(WrongMoment):
    """The league has as many members as it may have."""


class PartnersMissing(Illegal):
    """A pair or team registers with all its players."""


class NotAsked(WrongMoment):
    """The player is not asked whether they play in the next season."""


class SeasonNotSettled(WrongMoment):
    """Divisions are made in another way between the time when they are settled and the start of the season."""


class NoSeasonPlayed(WrongMoment):
    """This season is not being played."""


class DivisionTooSmall(Illegal):
    """Two at the least play in a division."""


class NoSuchDivision(Unknown):
    """The season has no division of this number."""


class DivisionTaken(WrongMoment):
    """The division has its tournament, or plays none."""


class DivisionOver(WrongMoment):
    """The division has ended already."""
