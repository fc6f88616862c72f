"""The files in deploy/ for containers, clusters and systemd name existing settings and commands."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.cli.main import main
from service.platform.settings import about_settings
from tests.support.commands import commands_of

DEPLOY = Path(__file__).parents[2] / "deploy"
PROCESSES = {("serve",), ("work", "tables"), ("work", "webhooks"), ("work", "mail"), ("schedule",)}
OF_POSTGRES = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"}


def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text()))


def cluster() -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text()))


def containers() -> Iterator[dict[str, Any]]:
    for document in cluster():
        if "template" in document.get("spec", {}):
            yield from document["spec"]["template"]["spec"]["containers"]


def commands() -> dict[str, list[str]]:
    """The commands that start `shengji` in these files, by their places."""
    started = {
        f"compose {name}": service["command"] for name, service in compose()["services"].items() if "build" in service
    }
    started |= {f"kubernetes {container['name']}": container["args"] for container in containers()}
    for unit in sorted((DEPLOY / "systemd").glob("*.service")):
        (words,) = re.findall(r"^ExecStart=\S+/python -m service (.+)$", unit.read_text(), re.MULTILINE)
        started[unit.name] = words.split()
    entry, arguments = re.findall(
        r"^(?:ENTRYPOINT|CMD) (\[.*\])$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE
    )
    assert yaml.safe_load(entry) == ["python", "-m", "service"]
    return started | {"Containerfile": yaml.safe_load(arguments)}


@pytest.mark.parametrize(
    ("given", "run"),
    [
        ([], ["run"]),
        (["--port", "8811", "--no-demo"], ["run", "--port", "8811", "--no-demo"]),
        (["run", "--port", "8811"], ["run", "--port", "8811"]),
        (["demo", "--hands", "2"], ["demo", "--hands", "2"]),
        *((words, words) for words in (["--help"], ["--version"], ["-h"], ["-V"])),
    ],
)
def test_options_without_a_command_are_those_of_the_command_run(tmp_path: Path, given: list[str], run: list[str]):
    (tmp_path / "deploy").mkdir()
    shutil.copy(DEPLOY / "run", tmp_path / "deploy" / "run")
    (tmp_path / "deploy" / "environment.sh").write_text(f"root='{tmp_path}'\nuse_packages() {{ :; }}\n")
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
    python.chmod(0o755)
    done = subprocess.run([tmp_path / "deploy" / "run", *given], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["-m", "service", *run]


@pytest.mark.parametrize("place", commands())
def test_every_started_command_exists(place):
    name, *arguments = commands()[place]
    command = commands_of(main)[name]

    words = [word for parameter in command.params for word in getattr(parameter.type, "choices", ())]
    if arguments[:1] and arguments[0] in words:
        assert set(arguments) <= set(words)
    elif arguments[:1] and not arguments[0].startswith("-"):
        assert arguments[0] in command.commands
    else:
        assert set(arguments) <= {option for parameter in command.params for option in parameter.opts}


def test_each_deployment_runs_all_the_processes():
    for way in ("compose", "kubernetes"):
        started = {tuple(words) for place, words in commands().items() if place.startswith(way)}
        assert started == {("db", "migrate"), *PROCESSES}
    # In containers `shengji serve` starts the metrics server. Units share a directory for their counts.
    units = {tuple(words) for place, words in commands().items() if place.endswith(".service")}
    assert units == {*PROCESSES, ("metrics",)}


def test_every_variable_in_a_deployment_is_a_setting():
    named = set(re.findall(r"\b([A-Z_]+)=", (DEPLOY / "Containerfile").read_text())) - {"PYTHONUNBUFFERED"}
    named |= set(re.findall(r"[{ ]([A-Z_]+):", (DEPLOY / "compose.yaml").read_text())) - OF_POSTGRES
    for container in containers():
        named |= {variable["name"] for variable in container.get("env", [])}
    named |= {name for document in cluster() for name in document.get("stringData", {})}

    assert {"DATABASE_URL", "REDIS_URL", "HOST", "PORT", "DATA_DIR"} <= named
    assert named <= set(about_settings())


def test_the_image_contains_every_copied_file():
    copied = re.findall(r"^COPY (\S+)", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    taken = re.findall(r"^!(\S+)", (DEPLOY.parent / ".dockerignore").read_text(), re.MULTILINE)

    assert sorted(copied) == sorted(taken)
    assert all((DEPLOY.parent / name).exists() for name in copied)


def test_every_systemd_unit_writes_metrics_to_the_shared_directory():
    for unit in sorted((DEPLOY / "systemd").glob("*.service")):
        text = unit.read_text()
        assert "Environment=PROMETHEUS_MULTIPROC_DIR=/run/shengji-metrics\n" in text, unit.name
        assert "RuntimeDirectory=shengji-metrics\nRuntimeDirectoryMode=0700\nRuntimeDirectoryPreserve=yes\n" in text


def test_metrics_are_not_on_the_published_port():
    (service,) = (each for each in cluster() if each["kind"] == "Service")
    assert service["spec"]["ports"] == [{"port": 80, "targetPort": 8080}]
    assert compose()["services"]["api"]["ports"] == ["127.0.0.1:${PORT:-8080}:8080"]
