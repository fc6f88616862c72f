"""Notifications about registrations, leagues and board challenges: once each, to the players concerned."""

from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.instants import DAY_MS, HOUR_MS, Instant, read_instant, write_instant
from domain.kernel.players import PlayerId
from domain.tournaments.commands import ChangeSettings
from domain.tournaments.entrants.commands import AcceptPartner, Register, WithdrawEntrant
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.leagues.commands import ContinueMembership
from domain.tournaments.settings import Schedule
from service.leagues.jobs import continue_league
from service.notifications.closing_registrations import Registrations
from service.platform.sources import time_of_day
from service.tournaments.handlers import new_entrant
from service.wiring import Service
from tests.support.api import Api
from tests.support.chance import RANDOMNESS
from tests.support.clock import MovableClock
from tests.support.clocked_sandboxes import NOON, ClockedSandbox
from tests.support.leagues_stored import SEASON_S, league_of, plan, play_season, registers
from tests.support.leagues_stored import created as created_league
from tests.support.stored import catch_up
from tests.support.tournaments import NIGHT, SWISS, by_id, enters, follow, player

SETTING_RULES = {"profile": "si-shi-fen"}


@pytest.fixture
def at_work(at_work: Service) -> Service:
    catch_up(at_work)
    forget(at_work)
    return at_work


def forget(service: Service) -> None:
    """Registrations of earlier tests are ignored."""
    with service.database.session() as session:
        session.execute("DELETE FROM shengji.registration")


def ahead(days: float) -> Instant:
    return Instant(int(time_of_day() + days * DAY_MS))


def hurry(service: Service) -> None:
    """Makes notifications of all known registrations due."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.registration SET told_at = now() - interval '1 second'")


def notifications(service: Service, who: PlayerId, kind: str) -> list[dict[str, Any]]:
    catch_up(service)
    events = service.account_events.since(who, 0, 1000)
    return [{k: v for k, v in each.data.items() if k != "version"} for each in events if each.type == kind]


def teller(service: Service) -> Registrations:
    return Registrations(service.database, service.store, service.notifier)


def opening(days: float = 3, **changed: Any) -> Any:
    return replace(SWISS, schedule=Schedule(closes_at=ahead(days), starts_at=ahead(days + 1)), **changed)


# ------------------------------------------------------------------------------------------------ tournaments


def test_players_of_a_series_are_notified_when_registration_opens(at_work: Service):
    owner = player(at_work)
    first = at_work.tournaments.create(owner, replace(opening(), series="srs_A")).id
    regular, partner, stranger = (player(at_work) for _ in range(3))
    enters(at_work, first, regular, partner)
    follow(at_work)
    settings = replace(opening(5), series="srs_A")
    second = at_work.tournaments.create(owner, settings).id

    news = notifications(at_work, regular, "tournament_registration_opened")
    assert [each["tournament"] for each in news] == [second]
    assert news[0]["series"] == "srs_A"
    assert news[0]["closes_at"] < news[0]["starts_at"]
    assert notifications(at_work, partner, "tournament_registration_opened") == news
    assert not notifications(at_work, stranger, "tournament_registration_opened")


def test_unfinished_entrants_are_notified_once_that_registration_closes(at_work: Service):
    owner = player(at_work)
    earlier = at_work.tournaments.create(owner, replace(opening(), series="srs_B")).id
    regular, other, captain, asked, one, two = (player(at_work) for _ in range(6))
    enters(at_work, earlier, regular, other)
    follow(at_work)
    tournament = at_work.tournaments.create(owner, replace(opening(), series="srs_B")).id
    enters(at_work, tournament, one, two)
    entering = Register(captain, new_entrant(RANDOMNESS), Applicant(captain), partners=(asked,))
    at_work.tournaments.carry_out(tournament, entering)
    catch_up(at_work)
    assert teller(at_work).send_due_reminders() == 0
    hurry(at_work)

    assert teller(at_work).send_due_reminders() == 2, "the earlier tournament closes too"
    assert teller(at_work).send_due_reminders() == 0
    kind = "tournament_registration_closing"
    by_player = {
        who: [e["what"] for e in notifications(at_work, who, kind) if e["tournament"] == tournament]
        for who in (regular, captain, asked, one)
    }
    assert by_player == {regular: ["registration"], captain: ["partners"], asked: ["partner_consent"], one: []}


def test_a_notification_is_not_repeated_after_later_events(at_work: Service):
    tournament = at_work.tournaments.create(owner := player(at_work), opening()).id
    captain, asked = player(at_work), player(at_work)
    entrant = new_entrant(RANDOMNESS)
    at_work.tournaments.carry_out(tournament, Register(captain, entrant, Applicant(captain), partners=(asked,)))
    catch_up(at_work)
    hurry(at_work)
    assert teller(at_work).send_due_reminders() == 1
    at_work.tournaments.carry_out(tournament, AcceptPartner(asked, entrant, Applicant(asked)))
    catch_up(at_work)
    hurry(at_work)
    assert teller(at_work).send_due_reminders() == 0

    at_work.tournaments.carry_out(tournament, ChangeSettings(owner, opening(4)))
    enters_alone = Register(
        third := player(at_work), new_entrant(RANDOMNESS), Applicant(third), partners=(player(at_work),)
    )
    at_work.tournaments.carry_out(tournament, enters_alone)
    catch_up(at_work)
    hurry(at_work)
    assert teller(at_work).send_due_reminders() == 1, "registration has another end"
    assert len(notifications(at_work, third, "tournament_registration_closing")) == 1
    assert len(notifications(at_work, asked, "tournament_registration_closing")) == 1


def test_a_notification_interrupted_by_a_crash_is_completed_by_another_process(
    at_work: Service, monkeypatch: pytest.MonkeyPatch
):
    unreadable = at_work.tournaments.create(player(at_work), opening(2)).id
    tournament = at_work.tournaments.create(player(at_work), opening()).id
    captain = player(at_work)
    entering = Register(captain, new_entrant(RANDOMNESS), Applicant(captain), partners=(player(at_work),))
    at_work.tournaments.carry_out(tournament, entering)
    catch_up(at_work)
    hurry(at_work)
    with monkeypatch.context() as dying:
        dying.setattr("service.notifications.closing_registrations.write_account_events", lambda *_: 1 / 0)
        assert teller(at_work).send_due_reminders() == 0
    with at_work.database.session() as session:
        session.execute("UPDATE shengji.head SET state = '{}' WHERE stream = $1", [f"tournament-{unreadable}"])

    assert teller(at_work).send_due_reminders() == 1, "the unreadable tournament does not delay the other"
    assert len(notifications(at_work, captain, "tournament_registration_closing")) == 1
    assert teller(at_work).send_due_reminders() == 0


def test_nobody_is_notified_of_a_closed_registration(at_work: Service):
    settings = replace(NIGHT, schedule=Schedule(closes_at=ahead(3), starts_at=ahead(4)), series="srs_C")
    tournament = at_work.tournaments.create(owner := player(at_work), settings).id
    catch_up(at_work)
    hurry(at_work)
    changed = replace(settings, schedule=Schedule(starts_at=ahead(9)))
    at_work.tournaments.carry_out(tournament, ChangeSettings(owner, changed))
    # The tournament has a new end that the feeds have not processed yet.
    assert teller(at_work).send_due_reminders() == 1
    assert not notifications(at_work, owner, "tournament_registration_closing")


def test_the_notification_comes_a_day_before_or_when_half_of_the_time_is_left(at_work: Service):
    def told_before(days: float) -> float:
        forget(at_work)
        at_work.tournaments.create(player(at_work), opening(days))
        catch_up(at_work)
        with at_work.database.session() as session:
            row = session.execute(
                "SELECT extract(epoch FROM closes_at - told_at)::float8 FROM shengji.registration"
            ).fetchone()
        assert row
        return float(row[0])

    assert told_before(10) == 24 * 3600
    assert told_before(1) == pytest.approx(12 * 3600, abs=60)


# ------------------------------------------------------------------------------------------------ leagues


def test_a_league_asks_whether_players_play_on_and_reminds_those_who_do_not_answer(
    at_work: Service, clock: MovableClock
):
    league, owner = created_league(at_work, plan(continues=False))
    pairs = [(player(at_work), player(at_work)) for _ in range(3)]
    entrants = [registers(at_work, league, *pair) for pair in pairs]
    clock.be_ahead(3601)
    continue_league(league)
    settled = notifications(at_work, pairs[0][0], "league_season_settled")
    assert [(each["season"], each["division"], each["entrant"]) for each in settled] == [(1, 1, entrants[0])]
    assert not notifications(at_work, pairs[0][0], "league_continue_asked")
    play_season(at_work, league, by_id)

    for pair, entrant in zip(pairs, entrants, strict=True):
        for who in pair:
            [asked] = notifications(at_work, who, "league_continue_asked")
            assert (asked["league"], asked["season"], asked["entrant"]) == (league, 2, entrant)
    for who in (*pairs[0], pairs[1][0]):
        at_work.leagues.carry_out(league, ContinueMembership(who))
    catch_up(at_work)
    hurry(at_work)
    teller(at_work).send_due_reminders()
    teller(at_work).send_due_reminders()
    reminded = {
        who: [e["what"] for e in notifications(at_work, who, "league_registration_closing")] for p in pairs for who in p
    }
    assert reminded == {
        **{key: [] for key in (*pairs[0], pairs[1][0])},
        **{key: ["continue"] for key in (pairs[1][1], *pairs[2])},
    }

    clock.be_ahead(3601 + SEASON_S)
    continue_league(league)
    assert league_of(at_work, league).season
    left = {who: [e["reason"] for e in notifications(at_work, who, "league_left")] for p in pairs for who in p}
    assert left == {**{key: [] for key in pairs[0]}, **{key: ["not_continued"] for key in (*pairs[1], *pairs[2])}}
    assert not notifications(at_work, owner, "league_left")


def test_nobody_is_asked_whether_they_play_on_after_the_last_season(at_work: Service, clock: MovableClock):
    made = plan(continues=False, calendar=replace(plan().calendar, seasons=1))
    league, _ = created_league(at_work, made)
    pairs = [(player(at_work), player(at_work)) for _ in range(2)]
    for pair in pairs:
        registers(at_work, league, *pair)
    clock.be_ahead(3601)
    continue_league(league)
    play_season(at_work, league, by_id)

    assert league_of(at_work, league).has_ended
    assert not notifications(at_work, pairs[0][0], "league_continue_asked")


def test_partners_in_a_league_are_asked_and_answer(at_work: Service):
    league, _ = created_league(at_work)
    captain, partner = player(at_work), player(at_work)
    entrant = registers(at_work, league, captain, partner)

    assert notifications(at_work, partner, "league_partner_asked") == [
        {"league": league, "entrant": entrant, "by": captain}
    ]
    [answer] = notifications(at_work, captain, "league_partner_answered")
    assert answer == {"league": league, "entrant": entrant, "player": partner, "accepted": True}
    assert not notifications(at_work, partner, "league_partner_answered")
    at_work.leagues.carry_out(league, WithdrawEntrant(captain, entrant))
    assert [each["reason"] for each in notifications(at_work, partner, "league_left")] == ["left"]
    assert not notifications(at_work, captain, "league_left")


def test_a_player_invited_to_a_league_is_reminded(at_work: Service):
    league, _ = created_league(at_work)
    captain, partner = player(at_work), player(at_work)
    at_work.leagues.carry_out(
        league, Register(captain, new_entrant(RANDOMNESS), Applicant(captain), partners=(partner,))
    )
    catch_up(at_work)
    hurry(at_work)
    assert teller(at_work).send_due_reminders() == 1
    kind = "league_registration_closing"
    whats = [each["what"] for who in (captain, partner) for each in notifications(at_work, who, kind)]
    assert whats == ["partners", "partner_consent"]


# ------------------------------------------------------------------------------------------------ boards


def test_a_board_challenge_notifies_the_challenged_and_the_answer_notifies_the_challenger(api: Api, at_work: Service):
    ann, ben = api.sign_up("Ann"), api.sign_up("Ben")
    asked = ann.post("/v1/board-matches", {**SETTING_RULES, "player": ben.id, "boards": 2})
    assert asked.status_code == 201, asked.text
    match = asked.json["id"]
    challenged = notifications(at_work, ben.id, "board_challenged")
    assert [(each["match"], each["by"], each["boards"]) for each in challenged] == [(match, ann.id, 2)]

    ann.post(f"/v1/board-matches/{match}/boards")
    assert not notifications(at_work, ann.id, "board_challenge_answered")
    for _ in range(2):
        ben.post(f"/v1/board-matches/{match}/boards")
    assert notifications(at_work, ann.id, "board_challenge_answered") == [
        {"match": match, "by": ben.id, "agrees": True}
    ]
    assert len(notifications(at_work, ben.id, "board_challenged")) == 1


# ------------------------------------------------------------------------------------------------ sandboxes


def test_in_a_sandbox_notifications_follow_its_clock(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work)
    now = read_instant(NOON.replace("Z", ".000Z"))
    closes = Instant(now + 4 * DAY_MS)
    captain = sandbox.sign_up()
    settings = replace(SWISS, schedule=Schedule(closes_at=closes, starts_at=Instant(closes + HOUR_MS)))
    tournament = at_work.tournaments.create(sandbox.author.id, settings).id
    entering = Register(captain.id, new_entrant(RANDOMNESS), Applicant(captain.id), partners=(sandbox.sign_up().id,))
    at_work.tournaments.carry_out(tournament, entering)
    catch_up(at_work)
    assert teller(at_work).send_due_reminders() == 0
    sandbox.move(write_instant(Instant(now + 3 * DAY_MS + HOUR_MS)))
    catch_up(at_work)
    assert teller(at_work).send_due_reminders() == 1
    assert len(notifications(at_work, captain.id, "tournament_registration_closing")) == 1
