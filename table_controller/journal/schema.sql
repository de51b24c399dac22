-- One journal. Grows at its end; nothing is updated, nothing deleted but an erased payload.
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  because TEXT NOT NULL,
  person INTEGER NOT NULL,
  salt BLOB,
  body TEXT,
  payload TEXT NOT NULL,
  prev TEXT NOT NULL,
  digest TEXT NOT NULL
) STRICT;

-- Payloads that name a person or show a picture, with their salt: erasing both leaves nothing to guess from.
CREATE TABLE erasable (
  seq INTEGER PRIMARY KEY,
  salt BLOB NOT NULL,
  body TEXT NOT NULL
) STRICT;

-- INSERT OR REPLACE fires neither the UPDATE nor the DELETE trigger; only this one stops it.
CREATE TRIGGER entry_grows_at_its_end BEFORE INSERT ON entry
WHEN NEW.seq IS NOT coalesce((SELECT max(seq) FROM entry), 0) + 1
  OR NEW.prev IS NOT coalesce((SELECT digest FROM entry ORDER BY seq DESC LIMIT 1), 'floorman')
  OR NEW.at < coalesce((SELECT at FROM entry ORDER BY seq DESC LIMIT 1), NEW.at)
  OR (NEW.person = 1) IS NOT (NEW.body IS NULL)
BEGIN SELECT RAISE(ABORT, 'the journal only grows at its end'); END;

CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;

CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END;

CREATE TRIGGER erasable_comes_with_its_entry BEFORE INSERT ON erasable
WHEN NOT EXISTS (SELECT 1 FROM entry WHERE seq = NEW.seq AND person = 1 AND seq = (SELECT max(seq) FROM entry))
  OR EXISTS (SELECT 1 FROM erasable WHERE seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'a payload comes with its entry'); END;

CREATE TRIGGER erasable_is_never_changed BEFORE UPDATE ON erasable
BEGIN SELECT RAISE(ABORT, 'a payload is never changed'); END;

CREATE TRIGGER erasable_goes_with_an_entry BEFORE DELETE ON erasable
WHEN NOT EXISTS (
  SELECT 1 FROM entry, json_each(entry.body, '$.erased') AS gone
  WHERE entry.seq = (SELECT max(seq) FROM entry) AND entry.kind = 'erased' AND gone.value = OLD.seq
)
BEGIN SELECT RAISE(ABORT, 'a payload is only erased by an entry that says so'); END;
