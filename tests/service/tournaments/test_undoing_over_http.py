"""Staff undo their newest act over HTTP."""

from tests.support.api import Api, Json
from tests.support.tournaments_served import Tournament


def newest_act(tournament: Tournament) -> Json:
    """Returns the newest act in the log of staff."""
    found: Json = tournament.read("/events?by=staff")["events"][-1]
    return found


def undo(tournament: Tournament) -> Json:
    """Undoes the newest act and returns the answer."""
    act = newest_act(tournament)["version"]
    done: Json = tournament.done(tournament.owner, "undo_staff_act", act=act, reason="by mistake")
    return done


def test_an_undone_withdrawal_stays_in_the_log_and_the_entrant_takes_part_again(api: Api):
    tournament = Tournament(api)
    tournament.start(4)
    first = tournament.read("/entrants")["entrants"][0]["id"]
    tournament.done(tournament.owner, "withdraw_entrant", entrant=first, reason="ill")
    withdrawn = newest_act(tournament)["version"]

    undo(tournament)

    assert tournament.read("/entrants")["entrants"][0]["status"] == "entered"
    *_, act, restored, undone = tournament.read("/events?by=staff")["events"]
    assert [each["type"] for each in (act, restored, undone)] == [
        "entrant_withdrawn",
        "entrant_reinstated",
        "staff_act_undone",
    ]
    assert undone["data"]["act"] == withdrawn
    assert (undone["data"]["what"], undone["data"]["reason"]) == ("entrant_withdrawn", "by mistake")


def test_an_undone_correction_restores_the_result_and_both_are_in_the_corrections(api: Api):
    tournament = Tournament(api)
    tournament.start(4)
    tournament.pair()
    tournament.win(1, 1)

    undo(tournament)

    assert tournament.round(1)["matches"][0]["result"] is None
    corrections = tournament.read("/corrections")["corrections"]
    assert [each["reason"] for each in corrections] == ["as seen", "by mistake"]
    tournament.win(1, 1)
    assert tournament.round(1)["matches"][0]["result"]["first"] == 100


def test_a_dry_run_shows_the_events_of_an_undo_and_changes_nothing(api: Api):
    tournament = Tournament(api)
    tournament.start(4)
    tournament.pair()
    act, before = newest_act(tournament)["version"], tournament.version()
    body = {"type": "undo_staff_act", "act": act, "reason": "by mistake"}

    answer = tournament.owner.post(f"{tournament.path}/commands?dry_run=true", body).json

    assert answer["events"] == ["round_called_off", "staff_act_undone"]
    assert tournament.version() == before


def test_a_pause_and_a_closed_round_are_undone(api: Api):
    tournament = Tournament(api)
    tournament.start(4)
    tournament.play(1)

    undo(tournament)
    assert tournament.round(1)["closed_at"] is None
    tournament.done(tournament.owner, "close_round", round=1)

    tournament.done(tournament.owner, "pause_tournament", reason="a fire alarm")
    undo(tournament)
    assert tournament.view()["paused_at"] is None
    assert [each["type"] for each in tournament.read("/events?by=staff")["events"]][-2:] == [
        "tournament_resumed",
        "staff_act_undone",
    ]


def test_registration_that_was_opened_by_mistake_closes_again(api: Api):
    later = {"schedule": {"opens_at": "2099-01-01T12:00:00Z", "starts_at": "2099-01-09T12:00:00Z"}}
    tournament = Tournament(api, **later)
    assert tournament.view()["status"] == "announced"
    tournament.done(tournament.owner, "change_settings", settings=tournament.plan)
    assert tournament.view()["status"] == "registration"

    undo(tournament)

    assert tournament.view()["status"] == "announced"
    assert tournament.view()["settings"]["schedule"]["opens_at"] == "2099-01-01T12:00:00.000Z"


def test_the_refusal_to_undo_a_start_names_the_command_to_send(api: Api):
    tournament = Tournament(api)
    tournament.start(4)
    body = {"type": "undo_staff_act", "act": newest_act(tournament)["version"], "reason": "by mistake"}
    refused = tournament.owner.post(f"{tournament.path}/commands", body).json
    assert (refused["code"], "cancel_tournament" in refused["hint"]) == ("act_not_undoable", True)


def test_refusals_name_what_is_wrong(api: Api):
    tournament = Tournament(api)
    tournament.start(4)
    started = newest_act(tournament)["version"]
    tournament.pair()
    stranger = api.sign_up()
    cases = [
        (tournament.owner, started, 409, "not_newest_staff_act"),
        (tournament.owner, 99, 422, "no_such_staff_act"),
        (stranger, 99, 403, "staff_only"),
        (stranger, newest_act(tournament)["version"], 403, "staff_only"),
    ]
    for user, act, status, code in cases:
        answered = tournament.ask(user, "undo_staff_act", act=act, reason="by mistake")
        assert (answered.status_code, answered.json["code"]) == (status, code)
    without = tournament.ask(tournament.owner, "undo_staff_act", act=started)
    assert (without.status_code, without.json["code"]) == (400, "invalid_request")
    assert "reason" in without.json["detail"]
