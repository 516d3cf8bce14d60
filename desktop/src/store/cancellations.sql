-- From here on the queue may cancel sessions, which an older app does not know: it must refuse this file, not repair it.
CREATE INDEX copy_next_under ON copy_next (kind, parent, id);
