"""What is measured, as Prometheus reads it."""

from prometheus_client import REGISTRY, generate_latest

from service.platform.metrics import everything
from service.wiring import Service


def metrics_of(service: Service) -> str:
    """What this process has counted, and what the database knows."""
    return (generate_latest(REGISTRY) + generate_latest(everything(service.database, None))).decode()
