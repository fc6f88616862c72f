"""Examples of seeks: the table that they get, and the seats."""

import pytest

from domain.clocks.rules import CLOCK_KINDS, LONGEST_S, NO_CLOCK, clock_document, clock_rules
from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.ratings.reliability import PlayerRecord
from domain.seeks.clocks import clock_of
from domain.seeks.matching import Steps, matches, seated
from domain.seeks.opponents import Acquaintances, OpponentWishes
from domain.seeks.wishes import AcceptedClocks, IntegerSpan, Seek, Variant
from domain.table.spectators import NO_DELAY

FOUR = Variant("four", ((Seat(0), Seat(2)), (Seat(1), Seat(3))))
OTHER = Variant("other", FOUR.teams)
SIX = Variant("six", (tuple(map(Seat, (0, 2, 4))), tuple(map(Seat, (1, 3, 5)))))
UNTIMED = AcceptedClocks(("none",), None)


def seek(
    players: str,
    *,
    hands: IntegerSpan | None = None,
    pace: AcceptedClocks = UNTIMED,
    variants: tuple[Variant, ...] = (FOUR,),
) -> Seek:
    return Seek(players, tuple(map(PlayerId, players)), variants, hands, pace, NO_DELAY)


def test_four_matching_seekers_play_in_order_of_arrival():
    (table,) = matches([seek(name) for name in "abcde"]).tables

    assert table.seeks == ("a", "b", "c", "d")
    assert sorted(table.players) == ["a", "b", "c", "d"]
    assert (table.hands, table.clock) == (None, NO_CLOCK)


def test_partners_of_a_pair_sit_opposite_each_other():
    (table,) = matches([seek("a"), seek("bc"), seek("d")]).tables

    assert {table.players[0], table.players[2]} in ({"b", "c"}, {"a", "d"})


def test_a_pair_sits_in_one_team_of_three():
    players = seated(SIX, [("a",), ("b",), ("c", "d"), ("e", "f")])

    teams = [{players[seat] for seat in team} for team in SIX.teams]
    assert sorted("".join(sorted(team)) for team in teams) in (["acd", "bef"], ["aef", "bcd"])


def test_the_table_has_the_fewest_hands_and_the_longest_time_that_all_accept():
    fast = AcceptedClocks(("fischer", "simple"), IntegerSpan(60, 7200))
    slow = AcceptedClocks(("simple", "fischer"), IntegerSpan(3600, 86400))
    seeks = [
        seek("a", hands=IntegerSpan(1, 8), pace=fast),
        seek("b", hands=IntegerSpan(2, 4), pace=slow),
        seek("c", hands=IntegerSpan(1, 20), pace=fast),
        seek("d", hands=IntegerSpan(3, 3), pace=slow),
    ]

    (table,) = matches(seeks).tables

    assert (table.hands, table.clock) == (3, clock_of("fischer", 7200))


def test_a_seeker_with_two_kinds_of_rules_gets_the_preferred_one_if_enough_others_match():
    both = seek("a", variants=(OTHER, FOUR))
    four, other = [seek(name) for name in "bcd"], [seek(name, variants=(OTHER,)) for name in "efg"]

    assert [table.variant for table in matches([both, *four]).tables] == [FOUR]
    assert [table.variant for table in matches([both, *four, *other]).tables] == [OTHER]


def test_a_search_that_takes_too_many_steps_is_abandoned():
    """Six have to sit together, but any two of the same of five classes are kept apart."""
    seeks = [seek(chr(97 + number), variants=(SIX,)) for number in range(20)]

    def compared(steps: Steps) -> int:
        """Returns how often two players were compared."""
        pairs: list[tuple[PlayerId, PlayerId]] = []

        def apart(one: PlayerId, two: PlayerId) -> bool:
            pairs.append((one, two))
            return (ord(one) - ord(two)) % 5 == 0

        assert matches(seeks, apart, steps).tables == []
        return len(pairs)

    most = len(seeks) * (len(seeks) + 50 * (SIX.seats - 1))
    assert compared(Steps(for_one=50)) <= most < compared(Steps())


@pytest.mark.parametrize("kind", CLOCK_KINDS)
@pytest.mark.parametrize("per_move_s", [10, 3600, 86400, LONGEST_S])
def test_every_kind_of_seek_clock_is_a_valid_table_clock(kind, per_move_s: int):
    clock = clock_of(kind, None if kind == "none" else per_move_s)

    assert clock_rules(clock_document(clock)) == clock
    assert clock.kind == kind


@pytest.mark.parametrize(
    ("profile", "teams"),
    [
        ("zhang-2021", ((0, 2), (1, 3))),
        ("six-player-teams", ((0, 2, 4), (1, 3, 5))),
        ("zhao-peng-you", ((0,), (1,), (2,), (3,), (4,))),
    ],
)
def test_fixed_teams_of_a_game_are_known_from_the_start(profile: str, teams: tuple):
    game = GAMES["sheng_ji"]

    assert game.teams(game.rules(profile, {})) == teams


def test_the_teams_of_zheng_shangyou_are_those_of_its_rules():
    game = GAMES["zheng_shangyou"]

    assert game.teams(game.rules("zheng-shangyou-4-partners", {})) == ((0, 2), (1, 3))
    assert game.teams(game.rules("zheng-shangyou", {})) == ((0,), (1,), (2,), (3,), (4,))


def test_unmatched_seekers_cost_later_seekers_no_steps():
    hopeless = [seek(f"<{number}>", hands=IntegerSpan(number, number)) for number in range(1, 501)]
    hopeless = [each._replace(players=(PlayerId(each.id),)) for each in hopeless]

    assert [table.seeks for table in matches([*hopeless, *(seek(name) for name in "abcd")]).tables] == [tuple("abcd")]


def test_when_the_steps_run_out_the_last_leader_is_returned():
    blocked = [seek(name) for name in "abcdefgh"]

    found = matches(blocked, steps=Steps(for_all=5))
    assert ([table.seeks for table in found.tables], found.last) == ([tuple("abcd")], "e")

    assert matches(blocked).last is None


# ------------------------------------------------------------------------------------------------ opponents

GOOD, POOR, NEW = PlayerRecord(100, 95, 20, 20), PlayerRecord(100, 60, 20, 20), PlayerRecord(3, 0, 1, 0)


def wishing(players: str, **wishes: object) -> Seek:
    return seek(players)._replace(opponents=OpponentWishes(**wishes))  # type: ignore[arg-type]


def met(**days: float) -> Acquaintances:
    """Returns that these pairs, such as `ab`, last met so many days ago."""
    both = {(PlayerId(two[0]), PlayerId(two[1])): ago for two, ago in days.items()}
    return Acquaintances(both | {(two, one): ago for (one, two), ago in both.items()}, {})


def tables(*seeks: Seek, known: Acquaintances) -> list[str]:
    return ["".join(sorted(each.players)) for each in matches(seeks, known=known).tables]


@pytest.mark.parametrize(("days", "table"), [(29.9, "acde"), (30.0, "abcd"), (400.0, "abcd")])
def test_a_seeker_does_not_meet_players_of_the_last_days(days: float, table: str):
    seeks = [wishing("a", not_met_days=30), *map(seek, "bcde")]

    assert tables(*seeks, known=met(ab=days)) == [table]
    assert tables(*seeks[1:], seeks[0], known=met(ab=days)) == ["bcde"]


def test_a_seeker_can_ask_for_known_players_only():
    seeks = [wishing("a", known_only=True), *map(seek, "bcde")]

    assert tables(*seeks, known=met(ac=900, ad=3, ae=1)) == ["acde"]
    assert tables(*seeks[:-1], known=met(ac=900, ad=3)) == []
    assert tables(*seeks, known=met(ac=900, ad=3)) == ["bcde"]


def test_both_wishes_together_ask_for_known_players_that_have_not_been_met_lately():
    seeks = [wishing("a", known_only=True, not_met_days=7), *map(seek, "bcde")]

    assert tables(*seeks, known=met(ab=8, ac=900, ad=30)) == ["abcd"]
    assert tables(*seeks, known=met(ab=8, ac=900, ad=3)) == ["bcde"]


def test_the_least_reliability_refuses_unreliable_players_but_no_newcomers():
    seeks = [wishing("a", least_reliability=80), *map(seek, "bcde")]
    records = {PlayerId(name): record for name, record in zip("abcd", (POOR, POOR, GOOD, NEW), strict=True)}

    assert tables(*seeks, known=Acquaintances({}, records)) == ["acde"]


def test_the_most_seconds_a_turn_refuse_slow_players_as_far_as_that_is_known():
    slow, unknown = (PlayerRecord(100, 100, 20, 20, *known) for known in ((20, 20 * 3601), (19, 19 * 9000)))
    seeks = [wishing("a", most_seconds_a_turn=3600), *map(seek, "bcde")]
    records = {PlayerId("b"): slow, PlayerId("c"): unknown, PlayerId("d"): slow._replace(seconds=20 * 3600)}

    assert tables(*seeks, known=Acquaintances({}, records)) == ["acde"]


def test_each_player_of_a_pair_has_its_wishes():
    seeks = [wishing("ab", not_met_days=30), *map(seek, "cde")]

    assert tables(*seeks, known=met(bc=1)) == ["abde"]
