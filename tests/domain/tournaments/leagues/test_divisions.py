"""Leagues: divisions of the next season, by example and for any seasons."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.leagues.divisions import LeagueRules, Share, next_season, sizes_of_divisions
from domain.tournaments.terms import Entrant, EntrantId

SMALL = LeagueRules(least=3, most=5, promoted=1, relegated=1)


def divisions(*members: str) -> list[tuple[EntrantId, ...]]:
    return [tuple(map(EntrantId, each)) for each in members]


def newcomers(number: int, first: int = 1) -> list[Entrant]:
    return [Entrant(EntrantId(f"n{place}"), place, 1000 + 7 * place % 50) for place in range(first, first + number)]


def written(made: tuple) -> list[str]:
    return ["".join(division) for division in made]


def test_the_first_are_promoted_and_the_last_relegated():
    assert written(next_season(divisions("abcd", "efgh", "ijkl"), SMALL)) == ["abce", "dfgi", "hjkl"]


def test_the_numbers_promoted_and_relegated_are_those_configured():
    rules = LeagueRules(3, 6, promoted=2, relegated=2)

    assert written(next_season(divisions("abcdef", "ghijkl"), rules)) == ["abcdgh", "efijkl"]
    assert written(next_season(divisions("abcdef", "ghijkl"), LeagueRules(3, 6, 0, 0))) == ["abcdef", "ghijkl"]


@pytest.mark.parametrize(
    ("share", "of_thirteen", "of_fifteen", "of_eighteen"),
    [
        (Share(1, 6, "up"), 3, 3, 3),
        (Share(1, 6, "down"), 2, 2, 3),
        (Share(1, 6, "nearest"), 2, 3, 3),
        (Share(1, 3, "nearest"), 4, 5, 6),
        (Share(0, 1, "up"), 0, 0, 0),
    ],
)
def test_a_share_is_rounded_as_configured(share, of_thirteen, of_fifteen, of_eighteen):
    assert (share.of(13), share.of(15), share.of(18)) == (of_thirteen, of_fifteen, of_eighteen)


def test_a_share_refers_to_the_entrants_who_played_in_the_division():
    upper = [EntrantId(f"u{place}") for place in range(13)]
    lower = [EntrantId(f"l{place}") for place in range(18)]
    rules = LeagueRules(promoted=Share(1, 6, "up"), relegated=Share(1, 6, "up"))

    made = next_season([upper, lower], rules)

    assert made == ((*upper[:10], *lower[:3]), (*upper[10:], *lower[3:]))


def test_a_vacancy_is_filled_by_the_best_from_below_who_are_not_promoted_anyway():
    assert written(next_season(divisions("abcd", "efgh", "ijkl"), SMALL, withdrawn={"b"})) == ["acef", "dgij", "hkl"]


def test_the_place_of_a_withdrawn_entrant_counts_and_moves_nobody_else():
    season = divisions("abcd", "efgh")

    assert written(next_season(season, SMALL, withdrawn={"d"})) == ["abce", "fgh"]
    assert written(next_season(season, SMALL, withdrawn={"e"})) == ["abcf", "dgh"]


def test_newcomers_enter_the_lowest_division_by_rating():
    new = [Entrant(EntrantId("x"), 1, 1400), Entrant(EntrantId("z"), 3, 1500), Entrant(EntrantId("y"), 2, 1500)]

    assert written(next_season(divisions("abc", "de"), SMALL, newcomers=new)) == ["abd", "ceyzx"]


def test_an_oversized_division_relegates_its_last_remaining_entrants():
    unequal = LeagueRules(3, 4, promoted=2, relegated=0)

    assert written(next_season(divisions("abcd", "efgh"), unequal)) == ["abef", "cdgh"]


def test_an_oversized_lowest_division_leads_to_a_new_one_filled_from_above():
    assert written(next_season(divisions("abcde"), SMALL, newcomers=newcomers(1))) == ["abc", "den1"]
    assert written(next_season(divisions("abcde"), LeagueRules(3, 5, 0, 0), newcomers=newcomers(4))) == [
        "abcde",
        "n4n3n2n1",
    ]


def test_a_division_that_nobody_can_fill_ends():
    assert written(next_season(divisions("abcde", "fgh"), SMALL, withdrawn={"a", "b", "h"})) == ["cdfeg"]
    assert written(next_season(divisions("abc", "def", "ghi"), SMALL, withdrawn={"a", "b"})) == ["dec", "gfhi"]


def test_a_first_season_has_divisions_of_nearly_equal_size_by_rating():
    made = next_season([], LeagueRules(), newcomers=newcomers(45))

    assert [len(division) for division in made] == [15, 15, 15]
    by_rating = sorted(newcomers(45), key=lambda each: (-each.rating, each.seed))
    assert [each for division in made for each in division] == [each.id for each in by_rating]


@pytest.mark.parametrize(
    ("total", "before", "sizes"),
    [
        (0, (13, 13), ()),
        (5, (), (5,)),
        (5, (13,), (5,)),
        (26, (13, 13), (13, 13)),
        (27, (13, 14), (13, 14)),
        (30, (13, 13), (13, 17)),
        (36, (13, 16), (16, 20)),
        (40, (20, 20), (20, 20)),
        (41, (20, 20), (15, 13, 13)),
        (33, (20,), (20, 13)),
        (39, (13, 13, 13), (13, 13, 13)),
        (38, (13, 13, 13), (18, 20)),
        (25, (13, 13), (13, 12)),
        (21, (20,), (11, 10)),
        (20, (13, 13), (20,)),
        (30, (25, 5), (17, 13)),
    ],
)
def test_division_sizes_change_from_below_and_stay_within_their_bounds_where_possible(total, before, sizes):
    assert sizes_of_divisions(total, before, LeagueRules()) == sizes


def test_nobody_can_play_in_two_places():
    with pytest.raises(ValueError, match="'a' would play in two divisions"):
        next_season(divisions("abc", "dea"), SMALL)
    with pytest.raises(ValueError, match="'a' would play in two divisions"):
        next_season(divisions("abc"), SMALL, newcomers=[Entrant(EntrantId("a"), 1)])


@pytest.mark.parametrize(
    "figures",
    [
        {"least": 0},
        {"least": 5, "most": 4},
        {"promoted": -1},
        {"relegated": -1},
        {"promoted": Share(2, 1, "up")},
        {"relegated": Share(-1, 2, "up")},
        {"promoted": Share(0, 0, "up")},
    ],
)
def test_rules_without_a_possible_league_are_refused(figures):
    with pytest.raises(ValueError, match="cannot"):
        LeagueRules(**figures)


@st.composite
def leagues(draw):
    least = draw(st.integers(1, 6))
    figure = st.one_of(
        st.integers(0, 4),
        st.builds(Share, st.integers(0, 2), st.integers(2, 6), st.sampled_from(["up", "down", "nearest"])),
    )
    return LeagueRules(least, least + draw(st.integers(0, 5)), draw(figure), draw(figure))


@given(leagues(), st.integers(0, 40), st.data())
def test_over_many_seasons_everybody_is_in_one_division_and_sizes_stay_within_bounds(rules, number, data):
    made = next_season([], rules, newcomers=newcomers(number))
    known = number
    for _ in range(5):
        before = [data.draw(st.permutations(division)) for division in made]
        everybody = [each for division in before for each in division]
        withdrawn = data.draw(st.frozensets(st.sampled_from(everybody), max_size=8)) if everybody else frozenset()
        new = newcomers(data.draw(st.integers(0, 8)), known + 1)
        known += len(new)

        made = next_season(before, rules, withdrawn, new)

        expected = set(everybody) - withdrawn | {each.id for each in new}
        assert Counter(each for division in made for each in division) == Counter(expected)
        check_sizes([len(division) for division in made], len(expected), rules)
        assert next_season(before, rules, withdrawn, new[::-1]) == made


def check_sizes(sizes: list[int], total: int, rules: LeagueRules) -> None:
    """Checks that sizes are within the bounds if possible, and otherwise not too large and even."""
    assert sum(sizes) == total
    assert all(1 <= size <= rules.most for size in sizes)
    if any(number * rules.least <= total <= number * rules.most for number in range(1, total + 1)):
        assert all(size >= rules.least for size in sizes)
    elif sizes:
        assert max(sizes) - min(sizes) <= 1


@given(st.integers(2, 5), st.integers(4, 8), st.integers(0, 2), st.data())
def test_with_equal_promotion_and_relegation_and_no_withdrawals_only_the_first_and_last_move(
    number, size, figure, data
):
    names = data.draw(st.permutations([EntrantId(f"e{place}") for place in range(number * size)]))
    before = [tuple(names[place * size : (place + 1) * size]) for place in range(number)]

    made = next_season(before, LeagueRules(4, 8, figure, figure))

    place_of = {each: place for place, division in enumerate(made) for each in division}
    for place, division in enumerate(before):
        up = figure if place > 0 else 0
        down = figure if place < number - 1 else 0
        moves = [place_of[each] - place for each in division]
        assert moves == [-1] * up + [0] * (size - up - down) + [1] * down
    assert [len(division) for division in made] == [size] * number


@given(st.integers(6, 12), st.data())
def test_vacancies_are_filled_in_the_order_of_the_standings(size, data):
    before = [tuple(EntrantId(f"{name}{place:02}") for place in range(size)) for name in "abc"]
    withdrawn = data.draw(st.frozensets(st.sampled_from(before[0]), min_size=1, max_size=size // 2))

    made = next_season(before, LeagueRules(3, 12, 0, 0), withdrawn)

    gone = len(withdrawn)
    assert made[0] == (*(each for each in before[0] if each not in withdrawn), *before[1][:gone])
    assert made[1] == (*before[1][gone:], *before[2][:gone])
    assert made[2] == before[2][gone:]
