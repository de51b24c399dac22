"""What sources say of their faults, in both languages. What nobody here knows stays as a program said it."""

import re

from table_controller.records import as_told
from table_controller.records.rulebook import Text

_OBS_AWAY: dict[str, tuple[str, str]] = {
    "obs_password": ("a password is wanted", "OBS verlangt ein Passwort"),
    "obs_closed": ("OBS closed the connection", "OBS hat die Verbindung beendet"),
    "obs_other": ("expected a message of obs-websocket 5", "dort spricht kein obs-websocket 5"),
    "obs_refused": (".*Connection refused.*", "dort antwortet kein OBS"),
    "obs_away": ("(.+)", "{0}"),
}
"""Why OBS is not connected; the last, which takes everything, is what nobody here knows."""
FAULTS: dict[str, tuple[str, str]] = {
    "camera_silent": ("it sends no frame", "sie sendet kein Bild"),
    "camera_stopped": ("it gives no more frames", "sie gibt keine Bilder mehr"),
    "camera_single": (
        "it gave one picture alone; expected a camera or a stream",
        "sie gab nur ein Bild; erwartet wird eine Kamera oder ein Stream",
    ),
    "camera_unopened": ("it cannot be opened", "sie lässt sich nicht öffnen"),
    "camera_size": (r"expected frames of (\d+) × (\d+)", "Bilder von {0} × {1} erwartet"),
    "camera_gap": (r"no picture for ([\d.]+) s", "{0} s lang kein Bild"),
    "camera_slow": (r"too slow: a picture only every ([\d.]+) s", "zu langsam: nur alle {0} s ein Bild"),
    "camera_slower": (r"too slow: no second picture within (\d+) s", "zu langsam: kein zweites Bild in {0} s"),
    "camera_moved": (
        "camera moved or table covered: put it back, or recalibrate",
        "Kamera verschoben oder Tisch verdeckt: zurückrücken oder neu kalibrieren",
    ),
    "camera_moved_by": (
        r"camera moved by (\d+) mm: put it back, or recalibrate",
        "Kamera um {0} mm verschoben: zurückrücken oder neu kalibrieren",
    ),
    "camera_strange": (
        "nothing of the picture kept at its calibration is found again: ask floorman doctor",
        "nichts vom Bild ihrer Kalibrierung findet sich wieder: floorman doctor fragen",
    ),
    "camera_turned": (
        r"camera turned by (\d+)°: turn it back, or recalibrate",
        "Kamera um {0}° gedreht: zurückdrehen oder neu kalibrieren",
    ),
    "picture_black": ("the picture is black", "das Bild ist schwarz"),
    "picture_plain": ("the picture is of one colour", "das Bild hat nur eine Farbe"),
    "picture_part": ("only a part of the picture arrives", "nur ein Teil des Bildes kommt an"),
    "picture_frozen": ("the picture is frozen", "das Bild steht still"),
    "not_running": ("Floorman did not run", "Floorman lief nicht"),
    "recording_over": ("the recording ended", "die Aufzeichnung ist zu Ende"),
    "capture_over": ("the capture is over", "der Mitschnitt ist zu Ende"),
    "too_slow": ("cannot keep up", "kommt nicht nach"),
    "waiting": (r"(\d+) waiting", "{0} warten"),
    "reader_failed": ("cards cannot be read: (.+)", "Karten können nicht gelesen werden: {0}"),
    "zone_failed": ("it cannot be looked at: (.+)", "es kann nicht hingesehen werden: {0}"),
    "zone_hidden": (
        "(.+) is not read: something lies there across the felt's edge",
        "{0} wird nicht gelesen: dort liegt etwas über der Filzkante",
    ),
    "no_weights": ("no weights", "ohne Gewichte: keine Karte wird gelesen"),
    "not_opened": ("not opened yet", "noch nicht geöffnet"),
    "not_looked": ("not looked for yet", "noch nicht gesucht"),
    "unplugged": ("no board is plugged in", "kein Tasterboard angesteckt"),
    "no_port": (
        "auto: no board is plugged in; plug it in, or name its port",
        "kein Tasterboard angesteckt: anstecken, oder seinen Anschluss nennen",
    ),
    "no_connection": ("no connection|gone|closed", "keine Verbindung"),
    "no_board": ("no board there", "dort antwortet kein Tasterboard"),
    "other_version": ("a board of another version", "ein Tasterboard anderer Version"),
    "board_silent": ("no board answers", "kein Tasterboard antwortet"),
    "board_protocol": (
        r"the board speaks protocol ([\d.]+), this program ([\dx.]+)",
        "das Tasterboard spricht Protokoll {0}, dieses Programm {1}",
    ),
    "board_schema": (
        r"the board was built from schema (\w+), this program from (\w+)",
        "das Tasterboard wurde aus Schema {0} gebaut, dieses Programm aus {1}",
    ),
    "board_restarted": ("the board started again", "das Tasterboard hat neu begonnen"),
    "other_board": ("another board", "ein anderes Tasterboard"),
    "rest_gone": ("what it had not yet sent is gone", "was es noch nicht gesendet hatte, ist verloren"),
    "board_full": (r"the board had no room for (\d+) events", "das Tasterboard hatte keinen Platz für {0} Ereignisse"),
    "board_puzzling": (
        "the board says what cannot be; one event was given up",
        "das Tasterboard sagt, was nicht sein kann; ein Ereignis wurde aufgegeben",
    ),
    "press_undated": (
        "the board kept a press of the (.+) button for more than an hour: "
        "when it was made is not known, so it does not count",
        "das Tasterboard hielt einen Druck der Taste „{0}“ mehr als eine Stunde zurück: "
        "wann er geschah, ist nicht bekannt, also zählt er nicht",
    ),
    "button_stuck": (r"the (.+) button is stuck", "die Taste „{0}“ klemmt"),
    "button_chattering": (r"the (.+) button is chattering", "die Taste „{0}“ prellt"),
    "reader_deaf": ("the reader does not answer", "der Leser antwortet nicht"),
    "reader_detuned": (
        "something lies there that cannot be read: shift the cards apart",
        "dort liegt etwas Unlesbares: Karten auseinanderschieben",
    ),
    "more_losses": (r"(\d+) more were not written", "{0} weitere nicht aufgeschrieben"),
    "many_losses": (r"lost so often that (\d+) times were not written", "so oft ausgefallen, dass {0} Mal fehlen"),
    "disk_full": (
        "No space left on device|database or disk is full",
        "kein Platz mehr auf der Platte",
    ),
    "disk_denied": (
        "Read-only file system|attempt to write a readonly database",
        "die Platte ist schreibgeschützt",
    ),
    "disk_broken": ("Input/output error|disk I/O error", "die Platte liest oder schreibt nicht"),
    "file_busy": ("database is locked", "von einem anderen Programm belegt"),
    "file_unopened": ("unable to open database file", "die Datei lässt sich nicht öffnen"),
    "port_missing": (r"[^;]*No such file or directory[^;]*", "nicht vorhanden"),
    "port_denied": (r"[^;]*Permission denied[^;]*", "keine Berechtigung"),
    "port_busy": (r"[^;]*(?:Resource busy|exclusively lock)[^;]*", "von einem anderen Programm belegt"),
    "port_broken": (r"[^;]*(?:Input/output error|returned no data|disconnected)[^;]*", "das Kabel ist abgezogen"),
    "obs_awaited": ("not connected yet", "noch nicht verbunden"),
    **{code: (f"not connected: {why}", f"nicht verbunden: {german}") for code, (why, german) in _OBS_AWAY.items()},
    "obs_scene": ("no scene is called (.+)", "keine Szene heißt {0}"),
    "obs_buffer": ("the replay buffer is not running", "der Wiederholungspuffer läuft nicht"),
    "obs_replay": ("SaveReplayBuffer: no replay was written", "OBS hat keine Wiederholung geschrieben"),
    "obs_many": ("too many cues at once", "zu viele Stichworte auf einmal"),
}
"""By code: how a driver says it (a pattern), and the German for it; ``{0}`` is the pattern's first group."""
_SHORT = {
    "port_missing": "not there",
    "port_denied": "permission denied",
    "port_busy": "in use by another program",
    "port_broken": "the cable is unplugged",
    "no_weights": "no weights: no card is read",
}
"""English for what a driver says at too great length."""
_DECIMAL = {"camera_gap", "camera_slow"}
_PART = re.compile(r"([\w./:@-]*/[\w./:@-]+|COM\d+): (.+)")
_PLAIN = Text("", "")


def as_said(reason: str, unknown: Text = _PLAIN) -> Text:
    """*reason* in both languages, or behind *unknown* as it was said: without a password that an address may hold."""
    plain = as_told(reason)
    return in_words(plain) or Text(unknown.de + plain, unknown.en + plain)


def in_words(reason: str) -> Text | None:
    """*reason* in both languages, a part at a time; None where no part of it is known here."""
    if whole := _known(reason):
        return whole
    parts = reason.split("; ")
    said = [_part(part) for part in parts]
    if not any(said):
        return None
    both = [text or Text(part, part) for text, part in zip(said, parts, strict=True)]
    return Text("; ".join(text.de for text in both), "; ".join(text.en for text in both))


def _part(part: str) -> Text | None:
    """One of several reasons, behind the name of its port if it has one."""
    if (named := _PART.fullmatch(part)) and (told := _known(named[2])):
        return Text(f"{named[1]}: {told.de}", f"{named[1]}: {told.en}")
    return _known(part)


def _known(said: str) -> Text | None:
    for code, (pattern, german) in FAULTS.items():
        if found := re.fullmatch(pattern, said):
            said_so = found.groups() if code not in _DECIMAL else (found[1].replace(".", ","),)
            return Text(german.format(*said_so), _SHORT.get(code, said))
    return None
