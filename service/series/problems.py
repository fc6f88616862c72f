"""The problem documents with which the API reports errors of series (RFC 9457)."""

from service.platform.http.problems import Answers, as_asked, problem_response
from service.series.handlers import NoSuchSeries, TooManySeries

PROBLEMS: Answers = {
    NoSuchSeries: lambda error: problem_response("not_found", f"there is no series {as_asked('series_id', error)}"),
    TooManySeries: lambda error: problem_response(
        "too_many_series", f"you have {error} series that have not ended", hint="end one, or change it"
    ),
}
