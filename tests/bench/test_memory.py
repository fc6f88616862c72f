import pytest

from tests.bench.bench_memory import kind_of


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("python -m service run --no-demo", "supervisor"),
        ("python -m service serve", "API"),
        ("python -m service work tables mail", "worker"),
        ("python -m service work webhooks", "webhooks"),
        ("python -m service schedule", "scheduler"),
        ("python -m service metrics", "metrics"),
        ("/programs/postgres -D /data", "PostgreSQL"),
        ("/programs/valkey-server unixsocket:/data/redis.sock", "Redis"),
    ],
)
def test_a_process_has_a_kind_by_its_command_line(command: str, kind: str):
    assert kind_of(command.split(), "python") == kind


@pytest.mark.parametrize(
    ("name", "kind"), [("worker-1", "worker"), ("webhooks-1", "webhooks"), ("scheduler", "scheduler")]
)
def test_a_forked_process_has_a_kind_by_its_name(name: str, kind: str):
    assert kind_of(["python", "-m", "service", "background", "scheduler=schedule"], name) == kind


def test_a_backend_of_postgresql_has_its_title_as_command_line():
    assert kind_of(["postgres: checkpointer ", "", ""], "postgres") == "PostgreSQL"
