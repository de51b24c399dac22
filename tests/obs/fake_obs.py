"""An OBS that is none: speaks obs-websocket 5 over a real socket, remembers what it was asked, misbehaves on demand."""

import base64
import hashlib
import json
import socket
import threading
from contextlib import suppress
from typing import Any

from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Message, Ping, Request, TextMessage

SALT, CHALLENGE = "salt-of-this-obs", "challenge-of-this-connection"


class FakeObs:
    """One OBS; ``asked``: requests in order, each its type and data."""

    def __init__(self, password: str = "", *, port: int = 0) -> None:
        self.password = password
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.heard: list[str] = []
        """Every message as it came, the handshake's bytes too."""
        self.buffer_runs = True
        self.recording = True
        self.scenes = ["Table", "Break", "Floor"]
        self.silent = False
        """Takes requests and answers none."""
        self.connections = 0
        self._open: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", port))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def requests(self, kind: str) -> list[dict[str, Any]]:
        return [data for asked, data in list(self.asked) if asked == kind]

    def drop(self) -> None:
        """Cut every connection."""
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open.clear()

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.drop()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                self.connections += 1
                self._open.append(connection)
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        speech = WSConnection(ConnectionType.SERVER)
        with suppress(OSError):
            while received := connection.recv(65536):
                self.heard.append(received.decode("latin-1"))
                speech.receive_data(received)
                for event in speech.events():
                    if not self._answer(connection, speech, event):
                        connection.close()
                        return

    def _answer(self, connection: socket.socket, speech: WSConnection, event: object) -> bool:
        match event:
            case Request():
                connection.sendall(speech.send(AcceptConnection(subprotocol="obswebsocket.json")))
                self._send(connection, speech, 0, self._hello())
            case TextMessage(data=text):
                message = json.loads(text)
                self.heard.append(text)
                return self._told(connection, speech, message["op"], message["d"])
            case Ping():
                connection.sendall(speech.send(event.response()))
            case CloseConnection():
                connection.sendall(speech.send(event.response()))
                return False
        return True

    def _hello(self) -> dict[str, Any]:
        wanted = {"authentication": {"salt": SALT, "challenge": CHALLENGE}} if self.password else {}
        return {"obsWebSocketVersion": "5.5.0", "rpcVersion": 1, **wanted}

    def _told(self, connection: socket.socket, speech: WSConnection, op: int, data: dict[str, Any]) -> bool:
        if op == 1:
            if self.password and data.get("authentication") != self._expected():
                connection.sendall(speech.send(CloseConnection(4009, "Authentication failed.")))
                return False
            self._send(connection, speech, 2, {"negotiatedRpcVersion": 1})
        if op == 6 and not self.silent:
            self.asked.append((data["requestType"], data.get("requestData") or {}))
            self._reply(connection, speech, data["requestType"], data["requestId"], self.asked[-1][1])
        return True

    def _reply(
        self, connection: socket.socket, speech: WSConnection, kind: str, name: str, asked: dict[str, Any]
    ) -> None:
        data: dict[str, Any] = {"outputActive": self.buffer_runs} if kind == "GetReplayBufferStatus" else {}
        if kind == "GetSceneList":
            data = {"currentProgramSceneName": "Table", "scenes": [{"sceneName": name} for name in self.scenes]}
        able = {
            "SaveReplayBuffer": self.buffer_runs,
            "CreateRecordChapter": self.recording,
            "SetCurrentProgramScene": asked.get("sceneName") in self.scenes,
        }
        refused = not able.get(kind, True)
        status = {"result": not refused, "code": 501 if refused else 100, "comment": "Output is not active."}
        self._send(
            connection,
            speech,
            7,
            {"requestType": kind, "requestId": name, "requestStatus": status, "responseData": data},
        )
        if kind == "SaveReplayBuffer" and not refused:
            saved = {"savedReplayPath": "/videos/Replay 1.mkv"}
            self._send(connection, speech, 5, {"eventType": "ReplayBufferSaved", "eventIntent": 64, "eventData": saved})

    def _send(self, connection: socket.socket, speech: WSConnection, op: int, data: dict[str, Any]) -> None:
        connection.sendall(speech.send(Message(json.dumps({"op": op, "d": data}))))

    def _expected(self) -> str:
        """The protocol's own recipe, written down a second time."""
        inner = hashlib.sha256(self.password.encode() + SALT.encode()).digest()
        return base64.b64encode(hashlib.sha256(base64.b64encode(inner) + CHALLENGE.encode()).digest()).decode()
