"""Chat, notes, blocks, reports and moderators."""

from tests.contract.recording.meeting import four, seated
from tests.contract.recording.recorder import Recorder
from tests.support.api import User, started_table
from tests.support.chat_messages import new_moderator, say
from tests.support.moderating import block, close, message, report


def talk(api: Recorder) -> None:
    """Messages in the rooms of a table, and private notes about it."""
    ada, ben, carla, _ = players = four(api)
    table = seated(players)
    path = f"/v1/tables/{table}/messages/seats"
    assert say(ada, table, "Good evening from Chengdu!").status_code == 201
    api.keep("canned", ben.post(path, {"canned": "well_played"}))
    api.keep("canned", ben.get(f"{path}/2"))
    assert say(ben, table, "Oh dear.").status_code == 201
    assert api.call("DELETE", f"{path}/3", token=ben.token).status_code == 204
    api.keep("of_another", api.call("DELETE", f"{path}/1", token=ben.token))
    assert say(carla, table, "You play like a donkey.").status_code == 201
    assert block(ada, carla.id).status_code == 204
    api.keep("four", ada.get(path))
    api.keep("nothing", ada.get(f"{path}?after=4"))
    api.keep_component("NotInRoom", ada.get(f"/v1/tables/{table}/messages/spectators"))
    quiet, (host, *_) = _canned(api)
    api.keep("canned_only", say(host, quiet, "Good evening!"))
    notes = f"/v1/tables/{table}/notes"
    api.keep("none", ada.get(notes))
    written = "Ben keeps his jokers.\nCarla leads low from long suits."
    api.keep("some", api.call("PUT", notes, {"text": written}, token=ada.token), body="some")
    api.keep("some", ada.get(notes))
    api.keep_streams(f"{path}?after=3", ben)


def _canned(api: Recorder) -> tuple[str, list[User]]:
    """Returns a table with canned messages only."""
    return started_table(api, chat="canned")


def moderation(api: Recorder) -> None:
    """A report, and what a moderator does about it."""
    ada, ben, carla, _ = players = four(api)
    table = seated(players)
    mo = new_moderator(api, api.service)
    assert block(ada, carla.id).status_code == 204
    api.keep("one", ada.get("/v1/me/blocks"))
    api.keep("house", block(ada, "ply_house_steady"))
    assert say(carla, table, "You play like a donkey.").status_code == 201
    said = {"message": message(table, 1)}
    made = api.keep("made", report(ben, **said), body="message")
    api.keep("again", report(ben, **said))
    behaviour = report(ada, table=table, reason="table_talk", text="Seats 0 and 2 tell each other their hands.")
    api.keep_body("table", behaviour)
    api.keep("open", ben.get(f"/v1/reports/{made['id']}"))
    api.keep("one", mo.get("/v1/moderation/reports?limit=1"), next_cursor=None)
    api.keep("muted", close(mo, made["id"], "mute_player", days=7, note="the third time"))
    api.keep("closed", close(mo, made["id"]))
    own = report(mo, player=carla.id)
    api.keep("own_case", close(mo, own.json["id"]))
    api.keep("silenced", say(carla, table, "What?"))
    api.keep("two", mo.get("/v1/moderation/actions?limit=2"))


SCENES = (talk, moderation)
