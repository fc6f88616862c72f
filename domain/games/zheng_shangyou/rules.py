"""The rules of a table of Zheng Shangyou: a profile with overrides, validated once and typed."""

from domain.games.zheng_shangyou.options import ZhengShangyouOptions
from domain.games.zheng_shangyou.profiles import PROFILES
from domain.kernel.rules import Catalogue, Revisions, TableRules


class Rules(TableRules, ZhengShangyouOptions):
    """All rules of a table: the typed value of each option."""


REVISIONS = Revisions(Rules, {1: Catalogue(Rules.declared, PROFILES)})
"""The revisions of the rules of Zheng Shangyou."""
rules_of = REVISIONS.rules_of
rules_from_document = REVISIONS.rules_from_document
