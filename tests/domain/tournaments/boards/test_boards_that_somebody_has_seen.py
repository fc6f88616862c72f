"""Seen boards: players who may not play them, and new deals after a cancelled round."""

from collections import defaultdict
from dataclasses import replace

import pytest

from domain.kernel.players import PlayerId
from domain.tournaments.boards.closed_boards import compared_boards
from domain.tournaments.boards.sets import board_of, dealt_set, numbers_of
from domain.tournaments.decide import decide
from domain.tournaments.entrants.commands import (
    AcceptPartner,
    CallSubstitute,
    InvitePartner,
    LeaveEntrant,
    OfferToSubstitute,
    WithdrawEntrant,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.checks import checked_format
from domain.tournaments.recorder import TournamentContext
from domain.tournaments.rounds.commands import ChooseBoards, CloseRound, PairAgain
from domain.tournaments.rounds.events import TableId
from domain.tournaments.settings import BoardSettings, EntrantSettings, RoundPlan, TableGame, TournamentSettings
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId
from tests.support.duplicate_rounds import begun, chosen, finished, lots, paired, play_round
from tests.support.tournament import OWNER, PAIRS, SEED, Given, created, link_table, register

BALANCED = TournamentSettings(
    "Boards",
    TableGame("sheng_ji", "zhang-2021"),
    "duplicate_pairs",
    {"rounds": 4},
    entrants=replace(PAIRS, least=4, capacity=20),
    rounds=RoundPlan(is_automatic=False),
    boards=BoardSettings(2, "matchpoints"),
)
MITCHELL = replace(BALANCED, figures={"rounds": 5}, boards=BoardSettings(2, "matchpoints", "mitchell"))
MITCHELL = replace(MITCHELL, entrants=replace(PAIRS, least=9, capacity=20))
TEAMS = replace(
    BALANCED,
    format="swiss",
    figures={"rounds": 2},
    entrants=EntrantSettings("team", 4, 6),
    boards=BoardSettings(2, "imps"),
)
FIRST, SECOND, THIRD = EntrantId("P00"), EntrantId("P01"), EntrantId("P02")
P00B, P01B = PlayerId("p00b"), PlayerId("p01b")
SPARE, OTHER_SELF = PlayerId("spare"), PlayerId("other self")


def linked_tables(here: Given) -> Given:
    """Links every match of the current round to the table of its first board."""
    round_, boards = here.tournament.rounds[-1], here.tournament.settings.boards
    assert boards
    for number, which in enumerate(round_.sets, start=1):
        board = numbers_of(boards, which)[0]
        at = TableId(f"tbl_{round_.paired.number}_{number}_{len(here.events)}")
        here = here.after(link_table(round_.paired.number, number, at, (str(board),)))
    return here


def called_off(here: Given) -> Given:
    """Calls the current round off after its boards were dealt, and pairs it again."""
    round_ = here.tournament.rounds[-1]
    here = linked_tables(here)
    moment = TournamentContext(here.now, here.format_, len(here.events).to_bytes(32, "big"))
    outcome = decide(here.tournament, PairAgain(OWNER, round_.paired, SEED, "the wrong rules"), moment)
    return replace(here, events=(*here.events, *outcome.events))


def orders(tournament: Tournament, number: int = -1) -> dict[EntrantId, set[tuple[object, ...]]]:
    """Deals of the boards that everybody plays in a round, by entrant."""
    round_, boards = tournament.rounds[number], tournament.settings.boards
    found = defaultdict(set)
    assert boards
    for match, which, deal in zip(round_.paired.matches, round_.sets, round_.deals, strict=True):
        dealt = dealt_set(tournament, which)
        assert dealt
        for side in match:
            found[side] |= {board_of(tournament, dealt, board, deal).order for board in numbers_of(boards, which)}
    return found


# ------------------------------------------------------------------------------------------------ rounds called off


@pytest.mark.parametrize(
    "plan", [BALANCED, MITCHELL, replace(BALANCED, boards=BoardSettings(2, "imps", pools=2)), TEAMS]
)
@pytest.mark.parametrize("before", [0, 1])
def test_nobody_replays_a_board_seen_in_a_cancelled_round(plan: TournamentSettings, before: int):
    here = begun(plan, 10 if plan is MITCHELL else 4)
    rooms = 2 if plan is TEAMS else 1
    for _ in range(before):
        here = play_round(here, lots("before"), rooms)
    here = paired(here)
    seen = orders(here.tournament)

    again = orders(called_off(here).tournament)

    assert seen.keys() == again.keys()
    assert all(seen[entrant].isdisjoint(again[entrant]) for entrant in seen)


def test_a_set_with_seen_boards_is_dealt_anew_for_later_rounds():
    here = play_round(play_round(begun(MITCHELL, 10), lots("first")), lots("second"))
    here = called_off(paired(here))
    assert here.tournament.rounds[-1].deals == (2,) * 5
    here = called_off(here)
    assert here.tournament.rounds[-1].deals == (3,) * 5, "the round was called off twice"
    for number in range(1, 6):
        here = finished(here, number, lots("third"))
    here = here.after(CloseRound(OWNER, 3))
    here = play_round(play_round(here, lots("fourth")), lots("fifth"))

    compared = compared_boards(here.tournament, here.format_)
    tables = defaultdict(list)
    for each in compared:
        tables[each.board, each.deal].append(each)
    assert {deal: len(of) for (board, deal), of in tables.items() if board == 1} == {1: 2, 3: 3}
    for of in tables.values():
        assert {each.top for each in of} == {800}, "a board has as many expected scores as tables"
        assert all(each.even_points + each.odd_points == 800 for each in of)
        assert sum(each.even_points for each in of) == 400 * len(of)


def test_deals_chosen_by_staff_are_not_played_by_players_who_have_seen_them():
    here = begun(MITCHELL, 10).after(*(ChooseBoards(OWNER, number, (chosen(),) * 2) for number in (1, 2)))
    here = paired(play_round(here, lots("first")))
    assert chosen().order in {order for of in orders(here.tournament).values() for order in of}
    assert chosen().order not in {order for of in orders(called_off(here).tournament).values() for order in of}


# ------------------------------------------------------------------------------------------------ substitutes


def offers(here: Given, *players: PlayerId) -> Given:
    return here.after(*(OfferToSubstitute(each, Applicant(each)) for each in players))


def called(entrant: EntrantId, player: PlayerId, instead_of: PlayerId | None, *linked: PlayerId) -> CallSubstitute:
    return CallSubstitute(OWNER, entrant, player, instead_of, linked)


def test_a_player_who_leaves_a_pair_does_not_play_the_boards_of_that_round_for_another():
    here = offers(paired(begun(BALANCED, 6)), SPARE)
    here = offers(here.after(LeaveEntrant(P00B)), P00B)
    assert here.refused(called(SECOND, P00B, P01B)) == "knows_the_deals"
    assert here.refusal(called(SECOND, P00B, P01B)).facts == {"sets": [1]}
    alone = here.after(LeaveEntrant(P01B), InvitePartner(PlayerId("p01"), SECOND, P00B))
    assert alone.refused(AcceptPartner(P00B, SECOND, Applicant(P00B))) == "knows_the_deals"
    assert here.when(called(SECOND, SPARE, P01B))

    here = here.after(called(FIRST, SPARE, None))
    for number in here.tournament.rounds[0].open_matches():
        here = finished(here, number, lots("closed"))
    here = here.after(CloseRound(OWNER, 1))
    assert here.when(called(SECOND, P00B, P01B)), "everybody may know the boards"


def test_a_replaced_player_does_not_play_the_boards_for_another_while_they_are_open():
    here = offers(paired(begun(MITCHELL, 10)), SPARE).after(called(FIRST, SPARE, P00B))
    here = offers(here, P00B)
    assert here.refused(called(THIRD, P00B, PlayerId("p02b"))) == "knows_the_deals"
    for number in range(1, 6):
        here = finished(here, number, lots("first"))
    here = here.after(CloseRound(OWNER, 1))
    assert here.refused(called(THIRD, P00B, PlayerId("p02b"))) == "knows_the_deals", (
        "others play the set in later rounds"
    )


def test_a_player_with_a_linked_account_that_knows_the_boards_cannot_substitute():
    here = offers(paired(begun(BALANCED, 6)), SPARE)
    assert here.refused(called(SECOND, SPARE, P01B, P00B)) == "knows_the_deals"
    left = here.after(LeaveEntrant(P00B))
    assert left.refused(called(SECOND, SPARE, P01B, P00B)) == "knows_the_deals"
    gone = here.after(WithdrawEntrant(PlayerId("p00"), FIRST))
    assert gone.refused(called(SECOND, SPARE, P01B, P00B)) == "knows_the_deals"
    assert here.when(called(SECOND, SPARE, P01B, OTHER_SELF))
    alone = here.after(LeaveEntrant(P01B), InvitePartner(PlayerId("p01"), SECOND, SPARE))
    assert alone.refused(AcceptPartner(SPARE, SECOND, Applicant(SPARE, linked=(P00B,)))) == "knows_the_deals"


def test_a_player_who_left_does_not_know_the_new_deals_of_a_cancelled_round():
    here = linked_tables(paired(begun(TEAMS, 4)))
    here = offers(here.after(LeaveEntrant(PlayerId("p00d"))), PlayerId("p00d"), SPARE)
    assert here.refused(called(SECOND, PlayerId("p00d"), P01B)) == "knows_the_deals"
    here = here.after(called(FIRST, SPARE, None))
    assert called_off(here).when(called(SECOND, PlayerId("p00d"), P01B))


# ------------------------------------------------------------------------------------------------ linked accounts


def entering(plan: TournamentSettings) -> Given:
    here = created(plan, checked_format(plan)).after(register(PlayerId("ann"), PlayerId("ben")))
    return here.after(AcceptPartner(PlayerId("ben"), EntrantId("ANN"), Applicant(PlayerId("ben"))))


def enters_linked(player: str, *partners: str, linked: str) -> object:
    asked = register(PlayerId(player), *map(PlayerId, partners))
    return replace(asked, applicant=asked.applicant._replace(linked=(PlayerId(linked),)))


def test_linked_accounts_do_not_play_the_same_boards_for_different_entrants():
    here = entering(BALANCED)
    assert here.refused(enters_linked("eve", "fay", linked="ben")) == "linked_takes_part"  # type: ignore[arg-type]
    fay = here.after(register(PlayerId("eve"), PlayerId("fay")))
    accepts = AcceptPartner(PlayerId("fay"), EntrantId("EVE"), Applicant(PlayerId("fay"), linked=(PlayerId("ann"),)))
    assert fay.refused(accepts) == "linked_takes_part"
    gone = here.after(WithdrawEntrant(PlayerId("ann"), EntrantId("ANN")))
    assert gone.when(enters_linked("eve", "fay", linked="ben")), "no board has been dealt"  # type: ignore[arg-type]


def test_linked_accounts_can_be_partners_and_can_play_without_boards():
    here = created(BALANCED, checked_format(BALANCED)).after(register(PlayerId("ann"), PlayerId("ben")))
    accepts = AcceptPartner(PlayerId("ben"), EntrantId("ANN"), Applicant(PlayerId("ben"), linked=(PlayerId("ann"),)))
    assert here.when(accepts)
    without = entering(replace(BALANCED, format="swiss", boards=None))
    assert without.when(enters_linked("eve", "fay", linked="ben"))  # type: ignore[arg-type]


def test_linked_accounts_cannot_be_in_one_team_that_plays_a_board_in_two_rooms():
    here = created(TEAMS, checked_format(TEAMS)).after(register(PlayerId("ann"), PlayerId("ben")))
    accepts = AcceptPartner(PlayerId("ben"), EntrantId("ANN"), Applicant(PlayerId("ben"), linked=(PlayerId("ann"),)))
    assert here.refused(accepts) == "linked_takes_part"
