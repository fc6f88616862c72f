"""Mails about times, reports and free places of tournaments."""

from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.post import PostOffice, confirmed, deliver, follow
from tests.support.tournaments import follow as follow_tournaments
from tests.support.tournaments_served import Tournament

ONE = {"round": 1, "match": 1}
WINDOW: Json = {"pace": "window", "window_s": 30 * 86_400, "is_automatic": False}


def captains(tournament: Tournament) -> tuple[User, User]:
    """Returns the captains of both sides of match 1."""
    match = tournament.round(1)["matches"][0]
    found = {entrant: captain for entrant, captain, _ in tournament.pairs}
    return found[match["first"]], found[match["second"]]


def mailed(service: Service, office: PostOffice) -> str:
    """Returns the text of the only mail that is delivered now."""
    follow(service)
    follow_tournaments(service)
    deliver(service)
    [mail] = office.taken
    office.taken.clear()
    return " ".join(mail.text.split())


def test_proposed_and_agreed_times_are_mailed(api: Api, service: Service, office: PostOffice):
    tournament = Tournament(api, rounds=WINDOW)
    tournament.start(2)
    day = tournament.pair()["deadline"][:10]
    ann, ben = captains(tournament)
    follow(service)
    confirmed(service, office, ben, "ben@example.org", match="each")
    tournament.done(ann, "propose_time", **ONE, times=[f"{day}T00:00:00Z"])
    proposed = mailed(service, office)
    assert "A player proposes times for your match. Its round ends at" in proposed
    assert "Friday pairs, round 1, match 1" in proposed

    tournament.done(tournament.owner, "agree_time", **ONE, plays_at=f"{day}T00:00:00Z")
    assert "The time of your match is agreed. You play at" in mailed(service, office)


def test_reports_and_disputes_are_mailed(api: Api, service: Service, office: PostOffice):
    tournament = Tournament(api, rounds={**WINDOW, "played_elsewhere": True})
    tournament.start(2)
    tournament.pair()
    ann, ben = captains(tournament)
    follow(service)
    confirmed(service, office, ben, "ben@example.org", match="each")
    confirmed(service, office, tournament.owner, "olga@example.org", match="each")
    tournament.done(ann, "report_result", **ONE, outcome="drawn")
    said = mailed(service, office)
    assert "A player has reported the result of your match. Without an answer the result counts at" in said

    tournament.done(ben, "dispute_result", **ONE, reason="we won")
    said = mailed(service, office)
    assert "A player disputes the reported result of a match." in said
    assert "we won" not in said, "players write what mails do not quote"


def test_a_call_for_a_free_place_is_mailed(api: Api, service: Service, office: PostOffice):
    alone = {"kind": "player", "least": 4, "capacity": 4, "answer_s": 3600}
    tournament = Tournament(api, format="night", entrants=alone, tie_breaks=[])
    players = [api.sign_up() for _ in range(5)]
    for each in players:
        tournament.done(each, "register")
    confirmed(service, office, players[4], "eve@example.org")
    tournament.done(players[0], "leave_entrant")
    said = mailed(service, office)
    assert "A place is free for you in a tournament, if you accept it. You have time until" in said
