"""What is told of what is not taken: JSON to programs, a small page in both languages to people."""

import math

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from table_controller.records.rulebook import Text
from web_overlay.refusals import Refused, fault_said


def add_answers(app: Flask) -> None:
    """Answer every fault and every refusal of *app*."""
    app.register_error_handler(HTTPException, _fault)
    app.register_error_handler(Refused, _refused)


def asks_for_a_page() -> bool:
    """Whether a person's browser wants something to read; what our pages fetch themselves takes anything."""
    return "text/html" in request.headers.get("Accept", "")


def not_taken(error: str, expected: Text, status: int) -> tuple[Response, int]:
    """*expected* in English for programs, in both languages for people."""
    return _told(error, expected, status, page=asks_for_a_page()), status


def unread(app: Flask, status: int, error: str, accepts: str) -> Response:
    """What *app* tells of a request that the server gave up before it was whole; *accepts*: its header, if it came."""
    with app.app_context():
        return _told(error.lower(), fault_said(status), status, page="text/html" in accepts)


def _told(error: str, expected: Text, status: int, *, page: bool) -> Response:
    if page:
        return make_response(render_template("refused.html", expected=expected, status=status))
    return jsonify(error=error, expected=expected.en, said={"de": expected.de, "en": expected.en})


def _fault(fault: HTTPException) -> tuple[Response, int]:
    code = fault.code or 500
    return not_taken(fault.name.lower(), fault_said(code), code)


def _refused(refused: Refused) -> tuple[Response, int]:
    answer, status = not_taken("bad input", refused.expected, refused.status)
    if refused.wait:
        answer.headers["Retry-After"] = str(math.ceil(refused.wait))
    return answer, status
