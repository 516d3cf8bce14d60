-- A copy that is made anew, until it is complete; with the columns of `copy`.
CREATE TABLE copy_next (
    kind TEXT NOT NULL,
    id ANY NOT NULL,
    parent ANY,
    version INTEGER NOT NULL,
    client_id TEXT,
    row TEXT NOT NULL,
    UNIQUE (kind, id)
) STRICT;
CREATE INDEX copy_next_made_as ON copy_next (kind, client_id) WHERE client_id IS NOT NULL;
