"""Serves the screens with waitress, with threads enough that open streams never starve the rest."""

import socket
import threading

from flask import Flask
from waitress import create_server, wasyncore

from table_controller.records import BadInput
from web_overlay.streams import MAX_STREAMS, Streams

_OTHERS = 12
"""Threads left for pages and commands when every stream is taken. With none, four open tabs stop a server of four."""
_BUFFER = 256 * 1024
"""Bytes a slow page may lag behind before its stream waits; it then skips revisions."""
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Serving:
    """A running server; ``port`` is the one it listens on."""

    def __init__(self, app: Flask, listening: socket.socket) -> None:
        self._streams: Streams = app.extensions["streams"]
        self._server = create_server(
            app,
            sockets=[listening],
            threads=MAX_STREAMS + _OTHERS,
            channel_request_lookahead=1,  # lets a stream learn that its page was closed
            connection_limit=4 * MAX_STREAMS,
            outbuf_high_watermark=_BUFFER,
            max_request_body_size=64 * 1024,
            max_request_header_size=16 * 1024,
            ident="",
        )
        self.port = int(self._server.effective_port)
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End every stream, finish what is being answered, and free the port."""
        self._streams.close()
        self._server.task_dispatcher.shutdown(timeout=5)
        # Sockets may be closed only by the thread that waits on them; the lock keeps it from closing the trigger too,
        # on another's wake-up, before it is pulled.
        trigger = self._server.trigger
        with trigger.lock:
            trigger.thunks.append(lambda: wasyncore.close_all(self._server._map, ignore_all=True))
            trigger._physical_pull()
        self._thread.join(timeout=5)


def serve(app: Flask, port: int, host: str = "127.0.0.1") -> Serving:
    """Start serving *app*; port 0 takes a free one. ``BadInput`` if the port is taken or the host is not loopback."""
    if host not in _LOOPBACK:
        raise BadInput(host, "", "expected a loopback address: screens on a network need pairing")
    return Serving(app, _listening(host, port))


def check_port(port: int, host: str = "127.0.0.1") -> None:
    """``BadInput`` if *port* is taken; for who must know before anything is written."""
    _listening(host, port).close()


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except (OSError, OverflowError) as fault:
        listening.close()
        reason = (getattr(fault, "strerror", None) or str(fault)).lower()
        raise BadInput(f"port {port}", "", f"expected a free port from 0 to 65535, but: {reason}") from None
    return listening
