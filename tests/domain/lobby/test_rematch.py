"""Rematches: the same rules for any profile, old or rotated seats, and a link to the new table."""

import pytest

from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.games.rulebooks import BOOK_OF_PROFILE
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.checks import NotOver, NotSeated, TableOver
from domain.table.commands import ChallengePlayer, LinkRematch, OpenTable, SeatBot, Sit, Start
from domain.table.decide import decide
from domain.table.events import MatchEnded, RematchOpened
from domain.table.evolve import evolve
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.table.rematch import Asker, rematch_of

ANN, BEN, CAT = map(PlayerId, ("ann", "ben", "cat"))
CHANCE = Chance(bytes(range(32)))


def decided(table, command):
    return decide(GAMES, table, command, CHANCE).table


def over(profile: str = "zhang-2021", game: str = "sheng_ji", options=None, hands: int | None = 3):
    """A table whose match has ended: ann, ben, cat, and a bot of the service."""
    table = decided(None, OpenTable(ANN, game, profile, options or {}, listed=False, hands=hands))
    for seat, player in enumerate((ANN, BEN, CAT)):
        table = decided(table, Sit(player, Seat(seat), "dice"))
    for seat in range(3, len(table.seats)):
        table = decided(table, SeatBot(ANN, Seat(seat), next(iter(BOTS[game])), PlayerId("house"), "dice"))
    return evolve(GAMES, decided(table, Start(ANN)), MatchEnded("hands_played", ()))


def played_again(table, by=ANN, seating="same", absent=()):
    opened, then = rematch_of(table, Asker(by, "bones"), seating, absent, lambda: "fresh")
    again = decided(None, opened)
    for command in then:
        again = decided(again, command)
    return again


@pytest.mark.parametrize("profile", BOOK_OF_PROFILE)
def test_the_chosen_settings_give_the_same_rules_again(profile: str):
    game = GAMES[BOOK_OF_PROFILE[profile].game]
    rules = game.rules(profile, {})

    assert game.rules(profile, game.choices(rules)) == rules


def test_an_option_reset_to_its_default_keeps_it():
    game = GAMES["sheng_ji"]
    rules = game.rules("zhang-2016", {"first_drawer_method": "count", "must_play": ["10"]})

    again = played_again(over("zhang-2016", options={"first_drawer_method": "count", "must_play": ["10"]}))

    assert again.rules == rules


def test_players_are_invited_to_their_old_seats_and_bots_are_seated_again():
    again = played_again(over(), by=BEN)

    assert (again.host, again.hands, again.listed, again.starts_when_full) == (BEN, 3, False, True)
    assert again.seat_of(BEN) == 1
    assert again.seats[3] is not None
    assert again.seats[3].bot == over().seats[3].bot
    assert {(each.by, each.player, each.seat) for each in again.challenges} == {(BEN, ANN, 0), (BEN, CAT, 2)}


def test_rotating_changes_partners_and_repeats_after_three_times():
    table, partners = over(), []
    for _ in range(3):
        seats = {occupant.player: seat for seat, occupant in enumerate(table.seats)}
        partners.append(next(player for player, seat in seats.items() if seat == (seats[ANN] + 2) % 4))
        again = played_again(table, seating="rotate")
        for challenge in again.challenges:
            again = decided(again, Sit(challenge.player, challenge.seat, "dice"))
        assert again.status == "playing"
        table = evolve(GAMES, again, MatchEnded("hands_played", ()))

    assert sorted(partners) == ["ben", "cat", "house"]


def test_players_who_cannot_be_invited_are_omitted():
    again = played_again(over(), absent={BEN})

    assert [each.player for each in again.challenges] == [CAT]
    assert again.seats[1] is None


def test_the_old_table_names_the_new_one_to_its_players():
    table = over()
    event = decide(GAMES, table, LinkRematch(BEN, "tbl_new"), CHANCE).events[0]

    assert event == RematchOpened(BEN, "tbl_new")
    assert evolve(GAMES, table, event).rematch == "tbl_new"
    assert redact(table.game, event, Seat(2)).table == "tbl_new"
    for onlooker in Onlooker:
        assert redact(table.game, event, onlooker) == RematchOpened(BEN, None)


def test_only_players_of_a_finished_match_can_ask_for_a_rematch():
    table = over()
    with pytest.raises(NotSeated):
        decide(GAMES, table, LinkRematch(PlayerId("eve"), "tbl_new"), CHANCE)
    with pytest.raises(NotOver):
        decide(GAMES, table._replace(status="playing"), LinkRematch(ANN, "tbl_new"), CHANCE)
    with pytest.raises(TableOver):
        decide(GAMES, table, ChallengePlayer(ANN, PlayerId("eve"), None), CHANCE)
