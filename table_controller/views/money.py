"""Amounts as people write them, in both languages."""

import re

from table_controller.records.chips import Chips
from table_controller.records.rulebook import Text
from table_controller.views.models import Money

_SIGNS = {"EUR": "€", "USD": "$", "GBP": "£"}
_SWAP = str.maketrans(",.", ".,")


def written(amount: int, money: Money) -> Text:
    """``600`` as „6,00 €“ and “€6.00”; a table of plain chips writes no currency."""
    whole, part = divmod(abs(amount * money.worth), 10**money.decimals)
    english = f"{'-' * (amount < 0)}{whole:,}" + (f".{part:0{money.decimals}}" if money.decimals else "")
    german = english.translate(_SWAP)
    if not money.currency:
        return Text(german, english)
    sign = _SIGNS.get(money.currency)
    return Text(f"{german} {sign or money.currency}", f"{sign}{english}" if sign else f"{money.currency} {english}")


def priced(text: Text, amount: Chips | None, money: Money) -> Text:
    """*text* with the bare *amount* in it written as money."""
    return text if amount is None else with_price(text, amount, written(amount, money))


def with_price(text: Text, amount: int, price: Text) -> Text:
    """*text* with the bare *amount* in it as *price*; a seat of the same number stays a seat."""
    bare = re.compile(rf"(?<![\d.,])(?<!Platz )(?<!seat )(?<!Seat ){amount}(?![\d.,]*\d)")
    return Text(bare.sub(lambda _: price.de, text.de), bare.sub(lambda _: price.en, text.en))
