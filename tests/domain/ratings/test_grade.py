"""Grades in duplicate play, of players and of partnerships."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.instants import HOUR_MS, Instant
from domain.ratings.grade import (
    EVEN,
    FULL,
    PERCENT,
    Grade,
    GradeRules,
    Grades,
    Pair,
    Session,
    SessionId,
    changes_of,
    sentence,
)
from tests.support.rating import kendall_tau, players
from tests.support.replayed import replay_grades

USUAL = GradeRules()
A, B, C, D = players("abcd")


def percent(figure: float) -> int:
    return round(figure * PERCENT)


def session(number: int, boards: int = 25, **scores: float) -> Session:
    """A session of pairs named by two letters each, with their percentages."""
    pairs = tuple(Pair(players(names), percent(score)) for names, score in scores.items())
    return Session(SessionId(f"ses_{number}"), Instant(number * HOUR_MS), boards, pairs)


def graded(**grades: float) -> dict:
    """Experienced players by letter, with their grades."""
    return {players(name)[0]: Grade(percent(grade), 5000) for name, grade in grades.items()}


def test_a_mixed_pair_in_an_average_field_is_expected_to_score_the_mean_of_both_grades():
    known = graded(a=30, b=50, c=50, d=50)

    first, second, together, *_ = changes_of(USUAL, session(1, ab=42, cd=58), known, {})

    assert first.expected == second.expected == percent(40)
    # 2 % more than expected, counted twice, for 25 of 2000 boards: 0.05 %.
    assert (first.after.grade, second.after.grade) == (percent(30.05), percent(50.05))
    assert first.after.boards == 5025
    assert together.before == percent(40)


def test_a_session_grade_is_the_grade_that_explains_the_score_with_the_partner_at_their_grade():
    """2 (score + field - 50) - the partner's grade, which counts for one session in 80."""
    known = graded(a=56, b=48, c=53, d=51)

    first, *_ = changes_of(USUAL, session(1, ab=57, cd=43), known, {})

    session_grade = 2 * (57 + 52 - 50) - 48
    assert first.after.grade == percent(56 + (session_grade - 56) / 80)


def test_the_expected_score_is_lower_in_a_stronger_field():
    average = changes_of(USUAL, session(1, ab=50, cd=50), graded(a=50, b=50, c=50, d=50), {})
    strong = changes_of(USUAL, session(1, ab=50, cd=50), graded(a=50, b=50, c=57, d=59), {})

    assert (average[0].expected, strong[0].expected) == (EVEN, percent(42))
    assert strong[0].field == percent(58)
    assert strong[0].after.grade > average[0].after.grade == EVEN


def test_an_expected_score_is_between_zero_and_one():
    changes = changes_of(USUAL, session(1, ab=100, cd=0), graded(a=90, b=90, c=20, d=20), {})

    assert [change.expected for change in changes] == [FULL] * 3 + [0] * 3
    assert all(change.after.grade == change.before for change in changes)


def test_the_field_of_a_pair_is_all_other_pairs():
    known = graded(a=60, b=60, c=50, d=50, e=40, f=40)
    changes = changes_of(USUAL, session(1, ab=50, cd=50, ef=50), known, {})

    assert [change.field for change in changes[::3]] == [percent(45), percent(50), percent(55)]


def test_a_session_is_weighted_by_its_boards_up_to_a_maximum():
    log = [session(number, boards, ab=60, cd=40) for number, boards in enumerate((25, 25, 10))]
    _, changes = replay_grades(log, USUAL)
    _, late = replay_grades([session(number, 25, ab=60, cd=40) for number in range(100)], USUAL)

    assert [(change.boards, change.of) for change in changes if change.who == {A}] == [(25, 75), (25, 100), (10, 110)]
    assert [change.of for change in late if change.who == {A}][76:80] == [1975, 2000, 2000, 2000]


def test_a_pair_that_sat_out_is_weighted_by_the_boards_it_played():
    whole = session(1, 25, ab=60, cd=50, ef=40)
    one, *others = whole.pairs
    part = Session(whole.id, whole.ended_at, 25, (one._replace(boards=20), *others))

    before, after = changes_of(USUAL, whole, {}, {}), changes_of(USUAL, part, {}, {})

    assert [(change.boards, change.of, change.after.boards) for change in after[:3]] == [(20, 70, 20)] * 3
    assert after[0].after.grade == percent(50) + round(2 * percent(10) * 20 / 70)
    assert after[3:] == before[3:]


@pytest.mark.parametrize("boards", [0, 26])
def test_a_pair_plays_between_one_and_all_boards(boards):
    whole = session(1, 25, ab=60, cd=40)

    with pytest.raises(ValueError, match="boards"):
        Session(whole.id, whole.ended_at, 25, (whole.pairs[0]._replace(boards=boards), whole.pairs[1]))


def test_after_eighty_sessions_a_session_has_a_weight_of_37_percent():
    strange = GradeRules(gain=1)
    known = graded(a=50, b=50, c=50, d=50)
    once = changes_of(strange, session(0, ab=90, cd=10), known, {})[2].after

    partnerships = {frozenset((A, B)): Grade(once.grade, 5000)}
    for number in range(80):
        changes = changes_of(strange, session(number + 1, ab=50, cd=50), known, partnerships)
        partnerships[frozenset((A, B))] = changes[2].after

    left = (partnerships[frozenset((A, B))].grade - EVEN) / (once.grade - EVEN)
    assert left == pytest.approx(0.366, abs=0.001)


def test_a_session_longer_than_the_window_replaces_everything():
    changes = changes_of(USUAL, session(1, 3000, ab=55, cd=45), graded(a=50, b=50, c=50, d=50), {})

    assert (changes[0].boards, changes[0].of) == (3000, 3000)
    assert changes[2].after.grade == changes[2].before + (percent(55) - EVEN) * 3000 // 3000


def test_a_partnership_starts_at_the_mean_of_its_players_and_has_a_grade_of_its_own():
    grades = Grades()
    grades.players.update(graded(a=60, b=50, c=50, d=50))

    grades.grade(USUAL, session(1, ab=65, cd=35))

    # The expected score was 55, and 25 of 75 boards count.
    assert grades.partnerships[frozenset((B, A))] == Grade(percent(55) + round(percent(10) / 3), 25)
    assert grades.partnerships[frozenset((C, D))].grade < EVEN
    assert frozenset((A, C)) not in grades.partnerships


def test_all_grades_of_a_session_are_computed_from_those_before_it():
    forwards = session(1, ab=62, cd=51, ef=37)
    backwards = Session(forwards.id, forwards.ended_at, forwards.boards, forwards.pairs[::-1])
    grades, _ = replay_grades([forwards], USUAL)
    others, _ = replay_grades([backwards], USUAL)

    assert grades.players == others.players
    assert grades.partnerships == others.partnerships


@pytest.mark.parametrize(("boards", "provisional"), [(249, True), (250, False)])
def test_a_grade_is_provisional_until_enough_boards_are_graded(boards, provisional):
    changes = changes_of(USUAL, session(1, boards, ab=50, cd=50), {}, {})

    assert {change.is_provisional for change in changes} == {provisional}


def test_a_grade_explains_itself():
    first, _, together, *_ = changes_of(USUAL, session(1, ab=42, cd=58), graded(a=30, b=50, c=50, d=50), {})

    assert sentence(first) == (
        "With a partner of 50.00 %, the pair was expected to score 40.00 % in a field of 50.00 %, and scored 42.00 %. "
        "The difference of +2.00 %, times 2, weighted as 25 of 2000 boards, is +0.05 %. The grade changed from 30.00 % "
        "to 30.05 %."
    )
    assert sentence(together) == (
        "The partnership was expected to score 40.00 % in a field of 50.00 %, and scored 42.00 %. The difference of "
        "+2.00 %, weighted as 25 of 75 boards, is +0.67 %. The grade changed from 40.00 % to 40.67 %. Provisional."
    )


SCORES = st.lists(st.integers(0, FULL), min_size=3, max_size=3)


@given(SCORES, SCORES, st.integers(1, 60))
def test_a_better_score_than_expected_never_lowers_a_grade_and_a_worse_one_never_raises_it(first, second, boards):
    names = ("ab", "cd", "ef")
    log = [
        Session(SessionId(str(number)), Instant(number), boards, tuple(map(Pair, map(players, names), scores)))
        for number, scores in enumerate((first, second))
    ]
    _, changes = replay_grades(log, USUAL)

    assert len(changes) == 18
    for change in changes:
        moved = change.after.grade - change.before
        assert moved * (change.score - change.expected) >= 0
        exact = change.gain * (change.score - change.expected) * change.boards / change.of
        assert abs(moved - exact) <= 0.5 + change.gain


@pytest.mark.parametrize(
    ("pairs", "boards", "why"),
    [
        ({"ab": 50}, 25, "two pairs"),
        ({"ab": 50, "cd": 50}, 0, "no boards"),
        ({"ab": 50, "bc": 50}, 25, "twice"),
        ({"ab": 50, "cd": 101}, 25, "percent"),
        ({"ab": -1, "cd": 50}, 25, "percent"),
    ],
)
def test_an_invalid_session_is_refused(pairs, boards, why):
    with pytest.raises(ValueError, match=why):
        session(1, boards, **pairs)


def test_players_of_known_strength_are_ranked_by_it_with_changing_partners():
    """20 players, 200 sessions of 10 pairs: tau of at least 0.8."""
    luck, names = Random(3), "abcdefghijklmnopqrst"
    strengths = {name: luck.gauss(50, 5) for name in names}
    log = []
    for number in range(200):
        drawn = luck.sample(names, len(names))
        pairs = ["".join(drawn[place : place + 2]) for place in range(0, len(names), 2)]
        scores = {pair: sum(strengths[name] for name in pair) / 2 + luck.gauss(0, 6) for pair in pairs}
        mean = sum(scores.values()) / len(scores)
        log.append(session(number, **{pair: score - mean + 50 for pair, score in scores.items()}))

    grades, _ = replay_grades(log, USUAL)

    by_grade = [grades.players[player].grade for player in players(names)]
    assert kendall_tau(list(strengths.values()), by_grade) > 0.8
