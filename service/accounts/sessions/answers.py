"""The response that begins a session."""

from flask import Response

from service.accounts.documents import player_document
from service.accounts.sessions.document_types import SessionBegun
from service.accounts.sessions.handlers import SESSION_LIFE_S, Session
from service.platform.http.answers import answer
from service.platform.http.cookies import keep_session
from service.request_context import service


def session_begun(session: Session) -> Response:
    """Returns the player of a session, and sets its cookie."""
    document: SessionBegun = {"player": player_document(session.player, service().reliability)}
    response = answer(document, cache="no-store")
    keep_session(response, session.secret, SESSION_LIFE_S)
    return response
