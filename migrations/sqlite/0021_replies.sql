-- What staff answered to messages of the contact form.
CREATE TABLE contact_replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id BIGINT NOT NULL REFERENCES contact_messages (id) ON DELETE CASCADE,
    -- Nobody's once their account was deleted.
    author_id BIGINT REFERENCES users (id),
    text TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);
CREATE INDEX contact_replies_of_message ON contact_replies (message_id);
