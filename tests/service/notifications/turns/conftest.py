"""Settings with mails."""

import pytest

from service.platform.settings import Settings


@pytest.fixture(scope="module")
def settings(mail_settings: Settings) -> Settings:
    return mail_settings
