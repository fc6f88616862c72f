"""The bodies of commands with standing orders."""

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, pre_load, validate

from domain.games.registry import PACKAGES
from domain.games.sheng_ji.card_order import EFFECTIVE_SUIT_NAMES
from domain.kernel.cards import SUIT_NAMES
from domain.kernel.messages import message
from domain.orders.order import DEPTH_LIMIT, KINDS, ORDERS_LIMIT, SIDES, Otherwise, Until
from domain.orders.order import Over as OrderOver
from service.platform.http.fields import SEATS_LIMIT, UNIT_LIMIT, CommandSchema, StrictBoolean, card_field

WIDTH_LIMIT = 27
"""Half of the single pack of Zheng Shangyou. No combination is wider."""
TRICKS_LIMIT = 100
POINTS_LIMIT = 1000
ORDER_ID_LIMIT = 40


def cards_field(most: int = UNIT_LIMIT) -> fields.List[str]:
    return fields.List(card_field(), validate=validate.Length(1, most))


def words_field(words: tuple[str, ...]) -> fields.List[str]:
    return fields.List(fields.String(validate=validate.OneOf(words)), validate=validate.Length(1, len(words)))


def words_of_games_field(fact: str) -> fields.List[str]:
    """Returns a field for the values of a fact in all games."""
    return words_field(
        tuple(sorted({word for package in PACKAGES.values() for word in package.order_words.get(fact, ())}))
    )


def seats_field() -> fields.List[int]:
    seat = fields.Integer(strict=True, validate=validate.Range(0, SEATS_LIMIT - 1))
    return fields.List(seat, validate=validate.Length(1, SEATS_LIMIT))


def number_field(low: int, high: int) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(low, high))


class OrderFactsSchema(Schema):
    """The facts under which an order acts or ends."""

    asked = words_of_games_field("asked")
    led_by = seats_field()
    led_by_side = words_field(SIDES)
    winning = seats_field()
    winning_side = words_field(SIDES)
    led_suit = words_field(EFFECTIVE_SUIT_NAMES)
    led_shape = words_of_games_field("led_shape")
    led = cards_field()
    ruffed = StrictBoolean()
    points_at_least = number_field(0, POINTS_LIMIT)
    points_at_most = number_field(0, POINTS_LIMIT)
    trick_from = number_field(1, TRICKS_LIMIT)
    trick_to = number_field(1, TRICKS_LIMIT)
    last_to_play = StrictBoolean()
    played = cards_field()
    not_played = cards_field()
    declared = words_field((*SUIT_NAMES, "NT"))
    can_beat = StrictBoolean()
    opponent_holds_at_most = number_field(1, WIDTH_LIMIT)


class OrderSchema(Schema):
    """A standing order with its follow-up orders."""

    do = fields.String(required=True, validate=validate.OneOf(KINDS))
    when = fields.Nested(OrderFactsSchema)
    unless = fields.Nested(OrderFactsSchema)
    until = fields.String(load_default="hand", validate=validate.OneOf(get_args(Until)))
    cards = cards_field()
    keep = cards_field()
    suit = fields.String(validate=validate.OneOf((*SUIT_NAMES, "NT")))
    over = fields.String(validate=validate.OneOf(get_args(OrderOver)))
    reinforce = StrictBoolean()
    most = number_field(0, UNIT_LIMIT)
    most_wild = number_field(0, WIDTH_LIMIT)
    otherwise = fields.String(validate=validate.OneOf(get_args(Otherwise)))
    then = fields.List(
        fields.Nested(lambda: OrderSchema()),  # noqa: PLW0108 - the class is not defined yet
        validate=validate.Length(1, ORDERS_LIMIT),
    )


class GiveOrdersSchema(CommandSchema):
    orders = fields.List(fields.Nested(OrderSchema), required=True, validate=validate.Length(0, ORDERS_LIMIT))
    auto_forced = StrictBoolean(load_default=False)

    @pre_load
    def _no_deeper_than_can_be_read(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Checks how deeply orders are nested before any recursive code reads them."""
        level, depth = data.get("orders"), 0
        while isinstance(level, list) and level:
            depth += 1
            if depth > DEPTH_LIMIT:
                raise ValidationError(
                    message("at most {depth_limit} orders can follow on each other", depth_limit=DEPTH_LIMIT), "orders"
                )
            deeper = [each["then"] for each in level if isinstance(each, dict) and isinstance(each.get("then"), list)]
            level = [order for orders in deeper for order in orders]
        return data


class WithdrawOrdersSchema(CommandSchema):
    orders = fields.List(
        fields.String(validate=validate.Length(1, ORDER_ID_LIMIT)),
        load_default=list,
        validate=validate.Length(0, ORDERS_LIMIT),
    )
