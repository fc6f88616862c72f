"""The problem documents that answer the errors of tables."""

from service.platform.http.problems import Answers, id_as_sent, problem_response
from service.tables.events import NoSuchTable
from service.tables.records import NoHandOver, NotARecord
from service.tables.replays import NoSuchSeat

PROBLEMS: Answers = {
    NoSuchTable: lambda error: problem_response("not_found", f"there is no table {id_as_sent('table_id', error)}"),
    NoHandOver: lambda _: problem_response("no_hand_over", "no hand is over yet", hint="ask again after the first"),
    NotARecord: lambda error: problem_response(
        "not_a_record", str(error)[:500], hint="send the body of GET /v1/tables/{table_id}/record as it is"
    ),
    NoSuchSeat: lambda error: problem_response(
        "invalid_request",
        f"seat: the table of the record has the seats 0 to {error.args[1] - 1}, and no seat {error.args[0]}",
        hint="leave seat out to see all hands",
        facts={"fields": {"seat": f"give a number from 0 to {error.args[1] - 1}"}},
    ),
}
