"""Leagues, series, ratings and grades."""

import dataclasses

from domain.kernel.instants import Instant, read_instant
from domain.kernel.players import PlayerId
from domain.ratings.grade import FULL, Pair, Session, SessionId
from service.leagues.jobs import continue_league
from service.series.jobs import open_tournaments
from tests.contract.recording.following import follow_all
from tests.contract.recording.meeting import four
from tests.contract.recording.recorder import Recorder
from tests.support.api import Json
from tests.support.graded_sessions import POOL, in_log, session_event
from tests.support.leagues_served import League
from tests.support.rated_games import LIVE, begun, played
from tests.support.tournaments import open_tables, settle

CITY: Json = {
    "name": "City league",
    "template": {
        "name": "City pairs",
        "play": {"profile": "zhang-2021", "hands": 4, "clock": {"kind": "simple", "per_move_s": 86400}},
        "format": "round_robin",
        "entrants": {"kind": "pair"},
        "rounds": {"pace": "window", "window_s": 604800, "adjudication": "absent_loses"},
        "tie_breaks": ["direct_encounter", "wins"],
    },
    "rules": {"least": 2, "most": 3, "promoted": {"count": 1}, "relegated": {"count": 1}},
    "calendar": {
        "starts_at": "2027-01-08T18:00:00Z",
        "length_s": 6048000,
        "break_s": 1209600,
        "closes_before_s": 604800,
        "seasons": 4,
    },
    "continues": False,
}
SWISS: Json = {
    "name": "Swiss league",
    "template": {
        "name": "Swiss",
        "play": {"profile": "zhang-2021", "hands": 2, "clock": {"kind": "simple", "per_move_s": 600}},
        "format": "swiss",
        "figures": {"rounds": 5},
        "entrants": {"kind": "pair"},
    },
    "calendar": {"starts_at": "2027-01-08T18:00:00Z", "length_s": 86400, "break_s": 518400, "closes_before_s": 3600},
}
NIGHT: Json = {
    "recurrence": {"rule": "FREQ=WEEKLY;BYDAY=FR", "zone": "Europe/Berlin", "first": "2027-03-19T19:00"},
    "template": {
        "name": "Sheng Ji Night",
        "play": {"profile": "zhang-2021", "hands": 4, "clock": {"kind": "simple", "per_move_s": 60}},
        "format": "night",
        "figures": {"rounds": 4},
        "entrants": {"kind": "player", "least": 4},
        "is_rated": True,
        "season": "2027-spring",
    },
    "closes_before_s": 600,
}
MONTHLY: Json = {
    "recurrence": {"rule": "FREQ=MONTHLY;BYDAY=1SA;COUNT=6", "zone": "America/New_York", "first": "2027-03-06T14:00"},
    "lead_s": 1209600,
    "template": {
        "name": "Saturday pairs",
        "play": {"profile": "zhang-2021", "hands": 2, "clock": {"kind": "simple", "per_move_s": 60}},
        "format": "swiss",
        "figures": {"rounds": 5},
        "entrants": {"kind": "pair"},
    },
    "check_in_s": 1800,
}


def leagues(api: Recorder) -> None:
    """A league of pairs in its first two seasons."""
    olga = api.sign_up("Olga")
    path = "/v1/leagues"
    api.keep("created", olga.post(path, CITY), body="pairs")
    api.keep_body("swiss", olga.post(path, SWISS))
    late = {**CITY, "calendar": {**CITY["calendar"], "closes_before_s": 1209601}}
    api.keep("calendar", olga.post(path, late))
    league = League(api, owner=olga, **CITY)
    _registered(api, league)
    _until(api, league, "2027-01-01T18:00:00.000Z")
    api.keep("not_yet", olga.get(f"{league.path}/seasons/2"))
    _until(api, league, "2027-01-08T18:00:00.000Z")
    captain = league.pairs[0][1]
    api.keep("playing", captain.get(league.path))
    asked = {"type": "cut_season_short", "season": 1, "reason": "the hall is closed"}
    assert olga.post(f"{league.path}/commands", asked).status_code == 200
    _until(api, league, "2027-01-09T18:00:00.000Z")
    for _, *pair in league.pairs:
        for user in pair:
            league.done(user, "continue")
    _until(api, league, "2027-03-26T18:00:00.000Z")
    _until(api, league, "2027-04-01T18:00:00.000Z")
    api.keep("over", olga.get(f"{league.path}/seasons/1"))
    api.keep("season", olga.get(f"{league.path}/events?limit=3"))
    api.keep("one", olga.get(f"{path}?limit=1"), next_cursor=None)
    divisions = [[pair for pair, *_ in league.pairs[:2]], [pair for pair, *_ in league.pairs[2:]]]
    swap = {"type": "override_divisions", "season": 2, "divisions": divisions, "reason": "as they have agreed"}
    api.keep_body("override_divisions", olga.post(f"{league.path}/commands", swap))
    change = {"type": "change_league", "plan": CITY}
    api.keep_body("change_league", olga.post(f"{league.path}/commands", change))


def _registered(api: Recorder, league: League) -> None:
    """Registers four pairs, and keeps accepted and refused commands."""
    ada, ben = api.sign_up("Ada"), api.sign_up("Ben")
    answered = league.ask(ada, "register", None, name="Pair 1", partners=[ben.id])
    api.keep("registered", answered)
    entrant = answered.json["events"][0]["data"]["entrant"]
    league.done(ben, "accept", entrant=entrant)
    league.pairs.append((entrant, ada, ben))
    for number in (2, 3, 4):
        league.enter(f"Pair {number}")
    api.keep("registered", league.ask(ada, "register", None, name="Pair 5", partners=[league.pairs[1][1].id]))
    api.keep("alone", league.ask(api.sign_up("Eve"), "register", None, name="Eve"))
    api.keep("staff", league.ask(ada, "end_league", None, reason="the club is closed"))
    path = f"{league.path}/commands"
    api.keep("stale", league.owner.post(path, {"type": "end_league", "reason": "why", "expected_version": 2}))
    ends = {"type": "end_league", "reason": "the club is closed"}
    api.keep("league_dry_run", league.owner.post(f"{path}?dry_run=true", ends))


def _until(api: Recorder, league: League, moment: str) -> None:
    """Moves the clock, and does what is due in the league."""
    api.clock.stop_at(read_instant(moment))
    continue_league(league.id)
    follow_all(api.service)


def series(api: Recorder) -> None:
    """A weekly night, of which one is skipped."""
    olga, ada = api.sign_up("Olga"), api.sign_up("Ada")
    path = "/v1/series"
    made = api.keep("created", olga.post(path, NIGHT), body="night")["series"]
    api.keep_body("monthly", ada.post(path, MONTHLY))
    wrong = {
        "hours": {"rule": "FREQ=WEEKLY;BYHOUR=19"},
        "never": {"rule": "FREQ=WEEKLY;BYDAY=MO;BYMONTHDAY=32"},
        "zone": {"zone": "Mars/Olympus"},
        "past": {"first": "2020-01-03T19:00"},
    }
    for name, recurrence in wrong.items():
        api.keep(name, olga.post(path, {**NIGHT, "recurrence": {**NIGHT["recurrence"], **recurrence}}))
    one = f"{path}/{made}"
    skip = {"type": "skip_occurrence", "key": "2027-04-02T19:00"}
    api.keep("series_dry_run", olga.post(f"{one}/commands?dry_run=true", {"type": "end_series"}))
    api.keep("owner", ada.post(f"{one}/commands", skip))
    api.keep("skipped", olga.post(f"{one}/commands", skip))
    api.keep("taken", olga.post(f"{one}/commands", skip))
    api.keep("nothing", olga.post(f"{one}/commands", {**skip, "key": "2027-04-03T19:00"}))
    api.keep("weekly", olga.get(f"{one}/calendar"))
    api.keep("running", olga.get(one))
    api.clock.stop_at(read_instant("2027-03-18T18:00:00.000Z"))
    assert open_tournaments(made) == 1
    follow_all(api.service)
    api.keep("second", olga.get(f"{one}/events?after=1"))
    api.keep("one", olga.get(f"{path}?mine=true"))
    stale = {"type": "end_series", "expected_version": 2}
    api.keep("stale", olga.post(f"{one}/commands", stale))
    may = {"rule": "FREQ=WEEKLY;BYDAY=SA", "zone": "Europe/Berlin", "first": "2027-05-01T19:00"}
    change = {"type": "change_series", "plan": {**NIGHT, "recurrence": may, "names": "{name}, {date}"}}
    api.keep_body("change_series", olga.post(f"{one}/commands", change))


def ratings(api: Recorder) -> None:
    """The ratings after one game, and of a player without games."""
    users = four(api)
    ada, ben, carla, dan = (PlayerId(user.id) for user in users)
    reader = users[0]
    api.keep("nobody_yet", reader.get(f"/v1/players/{ben}/ratings"))
    settings = dataclasses.replace(LIVE, season="autumn 2026")
    tournament, _ = begun(api.service, settings, (ada, ben), (carla, dan))
    [table] = open_tables(api.service, tournament)
    for user in users:
        command = "propose" if user is reader else "agree"
        assert user.command(table, command, what="abandon").status_code == 200
    settle(api.service)
    played(api.service, (ada, ben), (carla, dan), settings)
    follow_all(api.service)
    pool = "sheng_ji.live.4.people"
    api.keep("one_pool", reader.get(f"/v1/players/{ada}/ratings"))
    api.keep("won", reader.get(f"/v1/players/{ada}/ratings/{pool}/changes"))
    api.keep("one", reader.get("/v1/ratings"))
    api.keep("season", reader.get(f"/v1/ratings/{pool}?season=autumn%202026&limit=2"))


def grades(api: Recorder) -> None:
    """The grades after one session of duplicate play, and of a player without one."""
    users = [user for _ in range(2) for user in four(api)]
    ids = [PlayerId(user.id) for user in users]
    reader = users[0]
    api.keep("nobody_yet", reader.get(f"/v1/players/{ids[1]}/grades"))
    pairs = [(ids[place], ids[place + 1]) for place in range(0, 8, 2)]
    scored = tuple(Pair(pair, each * FULL // 100, 25) for pair, each in zip(pairs, (55, 45, 50, 50), strict=True))
    session = Session(SessionId(f"trn_{1:026d}"), Instant(api.clock.now), 25, scored)
    in_log(api.service, session_event(1, session))
    follow_all(api.service)
    api.keep("one_pool", reader.get(f"/v1/players/{ids[0]}/grades"))
    api.keep("first", reader.get(f"/v1/players/{ids[0]}/grades/{POOL.name}/changes"))
    api.keep("partnerships", reader.get(f"/v1/grades/{POOL.name}?of=partnerships&limit=1"), next_cursor=None)


SCENES = (leagues, series, ratings, grades)
