-- Pictures are written anew when they arrive: the size of what is kept, and the same picture at smaller widths. Those
-- that were uploaded before are rewritten by a job under the address they have; `kept_because` is the code of the error
-- for one that cannot be and stays as it was sent.
ALTER TABLE files ADD COLUMN width BIGINT;
ALTER TABLE files ADD COLUMN height BIGINT;
ALTER TABLE files ADD COLUMN kept_because TEXT;
CREATE INDEX files_to_rewrite ON files (id) WHERE kind = 'IMAGE' AND width IS NULL AND kept_because IS NULL;

CREATE TABLE renditions (
    file_id BIGINT NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    width BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    place TEXT NOT NULL UNIQUE,
    size BIGINT NOT NULL,
    PRIMARY KEY (file_id, width)
);
