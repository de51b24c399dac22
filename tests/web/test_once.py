"""Of two commands that answer the same, one counts."""

from web_overlay.once import Claim, Once


def test_an_entry_that_answers_nothing_lets_no_step_be_answered_twice() -> None:
    """The first answer may still be on its way to the desk when somebody enters a thing by hand."""
    once = Once()
    assert once.entry("one-desk", 5, 5) is Claim.FIRST
    assert once.entry("by-hand-1", None, 5) is Claim.FIRST
    assert once.entry("other-desk", 5, 5) is Claim.TAKEN
    assert once.entry("undo-of-it", None, 6, undoes=True) is Claim.FIRST
    assert once.entry("other-desk-2", 5, 5) is Claim.FIRST
