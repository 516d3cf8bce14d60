-- Kept once reached, as those of modules are.
CREATE TABLE chapter_completions (
    subscription_id BIGINT NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
    chapter_id BIGINT NOT NULL REFERENCES chapters (id) ON DELETE CASCADE,
    completed_at TIMESTAMP NOT NULL,
    PRIMARY KEY (subscription_id, chapter_id)
);
