-- Certificates of completion as they were issued: nothing that is edited later is seen on them. The code that proves one is made
-- again from its row and its key whenever it is wanted.
CREATE TABLE certificates (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    number TEXT NOT NULL UNIQUE,
    learner_id BIGINT NOT NULL REFERENCES users (id),
    -- Null once the subscription, a gift, was deleted.
    subscription_id BIGINT REFERENCES subscriptions (id) ON DELETE SET NULL,
    basis TEXT NOT NULL CHECK (basis IN ('COMPLETION', 'ATTENDANCE')),
    -- The subscription's own moment; of an attendance the end of the course's last day.
    completed_at TIMESTAMP NOT NULL,
    -- Null once the account was emptied, and so is what finds it.
    learner_name TEXT,
    learner_search TEXT,
    course_name TEXT NOT NULL,
    course_search TEXT NOT NULL,
    language_code TEXT NOT NULL,
    language_name TEXT NOT NULL,
    level TEXT NOT NULL,
    hours BIGINT NOT NULL CHECK (hours >= 1),
    starts_on DATE NOT NULL,
    ends_on DATE NOT NULL,
    -- What the school said of itself then, as JSON.
    school TEXT NOT NULL,
    ui_language TEXT NOT NULL,
    key_name TEXT NOT NULL REFERENCES server_keys (name),
    issued_at TIMESTAMP NOT NULL,
    revoked_at TIMESTAMP,
    revoke_reason TEXT,
    CHECK ((revoked_at IS NULL) = (revoke_reason IS NULL))
);
-- One in force; another may take the place of one that was revoked.
CREATE UNIQUE INDEX certificates_completion ON certificates (subscription_id, completed_at) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX certificates_attendance ON certificates (subscription_id)
    WHERE basis = 'ATTENDANCE' AND revoked_at IS NULL;
CREATE INDEX certificates_learner ON certificates (learner_id);
CREATE INDEX certificates_issued ON certificates (issued_at);
