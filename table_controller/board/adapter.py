"""What any reader of buttons and tags owes the table; ``BoardReader`` is one, a maker's own reader can be another."""

from typing import Protocol

from table_controller.records.observations import Observation


class Adapter(Protocol):
    """Something that says who pressed what and which tag lies where."""

    def poll(self, at: int) -> tuple[Observation, ...]:
        """What it learned by night time *at* (ns): ``ButtonPress``, ``TagRead``, ``SourceLost``, ``SourceRestored``.

        Called every few milliseconds by one thread; returns at once and never raises: a fault is a ``SourceLost``,
        once. Stamps are night time, no later than *at* and in order. A press has a ``key`` that no other has, and
        the same one if it is told again; amounts are left out where there is nothing to key them in.
        """
