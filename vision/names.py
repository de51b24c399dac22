"""What a reading can be: 52 cards, a back, nothing, a joker or a cut card, in the order of the networks' outputs."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards as they are written in hand histories, suit by suit: "2c" … "As"."""
BACK = 52
NOTHING = 53
JOKER = 54
CUT_CARD = 55
CLASSES = (*CARDS, "back", "nothing", "joker", "cut_card")
