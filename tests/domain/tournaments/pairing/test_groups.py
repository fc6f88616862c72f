"""Groups, then a knock-out."""

from typing import Any

import pytest

from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.pairing.groups import (
    GroupRules,
    bracket_context,
    groups_of,
    next_round,
    places,
    ranked_groups,
)
from domain.tournaments.pairing.knock_out import KnockOutRules, MatchUndecided
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.terms import (
    DRAW,
    LOSS,
    WIN,
    Entrant,
    EntrantId,
    Match,
    PairingContext,
    PlayedRound,
    Result,
    Round,
)
from tests.support.formats import KNOCK_OUT, replace

TWO = GroupRules(2, 2, KnockOutRules(third_place=True))


def field(number: int) -> PairingContext:
    return PairingContext(tuple(Entrant(EntrantId(f"e{seed:02}"), seed) for seed in range(1, number + 1)))


def won_by_seed(match: Match) -> Result:
    return Result(WIN, LOSS) if match.first < match.second else Result(LOSS, WIN)


def after(known: PairingContext, made: Round, results: tuple[Result | None, ...] | None = None) -> PairingContext:
    given = tuple(map(won_by_seed, made.matches)) if results is None else results
    return known._replace(rounds=(*known.rounds, PlayedRound(made, given)))


def played(known: PairingContext, rules: GroupRules, rounds: int = 100) -> PairingContext:
    """Plays rounds in which the better seed wins."""
    for _ in range(rounds):
        made = next_round(known, rules, b"seed")
        if made is None:
            break
        known = after(known, made)
    return known


def test_groups_are_filled_to_and_fro():
    assert groups_of(field(8), GroupRules(3, 1, KnockOutRules())) == (
        ("e01", "e06", "e07"),
        ("e02", "e05", "e08"),
        ("e03", "e04"),
    )


@pytest.mark.parametrize(
    ("number", "groups"), [(number, groups) for groups in (2, 3, 4) for number in range(2 * groups, 20)]
)
def test_everybody_meets_in_the_groups_and_the_best_seeds_win(number: int, groups: int):
    rules = GroupRules(groups, 2, KnockOutRules(third_place=True))
    known = played(field(number), rules)

    formed = groups_of(known, rules)
    met = [frozenset(match) for each in known.rounds for match in each.round.matches]
    for group in formed:
        for one in group:
            assert all(frozenset((one, other)) in met for other in group if other != one)
    assert ranked_groups(known, rules) == formed
    bracket = bracket_context(known, rules)
    assert bracket is not None
    assert len(bracket.entrants) == 2 * groups
    assert [each.round.number for each in bracket.rounds] == list(range(1, len(bracket.rounds) + 1))
    ranks = places(known, rules)
    assert ranks is not None
    assert [entrant for entrant, rank in ranks.items() if rank == 1] == ["e01"]
    assert sorted(ranks) == sorted(each.id for each in known.entrants)


@pytest.mark.parametrize("groups", range(2, 9))
@pytest.mark.parametrize("advance", [2, 3, 4])
def test_nobody_meets_their_group_in_the_first_round_of_the_knock_out(groups: int, advance: int):
    rules = GroupRules(groups, advance, KnockOutRules())
    known = field(groups * advance)
    while bracket_context(known, rules) is None:
        made = next_round(known, rules, b"seed")
        assert made is not None
        known = after(known, made)
    made = next_round(known, rules, b"seed")
    assert made is not None
    assert made.number == len(known.rounds) + 1
    of = {entrant: group for group in groups_of(known, rules) for entrant in group}
    assert all(of[first] != of[second] for first, second in made.matches)


def test_equal_points_are_decided_between_the_equal_ones_and_then_by_the_seed():
    known = field(6)
    beats = {("e01", "e04"), ("e04", "e05"), ("e05", "e01"), ("e03", "e02"), ("e02", "e06"), ("e03", "e06")}
    for _ in range(3):
        made = next_round(known, TWO, b"seed")
        assert made is not None
        results = tuple(Result(WIN, LOSS) if tuple(each) in beats else Result(LOSS, WIN) for each in made.matches)
        known = after(known, made, results)
    assert ranked_groups(known, TWO) == (("e01", "e04", "e05"), ("e03", "e02", "e06"))


def test_the_knock_out_waits_for_the_groups():
    known = field(4)
    made = next_round(known, TWO, b"seed")
    assert made is not None
    with pytest.raises(MatchUndecided):
        next_round(after(known, made, (won_by_seed(made.matches[0]), None)), TWO, b"seed")
    drawn = after(known, made, (Result(DRAW, DRAW), Result(DRAW, DRAW)))
    assert bracket_context(drawn, TWO) is not None
    assert places(known, TWO) is None


def test_an_entrant_that_qualifies_and_withdraws_gives_a_bye():
    known = played(field(8), TWO, 3)._replace(withdrawn=frozenset({EntrantId("e01")}))
    made = next_round(known, TWO, b"seed")
    assert made is not None
    assert "e01" not in set(made.entrants())
    assert len(made.matches) == len(made.byes) == 1


@pytest.mark.parametrize(
    ("figures", "option"),
    [
        ({}, "figures.groups"),
        ({"groups": 1}, "figures.groups"),
        ({"groups": 2, "advance": 0}, "figures.advance"),
        ({"groups": 2, "rounds": 3}, "figures.rounds"),
        ({"groups": 32}, "entrants.least"),
    ],
)
def test_wrong_figures_are_refused(figures: dict[str, Any], option: str):
    settings = replace(KNOCK_OUT, format="groups_knock_out", figures=figures)
    settings = replace(settings, entrants=replace(settings.entrants, least=4))
    with pytest.raises(InvalidSettings) as refused:
        format_of(settings)
    assert refused.value.facts["option"] == option
