"""What a reading can be: 52 cards, a back, or nothing. The order is the order of the networks' outputs."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards as they are written in hand histories, suit by suit: "2c" … "As"."""
BACK = 52
NOTHING = 53
CLASSES = (*CARDS, "back", "nothing")
