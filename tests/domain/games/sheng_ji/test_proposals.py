"""Proposals: their effects, required agreement, and when they lapse."""

from typing import Any

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.play_events import HandConceded, HandScored
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.checks import NotSeated, NotStarted, TableOver
from domain.table.commands import Act, Agree, Disagree, Propose, SetEntropy, WithdrawProposal
from domain.table.decide import decide
from domain.table.events import (
    MatchEnded,
    MoveUndone,
    ProposalAgreed,
    ProposalDeclined,
    ProposalMade,
    ProposalWithdrawn,
    SecretPublished,
    TableStarted,
)
from domain.table.evolve import fold
from domain.table.hands import Chance, TableDecision
from domain.table.length import default_hands, hands_of
from domain.table.proposals import (
    AlreadyAgreed,
    CannotUndo,
    NoProposal,
    NotTwoSides,
    NotYourProposal,
    ProposalOpen,
    ProposedBefore,
    awaited_seats,
)
from domain.table.seat_events import SeatTaken
from domain.table.state import Table
from tests.support import climbing
from tests.support.deals import HOST, burying, declaring, playing, started
from tests.support.table import PASS, SECRETS, Given, buries, player, plays

HANDS = ["AS KS 3C", "3S 4S 4C", "5S 6S 5C", "7S 8S 6C"]
EVERYBODY = tuple(map(Seat, range(4)))


def say(table: Table, *commands: Any) -> TableDecision:
    """Outcome of the last of these commands."""
    for command in commands:
        outcome = decide(GAMES, table, command, Chance(SECRETS[table.hand.number + 2]))
        assert fold(GAMES, outcome.events, table) == outcome.table
        table = outcome.table
    return outcome


def refused(table: Table, *commands: Any) -> Refusal:
    before = say(table, *commands[:-1]).table if len(commands) > 1 else table
    with pytest.raises(Refusal) as refusal:
        decide(GAMES, before, commands[-1], Chance(SECRETS[1]))
    return refusal.value


def propose(seat: int, what: str) -> Propose:
    return Propose(player(seat), what)


def agree(seat: int, what: str) -> Agree:
    return Agree(player(seat), what)


def all_agree(what: str, by: int = 0) -> list[Any]:
    return [propose(by, what), *(agree(seat, what) for seat in range(4) if seat != by)]


def with_bots(given: Given, *seats: int) -> Given:
    """The same table with bots of the service on some seats."""
    return Given(
        tuple(
            SeatTaken(each.seat, each.player, "steady", each.entropy)
            if isinstance(each, SeatTaken) and each.seat in seats
            else each
            for each in given.events
        )
    )


# Unanimous proposals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "reason"), [("draw", "drawn"), ("abandon", "abandoned")])
def test_a_match_ended_by_agreement_has_no_winners_and_a_verifiable_hand(what, reason):
    table = playing(HANDS).table
    outcome = say(table, *all_agree(what))

    assert outcome.events == (
        ProposalAgreed(Seat(3)),
        SecretPublished(1, SECRETS[1].hex()),
        MatchEnded(reason, ()),
    )
    assert (outcome.table.status, outcome.table.result) == ("finished", (reason, (), None))
    assert outcome.table.proposal is None
    assert isinstance(refused(outcome.table, propose(0, "draw")), TableOver)


def test_a_proposal_waits_for_all_others_while_play_continues():
    table = playing(HANDS).table
    made = say(table, propose(1, "draw"))

    assert made.events == (ProposalMade(Seat(1), "draw", EVERYBODY),)
    assert awaited_seats(made.table) == (0, 2, 3)
    assert awaited_seats(say(made.table, agree(3, "draw")).table) == (0, 2)
    played = say(made.table, Act(player(0), plays("AS"))).table
    assert played.proposal == made.table.proposal


def test_bots_agree_so_a_player_among_bots_needs_no_other_consent():
    table = with_bots(playing(HANDS), 1, 2).table
    assert awaited_seats(say(table, propose(0, "draw")).table) == (3,)
    alone = with_bots(playing(HANDS), 1, 2, 3).table
    outcome = say(alone, propose(0, "abandon"))

    assert [type(event) for event in outcome.events] == [ProposalMade, SecretPublished, MatchEnded]


def test_a_refusal_ends_a_proposal_and_it_cannot_be_repeated_in_this_hand():
    table = playing(HANDS).table
    declined = say(table, propose(0, "draw"), agree(1, "draw"), Disagree(player(2)))

    assert declined.events == (ProposalDeclined(Seat(2)),)
    assert declined.table.proposal is None
    assert isinstance(refused(declined.table, propose(0, "draw")), ProposedBefore)
    assert say(declined.table, propose(1, "draw")).table.proposal.by == 1
    assert say(declined.table, propose(0, "abandon")).table.proposal.what == "abandon"
    withdrawn = say(table, propose(0, "draw"), WithdrawProposal(player(0)))
    assert withdrawn.events == (ProposalWithdrawn(Seat(0)),)
    assert isinstance(refused(withdrawn.table, propose(0, "draw")), ProposedBefore)


@pytest.mark.parametrize(
    ("commands", "kind"),
    [
        ([propose(0, "draw"), propose(1, "abandon")], ProposalOpen),
        ([agree(1, "draw")], NoProposal),
        ([Disagree(player(1))], NoProposal),
        ([WithdrawProposal(player(0))], NoProposal),
        ([propose(0, "draw"), agree(1, "abandon")], NoProposal),
        ([propose(0, "draw"), agree(0, "draw")], AlreadyAgreed),
        ([propose(0, "draw"), agree(1, "draw"), agree(1, "draw")], AlreadyAgreed),
        ([propose(0, "draw"), Disagree(player(0))], NotYourProposal),
        ([propose(0, "draw"), WithdrawProposal(player(1))], NotYourProposal),
        ([propose(0, "concede_match"), agree(1, "concede_match")], NotYourProposal),
        ([propose(0, "concede_match"), Disagree(player(3))], NotYourProposal),
        ([Propose(HOST, "draw")], NotSeated),
        ([propose(0, "undo")], CannotUndo),
    ],
)
def test_an_invalid_proposal_or_answer_is_refused(commands, kind):
    assert type(refused(playing(HANDS).after_plays("0: AS").table, *commands)) is kind


def test_nothing_can_be_proposed_before_the_match_starts():
    opened = Given(tuple(each for each in started().events[:5] if not isinstance(each, TableStarted)))

    assert isinstance(refused(opened.table, propose(0, "draw")), NotStarted)


def test_a_proposal_lapses_with_the_hand():
    table = playing(HANDS).table
    proposed = say(table, propose(0, "draw")).table
    moves = [(0, "AS"), (1, "3S"), (2, "5S"), (3, "7S"), (0, "KS"), (1, "4S"), (2, "6S"), (3, "8S")]
    moves += [(0, "3C"), (1, "4C"), (2, "5C"), (3, "6C")]
    for seat, text in moves:
        assert proposed.proposal is not None
        proposed = say(proposed, Act(player(seat), plays(text))).table

    assert proposed.hand.number == 2
    assert (proposed.proposal, proposed.proposed) == (None, ())
    assert say(proposed, propose(0, "draw")).table.proposal is not None


# Conceding ------------------------------------------------------------------------------------------


def test_a_side_can_concede_the_match_and_the_other_side_wins():
    outcome = say(playing(HANDS).table, propose(3, "concede_match"), agree(1, "concede_match"))

    assert outcome.events[-1] == MatchEnded("conceded", (Seat(0), Seat(2)))


def test_a_side_can_concede_a_hand_and_the_next_one_is_dealt():
    table = playing(HANDS).after_plays("0: AS", "1: 3S", "2: 5S", "3: 7S").table
    outcome = say(table, propose(0, "concede_hand"), agree(2, "concede_hand"))
    kinds = [type(event) for event in outcome.events]

    assert kinds.index(ProposalAgreed) < kinds.index(HandConceded) < kinds.index(HandScored)
    assert outcome.table.hand.number == 2
    assert outcome.table.proposal is None


def test_without_teams_nobody_can_concede_the_match():
    hands = ["3S 3H", "4S 4H", "5S 5H", "6S 6H"]
    assert type(refused(climbing.playing(hands).table, propose(0, "concede_match"))) is NotTwoSides
    partners = climbing.playing(hands, profile="zheng-shangyou-4-partners").table
    assert say(partners, *[propose(0, "concede_match"), agree(2, "concede_match")]).events[-1].winners == (1, 3)


def test_a_hand_of_zheng_shangyou_cannot_be_conceded():
    refusal = refused(climbing.playing(["3S 3H", "4S 4H", "5S 5H", "6S 6H"]).table, propose(0, "concede_hand"))

    assert refusal.code() == "hands_played_out"


# Undoing ------------------------------------------------------------------------------------------


def buried() -> Given:
    given = burying(["AS KS", "3S 4S", "5S 6S", "7S 8S"], "3C 4C 5C 6C 7C 8C 9C 10C")
    return given.after((0, buries("3C 4C 5C 6C 7C 8C 9C KS")))


def test_a_bury_is_undone_when_all_agree_and_every_view_is_as_before():
    given = buried()
    outcome = say(given.table, *all_agree("undo"))
    before = Given(given.events[:-1])

    assert outcome.events == (ProposalAgreed(Seat(3)), MoveUndone(Seat(0)))
    assert outcome.table.match == before.table.match
    assert outcome.table.undoable is None
    events = (*given.events, ProposalMade(Seat(0), "undo", EVERYBODY), *outcome.events)
    for viewer in (*EVERYBODY, Onlooker.SPECTATOR, Onlooker.ARCHIVE):
        assert Given(events).seen_by(viewer).match == before.seen_by(viewer).match
    again = say(outcome.table, Act(player(0), buries("3C 4C 5C 6C 7C 8C 9C 10C"))).table
    assert again.undoable.seat == 0


def test_only_the_player_who_moved_can_propose_to_undo_it_and_only_once():
    table = buried().table

    assert isinstance(refused(table, propose(1, "undo")), CannotUndo)
    assert isinstance(refused(table, propose(0, "undo"), Disagree(player(1)), propose(0, "undo")), CannotUndo)
    withdrawn = [propose(0, "undo"), WithdrawProposal(player(0)), propose(0, "undo")]
    assert isinstance(refused(table, *withdrawn), CannotUndo)


def test_a_proposal_to_undo_lapses_with_the_next_move():
    table = say(buried().table, propose(0, "undo"), agree(1, "undo")).table
    played = say(table, Act(player(0), plays("AS"))).table

    assert (played.proposal, played.undoable) == (None, None)
    assert isinstance(refused(played, agree(2, "undo")), NoProposal)


def test_events_that_are_not_moves_do_not_prevent_undoing():
    table = say(buried().table, propose(0, "draw"), Disagree(player(1)), SetEntropy(player(2), "other")).table

    assert say(table, *all_agree("undo")).events[-1] == MoveUndone(Seat(0))
    assert say(table, *all_agree("undo")).table.seats[2].entropy == "other"


def test_a_pass_can_be_undone_until_the_next_event_reveals_cards():
    given = declaring(["AS KS", "3S 4S", "5S 6S", "7S 8S"], "3C 4C")
    passed = given.after((0, PASS))
    assert say(passed.table, *all_agree("undo")).table.match == given.table.match

    closed = passed.after((1, PASS), (2, PASS))
    assert closed.table.undoable.seat == 2
    # The last pass turns the kitty or gives it to the dealer.
    assert closed.after((3, PASS)).table.undoable is None


def test_a_play_cannot_be_undone():
    given = playing(HANDS).after_plays("0: AS")

    assert isinstance(refused(given.table, propose(0, "undo")), CannotUndo)


def test_in_zheng_shangyou_a_pass_that_ended_a_round_can_be_undone():
    given = climbing.playing(["7S 3H", "4S 4H", "5S 5H", "6S 6H"]).after_plays("0: 7S", "1:", "2:")
    ended = given.after((3, climbing.PASS))

    assert ended.table.undoable.seat == 3
    assert say(ended.table, *all_agree("undo", by=3)).table.match == given.table.match


def test_in_zheng_shangyou_a_card_chosen_in_the_exchange_can_be_undone_until_the_reveal():
    hands = ["3S 8H", "4S 9H", "5S 10H", "6S JH"]
    given = climbing.exchanging(hands, [0, 1, 2, 3])
    paid = given.after((2, climbing.pays("10H")))

    assert say(paid.table, *all_agree("undo", by=2)).table.match == given.table.match
    assert paid.after((3, climbing.pays("JH"))).table.undoable is None


# Length of a match ----------------------------------------------------------------------------------------------------


def test_a_match_lasts_until_a_win_or_for_a_number_of_hands_or_for_one_board():
    assert [hands_of("match"), hands_of("hands", 7), hands_of("board")] == [None, 7, 1]


def test_with_a_clock_the_default_match_is_four_hands():
    assert (default_hands(has_clock=True), default_hands(has_clock=False)) == (4, None)
