"""Pages, JSON and live push for the people around the table; it judges nothing."""

from web_overlay.access import Access
from web_overlay.devices import Devices
from web_overlay.pages import create_app
from web_overlay.people import Receipt
from web_overlay.pictures import Picture
from web_overlay.reads import Reads
from web_overlay.server import Serving, check_port, network_address, serve

__all__ = [
    "Access",
    "Devices",
    "Picture",
    "Reads",
    "Receipt",
    "Serving",
    "check_port",
    "create_app",
    "network_address",
    "serve",
]
