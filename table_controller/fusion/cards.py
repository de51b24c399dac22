"""A look at a zone's cards: which are the old ones, which are new, which have gone, which were turned up."""

from dataclasses import replace

from table_controller.fusion.explain import is_earlier
from table_controller.fusion.felt import PACE, SECOND, Felt, Glance, Lying, changed, unseen
from table_controller.fusion.pairing import SAME_SPOT, distance, pair
from table_controller.fusion.telling import joined, named, sure, tell
from table_controller.records.cards import Face
from table_controller.records.events import CardExposed, CardMoved, CardsScrambled
from table_controller.records.layout import Zone, ZoneKind
from table_controller.records.observations import CardSighting, ChipSighting, SightedCard

SLOWEST = 2 * SECOND
"""The longest that a camera may take to find what a hand has done."""


def look_at_cards(felt: Felt, seq: int, sighting: CardSighting, zone: Zone) -> Felt:
    """*felt* with *zone* as *sighting* shows it; what is new or gone waits in it to be explained."""
    known, fresh, gone = compared(felt, sighting, zone)
    here = {old.number for old, _ in known} | {old.number for old in gone}
    # What lay among the burns before this hand may only be covered by what is seen: it does not tell what a hand did.
    covered = zone.kind is ZoneKind.BURN and bool(sighting.cards)
    went = any(not (covered and is_earlier(felt, old)) for old in gone)
    differs = bool(fresh) or went or any(old.left is not None for old, _ in known)
    felt = changed(
        felt,
        cards=tuple(card for card in felt.cards if card.number not in here),
        missing=tuple(card for card in felt.missing if card.number not in here),
        hidden=tuple(card for card in felt.hidden if card.number not in here),
        board=(*felt.board, *(old.number for old, _ in known if old in felt.hidden and old.kind is ZoneKind.BOARD)),
    )
    felt = _turned_down(felt, known, seq, zone)
    for old, card in known:
        felt = _again(felt, seq, sighting, old, card)
    for card in fresh:
        felt = _new(felt, seq, sighting, zone, card)
    return looked(_left(felt, seq, gone, zone), sighting, differs)


def compared(
    felt: Felt, sighting: CardSighting, zone: Zone
) -> tuple[list[tuple[Lying, SightedCard]], list[SightedCard], list[Lying]]:
    """The cards known in *zone* with their sightings, those back from a hand too; the new ones; those that went."""
    lying = tuple(card for card in felt.cards if card.zone == zone.name)
    moved = any(touch.zone == zone.name for touch in felt.touches) or zone.name in felt.stale
    same = pair(lying, sighting.cards, moved=moved)
    same = {i: j for i, j in same.items() if not (moved and _is_laid_over(felt, lying[i], sighting.cards[j]))}
    rest = tuple(card for j, card in enumerate(sighting.cards) if j not in same.values())
    hidden = tuple(card for card in felt.hidden if _lies_again(card, rest, moved=moved))
    away = tuple(card for card in (*felt.missing, *hidden) if card.zone == zone.name and _may_be_back(felt, card))
    back = pair(away, rest, slid=zone.kind is ZoneKind.CARDS)
    back = {i: j for i, j in back.items() if not _is_laid_over(felt, away[i], rest[j])}
    known = [(lying[i], sighting.cards[j]) for i, j in sorted(same.items())]
    known += [(away[i], rest[j]) for i, j in sorted(back.items())]
    fresh = [card for j, card in enumerate(rest) if j not in back.values()]
    return known, fresh, [card for i, card in enumerate(lying) if i not in same]


def _may_be_back(felt: Felt, card: Lying) -> bool:
    """Whether *card*, which has gone, may lie there again; what a seat had in the last hand was collected, if late."""
    return not felt.decided and not (card.kind is ZoneKind.CARDS and is_earlier(felt, card))


def _is_laid_over(felt: Felt, old: Lying, card: SightedCard) -> bool:
    """Whether *card*, open where a hand was, lies on *old*, which is face down on the board since before this hand.

    No street is dealt before the hand is: that is a place printed on the felt, or a card that was left there.
    """
    covers = old.kind is ZoneKind.BOARD and old.face is Face.DOWN and card.face is Face.UP
    return covers and is_earlier(felt, old)


def _lies_again(hidden: Lying, look: tuple[SightedCard, ...], *, moved: bool) -> bool:
    """Whether *look* shows a card that was hidden: by its name or, where no hand was (*moved*), by its very place."""
    named = hidden.card is not None and any(card.card == hidden.card for card in look)
    return named or (not moved and any(distance(hidden, card) <= SAME_SPOT for card in look))


def _left(felt: Felt, seq: int, gone: list[Lying], zone: Zone) -> Felt:
    """*felt* with the cards that went waiting to turn up elsewhere; once the pot is pushed they are only cleared."""
    doubt = zone.name in felt.stale
    left = tuple(
        replace(card, left=felt.now, because=joined(card.because, (seq,)), doubt=doubt)
        for card in gone
        if card.told is not None and not felt.decided
    )
    return changed(felt, missing=felt.missing + left)


def is_stale(felt: Felt, sighting: CardSighting | ChipSighting) -> bool:
    """Whether a later look at the zone by the same source was already taken in."""
    return any(
        look.zone == sighting.zone and look.source == sighting.source and look.at > sighting.at for look in felt.looks
    )


def looked(felt: Felt, sighting: CardSighting | ChipSighting, differs: bool) -> Felt:
    """*felt* with the look noted; a change explains the hand that was over the zone and left."""
    looks = tuple(look for look in felt.looks if look.zone != sighting.zone)
    done = [t for t in felt.touches if differs and t.zone == sighting.zone and t.left is not None]
    return changed(
        felt,
        looks=(*looks, Glance(sighting.zone, sighting.source, sighting.at)),
        touches=tuple(touch for touch in felt.touches if touch not in done),
        pace=max([felt.pace * 15 // 16, PACE, *(_pace(sighting.at - (touch.left or 0)) for touch in done)]),
        stale=tuple(zone for zone in felt.stale if zone != sighting.zone or unseen(felt, zone)),
    )


def _pace(took: int) -> int:
    """How slow a camera is that took so long, with some room; beyond two seconds it was no matter of its pace."""
    return took * 5 // 4 if took <= SLOWEST else 0


def _new(felt: Felt, seq: int, sighting: CardSighting, zone: Zone, card: SightedCard) -> Felt:
    lying = Lying(
        number=felt.numbered,
        zone=zone.name,
        kind=zone.kind,
        seat=zone.seat,
        card=card.card if card.face is Face.UP else None,
        face=card.face,
        centre=card.centre,
        confidence=sure(card.confidence, sighting.confidence),
        source=sighting.source,
        since=felt.now,
        because=(seq,),
        doubt=sighting.zone in felt.stale,
        joker=felt.now if card.joker else None,
    )
    return changed(felt, numbered=felt.numbered + 1, cards=(*felt.cards, lying))


def _again(felt: Felt, seq: int, sighting: CardSighting, old: Lying, card: SightedCard) -> Felt:
    """A known card seen again: turned, read at last, or read otherwise."""
    if old.unseen and old.told is not None and card.face is Face.UP and not felt.board:
        felt, old = _exposed(felt, seq, sighting, old, card)
    confidence = sure(card.confidence, sighting.confidence)
    new = replace(old, face=card.face, centre=card.centre, left=None, unseen=False)
    new = _as_joker(felt, seq, new, card)
    if card.face is Face.DOWN:
        known = old.card if old.seat is not None else None
        return _lying(felt, replace(new, turned=None, told=_told_down(old), card=known))
    if old.face is Face.DOWN:
        turned = felt.now if old.told is Face.DOWN else None
        doubt = sighting.zone in felt.stale if turned is not None else old.doubt
        new = replace(new, confidence=confidence, because=joined(old.because, (seq,)), turned=turned, doubt=doubt)
    if card.card is not None and card.card != old.card:
        new = replace(new, card=card.card, confidence=confidence, because=joined(new.because, (seq,)))
        tabled = len(sighting.cards) > 1 and all(other.face is Face.UP for other in sighting.cards)
        felt, new = _read(felt, seq, old, new, tabled)
    return _lying(felt, new)


def _as_joker(felt: Felt, seq: int, lying: Lying, seen: SightedCard) -> Lying:
    """*lying* as it is *seen* now: a joker, still or at last, or none."""
    if not seen.joker:
        return replace(lying, joker=None)
    if lying.joker is not None:
        return lying
    return replace(lying, joker=felt.now, because=joined(lying.because, (seq,)))


def _lying(felt: Felt, card: Lying) -> Felt:
    return changed(felt, cards=(*felt.cards, card))


def _exposed(felt: Felt, seq: int, sighting: CardSighting, old: Lying, card: SightedCard) -> tuple[Felt, Lying]:
    """A hole card told by its tag alone turns out to lie face up: the dealer exposed it."""
    exposed = CardExposed(
        by="dealer",
        seat=old.seat,
        card=card.card,
        source=sighting.source,
        confidence=sure(card.confidence, sighting.confidence),
        because=joined(old.because, (seq,)),
    )
    return tell(felt, exposed), replace(old, told=Face.UP, card=card.card)


def _told_down(old: Lying) -> Face | None:
    """A card of the board may be turned up anew; a hand once shown stays shown."""
    return Face.DOWN if old.told is not None and old.kind is ZoneKind.BOARD else old.told


def _turned_down(felt: Felt, known: list[tuple[Lying, SightedCard]], seq: int, zone: Zone) -> Felt:
    """Tell that cards of the board were turned face down: several together are mixed, since nobody can follow them."""
    down = [old for old, card in known if card.face is Face.DOWN and old.told is Face.UP and old.hand == felt.hand]
    if zone.kind is not ZoneKind.BOARD or not down or felt.hand is None or felt.decided:
        return felt
    source, because = down[0].source, joined((seq,), *(old.because for old in down))
    if len(down) > 1:
        return tell(felt, CardsScrambled(place="board", count=len(down), source=source, because=because))
    return tell(
        felt, CardMoved(from_="board", to="board", card=down[0].card, face=Face.DOWN, source=source, because=because)
    )


def _read(felt: Felt, seq: int, old: Lying, new: Lying, tabled: bool) -> tuple[Felt, Lying]:
    """The face of a card already told was read: named in the outbox, or to be told again."""
    if old.told is not Face.UP or new.card is None:
        return felt, new
    bears_out = old.tag is None or felt.deck.card_of(old.tag) == new.card
    waiting = named(felt, new.zone, old.centre, new.card, new.confidence, seq) if bears_out else None
    if waiting is not None:
        return waiting, new
    again = tabled if new.kind is ZoneKind.CARDS else new.kind is ZoneKind.BOARD
    return felt, replace(new, turned=felt.now) if again else new
