"""Generated requests, valid and invalid: every answer has to match the contract.

Each operation gets its examples, the edges of its schemas and random cases. Then walks follow the links between
operations. All checks are on. The player has tables in every phase, and made-up ids are replaced by ids that exist.
Otherwise most answers would be 404.
"""

import re
import sys
import zlib
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

from service.platform.http.answers import cursor_of
from tests.support.api import Api, User
from tests.support.contract import Json, contract, contract_of, operation, operations
from tests.support.contract_formats import load_formats
from tests.support.leagues_served import League
from tests.support.play import legal_command, play_commands
from tests.support.series_served import NIGHTS
from tests.support.tournaments_served import Tournament

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


ULID_ID = re.compile(r"[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}")
CURSOR = re.compile(r"[A-Za-z0-9_-]{7,}")
TAG = re.compile(r'\*|"[0-9]{1,9}-[a-z0-9]+-[0-9]+"')


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


# ------------------------------------------------------------------------------------------------ what exists


class World:
    """A player with tables in every phase, and what else there is to be named."""

    def __init__(self, api: Api) -> None:
        self.users = [api.sign_up(f"player {seat}") for seat in range(4)]
        self.me: User = self.users[0]
        self.tables = [
            self.me.open_table(),
            self._seated(),
            self._cancelled(),
            self._finished(),
            *(self._where_i_am_asked(what) for what in ("declare", "bury", "lead", "follow")),
            *(self._climbing(what) for what in ("play", "pay_tribute", "take", "discard")),
        ]
        self.tokens = [self._token() for _ in range(40)]
        self.clients = [self._client() for _ in range(20)]
        self.players = [user.id for user in self.users] + ["ply_house_steady"]
        self.webhooks = [self._webhook() for _ in range(6)]
        self.deliveries = [self.me.post(f"/v1/me/webhooks/{each}/test").json["id"] for each in self.webhooks]
        self.tournaments = self._tournaments()
        self.series = [self._series() for _ in range(4)]
        self.entrants = [
            each["id"]
            for tournament in self.tournaments
            for each in self.me.get(f"/v1/tournaments/{tournament}/entrants").json["entrants"]
        ]
        self.leagues = [League(self.me.api, owner=self.me).id, League(self.me.api).id]
        self.my_token = self.me.get("/v1/me").json["token"]["id"]
        self.told: set[str] = set()

    def headers(self, case: Any) -> dict[str, str]:
        """The player's token, unless the case is about a token that is missing or wrong.

        Streams take a ticket in the query instead, but not beside a token.
        """
        (case.query or {}).pop("ticket", None)
        without = case.operation.schema.is_security_param_negated(case)
        return {} if without else {"Authorization": f"Bearer {self.me.token}"}

    def _seated(self, **members: Any) -> str:
        table = self.me.open_table(**members)
        for seat, user in enumerate(self.users):
            assert user.command(table, "sit", seat=seat).status_code == 200
        return table

    def _started(self) -> str:
        table = self._seated(hands=1)
        assert self.me.command(table, "start").status_code == 200
        return table

    def _cancelled(self) -> str:
        table = self.me.open_table()
        assert self.me.command(table, "cancel").status_code == 200
        return table

    def _finished(self) -> str:
        table = self._started()
        play_commands(table, self.users, 200)
        assert self.me.view(table)["status"] == "finished"
        return table

    def _where_i_am_asked(self, what: str) -> str:
        """A table at which I have to declare, bury, lead or follow; the cards decide how soon it comes to that."""
        for _ in range(50):
            table = self._started()
            for _ in range(30):
                moves = self.me.get(f"/v1/tables/{table}/moves").json["moves"]
                asked = (
                    "lead" if "lead" in moves else "follow" if "count" in moves and "suit" in moves else moves["asked"]
                )
                if asked == what:
                    return table
                play_commands(table, self.users, 1)
        raise AssertionError(f"never asked to {what}")

    def _climbing(self, what: str) -> str:
        """A table of Zheng Shangyou at which I am asked that."""
        for _ in range(50):
            table = self._seated(profile="zheng-shangyou-4-partners", hands=3)
            assert self.me.command(table, "start").status_code == 200
            for _ in range(400):
                view = self.me.view(table)
                if (0, what) in [(each["seat"], each["what"]) for each in view["asked"]]:
                    return table
                if view["status"] != "playing":
                    break
                play_commands(table, self.users, 1)
        raise AssertionError(f"never asked to {what}")

    def _tournaments(self) -> list[str]:
        """Tournaments of mine in every phase: announced, open to entrants, played, sealed, finished, cancelled."""
        api = self.me.api
        later = {"opens_at": "2099-01-01T00:00:00Z", "starts_at": "2099-01-02T00:00:00Z"}
        announced, entering, running, played, finished, cancelled = (
            Tournament(api, owner=self.me, **settings)
            for settings in ({"schedule": later}, {}, {}, {"is_sealed": True}, {"figures": {"rounds": 1}}, {})
        )
        entering.enter("A pair")
        entrant = entering.done(self.me, "register", name="Mine")[0]["data"]["entrant"]
        entering.done(self.me, "invite_partner", entrant=entrant, player=self.users[1].id)
        for each in (running, played, finished):
            each.start(2)
        running.pair()
        played.pair()
        played.win(1, 1)
        finished.play(1)
        finished.done(self.me, "finish_tournament")
        cancelled.done(self.me, "cancel_tournament", reason="rain")
        return [each.id for each in (announced, entering, running, played, finished, cancelled)]

    def _series(self) -> str:
        made = self.me.post("/v1/series", NIGHTS)
        assert made.status_code == 201, made.text
        return str(made.json["series"])

    def _token(self) -> str:
        made = self.me.post("/v1/me/tokens", {"name": "a spare one", "scopes": ["table:read"]})
        return str(made.json["id"])

    def _client(self) -> str:
        made = self.me.post("/v1/me/clients", {"name": "a client"})
        assert made.status_code == 201, made.text
        return str(made.json["id"])

    def _webhook(self) -> str:
        made = self.me.post("/v1/me/webhooks", {"url": "https://93.184.216.34/turns"})
        return str(made.json["id"])

    def hear(self, response: Any) -> None:
        """Notes the ids in an answer: they exist."""
        self.told |= set(re.findall(r"(?:tbl|tok|ply|whk|msg|cli|trn|lge|ser)_[0-9A-Za-z_]+", response.text or ""))

    def ground(self, case: Any) -> None:
        """Puts what exists in place of what was made up, each time in the same way for the same case."""
        chance = zlib.crc32(re.sub(ULID_ID, "", repr(case)).encode())
        existing = {
            "table_id": self.tables,
            "token_id": self.tokens,
            "player_id": self.players,
            "webhook_id": self.webhooks,
            "delivery_id": self.deliveries,
            "client_id": self.clients,
            "tournament_id": self.tournaments,
            "league_id": self.leagues,
            "series_id": self.series,
        }
        for name, there in existing.items():
            given = (case.path_parameters or {}).get(name)
            if (
                isinstance(given, str)
                and ULID_ID.fullmatch(given)
                and (given not in self.told or given == self.my_token)
            ):
                # The token in use is never named: were it revoked, the rest of the run would be blind.
                case.path_parameters = {**case.path_parameters, name: there[chance % len(there)]}
        if isinstance(case.query, dict) and CURSOR.fullmatch(str(case.query.get("cursor", ""))):
            # Only the server can make a cursor; to the schema it is any text.
            is_board = case.operation.path in ("/v1/ratings/{pool}", "/v1/grades/{pool}")
            place = f"1516 {self.me.id} 1 1" if is_board else self.tables[0]
            case.query = {**case.query, "cursor": cursor_of(place)}
        if case.meta and case.meta.generation.mode.is_positive:
            self._ground_command(case, chance // 16)

    def _ground_command(self, case: Any, chance: int) -> None:
        """Names versions once (twice, they would have to agree), and lets half of the plays be legal."""
        if "If-Match" in case.headers and not TAG.fullmatch(case.headers["If-Match"]):
            # The edges of schemas are found without regard to the pattern of a header.
            case.headers["If-Match"] = "*"
        if not isinstance(case.body, dict):
            return
        # To JSON Schema 5.0 is a whole number; the contract asks for 5.
        body = whole(case.body)
        if "If-Match" in case.headers:
            body.pop("expected_version", None)
        if body.get("type") in ("declare", "bury", "play", "pay_tribute", "take", "discard") and chance % 2:
            table = case.path_parameters["table_id"]
            moves = self.me.get(f"/v1/tables/{table}/moves").json
            if moves.get("moves", {}).get("asked"):
                body = {
                    **{name: value for name, value in body.items() if name == "expected_version"},
                    **legal_command(self.me, table),
                }
        if "tournament_id" in (case.path_parameters or {}):
            there = {"entrant": self.entrants, "player": self.players}
            body |= {name: ids[chance % len(ids)] for name, ids in there.items() if name in body}
        case.body = body


def whole(value: Any) -> Any:
    """The value with whole numbers written without a fraction."""
    if isinstance(value, dict):
        return {name: whole(each) for name, each in value.items()}
    if isinstance(value, list):
        return list(map(whole, value))
    return int(value) if isinstance(value, float) else value


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
