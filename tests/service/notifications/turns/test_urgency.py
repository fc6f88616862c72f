"""The urgency of turns and of decisions in tournaments does not count time in which nothing runs."""

from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.inbox_groups import groups_of
from tests.support.tournaments_in_sandboxes import WINDOWS, held
from tests.support.turns import CLOCK

NOON = "2027-03-20T12:00:00Z"
TOKYO = {"time_zone": "Asia/Tokyo", "quiet_hours": {"start": "22:00", "end": "07:00"}}


def planning(sandbox: ClockedSandbox, ada: User, **members: object) -> str:
    """Returns a table that asks Ada for her plan, with ten hours for it."""
    table = ada.open_table(clock=CLOCK, options={"deal_mode": "plan"}, **members)
    for seat, player in enumerate([ada, *(sandbox.sign_up() for _ in range(3))]):
        player.command(table, "sit", seat=seat)
    assert ada.command(table, "start").status_code == 200
    sandbox.follow()
    return table


def urgency(user: User) -> str:
    [turn] = user.get("/v1/me/turns").json["turns"]
    [group] = [name for name, entries in groups_of(user).items() if entries]
    assert (group == "deadline_near") == (turn["urgency"] in ("urgent", "overdue"))
    return str(turn["urgency"])


def vacation(user: User, ends_at: str) -> None:
    assert user.post("/v1/me/vacation", {"ends_at": ends_at}).status_code == 201


def test_quiet_hours_do_not_make_a_turn_urgent(api: Api, service: Service):
    sandbox = ClockedSandbox(api, service, NOON)
    assert api.call("PUT", "/v1/me/availability", TOKYO, token=sandbox.author.token).status_code == 200
    planning(sandbox, sandbox.author)
    told = {}
    # The quiet hours are from 13:00 to 22:00. The deadline is at 07:00 on the next day.
    for at in ("20T12:59", "20T21:59", "21T02:30", "21T05:30", "21T07:00"):
        sandbox.move(f"2027-03-{at}:00Z")
        told[at] = urgency(sandbox.author)
    assert list(told.values()) == ["calm", "calm", "soon", "urgent", "overdue"]


def test_no_turn_is_urgent_on_vacation(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work, NOON)
    ada = sandbox.author
    planning(sandbox, ada)
    sandbox.move("2027-03-20T20:30:00Z")
    assert urgency(ada) == "urgent"
    vacation(ada, "2027-03-23T20:30:00Z")
    sandbox.settle()
    assert urgency(ada) == "calm"
    [turn] = ada.get("/v1/me/turns").json["turns"]
    assert turn["deadline_at"] == "2027-03-23T22:00:00.000Z"
    sandbox.move("2027-03-23T20:29:59Z")
    assert urgency(ada) == "calm"
    sandbox.move("2027-03-23T20:30:01Z")
    assert urgency(ada) == "urgent"


def test_a_vacation_that_the_table_does_not_allow_changes_nothing(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work, NOON)
    planning(sandbox, sandbox.author, pauses={"vacation": False})
    sandbox.move("2027-03-20T20:30:00Z")
    vacation(sandbox.author, "2027-03-23T20:30:00Z")
    sandbox.settle()
    assert urgency(sandbox.author) == "urgent"


def test_a_turn_with_time_after_a_long_vacation_is_calm(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work, NOON)
    planning(sandbox, sandbox.author)
    sandbox.move("2027-03-20T13:00:00Z")
    vacation(sandbox.author, "2027-03-24T13:00:00Z")
    sandbox.settle()
    sandbox.move("2027-03-24T13:00:01Z")
    assert urgency(sandbox.author) == "calm", "nine of ten hours are left"


def waiting(user: User) -> list[Json]:
    return [
        {"group": name, "what": each["what"], "deadline_at": each["deadline_at"]}
        for name, entries in groups_of(user).items()
        for each in entries
    ]


def test_nothing_in_a_paused_tournament_is_urgent(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work)
    tournament = held(sandbox, **WINDOWS)
    sandbox.advance("2027-03-20T18:00:00Z")
    match = tournament.round(1)["matches"][0]
    captains = {entrant: captain for entrant, captain, _ in tournament.pairs}
    ann, ben = captains[match["first"]], captains[match["second"]]
    tournament.done(ann, "propose_time", round=1, match=1, times=["2027-03-21T17:00:00Z"])
    sandbox.advance("2027-03-20T19:00:00Z")
    deadline = tournament.round(1)["deadline"]
    assert {"group": "deadline_near", "what": "agree_time", "deadline_at": deadline} in waiting(ben)

    tournament.done(tournament.owner, "pause_tournament", reason="no light")
    sandbox.settle()
    assert waiting(ben) == [{"group": "my_answer", "what": "agree_time", "deadline_at": None}]
    entries = [each for day in ben.get("/v1/me/calendar").json["days"] for each in day["entries"]]
    assert [each["title"] for each in entries] == ["Friday pairs: start"], "a paused round has no deadline"
    tournament.done(tournament.owner, "resume_tournament")
    sandbox.settle()
    assert {"group": "deadline_near", "what": "agree_time", "deadline_at": deadline} in waiting(ben)
