#!/bin/sh
# Every reader for SECONDS (60), from seeds the repository and the shared folder hold; crashes lie in fuzz/.
set -e
PYTHON=$1 SHARED=$2 SECONDS_EACH=${SECONDS_EACH:-60}
TARGETS="phh log archive rulebook table journal deck"
for target in $TARGETS; do mkdir -p "fuzz/$target"; done
cp tests/journal/journal-*.floorman fuzz/journal/
cp table_controller/rulebooks/*.toml fuzz/rulebook/
"$PYTHON" tests/fuzz/seeds.py "$SHARED" fuzz
for target in $TARGETS; do
    echo "fuzz $target"
    "$PYTHON" tests/fuzz/readers.py "$target" "fuzz/$target" -max_total_time="$SECONDS_EACH" -max_len=65536 -timeout=20 \
        -artifact_prefix="fuzz/crash-$target-" -verbosity=0 -print_final_stats=1 >"fuzz/$target.log" 2>&1 || {
        tail -40 "fuzz/$target.log"
        echo "$target: a reader broke; the bytes lie in fuzz/crash-$target-*"
        exit 1
    }
    grep -E "^stat::(number_of_executed_units|peak_rss)" "fuzz/$target.log"
done
