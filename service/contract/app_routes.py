"""The routes of the API, with the scopes, tokens and rate limits that their views declare."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Flask

from service.notifications.mail.routes import StoppedConverter
from service.platform.http.ids import CONVERTERS
from service.processes.app import BLUEPRINTS
from service.web.assets import ROOT
from service.web.routes import ADDRESSES

NOT_API = ("/docs", f"{ROOT}/", *(each.partition("<")[0] for each in ADDRESSES))
"""The guides, the API reference and the web client are below these paths and are not part of the API."""


class Route(NamedTuple):
    """A route of the API.

    Attributes:
        method: HTTP method in lower case.
        path: path in the form of OpenAPI, such as `/v1/tables/{table_id}`.
        name: name of the view, which is the id of the operation.
        scope: the required scope; `None` if no scope is required.
        own_token: whether tokens of OAuth clients are refused.
        rate_class: class of the rate limit; `None` if there is no limit.
        public: whether requests without a token are answered too.
        ticket: whether streams also take a ticket.
        any_token: whether a token is required, but no scope.
        page: whether browsers get the document as a page.
    """

    method: str
    path: str
    name: str
    scope: str | None
    own_token: bool
    rate_class: str | None
    public: bool = False
    ticket: bool = False
    any_token: bool = False
    page: bool = False

    @property
    def needs_token(self) -> bool:
        """Whether a request without a token is refused."""
        return self.any_token or self.scope is not None

    @property
    def variables(self) -> list[str]:
        """The names of the variables in the path."""
        return re.findall(r"\{([^}]+)\}", self.path)


def routes() -> list[Route]:
    """Returns all routes of the API in the order of their declaration."""
    app = Flask(__name__, static_folder=None)
    app.url_map.converters.update({**CONVERTERS, "stopped": StoppedConverter})
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return list(routes_of(app))


def routes_of(app: Flask) -> Iterator[Route]:
    """Yields the routes of an application, without HEAD and OPTIONS, which every path has."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith(NOT_API):
            continue
        view: Any = app.view_functions[rule.endpoint]
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield Route(
                method.lower(),
                re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule),
                view.__name__,
                getattr(view, "needs_scope", None),
                getattr(view, "needs_own_token", False),
                view.rate_class,
                getattr(view, "is_public", False),
                getattr(view, "takes_ticket", False),
                getattr(view, "needs_any_token", False),
                hasattr(view, "page_varies"),
            )
