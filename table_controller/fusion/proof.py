"""One look is no proof: what changed where no hand was, or would accuse, is believed once no look takes it back.

A reader may be wrong for one look, a glint look like a chip. What the next look at the zone takes back within
``PROOF``, though no hand was there in between, never lay there: that look is passed over (the journal keeps it). Until
then everything later waits, so that nothing overtakes what turns out true.
"""

from itertools import takewhile

from table_controller.fusion.cards import compared, is_stale
from table_controller.fusion.chips import pile_in, pile_of
from table_controller.fusion.explain import clockwise
from table_controller.fusion.felt import MS, Felt, Lying, Pile, Waiting, zone_of
from table_controller.fusion.pairing import CLOSE, distance, match
from table_controller.fusion.tags import HOLE_CARDS, cards_of
from table_controller.records.cards import Face
from table_controller.records.chips import Seat
from table_controller.records.layout import Layout, Zone, ZoneKind
from table_controller.records.observations import CardSighting, ChipSighting, HandOverZone, SightedCard

PROOF = 500 * MS
"""How long the next look at a zone may take; a camera that is unsure looks again after a tenth of a second."""

_STREETS = ((0, 3), (3, 1), (4, 1))

Sighting = CardSighting | ChipSighting


def unproven_until(felt: Felt, layout: Layout) -> int:
    """Until when the earliest moment that waits is held back for its doubtful looks; its own time without such."""
    moment = earliest(felt)
    ends = [_proven_at(felt, one) for one in moment if is_doubtful(felt, one.observation, layout)]
    return max(ends, default=moment[0].observation.at if moment else felt.now)


def _proven_at(felt: Felt, look: Waiting) -> int:
    later = _next(felt, look)
    return look.observation.at + PROOF if later is None else later.at


def proven(felt: Felt, moment: tuple[Waiting, ...], layout: Layout) -> tuple[Waiting, ...]:
    """The observations of *moment* without the doubtful looks that the next look takes back."""
    return tuple(one for one in moment if not _is_taken_back(felt, one, layout))


def earliest(felt: Felt) -> tuple[Waiting, ...]:
    """What waits of the earliest moment."""
    return tuple(takewhile(lambda one: one.observation.at == felt.waiting[0].observation.at, felt.waiting))


def _next(felt: Felt, look: Waiting) -> Sighting | HandOverZone | None:
    """What comes next at the zone of *look* in time: another look of the same camera, or a hand."""
    first = look.observation
    for waiting in felt.waiting:
        later = waiting.observation
        if later.at > first.at + PROOF:
            return None
        if later.at <= first.at or getattr(later, "zone", None) != getattr(first, "zone", None):
            continue
        if isinstance(later, HandOverZone) and later.present:
            return later
        if isinstance(later, CardSighting | ChipSighting) and later.source == first.source:
            return later
    return None


def is_doubtful(felt: Felt, seen: object, layout: Layout) -> bool:
    """Whether *seen* is a look that shows what one look alone does not prove."""
    if not isinstance(seen, CardSighting | ChipSighting) or is_stale(felt, seen) or seen.zone in felt.stale:
        return False
    zone = zone_of(layout, seen.zone)
    if zone is None or not any(look.zone == seen.zone for look in felt.looks):
        return False
    if isinstance(seen, ChipSighting):
        return _chips_differ(felt, seen, zone) and not _was_touched(felt, zone)
    return _cards_accuse(felt, seen, zone, layout)


def _was_touched(felt: Felt, zone: Zone) -> bool:
    return any(touch.zone == zone.name for touch in felt.touches)


def _chips_differ(felt: Felt, seen: ChipSighting, zone: Zone) -> bool:
    return zone.kind in (ZoneKind.BET, ZoneKind.POT) and _seen(seen) != _weighed(pile_in(felt, zone))


def _seen(chips: ChipSighting) -> tuple[int, int]:
    return _weighed(pile_of(Pile(chips.zone), chips))


def _weighed(pile: Pile) -> tuple[int, int]:
    """What the chips of known value are worth, and how many others there are."""
    return pile.worth, pile.unknown


def _cards_accuse(felt: Felt, seen: CardSighting, zone: Zone, layout: Layout) -> bool:
    """Whether cards came or changed as they should not, or on the board and among the burns without a hand.

    At a seat: they lie open in the deal, nobody's hand turned them, or they are not the one that is dealt there next.
    """
    known, fresh, gone = compared(felt, seen, zone)
    turned = [card for old, card in known if old.face is not card.face]
    came = [card for card in (*fresh, *turned) if card.face is Face.UP]
    if zone.kind is ZoneKind.CARDS:
        odd = bool(came and not felt.board) or bool(turned and not _was_touched(felt, zone))
        return odd or (bool(fresh) and _is_not_next(felt, zone, len(fresh), layout))
    if zone.kind in (ZoneKind.MUCK, ZoneKind.STUB):
        return bool(came) or len(fresh) > sum(card.owner is not None for card in felt.missing)
    if zone.kind not in (ZoneKind.BOARD, ZoneKind.BURN):
        return bool(fresh) and not _was_touched(felt, zone)
    reread = any(None not in (old.card, card.card) and old.card != card.card for old, card in known)
    if not _was_touched(felt, zone):
        return bool(fresh or turned or gone or reread)
    if zone.kind is ZoneKind.BURN:
        return bool(came) or len(fresh) > 1
    return bool(turned) or any(card.face is Face.DOWN for card in fresh) or _is_no_street(len(known), len(fresh))


def _is_not_next(felt: Felt, zone: Zone, more: int, layout: Layout) -> bool:
    """Whether *more* cards at a seat are not the one it is dealt next: the hand's first, too many, too early."""
    if felt.hand is None or felt.decided or felt.board or more > 1 or zone.seat is None:
        return True
    had = len(cards_of(felt, zone.seat))
    others = [len(cards_of(felt, seat)) for seat, stack in felt.stacks if stack > 0 and seat != zone.seat]
    return had >= HOLE_CARDS or had > min(others, default=0) or _skips(felt, layout, zone.seat)


def _skips(felt: Felt, layout: Layout, seat: Seat) -> bool:
    """Whether a seat with chips is passed over on the way from the last card dealt to *seat*."""
    between = clockwise(felt, layout, seat)
    return any(stack > 0 and clockwise(felt, layout, other) < between for other, stack in felt.stacks)


def _is_no_street(lay: int, more: int) -> bool:
    """Whether *more* cards beside those that *lay* make neither flop nor turn nor river."""
    return more > 0 and (lay, more) not in _STREETS


def _is_taken_back(felt: Felt, look: Waiting, layout: Layout) -> bool:
    seen, later = look.observation, _next(felt, look)
    if later is None or not is_doubtful(felt, seen, layout):
        return False
    zone = zone_of(layout, later.zone)
    if zone is None:
        return False
    if isinstance(seen, ChipSighting) and isinstance(later, ChipSighting):
        steps = zip(_weighed(pile_in(felt, zone)), _seen(seen), _seen(later), strict=True)
        return any((now - before) * (then - now) < 0 for before, now, then in steps)
    if isinstance(seen, CardSighting) and isinstance(later, CardSighting):
        return _cards_go_back(felt, seen, later, zone)
    return False


def _cards_go_back(felt: Felt, seen: CardSighting, later: CardSighting, zone: Zone) -> bool:
    """Whether *later* lacks what *seen* was the first to show, or shows again what that lacked.

    On the board nothing is laid by nobody's hand: if *later* shows more, *seen* was short of it.
    """
    known, fresh, gone = compared(felt, seen, zone)
    new = [*fresh, *(card for old, card in known if _differs(old, card))]
    stays: dict[int, int] = {}
    match(stays, seen.cards, later.cards, _alike)
    if any(card in new and i not in stays for i, card in enumerate(seen.cards)):
        return True
    rest = [card for j, card in enumerate(later.cards) if j not in stays.values()]
    again: dict[int, int] = {}
    match(again, gone, rest, _alike)
    return bool(again) or (zone.kind is ZoneKind.BOARD and bool(rest))


def _differs(old: Lying, card: SightedCard) -> bool:
    return old.face is not card.face or (card.card is not None and card.card != old.card)


def _alike(one: SightedCard | Lying, other: SightedCard) -> bool:
    """Whether both may be one card that lies still, the same side up."""
    named = None in (one.card, other.card) or one.card == other.card
    return one.face is other.face and named and distance(one, other) <= CLOSE
