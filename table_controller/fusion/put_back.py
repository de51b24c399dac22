"""A hand told as mucked that lies before its seat again: it was never in the muck, and is taken back."""

from table_controller.fusion.felt import Felt, Mucked, changed
from table_controller.fusion.mucking import told_mucked
from table_controller.fusion.owners import owners
from table_controller.fusion.telling import joined, tell
from table_controller.records.events import Certainty, Corrected
from table_controller.records.layout import Zone, ZoneKind
from table_controller.records.observations import CardSighting


def put_back(felt: Felt, seq: int, sighting: CardSighting, zone: Zone) -> Felt:
    """*felt* with a hand that *sighting* shows at its seat no longer told as mucked; the look finds it as it lay."""
    told = next((m for m in felt.mucked if zone.kind is ZoneKind.CARDS and m.seat == zone.seat), None)
    if told is None or felt.hand is None or felt.decided or not _lies_again(felt, told, sighting):
        return felt
    felt = changed(felt, mucked=tuple(other for other in felt.mucked if other is not told))
    felt = tell(felt, _not_folded(told, seq, sighting))
    felt = _another_s(felt, told)
    return changed(felt, missing=felt.missing + told.gone)


def _lies_again(felt: Felt, told: Mucked, sighting: CardSighting) -> bool:
    """Whether the look shows the hand again: all of it at once, as no card is dealt, unless it was in doubt before."""
    more = len(sighting.cards) - sum(card.zone == sighting.zone for card in felt.cards)
    return more >= (1 if told.doubt else len(told.gone)) and not _may_be_fetched(felt, told)


def _may_be_fetched(felt: Felt, told: Mucked) -> bool:
    """Whether the cards may come from the muck: some have left it, or a hand has been there since."""
    if any(card.kind is ZoneKind.MUCK for card in felt.missing):
        return True
    came = told.cards[0]
    return not told.doubt and any(touch.zone == came.zone and touch.came > came.since for touch in felt.touches)


def _not_folded(told: Mucked, seq: int, sighting: CardSighting) -> Corrected:
    return Corrected(
        what="folded",
        seat=told.seat,
        value="0",
        source=sighting.source,
        confidence=sighting.confidence,
        because=joined((seq,), *(card.because for card in (*told.gone, *told.cards))),
        certainty=Certainty.INFERRED,
    )


def _another_s(felt: Felt, told: Mucked) -> Felt:
    """The cards in the muck are the next seat's that may be it: told late, and so with doubt."""
    seats = owners(felt, told.cards)
    return told_mucked(felt, seats[0], told.cards, doubt=True) if seats else felt
