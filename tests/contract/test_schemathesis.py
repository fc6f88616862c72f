"""Generated requests, valid and invalid: every answer has to match the contract.

Each operation gets its examples, random cases and, with `deploy/test --all`, the edges of its schemas. Then walks
follow the links between operations. All checks are on. The player has tables in every phase, and made-up ids are
replaced by ids that exist. Otherwise most answers would be 404.
"""

import gc
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
from schemathesis.generation.stateful.state_machine import release_state_machines
from schemathesis.pytest.lazy import get_all_tests

from tests.contract.existing_objects import ExistingObjects
from tests.support.api import Api
from tests.support.contract import Json, contract, contract_of, operation, operations
from tests.support.contract_formats import load_formats

# Threads of the connection pool can use `random` while a strategy draws. Hypothesis then blames the strategy.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")

PROFILE = hypothesis.settings.get_current_profile_name()
CASES = {"quick": 3, "gate": 6, "deep": 500}[PROFILE]
"""The number of random cases for each operation. Its examples are added. `deploy/test --deep` draws many cases."""
OF_MANY_BODIES = frozenset({"command_table", "command_tournament", "command_series", "create_series"})
"""Operations whose bodies are unions. The edges of their schemas are thousands of cases."""
CASES_OF_MANY_BODIES = 200
"""The number of random cases for such an operation in `gate`, which leaves out its edges."""
WALKS, STEPS = {"quick": (4, 8), "gate": (12, 8), "deep": (150, 20)}[PROFILE]

ACCEPTED = ["2xx", "3xx", "401", "403", "404", "409"]
"""Allowed statuses for a request that matches its schema, since ids may not exist and times may have passed."""
BY_THE_RULES = {
    "command_table": ["412", "422"],  # a stale version, or a play against the rules
    "command_league": ["400", "412", "413", "422"],  # a stale version, a long body, or divisions that do not fit
    "create_league": ["400", "422"],  # settings that do not fit together, or times in the past
    "command_tournament": ["400", "412", "413", "422"],  # a stale version, long boards, or what the tournament forbids
    "create_tournament": ["400", "422"],  # settings that do not fit together, or times in the past
    "save_template": ["400", "422"],  # settings that do not fit together
    "begin_rehearsal": ["400", "422"],  # settings that do not fit together, or none or several ways to give them
    "tournament_report": ["422"],  # results that this kind of report cannot express
    "view_cross_table": ["422"],  # a tournament without a cross table
    "view_bracket": ["422"],  # a tournament without a bracket
    "compare_entrants": ["400"],  # an entrant compared with itself
    "create_series": ["400", "422"],  # an unknown time zone, an unreadable recurrence, or times in the past
    "command_series": ["400", "412", "422"],  # a stale version, or an occurrence that does not exist
    "open_table": ["400", "422"],  # options that contradict each other, or seats that do not fit them
    "create_webhook": ["422"],  # an address that is not public
    "change_webhook": ["422"],  # an address that is not public
    "create_tournament_webhook": ["422"],  # an address that is not public
    "post_message": ["422"],  # an idempotency key that was used for another message
    "make_report": ["422"],  # an idempotency key that was used for another report
    "find_players": ["400"],  # both ids and a name
    "list_deliveries": ["400"],  # a parameter and its older name at once
    "replay_record": ["400", "422"],  # a seat that the table does not have, or a document that is not a record
    "answer_puzzle": ["400", "422"],  # a command that does not exist, or of another game
    "ask": ["422"],  # an input that does not fit the kind of question
    "put_availability": ["422"],  # an unknown time zone, or too many quiet hours
    "change_notifications": ["422"],  # an unknown time zone
    "begin_vacation": ["422"],  # more days than are left
    "list_turns": ["400"],  # a page that is too long for what it includes
    "confirm_mail_address": ["422"],  # a wrong code
    "confirm_by_link": ["410"],  # a wrong code
    "make_sandbox": ["400"],  # a time outside the years that a sandbox can have
    "advance_sandbox": ["400", "422"],  # a time before that of the sandbox
    "rematch": ["422"],  # options that no longer exist
    "play_board": ["422"],  # options that contradict each other
    "challenge_on_boards": ["422"],  # options that contradict each other, or players who cannot be challenged
    "make_invitation": ["422"],  # a seat that the table does not have
    "accept_invitation": ["422"],  # an idempotency key that was used for another invitation
    "post_seek": ["400", "422"],  # a range that ends before it begins, or a partner who cannot be challenged
    "make_guest_token": ["422"],  # an entrant of another tournament
    "list_guest_tokens": ["422"],  # an entrant of another tournament
    "revoke_guest_token": ["422"],  # an entrant of another tournament
    "renew_claim_code": ["422"],  # an entrant of another tournament
    "claim_guest": ["429"],  # after wrong codes the next attempt has to wait
    "preview_claim": ["429"],
    "begin_session_by_claim": ["429"],
    "put_login": ["429"],  # after wrong passwords the next attempt has to wait
    "drop_login": ["429"],  # after wrong passwords the next attempt has to wait
    "close_account": ["400", "429"],  # an id of another player, or an attempt after wrong passwords
    # OAuth 2 knows no other status for unknown clients, codes and tokens.
    **{each.id: ["400"] for each in operations() if each.path.startswith("/oauth/")},
}
"""Further allowed statuses, by operation."""


REFUSED = ["400", "401", "403", "404", "405", "406", "409", "412", "413", "415", "422", "428", "429", "5xx"]
"""Allowed statuses for a request that does not match the contract. Values of options are checked after the version."""


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


def tries_edges(operation_id: str) -> bool:
    """Returns whether an operation is also tried with the edges of its schemas."""
    return PROFILE == "deep" or (PROFILE == "gate" and operation_id not in OF_MANY_BODIES)


def schema_with(config: dict[str, Any], document: Json, *, edges: bool = False) -> Any:
    """The contract or a part of it, to be tested with this configuration, with the edges of its schemas or without."""
    phases = {"coverage": {"enabled": edges}}
    schema = schemathesis.openapi.from_dict(
        deepcopy(document), config=SchemathesisConfig.from_dict({**config, "phases": phases})
    )
    schema.app = application
    return schema


load_formats()


@pytest.fixture(scope="module")
def existing(api: Api, service: Any) -> ExistingObjects:
    application.app = api.app
    made = ExistingObjects(api)
    # As when the server is about to stop: requests that wait for events are answered at once, and no time is lost.
    service.notifier.close()
    return made


# ------------------------------------------------------------------------------------------------ one by one


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Clears the caches of schemathesis after each operation."""
    yield
    clear_caches()


def clear_caches() -> None:
    """Clears the caches of schemathesis and Hypothesis. They hold compiled schemas of more than 100 MB in all."""
    modules = [module for name, module in sys.modules.items() if name.startswith("schemathesis.")]
    values = [value for module in modules for value in vars(module).values()]
    for value in values:
        if isinstance(value, BoundedCache):
            value.clear()
        elif hasattr(value, "cache_clear"):
            value.cache_clear()
    # Strategies hold compiled schemas too. Hypothesis offers no public way to clear them.
    clear_strategy_cache()
    # Cases and their schemas refer to each other.
    gc.collect()


@pytest.mark.parametrize("operation_id", [each.id for each in operations()])
def test_answers_match_the_contract(operation_id: str, existing: ExistingObjects):
    # A configuration by operation would undo the choice of one, so every operation has a configuration of its own. The
    # cases are made here and not when pytest collects: those of all operations together take 2 GB. schemathesis copies
    # its schema several times, so it gets only the part that this operation needs.
    rules, edges = checks(*BY_THE_RULES.get(operation_id, [])), tries_edges(operation_id)
    schema = schema_with(rules, contract_of(operation(operation_id).path), edges=edges)
    # Reading the YAML of the contract takes longest of all, and it is the same each time.
    is_large = PROFILE == "gate" and operation_id in OF_MANY_BODIES
    cases = 2 if operation_id == "contract_yaml" else CASES_OF_MANY_BODIES if is_large else CASES

    @hypothesis.settings(max_examples=cases)
    def keeps_the_contract(case: schemathesis.Case) -> None:
        existing.ground(case)
        existing.hear(case.call_and_validate(headers=existing.headers(case)))

    load_all_checks()
    [made] = get_all_tests(
        schema=schema.include(operation_id=operation_id), test_func=keeps_the_contract, settings=None, given_kwargs={}
    )
    _, test = made.ok()
    test()


# ------------------------------------------------------------------------------------------------ one after another


def test_walks_along_the_links_match_the_contract(existing: ExistingObjects):
    by_operation = [
        {"include-operation-id": operation_id, **checks(*further)} for operation_id, further in BY_THE_RULES.items()
    ]
    schema = schema_with({**checks(), "operations": by_operation}, contract())

    @schema.auth(refresh_interval=None)
    class Authenticated:
        def get(self, case: schemathesis.Case, _: Any) -> dict[str, str]:
            return existing.headers(case)

        def set(self, case: schemathesis.Case, headers: dict[str, str], _: Any) -> None:
            case.headers.update(headers)

    class Walk(schema.as_state_machine()):
        def before_call(self, case: schemathesis.Case) -> None:
            existing.ground(case)

        def after_call(self, response: Any, case: schemathesis.Case) -> None:
            super().after_call(response, case)
            existing.hear(response)

        def teardown(self) -> None:
            super().teardown()
            clear_caches()

    Walk.run(
        settings=hypothesis.settings(
            max_examples=WALKS,
            stateful_step_count=STEPS,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        )
    )
    # Hypothesis keeps a state machine, and this one holds the whole contract.
    release_state_machines(Walk)
