"""The problem documents with which the API reports errors of series (RFC 9457)."""

from domain.kernel.messages import message
from service.platform.http.problems import Answers, id_as_sent, problem_response
from service.series.handlers import NoSuchSeries, TooManySeries

PROBLEMS: Answers = {
    NoSuchSeries: lambda error: problem_response(
        "not_found", message("there is no series {id_as_sent}", id_as_sent=id_as_sent("series_id", error))
    ),
    TooManySeries: lambda error: problem_response(
        "too_many_series",
        message("you have {error} series that have not ended", error=error),
        hint=message("end one, or change it"),
    ),
}
