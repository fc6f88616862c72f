"""Plays, verifies, redacts, stores and rates a third game, and composes the contract with it.

`tests/third_game/test_third_game.py` runs this program in a copy of the tree, where the registry lists the game.
"""

import json
from random import Random

import jsonschema_rs

from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.games.rulebooks import book_with
from domain.kernel.cards import HIDDEN
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.ratings.outcomes import RatingParameters, RatingsByPool
from domain.ratings.tables import EndedTable, pool_of_table, result_of_table
from domain.table.events import SecretPublished
from domain.table.evolve import fold
from domain.table.redact import redact
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from domain.tools.verification import verify
from domain.tournaments.boards.scores import scores_of_seats
from service.contract.document import contract
from service.platform.store.events import event_of, record_of
from service.tables.commands import read_command
from service.tables.events import table_document, table_from_document

GAME, SEATS = "high_card", 3
VIEWERS: list[Viewer] = [Seat(0), Seat(1), Seat(2), Onlooker.SPECTATOR]


def played(seed: str) -> Simulation:
    """Plays a whole match of bots and returns it."""
    simulation = Simulation(SimulationSetting(GAME, "high-card", {}, hands=None), secrets_from(seed))
    simulation.play([BOTS[GAME]["random"]] * SEATS, Random(seed))
    return simulation


def check_record(match: Simulation) -> None:
    """Checks that the record verifies, and that a record with another card does not."""
    assert verify(match.events).disagreements == ()
    place = first(match, "CardPlayed")
    forged = list(match.events)
    other = next(event.card for event in match.events[place + 1 :] if type(event).__name__ == "CardPlayed")
    forged[place] = type(forged[place])(forged[place].seat, other)
    assert verify(forged).disagreements != ()


def check_stored(match: Simulation) -> None:
    """Checks that events and the state are the same after a conversion to JSON and back."""
    assert [event_of(record_of(event)) for event in match.events] == match.events
    assert table_from_document(table_document(match.table)) == match.table


def check_command() -> None:
    """Checks that the body of a request becomes a move of the game."""
    command = read_command({"type": "play", "cards": ["AS"]}, PlayerId("ply_1"), "").at_table(GAME)
    assert command.move.card == 51  # the highest rank of the last suit


def check_nothing_leaks(match: Simulation) -> None:
    """Checks that a viewer receives the same events after two unknown cards are exchanged."""
    dealt = first(match, "CardsDealt")
    for viewer in VIEWERS:
        seen = redact(GAMES[GAME], match.events[dealt], viewer)
        hidden = [place for place, card in enumerate(seen.order) if card == HIDDEN]
        order = list(match.events[dealt].order)
        order[hidden[0]], order[hidden[-1]] = order[hidden[-1]], order[hidden[0]]
        exchanged = type(seen)(
            **{name: getattr(match.events[dealt], name) for name in seen.__slots__} | {"order": tuple(order)}
        )
        assert redact(GAMES[GAME], exchanged, viewer) == seen
        # A viewer's state has their own hand, without hidden cards.
        received = [redact(GAMES[GAME], event, viewer) for event in match.events[: dealt + 1]]
        view = GAMES[GAME].view(fold(GAMES, received).match, viewer)
        assert len(view["hand"]) == (5 if isinstance(viewer, int) else 0)
        assert "??" not in view["hand"]


def check_rated(match: Simulation) -> None:
    """Checks that the winner of the match gains rating, and the others lose."""
    ended = EndedTable("tbl_1", match.table, Instant(0))
    result = result_of_table(ended, pool_of_table(match.table, "people"))
    assert result is not None
    changes = RatingsByPool().rate(RatingParameters(), result).team
    winners = {side.players[0] for side in result.sides if side.place == 1}
    assert len(changes) == SEATS
    assert all((change.after.mu > change.aged.mu) == (change.player in winners) for change in changes)


def check_contract(match: Simulation) -> None:
    """Checks that the contract describes the game's events, its matches, and its legal moves."""
    document = json.loads(json.dumps(contract()))
    schemas = document["components"]["schemas"]
    assert schemas["Game"]["enum"][-1] == GAME
    assert "high_card_played" in schemas["Event"]["discriminator"]["mapping"]
    assert {"$ref": "#/components/schemas/HighCardMatch"} in schemas["TableView"]["properties"]["match"]["anyOf"]
    asking = fold(GAMES, match.events[: 1 + first(match, "CardsDealt")])
    for schema, of_game in (("HighCardMatch", GAMES[GAME].view), ("Moves", GAMES[GAME].legal_moves)):
        described = {"$ref": f"#/components/schemas/{schema}", "components": document["components"]}
        seat = asking.match.turn
        answer = json.loads(json.dumps(of_game(asking.match, seat)))
        assert jsonschema_rs.is_valid(described, answer)
        answer.popitem()
        assert not jsonschema_rs.is_valid(described, answer)


def first(match: Simulation, name: str) -> int:
    """Returns the index of the first event of a type."""
    return next(place for place, event in enumerate(match.events) if type(event).__name__ == name)


def main() -> None:
    """Runs all checks on several matches."""
    assert book_with("high-card").title == "High Card"
    check_command()
    check_contract(played("contract"))
    for seed in range(20):
        match = played(f"seed {seed}")
        assert match.table.status == "finished"
        assert sum(score.excess for score in scores_of_seats(match.table) or ()) == 5
        assert sum(isinstance(event, SecretPublished) for event in match.events) >= 2
        check_record(match)
        check_stored(match)
        check_nothing_leaks(match)
        check_rated(match)
    print("checked")  # noqa: T201 - the test reads it


if __name__ == "__main__":
    main()
