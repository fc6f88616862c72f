"""The metrics of the service in the text format of Prometheus."""

from prometheus_client import REGISTRY, generate_latest

from service.platform.metrics import everything
from service.wiring import Service


def metrics_of(service: Service) -> str:
    """Returns the metrics of this process and of the database."""
    return (generate_latest(REGISTRY) + generate_latest(everything(service.database, None))).decode()
