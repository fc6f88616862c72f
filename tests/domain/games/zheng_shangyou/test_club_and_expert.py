"""The bots `club` and `expert` of Zheng Shangyou: legal under all options, fair, repeatable, and stronger."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.bots import BOTS
from domain.games.zheng_shangyou.bots.club import ClubBot
from domain.games.zheng_shangyou.bots.expert import ExpertBot
from domain.games.zheng_shangyou.commands import Discard, Pass, PayTribute, Play, Take
from domain.kernel.seats import Seat
from domain.table.bot import Bot, Candidate, Evaluator
from domain.tools.sheng_ji_duel import deal_seeds
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from domain.tools.zheng_shangyou_duel import duel, result_of
from tests.support.cases import cases
from tests.support.climbing import Given, card, cards, exchanging, pays, playing, plays, started, takes
from tests.support.climbing_twins import TWINS, Peeking, cheating, honest, watched

CLUB, QUICK = ClubBot(), ExpertBot(effort=0.1)
OTHERS = ["3S 6S 9S JH QH", "4S 6C 9C 10H QD", "5S 6D 10S JS KH"]


def choice(bot: Bot, at: Given, seat: int) -> Any:
    return bot.choose(at.seen_by(Seat(seat)), Seat(seat), Random(0))


def played(bot: Bot, at: Given, seat: int) -> set[int] | None:
    """Cards that the bot plays; `None` if it passes."""
    move = choice(bot, at, seat)
    return None if isinstance(move, Pass) else set(move.cards)


# All options ----------------------------------------------------------------------------------------------------------


@st.composite
def tables(draw) -> tuple[str, dict[str, object]]:
    """Profiles with random values of all options that allow each other."""
    profile = draw(st.sampled_from(["zheng-shangyou", "zheng-shangyou-4-partners", "san-jia-xi"]))
    options: dict[str, object] = {
        "zs_twos_in_sequences": draw(st.sampled_from(["on", "off"])),
        "zs_exchange": draw(st.sampled_from(["last_two_to_first_two", "off"])),
        "zs_first_lead": draw(st.sampled_from(["dealer", "drawn_card_holder"])),
        "zs_target": draw(st.sampled_from([1, 11, 50])),
    }
    players = {"zheng-shangyou": draw(st.integers(4, 9)), "zheng-shangyou-4-partners": 4, "san-jia-xi": 6}[profile]
    if profile == "zheng-shangyou":
        options["zs_players"] = players
    if players > 4:
        options["zs_next_lead"] = draw(st.sampled_from(["third_place", "fifth_place"]))
    if profile == "san-jia-xi":
        options["zs_scoring"] = draw(st.sampled_from(["first_second_2_1", "team_table_3_2_2_10_5"]))
    return profile, options


@pytest.mark.slow
@given(tables(), st.integers(0, 2**32), st.sampled_from([(CLUB,), (QUICK,), (CLUB, QUICK)]))
@cases(20)
def test_the_bots_play_whole_hands_under_all_options(table, seed, bots):
    profile, options = table
    simulation = Simulation(SimulationSetting("zheng_shangyou", profile, options, 2), secrets_from(str(seed)))
    seats = len(simulation.table.seats)

    assert simulation.play([bots[seat % len(bots)] for seat in range(seats)], Random(seed)).status == "finished"


@pytest.mark.parametrize("bot", [CLUB, QUICK], ids=lambda bot: bot.name)
def test_the_same_randomness_gives_the_same_game(bot):
    def events() -> list[object]:
        simulation = Simulation(SimulationSetting("zheng_shangyou", "san-jia-xi", {}, 2), secrets_from("same"))
        simulation.play([bot] * 6, Random(7))
        return simulation.events

    assert events() == events()


@pytest.mark.parametrize("bot", [CLUB, QUICK], ids=lambda bot: bot.name)
def test_a_bot_that_is_not_to_move_says_so_and_never_interjects(bot):
    seen = started().seen_by(Seat(0))

    with pytest.raises(ValueError, match="nothing is asked"):
        bot.choose(seen, Seat(0), Random(0))
    assert bot.interject(seen, Seat(0), Random(0)) is None


def test_every_bot_has_a_version():
    assert {bot.name: bot.version for bot in BOTS["zheng_shangyou"].values()} == {
        "caretaker": 1,
        "club": 1,
        "expert": 1,
        "random": 1,
        "steady": 1,
    }


# Hidden cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TWINS, ids=lambda table: table[0])
@pytest.mark.parametrize("bot", [CLUB, QUICK], ids=lambda bot: bot.name)
def test_hidden_cards_change_no_decision(bot, table):
    found = watched(bot, honest, table, 1)

    assert found.decisions > 50
    assert found.differences == 0


@pytest.mark.parametrize("bot", [Peeking(), QUICK], ids=["club", "expert"])
def test_a_bot_that_looks_at_hidden_cards_is_found(bot):
    assert watched(bot, cheating, TWINS[1], 1).differences > 0


# Club -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [CLUB, QUICK], ids=lambda bot: bot.name)
def test_bot_08_the_bots_lead_a_pair_of_fours_without_adding_its_twos(bot):
    assert played(bot, playing(["4C 4D 7C 2C 2D", *OTHERS]), 0) != set(cards("4C 4D 2C 2D"))


@pytest.mark.parametrize("bot", [CLUB, QUICK], ids=lambda bot: bot.name)
def test_the_bots_run_out_by_plays_that_nobody_can_beat(bot):
    hands = ["3C 4C 5C 6D 9D KD", "7C 7D 7H 5D 9H JS", "8C 8D 8H 5H 6H JD", "10C 10D 10H 4H 6S JH"]
    given = playing(hands, leader=1).after_plays("1: 7C 7D 7H", "2: 8C 8D 8H", "3: 10C 10D 10H", "0:", "1:", "2:")
    given = given.after_plays("3: 4H", "0: KD", "1:", "2:", "3:")

    assert played(bot, given, 0) == set(cards("3C 4C 5C 6D"))


def test_club_does_not_beat_a_high_play_of_its_partner():
    hands = ["AC 3C 4C 5C", "6C 6D 7H 8H", "3D 2D 2H 9S", "3S 4S 5S 6S"]
    given = playing(hands, profile="zheng-shangyou-4-partners").after_plays("0: AC", "1:")

    assert choice(CLUB, given, 2) == Pass()


# The exchange ---------------------------------------------------------------------------------------------------------

HANDS = ["3C 7C 7D 7H", "4D 9D 9H 9S", "5H 8H JS QS", "2H 2S 6C 6D", "BJ AD AH 10D"]


@pytest.mark.parametrize("bot", [CLUB, ExpertBot()], ids=lambda bot: bot.name)
def test_the_bots_exchange_sensibly(bot):
    given = exchanging(HANDS, [0, 1, 2, 3, 4])
    assert choice(bot, given, 4) == PayTribute(card("BJ"))
    assert choice(bot, given, 3) in (PayTribute(card("2H")), PayTribute(card("2S")))
    given = given.after((3, pays("2H")), (4, pays("BJ")))
    assert choice(bot, given, 0) == Take(card("BJ"))
    given = given.after((0, takes("BJ")))
    assert choice(bot, given, 0) == Discard(card("3C"))
    assert isinstance(choice(bot, given, 1), Discard)
    given = given.after((0, Discard(card("3C"))), (1, Discard(card("4D"))))
    assert choice(bot, given, 3) == Take(card("4D"))


# Evaluation -----------------------------------------------------------------------------------------------------------


def evaluated(at: Given, seat: int, **more: Any) -> tuple[Candidate, ...]:
    bot = ExpertBot()
    assert isinstance(bot, Evaluator)
    return bot.evaluate(at.seen_by(Seat(seat)), Seat(seat), Random(1), **more)


def test_an_evaluation_begins_with_the_best_move_and_contains_the_one_played():
    given = playing(["4C 4D 7C 2C 2D", *OTHERS])
    wasteful = plays("4C 4D 2C 2D")

    found = evaluated(given, 0, played=wasteful)

    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
    assert found[0][3:] == (0.0, 0.0)
    [judged] = [each for each in found if each.move == wasteful]
    assert judged.cost == pytest.approx(found[0].value - judged.value)
    assert judged.cost_error <= judged.error + found[0].error
    assert len({frozenset(each.move.cards) for each in found}) == len(found)


def test_an_evaluation_needs_more_work_for_a_smaller_error():
    given = playing(["3C 9D KD 5H 8S", *OTHERS])

    few, many = (evaluated(given, 0, effort=effort) for effort in (0.2, 4))

    assert max(each.error for each in many) < max(each.error for each in few)


def test_an_evaluation_judges_each_choice_of_the_exchange():
    given = exchanging(HANDS, [0, 1, 2, 3, 4]).after((3, pays("2H")), (4, pays("BJ")))

    assert {each.move for each in evaluated(given, 0)} == {Take(card("BJ")), Take(card("2H"))}
    assert isinstance(evaluated(playing(["3C 9D", "4C 4H", "5C 5H", "6C 6H"]), 0)[0].move, Play)


# Strength -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_expert_beats_steady_in_teams():
    bots = ExpertBot(), BOTS["zheng_shangyou"]["steady"]

    assert result_of(duel(bots, deal_seeds("tests", 12), Random, profile="san-jia-xi"), 6).points.lower > 0
