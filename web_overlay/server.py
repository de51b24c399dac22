"""Serves the screens with waitress, with threads enough that open streams never starve the rest."""

import errno
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask

from table_controller.records import BadInput
from web_overlay.answers import unread
from web_overlay.gate import hardened
from web_overlay.streams import MAX_STREAMS, Streams

_OTHERS = 12
"""Threads left for pages and commands when every stream is taken. With none, four open tabs stop a server of four."""
_BUFFER = 256 * 1024
"""Bytes a slow page may lag behind before its stream waits; it then skips revisions."""
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_IDLE = 30
"""Seconds that a connection may stay without a whole request: nobody holds them all by saying nothing."""

_CONNECTIONS = 4 * MAX_STREAMS
_PER_ADDRESS = 64
"""Connections of one address on the network: nobody takes them all. A browser opens six; some machines run several."""
_OF_STRANGERS = 64
"""Connections of all addresses together from which no device that was let in has asked: enough to be let in by."""
_OF_DEVICES = _CONNECTIONS - _PER_ADDRESS - _OF_STRANGERS
"""Connections of the other addresses; what is left is this machine's, however many addresses a guest has."""


class _Unread(ErrorTask):  # type: ignore[misc]
    """Answers in the app's words what never comes before it: too long, or no HTTP."""

    def execute(self) -> None:
        fault = self.request.error
        answer = hardened(unread(self.channel.app, fault.code, fault.reason, self.request.headers.get("ACCEPT", "")))
        body = answer.get_data()
        self.status, self.content_length = f"{fault.code} {fault.reason}", len(body)
        self.response_headers.extend(answer.headers.items())
        self.set_close_on_finish()
        self.write(body)


class _Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that keeps no thread for whoever does not take the answers away."""

    error_task_class = _Unread
    app: Flask

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Wait until a lagging stream's page has caught up; who asks on and on without reading is not waited for."""
        ends = time.monotonic() + (_IDLE if len(self.requests) <= 1 else 0)
        with self.outbuf_lock:
            if self.total_outbufs_len > _BUFFER:
                self._flush_exception(self._flush_some, do_close=False)
            while self.connected and self.total_outbufs_len > _BUFFER:
                self.server.pull_trigger()
                left = ends - time.monotonic()
                if left <= 0:
                    return self.give_up()
                self.outbuf_lock.wait(left)

    def give_up(self) -> None:
        """Let the thread that waits on the sockets close this one: a shut one wakes it, a full one never would."""
        self.will_close, self.connected = True, False
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.server.pull_trigger()


class _Door:
    """Takes connections. This machine's are not counted; who was not let in leaves those who were their share."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._known: Callable[[str], bool] = app.extensions["access"].knows
        """Whether a device that was let in has asked from an address."""

    def __call__(self, server: Any, conn: socket.socket, addr: tuple[str, int], adj: Any, map: dict[int, Any]) -> None:
        guests = [one for one in map.values() if isinstance(one, _Channel) and one.addr[0] not in _LOOPBACK]
        open_ones = [one for one in guests if not one.will_close]
        if addr[0] not in _LOOPBACK and not self._has_room(addr[0], open_ones):
            conn.close()
            return
        with suppress(OSError, AttributeError):  # Linux gives up an answer itself that nobody takes
            conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _IDLE * 1000)
        _Channel(server, conn, addr, adj, map=map).app = self._app

    def _has_room(self, address: str, guests: list[_Channel]) -> bool:
        """Whether one more of *address* may come: a stranger too many ends another's, of who has most the oldest."""
        known = self._known(address)
        alike = [one for one in guests if self._known(one.addr[0]) == known]
        if known:
            return len(alike) < _OF_DEVICES and sum(one.addr[0] == address for one in alike) < _PER_ADDRESS
        if len(alike) >= _OF_STRANGERS:
            (most, _), *_ = Counter(one.addr[0] for one in alike).most_common(1)
            min((one for one in alike if one.addr[0] == most), key=lambda one: one.creation_time).give_up()
        return True


class Serving:
    """A running server; ``port`` is the one it listens on."""

    def __init__(self, app: Flask, listening: Sequence[socket.socket]) -> None:
        self._streams: Streams = app.extensions["streams"]
        self._map: dict[int, Any] = {}
        door = _Door(app)
        loop = create_server(
            app,
            map=self._map,
            sockets=list(listening),
            threads=MAX_STREAMS + _OTHERS,
            channel_request_lookahead=1,  # lets a stream learn that its page was closed
            connection_limit=_CONNECTIONS,
            channel_timeout=_IDLE,
            cleanup_interval=_IDLE // 3,
            outbuf_high_watermark=_BUFFER,
            max_request_body_size=64 * 1024,
            max_request_header_size=16 * 1024,
            ident="",
            # A proxy on this machine may bring TLS; it alone is believed who asks, and by which scheme.
            trusted_proxy="127.0.0.1",
            trusted_proxy_headers={"x-forwarded-for", "x-forwarded-proto"},
        )
        for one in self._map.values():
            if hasattr(one, "channel_class"):
                one.channel_class = door
        self.port = int(listening[0].getsockname()[1])
        self._server = next(one for one in self._map.values() if hasattr(one, "task_dispatcher"))
        self._thread = threading.Thread(target=loop.run, name="web", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End every stream, finish what is being answered, and free the port."""
        self._streams.close()
        stop(self._server, self._map)
        self._thread.join(timeout=5)


def stop(server: Any, sockets: Any) -> None:
    """Finish what *server* is answering, and have the thread that runs it close its *sockets* and end.

    Sockets may be closed only by the thread that waits on them; the lock keeps it from closing the trigger too, on
    another's wake-up, before it is pulled.
    """
    server.task_dispatcher.shutdown(timeout=5)
    trigger = server.trigger
    with trigger.lock:
        trigger.thunks.append(lambda: wasyncore.close_all(sockets, ignore_all=True))
        trigger._physical_pull()


def serve(app: Flask, port: int, host: str = "127.0.0.1") -> Serving:
    """Start serving *app* on this machine, and on a network where *host* is its address there; port 0: any free one.

    :raises BadInput: if the port is taken, or if a network could open an app whose devices are not paired.
    """
    if host not in _LOOPBACK and not app.extensions["access"].paired:
        raise BadInput(host, "", "expected a loopback address: screens on a network need pairing")
    return Serving(app, _both(host, port))


def check_port(port: int, host: str = "127.0.0.1") -> None:
    """``BadInput`` if *port* is taken; for who must know before anything is written."""
    for listening in _both(host, port):
        listening.close()


def network_address(chosen: str) -> str:
    """The address of this machine on its network that *chosen* names: itself, or for ``auto`` the one that it uses.

    :raises BadInput: if it is no address, or one that would let every network in.
    """
    if chosen == "auto":
        return _own_address()
    try:
        address = ip_address(chosen)
    except ValueError:
        raise BadInput(f"listen {chosen}", "", "expected `auto` or an address such as 192.168.1.20") from None
    if address.is_unspecified or address.is_multicast:
        raise BadInput(f"listen {chosen}", "", "expected the address on one network, not every network there is")
    return str(address)


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # sends nothing; it only makes the system choose the way out
            address = str(asked.getsockname()[0])
        except OSError:
            address = "127.0.0.1"
    if address in _LOOPBACK:
        raise BadInput("listen auto", "", "expected a machine that is on a network; name its address instead")
    return address


def _both(host: str, port: int) -> tuple[socket.socket, ...]:
    """Sockets on this machine and, where *host* is not it, on the network, with one port."""
    first = _listening(host, port)
    if host in _LOOPBACK:
        return (first,)
    try:
        return (first, _listening("127.0.0.1", int(first.getsockname()[1])))
    except BadInput:
        first.close()
        raise


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except (OSError, OverflowError) as fault:
        listening.close()
        reason = (getattr(fault, "strerror", None) or str(fault)).lower()
        if getattr(fault, "errno", None) == errno.EADDRNOTAVAIL:
            raise BadInput(f"listen {host}", "", "expected an address that this machine has") from None
        raise BadInput(f"port {port}", "", f"expected a free port from 0 to 65535, but: {reason}") from None
    return listening
