"""Commands to tournaments in the service: keys, versions, eligible players, and figures for gates."""

import dataclasses
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.ratings.elo import RatingRules
from domain.tournaments.commands import ChangeSettings, PauseTournament, StartTournament
from domain.tournaments.entrants.commands import InvitePartner, Register
from domain.tournaments.entrants.events import EntrantRegistered
from domain.tournaments.entrants.gates import Applicant, Gates
from domain.tournaments.events import RegistrationOpened, TournamentCreated
from domain.tournaments.rounds.commands import OverrideResult, PairAgain, PairRound
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.staff import AppointStaff
from domain.tournaments.terms import Result, Round
from service.accounts.handlers import CannotBeChallenged
from service.platform.store.idempotency import Key, KeyReused
from service.platform.store.stream_repository import CommandResult, StaleVersion
from service.tournaments.command_facts import PlayerFacts, Resources
from service.tournaments.events import NoSuchTournament
from service.tournaments.handlers import Tournaments, new_entrant
from service.wiring import Service
from tests.support.chance import RANDOMNESS, new_uuid
from tests.support.fixtures import SOURCES
from tests.support.tournaments import (
    KNOCK_OUT,
    NIGHT,
    ROUND_ROBIN,
    SWISS,
    created,
    enters,
    of,
    player,
    proposal,
    started,
)


def key(fingerprint: str = "this") -> Key:
    return Key(new_uuid(), fingerprint)


def register(who: PlayerId, **more: object) -> Register:
    return Register(who, new_entrant(RANDOMNESS), Applicant(who), **more)


def refused(service: Service, tournament: str, command: object) -> str:
    """Returns the code of the refusal of a command."""
    with pytest.raises(Refusal) as raised:
        service.tournaments.carry_out(tournament, command)
    return raised.value.code()


def a_sandbox_player(service: Service) -> PlayerId:
    owner = service.accounts.sign_up("owner", "human")
    identity = service.accounts.identify(owner[2])
    assert identity is not None
    return service.sandboxes.make(identity, None, "inside")[1].id


def process_of(service: Service) -> Tournaments:
    """Returns the tournaments as another process with an empty cache sees them."""
    look = lambda table: service.table_cache.newest(table).table  # noqa: E731 - one line of wiring
    about = PlayerFacts(service.accounts, service.reliability, service.ratings, look, lambda _: ())
    resources = Resources(sources=SOURCES)
    return Tournaments(service.database, service.store, service.notifier, about, service.vault, resources)


def test_a_tournament_is_created_once_per_key(service: Service):
    owner, once = player(service), key()

    first = service.tournaments.create(owner, SWISS, once)
    again = service.tournaments.create(owner, SWISS, once)

    assert [type(each.event) for each in first.events] == [TournamentCreated, RegistrationOpened]
    assert (first.replayed, again.replayed) == (False, True)
    assert again[:3] == first[:3]
    with pytest.raises(KeyReused):
        service.tournaments.create(owner, NIGHT, once._replace(fingerprint="that"))


def test_a_command_is_executed_once_per_key_in_any_state_of_the_tournament(service: Service):
    tournament, owner = created(service, NIGHT)
    who, once = player(service), key()
    entering = register(who)

    first = service.tournaments.carry_out(tournament, entering, expected=2, key=once)
    for _ in range(4):
        enters(service, tournament, player(service))
    service.tournaments.carry_out(tournament, StartTournament(owner))
    again = service.tournaments.carry_out(tournament, entering, expected=2, key=once)

    assert again == first._replace(replayed=True)
    assert [entry.captain for entry in of(service, tournament).entries].count(who) == 1


def test_a_command_for_another_version_is_not_executed(service: Service):
    tournament, _ = created(service, NIGHT)
    version = service.tournaments.at(tournament).version
    enters(service, tournament, player(service))

    with pytest.raises(StaleVersion) as raised:
        service.tournaments.carry_out(tournament, register(player(service)), expected=version)
    assert raised.value.version == service.tournaments.at(tournament).version


def test_another_process_sees_the_new_events(service: Service):
    other = process_of(service)
    tournament, _ = created(service, NIGHT)
    before = other.at(tournament)
    enters(service, tournament, player(service))

    assert other.at(tournament) == service.tournaments.at(tournament) != before


def test_a_state_written_by_an_older_program_is_refolded(service: Service):
    tournament, _ = started(service, NIGHT, 4)
    with service.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET state_revision = 0, state = '{}' WHERE stream = $1", [f"tournament-{tournament}"]
        )
    other = process_of(service)

    assert other.at(tournament) == service.tournaments.at(tournament)


def test_a_dry_run_returns_the_outcome_without_storing_it(service: Service):
    tournament, _ = created(service, NIGHT)
    before = service.tournaments.at(tournament)

    dry_run = service.tournaments.dry_run(tournament, register(player(service)))

    assert type(dry_run.events[0]) is EntrantRegistered
    assert len(dry_run.tournament.entries) == 1
    assert service.tournaments.at(tournament) == before
    owner = player(service)
    assert service.tournaments.dry_run_of_creation(owner, NIGHT).tournament.staff == ((owner, "owner"),)
    assert service.tournaments.list_page(player=owner) == []


def test_only_players_can_be_invited(service: Service):
    tournament, owner = created(service, SWISS)
    nobody, captain = PlayerId("ply_nobody"), player(service)
    entrant = enters(service, tournament, captain)

    for command in (
        register(captain, partners=(nobody,)),
        InvitePartner(captain, entrant, nobody),
        AppointStaff(owner, nobody, "director"),
    ):
        with pytest.raises(CannotBeChallenged):
            service.tournaments.carry_out(tournament, command)
    with pytest.raises(NoSuchTournament):
        service.tournaments.carry_out("trn_nowhere", StartTournament(owner))


def test_sandbox_players_cannot_take_part_in_tournaments_of_others(service: Service):
    inside = a_sandbox_player(service)
    tournament, _ = created(service, SWISS)

    with pytest.raises(NoSuchTournament):
        service.tournaments.carry_out(tournament, register(inside))
    with pytest.raises(CannotBeChallenged):
        service.tournaments.carry_out(tournament, register(player(service), partners=(inside,)))


def test_gates_use_figures_of_the_server_and_not_of_the_player(service: Service):
    who = player(service)
    tournament, _ = created(service, dataclasses.replace(NIGHT, gates=Gates(games=1)))
    claims = Register(who, new_entrant(RANDOMNESS), Applicant(who, rating=3000, games=100))
    assert refused(service, tournament, claims) == "too_few_games"

    open_to_all, _ = created(service, NIGHT)
    service.tournaments.carry_out(open_to_all, claims)
    assert of(service, open_to_all).entries[0].rating == RatingRules().start

    strong, _ = created(service, dataclasses.replace(NIGHT, gates=Gates(rating_least=RatingRules().start + 1)))
    assert refused(service, strong, claims) == "rating_out_of_range"


def test_an_entry_code_admits_only_its_player(service: Service):
    tournament, _ = created(service, dataclasses.replace(NIGHT, gates=Gates(by_code=True)))
    invited, other = player(service), player(service)
    [code] = service.tournaments.entry_codes.of(tournament, invited)

    assert refused(service, tournament, register(invited)) == "entry_code_needed"
    stolen = Register(other, new_entrant(RANDOMNESS), Applicant(other, code=code))
    assert refused(service, tournament, stolen) == "wrong_entry_code"
    service.tournaments.carry_out(tournament, Register(invited, new_entrant(RANDOMNESS), Applicant(invited, code=code)))
    assert [entry.captain for entry in of(service, tournament).entries] == [invited]


def test_settings_can_be_changed_only_to_consistent_ones(service: Service):
    tournament, owner = created(service, SWISS)

    assert refused(service, tournament, ChangeSettings(owner, dataclasses.replace(SWISS, tie_breaks=("beauty",)))) == (
        "invalid_settings"
    )
    better = dataclasses.replace(SWISS, tie_breaks=("buchholz",))
    service.tournaments.carry_out(tournament, ChangeSettings(owner, better))
    assert of(service, tournament).settings == better


def test_events_are_read_in_pages(service: Service):
    tournament, owner = created(service, NIGHT)
    for _ in range(3):
        enters(service, tournament, player(service))
    versions = [each.version for each in service.tournaments.since(tournament, 2, 3)]

    assert versions == [3, 4, 5]
    assert refused(service, tournament, PauseTournament(owner, "tea")) == "tournament_not_running"


# ------------------------------------------------------------------------------------------------ seeds


def paired_by_hand(service: Service, tournament: str, owner: PlayerId, seed: bytes) -> Round:
    """Pairs the next round with the format but claims another seed."""
    drawn = proposal(service, tournament).round
    assert drawn is not None
    service.tournaments.carry_out(tournament, PairRound(owner, drawn, seed))
    return drawn


def two_rounds(service: Service, settings: TournamentSettings) -> list[str]:
    """Returns the seeds of two rounds paired by the format."""
    tournament, _ = started(service, settings, 4)
    owner = of(service, tournament).staff[0][0]
    for number in (1, 2):
        drawn = proposal(service, tournament)
        assert drawn.round is not None
        service.tournaments.carry_out(tournament, PairRound(owner, drawn.round, drawn.seed))
        assert of(service, tournament).rounds[-1].seed == drawn.seed.hex()
        for match in range(1, len(drawn.round.matches) + 1):
            result = OverrideResult(owner, number, match, Result(100, 0), "seen")
            service.tournaments.carry_out(tournament, result)
    return [played.seed for played in of(service, tournament).rounds]


@pytest.mark.parametrize("played", [NIGHT, KNOCK_OUT])
def test_the_seed_of_a_round_does_not_reveal_the_next_when_drawn_per_round(
    service: Service, played: TournamentSettings
):
    one, other = two_rounds(service, played)
    assert one != other


@pytest.mark.parametrize("played", [SWISS, ROUND_ROBIN])
def test_rounds_share_a_seed_when_it_only_decides_the_initial_order(service: Service, played: TournamentSettings):
    one, other = two_rounds(service, played)
    assert one == other


def test_nobody_can_choose_the_seed_of_a_round(service: Service):
    tournament, _ = started(service, NIGHT, 4)
    owner = of(service, tournament).staff[0][0]
    drawn = paired_by_hand(service, tournament, owner, b"")
    [first] = of(service, tournament).rounds
    assert len(bytes.fromhex(first.seed)) == 32

    service.tournaments.carry_out(tournament, PairAgain(owner, drawn, bytes.fromhex(first.seed), "once more"))

    [again] = of(service, tournament).rounds
    assert len(bytes.fromhex(again.seed)) == 32
    assert again.seed != first.seed


# -- many commands at once ---------------------------------------------------------------------------------------------


def test_sixty_players_enter_concurrently_in_two_processes(service: Service):
    tournament, _ = created(service, NIGHT)
    field = [player(service) for _ in range(60)]
    processes = [service.tournaments, process_of(service)] * 30

    def enter(process: Tournaments, who: PlayerId) -> None:
        process.carry_out(tournament, register(who))

    with ThreadPoolExecutor(16) as together:
        list(together.map(enter, processes, field))

    assert sorted(entry.captain for entry in of(service, tournament).entries) == sorted(field)


def test_concurrent_copies_of_a_command_get_the_same_answer(service: Service):
    tournament, _ = created(service, NIGHT)
    for _ in range(5):
        who, once = player(service), key()
        entering, at_once = register(who), Barrier(6)

        def enter(command: Register = entering, by: Key = once, start: Barrier = at_once) -> CommandResult:
            start.wait()
            return service.tournaments.carry_out(tournament, command, expected=None, key=by)

        with ThreadPoolExecutor(6) as together:
            done = [each.result() for each in [together.submit(enter) for _ in range(6)]]

        assert sorted(each.replayed for each in done) == [False, *[True] * 5]
        assert len({each.version for each in done}) == 1
