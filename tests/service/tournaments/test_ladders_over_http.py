"""Ladders over HTTP: challenges, their answers, what documents show, and what happens by time alone."""

from typing import Any

import pytest

from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.inbox_replies import entry_about, possible_replies
from tests.support.stored import catch_up
from tests.support.tournament_requests import refused
from tests.support.tournaments_served import Tournament

LADDER: Json = {
    "format": "challenge_ladder",
    "figures": {"days": 30, "answer_days": 2},
    "entrants": {"kind": "pair", "seeding": "entry"},
    "rounds": {"window_s": 7 * 86_400},
    "tie_breaks": ["wins"],
}


def ladder(tournament: Tournament, user: User | None = None) -> Json:
    """Returns the ladder in the document of a tournament."""
    found: Json = tournament.view(user)["ladder"]
    return found


def places(tournament: Tournament) -> str:
    """Returns the order of the ladder by the numbers of its pairs."""
    numbers = {entrant: str(number) for number, (entrant, _, _) in enumerate(tournament.pairs, start=1)}
    return "".join(numbers[each] for each in ladder(tournament)["order"])


def challenge(tournament: Tournament, by: int, other: int) -> list[Json]:
    """One pair challenges another; both are numbers from 1."""
    return tournament.done(tournament.pairs[by - 1][1], "challenge_entrant", entrant=tournament.pairs[other - 1][0])


@pytest.fixture
def begun(api: Api) -> Tournament:
    """A ladder of five pairs in the order of their numbers."""
    tournament = Tournament(api, **LADDER)
    tournament.start(5)
    return tournament


def test_a_ladder_shows_its_order_and_its_challenges_with_deadlines(begun: Tournament):
    assert (places(begun), ladder(begun)["challenges"], ladder(begun)["history"]) == ("12345", [], [])
    [made] = challenge(begun, 4, 2)

    [shown] = ladder(begun)["challenges"]
    four, two = begun.pairs[3][0], begun.pairs[1][0]
    assert (shown["challenger"], shown["challenged"]) == (four, two)
    assert shown["until"] == made["data"]["until"] == begun.view()["due_at"]


def test_a_challenge_waits_in_the_inbox_of_both_challenged_players(begun: Tournament, service: Service):
    [made] = challenge(begun, 4, 2)

    for player in begun.pairs[1][1:]:
        assert possible_replies(player, service, "answer_challenge") == ["Accept", "Decline"]
        assert entry_about(player, service, "answer_challenge")["deadline_at"] == made["data"]["until"]
        days = player.get("/v1/me/calendar").json["days"]
        [answer] = [each for day in days for each in day["entries"] if each["kind"] == "answer"]
        assert answer["at"] == made["data"]["until"]


def test_the_winner_of_a_challenge_takes_the_place_and_the_history_shows_it(begun: Tournament):
    challenge(begun, 4, 2)
    _, partner = begun.pairs[1][1:]
    happened = begun.done(partner, "answer_ladder_challenge", accepts=True)
    assert [each["type"] for each in happened] == ["ladder_challenge_accepted", "round_paired"]
    match = begun.round(1)["matches"][0]
    assert (match["first"], match["second"]) == (begun.pairs[1][0], begun.pairs[3][0])

    begun.done(begun.owner, "override_result", round=1, match=1, first=0, second=100, reason="as seen")

    assert places(begun) == "14235"
    assert [each["entrant"] for each in begun.standings()] == ladder(begun)["order"]
    [step] = ladder(begun)["history"]
    assert (step["how"], step["took_place"], step["at"], step["round"]) == ("played", True, None, 1)


def test_a_declined_challenge_costs_the_place(begun: Tournament):
    challenge(begun, 4, 2)
    begun.done(begun.pairs[1][1], "answer_ladder_challenge", accepts=False)

    assert places(begun) == "14235"
    assert ladder(begun)["history"][0]["how"] == "declined"


def test_a_withdrawn_challenge_changes_nothing(begun: Tournament):
    challenge(begun, 4, 2)
    begun.done(begun.pairs[3][2], "withdraw_ladder_challenge")

    assert (places(begun), ladder(begun)["challenges"]) == ("12345", [])


def test_refusals_say_what_is_possible(api: Api, begun: Tournament):
    first, _, fifth = (begun.pairs[each] for each in (0, 1, 4))
    far = begun.ask(fifth[1], "challenge_entrant", entrant=first[0])
    assert (far.status_code, far.json["code"]) == (422, "out_of_reach")
    assert far.json["facts"]["entrants"] == [begun.pairs[each][0] for each in (1, 2, 3)]
    refused(begun, fifth[1], 409, "no_ladder_challenge", "answer_ladder_challenge", accepts=True)
    refused(begun, begun.owner, 403, "not_taking_part", "challenge_entrant", entrant=first[0])
    challenge(begun, 4, 2)
    refused(begun, fifth[1], 409, "has_challenge", "challenge_entrant", entrant=begun.pairs[3][0])
    refused(begun, begun.owner, 409, "nobody_free", "pair_round", round=1)
    other = Tournament(api)
    other.start(2)
    refused(other, other.pairs[1][1], 422, "no_ladder", "challenge_entrant", entrant=other.pairs[0][0])


def in_sandbox(sandbox: ClockedSandbox, api: Api) -> Tournament:
    """Returns a ladder of three pairs that has begun at noon in a sandbox."""
    tournament = Tournament(api, owner=sandbox.author, corrections_s=0, **LADDER)
    for number in range(1, 4):
        captain, partner = sandbox.sign_up(f"{number} 1"), sandbox.sign_up(f"{number} 2")
        [entered, *_] = tournament.done(captain, "register", partners=[partner.id])
        entrant = entered["data"]["entrant"]
        tournament.done(partner, "accept_partner", entrant=entrant)
        tournament.pairs.append((entrant, captain, partner))
    tournament.done(sandbox.author, "start_tournament")
    return tournament


def test_in_a_sandbox_an_unanswered_challenge_costs_the_place_when_its_clock_says_so(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work)
    tournament = in_sandbox(sandbox, api)
    challenge(tournament, 3, 1)
    until = ladder(tournament)["challenges"][0]["until"]
    assert until == "2027-03-22T12:00:00.000Z"
    sandbox.advance("2027-03-22T11:59:59Z")
    assert places(tournament) == "123"
    sandbox.advance(until)

    assert places(tournament) == "312"
    [step] = ladder(tournament)["history"]
    assert (step["how"], step["at"]) == ("unanswered", until)


def test_in_a_sandbox_a_ladder_finishes_after_its_days_and_its_last_match(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work)
    tournament = in_sandbox(sandbox, api)
    sandbox.advance("2027-04-16T12:00:00Z")
    challenge(tournament, 3, 1)
    tournament.done(tournament.pairs[0][1], "answer_ladder_challenge", accepts=True)

    sandbox.advance("2027-04-19T12:00:00Z")
    assert (tournament.view()["status"], tournament.view()["ends_at"]) == ("running", "2027-04-19T12:00:00.000Z")
    refused(
        tournament, tournament.pairs[1][1], 409, "ladder_ended", "challenge_entrant", entrant=tournament.pairs[0][0]
    )
    # The window of the match ends a week after it was accepted.
    sandbox.advance("2027-04-23T12:00:00Z")

    assert tournament.view()["status"] == "finished"
    assert ladder(tournament)["history"][0]["how"] == "played"


def test_both_entrants_get_account_events_about_a_challenge(api: Api, at_work: Service, begun: Tournament):
    challenge(begun, 4, 2)
    begun.done(begun.pairs[1][1], "answer_ladder_challenge", accepts=False)
    catch_up(at_work)

    def told(user: User) -> list[Any]:
        events = user.get("/v1/me/events?limit=1000").json["events"]
        return [each["data"]["what"] for each in events if each["type"] == "tournament_ladder"]

    assert told(begun.pairs[1][2]) == ["challenged", "declined"]
    assert told(begun.pairs[3][1]) == ["declined"]
    assert told(begun.pairs[2][1]) == []
