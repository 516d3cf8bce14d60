-- The account of a teacher, through which they see their own sessions and classes.
ALTER TABLE teachers ADD COLUMN user_id BIGINT REFERENCES users (id);
CREATE UNIQUE INDEX teachers_user ON teachers (user_id);

-- Invitations of teachers to have an account, at most one each. The link's token is made when its mail is sent, and
-- only its hash is kept.
CREATE TABLE teacher_invitations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    teacher_id BIGINT NOT NULL UNIQUE REFERENCES teachers (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    token_hash TEXT UNIQUE,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL
);

-- What staff set; else the latest result of a test counts.
ALTER TABLE subscriptions ADD COLUMN level TEXT CHECK (level IN ('A1', 'A2', 'B1', 'B2', 'C1', 'C2'));

-- What a learner needs, noted with their consent only. Who may read it: the administration and the current teacher.
CREATE TABLE learner_needs (
    user_id BIGINT PRIMARY KEY REFERENCES users (id),
    text TEXT NOT NULL,
    consented_at TIMESTAMP NOT NULL
);

-- Teachers are staff in the audit log.
DROP INDEX audit_staff;
CREATE INDEX audit_staff ON audit (at, id) WHERE role IN ('TEACHER', 'EDITOR', 'ADMIN');
DROP INDEX audit_person;
CREATE INDEX audit_person ON audit (user_id, at) WHERE role IN ('TEACHER', 'EDITOR', 'ADMIN');

-- A constraint is loosened, which changes no stored row: as in 0018, by the procedure that SQLite documents for it. The
-- statements above have raised the schema's version, so that other connections read it anew.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, '(''STUDENT'', ''EDITOR'', ''ADMIN'')', '(''STUDENT'', ''TEACHER'', ''EDITOR'', ''ADMIN'')')
WHERE type = 'table' AND name = 'users';
PRAGMA writable_schema = RESET;
