"""Tournaments: their settings, rounds, results and boards."""

from random import Random

from domain.games.bots import BOTS
from domain.table.commands import Act
from service.sandbox.jobs import do_due_work
from service.wiring import Service
from tests.contract.recording.following import follow_all
from tests.contract.recording.recorder import Recorder, with_settings
from tests.support.api import Json, User
from tests.support.browsers import OWN_PAGE
from tests.support.tournaments import open_tables, seated, settle
from tests.support.tournaments_served import BOARDS, PAIRS, Tournament

LEAGUE_NIGHT: Json = {
    "name": "League night",
    "play": {"profile": "zhang-2021", "hands": 4, "clock": {"kind": "simple", "per_move_s": 86400}},
    "format": "round_robin",
    "figures": {"cycles": 2},
    "entrants": {"kind": "pair", "capacity": 8, "least": 4},
    "gates": {"games": 5, "by_code": True},
    "schedule": {"closes_at": "2027-01-07T18:00:00Z", "starts_at": "2027-01-08T18:00:00Z", "check_in_s": 3600},
    "rounds": {"pace": "window", "window_s": 604800, "adjudication": "absent_loses"},
    "is_sealed": True,
}
NIGHT: Json = {
    "name": "Random night",
    "play": {"profile": "zhang-2021", "hands": 2, "clock": {"kind": "simple", "per_move_s": 60}},
    "format": "night",
    "figures": {"rounds": 5},
    "entrants": {"kind": "player", "least": 4},
    "schedule": {"starts_at": "2027-01-08T18:00:00Z"},
}
CSV = {"Accept": "text/csv"}


def settings(api: Recorder) -> None:
    """New tournaments, valid and not."""
    olga = api.sign_up("Olga")
    dry_run = olga.post("/v1/tournaments?dry_run=true", PAIRS)
    api.keep("foreseen", dry_run)
    path = "/v1/tournaments"
    api.keep("figures", olga.post(path, {**PAIRS, "figures": {}}))
    made = olga.post(path, LEAGUE_NIGHT)
    api.keep_body("league", made)
    entered = f"{path}/{made.json['tournament']}"
    api.keep("calendar", olga.get(f"{entered}/calendar"))
    ada = api.sign_up("Ada")
    api.keep("code", olga.get(f"{entered}/entry-codes/{ada.id}"))
    api.keep("owner", ada.get(f"{entered}/entry-codes/{ada.id}"))
    made = olga.post(path, NIGHT)
    api.keep_body("night", made)
    night = f"{path}/{made.json['tournament']}"
    api.keep("night", olga.get(f"{night}/cross-table"))
    api.keep("night", olga.get(f"{night}/report"))


@with_settings(tournaments_per_owner=1)
def too_many_tournaments(api: Recorder) -> None:
    """A second tournament, where one is allowed."""
    olga = api.sign_up("Olga")
    assert olga.post("/v1/tournaments", PAIRS).status_code == 201
    api.replaced["tournaments: 1"] = "tournaments: 50"
    api.keep("too_many", olga.post("/v1/tournaments", PAIRS))


def rounds(api: Recorder) -> None:
    """A Swiss of four pairs in its first round."""
    olga = api.sign_up("Olga")
    api.keep("created", olga.post("/v1/tournaments", {**PAIRS, "corrections_s": 900}), body="pairs")
    tournament = Tournament(api, owner=olga)
    path = tournament.path
    tournament.start()
    api.keep("not_yet", olga.get(f"{path}/rounds/1"))
    api.keep("never", olga.get(f"{path}/rounds/9"))
    tournament.pair()
    asked: Json = {"round": 1, "match": 1, "first": 100, "second": 0, "reason": "as seen"}
    api.keep("result", tournament.ask(olga, "override_result", None, **asked))
    api.keep("running", olga.get(path))
    api.keep("two", olga.get(f"{path}/entrants?limit=2"))
    api.keep("played", olga.get(f"{path}/rounds/1"))
    api.keep("live", olga.get(f"{path}/standings"))
    api.keep("table", olga.get(f"{path}/standings", headers=CSV))
    api.keep("rounds", olga.get(f"{path}/cross-table"))
    api.keep("table", olga.get(f"{path}/cross-table", headers=CSV))
    api.keep("swiss", olga.get(f"{path}/bracket"))
    (one, *_), (other, *_), *_ = tournament.pairs
    api.keep("wins", olga.get(f"{path}/entrants/{one}/before/{other}"))
    api.keep("card", olga.get(f"{path}/entrants/{one}/score-card"))
    api.keep("table", olga.get(f"{path}/entrants/{one}/score-card", headers=CSV))
    api.keep("first", olga.get(f"{path}/events?after=1&limit=2"))
    api.keep("one", olga.get(f"{path}/results"))
    follow_all(api.service)
    api.keep("one", olga.get("/v1/tournaments?limit=1"), next_cursor=None)
    api.keep("report", olga.get(f"{path}/report"))
    _refused(api, tournament)
    api.keep_streams(f"{path}/results", olga)


def templates(api: Recorder) -> None:
    """Templates of the server, and those of a player."""
    olga, path = api.sign_up("Olga"), "/v1/me/tournament-templates"
    found = olga.get("/v1/tournament-templates")
    api.keep("all", found, templates=found.json["templates"][:1])
    api.keep("saved", api.call("PUT", f"{path}/our-friday", NIGHT, token=olga.token), body="night")
    api.keep("saved", olga.get(f"{path}/our-friday"))
    api.keep("one", olga.get(path))
    api.keep("figures", api.call("PUT", f"{path}/our-friday", {**NIGHT, "figures": {}}, token=olga.token))


def rehearsals(api: Recorder) -> None:
    """A rehearsed night, and rehearsals that are refused."""
    olga, path = api.sign_up("Olga"), "/v1/rehearsals"
    answered = olga.post(path, {"template": "sheng-ji-night", "entrants": 4, "bot": "random", "hands": 1})
    # The server computes these from the time of the computer.
    api.replaced[answered.json["sandbox"]["expires_at"]] = "2026-12-21T15:25:57.940Z"
    made = api.keep("night", answered)
    organiser = User(api, made["player"]["id"], made["token"]["secret"])
    while organiser.get("/v1/sandbox/rehearsal").json["status"] == "playing":
        do_due_work(made["id"])
    api.keep("over", organiser.get("/v1/sandbox/rehearsal"))
    api.keep("wrong_world", organiser.post(path, {"template": "club-swiss"}))
    api.keep("few", olga.post(path, {"template": "club-swiss", "entrants": 2}))
    arena = {**PAIRS, "format": "arena", "figures": {"minutes": 60}, "tie_breaks": []}
    api.keep("arena", olga.post(path, {"settings": arena}))


def guests(api: Recorder) -> None:
    """A guest in a Swiss of pairs: a token for staff, a new claim code, and the claim."""
    tournament = Tournament(api)
    olga, ada = tournament.owner, api.sign_up("Ada")
    entered: Json = {"entrants": [{"players": [ada.id], "guests": ["Mrs Wang"]}, {"guests": ["Mr Li", "Mrs Xu"]}]}
    made = tournament.ask(olga, "enter_entrants", None, **entered).json
    guest = made["guests"][0]["player"]
    path = f"{tournament.path}/entrants/{made['events'][1]['data']['entrant']}"
    api.keep("tablet", olga.post(f"{path}/tokens", {"player": guest, "name": "tablet 2"}))
    api.keep("one", olga.get(f"{path}/tokens"))
    renewed = api.keep("lost", olga.post(f"{path}/claim-codes", {"player": guest}))
    api.keep_common("GuestOfNobody", "nobody", olga.get(f"{tournament.path}/entrants/ent_{'0' * 26}/tokens"))
    api.keep_common("GuestsOfStaff", "staff", ada.get(f"{path}/tokens"))
    claim = {"claim_code": renewed["claim_code"]}
    api.keep("claimed", api.call("POST", "/v1/claims", claim))
    api.keep("wrong", api.call("POST", "/v1/claims", claim))
    api.keep("wrong", api.call("POST", "/v1/claims/preview", claim))
    _claimed_in_a_browser(api, made["guests"][1]["claim_code"], renewed["claim_code"])
    _refused_tokens(api, tournament, path, {"player": guest, "name": "tablet 2"})


def _claimed_in_a_browser(api: Recorder, code: str, used_code: str) -> None:
    """Keeps what a claim code leads to, and the claim by a page of the server."""
    claim = {"claim_code": code}
    api.keep("slip", api.call("POST", "/v1/claims/preview", claim))
    used = {"claim_code": used_code}
    api.keep("wrong", api.call("POST", "/v1/session/claim", used, headers=OWN_PAGE))
    done = api.call("POST", "/v1/session/claim", claim, headers=OWN_PAGE)
    api.keep("claimed", done)
    # The cookie is only for TLS, which the recording does not use.
    there = {**OWN_PAGE, "Cookie": done.headers["Set-Cookie"].partition(";")[0]}
    api.keep("has_one", api.call("POST", "/v1/session/claim", claim, headers=there))


def _refused_tokens(api: Recorder, tournament: Tournament, path: str, asked: Json) -> None:
    """Keeps refusals of tokens: to staff who play, and after the end."""
    olga, bea = tournament.owner, api.sign_up("Bea")
    tournament.done(olga, "appoint_staff", player=bea.id, role="assistant")
    tournament.done(bea, "register")
    api.keep("plays", bea.post(f"{path}/tokens", asked))
    tournament.done(olga, "cancel_tournament", reason="it rains")
    api.keep("over", olga.post(f"{path}/tokens", asked))


def _refused(api: Recorder, tournament: Tournament) -> None:
    """Keeps refused commands, and dry runs."""
    olga, path = tournament.owner, f"{tournament.path}/commands"
    _, captain, _ = tournament.pairs[0]
    api.keep("staff", tournament.ask(captain, "pair_round", None, round=2))
    api.keep("closed", tournament.ask(api.sign_up("Late"), "register"))
    api.keep("not_over", tournament.ask(olga, "close_round", None, round=1))
    api.keep("results_in", tournament.ask(olga, "pair_again", None, reason="a pair was forgotten"))
    missing: Json = {"round": 1, "match": 9, "first": 100, "second": 0, "reason": "as seen"}
    api.keep("no_round", tournament.ask(olga, "override_result", None, **missing))
    stale = {"type": "close_round", "round": 1, "expected_version": 2}
    api.keep("stale", olga.post(path, stale))
    cancel = {"type": "cancel_tournament", "reason": "it rains"}
    api.keep("tournament_dry_run", olga.post(f"{path}?dry_run=true", cancel))
    entrant, captain, _ = tournament.pairs[1]
    leave = {"type": "withdraw_entrant", "entrant": entrant}
    api.keep("leaving_dry_run", captain.post(f"{path}?dry_run=true", leave))


def events_of_tournaments(api: Recorder) -> None:
    """The events of a new tournament as a stream."""
    olga = api.sign_up("Olga")
    made = olga.post("/v1/tournaments", PAIRS).json
    api.keep_streams(f"/v1/tournaments/{made['tournament']}/events?after=1", olga)


def brackets(api: Recorder) -> None:
    """A knock-out of four pairs in its first round."""
    tournament = Tournament(api, format="knock_out", figures={"third_place": True}, tie_breaks=[])
    tournament.start()
    tournament.pair()
    tournament.win(1, 1)
    api.keep("semi_finals", tournament.owner.get(f"{tournament.path}/bracket"))
    api.keep("table", tournament.owner.get(f"{tournament.path}/bracket", headers=CSV))


def corrections(api: Recorder) -> None:
    """A double round robin of two pairs, in which a result is corrected after the end."""
    plan = {"format": "round_robin", "figures": {"cycles": 2}, "tie_breaks": ["wins"], "corrections_s": 900}
    tournament = Tournament(api, **{**plan, "entrants": {"kind": "pair", "least": 2}})
    olga, path = tournament.owner, tournament.path
    tournament.start(2)
    tournament.play(1)
    tournament.pair(2)
    even = {"round": 2, "match": 1, "first": 50, "second": 50, "reason": "as seen"}
    tournament.done(olga, "override_result", **even)
    tournament.done(olga, "close_round", round=2)
    tournament.done(olga, "finish_tournament")
    api.clock.pass_time(3600)
    settle(api.service)
    api.keep("opponents", olga.get(f"{path}/cross-table?by=opponents"))
    tournament.done(olga, "reopen_tournament", reason="a result was entered the wrong way round")
    right = {"round": 2, "match": 1, "first": 0, "second": 100, "reason": "as both sides say"}
    tournament.done(olga, "override_result", **right)
    api.keep("reopened", olga.get(f"{path}/corrections"))


def boards_of_tournaments(api: Recorder) -> None:
    """Duplicate boards in play."""
    tournament = Tournament(api, **BOARDS)
    olga, path = tournament.owner, tournament.path
    tournament.start()
    api.keep("not_yet", olga.get(f"{path}/boards/1"))
    tournament.pair()
    api.keep("open", olga.get(f"{path}/boards"))
    api.keep("open", olga.get(f"{path}/boards/1"))


def scored_boards(api: Recorder) -> None:
    """The score of a board at a table, and of a board at a seat."""
    scored = Tournament(api, **{**BOARDS, "figures": {"rounds": 1}, "boards": {"per_match": 1, "scoring": "imps"}})
    scored.start()
    scored.pair()
    _play_all(api.service, scored.id)
    scored.done(scored.owner, "close_round", round=1)
    api.keep_lines("table", scored.owner.get(f"{scored.path}/boards", headers=CSV), 2)
    seats: Json = {"format": "duplicate_individual", "play": {"profile": "zheng-shangyou"}, "figures": {"rounds": 1}}
    alone = {"kind": "player", "least": 10, "capacity": 20}
    one = {"per_match": 1, "scoring": "matchpoints"}
    seats |= {"entrants": alone, "boards": one, "tie_breaks": ["matchpoints"]}
    individual = Tournament(api, **{**BOARDS, **seats})
    for number in range(10):
        individual.done(api.sign_up(f"Player {number}"), "register")
    individual.done(individual.owner, "start_tournament")
    individual.pair()
    _play_all(api.service, individual.id)
    individual.done(individual.owner, "close_round", round=1)
    answered = individual.owner.get(f"{individual.path}/boards")
    api.keep("seat_by_seat", answered, seats=answered.json["seats"][:1])
    api.keep_lines("seats", individual.owner.get(f"{individual.path}/boards", headers=CSV), 2)


def _play_all(service: Service, tournament: str) -> None:
    """Lets bots play at all tables of a tournament."""
    luck = Random(tournament)
    settle(service)
    while tables := open_tables(service, tournament):
        for table_id in tables:
            while (table := service.table_cache.newest(table_id).table).status == "playing":
                seat = table.game.asked(table.match)[0].seat
                move = BOTS[table.game.name]["steady"].choose(table, seat, luck)
                service.tables.carry_out(table_id, Act(seated(table)[seat], move))
        settle(service)


SCENES = (
    settings,
    too_many_tournaments,
    rounds,
    templates,
    rehearsals,
    guests,
    events_of_tournaments,
    brackets,
    corrections,
    boards_of_tournaments,
    scored_boards,
)
