-- Files that arrive in chunks, until they are finished. `address` names the file that was made of them.
CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    size BIGINT NOT NULL,
    received BIGINT NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND size),
    address TEXT,
    created_at TIMESTAMP NOT NULL,
    touched_at TIMESTAMP NOT NULL
);
CREATE INDEX uploads_of_user ON uploads (user_id);
CREATE INDEX uploads_touched ON uploads (touched_at);

-- What has arrived of them. Each chunk is an object of its own in the store, at `place`.
CREATE TABLE upload_chunks (
    upload_id TEXT NOT NULL REFERENCES uploads (id),
    begins BIGINT NOT NULL,
    place TEXT NOT NULL UNIQUE,
    PRIMARY KEY (upload_id, begins)
);
