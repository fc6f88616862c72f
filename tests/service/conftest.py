"""The service over real servers."""

from tests.support.fixtures import another_process, api, database_url, servers, service, settings

__all__ = ["another_process", "api", "database_url", "servers", "service", "settings"]
