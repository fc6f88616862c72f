"""Tournaments over HTTP: permissions, entry codes, and refusals without changes."""

import hmac
from base64 import b32encode

import pytest

from service.platform.store.migrations import migrations
from tests.support.api import Api, Json
from tests.support.tournament_requests import ALONE, refused, token
from tests.support.tournaments_served import PAIRS, Tournament


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        ("change_settings", {"settings": PAIRS}),
        ("appoint_staff", {"player": "a partner", "role": "director"}),
        ("dismiss_staff", {"player": "a partner"}),
        ("start_tournament", {}),
        ("pause_tournament", {"reason": "no"}),
        ("resume_tournament", {}),
        ("finish_tournament", {}),
        ("cancel_tournament", {"reason": "no"}),
        ("pair_round", {"round": 2}),
        ("pair_again", {"reason": "no"}),
        ("override_result", {"round": 1, "match": 1, "first": 100, "second": 0, "reason": "mine"}),
        ("move_deadline", {"deadline": "2099-01-01T00:00:00Z", "reason": "no"}),
        ("close_round", {"round": 1}),
    ],
)
def test_staff_commands_need_the_role_and_the_scope(service, running: Tournament, kind: str, members: Json):
    _, player, partner = running.pairs[0]
    members = {**members, **({"player": partner.id} if "player" in members else {})}
    problem = refused(running, player, 403, "staff_only", kind, **members)
    assert "owner" in problem["facts"]["roles"]
    narrow = token(service, running.owner, "tournament:write")
    assert refused(running, narrow, 403, "missing_scope", kind, **members)["facts"] == {"scope": "tournament:manage"}


def test_an_assistant_manages_only_entrants(api: Api, running: Tournament):
    helper = api.sign_up("Hana")
    running.done(running.owner, "appoint_staff", player=helper.id, role="assistant")
    refused(running, helper, 403, "staff_only", "close_round", round=1)
    entrant, *_ = running.pairs[0]
    refused(running, helper, 422, "reason_needed", "withdraw_entrant", entrant=entrant)
    running.done(helper, "withdraw_entrant", entrant=entrant, reason="asked me to")


def test_tokens_without_tournament_scopes_can_only_read(service, tournament: Tournament):
    reader = token(service, tournament.owner, "table:read")
    assert reader.get(tournament.path).status_code == 200
    for answered in (reader.post("/v1/tournaments", PAIRS), tournament.ask(reader, "register")):
        assert (answered.status_code, answered.json["code"]) == (403, "missing_scope")


def test_older_tokens_with_every_scope_have_the_tournament_scopes(service):
    """Players of earlier releases could not get them otherwise, because a token grants at most its own scopes."""
    old = {"account:read", "account:write", "table:create", "table:play", "table:read", "webhook:manage"}
    new = {"tournament:write", "tournament:manage"}
    player, whole, _ = service.accounts.sign_up("of before", "human")
    part, _ = service.accounts.make_token(player.id, "part", ["table:read", "webhook:manage"], None)
    [step] = [step for step in migrations() if step.name == "tournament_scopes"]
    with service.database.session() as session:
        session.execute("UPDATE shengji.token SET scopes = $2 WHERE id = $1", [whole.id, sorted(old)])
        session.execute(step.text.encode())
        session.execute(step.text.encode())

    scopes = {token.id: token.scopes for token in service.accounts.tokens(player.id, "", 10)}
    assert set(scopes[whole.id]) == old | new
    assert len(scopes[whole.id]) == len(old | new)
    assert scopes[part.id] == ["table:read", "webhook:manage"]


def test_two_entrants_cannot_have_the_same_name(api: Api, tournament: Tournament):
    tournament.enter("The  Jokers")
    refused(tournament, api.sign_up(), 409, "name_taken", "register", name="the jokers")


def test_a_partner_who_did_not_consent_does_not_take_part(api: Api, tournament: Tournament):
    captain, partner = api.sign_up(), api.sign_up()
    entrant = tournament.done(captain, "register", partners=[partner.id])[0]["data"]["entrant"]
    (seen,) = tournament.owner.get(f"{tournament.path}/entrants").json["entrants"]
    assert (seen["status"], seen["invited"]) == ("incomplete", [partner.id])
    refused(tournament, tournament.owner, 409, "too_few_entrants", "start_tournament")
    refused(tournament, api.sign_up(), 403, "not_invited", "accept_partner", entrant=entrant)


def test_an_odd_field_cannot_be_paired_by_hand_without_a_bye(tournament: Tournament):
    tournament.start(3)
    one, other, third = (entrant for entrant, *_ in tournament.pairs)
    by_hand = {"round": 1, "matches": [{"first": one, "second": other}]}
    refused(tournament, tournament.owner, 422, "entrant_missing", "pair_round", **by_hand)
    twice = {"round": 1, "matches": [{"first": one, "second": other}, {"first": third, "second": one}]}
    refused(tournament, tournament.owner, 422, "named_twice", "pair_round", **twice)
    bye = [{"entrant": third, "kind": "pairing"}]
    tournament.done(tournament.owner, "pair_round", **by_hand, byes=bye)
    assert tournament.round(1)["byes"] == bye


def test_players_cannot_record_results_and_a_round_with_open_matches_cannot_be_closed(running: Tournament):
    answered = running.ask(running.owner, "record_result", round=1, match=1)
    assert (answered.status_code, answered.json["code"]) == (400, "invalid_request")
    running.win(1, 1)
    problem = refused(running, running.owner, 409, "round_not_over", "close_round", round=1)
    assert problem["facts"] == {"round": 1, "matches": [2]}


def test_a_round_can_be_closed_only_once(running: Tournament):
    running.win(1, 1)
    running.win(1, 2)
    running.done(running.owner, "close_round", round=1)
    refused(running, running.owner, 409, "already_closed", "close_round", round=1)


def test_a_manual_round_that_breaks_the_format_is_refused_with_the_reason(running: Tournament):
    matches = [{"first": each["first"], "second": each["second"]} for each in running.round(1)["matches"]]
    running.win(1, 1)
    running.win(1, 2)
    running.done(running.owner, "close_round", round=1)
    problem = refused(running, running.owner, 422, "breaks_format", "pair_round", round=2, matches=matches)
    assert all(each["entrants"] for each in problem["facts"]["violations"])


def test_the_format_pairs_only_the_requested_round(running: Tournament):
    refused(running, running.owner, 409, "round_not_over", "pair_round", round=2)
    running.win(1, 1)
    running.win(1, 2)
    running.done(running.owner, "close_round", round=1)
    for number in (1, 3):
        problem = refused(running, running.owner, 409, "wrong_round_number", "pair_round", round=number)
        assert problem["facts"] == {"next": 2}
    refused(running, running.owner, 409, "no_round_open", "pair_again", reason="why not")


def test_the_format_pairs_no_round_after_the_last_or_before_the_start(tournament: Tournament):
    refused(tournament, tournament.owner, 409, "tournament_not_running", "pair_round", round=1)
    tournament.start()
    tournament.play(1)
    tournament.play(2)
    refused(tournament, tournament.owner, 422, "empty_round", "pair_round", round=3)
    tournament.done(tournament.owner, "finish_tournament")


def test_unknown_players_cannot_be_invited(api: Api, tournament: Tournament):
    nobody = "ply_" + "0" * 26
    problem = refused(tournament, api.sign_up(), 422, "cannot_be_challenged", "register", partners=[nobody])
    assert nobody in problem["detail"]


def test_an_entry_code_admits_only_its_player(api: Api):
    tournament = Tournament(api, **ALONE, gates={"by_code": True})
    one, other = api.sign_up(), api.sign_up()
    made = tournament.owner.get(f"{tournament.path}/entry-codes/{one.id}")
    assert made.headers["Cache-Control"] == "no-store"
    code = made.json["code"]
    refused(tournament, one, 403, "entry_code_needed", "register")
    refused(tournament, other, 403, "wrong_entry_code", "register", code=code)
    tournament.done(one, "register", code=f"{code[:8].lower()} {code[8:]}")


def test_the_owner_derives_entry_codes_from_a_secret_that_nobody_else_sees(api: Api, tournament: Tournament):
    director, player = api.sign_up(), api.sign_up()
    tournament.done(tournament.owner, "appoint_staff", player=director.id, role="director")
    path = f"{tournament.path}/entry-codes/{player.id}"
    for other in (director, player):
        answered = other.get(path)
        assert (answered.status_code, answered.json["code"]) == (403, "staff_only")
        assert tournament.view(other)["code_secret"] is None
    secret = tournament.view()["code_secret"]
    digest = hmac.digest(bytes.fromhex(secret), player.id.encode(), "sha256")
    assert tournament.owner.get(path).json["code"] == b32encode(digest[:10]).decode()
    assert tournament.owner.get(f"{tournament.path}/entry-codes/ply_{'0' * 26}").status_code == 404
