"""The application over the services: its routes, and the responses to errors."""

import logging
from typing import Any

from flask import Flask, Request, Response

from domain.kernel.refusals import Refusal
from service.accounts.guests.routes import claims
from service.accounts.oauth.problems import PROBLEMS as OAUTH_PROBLEMS
from service.accounts.oauth.routes import oauth
from service.accounts.passkeys.routes import passkeys
from service.accounts.preferences.routes import preferences
from service.accounts.problems import PROBLEMS as ACCOUNTS_PROBLEMS
from service.accounts.routes import accounts
from service.accounts.sessions.routes import sessions
from service.accounts.tickets.routes import tickets
from service.api_wiring import ApiService
from service.availability.problems import PROBLEMS as AVAILABILITY_PROBLEMS
from service.availability.routes import availability
from service.boards.problems import PROBLEMS as BOARDS_PROBLEMS
from service.boards.routes import boards
from service.bots.routes import bots
from service.docs.guides import guides
from service.docs.pages import guide_pages
from service.docs.reference.routes import reference_pages
from service.leagues.problems import PROBLEMS as LEAGUES_PROBLEMS
from service.leagues.routes import leagues
from service.lobby.invitations.problems import PROBLEMS as INVITATIONS_PROBLEMS
from service.lobby.invitations.routes import invitations
from service.lobby.seeks.problems import PROBLEMS as SEEKS_PROBLEMS
from service.lobby.seeks.routes import seeks
from service.notifications.inbox.problems import PROBLEMS as INBOX_PROBLEMS
from service.notifications.inbox.routes import inbox
from service.notifications.mail.problems import PROBLEMS as MAIL_PROBLEMS
from service.notifications.mail.routes import StoppedConverter, mail_pages, notifications
from service.notifications.routes import feeds
from service.notifications.webhooks.problems import PROBLEMS as WEBHOOKS_PROBLEMS
from service.notifications.webhooks.routes import webhooks
from service.platform.http.answers import shown_path
from service.platform.http.cors import allow_pages
from service.platform.http.failures import PROBLEMS as PLATFORM_PROBLEMS
from service.platform.http.ids import CONVERTERS
from service.platform.http.problems import refusal_response
from service.platform.http.proxies import trust_proxies
from service.platform.http.refusal_pages import note_addresses_of_pages
from service.processes.application import Application
from service.processes.explanations import explanations
from service.processes.operations import operations
from service.ratings.grades.routes import grades
from service.ratings.routes import ratings
from service.request_context import rules_here
from service.rules.pages import rule_pages
from service.rules.routes import rules
from service.sandbox.problems import PROBLEMS as SANDBOX_PROBLEMS
from service.sandbox.routes import sandbox
from service.series.problems import PROBLEMS as SERIES_PROBLEMS
from service.series.routes import series
from service.social.blocks.problems import PROBLEMS as BLOCKS_PROBLEMS
from service.social.chat.problems import PROBLEMS as CHAT_PROBLEMS
from service.social.chat.routes import talk
from service.social.moderation.problems import PROBLEMS as MODERATION_PROBLEMS
from service.social.moderation.routes import moderation
from service.social.notes.problems import PROBLEMS as NOTES_PROBLEMS
from service.tables.analysis.problems import PROBLEMS as ANALYSIS_PROBLEMS
from service.tables.analysis.routes import analyses
from service.tables.problems import PROBLEMS as TABLES_PROBLEMS
from service.tables.record_routes import records
from service.tables.routes import tables
from service.tournaments.board_routes import tournament_boards
from service.tournaments.display_routes import projector_files, tournament_displays
from service.tournaments.guests.routes import guests as tournament_guests
from service.tournaments.problems import PROBLEMS as TOURNAMENTS_PROBLEMS
from service.tournaments.rehearsals.problems import PROBLEMS as REHEARSALS_PROBLEMS
from service.tournaments.rehearsals.routes import rehearsals
from service.tournaments.result_routes import tournament_results
from service.tournaments.routes import tournaments
from service.tournaments.templates.problems import PROBLEMS as TEMPLATES_PROBLEMS
from service.tournaments.templates.routes import templates
from service.web.assets import client
from service.web.routes import web

BLUEPRINTS = (
    accounts,
    claims,
    sessions,
    passkeys,
    preferences,
    availability,
    webhooks,
    notifications,
    inbox,
    mail_pages,
    oauth,
    sandbox,
    tables,
    records,
    analyses,
    invitations,
    seeks,
    feeds,
    tickets,
    talk,
    tournaments,
    tournament_boards,
    tournament_guests,
    tournament_displays,
    projector_files,
    tournament_results,
    templates,
    rehearsals,
    ratings,
    grades,
    boards,
    leagues,
    series,
    moderation,
    rules,
    bots,
    operations,
    rule_pages,
    guide_pages,
    reference_pages,
    web,
)

PROBLEMS = (
    PLATFORM_PROBLEMS,
    ACCOUNTS_PROBLEMS,
    OAUTH_PROBLEMS,
    AVAILABILITY_PROBLEMS,
    BOARDS_PROBLEMS,
    LEAGUES_PROBLEMS,
    INVITATIONS_PROBLEMS,
    SEEKS_PROBLEMS,
    INBOX_PROBLEMS,
    MAIL_PROBLEMS,
    WEBHOOKS_PROBLEMS,
    SANDBOX_PROBLEMS,
    SERIES_PROBLEMS,
    BLOCKS_PROBLEMS,
    CHAT_PROBLEMS,
    MODERATION_PROBLEMS,
    NOTES_PROBLEMS,
    TABLES_PROBLEMS,
    ANALYSIS_PROBLEMS,
    TOURNAMENTS_PROBLEMS,
    TEMPLATES_PROBLEMS,
    REHEARSALS_PROBLEMS,
)
"""The responses to the errors of the platform and of each feature."""

_requests = logging.getLogger("shengji.request")


def create_app(service: ApiService) -> Flask:
    """Returns the application over the given services. Reads texts and client now, so that no request has to."""
    guides()
    explanations()
    client()
    app = Application(__name__, service, _log_request)
    app.url_map.converters.update({**CONVERTERS, "stopped": StoppedConverter})
    app.url_map.merge_slashes = False
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    note_addresses_of_pages(app)
    if service.settings.proxies:
        trust_proxies(app, service.settings.proxies)
    _answer_problems(app)
    allow_pages(app, service.settings.cors_origins)
    return app


def _log_request(here: Any, asked: Request, response: Response, took_s: float) -> None:
    facts = {
        "request_id": here.request_id,
        "method": asked.method,
        "path": shown_path(asked.path),
        "status": response.status_code,
        "ms": round(took_s * 1000, 2),
        "player": (here.identity.player or None) if "identity" in here else None,
    }
    _requests.info("request", extra={"facts": facts})


def _answer_problems(app: Flask) -> None:
    app.register_error_handler(Refusal, lambda refusal: refusal_response(refusal, rules_here()))
    for problems in PROBLEMS:
        for error, respond in problems.items():
            app.register_error_handler(error, respond)
