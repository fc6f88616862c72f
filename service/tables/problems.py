"""The problem documents that answer the errors of tables."""

from service.platform.http.problems import Answers, id_as_sent, problem_response
from service.tables.events import NoSuchTable
from service.tables.records import NoHandOver

PROBLEMS: Answers = {
    NoSuchTable: lambda error: problem_response("not_found", f"there is no table {id_as_sent('table_id', error)}"),
    NoHandOver: lambda _: problem_response("no_hand_over", "no hand is over yet", hint="ask again after the first"),
}
