-- What the school has, as it was copied. Ids are numbers, or the code of what has no number.
CREATE TABLE copy (
    kind TEXT NOT NULL,
    id ANY NOT NULL,
    parent ANY,
    version INTEGER NOT NULL,
    client_id TEXT,
    row TEXT NOT NULL,
    UNIQUE (kind, id)
) STRICT;
CREATE INDEX copy_under ON copy (kind, parent, id);
CREATE INDEX copy_made_as ON copy (kind, client_id) WHERE client_id IS NOT NULL;

-- Changes of rows with edits that wait: laid over the copy when those are gone.
CREATE TABLE held_back (kind TEXT NOT NULL, id ANY NOT NULL, change TEXT NOT NULL, UNIQUE (kind, id)) STRICT;

-- The queue, one operation a row; what else belongs to it stands in `settings` under `queue`.
CREATE TABLE operations (place INTEGER PRIMARY KEY, operation TEXT NOT NULL) STRICT;

-- When operations were written.
CREATE TABLE written (operation TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT;

-- Ids the school gave to what was made here.
CREATE TABLE learned (client_id TEXT PRIMARY KEY, id INTEGER NOT NULL) STRICT;

-- Numbers for new rows as long as the school has given none; the page sees them negative.
CREATE TABLE local_ids (number INTEGER PRIMARY KEY AUTOINCREMENT, client_id TEXT NOT NULL UNIQUE) STRICT;

-- What was answered to a write, so that its repeat is answered the same.
CREATE TABLE answers (key TEXT PRIMARY KEY, status INTEGER NOT NULL, body TEXT NOT NULL, kept_at TEXT NOT NULL) STRICT;

-- What stands in open forms.
CREATE TABLE drafts (key TEXT PRIMARY KEY, place TEXT NOT NULL, title TEXT NOT NULL, value TEXT NOT NULL, saved_at TEXT NOT NULL) STRICT;

-- Texts that lost.
CREATE TABLE history (
    at TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, path TEXT NOT NULL, text TEXT NOT NULL, why TEXT NOT NULL
) STRICT;
CREATE INDEX history_by_time ON history (at);

-- Operations as they were before and after a conflict was settled.
CREATE TABLE settled (operation TEXT PRIMARY KEY, change TEXT NOT NULL) STRICT;

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
