"""Players and answers in sandboxes."""

import re
from typing import Any

from werkzeug.test import TestResponse

from tests.support.api import User

Json = dict[str, Any]
NOWHERE = "tbl_" + "0" * 26
NOBODY = "ply_" + "0" * 26
SEEK = {"rules": [{"profile": "zhang-2021"}]}


def joined(user: User, name: str = "another") -> User:
    """Creates another player of a player's sandbox."""
    made = user.post("/v1/sandbox/players", {"name": name})
    assert made.status_code == 201, made.text
    return User(user.api, made.json["player"]["id"], made.json["token"]["secret"])


def document_of(response: TestResponse) -> tuple[int, Json]:
    """Returns the status and document of an answer, without values that differ for each request. Ids are counted."""
    text = re.sub(r"(tbl|ply)_[0-9A-Z]{26}", "…", response.text)
    return response.status_code, {**response.json, "request_id": "", "detail": text.count("…"), "instance": ""}
