#!/bin/sh
# Card art and fonts for synthetic pictures, and what renders them: build-time input only, none of it is committed.
exec sh .ci/system-packages npm python3-gi gir1.2-rsvg-2.0 python3-gi-cairo python3-cairo python3-numpy \
    gnome-cards-data kdegames-card-data-kf5 \
    fonts-liberation fonts-dejavu fonts-freefont-ttf fonts-lato fonts-open-sans fonts-linuxlibertine
