"""The routes of the API, with what their views say about scopes, tokens and rate limits."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Flask

from service.notifications.mail.routes import StoppedConverter
from service.platform.http.ids import CONVERTERS
from service.processes.app import BLUEPRINTS

DOCUMENTS = "/docs"
"""Below this path are the guides and the interactive contract, which are not part of the API."""


class Route(NamedTuple):
    """A route of the API.

    Attributes:
        method: in lower case.
        path: with variables as OpenAPI writes them, such as `/v1/tables/{table_id}`.
        name: the name of the view, which is the id of the operation.
        scope: the scope that the token needs; `None` if no token is needed.
        own_token: whether tokens of OAuth clients are refused.
        rate_class: the class of the rate limit; `None` if there is no limit.
    """

    method: str
    path: str
    name: str
    scope: str | None
    own_token: bool
    rate_class: str | None

    @property
    def variables(self) -> list[str]:
        """The names of the variables in the path."""
        return re.findall(r"\{([^}]+)\}", self.path)


def routes() -> list[Route]:
    """Returns all routes of the API in the order in which they are declared."""
    app = Flask(__name__, static_folder=None)
    app.url_map.converters.update({**CONVERTERS, "stopped": StoppedConverter})
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return list(routes_of(app))


def routes_of(app: Flask) -> Iterator[Route]:
    """Yields the routes of an application. HEAD and OPTIONS are answered everywhere and not listed."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith(DOCUMENTS):
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
            )
