"""Duplicate boards in tournaments: movements, secret deals, scores of boards, and standings."""

import hashlib
import hmac
import random
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.cards import ordered_decks
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.scores import BoardScore
from domain.kernel.seats import Seat
from domain.tournaments.boards.closed_boards import compared_boards
from domain.tournaments.boards.records import BoardResult, ChosenBoard
from domain.tournaments.boards.sets import board_of, boards_as_bytes, closed_sets, dealt_set, numbers_of
from domain.tournaments.boards.table_results import team_result
from domain.tournaments.boards.victory_points import victory_points
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import (
    AcceptPartner,
    CallSubstitute,
    InvitePartner,
    LeaveEntrant,
    OfferToSubstitute,
    WithdrawEntrant,
)
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.checks import checked_format, default_least_entrants
from domain.tournaments.refusals import FormatDoesNotFit
from domain.tournaments.rounds.commands import (
    ChooseBoards,
    CloseRound,
    OverrideResult,
    PairAgain,
    PairRound,
    RecordResult,
)
from domain.tournaments.rounds.events import BoardsChosen, BoardsDealt, TableId
from domain.tournaments.settings import PLAYERS, Boards, EntrantSettings, RoundPlan, Settings, TableGame
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.state import Tournament, course
from domain.tournaments.terms import Course, EntrantId, Match, Points, Result, Round
from tests.support.tournament import LOST, OWNER, PAIRS, SEED, WON, Given, created, link_table, register

BY_HAND = RoundPlan(is_automatic=False)
VPS = RoundPlan(is_automatic=False, win=Points(1200), draw=Points(1000), loss=Points(0))
PAIRS_16 = Settings(
    "Boards",
    TableGame("sheng_ji", "zhang-2021"),
    "duplicate_pairs",
    {"rounds": 4},
    entrants=replace(PAIRS, least=4, capacity=20),
    rounds=BY_HAND,
    boards=Boards(4, "matchpoints"),
)
MITCHELL = replace(PAIRS_16, figures={"rounds": 5}, boards=Boards(2, "matchpoints", "mitchell"))
MITCHELL = replace(MITCHELL, entrants=replace(PAIRS, least=9, capacity=20))
HOWELL = replace(MITCHELL, figures={}, boards=Boards(2, "matchpoints", "howell"))
HOWELL = replace(HOWELL, entrants=replace(PAIRS, least=6, capacity=20))
INDIVIDUAL = replace(
    PAIRS_16, format="duplicate_individual", entrants=replace(PLAYERS, least=8, capacity=8), figures={"rounds": 3}
)
TEAMS = replace(
    PAIRS_16,
    format="round_robin",
    figures={},
    entrants=EntrantSettings("team", 4, 6),
    boards=Boards(6, "victory_points"),
    rounds=VPS,
)


def begun(plan: Settings, entrants: int, of_club: Collection[str] = ()) -> Given:
    """A tournament that has started; the entrant with seed 1 is P00, its players p00, p00b, and so on."""
    here = created(plan, checked_format(plan))
    size = plan.entrants.members_least
    for number in range(entrants):
        captain = PlayerId(f"p{number:02}")
        others = [PlayerId(f"p{number:02}{letter}") for letter in "bcdef"[: size - 1]]
        club = "north" if captain in of_club else None
        here = here.after(register(captain, *others, rating=2000 - number, club=club))
        entrant = EntrantId(captain.upper())
        here = here.after(*(AcceptPartner(each, entrant, Applicant(each, 2000 - number)) for each in others))
    return here.after(StartTournament(OWNER))


def rounded(share: Fraction) -> int:
    """A share in hundredths of a per cent, rounded half up."""
    return floor(share * 10_000 + Fraction(1, 2))


def play_round(here: Given, score: Any, rooms: int = 1) -> Given:
    """Pairs a round, gives every board at every table its score, and closes the round."""
    here = paired(here)
    round_ = here.tournament.rounds[-1]
    for number in range(1, len(round_.paired.matches) + 1):
        here = finished(here, number, score, rooms)
    return here.after(CloseRound(OWNER, round_.paired.number))


def paired(here: Given) -> Given:
    return here.after(here.pair(OWNER))


def finished(here: Given, number: int, score: Any, rooms: int = 1) -> Given:
    """Gives every board of a match its score."""
    round_, boards = here.tournament.rounds[-1], here.tournament.settings.boards
    assert boards is not None
    results, tables = [], []
    for board in numbers_of(boards, round_.sets[number - 1]):
        for room in range(1, rooms + 1):
            table = TableId(f"tbl_{round_.paired.number}_{number}_{board}_{room}")
            here = here.after(link_table(round_.paired.number, number, table, (str(board),), room))
            tables.append(table)
            excess = score(board, number, room)
            results.append(BoardResult(board, room, table, BoardScore(excess, 0, 40)))
    record = RecordResult(round_.paired.number, number, WON, tuple(tables), boards=tuple(results))
    return here.after(record)


def lots(seed: str) -> Any:
    luck = random.Random(seed)
    return lambda *_: luck.randrange(-160, 165, 5)


# ------------------------------------------------------------------------------------------------ a whole event


def independent_shares(tournament: Tournament) -> dict[str, Fraction]:
    """Each pair's share of all matchpoints, computed by comparing every two pairs."""
    scores: dict[int, list[tuple[str, str, int]]] = defaultdict(list)
    for round_ in tournament.rounds:
        for match, results in zip(round_.paired.matches, round_.boards, strict=True):
            for each in results:
                assert each.score
                scores[each.board].append((match.first, match.second, each.score.excess + 40 * each.score.levels))
    own: Counter[str] = Counter()
    top: Counter[str] = Counter()
    for tables in scores.values():
        for even, odd, _ in tables:
            top[even] += len(tables) - 1
            top[odd] += len(tables) - 1
        for one, two in combinations(tables, 2):
            better = Fraction(1, 2) if one[2] == two[2] else Fraction(int(one[2] > two[2]))
            own[one[0]] += better
            own[two[0]] += 1 - better
            own[one[1]] += 1 - better
            own[two[1]] += better
    return {entrant: Fraction(own[entrant], top[entrant]) for entrant in top}


@pytest.mark.parametrize("pairs", [8, 12, 16])
def test_sixteen_boards_of_pairs_end_as_independently_computed(pairs: int):
    here, score = begun(PAIRS_16, pairs), lots(f"sixteen {pairs}")
    for _ in range(4):
        here = play_round(here, score)

    assert here.format_.next_round(course_of(here), SEED) is None
    found = tournament_standings(here.tournament)
    shares = independent_shares(here.tournament)
    assert {each.entrant: each.points for each in found} == {
        entrant: rounded(share) for entrant, share in shares.items()
    }
    assert [each.entrant for each in found] == sorted(shares, key=lambda each: (-rounded(shares[each]), each))
    assert len({each.board for each in compared_boards(here.tournament, here.format_)}) == 16


def course_of(here: Given) -> Course:
    return course(here.tournament)


@pytest.mark.parametrize(("plan", "pairs", "rounds"), [(MITCHELL, 10, 5), (MITCHELL, 12, 5), (HOWELL, 8, 7)])
def test_in_a_movement_nobody_repeats_a_board_and_each_table_of_a_round_has_its_own(
    plan: Settings, pairs: int, rounds: int
):
    here, score = begun(plan, pairs), lots("movement")
    for _ in range(rounds):
        here = play_round(here, score)

    assert here.format_.next_round(course_of(here), SEED) is None
    had: Counter[tuple[str, int]] = Counter()
    for round_ in here.tournament.rounds:
        assert len(set(round_.sets)) == len(round_.sets)
        matches = zip(round_.paired.matches, round_.sets, strict=True)
        had.update((side, number) for match, number in matches for side in match)
    assert set(had.values()) == {1}


def test_a_mitchell_has_two_winners_and_equally_strong_directions():
    here, score = begun(MITCHELL, 10), lots("two winners")
    for _ in range(5):
        here = play_round(here, score)

    found = tournament_standings(here.tournament)
    assert [each.line for each in found] == [0] * 5 + [1] * 5
    assert next(each.rank for each in found if each.line == 1) == 1
    evens = {match.first for match in here.tournament.rounds[0].paired.matches}
    assert {each.entrant for each in found if each.line == 0} == evens
    assert evens == {"P00", "P03", "P04", "P07", "P08"}
    switched = replace(MITCHELL, figures={"rounds": 5, "switched": 1})
    assert {each.line for each in tournament_standings(begun(switched, 10).tournament)} == {None}


def test_the_sets_of_a_mitchell_close_when_their_last_table_has_played_them():
    here, score = begun(MITCHELL, 10), lots("closed")
    for number in range(1, 6):
        here = play_round(here, score)
        assert closed_sets(here.tournament, here.format_) == (frozenset() if number < 5 else frozenset(range(1, 6)))
        assert bool(compared_boards(here.tournament, here.format_)) == (number == 5)
    balanced = play_round(begun(PAIRS_16, 8), score)
    assert closed_sets(balanced.tournament, balanced.format_) == {1}
    assert closed_sets(paired(balanced).tournament, balanced.format_) == {1}


def test_eight_players_change_partners_and_get_the_scores_of_their_sides():
    here, score = begun(INDIVIDUAL, 8), lots("individual")
    for _ in range(3):
        here = play_round(here, score)

    shares = Counter[str]()
    tops = Counter[str]()
    for each in compared_boards(here.tournament, here.format_):
        for side, points in ((each.even, each.even_points), (each.odd, each.odd_points)):
            for player in side.split("+"):
                shares[player] += points
                tops[player] += each.top
    found = tournament_standings(here.tournament)
    assert {each.entrant: each.points for each in found} == {
        player: rounded(Fraction(shares[player], tops[player])) for player in shares
    }
    assert len(found) == 8


# ------------------------------------------------------------------------------------------------ deals


def test_a_set_is_committed_before_play_and_its_deals_derive_from_its_secret():
    here = begun(PAIRS_16, 4)
    dealt = next(each for each in here.when(here.pair(OWNER)) if isinstance(each, BoardsDealt))
    here = paired(here)
    [commitment] = dealt.commitments

    secret = bytes.fromhex(commitment.secret or "")
    assert hashlib.sha256(secret).hexdigest() == commitment.commitment
    kept = dealt_set(here.tournament, 1)
    assert kept is not None
    boards = [board_of(here.tournament, kept, number, 1) for number in range(1, 5)]
    assert [each.first_drawer for each in boards] == [0, 1, 2, 3]
    assert [each.level for each in boards] == ["2", "3", "4", "5"]
    for number, board in enumerate(boards, start=1):
        key = hmac.digest(secret, number.to_bytes(4, "big") + (1).to_bytes(4, "big"), "sha256")
        assert board.order == shuffled_again(list(ordered_decks(2)), key)
    assert len({board.order for board in boards}) == 4


def shuffled_again(pack: list[Any], key: bytes) -> tuple[Any, ...]:
    """The published shuffle, implemented independently."""

    def words() -> Any:
        block = 0
        while True:
            digest = hmac.new(key, b"board\0" + block.to_bytes(4, "big"), "sha256").digest()
            yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
            block += 1

    numbers = words()
    for place in range(len(pack) - 1, 0, -1):
        limit = 2**32 - 2**32 % (place + 1)
        other = next(each for each in numbers if each < limit) % (place + 1)
        pack[place], pack[other] = pack[other], pack[place]
    return tuple(pack)


def test_a_round_that_is_paired_again_has_new_deals():
    here = paired(begun(PAIRS_16, 4))
    before = here.tournament.sets
    again = replace(here.pair(OWNER), paired=here.tournament.rounds[0].paired)
    events = here.when(PairAgain(OWNER, again.paired, SEED, "a mistake"))
    assert any(isinstance(each, BoardsDealt) for each in events)
    assert before[0].number == 1


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 12), st.integers(2, 4))
def test_deals_of_a_pool_are_used_equally_often_and_never_twice_by_one_player(pairs: int, pools: int):
    plan = replace(PAIRS_16, boards=Boards(1, "matchpoints", pools=pools))
    here = paired(begun(plan, pairs))
    [round_] = here.tournament.rounds
    counts = Counter(round_.deals)
    assert set(counts) <= set(range(1, pools + 1))
    held = [counts[deal] for deal in range(1, pools + 1)]
    assert max(held) - min(held) <= 1


@pytest.mark.parametrize("pairs", range(6, 12))
def test_members_of_a_club_get_different_deals_of_a_pool(pairs: int):
    plan = replace(PAIRS_16, boards=Boards(1, "matchpoints", pools=2))
    first, _, third, *_ = paired(begun(plan, pairs)).tournament.rounds[0].paired.matches
    of_club = {captain.lower() for match in (first, third) for captain in match}

    [round_] = paired(begun(plan, pairs, of_club)).tournament.rounds
    assert round_.deals[0] != round_.deals[2]


def chosen(level: str | None = None) -> ChosenBoard:
    return ChosenBoard(tuple(ordered_decks(2)), Seat(2), level)


def test_staff_choose_all_deals_of_a_set_at_once_and_they_are_committed():
    here = begun(PAIRS_16, 4)
    boards = (chosen(), chosen("A"), chosen(), chosen())
    here = here.after(ChooseBoards(OWNER, 1, boards))
    here = paired(here)

    kept = dealt_set(here.tournament, 1)
    assert kept is not None
    assert hashlib.sha256(bytes.fromhex(kept.secret) + boards_as_bytes(boards)).hexdigest() == kept.commitment
    second = board_of(here.tournament, kept, 2, 1)
    assert (second.order, second.first_drawer, second.level) == (tuple(ordered_decks(2)), 2, "A")
    assert board_of(here.tournament, kept, 3, 1).level == "4"


SPARE = PlayerId("spare")


def offers(here: Given, player: PlayerId) -> Given:
    return here.after(OfferToSubstitute(player, Applicant(player)))


def called(here: Given, player: PlayerId) -> CallSubstitute:
    """Makes the command by which a player replaces p01b."""
    return CallSubstitute(OWNER, EntrantId("P01"), player, PlayerId("p01b"))


def test_staff_who_chose_the_deals_cannot_substitute_until_the_set_is_closed():
    here = begun(PAIRS_16, 4).after(ChooseBoards(OWNER, 1, (chosen(),) * 4))
    here = offers(offers(paired(here), OWNER), SPARE)
    assert here.refused(called(here, OWNER)) == "knows_the_deals"
    assert here.when(called(here, SPARE))
    alone = here.after(LeaveEntrant(PlayerId("p01b")), InvitePartner(PlayerId("p01"), EntrantId("P01"), OWNER))
    assert alone.refused(AcceptPartner(OWNER, EntrantId("P01"), Applicant(OWNER))) == "knows_the_deals"

    for number in (1, 2):
        here = finished(here, number, lots("closed"))
    here = here.after(CloseRound(OWNER, 1))

    assert here.when(called(here, OWNER))


def test_a_withdrawn_player_cannot_substitute_for_others_who_play_the_same_boards():
    here = paired(begun(PAIRS_16, 6)).after(WithdrawEntrant(PlayerId("p00"), EntrantId("P00")))
    here = offers(here, PlayerId("p00b"))
    assert here.refused(called(here, PlayerId("p00b"))) == "knows_the_deals"
    without = paired(begun(replace(PAIRS_16, format="swiss", boards=None), 6))
    without = offers(without.after(WithdrawEntrant(PlayerId("p00"), EntrantId("P00"))), PlayerId("p00b"))
    assert without.when(called(without, PlayerId("p00b")))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ChooseBoards(OWNER, 1, (chosen(),) * 3), "wrong_boards"),
        (ChooseBoards(OWNER, 1, (*(chosen(),) * 3, ChosenBoard(tuple(ordered_decks(2))[1:], Seat(0)))), "invalid_deal"),
        (ChooseBoards(OWNER, 1, (*(chosen(),) * 3, chosen("1"))), "invalid_option_value"),
        (ChooseBoards(OWNER, 1, (*(chosen(),) * 3, ChosenBoard(tuple(ordered_decks(2)), Seat(4)))), "invalid_deal"),
        (ChooseBoards(OWNER, 5, (chosen(),) * 4), "set_dealt"),
        (ChooseBoards(PlayerId("p00"), 1, (chosen(),) * 4), "staff_only"),
    ],
)
def test_invalid_boards_of_a_set_are_refused(command: ChooseBoards, code: str):
    assert begun(PAIRS_16, 4).refused(command) == code


def test_a_dealt_set_cannot_be_chosen_and_pools_have_no_chosen_sets():
    assert paired(begun(PAIRS_16, 4)).refused(ChooseBoards(OWNER, 1, (chosen(),) * 4)) == "set_dealt"
    pools = replace(PAIRS_16, boards=Boards(4, "matchpoints", pools=2))
    assert begun(pools, 4).refused(ChooseBoards(OWNER, 1, (chosen(),) * 4)) == "no_boards"


def test_staff_who_chose_deals_and_take_part_get_other_deals():
    here = created(PAIRS_16, checked_format(PAIRS_16))
    here = here.after(ChooseBoards(OWNER, 1, (chosen(),) * 4))
    for captain, partner in ((OWNER, "p00"), ("p01", "p01b"), ("p02", "p02b"), ("p03", "p03b")):
        here = here.after(register(PlayerId(captain), PlayerId(partner)))
        entrant = EntrantId(captain.upper())
        here = here.after(AcceptPartner(PlayerId(partner), entrant, Applicant(PlayerId(partner))))
    assert here.refused(ChooseBoards(OWNER, 2, (chosen(),) * 4)) == "knows_the_deals"
    here = here.after(StartTournament(OWNER))
    assert any(isinstance(each, BoardsChosen) and not each.boards for each in here.when(here.pair(OWNER)))
    assert not paired(here).tournament.chosen


# ------------------------------------------------------------------------------------------------ scores


def test_a_board_without_a_present_side_is_average_minus_for_it_and_more_for_the_other():
    here = paired(begun(PAIRS_16, 4))
    here = finished(here, 1, lambda *_: 20)
    late = here.tournament.rounds[0].paired.matches[1]
    here = here.after(WithdrawEntrant(OWNER, late.first, "gone"))
    here = here.after(CloseRound(OWNER, 1))

    shares = {each.entrant: each.points for each in tournament_standings(here.tournament)}
    assert shares[late.first] == 4000
    assert shares[late.second] == 6000
    first = here.tournament.rounds[0].paired.matches[0]
    assert (shares[first.first], shares[first.second]) == (5000, 5000)


def test_a_staff_decision_replaces_the_boards_of_a_match():
    here, score = begun(PAIRS_16, 4), lots("override")
    here = play_round(here, score)
    match = here.tournament.rounds[0].paired.matches[0]
    here = here.after(OverrideResult(OWNER, 1, 1, LOST, "they saw the cards"))

    shares = {each.entrant: each.points for each in tournament_standings(here.tournament)}
    assert (shares[match.first], shares[match.second]) == (4000, 6000)


def test_imps_against_the_datum_sum_to_zero():
    plan = replace(PAIRS_16, boards=Boards(4, "imps"))
    here = play_round(begun(plan, 8), lots("imps"))
    found = tournament_standings(here.tournament)
    assert sum(each.points for each in found) == 0
    assert all(each.points % 100 == 0 for each in found)


def test_victory_points_are_shared_in_every_match_of_pairs():
    plan = replace(PAIRS_16, boards=Boards(4, "victory_points"), rounds=VPS)
    here = play_round(begun(plan, 8), lots("vps"))
    points = {each.entrant: each.points for each in tournament_standings(here.tournament)}
    assert {points[match.first] + points[match.second] for match in here.tournament.rounds[0].paired.matches} == {2000}


def test_boards_can_break_ties():
    plan = replace(PAIRS_16, tie_breaks=("imps", "board_quotient", "levels_won", "wins"))
    here = play_round(begun(plan, 4), lots("ties"))
    for each in tournament_standings(here.tournament):
        assert [value.tie_break for value in each.values] == ["imps", "board_quotient", "levels_won", "wins"]
        assert len(each.values[0].parts) == 1


def test_standings_do_not_reveal_a_sealed_round():
    here = paired(begun(PAIRS_16, 4))
    here = finished(finished(here, 1, lambda *_: 100), 2, lambda *_: 0)
    assert {(each.points, each.wins) for each in tournament_standings(here.tournament)} == {(0, 0)}


# -- compatible settings -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "option"),
    [
        (replace(PAIRS_16, boards=None), "boards"),
        (replace(PAIRS_16, boards=Boards(2, "matchpoints", "waltz")), "boards.movement"),
        (replace(PAIRS_16, figures={"rounds": 3, "switched": 1}), "figures.switched"),
        (replace(PAIRS_16, entrants=replace(PAIRS, least=3, capacity=20)), "entrants.least"),
        (replace(PAIRS_16, entrants=replace(PAIRS, least=4)), "entrants.capacity"),
        (replace(HOWELL, entrants=replace(PAIRS, least=6, capacity=21)), "entrants.capacity"),
        (replace(INDIVIDUAL, entrants=replace(PLAYERS, least=8, capacity=12)), "entrants.capacity"),
        (replace(INDIVIDUAL, boards=Boards(2, "victory_points")), "boards.scoring"),
        (replace(PAIRS_16, boards=Boards(2, "victory_points")), "rounds.draw"),
        (replace(PAIRS_16, format="swiss"), "boards"),
        (replace(TEAMS, entrants=EntrantSettings("team", 6, 6)), "boards"),
        (replace(TEAMS, entrants=EntrantSettings("team", 3, 6)), "entrants"),
        (replace(PAIRS_16, tie_breaks=("buchholz",), boards=None, format="swiss"), None),
        (replace(PAIRS_16, play=TableGame("zheng_shangyou", "zheng-shangyou-4-partners")), None),
        (
            replace(PAIRS_16, play=TableGame("zheng_shangyou", "zheng-shangyou-4-partners"), boards=Boards(2, "imps")),
            None,
        ),
        (TEAMS, None),
        (replace(TEAMS, boards=None), None),
    ],
)
def test_formats_boards_and_entrants_have_to_fit_together(plan: Settings, option: str | None):
    if option is None:
        assert checked_format(plan) == format_of(plan)
        return
    with pytest.raises(Refusal) as raised:
        checked_format(plan)
    assert raised.value.facts["option"] == option


LENGTHS = [
    # movement, entrants.least, rounds, maximum of rounds, numbers of entrants for these rounds
    ("mitchell", 8, 4, 3, 9),
    ("mitchell", 8, 5, 3, 9),
    ("mitchell", 8, 6, 3, 13),
    ("mitchell", 5, 4, 3, 9),
    ("howell", 8, 8, 7, 9),
    ("howell", 6, 6, 5, 7),
    ("howell", 8, 20, 7, None),
]


@pytest.mark.parametrize(("movement", "least", "rounds", "most", "enough"), LENGTHS)
def test_a_movement_with_too_many_rounds_for_its_smallest_field_is_refused(movement, least, rounds, most, enough):
    plan = replace(
        PAIRS_16,
        figures={"rounds": rounds},
        boards=Boards(2, "matchpoints", movement),
        entrants=replace(PAIRS, least=least, capacity=20),
    )
    with pytest.raises(FormatDoesNotFit) as raised:
        checked_format(plan)
    assert raised.value.facts == {"option": "figures.rounds", "least": 1, "most": most, "entrants_least": enough}
    assert f"1 to {most} rounds" in raised.value.hint
    checked_format(replace(plan, figures={"rounds": most}))
    if enough is not None:
        assert checked_format(replace(plan, entrants=replace(PAIRS, least=enough, capacity=20)))
        assert enough == default_least_entrants("duplicate_pairs", movement, 20, rounds)


def test_an_individual_with_more_rounds_than_partners_is_refused():
    with pytest.raises(
        FormatDoesNotFit, match="with 8 entrants, a movement of individuals has at most 7 rounds, not 8"
    ):
        checked_format(replace(INDIVIDUAL, figures={"rounds": 8}, entrants=replace(PLAYERS, least=8, capacity=8)))


def test_balanced_rounds_of_pairs_can_have_any_number():
    balanced = replace(PAIRS_16, figures={"rounds": 40}, boards=Boards(2, "matchpoints"))
    assert checked_format(balanced)


def test_a_round_has_to_follow_the_movement():
    here = begun(PAIRS_16, 4)
    made = here.pair(OWNER).paired
    turned = Round(1, (Match(made.matches[0].second, made.matches[0].first), made.matches[1]))
    assert here.refused(PairRound(OWNER, turned, SEED)) == "breaks_format"


# ------------------------------------------------------------------------------------------------ teams


def test_teams_play_every_deal_at_two_tables():
    here = play_round(begun(TEAMS, 4), lambda board, match, room: 40 if room == 1 else 0, rooms=2)
    tables = compared_boards(here.tournament, here.format_)
    assert len(tables) == 2 * 2 * 6
    assert {each.even_imps for each in tables if each.room == 1} == {3}
    assert all(each.even != other.even for each, other in zip(tables[::2], tables[1::2], strict=True))
    assert here.tournament.rounds[0].sets == (1, 1)


def test_a_team_match_is_scored_in_imps_on_the_victory_point_scale():
    boards = [
        BoardResult(number, room, "", BoardScore(excess, 0, 40))
        for number, scores in enumerate([(40, 0), (0, 100), (5, 0), (-80, -20)], start=1)
        for room, excess in enumerate(scores, start=1)
    ]
    # On the scale of IMPs 40, -100, 5 and -60 are 3, -7, 0 and -5.
    worth = victory_points(-9, 4)
    assert team_result(TEAMS, boards, None) == Result(worth.first, worth.second)
    by_imps = replace(TEAMS, boards=Boards(4, "imps"))
    assert team_result(by_imps, boards, None) == Result(Points(0), Points(1200))
    by_boards = replace(TEAMS, boards=Boards(4, "matchpoints"))
    assert team_result(by_boards, boards, None) == Result(Points(1000), Points(1000))
    assert team_result(by_boards, boards, "first") == Result(Points(0), Points(1200), "adjudicated")
    adjusted = [BoardResult(1, 1, "", None, "average_plus", "average_minus")]
    assert team_result(by_imps, adjusted, None) == Result(Points(1200), Points(0))
