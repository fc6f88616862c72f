"""Generated requests, valid and invalid: every answer has to match the contract.

Each operation gets its examples, the edges of its schemas and random cases. Then walks follow the links between
operations. All checks are on. The player has tables in every phase, and made-up ids are replaced by ids that exist.
Otherwise most answers would be 404.
"""

import sys
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis.strategies._internal.utils import clear_strategy_cache
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.core.cache.bounded import BoundedCache
from schemathesis.pytest.lazy import get_all_tests

from tests.contract.world import World
from tests.support.api import Api
from tests.support.contract import Json, contract, contract_of, operation, operations
from tests.support.contract_formats import load_formats

PROFILE = hypothesis.settings.get_current_profile_name()
CASES = {"quick": 6, "gate": 20, "deep": 500}[PROFILE]
"""The number of random cases for each operation. Its examples are added, and the edges of its schemas except in
`quick`. `deploy/test --deep` draws many cases."""
PHASES = {"coverage": {"enabled": PROFILE != "quick"}}
WALKS, STEPS = {"quick": (4, 8), "gate": (12, 8), "deep": (150, 20)}[PROFILE]

ACCEPTED = ["2xx", "3xx", "401", "403", "404", "409"]
"""Allowed statuses for a request that matches its schema, since ids may not exist and times may have passed."""
BY_THE_RULES = {
    "command_table": ["412", "422"],  # a version that is no more, and plays that the rules of the game forbid
    "command_league": ["400", "412", "413", "422"],  # likewise; divisions may be longer than a body
    "create_league": ["400", "422"],
    # Boards may be longer than a body; times as below; what the tournament or its format forbids; and settings that do
    # not fit together, figures free to the schema.
    "command_tournament": ["400", "412", "413", "422"],
    "create_tournament": ["400", "422"],
    "tournament_report": ["422"],  # of a tournament of which the report cannot say what came
    "view_cross_table": ["422"],  # of a tournament that has none, or none by opponents
    "create_series": ["400", "422"],  # as above; rules, zones and first starts that are free text to the schema
    "command_series": ["400", "412", "422"],
    # Options that are free text to the schema, and contradict each other or are not played; seats that do not fit them.
    "open_table": ["400", "422"],
    "create_webhook": ["422"],  # addresses that lead nowhere, or where they may not
    "change_webhook": ["422"],
    "create_tournament_webhook": ["422"],
    "post_message": ["422"],  # an idempotency key that was used for another message
    "make_report": ["422"],
    "find_players": ["400"],  # by ids and by name at once
    "list_deliveries": ["400"],  # a parameter and its older name at once
    "replay_record": ["400", "422"],  # a seat that the table does not have, and what is no record
    "ask": ["422"],  # a question whose form depends on its kind
    "put_availability": ["422"],  # a time zone that has no such name, or too much quiet
    "change_notifications": ["422"],
    "begin_vacation": ["422"],  # more than is left of it, which no schema knows
    "list_turns": ["400"],  # a page that is too long for what it is asked to include
    "confirm_mail_address": ["422"],  # a code that confirms nothing
    "confirm_by_link": ["410"],
    "make_sandbox": ["400"],  # a time out of the two centuries that there are
    "advance_sandbox": ["400", "422"],  # and one that is before the world's own
    "rematch": ["422"],  # another key for the same match
    "play_board": ["422"],  # options that are free text to the schema
    "challenge_on_boards": ["422"],  # the same, and players who cannot be challenged
    "make_invitation": ["422"],  # a seat that the table does not have
    "accept_invitation": ["422"],  # an idempotency key that was used for another invitation
    "post_seek": ["400", "422"],  # a range that ends before it begins, a partner who cannot be challenged
    "put_login": ["429"],  # after wrong passwords the next attempt has to wait
    "drop_login": ["429"],
    "close_account": ["400", "429"],  # an id that is not one's own
    # Clients, codes and tokens that do not exist; OAuth 2 knows no other status for what is wrong with a request.
    **{each.id: ["400"] for each in operations() if each.path.startswith("/oauth/")},
}
"""Further allowed statuses, by operation."""


REFUSED = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
"""Allowed statuses for a request that does not match the contract."""


def checks(*further: str) -> dict[str, Any]:
    accepted = {"expected-statuses": [*ACCEPTED, *further]}
    return {"checks": {"positive_data_acceptance": accepted, "negative_data_rejection": {"expected-statuses": REFUSED}}}


class Application:
    """The application as WSGI calls it; cases are made before there is one."""

    def __init__(self) -> None:
        self.app: Any = None

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        # Nothing here unzips answers.
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        answer: Iterable[bytes] = self.app(environ, start_response)
        return answer


application = Application()


def schema_with(config: dict[str, Any], document: Json) -> Any:
    """The contract or a part of it, to be tested with this configuration."""
    schema = schemathesis.openapi.from_dict(
        deepcopy(document), config=SchemathesisConfig.from_dict({**config, "phases": PHASES})
    )
    schema.app = application
    return schema


load_formats()


@pytest.fixture(scope="module")
def world(api: Api, service: Any) -> World:
    application.app = api.app
    made = World(api)
    # As when the server is about to stop: requests that wait for events are answered at once, and no time is lost.
    service.notifier.close()
    return made


# ------------------------------------------------------------------------------------------------ one by one


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Clears the caches of schemathesis after each operation. They hold compiled schemas of more than 100 MB in all."""
    yield
    modules = [module for name, module in sys.modules.items() if name.startswith("schemathesis.")]
    for kept in [value for module in modules for value in vars(module).values() if isinstance(value, BoundedCache)]:
        kept.clear()
    # Strategies hold compiled schemas too. Hypothesis offers no public way to clear them.
    clear_strategy_cache()


@pytest.mark.parametrize("operation_id", [each.id for each in operations()])
def test_answers_match_the_contract(operation_id: str, world: World):
    # A configuration by operation would undo the choice of one, so every operation has a configuration of its own. The
    # cases are made here and not when pytest collects: those of all operations together take 2 GB. schemathesis copies
    # its schema several times, so it gets only the part that this operation needs.
    schema = schema_with(checks(*BY_THE_RULES.get(operation_id, [])), contract_of(operation(operation_id).path))
    # Reading the YAML of the contract takes longest of all, and it is the same each time.
    cases = 2 if operation_id == "contract_yaml" else CASES

    @hypothesis.settings(max_examples=cases)
    def keeps_the_contract(case: schemathesis.Case) -> None:
        world.ground(case)
        world.hear(case.call_and_validate(headers=world.headers(case)))

    load_all_checks()
    [made] = get_all_tests(
        schema=schema.include(operation_id=operation_id), test_func=keeps_the_contract, settings=None, given_kwargs={}
    )
    _, test = made.ok()
    test()


# ------------------------------------------------------------------------------------------------ one after another


def test_walks_along_the_links_match_the_contract(world: World):
    by_operation = [
        {"include-operation-id": operation_id, **checks(*further)} for operation_id, further in BY_THE_RULES.items()
    ]
    schema = schema_with({**checks(), "operations": by_operation}, contract())

    @schema.auth(refresh_interval=None)
    class Authenticated:
        def get(self, case: schemathesis.Case, _: Any) -> dict[str, str]:
            return world.headers(case)

        def set(self, case: schemathesis.Case, headers: dict[str, str], _: Any) -> None:
            case.headers.update(headers)

    class Walk(schema.as_state_machine()):
        def before_call(self, case: schemathesis.Case) -> None:
            world.ground(case)

        def after_call(self, response: Any, case: schemathesis.Case) -> None:
            super().after_call(response, case)
            world.hear(response)

    Walk.run(
        settings=hypothesis.settings(
            max_examples=WALKS,
            stateful_step_count=STEPS,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        )
    )
