"""The problem documents that answer the errors of tables."""

from domain.kernel.messages import message
from service.platform.http.problems import Answers, id_as_sent, problem_response
from service.tables.events import NoSuchTable
from service.tables.records import NoHandOver, NotARecord
from service.tables.replays import NoSuchSeat

PROBLEMS: Answers = {
    NoSuchTable: lambda error: problem_response(
        "not_found", message("there is no table {id_as_sent}", id_as_sent=id_as_sent("table_id", error))
    ),
    NoHandOver: lambda _: problem_response(
        "no_hand_over", message("no hand is over yet"), hint=message("ask again after the first")
    ),
    NotARecord: lambda error: problem_response(
        "not_a_record",
        message("{error}", error=str(error)[:500]),
        hint=message("send the body of GET /v1/tables/{table_id}/record as it is"),
    ),
    NoSuchSeat: lambda error: problem_response(
        "invalid_request",
        message(
            "seat: the table of the record has the seats 0 to {args}, and no seat {args_2}",
            args=error.args[1] - 1,
            args_2=error.args[0],
        ),
        hint=message("leave seat out to see all hands"),
        facts={"fields": {"seat": message("give a number from 0 to {args}", args=error.args[1] - 1)}},
    ),
}
