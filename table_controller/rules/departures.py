"""What departs from a remedy that is being followed, where no other rule would see it."""

from table_controller.records.events import HoleCardDealt
from table_controller.rules.cards import expected_seat
from table_controller.rules.due import waits
from table_controller.rules.look import CLEAR, Answer, Found, Look, Rule


def replaced_too_soon(look: Look) -> Answer:
    """001 §4.3.5: the replacement is the card after the deal; sooner, every later seat gets another's cards."""
    if not look.night.following:
        return None
    seat = look.event.seat
    if seat == expected_seat(look.hand):
        return CLEAR
    for following in look.night.following:
        for step in following.left:
            if step.event == "hole_card_dealt" and step.seat == seat and waits(step, look.hand):
                measured = f"the replacement for seat {seat} in the middle of the deal"
                return Found("dealt_out_of_order", seat, measured, "the replacement after the deal")
    return CLEAR


DEPARTURES = (Rule("dealt_out_of_order", (HoleCardDealt,), replaced_too_soon),)
"""The rules of remedies being followed, in the order they look."""
