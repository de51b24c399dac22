"""A camera that speaks RTSP, for tests: JPEG over RTP (RFC 2435) inside the RTSP connection (RFC 2326, interleaved)."""

import socketserver
import struct
import threading
import time

import cv2
import numpy as np

PART = 1400
"""Bytes of a picture in one packet."""


class RtspCamera(socketserver.ThreadingTCPServer):
    """Sends *frames*, (h, w, 3) BGR, sides multiples of 8, *rate* a second; then it hangs up."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, frames: list[np.ndarray], rate: float = 20.0) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.frames, self.rate = frames, rate
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"rtsp://127.0.0.1:{self.server_address[1]}/table"


class _Talk(socketserver.StreamRequestHandler):
    server: RtspCamera

    def handle(self) -> None:
        while request := self.rfile.readline().decode():
            verb, headers = request.split()[0], {}
            while line := self.rfile.readline().decode().strip():
                name, _, value = line.partition(": ")
                headers[name.lower()] = value
            self._answer(verb, headers["cseq"])
            if verb == "PLAY":
                return self._play()
            if verb == "TEARDOWN":
                return None

    def _answer(self, verb: str, sequence: str) -> None:
        said = {
            "OPTIONS": "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n",
            "SETUP": "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n",
            "PLAY": "Session: 1\r\n",
        }.get(verb, "")
        body = ""
        if verb == "DESCRIBE":
            body = "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=table\r\nc=IN IP4 0.0.0.0\r\nt=0 0\r\n"
            body += "m=video 0 RTP/AVP 26\r\na=control:video\r\n"
            said = f"Content-Type: application/sdp\r\nContent-Length: {len(body)}\r\n"
        self.wfile.write(f"RTSP/1.0 200 OK\r\nCSeq: {sequence}\r\n{said}\r\n{body}".encode())

    def _play(self) -> None:
        number = 0
        for at, frame in enumerate(self.server.frames):
            for marked, payload in packets(frame):
                number += 1
                head = struct.pack(">BBHII", 0x80, 26 | marked << 7, number, int(at * 90_000 / self.server.rate), 7)
                self.wfile.write(struct.pack(">cBH", b"$", 0, len(head) + len(payload)) + head + payload)
            time.sleep(1 / self.server.rate)


def packets(frame: np.ndarray) -> list[tuple[bool, bytes]]:
    """The RTP payloads of one picture, each with whether it is the last."""
    jpeg = cv2.imencode(".jpg", frame)[1].tobytes()
    tables, scan = _parts(jpeg)
    height, width = frame.shape[:2]
    out = []
    for start in range(0, len(scan), PART):
        piece = scan[start : start + PART]
        # Type 1 is 4:2:0, Q 255 says that the tables come along with the first packet.
        head = struct.pack(">B", 0) + start.to_bytes(3, "big") + bytes((1, 255, width // 8, height // 8))
        if start == 0:
            head += struct.pack(">BBH", 0, 0, len(tables)) + tables
        out.append((start + PART >= len(scan), head + piece))
    return out


def _parts(jpeg: bytes) -> tuple[bytes, bytes]:
    """The quantisation tables of *jpeg* and what follows its last header."""
    at, tables = 2, b""
    while True:
        marker, length = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        body = jpeg[at + 4 : at + 2 + length]
        if marker == 0xDB:
            tables += b"".join(body[n + 1 : n + 65] for n in range(0, len(body), 65))
        at += 2 + length
        if marker == 0xDA:
            return tables, jpeg[at:-2]
