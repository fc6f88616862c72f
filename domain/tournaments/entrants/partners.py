"""Partners who choose each other, in formats where two single players make a side.

| figure `partners` | how long agreed partners stay together |
|---|---|
| `drawn` | partners cannot be chosen |
| `round` | the next round |
| `tournament` | every round from the next one on in which both take part |

One player asks and the other accepts; asking a player who has already asked counts as accepting. A player has at most
one partner in a round, and asks one player at a time. Either partner can end the partnership at any time, and a
withdrawal ends it. From the next round on, both play without a chosen partner.
"""

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.entrants.events import PartnerInvited, PartnersAgreed, PartnersParted
from domain.tournaments.parts import Entry
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import AlreadyInvited, EntrantFull, HasPartner, NoPartner, PartnerNotPossible
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId


def invite_partner(recorder: TournamentRecorder, entry: Entry, player: PlayerId) -> None:
    """Asks another player to be the partner of an entry.

    Raises:
        PartnerNotPossible: it is the same player, or the two are kept apart.
        HasPartner: one of them has a partner.
        AlreadyInvited, EntrantFull: the entry has asked this player, or another one, already.
    """
    tournament = recorder.tournament
    if player == entry.captain:
        raise PartnerNotPossible(
            message("you cannot be your own partner"), hint=message("ask another player"), facts={"player": player}
        )
    _check_alone(tournament, entry.id)
    other = tournament.entry_of(player)
    if other is not None:
        _check_can_be_partners(tournament, entry, other)
    if player in entry.invited:
        raise AlreadyInvited(
            message("{player} has already been asked", player=player),
            hint=message("wait for the answer"),
            facts={"player": player},
        )
    if entry.invited:
        raise EntrantFull(
            message("you already have an open invitation"),
            hint=message("withdraw that invitation first"),
            facts={"players": list(entry.players), "invited": list(entry.invited)},
        )
    recorder.record(PartnerInvited(entry.id, entry.captain, player))
    if other is not None and entry.captain in other.invited:
        agree_partnership(recorder, other, entry)


def agree_partnership(recorder: TournamentRecorder, asking: Entry, asked: Entry) -> None:
    """Makes two entries partners after one asked the other. Raises `HasPartner`, `PartnerNotPossible`."""
    tournament = recorder.tournament
    _check_alone(tournament, asking.id)
    _check_can_be_partners(tournament, asking, asked)
    number = tournament.next_number if tournament.settings.partners == "round" else None
    recorder.record(PartnersAgreed(asking.id, asked.captain, asked.id, number))


def end_partnership(recorder: TournamentRecorder, entry: Entry) -> None:
    """Ends the partnership of an entry. Raises `NoPartner`."""
    other = recorder.tournament.partner_of(entry.id)
    if other is None:
        raise NoPartner(message("{id} has no partner", id=entry.id), hint=message("no action is needed"))
    recorder.record(PartnersParted(entry.id, entry.captain, other))


def _check_can_be_partners(tournament: Tournament, one: Entry, other: Entry) -> None:
    _check_alone(tournament, other.id)
    if frozenset((one.id, other.id)) in tournament.kept_apart():
        raise PartnerNotPossible(
            message("{id} and {id_2} are kept apart", id=one.id, id_2=other.id),
            hint=message("ask staff"),
            facts={"entrants": [one.id, other.id]},
        )


def _check_alone(tournament: Tournament, entrant: EntrantId) -> None:
    partner = tournament.partner_of(entrant)
    if partner is not None:
        raise HasPartner(
            message("{entrant} already has the partner {partner}", entrant=entrant, partner=partner),
            hint=message("end that partnership first"),
            facts={"entrant": entrant},
        )
