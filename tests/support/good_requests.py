"""Requests that each operation of the contract accepts, with all that has to exist for them."""

from datetime import UTC, datetime, timedelta

from tests.support.api import User
from tests.support.contract import Operation, operation
from tests.support.contract_operations import Json
from tests.support.guests import acting, entered
from tests.support.leagues_served import LEAGUE
from tests.support.passkeys import add_passkey, credential_for, sign_in_of
from tests.support.play import finished_table
from tests.support.series_served import NIGHTS
from tests.support.tournaments_served import BOARDS, PAIRS, Tournament

CLAIMS = ("claim_guest", "preview_claim", "begin_session_by_claim")


def good_request(one: Operation, table: str, user: User) -> Json:
    """What to call an operation with, so that its view is run to its end."""
    empty = ("begin_guest_session", "begin_passkey", "rotate_webhook_secret", "make_invitation")
    bodies = {
        **{key: {} for key in empty},
        "sign_up": {"name": "somebody"},
        "begin_session": {"name": "nobody", "password": "a long password"},
        "put_preferences": {"preferences": {"web.deck": "four"}},
        "make_ticket": {"feed": "/v1/me/events"},
        "make_token": {"name": "a token", "scopes": ["table:read"]},
        "open_table": {"profile": "zhang-2021"},
        "command_table": {"type": "set_entropy", "entropy": "dice"},
        "ask": {"input": {"opponent_points": 5}},
        "create_webhook": {"url": "https://93.184.216.34/turns"},
        "create_tournament_webhook": {"url": "https://93.184.216.34/results"},
        "change_webhook": {"enabled": True},
        "put_language": {"language": "en"},
        "put_name": {"name": "somebody else"},
        "put_login": {"login": user.id[4:], "password": "a long password"},
        "drop_login": {"current_password": "a long password"},
        "register_client": {"name": "a client"},
        "post_message": {"canned": "hello"},
        "put_notes": {"text": "nothing"},
        "visit_table": {"version": 1},
        "snooze_entry": {},
        "make_report": {"table": user.open_table(), "reason": "other"},
        "close_report": {"action": "none"},
        "put_availability": {"time_zone": "Asia/Tokyo"},
        "begin_vacation": {"ends_at": (datetime.now(UTC) + timedelta(days=1)).isoformat()},
        "change_notifications": {"kinds": {"turn": "each"}},
        "put_mail_address": {"address": "ada@example.org"},
        "confirm_mail_address": {"code": "sjm_x"},
        "accept_invitation": {},
        "post_seek": {"rules": [{"profile": "zhang-2021"}]},
        "rematch": {},
        "replay_record": record_to_replay(),
        "make_sandbox": {},
        "begin_rehearsal": {"template": "sheng-ji-night"},
        "add_sandbox_player": {"name": "somebody"},
        "advance_sandbox": {"seconds": 0},
        "create_tournament": PAIRS,
        "save_template": PAIRS,
        "command_tournament": {"type": "register"},
        "create_league": LEAGUE,
        "command_league": {"type": "end_league", "reason": "nobody comes"},
        "ask_for_analysis": {"hand": 1},
        "answer_puzzle": {"move": {"type": "pass"}},
        "play_board": {"profile": "zhang-2021"},
        "challenge_on_boards": challenge_on_boards(user),
        "answer_board_match": {"agrees": True},
        "create_series": NIGHTS,
        "command_series": {"type": "end_series"},
    }
    values = {"table_id": table, "player_id": user.id, "code": "not_found", "kind": "score"}
    values |= {"mail_code": f"sjm_{'0' * 43}", "stopped": "all", "pool": "sheng_ji.live.4.people", "part": "play"}
    values |= {"puzzle_id": f"puz_{'0' * 26}"}
    values |= of_talk(one, table, user)
    if one.id in ("revoke_token", "view_my_token"):
        made = user.post("/v1/me/tokens", {"name": "another", "scopes": ["table:read"]})
        values["token_id"] = made.json["id"]
    if one.id == "add_passkey":
        bodies[one.id] = {"credential": credential_for(user)}
    if one.id == "begin_session_by_passkey":
        bodies[one.id] = {"credential": sign_in_of(user)}
    if one.id in ("remove_passkey", "view_passkey"):
        values["passkey_id"] = add_passkey(user).json["id"]
    if "{webhook_id}" in one.path:
        values |= of_webhooks(user)
    if one.id in ("drop_client", "view_client"):
        values["client_id"] = user.post("/v1/me/clients", {"name": "another"}).json["id"]
    values |= of_tag(one, user)
    if any(each in one.path for each in ("{tournament_id}", "{league_id}", "{series_id}")):
        values |= of_tournaments(one, user)
    values |= of_guests(one, user, bodies)
    if one.id == "drop_sandbox":
        values["world_id"] = user.post("/v1/sandbox", {}).json["sandbox"]["id"]
    values |= of_templates(one, user)
    user = in_sandbox(one, user)
    if one.id in ("put_login", "drop_login", "close_account"):
        user = user.api.sign_up()
        bodies["put_login"]["login"] = user.id[4:]
        bodies["close_account"] = {"confirm": user.id}
    return {
        "method": one.method.upper(),
        "path": one.path.format(**values) + ("?name=somebody" if one.id == "find_players" else ""),
        "body": bodies.get(one.id),
        "token": user.token if one.definition["security"] else None,
    }


def of_templates(one: Operation, user: User) -> Json:
    """Saves a template if the operation is about one. Returns its name."""
    if "{template}" not in one.path:
        return {}
    user.api.call("PUT", "/v1/me/tournament-templates/our-friday", PAIRS, token=user.token)
    return {"template": "our-friday"}


def in_sandbox(one: Operation, user: User) -> User:
    """Returns the player of a new sandbox or rehearsal if the operation needs one, or else the user."""
    if not one.path.startswith("/v1/sandbox"):
        return user
    new = user.api.sign_up()
    if one.id == "make_sandbox":
        return new
    if one.id != "view_rehearsal":
        return new.in_sandbox()
    begun = new.post("/v1/rehearsals", {"template": "sheng-ji-night"}).json
    return User(new.api, begun["player"]["id"], begun["token"]["secret"])


def of_guests(one: Operation, user: User, bodies: Json) -> Json:
    """A guest in a tournament of the user, and a token for the guest."""
    is_of_staff = "/entrants/" in one.path and ("/tokens" in one.path or "/claim-codes" in one.path)
    if one.id not in CLAIMS and not is_of_staff:
        return {}
    tournament = Tournament(user.api, owner=user)
    guest, _ = entered(tournament, user, entrants=[{"guests": ["Mrs Wang", "Mr Li"]}])
    bodies |= {each: {"claim_code": guest.code} for each in CLAIMS}
    bodies |= {"make_guest_token": {"player": guest.id, "name": "tablet"}, "renew_claim_code": {"player": guest.id}}
    acting(tournament, user, guest)
    [token] = user.get(f"{tournament.path}/entrants/{guest.entrant}/tokens").json["tokens"]
    return {"tournament_id": tournament.id, "entrant_id": guest.entrant, "token_id": token["id"]}


def record_to_replay() -> Json:
    """The record in the contract."""
    content = operation("replay_record").definition["requestBody"]["content"]["application/json"]
    record: Json = content["examples"]["opened"]["value"]
    return record


def of_talk(one: Operation, table: str, user: User) -> Json:
    """A message of the user in a room, another player to be blocked, and a report of somebody else."""
    values: Json = {"room": "seats"}
    if one.id in ("block_player", "unblock_player"):
        values["player_id"] = user.api.sign_up().id
    if "{number}" in one.path and "{room}" in one.path:
        values["number"] = user.post(f"/v1/tables/{table}/messages/seats", {"canned": "hello"}).json["number"]
    if "{report_id}" in one.path:
        report = {"table": user.open_table(), "reason": "other"}
        author = user if one.id == "view_report" else user.api.sign_up()
        values["report_id"] = author.post("/v1/reports", report).json["id"]
    return values


def of_tag(one: Operation, user: User) -> Json:
    """What operations of a tag are about, where it is the same kind of thing for all of them."""
    if "Meeting" in one.definition["tags"]:
        return of_meetings(one, user)
    return of_boards(user) if "Boards" in one.definition["tags"] else {}


def challenge_on_boards(user: User) -> Json:
    """A challenge of somebody new."""
    return {"profile": "zhang-2021", "player": user.api.sign_up("another").id, "boards": 1}


def of_boards(user: User) -> Json:
    """A match of the user, and its board."""
    made = user.post("/v1/board-matches", challenge_on_boards(user)).json
    return {"board_match_id": made["id"], "board_id": made["boards"][0]["board"]}


def of_tournaments(one: Operation, user: User) -> Json:
    """A tournament, league or series of the user; for rounds, a tournament that somebody else runs."""
    if "{league_id}" in one.path:
        return {"league_id": user.post("/v1/leagues", LEAGUE).json["league"], "number": 1}
    if "{series_id}" in one.path:
        return {"series_id": user.post("/v1/series", NIGHTS).json["series"]}
    if one.id == "view_bracket":
        return {"tournament_id": Tournament(user.api, format="knock_out", figures={}, tie_breaks=[]).id}
    if one.id in ("view_round", "view_tournament_board") or "{entrant_id}" in one.path:
        settings = BOARDS if one.id == "view_tournament_board" else {}
        tournament = Tournament(user.api, **settings)
        tournament.start()
        tournament.pair()
        (entrant, *_), (other, *_), *_ = tournament.pairs
        return {"tournament_id": tournament.id, "number": 1, "entrant_id": entrant, "other_id": other}
    return {"tournament_id": user.post("/v1/tournaments", PAIRS).json["tournament"]}


def of_webhooks(user: User) -> Json:
    """A webhook of the user, and a delivery of it; another one each time, since the last one may be gone."""
    [*_, last] = [None, *user.get("/v1/me/webhooks").json["webhooks"]]
    made = last or user.post("/v1/me/webhooks", {"url": "https://93.184.216.34/turns"}).json
    delivery = user.post(f"/v1/me/webhooks/{made['id']}/test").json
    return {"webhook_id": made["id"], "delivery_id": delivery["id"]}


def of_meetings(one: Operation, user: User) -> Json:
    """What there has to be for an operation about coming together: made anew each time, since some of it is used up."""
    if one.id == "rematch":
        return {"table_id": finished_table(user.api, user)[0]}
    if "/invitations" in one.path:
        table = user.open_table()
        made = user.post(f"/v1/tables/{table}/invitations", {}).json
        return {"table_id": table, "invitation_id": made["id"], "code": made["code"]}
    if "{seek_id}" not in one.path:
        return {}
    # A seek of somebody else, who asks the user to be their partner: the user can look at it, agree and withdraw it.
    seek = user.api.sign_up().post("/v1/seeks", {"rules": [{"profile": "zhang-2021"}], "partner": user.id}).json
    return {"seek_id": seek["id"]}
