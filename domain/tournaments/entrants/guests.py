"""Who may act for guests: staff who neither play nor have played in the tournament, until it is over.

Who acts for a guest sees the guest's hand, so no opponent may.
"""

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.entrants.checks import existing_entry
from domain.tournaments.parts import Entry
from domain.tournaments.refusals import NotOfEntrant, StaffPlays, TournamentOver
from domain.tournaments.staff import check_right
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId


def check_may_act(tournament: Tournament, by: PlayerId) -> None:
    """Checks that a member of staff may act for guests. Raises `StaffOnly`, `StaffPlays`, `TournamentOver`."""
    check_right(tournament, by, "entrants")
    if tournament.is_over:
        raise TournamentOver(
            message("the tournament is {status}", status=tournament.status),
            hint=message("the guest claims the account with the code"),
        )
    if _has_taken_part(tournament, by):
        raise StaffPlays(
            message("{by} plays or has played in the tournament", by=by),
            hint=message("ask staff who do not play, or give the guest the claim code"),
        )


def guest_entry(tournament: Tournament, by: PlayerId, entrant: EntrantId) -> Entry:
    """Returns the entrant for whose guests a member of staff asks, also one that is out.

    Raises:
        StaffOnly: the player may not.
        NoSuchEntrant: there is no such entrant.
    """
    check_right(tournament, by, "entrants")
    return existing_entry(tournament, entrant)


def check_is_of(entry: Entry, player: PlayerId) -> None:
    """Checks that a player belongs to an entrant. Raises `NotOfEntrant`."""
    if player not in entry.players:
        raise NotOfEntrant(
            message("{player} is not a member of {id}", player=player, id=entry.id),
            hint=message("name a guest of this entrant"),
        )


def _has_taken_part(tournament: Tournament, player: PlayerId) -> bool:
    was_entered = any(player in each.players and each.id in tournament.order for each in tournament.entries)
    has_left = any(each.player == player for each in tournament.left)
    return was_entered or has_left or tournament.entry_of(player) is not None
