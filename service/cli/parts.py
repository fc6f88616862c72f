"""The parts of the service for commands."""

from service.cli.failures import Failed, settings_or_fail
from service.cli.fitness import refuse_unfit
from service.platform.settings import InvalidSetting
from service.wiring import Service, wire


def service_or_fail() -> Service:
    """Returns the parts of the service. Raises `Failed` if the settings are invalid or incomplete."""
    try:
        return wire(settings_or_fail())
    except InvalidSetting as error:
        raise Failed(str(error)) from error


def service_for_work() -> Service:
    """Returns the parts of the service for a process that uses the store. Raises `Failed` if it must not."""
    refuse_unfit(settings_or_fail())
    return service_or_fail()
