"""Leaks of sealed tournament data, planted so that tests can show that the searches find them."""

import logging
import zlib
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import pytest

from domain.kernel.instants import Instant
from domain.kernel.refusals import Refusal
from domain.ratings import reliability
from domain.tournaments.boards import closed_boards
from domain.tournaments.rounds.events import ResultRecorded
from domain.tournaments.viewing import TournamentView
from service.accounts import export
from service.notifications import tournament_notifications as tournament_news
from service.notifications.events import NewAccountEvent
from service.notifications.mail import texts as mail_texts
from service.platform.metrics import REQUEST_SECONDS
from service.platform.store.events import record_of
from service.processes import application as front
from service.ratings import projections as ratings
from service.ratings.grades import projections as grades
from service.request_context import service as service_here
from service.tournaments import board_documents, display_routes, reading, result_routes
from service.tournaments import documents as tournament_documents
from service.tournaments import feeds as tournament_feeds
from service.tournaments import handlers as application
from service.tournaments import routes as doors
from service.tournaments.events import stream_of
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.sealed_courses import SealedTournament
from tests.support.tournaments import of

Plant = Callable[[pytest.MonkeyPatch, SealedTournament], None]


class Leak(NamedTuple):
    """A leak: its kind of tournament, the places where it must be found, and the subscription that must run before."""

    name: str
    plan: str
    found_at: Collection[str]
    plant: Plant
    followed_by: str = "accounts"


def sealed_facts(service: Service, course: SealedTournament) -> str:
    """Returns a number derived from all results and scores, including sealed ones."""
    rounds = of(service, course.id).rounds
    return str(zlib.crc32(repr([(each.results, each.boards) for each in rounds]).encode()))


def adding(place: str) -> Plant:
    """Returns a plant that adds sealed data to the value of a function used by answers."""

    def plant(patched: pytest.MonkeyPatch, course: SealedTournament) -> None:
        module, _, name = place.rpartition(".")
        honest = _at(place)

        def leaking(*args: Any, **more: Any) -> Any:
            return _with(honest(*args, **more), sealed_facts(service_here(), course))

        patched.setattr(f"{module}.{name}", leaking)

    return plant


def _at(place: str) -> Any:
    module, _, name = place.rpartition(".")
    return getattr(__import__(module, fromlist=[name]), name)


def _with(answer: Any, facts: str) -> Any:
    match answer:
        case dict():
            return {**answer, "leak": facts}
        case list():
            return [*answer, {"id": facts}]
        case bytes():
            return answer + facts.encode()
        case _:
            return str(answer) + facts


def setting(place: str, value: Any) -> Plant:
    """Returns a plant that replaces a function."""
    return lambda patched, _: patched.setattr(place, value)


def nothing_hides(patched: pytest.MonkeyPatch, _: SealedTournament) -> None:
    patched.setattr(TournamentView, "hides", lambda *_: False)


def no_board_is_open(patched: pytest.MonkeyPatch, _: SealedTournament) -> None:
    patched.setattr(TournamentView, "has_open_boards", lambda *_: False)


def all_sets_are_closed(patched: pytest.MonkeyPatch, _: SealedTournament) -> None:
    for module in (closed_boards, board_documents):
        patched.setattr(module, "closed_sets", lambda tournament, _: {each.number for each in tournament.sets})


def all_results_are_public(patched: pytest.MonkeyPatch, _: SealedTournament) -> None:
    for module in (reading, result_routes, display_routes):
        patched.setattr(module, "without_sealed_results", lambda tournament: tournament)


def standings_by_open_boards(patched: pytest.MonkeyPatch, course: SealedTournament) -> None:
    all_sets_are_closed(patched, course)
    all_results_are_public(patched, course)


def rounds_are_told_when_results_come(patched: pytest.MonkeyPatch, _: SealedTournament) -> None:
    patched.setattr(tournament_feeds, "ENDS", (*tournament_feeds.ENDS, ResultRecorded))
    honest = tournament_feeds.ResultsFeed._document_of

    def leaking(self: Any, versioned: Any, seen: TournamentView) -> Any:
        if isinstance(versioned.event, ResultRecorded):
            results = tournament_feeds.results_document(seen.tournament, versioned.event.round)
            return self._document(versioned, versioned.event.round, results, is_closed=False)
        return honest(self, versioned, seen)

    patched.setattr(tournament_feeds.ResultsFeed, "_document_of", leaking)


def exports_that_tell(patched: pytest.MonkeyPatch, course: SealedTournament) -> None:
    asked = {"streams": [stream_of(course.id)]}
    leak = lambda database, _: {"leak": zlib.crc32(repr(database.read("heads", asked)).encode())}  # noqa: E731
    patched.setattr(export, "PARTS", {**export.PARTS, "leak": leak})


def refusals_that_tell(patched: pytest.MonkeyPatch, course: SealedTournament) -> None:
    honest = application.decide

    def leaking(*args: Any) -> Any:
        try:
            return honest(*args)
        except Refusal as refusal:
            refusal.facts = {"leak": sealed_facts(service_here(), course)}
            raise

    patched.setattr(application, "decide", leaking)


def tags_made_of_the_truth(patched: pytest.MonkeyPatch, course: SealedTournament) -> None:
    for module in (doors, reading):
        patched.setattr(module, "tournament_tag", lambda *_: sealed_facts(service_here(), course))


def logs_that_tell(patched: pytest.MonkeyPatch, course: SealedTournament) -> None:
    honest = doors.view_for_player

    def leaking(tournament_id: str) -> TournamentView:
        logging.getLogger("shengji").info("looked at %s", sealed_facts(service_here(), course))
        return honest(tournament_id)

    patched.setattr(doors, "view_for_player", leaking)


def everybody_owns_it(patched: pytest.MonkeyPatch, _: SealedTournament) -> None:
    patched.setattr(TournamentView, "is_owner", True)


def measurements_that_tell(patched: pytest.MonkeyPatch, course: SealedTournament) -> None:
    def leaking(_: Any, __: int, took_s: float) -> None:
        REQUEST_SECONDS.labels(str(sealed_facts(service_here(), course))).observe(took_s)

    patched.setattr(front, "measure_request", leaking)


def code_secret(course: SealedTournament) -> str:
    """Returns the secret of the entry codes of a tournament."""
    return service_here().tournaments.entry_codes.secrets(course.id)[0].hex()


def entrants_with_the_secret(patched: pytest.MonkeyPatch, course: SealedTournament) -> None:
    honest = doors.entrant_documents
    patched.setattr(doors, "entrant_documents", lambda tournament: [*honest(tournament), {"id": code_secret(course)}])


def logs_with_the_secret(patched: pytest.MonkeyPatch, course: SealedTournament) -> None:
    honest = doors.view_for_player

    def leaking(tournament_id: str) -> TournamentView:
        logging.getLogger("shengji").info("looked at %s", code_secret(course))
        return honest(tournament_id)

    patched.setattr(doors, "view_for_player", leaking)


CODES: tuple[Leak, ...] = (
    Leak("owners", "swiss", {"view_tournament"}, everybody_owns_it),
    Leak("codes", "swiss", {"make_entry_code"}, setting("service.tournaments.routes.check_right", lambda *_: None)),
    Leak("entrants", "swiss", {"list_entrants"}, entrants_with_the_secret),
    Leak("logs", "swiss", {"list_entrants", "tournament_calendar"}, logs_with_the_secret),
)
"""The leaks in entry codes and of their secret."""
ASKED: tuple[Leak, ...] = (
    Leak("tournament", "swiss", {"view_tournament"}, adding("service.tournaments.routes.tournament_document")),
    Leak("tournaments", "swiss", {"list_tournaments"}, adding("service.tournaments.routes._summary")),
    Leak("entrants", "swiss", {"list_entrants"}, adding("service.tournaments.routes.entrant_documents")),
    Leak("round", "mitchell", {"view_round"}, adding("service.tournaments.result_routes.round_document")),
    Leak("results", "swiss", {"view_round", "tournament_events", "tournament_results"}, nothing_hides),
    Leak("scores", "mitchell", {"view_round", "tournament_events", "tournament_results"}, nothing_hides),
    Leak("scores of teams", "teams", {"view_round", "tournament_events", "tournament_results"}, nothing_hides),
    Leak("results feed", "mitchell", {"tournament_results"}, rounds_are_told_when_results_come),
    Leak("deals of matches", "pools", {"view_round"}, no_board_is_open),
    Leak("boards", "mitchell", {"list_tournament_boards", "view_tournament_board"}, all_sets_are_closed),
    Leak("board", "mitchell", {"view_tournament_board"}, adding("service.tournaments.board_routes.board_document")),
    Leak(
        "boards list", "teams", {"list_tournament_boards"}, adding("service.tournaments.board_routes.boards_document")
    ),
    Leak("boards as csv", "teams", {"list_tournament_boards"}, adding("service.tournaments.board_routes.table_csv")),
    Leak(
        "secrets",
        "mitchell",
        {"tournament_events"},
        setting("service.tournaments.documents.redacted_boards_event", lambda _, event, __: event),
    ),
    Leak(
        "standings",
        "swiss",
        {
            *("view_standings", "view_cross_table", "tournament_report"),
            *("compare_entrants", "view_score_card", "view_display"),
        },
        all_results_are_public,
    ),
    Leak("standings by boards", "mitchell", {"view_standings"}, standings_by_open_boards),
    Leak(
        "standings of teams",
        "teams",
        {"view_standings"},
        all_results_are_public,
    ),
    Leak("score card as csv", "swiss", {"view_score_card"}, adding("service.tournaments.display_routes.table_csv")),
    Leak("standings as csv", "swiss", {"view_standings"}, adding("service.tournaments.result_routes.standings_csv")),
    Leak(
        "cross table as csv",
        "swiss",
        {"view_cross_table"},
        adding("service.tournaments.result_routes.cross_table_csv"),
    ),
    Leak("calendar", "swiss", {"tournament_calendar"}, adding("service.tournaments.routes.calendar")),
    Leak(
        "season",
        "league",
        {"view_league_season"},
        setting("service.leagues.routes.without_sealed_results", lambda tournament: tournament),
    ),
    Leak("league", "league", {"view_league"}, adding("service.leagues.routes.league_document")),
    Leak("leagues", "league", {"list_leagues"}, adding("service.leagues.routes._summary")),
    Leak("events of a league", "league", {"league_events"}, adding("service.leagues.routes.stored_event_document")),
    Leak("series", "swiss", {"view_series"}, adding("service.series.routes.series_document")),
    Leak("all series", "swiss", {"list_series"}, adding("service.series.routes._summary")),
    Leak("events of a series", "swiss", {"series_events"}, adding("service.series.routes.stored_event_document")),
    Leak("calendar of a series", "swiss", {"view_series_calendar"}, adding("service.series.routes.series_calendar")),
    Leak("inbox", "swiss", {"list_turns"}, adding("service.notifications.inbox.routes._inbox_document")),
    Leak("players", "swiss", {"view_player"}, adding("service.accounts.routes.player_document")),
    Leak("exports", "swiss", {"export_account"}, exports_that_tell),
    Leak("tags", "swiss", {"view_tournament", "view_round", "view_standings"}, tags_made_of_the_truth),
    Leak("logs", "swiss", {"view_tournament", "list_entrants"}, logs_that_tell),
    Leak("refusals", "swiss", {"command_tournament"}, refusals_that_tell),
    Leak("dry runs", "mitchell", {"command_tournament"}, adding("service.tournaments.routes.event_type")),
)
"""The leaks in answers."""


# ------------------------------------------------------------------------------------------------ while it is followed


def news_that_tell(patched: pytest.MonkeyPatch, _: SealedTournament) -> None:
    """Notifies every player of every result."""

    def leaking(moved: Any) -> Any:
        data = {"round": moved.event.round, "first": moved.event.first, "second": moved.event.second}
        for entry in moved.after.entries:
            for player in entry.players:
                yield NewAccountEvent(player, "tournament_result", data)

    patched.setitem(tournament_news._WRITERS, ResultRecorded, leaking)


def webhooks_that_tell(patched: pytest.MonkeyPatch, _: SealedTournament) -> None:
    honest = tournament_documents.tournament_event_document
    patched.setattr(
        tournament_news,
        "tournament_event_document",
        lambda versioned, seen: {**honest(versioned, seen), "data": record_of(versioned.event).data},
    )


def mails_that_tell(patched: pytest.MonkeyPatch, course: SealedTournament) -> None:
    patched.setattr(mail_texts, "happened", lambda *_: f"It stands at {sealed_facts(WorkerContext.service, course)}")


def ratings_of_sealed_rounds(patched: pytest.MonkeyPatch, _: SealedTournament) -> None:
    patched.setattr(ratings, "counts_when_published", lambda _: False)


def grades_of_sealed_rounds(patched: pytest.MonkeyPatch, course: SealedTournament) -> None:
    all_sets_are_closed(patched, course)
    honest = grades.GradesProjection._folded

    def folded(self: Any, stream: str) -> Any:
        tournament, changed, _ = honest(self, stream)
        return tournament._replace(finished_at=Instant(1)), changed, 0

    patched.setattr(grades, "SESSION_EVENT_TYPES", frozenset(("result_recorded",)))
    patched.setattr(grades.GradesProjection, "_now", lambda *_: None)
    patched.setattr(grades.GradesProjection, "_folded", folded)


def turns_counted_at_once(patched: pytest.MonkeyPatch, _: SealedTournament) -> None:
    honest = reliability._opened
    patched.setattr(reliability, "_opened", lambda event: honest(event)._replace(is_sealed=False))


def logs_of_results(patched: pytest.MonkeyPatch, _: SealedTournament) -> None:
    def leaking(moved: Any) -> Any:
        logging.getLogger("shengji").info("match %s: %s", moved.event.match, moved.event.first)
        return iter(())

    patched.setitem(tournament_news._WRITERS, ResultRecorded, leaking)


SENT, LOGGED = "sent", "logged"
"""Places of leaks outside operations: sent messages, and log lines."""
FOLLOWED: tuple[Leak, ...] = (
    Leak("news", "swiss", {"account_events", "export_account", SENT}, news_that_tell),
    Leak("webhooks", "mitchell", {"account_events", SENT}, webhooks_that_tell),
    Leak("mails", "swiss", {SENT}, mails_that_tell),
    Leak(
        "ratings",
        "swiss",
        {"view_leaderboard", "player_ratings", "rating_changes"},
        ratings_of_sealed_rounds,
        "ratings",
    ),
    Leak(
        "ratings of boards",
        "mitchell",
        {"view_leaderboard", "player_ratings", "rating_changes"},
        ratings_of_sealed_rounds,
        "ratings",
    ),
    Leak("grades", "mitchell", {"view_grades", "player_grades", "grade_changes"}, grades_of_sealed_rounds, "grades"),
    Leak("reliability", "mitchell", {"view_player"}, turns_counted_at_once, "reliability"),
    Leak("logs of results", "teams", {LOGGED}, logs_of_results),
)
"""The leaks in read models, feeds and messages."""
