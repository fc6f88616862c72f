"""The rules lab beyond tricks: levels, hooks, dealers, friends, chao, redeals and ratings."""

import pytest

from domain.games import lab
from domain.games.question import BadQuestion, Part
from domain.games.sheng_ji.lab import Setup
from domain.kernel.options import ConflictingOptions, UnknownOption
from tests.support.lab import check_any_question

TRUMPS = {"trump_rank": "8", "trump_suit": "H"}


def ask(kind: str, asked: object, **setup: object):
    return lab.answer(kind, {**TRUMPS, **setup}, asked)


def refused(kind: str, asked: object, **setup: object) -> str:
    """Name of the field in the refusal of a question."""
    with pytest.raises(BadQuestion) as refusal:
        ask(kind, asked, **setup)
    return refusal.value.facts["field"]


# The table of a question ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setup", "friends", "cards"),
    [
        ({}, None, 108),
        ({"players": 5}, "ordinal", 108),
        ({"players": 6}, None, 162),
        ({"players": 8, "decks": 3}, "ordinal", 162),
        ({"options": {"profile": "si-shi-fen"}}, None, 54),
        ({"options": {"profile": "six-player-teams"}}, None, 162),
        ({"options": {"profile": "zhao-peng-you"}}, "ordinal", 108),
        ({"options": {"profile": "zhao-peng-you", "players": 7}}, "ordinal", 162),
        ({"options": {"profile": "levelup-5"}}, "first_other", 108),
        ({"options": {"friend_call_style": "card_owner"}}, "card_owner", 108),
        ({"players": 6, "options": {"auto_leveling": "on"}}, "ordinal", 162),
        ({"options": {"decks": 3}}, None, 162),
        ({"players": 4, "options": {"team_mode": "friends", "succession": "levelup"}}, "ordinal", 108),
    ],
)
def test_unspecified_settings_have_the_default_of_the_table_size(setup, friends, cards):
    setting = Setup(Part("setup", setup))

    assert (setting.calls().style if setting.rules.friends else None) == friends
    assert setting.rules.deal_shape.cards == cards


def test_contradicting_options_are_refused():
    with pytest.raises(ConflictingOptions):
        ask("deck_points", {}, players=5, options={"team_mode": "fixed_2x2"})
    with pytest.raises(ConflictingOptions):
        ask("deck_points", {}, players=5, options={"auto_leveling": "on"})


# Scores and levels ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solo", [3, "yes", [], None])
def test_whether_the_dealer_plays_alone_is_true_or_false(solo):
    assert refused("score", {"opponent_points": 0}, options={"solo_called": solo}) == "setup.options.solo_called"


@pytest.mark.parametrize(("solo", "levels"), [(True, 4), (False, 2)])
def test_levels_won_by_a_lone_dealer_are_doubled(solo, levels):
    options = {"profile": "levelup-5", "solo_called": solo}

    assert ask("score", {"opponent_points": 5}, options=options)["levels"] == levels
    assert ask("score", {"opponent_points": 160}, options=options)["levels"] == 2


def test_opponents_who_take_over_without_a_level_advance_by_auto_leveling():
    options = {"advancement": "simple", "auto_leveling": "on"}
    said = ask("score", {"opponent_points": 120}, players=6, options=options)

    assert (said["advance"], said["levels"]) == ("opponents", 1)


def level_step(asked: dict, **options: object) -> dict:
    said = {"level": "9", "levels_won": 1, "as": "declarers", "trump_rank": "9", "won": True, **asked}
    players = options.pop("players", 4)
    return ask("level_step", said, players=players, options=options)


def test_a_lap_is_counted_and_the_last_lap_wins():
    wrap = {"after_final": "wrap", "laps": 2}
    at_ace = {"level": "A", "trump_rank": "A"}

    assert level_step(at_ace, **wrap) == {"level": "2", "game_won": False, "laps": 1, "attempted": []}
    assert level_step({**at_ace, "laps": 1}, **wrap) == {"level": "A", "game_won": True, "laps": 2, "attempted": []}
    with pytest.raises(BadQuestion):
        level_step({**at_ace, "laps": 2}, **wrap)


def test_an_attempt_at_a_must_play_level_is_listed_and_counts():
    options = {"must_play": ["5"], "must_play_needs_win": "off"}
    lost = level_step({"level": "5", "trump_rank": "5", "won": False, "levels_won": 0}, **options)
    after = level_step({"level": "5", "as": "opponents", "attempted": lost["attempted"]}, **options)

    assert lost["attempted"] == ["5"]
    assert after["level"] == "6"
    assert level_step({"level": "5", "as": "opponents"}, **options)["level"] == "5"


def test_with_friends_each_players_own_level_counts():
    assert level_step({"level": "A"}, players=5)["game_won"] is True
    assert level_step({"level": "A"}, players=5, zpy_win="trump_rank_ace")["game_won"] is False
    assert level_step({"level": "A"})["game_won"] is False


def test_the_level_without_a_trump_suit_is_written_as_nt():
    options = {"level_after_ace": "no_trump"}

    assert level_step({"level": "A", "trump_rank": "A"}, **options)["level"] == "NT"
    assert level_step({"level": "NT", "trump_rank": "NT"}, **options)["game_won"] is True


@pytest.mark.parametrize("attempted", [["1"], ["5", "5"], "5", [5]])
def test_attempted_levels_must_be_different_ranks(attempted):
    with pytest.raises(BadQuestion) as refusal:
        level_step({"attempted": attempted})

    assert refusal.value.facts["field"] == "input.attempted"


def reset(winning: str, lead: str | None = None, level: str = "J", **options: object) -> object:
    asked = {"opponent_points": 80, "last_trick_won_by": "opponents", "declarers_level": level}
    asked |= {"winning_cards": winning.split()} | ({"lead": lead.split()} if lead else {})
    return ask("level_reset", asked, trump_rank="J", options=options)["declarers_level"]


def test_only_the_unit_that_matches_the_longest_of_the_lead_can_hook():
    match = {"gou_dao_di": "matching_suit_longest_unit"}

    assert reset("3H 3H JH", "KS KS AS", **match) == "not_reset"
    assert reset("3H JH JH", "KS KS AS", **match) == "2"
    # On a throw of three single cards, the pair of threes counts as single cards, of which the jack is the highest.
    assert reset("3H 3H JH", "KS QS AS", **match) == "2"
    assert reset("3H 3H JH", **match) == "not_reset"


def test_declarers_at_another_level_are_not_hooked():
    assert reset("JH", level="10", gou_dao_di="any_trump_jack") == "not_reset"
    assert reset("JH", level="J", gou_dao_di="any_trump_jack") == "2"


def test_a_play_that_cannot_beat_the_lead_does_not_win():
    with pytest.raises(BadQuestion) as refusal:
        reset("3H 4H", "KS KS", gou_dao_di="any_trump_jack")

    assert refusal.value.facts["field"] == "input.lead"


# Dealers, the kitty --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [[1, 2], [], [0, 1, 2, 3, 4], [0, 5], ["0"]])
def test_the_dealer_must_be_a_declarer_and_some_seat_an_opponent(seats):
    asked = {"dealer_seat": 0, "declarer_seats": seats, "declarers_won": True}

    assert refused("next_dealer", asked, players=5) == "input.declarer_seats"


def test_without_named_declarers_every_second_seat_is_one():
    assert ask("next_dealer", {"dealer_seat": 1, "declarers_won": True}) == {"dealer_seat": 3}
    assert ask("next_dealer", {"dealer_seat": 1, "declarers_won": False}) == {"dealer_seat": 2}


def test_cards_removed_from_the_pack_are_counted():
    shape = ask("deal_shape", {}, options={"kitty_size": 6, "kitty_removes_cards": "on", "jokers_removed": 1})

    assert (shape["cards"], shape["hand"], shape["kitty"]) == (106, 25, 6)
    assert (shape["jokers"], shape["removed"]) == (3, 1)


def test_with_three_decks_three_cards_outrank_all_pairs_in_kitty_bidding():
    order = ask("chao_order", {}, decks=3, options={"chao_di_pi": "repeat"})["high_to_low"]

    assert order[:2] == ["BJ BJ BJ", "SJ SJ SJ"]
    assert order.index("8D 8D 8D") + 1 == order.index("BJ BJ")


def chao_turns(mode: str, skip: str = "on", **asked: object) -> dict:
    options = {"chao_di_pi": mode, "chao_skip_last_bidder": skip}
    return ask("chao_turns", {"dealer": 0, "last_bidder": 1, **asked}, options=options)


def test_in_a_single_pass_the_seats_after_the_overrider_remain():
    assert chao_turns("single_pass", "off", overrides=[2]) == {"polled": [1, 2, 3], "polled_after_override": [3]}


def test_several_overrides_follow_each_other():
    assert chao_turns("repeat", overrides=[3, 1, 0])["polled_after_override"] == [1, 2, 3]


def test_when_nobody_declared_nobody_is_skipped():
    assert chao_turns("repeat", last_bidder=None, overrides=[]) == {"polled": [1, 2, 3]}


def test_a_seat_that_is_not_polled_cannot_override():
    with pytest.raises(BadQuestion) as refusal:
        chao_turns("single_pass", overrides=[3, 2])

    assert refusal.value.facts["field"] == "input.overrides"


# Friends -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        ("friend_call", {"calls": [{"card": "AS"}]}),
        ("friend_reveal", {"dealer": 0, "calls": [], "plays": [{"seat": 0, "cards": ["AS"]}]}),
        ("missing_bonus", {"levels": 1, "missing_teammates": 1}),
    ],
)
def test_tables_with_fixed_teams_have_no_calls(kind, asked):
    assert refused(kind, asked, players=4) == "setup.options.team_mode"


def test_the_second_of_two_equal_calls_is_reported():
    calls = [{"ordinal": 2, "card": "AS"}, {"ordinal": 2, "card": "AS"}]

    assert ask("friend_call", {"calls": calls}, players=7) == {"legal": [True, False], "complete": True}
    assert ask("friend_call", {"calls": calls[:1]}, players=7) == {"legal": [True], "complete": False}


@pytest.mark.parametrize(("join", "expected"), [("allowed", ([0, 2], 1)), ("ignored", ([0, 2, 4], 0))])
def test_double_joining_is_an_option(join, expected):
    calls = [{"ordinal": 1, "card": "AS"}, {"ordinal": 1, "card": "KS"}]
    plays = [{"seat": 2, "cards": ["AS"]}, {"seat": 2, "cards": ["KS"]}, {"seat": 4, "cards": ["KS"]}]
    options = {"team_mode": "friends", "succession": "next_winner_right", "double_join": join}
    said = ask("friend_reveal", {"dealer": 0, "calls": calls, "plays": plays}, players=6, options=options)

    assert (said["declarers"], said["missing"]) == expected


@pytest.mark.parametrize("call", [{"card": "A"}, {"style": "owner", "card": "AS"}, {"ordinal": "1", "card": "AS"}, {}])
def test_a_malformed_call_is_refused(call):
    assert refused("friend_call", {"calls": [call]}, players=5).startswith("input.calls[0].")


def test_points_of_unknown_seats_are_refused():
    asked = {"captured": {"5": 10}, "declarers_at_end": [0]}

    assert refused("friend_points", asked, players=5) == "input.captured"


@pytest.mark.parametrize(("scope", "others"), [("dealer", 2), ("declarers", 4)])
def test_the_receiver_of_the_missing_friend_bonus_is_an_option(scope, others):
    options = {"missing_teammate_bonus": "n_per_missing", "missing_bonus_scope": scope}
    said = ask("missing_bonus", {"levels": 2, "missing_teammates": 1}, players=6, options=options)

    assert said == {"dealer_levels": 4, "other_declarers_levels": others}


# Ratings -------------------------------------------------------------------------------------------------------------

FOUR = {"N": 1500, "E": 1500, "S": 1500, "W": 1500}


@pytest.mark.parametrize(("k", "moved"), [(40, 20), ("32_then_16", 16)])
def test_the_factor_k_is_an_option(k, moved):
    asked = {"ratings": FOUR, "winners": ["N", "S"]}

    assert ask("night_rating", asked, options={"elo_k": k})["delta"]["N"] == moved


def test_earlier_games_lower_k_unless_k_is_a_constant():
    asked = {"ratings": FOUR, "winners": ["N", "S"], "games": {"N": 30}}

    assert ask("night_rating", asked)["delta"] == {"N": 8, "S": 16, "E": -16, "W": -16}
    assert ask("night_rating", asked, options={"elo_k": 32})["delta"]["N"] == 16


@pytest.mark.parametrize("winners", [[], ["N", "E", "S", "W"], ["X"], ["N", "N"]])
def test_a_result_needs_winners_and_losers(winners):
    assert refused("night_rating", {"ratings": FOUR, "winners": winners}) == "input.winners"


@pytest.mark.parametrize("rating", [-1, 10_000, 1500.5, "1500", None])
def test_a_rating_must_be_a_whole_number(rating):
    assert refused("night_rating", {"ratings": {**FOUR, "N": rating}, "winners": ["N"]}) == "input.ratings.N"


# Any question ---------------------------------------------------------------------------------------------------------

KINDS = [
    "chao_order",
    "chao_turns",
    "friend_call",
    "friend_points",
    "friend_reveal",
    "level_reset",
    "missing_bonus",
    "night_rating",
    "redeal_claim",
]
FIELDS = [
    "calls",
    "captured",
    "dealer",
    "dealer_hand",
    "declarers_at_end",
    "declarers_level",
    "games",
    "hand",
    "last_bidder",
    "last_trick_won_by",
    "lead",
    "levels",
    "missing_teammates",
    "opponent_points",
    "overrides",
    "plays",
    "ratings",
    "winners",
    "winning_cards",
]
JUNK = [None, True, -1, 0, 10**30, 1.5, "", "AS", "NT", [], [None], ["AS"], [[]], [{}], [0, 0], {}, {"N": 1}, {"": {}}]


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_with_any_content_is_answered_or_refused(kind):
    for value in JUNK:
        for options in ({}, {"team_mode": "friends", "succession": "levelup", "solo_call": "on"}, value):
            check_any_question(kind, {**TRUMPS, "options": options}, dict.fromkeys(FIELDS, value))


def test_an_unknown_option_is_refused_by_name():
    with pytest.raises(UnknownOption):
        ask("score", {"opponent_points": 0}, options={"solo": True})
