#!/bin/sh
# budget.sh IMAGE FLASH RAM: says what the image takes of each, in bytes, and fails when that is too much.
set -e
avr-size -A "$1" | awk -v flash="$2" -v ram="$3" '
  $1 == ".text" { text = $2 } $1 == ".data" { data = $2 } $1 == ".bss" { bss = $2 } $1 == ".noinit" { noinit = $2 }
  END {
    used_flash = text + data; used_ram = data + bss + noinit
    printf "flash %d of %d bytes, RAM %d of %d bytes\n", used_flash, flash, used_ram, ram
    exit used_flash > flash || used_ram > ram
  }'
