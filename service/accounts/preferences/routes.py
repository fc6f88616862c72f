"""HTTP routes for preferences."""

from flask import Blueprint, Response

from service.accounts.preferences.document_types import ClientPreferences
from service.accounts.preferences.schemas import PreferencesSchema
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.fields import load
from service.platform.http.rate_limits import rate_class
from service.request_context import needs, player, service

preferences = Blueprint("preferences", __name__, url_prefix="/v1/me/preferences")

_PREFERENCES = PreferencesSchema()


@preferences.get("")
@rate_class("account")
@needs("account:read")
def view_preferences() -> Response:
    requests.check_parameters()
    document: ClientPreferences = {"preferences": service().preferences.of(player())}
    return answer(document)


@preferences.put("")
@rate_class("account")
@needs("account:write")
def put_preferences() -> Response:
    requests.check_parameters()
    document: ClientPreferences = {"preferences": load(_PREFERENCES, requests.body())["preferences"]}
    service().preferences.put(player(), document["preferences"])
    return answer(document)
