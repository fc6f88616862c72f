"""What does not exist yet has problem codes of its own. What never will is `not_found`."""

from tests.support.api import Api, User
from tests.support.leagues_served import League
from tests.support.tournaments_served import BOARDS, Tournament


def problem(user: User, path: str) -> tuple[int, str]:
    answered = user.get(path)
    return answered.status_code, answered.json["code"]


def test_a_round_to_come_is_not_paired_yet_and_one_after_the_last_is_not_found(api: Api):
    tournament = Tournament(api, figures={"rounds": 2})
    tournament.start()
    tournament.pair()
    rounds = f"{tournament.path}/rounds"

    assert tournament.owner.get(f"{rounds}/1").status_code == 200
    assert problem(tournament.owner, f"{rounds}/2") == (404, "not_paired_yet")
    assert tournament.owner.get(f"{rounds}/2").json["facts"] == {"rounds": 1}
    assert problem(tournament.owner, f"{rounds}/3") == (404, "not_found")


def test_no_round_of_a_cancelled_tournament_is_still_to_come(api: Api):
    tournament = Tournament(api, figures={"rounds": 2})
    assert problem(tournament.owner, f"{tournament.path}/rounds/1") == (404, "not_paired_yet")

    tournament.done(tournament.owner, "cancel_tournament", reason="nobody comes")

    assert problem(tournament.owner, f"{tournament.path}/rounds/1") == (404, "not_found")


def test_a_board_to_come_is_not_dealt_yet(api: Api):
    tournament, without = Tournament(api, **BOARDS), Tournament(api)

    assert problem(tournament.owner, f"{tournament.path}/boards/1") == (404, "not_dealt_yet")
    assert problem(without.owner, f"{without.path}/boards/1") == (404, "not_found")

    tournament.done(tournament.owner, "cancel_tournament", reason="nobody comes")
    assert problem(tournament.owner, f"{tournament.path}/boards/1") == (404, "not_found")


def test_a_season_to_come_is_not_settled_yet(api: Api):
    league = League(api)
    assert problem(league.owner, f"{league.path}/seasons/1") == (404, "not_settled_yet")

    league.done(league.owner, "end_league", reason="nobody comes")

    assert problem(league.owner, f"{league.path}/seasons/1") == (404, "not_found")
