"""``kill -9`` at any moment: every committed entry is there, the chain holds, the writer can go on."""

import random
import subprocess
import sys
import time
from pathlib import Path

from table_controller.journal.read import entries
from table_controller.journal.store import Store
from table_controller.journal.verify import verify

_WRITER = """
import sys
from pathlib import Path
from table_controller.journal.store import Store
from table_controller.records.entries import Row

store = Store.open(Path(sys.argv[1]))
while True:
    first = store.next_seq
    rows = [Row("note", n, '{"n":%d}' % n, (), n % 5 == 0) for n in range(first, first + 1 + first % 4)]
    print(store.append_all(rows)[-1], flush=True)
    if first % 7 == 0 and (gone := [row.at for row in rows if row.person]):
        store.erase(gone[0], "host", "test")
"""


def test_every_committed_entry_survives_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "night.journal"
    moment = random.Random(9)
    committed = 0
    for _ in range(6):
        writer = subprocess.Popen([sys.executable, "-c", _WRITER, path], stdout=subprocess.PIPE, text=True)
        assert writer.stdout
        first = writer.stdout.readline()
        time.sleep(moment.uniform(0, 0.15))
        writer.kill()
        told = [int(line) for line in (first + writer.stdout.read()).splitlines(keepends=True) if line.endswith("\n")]
        writer.stdout.close()
        writer.wait()
        committed = told[-1]
        found = verify(path)
        assert found.sound
        assert found.entries >= committed
        assert not found.closed
    store = Store.open(path)
    assert store.next_seq == found.entries + 1 > committed > 20
    store.append("note", store.last_at, "{}")
    store.close()
    found = verify(path)
    assert found.sound
    assert found.closed
    assert [e.seq for e in entries(path)] == list(range(1, found.entries + 1))
