"""Pages, JSON and live push for the people around the table; it judges nothing."""

from web_overlay.pages import create_app
from web_overlay.people import Receipt
from web_overlay.server import Serving, check_port, serve

__all__ = ["Receipt", "Serving", "check_port", "create_app", "serve"]
