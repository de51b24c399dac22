"""The pieces of a board's state, until one is whole."""

from table_controller.board.messages import Snapshot
from table_controller.board.state import BoardState, unpack


class Pieces:
    """Gathers the pieces of one state; ``owed``: the board was asked for one that has not come."""

    def __init__(self) -> None:
        self.owed = False
        self._come: dict[int, Snapshot] = {}

    def ask(self) -> None:
        """The board is asked for its state."""
        self.owed, self._come = True, {}

    def take(self, piece: Snapshot, due: int) -> BoardState | None:
        """The state that *piece* makes whole, if it is the one before event *due* and was asked for."""
        if any((other.seq, other.parts) != (piece.seq, piece.parts) for other in self._come.values()):
            self._come = {}
        self._come[piece.part] = piece
        if len(self._come) < piece.parts or piece.seq != due or not self.owed:
            return None
        state = unpack(b"".join(self._come[part].data for part in range(piece.parts)))
        self._come = {}
        self.owed = state is None
        return state
