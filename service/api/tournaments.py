"""Tournaments over HTTP: creating and listing them, commands, and what can be seen of them."""

import secrets
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, request
from ulid import ULID

from domain.refusals import Refusal
from domain.shuffle import SECRET_BYTES
from domain.table.events import PlayerId
from domain.tournament.admission import proposed_round
from domain.tournament.commands import TournamentCommand
from domain.tournament.exports.csv import standings_csv
from domain.tournament.gates import entry_code
from domain.tournament.refusals import EmptyRound, NoSuchRound
from domain.tournament.rounds import Course, EntrantId, Round
from domain.tournament.state import Tournament, course
from domain.tournament.story import check_right
from service.api import requests
from service.api.answers import JSON, answer, json_bytes, page_of
from service.api.problems import Problem
from service.api.rate_limits import counts_as
from service.api.requests import identity, needs, player, service
from service.api.schemas import load
from service.api.tournament_commands import OF_STAFF, Fresh, Given, read_tournament_command, settings_of
from service.api.tournament_schemas import TournamentSettingsSchema
from service.application.tournaments import Done
from service.application.worlds import InAWorld
from service.projections.documents import Json
from service.projections.tournament_documents import (
    Seen,
    called,
    entrant_documents,
    round_document,
    standings_document,
    tournament_document,
    tournament_event_document,
    tournament_tag,
)

tournaments = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments")

STATUSES = ("announced", "registration", "closed", "running", "finished", "cancelled")
MANAGE = "tournament:manage"
CSV = "text/csv"
EVENTS_LIMIT = 1000
NUMBER_LIMIT = 2**31 - 1

_CREATE = TournamentSettingsSchema()


@tournaments.post("")
@counts_as("open")
@needs(MANAGE)
def create_tournament() -> Response:
    requests.known_parameters()
    by = _somebody_of_no_world()
    settings = settings_of(load(_CREATE, requests.body()))
    done = service().tournaments.create(by, settings, requests.idempotency_key(by))
    response = _done_answer(done, 201)
    response.headers["Location"] = f"/v1/tournaments/{done.tournament_id}"
    return response
