"""Titles of refusals shared by tournaments, leagues and series name none of them."""

import importlib
import inspect
import pkgutil
import re

import domain.tournaments.leagues
from domain.kernel.refusals import Refusal
from domain.tournaments import refusals, settings_checks
from domain.tournaments.entrants import gates
from domain.tournaments.refusals import (
    DivisionTaken,
    EntryCodeNeeded,
    InvalidSettings,
    OccurrencePast,
    OccurrenceTaken,
    OccurrenceTooEarly,
    WrongEntryCode,
)
from domain.tournaments.series import decide as series

OF_A_TOURNAMENT = {DivisionTaken, OccurrencePast, OccurrenceTaken, OccurrenceTooEarly, EntryCodeNeeded, WrongEntryCode}
"""Refusals of tournaments in divisions and occurrences, and of entry codes, which leagues do not have."""


def shared() -> set[type[Refusal]]:
    """Refusals of leagues, series and their gates."""
    package = domain.tournaments.leagues
    modules = [
        importlib.import_module(f"{package.__name__}.{each.name}") for each in pkgutil.iter_modules(package.__path__)
    ]
    sources = [inspect.getsource(module) for module in (*modules, series, gates, settings_checks)]
    named = {name for source in sources for name in re.findall(r"\b[A-Z]\w+", source)}
    return {found for found in map(vars(refusals).get, named) if found is not None and issubclass(found, Refusal)}


def test_no_title_says_tournament_where_a_league_or_series_is_possible():
    found = shared()
    assert InvalidSettings in found
    wrong = {each.title() for each in found - OF_A_TOURNAMENT if "tournament" in each.title()}
    assert wrong == {InvalidSettings.title()}
    assert "series or league" in InvalidSettings.title()
