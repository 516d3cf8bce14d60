-- From which day on the lessons of a subscription open; null: from the beginning, as all that were sold before.
ALTER TABLE subscriptions ADD COLUMN opens_on DATE;
ALTER TABLE subscription_modules ADD COLUMN opens_on DATE;

-- What a course was before staff changed its dates, timetable, place, link or teacher: told to its class once it is due.
CREATE TABLE course_changes (
    course_id BIGINT PRIMARY KEY REFERENCES courses (id) ON DELETE CASCADE,
    -- As JSON.
    before TEXT NOT NULL,
    began_at TIMESTAMP NOT NULL,
    last_at TIMESTAMP NOT NULL,
    due_at TIMESTAMP NOT NULL
);
CREATE INDEX course_changes_due ON course_changes (due_at);

-- Subscriptions that ended lost the modules they had granted.
INSERT INTO subscription_modules (subscription_id, module_id, reservation_id)
SELECT sr.subscription_id, l.module_id, MIN(l.reservation_id)
FROM subscription_reservations sr
JOIN subscriptions s ON s.id = sr.subscription_id AND s.scope = 'MODULES' AND NOT s.active
JOIN reservation_lines l ON l.reservation_id = sr.reservation_id AND l.module_id IS NOT NULL
WHERE NOT EXISTS (SELECT 1 FROM subscription_modules m WHERE m.subscription_id = sr.subscription_id)
GROUP BY sr.subscription_id, l.module_id;

-- New certificates state no hours.
CREATE TABLE certificates_new (
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
    -- Of the course, in the form `PREAU1`.
    hours BIGINT CHECK (hours >= 1),
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
INSERT INTO certificates_new SELECT id, number, learner_id, subscription_id, basis, completed_at, learner_name,
    learner_search, course_name, course_search, language_code, language_name, level, hours, starts_on, ends_on, school,
    ui_language, key_name, issued_at, revoked_at, revoke_reason FROM certificates;
-- Numbers are not used again.
UPDATE sqlite_sequence SET seq = MAX(seq, (SELECT seq FROM sqlite_sequence WHERE name = 'certificates'))
WHERE name = 'certificates_new' AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'certificates');
INSERT INTO sqlite_sequence (name, seq) SELECT 'certificates_new', seq FROM sqlite_sequence
WHERE name = 'certificates' AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'certificates_new');
DROP TABLE certificates;
ALTER TABLE certificates_new RENAME TO certificates;
-- One in force; another may take the place of one that was revoked.
CREATE UNIQUE INDEX certificates_completion ON certificates (subscription_id, completed_at) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX certificates_attendance ON certificates (subscription_id)
    WHERE basis = 'ATTENDANCE' AND revoked_at IS NULL;
CREATE INDEX certificates_learner ON certificates (learner_id);
CREATE INDEX certificates_issued ON certificates (issued_at);
