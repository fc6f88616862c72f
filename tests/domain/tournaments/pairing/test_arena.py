"""Arena pairing, by example and by simulation with its own clock."""

from collections import Counter, deque
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.instants import Instant
from domain.tournaments.pairing.arena import (
    ArenaRecord,
    ArenaRules,
    DrawContext,
    Streaks,
    WaitingEntrant,
    course_with_bonuses,
    next_matches,
    next_pairing,
    records_of,
)
from domain.tournaments.terms import Entrant, EntrantId, Match, PairingContext, PlayedRound, Points, Result, Round
from tests.support.cases import cases

RULES = ArenaRules(30_000, Points(300), Points(200), Points(100))
WON, LOST, DRAWN = Result(100, 0), Result(0, 100), Result(50, 50)


def entrant(number: int) -> Entrant:
    return Entrant(EntrantId(f"e{number}"), number)


def waiting(*since: int) -> list[WaitingEntrant]:
    return [WaitingEntrant(entrant(number), Instant(at)) for number, at in enumerate(since, 1)]


def with_points(**points: int) -> dict[EntrantId, ArenaRecord]:
    return {EntrantId(each): ArenaRecord(points=Points(worth)) for each, worth in points.items()}


def pairs(matches: tuple[Match, ...]) -> list[set[str]]:
    return [set(match) for match in matches]


def at_time(now: int, free: list[WaitingEntrant], standing=None, rules: ArenaRules = RULES) -> list[set[str]]:
    return pairs(next_matches(free, standing or {}, rules, DrawContext(Instant(now), b"seed")))


def test_the_first_pairing_matches_neighbours_in_seed_order():
    free = waiting(0, 0, 0, 0, 0)

    assert at_time(0, free[::-1]) == [{"e1", "e2"}, {"e3", "e4"}]


def test_a_free_entrant_meets_the_next_lower_one_with_a_near_score():
    standing = with_points(e1=0, e2=1000, e3=700, e4=300, e5=301)

    assert at_time(0, waiting(0, 0, 0, 0, 0), standing) == [{"e2", "e3"}, {"e5", "e4"}]
    assert at_time(0, waiting(0, 0, 0), with_points(e1=601, e2=300, e3=0)) == [{"e2", "e3"}]


def test_a_pairing_is_repeated_only_after_the_maximum_wait():
    standing = {"e1": ArenaRecord(last="e2"), "e2": ArenaRecord(last="e1")}

    assert at_time(29_999, waiting(0, 5), standing) == []
    assert at_time(30_000, waiting(0, 5), standing) == [{"e1", "e2"}]
    assert at_time(0, waiting(0, 0, 0), standing) == [{"e1", "e3"}]
    assert at_time(0, waiting(0, 0), {"e1": ArenaRecord(last="e2"), "e2": ArenaRecord(last="e9")}) == []


def test_after_the_maximum_wait_an_entrant_meets_the_nearest_one():
    standing = with_points(e1=5000, e2=0, e3=1000, e4=2000)

    assert at_time(29_999, waiting(0, 29_000, 29_000, 29_000), standing) == []
    assert at_time(30_000, waiting(0, 30_000, 30_000, 30_000), standing) == [{"e1", "e4"}]
    assert at_time(30_000, waiting(30_000, 0, 30_000, 30_000), standing) == [{"e2", "e3"}]


def test_the_longest_waiting_entrant_chooses_first_and_prefers_new_opponents():
    standing = with_points(e1=5000, e2=0, e3=1000) | {"e3": ArenaRecord(Points(1000), last="e2")}

    assert at_time(60_000, waiting(10, 5, 59_000), standing) == [{"e2", "e1"}]
    assert at_time(60_000, waiting(5, 10, 59_000), standing) == [{"e1", "e3"}]


def test_without_waiting_times_everybody_has_waited_long_enough():
    standing = {"e1": ArenaRecord(last="e2"), "e2": ArenaRecord(last="e1")}
    assert pairs(next_matches(waiting(0, 5), standing, RULES, DrawContext(None))) == [{"e1", "e2"}]


def test_a_pairing_exclusion_holds_however_long_the_entrants_wait():
    apart = frozenset({frozenset(map(EntrantId, ("e1", "e2")))})
    for now in (0, 90_000):
        assert pairs(next_matches(waiting(0, 0, 0), {}, RULES, DrawContext(Instant(now), b"", apart))) in (
            [{"e1", "e3"}],
            [{"e2", "e3"}],
        )
        assert next_matches(waiting(0, 0), {}, RULES, DrawContext(Instant(now), b"", apart)) == ()
    assert next_pairing(waiting(0, 0), {}, RULES, apart) is None


def test_the_entrant_who_was_first_less_often_is_first_and_ties_are_drawn():
    one, two = waiting(0, 0)
    for firsts, first in (((1, 0), "e2"), ((0, 1), "e1"), ((-1, 2), "e1")):
        standing = {f"e{place}": ArenaRecord(firsts=number) for place, number in enumerate(firsts, 1)}
        assert next_matches([one, two], standing, RULES, DrawContext(Instant(0), b"seed")) == (
            Match(first, {"e1": "e2", "e2": "e1"}[first]),
        )

    lots = Counter(
        match.first
        for number in range(400)
        for match in next_matches([one, two], {}, RULES, DrawContext(Instant(0), number.to_bytes(2, "big")))
    )
    assert 150 < lots["e1"] < 250


def test_the_next_pairing_is_at_once_or_at_the_end_of_the_first_maximum_wait():
    met = {"e1": ArenaRecord(last="e2"), "e2": ArenaRecord(last="e1")}
    assert next_pairing(waiting(7_000, 5_000), met, RULES) == 35_000
    assert next_pairing(waiting(7_000, 5_000), {}, RULES) == 7_000
    assert next_pairing(waiting(7_000, 5_000, 3_000), met, RULES) == 7_000
    assert next_pairing(waiting(7_000), {}, RULES) is None
    assert next_pairing([], {}, RULES) is None


def played(*matches: tuple[str, str, Result | None]) -> PairingContext:
    """A context of rounds of one match each."""
    rounds = [
        PlayedRound(Round(number, (Match(EntrantId(one), EntrantId(two)),)), (result,))
        for number, (one, two, result) in enumerate(matches, 1)
    ]
    names = sorted({each for one, two, _ in matches for each in (one, two)})
    return PairingContext(tuple(Entrant(EntrantId(each), seed) for seed, each in enumerate(names, 1)), tuple(rounds))


def test_after_two_wins_in_a_row_wins_count_twice_until_the_streak_ends():
    context = played(*[("a", "b", WON)] * 3, ("b", "a", LOST), ("a", "b", DRAWN), ("a", "b", WON), ("b", "a", WON))

    found = records_of(context, RULES)

    # 200 + 200 + 400 + 400 + 100 + 200 + 0
    assert found["a"] == ArenaRecord(Points(1500), streak=0, played=7, won=5, firsts=3, last="b")
    assert found["b"] == ArenaRecord(Points(100 + 200), streak=1, played=7, won=1, firsts=-3, last="a")
    assert records_of(context, RULES._replace(streaks=None))["a"].points == 1100
    assert (
        records_of(context, RULES._replace(streaks=Streaks(after=1, factor=3)))["a"].points == 200 + 3 * 600 + 100 + 200
    )


def test_the_value_of_a_match_is_the_points_it_added():
    context = played(("a", "b", WON), ("b", "a", LOST), ("a", "b", None), ("a", "b", WON), ("b", "a", DRAWN))
    worth = [each.results[0] and each.results[0][:2] for each in course_with_bonuses(context, RULES).rounds]
    assert worth == [(200, 0), (0, 200), None, (400, 0), (100, 100)]


def test_a_match_with_one_side_absent_is_a_win_and_a_loss_and_with_both_absent_two_losses():
    found = records_of(
        played(("a", "b", WON), ("b", "a", Result(0, 100, "forfeit")), ("a", "b", Result(0, 0, "double_forfeit"))),
        RULES,
    )

    assert (found["a"].points, found["a"].streak, found["b"].points) == (400, 0, 0)


@cases(40)
@given(
    st.integers(2, 14),
    st.integers(0, 40_000),
    st.sampled_from([0, 100, 1000]),
    st.lists(st.integers(3_000, 90_000), min_size=40, max_size=40),
    st.lists(st.sampled_from([WON, LOST, DRAWN]), min_size=20, max_size=20),
)
def test_in_a_whole_arena_nobody_waits_unnecessarily(number, patience_ms, near, lengths, outcomes):
    """The duration of each match is random. Pairs are made whenever a match ends or the arena is due."""
    rules, ends = ArenaRules(patience_ms=patience_ms, near=Points(near)), 200_000
    free = {each.entrant.id: each for each in waiting(*[0] * number)}
    running: list[tuple[int, Match, Result]] = []
    context = PairingContext(tuple(entrant(each) for each in range(1, number + 1)))
    lengths, outcomes = deque(lengths), deque(outcomes)
    now: int | None = 0
    while now is not None and now < ends:
        standing = records_of(context, rules)
        made = next_matches(list(free.values()), standing, rules, DrawContext(Instant(now), b"seed"))
        expected = next_pairing(list(free.values()), standing, rules)
        assert bool(made) is (expected is not None and expected <= now)
        named = [each for match in made for each in match]
        assert len(named) == len(set(named))
        assert set(named) <= set(free)
        for match in made:
            check_fits(match, free, standing, rules, now)
            running.append((now + lengths[0], match, outcomes[0]))
            lengths.rotate(-1)
            outcomes.rotate(-1)
        free = {each: who for each, who in free.items() if each not in named}
        check_nobody_waits_without_need(free, standing, rules, now)
        again = next_pairing(list(free.values()), standing, rules)
        assert again is None or again > now
        now = min([*(end for end, _, _ in running), *([] if again is None else [again])], default=None)
        for end, match, result in [each for each in running if each[0] == now]:
            over = PlayedRound(Round(len(context.rounds) + 1, (match,)), (result,))
            context = context._replace(rounds=(*context.rounds, over))
            free.update({each: WaitingEntrant(entrant(int(each[1:])), Instant(end)) for each in match})
        running = [each for each in running if each[0] != now]

    assert len(context.rounds) >= number // 2
    firsts = [each.firsts for each in records_of(context, rules).values()]
    assert sum(firsts) == 0


def just_met(one: EntrantId, two: EntrantId, standing: dict[EntrantId, ArenaRecord]) -> bool:
    return standing.get(one, ArenaRecord()).last == two or standing.get(two, ArenaRecord()).last == one


def gap(one: EntrantId, two: EntrantId, standing: dict[EntrantId, ArenaRecord]) -> int:
    return abs(standing.get(one, ArenaRecord()).points - standing.get(two, ArenaRecord()).points)


def check_fits(match: Match, free: dict, standing: dict, rules: ArenaRules, now: int) -> None:
    fits = gap(*match, standing) <= rules.near and not just_met(*match, standing)
    assert fits or any(now - free[each].since >= rules.patience_ms for each in match)
    assert standing.get(match.first, ArenaRecord()).firsts <= standing.get(match.second, ArenaRecord()).firsts


def check_nobody_waits_without_need(free: dict, standing: dict, rules: ArenaRules, now: int) -> None:
    for one, two in combinations(free, 2):
        assert now - free[one].since < rules.patience_ms
        assert now - free[two].since < rules.patience_ms
        assert gap(one, two, standing) > rules.near or just_met(one, two, standing)
