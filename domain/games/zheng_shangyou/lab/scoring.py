"""Questions to the rules lab about the points of a hand, the effects of places, and the end of the game."""

from collections.abc import Callable, Mapping

from domain.games.question import Answer, BadQuestion, Part
from domain.games.zheng_shangyou.exchange import pit
from domain.games.zheng_shangyou.lab.setting import Setup
from domain.games.zheng_shangyou.scoring import points_of_sides, winner
from domain.games.zheng_shangyou.succession import next_lead_place
from domain.kernel.messages import Message, message

TEAM_NAMES = ("A", "B")
MOST_POINTS = 10**6


def zs_score(setting: Setup, asked: Part) -> Answer:
    """Returns the points of each place, the place that leads next, and the places that pay tribute, counted from 1."""
    players = setting.rules.players
    asked.permutation("finish_order", players)
    place = next_lead_place(setting.rules.next_lead)
    return {
        "scores": list(points_of_sides("first_second_2_1", range(players), players)),
        "next_dealer_place": place,
        "givers": list(pit(players)) if setting.rules.exchange != "off" else [],
    }


def zs_team_score(setting: Setup, asked: Part) -> Answer:
    """Returns the points of two teams, given the team of each place from first to last."""
    players = setting.rules.players
    teams = asked.letters("finish_teams", TEAM_NAMES, players)
    order = [TEAM_NAMES.index(team) for team in teams]
    if 2 * sum(order) != players:
        raise _wrong("finish_teams", message("give equal numbers of A and B"))
    gained = points_of_sides(setting.rules.scoring, order, len(TEAM_NAMES))
    return {"scores": dict(zip(TEAM_NAMES, gained, strict=True))}


def zs_game_end(setting: Setup, asked: Part) -> Answer:
    """Returns the winner by these totals, if there is one, and whether another hand is played."""
    totals = asked.wholes_by_name("totals", 0, MOST_POINTS)
    if len(totals) < 2:
        raise _wrong("totals", message("give the totals of two sides or more"))
    won = winner(list(totals.values()), setting.rules.target)
    return {"winner": None if won is None else list(totals)[won], "play_another_hand": won is None}


def _wrong(field: str, wanted: Message) -> BadQuestion:
    return BadQuestion(
        message("input.{field}: {wanted}", field=field, wanted=wanted), hint=wanted, facts={"field": f"input.{field}"}
    )


KINDS: Mapping[str, Callable[[Setup, Part], Answer]] = {
    "zs_score": zs_score,
    "zs_team_score": zs_team_score,
    "zs_game_end": zs_game_end,
}
