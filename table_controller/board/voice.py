"""What the host says: bytes to send out, and questions no more often than they may be asked."""

from table_controller.board.frame import encode
from table_controller.board.messages import FromHost, HelloWanted, SnapshotWanted, to_frame
from table_controller.board.pings import SECOND

ASK, DOUBT = SECOND // 4, SECOND // 10
"""Ns between two questions: of what is still owed, and when something is wrong."""


class Voice:
    """The words that are not yet sent."""

    def __init__(self) -> None:
        self._outbox: list[bytes] = []
        self._asked: int | None = None

    def say(self, *messages: FromHost) -> None:
        """These are to be sent."""
        self._outbox += [encode(to_frame(message)) for message in messages]

    def outgoing(self) -> bytes:
        """What is to be sent now; each byte is handed out once."""
        sent, self._outbox = b"".join(self._outbox), []
        return sent

    def may_ask(self, at: int, pause: int = ASK) -> bool:
        """Whether the last question was asked long enough before night time *at* (ns)."""
        return self._asked is None or at - self._asked >= pause

    def ask(self, question: HelloWanted | SnapshotWanted, at: int) -> None:
        """Ask now."""
        self._asked = at
        self.say(question)

    def doubt(self, at: int) -> None:
        """Ask who is there: what was said does not fit."""
        if self.may_ask(at, DOUBT):
            self.ask(HelloWanted(), at)
