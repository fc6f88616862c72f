"""`shengji simulate`: bots against each other without a server."""

import json

import pytest

from service.cli import simulate


def test_a_duel_prints_points_levels_and_hands_with_their_intervals(shengji):
    simulated = shengji("simulate", "steady", "random", "--deals", 4, "--seed", "test", "--json")

    assert simulated.exit_code == 0, simulated.stderr
    result = json.loads(simulated.stdout)
    assert (result["deals"], result["hands"], result["seed"]) == (4, 8, "test")
    for name in ("points_per_hand", "levels_per_hand", "hands_won"):
        assert result[name]["half_width_95"] >= 0
    assert result["points_per_hand"]["mean"] > 0


SHARES = (
    ("hands_won", 0.0, ["--deals", 3]),
    ("matches_won", 0.0, ["--matches", 2, "--option", "initial_level=K"]),
    ("first_places", -0.6, ["--deals", 2, "--profile", "zheng-shangyou"]),
)


@pytest.mark.parametrize(("name", "least", "arguments"), SHARES)
def test_no_interval_contains_an_impossible_share(shengji, name: str, least: float, arguments: list[object]):
    simulated = shengji("simulate", "steady", "random", *arguments, "--seed", "test", "--json")

    assert simulated.exit_code == 0, simulated.stderr
    share = json.loads(simulated.stdout)[name]
    assert least <= share["low_95"] <= share["mean"] <= share["high_95"] <= least + 1
    assert share["low_95"] < share["high_95"], "a few matches leave the result open"


def test_hands_per_match_must_be_positive(shengji):
    arguments = ("--matches", 2, "--option", "initial_level=K", "--seed", "d", "--json")
    hands = json.loads(shengji("simulate", "random", "random", *arguments).stdout)["hands_per_match"]

    assert hands["mean"] - hands["half_width_95"] < 1, "with this seed matches have different lengths"
    assert hands["low_95"] == 1


def test_the_same_seed_gives_the_same_result_and_another_seed_another(shengji):
    one, again, other = (
        shengji("simulate", "random", "random", "--deals", 2, "--seed", seed, "--json").stdout
        for seed in ("a", "a", "b")
    )

    assert one == again != other


def test_whole_matches_can_be_simulated(shengji):
    simulated = shengji("simulate", "random", "random", "--matches", 2, "--option", "initial_level=K", "--json")

    assert simulated.exit_code == 0, simulated.stderr
    result = json.loads(simulated.stdout)
    assert result["matches"] == 2
    assert result["hands"] >= 2
    assert 0 <= result["matches_won"]["mean"] <= 1


def test_matches_with_friends_can_be_simulated(shengji):
    arguments = ("--profile", "zhao-peng-you", "--option", "final_level=2", "--matches", 2, "--seed", "test", "--json")
    simulated = shengji("simulate", "random", "random", *arguments)

    assert simulated.exit_code == 0, simulated.stderr
    assert json.loads(simulated.stdout)["matches"] == 2


@pytest.mark.parametrize(("profile", "line_ups"), [("zheng-shangyou", 5), ("zheng-shangyou-4-partners", 2)])
def test_a_duel_of_zheng_shangyou_rotates_the_seats(shengji, profile: str, line_ups: int):
    arguments = ("--profile", profile, "--deals", 3, "--seed", "test", "--json")
    simulated = shengji("simulate", "steady", "random", *arguments)

    assert simulated.exit_code == 0, simulated.stderr
    result = json.loads(simulated.stdout)
    assert (result["deals"], result["hands"]) == (3, 3 * line_ups)
    assert result["points_per_hand"]["half_width_95"] >= 0
    assert result["first_places"]["mean"] > 0


def test_matches_of_zheng_shangyou_can_be_simulated(shengji):
    arguments = ("--profile", "san-jia-xi", "--option", "zs_target=5", "--matches", 2, "--json")
    simulated = shengji("simulate", "random", "random", *arguments)

    assert simulated.exit_code == 0, simulated.stderr
    assert json.loads(simulated.stdout)["matches"] == 2


def test_the_result_is_printed_as_a_table(shengji):
    shown = shengji("simulate", "--deals", 2).stdout

    assert "steady against random" in shown
    assert "points per hand" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--option", "players=5"], "players"),
        (["--option", "no_such=1"], "no_such"),
        (["--option", "final_level"], "NAME=VALUE"),
        (["--profile", "zhang-1066"], "zhang-1066"),
        (["--deals", "0"], "deals"),
        (["nobody"], "nobody"),
    ],
)
def test_impossible_simulations_are_refused(shengji, arguments: list[str], said: str):
    refused = shengji("simulate", *arguments)

    assert refused.exit_code != 0
    assert said in refused.stderr
    assert isinstance(refused.exception, SystemExit)


def test_a_game_without_a_duel_can_only_play_whole_matches(shengji, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(simulate.DUELS, "zheng_shangyou")
    arguments = ("--profile", "zheng-shangyou", "--option", "zs_target=4", "--json")

    refused = shengji("simulate", "random", "random", *arguments)
    played = shengji("simulate", "random", "random", *arguments, "--matches", 1)

    assert refused.exit_code == 1
    assert "zheng_shangyou has no duel; give --matches" in refused.stderr
    assert played.exit_code == 0, played.stderr


def test_a_duel_among_friends_rotates_the_seats(shengji):
    arguments = ("--profile", "levelup-5", "--deals", 2, "--seed", "test", "--json")
    simulated = shengji("simulate", "club", "random", *arguments)

    assert simulated.exit_code == 0, simulated.stderr
    result = json.loads(simulated.stdout)
    assert (result["deals"], result["hands"]) == (2, 10)
    assert result["levels_more_than_the_other"]["half_width_95"] > 0
