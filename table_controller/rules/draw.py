"""The draw for the button (K05, K07-K09, S31; 000 OPENING; 001 §3.2.1; 002 AB; 003 TH:DB; 004 C13)."""

from typing import NamedTuple

from table_controller.records.cards import Card
from table_controller.records.chips import Seat
from table_controller.records.events import DrawCard, HandStarted
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.button import after
from table_controller.rules.house import setting, whole
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule

_SUITS = ("S", "H", "D", "C")


class Drawn(NamedTuple):
    """How the draw stands: who still is in it, who has drawn in this round, who won it, and who drew wrongly."""

    contenders: tuple[Seat, ...]
    drawn: tuple[tuple[Seat, Card], ...]
    winner: Seat | None = None
    wrong: bool = False
    tied: bool = False
    """The last card left several seats equal."""


def standing(draws: tuple[tuple[Seat, Card], ...], seats: tuple[Seat, ...], book: Rulebook) -> Drawn:
    """How the draw of *seats* stands after *draws*; seats that tie draw again where the house says so (K08)."""
    at = Drawn(seats, ())
    for seat, card in draws:
        wrong = at.winner is not None or not _may_draw(at, seat, book)
        if wrong:
            at = at._replace(wrong=True, tied=False)
            continue
        at = _closed(Drawn(at.contenders, (*at.drawn, (seat, card))), book)
    return at


def _may_draw(at: Drawn, seat: Seat, book: Rulebook) -> bool:
    """Whether it is for *seat* to draw: in the draw, once a round, and in the house's order (K07)."""
    if seat not in at.contenders or any(seat == other for other, _ in at.drawn):
        return False
    method = setting(book, "button_draw.method", "draw_from_pack")
    if method == "draw_from_pack":
        return True
    if not at.drawn:
        return method != "dealt_open_from_left" or seat == at.contenders[0]
    return seat == after(at.drawn[-1][0], at.contenders)


def _closed(at: Drawn, book: Rulebook) -> Drawn:
    """*at* once everybody in it has drawn: a winner, or those who tie go on among themselves."""
    if len(at.drawn) < len(at.contenders):
        return at
    by_suit = setting(book, "button_draw.tie", "suit") == "suit"
    order = _order(book)
    worth = {seat: (card.rank.height, order.index(_letter(card)) if by_suit else 0) for seat, card in at.drawn}
    best = max(worth.values())
    first = tuple(seat for seat in at.contenders if worth[seat] == best)
    if len(first) == 1:
        return at._replace(winner=first[0])
    return Drawn(first, (), tied=True)


def _order(book: Rulebook) -> tuple[str, ...]:
    """The suits from low to high; the house lists them from high to low (K09)."""
    listed = setting(book, "button_draw.suit_order", _SUITS)
    suits = listed if isinstance(listed, tuple) and set(listed) == set(_SUITS) else _SUITS
    return suits[::-1]


def _letter(card: Card) -> str:
    return card.suit.value.upper()


def seated(night: Night) -> tuple[Seat, ...]:
    """The seats known to be taken, ascending; who has busted is none of them."""
    new = night.seating.newcomers
    return tuple(sorted(seat for seat, stack in night.stacks if stack > 0 or not night.hands or seat in new))


def drawing(look: Look) -> Answer:
    """A card drawn by whom it is not for, or twice; a tie; too few players to draw. 000 OPENING-d; 002 AB-a; 003 TH:DB.

    Between hands only: while a hand is played nobody draws for the button.
    """
    if not look.hand.settled:
        return None
    night, event, book = look.night, look.event, look.book
    seats, draws = seated(night), night.seating.draws
    if not seats or not isinstance(event.card, Card):
        return NOT_ASSESSED
    if not draws and len(seats) < whole(book, "table.min_to_open", 2):
        return Found("too_few_players", None, f"{len(seats)} players", f"{whole(book, 'table.min_to_open', 2)} to open")
    before, now = standing(draws, seats, book), standing((*draws, (event.seat, event.card)), seats, book)
    if now.wrong and not before.wrong:
        return Found("button_draw_error", event.seat, f"seat {event.seat} draws", _who(before))
    if now.tied and not before.wrong:
        first, second = now.contenders[:2]
        if len(now.contenders) > 2:
            return Found("button_draw_tie", first, "several seats tie", "they draw again")
        return Found(
            "button_draw_tie", first, f"seats {first} and {second} tie", f"seats {first} and {second} draw again"
        )
    return CLEAR


def _who(at: Drawn) -> str:
    if at.winner is not None:
        return f"seat {at.winner} has won the draw"
    left = [seat for seat in at.contenders if seat not in dict(at.drawn)]
    return "still to draw: " + " and ".join(str(seat) for seat in left)


def result(look: Look) -> Answer:
    """The first button without a draw, or at another seat than the winner's. 000 OPENING-b, -c; 001 §3.2.1; 004 C13."""
    night, event, book = look.night, look.event, look.book
    if not look.hand.settled or (night.hands and not night.seating.draws):
        return None
    if not night.stacks:
        return None  # nobody knows who was there to draw
    if not night.seating.draws and not night.seating.draw_called:
        return NOT_ASSESSED
    at = standing(night.seating.draws, seated(night), book)
    if at.winner is None:
        return Found("button_draw_missing", event.button, "the draw is not finished", _who(at))
    if at.winner != event.button:
        return Found("button_draw_error", event.button, f"button at seat {event.button}", f"button at seat {at.winner}")
    return CLEAR


def redraw(look: Look) -> Answer:
    """So many players joined that the button is drawn again, and it was not. 001 §3.5.2."""
    least = whole(look.book, "button.redraw_if_new_players_ge", 0)
    new = look.night.seating.newcomers
    if not least or not look.night.hands:
        return None
    if len(new) < least or look.night.seating.draws:
        return CLEAR
    return Found("button_redraw_required", None, f"{len(new)} new players", f"a new draw from {least} new players on")


DRAW_RULES = (
    Rule("button_draw_error", (DrawCard,), drawing, anytime=True, also=("button_draw_tie", "too_few_players")),
    Rule("button_draw_missing", (HandStarted,), result, anytime=True, also=("button_draw_error",)),
    Rule("button_redraw_required", (HandStarted,), redraw),
)
"""The rules of the draw, in the order they look."""
