#!/bin/sh
# Card art and fonts for synthetic pictures, and what renders them: build-time input only, none of it is committed.
exec sh .ci/system-packages $(command -v npm >/dev/null || echo npm) python3-gi gir1.2-rsvg-2.0 python3-gi-cairo python3-cairo python3-numpy \
    gnome-cards-data kdegames-card-data-kf5 \
    fonts-liberation fonts-dejavu fonts-freefont-ttf fonts-lato fonts-open-sans fonts-linuxlibertine \
    fonts-urw-base35 fonts-texgyre fonts-ebgaramond fonts-roboto-unhinted fonts-roboto-slab fonts-crosextra-carlito \
    fonts-crosextra-caladea fonts-cantarell fonts-oldstandard fonts-gfs-didot fonts-gfs-bodoni-classic fonts-bebas-neue \
    fonts-yanone-kaffeesatz fonts-league-spartan fonts-opendin fonts-vollkorn fonts-adf-baskervald fonts-adf-gillius \
    fonts-adf-romande fonts-adf-switzera fonts-adf-tribun fonts-adf-universalis fonts-adf-verana fonts-adf-libris \
    fonts-adf-irianis fonts-adf-accanthis fonts-cabin fonts-dosis fonts-comfortaa fonts-quattrocento \
    fonts-century-catalogue fonts-fanwood fonts-goudybookletter fonts-play fonts-sil-gentium-basic fonts-symbola \
    fonts-ubuntu-title fonts-karla fonts-roadgeek fonts-tuffy fonts-prociono fonts-national-park fonts-stix \
    fonts-noto-core fonts-paratype fonts-b612 fonts-clear-sans fonts-inter fonts-manrope fonts-sora fonts-junicode \
    fonts-millimetre fonts-courier-prime fonts-solide-mirage fonts-lobster fonts-noto-mono
