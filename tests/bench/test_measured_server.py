from tests.bench.measured_server import Spent, by_kind


def test_processes_of_a_kind_are_added():
    assert by_kind({"api-1": 1.0, "api-2": 2.0, "scheduler": 4.0}) == {"api": 3.0, "scheduler": 4.0}


def test_the_background_is_everything_but_the_api_and_postgresql():
    before = Spent({"api": 1.0, "postgres": 1.0, "redis": 1.0, "scheduler": 1.0})
    spent = Spent({"api": 3.0, "postgres": 5.0, "redis": 9.0, "scheduler": 17.0}).since(before)

    assert (spent.api, spent.postgres, spent.background, spent.total) == (2.0, 4.0, 24.0, 30.0)
