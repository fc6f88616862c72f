"""Adds HTML to the refusals in the contract, for operations that have a page."""

from collections.abc import Iterable

from service.contract.app_routes import Route
from service.contract.operations import PAGE
from service.contract.responses import media_of, reference
from service.platform.documents import Json
from service.platform.http.problems import CONTENT_TYPE

SUFFIX = "OrPage"
"""The end of the name of a common response that is also a page."""


def with_refusal_pages(paths: Json, routes: Iterable[Route], components: Json) -> Json:
    """Returns the paths, with HTML among the refusals of the routes that have a page.

    Args:
        paths: the paths of the contract.
        routes: all routes.
        components: the components. The common responses that are also pages are added to them.
    """
    made = {path: dict(item) for path, item in paths.items()}
    for route in routes:
        if route.page:
            definition = made[route.path][route.method]
            answers = {
                status: _or_page(answer, components["responses"]) for status, answer in definition["responses"].items()
            }
            made[route.path][route.method] = {**definition, "responses": answers}
    components["responses"] = dict(sorted(components["responses"].items()))
    return made


def _or_page(answer: Json, common: Json) -> Json:
    """Returns a response, with HTML beside the JSON if it is a problem. A new common response is added to `common`."""
    name = answer["$ref"].rpartition("/")[2] if "$ref" in answer else None
    written = answer if name is None else common[name]
    if CONTENT_TYPE not in written.get("content", {}):
        return answer
    made = {
        **written,
        "description": f"{written['description']} Browsers get a page.",
        "content": {**written["content"], "text/html": media_of(PAGE)},
    }
    if name is None:
        return made
    common[name + SUFFIX] = made
    return reference("responses", name + SUFFIX)
